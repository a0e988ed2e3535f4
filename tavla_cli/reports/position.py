"""A position of a file that keeps positions, for people: the board, what is known besides, and its identifier. Decides nothing."""

from collections.abc import Iterator

from tavla_cli.board.ids import Setup, xgid
from tavla_cli.formats.positions.common import setup_of
from tavla_cli.record import Roll, Side, Unplayed
from tavla_cli.reports import ReportOptions
from tavla_cli.reports.board import draw
from tavla_cli.reports.concise import painted
from tavla_cli.reports.sheet import as_written, name
from tavla_cli.reports.text import finding_line
from tavla_cli.source import printable
from tavla_cli.walk import MatchWalk
from tavla_cli.words import N_, translated

# What is said of matches only: that the length or the names are missing, how a game begins and that it has no end.
_OF_MATCHES = frozenset({"T108", "T113", "P114", "P118", "P123"})
_OFFERED = {
    "D": N_("X has doubled; O is to answer."),
    "B": N_("X has doubled and O has beavered; X is to answer."),
    "R": N_("X has doubled, O has beavered and X has raccooned; O is to answer."),
}


def position_lines(walked: MatchWalk, options: ReportOptions, several: bool) -> Iterator[str]:
    """One position, line by line. `several`: positions in the input."""
    match = walked.match
    title = translated("Position {n}").format(n=match.ordinal) if several else translated("Position")
    if walked.places is not None and match.games:
        title += ", " + translated("line {n}").format(n=walked.places.line_and_column(match.span.start)[0])
    yield painted(title, "path", options)
    for comment in match.comments:
        yield f"    {printable(comment.text)}"
    setup = setup_of(match)
    if setup is not None:
        yield from _board(walked, setup)
    elif match.games:
        yield translated("A position that cannot be.")
    for diagnostic in walked.result.diagnostics:
        if diagnostic.code[0] in "TP" and diagnostic.code not in _OF_MATCHES:
            yield finding_line(diagnostic, several, options)


def position_id(walked: MatchWalk) -> str | None:
    """The XGID of a position, the player on roll upper-case; None for one that cannot be."""
    setup = setup_of(walked.match)
    return None if setup is None else xgid(setup)


def _board(walked: MatchWalk, setup: Setup) -> Iterator[str]:
    game = walked.match.games[0]
    side = game.on_roll or Side.LEFT
    names = None
    if any(walked.result.players):
        names = name(walked, side), name(walked, side.other)
    scored = game.seats is not None and game.seats[0].score is not None
    board = draw(
        setup.position,
        dice="".join(map(str, setup.dice or ())),
        cube=setup.cube,
        owner=setup.owner,
        score=setup.score if scored else None,
        length=walked.rules.length,
        crawford=setup.crawford,
        names=names,
    )
    yield from (line.rstrip() for line in board)
    if setup.offer:
        yield translated(_OFFERED[setup.offer])
    yield xgid(setup)
    for played in walked.games[0].moves if walked.games else ():
        if isinstance(played.entry.action, Roll) and played.entry.action.play is not Unplayed.NOTHING:
            yield translated("Played: {play}").format(play=as_written(walked, played))
