"""The lines of GNU Backgammon's text export that say something of the match: what the sentences of gnubg_text.lark mean."""

import re
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from tavla_cli.board import Step
from tavla_cli.formats.notation import LONGEST, PlayMeaning, folded
from tavla_cli.grammar import grammar, sentence, span
from tavla_cli.record import Length, Seat, Tag
from tavla_cli.source import Span

if TYPE_CHECKING:
    from lark import Lark, Token

_LONGEST_SCORE = 300  # characters; a name has 31 bytes
_DATE = re.compile(r"([0-9]{1,4})([-./])([0-9]{1,2})\2([0-9]{1,4})\.?")
_CRAWFORD = re.compile(r",(?![^,]*\bpo(st)?\b)[^,()]*crawford", re.I)  # `post-Crawford play` is another thing

Cut = tuple[int, int]
"""A part of a line: start and end (not included), in characters from its beginning."""


class Score(NamedTuple):
    """The line that begins a game. `seats` is both names with their scores, not yet cut: names may hold commas and digits."""

    games: int  # finished before
    seats: Cut
    length: int | None  # None in a session
    length_span: Cut
    crawford: bool


class Rolled(NamedTuple):
    dice: tuple[int, int]


class Offered(NamedTuple):
    """The player has doubled to `to`; the other decides."""

    to: int


class Resigned(NamedTuple):
    points: int


class OnRoll(NamedTuple):
    pass


Turn = Rolled | Offered | Resigned | OnRoll


@dataclass(frozen=True, slots=True)
class Moved:
    """`start` and `end`: where the play stands."""

    play: tuple[Step, ...]
    start: int
    end: int


class Word(NamedTuple):
    """A deed that is no play: cannot, doubles, accepts, rejects, gives_up."""

    name: str


class Info(NamedTuple):
    """`key`: DATE, EVENT, ROUND, PLACE, ANNOTATOR or COMMENTS."""

    key: str
    value: str
    at: int  # where the value begins


class _Meaning(PlayMeaning):
    """The meaning of gnubg_text.lark."""

    def score(self, after: "Token", seats: "Token", length: "Token | None", note: "Token | None") -> Score:
        number = _number(length) if length is not None else None
        crawford = _CRAWFORD.search(f"{length or ''}{note or ''}") is not None  # inside the brackets in some languages
        return Score(_number(after), span(seats), number, span(length) if length is not None else (0, 0), crawford)

    def rolled(self, dice: "Token") -> Rolled:
        return Rolled((int(dice[0]), int(dice[1])))

    def offered(self, to: "Token") -> Offered:
        return Offered(int(to))

    def resigned(self, points: "Token") -> Resigned:
        return Resigned(int(points))

    def on_roll(self) -> OnRoll:
        return OnRoll()

    def moved(self, play: tuple[Step, ...] | None) -> Moved | None:
        return Moved(play, play[0].start, play[-1].end) if play else None

    def cannot(self) -> Word:
        return Word("cannot")

    def doubles(self) -> Word:
        return Word("doubles")

    def accepts(self) -> Word:
        return Word("accepts")

    def rejects(self) -> Word:
        return Word("rejects")

    def gives_up(self) -> Word:
        return Word("gives_up")

    def result(self, points: "Token") -> int:
        return int(points)

    def info(self, key: "Token", value: "Token | None") -> Info:
        return Info(key.type, str(value or "").rstrip(), span(value)[0] if value is not None else span(key)[1])


@lru_cache(maxsize=256)
def read_score(line: str) -> Score | None:
    """The line that begins a game, None where it is none."""
    found = _read(line, "score") if "(" in line and ":" in line and len(line) <= _LONGEST_SCORE else None
    return found if isinstance(found, Score) else None


@lru_cache(maxsize=4096)
def read_turn(text: str) -> Turn | None:
    """What a heading says behind the name."""
    found = _read(folded(text), "turn")
    return found if isinstance(found, Rolled | Offered | Resigned | OnRoll) else None


@lru_cache(maxsize=4096)
def read_deed(text: str) -> Moved | Word | None:
    """What a deed says behind the name; places count from the beginning of the text."""
    found = _read(folded(text), "deed")
    return found if isinstance(found, Moved | Word) else None


@lru_cache(maxsize=256)
def read_result(text: str) -> int | None:
    """The points of a result, behind the name."""
    found = _read(folded(text), "result")
    return found if isinstance(found, int) else None


def read_info(line: str) -> Info | None:
    found = _read(line, "info")
    return found if isinstance(found, Info) else None


def seats(line: str, start: int, cut: Cut, names: tuple[str, str] | None) -> tuple[Seat, Seat]:
    """The seats of a score line that begins at `start`: cut as the names say, which stand beside the boards, else at the first comma behind
    a number."""
    begin, end = cut
    text = line[begin:end]
    gaps = [found.start() for found in re.finditer(r"(?<=[0-9]), ", text)]
    if names is not None and text.startswith(f"{names[0]} "):
        gaps = [gap for gap in gaps if text.startswith(f"{names[1]} ", gap + 2)] or gaps
    gap = gaps[0]
    halves = ((begin, begin + gap), (begin + gap + 2, end))
    left, right = (_seat(line, start, half) for half in halves)
    return left, right


def _seat(line: str, start: int, half: Cut) -> Seat:
    begin, end = half
    begin += len(line[begin:end]) - len(line[begin:end].lstrip())
    cut = line.rindex(" ", 0, end)
    name = line[begin:cut] if cut > begin else ""
    at = Span(start + begin, start + end)
    return Seat(
        name,
        int(line[cut + 1 : end]),
        span=at,
        name_span=at._replace(end=at.start + len(name)),
        score_span=Span(start + cut + 1, start + end),
    )


def shifted(play: tuple[Step, ...], by: int) -> tuple[Step, ...]:
    """The steps as counted from a place that stands so much earlier."""
    return tuple(replace(step, start=step.start + by, end=step.end + by) for step in play)


def length_of(score: Score, start: int) -> Length:
    if score.length is None:
        return Length(0, True, Span(start + score.seats[0], start + score.seats[1]))
    return Length(score.length, False, Span(start + score.length_span[0], start + score.length_span[1]))


def date_tag(info: Info, span: Span) -> Tag:
    """GNU Backgammon writes dates as its locale has them, so `04/05/24` may be in April or in May; then it is kept as it stands."""
    found = _DATE.fullmatch(info.value)
    if found is None:
        return Tag("Date", info.value, span)
    first, last = found[1], found[4]
    year, month, day = (int(first), int(found[3]), int(last)) if len(first) > 2 else (int(last), int(first), int(found[3]))
    if len(first) <= 2:
        if found[2] != "/" or month > 12:
            month, day = day, month
        elif day <= 12 and day != month:
            return Tag("Date", info.value, span)
        if len(last) <= 2:
            year += 2000 if year < 69 else 1900
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return Tag("Date", info.value, span)
    return Tag("EventDate", f"{year:04}.{month:02}.{day:02}", span)


def _number(token: "Token") -> int:
    found = re.search("[0-9]{1,9}", token)
    assert found is not None
    return int(found[0])


def _read(text: str, start: str) -> object:
    return sentence(_parser(), text, start) if len(text) <= LONGEST else None


@cache
def _parser() -> "Lark":
    return grammar("gnubg_text", _Meaning, ("score", "turn", "deed", "result", "info"))
