"""eXtreme Gammon: files made here as formats/xg.md describes them, the real ones, and damaged ones."""

import random
import struct
import time
import tracemalloc
import zlib
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavla_cli.board import STARTS, Position, Step, flipped
from tavla_cli.examine import Options, examine_input
from tavla_cli.formats import FORMATS, opened
from tavla_cli.formats.xg import container
from tavla_cli.formats.xg.rtf import plain
from tavla_cli.record import (
    Action,
    Beaver,
    Comment,
    Double,
    Drop,
    Dump,
    Ending,
    Entry,
    Fault,
    Game,
    Habits,
    Length,
    Match,
    Remark,
    Resign,
    Roll,
    Seat,
    SetBoard,
    Side,
    Tag,
    Take,
    Unplayed,
    Win,
)
from tavla_cli.source import Input, Source, Span
from tests.mutate import mutated
from tests.shared import SHARED, needs_shared
from tests.test_properties import PACE, SLOWEST, many, paced

FORMAT = FORMATS["xg"]
reader = import_module("tavla_cli.formats.xg.read")  # the package has a function of that name
NOWHERE = Span(0, 0)
SIZE = 2560
LEFT, RIGHT = Side.LEFT, Side.RIGHT


# ---- a writer of records; the numbers are those of the fact sheet


def packed_record(kind: int, *fields: tuple[int, str, object]) -> bytes:
    """A record; each field is its offset, its form as in `struct` or "us" for UTF-16, and its value."""
    found = bytearray(SIZE)
    found[:8] = b"\xde\xad\xbe\xef\xde\xad\xbe\xef"  # stale pointers
    found[8] = kind
    for at, form, value in fields:
        if form == "us":
            raw = str(value).encode("utf-16-le", "surrogatepass") + b"\0\0" + b"\xaa\xd8" * 3  # the rest is garbage
            found[at : at + len(raw)] = raw
        else:
            struct.pack_into("<" + form, found, at, *(value if isinstance(value, tuple) else (value,)))
    return bytes(found)


def header_match(*fields: tuple[int, str, object], length: int = 5, version: int = 30) -> bytes:
    usual: tuple[tuple[int, str, object], ...] = (
        (9, "41p", b"Ada"),
        (50, "41p", b"Ben"),
        (92, "i", length),
        (100, "B", 1),
        (412, "i", -1),
        (552, "i", version),
        (556, "i", 0x494C4D44),
        (576, "2i", (-1, -1)),
        (608, "i", -1),
        (612, "i", 10),
    )
    wide: tuple[tuple[int, str, object], ...] = ((880, "us", "Ada"), (1138, "us", "Bén")) if version >= 24 else ()
    return packed_record(0, *usual, *wide, *fields)


def header_game(number: int = 1, score: tuple[int, int] = (0, 0), *fields: tuple[int, str, object]) -> bytes:
    return packed_record(1, (12, "2i", score), (21, "26b", START), (48, "i", number), (56, "2i", (-1, -1)), *fields)


START = (0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0)


def turned(board: Sequence[int]) -> tuple[int, ...]:
    return tuple(-count for count in reversed(board))


class Table:
    """The board of a game, player 1's view, and the records made of it. Players are 1 and -1."""

    def __init__(self, board: tuple[int, ...] = START) -> None:
        self.board = board
        self.cube = 0
        self.records: list[bytes] = []

    def decide(
        self, player: int, actions: tuple[int, int, int, int] = (0, -1, -1, -1), dice: str = "77", *fields: tuple[int, str, object]
    ) -> "Table":
        usual = ((12, "i", player), (16, "4i", actions), (32, "i", self.cube), (36, "26b", self.board))
        rest = ((120, "h", -100), (208, "3p", dice.encode()), (292, "i", -1))
        self.records.append(packed_record(2, *usual, *rest, *fields))
        if actions[:2] == (1, 1):
            self.cube = -player * (abs(self.cube) + 1)
        return self

    def play(self, player: int, dice: tuple[int, int], *pairs: int, illegal: bool = False, after: tuple[int, ...] | None = None) -> "Table":
        """A cube record and a move record. `pairs` as stored, points less one; `after`: another board than the one they lead to."""
        self.decide(player, (-2, -1, -1, -1), f"{dice[0]}{dice[1]}")
        mine = list(self.board if player == 1 else turned(self.board))
        for src, dst in zip(pairs[::2], pairs[1::2], strict=True):
            mine[src + 1] -= 1
            if dst >= 0:
                if mine[dst + 1] == -1:
                    mine[dst + 1] = 0
                    mine[0] -= 1
                mine[dst + 1] += 1
        end = after or tuple(mine)
        self.move(player, dice, (*pairs, *[-1] * (8 - len(pairs))), end, 1, (2480, "i", 2 if illegal else 0))
        self.board = end if player == 1 else turned(end)
        return self

    def unplayed(self, player: int, dice: tuple[int, int]) -> "Table":
        self.decide(player, (-2, -1, -1, -1), f"{dice[0]}{dice[1]}")
        return self.move(player, dice, (0,) * 8, (0,) * 26, 0)

    def move(
        self,
        player: int,
        dice: tuple[int, int],
        pairs: tuple[int, ...],
        end: tuple[int, ...],
        played: int,
        *fields: tuple[int, str, object],
    ) -> "Table":
        usual = ((9, "26b", self.board), (35, "26b", end), (64, "i", player), (68, "8i", pairs), (100, "2i", dice), (108, "i", self.cube))
        self.records.append(packed_record(3, *usual, (2308, "B", played), (2524, "i", -1), *fields))
        return self

    def again(self, *fields: tuple[int, str, object]) -> "Table":
        """The last record with other fields."""
        found = bytearray(self.records[-1])
        for at, form, value in fields:
            struct.pack_into("<" + form, found, at, *(value if isinstance(value, tuple) else (value,)))
        self.records[-1] = bytes(found)
        return self


def footer_game(winner: int, points: int, termination: int) -> bytes:
    return packed_record(4, (12, "2i", (0, 0)), (24, "i", winner), (28, "i", points), (32, "i", termination))


FOOTER_MATCH = packed_record(5, (12, "2i", (5, 0)), (20, "i", 1))


# ---- a writer of the container


def file_header(thumbnail: bytes = b"", note: str = "") -> bytes:
    found = bytearray(8232)
    struct.pack_into("<4sIIqI", found, 0, b"RGMH", 1, 8232, 0, len(thumbnail))
    raw = note.encode("utf-16-le")
    found[6184 : 6184 + len(raw)] = raw
    return bytes(found) + thumbnail


def archive(members: dict[str, bytes], stored: bool = False, crc: int | None = None, member_crc: int | None = None, size: int = 0) -> bytes:
    """A ZLibArchive. `crc`, `member_crc`, `size`: what to write in the place of the right check sums, and to add to the sizes."""
    data, registry = b"", b""
    for name, content in members.items():
        body = content if stored else zlib.compress(content)
        sum_ = zlib.crc32(content) if member_crc is None else member_crc
        registry += struct.pack("<256p256pIIIIBB2x", name.encode(), b"", len(content) + size, len(body), len(data), sum_, int(stored), 2)
        data += body
    packed = zlib.compress(registry)
    sum_ = zlib.crc32(data + packed) if crc is None else crc
    return data + packed + struct.pack("<IiiiiB15x", sum_, len(members), 1, len(packed), len(data), 1)


def file(*records: bytes, comments: bytes | None = None, thumbnail: bytes = b"", note: str = "", rollouts: bool = False) -> bytes:
    stream = b"".join(records)
    members = {"temp.xg": stream, "temp.xgi": stream[:SIZE] + stream[-SIZE:]}
    if rollouts:
        members["temp.xgr"] = bytes(2184)
    if comments is not None:
        members["temp.xgc"] = comments
    return file_header(thumbnail, note) + archive(members)


def read(data: bytes) -> Match:
    (found,) = FORMAT.read(Source("x.xg", "", "binary", data=data))
    return found


def actions(*records: bytes, **header: int) -> list[tuple[Side | None, Action]]:
    """What is in the one game that the records make, behind a header of the match and one of the game."""
    found = read(file(header_match(**header), header_game(), *records))
    assert found.faults == ()
    (game,) = found.games
    return [(entry.side, entry.action) for entry in game.entries]


def steps(*hops: tuple[int, int]) -> tuple[Step, ...]:
    return tuple(Step(hop, (False,)) for hop in hops)


def rolled(dice: tuple[int, int], text: str, *hops: tuple[int, int]) -> Roll:
    return Roll(dice, steps(*hops), text)


def findings(data: bytes) -> list[tuple[str, str | None]]:
    result = examine_input(Input("x.xg", data, True), Options())
    return [(each.code, each.node) for each in result.all_diagnostics if each.severity != "note"]


GAME = (
    Table()
    .play(1, (3, 1), 7, 4, 5, 4)
    .play(-1, (6, 2), 23, 17, 12, 10)
    .decide(1, (1, 1, -1, -1), "52")
    .move(1, (5, 2), (12, 7, 5, 3, -1, -1, -1, -1), (0,) * 26, 1)  # a writer that leaves out the position after
)


# ---- a whole match


def small_match() -> tuple[bytes, Match]:
    first = Table().play(1, (3, 1), 7, 4, 5, 4).play(-1, (6, 2), 23, 17, 12, 10).decide(1, (1, 0, -1, -1))
    second = Table().play(-1, (6, 5), 23, 12).unplayed(1, (2, 1))
    data = file(
        header_match(
            (128, "d", 45658.604166666664),
            (104, "2d", (1650.5, 1600.0)),
            (120, "2i", (345, 0)),
            (268, "i", -77),
            (622, "us", "Open"),
            (1396, "us", "Aachen"),
            (1654, "us", "Final"),
            (1960, "us", "Cem"),
        ),
        header_game(1),
        *first.records,
        footer_game(1, 1, 0),
        header_game(2, (1, 0), (20, "B", 1)),
        *second.records,
        footer_game(-1, 2, 102),
        FOOTER_MATCH,
        thumbnail=b"\xff\xd8\xff",
        note="from the club",
    )
    expected = Match(
        "xg",
        "v30",
        Length(5),
        (
            Game(
                1,
                (Seat("Ada", 0), Seat("Bén", 0)),
                (
                    Entry(LEFT, rolled((3, 1), "8/5 6/5", (8, 5), (6, 5)), 1, NOWHERE),
                    Entry(RIGHT, rolled((6, 2), "24/18 13/11", (24, 18), (13, 11)), 1, NOWHERE),
                    Entry(LEFT, Double(2), 2, NOWHERE),
                    Entry(RIGHT, Drop(), 2, NOWHERE),
                    Entry(LEFT, Win(1), 2, NOWHERE),
                ),
            ),
            Game(
                2,
                (Seat("Ada", 1), Seat("Bén", 0)),
                (
                    Entry(RIGHT, rolled((6, 5), "24/13", (24, 13)), 1, NOWHERE),
                    Entry(LEFT, Roll((2, 1), Unplayed.NOTHING), 2, NOWHERE),
                    Entry(LEFT, Resign(level=2), 2, NOWHERE),
                    Entry(RIGHT, Win(2), 2, NOWHERE),
                ),
                crawford=True,
            ),
        ),
        (
            Tag("Site", "Aachen", NOWHERE),
            Tag("Match ID", "-77", NOWHERE),
            Tag("Event", "Open", NOWHERE),
            Tag("Round", "Final", NOWHERE),
            Tag("Player 1 Elo", "1650.50/345", NOWHERE),
            Tag("Player 2 Elo", "1600.00/0", NOWHERE),
            Tag("EventDate", "2025.01.01", NOWHERE),
            Tag("EventTime", "14.30", NOWHERE),
            Tag("Transcriber", "Cem", NOWHERE),
            Tag("Variation", "Backgammon", NOWHERE),
            Tag("Crawford", "On", NOWHERE),
            Tag("Jacoby", "Off", NOWHERE),
            Tag("Beaver", "Off", NOWHERE),
            Tag("CubeLimit", "1024", NOWHERE),
        ),
        Habits(marks_hits=False, numbers_rows=False),
        comments=(Comment("from the club"),),
    )
    return data, expected


def test_a_match() -> None:
    data, expected = small_match()
    found = read(data)
    assert found == expected
    assert found.beside == ("pictures",)


def test_places() -> None:
    """Places count in temp.xg; each record is a node."""
    data, _ = small_match()
    found = read(data)
    assert [found.node(entry.span.start) for entry in found.games[0].entries] == [
        "record 4",
        "record 6",
        "record 7",
        "record 7",
        "record 8",
    ]
    assert [entry.span for entry in found.games[0].entries] == [
        Span(3 * SIZE + 68, 3 * SIZE + 108),
        Span(5 * SIZE + 68, 5 * SIZE + 108),
        Span(6 * SIZE + 16, 6 * SIZE + 20),
        Span(6 * SIZE + 20, 6 * SIZE + 24),
        Span(7 * SIZE + 24, 7 * SIZE + 36),
    ]
    assert [node.name for node in found.nodes] == [f"record {number}" for number in range(1, 16)]
    assert [node.start for node in found.nodes] == [number * SIZE for number in range(15)]
    (date,) = (tag for tag in found.tags if tag.key == "EventDate")
    assert date.span == Span(128, 136)
    assert found.games[0].seats is not None
    assert found.games[0].seats[1].name_span == Span(1138, 1138 + 258)


def test_it_is_recognised() -> None:
    data, _ = small_match()
    assert opened("whatever", data)[1] == "xg"
    assert opened("x.xg", data[8:])[1] != "xg"


# ---- the header


def tags(*fields: tuple[int, str, object], length: int = 5, version: int = 30) -> dict[str, str]:
    return {tag.key: tag.value for tag in read(file(header_match(*fields, length=length, version=version))).tags}


def test_old_files_have_narrow_texts() -> None:
    fields = (
        (136, "129p", "Café".encode("cp1252")),
        (283, "129p", b"Oslo"),
        (417, "129p", b"3"),
        (622, "us", "garbage"),
        (1960, "us", "Cem"),
    )
    old = tags(*fields, version=23)
    assert (old["Event"], old["Site"], old["Round"], old.get("Transcriber")) == ("Café", "Oslo", "3", None)
    new = tags(*fields, version=30)
    assert (new["Event"], new["Site"], new["Round"], new["Transcriber"]) == ("garbage", "Oslo", "3", "Cem")
    seats = read(file(header_match(version=23), header_game())).games[0].seats
    assert seats == (Seat("Ada", 0), Seat("Ben", 0))


def test_money() -> None:
    assert read(file(header_match(length=99_999))).length == Length(0, money=True)
    assert read(file(header_match(length=0))).length == Length(0)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        (((96, "i", 1),), {"Variation": "NackGammon"}),
        (((96, "i", 2),), {"Variation": "HyperGammon"}),
        (((96, "i", 3),), {"Variation": "LongGammon"}),
        (((100, "4B", (0, 1, 1, 1)),), {"Crawford": "Off", "Jacoby": "On", "Beaver": "On", "Automatic Doubles": "On"}),
        (((612, "i", 6),), {"CubeLimit": "64"}),
        (((612, "i", 0),), {"CubeLimit": "1"}),
        (((608, "i", 3), (1396, "us", "Oslo")), {"Site": "GridGammon", "Location": "Oslo"}),
        (((128, "d", 45658.0),), {"EventDate": "2025.01.01", "EventTime": None}),
        (((128, "d", 45658 + 13.9999999999 / 24),), {"EventDate": "2025.01.01", "EventTime": "14.00"}),
        (((128, "d", float("nan")),), {"EventDate": None}),
        (((128, "d", 1e300),), {"EventDate": None}),
        (((104, "d", float("inf")),), {"Player 1 Elo": None}),
    ],
)
def test_header_lines(fields: tuple[tuple[int, str, object], ...], expected: dict[str, str | None]) -> None:
    found = tags(*fields)
    assert {key: found.get(key) for key in expected} == expected


@pytest.mark.parametrize(
    ("field", "text", "place"),
    [
        ((96, "i", 4), "variation 4", 96),
        ((552, "i", 41), "version 41", 552),
        ((556, "i", 5), "the magic number of the match header", 556),
        ((612, "i", 31), "cube limit 31", 612),
    ],
)
def test_what_a_header_cannot_say(field: tuple[int, str, object], text: str, place: int) -> None:
    (found,) = read(file(header_match(field))).faults
    assert (found, found.span) == (Fault("T101", NOWHERE, text=text), Span(place, place + 4))


# ---- the cube


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ((1, 0, -1, -1), [(RIGHT, Drop())]),
        ((1, 1, -1, -1), [(RIGHT, Take())]),
        ((1, -1, -1, -1), []),
        ((1, 2, 1, -1), [(RIGHT, Beaver(4)), (LEFT, Take())]),
        ((1, 2, 0, -1), [(RIGHT, Beaver(4)), (LEFT, Drop())]),
        ((1, 2, -1, -1), [(RIGHT, Beaver(4))]),
        ((1, 2, 2, 1), [(RIGHT, Beaver(4)), (LEFT, Beaver(8, raccoon=True)), (RIGHT, Take())]),
        ((1, 2, 2, 0), [(RIGHT, Beaver(4)), (LEFT, Beaver(8, raccoon=True)), (RIGHT, Drop())]),
    ],
)
def test_cube_actions(answer: tuple[int, int, int, int], expected: list[tuple[Side, Action]]) -> None:
    assert actions(*Table().decide(1, answer).records) == [(LEFT, Double(2)), *expected]


@pytest.mark.parametrize("double", [0, -1, -2])
def test_no_double(double: int) -> None:
    assert actions(*Table().decide(-1, (double, -1, -1, -1)).records) == []


def test_the_cube_goes_on_from_what_it_was() -> None:
    """The power of two is player 1's when it is positive, whoever doubles."""
    table = Table().play(1, (3, 1), 7, 4, 5, 4).decide(-1, (1, 1, -1, -1)).play(-1, (6, 2), 23, 17, 12, 10).decide(1, (1, 1, -1, -1))
    found = [action for _, action in actions(*table.records, length=99_999) if not isinstance(action, Roll)]
    assert found == [Double(2), Take(), Double(4), Take()]


def test_a_beaver_is_replayed() -> None:
    """A double, a beaver and a raccoon, and a cube of 8."""
    table = Table().play(1, (3, 1), 7, 4, 5, 4).play(-1, (6, 2), 23, 17, 12, 10).decide(1, (1, 2, 2, 1))
    table.cube = -3
    table.play(1, (6, 4), 23, 17, 17, 13)
    header = header_match((100, "4B", (0, 0, 1, 0)), length=99_999)
    assert findings(file(header, header_game(), *table.records, footer_game(-1, 8, 101))) == []


def test_automatic_doubles() -> None:
    """The cubes of the records do not count them."""
    table = Table().play(1, (3, 1), 7, 4, 5, 4).decide(-1, (1, 1, -1, -1))
    data = file(header_match((103, "B", 1), length=99_999), header_game(1, (0, 0), (64, "i", 2)), *table.records)
    (game,) = read(data).games
    assert (game.cube, [entry.action for entry in game.entries[1:]]) == (4, [Double(8), Take()])


@pytest.mark.parametrize(
    ("fields", "text", "place"),
    [
        (((16, "i", 5),), "double 5", 16),
        (((16, "2i", (1, 9)),), "take 9, beaver -1", 16),
        (((12, "i", 3),), "player 3", 12),
        (((32, "i", 99),), "cube 99", 32),
    ],
)
def test_what_a_cube_record_cannot_say(fields: tuple[tuple[int, str, object], ...], text: str, place: int) -> None:
    (found,) = read(file(header_match(), header_game(), *Table().decide(1).again(*fields).records)).faults
    assert (found.text, found.game, found.span.start) == (text, 1, 2 * SIZE + place)


# ---- plays


def test_plays() -> None:
    """Order as entered; like neighbours are counted; the bar is 24; what is off is negative, however far."""
    bearing_off = (0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -2, 0, 1)
    found = actions(
        *Table().play(1, (1, 3), 5, 4, 7, 4).play(-1, (6, 6), 12, 6, 12, 6, 23, 17, 23, 17).records,
        *Table(bearing_off).play(1, (1, 4), 24, 20, 1, 0).play(-1, (6, 5), 1, -5, 1, -4).records,
    )
    assert [action for side, action in found if isinstance(action, Roll)] == [
        rolled((1, 3), "6/5 8/5", (6, 5), (8, 5)),
        rolled((6, 6), "13/7(2) 24/18(2)", (13, 7), (13, 7), (24, 18), (24, 18)),
        rolled((1, 4), "bar/21 2/1", (25, 21), (2, 1)),
        rolled((6, 5), "2/off(2)", (2, 0), (2, 0)),
    ]


def test_no_play() -> None:
    """A dance is a play of no checkers with its position; nothing at all is a roll that was not played."""
    table = Table().play(1, (3, 1)).unplayed(-1, (1, 1))
    assert actions(*table.records) == [(LEFT, Roll((3, 1), Unplayed.CANNOT_MOVE)), (RIGHT, Roll((1, 1), Unplayed.NOTHING))]
    for blank in ((35, "26b", (0,) * 26), (2308, "B", 0)):  # what is not said to be a dance
        assert actions(*Table().play(1, (3, 1)).again(blank).records) == [(LEFT, Roll((3, 1), Unplayed.NOTHING))]


def test_a_position_after_may_be_missing() -> None:
    assert actions(*GAME.records)[-1] == (LEFT, rolled((5, 2), "13/8 6/4", (13, 8), (6, 4)))


def test_an_illegal_play() -> None:
    """Flagged, and told by the position after it, which the record shows as its mover sees it."""
    end = (0, -2, 0, 0, 0, 0, 4, 0, 4, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0)
    table = Table().play(1, (3, 1), 7, 4, -1, -1, 5, 7, illegal=True, after=end).play(-1, (6, 2), 23, 17, 12, 10)
    found = actions(*table.records)
    after = Position(bytes((0, 0, 0, 0, 0, 0, 4, 0, 4, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0)), STARTS["standard"].opp)
    assert found[0] == (LEFT, Roll((3, 1), Unplayed.DECLARED, "8/5 6/8", Dump(flipped(after))))
    assert findings(file(header_match(), header_game(), *table.records)) == [("P119", "record 4")]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        (((68, "8i", (30, 4, -1, -1, -1, -1, -1, -1)),), Roll((3, 1), Unplayed.UNREADABLE, "31/5")),
        (((68, "8i", (7, 24, -1, -1, -1, -1, -1, -1)),), Roll((3, 1), Unplayed.UNREADABLE, "8/25")),
        (((2480, "i", 2), (60, "b", -1)), Roll((3, 1), Unplayed.UNREADABLE, "8/5 6/5")),
        (((100, "2i", (7, 0)),), rolled((7, 0), "8/5 6/5", (8, 5), (6, 5))),
    ],
)
def test_what_is_no_play(fields: tuple[tuple[int, str, object], ...], expected: Roll) -> None:
    assert actions(*Table().play(1, (3, 1), 7, 4, 5, 4).again(*fields).records) == [(LEFT, expected)]


def test_what_is_no_dice() -> None:
    found = read(file(header_match(), header_game(), *Table().play(1, (3, 1), 7, 4, 5, 4).again((100, "2i", (-3, 1 << 30))).records))
    assert [entry.action for entry in found.games[0].entries] == [Roll(None, steps((8, 5), (6, 5)), "8/5 6/5")]
    assert found.faults == (Fault("T101", NOWHERE, 1, text=f"dice -3 {1 << 30}"),)


# ---- boards that are set up


MIDDLE = (0, 2, 2, 2, 3, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -3, -3, -3, -2, -2, -2, 0)


def seen(board: Sequence[int]) -> Position:
    """A board of 15 checkers a side as player 1 sees it."""
    own = bytearray(26)
    opp = bytearray(26)
    for point, count in enumerate(board):
        (own if count > 0 else opp)[point if count > 0 else 25 - point] += abs(count)
    own[0], opp[0] = 15 - sum(own), 15 - sum(opp)
    return Position(bytes(own), bytes(opp))


def test_a_position_file() -> None:
    """`.xgp`: one cube record, and a move record where there are dice; the header of the game may show another board."""
    table = Table(MIDDLE)
    table.cube = -2
    table.decide(-1, (0, -1, -1, -1))
    board = (None, SetBoard(seen(MIDDLE), 4, RIGHT))
    assert actions(*table.records) == [board]
    table.play(-1, (2, 1), 1, -1, 0, -1)
    assert actions(*table.records) == [board, (RIGHT, rolled((2, 1), "2/off 1/off", (2, 0), (1, 0)))]
    table = Table(MIDDLE).play(-1, (2, 1), 1, -1, 0, -1)
    assert findings(file(header_match(), header_game(), *table.records)) == []


def test_a_position_without_dice() -> None:
    table = Table(MIDDLE).decide(1, (-2, -1, -1, -1)).move(1, (0, 0), (0,) * 8, (0,) * 26, 0)
    assert actions(*table.records) == [(None, SetBoard(seen(MIDDLE)))]


def test_a_game_from_another_position() -> None:
    data = file(header_match(), header_game(1, (0, 0), (21, "26b", MIDDLE)))
    assert [entry.action for entry in read(data).games[0].entries] == [SetBoard(seen(MIDDLE))]


def test_the_usual_position_is_not_set() -> None:
    """All zero means the same; in another variation another one is usual."""
    assert read(file(header_match(), header_game(1, (0, 0), (21, "26b", (0,) * 26)))).games[0].entries == ()
    hyper = (0, -1, -1, -1, *[0] * 18, 1, 1, 1, 0)
    assert read(file(header_match((96, "i", 2)), header_game(1, (0, 0), (21, "26b", (0,) * 26)))).games[0].entries == ()
    assert actions(*Table((0,) * 26).decide(1).records) == []  # the first record shows none either
    table = Table(hyper).play(1, (3, 1), 23, 20, 21, 20)
    data = file(header_match((96, "i", 2)), header_game(1, (0, 0), (21, "26b", hyper)), *table.records)
    assert [entry.action for entry in read(data).games[0].entries] == [rolled((3, 1), "24/21 22/21", (24, 21), (22, 21))]
    assert findings(data) == []


def test_a_board_that_somebody_edited() -> None:
    table = Table().play(1, (3, 1), 7, 4, 5, 4)
    table.board = MIDDLE
    table.cube = 1
    plain_ = table.decide(-1).records[-1]
    assert SetBoard not in [type(action) for _, action in actions(*table.records)]
    table.records[-1] = plain_[:296] + b"\1" + plain_[297:]
    assert actions(*table.records)[1:] == [(None, SetBoard(seen(MIDDLE), 2, LEFT))]
    assert actions(*table.records, version=23)[1:] == []
    table = Table().play(1, (3, 1), 7, 4, 5, 4).play(-1, (6, 2), 23, 17, 12, 10).decide(1, (0, -1, -1, -1), "77", (296, "B", 1))
    assert [type(action) for _, action in actions(*table.records)] == [Roll, Roll]  # it stands as it was left


def test_a_board_that_cannot_be() -> None:
    """The bar holds the other player's checkers."""
    assert actions(*Table((3, *START[1:])).decide(1).records) == [(None, SetBoard(None))]


# ---- results


@pytest.mark.parametrize(
    ("termination", "expected"),
    [
        (0, []),
        (1, []),
        (3, []),
        (100, [(RIGHT, Resign())]),
        (101, [(RIGHT, Resign(level=1))]),
        (103, [(RIGHT, Resign(level=3))]),
        (104, [(RIGHT, Resign(match=True))]),
        (1001, [(None, Remark(Ending.SETTLEMENT))]),
        (1102, [(None, Remark(Ending.SETTLEMENT))]),
    ],
)
def test_results(termination: int, expected: list[tuple[Side | None, Action]]) -> None:
    assert actions(footer_game(1, 4, termination)) == [*expected, (LEFT, Win(4))]


@pytest.mark.parametrize(
    ("footer", "text", "expected"),
    [
        (footer_game(1, 2, 77), "termination 77", [Win(2)]),
        (footer_game(1, 2, -1), "termination -1", [Win(2)]),
        (footer_game(0, 2, 101), "winner 0", []),
    ],
)
def test_what_a_footer_cannot_say(footer: bytes, text: str, expected: list[Action]) -> None:
    found = read(file(header_match(), header_game(), footer))
    assert ([fault.text for fault in found.faults], [entry.action for entry in found.games[0].entries]) == ([text], expected)


def test_an_unfinished_game() -> None:
    data = file(header_match(), header_game(), *GAME.records)
    assert findings(data) == []
    assert [len(game.entries) for game in read(data).games] == [5]


# ---- the order of records


def test_records_in_a_wrong_order() -> None:
    loose = Table().decide(1, (1, 1, -1, -1)).records[0]
    found = read(file(loose, header_match(), footer_game(1, 1, 0), header_match(), packed_record(9), header_game()))
    assert [(fault.code, fault.text, found.node(fault.span.start)) for fault in found.faults] == [
        ("T101", "a record outside of a game", "record 1"),
        ("T101", "a record outside of a game", "record 3"),
        ("T101", "a second match header", "record 4"),
        ("T101", "a record of type 9", "record 5"),
    ]
    assert len(found.games) == 1


def test_a_stream_without_a_header() -> None:
    found = read(file(header_game(), *GAME.records))
    assert (found.dialect, found.length, [fault.text for fault in found.faults]) == ("", None, ["no match header"])
    assert len(found.games[0].entries) == 5


def test_a_record_that_is_not_whole() -> None:
    found = read(file(header_match(), header_game(), *GAME.records, FOOTER_MATCH[:100]))
    assert found.faults == (Fault("T103", NOWHERE, text="record 9"),)
    assert len(found.games[0].entries) == 5


# ---- comments, and what is beside


RTF = rb"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fcharset0 Arial;}}" + b"\1\2" + rb"{\*\generator X;}\pard\fs20 "


def test_comments() -> None:
    table = (
        Table().decide(1, (0, -1, -1, -1), "31", (292, "i", 0)).move(1, (3, 1), (7, 4, 5, 4, -1, -1, -1, -1), (0,) * 26, 1, (2524, "i", 1))
    )
    table.decide(-1, (1, 1, -1, -1), "62", (292, "i", 4)).decide(1, (0, -1, -1, -1), "62", (292, "i", 6))
    texts = [
        b"why not?",
        RTF + rb"difficile \'e0 trouver\par" + b"\1\2}",
        b"about the game",
        b"",
        b"a double",
        b"at the head",
        b"last",
        b"loose",
    ]
    data = file(
        header_match((576, "i", 5)),
        header_game(1, (0, 0), (56, "2i", (2, 99))),
        *table.records,
        comments=b"\r\n".join(texts) + b"\r\n",
    )
    found = read(data)
    assert found.comments == (
        Comment("at the head"),
        Comment("about the game", 1),
        Comment("why not?", 1, 0),  # of no double: about the roll that follows
        Comment("difficile à trouver", 1, 0),
        Comment("a double", 1, 1),
        Comment("last", 1),  # no roll follows
        Comment("loose"),
    )
    assert found.faults == ()
    assert [found.node(each.span.start) for each in found.comments[:5]] == ["record 1", "record 2", "record 3", "record 4", "record 5"]


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b"", ""),
        (b" caf\xe9 ", "café"),
        (rb"{\rtf1 a\par b\line c\tab d}", "a\nb\nc\td"),
        (rb"{\rtf1 \{a\}\\ \~b\_c\-d}", "{a}\\ \xa0b-cd"),
        (rb"{\rtf1\ansicpg1251 \'c4\'e0}", "Да"),
        (rb"{\rtf1\ansicpg932 \'83\'65}", "テ"),
        (rb"{\rtf1\ansicpg9999 \'e9}", "é"),
        (rb"{\rtf1\uc1 \u337?x}", "őx"),
        (rb"{\rtf1\uc2 \u337 \'6f\'6fx}", "őx"),
        (rb"{\rtf1\uc0\u337x}", "őx"),
        (rb"{\rtf1 \u-10179?\u-8704?}", "😀"),
        (rb"{\rtf1 \u-10179?!}", "\ufffd!"),
        (rb"{\rtf1 {\b bold} {\pict\wmetafile8 0102}{\*\unknown secret}{\info{\author me}}end}", "bold end"),
        (rb"{\rtf1 a{\pict\bin5 }}}}}b}c}", "ac"),
        (rb"{\rtf1 \ldblquote a\rdblquote\endash b\emdash\'", "“a”–b—"),
        (rb"{\rtf1 " + b"{" * 5000 + b"x", "x"),
        (rb"{\rtf1 }}}}x", "x"),
        (rb"{\rtf1 \fs99999999999999999999 x", "99999999999 x"),
    ],
)
def test_rich_text(raw: bytes, expected: str) -> None:
    assert plain(raw) == expected


def test_what_else_is_there() -> None:
    assert read(file(header_match(), rollouts=True)).beside == ("rollouts",)
    assert read(file(header_match((1912, "i", 1)))).beside == ("clock",)
    assert read(file(header_match((1912, "i", 1), version=24))).beside == ()
    decided = Table().decide(1, (0, -1, -1, -1), "77", (304, "2i", (60, 0)), (120, "h", 0))
    assert read(file(header_match(), header_game(), *decided.records)).beside == ("analysis", "clock")
    analysed = Table().play(1, (3, 1), 7, 4, 5, 4).again((120, "i", 5))
    assert read(file(header_match(), header_game(), *analysed.records)).beside == ("analysis",)
    assert read(file(header_match(), packed_record(5, (24, "d", 1700.0)))).beside == ("ratings",)


# ---- the container


SMALL = b"".join((header_match(), header_game(), *GAME.records))


def with_archive(packed: bytes, thumbnail: bytes = b"") -> Match:
    return read(file_header(thumbnail) + packed)


def said(match: Match) -> list[tuple[str, str]]:
    return [(fault.code, fault.text) for fault in match.faults]


def test_stored_members() -> None:
    found = with_archive(archive({"Temp.XG": SMALL}, stored=True))
    assert (said(found), len(found.games[0].entries)) == ([], 5)


def test_a_bare_stream() -> None:
    """A third program leaves out the archive. That is no fault."""
    found = with_archive(zlib.compress(SMALL), b"jpeg")
    assert found == with_archive(archive({"temp.xg": SMALL}))
    assert found.faults == ()


@pytest.mark.parametrize(
    ("packed", "expected"),
    [
        (archive({"temp.xg": SMALL}, crc=1), [("T101", "the CRC-32 of the archive")]),
        (archive({"temp.xg": SMALL}, member_crc=1), [("T101", "the CRC-32 of temp.xg")]),
        (archive({"temp.xg": SMALL}, size=1), [("T101", "the size of temp.xg")]),
        (archive({"temp.xg": SMALL})[:-1], [("T103", "the registry of the archive")]),
        (archive({"temp.xg": SMALL})[:-36] + b"\7" * 20 + b"\1" + bytes(15), [("T101", "the registry of the archive")]),
        (zlib.compress(SMALL)[:-4] + b"1234", [("T101", "the check sum of temp.xg")]),
        (archive({"other": SMALL}), [("T101", "the registry of the archive")]),
    ],
)
def test_what_does_not_fit(packed: bytes, expected: list[tuple[str, str]]) -> None:
    """It is told, and the match is read all the same."""
    found = with_archive(packed)
    assert said(found) == expected
    assert found.games == with_archive(archive({"temp.xg": SMALL})).games


def test_a_wrong_size_of_the_picture() -> None:
    data = bytearray(file_header(b"jpeg") + archive({"temp.xg": SMALL}))
    struct.pack_into("<I", data, 20, 0xFFFFFFFF)
    found = read(bytes(data))
    assert (said(found), len(found.games)) == ([("T101", "the size of the picture")], 1)


@pytest.mark.parametrize("length", [4, 100, 8231])
def test_a_header_that_breaks_off(length: int) -> None:
    assert read(file(SMALL)[:length]) == Match(
        "xg",
        "",
        None,
        (),
        habits=Habits(marks_hits=False, numbers_rows=False),
        faults=(Fault("T103", NOWHERE, text="the header of the file"),),
    )


def test_a_stream_that_breaks_off() -> None:
    """The whole records of what unpacks are read: the more, the later it breaks off."""
    table = Table()
    rng = random.Random(3)
    for turn in range(30):
        table.play(1 if turn % 2 else -1, (rng.randint(1, 6), rng.randint(1, 6))).again((200, "400s", rng.randbytes(400)))  # packs badly
    stream = b"".join((header_match(), header_game(), *table.records))
    whole = with_archive(zlib.compress(stream)).games[0].entries
    packed = zlib.compress(stream)
    lengths = []
    for cut in range(len(packed) // 5, len(packed) - 8, len(packed) // 5):
        for damaged in (packed[:cut], packed[:cut] + b"\0" * 5 + packed[cut + 5 :]):
            found = with_archive(damaged)
            assert {code for code, _ in said(found)} <= {"T101", "T103"} and found.faults
            entries = found.games[0].entries
            lengths.append(len(entries))
            if damaged == packed[:cut]:
                assert "T103" in {code for code, _ in said(found)}
                assert entries == whole[: len(entries)]
    assert lengths[::2] == sorted(set(lengths[::2]))
    assert lengths[-2] > 15


def test_a_zip_bomb() -> None:
    """Nothing, packed to a thousandth: told before all of it is unpacked, with little in memory."""
    packer = zlib.compressobj(9)
    bomb = b"".join([packer.compress(bytes(1 << 20)) for _ in range(80)]) + packer.flush()
    registry = zlib.compress(struct.pack("<256p256pIIIIBB2x", b"temp.xg", b"", 80 << 20, len(bomb), 0, 0, 0, 2))
    in_archive = bomb + registry + struct.pack("<IiiiiB15x", zlib.crc32(bomb + registry), 1, 1, len(registry), len(bomb), 1)
    for packed in (bomb, in_archive):
        tracemalloc.start()
        begun = time.process_time()
        found = with_archive(packed)
        took = time.process_time() - begun
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert said(found) == [("T115", "temp.xg: more than 1,000 times its size")]
        assert took < SLOWEST or took <= SLOWEST * paced() / PACE
        assert most < 40 << 20
    result = examine_input(Input("x.xg", file_header() + bomb, True), Options())
    assert (result.unreadable, "T115" in [each.code for each in result.all_diagnostics]) == (True, True)


def test_small_files_may_pack_well() -> None:
    """Two megabytes of one record pack to less than a thousandth."""
    found = with_archive(zlib.compress(header_match() + header_game() + packed_record(5) * 1000, 9))
    assert said(found) == []


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(container, "MOST_BYTES", 3 << 20)
    noise = random.Random(1).randbytes(4 << 20)
    assert said(with_archive(zlib.compress(noise, 0))) == [("T115", "temp.xg: more than 3 MiB")]
    assert said(with_archive(archive({"temp.xg": noise}, stored=True))) == [("T115", "temp.xg: more than 3 MiB")]
    several = with_archive(archive({f"{number}": b"" for number in range(1001)}))
    assert said(several) == [("T115", "1,000 members in an archive")]
    talkative = with_archive(archive({"temp.xg": SMALL, "temp.xgc": noise[: 2 << 20]}))
    assert (said(talkative), len(talkative.games)) == ([("T115", "temp.xgc: more than 1 MiB")], 1)


def test_limits_of_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (reader.MOST_GAMES, reader.MOST_ENTRIES, reader.MOST_FAULTS, reader.MOST_COMMENTS) == (10_000, 20_000, 200, 20_000)
    monkeypatch.setattr(reader, "MOST_GAMES", 30)
    monkeypatch.setattr(reader, "MOST_ENTRIES", 40)
    monkeypatch.setattr(reader, "MOST_COMMENTS", 5)
    found = read(file(header_match(), header_game() * 31))
    assert (said(found), len(found.games)) == ([("T115", "30 games in a match")], 30)
    found = read(file(header_match(), packed_record(9) * 300))
    assert (said(found)[-1], len(found.faults)) == (("T115", "200 unreadable records in a match"), 201)
    double = Table().decide(1, (1, 1, -1, -1)).records[0]
    found = read(file(header_match(), header_game(), double * 21))
    assert (said(found), len(found.games[0].entries)) == ([("T115", "40 rolls and cube actions in a game")], 40)
    about = Table().decide(1, (0, -1, -1, -1), "77", (292, "i", 0)).records[0]
    found = read(file(header_match(), header_game(), about * 6, comments=b"x\r\n"))
    assert (said(found), len(found.comments)) == ([("T115", "5 comments in a match")], 5)


# ---- damage


def examined(data: bytes) -> None:
    begun = time.process_time()
    result = examine_input(Input("x.xg", data, True), Options(format="xg"))
    took = time.process_time() - begun
    assert took <= SLOWEST or took <= SLOWEST * paced() / PACE
    assert result.matches


@pytest.mark.parametrize("seed", range(4))
def test_damage(seed: int) -> None:
    """The file, its archive, and what is packed in it."""
    data, _ = small_match()
    stream = SMALL + footer_game(1, 1, 0) + header_game(2, (1, 0)) + b"".join(Table().play(-1, (6, 5), 23, 12).unplayed(1, (2, 1)).records)
    for number in range(50):
        rng = random.Random(f"{seed}-{number}")
        if number % 3 == 0:
            examined(b"RGMH" + mutated(data, rng)[4:])
        elif number % 3 == 1:
            examined(file_header() + mutated(data[8235:], rng))
        else:
            changed = bytearray(stream)
            for _ in range(rng.randint(1, 12)):  # where fields are: most of a record is analysis
                at = rng.randrange(len(stream) // SIZE) * SIZE + rng.choice((*range(8, 124), *range(548, 624), *range(2308, 2532)))
                changed[at] = rng.choice((0, 1, 127, 128, 255, rng.randrange(256)))
            examined(file_header() + archive({"temp.xg": bytes(changed), "temp.xgc": mutated(RTF, rng)}))


@many(60)
@given(st.binary(max_size=400))
def test_no_bytes_make_it_raise(data: bytes) -> None:
    read(b"RGMH" + data)
    read(file_header() + data)
    read(file_header() + archive({"temp.xg": data, "temp.xgc": data}))
    plain(b"{\\rtf1" + data)


@many(60)
@given(st.lists(st.tuples(st.integers(0, 9), st.binary(max_size=330)), max_size=6))
def test_no_records_make_it_raise(parts: list[tuple[int, bytes]]) -> None:
    records = [bytes(8) + bytes((kind,)) + data + bytes(SIZE - 9 - len(data)) for kind, data in parts]
    examined(file(header_match(), header_game(), *records))


def test_spans_do_not_matter() -> None:
    """What is compared here are claims."""
    found = read(small_match()[0])
    assert replace(found, span=Span(5, 6)) == found


# ---- real files


def corpus(folder: str) -> list[Path]:
    return [] if SHARED is None else sorted((SHARED / "corpus" / folder).glob("*"))


def named(beginning: str) -> Path:
    (path,) = (path for path in corpus("xg") if path.name.startswith(beginning))
    return path


@needs_shared
@pytest.mark.parametrize(
    ("name", "version", "length", "score", "rolls", "wrong"),
    [
        ("2-Int", "v30", 7, (5, 7), 356, []),
        ("3WNK", "v30", 7, (6, 7), 253, []),
        ("B4_", "v30", 0, (7, 1), 55, []),
        ("MYd", "v30", 5, (2, 5), 125, []),
        ("Squire", "v30", 7, (7, 6), 337, [("P119", "record 582")]),
        ("UL-", "v30", 5, (3, 5), 191, []),
        ("baR", "v30", 5, (0, 5), 88, []),
        ("hQ8", "v30", 9, (9, 0), 202, [("P119", "record 186"), ("P119", "record 280"), ("P119", "record 298")]),
        ("match_", "v32", 9, (4, 10), 179, []),
        ("ronde3", "v32", 7, (1, 7), 182, []),
        ("uwv", "v30", 0, (7, 6), 202, []),
    ],
)
def test_real_files(name: str, version: str, length: int, score: tuple[int, int], rolls: int, wrong: list[tuple[str, str]]) -> None:
    """All of them are clean but for the plays that they call illegal themselves."""
    data = named(name).read_bytes()
    result = examine_input(Input("x.xg", data, True), Options())
    (found,) = result.matches
    assert (result.format, found.dialect, found.length, found.claimed_score) == ("xg", version, length, score)
    assert findings(data) == wrong
    record = read(data)
    assert record.faults == ()
    assert sum(isinstance(entry.action, Roll) for game in record.games for entry in game.entries) == rolls
    assert record.beside == (("pictures", "rollouts", "analysis") if name == "B4_" else ("pictures", "analysis"))
    assert len(record.comments) == (2 if name == "match_" else 0)


@needs_shared
@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("hQ8", "mat/hedgehog-001.mat"),
        ("3WNK", "mat/opengammon-001.mat"),
        *((stem, f"bgf/{stem}.bgf") for stem in ("3WNK_g1Z-PLsh_HyvQ5j4a", "MYdvw1qGuyaRUH__", "UL-CV6F9jMM-E1Pu", "baR-U643iUDpvzTC")),
        *((stem, f"bgf/{stem}.bgf") for stem in ("B4_SrGcsKAQmoTyHlgJCbM", "uwvEbd63UvdX7SDin5o_Iw")),
    ],
)
def test_the_same_match_in_another_format(name: str, other: str) -> None:
    """The same rolls, positions and cube actions."""
    assert SHARED is not None
    found = [
        examine_input(Input(path.name, path.read_bytes(), True), Options()).matches[0].digest
        for path in (named(name), SHARED / "corpus" / other)
    ]
    assert found[0] == found[1]


@needs_shared
def test_other_files_are_not_ours() -> None:
    assert SHARED is not None
    for path in sorted((SHARED / "corpus").rglob("*.*")):
        assert FORMAT.recognises(Source("", "", "binary", data=path.read_bytes())) is (path.parent.name == "xg"), path.name


@needs_shared
@pytest.mark.parametrize("name", ["B4_", "hQ8"])
def test_damaged_real_files(name: str) -> None:
    data = named(name).read_bytes()
    whole = read(data)
    (thumbnail,) = struct.unpack_from("<I", data, 20)
    start = 8232 + thumbnail
    for tenth in range(1, 10):  # the file breaks off
        cut = read(data[: start + (len(data) - start) * tenth // 10])
        assert "T103" in {fault.code for fault in cut.faults}
        entries = [entry for game in cut.games for entry in game.entries]
        assert entries == [entry for game in whole.games for entry in game.entries][: len(entries)]
    rng = random.Random(name)
    for _ in range(8):
        examined(b"RGMH" + mutated(data, rng)[4:])
        examined(data[:start] + mutated(data[start:], rng))
