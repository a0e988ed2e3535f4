"""The records of temp.xg: where which field stands. Facts: formats/xg.md 3, whose names these are. Knows no meanings.

Fields of analyses, errors and clocks that nobody reads here are left out.
"""

from struct import calcsize, unpack_from
from typing import NamedTuple

from tavla_cli.board import OFF, Position
from tavla_cli.source import Span

SIZE = 2560
"""Bytes of a record."""

HEADER_MATCH, HEADER_GAME, CUBE, MOVE, FOOTER_GAME, FOOTER_MATCH, COMMENT, MISSING = range(8)
"""The types of records."""

WIDE_SINCE = 24
"""The file version from which on names are there as UTF-16."""

MAGIC = 0x494C4D44


class Field(NamedTuple):
    """`at`: bytes from the start of the record. `form`: as in `struct`, little-endian; `p` with a size is a Delphi ShortString with its
    length byte, `s` with a size UTF-16 that ends at a zero."""

    at: int
    form: str

    @property
    def size(self) -> int:
        return calcsize("<" + self.form)


TYPE = Field(8, "B")


class HeaderMatch:
    PLAYERS = Field(9, "41p"), Field(50, "41p")
    LENGTH = Field(92, "i")  # 99999: unlimited
    VARIATION = Field(96, "i")
    CRAWFORD, JACOBY, BEAVER, AUTO_DOUBLE = Field(100, "B"), Field(101, "B"), Field(102, "B"), Field(103, "B")
    ELO = Field(104, "d"), Field(112, "d")
    EXPERIENCE = Field(120, "i"), Field(124, "i")
    DATE = Field(128, "d")  # days since 1899-12-30, local
    EVENT = Field(136, "129p")
    GAME_ID = Field(268, "i")
    LOCATION = Field(283, "129p")
    ROUND = Field(417, "129p")
    VERSION = Field(552, "i")
    MAGIC = Field(556, "i")
    COMMENTS = Field(576, "i"), Field(580, "i")
    SITE = Field(608, "i")
    CUBE_LIMIT = Field(612, "i")  # as a power of two
    WIDE_EVENT = Field(622, "258s")
    WIDE_PLAYERS = Field(880, "258s"), Field(1138, "258s")
    WIDE_LOCATION = Field(1396, "258s")
    WIDE_ROUND = Field(1654, "258s")
    CLOCK = Field(1912, "i")
    TRANSCRIBER = Field(1960, "258s")


class HeaderGame:
    SCORE = Field(12, "i"), Field(16, "i")
    CRAWFORD = Field(20, "B")
    POSITION = Field(21, "26b")  # all zero: the usual start
    NUMBER = Field(48, "i")
    COMMENTS = Field(56, "i"), Field(60, "i")
    AUTO_DOUBLES = Field(64, "i")


class Cube:
    ACTIVE = Field(12, "i")  # 1 or -1
    DOUBLE, TAKE, BEAVER, RACCOON = Field(16, "i"), Field(20, "i"), Field(24, "i"), Field(28, "i")
    ACTIONS = Field(16, "4i")
    CUBE = Field(32, "i")  # before the action
    POSITION = Field(36, "26b")  # player 1's view
    ANALYSED = Field(120, "h")  # -100: not
    ROLLOUT = Field(224, "i")
    COMMENT = Field(292, "i")
    EDITED = Field(296, "B")
    CLOCK = Field(304, "2i")


class Move:
    BEFORE = Field(9, "26b")  # player 1's view
    AFTER = Field(35, "26b")  # the mover's view; all zero: nothing was played
    ACTIVE = Field(64, "i")
    PLAY = Field(68, "8i")
    DICE = Field(100, "2i")
    PLAY_AND_DICE = Field(68, "10i")
    CUBE = Field(108, "i")
    CANDIDATES = Field(120, "i")
    PLAYED = Field(2308, "B")
    INVALID = Field(2480, "i")  # 2: an illegal play
    COMMENT = Field(2524, "i")
    EDITED = Field(2528, "B")


class FooterGame:
    WINNER = Field(24, "i")  # 1 or -1
    POINTS = Field(28, "i")
    TERMINATION = Field(32, "i")
    RESULT = Field(24, "3i")


class FooterMatch:
    ELO = Field(24, "d"), Field(32, "d")


class Record(NamedTuple):
    """A record of `data` that begins at `start`."""

    data: bytes | bytearray
    start: int

    def number(self, field: Field) -> int:
        value: int = unpack_from("<" + field.form, self.data, self.start + field.at)[0]
        return value

    def numbers(self, field: Field) -> tuple[int, ...]:
        return unpack_from("<" + field.form, self.data, self.start + field.at)

    def board(self, field: Field) -> bytes:
        """26 signed counts as they are stored."""
        return bytes(self.data[self.start + field.at : self.start + field.at + field.size])

    def real(self, field: Field) -> float:
        value: float = unpack_from("<" + field.form, self.data, self.start + field.at)[0]
        return value

    def text(self, field: Field) -> str:
        raw: bytes = unpack_from("<" + field.form, self.data, self.start + field.at)[0]
        if field.form.endswith("p"):
            return raw.decode("cp1252", "replace").replace("\0", "").strip()
        return raw.decode("utf-16-le", "replace").split("\0", 1)[0].strip()

    def span(self, field: Field) -> Span:
        return Span(self.start + field.at, self.start + field.at + field.size)

    @property
    def whole(self) -> Span:
        return Span(self.start, self.start + SIZE)


_MINE = bytes(count if count < 128 else 0 for count in range(256))
_THEIRS = bytes(256 - count if count >= 128 else 0 for count in range(256))


def position_of(counts: bytes, total: int) -> Position | None:
    """26 signed counts as a position of the player whose view they are; checkers that stand nowhere, of `total`, are off.

    None where a bar holds the other player's checkers.
    """
    own, opp = counts.translate(_MINE), counts[::-1].translate(_THEIRS)
    if own[OFF] or opp[OFF]:
        return None
    return Position(bytes((max(total - sum(own), 0),)) + own[1:], bytes((max(total - sum(opp), 0),)) + opp[1:])
