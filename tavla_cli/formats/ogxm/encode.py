"""The bytes of OGXM v2's numbers, texts, records and sections: what records.py reads (formats/ogxm.md 4)."""

from collections.abc import Mapping
from struct import pack

from tavla_cli.formats.ogxm.common import LONGEST


def varint(value: int) -> bytes:
    found = bytearray()
    while value > 127:
        found.append(value & 127 | 128)
        value >>= 7
    found.append(value)
    return bytes(found)


def record(required: bytes, fields: Mapping[int, bytes]) -> bytes:
    """A record of the required fields and those of the bits given."""
    body = varint(sum(1 << bit for bit in fields)) + required + b"".join(fields[bit] for bit in sorted(fields))
    return varint(len(body)) + body


def encoded(value: str) -> bytes:
    """UTF-8; what no file can hold, a lone surrogate, becomes a question mark."""
    return value.encode("utf-8", "replace")


def string(value: str) -> bytes:
    """A text of at most 4,096 bytes; what is longer is cut."""
    raw = encoded(value)
    if len(raw) > LONGEST:
        raw = encoded(raw[:LONGEST].decode("utf-8", "ignore"))
    return varint(len(raw)) + raw


def section(kind: bytes, payload: bytes, critical: bool) -> bytes:
    return kind + pack("<IB", len(payload), critical) + payload


def annotation(scope: int, ref: int, key: str, value: str) -> bytes:
    """A comment on the match (scope 0), a game (1) or a ply (2); with a key it is private."""
    return record(varint(scope) + varint(ref) + string(value), {0: string(key)} if key else {})
