"""The formats in which matches are kept. A new one is a module that ends in `FORMAT = Format(...)`, and a line here.

A format's module is imported when a text first looks as if it might be one, or when the format is asked for by name.
"""

import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import NamedTuple

from tavla_cli.formats.format import Format
from tavla_cli.source import Source, decode


class Lead(NamedTuple):
    """What is known of a format before its module is imported.

    `title` is what people call it. `clue`: bytes with which a file of a binary format begins; texts of which one stands in every file of a
    text format, in its first 100,000 characters. `endings` are those of file names. `positions`: it keeps positions, no matches. `writes`:
    it can be written.
    """

    module: str
    title: str
    endings: tuple[str, ...]
    clue: bytes | tuple[str, ...]
    positions: bool = False
    writes: bool = False


_EVENTS = ("1 r ", "2 r ", "1 d ", "2 d ", "1 t", "2 t")
LEADS: dict[str, Lead] = {  # in the order in which a content is tried; what is told most surely comes first
    "bgf": Lead("bgf", "BGBlitz", (".bgf",), b"{"),
    "ogxm": Lead("ogxm", "the match format of HedgeHog and GammonView", (".ogxm", ".gvab", ".ogxms"), b"OGXM", writes=True),
    "xg": Lead("xg", "eXtreme Gammon", (".xg", ".xgp"), b"RGMH"),
    "sgf": Lead("sgf", "GNU Backgammon's SGF, GM[6]", (".sgf",), ("[6]",), writes=True),
    "gnubg-text": Lead("gnubg_text", "GNU Backgammon's text export", (), ("GNU Backgammon", "+13-14-15-16", "15-14-13-+")),
    "match": Lead("bgammon", "bgammon.org replay", (".match",), ("bgammon-replay ", *_EVENTS), writes=True),
    "oldmoves": Lead("oldmoves", "FIBS, what oldmoves shows", (), ("Score is ", "score is ")),
    "json": Lead("json", "tavla's own JSON", (), ('"tavla"',), writes=True),
    "gva": Lead("gva", "GammonView's JSON", (".gva",), ('"plies"',)),
    "jellyfish-pos": Lead("positions.jellyfish", "Jellyfish's .pos", (), b"", positions=True),
    "snowie": Lead("positions.snowie", "Snowie's position text", (), (";",), positions=True),
    "xg-position": Lead("positions.xgtext", "XG's position text", (), ("XGID=",), positions=True),
    "bgblitz-position": Lead("positions.bgblitz", "BGBlitz's position text", (), ("Position-ID:",), positions=True),
    "ids": Lead("positions.ids", "XGIDs, GNU IDs and OGIDs, one a line", (), (), positions=True),
    "sgg": Lead("sgg", "GamesGrid, GridGammon", (".sgg",), (" vs. ",)),
    "tmg": Lead("tmg", "TrueMoneyGames", (".tmg",), ("MatchID:", "Player1:", "Player2:")),
    "party": Lead("party", "PartyGammon", (".gam",), ("GAMEPLAY=", "GAMEPLAY =")),
    "bgroom": Lead("bgroom", "BGRoom", (".bgroom",), ("BGF version",)),
    "bkg": Lead("bkg", "Berliner's BKG", (".bkg",), ("Black ", "White ")),
    "gam": Lead("gam", "single games of GammonEmpire and Jellyfish", (".gam",), ("1)", "1.")),
    "sheet": Lead("sheet", "score sheet (CSV), results of games without moves", (), (";", ",", "\t", "|")),
    "mat": Lead("mat", "the text match that everybody writes", (".mat",), (), writes=True),
}

_CLUE_IN = 100_000
# Most of what is read: a match line, right after it a game line and a row with dice. That is nothing but a `.mat`, whatever else looks so.
_PLAIN = re.compile(
    r"^ ?[0-9]{1,3} point match[ \t]{0,80}\r?\n(?:\r?\n){0,4} ?Game [0-9]{1,4}[ \t]{0,80}\r?\n.{1,400}\n {0,3}1\) .{0,60}?[1-6]{2}:",
    re.MULTILINE,
)


class _Formats(Mapping[str, Format]):
    """The formats by name, each imported when it is first asked for."""

    def __init__(self) -> None:
        self._known: dict[str, Format] = {}

    def __getitem__(self, name: str) -> Format:
        if name not in self._known:
            found: Format = import_module(f"tavla_cli.formats.{LEADS[name].module}").FORMAT
            self._known[name] = found
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(LEADS)

    def __len__(self) -> int:
        return len(LEADS)


FORMATS: Mapping[str, Format] = _Formats()

__all__ = ["ENDINGS", "FORMATS", "LEADS", "Format", "Lead", "binary", "held_positions", "opened", "recognised"]

ENDINGS: tuple[str, ...] = tuple(sorted({ending for lead in LEADS.values() for ending in lead.endings}))
"""The endings of file names that are formats' own."""


def binary(format: str) -> bool:
    """Whether a format is binary: its spans are offsets in bytes."""
    return isinstance(LEADS[format].clue, bytes)


def opened(
    name: str, data: bytes, encoding: str | None = None, format: str | None = None, positions: bool = False
) -> tuple[Source, str | None]:
    """An input as its format wants it, decoded where it is text, and the format's name: the one given, or the one that the content shows.

    `positions`: formats that keep positions only are tried as well. No bytes make it raise; LookupError for an unknown encoding.
    """
    raw = Source(name, "", "binary", data=data)
    if format is None:
        format = _recognised_bytes(raw, positions)
    if format is not None and binary(format):
        return raw, format
    source = decode(name, data, encoding)
    return source, format or recognised(source, positions)


def held_positions(source: Source, data: bytes) -> str | None:
    """The name of the format of positions that an input holds in which there is no match; `source` as `opened` returned it."""
    return _recognised_bytes(Source(source.name, "", "binary", data=data), True) or recognised(source, True)


def _recognised_bytes(raw: Source, positions: bool) -> str | None:
    return next((each for each in LEADS if binary(each) and _may_be(each, raw, positions) and FORMATS[each].recognises(raw)), None)


def recognised(source: Source, positions: bool = False) -> str | None:
    """The name of the format of an input that `opened` has read or decoded, by its content."""
    if source.data:
        return _recognised_bytes(source, positions)
    if _PLAIN.search(source.text, 0, _CLUE_IN):
        return "mat"
    return next(
        (each for each in LEADS if not binary(each) and _may_be(each, source, positions) and FORMATS[each].recognises(source)), None
    )


def _may_be(name: str, source: Source, positions: bool) -> bool:
    lead = LEADS[name]
    if lead.positions and not positions:
        return False
    if isinstance(lead.clue, bytes):
        return source.data.startswith(lead.clue)
    return not lead.clue or any(clue in source.text[:_CLUE_IN] for clue in lead.clue)
