"""GammonView's JSON: real files, texts made here for each fact of formats/ogxm.md 6, and damage."""

import json
import random
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavla_cli.board import STARTS, Step
from tavla_cli.formats import FORMATS, opened
from tavla_cli.formats.gva import scan
from tavla_cli.record import (
    Beaver,
    Comment,
    Double,
    Drop,
    Dump,
    Ending,
    Entry,
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
from tavla_cli.walk import games_of
from tests.mutate import mutated
from tests.shared import SHARED, needs_shared
from tests.test_format_ogxm import AFTER_31, HEADER, ILLEGAL, OGXM, PLAYED_31, actions, codes, needs_ogxm, plain_text, summary, written
from tests.test_properties import PACE, SLOWEST, many, paced

FORMAT = FORMATS["gva"]
LEFT, RIGHT = Side.LEFT, Side.RIGHT
BOARD = [0, 2, 0, 0, 0, 0, -5, 0, -3, 0, 0, 0, 5, -5, 0, 0, 0, 2, 0, 4, 2, 0, 0, 0, -2, 0]  # White has played 31: 8/5 6/5
WHITE_31 = {"color": 1, "action_id": 2, "d1": 1, "d2": 3, "moves": [{"from": 17, "pips": 3}, {"from": 19, "pips": 1}]}


def read_text(text: str) -> Match:
    (match,) = FORMAT.read(Source("x.gva", text, "utf-8"))
    return match


def read(*plies: object, game: dict[str, Any] | None = None, **top: object) -> Match:
    first = {"game_index": 0, "winner": 255, "points_won": 0, "plies": list(plies)} | (game or {})
    return read_text(json.dumps({"match_length": 5, "player_white": "Ada", "player_black": "Ben"} | top | {"games": [first]}))


def ply(action: int, color: int, **more: object) -> dict[str, object]:
    return {"color": color, "action_id": action, **more}


def test_recognised() -> None:
    text = json.dumps({"match_length": 5, "games": [{"plies": [WHITE_31]}]})
    assert opened("x", text.encode())[1] == "gva"
    for other in ("{}", '{"plies": 1}', '{"tavla": 1, "games": [{"plies": []}]}', "[" + text + "]"):
        assert opened("x", other.encode())[1] != "gva"


def test_plies() -> None:
    match = read(
        WHITE_31, ply(21, 0), ply(32, 1), ply(33, 0), ply(22, 1), ply(0, 0, d1=1, d2=1, moves=[]), ply(21, 1), ply(23, 0), ply(26, 1),
        match_length=0, game={"winner": 0, "points_won": 16},
    )  # fmt: skip
    assert match.faults == ()
    assert actions(match) == [
        (LEFT, PLAYED_31), (RIGHT, Double()), (LEFT, Beaver()), (RIGHT, Beaver(raccoon=True)), (LEFT, Take()),
        (RIGHT, Roll((1, 1), Unplayed.CANNOT_MOVE)), (LEFT, Double()), (RIGHT, Drop()), (LEFT, Win(16)),
    ]  # fmt: skip


def test_ends_and_boards() -> None:
    match = read(
        ply(31, 1, set_position=BOARD), ply(9, 0, d1=2, d2=5, moves=[]), ply(28, 0, resign_value=2), game={"winner": 0, "points_won": 2}
    )
    assert actions(match) == [
        (None, SetBoard(AFTER_31)), (RIGHT, Roll((5, 2), Unplayed.NOTHING)), (RIGHT, Resign(match=True, level=2)), (LEFT, Win(2)),
    ]  # fmt: skip
    match = read(WHITE_31, ply(36, 1, cube_value=2, cube_owner=1), ply(34, 0, settle_value=1.0), ply(37, 0), game={"initial_cube_value": 2})
    assert actions(match)[1:] == [
        (None, SetBoard(AFTER_31, 2, RIGHT)), (None, Remark(Ending.SETTLEMENT)), (RIGHT, Roll(None, Unplayed.CANNOT_MOVE)),
    ]  # fmt: skip
    assert match.games[0].cube == 2
    match = read(ply(26, 1), game={"initial_board": BOARD, "winner": 1, "points_won": 1, "termination": 4, "is_crawford": True})
    assert actions(match) == [(None, SetBoard(AFTER_31)), (None, Remark(Ending.FORFEIT)), (RIGHT, Win(1))]
    assert match.games[0].crawford is True


def test_illegal_plays() -> None:
    """More pips than dice have; or the board after it, with the dice, by the player who played it."""
    match = read(ply(2, 0, d1=1, d2=3, moves=[{"from": 13, "pips": 10}]), ply(31, 1, d1=1, d2=3, set_position=BOARD))
    assert actions(match) == [
        (RIGHT, Roll((3, 1), (Step((13, 3), (False,)),), "13/3")),
        (LEFT, Roll((3, 1), Unplayed.DECLARED, "", Dump(AFTER_31._replace(own=AFTER_31.opp, opp=AFTER_31.own)))),
    ]


def test_header_lines() -> None:
    match = read(
        crawford=True, jacoby=False, beaver=False, raccoon=False, cube_limit=64, event="Open", site="Club", platform="example.org", round=2,
        stage="Final", timestamp=1767894240, variant=1, score_start=[1, 2], annotations=[{"value": "hello"}, {"key": "x-a", "value": "b"}],
        analysis_info={}, game={"annotations": [{"value": "game"}]},
    )  # fmt: skip
    assert {tag.key: tag.value for tag in match.tags} == {
        "Variation": "Nackgammon", "Crawford": "On", "CubeLimit": "64", "Site": "Club", "Location": "example.org", "Event": "Open",
        "Round": "2", "Stage": "Final", "EventDate": "2026.01.08", "EventTime": "17.44",
    }  # fmt: skip
    assert match.comments == (Comment("hello"), Comment("game", 1))
    assert match.beside == ("analysis", "private notes")
    seats = match.games[0].seats
    assert seats and [(seat.name, seat.score) for seat in seats] == [("Ada", 1), ("Ben", 2)]
    money = read(match_length=0, jacoby=True, beaver=False)
    assert (money.length and money.length.money, [(tag.key, tag.value) for tag in money.tags]) == (
        True,
        [("Jacoby", "On"), ("Beaver", "Off")],
    )


def test_places() -> None:
    text = json.dumps({"match_length": 1, "games": [{"plies": [WHITE_31, ply(21, 0)]}, {"plies": [WHITE_31]}]}, indent=1)
    match = read_text(text)
    span = match.games[0].entries[1].span
    assert json.loads(text[span.start : span.end]) == ply(21, 0)
    assert (match.node(span.start), match.node(match.games[1].entries[0].span.start)) == ("game 1 ply 2", "game 2 ply 1")
    assert (match.node(3), match.node(match.games[1].span.start)) == ("match", "game 2")


@pytest.mark.parametrize(
    "broken",
    [
        "[]", "17", '"x"', "null", "{}", '{"color":1}', '{"color":2,"action_id":21}',
        '{"color":1,"action_id":-1}', '{"color":1,"action_id":99}',
        '{"color":1,"action_id":true}', '{"color":1,"action_id":31}', '{"color":1,"action_id":36}', '{"color":1,"action_id":35}',
        '{"color":1,"action_id":2,"moves":[{"from":26,"pips":1}]}', '{"color":1,"action_id":2,"moves":[{"from":"a","pips":1}]}',
        '{"color":1,"action_id":2,"moves":{}}', '{"color":1,"action_id":2,"d1":6,"d2":6,"moves":[]}', '{"color":1,"action_id":2,]',
        '{"color":1,"action_id":2', '{"color":' + "9" * 5000 + ',"action_id":2}', '{"color":1,"action_id":21,"x":' + "[" * 100_000,
        '{"color":1,"action_id":2,"moves":[' + ",".join(['{"from":1,"pips":1}'] * 20) + "]}",
    ],
)  # fmt: skip
def test_broken_plies(broken: str) -> None:
    """One costs itself: those around it are read."""
    good = json.dumps(WHITE_31)
    head = '{"match_length":5,"games":[{"winner":1,"points_won":1,"plies":['
    match = read_text(head + good + "," + broken + "," + good + "]}]}")
    assert [code for code, _ in codes(match)] == ["T101"]
    assert [action for _, action in actions(match) if isinstance(action, Roll) and isinstance(action.play, tuple)] == [PLAYED_31] * 2


def test_texts_that_break_off() -> None:
    text = json.dumps({"match_length": 5, "player_white": "Ada", "games": [{"winner": 0, "points_won": 1, "plies": [WHITE_31, WHITE_31]}]})
    match = read_text(text[: text.rindex("moves")])
    assert [code for code, _ in codes(match)] == ["T103"]
    assert actions(match) == [(LEFT, PLAYED_31), (LEFT, Win(1))]


def test_surrogates_and_numbers() -> None:
    match = read_text('{"match_length":1e400,"player_white":"a\\ud800b\\u0000","cube_limit":' + "9" * 5000 + ',"games":[{"plies":[]}]}')
    assert match.games[0].seats and match.games[0].seats[0].name == "a\ufffdb\0"
    assert [code for code, _ in codes(match)] == ["T101", "T101"]
    assert match.length is None


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan, "MOST_PLIES", 3)
    monkeypatch.setattr(scan, "MOST_GAMES", 2)
    assert codes(read(*[WHITE_31] * 4)) == [("T115", "3 plies in a match")]
    games = ",".join(['{"plies":[]}'] * 3)
    assert codes(read_text(f'{{"games":[{games}]}}')) == [("T115", "2 games in a match")]
    monkeypatch.setattr(scan, "PIECES", (16, 64))
    assert [code for code, _ in codes(read_text('{"x":[' + "1," * 100 + "1]}"))] == ["T101"]
    assert codes(read_text('{"x":[' + "1," * 20 + '12345],"y":1234567890123456789}')) == []


def test_what_takes_long() -> None:
    pace = max(1.0, paced() / PACE)
    head = '{"match_length":5,"games":[{"plies":['
    for text in ('{"color":' * 200_000, '{"color":1,"x":[' + "1," * 20_000, "[" * 500_000, '{"color":1,"x":"' + "a" * 30_000):
        start = time.process_time()
        list(FORMAT.read(Source("x", head + text * (1 + 300_000 // len(text)), "utf-8")))
        assert time.process_time() - start < SLOWEST * pace


# ---- real files

CORPUS = {
    "5nqfGw9bWG3deTaU.fast.gva": ["gammonview", "6", "249", "R2", "L1", "R1", "R2", "L1", "R2"],
    "MYdvw1qGuyaRUH__.fast.gva": ["gammonview", "3", "132", "R1", "L2", "R4"],
    "baR-U643iUDpvzTC.fast.gva": ["gammonview", "3", "99", "R1", "R1", "R3"],
}


@needs_shared
def test_corpus() -> None:
    """The facts, and the same entries as in the binary file of the same match."""
    assert SHARED is not None
    for name, facts in CORPUS.items():
        path = SHARED / "corpus" / "gva" / name
        source, format = opened(name, path.read_bytes())
        assert format == "gva"
        (match,) = FORMAT.read(source)
        assert (match.faults, match.beside, summary(match)) == ((), ("analysis",), facts)
        data = (path.parent / name.replace(".fast.gva", ".gvab")).read_bytes()
        (binary,) = FORMATS["ogxm"].read(Source("x", "", "binary", data=data))
        assert games_of(match, rules_for(match))[1].digest == games_of(binary, rules_for(binary))[1].digest
        assert [_in_any_order(each.entries) for each in match.games] == [_in_any_order(each.entries) for each in binary.games]
        assert {tag.key: tag.value for tag in match.tags} == {tag.key: tag.value for tag in binary.tags}


def _in_any_order(entries: tuple[Entry, ...]) -> list[tuple[Side | None, object]]:
    found: list[tuple[Side | None, object]] = []
    for entry in entries:
        action = entry.action
        if isinstance(action, Roll) and isinstance(action.play, tuple):
            found.append((entry.side, (action.dice, sorted(step.points for step in action.play))))
        else:
            found.append((entry.side, action))
    return found


@needs_ogxm
def test_json_of_the_reference_codec() -> None:
    """It has words where GammonView has numbers, and the other seat at an illegal play."""
    assert OGXM is not None
    match = plain_text(HEADER + ILLEGAL)
    text = json.dumps(OGXM.binary_to_json(written(match)[0]))
    assert opened("x", text.encode())[1] == "gva"
    again = read_text(text)
    assert again.dialect == "ogxm"
    declared = [entry for entry in again.games[0].entries if isinstance(entry.action, Roll) and entry.action.play is Unplayed.DECLARED]
    assert [entry.side for entry in declared] == [LEFT]
    assert games_of(again, rules_for(again))[1].digest != ""


# ---- damage


def seeds() -> list[bytes]:
    text = {
        "match_length": 5,
        "player_white": "Ayşe",
        "games": [{"game_index": 0, "winner": 1, "points_won": 2, "plies": [WHITE_31, ply(21, 0)] * 4}],
    }
    made = [json.dumps(text).encode()]
    return made + ([(SHARED / "corpus" / "gva" / "baR-U643iUDpvzTC.fast.gva").read_bytes()[:20_000]] if SHARED else [])


def test_damage() -> None:
    pace = max(1.0, paced() / PACE)
    for data in seeds():
        for number in range(100):
            spoiled = mutated(data, random.Random(f"5 {number}"))
            start = time.process_time()
            for match in FORMAT.read(decode("x", spoiled)):
                if number % 10 == 0:
                    written(match)
            assert time.process_time() - start < SLOWEST * pace


@many(200)
@given(st.text(alphabet='{}[]",:0123456789-eE.tfnul \\pliesgamescolorn', max_size=80))
def test_any_text(text: str) -> None:
    for each in (text, '{"games":[{"plies":[' + text):
        match = read_text(each)
        assert all(0 <= fault.span.start <= fault.span.end <= len(each) for fault in match.faults)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-30, 300) | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


_TOP = ("match_length", "variant", "score_start", "timestamp", "annotations", "site", "round", "cube_limit")
_GAME = ("winner", "points_won", "initial_board", "termination", "auto_doubles", "annotations", "initial_cube_owner")
_PLY = ("moves", "d1", "d2", "set_position", "resign_value", "cube_value", "cube_owner", "annotations")


def _values(names: tuple[str, ...]) -> st.SearchStrategy[dict[str, Any]]:
    return st.dictionaries(st.sampled_from(names), _JSON)


@many(60)
@given(_values(_TOP), _values(_GAME), _values(_PLY), st.integers(0, 40))
def test_any_values(top: dict[str, object], game: dict[str, Any], fields: dict[str, object], action: int) -> None:
    content, _ = written(read({"color": 0, "action_id": action, **fields}, WHITE_31, game=game, **top))
    assert list(FORMATS["ogxm"].read(Source("x", "", "binary", data=content)))


def test_start_is_usual() -> None:
    """The board made here is the one that the steps lead to."""
    assert actions(read(WHITE_31, ply(36, 1, cube_value=2)))[1] == (None, SetBoard(AFTER_31, 2))
    assert STARTS["standard"].opp == AFTER_31.opp
