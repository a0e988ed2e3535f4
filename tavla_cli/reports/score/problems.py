"""What stands before the tables: findings of the tournament, inputs that cannot be read, matches with errors; each with what to do."""

from collections.abc import Iterator
from typing import NamedTuple

from tavla_cli.reports.concise import location
from tavla_cli.reports.score.terms import ADVICE
from tavla_cli.results import Diagnostic, Severity
from tavla_cli.source import printable
from tavla_cli.tournament.model import MatchRecord, Scored
from tavla_cli.words import counted, message, translated

_ORDER: dict[Severity, int] = {"error": 0, "warning": 1, "note": 2}


class Problem(NamedTuple):
    """All texts are printable. `code` is empty where no check found it; `advice` is empty or whole sentences."""

    severity: Severity
    where: str
    code: str
    sentence: str
    advice: str


def problems(scored: Scored) -> list[Problem]:
    """Errors first, then warnings and notes; otherwise in the order in which they were found."""
    return sorted([*_findings(scored), *_unreadable(scored), *_faulty(scored)], key=lambda problem: _ORDER[problem.severity])


def counts(found: list[Problem]) -> dict[Severity, int]:
    return {severity: sum(problem.severity == severity for problem in found) for severity in _ORDER}


def counts_line(found: list[Problem], notes_shown: bool) -> str:
    """`3 errors, 1 warning, 2 notes (--notes shows them)`; empty where there is nothing."""
    n = counts(found)
    words = []
    if n["error"]:
        words.append(counted("{n} error", "{n} errors", n["error"]))
    if n["warning"]:
        words.append(counted("{n} warning", "{n} warnings", n["warning"]))
    if n["note"]:
        notes = counted("{n} note", "{n} notes", n["note"])
        words.append(notes if notes_shown else f"{notes} ({translated('--notes shows them')})")
    return ", ".join(words)


def _findings(scored: Scored) -> Iterator[Problem]:
    for diagnostic in scored.diagnostics:
        yield _problem(diagnostic)


def _unreadable(scored: Scored) -> Iterator[Problem]:
    for file in scored.files:
        if file.skipped:
            continue
        if file.trouble:
            yield Problem("error", printable(file.path), "", printable(file.trouble[1]), "")
        for diagnostic in file.diagnostics:  # those of a match are counted with the match
            if diagnostic.severity == "error":
                yield _problem(diagnostic)


def _faulty(scored: Scored) -> Iterator[Problem]:
    told = {(diagnostic.path, diagnostic.match) for diagnostic in scored.diagnostics if diagnostic.code == "M412"}
    for record in scored.records:
        if record.errors and (record.path, record.match) not in told and (record.path, None) not in told:
            yield Problem("warning", _place(record), "", _errors(record), translated(ADVICE["M412"]))


def _problem(diagnostic: Diagnostic) -> Problem:
    advice = ADVICE.get(diagnostic.code)
    return Problem(
        diagnostic.severity,
        location(diagnostic),
        f"{diagnostic.code} {diagnostic.name}",
        printable(message(diagnostic)),
        translated(advice) if advice else "",
    )


def _place(record: MatchRecord) -> str:
    return printable(record.path) + (f" ({translated('match {n}').format(n=record.match)})" if record.match > 1 else "")


def _errors(record: MatchRecord) -> str:
    left, right = (printable(name) if name.strip() else translated("(no name)") for name in record.players)
    number = counted("{n} error", "{n} errors", record.errors)
    text = translated("{errors} in the match of {left} and {right}").format(errors=number, left=left, right=right)
    return text + (f" ({printable(record.first_error)})." if record.first_error else ".")
