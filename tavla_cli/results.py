"""What an examination hands to a report: plain values, ready to be written in any form. Decides nothing."""

from dataclasses import dataclass, field
from typing import Literal

Severity = Literal["error", "warning", "note"]
Verdict = Literal["clean", "accepted", "warnings", "errors", "unreadable"]


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. Lines, columns, matches, games, rows and turns count from 1; columns count code points; None where it does not apply.

    The message is `template` translated and filled with `args`. `excerpt` is the user's own line, raw: it may hold anything that a
    file can. `legal_plays` are the five nearest to what was played; `position` an XGID of the board before the roll was played.
    """

    path: str
    code: str
    name: str
    severity: Severity
    template: str
    args: dict[str, object]
    match: int | None = None
    game: int | None = None
    game_number: int | None = None
    row: int | None = None
    turn: int | None = None
    place: str | None = None
    player: str | None = None
    side: Literal["left", "right"] | None = None
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None
    offset: int | None = None
    node: str | None = None
    position: str | None = None
    dice: str | None = None
    played: str | None = None
    legal_plays: tuple[str, ...] | None = None
    legal_count: int | None = None
    accepted: str | None = None
    fix: dict[str, object] | None = None
    also: tuple[str, ...] = ()
    excerpt: str | None = None


@dataclass(frozen=True, slots=True)
class MatchResult:
    """What was found about one match. Scores are (left, right), uncapped; `length` 0 is unlimited, None unknown.

    `rules` maps a rule's name to its value and where it came from ("preset", "header", "rules", "option"). `header`: the header lines,
    keys as the file spells them, the last of several. `rolls`: the dice, a byte a roll, 255 where a game begins; the players exchanged
    make no difference.
    """

    path: str
    match: int
    digest: str
    format: str
    dialect: str
    players: tuple[str, str]
    length: int | None
    score: tuple[int, int] | None
    claimed_score: tuple[int, int] | None
    winner: Literal["left", "right"] | None
    complete: bool
    games: int
    turns: int
    rules: dict[str, tuple[object, str]]
    diagnostics: tuple[Diagnostic, ...]
    header: dict[str, str] = field(default_factory=dict)
    rolls: bytes = b""

    def count(self, severity: Severity) -> int:
        return sum(d.severity == severity for d in self.diagnostics)

    @property
    def verdict(self) -> Verdict:
        if self.count("error"):
            return "errors"
        if self.count("warning"):
            return "warnings"
        if any(d.accepted for d in self.diagnostics):
            return "accepted"
        return "clean"


@dataclass(frozen=True, slots=True)
class FileResult:
    """One input. `diagnostics` are those that belong to no match (T102, T115 ...). `skipped`: found in a folder or archive, no match
    at all.

    `unreadable`: could not be opened, or no match in it (exit status 3). `trouble` is a sentence for standard error with its exit
    status: 2 a path that does not exist, 3 not to be opened, 4 a fault of our own.
    """

    path: str
    format: str | None = None
    dialect: str | None = None
    encoding: str | None = None
    matches: tuple[MatchResult, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    skipped: bool = False
    unreadable: bool = False
    trouble: tuple[int, str] | None = None

    @property
    def all_diagnostics(self) -> tuple[Diagnostic, ...]:
        """Every finding of the input, in the order of the text."""
        found = [*self.diagnostics, *(d for m in self.matches for d in m.diagnostics)]
        return tuple(sorted(found, key=lambda d: (d.line or 0, d.column or 0)))


@dataclass(slots=True)
class Counts:
    """Totals of a run; `add` takes one input after the other."""

    files: int = 0
    skipped: int = 0
    matches: int = 0
    games: int = 0
    turns: int = 0
    errors: int = 0
    warnings: int = 0
    notes: int = 0
    unreadable: int = 0
    files_with_findings: int = field(default=0)

    def add(self, result: FileResult) -> None:
        if result.skipped:
            self.skipped += 1
            return
        self.files += 1
        self.unreadable += result.unreadable
        found = False
        for match in result.matches:
            self.matches += 1
            self.games += match.games
            self.turns += match.turns
        for diagnostic in result.all_diagnostics:
            if diagnostic.severity == "error":
                self.errors += 1
                found = True
            elif diagnostic.severity == "warning":
                self.warnings += 1
                found = True
            else:
                self.notes += 1
        self.files_with_findings += found
