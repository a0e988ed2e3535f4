"""Takes an OGXM file or stream apart into its members: v2 files back to back, without an index (formats/ogxm.md 5).

What breaks off is read as far as it goes. After a member that is damaged the next one that verifies is looked for.
"""

import zlib
from collections.abc import Iterator
from struct import unpack_from
from typing import NamedTuple

from tavla_cli.formats.ogxm.v2 import END, HEADER, SECTION

MAGIC = b"OGXM"

SIZE_AT = 12
"""Where a header, of v1 too, has the size of the file."""

MOST_SUMMED = 4
"""How many times its own size may be summed while looking for a member: every magic in a file may claim to be a whole one."""


class Member(NamedTuple):
    """Where one lies, and what is wrong with its frame: T103 it breaks off, T101 its size is wrong or something else stands there.

    `version` 0: no header. `fault` None: the frame is whole.
    """

    start: int
    end: int
    version: int
    fault: str | None = None


def members(data: bytes) -> Iterator[Member]:
    """The members in their order; every byte is in one."""
    at, search = 0, _Search(data)
    while at < len(data):
        version, size = _header(data, at)
        end = at + size
        framed = version != 0 and size >= HEADER and end <= len(data)
        if framed and (data[end - len(END) : end] == END or version == 1):
            yield Member(at, end, version)
            at = end
            continue
        following = search.next(at + 1)
        if following is not None:
            yield Member(at, following, version, "T101")
        elif framed and end < len(data):  # the size may be right and the end marker wrong
            yield Member(at, len(data), version, "T101")
        else:
            yield Member(at, len(data), version, "T103" if version and end > len(data) else "T101" if not version else None)
        at = len(data) if following is None else following


def _header(data: bytes, at: int) -> tuple[int, int]:
    """Major version and size that a header states; zeros where there is none."""
    if data[at : at + 4] != MAGIC or len(data) - at < HEADER:
        return 0, 0
    major, _, _, _, size = unpack_from("<HHHHI", data, at + 4)
    return major if major in (1, 2) else 0, size


class _Search:
    """Looks for members that verify by their check sum, and says how much of that it may still do."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.left = MOST_SUMMED * len(data) + (1 << 20)

    def next(self, at: int) -> int | None:
        """Where the next whole member begins."""
        at = self.data.find(MAGIC, at)
        while at >= 0 and self.left > 0:
            if self.verifies(at):
                return at
            at = self.data.find(MAGIC, at + 1)
        return None

    def verifies(self, start: int) -> bool:
        version, size = _header(self.data, start)
        end = start + size
        if version != 2 or size < HEADER or end > len(self.data) or self.data[end - len(END) : end] != END:
            return False
        at = start + HEADER
        while at + SECTION <= end - len(END):
            length = unpack_from("<I", self.data, at + 4)[0]
            self.left -= SECTION
            if self.data[at : at + 4] == b"CSUM":
                self.left -= at - start
                # a record of length, no mask, CRC-32, four bytes
                return self.data[at + SECTION : at + SECTION + 8] == b"\7\0\0\4" + zlib.crc32(self.data[start:at]).to_bytes(4, "little")
            at += SECTION + length
        return False
