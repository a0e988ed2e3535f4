"""Standard output and error as a pipeline needs them: closed pipes, progress, and a sentence for a fault of our own."""

import contextlib
import errno
import io
import os
import sys
import time

import click

from tavla_cli.results import Counts
from tavla_cli.words import counted


def own_fault(error: Exception) -> str:
    """The sentence for a fault of our own, to stand behind the name of the input. TAVLA_DEBUG=1: and the traceback, on standard error."""
    if os.environ.get("TAVLA_DEBUG") == "1":
        import traceback

        say("".join(traceback.format_exception(error)).rstrip())
    text = ascii(str(error)[:200])[1:-1]
    return (
        f"a fault of tavla's own ({type(error).__name__}: {text}). Please report it, with the input if you may; "
        "TAVLA_DEBUG=1 shows where it happened."
    )


def closed_pipe(error: OSError) -> bool:
    """Whether it says that nobody reads our output any more. Windows calls that an invalid argument."""
    return isinstance(error, BrokenPipeError) or (os.name == "nt" and error.errno == errno.EINVAL)


def swallow_output() -> None:
    """Let standard output go nowhere from here on: Python flushes it once more at its end, and would complain."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    except (OSError, ValueError):  # it is no file of the system's, as in tests
        pass


class _Closed(io.RawIOBase):
    """Stands for a standard output that was closed before we came (`>&-`), which Python gives as None.

    The first thing that is written fails, as for any Unix tool: the run ends with a sentence and status 2. A run that writes nothing there,
    as with `--output json=FILE`, does not mind. Later writes go nowhere: Python flushes once more at its end.
    """

    def __init__(self) -> None:
        self._told = False

    def writable(self) -> bool:
        return True

    def write(self, data: object, /) -> int:
        if not self._told:
            self._told = True
            raise OSError(errno.EBADF, "Standard output is closed: there is nowhere to write")
        return len(data) if isinstance(data, bytes | bytearray | memoryview) else 0


def open_streams() -> None:
    """Something to write to where standard output or error is closed; nobody asked to read the errors then."""
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(_Closed()), encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 (it lives as long as the run)


def lenient_streams() -> None:
    """A letter that a stream's encoding does not have is escaped: a name in a match must not end the run."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def say(text: str) -> None:
    """A line on standard error, if anybody reads it."""
    with contextlib.suppress(OSError):
        click.echo(text, err=True)


class Progress:
    """One line on a terminal that tells how far the work is; it appears after a second and leaves nothing behind."""

    def __init__(self, wanted: bool) -> None:
        self._next = time.monotonic() + 1 if wanted and sys.stderr is not None and sys.stderr.isatty() else None
        self._shown = 0  # characters to wipe out

    def show(self, counts: Counts) -> None:
        if self._next is None or (now := time.monotonic()) < self._next:
            return
        self._next = now + 0.2
        errors = counted("{n} error", "{n} errors", counts.errors)
        text = f"{counted('{n} file', '{n} files', counts.files + counts.skipped)}, {errors}"
        self._write("\r" + text.ljust(self._shown))
        self._shown = len(text)

    def clear(self) -> None:
        """Before anything else is written to the terminal, and at the end."""
        if self._shown:
            self._write("\r" + " " * self._shown + "\r")
            self._shown = 0

    def _write(self, text: str) -> None:
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except OSError:
            self._next = None
