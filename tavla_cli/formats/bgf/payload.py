"""The layers of a `.bgf` file: a line that says what it is, then gzip or not, then Smile or JSON. Knows nothing of backgammon."""

import re
import zlib
from collections.abc import Collection

from tavla_cli.formats.bgf.smile import MAGIC, decode
from tavla_cli.formats.json.scan import Node, Scanner, Trouble
from tavla_cli.source import MEMBER_LIMIT, RATIO

_HEADER = re.compile(rb'\{[^{}\r\n]{0,500}?"format"[ \t]*:[ \t]*"BGF"[^{}\r\n]{0,500}\}[ \t]*\r?\n?')
_GZIP = b"\x1f\x8b"
_PIECE = 1024  # packed bytes at a time: what a damaged one would have given is lost
_HARMLESS = 1 << 20  # what is smaller harms nobody, however well it was packed


def recognises(data: bytes) -> bool:
    return _HEADER.match(data) is not None


def content(data: bytes, drop: Collection[str]) -> tuple[Node | None, list[Trouble], int | None]:
    """What a file holds, with places that are offsets in its unpacked payload, what could not be read, and where it breaks off, if it does.

    `drop` as in `decode`. What the payload begins with tells how it is kept; what the header says of that is not needed.
    """
    header = _HEADER.match(data)
    payload = data[header.end() :] if header else data
    trouble: Trouble | None = None
    if payload.startswith(_GZIP):
        payload, trouble = _unpacked(payload)
    if payload.startswith(MAGIC):
        root, troubles, over = decode(payload, drop)
    else:
        scanner = Scanner(payload.decode("latin-1"), octets=True)
        root = scanner.value()
        if root is None and not trouble:
            scanner.trouble("T103" if scanner.blank_from(0) else "T101", 0, min(len(payload), 80))
        troubles, over = scanner.told(), scanner.over
    cut = troubles[-1].start if over and troubles else None
    if trouble is not None:  # and not that the payload breaks off because of it
        troubles = [*(each for each in troubles if each.code != "T103"), trouble]
    return root, troubles, cut


def _unpacked(packed: bytes) -> tuple[bytes, Trouble | None]:
    """The payload as far as it can be unpacked, and why it ends there."""
    unpacker = zlib.decompressobj(wbits=31)
    found = bytearray()
    for start in range(0, len(packed), _PIECE):
        piece = packed[start : start + _PIECE]
        while piece and not unpacker.eof:
            try:
                found += unpacker.decompress(piece, MEMBER_LIMIT + 1 - len(found))
            except zlib.error:
                return bytes(found), Trouble("T101", len(found), len(found))
            if len(found) > MEMBER_LIMIT:
                return b"", Trouble("T115", 0, 0, f"a payload of {MEMBER_LIMIT >> 20} MiB")
            piece = unpacker.unconsumed_tail
        if len(found) > max(_HARMLESS, RATIO * len(packed)):
            return b"", Trouble("T115", 0, 0, f"a payload of {RATIO:,} times its packed size")
        if unpacker.eof:
            return bytes(found), None
    return bytes(found), Trouble("T103", len(found), len(found))
