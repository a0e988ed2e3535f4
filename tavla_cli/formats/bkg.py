"""Reads the games of Hans Berliner's BKG, `.bkg` (formats/bkg.md): what an old importer knew of it, no real file was seen. Writes none.

Black is the left player, and the points of both are numbered as his. Lines that begin with neither player are no part of a game.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from tavla_cli.board import Step
from tavla_cli.formats.format import Format
from tavla_cli.formats.lines import Claims, OpenGame, sentences
from tavla_cli.grammar import grammar, span
from tavla_cli.record import Double, Drop, Match, Seat, Side, Take, Unplayed, Win
from tavla_cli.source import Source, Span

if TYPE_CHECKING:
    from lark import Token

_STARTS = ("roll", "double", "win", "play")
_OTHER_SIDE = 25  # a point of White's by his own number is what is left of it by Black's
_MOST_CUBE = 1 << 30
_ROLL = re.compile(r"^(Black|White)[ \t(]{2}[1-6][ \t,-][1-6](?=[\s)]|$)", re.M)
_END = re.compile(r"^(Black|White) wins(?!\w)", re.M)
_SURE = 6  # rolls that tell the format where no game has ended


class _Roll(NamedTuple):
    side: Side
    dice: tuple[int, int]
    text: str
    at: int  # where the play begins
    head: int  # where the dice begin


class _Double(NamedTuple):
    """`accepted` None: nothing stands behind the double."""

    side: Side
    accepted: bool | None
    at: int  # where the answer begins


class _Win(NamedTuple):
    side: Side
    level: int


class _Meaning:
    """The meaning of bkg.lark. An optional part that is missing is None."""

    def roll(self, roll: "Token", play: "Token | None") -> _Roll:
        at = span(roll)[1] if play is None else span(play)[0]
        return _Roll(_side(roll), (int(roll[7]), int(roll[9])), "" if play is None else play.rstrip(), at, 6 if roll[6] == "(" else 7)

    def double(self, player: "Token", answer: "Token | None") -> _Double:
        return _Double(_side(player), None if answer is None else answer.type == "ACCEPTED", 0 if answer is None else span(answer)[0])

    def win(self, player: "Token", level: "Token | None") -> _Win:
        return _Win(_side(player), 1 if level is None else 2 if level.type == "GAMMON" else 3)

    def play(self, *tokens: "Token") -> tuple[Step, ...]:
        """The steps with Black's numbers."""
        found: list[Step] = []
        for token in tokens:
            start, end = span(token)
            if token.type == "FROM":
                found.append(Step((int(token),), (), 1, start, end))
            elif token.type == "TO":
                to = int(re.findall("[0-9]+", token)[0])
                found[-1] = Step((*found[-1].points, to), (False,), 1, found[-1].start, end)
            else:
                found[-1] = Step(found[-1].points, (True,), 1, found[-1].start, end)
        return tuple(found)


def recognises(source: Source) -> bool:
    """Two rolls of Black's or White's with the dice in their columns, and the end of a game; or more rolls."""
    text = source.text.replace("\r", "\n") if "\r" in source.text and "\n" not in source.text else source.text
    rolls = sum(1 for _, _ in zip(range(_SURE), _ROLL.finditer(text), strict=False))
    return rolls == _SURE or (rolls > 1 and _END.search(text) is not None)


def read(source: Source) -> Iterator[Match]:
    reader = _Reader(Claims("bkg", source.text))
    for start, line in reader.claims.lines():
        if line.startswith(("Black", "White")):
            reader.line(start, line)
        elif line.strip():
            reader.claims.note(start, line)
    match = reader.claims.match(empty_means_dance=True)
    if match is not None:
        yield match


class _Reader:
    """`cube`: what the doubles of the game that were accepted have made of it."""

    def __init__(self, claims: Claims) -> None:
        self.claims = claims
        self.cube = 1

    def line(self, start: int, line: str) -> None:
        claims = self.claims
        line = line.rstrip()
        place = Span(start, start + len(line))
        said = _said(line, "roll" if len(line) > 7 and line[7].isdigit() else "double" if line.startswith("Doubles", 6) else "win")
        if not isinstance(said, _Roll | _Double | _Win):
            claims.unread(start, line)
            return
        if claims.game is None:
            claims.measure(0, start, line) if claims.length is None else None
            self.cube = 1
            claims.begin(OpenGame(None, (Seat("Black", None), Seat("White", None)), place))
            if claims.game is None:
                return
        if isinstance(said, _Roll):
            play, cell = self.play(said), Span(start + said.head, place.end)
            claims.played(said.side, said.dice, cell, said.text, play, said.at - said.head)
        elif isinstance(said, _Double):
            claims.add(said.side, Double(), place if said.accepted is None else Span(start, start + len(line[: said.at].rstrip())))
            if said.accepted is not None:
                claims.add(said.side.other, Take() if said.accepted else Drop(), Span(start + said.at, place.end))
                self.cube = min(self.cube << said.accepted, _MOST_CUBE)
        else:
            dropped = isinstance(claims.game.last, Drop)
            claims.add(said.side, Win(self.cube * (1 if dropped else said.level)), place)
            claims.end()

    def play(self, said: _Roll) -> tuple[Step, ...] | Unplayed | None:
        """The play with the mover's own numbers, its steps counted from the dice; None where it cannot be read."""
        if not said.text:
            return Unplayed.NOTHING
        found = _said(said.text, "play")
        if not isinstance(found, tuple):
            return None
        shift = said.at - said.head
        white = said.side is Side.RIGHT
        return tuple(
            Step(
                tuple(_OTHER_SIDE - point if white else point for point in step.points),
                step.hits,
                1,
                step.start + shift,
                step.end + shift,
            )
            for step in found
        )


def _side(token: str) -> Side:
    return Side.LEFT if token.startswith("Black") else Side.RIGHT


_said = sentences(lambda: grammar("bkg", _Meaning, _STARTS))
FORMAT = Format(recognises, read)
