"""Which records are of one match: by the dice, whatever the players are called. Counts nothing and decides nothing."""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from tavla_cli.results import Diagnostic, Severity
from tavla_cli.tournament.findings import named, of_record
from tavla_cli.tournament.model import MatchRecord
from tavla_cli.tournament.names import same
from tavla_cli.words import N_

ENOUGH = 8
"""Rolls that are alike by chance in fewer than one of 10^10 pairs of matches."""

_FEW = 4  # rolls that are enough where the players are the same


class Copy(NamedTuple):
    """`record` shows the match that `of` shows: all of it ("duplicate"), or the beginning ("beginning"). `of` is itself no copy."""

    record: MatchRecord
    of: MatchRecord
    kind: Literal["duplicate", "beginning"]


def copies(records: Sequence[MatchRecord]) -> Iterator[Copy]:
    """Every record that shows a match which another shows as well: of duplicates the later ones, of beginnings the shorter.

    In the order of the records.
    """
    found: dict[int, tuple[int, Literal["duplicate", "beginning"]]] = {}
    begun: list[int] = []  # records whose dice begin those of the one at hand, the longest last
    for at in sorted(range(len(records)), key=lambda at: (records[at].rolls, at)):
        record = records[at]
        while begun and not record.rolls.startswith(records[begun[-1]].rolls):
            begun.pop()
        if begun and records[begun[-1]].rolls == record.rolls:
            if alike(records[begun[-1]], record):
                found[at] = begun[-1], "duplicate"
            continue
        for shorter in begun:
            if alike(records[shorter], record):
                found[shorter] = at, "beginning"  # of the longest, which comes last
        begun.append(at)
    for at in sorted(found):
        of, kind = found[at]
        while of in found:
            of, higher = found[of]
            kind = "beginning" if "beginning" in (kind, higher) else "duplicate"
        yield Copy(records[at], records[of], kind)


def alike(shorter: MatchRecord, longer: MatchRecord) -> bool:
    """Whether equal dice are enough to say that two records show one match."""
    rolls = in_common(shorter, longer)
    if rolls >= ENOUGH:
        return True
    a, b = shorter.players, longer.players
    if not (same(a[0], b[0]) and same(a[1], b[1])) and not (same(a[0], b[1]) and same(a[1], b[0])):
        return False
    # A match of a few rolls, all drops, is no beginning of another; only its equal.
    return rolls >= _FEW or (rolls > 0 and shorter.stamp == longer.stamp)


def in_common(one: MatchRecord, other: MatchRecord) -> int:
    """How many rolls two records have in common before they part."""
    rolls = 0
    for mine, theirs in zip(one.rolls, other.rolls, strict=False):
        if mine != theirs:
            break
        rolls += mine != 255
    return rolls


def finding(copy: Copy) -> Diagnostic:
    """M401 or M402."""
    if copy.kind == "beginning":
        return of_record(copy.record, "M402", N_("This record is the beginning of {other}."), other=named(copy.of))
    severity: Severity | None = "note" if copy.record.format != copy.of.format else None
    if copy.record.stamp == copy.of.stamp:
        return of_record(copy.record, "M401", N_("This is the same match as {other}."), severity, other=named(copy.of))
    template = N_("This is the same match as {other}: the dice are the same, though not every play is.")
    return of_record(copy.record, "M401", template, severity, other=named(copy.of))
