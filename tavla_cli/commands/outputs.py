"""Where reports go: standard output or files, several at once, each result once through memory."""

import codecs
import os
import shutil
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import ExitStack
from itertools import tee
from types import TracebackType
from typing import IO, NamedTuple, Self, TypeVar

import click

from tavla_cli.commands.streams import Progress, closed_pipe, swallow_output
from tavla_cli.reports import REPORTS, ReportOptions, report
from tavla_cli.results import Counts, FileResult


class Output(NamedTuple):
    """A report and the file it goes to, None for standard output."""

    name: str
    file: str | None


def read_outputs(_ctx: click.Context, _parameter: click.Parameter, texts: tuple[str, ...]) -> tuple[Output, ...]:
    """The values of `--output`: `json`, or `json=FILE`. Raises click.BadParameter."""
    return tuple(read_output(text, REPORTS) for text in texts)


def read_output(text: str, reports: Collection[str]) -> Output:
    """One value of `--output`, a name of `reports` and perhaps a file. Raises click.BadParameter."""
    name, equals, file = text.partition("=")
    if name not in reports:
        import difflib

        near = difflib.get_close_matches(name, reports, 1)
        hint = f" Did you mean {near[0]}?" if near else ""
        raise click.BadParameter(f"There is no report {name!r}.{hint} The reports are {', '.join(reports)}.")
    if equals and not file:
        raise click.BadParameter(f"Name a file after {text!r}, or leave the = out.")
    return Output(name, None if file in ("", "-") else file)


def complete_output(_ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    return [name for name in REPORTS if name.startswith(incomplete)]


class _Sink:
    """Something that a report is written to. Left with an exception, it leaves no trace."""

    closed = False  # nobody reads it any more

    def write(self, text: str) -> None:
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        pass


class StandardOutput(_Sink):
    """`raw`: names of files that another program reads, byte for byte as the system has them."""

    def __init__(self, progress: Progress, raw: bool) -> None:
        self._progress = progress
        self._raw = raw
        self._terminal = sys.stdout.isatty()

    def write(self, text: str) -> None:
        if self.closed or not text:
            return
        try:
            if self._terminal:
                self._progress.clear()
                click.echo(text, nl=False, color=True)  # it knows the Windows console; colours were left out where not wanted
            elif self._raw:
                sys.stdout.buffer.write(os.fsencode(text))
            else:
                sys.stdout.write(text)
        except OSError as error:
            self._close(error)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        try:
            sys.stdout.flush()
        except OSError as failed:
            self._close(failed)

    def _close(self, error: OSError) -> None:
        if not closed_pipe(error):
            raise error
        self.closed = True
        swallow_output()


class ReportFile(_Sink):
    """A file that appears, or takes the place of the one before, when it is complete."""

    def __init__(self, path: str) -> None:
        self.path = os.path.realpath(path)  # a link stays one
        folder, name = os.path.split(self.path)
        # What is no regular file (/dev/null, a named pipe) must not be replaced by one.
        self._direct = os.path.exists(self.path) and not os.path.isfile(self.path)
        self.written = self.path if self._direct else os.path.join(folder, f".{name}.{os.getpid()}.tmp")
        self._file: IO[str] | None = None

    def __enter__(self) -> Self:
        try:
            self._file = open(self.written, "w", encoding="utf-8", errors="surrogateescape", newline="\n")
        except OSError as error:
            raise click.UsageError(f"The report {click.format_filename(self.path)} cannot be written: {error.strerror}.") from None
        return self

    def write(self, text: str) -> None:
        assert self._file is not None
        self._file.write(text)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        assert self._file is not None
        complete = kind is None
        try:
            self._file.close()
        except OSError:  # the disk is full
            complete = False
            if kind is None:
                raise
        finally:
            if not self._direct:
                if complete:
                    os.replace(self.written, self.path)
                else:
                    os.unlink(self.written)


Writer = Callable[[Iterator[FileResult]], Iterator[str]]
"""A report with everything but the results."""

_Options = TypeVar("_Options", bound=ReportOptions)


class _Part:
    """One report under way: its own view of the results, and how many of them it took."""

    def __init__(self, write: Writer, sink: _Sink, results: Iterator[FileResult]) -> None:
        self.sink = sink
        self.taken = 0
        self._results = results
        self.texts = write(self._counted())

    def _counted(self) -> Iterator[FileResult]:
        for result in self._results:
            self.taken += 1
            yield result


def write_reports(
    outputs: list[Output], sinks: list[_Sink], results: Iterator[FileResult], counts: Counts, options: list[ReportOptions]
) -> None:
    """Write the reports of `validate` side by side."""
    write_all([bound(report(output.name), counts, wanted) for output, wanted in zip(outputs, options, strict=True)], sinks, results)


def bound(write: Callable[[Iterable[FileResult], Counts, _Options], Iterator[str]], counts: Counts, options: _Options) -> Writer:
    """A report that only waits for the results."""
    return lambda results: write(results, counts, options)


def write_all(writers: list[Writer], sinks: list[_Sink], results: Iterator[FileResult]) -> None:
    """Write all reports side by side. Whoever took the fewest results goes on, so that no more than one result waits for the others.

    Ends when the results do, or when nobody reads any of the reports.
    """
    with ExitStack() as stack:
        views = tee(results, len(writers)) if len(writers) > 1 else (results,)
        parts = [_Part(write, stack.enter_context(sink), view) for write, sink, view in zip(writers, sinks, views, strict=True)]
        del views
        while parts:
            part = min(parts, key=lambda each: each.taken)
            text = next(part.texts, None)
            if text is not None:
                part.sink.write(text)
            if text is None or part.sink.closed:
                parts.remove(part)


def checked(outputs: Iterable[Output], inputs: Iterable[str]) -> list[Output]:
    """The outputs asked for, text where there are none. Raises click.UsageError where two would go to one place or one over an input."""
    wanted = list(outputs) or [Output("text", None)]
    places = [None if output.file is None else os.path.realpath(output.file) for output in wanted]
    if places.count(None) > 1:
        raise click.UsageError("Only one report can go to standard output. Send the others to files: --output json=FILE")
    for output, place in zip(wanted, places, strict=True):
        if place is not None and places.count(place) > 1:
            raise click.UsageError(f"Two reports would go to {click.format_filename(place)}.")
        if place is not None and os.path.exists(place) and any(os.path.realpath(name) == place for name in inputs):
            raise click.UsageError(f"The {output.name} report would be written over the input {click.format_filename(place)}.")
    return wanted


def wanted_options(output: Output, color: str, notes: bool, quiet: bool, version: str) -> ReportOptions:
    terminal = output.file is None and sys.stdout.isatty()
    return ReportOptions(
        notes=notes,
        color=color == "always" or (color == "auto" and terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"),
        width=min(120, shutil.get_terminal_size((120, 24)).columns) if terminal else 120,
        quiet=quiet,
        ascii=output.file is None and not _utf8(sys.stdout.encoding),
        terminal=terminal,
        version=version,
    )


def _utf8(encoding: str | None) -> bool:
    try:
        return codecs.lookup(encoding or "ascii").name == "utf-8"
    except LookupError:
        return False
