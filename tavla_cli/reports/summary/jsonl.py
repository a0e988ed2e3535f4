"""`jsonl`: one JSON object a line for each match; with totals, for each player."""

from collections.abc import Iterable, Iterator

from tavla_cli.reports.summary import SummaryOptions, summaries
from tavla_cli.reports.summary.values import summary_value, total_value
from tavla_cli.reports.values import dumped
from tavla_cli.results import Counts, FileResult
from tavla_cli.summary.model import Totals


def write(results: Iterable[FileResult], counts: Counts, options: SummaryOptions) -> Iterator[str]:
    totals = Totals()
    for result in results:
        if options.total:
            for summary in summaries(result):
                totals.add(summary)
            yield ""
        else:
            yield "".join(dumped(summary_value(summary), options) + "\n" for summary in summaries(result))
    for total in totals.sorted():
        yield dumped(total_value(total), options) + "\n"
