"""Positions, legal plays and the judging of recorded plays. Standard library only; no state."""

from tavla_cli.board.judge import Judgement, Wrong, judge
from tavla_cli.board.plays import legal_plays
from tavla_cli.board.position import BAR, HOME, OFF, STARTS, Position, flipped, loss, pips, problem
from tavla_cli.board.steps import Hop, Play, Step, spelled

__all__ = [
    "BAR",
    "HOME",
    "OFF",
    "STARTS",
    "Hop",
    "Judgement",
    "Play",
    "Position",
    "Step",
    "Wrong",
    "flipped",
    "judge",
    "legal_plays",
    "loss",
    "pips",
    "problem",
    "spelled",
]
