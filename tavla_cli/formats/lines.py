"""What the readers of old line formats share: lines with their limits, and a match that is put together claim by claim. Knows no format."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from tavla_cli.board import Step
from tavla_cli.formats.notation import read_play
from tavla_cli.formats.numbering import numbered
from tavla_cli.grammar import sentence
from tavla_cli.record import (
    Action,
    Comment,
    Entry,
    Fault,
    Game,
    Habits,
    Length,
    Match,
    Roll,
    Row,
    Seat,
    Side,
    Tag,
    Unplayed,
)
from tavla_cli.source import LINE_LIMIT, Span, lines

if TYPE_CHECKING:
    from lark import Lark

MOST_LINES = 10_000_000
"""Lines in one input, blank ones too."""

MOST_GAMES = 10_000
"""Games in one match."""

MOST_ENTRIES = 200_000
"""Rolls, cube actions and results in one match, all of which are in memory together."""

MOST_MATCHES = 50_000
"""Matches in one input."""

MOST_COMMENTS = 20_000
"""Comments and header lines of one match."""

MOST_FAULTS = 200
"""Unreadable lines in one match; a text with more is no match."""


class LineReader(Protocol):
    """A reader that takes a line at a time and hands back the match before it when the line begins another."""

    stopped: bool

    def stop(self, span: Span, limit: str) -> None: ...

    def line(self, start: int, line: str) -> Match | None: ...

    def finish(self) -> Match | None: ...


def read_lines(text: str, reader: LineReader) -> Iterator[Match]:
    """The matches of a text, one after the other. Blank lines are passed over; a line above 1 MiB ends the reading."""
    for start, end in lines(text):
        if end - start > LINE_LIMIT:
            reader.stop(Span(start, start + 1), "a line of 1 MiB")
        elif start != end:
            finished = reader.line(start, text[start:end])
            if finished is not None:
                yield finished
        if reader.stopped:
            break
    last = reader.finish()
    if last is not None:
        yield last


_SHOWN = 80  # characters of what cannot be read
_LONGEST = 4_000  # characters of a line that may say something; longer ones are not parsed
_CACHED = 160  # characters; what is longer seldom comes twice and would only fill the memory
_BLANK = " \t\r\n\x0b\x0c\x1a\0\xa0"  # and the marks that DOS put at the end of files


@dataclass(slots=True)
class OpenGame:
    """The game that is being read."""

    number: int | None
    seats: tuple[Seat, Seat] | None
    span: Span
    seats_span: Span = field(default=Span(0, 0))
    crawford: bool | None = None
    cube: int | None = None
    entries: list[Entry] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)

    @property
    def last(self) -> Action | None:
        return self.entries[-1].action if self.entries else None


class Claims:
    """The match that is being read. Everything is added in the order of the text."""

    def __init__(self, format: str, text: str) -> None:
        self.format, self.text, self.ordinal = format, text, 0
        self.stopped = False
        self._end = len(text.rstrip(_BLANK))
        self._unended = bool(text) and not any(end in text[self._end :] for end in "\r\n")
        self.clear()

    def clear(self) -> None:
        """Begin a match: the first of the text, or the next."""
        self.ordinal += 1
        self.game: OpenGame | None = None
        self.games: list[Game] = []
        self.length: Length | None = None
        self.tags: list[Tag] = []
        self.comments: list[Comment] = []
        self.faults: list[Fault] = []
        self.entries = 0
        self.stars = False

    # ---- lines

    def lines(self) -> Iterator[tuple[int, str]]:
        """Where each line begins, and the line without its end; no more of them once a limit is reached."""
        for number, (start, end) in enumerate(lines(self.text)):
            if end - start > LINE_LIMIT:
                self.stop(Span(start, start + 1), "a line of 1 MiB")
            elif number == MOST_LINES:
                self.stop(Span(start, start), f"{MOST_LINES:,} lines")
            if self.stopped:
                return
            yield start, self.text[start:end]

    # ---- what is no claim

    def fault(self, code: str, span: Span, text: str = "") -> None:
        if len(self.faults) == MOST_FAULTS:
            self.stop(span, f"{MOST_FAULTS} unreadable lines in a match")
        elif not self.stopped:
            self.faults.append(Fault(code, span, self._ordinal(), text=text[:_SHOWN]))

    def unread(self, start: int, text: str) -> None:
        """A line or a part of one that cannot be read, with blanks around it. Where the text ends in the midst of it, it breaks off."""
        bare = text.strip(_BLANK)
        at = start + len(text) - len(text.lstrip(_BLANK))
        self.fault("T103" if self._breaks_off(at + len(bare)) else "T101", Span(at, at + len(bare)), bare)

    def stop(self, span: Span, limit: str) -> None:
        """A limit is reached: nothing more is read. Only the first is told."""
        if not self.stopped:
            self.stopped = True
            self.faults.append(Fault("T115", span, self._ordinal(), text=limit))

    def _breaks_off(self, end: int) -> bool:
        """Whether the text ends here without a line end."""
        return self._unended and end >= self._end

    def _ordinal(self) -> int | None:
        return len(self.games) + 1 if self.game is not None else None

    # ---- claims

    def tag(self, key: str, value: str, span: Span) -> None:
        if len(self.tags) == MOST_COMMENTS:
            self.stop(span, f"{MOST_COMMENTS:,} header lines in a match")
        elif value:
            self.tags.append(Tag(key, value, span))

    def note(self, start: int, line: str, following: bool = False) -> None:
        """Keep what somebody wrote about the last entry, or about the one that follows."""
        text = line.strip(_BLANK)
        if len(self.comments) == MOST_COMMENTS:
            self.stop(Span(start, start + len(line)), f"{MOST_COMMENTS:,} comments in a match")
        elif text:
            at = start + line.index(text)
            count = len(self.game.entries) if self.game is not None else 0
            about = count if following else count - 1 if count else None
            ordinal = self._ordinal() or len(self.games) or None
            self.comments.append(Comment(text, ordinal, about if self.game is not None else None, Span(at, at + len(text))))

    def measure(self, points: int | None, start: int, text: str) -> None:
        """The length of the match, 0 unlimited; said twice and not alike, the second cannot be."""
        length = Length(points, money=points == 0, span=Span(start, start + len(text)))
        if self.length is None:
            self.length = length
        elif self.length != length:
            self.unread(start, text)

    def begin(self, game: OpenGame) -> None:
        self.end()
        if len(self.games) == MOST_GAMES:
            self.stop(game.span, f"{MOST_GAMES:,} games in a match")
        else:
            self.game = game

    def add(self, side: Side | None, action: Action, span: Span) -> None:
        assert self.game is not None
        self.entries += 1
        if self.entries > MOST_ENTRIES:
            self.stop(span, f"{MOST_ENTRIES:,} entries in a match")
            return
        self.game.entries.append(Entry(side, action, None, span))

    def roll(self, side: Side, dice: tuple[int, int] | None, span: Span, text: str = "", at: int = 0) -> None:
        """A roll with the play that stands `at` characters from the beginning of its place; "" where nothing stands there."""
        play = _play(text) if len(text) <= _CACHED else read_play(text)
        if isinstance(play, tuple):
            play = tuple(replace(step, start=step.start + at, end=step.end + at) for step in play)
        self.played(side, dice, span, text, play, at)

    def played(
        self, side: Side, dice: tuple[int, int] | None, span: Span, text: str, play: tuple[Step, ...] | Unplayed | None, at: int
    ) -> None:
        """A roll with a play that has been read, None where that was not possible."""
        if isinstance(play, tuple):
            self.stars = self.stars or any(any(step.hits) for step in play)
        if play is not None:
            self.add(side, Roll(dice, play, text), span)
        elif self._breaks_off(span.end):
            self.fault("T103", span, self.text[span.start : span.end])
            self.add(side, Roll(dice, Unplayed.NOTHING), span)
        else:
            self.add(side, Roll(dice, Unplayed.UNREADABLE, text, unread=(at, at + len(text))), span)

    def end(self) -> None:
        """The game is over, or the text is."""
        game = self.game
        if game is None:
            return
        ordinal = len(self.games) + 1
        self.games.append(
            Game(
                game.number,
                game.seats,
                numbered(game.entries),
                tuple(game.rows),
                crawford=game.crawford,
                cube=game.cube,
                span=game.span,
                seats_span=game.seats_span,
            )
        )
        self.game = None
        last = len(game.entries) - 1
        for index in range(len(self.comments) - 1, -1, -1):  # nothing follows what was written before the end
            comment = self.comments[index]
            if comment.game != ordinal or comment.entry is None or comment.entry <= last:
                break
            self.comments[index] = replace(comment, entry=last if last >= 0 else None)

    def match(self, empty_means_dance: bool | None = None) -> Match | None:
        """The match that was read, if there is one."""
        self.end()
        if not self.games and self.length is None and not self.faults:
            return None
        span = self.games[0].span if self.games else self.length.span if self.length else self.faults[0].span
        return Match(
            self.format,
            "plain",
            self.length,
            tuple(self.games),
            tuple(self.tags),
            Habits(marks_hits=self.stars, empty_means_dance=empty_means_dance, numbers_rows=False),
            tuple(self.faults),
            self.ordinal,
            span,
            tuple(self.comments),
        )


def seat(name: str, at: int, score: int | None = None, rating: str | None = None) -> Seat:
    """A player whose name stands at a place, blanks around it included."""
    bare = name.strip(_BLANK)
    at += len(name) - len(name.lstrip(_BLANK))
    span = Span(at, at + len(bare))
    return Seat(bare, score, rating, span, span)


def sentences(parser: Callable[[], "Lark"]) -> Callable[[str, str], object]:
    """Reads sentences of a grammar, each distinct one once: what its meaning makes of a text and a rule, None where it is no such sentence.

    `parser` is called when the first is read, since that imports Lark.
    """

    def read(text: str, rule: str) -> object:
        return sentence(parser(), text, rule) if len(text) <= _LONGEST else None

    cached = lru_cache(maxsize=8192)(read)
    return lambda text, rule: cached(text, rule) if len(text) <= _CACHED else read(text, rule)


_play = lru_cache(maxsize=8192)(read_play)
