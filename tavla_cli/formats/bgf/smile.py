"""Smile, a binary JSON (FasterXML's specification, 1.0.4), to values with their places. Iterative; knows nothing of backgammon.

Numbers without bounds and binary data are passed over: nothing that we read is kept in them.
"""

import struct
from collections.abc import Collection

from tavla_cli.formats.json.scan import DEPTH, MOST_VALUES, Node, Open, Trouble

MAGIC = b":)\n"
MOST_SHARED = 1024
"""Names, and likewise texts, that can be referred to; with one more the list begins anew."""

MOST_TROUBLES = 200

_SHARED_NAMES, _SHARED_TEXTS = 1, 2  # bits of the fourth byte
_END_OF_TEXT = b"\xfc"
_LONGEST_NUMBER = 10  # bytes of one of 64 bits
_WORDS = {0x20: "", 0x21: None, 0x22: False, 0x23: True}
_HUGE = float("inf")


class _Broken(Exception):
    """Nothing can be read from here on: `code` T101 or T103. Never leaves this module."""

    def __init__(self, code: str) -> None:
        super().__init__()
        self.code = code


def decode(data: bytes, drop: Collection[str] = frozenset()) -> tuple[Node | None, list[Trouble], bool]:
    """The first value of a stream that begins with MAGIC, what could not be read, and whether the last of that ended the reading.

    What was begun then ends there. The values of the names in `drop` are passed over: an array or object of theirs is empty. Places are
    offsets in `data`.
    """
    decoder = _Decoder(data, drop)
    root = decoder.value()
    return root, decoder.troubles, decoder.over


class _Decoder:
    def __init__(self, data: bytes, drop: Collection[str]) -> None:
        self.data = data
        self.at = len(MAGIC) + 1
        flags = data[len(MAGIC)] if len(data) > len(MAGIC) else 0
        self.shares_names, self.shares_texts = bool(flags & _SHARED_NAMES), bool(flags & _SHARED_TEXTS)
        self.names: list[str] = []
        self.texts: list[str] = []
        self.drop = drop
        self.dropped: int | None = None  # how many were open when something began whose contents are passed over
        self.opened: list[Open] = []
        self.troubles: list[Trouble] = []
        self.over = False

    def value(self) -> Node | None:
        done: Node | None = None
        count = 0
        start = self.at
        try:
            while done is None:
                start = self.at
                within = self.opened[-1] if self.opened else None
                if within is not None and within.names is not None and within.key is None:
                    if self.byte() == 0xFB:
                        done = self.take(self.opened.pop().closed(self.at))
                    else:
                        within.key = self.name(self.data[start])
                    continue
                token = self.byte()
                count += 1
                if count > MOST_VALUES:
                    self.trouble("T115", start, f"{MOST_VALUES:,} values in a match")
                    self.over = True
                    break
                if token == 0xF9 and within is not None and within.names is None:
                    done = self.take(self.opened.pop().closed(self.at))
                elif token in (0xF8, 0xFA):
                    self.open(token == 0xFA, start, within)
                else:
                    done = self.take(Node(self.leaf(token), start, self.at))
        except _Broken as broken:
            self.trouble(broken.code, min(start, len(self.data)))
            self.over = True
        while done is None and self.opened:
            done = self.take(self.opened.pop().closed(len(self.data)))
        return done

    def open(self, is_object: bool, start: int, within: Open | None) -> None:
        if len(self.opened) == DEPTH:
            raise _Broken("T101")
        if self.dropped is None and within is not None and within.names is not None and within.key in self.drop:
            self.dropped = len(self.opened)
        self.opened.append(Open(start, is_object))

    def take(self, node: Node) -> Node | None:
        """A value is complete; it is returned where it is the outermost."""
        if not self.opened:
            return node
        within = self.opened[-1]
        if self.dropped is not None and len(self.opened) <= self.dropped:
            self.dropped = None
        if self.dropped is None:
            if within.names is None:
                within.items.append(node)
            elif within.key is not None:
                within.names.setdefault(within.key, node)
        within.key = None
        return None

    def trouble(self, code: str, start: int, text: str = "") -> None:
        if len(self.troubles) < MOST_TROUBLES or code != "T101":
            self.troubles.append(Trouble(code, start, min(max(self.at, start), len(self.data)), text))

    # ---- bytes

    def byte(self) -> int:
        if self.at >= len(self.data):
            raise _Broken("T103")
        self.at += 1
        return self.data[self.at - 1]

    def piece(self, count: int) -> bytes:
        start = self.at
        self.at += count
        if self.at > len(self.data):
            raise _Broken("T103")
        return self.data[start : self.at]

    def number(self) -> int:
        """A number without a sign, the most significant bits first; its last byte has the highest bit set and six bits of the number."""
        value = 0
        for _ in range(_LONGEST_NUMBER):
            byte = self.byte()
            if byte & 0x80:
                return value << 6 | byte & 0x3F
            value = value << 7 | byte
        raise _Broken("T101")

    def floating(self, form: str, size: int) -> float:
        """Seven bits in each byte, the most significant first, blank bits before them."""
        value = 0
        for byte in self.piece((size * 8 + 6) // 7):
            value = value << 7 | byte & 0x7F
        found: float = struct.unpack(form, (value & (1 << size * 8) - 1).to_bytes(size, "big"))[0]
        return found

    def text(self, size: int | None) -> str:
        """A text of so many bytes, or up to the mark that ends it."""
        start = self.at
        if size is None:
            end = self.data.find(_END_OF_TEXT, start)
            if end < 0:
                raise _Broken("T103")
            raw = self.data[start:end]
            self.at = end + 1
        else:
            raw = self.piece(size)
        try:
            return raw.decode("utf-8")
        except UnicodeDecodeError:
            if self.dropped is None:
                self.trouble("T101", start, repr(raw[:40]))
            return raw.decode("utf-8", "replace")

    def safe(self) -> None:
        """Pass over binary data of which each byte holds seven bits, after its length."""
        size = self.number()
        self.piece((size * 8 + 6) // 7)

    # ---- tokens

    def name(self, token: int) -> str:
        if 0x40 <= token < 0x80:
            return self.shared(self.names, token - 0x40)
        if 0x80 <= token < 0xC0:
            return self.share_name(self.text(token - 0x80 + 1))
        if 0xC0 <= token < 0xF8:
            return self.share_name(self.text(token - 0xC0 + 2))
        if 0x30 <= token < 0x34:
            return self.shared(self.names, (token & 3) << 8 | self.byte())
        if token == 0x34:
            return self.text(None)
        if token == 0x20:
            return ""
        raise _Broken("T101")

    def leaf(self, token: int) -> bool | int | float | str | None:
        if 0x40 <= token < 0xC0:
            text = self.text(token - 0x40 + 1 if token < 0x80 else token - 0x80 + 2)
            if self.shares_texts:
                _share(self.texts, text)
            return text
        if 0xC0 <= token < 0xE0:
            return _signed(token & 0x1F)
        if token in _WORDS:
            return _WORDS[token]
        if 0x01 <= token < 0x20:
            return self.shared(self.texts, token - 1)
        if 0xE0 <= token < 0xE8:
            return self.text(None)
        if 0xEC <= token < 0xF0:
            return self.shared(self.texts, (token & 3) << 8 | self.byte())
        if token in (0x24, 0x25):
            return _signed(self.number())
        if token == 0x28:
            return self.floating(">f", 4)
        if token == 0x29:
            return self.floating(">d", 8)
        if token in (0x26, 0x2A):  # without bounds, the latter with a scale
            if token == 0x2A:
                self.number()
            self.safe()
            return _HUGE
        if 0xE8 <= token < 0xEC:
            self.safe()
            return None
        if token == 0xFD:
            self.piece(self.number())
            return None
        raise _Broken("T101")

    def shared(self, known: list[str], index: int) -> str:
        if index >= len(known):
            raise _Broken("T101")
        return known[index]

    def share_name(self, name: str) -> str:
        if self.shares_names:
            _share(self.names, name)
        return name


def _share(known: list[str], text: str) -> None:
    if len(known) == MOST_SHARED:
        known.clear()
    known.append(text)


def _signed(number: int) -> int:
    """Zigzag: the sign is the lowest bit."""
    return number >> 1 ^ -(number & 1)
