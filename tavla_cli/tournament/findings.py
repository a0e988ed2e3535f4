"""Findings of a tournament as diagnostics: a code, a sentence, and the record or the director's line it belongs to."""

import re

from tavla_cli.checks import CHECKS
from tavla_cli.results import Diagnostic, Severity
from tavla_cli.tournament.model import MatchRecord, Result


def of_record(record: MatchRecord, code: str, template: str, severity: Severity | None = None, /, **args: object) -> Diagnostic:
    """A finding about a match record. `template` is marked with N_ where it stands."""
    check = CHECKS[code]
    player = args.get("player")
    return Diagnostic(
        record.path,
        code,
        check.name,
        severity or check.severity,
        template,
        args,
        match=record.match,
        player=player if isinstance(player, str) else None,
    )


def of_result(result: Result, code: str, template: str, severity: Severity | None = None, /, **args: object) -> Diagnostic:
    """A finding about a result: it stands at the record that counts, else in the director's file and line."""
    if result.record is not None and result.stands == "record":
        return of_record(result.record, code, template, severity, **args)
    check = CHECKS[code]
    player = args.get("player")
    source = next(iter(result.sources), "")
    found = re.fullmatch(r"(.*):(\d+)", source)
    return Diagnostic(
        found[1] if found else source,
        code,
        check.name,
        severity or check.severity,
        template,
        args,
        line=int(found[2]) if found else None,
        player=player if isinstance(player, str) else None,
    )


def named(record: MatchRecord) -> str:
    """The record as a sentence names it: its path, and which match of several."""
    return record.path if record.match == 1 else f"{record.path}#{record.match}"
