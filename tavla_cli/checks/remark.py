"""What the checks say about a play that stands in no match, as `tavla judge` is asked about it. Judges nothing."""

from tavla_cli.board import Judgement, Step
from tavla_cli.checks.registry import CHECKS, Said, say
from tavla_cli.record import Match, Roll, Unplayed
from tavla_cli.replay.events import Ambiguity, Moment, Played
from tavla_cli.rules import Rules
from tavla_cli.source.span import Span
from tavla_cli.words import N_


def remark(judgement: Judgement, dice: tuple[int, int], play: tuple[Step, ...] | Unplayed) -> tuple[str, Said | None] | None:
    """The code of the check that a judgement gives, and its sentence; None where there is nothing to say.

    The check itself is asked, about a play without a match around it.
    """
    code = _code(judgement)
    if code is None:
        return None
    if code == "P110":  # the check speaks of all hits of a match
        return code, say(N_("A checker is hit on {point} without a star."), point=judgement.unmarked[0])
    ambiguity = Ambiguity() if judgement.ambiguous else None
    event = Played(
        Moment(Span(0, 0)),
        roll=Roll(dice, play),
        judgement=judgement,
        goes_on=True,
        opening=False,
        rules=Rules(),
        match=Match("", "", None, ()),
        ambiguity=ambiguity,
    )
    find = CHECKS[code].find
    found = None if find is None else find(event)
    return code, found if isinstance(found, Said) else None


def _code(judgement: Judgement) -> str | None:
    if judgement.wrong is not None:
        return judgement.wrong.value
    if judgement.rerouted is not None:
        return "P117"
    if judgement.ambiguous:
        return "P116"
    if judgement.mismarked:
        return "P111"
    return "P110" if judgement.unmarked else None
