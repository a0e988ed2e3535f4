"""BGBlitz: files made here as formats/bgf.md describes them, the real ones, and damaged ones."""

import gzip
import json
import random
import struct
import sys
import time
import zlib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavla_cli.board import STARTS, Position, Step
from tavla_cli.examine import Options, examine_input
from tavla_cli.formats import FORMATS, opened
from tavla_cli.formats.bgf.smile import MAGIC, decode
from tavla_cli.formats.json.scan import DEPTH
from tavla_cli.record import (
    Action,
    Comment,
    Double,
    Drop,
    Ending,
    Fault,
    Habits,
    Length,
    Match,
    Remark,
    Resign,
    Roll,
    SetBoard,
    Side,
    Tag,
    Take,
    Unplayed,
    Unread,
    Win,
)
from tavla_cli.source import Input, Source, Span
from tests.mutate import mutated
from tests.shared import SHARED, needs_shared
from tests.test_properties import PACE, SLOWEST, many, paced

FORMAT = FORMATS["bgf"]
HEADER = b'{"format":"BGF","version":"1.0","compress":true,"useSmile":true}\n'
NOWHERE = Span(0, 0)


# ---- a writer of Smile


class Smile:
    """Writes values as Smile. `names`, `texts`: refer to names and texts that were written before."""

    def __init__(self, names: bool = True, texts: bool = False) -> None:
        self.names: list[str] | None = [] if names else None
        self.texts: list[str] | None = [] if texts else None
        self.data = bytearray(MAGIC + bytes([names + 2 * texts]))

    def write(self, value: object) -> "Smile":
        match value:
            case None | True | False:
                self.data.append({None: 0x21, False: 0x22, True: 0x23}[value])
            case int() if -16 <= value <= 15:
                self.data.append(0xC0 + zigzag(value))
            case int():
                self.data += bytes([0x24 if -(2**31) <= value < 2**31 else 0x25]) + vint(zigzag(value))
            case float():
                self.data += b"\x29" + sevens(int.from_bytes(struct.pack(">d", value), "big"), 10)
            case str():
                self.text(value)
            case list():
                self.data.append(0xF8)
                for each in value:
                    self.write(each)
                self.data.append(0xF9)
            case dict():
                self.data.append(0xFA)
                for name, each in value.items():
                    self.name(name)
                    self.write(each)
                self.data.append(0xFB)
        return self

    def text(self, text: str) -> None:
        raw = text.encode()
        if not raw:
            self.data.append(0x20)
        elif self.texts is not None and text in self.texts:
            index = self.texts.index(text)
            self.data += bytes([index + 1]) if index < 31 else bytes([0xEC | index >> 8, index & 0xFF])
        elif len(raw) <= 64:
            if len(raw) == len(text):
                self.data += bytes([0x40 + len(raw) - 1]) + raw
            else:
                self.data += bytes([0x80 + len(raw) - 2]) + raw
            share(self.texts, text)
        else:
            self.data += (b"\xe0" if len(raw) == len(text) else b"\xe4") + raw + b"\xfc"

    def name(self, name: str) -> None:
        raw = name.encode()
        if not raw:
            self.data.append(0x20)
        elif self.names is not None and name in self.names:
            index = self.names.index(name)
            self.data += bytes([0x40 + index]) if index < 64 else bytes([0x30 | index >> 8, index & 0xFF])
        elif len(raw) == len(name) and len(raw) <= 64:
            self.data += bytes([0x80 + len(raw) - 1]) + raw
            share(self.names, name)
        elif len(raw) != len(name) and len(raw) <= 57:
            self.data += bytes([0xC0 + len(raw) - 2]) + raw
            share(self.names, name)
        else:
            self.data += b"\x34" + raw + b"\xfc"


def share(known: list[str] | None, text: str) -> None:
    if known is not None:
        if len(known) == 1024:
            known.clear()
        known.append(text)


def zigzag(number: int) -> int:
    return number * 2 if number >= 0 else -number * 2 - 1


def vint(number: int) -> bytes:
    found = [number & 0x3F | 0x80]
    number >>= 6
    while number:
        found.append(number & 0x7F)
        number >>= 7
    return bytes(reversed(found))


def sevens(number: int, count: int) -> bytes:
    return bytes(number >> 7 * place & 0x7F for place in reversed(range(count)))


def smile(value: object, names: bool = True, texts: bool = False) -> bytes:
    return bytes(Smile(names, texts).write(value).data)


def plain(node: object) -> object:
    value = node[0]  # type: ignore[index]
    if isinstance(value, list):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items()}
    return value


numbers = st.integers(-(2**63), 2**63 - 1) | st.integers(-20, 20)
leaves = st.one_of(st.none(), st.booleans(), numbers, st.floats(allow_nan=False), st.text(max_size=80), st.text("ab", max_size=80))
values = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=70), inner, max_size=5), max_leaves=25
)


@many(200)
@given(values, st.booleans(), st.booleans())
def test_smile_comes_back(value: object, names: bool, texts: bool) -> None:
    data = smile(value, names, texts)
    node, troubles, _ = decode(data)
    assert troubles == []
    assert plain(node) == value
    assert node is not None and (node.start, node.end) == (4, len(data))


@pytest.mark.parametrize(
    ("data", "value"),
    [  # as the specification's tables have them
        (b"\xfa\x80a\xc2\xfb", {"a": 1}),
        (b"\xf8\x20\x21\x22\x23\xf9", ["", None, False, True]),
        (b"\xf8\xc1\xdf\xde\x24\x20\xf9"[:5] + b"\x90\xf9", [-1, -16, 15, 8]),
        (b"\x24\x01\x80", 32),
        (b"\x25\x7f\xbf", -(1 << 12)),
        (b"\x28\x03\x7c\x00\x00\x00", 1.0),
        (b"\x29\x00\x3f\x78\x00\x00\x00\x00\x00\x00\x00", 1.0),
        (b"\x41ab", "ab"),
        (b"\x80\xc3\xb6", "ö"),
        (b"\xe0" + b"x" * 200 + b"\xfc", "x" * 200),
        (b"\xf8\x26\x82\x01\x00\x00\x05\xf9", [float("inf"), 5]),
        (b"\xf8\xe8\x87" + b"\x7f" * 8 + b"\xc4\xf9", [None, 2]),
        (b"\xf8\xe8\x81\x01\x01\xc4\xf9", [None, 2]),
        (b"\xf8\xfd\x83\xff\xff\xff\xc4\xf9", [None, 2]),
        (b"\xf8\x2a\x82\x81\x01\x01\xc4\xf9", [float("inf"), 2]),
    ],
)
def test_smile_tokens(data: bytes, value: object) -> None:
    if data[:2] == b"\xf8\x26":
        data = b"\xf8\x26\x82\x01\x00\x00\xca\xf9"  # two bytes of a number without bounds are three; then 5
    node, troubles, _ = decode(MAGIC + b"\x05" + data)
    assert (plain(node), troubles) == (value, [])


def test_shared_names_and_texts_begin_anew() -> None:
    value = [{f"name {number}": f"text {number}"} for number in [*range(1100), 0, 1, 1030, 1099, 70, 70]]
    node, troubles, _ = decode(smile(value, True, True))
    assert (plain(node), troubles) == (value, [])
    assert len(smile(value, True, True)) < len(smile(value, False, False))


@pytest.mark.parametrize(
    ("data", "code", "value"),
    [
        (b"", "T103", None),
        (b"\xfa\x80a", "T103", {}),
        (b"\xfa\x80a\xc2", "T103", {"a": 1}),
        (b"\xf8\xc2\x44ab", "T103", [1]),
        (b"\xf8\xc2\xe0abc", "T103", [1]),
        (b"\xf8\xc2\xfd\x7f\x7f\x7f\x7f\xbf", "T103", [1]),
        (b"\xf8\xc2\x24" + b"\x01" * 20, "T101", [1]),
        (b"\xf8\xc2\x05\xf9", "T101", [1]),
        (b"\xf8\xc2\x00\xf9", "T101", [1]),
        (b"\xf8\xc2\xfb", "T101", [1]),
        (b"\xfa\x41\xc2\xfb", "T101", {}),
        (b"\xfa\xf9\xc2\xfb", "T101", {}),
        (b"\xf9", "T101", None),
        (b"\xff", "T101", None),
        (b"\xf8\x80\xff\xfe\xc2\xf9", "T101", ["\ufffd\ufffd", 1]),
    ],
)
def test_broken_smile(data: bytes, code: str, value: object) -> None:
    node, troubles, _ = decode(MAGIC + b"\x01" + data)
    assert (node and plain(node), [each.code for each in troubles]) == (value, [code])


@pytest.mark.parametrize(("depth", "codes"), [(DEPTH, []), (DEPTH + 1, ["T101"]), (100_000, ["T101"])])
def test_depth(depth: int, codes: list[str]) -> None:
    for start, end in ((b"\xf8", b"\xf9"), (b"\xfa\x80a", b"\xfb")):
        _, troubles, _ = decode(MAGIC + b"\x01" + start * depth + (b"" if start == b"\xf8" else b"\x21") + end * depth)
        assert [each.code for each in troubles] == codes


def test_what_is_not_needed_is_passed_over() -> None:
    value = {"a": [1, {"b": [2]}], "keep": {"a": {}, "c": 3}, "b": 4, "d": [{"a": [[5]], "e": 6}]}
    node, troubles, _ = decode(smile(value), {"a"})
    assert (plain(node), troubles) == ({"a": [], "keep": {"a": {}, "c": 3}, "b": 4, "d": [{"a": [], "e": 6}]}, [])


# ---- files

START = [2, 0, 0, 0, 0, -5, 0, -3, 0, 0, 0, 5, -5, 0, 0, 0, 3, 0, 5, 0, 0, 0, 0, -2, 0, 0, 0, 0]
GREEN, RED = -1, 1


def move(player: int, red: int, green: int, *pairs: tuple[int, int], **more: object) -> dict[str, object]:
    sides = [[pair[side] for pair in pairs] + [-1] * (4 - len(pairs)) for side in (0, 1)]
    return {"type": "amove", "red": red, "green": green, "player": player, "from": sides[0], "to": sides[1], "comment": None, **more}


def whole(source: int, target: int) -> Step:
    return Step((source, target), (False,))


def code(player: int, number: int) -> dict[str, object]:
    return move(player, number, 7)


def game(*moves: object, green: int = 0, red: int = 0, won: int = 1, **more: object) -> dict[str, object]:
    return {
        "nameGreen": "Ada",
        "nameRed": "Ben",
        "isCrawford": False,
        "wonPoints": won,
        "wasResignation": False,
        "lostOnTime": False,
        "wasForfeit": False,
        "scoreGreen": green,
        "scoreRed": red,
        "initial": {"cube": 1, "points": START, "egyptian": False, "gameMode": 0, "cubeOwner": 0},
        "moves": list(moves),
        **more,
    }


def match(*games: object, green: int = 0, red: int = 0, **more: object) -> dict[str, object]:
    return {"matchlen": 7, "finalGreen": green, "finalRed": red, "nameGreen": "Ada", "nameRed": "Ben", "games": list(games), **more}


def packed(value: object) -> bytes:
    return HEADER + gzip.compress(smile(value), mtime=0)


def read(data: bytes) -> Match:
    (found,) = FORMAT.read(Source("x.bgf", "", "binary", data=data))
    return found


def actions(value: object, number: int = 0) -> list[tuple[Side | None, Action]]:
    return [(entry.side, entry.action) for entry in read(packed(value)).games[number].entries]


OPENING = (move(RED, 3, 5, (6, 3), (8, 3)), move(GREEN, 6, 4, (24, 14)))
ROLLS: list[tuple[Side | None, Action]] = [
    (Side.RIGHT, Roll((3, 5), (Step((6, 3), (False,)), Step((8, 3), (False,))), "6/3 8/3")),
    (Side.LEFT, Roll((6, 4), (Step((24, 14), (False,)),), "24/14")),
]
DOUBLED: list[tuple[Side | None, Action]] = [(Side.RIGHT, Double()), (Side.LEFT, Drop())]


def test_a_match() -> None:
    value = match(
        game(*OPENING, code(RED, 1), code(GREEN, 3), code(RED, 4), comment=["a good one"]),
        game(
            move(GREEN, 3, 1, (8, 5), (6, 5), comment="sure"), code(RED, 1), code(GREEN, 2), move(RED, 5, 7, (6, 0), (6, 0)), red=1, won=0
        ),
        green=0,
        red=1,
        site="Club",
        location="Oslo",
        event="Open",
        round="Final",
        date="2026.01.08",
        extMatchID="abc",
        comment="",
        ratingGreen=1650,
        ratingRed=1701.456,
        rankGreen=0,
        useCrawford=True,
        useJacoby=False,
        useBeaver=False,
        useCube=True,
        cubeLimit=64,
        gameMode=0,
    )
    value["games"][1]["moves"][3] = {**move(RED, 5, 7), "from": [6, -1, -1, -1], "to": [5, -1, -1, -1]}  # type: ignore[index]
    found = read(packed(value))
    assert found.length == Length(7)
    assert [(tag.key, tag.value) for tag in found.tags] == [
        ("Site", "Club"),
        ("Location", "Oslo"),
        ("Event", "Open"),
        ("Round", "Final"),
        ("EventDate", "2026.01.08"),
        ("Match ID", "abc"),
        ("Player 1 Elo", "1650"),
        ("Player 2 Elo", "1701.46"),
        ("Crawford", "On"),
        ("Jacoby", "Off"),
        ("Beaver", "Off"),
        ("CubeLimit", "64"),
    ]
    assert found.habits == Habits(marks_hits=False, caps_points=False, empty_means_dance=False, numbers_rows=False)
    assert found.comments == (Comment("a good one", 1), Comment("sure", 2, 0))
    assert (found.faults, found.beside) == ((), ())
    first, second = found.games
    assert [(seat.name, seat.score) for seat in first.seats or ()] == [("Ada", 0), ("Ben", 0)]
    assert [(seat.name, seat.score) for seat in second.seats or ()] == [("Ada", 0), ("Ben", 1)]
    assert [(entry.side, entry.action) for entry in first.entries] == [*ROLLS, *DOUBLED, (Side.RIGHT, Win(1))]
    assert [entry.row for entry in first.entries] == [1, 2, 2, 3, 3]
    assert [(entry.side, entry.action) for entry in second.entries] == [
        (Side.LEFT, Roll((3, 1), (Step((8, 5), (False,)), Step((6, 5), (False,))), "8/5 6/5")),
        (Side.RIGHT, Double()),
        (Side.LEFT, Take()),
        (Side.RIGHT, Roll((6, 5), Unplayed.CANNOT_MOVE)),
    ]
    result = examine_input(Input("x.bgf", packed(value), True), Options())
    assert [(m.digest != "", m.score, m.players) for m in result.matches] == [(True, (0, 1), ("Ada", "Ben"))]


def test_places() -> None:
    value = match(game(*OPENING, code(RED, 6), won=0), game(code(RED, 1), red=1))
    payload = smile(value)
    found = read(HEADER + gzip.compress(payload))
    spans = [entry.span for each in found.games for entry in each.entries]
    assert [found.node(span.start) for span in spans] == ["game 1 move 1", "game 1 move 2", "game 1 move 3", "game 2 move 1"]
    assert [payload[span.start] for span in spans] == [0xFA, 0xFA, 0xCC, 0xFA]  # objects, and the code 6 itself
    assert [plain(decode(MAGIC + b"\x00" + payload[s.start : s.end])[0]) for s in spans[2:3]] == [6]
    assert found.node(0) == "match"
    seat = (found.games[1].seats or ())[1]
    assert payload[seat.score_span.start : seat.score_span.end] == b"\xc2"
    assert found.node(found.games[1].span.start) == "game 2"
    (unread,) = [d for d in examine_input(Input("x", packed(value), True), Options()).all_diagnostics if d.code == "T101"]
    assert (unread.offset, unread.node) == (spans[2].start, "game 1 move 3")


def test_the_same_in_every_wrapping() -> None:
    value = match(game(*OPENING, code(RED, 9), won=0), red=1, nameRed="Böö ü", event='"quoted" \\ \u2028')
    value["games"][0]["nameRed"] = "Böö ü"  # type: ignore[index]
    text = json.dumps(value, ensure_ascii=False).encode()
    payloads = [
        gzip.compress(smile(value)),
        smile(value),
        smile(value, names=False),
        smile(value, texts=True),
        text,
        json.dumps(value, indent=2).encode(),
        gzip.compress(text),
        b"".join(gzip.compress(part) for part in (smile(value), b"more")),
    ]
    headers = (HEADER, b'{"format": "BGF", "version": "1.0"}\r\n', b'{ "version":"1.1","format" :"BGF" }\n')
    found = [read(header + payload) for header in headers for payload in payloads]
    assert all(each == found[0] for each in found)
    assert all(FORMAT.recognises(Source("", "", "binary", data=header + payload)) for header in headers for payload in payloads)
    assert (found[0].games[0].seats or ())[1].name == "Böö ü"
    as_text = found[4]
    for entry in as_text.games[0].entries[:2]:  # places count bytes, not letters
        assert text[entry.span.start : entry.span.start + 16] == b'{"type": "amove"'


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        (
            move(GREEN, 6, 6, (13, 1), (24, 18)),
            (Side.LEFT, Roll((6, 6), (Step((13, 1), (False,)), Step((24, 18), (False,))), "13/1 24/18")),
        ),
        (
            move(GREEN, 6, 2, (25, 23), (6, 0)),
            (Side.LEFT, Roll((6, 2), (Step((25, 23), (False,)), Step((6, 0), (False,))), "bar/23 6/off")),
        ),
        (move(RED, 1, 2), (Side.RIGHT, Roll((1, 2), Unplayed.NOTHING))),
        (move(RED, 1, 8, (8, 7)), (Side.RIGHT, Roll((1, 8), (Step((8, 7), (False,)),), "8/7"))),
        (move(RED, 1, 2, (8, 26)), (Side.RIGHT, Roll((1, 2), Unplayed.UNREADABLE, "8/26"))),
        (move(RED, 1, 2, (8, -1)), (Side.RIGHT, Roll((1, 2), Unplayed.UNREADABLE, "8/-1"))),
        (code(RED, 1), (Side.RIGHT, Double())),
        (code(RED, 2), (Side.RIGHT, Take())),
        (code(RED, 3), (Side.RIGHT, Drop())),
        (code(RED, 6), (Side.RIGHT, Unread("6"))),
        (code(RED, 0), (Side.RIGHT, Unread("0"))),
        (move(RED, 12, 3, (8, 5)), (Side.RIGHT, Unread("12"))),
        (move(0, 1, 3, (8, 5)), (None, Unread("0"))),
        (code(RED, 5) | {"from": []}, (Side.RIGHT, Unread(""))),
        (code(RED, 5) | {"from": ["6"]}, (Side.RIGHT, Unread("6"))),
        (move(RED, 1, 3, (8, 5)) | {"to": 5}, (Side.RIGHT, Unread("5"))),
        (move(RED, 1, 3, (8, 5)) | {"to": [5.5]}, (Side.RIGHT, Unread("5.5"))),
        (move(RED, 1, 3, (8, 5)) | {"red": True}, (Side.RIGHT, Unread("True"))),
        (move(RED, 1, 3, (8, 5)) | {"type": "bmove"}, (Side.RIGHT, Unread("bmove"))),
        ({"player": RED}, (Side.RIGHT, Unread(""))),
        ([], (None, Unread(""))),
        (None, (None, Unread(""))),
        ("double", (None, Unread("double"))),
    ],
)
def test_moves(entry: object, found: tuple[Side | None, Action]) -> None:
    assert actions(match(game(entry, won=0))) == [found]


LEFT, RIGHT = Side.LEFT, Side.RIGHT
OVER_GREEN, GIVEN_GREEN, GIVEN_RED = code(GREEN, 4), code(GREEN, 9), code(RED, 9)


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (match(game(OVER_GREEN, won=4), green=4), [(LEFT, Win(4))]),
        (match(game(OVER_GREEN, won=0), green=6), [(LEFT, Win(6))]),
        (match(game(OVER_GREEN, won=0), red=6), [(LEFT, Win())]),
        (match(game(OVER_GREEN, won=0), game(green=2)), [(LEFT, Win())]),
        (match(game(OVER_GREEN, won=2, wasResignation=True)), [(RIGHT, Resign()), (LEFT, Win(2))]),
        (match(game(OVER_GREEN, won=2, lostOnTime=True)), [(None, Remark(Ending.TIME)), (LEFT, Win(2))]),
        (match(game(OVER_GREEN, won=2, wasForfeit=True)), [(None, Remark(Ending.FORFEIT)), (LEFT, Win(2))]),
        (match(game(GIVEN_RED, OVER_GREEN, won=2, wasResignation=True)), [(RIGHT, Resign()), (LEFT, Win(2))]),
        (match(game(GIVEN_GREEN, OVER_GREEN, won=2)), [(RIGHT, Resign()), (LEFT, Win(2))]),
        (match(game(GIVEN_RED, won=0)), [(RIGHT, Resign()), (LEFT, Win())]),
        (match(game(GIVEN_RED, won=0), green=3), [(RIGHT, Resign()), (LEFT, Win(3))]),
        (match(game(GIVEN_RED, won=0), red=3), [(LEFT, Resign()), (RIGHT, Win(3))]),
        (match(game(GIVEN_RED, won=0), game(red=1)), [(LEFT, Resign()), (RIGHT, Win())]),
        (match(game(won=3), green=3), [(LEFT, Win(3))]),
        (match(game(won=3)), []),
        (match(game(won=0), green=3), [(LEFT, Win(3))]),
        (match(game(OVER_GREEN, OVER_GREEN, won=1)), [(LEFT, Win(1)), (LEFT, Win(1))]),
        (match(game(OVER_GREEN, won="2")), [(LEFT, Win())]),
    ],
)
def test_results(value: object, found: list[tuple[Side | None, Action]]) -> None:
    assert actions(value) == found


def board(**more: object) -> dict[str, object]:
    return {"cube": 1, "points": START, "cubeOwner": 0, **more}


BAR_AND_OFF = [0] * 5 + [-3] + [0] * 12 + [2] + [0] * 5 + [1, -2, 12, -10]


@pytest.mark.parametrize(
    ("initial", "cube", "found"),
    [
        (board(), None, []),
        (board(cube=2), 2, []),
        (board(cube=2, cubeOwner=-1), None, [(None, SetBoard(STARTS["standard"], 2, LEFT))]),
        (board(cube=4, cubeOwner=1), None, [(None, SetBoard(STARTS["standard"], 4, RIGHT))]),
        (
            board(points=BAR_AND_OFF),
            None,
            [(None, SetBoard(Position(b"\x0c" + bytes(5) + b"\2" + bytes(18) + b"\1", b"\x0a" + bytes(5) + b"\3" + bytes(18) + b"\2"), 1))],
        ),
        (None, None, []),
    ],
)
def test_beginnings(initial: object, cube: int | None, found: list[tuple[Side | None, Action]]) -> None:
    value = match(game(won=0, initial=initial))
    assert read(packed(value)).games[0].cube == cube
    assert actions(value) == found


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (match(game(won=0, initial=board(points=START[:-1]))), ""),
        (match(game(won=0, initial=board(points=[*START[:-1], "x"]))), "x"),
        (match(game(won=0, initial=board(points=[*START[:-1], 256]))), "256"),
        (match(game(won=0, initial=board(cubeOwner=2))), "2"),
        (match(game(won=0, moves={})), ""),
        (match(game(won=0, nameRed=5)), "5"),
        (match(game(won=0, scoreRed="1")), "1"),
        (match(game(won=0, isCrawford="yes")), "yes"),
        (match(5), "5"),
        (match(matchlen="7"), "7"),
        (match(matchlen=10**12), "1000000000000"),
        (match(date=20260101), "20260101"),
        (match(useCrawford=1), "1"),
        (match(games={}), ""),
        ([], ""),
        (7, "7"),
    ],
)
def test_a_value_that_is_wrong_costs_itself(value: object, text: str) -> None:
    found = read(packed(value))
    assert [(fault.code, fault.text) for fault in found.faults] == [("T101", text)]


@pytest.mark.parametrize(
    ("more", "tags", "length"),
    [
        ({"useCube": False, "cubeLimit": 64}, [("CubeLimit", "1")], Length(7)),
        ({"useCube": True, "cubeLimit": -1}, [], Length(7)),
        ({"location": "Oslo", "site": ""}, [("Site", "Oslo")], Length(7)),
        ({"ratingGreen": 0, "gameMode": 2, "matchlen": 0}, [("gameMode", "2")], Length(0, True)),
        ({"date": "Nov 2, 2025", "matchlen": None}, [("EventDate", "Nov 2, 2025")], None),
    ],
)
def test_tags(more: dict[str, object], tags: list[tuple[str, str]], length: Length | None) -> None:
    found = read(packed(match(**more)))
    assert [(tag.key, tag.value) for tag in found.tags] == tags
    assert found.length == length
    assert found.faults == ()


def test_crawford_and_what_stands_beside() -> None:
    value = match(
        game(move(RED, 3, 1, (8, 5), moveAnalysis=[{"eq": {}}], luck={}, pr={"a": 1}), isCrawford=True, won=0, comment=[{"text": "?"}]),
        rankGreen=5,
    )
    found = read(packed(value))
    assert found.games[0].crawford is True
    assert set(found.beside) == {"analysis", "statistics", "ratings", "comments"}
    assert read(HEADER + json.dumps(value).encode()) == found


# ---- limits and damage


def test_a_payload_that_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = HEADER + gzip.compress(MAGIC + b"\x01" + bytes(8 << 20))
    monkeypatch.setattr("tavla_cli.formats.bgf.payload.MEMBER_LIMIT", 4 << 20)
    assert read(bomb).faults == (Fault("T115", NOWHERE, text="a payload of 4 MiB"),)


def test_a_payload_that_is_packed_too_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tavla_cli.formats.bgf.payload.RATIO", 100)
    assert read(HEADER + gzip.compress(bytes(4 << 20))).faults == (Fault("T115", NOWHERE, text="a payload of 100 times its packed size"),)


def test_too_many_values(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tavla_cli.formats.bgf.smile.MOST_VALUES", 40)
    assert [(fault.code, fault.text) for fault in read(packed(match(game(*OPENING)))).faults] == [("T115", "40 values in a match")]


@pytest.mark.parametrize(("name", "limit"), [("MOST_GAMES", "1 games in a match"), ("MOST_MOVES", "1 moves in a match")])
def test_too_many(name: str, limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["tavla_cli.formats.bgf.read"], name, 1)
    found = read(packed(match(game(OPENING[0], won=0), game(OPENING[1], won=0), game(won=0))))
    assert [(fault.code, fault.text) for fault in found.faults] == [("T115", limit)]
    assert [entry.action for entry in found.games[0].entries] == [ROLLS[0][1]]


def cut_payload(data: bytes, share: float) -> bytes:
    payload = gzip.decompress(data[len(HEADER) :])
    return payload[: int(len(payload) * share)]


@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_a_file_that_breaks_off(share: float) -> None:
    data = packed(
        match(*[game(*OPENING, code(RED, 4), red=number, text=random.Random(number).randbytes(300).hex()) for number in range(60)])
    )
    whole = read(data)
    payload = cut_payload(data, share)
    for spoiled in (data[: int(len(data) * share)], HEADER + payload, HEADER + gzip.compress(payload)):
        found = read(spoiled)
        codes = [fault.code for fault in found.faults]
        assert "T103" in codes and set(codes) <= {"T103", "T101"}
        complete = len(found.games) - 1
        assert complete > 0
        assert [game.entries for game in found.games[:complete]] == [game.entries for game in whole.games[:complete]]
        assert [fault.game for fault in found.faults if fault.code == "T103"] == [complete + 1]


def test_a_checksum_that_is_wrong() -> None:
    data = bytearray(packed(match(game(*OPENING))))
    data[-6] ^= 1
    found = read(bytes(data))
    assert [fault.code for fault in found.faults] == ["T101"]
    assert [fault.code for fault in read(HEADER).faults] == ["T103"]
    assert [fault.code for fault in read(HEADER + b"\x1f\x8b\x08").faults] == ["T103"]
    assert [fault.code for fault in read(HEADER + b"\x1f\x8bnothing packed").faults] == ["T101"]
    assert [fault.code for fault in read(HEADER + b"what is this").faults] == ["T101"]


@many(200)
@given(st.binary(max_size=120))
def test_any_bytes_are_read(data: bytes) -> None:
    for whole in (
        data,
        HEADER + data,
        HEADER + MAGIC + b"\x03" + data,
        HEADER + MAGIC + b"\x07\xfa\x84games\xf8\xfa\x84moves\xf8" + data,
        HEADER + b'{"games": [{"moves": [' + data,
        HEADER + gzip.compress(data),
    ):
        found = read(whole)
        assert all(0 <= fault.span.start <= fault.span.end for fault in found.faults)


SAMPLE = match(
    game(*OPENING, code(RED, 1), code(GREEN, 3), code(RED, 4)),
    game(*OPENING, {**code(GREEN, 5), "from": [6], "to": [6]}, GIVEN_RED, red=1, won=0, initial=board(points=BAR_AND_OFF)),
    game(*OPENING, green=2, red=1, comment=["x"]),
    site="Club",
    ratingGreen=1600.5,
)


@pytest.mark.parametrize("seed", range(4))
def test_damage(seed: int) -> None:
    for number in range(50):
        rng = random.Random(f"{seed}-{number}")
        inside = mutated(rng.choice((smile(SAMPLE), json.dumps(SAMPLE).encode())), rng)
        assert examined(rng.choice((HEADER + inside, HEADER + gzip.compress(inside), mutated(packed(SAMPLE), rng))))


def examined(data: bytes) -> bool:
    """Whether there is a match in it, or it is said that there is none."""
    begun = time.process_time()
    result = examine_input(Input("x.bgf", data, True), Options(format="bgf"))
    took = time.process_time() - begun
    assert took <= SLOWEST or took <= SLOWEST * paced() / PACE
    return bool(result.matches) or result.unreadable


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b'{"format":"BGT"}\n',
        b'BGF version 1.2\n{"format":"BGF"}',
        b'{"a":{"format":"BGF"}}\n',
        b'{\n"format":"BGF"}\n',
    ],
)
def test_what_is_not_ours(data: bytes) -> None:
    assert not FORMAT.recognises(Source("", "", "binary", data=data))


# ---- real files


def corpus(folder: str) -> list[Path]:
    return [] if SHARED is None else sorted((SHARED / "corpus" / folder).glob("*"))


@needs_shared
@pytest.mark.parametrize(
    ("name", "length", "players", "score", "turns"),
    [
        ("3WNK_g1Z-PLsh_HyvQ5j4a", 7, ("Iris09", "Jade1"), (6, 8), [25, 5, 15, 50, 47, 64, 47]),
        ("B4_SrGcsKAQmoTyHlgJCbM", 0, ("Fox", "Bluepoint02"), (7, 1), [20, 8, 27]),
        ("MYdvw1qGuyaRUH__", 5, ("Jade1", "Kestrelcove1"), (2, 5), None),
        ("UL-CV6F9jMM-E1Pu", 5, ("Dunes_04", "Jade1"), (3, 5), None),
        ("baR-U643iUDpvzTC", 5, ("Amberdice01", "Jade1"), (0, 6), None),
        ("uwvEbd63UvdX7SDin5o_Iw", 0, ("Fox", "Harbor8"), (7, 6), None),
    ],
)
def test_real_files(name: str, length: int, players: tuple[str, str], score: tuple[int, int], turns: list[int] | None) -> None:
    assert SHARED is not None
    data = (SHARED / "corpus" / "bgf" / f"{name}.bgf").read_bytes()
    assert opened(name, data)[1] == "bgf"
    result = examine_input(Input(f"{name}.bgf", data, True), Options())
    assert [d for d in result.all_diagnostics if d.severity != "note"] == []
    (found,) = result.matches
    assert (found.length, found.players, found.score, found.claimed_score) == (length, players, score, score)
    record = read(data)
    assert record.beside == ("analysis", "statistics")
    assert Tag("Match ID", name, NOWHERE) in record.tags
    if turns is not None:
        assert [sum(isinstance(e.action, Roll) for e in each.entries) for each in record.games] == turns


@needs_shared
def test_the_same_match_in_a_text() -> None:
    assert SHARED is not None
    found = [
        examine_input(Input(path, (SHARED / "corpus" / path).read_bytes(), True), Options()).matches[0].digest
        for path in ("bgf/3WNK_g1Z-PLsh_HyvQ5j4a.bgf", "mat/opengammon-001.mat")
    ]
    assert found[0] == found[1]


@needs_shared
def test_other_files_are_not_ours() -> None:
    assert SHARED is not None
    for path in sorted((SHARED / "corpus").rglob("*.*")):
        assert FORMAT.recognises(Source("", "", "binary", data=path.read_bytes())) is (path.suffix == ".bgf"), path.name


@needs_shared
@pytest.mark.parametrize("path", corpus("bgf")[1:3], ids=lambda path: path.name)
def test_damaged_real_files(path: Path) -> None:
    data = path.read_bytes()
    payload = gzip.decompress(data[len(HEADER) :])
    rng = random.Random(path.name)
    for _ in range(6):
        assert examined(mutated(data, rng))
        assert examined(HEADER + zlib.compress(mutated(payload, rng), 1, 31))
        assert examined(HEADER + mutated(payload, rng))


def test_spans_do_not_matter() -> None:
    """What is compared here are claims."""
    found = read(packed(SAMPLE))
    assert replace(found, span=Span(5, 6)) == found
