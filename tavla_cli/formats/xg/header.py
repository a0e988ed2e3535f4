"""The header of a match: players, length, rules and particulars, as header lines with the words of a `.mat`. Facts: formats/xg.md 3.1."""

import math
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from tavla_cli.board import STARTS, Position
from tavla_cli.formats.xg.records import MAGIC, WIDE_SINCE, Field, HeaderMatch, Record
from tavla_cli.record import Length, Tag
from tavla_cli.source import Span

UNLIMITED = 99_999
"""The length of a money session."""

HIGHEST_CUBE = 30
"""As a power of two; what is higher means nothing."""

_KNOWN_VERSION = 40  # readers refuse files of a higher one
_CUBE_LIMIT_SINCE, _CLOCK_SINCE, _TRANSCRIBER_SINCE = 8, 25, 30  # file versions
_VARIATIONS = (
    ("Backgammon", "standard"), ("NackGammon", "nackgammon"), ("HyperGammon", "hypergammon3"), ("LongGammon", "longgammon"),
)  # fmt: skip
_SITES = (
    "GammonSite", "FIBS", "TrueMoneyGames", "GridGammon", "DailyGammon", "NetGammon", "VOG", "GammonEmpire", "Club Games", "PartyGammon",
    "XcitingGames", "BGRoom", "DiceArena", "Safe Harbor", "GameAccount", "XG Mobile",
)  # fmt: skip
_SWITCHES = (("Crawford", HeaderMatch.CRAWFORD), ("Jacoby", HeaderMatch.JACOBY), ("Beaver", HeaderMatch.BEAVER))
_FIRST_DAY = datetime(1899, 12, 30)
_LAST_DAY = 2_958_466  # of the year 9999
_HIGHEST_ELO = 1e6


@dataclass(frozen=True, slots=True)
class Header:
    """`names` of player 1 and 2 with their places; `usual`: how games of the variation begin, seen by either. `comments`: numbers of those
    about the match. `wrong`: what it cannot say, with its place."""

    version: int
    length: Length
    names: tuple[tuple[str, Span], tuple[str, Span]]
    usual: Position
    tags: tuple[Tag, ...]
    clock: bool
    comments: tuple[int, ...]
    wrong: tuple[tuple[Span, str], ...]


def read_header(record: Record) -> Header:
    lines = _Lines(record, record.number(HeaderMatch.VERSION))
    if not 0 <= lines.version <= _KNOWN_VERSION:
        lines.cannot_be(HeaderMatch.VERSION, f"version {lines.version}")
    if record.number(HeaderMatch.MAGIC) != MAGIC:
        lines.cannot_be(HeaderMatch.MAGIC, "the magic number of the match header")
    _particulars(lines)
    usual = _rules(lines)
    points = record.number(HeaderMatch.LENGTH)
    money = points == UNLIMITED
    left, right = (lines.words(narrow, wide) for narrow, wide in zip(HeaderMatch.PLAYERS, HeaderMatch.WIDE_PLAYERS, strict=True))
    return Header(
        lines.version,
        Length(0 if money else points, money, record.span(HeaderMatch.LENGTH)),
        (left, right),
        usual,
        tuple(lines.tags),
        lines.version >= _CLOCK_SINCE and record.number(HeaderMatch.CLOCK) > 0,
        tuple(record.number(each) for each in HeaderMatch.COMMENTS),
        tuple(lines.wrong),
    )


@dataclass(slots=True)
class _Lines:
    """The header lines so far."""

    record: Record
    version: int
    tags: list[Tag] = field(default_factory=list)
    wrong: list[tuple[Span, str]] = field(default_factory=list)

    def add(self, key: str, value: str, at: Field | Span) -> None:
        if value:
            self.tags.append(Tag(key, value, at if isinstance(at, Span) else self.record.span(at)))

    def cannot_be(self, at: Field, text: str) -> None:
        self.wrong.append((self.record.span(at), text))

    def words(self, narrow: Field, wide: Field) -> tuple[str, Span]:
        """A text that is there twice since WIDE_SINCE: as UTF-16, and in the code page of whoever wrote it."""
        if self.version >= WIDE_SINCE and (text := self.record.text(wide)):
            return text, self.record.span(wide)
        return self.record.text(narrow), self.record.span(narrow)


def _particulars(lines: _Lines) -> None:
    """What is no rule."""
    record = lines.record
    location = lines.words(HeaderMatch.LOCATION, HeaderMatch.WIDE_LOCATION)
    site = record.number(HeaderMatch.SITE)
    if 0 <= site < len(_SITES):
        lines.add("Site", _SITES[site], HeaderMatch.SITE)
        lines.add("Location", *location)
    else:
        lines.add("Site", *location)
    number = record.number(HeaderMatch.GAME_ID)
    lines.add("Match ID", str(number) if number else "", HeaderMatch.GAME_ID)
    lines.add("Event", *lines.words(HeaderMatch.EVENT, HeaderMatch.WIDE_EVENT))
    lines.add("Round", *lines.words(HeaderMatch.ROUND, HeaderMatch.WIDE_ROUND))
    for player, (rating, experience) in enumerate(zip(HeaderMatch.ELO, HeaderMatch.EXPERIENCE, strict=True), 1):
        elo = record.real(rating)
        if 0 < elo < _HIGHEST_ELO:
            lines.add(f"Player {player} Elo", f"{elo:.2f}/{record.number(experience)}", rating)
    date, time = _moment(record.real(HeaderMatch.DATE))
    lines.add("EventDate", date, HeaderMatch.DATE)
    lines.add("EventTime", time, HeaderMatch.DATE)
    if lines.version >= _TRANSCRIBER_SINCE:
        lines.add("Transcriber", record.text(HeaderMatch.TRANSCRIBER), HeaderMatch.TRANSCRIBER)


def _rules(lines: _Lines) -> Position:
    """What is a rule. Returns how games of the variation begin; the standard way where it is none that is known."""
    record = lines.record
    usual = "standard"
    variation = record.number(HeaderMatch.VARIATION)
    if 0 <= variation < len(_VARIATIONS):
        name, usual = _VARIATIONS[variation]
        lines.add("Variation", name, HeaderMatch.VARIATION)
    else:
        lines.cannot_be(HeaderMatch.VARIATION, f"variation {variation}")
    for key, switch in _SWITCHES:
        lines.add(key, "On" if record.number(switch) else "Off", switch)
    lines.add("Automatic Doubles", "On" if record.number(HeaderMatch.AUTO_DOUBLE) else "", HeaderMatch.AUTO_DOUBLE)
    if lines.version >= _CUBE_LIMIT_SINCE:
        limit = record.number(HeaderMatch.CUBE_LIMIT)
        if 0 <= limit <= HIGHEST_CUBE:
            lines.add("CubeLimit", str(1 << limit), HeaderMatch.CUBE_LIMIT)
        else:
            lines.cannot_be(HeaderMatch.CUBE_LIMIT, f"cube limit {limit}")
    return STARTS[usual]


def _moment(days: float) -> tuple[str, str]:
    """The date and the time of day of a TDateTime; two empty texts where it is none, no time at the stroke of midnight."""
    if not (math.isfinite(days) and 1 <= days < _LAST_DAY):
        return "", ""
    moment = _FIRST_DAY + timedelta(seconds=round(days * 86_400))
    time = f"{moment:%H.%M}" if moment.hour or moment.minute or moment.second else ""
    return f"{moment.year:04}.{moment.month:02}.{moment.day:02}", time
