"""Finds the games and plies of a `.gva` with their places. Knows the names `games` and `plies`, and nothing else of what they hold.

A value is read by the standard library, from a piece of the text, so that none takes more memory than a piece can need.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from tavla_cli.formats.ogxm.common import HIGHEST, MOST_FAULTS, MOST_GAMES, MOST_PLIES
from tavla_cli.record import Fault
from tavla_cli.source import Span

MOST_READ = 4
"""How many times its own length of a text is read: each broken ply may reach to its end."""

PIECES = (1 << 16, 1 << 22)
"""Letters of a value: as much is tried first, and at most; a ply with its analysis has some thousands."""

MOST_NAMES = 10_000
"""Names in one object; there are fifty at most."""

_TAIL = 1_000  # letters in which the last one is looked for
_BLANK = re.compile(r"[ \t\r\n]*+")
_RESUME = re.compile(r'\{\s*"(?:(color|action_id)|game_index)"\s*:')
_SURROGATE = re.compile("[\ud800-\udfff]")


T = TypeVar("T")


@dataclass(slots=True)
class Valued(Generic[T]):
    """The values of an object by name, each with its place; and of a game its plies, as something else made of each."""

    span: Span
    values: dict[str, tuple[object, Span]] = field(default_factory=dict)
    plies: list[tuple[T, Span]] = field(default_factory=list)

    def get(self, name: str) -> object:
        return self.values[name][0] if name in self.values else None

    def place(self, name: str) -> Span:
        return self.values[name][1] if name in self.values else self.span


def _whole(digits: str) -> int:
    """A number; one of thousands of digits, which takes long and may raise, is one that means nothing."""
    return int(digits) if len(digits) < 20 else HIGHEST + 1


class Scan(Generic[T]):
    """Reads a text; afterwards `top`, `games` and `faults` hold what it has. `ply` is called with each ply's value."""

    def __init__(self, text: str, ply: Callable[[object, Span], T]) -> None:
        self.text = text
        self.top: Valued[T] = Valued(Span(0, min(1, len(text))))
        self.games: list[Valued[T]] = []
        self.faults: list[Fault] = []
        self.stopped = False
        self._at = 0
        self._open: list[str] = ["text"]  # what has begun: the text, its object, `games`, a game, `plies`
        self._made = ply
        self._plies = 0
        self._left = MOST_READ * len(text)
        self._last = text[-_TAIL:].rstrip()[-1:]
        self._decode = json.JSONDecoder(parse_int=_whole).raw_decode

    def run(self) -> None:
        while self._open and not self.stopped:
            start = self._at = self._blank(self._at)
            try:
                self._step()
            except (ValueError, RecursionError):  # values nested by the thousand
                self._broken(start)

    def _step(self) -> None:
        """Read what comes next: a name with its value, a ply, or a beginning or an end."""
        kind, char = self._open[-1], self.text[self._at : self._at + 1]
        if not char:
            raise ValueError("the text ends")
        if kind == "text":
            self._expect("{")
            self._open = ["object"]
        elif char == ",":
            self._at += 1
        elif char == ("]" if kind in ("games", "plies") else "}"):
            self._at += 1
            self._open.pop()
        elif kind == "games":
            self._game()
        elif kind == "plies":
            self._ply()
        else:
            self._named(kind)

    def _game(self) -> None:
        start = self._at
        self._expect("{")
        self._begin_game(start)
        self._open.append("game")

    def _begin_game(self, start: int) -> None:
        if len(self.games) == MOST_GAMES:
            self._stop(start, f"{MOST_GAMES:,} games in a match")
        self.games.append(Valued(Span(start, start + 1)))

    def _ply(self) -> None:
        if self._plies == MOST_PLIES:
            self._stop(self._at, f"{MOST_PLIES:,} plies in a match")
            return
        value, span = self._value()
        self._plies += 1
        self.games[-1].plies.append((self._made(value, span), span))

    def _named(self, kind: str) -> None:
        holder = self.games[-1] if kind == "game" else self.top
        start = self._at
        name, _ = self._value() if self.text.startswith('"', start) else (None, None)
        if not isinstance(name, str):
            raise ValueError("a name is missing")
        self._at = self._blank(self._at)
        self._expect(":")
        self._at = self._blank(self._at)
        if name == ("plies" if kind == "game" else "games") and self.text.startswith("[", self._at):
            self._at += 1
            self._open.append(name)
            return
        value, span = self._value()
        if len(holder.values) == MOST_NAMES:
            self._stop(start, f"{MOST_NAMES:,} names in an object")
        holder.values[name] = value, span

    def _expect(self, char: str) -> None:
        if not self.text.startswith(char, self._at):
            raise ValueError(f"{char} is missing")
        self._at += 1

    def _value(self) -> tuple[object, Span]:
        """The value that begins here. Raises ValueError."""
        start = self._at
        for size in PIECES:
            piece = self.text[start : start + size]
            whole = start + size >= len(self.text)
            try:
                value, end = self._decode(piece)
            except json.JSONDecodeError as error:
                self._at = start + error.pos
                if whole or size == PIECES[-1]:
                    raise
                continue
            if end < len(piece) or whole:  # else a number goes on behind the piece
                self._at = start + end
                return value, Span(start, self._at)
        raise ValueError("a value of more than a piece")

    def _blank(self, at: int) -> int:
        found = _BLANK.match(self.text, at)
        return found.end() if found else at

    # ---- what is broken

    def _broken(self, start: int) -> None:
        """Note it, and go on at the next ply or game that begins behind it."""
        reached = max(self._at, start)
        found = _RESUME.search(self.text, start + 1)
        end = found.start() if found else len(self.text)
        broken_off = found is None and (self._blank(reached) == len(self.text) or self._last not in "]}")
        code = "T103" if broken_off else "T101"
        self._fault(Fault(code, Span(min(reached, end), end), len(self.games) or None, text=self.text[reached : reached + 80]))
        self._left -= max(reached, end) - start
        if self._left < 0:
            self._stop(start, f"a text that is read {MOST_READ} times over")
        if found is None:
            self._open = []
            return
        self._at = found.start()
        if found[1] and self.games:
            self._open = ["object", "games", "game", "plies"]
        else:
            self._open = ["object", "games"]

    def _fault(self, fault: Fault) -> None:
        if len(self.faults) == MOST_FAULTS:
            self._stop(fault.span.start, f"{MOST_FAULTS} unreadable places in a match")
        else:
            self.faults.append(fault)

    def _stop(self, at: int, limit: str) -> None:
        if not self.stopped:
            self.stopped = True
            self.faults.append(Fault("T115", Span(at, at), len(self.games) or None, text=limit))


def plain(text: str) -> str:
    """A text without halves of characters, which JSON can hold and no file can."""
    return _SURROGATE.sub("\ufffd", text)
