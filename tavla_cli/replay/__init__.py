"""Replays a record under the rules and tells what it finds out. Never stops, never raises, knows no file formats and no words."""

from tavla_cli.replay.match import replay

__all__ = ["replay"]
