"""`concise`: one line a finding, as compilers write it: `final.mat:41:24: P107 unplayed-number: ... (game 2, row 10, Çetin)`."""

from collections.abc import Iterable, Iterator

from tavla_cli.reports import ReportOptions
from tavla_cli.results import Counts, Diagnostic, FileResult
from tavla_cli.source import printable
from tavla_cli.words import message, translated

_COLOR = {"error": "31", "warning": "33", "note": "36", "caret": "32", "path": "1"}


def write(results: Iterable[FileResult], counts: Counts, options: ReportOptions) -> Iterator[str]:
    for result in results:
        several = len(result.matches) > 1
        lines = [_line(d, several, options) for d in result.all_diagnostics if options.notes or d.severity != "note"]
        yield "".join(line + "\n" for line in lines)


def location(diagnostic: Diagnostic) -> str:
    """`final.mat:41:24`, `final.sgf:41:24`, `final.xg:record 17`; only as much of it as applies."""
    d = diagnostic
    where = [str(n) for n in (d.line, d.column) if n is not None]
    if not where and (d.node is not None or d.offset is not None):
        where = [printable(d.node) if d.node is not None else f"byte {d.offset}"]
    return ":".join([printable(d.path), *where])


def sentence(diagnostic: Diagnostic, several: bool) -> str:
    """The message and where it is: `The 3 can still be played. (game 2, row 10, Çetin)`. `several`: matches in the input."""
    d = diagnostic
    where = []
    if several and d.match is not None:
        where.append(translated("match {n}").format(n=d.match))
    if d.game is not None:
        where.append(translated("game {n}").format(n=d.game))
    if d.row is not None:
        where.append(translated("row {n}").format(n=d.row))
    if d.player:
        where.append(printable(d.player))
    return printable(message(d)) + (f" ({', '.join(where)})" if where else "")


def painted(text: str, what: str, options: ReportOptions) -> str:
    """The text in a colour, where there are colours. `what`: a severity, "caret" or "path"."""
    return f"\x1b[{_COLOR[what]}m{text}\x1b[0m" if options.color else text


def _line(diagnostic: Diagnostic, several: bool, options: ReportOptions) -> str:
    d = diagnostic
    finding = painted(f"{d.code} {d.name}", d.severity, options)  # the colour says which severity: there is no word for it
    return f"{painted(location(d), 'path', options)}: {finding}: {sentence(d, several)}"
