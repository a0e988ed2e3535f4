"""Takes an `.xg` file apart: the rich game header, and the archive of zlib streams behind it. Facts: formats/xg.md 2. Reads no record.

What does not fit is a fault, and what can be had is handed out: of a stream that breaks off its beginning, of an archive whose end is lost
its first member. A third program writes one bare stream in the place of the archive; that is no fault.
"""

import zlib
from dataclasses import dataclass
from enum import Enum
from struct import unpack_from
from typing import NamedTuple

from tavla_cli.record import Fault
from tavla_cli.source import Span

MAGIC = b"RGMH"
HEADER = 8232
TRAILER = 36
ENTRY = 532  # bytes of a member's record in the registry

MOST_BYTES = 256 << 20
"""What a member may unpack to, in bytes."""

MOST_RATIO = 1_000
"""How many times its size a member may unpack to."""

ALWAYS_BYTES = 16 << 20
"""So much a member may unpack to whatever the ratio, in bytes: six thousand records, some of which pack very well."""

MOST_COMMENT_BYTES = 1 << 20
"""What the comments may unpack to, in bytes: RTF is slow to read. Real ones have some hundred bytes each."""

MOST_MEMBERS = 1_000
"""Members of one archive. XG writes four."""

_THUMBNAIL_SIZE = 20
_COMMENTS = 6184, 8232  # of the header, UTF-16
_END_MARK = b"\1" + bytes(15)  # the last bytes of a trailer: the registry is packed (the fact sheet forgets four of the zeros)
_PIECE = 16 << 10  # bytes handed to zlib at once
_STEP = 1 << 20  # bytes taken from it at once
_NOWHERE = Span(0, 0)  # places count in temp.xg, in which the container has none


class End(Enum):
    """How a zlib stream ended."""

    WHOLE = "whole"
    WRONG_SUM = "all there, but its check sum is another"
    CUT = "the bytes end before the stream does"
    BROKEN = "from some byte on it is no zlib stream"
    LIMIT = "a limit"


class Inflated(NamedTuple):
    """What a stream unpacked to. `used`: how many bytes of it were read. `limit` names the one that ended it."""

    data: bytearray
    end: End
    used: int
    limit: str = ""


@dataclass(frozen=True, slots=True)
class Unpacked:
    """What an `.xg` file holds. `records` is temp.xg; `comments` temp.xgc, None where there is none; `note` the comment of the header.

    `beside`: what else is there. Faults have no place in temp.xg.
    """

    records: bytes | bytearray
    comments: bytes | bytearray | None
    note: str
    beside: tuple[str, ...]
    faults: tuple[Fault, ...]


class Member(NamedTuple):
    """A line of the registry. `start` counts from the beginning of the archive."""

    name: str
    size: int
    packed: int
    start: int
    crc: int
    stored: bool


class Trailer(NamedTuple):
    crc: int
    members: int
    registry: int  # its packed size
    start: int  # where the archive begins in the file


def unpack(data: bytes) -> Unpacked:
    """Take a file apart that begins with MAGIC. Never raises; holds no more in memory than the limits say."""
    if len(data) < HEADER:
        return Unpacked(b"", None, "", (), (_fault("T103", "the header of the file"),))
    faults: list[Fault] = []
    note = data[slice(*_COMMENTS)].decode("utf-16-le", "replace").split("\0", 1)[0].strip()
    (thumbnail,) = unpack_from("<I", data, _THUMBNAIL_SIZE)
    beside = ["pictures"] if thumbnail else []
    start = HEADER + thumbnail
    trailer = _trailer(data)
    members = None if trailer is None else _members(data, trailer, faults)
    if any(fault.code == "T115" for fault in faults):
        return Unpacked(b"", None, note, tuple(beside), tuple(faults))
    if trailer is None or members is None:
        records = _bare(data, start, faults)
        return Unpacked(records, None, note, tuple(beside), tuple(faults))
    if trailer.start != start:
        faults.append(_fault("T101", "the size of the picture"))
    if zlib.crc32(memoryview(data)[trailer.start : len(data) - TRAILER]) != trailer.crc:
        faults.append(_fault("T101", "the CRC-32 of the archive"))
    named = {member.name.casefold(): member for member in reversed(members)}  # of two with one name the first
    if "temp.xgr" in named:
        beside.append("rollouts")
    records = b"" if "temp.xg" in named else _bare(data, trailer.start, faults)
    comments: bytes | bytearray | None = None
    if "temp.xg" in named:
        records = _member(data, trailer, named["temp.xg"], MOST_BYTES, faults)
    if "temp.xgc" in named:
        comments = _member(data, trailer, named["temp.xgc"], MOST_COMMENT_BYTES, faults)
    return Unpacked(records, comments, note, tuple(beside), tuple(faults))


def _fault(code: str, text: str) -> Fault:
    return Fault(code, _NOWHERE, text=text)


def _trailer(data: bytes) -> Trailer | None:
    """The trailer, None where the last bytes are none: it says itself how long everything before it is."""
    crc, members, version, registry, size = unpack_from("<Iiiii", data, len(data) - TRAILER)
    start = len(data) - TRAILER - registry - size
    if version != 1 or members < 0 or registry < 0 or size < 0 or start < HEADER:
        return None
    return Trailer(crc, members, registry, start)


def _members(data: bytes, trailer: Trailer, faults: list[Fault]) -> list[Member] | None:
    """The members of the archive; None where the registry cannot be read, or is too long, which is a fault."""
    end = len(data) - TRAILER
    found = inflate(memoryview(data)[end - trailer.registry : end], MOST_MEMBERS * ENTRY)
    if found.end is End.LIMIT:
        faults.append(_fault("T115", f"{MOST_MEMBERS:,} members in an archive"))
        return None
    if found.end is not End.WHOLE or len(found.data) != trailer.members * ENTRY:
        return None
    members = []
    for at in range(0, len(found.data), ENTRY):
        name = bytes(found.data[at + 1 : at + 1 + found.data[at]]).decode("cp1252", "replace")
        size, packed, start, crc, status = unpack_from("<iiiIB", found.data, at + 512)
        members.append(Member(name, size, packed, start, crc, status == 1))
    return members


def _member(data: bytes, trailer: Trailer, member: Member, most: int, faults: list[Fault]) -> bytes | bytearray:
    """The contents of a member as far as they can be had."""
    last = len(data) - TRAILER - trailer.registry - trailer.start
    if member.start < 0 or member.packed < 0 or member.start + member.packed > last:
        faults.append(_fault("T103", member.name))
    start = trailer.start + min(max(member.start, 0), last)
    packed = memoryview(data)[start : min(start + max(member.packed, 0), trailer.start + last)]
    found = _stored(packed, most) if member.stored else inflate(packed, most)
    if _told(found, member.name, faults):
        if found.end is End.WHOLE and len(found.data) != member.size:
            faults.append(_fault("T101", f"the size of {member.name}"))
        elif found.end is End.WHOLE and zlib.crc32(found.data) != member.crc:
            faults.append(_fault("T101", f"the CRC-32 of {member.name}"))
        return found.data
    return b""


def _bare(data: bytes, start: int, faults: list[Fault]) -> bytes | bytearray:
    """What begins where the archive should, taken for one zlib stream: the first member of an archive is temp.xg."""
    found = inflate(memoryview(data)[start:], MOST_BYTES)
    if found.end is End.WHOLE and start + found.used < len(data):
        faults.append(_fault("T101" if data.endswith(_END_MARK) else "T103", "the registry of the archive"))
    return found.data if _told(found, "temp.xg", faults) else b""


def _told(found: Inflated, name: str, faults: list[Fault]) -> bool:
    """Say what is wrong with a stream; whether anything may be read of it."""
    if found.end is End.LIMIT:
        faults.append(_fault("T115", f"{name}: {found.limit}"))
        return False
    if found.end is End.WRONG_SUM:
        faults.append(_fault("T101", f"the check sum of {name}"))
    elif found.end is not End.WHOLE:
        faults.append(_fault("T103", name))
    return True


def inflate(packed: memoryview, most: int) -> Inflated:
    """Unpack one zlib stream, which may end before its bytes do, to at most `most` bytes and MOST_RATIO times its size."""
    engine = zlib.decompressobj()
    out = bytearray()
    used = 0
    while not engine.eof:
        before = engine.copy()
        piece = packed[used : used + _PIECE]
        try:
            got = engine.decompress(piece, _STEP)
        except zlib.error as error:
            out += _salvaged(before, piece)
            wrong_sum = "data check" in str(error)
            return Inflated(out, End.WRONG_SUM if wrong_sum else End.BROKEN, used)
        out += got
        taken = len(piece) - len(engine.unconsumed_tail) - len(engine.unused_data)
        used += taken
        if len(out) > most:
            return Inflated(bytearray(), End.LIMIT, used, f"more than {_bytes(most)}")
        if len(out) > max(ALWAYS_BYTES, MOST_RATIO * used):
            return Inflated(bytearray(), End.LIMIT, used, f"more than {MOST_RATIO:,} times its size")
        if not got and not taken and not engine.eof:
            return Inflated(out, End.CUT, used)
    return Inflated(out, End.WHOLE, used)


def _salvaged(engine: "zlib._Decompress", piece: memoryview) -> bytearray:
    """What a broken piece unpacks to before it breaks: zlib hands out nothing of a call that fails."""
    out = bytearray()
    for at in range(len(piece)):
        try:
            out += engine.decompress(piece[at : at + 1], _STEP)
        except zlib.error:
            break
    return out


def _stored(content: memoryview, most: int) -> Inflated:
    """A member that is not packed."""
    if len(content) > most:
        return Inflated(bytearray(), End.LIMIT, 0, f"more than {_bytes(most)}")
    return Inflated(bytearray(content), End.WHOLE, len(content))


def _bytes(count: int) -> str:
    return f"{count >> 20} MiB" if count >= 1 << 20 else f"{count:,} bytes"
