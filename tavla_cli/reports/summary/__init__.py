"""The forms in which summaries are written. A report lays out what it is given and decides nothing."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import cast

from tavla_cli.reports import ReportOptions
from tavla_cli.results import Counts, FileResult
from tavla_cli.summary.model import FileSummary, Summary


@dataclass(frozen=True, slots=True)
class SummaryOptions(ReportOptions):
    """`total`: players added up over all matches, in place of the matches. `decimal` is the decimal sign in what people read and in csv;
    `delimiter` parts the cells of csv, and `mark` sets a byte-order mark before it. `language` is that of the page."""

    total: bool = False
    delimiter: str = ","
    decimal: str = "."
    mark: bool = False
    language: str = "en"


# As in tavla_cli.reports: at least one text for each result that is taken.
Write = Callable[[Iterable[FileResult], Counts, SummaryOptions], Iterator[str]]

REPORTS: dict[str, str] = {  # a name and the module whose `write` makes it, imported when it is asked for
    "text": "tavla_cli.reports.summary.text",
    "json": "tavla_cli.reports.summary.json",
    "jsonl": "tavla_cli.reports.summary.jsonl",
    "csv": "tavla_cli.reports.summary.csv",
    "markdown": "tavla_cli.reports.summary.markdown",
    "html": "tavla_cli.reports.summary.html",
}


def report(name: str) -> Write:
    """The report of that name; KeyError where there is none."""
    return cast(Write, import_module(REPORTS[name]).write)


def summaries(result: FileResult) -> tuple[Summary, ...]:
    return result.summaries if isinstance(result, FileSummary) else ()
