"""Unpacks an OGXM stream that Zstandard packed, as match databases publish them, and reads it (formats/ogxm.md 5).

Places are bytes of the unpacked stream. Before Python 3.14 unpacking takes a library (the extra `zstd`), imported when such a file is met.
"""

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from types import ModuleType
from typing import Literal

from tavla_cli.formats.format import Format
from tavla_cli.formats.ogxm import read as read_stream
from tavla_cli.formats.ogxm.stream import MAGIC
from tavla_cli.record import Fault, Match
from tavla_cli.source import MEMBER_LIMIT, RATIO, Source, Span

PACKED = b"\x28\xb5\x2f\xfd"

MOST_FRAMES = 1_000
"""Packings that may follow each other; each costs its beginning."""

_HARMLESS = 1 << 20  # what is smaller harms nobody, however well it was packed
_PIECE = 1 << 18
_MISSING = 'the file is packed with Zstandard, and what unpacks it is not installed: pip install "tavla-cli[zstd]"'

End = Literal["whole", "broken off", "damaged", "limit"]


def recognises(source: Source) -> bool:
    """Whether it unpacks to OGXM; where nothing here can unpack it, whether it is packed at all."""
    if not source.data.startswith(PACKED):
        return False
    library = _library()
    return library is None or unpacked(source.data, library, len(MAGIC))[0].startswith(MAGIC)


def read(source: Source) -> Iterator[Match]:
    library = _library()
    if library is None:
        yield Match("ogxms", "", None, (), faults=(Fault("T115", Span(0, len(PACKED)), text=_MISSING),))
        return
    data, end = unpacked(source.data, library, min(MEMBER_LIMIT, max(_HARMLESS, RATIO * len(source.data))))
    last = None
    for match in read_stream(replace(source, data=data)):
        if last is not None:
            yield last
        last = replace(match, format="ogxms")
    last = last or Match("ogxms", "", None, ())
    at = Span(len(data), len(data))
    if end == "limit":
        last = replace(last, faults=(*last.faults, Fault("T115", at, text="a packed stream of 256 MiB, or of 1,000 times its packed size")))
    elif end != "whole":
        last = replace(last, faults=(*last.faults, Fault("T103" if end == "broken off" else "T101", at, text="Zstandard")))
    yield last


def _library() -> ModuleType | None:
    for name in ("compression.zstd", "backports.zstd"):
        try:
            return import_module(name)
        except ImportError:
            continue
    return None


def unpacked(data: bytes, library: ModuleType, most: int) -> tuple[bytes, End]:
    """The stream, not much more than `most` bytes of it, and how it ended. Several packings may follow each other."""
    parts: list[bytes] = []
    count = at = frames = 0
    while at < len(data):
        frames += 1
        if frames > MOST_FRAMES:
            return b"".join(parts), "limit"
        unpacker = library.ZstdDecompressor()
        while not unpacker.eof:
            if count >= most:
                return b"".join(parts), "limit"
            piece = data[at : at + _PIECE] if unpacker.needs_input else b""
            if unpacker.needs_input and not piece:
                return b"".join(parts), "broken off"
            at += len(piece)
            try:
                part: bytes = unpacker.decompress(piece, _PIECE)
            except library.ZstdError:
                return b"".join(parts), "damaged"
            parts.append(part)
            count += len(part)
        at -= len(unpacker.unused_data)
    return b"".join(parts), "whole"


FORMAT = Format(recognises, read, several=True)
