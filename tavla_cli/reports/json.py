"""`json`: one document with every input, its matches and findings, notes too. Written as it goes: an input is one line."""

from collections.abc import Iterable, Iterator

from tavla_cli.reports import ReportOptions
from tavla_cli.reports.values import SCHEMA, counts_value, diagnostic_value, dumped, matches, verdict_value
from tavla_cli.results import Counts, FileResult, MatchResult


def write(results: Iterable[FileResult], counts: Counts, options: ReportOptions) -> Iterator[str]:
    yield f'{{"schema": {SCHEMA}, "tool": "tavla", "version": {dumped(options.version, options)}, "files": ['
    separator = "\n"
    for result in results:
        if result.skipped:
            yield ""
            continue
        yield separator + dumped(_file(result), options)
        separator = ",\n"
    yield f'\n], "counts": {dumped(counts_value(counts), options)}}}\n'


def _file(result: FileResult) -> dict[str, object]:
    return {
        "path": result.path,
        "format": result.format,
        "dialect": result.dialect,
        "encoding": result.encoding,
        "matches": [_match(match) for match in matches(result)],
        "diagnostics": [diagnostic_value(d) for d in result.all_diagnostics],
    }


def _match(match: MatchResult) -> dict[str, object]:
    return {**verdict_value(match), "games": match.games, "turns": match.turns, "rules": match.rules}
