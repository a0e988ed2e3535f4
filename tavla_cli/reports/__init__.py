"""The forms in which results are written. A report lays out what it is given and decides nothing."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import cast

from tavla_cli.results import Counts, FileResult


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """What the user wants and what the stream can show. `width` is in terminal cells; `ascii`: the stream cannot carry UTF-8."""

    notes: bool = False
    color: bool = False
    width: int = 120
    quiet: bool = False
    ascii: bool = False
    terminal: bool = False
    version: str = ""


# A report yields at least one text, empty perhaps, for each result that it takes: several reports can then go side by side
# without one running ahead. `counts` are complete when the results are at their end.
Write = Callable[[Iterable[FileResult], Counts, ReportOptions], Iterator[str]]

REPORTS: dict[str, str] = {  # a name and the module whose `write` makes it, imported when it is asked for
    "text": "tavla_cli.reports.text",
    "concise": "tavla_cli.reports.concise",
    "json": "tavla_cli.reports.json",
    "jsonl": "tavla_cli.reports.jsonl",
    "verdicts": "tavla_cli.reports.verdicts",
    "paths": "tavla_cli.reports.paths",
}


def report(name: str) -> Write:
    """The report of that name; KeyError where there is none."""
    return cast(Write, import_module(REPORTS[name]).write)
