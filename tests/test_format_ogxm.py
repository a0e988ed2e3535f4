"""OGXM v1, v2 and streams: real files, files made here for each fact of formats/ogxm.md, damage; and what we write."""

import importlib
import random
import time
import zlib
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from struct import pack
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavla_cli.board import STARTS, Position, Step, flipped
from tavla_cli.formats import FORMATS
from tavla_cli.formats.ogxm.common import board_of
from tavla_cli.formats.ogxm.encode import annotation, record, section, string, varint
from tavla_cli.formats.ogxm.write import write
from tavla_cli.record import (
    Action,
    Beaver,
    Comment,
    Double,
    Drop,
    Dump,
    Ending,
    Fault,
    Match,
    Remark,
    Resign,
    Roll,
    SetBoard,
    Side,
    Take,
    Unplayed,
    Win,
)
from tavla_cli.rules import rules_for
from tavla_cli.source import Source, decode
from tavla_cli.telling import told
from tavla_cli.walk import games_of
from tests.mutate import mutated
from tests.shared import SHARED, needs_shared
from tests.test_properties import PACE, SLOWEST, many, paced

FORMAT = FORMATS["ogxm"]
USUAL = STARTS["standard"]
LEFT, RIGHT = Side.LEFT, Side.RIGHT


def _oracle(name: str) -> ModuleType | None:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


OGXM, GVFORMAT = _oracle("ogxm"), _oracle("gvformat")
needs_ogxm = pytest.mark.skipif(OGXM is None, reason="the reference codec is not installed: pip install ogxm")
needs_gvformat = pytest.mark.skipif(GVFORMAT is None, reason="GammonView's codec is not installed: pip install gammonview")


def read(data: bytes) -> list[Match]:
    return list(FORMAT.read(Source("x", "", "binary", data=data)))


def one(data: bytes) -> Match:
    (match,) = read(data)
    return match


def codes(match: Match) -> list[tuple[str, str]]:
    return [(fault.code, fault.text) for fault in match.faults]


def actions(match: Match, game: int = 0) -> list[tuple[Side | None, Action]]:
    return [(entry.side, entry.action) for entry in match.games[game].entries]


def roll(dice: int, *hops: tuple[int, int], text: str) -> Roll:
    high, low = divmod(dice, 10)
    return Roll((high, low), tuple(Step(hop, (False,)) for hop in hops), text)


# ---- v2 files made here


def v2(
    fields: dict[int, bytes] | None, *games: bytes, length: int = 5, variant: int = 0, notes: Iterable[bytes] = (), more: bytes = b""
) -> bytes:
    """A file; `fields` of the match record by their bits, None: it has no match."""
    body = b"" if fields is None else section(b"MTCH", record(varint(length) + varint(variant), fields), True)
    body += b"".join(section(b"GAME", game, True) for game in games)
    notes = b"".join(notes)
    body += (section(b"ANNO", notes, False) if notes else b"") + more
    head = b"OGXM" + pack("<HHHHI", 2, 0, 2, 0, 16 + len(body) + 17 + 4) + body
    return head + section(b"CSUM", record(varint(0) + varint(4) + pack("<I", zlib.crc32(head)), {}), True) + b"END!"


def game(*plies: bytes, **fields: bytes) -> bytes:
    """A game; `f0=` is the field of bit 0."""
    return record(b"", {int(bit[1:]): value for bit, value in fields.items()}) + b"".join(plies)


def ply(action: int, side: Side, *steps: tuple[int, int], end: bool = False, **extras: bytes) -> bytes:
    """`end`: there are fewer steps than the roll has room for."""
    data = bytes([action | side << 6 | (128 if extras else 0)]) + bytes(pips << 5 | point for point, pips in steps) + b"\0" * end
    return data + (record(b"", {int(bit[1:]): value for bit, value in extras.items()}) if extras else b"")


def board(position: Position) -> bytes:
    return pack("<26b", *board_of(position))


# 31 by White from his 8 and 6, and 62 by Black from 24 and 13
WHITE_31 = ply(2, LEFT, (17, 3), (19, 1))
BLACK_62 = ply(10, RIGHT, (24, 6), (13, 2))
AFTER_31 = Position(
    bytes({24: 2, 13: 5, 8: 2, 6: 4, 5: 2}.get(point, 0) for point in range(26)),
    USUAL.opp,
)
PLAYED_31 = roll(31, (8, 5), (6, 5), text="8/5 6/5")


def test_points_and_steps() -> None:
    """White moves upward from his bar 0, Black downward from his bar 25; what goes past the end is off."""
    plies = (
        WHITE_31, BLACK_62, ply(6, LEFT, (0, 2), (2, 2), (2, 2), end=True), ply(16, RIGHT, (25, 4), end=True),
        ply(20, LEFT, (20, 6), (24, 6), end=True),
        ply(13, RIGHT, (3, 5), (4, 3)), ply(0, LEFT, end=True), ply(21, RIGHT),
    )  # fmt: skip
    assert actions(one(v2({}, game(*plies)))) == [
        (LEFT, PLAYED_31),
        (RIGHT, roll(62, (24, 18), (13, 11), text="24/18 13/11")),
        (LEFT, roll(22, (25, 23), (23, 21), (23, 21), text="bar/23 23/21(2)")),
        (RIGHT, roll(54, (25, 21), text="bar/21")),
        (LEFT, roll(66, (5, 0), (1, 0), text="5/off 1/off")),
        (RIGHT, roll(53, (3, 0), (4, 1), text="3/off 4/1")),
        (LEFT, Roll((1, 1), Unplayed.CANNOT_MOVE)),
        (RIGHT, Double()),
    ]


def test_all_rolls() -> None:
    found = actions(one(v2({}, game(*(ply(action, LEFT, end=True) for action in range(21)), ply(21, RIGHT)))))
    dice = [(high, low) for low in range(1, 7) for high in range(low, 7)]
    assert found == [(LEFT, Roll(each, Unplayed.CANNOT_MOVE)) for each in dice] + [(RIGHT, Double())]


def test_rolls_without_steps() -> None:
    """A roll without steps is a dance, but one that a resignation follows, or with which an unfinished game ends."""
    resigned = game(ply(2, LEFT, end=True), ply(27, LEFT, e1=varint(2)), f0=varint(1), f1=varint(2))
    assert actions(one(v2({}, resigned))) == [(LEFT, Roll((3, 1), Unplayed.NOTHING)), (LEFT, Resign(level=2)), (RIGHT, Win(2))]
    assert actions(one(v2({}, game(ply(2, LEFT, end=True))))) == [(LEFT, Roll((3, 1), Unplayed.NOTHING))]
    ended = game(ply(2, LEFT, end=True), f0=varint(1), f1=varint(2))
    assert actions(one(v2({}, ended))) == [(LEFT, Roll((3, 1), Unplayed.CANNOT_MOVE)), (RIGHT, Win(2))]


def test_cube_and_ends() -> None:
    plies = (WHITE_31, ply(21, RIGHT), ply(32, LEFT), ply(33, RIGHT), ply(22, LEFT), ply(26, LEFT))
    assert actions(one(v2({}, game(*plies), length=0))) == [
        (LEFT, PLAYED_31), (RIGHT, Double()), (LEFT, Beaver()), (RIGHT, Beaver(raccoon=True)), (LEFT, Take()),
    ]  # fmt: skip
    for last, said in (
        ((ply(21, RIGHT), ply(23, LEFT), ply(26, LEFT)), [(RIGHT, Double()), (LEFT, Drop())]),
        ((ply(28, LEFT, e1=varint(1)),), [(LEFT, Resign(match=True, level=1))]),
        ((ply(29, LEFT),), [(None, Remark(Ending.FORFEIT))]),
        ((ply(34, LEFT, e4=pack("<i", 1_000_000)),), [(None, Remark(Ending.SETTLEMENT))]),
    ):
        match = one(v2({}, game(WHITE_31, *last, f0=varint(1), f1=varint(1))))
        assert actions(match) == [(LEFT, PLAYED_31), *said, (RIGHT, Win(1))]
    match = one(v2({}, game(WHITE_31, f0=varint(1), f1=varint(1), f7=varint(4))))
    assert actions(match) == [(LEFT, PLAYED_31), (None, Remark(Ending.FORFEIT)), (RIGHT, Win(1))]


def test_passed_turn() -> None:
    assert actions(one(v2({}, game(WHITE_31, ply(37, RIGHT), WHITE_31))))[1] == (RIGHT, Roll(None, Unplayed.CANNOT_MOVE))


def test_illegal_play() -> None:
    """It is stored as the board after it, on the seat of the player on roll then."""
    set_board = ply(31, RIGHT, e0=bytes((1, 3)), e3=b"", e6=board(AFTER_31))
    declared = Roll((3, 1), Unplayed.DECLARED, "", Dump(flipped(AFTER_31)))
    assert actions(one(v2({}, game(set_board, BLACK_62))))[0] == (LEFT, declared)
    steps = annotation(2, 0, "x-gammonview-illegal-ply", "1:12/10,0/-2")
    assert actions(one(v2({}, game(set_board, BLACK_62), notes=[steps])))[0] == (
        LEFT, Roll((3, 1), (Step((13, 3), (False,)), Step((25, 25), (False,))), "13/3 bar/25"),
    )  # fmt: skip
    nothing = annotation(2, 0, "x-gammonview-illegal-ply", "1:")
    assert actions(one(v2({}, game(set_board, BLACK_62), notes=[nothing])))[0][1] == Roll((3, 1), Unplayed.CANNOT_MOVE)
    for value in ("1:12", "1:26/1", "2:12/1", "1:1/1," * 20, "1:1/" + "9" * 5000):
        match = one(v2({}, game(set_board, BLACK_62), notes=[annotation(2, 0, "x-gammonview-illegal-ply", value)]))
        assert actions(match)[0] == (LEFT, declared)
        assert [fault.code for fault in match.faults] == ["T101"], value


def test_boards() -> None:
    """A game that begins elsewhere, a board set in its middle, a cube set in its middle."""
    match = one(v2({}, game(ply(21, LEFT), f3=board(AFTER_31), f4=varint(2), f5=varint(1))))
    assert actions(match) == [(None, SetBoard(AFTER_31, 2, RIGHT)), (LEFT, Double())]
    match = one(v2({}, game(ply(21, LEFT), f4=varint(2), f6=varint(1))))
    assert (actions(match), match.games[0].cube) == ([(LEFT, Double())], 4)
    match = one(v2({}, game(WHITE_31, ply(36, LEFT, e2=varint(4), e8=varint(0)), ply(31, LEFT, e6=board(USUAL)))))
    assert actions(match)[1:] == [(None, SetBoard(AFTER_31, 4, LEFT)), (None, SetBoard(USUAL))]
    impossible = board(USUAL)[:25] + b"\1"  # White on Black's bar
    assert actions(one(v2({}, game(f3=impossible)))) == [(None, SetBoard(None))]


def test_checkers_off() -> None:
    few = Position(bytes({0: 13, 3: 2}.get(point, 0) for point in range(26)), bytes({0: 14, 1: 1}.get(point, 0) for point in range(26)))
    assert actions(one(v2({}, game(f3=board(few))))) == [(None, SetBoard(few))]
    three = STARTS["hypergammon3"]
    match = one(v2({}, game(ply(21, LEFT)), variant=2))
    assert (actions(match), (match.tags[0].key, match.tags[0].value)) == ([(LEFT, Double())], ("Variation", "Hypergammon"))
    moved = Position(bytes({0: 1, 24: 2}.get(point, 0) for point in range(26)), three.opp)
    assert actions(one(v2({}, game(f3=board(moved)), variant=2))) == [(None, SetBoard(moved))]


def test_match_record() -> None:
    profile = record(b"", {1: varint(165050), 2: string("elo"), 3: string("TR")})
    fields = {
        0: string("Ayşe"), 1: string("Ben"), 2: varint(1), 3: varint(64), 4: varint(2) + varint(1), 8: varint(1767894240000),
        12: string("Open"), 13: varint(2026), 15: string("Final"), 16: varint(3), 17: string("7"), 18: string("Oslo"), 19: string("NO"),
        20: string("https://example.org/"), 21: string("play.example.org"), 22: string("abc-1"), 23: profile, 25: b"",
    }  # fmt: skip
    won = game(WHITE_31, f0=varint(0), f1=varint(4))
    match = one(v2(fields, won, won, length=7))
    assert match.faults == ()
    assert (match.format, match.dialect, match.length and match.length.points) == ("ogxm", "v2", 7)
    assert [tuple((seat.name, seat.score) for seat in each.seats or ()) for each in match.games] == [
        (("Ayşe", 2), ("Ben", 1)), (("Ayşe", 6), ("Ben", 1)),
    ]  # fmt: skip
    assert {tag.key: tag.value for tag in match.tags} == {
        "Site": "play.example.org", "Location": "Oslo", "Event": "Open", "Event Year": "2026", "EventDate": "2026.01.08",
        "EventTime": "17.44", "Round": "3", "Stage": "Final", "Table": "7", "Country": "NO", "Event URL": "https://example.org/",
        "Match ID": "abc-1", "Player 1 Elo": "1650.50", "Unrated": "Off", "Crawford": "On", "CubeLimit": "64",
    }  # fmt: skip
    assert match.beside == ("player profiles",)
    assert match.tags[0].span.start > 16 and all(tag.span.end >= tag.span.start for tag in match.tags)


def test_rules() -> None:
    """A rule that is off is not written, so that its absence says that it is off, where it can apply."""

    def tags(length: int, bits: int) -> list[tuple[str, str]]:
        return [(tag.key, tag.value) for tag in one(v2({2: varint(bits)} if bits else {}, length=length)).tags]

    assert tags(5, 0) == [("Crawford", "Off")]
    assert tags(1, 0) == []
    assert tags(0, 0) == [("Jacoby", "Off"), ("Beaver", "Off")]
    every = ("Crawford", "Jacoby", "Beaver", "Raccoon", "Automatic Doubles")
    assert tags(0, 31) == [(key, "On") for key in every]
    assert codes(one(v2({2: varint(33)}))) == [("T101", "rules 33")]


@pytest.mark.parametrize(
    "precision, expected",
    [(None, ("2026.01.01", "00.00")), (0, ("2026.01.01", None)), (1, ("2026.01", None)), (2, ("2026", None))],
)
def test_dates(precision: int | None, expected: tuple[str, str | None]) -> None:
    fields = {8: varint(1767225600000)} | ({} if precision is None else {14: varint(precision)})
    match = one(v2(fields))
    assert (match.tag("EventDate"), match.tag("EventTime")) == expected


def test_date_of_no_calendar() -> None:
    assert codes(one(v2({8: varint((1 << 64) - 1)}))) == [("T101", "18446744073709551615")]


def test_comments() -> None:
    games = game(WHITE_31, BLACK_62), game(f3=board(AFTER_31)) + ply(26, LEFT) + WHITE_31
    notes = [
        annotation(0, 0, "x-gammonview-site", "1:Café"), annotation(0, 0, "x-tavla-header/1", "Transcriber=Ada = Ben"),
        annotation(0, 0, "x-other-thing", "a"), annotation(0, 0, "", "match"), annotation(1, 1, "", "game"), annotation(2, 1, "", "ply"),
        annotation(2, 2, "", "marker"), annotation(2, 3, "", "behind"), annotation(2, 4, "", "nowhere"), annotation(7, 0, "", "what"),
    ]  # fmt: skip
    match = one(v2({18: string("Oslo")}, *games, notes=notes))
    assert match.comments == (
        Comment("match"), Comment("ply", 1, 1), Comment("game", 2), Comment("marker", 2), Comment("behind", 2, 1),
    )  # fmt: skip
    assert (match.tag("Site"), match.tag("Location"), match.tag("Transcriber")) == ("Café", "Oslo", "Ada = Ben")
    assert match.beside == ("private notes", "comments on the analysis")


def test_places() -> None:
    data = v2({}, game(WHITE_31, BLACK_62), game(WHITE_31))
    match = one(data)
    second = match.games[0].entries[1].span
    assert data[second.start : second.end] == BLACK_62
    assert match.node(second.start) == "game 1 ply 2"
    assert match.node(match.games[1].span.start) == "game 2"
    assert [match.node(place) for place in (0, 16, data.index(b"CSUM"))] == ["file header", "MTCH", "CSUM"]


def test_beside_and_unknown_sections() -> None:
    more = section(b"ANAL", b"", False) + section(b"CLCK", b"", False) + section(b"MSIG", b"x", False) + section(b"ZZZZ", b"abc", False)
    match = one(v2({}, game(WHITE_31), more=more))
    assert (match.faults, match.beside) == ((), ("analysis", "clock", "signatures", "unknown sections"))
    assert codes(one(v2({}, game(WHITE_31), more=section(b"ZZZZ", b"abc", True)))) == [("T101", "ZZZZ")]


def test_unknown_bits_are_passed_by() -> None:
    unknown = varint(1 << 40 | 1) + varint(5) + varint(0) + string("Ada") + b"whatever"
    data = v2(None, more=section(b"MTCH", varint(len(unknown)) + unknown, True) + section(b"GAME", game(WHITE_31), True))
    match = one(data)
    assert (match.faults, match.games[0].seats and match.games[0].seats[0].name) == ((), "Ada")


@pytest.mark.parametrize(
    "broken, fault",
    [
        (ply(2, LEFT, (26, 1), (19, 1)), "3a 33"),
        (ply(2, LEFT, (17, 7), (19, 1)), "f1 33"),
        (ply(35, LEFT), "action 35"),
        (ply(40, LEFT, e0=b"xx"), "action 40"),
        (ply(63, LEFT, e7=varint(99)), "action 99"),
        (ply(31, LEFT), "action 31"),
        (ply(36, LEFT, e8=varint(1)), "action 36"),
    ],
)
def test_unreadable_plies(broken: bytes, fault: str) -> None:
    """Each costs itself."""
    match = one(v2({}, game(WHITE_31, broken, BLACK_62)))
    assert codes(match) == [("T101", fault)]
    assert [match.node(each.span.start) for each in match.faults] == ["game 1 ply 2"]
    assert [each for each in actions(match) if isinstance(each[1], Roll) and each[1].play is not Unplayed.UNREADABLE] == [
        (LEFT, PLAYED_31), (RIGHT, roll(62, (24, 18), (13, 11), text="24/18 13/11")),
    ]  # fmt: skip


def test_unreadable_records() -> None:
    overlong = v2({}, game(WHITE_31), more=section(b"GAME", b"\x81\0\0" + WHITE_31, True))
    assert codes(one(overlong)) == [("T101", "GAME")]
    huge = v2({}, game(WHITE_31), more=section(b"GAME", b"\xff\xff\xff\xff\x0f", True))
    assert codes(one(huge)) == [("T101", "GAME")]
    assert codes(one(v2({0: varint(4) + b"a\xffb\0"}))) == [("T101", "a\ufffdb\0")]
    assert codes(one(v2({0: string("x" * 5000)[:2] + b"x" * 4096}))) == []
    assert codes(one(v2({0: varint(5000) + b"x" * 5000}))) == [("T101", "MTCH")]
    assert codes(one(v2({}, variant=9))) == [("T101", "variant 9")]
    assert codes(one(v2({}, game(f0=varint(3), f1=varint(1))))) == [("T101", "winner 3")]
    assert codes(one(v2({}, game(f4=varint(2), f6=varint(40))))) == [("T101", "cube 2147483648")]
    assert codes(one(v2(None, more=section(b"ANAL", b"", False)))) == [("T101", "no match, only an analysis of one")]


def test_check_sum() -> None:
    data = bytearray(v2({0: string("Ada")}, game(WHITE_31)))
    data[data.index(b"Ada")] = ord("I")
    match = one(bytes(data))
    assert [(fault.code, fault.text[:4], match.node(fault.span.start), fault.game) for fault in match.faults] == [
        ("T101", "CSUM", "CSUM", None)
    ]
    assert match.games[0].seats and match.games[0].seats[0].name == "Ida"


# ---- v1


def chunk(kind: bytes, data: bytes, flags: int = 1) -> bytes:
    return kind + pack("<IHH", len(data), flags, 0) + data


def pascal(*texts: str) -> bytes:
    return b"".join(bytes([len(text.encode())]) + text.encode() for text in texts)


def v1(match: bytes, *games: bytes, more: bytes = b"") -> bytes:
    body = chunk(b"MHDR", match) + b"".join(chunk(b"GAME", each) for each in games) + more
    size = 20 + len(body) + 12 + 8 + 8
    head = b"OGXM" + pack("<HHHHII", 1, 3, 1, 0, size, 0) + body
    return head + chunk(b"CSUM", pack("<II", 0, zlib.crc32(head))) + b"END!" + pack("<I", size)


def v1_game(*plies: bytes, winner: int = 255, points: int = 0, flags: int = 0, start: bytes = b"\xff\xff") -> bytes:
    return pack("<BHBBBBB", 0, len(plies), winner, points, flags, 0, 0) + start + b"".join(plies)


def v1_ply(action: int, side: Side, *steps: tuple[int, int]) -> bytes:
    return bytes([action | (32 if side is LEFT else 0), *(pips << 5 | point for point, pips in steps)])


def test_v1() -> None:
    header = pack("<HBBHHBBIHH6x", 7, 1, 1, 2, 0, 1, 1, 1767894240, 4, 64) + pascal("Ayşe", "Ben", "Open", "Club")
    plies = (
        v1_ply(2, LEFT, (17, 3), (19, 1)), bytes([31 | 0x40, 0x13]) + board(AFTER_31), v1_ply(0, LEFT) + b"\0\0\0\0", v1_ply(27, RIGHT),
    )  # fmt: skip
    match = one(v1(header, v1_game(*plies, winner=0, points=2, flags=1), more=chunk(b"CLCK", b"", 0) + chunk(b"ABCD", b"x", 0)))
    assert match.faults == ()
    assert (match.dialect, match.length and match.length.points, match.games[0].crawford) == ("v1", 7, True)
    assert {tag.key: tag.value for tag in match.tags} == {
        "Site": "Club", "Event": "Open", "EventDate": "2026.01.08", "EventTime": "17.44", "Crawford": "On", "CubeLimit": "64",
    }  # fmt: skip
    assert tuple((seat.name, seat.score) for seat in match.games[0].seats or ()) == (("Ayşe", None), ("Ben", None))
    assert actions(match) == [
        (LEFT, PLAYED_31),
        (RIGHT, Roll((3, 1), Unplayed.DECLARED, "", Dump(AFTER_31))),
        (LEFT, Roll((1, 1), Unplayed.NOTHING)),
        (RIGHT, Resign()),
        (LEFT, Win(2)),
    ]
    assert match.beside == ("clock", "unknown chunks")
    assert match.node(match.games[0].entries[1].span.start) == "game 1 ply 2"


def test_v1_start_and_damage() -> None:
    header = pack("<HBBHHBBIHH6x", 0, 1, 2, 0, 0, 0, 0, 0, 1, 0) + pascal("A", "B")
    first = v1_game(v1_ply(31, LEFT) + board(USUAL), start=board(AFTER_31) + b"\0")
    match = one(v1(header, first))
    assert actions(match) == [(None, SetBoard(AFTER_31)), (None, SetBoard(USUAL))]
    assert [(tag.key, tag.value) for tag in match.tags] == [("Jacoby", "On"), ("Beaver", "Off")]
    short = v1_game(v1_ply(2, LEFT, (17, 3)))
    assert codes(one(v1(header, short))) == [("T103", "")]
    assert codes(one(v1(header, first, more=chunk(b"ABCD", b"x")))) == [("T101", "ABCD")]
    data = v1(header, first)
    cut = one(data[:-20])
    assert [code for code, _ in codes(cut)] == ["T103"]
    assert actions(cut) == actions(match)


# ---- streams

THREE = [v2({0: string(name)}, game(WHITE_31, BLACK_62)) for name in ("Ada", "Ben", "Cem")]


def names(matches: Iterable[Match]) -> list[str]:
    return [match.games[0].seats[0].name if match.games and match.games[0].seats else "" for match in matches]


def test_stream() -> None:
    matches = read(b"".join(THREE))
    assert names(matches) == ["Ada", "Ben", "Cem"]
    assert [(match.ordinal, match.faults, match.span.start) for match in matches] == [(n + 1, (), n * len(THREE[0])) for n in range(3)]


def test_truncated_stream() -> None:
    matches = read(b"".join(THREE)[:-23])
    assert names(matches) == ["Ada", "Ben", "Cem"]
    assert [[code for code, _ in codes(match)] for match in matches] == [[], [], ["T103"]]
    matches = read(b"".join(THREE)[: 2 * len(THREE[0]) + 10])
    assert names(matches) == ["Ada", "Ben"]
    assert [[code for code, _ in codes(match)] for match in matches] == [[], ["T101"]]


def test_damaged_member() -> None:
    """Its size is wrong: the next member that verifies is looked for."""
    middle = bytearray(THREE[1])
    middle[12:16] = pack("<I", 1 << 31)
    matches = read(THREE[0] + bytes(middle) + THREE[2])
    assert names(matches) == ["Ada", "Ben", "Cem"]
    assert [bool(match.faults) for match in matches] == [False, True, False]
    matches = read(THREE[0] + b"noise" + THREE[1])
    assert names(matches) == ["Ada", "Ben"]
    assert matches[0].faults == (Fault("T101", matches[0].faults[0].span, text="5 bytes"),)


def test_stream_of_magics_ends_soon() -> None:
    """Each magic claims to be a member up to the end."""
    count = 20_000
    data = b"".join(b"OGXM" + pack("<HHHHI", 2, 0, 2, 0, 16 * (count - index) + 21) for index in range(count)) + bytes(13) + b"CSUMEND!"
    start = time.process_time()
    list(FORMAT.read(Source("x", "", "binary", data=b"OGXM" + pack("<HHHHI", 2, 0, 2, 0, 1 << 30) + data)))
    assert time.process_time() - start < SLOWEST * max(1.0, paced() / PACE)


# ---- real files

#         file                                    dialect games entries results (winner's side and points)
CORPUS = """
ogxm/annos.ogxm                          v2 2  70  L1 R4
ogxm/cube-on-two.ogxm                    v2 1  20  L1
ogxm/foreign.ogxm                        v2 2  70  L1 R4
ogxm/resign.ogxm                         v2 1  8   L1
ogxm/two-blocks.ogxm                     v2 2  70  L1 R4
gva/3WNK_g1Z-PLsh_HyvQ5j4a.fast.gvab     v2 7  272 L1 R1 R1 L4 R4 L1 R1
gva/5nqfGw9bWG3deTaU.gvab                v1 6  249 R2 L1 R1 R2 L1 R2
gva/B4_SrGcsKAQmoTyHlgJCbM.fast-2.gvab   v2 3  64  R1 L1 R6
gva/B4_SrGcsKAQmoTyHlgJCbM.fast.gvab     v1 3  64  R1 L1 R6
gva/B4_SrGcsKAQmoTyHlgJCbM.gvab          v1 3  64  R1 L1 R6
gva/MYdvw1qGuyaRUH__.gvab                v1 3  132 R1 L2 R4
gva/UL-CV6F9jMM-E1Pu.gvab                v1 5  206 L2 R1 R2 L1 R2
gva/baR-U643iUDpvzTC.gvab                v1 3  99  R1 R1 R3
gva/uwvEbd63UvdX7SDin5o_Iw.gvab          v1 9  227 R1 L1 L1 R1 R1 R2 R1 L4 L1
"""


def corpus() -> list[Path]:
    return [SHARED / "corpus" / line.split()[0] for line in CORPUS.split("\n") if line] if SHARED else []


def summary(match: Match) -> list[str]:
    entries = [entry for each in match.games for entry in each.entries]
    wins = [f"{'LR'[entry.side or 0]}{entry.action.points}" for entry in entries if isinstance(entry.action, Win)]
    return [match.dialect, str(len(match.games)), str(len(entries)), *wins]


@needs_shared
def test_corpus() -> None:
    found = {}
    for path in corpus():
        match = one(path.read_bytes())
        assert match.faults == ()
        found["/".join(path.parts[-2:])] = summary(match)
    assert found == {line.split()[0]: line.split()[1:] for line in CORPUS.split("\n") if line}


@needs_shared
def test_same_match_in_two_formats() -> None:
    assert SHARED is not None
    for file, text in (("gva/3WNK_g1Z-PLsh_HyvQ5j4a.fast.gvab", "opengammon-001"), ("gva/5nqfGw9bWG3deTaU.gvab", "gammonview-001")):
        binary = one((SHARED / "corpus" / file).read_bytes())
        plain = next(iter(FORMATS["mat"].read(decode("x", (SHARED / "corpus" / "mat" / f"{text}.mat").read_bytes()))))
        assert games_of(binary, rules_for(binary))[1].digest == games_of(plain, rules_for(plain))[1].digest


@needs_shared
@needs_gvformat
def test_another_reader_finds_the_same() -> None:
    """GammonView's own codec, on its own files."""
    assert GVFORMAT is not None
    for path in corpus():
        match = one(path.read_bytes())
        document = GVFORMAT.read_gvab(path.read_bytes())
        assert len(document["games"]) == len(match.games)
        for theirs, ours in zip(document["games"], match.games, strict=True):
            assert [_theirs(each) for each in theirs["plies"] if each["action_id"] not in (24, 25, 26, 30)] == [
                each for each in (_ours(entry.side, entry.action) for entry in ours.entries) if each is not None
            ]


def _theirs(each: dict[str, Any]) -> tuple[object, ...]:
    side, action = (LEFT if each["color"] else RIGHT), each["action_id"]
    if action > 20:
        return side, action
    hops = [
        (25 - step["from"], max(25 - step["from"] - step["pips"], 0))
        if side is LEFT
        else (step["from"], max(step["from"] - step["pips"], 0))
        for step in each["moves"]
    ]
    return side, each["d2"], each["d1"], hops


def _ours(side: Side | None, action: Action) -> tuple[object, ...] | None:
    match action:
        case Roll((high, low), play):
            return side, high, low, [step.points for step in play] if isinstance(play, tuple) else []
        case Double():
            return side, 21
        case Take():
            return side, 22
        case Drop():
            return side, 23
        case Resign(whole):
            return side, 28 if whole else 27
    return None


# ---- writing

HEADER = """; [Site "club.example.org"]
; [Match ID "17"]
; [Event "Open"]
; [Round "Final"]
; [EventDate "2026.01.08"]
; [EventTime "17.44"]
; [Player 1 Elo "1650.50"]
; [Player 2 Elo "1600.00/12"]
; [Transcriber "Cem"]
; [Crawford "On"]
; [CubeLimit "64"]

"""
PLAIN = """ 3 point match

 Game 1
 Ada : 0                        Ben : 0
  1)                             31: 8/5 6/5
  2) 64: 24/14                   41: 24/23 13/9
  3)  Doubles => 2                Takes
  4) 42: 8/4 6/4                 66:
      Wins 2 points

 Game 2
 Ada : 2                        Ben : 0
  1) 31: 8/5 6/5                 42: 8/4 6/4
                                  Wins 1 point
"""
ILLEGAL = PLAIN.replace("64: 24/14", "64: 24/13")
UNKNOWN = PLAIN.replace("66:\n", "66: ????\n")
SKIPPED = PLAIN.replace("64: 24/14 ", "          ")
BOARD = PLAIN.replace("  1) 31: 8/5 6/5   ", "; Set Pos=-a----E-C---eE---c-e----B-/0\n  1) 31: 8/5 6/5   ")


def plain_text(text: str) -> Match:
    return next(iter(FORMATS["mat"].read(decode("x.mat", text.encode()))))


def written(match: Match) -> tuple[bytes, list[str]]:
    result = write([told(match, rules_for(match))], None)
    assert isinstance(result.content, bytes)
    return result.content, [lost.template for lost in result.lost]


def essence(match: Match) -> list[list[tuple[Side | None, object]]]:
    """What must survive: who did what; of a roll the dice without their order and the steps in any order."""
    found = []
    for each in match.games:
        entries: list[tuple[Side | None, object]] = []
        for entry in each.entries:
            action: object = entry.action
            if isinstance(action, Roll):
                play: object = action.play
                if isinstance(action.play, tuple):
                    play = sorted(hop for step in action.play for _ in range(step.count) for hop in _pairs(step, action.dice or (1, 1)))
                action = sorted(action.dice or ()), play
            elif isinstance(action, Double):
                action = Double()
            elif isinstance(action, SetBoard):
                action = action.position, action.cube or 1, action.owner
            elif isinstance(action, Win):
                action = action.points
            entries.append((entry.side, action))
        found.append(entries)
    return found


def _pairs(step: Step, dice: tuple[int, int]) -> list[tuple[int, int]]:
    """A merged step by single dice, the higher first: enough for the plays in this file."""
    found = []
    for src, dst in zip(step.points, step.points[1:], strict=False):
        if src - dst == sum(dice):
            found += [(src, src - max(dice)), (src - max(dice), dst)]
        else:
            found.append((src, dst))
    return found


@pytest.mark.parametrize("text", [PLAIN, HEADER + PLAIN, ILLEGAL, UNKNOWN, SKIPPED, BOARD])
def test_written_reads_back(text: str) -> None:
    match = plain_text(text)
    content, _ = written(match)
    again = one(content)
    assert again.faults == ()
    assert essence(again) == essence(match)
    assert games_of(again, rules_for(again))[1].digest == games_of(match, rules_for(match))[1].digest
    assert [tuple(seat.name for seat in each.seats or ()) for each in again.games] == [("Ada", "Ben")] * 2
    kept = {"".join(tag.key.split()).casefold(): tag.value for tag in again.tags}
    assert {"".join(tag.key.split()).casefold(): tag.value for tag in match.tags}.items() <= kept.items()
    second = written(again)[0]  # which says no more that it came from a .mat
    assert (one(second).games, written(one(second))[0]) == (again.games, second)


def test_lost_is_named() -> None:
    match = plain_text(PLAIN.replace("Game 2", "Game 7").replace("42: 8/4 6/4  ", "24: 8/4 6/4  ").replace("Ada : 2", "Ada : 1"))
    assert written(match)[1] == [
        "The order of the dice cannot be held.",
        "Games are numbered from 1 on; other numbers cannot be held.",
        "The format derives scores from results; this game would begin at another score than it does.",
    ]
    assert written(plain_text(PLAIN))[1] == []
    money = plain_text(PLAIN.replace("3 point match", "0 point match"))
    assert written(money)[1] == ["It is not known whether these are played, and they are written as not played: {rules}."]


def test_comments_are_written() -> None:
    comments = (Comment("match"), Comment("game", 2), Comment("roll", 1, 3), Comment("long" * 2000, 1, 1), Comment("result", 1, 8))
    content, lost = written(replace(plain_text(PLAIN), comments=comments))
    again = one(content)
    assert [(each.text[:6], each.game, each.entry) for each in again.comments] == [
        ("match", None, None), ("result", 1, None), ("longlo", 1, 1), ("longlo", 1, 1), ("roll", 1, 3), ("game", 2, None),
    ]  # fmt: skip
    assert lost == [
        "A comment of more than 4,096 bytes is written as several.",
        "A comment on what is no ply is written as one on its game.",
    ]


def test_several_matches_are_a_stream() -> None:
    matches = [plain_text(PLAIN), plain_text(HEADER + PLAIN)]
    result = write([told(each, rules_for(each)) for each in matches], None)
    assert isinstance(result.content, bytes)
    assert [essence(each) for each in read(result.content)] == [essence(each) for each in matches]


@cache
def everything() -> list[tuple[Match, bytes]]:
    """Matches, and what we write of them."""
    found = [plain_text(text) for text in (PLAIN, HEADER + PLAIN, ILLEGAL, UNKNOWN, SKIPPED, BOARD)]
    found.append(replace(found[0], comments=(Comment("match"), Comment("game", 2), Comment("roll", 1, 3))))
    if SHARED:
        found += [one(path.read_bytes()) for path in corpus()]
        for path in sorted((SHARED / "corpus" / "mat").iterdir())[::12]:
            found += FORMATS["mat"].read(decode("x.mat", path.read_bytes()))
    return [(match, written(match)[0]) for match in found]


@needs_ogxm
def test_the_reference_codec_takes_what_we_write() -> None:
    assert OGXM is not None
    for _, content in everything():
        assert OGXM.verify(content) == (None, True)
        document = OGXM.binary_to_json(content)
        assert document["replay_complete"] is True
        assert [(each["winner"], each["points_won"]) for each in document["games"] if each["winner"] != 255] == [
            (entry.side, entry.action.points) for each in one(content).games for entry in each.entries if isinstance(entry.action, Win)
        ]


@needs_gvformat
def test_gammonview_takes_what_we_write() -> None:
    assert GVFORMAT is not None
    for _, content in [*everything()[:9], *everything()[9::4]]:
        document = GVFORMAT.read_gvab(content)
        again = one(content)
        assert [document["player_white"], document["player_black"]] == [seat.name for seat in again.games[0].seats or ()]
        if any(each["action_id"] == 37 for part in document["games"] for each in part["plies"]):
            continue  # a play behind a passed turn is illegal to GammonView, and written so
        theirs = one(GVFORMAT.write_gvab(document))  # what GammonView makes of it, read by us
        assert games_of(theirs, rules_for(theirs))[1].digest == games_of(again, rules_for(again))[1].digest


@needs_ogxm
def test_streams_of_the_reference_codec() -> None:
    assert OGXM is not None
    import io

    stream = b"".join(content for _, content in everything()[:4])
    assert len(list(OGXM.iter_stream(io.BytesIO(stream)))) == 4


# ---- damage


def seeds() -> list[bytes]:
    header = pack("<HBBHHBBIHH6x", 7, 1, 1, 2, 0, 1, 1, 1767894240, 4, 64) + pascal("Ayşe", "Ben", "Open", "Club")
    made = [
        b"".join(THREE),
        written(plain_text(HEADER + ILLEGAL))[0],
        v1(header, v1_game(v1_ply(2, LEFT, (17, 3), (19, 1)), winner=0, points=2)),
    ]
    return made + [path.read_bytes() for path in corpus()[:1] + corpus()[6:7]]


def test_damage() -> None:
    """Bytes flipped, cut out and put in: no exception, and none takes long."""
    rng = random.Random(4)
    pace = max(1.0, paced() / PACE)
    for data in seeds():
        for number in range(200 // len(seeds()) + 1):
            spoiled = mutated(data, random.Random(f"4 {number}")) if number % 2 else _flipped(data, rng)
            start = time.process_time()
            matches = read(spoiled)
            if number % 10 == 0:
                for match in matches[:3]:
                    written(match)
            assert time.process_time() - start < SLOWEST * pace


def _flipped(data: bytes, rng: random.Random) -> bytes:
    found = bytearray(data)
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(min(len(found), 3000))
        found[at] = rng.choice((0, 255, 127, 128, found[at] ^ 1 << rng.randrange(8)))
    return bytes(found)


@many(150)
@given(st.binary(max_size=300), st.sampled_from([b"", b"OGXM\1\0", b"OGXM\2\0\0\0\2\0\0\0"]))
def test_any_bytes(data: bytes, head: bytes) -> None:
    for match in read(head + data):
        content, _ = written(match)
        assert read(content)  # whatever it was, what is written of it is a match


@many(150)
@given(st.binary(max_size=200), st.binary(max_size=80), st.integers(0, 7))
def test_any_game(plies: bytes, notes: bytes, length: int) -> None:
    """Whatever plies there are: they are read, written and read again."""
    for match in read(v2({}, game(plies), length=length, notes=[notes])):
        content, _ = written(match)
        assert not any(fault.code == "T103" for each in read(content) for fault in each.faults)
