"""`verdicts`: one JSON object a line for each match, clean ones too; the last line sums up."""

from collections.abc import Iterable, Iterator

from tavla_cli.reports import ReportOptions
from tavla_cli.reports.values import counts_value, dumped, matches, unreadable_value, verdict_value
from tavla_cli.results import Counts, FileResult


def write(results: Iterable[FileResult], counts: Counts, options: ReportOptions) -> Iterator[str]:
    for result in results:
        if result.skipped:
            values = []
        elif result.matches:
            values = [verdict_value(match) for match in matches(result)]
        else:
            values = [unreadable_value(result)]
        yield "".join(dumped(value, options) + "\n" for value in values)
    yield dumped({"summary": counts_value(counts)}, options) + "\n"
