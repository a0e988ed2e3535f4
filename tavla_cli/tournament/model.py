"""What a tournament is made of: players, results, stages, tables. Holds values only; reads no files and decides nothing."""

from dataclasses import dataclass, field
from enum import Enum
from typing import Literal

from tavla_cli.results import Diagnostic, FileResult

Winner = Literal["left", "right"]
Score = tuple[int, int]


class Kind(Enum):
    """Where a result comes from; the value is how event files and CSV files write it."""

    RECORD = "record"  # derived from a transcript
    TYPED = "typed"  # the director's word
    FORFEIT = "forfeit"
    WALKOVER = "walkover"
    SETTLED = "settled"
    BYE = "bye"
    UNPLAYED = "unplayed"


class Form(Enum):
    """How a stage is played; the value is how event files write it."""

    ROUND_ROBIN = "round-robin"
    SWISS = "swiss"
    LIVES = "lives"
    SINGLE_ELIMINATION = "single-elimination"
    DOUBLE_ELIMINATION = "double-elimination"
    LEAGUE = "league"
    OPEN = "open"  # no event file: whatever was played


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """One transcript with what the replay made of it. Names as written; scores are uncapped (left, right), None where they cannot be known.

    `errors` and `warnings` count the findings of the match; `event`, `round` and `date` are header values, None where there is none.
    `stamp` are the rolls' fingerprint (digest): equal for two records of one match. `rolls`: the dice, as MatchResult has them; of two
    records of one match the shorter begins the longer.
    """

    path: str
    match: int
    players: tuple[str, str]
    nicks: tuple[
        str, str
    ]  # the header's Player 1, Player 2, put beside the columns they belong to, as far as that can be told; "" for none
    length: int | None
    score: Score | None
    claimed_score: Score | None
    winner: Winner | None
    complete: bool
    games: int
    turns: int
    errors: int
    warnings: int
    event: str | None
    round: str | None
    date: str | None
    stamp: str
    first_error: str | None = None  # the place of the first error
    format: str = ""
    rolls: bytes = b""


@dataclass(frozen=True, slots=True)
class Player:
    """One player of an event. `name` is how he is shown; `aliases` are other spellings that mean him. `withdrawn`: the round after
    which he left (0: before the first)."""

    name: str
    aliases: tuple[str, ...] = ()
    seed: int | None = None
    rating: float | None = None
    experience: int | None = None
    club: str | None = None
    withdrawn: int | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """One match as it counts in the table. Players are names of Player; `right` is None for a bye.

    `score`: match points (left, right), capped at the length unless the event says not; None where nobody knows. `winner` None: drawn,
    unplayed or unfinished.
    `stands`: "director" when an event file or CSV says so, "record" when a transcript does. `sources` name the files (and lines) it
    rests on. `complete`: somebody reached the length. `faulty`: the transcript has errors. `beside`: the score (left, right) of a
    transcript that contradicts the director, whose word stands.
    """

    stage: str
    round: int | None
    left: str
    right: str | None
    score: Score | None
    winner: Winner | None
    kind: Kind
    length: int | None
    stands: Literal["director", "record"]
    complete: bool = True
    faulty: bool = False
    sources: tuple[str, ...] = ()
    record: MatchRecord | None = field(default=None, compare=False)
    beside: Score | None = None

    @property
    def winner_name(self) -> str | None:
        return self.left if self.winner == "left" else self.right if self.winner == "right" else None

    @property
    def loser_name(self) -> str | None:
        return self.right if self.winner == "left" else self.left if self.winner == "right" else None


@dataclass(frozen=True, slots=True)
class Points:
    """What a result is worth in the standings. `bye_score`: the match points that a bye or forfeit counts as (winner, loser), None:
    the length to nothing."""

    win: float = 1
    loss: float = 0
    draw: float = 0.5
    bye: float = 1
    forfeit_win: float = 1
    forfeit_loss: float = 0
    unplayed: float = 0
    bye_score: Score | None = None


@dataclass(frozen=True, slots=True)
class Intake:
    """Where a stage's players come from: all, or of another stage the losers of some rounds, the ranks from-to, or those with so many
    lives left."""

    stage: str | None = None
    losers_of_rounds: tuple[int, ...] = ()
    ranks: tuple[int, int] | None = None
    lives: int | None = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Stage:
    """One part of an event. `tiebreaks` are names of criteria in the director's order. `cap`: match points are capped at the length.

    `groups` for round robins: a name and its players; `double`: everybody meets twice. `lives`: how many losses put a player out.
    `withdrawals`: what the matches of a round robin or league count as that a player who left did not play.
    `consolation` and `last_chance`: names of the stages that take the losers, where elimination has them; `recharge`: the
    double-elimination final is played again when the winner of the losers' side wins it.
    """

    name: str
    form: Form
    intake: Intake = Intake()
    rounds: int | None = None
    length: int | None = None
    lengths: tuple[int, ...] = ()  # by round, where they differ
    rules: str | None = None
    points: Points = Points()
    tiebreaks: tuple[str, ...] = ()
    cap: bool = True
    groups: tuple[tuple[str, tuple[str, ...]], ...] = ()
    double: bool = False
    lives: int = 0
    withdrawals: Literal["forfeit", "unplayed"] = "forfeit"
    recharge: bool = True
    consolation: str | None = None
    last_chance: str | None = None
    bracket: tuple[str | None, ...] = ()  # the draw of the first round, top to bottom, None a bye
    preset: str | None = None  # the published order its points and tie-breaks are from, such as "turkish-league"


@dataclass(frozen=True, slots=True)
class Event:
    """A tournament or league as the event file describes it. `results` are the director's own; `placed` maps "path" or "path#match" to
    (stage, round). `open_roster`: no players are listed; whoever played is one."""

    name: str
    players: tuple[Player, ...]
    stages: tuple[Stage, ...]
    results: tuple[Result, ...] = ()
    placed: tuple[tuple[str, str, int | None], ...] = ()
    rating: str | None = None
    date: str | None = None
    open_roster: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One line of standings. `tiebreaks`: every criterion of the stage with its value, in the director's order, shown whether it
    decided or not.

    `rank` is shared by players whom no criterion separates; `shared` says so. `playoff`: the director's order ends in a play-off that
    is needed here.
    """

    rank: int
    player: str
    played: int
    won: int
    lost: int
    drawn: int
    points: float
    points_for: int
    points_against: int
    tiebreaks: dict[str, float | None]
    shared: bool = False
    playoff: bool = False
    lives: int | None = None
    withdrawn: bool = False
    marks: str = ""
    group: str | None = None


@dataclass(frozen=True, slots=True)
class Slot:
    """One match of a bracket. `round` from 1; `left` and `right` are names, "bye", or None while not known. `feeds`: the slot the
    winner goes to, `drops`: the loser."""

    id: str
    round: int
    title: str
    left: str | None
    right: str | None
    result: Result | None
    feeds: str | None = None
    drops: str | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """What became of one stage. `cross[a][b]`: the results of a against b as texts of the table ("5-3", "f"), for up to 20 players;
    `wall`: a wall chart
    (player -> cells such as "12W") otherwise. `notes`: whole sentences under the table, such as the rule for unplayed rounds.
    """

    stage: Stage
    lines: tuple[Line, ...]
    results: tuple[Result, ...]
    notes: tuple[str, ...] = ()
    cross: dict[str, dict[str, str]] | None = None
    wall: dict[str, tuple[str, ...]] | None = None
    bracket: tuple[Slot, ...] = ()


@dataclass(frozen=True, slots=True)
class Rated:
    """A player's rating before and after. `matches` are the rated ones."""

    player: str
    before: float
    after: float
    experience_before: int
    experience_after: int
    matches: int


@dataclass(frozen=True, slots=True)
class Scored:
    """Everything `tavla score` knows: the report's whole input. `diagnostics` are the M findings, the text report begins with them."""

    event: Event
    records: tuple[MatchRecord, ...]
    tables: tuple[Table, ...]
    diagnostics: tuple[Diagnostic, ...]
    ratings: tuple[Rated, ...] = ()
    rating_system: str | None = None
    files: tuple[FileResult, ...] = ()
    notes: tuple[str, ...] = ()
