"""`tavla format`: the same matches in the same format, in its canonical form."""

import difflib
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from tavla_cli.commands.options import color_option, examination, lang_option, reading_options
from tavla_cli.commands.streams import own_fault, say
from tavla_cli.commands.written import Folder, same_file, to_file, to_standard_output
from tavla_cli.formats import ENDINGS
from tavla_cli.source import Input, inputs, printable

if TYPE_CHECKING:
    from tavla_cli.examine import Options
    from tavla_cli.source import Source

_EXAMPLES = """\
\b
Examples:
  tavla format final.mat                 show what would change
  tavla format --write matches/          change the files
  tavla format --check matches/          status 1 when a file would change
  tavla format - < final.mat > new.mat   a filter

\b
Exit status: 0 done; 1 with --check: a file would change, or one is left as it is because of what is wrong in it;
2 wrong use, no such file; 3 an input is no match.
"""
_COLORS = {"+": "32", "-": "31", "@": "36"}


@click.command(epilog=_EXAMPLES)
@click.argument("paths", nargs=-1, metavar="PATH...", type=click.Path())
@click.option("--write", "write", is_flag=True, help="Change the files.")
@click.option("--check", is_flag=True, help="Name the files that would change, with status 1; change nothing.")
@click.option("--diff", is_flag=True, help="Show what would change. This is what happens without another option.")
@click.option("-o", "--into-file", "file", type=click.Path(), metavar="FILE", help="Write the result of one input to this file.")
@click.option("--into", "folder", type=click.Path(), metavar="DIR", help="Write all results into this folder.")
@reading_options
@color_option
@lang_option
@click.option("-q", "quiet", is_flag=True, help="Name no files, but those that are left as they are.")
def format_(
    paths: tuple[str, ...],
    write: bool,
    check: bool,
    diff: bool,
    file: str | None,
    folder: str | None,
    rules: str | None,
    rule: tuple[str, ...],
    format_: str | None,
    encoding: str | None,
    color: str,
    lang: str | None,
    quiet: bool,
) -> int:
    """Write matches in the canonical form of their format: columns, order of steps, hit marks, numbering, header order, line ends.

    What a match says is never changed, nor what `tavla validate` finds, but for findings about style. PATH is a file, a folder, an archive
    or - for standard input.
    """
    if not paths:
        raise click.UsageError("Nothing to format. Name a file, a folder or an archive, or - for standard input.")
    if sum((write, check, file is not None, folder is not None)) > 1:
        raise click.UsageError("Use one of --write, --check, -o and --into.")
    if file is not None and any(os.path.exists(path) and os.path.realpath(path) == os.path.realpath(file) for path in paths):
        raise click.UsageError(f"{click.format_filename(file)} is the input itself. --write changes an input.")
    terminal = sys.stdout.isatty()
    colored = color == "always" or (color == "auto" and terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb")
    run = _Run(examination(rules, rule, format_, encoding), colored, terminal, quiet)
    results = run.results(paths)
    if file is not None:
        run.to_one(results, file)
    elif folder is not None:
        run.to_folder(results, Folder(folder, [path for path in paths if path != "-"]))
    else:
        for item, source, data in results:
            if item.name == "-" and not check and not diff:
                to_standard_output(data)
            elif data != item.data:
                run.change(item, source, data, write, check, diff)
    return run.status


def _is_plain(item: Input) -> bool:
    """Whether the file holds what was read, byte for byte: it is in no archive and not packed."""
    try:
        with open(item.name, "rb") as file:
            return file.read() == item.data
    except OSError:
        return False


class _Run:
    """What was asked for, and what came of it."""

    def __init__(self, options: "Options", colored: bool, terminal: bool, quiet: bool) -> None:
        self._options, self._colored, self._terminal, self._quiet = options, colored, terminal, quiet
        self.status = 0

    def results(self, paths: tuple[str, ...]) -> "Iterator[tuple[Input, Source, bytes]]":
        """The inputs that can be formatted, each with its canonical form; the others are told."""
        from tavla_cli.converting import CannotFormat, canonical

        none = True
        for item in inputs(paths):
            if item.trouble is not None:
                kind, sentence = item.trouble
                self._trouble(item.name, sentence, 2 if kind == "missing" else 3)
                continue
            try:
                found = canonical(item, self._options)
            except CannotFormat as reason:
                none = False
                if item.named or not reason.always:
                    self._trouble(item.name, f"It is left as it is. {reason}", 1)
                continue
            except Exception as error:
                self._trouble(item.name, own_fault(error), 4)
                continue
            if found is not None:
                none = False
                yield item, *found
            elif item.named or item.name.lower().endswith(ENDINGS):
                self._trouble(item.name, "There is no match in it.", 3)
        if none and not self.status:
            self._trouble("", "Nothing to format: no match was found.", 3)

    def change(self, item: Input, source: "Source", data: bytes, write: bool, check: bool, diff: bool) -> None:
        """One input that is not in canonical form."""
        if check:
            self.status = max(self.status, 1)
        if diff or not (write or check):
            self._show(item, source, data)
        elif not self._quiet and (check or _is_plain(item)):
            say(printable(f"tavla: {item.name}: {'changed' if write else 'would change'}"))
        if write:
            if not _is_plain(item):
                self._trouble(item.name, "What is in an archive, or packed, is not changed. Use --into DIR.", 2)
            else:
                to_file(item.name, data)

    def to_one(self, results: "Iterator[tuple[Input, Source, bytes]]", file: str) -> None:
        found = list(results)
        if len(found) > 1:
            raise click.UsageError(f"There are {len(found)} inputs: use --into DIR.")
        for item, _, data in found:
            if same_file(item.name, file):
                raise click.UsageError(f"{click.format_filename(file)} is the input itself. --write changes an input.")
            to_file(file, data)

    def to_folder(self, results: "Iterator[tuple[Input, Source, bytes]]", folder: Folder) -> None:
        for item, _, data in results:
            folder.take(item.name)
            to_file(folder.place(item.name, os.path.splitext(item.name)[1][:10] or ".mat", None), data)

    def _show(self, item: Input, source: "Source", data: bytes) -> None:
        """A unified diff; of a binary format only that it differs."""
        if source.encoding == "binary":
            text = f"{printable(item.name)}: {len(item.data or b'')} bytes would become {len(data)}\n"
        else:
            before, after = source.text.splitlines(keepends=True), data.decode("utf-8-sig").splitlines(keepends=True)
            found = difflib.unified_diff(before, after, item.name, item.name)
            text = "".join(map(self._line, found)) or f"{printable(item.name)}: only its encoding or mark would change\n"
        to_standard_output(text.encode("utf-8", "replace"))

    def _line(self, line: str) -> str:
        shown = printable(line.rstrip("\r\n")) if self._terminal else line.rstrip("\r\n")
        end = "\n" if line.endswith(("\n", "\r")) else "\n\\ No newline at end of file\n"
        color = _COLORS.get(line[:1]) if self._colored else None
        return (f"\x1b[{color}m{shown}\x1b[0m" if color else shown) + end

    def _trouble(self, name: str, sentence: str, status: int) -> None:
        say(printable(f"tavla: {name}: {sentence}" if name else f"tavla: {sentence}"))
        self.status = max(self.status, status)


command = format_
