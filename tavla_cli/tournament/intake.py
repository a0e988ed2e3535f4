"""Examined matches as records of a tournament: names, header values, score and faults beside each other. Decides nothing about them."""

from collections.abc import Iterable, Iterator

from tavla_cli.results import FileResult, MatchResult
from tavla_cli.tournament.model import MatchRecord
from tavla_cli.tournament.names import near, same


def records_of(files: Iterable[FileResult]) -> Iterator[MatchRecord]:
    """Every match of the inputs, in their order."""
    for file in files:
        for match in file.matches:
            yield record_of(match)


def record_of(match: MatchResult) -> MatchRecord:
    """What a tournament needs to know of one examined match."""
    header = {"".join(tag.split()).casefold(): " ".join(value.split()) for tag, value in match.header.items()}
    first = min((d for d in match.diagnostics if d.severity == "error"), key=lambda d: (d.line or 0, d.column or 0), default=None)
    return MatchRecord(
        path=match.path,
        match=match.match,
        players=match.players,
        nicks=_beside(match.players, (header.get("player1", ""), header.get("player2", ""))),
        length=match.length,
        score=match.score,
        claimed_score=match.claimed_score,
        winner=match.winner,
        complete=match.complete,
        games=match.games,
        turns=match.turns,
        errors=match.count("error"),
        warnings=match.count("warning"),
        event=header.get("event") or None,
        round=header.get("round") or None,
        date=header.get("eventdate") or header.get("date") or None,
        stamp=match.digest,
        first_error=None if first is None else first.place or (f":{first.line}" if first.line else None),
        format=match.format,
        rolls=match.rolls,
    )


def _beside(players: tuple[str, str], named: tuple[str, str]) -> tuple[str, str]:
    """The header's two names in the order of the columns; as they are written where neither fits a column.

    The header is no guide to the columns (mat.md 3), so these names are evidence for a director and nothing is derived from them.
    """
    left, right = players
    one, two = named
    for alike in (same, near):
        straight = bool(one and alike(one, left)) + bool(two and alike(two, right))
        crossed = bool(one and alike(one, right)) + bool(two and alike(two, left))
        if straight != crossed:
            return (one, two) if straight > crossed else (two, one)
    return one, two
