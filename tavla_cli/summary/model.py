"""Summaries as reports get them: one match with its course, statistics and chances, one input, and a player over many matches."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields, replace

from tavla_cli.board import Position
from tavla_cli.examine import Options, examine_input
from tavla_cli.record import Match, Side
from tavla_cli.replay.events import Event
from tavla_cli.results import FileResult
from tavla_cli.rules import Rules
from tavla_cli.source import Input, Places
from tavla_cli.summary.course import Course, CourseWalk, Game, Score, Turn
from tavla_cli.summary.met import chances
from tavla_cli.summary.statistics import Facts, GameFacts, Statistics, facts, game_facts, statistics
from tavla_cli.walk import NoPlace, Place, read_place

_DATES = ("EventDate", "Date")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to summarise: `match` one ordinal of each input, None all; `boards`: "last" of each game, "every" turn, or a place; `forced`
    plays counted too."""

    match: int | None = None
    boards: str | Place | None = None
    forced: bool = False


@dataclass(frozen=True, slots=True)
class Diagram:
    """A board to be drawn: after the turn, seen by the player who rolled."""

    game: int
    turn: Turn
    position: Position


@dataclass(frozen=True, slots=True)
class Summary:
    """One match. Scores are (left, right), uncapped; `length` 0 is unlimited, None unknown. `event`, `date`, `round` and `site` are header
    values. `errors` and `warnings` count what `validate` finds. `games` come without their turns."""

    path: str
    match: int
    digest: str
    players: tuple[str, str]
    length: int | None
    event: str | None
    date: str | None
    round: str | None
    site: str | None
    score: Score | None
    claimed_score: Score | None
    winner: Side | None
    complete: bool
    errors: int
    warnings: int
    games: tuple[Game, ...]
    facts: Facts
    statistics: tuple[Statistics, Statistics]
    diagrams: tuple[Diagram, ...] = ()

    @property
    def game_facts(self) -> tuple[GameFacts, ...]:
        return tuple(game_facts(game) for game in self.games)

    @property
    def chances(self) -> tuple[float | None, ...]:
        """The left player's chances to win the match before each game."""
        return tuple(game.chances for game in self.games)


@dataclass(frozen=True, slots=True)
class FileSummary(FileResult):
    """One input with the summaries of its matches, those that were wanted."""

    summaries: tuple[Summary, ...] = ()


def summarise_input(item: Input, options: Options, wanted: Wanted) -> FileSummary:
    """Everything about one input. Never raises on content; raises as `examine_input` does."""
    drafts: list[Summary | None] = []

    def tap(match: Match, rules: Rules, places: Places | None, happened: Iterator[list[Event]]) -> Iterator[list[Event]]:
        if wanted.match not in (None, match.ordinal):
            drafts.append(None)
            yield from happened
            return
        walk = CourseWalk(match, rules)
        for events in happened:
            walk.add(events)
            yield events
        drafts.append(summary(walk.course(), match, rules, item.name, places, wanted))

    result = examine_input(item, options, tap)
    summaries = tuple(
        replace(draft, errors=match.count("error"), warnings=match.count("warning"))
        for draft, match in zip(drafts, result.matches, strict=True)
        if draft is not None
    )
    return FileSummary(**{f.name: getattr(result, f.name) for f in fields(result)}, summaries=summaries)


def summary(course: Course, match: Match, rules: Rules, path: str, places: Places | None, wanted: Wanted = Wanted()) -> Summary:
    """The summary of a match that has been walked; errors and warnings are not yet in it."""
    return Summary(
        path,
        match.ordinal,
        course.digest,
        course.players,
        course.length,
        _tag(match, "Event"),
        next((date for date in (_tag(match, key) for key in _DATES) if date), None),
        _tag(match, "Round"),
        _tag(match, "Site"),
        course.score,
        course.claimed_score,
        course.winner,
        course.complete,
        0,
        0,
        tuple(replace(game, sheet=(), chances=_chances(game, course, rules)) for game in course.games),
        facts(course),
        statistics(course, wanted.forced),
        tuple(_diagrams(course, wanted.boards, places)),
    )


def _tag(match: Match, key: str) -> str | None:
    value = match.tag(key)
    return value.strip() or None if value is not None else None


def _chances(game: Game, course: Course, rules: Rules) -> float | None:
    """By the table, which speaks of matches with a cube."""
    if game.score is None or not course.length or (rules.cube is False and course.length > 1):
        return None
    return chances(course.length, game.score, game.crawford)


# ---- boards


def read_boards(text: str) -> str | Place:
    """What `--board` wants: `last`, `every`, or a place. Raises NoPlace."""
    return text if text in ("last", "every") else read_place(text)


def _diagrams(course: Course, wanted: str | Place | None, places: Places | None) -> Iterator[Diagram]:
    if wanted is None:
        return
    for game in course.games:
        turns: Iterable[Turn] = game.sheet
        if wanted == "last" or (isinstance(wanted, Place) and wanted.last and wanted.game == game.number):
            turns = [turn for turn in game.sheet if turn.after is not None][-1:]
        elif isinstance(wanted, Place):
            turns = [turn for turn in game.sheet if _at(game, turn, wanted, places)]
        for turn in turns:
            if turn.after is not None:
                yield Diagram(game.number, turn, turn.after)


def _at(game: Game, turn: Turn, place: Place, places: Places | None) -> bool:
    if place.line is not None:
        return places is not None and places.line_and_column(turn.start)[0] == place.line
    return not place.last and game.number == place.game and place.row in (None, turn.row) and place.side in (None, turn.side)


# ---- players over many matches


@dataclass(frozen=True, slots=True)
class Total:
    """One player over many matches. `name` as it was written first, `names` all spellings of it, sorted."""

    name: str
    names: tuple[str, ...]
    statistics: Statistics


@dataclass(slots=True)
class Totals:
    """Adds players up across matches. Two names are one player when they are alike without regard to case, `_` and blanks; nothing is
    guessed beyond that. Players without a name are left out, and counted as `nameless`."""

    players: dict[str, Total] = field(default_factory=dict)
    nameless: int = 0

    def add(self, summary: Summary) -> None:
        for name, mine in zip(summary.players, summary.statistics, strict=True):
            key = folded(name)
            if not key:
                self.nameless += 1
                continue
            known = self.players.get(key)
            if known is None:
                self.players[key] = Total(name, (name,), mine)
            else:
                names = known.names if name in known.names else tuple(sorted((*known.names, name)))
                self.players[key] = Total(known.name, names, known.statistics + mine)

    def sorted(self) -> list[Total]:
        """Whoever played most matches first, then by name."""
        return sorted(self.players.values(), key=lambda total: (-total.statistics.matches, folded(total.name)))


def folded(name: str) -> str:
    return "".join(name.casefold().replace("_", " ").split())


__all__ = [
    "Diagram",
    "FileSummary",
    "NoPlace",
    "Summary",
    "Total",
    "Totals",
    "Wanted",
    "folded",
    "read_boards",
    "summarise_input",
    "summary",
]
