"""Results as JSON values, with the keys that programs rely on. A key is never renamed; new ones may be added."""

import json
import re
from dataclasses import replace
from typing import Literal

from tavla_cli.reports import ReportOptions
from tavla_cli.results import Counts, Diagnostic, FileResult, MatchResult
from tavla_cli.words import message

SCHEMA = 1

# Legal in JSON as they are, but a terminal obeys them (DEL, C1, bidirectional controls), and a path that is not valid
# UTF-8 holds lone surrogates, which no encoding writes. Beyond ASCII JSON has strings only, so an escape is always possible.
_UNSAFE = re.compile("[\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")


def dumped(value: object, options: ReportOptions) -> str:
    """One line of JSON without a line end."""
    text = json.dumps(value, ensure_ascii=options.ascii, default=str)
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def diagnostic_value(diagnostic: Diagnostic) -> dict[str, object]:
    d = diagnostic
    return {
        "schema": SCHEMA,
        "path": d.path,
        "match": d.match,
        "game": d.game,
        "game_number": d.game_number,
        "row": d.row,
        "turn": d.turn,
        "place": d.place,
        "player": d.player,
        "side": d.side,
        "line": d.line,
        "column": d.column,
        "end_line": d.end_line,
        "end_column": d.end_column,
        "offset": d.offset,
        "node": d.node,
        "code": d.code,
        "name": d.name,
        "severity": d.severity,
        "message": message(d),
        "args": d.args,
        "position": d.position,
        "dice": d.dice,
        "played": d.played,
        "legal_plays": d.legal_plays,
        "legal_count": d.legal_count,
        "accepted": d.accepted,
        "fix": d.fix,
        "also": d.also,
    }


def matches(result: FileResult) -> list[MatchResult]:
    """The matches of an input; what was found about the input itself counts with its first match, so that no faulty file looks clean."""
    if not result.matches or not result.diagnostics:
        return list(result.matches)
    first, *others = result.matches
    return [replace(first, diagnostics=(*result.diagnostics, *first.diagnostics)), *others]


def verdict_value(match: MatchResult) -> dict[str, object]:
    return {
        "schema": SCHEMA,
        "path": match.path,
        "match": match.match,
        "digest": match.digest,
        "format": match.format,
        "dialect": match.dialect,
        "players": match.players,
        "length": match.length,
        "score": match.score,
        "claimed_score": match.claimed_score,
        "winner": match.winner,
        "complete": match.complete,
        "verdict": match.verdict,
        **_found(match.diagnostics),
    }


def unreadable_value(result: FileResult) -> dict[str, object]:
    """The verdict on an input without any match."""
    nothing = dict.fromkeys(("players", "length", "score", "claimed_score", "winner", "complete"))
    return {
        "schema": SCHEMA,
        "path": result.path,
        "match": None,
        "digest": None,
        "format": result.format,
        "dialect": result.dialect,
        **nothing,
        "verdict": "unreadable",
        **_found(result.diagnostics),
    }


def counts_value(counts: Counts) -> dict[str, int]:
    return {
        "files": counts.files,
        "skipped": counts.skipped,
        "matches": counts.matches,
        "games": counts.games,
        "turns": counts.turns,
        "errors": counts.errors,
        "warnings": counts.warnings,
        "notes": counts.notes,
        "unreadable": counts.unreadable,
    }


def _found(diagnostics: tuple[Diagnostic, ...]) -> dict[str, object]:
    def count(severity: Literal["error", "warning", "note"]) -> int:
        return sum(d.severity == severity for d in diagnostics)

    # The first place to look at: an error or a warning, else what was accepted.
    grave = [d for d in diagnostics if d.severity != "note"] or [d for d in diagnostics if d.accepted]
    first = min(grave, key=lambda d: (d.line or 0, d.column or 0), default=None)
    place = None if first is None else first.place or (f":{first.line}" if first.line else None)
    return {
        "errors": count("error"),
        "warnings": count("warning"),
        "notes": count("note"),
        "codes": sorted({d.code for d in diagnostics}),
        "first_place": place,
    }
