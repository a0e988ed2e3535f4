"""The answer to `--why ALICE BOB`: which criterion stands between two players, with both values and the matches they come from."""

from collections.abc import Iterator

from tavla_cli.reports.score import ScoreOptions
from tavla_cli.reports.score.layout import Column, Grid, number, person
from tavla_cli.reports.score.terms import CRITERIA
from tavla_cli.reports.score.text import grid
from tavla_cli.source import printable
from tavla_cli.tournament.criteria import ENDS, Part
from tavla_cli.tournament.standings import Attempt, Why
from tavla_cli.words import N_, translated

_OPTIONS = ScoreOptions()
_SHARED = N_("{first} and {second} share their rank: nothing in the director's order separates them.")
_PLAYOFF = N_("{first} and {second} are tied: a play-off decides.")
_DECIDED = N_("{first} stands before {second}, {better} to {worse}: {criterion}.")
_MISSING = "-"


def why(answer: Why, options: ScoreOptions = _OPTIONS) -> Iterator[str]:
    first, second = answer.players if answer.ahead != answer.players[1] else answer.players[::-1]
    names = {"first": person(first), "second": person(second)}
    if answer.ahead is None:
        yield translated(_PLAYOFF if answer.criterion == "play-off" else _SHARED).format(**names) + "\n"
    else:
        values = dict(zip(answer.players, answer.values, strict=True))
        better, worse = _number(values[first], options), _number(values[second], options)
        yield translated(_DECIDED).format(**names, criterion=_criterion(answer.criterion), better=better, worse=worse) + "\n"
    yield "\n"
    for line in grid(_tried(answer, options), options):
        yield line + "\n"
    if answer.criterion in (None, *ENDS):
        return
    for player, value, parts in zip(answer.players, answer.values, answer.parts, strict=True):
        yield "\n" + translated("{player}, {value}:").format(player=person(player), value=_number(value, options)) + "\n"
        for line in grid(_matches(parts, answer.criterion, options), options) if parts else (translated("no match"),):
            yield "  " + line + "\n"


def _tried(answer: Why, options: ScoreOptions) -> Grid:
    first, second = answer.players
    columns = (
        Column(translated("Criterion"), kind="words"),
        Column(person(first)),
        Column(person(second)),
        Column("", kind="signs"),
        Column(translated("Compared"), kind="words"),
    )
    rows = []
    for attempt in answer.tried:
        values = dict(attempt.values)
        own = values.get(first), values.get(second)
        others = ", ".join(person(name) for name in values)
        rows.append((_criterion(attempt.criterion), *(_number(value, options) for value in own), _outcome(attempt, own), others))
    return Grid(columns, tuple(rows))


def _outcome(attempt: Attempt, own: tuple[float | None, float | None]) -> str:
    if attempt.decided:
        return translated("decides")
    if None in own:
        return translated("cannot be used")
    return translated("equal") if own[0] == own[1] else translated("passed over")


def _matches(parts: tuple[Part, ...], criterion: str | None, options: ScoreOptions) -> Grid:
    columns = (
        Column(translated("Round")),
        Column(translated("Opponent"), kind="words"),
        Column(translated("Score"), kind="signs"),
        Column(translated("Value")),
        Column("", kind="signs"),
        Column(translated("Source"), kind="path"),
    )
    rows = []
    for part in parts:
        result = part.result
        score = ""
        if result is not None and result.score is not None:
            left, right = result.score if part.opponent != result.left else result.score[::-1]
            score = f"{left}-{right}"
        opponent = person(part.opponent) if part.opponent else translated("nobody")
        value = _number(part.value, options) + (f":{_number(part.against, options)}" if criterion == "ratio" else "")
        left_out = "" if part.counted else translated("not counted")
        sources = printable(", ".join(result.sources)) if result else ""
        rows.append(("" if part.round is None else str(part.round), opponent, score, value, left_out, sources))
    return Grid(columns, tuple(rows))


def _criterion(name: str | None) -> str:
    """`Buchholz, the sum of the opponents' scores`; its name where we have no words for it."""
    if name == "points":
        return translated("points")
    return translated(CRITERIA[name][1]) if name in CRITERIA else printable(name or "")


def _number(value: float | None, options: ScoreOptions) -> str:
    return number(value, options.point) or _MISSING
