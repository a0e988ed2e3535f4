"""`json`: one document with every match, or with totals every player. Written as it goes: a match is one line."""

from collections.abc import Iterable, Iterator

from tavla_cli.reports.summary import SummaryOptions, summaries
from tavla_cli.reports.summary.values import SCHEMA, summary_value, total_value
from tavla_cli.reports.values import counts_value, dumped
from tavla_cli.results import Counts, FileResult
from tavla_cli.summary.model import Totals


def write(results: Iterable[FileResult], counts: Counts, options: SummaryOptions) -> Iterator[str]:
    yield f'{{"schema": {SCHEMA}, "tool": "tavla", "version": {dumped(options.version, options)}, "matches": ['
    separator = "\n"
    totals = Totals()
    for result in results:
        texts = []
        for summary in summaries(result):
            if options.total:
                totals.add(summary)
            else:
                texts.append(separator + dumped(summary_value(summary), options))
                separator = ",\n"
        yield "".join(texts)
    players = ",\n".join(dumped(total_value(total), options) for total in totals.sorted())
    yield "\n]"
    if options.total:
        yield f', "totals": [\n{players}\n]'
    yield f', "counts": {dumped(counts_value(counts), options)}}}\n'
