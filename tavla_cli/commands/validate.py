"""`tavla validate`: examine match records and report what in them cannot be true. Holds no rule: calls, counts, and the exit status."""

import os
import sys
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing as closed
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import click

from tavla_cli import __version__
from tavla_cli.commands.options import color_option, complete_checks, examination, lang_option, reading_options
from tavla_cli.commands.outputs import (
    Output,
    ReportFile,
    StandardOutput,
    checked,
    complete_output,
    read_outputs,
    wanted_options,
    write_reports,
)
from tavla_cli.commands.pool import examined
from tavla_cli.commands.streams import Progress, say
from tavla_cli.results import Counts, Diagnostic, FileResult

if TYPE_CHECKING:
    from tavla_cli.examine import Options
    from tavla_cli.source import Input

_EXAMPLES = """\
\b
Examples:
  tavla validate final.mat                    one match, with line, caret and board
  tavla validate --output concise inbox/      a folder, one line a finding
  tavla validate --output json=all.json --output paths inbox.zip
  find . -name '*.mat' -print0 | tavla validate --files-from - -0

\b
Exit status: 0 no error; 1 errors (--strict: or warnings); 2 wrong use, or a path
that does not exist; 3 an input is no match, or nothing was examined; 4 a fault of
tavla's own. The largest that applies.
"""


@click.command(epilog=_EXAMPLES)
@click.argument("paths", metavar="[PATH]...", nargs=-1, type=click.Path())
@click.option(
    "--output",
    "outputs",
    metavar="F[=FILE]",
    multiple=True,
    callback=read_outputs,
    shell_complete=complete_output,
    help="text, concise, json, jsonl, verdicts or paths; into a file. Repeatable.",
)
@click.option("--strict", is_flag=True, help="Warnings count as errors do.")
@click.option(
    "--select",
    multiple=True,
    metavar="CHECKS",
    shell_complete=complete_checks,
    help="Only these: codes, families (P, C2) or names, comma separated. Repeatable.",
)
@click.option("--ignore", multiple=True, metavar="CHECKS", shell_complete=complete_checks, help="Not these. Repeatable.")
@reading_options
@click.option("-j", "--jobs", type=click.IntRange(min=1), metavar="N", help="Processes. Default: 1 for few inputs, else one a processor.")
@click.option("--notes", is_flag=True, help="Show notes too, in text and concise; otherwise they are counted.")
@click.option("--files-from", metavar="FILE|-", type=click.Path(), help="Take paths from a file or standard input, one a line.")
@click.option("-0", "zero", is_flag=True, help="Paths of --files-from end with a NUL, not with the line.")
@color_option
@lang_option
@click.option("-q", "quiet", is_flag=True, help="Findings only: no closing line, no progress.")
@click.option("-v", "verbose", is_flag=True, help="Name each input, with its format, on standard error.")
@click.option("--duplicates", is_flag=True, help="Also find the same match twice, and beginnings of another. Holds all results at once.")
@click.option("--allow-empty", is_flag=True, help="It is no failure when nothing was examined.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 where it would be 1.")
def validate(
    paths: tuple[str, ...],
    outputs: tuple[Output, ...],
    strict: bool,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    rules: str | None,
    rule: tuple[str, ...],
    format_: str | None,
    encoding: str | None,
    jobs: int | None,
    notes: bool,
    files_from: str | None,
    zero: bool,
    color: Literal["auto", "always", "never"],
    lang: str | None,
    quiet: bool,
    verbose: bool,
    duplicates: bool,
    allow_empty: bool,
    exit_zero: bool,
) -> int:
    """Check match records: replay them under the rules and report what cannot be true, with line and column.

    PATH is a file, a folder, an archive (.zip, .gz, .tar), a member of one ('inbox.zip!/final.mat') or - for standard input.
    """
    if not paths and files_from is None:
        raise click.UsageError("Nothing to check. Name a file, a folder or an archive, - for standard input, or use --files-from.")
    if zero and files_from is None:
        raise click.UsageError("-0 says how the paths of --files-from end: use both.")
    if files_from == "-" and "-" in paths:
        raise click.UsageError("Standard input cannot be both a match (-) and the list of paths (--files-from -).")
    options = examination(rules, rule, format_, encoding, select, ignore)
    named = [*paths, *(listed(files_from, zero) if files_from is not None else ())]
    wanted = checked(outputs, named)
    progress = Progress(not quiet)
    run = Run(progress, quiet, verbose)
    sinks = [StandardOutput(progress, o.name == "paths") if o.file is None else ReportFile(o.file) for o in wanted]
    version = __version__ if any(o.name == "json" for o in wanted) else ""
    own = {path for sink in sinks if isinstance(sink, ReportFile) for path in (sink.path, sink.written)}
    items = not_our_own(named, own)
    examining = examined(items, options, jobs, lang)
    with closed(run.followed(_with_copies(examining, options) if duplicates else examining)) as results:
        write_reports(wanted, list(sinks), results, run.counts, [wanted_options(o, color, notes, quiet, version) for o in wanted])
    progress.clear()
    if not quiet and run.counts.files and all(o.name == "concise" for o in wanted if o.file is None):
        from tavla_cli.reports.closing import closing

        say(closing(run.counts, notes))
    return run.status(strict, allow_empty, exit_zero)


def _with_copies(results: Generator[FileResult, None, None], options: "Options") -> Generator[FileResult, None, None]:
    """The results with M401 and M402, which need all of them at once."""
    from tavla_cli.tournament.duplicates import copies, finding
    from tavla_cli.tournament.intake import records_of

    with closed(results) as examined_all:
        files = list(examined_all)
    found: dict[str, list[Diagnostic]] = {}
    for copy in copies(list(records_of(files))):
        diagnostic = finding(copy)
        if (not options.select or diagnostic.code in options.select) and diagnostic.code not in options.ignore:
            found.setdefault(diagnostic.path, []).append(diagnostic)
    for file in files:
        yield replace(file, diagnostics=(*file.diagnostics, *found.pop(file.path, ())))


class Run:
    """What a run has come to: counts, and the largest status that an input asked for."""

    def __init__(self, progress: Progress, quiet: bool, verbose: bool) -> None:
        self.counts = Counts()
        self._progress = progress
        self._quiet = quiet
        self._verbose = verbose
        self._troubles = 0  # the largest status of an input that could not be examined

    def followed(self, results: Generator[FileResult, None, None]) -> Generator[FileResult, None, None]:
        """The same results, counted on their way; without those of paths that do not exist, which are no inputs."""
        with closed(results) as following:
            for result in following:
                if result.trouble is not None:
                    status, sentence = result.trouble
                    self._troubles = max(self._troubles, status)
                    self._say(f"tavla: {result.path}: {sentence}")
                    if status == 2:
                        continue
                self.counts.add(result)
                if self._verbose:
                    self._say(_described(result))
                self._progress.show(self.counts)
                yield result

    def status(self, strict: bool, allow_empty: bool, exit_zero: bool) -> int:
        """The exit status (DESIGN.md 3), the largest that applies."""
        counts = self.counts
        found = counts.errors > 0 or (strict and counts.warnings > 0)
        statuses = [self._troubles, 3 if counts.unreadable else 0, 1 if found and not exit_zero else 0]
        if not counts.files:
            failed = not self._troubles and not allow_empty
            if not self._quiet:
                from tavla_cli.reports.closing import nothing

                self._say(f"tavla: {nothing(counts)}" + (" (--allow-empty: that is no failure)" if failed else ""))
            if failed:
                statuses.append(3)
        return max(statuses)

    def _say(self, text: str) -> None:
        from tavla_cli.source import printable

        self._progress.clear()
        say(printable(text))


def not_our_own(paths: Iterable[str], own: set[str]) -> Iterator["Input"]:
    """The inputs of all paths, as they are needed. `own`: files that this run writes, and must not read in a folder."""
    from tavla_cli.source import inputs

    names = {os.path.basename(path) for path in own}
    for item in inputs(paths):
        if not (names and os.path.basename(item.name) in names and os.path.realpath(item.name) in own):
            yield item


def listed(files_from: str, zero: bool) -> list[str]:
    """The paths of a list. Raises click.UsageError where it cannot be read."""
    from tavla_cli.source import read_paths

    try:
        if files_from == "-":
            return read_paths(sys.stdin.buffer, zero)
        with open(files_from, "rb") as file:
            return read_paths(file, zero)
    except OSError as error:
        raise click.UsageError(f"The list {click.format_filename(files_from)} cannot be read: {error.strerror}.") from None


def _described(result: FileResult) -> str:
    """One line on an input, for -v."""
    if result.skipped:
        return f"{result.path}: skipped, no format recognises it"
    known = [word for word in (result.format, result.dialect, result.encoding) if word]
    games = sum(match.games for match in result.matches)
    turns = sum(match.turns for match in result.matches)
    return f"{result.path}: {', '.join([*known, f'matches {len(result.matches)}', f'games {games}', f'turns {turns}'])}"


command = validate
