"""Where written matches go: standard output, or files that appear when they are complete and never over an input."""

import os
import re
import sys
from collections.abc import Iterable
from itertools import count

import click

from tavla_cli.commands.streams import closed_pipe, swallow_output

_UNSAFE = re.compile(r'[\x00-\x1f\x7f/\\:*?"<>|]+')  # what one system or another allows in no file name
_RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE)


def encoded(content: str | bytes) -> bytes:
    return content if isinstance(content, bytes) else content.encode("utf-8", "replace")


def to_standard_output(data: bytes) -> None:
    """Write to standard output; a reader that has gone away is no failure."""
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except OSError as error:
        if not closed_pipe(error):
            raise
        swallow_output()


def to_file(path: str, data: bytes) -> None:
    """Write a file through a temporary one beside it, so that nobody ever sees half of it; its mode stays. Raises click.ClickException."""
    target = os.path.realpath(path)  # a link stays one
    folder = os.path.dirname(target)
    if os.path.exists(target) and not os.path.isfile(target):  # /dev/null, a named pipe: must not be replaced
        _write(target, data, path)
        return
    temporary = os.path.join(folder, f".tavla-{os.getpid()}.tmp")
    try:
        _write(temporary, data, path)
        if os.path.exists(target):
            os.chmod(temporary, os.stat(target).st_mode & 0o7777)
        os.replace(temporary, target)
    except OSError as error:
        raise click.ClickException(f"{click.format_filename(path)} cannot be written: {error.strerror}.") from None
    finally:
        if os.path.exists(temporary):
            os.unlink(temporary)


def _write(path: str, data: bytes, shown: str) -> None:
    try:
        with open(path, "wb") as file:
            file.write(data)
    except OSError as error:
        raise click.ClickException(f"{click.format_filename(shown)} cannot be written: {error.strerror}.") from None


def same_file(name: str, file: str) -> bool:
    """Whether an input is that file, or a member of that archive."""
    return os.path.realpath(name.partition("!/")[0]) == os.path.realpath(file)


class Folder:
    """A folder that gets a file for each input. `taken`: files that must not be written, the inputs."""

    def __init__(self, path: str, taken: Iterable[str]) -> None:
        self.path = path
        self._taken = {os.path.realpath(name) for name in taken}
        self._folders = [name + os.sep for name in self._taken if os.path.isdir(name)]  # what is in them may be an input yet to come
        self._written: set[str] = set()
        try:
            os.makedirs(path, exist_ok=True)
        except OSError as error:
            raise click.UsageError(f"The folder {click.format_filename(path)} cannot be made: {error.strerror}.") from None

    def place(self, source: str, ending: str, number: int | None) -> str:
        """The path for what comes from an input: its own last name with another ending, made unlike all that is taken.

        A member of an archive is a name only: no part of it becomes a folder.
        """
        base = _UNSAFE.sub("_", re.split(r"[/\\]|!/", source)[-1])
        stem = os.path.splitext(base)[0].strip(". ") or "match"
        if _RESERVED.fullmatch(stem):
            stem = f"_{stem}"
        stem = stem.encode("utf-8", "replace")[:150].decode("utf-8", "ignore") if source != "-" else "standard-input"
        if number is not None:
            stem = f"{stem}-{number}"
        for copy in count(1):
            path = os.path.join(self.path, f"{stem}{'' if copy == 1 else f'-{copy}'}{ending}")
            real = os.path.realpath(path)
            mine = real in self._written or real in self._taken
            if not mine and not (os.path.exists(real) and real.startswith(tuple(self._folders))):
                break
        self._written.add(real)
        return path

    def take(self, path: str) -> None:
        """An input that must not be written over."""
        self._taken.add(os.path.realpath(path))
