"""The checks: each one place where a claim and a fact can differ. A new check is one function in one of the modules named here."""

from tavla_cli.checks import cube, play, score, text, tournament
from tavla_cli.checks.registry import BY_EVENT, CHECKS, Check, Finding, Said, say

__all__ = ["BY_EVENT", "CHECKS", "Check", "Finding", "Said", "cube", "play", "say", "score", "text", "tournament"]
