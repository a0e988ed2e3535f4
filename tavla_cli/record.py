"""What a match file claims, each claim with its place. Knows no rules."""

from bisect import bisect_right
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from operator import attrgetter
from typing import NamedTuple

from tavla_cli.board import Position, Step
from tavla_cli.source.span import Span
from tavla_cli.source.text import Source


class Side(IntEnum):
    """LEFT is the left column of a `.mat`, White in SGF, the first player elsewhere."""

    LEFT = 0
    RIGHT = 1

    @property
    def other(self) -> "Side":
        return Side.RIGHT if self is Side.LEFT else Side.LEFT


class Unplayed(Enum):
    """What stands where a play should: five different facts."""

    CANNOT_MOVE = "the record says that the player cannot move"
    NOTHING = "the record says nothing; what that means is the replay's to say"
    UNKNOWN = "the record says that the play is not known (`????`)"
    UNREADABLE = "something stands there that cannot be read"
    DECLARED = "the record says that the play was illegal and shows the position after it"


class Ending(Enum):
    """How else than on the board a game can end."""

    RESIGNATION = "resignation"
    TIME = "time"
    FORFEIT = "forfeit"
    SETTLEMENT = "settlement"
    ABORTED = "aborted"


@dataclass(frozen=True, slots=True)
class Dump:
    """A position after a play that the record calls illegal, and what else it says there (Snowie's 40 fields say all of it).

    `position` is seen by the player whose turn it then is, not by the one who made the play. `score` is his first. `next_dice` is his roll,
    the next of the match. What the record does not say is None.
    """

    position: Position
    crawford: bool | None = None
    score: tuple[int, int] | None = None
    cube: int | None = None
    owner: int | None = None  # 1 the player whose turn it is, 0 nobody, -1 the other
    next_dice: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll and what was done with it. `dice` as written, any digits; None when the record has no roll (`????`, `00:`)."""

    dice: tuple[int, int] | None
    play: tuple[Step, ...] | Unplayed
    text: str = ""  # the play as written, without the dice
    dump: Dump | None = None
    unread: tuple[int, int] | None = field(default=None, compare=False)  # where an unreadable play breaks, from the beginning of the cell


@dataclass(frozen=True, slots=True)
class Double:
    """`to`: the value the cube goes to, None where the record does not say. `after_dice`: it stands in one cell behind dice."""

    to: int | None = None
    after_dice: bool = False


@dataclass(frozen=True, slots=True)
class Beaver:
    """A redouble by the player who was doubled, who keeps the cube; the answer to a beaver is a raccoon (`raccoon` True)."""

    to: int | None = None
    raccoon: bool = False


@dataclass(frozen=True, slots=True)
class Take:
    pass


@dataclass(frozen=True, slots=True)
class Drop:
    pass


@dataclass(frozen=True, slots=True)
class Resign:
    """The player whose cell it is gives the game (or the match) up. `level`: 1 single, 2 gammon, 3 backgammon, None not said."""

    match: bool = False
    level: int | None = None
    points: int | None = None
    how: Ending = Ending.RESIGNATION


@dataclass(frozen=True, slots=True)
class Win:
    """`Wins N points`: the player whose cell it is has won. `points` is None where the record does not say."""

    points: int | None = None
    match: bool = False


@dataclass(frozen=True, slots=True)
class Loss:
    """`Losses N point`: the player whose cell it is has lost N points."""

    points: int | None = None
    match: bool = False


@dataclass(frozen=True, slots=True)
class SetBoard:
    """The record sets the board. `position` is seen by the left player; `cube` and `owner` are None where not said.

    A position that cannot be is kept as it is; None when the text shows no position at all.
    """

    position: Position | None
    cube: int | None = None
    owner: Side | None = None


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment inside a game that says how it ended."""

    how: Ending


@dataclass(frozen=True, slots=True)
class Unread:
    """A cell of a player's that cannot be read: nothing is known of it."""

    text: str


Action = Roll | Double | Beaver | Take | Drop | Resign | Win | Loss | SetBoard | Remark | Unread


@dataclass(frozen=True, slots=True)
class Entry:
    """One cell. `row`: the number before `)` that it stands behind, None for an unnumbered line; see `formats.numbering` for formats
    without rows."""

    side: Side | None
    action: Action
    row: int | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Row:
    """The number of a row. `only_result`: nothing but a result stands in it. `before`: how many entries of the game stand before it."""

    number: int
    only_result: bool
    before: int
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Seat:
    """One half of a score line. `name` without the rating; `rating` as written, None where there is none."""

    name: str
    score: int | None
    rating: str | None = None
    span: Span = field(default=Span(0, 0), compare=False)  # the whole half
    name_span: Span = field(default=Span(0, 0), compare=False)
    score_span: Span = field(default=Span(0, 0), compare=False)


@dataclass(frozen=True, slots=True)
class Game:
    """One game as recorded. `number` is what the file says, None where it says nothing. `seats` are left and right.

    `crawford`: the record calls this game the Crawford game (True), or does not say (None). `throw`: the opening throw, left die and
    right die, where the format records it. `cube`: the value the cube has in the middle when the game begins, where the format says.
    `on_roll`: whose turn it is after the board is set, where the format says so and keeps positions.
    """

    number: int | None
    seats: tuple[Seat, Seat] | None
    entries: tuple[Entry, ...]
    rows: tuple[Row, ...] = ()
    crawford: bool | None = None
    throw: tuple[int, int] | None = None
    cube: int | None = None
    span: Span = field(default=Span(0, 0), compare=False)  # the line that begins the game
    seats_span: Span = field(default=Span(0, 0), compare=False)
    on_roll: Side | None = None


@dataclass(frozen=True, slots=True)
class Tag:
    """A header line `; [Key "Value"]`."""

    key: str
    value: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Length:
    """The match line. `points` as written (0: unlimited, negative possible), None where it is no number; `money` where it says so in
    words."""

    points: int | None
    money: bool = False
    span: Span = field(default=Span(0, 0), compare=False)


@dataclass(frozen=True, slots=True)
class Fault:
    """Something in the text that is no claim about the match: an unreadable line (`code` T101), a text that breaks off (T103), a limit
    (T115)."""

    code: str
    span: Span = field(compare=False)
    game: int | None = None  # the ordinal of the game it stands in, 1-based
    row: int | None = None
    side: Side | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Comment:
    """What somebody wrote about the match. `game` is the ordinal of the game it stands in, None before the first; `entry` the index of the
    entry of that game which it is about, None where it is about the game as a whole."""

    text: str
    game: int | None = None
    entry: int | None = None
    span: Span = field(default=Span(0, 0), compare=False)


class Node(NamedTuple):
    """What a place is called in a format that has no lines: from the offset `start` to the next node everything is in the node `name`
    (`1/14` in SGF: game tree and node; `record 17`). Both numbers count from 1."""

    start: int
    name: str


Habit = bool | None


@dataclass(frozen=True, slots=True)
class Habits:
    """What the writer of the record always does: True, False, or None for unknown.

    `plays` False: it holds results and no play of a game. `states_results` False: it never says how a game ended that was played out.
    """

    marks_hits: Habit = None
    caps_points: Habit = None
    says_and_the_match: Habit = None
    empty_means_dance: Habit = None
    numbers_rows: Habit = None
    plays: Habit = None
    states_results: Habit = None


@dataclass(frozen=True, slots=True)
class Match:
    """One match as recorded. `ordinal` counts the matches of the input from 1.

    `final`: the score after the last game, where the record states it beside the results. `nodes`, in the order of their places, where the
    format has such. `beside` names what else the file holds and nobody here reads:
    "analysis", "rollouts", "clock", "video", "pictures", "statistics", "signatures", "ratings"; plain English nouns.
    `source` is what the spans count in, where the library read it (`tavla_cli.read`).
    """

    format: str
    dialect: str
    length: Length | None
    games: tuple[Game, ...]
    tags: tuple[Tag, ...] = ()
    habits: Habits = Habits()
    faults: tuple[Fault, ...] = ()
    ordinal: int = 1
    span: Span = field(default=Span(0, 0), compare=False)
    comments: tuple[Comment, ...] = ()
    beside: tuple[str, ...] = field(default=(), compare=False)
    nodes: tuple[Node, ...] = field(default=(), compare=False, repr=False)
    source: Source | None = field(default=None, compare=False, repr=False)
    final: tuple[Seat, Seat] | None = None

    def node(self, offset: int) -> str | None:
        """The name of the node that a place is in; None where there are none."""
        if not self.nodes:
            return None
        return self.nodes[max(bisect_right(self.nodes, offset, key=attrgetter("start")) - 1, 0)].name

    def tag(self, key: str) -> str | None:
        """The value of a header line, keys compared without regard to case and blanks; the last one where there are several."""
        wanted = key.replace(" ", "").casefold()
        found = None
        for tag in self.tags:
            if tag.key.replace(" ", "").casefold() == wanted:
                found = tag.value
        return found
