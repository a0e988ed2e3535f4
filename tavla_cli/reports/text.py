"""`text`: findings for people: the user's own line, a caret under the exact step, the board, and the nearest legal plays."""

from collections.abc import Iterable, Iterator

from tavla_cli.reports import ReportOptions
from tavla_cli.reports.board import draw_xgid
from tavla_cli.reports.cells import cell
from tavla_cli.reports.closing import closing
from tavla_cli.reports.concise import location, painted, sentence
from tavla_cli.results import Counts, Diagnostic, FileResult
from tavla_cli.source import printable
from tavla_cli.words import N_, translated

_SEVERITY = {"error": N_("error"), "warning": N_("warning"), "note": N_("note")}
_INDENT = "    "
_CUT = "..."


def write(results: Iterable[FileResult], counts: Counts, options: ReportOptions) -> Iterator[str]:
    for result in results:
        blocks = [_block(d, result, options) for d in result.all_diagnostics if options.notes or d.severity != "note"]
        yield "".join("\n".join(block) + "\n\n" for block in blocks)
    if not options.quiet and counts.files:
        yield closing(counts, options.notes) + "\n"


def _block(diagnostic: Diagnostic, result: FileResult, options: ReportOptions) -> list[str]:
    d = diagnostic
    lines = [finding_line(d, len(result.matches) > 1, options)]
    if d.excerpt is not None and (d.column or 1) - 1 <= len(d.excerpt):  # of a very long line the excerpt is only the beginning
        line, caret = marked(d, max(options.width - len(_INDENT), 20))
        lines += [_INDENT + line, _INDENT + caret.replace("^" * caret.count("^"), painted(caret.strip(), "caret", options))]
    elif d.excerpt is None and d.played and d.dice:  # there is no line to show
        lines.append(_INDENT + printable(translated("Played: {dice}: {play}").format(dice=d.dice, play=d.played)))
    if d.position and d.severity != "note":
        lines += [_INDENT + row.rstrip() for row in draw_xgid(d.position, _names(d, result))]
    if d.legal_plays:
        # Five of them are given, the nearest first; the dots say that there are others.
        others = ", ..." if (d.legal_count or 0) > len(d.legal_plays) else ""
        heading = translated("Legal plays ({n}):").format(n=d.legal_count if d.legal_count is not None else len(d.legal_plays))
        lines.append(f"{_INDENT}{heading} {printable(', '.join(d.legal_plays))}{others}")
    if d.accepted:
        lines.append(_INDENT + translated("accepted: {reason}").format(reason=printable(d.accepted)))
    if d.also:
        lines.append(_INDENT + translated("also: {places}").format(places=printable(", ".join(d.also))))
    return lines


def finding_line(diagnostic: Diagnostic, several: bool, options: ReportOptions) -> str:
    """A finding in one line. `several`: matches in the input."""
    d = diagnostic
    severity = painted(translated(_SEVERITY[d.severity]), d.severity, options)
    return f"{painted(location(d), 'path', options)}: {severity} {d.code} {d.name}: {sentence(d, several)}"


def marked(diagnostic: Diagnostic, width: int) -> tuple[str, str]:
    """The user's line, escaped and cut to `width` cells around the place, and a line of carets that stands right under it."""
    text = (diagnostic.excerpt or "").rstrip("\r\n")
    start = min(max((diagnostic.column or 1) - 1, 0), len(text))
    end = len(text)
    if diagnostic.end_column is not None and diagnostic.end_line in (None, diagnostic.line):
        end = min(diagnostic.end_column - 1, len(text))
    if diagnostic.column is None:
        start = end = 0
    # No more than `width` characters on either side can be seen (a line may have a million).
    mark = _cells(text[start : min(end, start + width)])
    left, right = _cells(text[max(0, start - width) : start]), _cells(text[end : end + width])
    cut_left, cut_right = start > width, end + width < len(text) or end > start + width
    room = width
    if cut_left or cut_right or _length(left) + _length(mark) + _length(right) > width:
        room -= 2 * len(_CUT)
        while mark and _length(mark) > room:
            mark.pop()
            right, cut_right = [], True
        # A third of what is left over before the place, the rest behind it; what one side does not need the other gets.
        spare = room - _length(mark)
        before = max(spare // 3, spare - _length(right))
        while left and _length(left) > before:
            left.pop(0)
            cut_left = True
        behind = spare - _length(left)
        while right and _length(right) > behind:
            right.pop()
            cut_right = True
    line = (_CUT if cut_left else "") + "".join(c for c, _ in (*left, *mark, *right)) + (_CUT if cut_right else "")
    caret = " " * (_length(left) + (len(_CUT) if cut_left else 0)) + "^" * max(1, _length(mark))
    return line.rstrip(), caret if diagnostic.column is not None else ""


def _cells(text: str) -> list[tuple[str, int]]:
    """Each character as it is shown, a tab as one blank, with the number of cells it takes on a terminal."""
    shown = (" " if character == "\t" else printable(character) for character in text)
    return [(character, sum(map(cell, character))) for character in shown]


def _length(cells: list[tuple[str, int]]) -> int:
    return sum(width for _, width in cells)


def _names(diagnostic: Diagnostic, result: FileResult) -> tuple[str, str] | None:
    """The players, the one on roll first, made printable."""
    found = next((match.players for match in result.matches if match.match == diagnostic.match), None)
    if found is None or diagnostic.side is None:
        return None
    left, right = printable(found[0]), printable(found[1])
    return (left, right) if diagnostic.side == "left" else (right, left)
