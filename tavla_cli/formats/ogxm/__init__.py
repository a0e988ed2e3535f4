"""OGXM: what HedgeHog and GammonView keep matches in (`.ogxm`, `.gvab`, streams `.ogxms`). Reads v1 and v2, writes v2.

Our own small reader, since a record must keep what was written; the reference codec (`ogxm`) and GammonView's (`gvformat`) are what
the tests compare with. Places are bytes of the file.
"""

from collections.abc import Iterator
from dataclasses import replace

from tavla_cli.formats.format import Format
from tavla_cli.formats.ogxm.build import match_of
from tavla_cli.formats.ogxm.stream import MAGIC, SIZE_AT, Member, members
from tavla_cli.formats.ogxm.v1 import read_v1
from tavla_cli.formats.ogxm.v2 import read_v2
from tavla_cli.formats.ogxm.write import write
from tavla_cli.record import Fault, Match
from tavla_cli.source import Source, Span

MOST_MATCHES = 50_000
"""Matches in one input, whose results are in memory together."""


def recognises(source: Source) -> bool:
    return source.data.startswith((MAGIC + b"\1\0", MAGIC + b"\2\0"))


def read(source: Source) -> Iterator[Match]:
    """The matches of a file or stream, one after the other. What stands between two is a fault of the one before."""
    waiting: Match | None = None
    loose: list[Fault] = []  # before the first match
    ordinal = 0
    for member in members(source.data):
        where = Span(member.start, member.end)
        if not member.version:
            fault = Fault("T101", where, text=f"{member.end - member.start:,} bytes")
            if waiting is None:
                loose.append(fault)
            else:
                waiting = replace(waiting, faults=(*waiting.faults, fault))
            continue
        if waiting is not None:
            yield waiting
        ordinal += 1
        if ordinal > MOST_MATCHES:
            limit = Fault("T115", where, text=f"{MOST_MATCHES:,} matches in an input")
            waiting = Match("ogxm", "v2", None, (), faults=(limit,), ordinal=ordinal, span=where)
            break
        waiting = _match(source.data, member, ordinal)
        if loose:
            waiting = replace(waiting, faults=(*loose, *waiting.faults))
            loose = []
    if waiting is None and loose:
        waiting = Match("ogxm", "", None, (), faults=tuple(loose))
    if waiting is not None:
        yield waiting


def _match(data: bytes, member: Member, ordinal: int) -> Match:
    claims = (read_v1 if member.version == 1 else read_v2)(data, member.start, member.end)
    if member.fault == "T101" or (member.fault and not any(fault.code == "T103" for fault in claims.faults)):
        claims.fault("T101", Span(member.start + SIZE_AT, member.start + SIZE_AT + 4), "file size")
    if claims.length is None and not claims.faults:
        claims.fault("T101", Span(member.start, member.end), "no match, only an analysis of one")
    return match_of(claims, ordinal)


FORMAT = Format(recognises, read, write, several=True)
