"""Paths to bytes: files, folders, archives and standard input, one after the other. Decodes nothing and never stops at a trouble."""

import codecs
import io
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from tavla_cli.source.archives import HEAD, MEMBER_LIMIT, TOO_LARGE, Trouble, recognise, unpack
from tavla_cli.source.text import decode, lines

STDIN = "-"

_CHUNK = 1 << 18
_INSIDE = "!/"  # between an archive and a member of it

_MISSING: Trouble = ("missing", "There is no such file or folder.")
_NOT_REGULAR: Trouble = ("unopened", "It is not a regular file.")
_NO_STDIN: Trouble = ("unopened", "There is no standard input.")
_NO_MEMBER: Trouble = ("missing", "There is no such file in the archive.")


@dataclass(frozen=True, slots=True)
class Input:
    """One file or member. `data` is None when there is trouble; `named`: this very path stood on the command line, or is standard input.

    `name` may hold whatever a file name can, also lone surrogates for bytes that are not UTF-8. A member is `inbox.zip!/match(3).txt`:
    a name to show, never a path to open. As one of `inputs` it names that member.
    """

    name: str
    data: bytes | None
    named: bool
    trouble: Trouble | None = None


def inputs(paths: Iterable[str], stdin: BinaryIO | None = None) -> Iterator[Input]:
    """What the paths hold, read when it is asked for: only one input, and the archives around it, are in memory.

    `-` is standard input, `stdin` if given. It can be read only once; a second `-` gives nothing. A path that does not exist and holds
    `!/` is a member of an archive, or an archive in it with all that it holds; what lies before it in the archive is unpacked on the way.
    """
    stdin_read = False
    for path in paths:
        if path != STDIN:
            yield from _path(path)
        elif not stdin_read:
            stdin_read = True
            file = stdin or (sys.stdin.buffer if sys.stdin else None)
            yield from _stream(STDIN, file) if file else [Input(STDIN, None, True, _NO_STDIN)]


def _path(path: str) -> Iterator[Input]:
    try:
        mode = os.stat(path).st_mode
    except ValueError:  # a name that no file can have
        yield Input(path, None, True, _MISSING)
        return
    except OSError as error:
        trouble = _trouble(error)
        archive = _archive(path) if trouble is _MISSING else None
        if archive is None:
            yield Input(path, None, True, trouble)
        else:
            yield from _member(path, archive)
        return
    try:
        if stat.S_ISDIR(mode):
            yield from _folder(path)
        elif stat.S_ISREG(mode):
            yield from _file(path, named=True)
        elif stat.S_ISFIFO(mode) or stat.S_ISCHR(mode):  # `<(...)` of a shell is a pipe with a name
            with open(path, "rb") as file:
                yield from _stream(path, file)
        else:
            yield Input(path, None, True, _NOT_REGULAR)
    except OSError as error:
        yield Input(path, None, True, _trouble(error))


def _archive(path: str) -> str | None:
    """The part of `inbox.zip!/a.zip!/match.mat` that is a file, an archive or not; None where no part is."""
    end = path.find(_INSIDE)
    while end != -1:
        if os.path.isfile(path[:end]):
            return path[:end]
        end = path.find(_INSIDE, end + 1)
    return None


def _member(path: str, archive: str) -> Iterator[Input]:
    """What is called so in an archive: several, if the archive has the name twice, or if it is an archive itself."""
    found = False
    trouble = _NO_MEMBER
    try:
        for item in _file(archive, named=False):
            if item.name == path or item.name.startswith(path + _INSIDE):
                found = True
                yield Input(item.name, item.data, item.name == path, item.trouble)
            elif item.trouble is not None and path.startswith(item.name + _INSIDE):  # of the archive, or of one that it lies in
                trouble = item.trouble
            elif item.name == archive and item.data is not None:  # it is no archive, or one packed file
                trouble = _MISSING
    except OSError as error:
        trouble = _trouble(error)
    if not found:
        yield Input(path, None, True, trouble)


def _trouble(error: OSError) -> Trouble:
    if isinstance(error, (FileNotFoundError, NotADirectoryError)):
        return _MISSING
    return "unopened", f"It cannot be opened: {error.strerror or error}."


def _file(path: str, named: bool) -> Iterator[Input]:
    with open(path, "rb") as file:
        size = os.fstat(file.fileno()).st_size
        head = file.read(HEAD)
        kind = recognise(head, path)
        if kind:
            file.seek(0)
            for member in unpack(path, file, kind, size):
                yield Input(member.name, member.data, named and member.name == path, member.trouble)
            return
        data = None if size > MEMBER_LIMIT else _read(file, head)
    yield _whole(path, data, named)


def _stream(name: str, file: BinaryIO) -> Iterator[Input]:
    """What cannot seek is read as a whole before it is looked at."""
    try:
        data = _read(file, b"")
    except OSError as error:
        yield Input(name, None, True, _trouble(error))
        return
    except ValueError:  # it was closed before we came
        yield Input(name, None, True, _NO_STDIN)
        return
    kind = recognise(data[:HEAD], name) if data is not None else None
    if kind and data is not None:
        for member in unpack(name, io.BytesIO(data), kind, len(data)):
            yield Input(member.name, member.data, member.name == name, member.trouble)
    else:
        yield _whole(name, data, named=True)


def _whole(name: str, data: bytes | None, named: bool) -> Input:
    return Input(name, data, named, TOO_LARGE if data is None else None)


def _read(file: BinaryIO, head: bytes) -> bytes | None:
    """All of a file whose first bytes are known, or None if it is too large: what its size was said to be need not be true."""
    parts = [head]
    count = len(head)
    while chunk := file.read(_CHUNK):
        count += len(chunk)
        if count > MEMBER_LIMIT:
            return None
        parts.append(chunk)
    return b"".join(parts)


def _folder(root: str) -> Iterator[Input]:
    """The files of a folder and of those in it, by name. Each folder is entered once, and nothing outside of it is."""
    real_root = os.path.realpath(root)
    entered: set[tuple[int, int]] = set()
    waiting = [root]  # paths, the next one last; no recursion, since a folder may lie thousands deep
    while waiting:
        path = waiting.pop()
        try:
            state = os.stat(path)
            if stat.S_ISREG(state.st_mode):
                yield from _file(path, named=False)
            elif stat.S_ISDIR(state.st_mode) and (state.st_dev, state.st_ino) not in entered:
                entered.add((state.st_dev, state.st_ino))
                with os.scandir(path) as entries:
                    inside = [
                        e.name for e in entries if not e.name.startswith(".") and (not e.is_symlink() or _followed(e.path, real_root))
                    ]
                waiting.extend(os.path.join(path, name) for name in sorted(inside, reverse=True))
        except OSError as error:
            yield Input(path, None, path == root, _trouble(error))


def _followed(link: str, real_root: str) -> bool:
    """Whether a symbolic link leads to something in the folder that is not met without it: else one match would be counted twice."""
    target = os.path.realpath(link)
    if not target.startswith(os.path.join(real_root, "")) or not os.path.exists(target):
        return False
    return any(part.startswith(".") for part in os.path.relpath(target, real_root).split(os.sep))


def read_paths(file: BinaryIO, nul: bool) -> list[str]:
    """The paths of `--files-from`: one a line, or each ended by NUL (`-0`). Empty ones are left out; bytes that are not UTF-8 survive."""
    data = file.read()
    if not nul and data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):  # as a Windows shell writes it
        text = decode("", data).text
    else:
        text = data.removeprefix(codecs.BOM_UTF8).decode("utf-8", "surrogateescape")
    found = text.split("\0") if nul else [text[start:end] for start, end in lines(text)]
    return [path for path in found if path]
