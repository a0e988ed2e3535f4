"""What tavla must reach, and how near a run came to it: the rows, their ratios, and the tables made of them. Runs nothing."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, Literal, NamedTuple

Verdict = Literal["goal", "floor", "short", "skipped"]
Json = dict[str, Any]


class Sample(NamedTuple):
    """One run of a program. `mib`: the largest of its processes; 0 where it was not looked at."""

    seconds: float
    mib: float = 0.0


Samples = Mapping[str, Sequence[Sample]]
"""The runs of each program, by its key."""


@dataclass(frozen=True, slots=True)
class Row:
    """`tavla` and `other` are keys of programs. A ratio is of wall times, or of speeds, and then has to be large.

    `group`: what is run in turns. `work` may name {few} and {many}, how many matches those are.
    """

    key: str
    group: str
    work: str
    tavla: str
    other: str
    floor: float
    goal: float
    speeds: bool = False


ROWS = (
    Row("one", "one", "validate: one clean match", "one", "gnubg one", 0.75, 0.6),
    Row("one-wrong", "one-wrong", "validate: one match with a finding, text", "one-wrong", "gnubg one-wrong", 1.2, 1.05),
    Row("few", "few", "validate: {few} clean matches in as many files", "few", "gnubg few", 0.25, 0.10),
    Row("many", "many", "validate: {many} clean matches in as many files", "many", "gnubg many", 0.20, 0.10),
    Row("many-cat", "many", "the same, against cat", "many", "cat many", 3, 1.5),
    Row("many-wrong", "many-wrong", "validate: the same, every tenth with a finding", "many-wrong", "gnubg many-wrong", 0.6, 0.3),
    Row("stdin", "many", "validate: one file of {many} matches, from standard input", "stdin", "gnubg many", 0.25, 0.12),
    Row("score", "many", "score: {many} matches", "score", "gnubg many", 0.25, 0.12),
    Row("summarise", "few", "summarise --output jsonl: {few} matches", "summarise", "gnubg few", 1.5, 0.5),
    Row("moves", "moves", "moves - --output jsonl: positions a second, at least", "moves", "gnubg-nn", 0.05, 0.2, True),
    Row("count", "moves", "moves - --count: positions a second, at least", "count", "gnubg-nn", 0.2, 1, True),
    Row("long-way", "few", "validate: {few} clean matches, nothing compiled", "long-way", "gnubg few", 4, 2),
)

MEMORY_KEY, MEMORY_WORK, MEMORY_FLOOR, MEMORY_GOAL = "memory", "peak memory of all of these, MiB", 75.0, 40.0
KEYS = (*(row.key for row in ROWS), MEMORY_KEY)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a row. `ratio` (of the memory: MiB) is None where it was skipped, and `why` says why."""

    key: str
    work: str
    against: str
    floor: float
    goal: float
    at_least: bool
    ratio: float | None
    verdict: Verdict
    tavla: Json | None = None
    other: Json | None = None
    why: str = ""


def outcomes(
    samples: Samples, missing: Mapping[str, str], wanted: Iterable[str] = KEYS, few: int = 2_000, many: int = 20_000
) -> list[Outcome]:
    """The wanted rows in their order. `missing`: programs that could not be run, each with the reason."""
    keys = set(wanted)
    sizes = {"few": f"{few:,}", "many": f"{many:,}"}
    found = [_outcome(row, samples, missing, sizes) for row in ROWS if row.key in keys]
    return [*found, _memory(samples, keys)] if MEMORY_KEY in keys else found


def ratio(tavla: Sequence[Sample], other: Sequence[Sample], speeds: bool = False) -> float:
    """Of the medians: what tavla takes for each second of the other, or with `speeds` what it does for each piece of the other's work.

    For speeds `seconds` is what one position takes.
    """
    mine, theirs = _seconds(tavla), _seconds(other)
    return theirs / mine if speeds else mine / theirs


def verdict(value: float, floor: float, goal: float, at_least: bool = False) -> Verdict:
    if at_least:
        value, floor, goal = -value, -floor, -goal
    return "goal" if value <= goal else "floor" if value <= floor else "short"


def _outcome(row: Row, samples: Samples, missing: Mapping[str, str], sizes: Mapping[str, str]) -> Outcome:
    work = row.work.format_map(sizes)
    against = row.other.partition(" ")[0]
    tavla, other = samples.get(row.tavla, ()), samples.get(row.other, ())
    why = "; ".join(missing[key] for key in (row.tavla, row.other) if key in missing)
    if not (tavla and other):
        why = why or "was not run"
        return Outcome(row.key, work, against, row.floor, row.goal, row.speeds, None, "skipped", _summary(tavla), _summary(other), why)
    value = ratio(tavla, other, row.speeds)
    known = verdict(value, row.floor, row.goal, row.speeds)
    return Outcome(row.key, work, against, row.floor, row.goal, row.speeds, value, known, _summary(tavla), _summary(other))


def _memory(samples: Samples, keys: set[str]) -> Outcome:
    """Of what was run for the other rows."""
    runs = [(sample.mib, row.key) for row in ROWS if row.key in keys for sample in samples.get(row.tavla, ()) if sample.mib]
    if not runs:
        return Outcome(MEMORY_KEY, MEMORY_WORK, "", MEMORY_FLOOR, MEMORY_GOAL, False, None, "skipped", why="nothing was run")
    most, key = max(runs)
    return Outcome(
        MEMORY_KEY,
        MEMORY_WORK,
        "",
        MEMORY_FLOOR,
        MEMORY_GOAL,
        False,
        most,
        verdict(most, MEMORY_FLOOR, MEMORY_GOAL),
        {"row": key},
    )


def _seconds(samples: Sequence[Sample]) -> float:
    return median(sample.seconds for sample in samples)


def _summary(samples: Sequence[Sample]) -> Json | None:
    if not samples:
        return None
    return {
        "seconds": _seconds(samples),
        "fastest": min(sample.seconds for sample in samples),
        "slowest": max(sample.seconds for sample in samples),
        "runs": len(samples),
        "mib": round(max(sample.mib for sample in samples), 1),
    }


# ---- tables


def as_json(outcome: Outcome) -> Json:
    return {name: getattr(outcome, name) for name in Outcome.__slots__}


def table(found: Iterable[Json]) -> Iterator[str]:
    """Rows of a results file, for a terminal."""
    yield f"{'':42} {'tavla':>9} {'other':>9}  {'ratio':>7} {'floor':>6} {'goal':>6}"
    for row in found:
        head = f"{row['key']:<11} {row['against'] or 'MiB':<9}"
        if row["ratio"] is None:
            yield f"{head} SKIPPED: {row['why']}"
            continue
        tavla, other = row["tavla"] or {}, row["other"] or {}
        spread = _spread(tavla) + " " * 4 if other else f"most in {tavla['row']}"
        yield (
            f"{head} {spread:<20} {_time(tavla.get('seconds')):>9} {_time(other.get('seconds')):>9}"
            f"  {_number(row['ratio']):>7} {_number(row['floor']):>6} {_number(row['goal']):>6}  {_SAID[row['verdict']]}"
        )


def markdown(results: Json) -> Iterator[str]:
    """Rows of a results file as a README has them."""
    yield "| work | against | ratio | must be | goal |"
    yield "|---|---|---|---|---|"
    for row in results["rows"]:
        sign = "at least " if row["at_least"] else "at most "
        value = f"not run: {row['why']}" if row["ratio"] is None else f"{_number(row['ratio'])}{_MARKS[row['verdict']]}"
        yield f"| {row['work']} | {row['against']} | {value} | {sign}{_number(row['floor'])} | {_number(row['goal'])} |"


_SAID: dict[str, str] = {"goal": "goal reached", "floor": "floor holds", "short": "FLOOR MISSED", "skipped": ""}
_MARKS: dict[str, str] = {"goal": "", "floor": "", "short": " (short of it)", "skipped": ""}


def _spread(summary: Json) -> str:
    middle = summary["seconds"] or 1
    return f"{summary['fastest'] / middle:.2f}-{summary['slowest'] / middle:.2f} x{summary['runs']}"


def _time(seconds: float | None) -> str:
    if seconds is None:
        return ""
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1e3:.1f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.1f} us"


def _number(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.3g}"
