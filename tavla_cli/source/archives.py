"""Archives to their members: zip, tar and four packings, never holding more than a stated amount. Writes nothing; knows no folder.

Every limit is judged while unpacking, on what really came out; what a header says is believed only when it is bad news.
"""

import io
import re
import struct
import zlib
from collections.abc import Iterator
from contextlib import closing
from importlib import import_module
from typing import IO, TYPE_CHECKING, BinaryIO, Literal, NamedTuple, cast

# The readers are imported where they are used: most runs meet no archive.
if TYPE_CHECKING:
    import zipfile
    from types import ModuleType

DEPTH = 2
"""An archive in an archive is opened, one in that is not."""
MEMBER_LIMIT = 256 << 20
"""Bytes of a file or of an unpacked member."""
RATIO = 1_000
"""How many times its own size an archive may unpack to."""
MEMBERS = 1_000_000

HEAD = 512
"""How many bytes `recognise` wants to see."""

# What is smaller than this harms nobody, however well it was packed.
_HARMLESS = 1 << 20
_CHUNK = 1 << 18
# Names and attributes that precede a member of a tar.
_EXTENDED = 1 << 20

Trouble = tuple[Literal["missing", "unopened", "limit"], str]
"""What kept an input from being read, with a sentence: no such path (exit status 2), not to be opened (3), a stated limit (T115)."""

Kind = Literal["zip", "tar", "gzip", "bzip2", "xz", "broken", "rar", "7z", "zstd", "compress"]


class Member(NamedTuple):
    """`data` is None when there is trouble. A single packed file bears the name of its archive."""

    name: str
    data: bytes | None
    trouble: Trouble | None = None


_MAGIC: tuple[tuple[bytes, Kind], ...] = (
    (b"PK\3\4", "zip"),
    (b"PK\5\6", "zip"),
    (b"PK\7\x08PK", "zip"),
    (b"\x1f\x8b\x08", "gzip"),
    (b"\xfd7zXZ\0", "xz"),
    (b"Rar!\x1a\x07", "rar"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"\x1f\x9d", "compress"),
)
_FIRST = frozenset(magic[:1] for magic, _ in _MAGIC)
_BZIP2 = re.compile(rb"BZh[1-9](1AY&SY|\x17rE8P\x90)")
_TAR_SUM = re.compile(rb"[ 0]*[0-7]+[ \0]+")
_TAR_NAME = re.compile(r"\.(tar(\.\w+)?|tgz|tbz2?|txz)$", re.IGNORECASE)
_ARCHIVE_NAME = re.compile(r"\.(zip|gz|bz2|xz|tar|tgz|tbz2?|txz|rar|7z|zst)$", re.IGNORECASE)

_CLOSED: dict[Kind, str] = {
    "broken": "It is named like an archive, but is none, or its beginning is lost.",
    "rar": "A .rar archive cannot be read here: unpack it, or pack the files as .zip.",
    "7z": "A .7z archive cannot be read here: unpack it, or pack the files as .zip.",
    "compress": "A .Z file cannot be read here: unpack it, or pack the files as .zip or .tar.gz.",
}
_DAMAGED: Trouble = ("unopened", "The archive is damaged, or not complete.")
_ENCRYPTED: Trouble = ("unopened", "It is encrypted: unpack the archive with its password and name the files.")
_METHOD: Trouble = ("unopened", "It is packed by a method that is not read here: unpack the archive, or pack it as a plain .zip.")
_NO_ZSTD: Trouble = ("unopened", 'It is packed with Zstandard, and what unpacks that is not installed: pip install "tavla-cli[zstd]"')
_SPARSE: Trouble = ("unopened", "It is a sparse file in a .tar archive, which is not read here: unpack the archive.")
TOO_LARGE: Trouble = ("limit", "A file or a member of an archive may hold 256 MiB, and this one holds more.")
_TOO_DENSE: Trouble = ("limit", "An archive may unpack to 1,000 times its size, and this one unpacks to more.")
_TOO_DEEP: Trouble = ("limit", "An archive is opened in an archive, but not a third one in that (depth 2).")
_TOO_MANY: Trouble = ("limit", "An archive may hold 1,000,000 members, and this one holds more.")


class _Reached(Exception):
    """A limit of one member, or of what is being opened."""

    def __init__(self, trouble: Trouble) -> None:
        self.trouble = trouble


class _Exhausted(Exception):
    """The outermost archive has unpacked to more than it may: all of it ends."""


class _Damaged(Exception):
    pass


class _Budget:
    """What an outermost archive may still unpack to, counted over all that is in it: members may overlap, and archives hold archives."""

    def __init__(self, size: int) -> None:
        self._left = max(_HARMLESS, RATIO * size)

    def spend(self, count: int) -> None:
        self._left -= count
        if self._left < 0:
            raise _Exhausted


def recognise(head: bytes, name: str) -> Kind | None:
    """What kind of archive begins with these bytes (512, or all there are). The name decides only what the bytes leave open."""
    if head[:1] in _FIRST:
        for magic, kind in _MAGIC:
            if head.startswith(magic):
                return kind
    if _BZIP2.match(head):
        return "bzip2"
    if _is_tar(head, name):
        return "tar"
    # A text that somebody named .zip is read as the text it is.
    if (not head or b"\0" in head) and _ARCHIVE_NAME.search(name):
        return "broken"
    return None


def _is_tar(head: bytes, name: str) -> bool:
    if len(head) < HEAD:
        return False
    if head[257:262] == b"ustar":
        return True
    if not any(head):  # an empty archive is nothing but zeros
        return _TAR_NAME.search(name) is not None
    if not _TAR_SUM.fullmatch(head[148:156]):
        return False
    # The oldest kind has no magic; its check sum counts its own field as blanks.
    return int(head[148:156].strip(b" \0"), 8) == sum(head[:HEAD]) - sum(head[148:156]) + 8 * 32


def unpack(name: str, file: BinaryIO, kind: Kind, size: int) -> Iterator[Member]:
    """The members of an outermost archive of `size` bytes, one at a time, in the order they lie in it. `file` must be able to seek."""
    try:
        yield from _opened(name, file, kind, 1, _Budget(size))
    except _Exhausted:
        yield Member(name, None, _TOO_DENSE)


def _opened(name: str, file: BinaryIO, kind: Kind, level: int, budget: _Budget) -> Iterator[Member]:
    if kind in _CLOSED:
        yield Member(name, None, ("unopened", _CLOSED[kind]))
    elif level > DEPTH:
        yield Member(name, None, _TOO_DEEP)
    else:
        try:
            if kind == "zip":
                yield from _zip(name, file, level, budget)
            elif kind == "tar":
                yield from _tar(name, _Stream(file, budget), level, budget)
            else:
                yield from _packed(name, file, kind, level, budget)
        except _Reached as reached:
            yield Member(name, None, reached.trouble)
        except _Damaged:
            yield Member(name, None, _DAMAGED)


def _member(name: str, data: bytes, level: int, budget: _Budget, plain_name: str | None = None) -> Iterator[Member]:
    kind = recognise(data[:HEAD], name if plain_name is None else plain_name)
    if kind is None:
        yield Member(name, data)
    else:
        yield from _opened(name, io.BytesIO(data), kind, level + 1, budget)


def _hidden(name: str) -> bool:
    """Whether a part of a member's name begins with a dot, as `__MACOSX/._final.mat` does. `.` and `..` are no names."""
    return any(part.startswith(".") and part not in (".", "..") for part in re.split(r"[/\\]", name))


class _Stream:
    """Bytes that can only be read forwards, each charged to the budget. Damage of the packing below is `_Damaged`."""

    def __init__(self, file: BinaryIO, budget: _Budget, failures: tuple[type[Exception], ...] = ()) -> None:
        """`failures`: what else the unpacker raises when it meets damage."""
        self._file = file
        self._budget = budget
        self._failures = failures
        self._held = b""

    def head(self) -> bytes:
        """The first bytes, which stay to be read."""
        self._held = self.read(HEAD)
        return self._held

    def read(self, size: int) -> bytes:
        """So many bytes, or fewer at the end."""
        parts = [self._held[:size]]
        self._held = self._held[size:]
        size -= len(parts[0])
        while size > 0 and (chunk := self._chunk(size)):
            parts.append(chunk)
            size -= len(chunk)
        return b"".join(parts)

    def exactly(self, size: int) -> bytes:
        data = self.read(size)
        if len(data) < size:
            raise _Damaged
        return data

    def skip(self, size: int) -> None:
        while size > 0:
            chunk = self.read(min(size, _CHUNK))
            if not chunk:
                raise _Damaged
            size -= len(chunk)

    def _chunk(self, size: int) -> bytes:
        import lzma

        usual = (OSError, EOFError, ValueError, struct.error, zlib.error, lzma.LZMAError, MemoryError)
        try:
            chunk = self._file.read(min(size, _CHUNK))
        except usual + self._failures:
            raise _Damaged from None
        self._budget.spend(len(chunk))
        return chunk


def _unpacker(file: BinaryIO, kind: Kind) -> tuple[BinaryIO, tuple[type[Exception], ...]]:
    """A file that unpacks as it is read, and what that raises at damage besides the usual."""
    if kind == "gzip":
        import gzip

        return cast(BinaryIO, gzip.GzipFile(fileobj=file, mode="rb")), ()
    if kind == "bzip2":
        import bz2

        return cast(BinaryIO, bz2.BZ2File(file)), ()
    if kind == "zstd":
        library = _zstandard()
        if library is None:
            raise _Reached(_NO_ZSTD)
        return library.ZstdFile(file), (library.ZstdError,)
    import lzma

    return cast(BinaryIO, lzma.LZMAFile(file)), ()


def _zstandard() -> "ModuleType | None":
    """What unpacks Zstandard: in the standard library from Python 3.14 on, before that the extra `zstd`."""
    for name in ("compression.zstd", "backports.zstd"):
        try:
            return import_module(name)
        except ImportError:
            continue
    return None


def _packed(name: str, file: BinaryIO, kind: Kind, level: int, budget: _Budget) -> Iterator[Member]:
    """A packed tar is one archive, not two; any other packed file is read under the name of the archive."""
    unpacker, failures = _unpacker(file, kind)
    with closing(unpacker):
        stream = _Stream(unpacker, budget, failures)
        if _is_tar(stream.head(), name):
            yield from _tar(name, stream, level, budget)
            return
        data = stream.read(MEMBER_LIMIT + 1)
    if len(data) > MEMBER_LIMIT:
        raise _Reached(TOO_LARGE)
    yield from _member(name, data, level, budget, plain_name=name.rpartition(".")[0])


def _tar(name: str, stream: _Stream, level: int, budget: _Budget) -> Iterator[Member]:
    """The members of a tar. Read here block by block, since the standard library's reader keeps all headers and believes their sizes."""
    import tarfile

    count = 0
    long_name = None
    extended: dict[str, str] = {}
    while block := stream.read(tarfile.BLOCKSIZE):
        if not any(block):
            return
        try:
            info = tarfile.TarInfo.frombuf(block, "utf-8", "surrogateescape")
        except (tarfile.TarError, ValueError):
            raise _Damaged from None
        size = info.size
        if size < 0:
            raise _Damaged
        padding = -size % tarfile.BLOCKSIZE
        if info.type in (tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK, tarfile.XHDTYPE, tarfile.SOLARIS_XHDTYPE, tarfile.XGLTYPE):
            if size > _EXTENDED:
                raise _Damaged
            body = stream.exactly(size + padding)[:size]
            if info.type == tarfile.GNUTYPE_LONGNAME:
                long_name = body.partition(b"\0")[0].decode("utf-8", "surrogateescape")
            elif info.type in (tarfile.XHDTYPE, tarfile.SOLARIS_XHDTYPE):
                extended = _records(body)
            continue
        count += 1
        if count > MEMBERS:
            raise _Reached(_TOO_MANY)
        sparse = info.type == tarfile.GNUTYPE_SPARSE or any(key.startswith("GNU.sparse.") for key in extended)
        more = info.type == tarfile.GNUTYPE_SPARSE and block[482]
        while more:  # the map of a sparse file goes on in further blocks
            more = stream.exactly(tarfile.BLOCKSIZE)[504]
        path = extended.get("GNU.sparse.name") or extended.get("path") or long_name or info.name
        stated = extended.get("size", "")
        if stated.isascii() and stated.isdigit() and len(stated) < 20:
            size = int(stated)
            padding = -size % tarfile.BLOCKSIZE
        long_name, extended = None, {}
        if not (info.isreg() or info.type not in tarfile.SUPPORTED_TYPES):
            continue  # folders, links and devices have no data
        shown = f"{name}!/{path}"
        if not info.isreg() or _hidden(path):
            stream.skip(size + padding)
        elif sparse or size > MEMBER_LIMIT:
            yield Member(shown, None, _SPARSE if sparse else TOO_LARGE)
            stream.skip(size + padding)
        else:
            data = stream.exactly(size)
            stream.skip(padding)
            yield from _member(shown, data, level, budget)


def _records(body: bytes) -> dict[str, str]:
    """The records of a POSIX extended header, each `LENGTH KEY=VALUE LF` where the length counts all of it."""
    found: dict[str, str] = {}
    at = 0
    while at < len(body):
        digits = body[at : at + 20].partition(b" ")[0]
        length = int(digits) if digits.isdigit() else 0
        key, equals, value = body[at + len(digits) + 1 : at + length].removesuffix(b"\n").partition(b"=")
        if not equals:
            break
        found[key.decode("utf-8", "surrogateescape")] = value.decode("utf-8", "surrogateescape")
        at += length
    return found


class _Directory(io.BufferedReader):
    """Lets the standard library read a zip's directory, which it does in one read, only when the members in it can be held."""

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and size > MEMBERS * 1024:
            raise _Reached(_TOO_MANY)
        data = super().read(size)
        if len(data) > MEMBERS * 46 and data.count(b"PK\1\2") > MEMBERS:
            raise _Reached(_TOO_MANY)
        return data


def _zip(name: str, file: BinaryIO, level: int, budget: _Budget) -> Iterator[Member]:
    import zipfile

    # What the standard library raises on archives that somebody has tampered with.
    damage = (zipfile.BadZipFile, OSError, EOFError, ValueError, LookupError, ArithmeticError, RuntimeError, struct.error, zlib.error)
    try:
        archive = zipfile.ZipFile(_Directory(cast(io.RawIOBase, file)))
    except damage:
        raise _Damaged from None
    with archive:
        for count, info in enumerate(archive.infolist(), 1):
            if count > MEMBERS:
                raise _Reached(_TOO_MANY)
            path = _member_name(info)
            # The upper half of the attributes is a Unix mode; 0o12 in its highest digits is a symbolic link.
            if path.endswith("/") or _hidden(path) or info.external_attr >> 28 == 0o12:
                continue
            shown = f"{name}!/{path}"
            data = None
            if info.flag_bits & 0x1:
                trouble = _ENCRYPTED
            elif info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                # The others are unpacked by the standard library without a bound: a few kilobytes can become gigabytes at once.
                trouble = _METHOD
            else:
                try:
                    with archive.open(info) as stream:
                        data = _zip_member(stream, info.compress_size, budget)
                except _Reached as reached:
                    trouble = reached.trouble
                except NotImplementedError:
                    trouble = _METHOD
                except damage:
                    trouble = _DAMAGED
            if data is None:
                yield Member(shown, None, trouble)
            else:
                yield from _member(shown, data, level, budget)


def _zip_member(stream: IO[bytes], packed: int, budget: _Budget) -> bytes:
    parts = []
    count = 0
    while chunk := stream.read(_CHUNK):
        count += len(chunk)
        budget.spend(len(chunk))
        if count > MEMBER_LIMIT:
            raise _Reached(TOO_LARGE)
        if count > max(_HARMLESS, RATIO * packed):
            raise _Reached(_TOO_DENSE)
        parts.append(chunk)
    return b"".join(parts)


def _member_name(info: "zipfile.ZipInfo") -> str:
    if info.flag_bits & 0x800 or info.filename.isascii():
        return info.filename
    try:  # some systems write UTF-8 and do not say so; the standard library then takes it for the code page of DOS
        return info.filename.encode("cp437").decode("utf-8")
    except UnicodeError:
        return info.filename
