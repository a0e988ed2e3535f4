"""What a writer gets: a record beside what the replay knows of it; and what it hands back. Plain values."""

from dataclasses import dataclass
from typing import NamedTuple

from tavla_cli.board import Play, Position
from tavla_cli.record import Ending, Entry, Game, Match, Side
from tavla_cli.rules import Rules


@dataclass(frozen=True, slots=True)
class Deed:
    """One entry of a game, and what stood on the table.

    `position` and `after` are the boards before and after it, seen by the player of the entry (by the left one where it has no player);
    None where nobody knows, or where several may be true. After an illegal play it is the board that the record leaves.
    `hops` is the play of a roll, each checker by one die, in an order in which it can be played, hits marked; () for a dance; None where
    it is no roll, where the play is illegal or unknown, or where the board is not known.
    `cube` and `owner` are those before it. `dance`: no play is legal. `rerouted`: the written way is not that of `hops`, because nobody can
    go it. `to`: the value that a double or beaver takes the cube to. `place`: `2.10L`.
    """

    entry: Entry
    position: Position | None = None
    after: Position | None = None
    hops: Play | None = None
    cube: int = 1
    owner: Side | None = None
    dance: bool = False
    rerouted: bool = False
    to: int | None = None
    place: str | None = None


@dataclass(frozen=True, slots=True)
class ToldGame:
    """One game. `start`: where it begins, seen by the left player; `set_up`: that is not the usual start of its variation, or the cube is
    not where it usually is.

    `score`: when it begins, left and right, as stated and else as walked; None where nobody knows. `crawford`: whether it is the Crawford
    game. `winner`, `points`: the result as stated and else as walked, uncapped as far as known; None where nobody knows. `how`: how else
    than on the board or by a drop it ended, None where it did not. `resigned`: the level 1 to 3 of a resignation, where that is sure.
    `dropped`: it ended with a drop.
    """

    game: Game
    start: Position | None
    set_up: bool
    deeds: tuple[Deed, ...]
    score: tuple[int, int] | None
    crawford: bool | None
    winner: Side | None
    points: int | None
    how: Ending | None = None
    resigned: int | None = None
    dropped: bool = False
    cube: int = 1
    owner: Side | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """One match. `names`: left and right, of its first score line, "" where there is none. `length`: points, 0 unlimited, None unknown.

    `variation`: a name of `tavla_cli.board.STARTS`, "standard" where it starts as none of them."""

    match: Match
    rules: Rules
    names: tuple[str, str]
    length: int | None
    variation: str
    games: tuple[ToldGame, ...]
    score: tuple[int, int] | None = None  # after the last game, uncapped
    complete: bool = False


class Lost(NamedTuple):
    """Something that the format cannot hold: a sentence with `{names}` of `args`, and the place of the first such thing."""

    template: str
    args: dict[str, object]
    place: str | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """A whole file: text, or the bytes of a binary format."""

    content: str | bytes
    lost: tuple[Lost, ...] = ()
