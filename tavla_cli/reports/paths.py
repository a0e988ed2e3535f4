"""`paths`: only the paths of inputs with errors, or that could not be read, one a line: `tavla validate --output paths . | xargs ...`."""

from collections.abc import Iterable, Iterator

from tavla_cli.reports import ReportOptions
from tavla_cli.results import Counts, FileResult
from tavla_cli.source import printable


def write(results: Iterable[FileResult], counts: Counts, options: ReportOptions) -> Iterator[str]:
    for result in results:
        faulty = not result.skipped and (result.unreadable or any(d.severity == "error" for d in result.all_diagnostics))
        # Another program needs the name as it is; a terminal must not obey it.
        yield (printable(result.path) if options.terminal else result.path) + "\n" if faulty else ""
