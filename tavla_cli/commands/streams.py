"""Standard output and error as a pipeline needs them: closed pipes, progress, and a sentence for a fault of our own."""

import contextlib
import errno
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
