"""Reads the matches of PartyGammon, `.gam`: lines `key=value`, a whole game in one of them (formats/gam.md 2). Writes none.

Player 1 is the left player. The scores stand behind the games: what a game was worth is their difference.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from tavla_cli.formats.format import Format
from tavla_cli.formats.lines import Claims, OpenGame, seat, sentences
from tavla_cli.formats.mat.cells import read_cell
from tavla_cli.grammar import grammar, span
from tavla_cli.record import Action, Match, Seat, Side, Unread, Win
from tavla_cli.source import Source, Span

if TYPE_CHECKING:
    from lark import Token

_STARTS = ("key", "token")
_NUMBER = re.compile("[0-9]{1,9}")
_SHOWS = re.compile(r"^[ \t]*GAME_[0-9]{1,9}_GAMEPLAY[ \t]*=", re.M)
_TOKEN = re.compile("[^#]+")


class _Key(NamedTuple):
    """`game`: the number of the game that a line is about, None for the match."""

    game: int | None
    name: str


class _Token(NamedTuple):
    """`words` are what stands there instead of a roll. `at`: where the play or the words begin."""

    side: Side
    dice: tuple[int, int] | None
    text: str
    at: int
    head: int = 0  # where the dice begin


class _Meaning:
    """The meaning of party.lark. An optional part that is missing is None."""

    def key(self, number: "Token | None", name: "Token") -> _Key:
        return _Key(None if number is None else int(number), str(name))

    def token(self, side: "Token", *said: "Token | None") -> _Token:
        who = Side.LEFT if side[0] == "1" else Side.RIGHT
        if len(said) == 1:
            words = said[0]
            assert words is not None
            return _Token(who, None, str(words), span(words)[0], span(words)[0])
        _, dice, play = said
        assert dice is not None
        rolled = int(dice[0]), int(dice.rstrip(":")[-1])
        at = span(dice)[1] if play is None else span(play)[0]
        return _Token(who, rolled, "" if play is None else str(play), at, span(dice)[0])


def recognises(source: Source) -> bool:
    """A line `GAME_n_GAMEPLAY=`."""
    text = source.text
    return _SHOWS.search(text.replace("\r", "\n") if "\r" in text and "\n" not in text else text) is not None


def read(source: Source) -> Iterator[Match]:
    reader = _Reader(Claims("party", source.text))
    for start, line in reader.claims.lines():
        if line.strip():
            reader.line(start, line)
    match = reader.claims.match(empty_means_dance=True)
    if match is not None:
        yield match


class _Reader:
    """`before` and `after`: the scores before and after the game that is being read, as far as the file says them."""

    def __init__(self, claims: Claims) -> None:
        self.claims = claims
        self.number: int | None = None
        self.names: list[Seat] = [Seat("", None), Seat("", None)]
        self.place: Span | None = None  # the line with the first name
        self.before: list[int | None] = [None, None]
        self.after: list[int | None] = [None, None]

    def line(self, start: int, line: str) -> None:
        claims = self.claims
        key, equals, value = line.partition("=")
        said = _said(key, "key") if equals else None
        if not isinstance(said, _Key):
            claims.unread(start, line)
            return
        at = start + len(key) + 1 + len(value) - len(value.lstrip())
        value = value.strip()
        place = Span(start + len(line) - len(line.lstrip()), start + len(line.rstrip()))
        if said.game is not None:
            if said.game != self.number:
                self.next_game(said.game)
            self.of_game(place, said.name.upper(), value, at)
        elif said.name.upper() != "MATCHLENGTH":
            claims.tag(said.name, value, place)
        elif _NUMBER.fullmatch(value):
            claims.measure(int(value), at, value)
        else:
            claims.unread(start, line)

    def of_game(self, place: Span, key: str, value: str, at: int) -> None:
        """A line about the game that is being read; `at` is where its value begins."""
        claims = self.claims
        if key in ("PLAYER_1", "PLAYER_2"):
            self.names[Side.LEFT if key == "PLAYER_1" else Side.RIGHT] = seat(value, at)
            self.place = self.place or place
        elif key == "GAMEPLAY" and claims.game is None:
            left, right = (seat(name.name, name.span.start, score) for name, score in zip(self.names, self.before, strict=True))
            named = self.place or Span(place.start, at)
            claims.begin(OpenGame(self.number, (left, right), named, named))
            if claims.game is not None:
                self.gameplay(value, at)
        elif key in ("SCORE1", "SCORE2") and _NUMBER.fullmatch(value):
            side = Side.LEFT if key == "SCORE1" else Side.RIGHT
            self.after[side] = int(value)
            if side is Side.RIGHT:
                self.scored(place)
        else:
            claims.unread(place.start, claims.text[place.start : place.end])

    def next_game(self, number: int) -> None:
        self.claims.end()
        self.before = self.after
        if not self.claims.games and number == 1:
            self.before = [0, 0]
        self.after = [None, None]
        self.number = number
        self.place = None

    def gameplay(self, text: str, at: int) -> None:
        claims = self.claims
        for found in _TOKEN.finditer(text):
            if claims.stopped:
                return
            token = found[0]
            said = _said(token.strip(), "token")
            start = at + found.start() + len(token) - len(token.lstrip())
            end = at + found.start() + len(token.rstrip())
            if not token.strip():
                continue
            if not isinstance(said, _Token):
                claims.unread(start, token.strip())
            elif said.dice is not None:
                claims.roll(said.side, said.dice, Span(start + said.head, end), said.text, said.at - said.head)
            else:
                for action in _words(said.text):
                    claims.add(said.side, action, Span(start + said.at, end))

    def scored(self, place: Span) -> None:
        """Both scores after a game are known: it is over."""
        claims = self.claims
        left, right = (None if now is None or then is None else now - then for now, then in zip(self.after, self.before, strict=True))
        if claims.game is not None and left is not None and right is not None and (left or right):
            if left < 0 or right < 0 or (left and right):
                claims.unread(place.start, claims.text[place.start : place.end])
            else:
                claims.add(Side.LEFT if left else Side.RIGHT, Win(left or right), place)
        claims.end()


def _words(text: str) -> tuple[Action, ...]:
    """A cube action in the words of a `.mat`."""
    return read_cell(text) or (Unread(text[:80]),)


_said = sentences(lambda: grammar("party", _Meaning, _STARTS))
FORMAT = Format(recognises, read)
