"""`jsonl`: one JSON object a line for each finding, notes too."""

from collections.abc import Iterable, Iterator

from tavla_cli.reports import ReportOptions
from tavla_cli.reports.values import diagnostic_value, dumped
from tavla_cli.results import Counts, FileResult


def write(results: Iterable[FileResult], counts: Counts, options: ReportOptions) -> Iterator[str]:
    for result in results:
        yield "".join(dumped(diagnostic_value(d), options) + "\n" for d in result.all_diagnostics)
