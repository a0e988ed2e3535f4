"""What FIBS shows for `oldmoves`: its reader, and that a match written in this way says the same as its `.mat`, to GNU Backgammon too."""

import random
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavla_cli.board import BAR, OFF, Step
from tavla_cli.examine import Options, examine_input
from tavla_cli.formats import FORMATS, opened
from tavla_cli.formats.told import Told
from tavla_cli.record import Action, Beaver, Comment, Double, Drop, Length, Match, Resign, Roll, Side, Take, Unplayed, Win
from tavla_cli.rules import rules_for
from tavla_cli.source import Input, Source
from tavla_cli.telling import told
from tests.mutate import mutated
from tests.shared import SHARED, needs_shared
from tests.test_properties import PACE, SLOWEST, many, paced

ROOT = Path(__file__).parents[1]
GNUBG = shutil.which("gnubg") or shutil.which("/usr/games/gnubg")
FORMAT = FORMATS["oldmoves"]
LEFT, RIGHT = Side.LEFT, Side.RIGHT
HEAD = "Score is 0-0 in a 3 point match.\nann is X - bob is O\n"
GAME = (
    "Welcome to FIBS\n\n> oldmoves ann\n"
    + HEAD
    + "X: (3 1) 8-5 6-5 \nO: (4 2) 17-21 19-21 \nX: doubles\nO: accepts\nX: (6 6) can't move\nO: (2 1) bar-2 19-off\n"
    + "O: wants to resign\nX: accepts\nX: wins the game and gets 2 points.\n\n"
)


def read(text: str) -> list[Match]:
    return list(FORMAT.read(Source("x.txt", text, "utf-8")))


def only(text: str) -> Match:
    (match,) = read(text)
    return match


def actions(text: str, game: int = 0) -> list[tuple[Side | None, Action]]:
    return [(entry.side, entry.action) for entry in only(text).games[game].entries]


def step(start: int, end: int) -> Step:
    return Step((start, end), (False,))


def test_a_game() -> None:
    match = only(GAME)
    (game,) = match.games
    assert (match.length, match.faults, match.comments, match.dialect) == (Length(3), (), (), "fibs")
    assert game.seats is not None and [(seat.name, seat.score) for seat in game.seats] == [("ann", 0), ("bob", 0)]
    assert [(entry.row, entry.side, entry.action) for entry in game.entries] == [
        (1, LEFT, Roll((3, 1), (step(8, 5), step(6, 5)), "8-5 6-5")),
        (1, RIGHT, Roll((4, 2), (step(8, 4), step(6, 4)), "17-21 19-21")),
        (2, LEFT, Double()),
        (2, RIGHT, Take()),
        (3, LEFT, Roll((6, 6), Unplayed.CANNOT_MOVE, "can't move")),
        (3, RIGHT, Roll((2, 1), (step(BAR, 23), step(6, OFF)), "bar-2 19-off")),
        (3, RIGHT, Resign()),
        (3, LEFT, Win(2)),
    ]


def test_places() -> None:
    game = only(GAME).games[0]
    assert game.seats is not None
    assert [GAME[seat.name_span.start : seat.name_span.end] for seat in game.seats] == ["ann", "bob"]
    entry = game.entries[1]
    text = GAME[entry.span.start : entry.span.end]
    assert text == "O: (4 2) 17-21 19-21"
    assert isinstance(entry.action, Roll) and isinstance(entry.action.play, tuple)
    assert [text[each.start : each.end] for each in entry.action.play] == ["17-21", "19-21"]


def test_either_may_go_up() -> None:
    found = actions(HEAD + "X: (3 1) 17-20 19-20\nO: (4 2) 8-4 6-4\n")
    assert found == [
        (LEFT, Roll((3, 1), (step(8, 5), step(6, 5)), "17-20 19-20")),
        (RIGHT, Roll((4, 2), (step(8, 4), step(6, 4)), "8-4 6-4")),
    ]


def test_a_step_backwards_stays_one() -> None:
    """GNU Backgammon turns this play, because its first step goes down, into a legal one of another player."""
    found = actions(HEAD + "X: (3 1) 8-5 6-5\nO: (4 2) 17-21 19-21\nX: (3 1) 5-8 6-5\nO: (6 5) 12-6 1-6\n")
    assert found[2][1] == Roll((3, 1), (step(5, 8), step(6, 5)), "5-8 6-5")
    assert found[3][1] == Roll((6, 5), (step(13, 19), step(24, 19)), "12-6 1-6")


def test_who_tells_nothing_goes_the_other_way() -> None:
    assert actions(HEAD + "X: (3 1) 8-5 6-5\nO: (6 6) 7-off\n")[1][1] == Roll((6, 6), (step(18, OFF),), "7-off")
    assert actions(HEAD + "X: (3 1) 1-4 1-2\nO: (6 6) 7-off\n")[1][1] == Roll((6, 6), (step(7, OFF),), "7-off")


def test_words() -> None:
    found = actions(
        HEAD + "X: doubles\nO: rejects\nX: wins\nO: redoubles.\nX: beavers\nO: wins a 3 point match  3-0 .\nX: (2 1)\nX: ( 3 3 ) no move\n"
    )
    assert found == [
        (LEFT, Double()),
        (RIGHT, Drop()),
        (LEFT, Win()),
        (RIGHT, Double()),
        (LEFT, Beaver()),
        (RIGHT, Win(match=True)),
        (LEFT, Roll((2, 1), Unplayed.NOTHING)),
        (LEFT, Roll((3, 3), Unplayed.CANNOT_MOVE, "no move")),
    ]


def test_a_refused_resignation() -> None:
    text = HEAD + "X: (3 1) 8-5 6-5\nO: wants to resign\nX: rejects\nO: (4 2) 17-21 19-21\n"
    assert [type(action) for _, action in actions(text)] == [Roll, Roll]
    assert only(text).comments == (Comment("An offer to resign was rejected.", 1, 0),)


def test_unreadable() -> None:
    match = only(HEAD + "X: (3 1) 8-x 6-5\nhello\nO: (4 2) 17-21 19-21\nX: sleeps\n")
    assert [entry.action for entry in match.games[0].entries] == [
        Roll((3, 1), Unplayed.UNREADABLE, "8-x 6-5"),
        Roll((4, 2), (step(8, 4), step(6, 4)), "17-21 19-21"),
    ]
    assert [(fault.code, fault.game, fault.text) for fault in match.faults] == [("T101", 1, "hello"), ("T101", 1, "X: sleeps")]


def test_exchanged_names() -> None:
    second = "Score is 0-2 in a 3 point match.\nbob is X - ann is O\nX: (5 5) 8-3 8-3 6-1 6-1\n"
    match = only(GAME + second)
    seats = [game.seats for game in match.games]
    assert [[(seat.name, seat.score) for seat in each or ()] for each in seats] == [[("ann", 0), ("bob", 0)], [("ann", 2), ("bob", 0)]]
    assert [entry.side for entry in match.games[1].entries] == [RIGHT]


def test_exchanged_scores() -> None:
    """The known fault: the scores stand as if the names had not been exchanged. ann had 2 before and cannot have 1 now."""
    first = "Score is 2-0 in a 5 point match.\nann is X - bob is O\nX: doubles\nO: rejects\n"
    for written, meant in {"2-1": (2, 1), "1-2": (2, 1), "0-3": (3, 0), "3-0": (3, 0), "9-9": (9, 9), "0-1": (1, 0)}.items():
        match = only(f"{first}Score is {written} in a 5 point match.\nbob is X - ann is O\n")
        assert [seat.score for seat in match.games[1].seats or ()] == list(meant), written


@pytest.mark.parametrize(
    "second",
    [HEAD, HEAD.replace("bob", "cem").replace("0-0", "1-0"), HEAD.replace("3 point", "5 point").replace("0-0", "1-0")],
    ids=str.strip,
)
def test_two_matches(second: str) -> None:
    assert [(match.ordinal, len(match.games)) for match in read(GAME + second + "X: (3 1) 8-5 6-5\n")] == [(1, 1), (2, 1)]


def test_sessions() -> None:
    for words in (" in a money game.", "", " in an unlimited match."):
        text = HEAD.replace(" in a 3 point match.", words)
        match = only(text + "X: doubles\n" + text)
        assert (match.length, len(match.games)) == (Length(0, money=True), 2)


def test_recognised() -> None:
    assert opened("x", GAME.encode())[1] == "oldmoves"
    assert opened("x", GAME.replace("\n", "\r\n").encode())[1] == "oldmoves"
    for text in ("", "Score is 0-0 in a 3 point match.\n", "ann is X - bob is O\n", "Score is X:0 O:0 7 point match\n"):
        assert not FORMAT.recognises(Source("x", text, "utf-8"))


@needs_shared
def test_others_are_not_recognised() -> None:
    assert SHARED is not None
    files = [path for folder in (SHARED / "corpus", ROOT / "examples") for path in sorted(folder.rglob("*")) if path.is_file()]
    assert [path.name for path in files if FORMAT.recognises(Source("x", path.read_bytes().decode("utf-8", "replace"), "utf-8"))] == []


def test_limits() -> None:
    def faults(text: str) -> list[tuple[str, str]]:
        return [(fault.code, fault.text) for fault in only(text).faults][-1:]

    assert faults(HEAD + "X: doubles\n" * 20_001) == [("T115", "20,000 lines in a game")]
    assert faults(HEAD + "nonsense\n" * 300) == [("T115", "200 unreadable lines in a match")]
    assert faults(HEAD + "x" * ((1 << 20) + 1)) == [("T115", "a line of 1 MiB")]


@pytest.mark.parametrize("number", range(200))
def test_damage(number: int) -> None:
    rng = random.Random(number)
    data = mutated(GAME.encode() * rng.choice((1, 1, 3)), rng)
    begun = time.process_time()
    source, _ = opened("x", data)
    for match in FORMAT.read(source):
        for game in match.games:
            for entry in game.entries:
                assert 0 <= entry.span.start <= entry.span.end <= len(source.text)
    FORMAT.recognises(source)
    examine_input(Input("x.txt", data, True, None), Options(format="oldmoves"))
    took = time.process_time() - begun
    assert took <= SLOWEST or took <= SLOWEST * paced() / PACE


@many(60)
@given(st.text())
def test_any_text(text: str) -> None:
    for each in (text, HEAD + text, GAME.replace("8-5", text), GAME.replace("ann", text), GAME.replace("0-0", text)):
        FORMAT.recognises(Source("x", each, "utf-8"))
        assert all(0 <= match.span.start <= match.span.end <= len(each) for match in read(each))


# ---- the same match as a .mat


def shown(match: Told, cross: bool) -> Iterator[str]:
    """A match as FIBS shows it: the plays of O ascend. `cross`: X and O are exchanged in every second game."""
    for number, game in enumerate(match.games):
        x = RIGHT if cross and number % 2 else LEFT
        assert game.score is not None
        yield f"Score is {game.score[x]}-{game.score[x.other]} in a {match.length} point match."
        yield f"{match.names[x].replace(' ', '_')} is X - {match.names[x.other].replace(' ', '_')} is O"
        over = False
        for deed in game.deeds:
            who = "X" if deed.entry.side is x else "O"
            match deed.entry.action:
                case Roll(dice=dice) if dice is not None and deed.hops is not None:
                    hops = [(hop.src, hop.dst) for hop in deed.hops]
                    if who == "O":
                        hops = [(25 - src if src < 25 else src, 25 - dst if dst else dst) for src, dst in hops]
                    play = " ".join(f"{'bar' if src == BAR else src}-{'off' if dst == OFF else dst}" for src, dst in hops)
                    yield f"{who}: ({dice[0]} {dice[1]}) {play or 'can' + chr(39) + 't move'} "
                    over = deed.after is not None and sum(deed.after.own[1:]) == 0
                case Double():
                    yield f"{who}: doubles"
                case Take():
                    yield f"{who}: accepts"
                case Drop():
                    yield f"{who}: rejects"
                    over = True
        assert over, "a game that ends on the board or by a drop"
        yield f"{'X' if game.winner is x else 'O'}: wins {game.points} point{'s' if game.points != 1 else ''}"
        yield ""


EXAMPLES = ("gnubg-1-point", "gnubg-5-points", "playok-3-points", "long-25-points")  # whose games end on the board or by a drop


@pytest.mark.parametrize("cross", [False, True])
@pytest.mark.parametrize("name", EXAMPLES)
def test_says_the_same_as_the_mat(name: str, cross: bool, tmp_path: Path) -> None:
    data = (ROOT / "examples" / f"{name}.mat").read_bytes()
    source, kind = opened("x.mat", data)
    assert kind == "mat"
    (record,) = FORMATS[kind].read(source)
    text = "\n".join(shown(told(record, rules_for(record)), cross)) + "\n"
    (mat,) = examine_input(Input("x.mat", data, True, None), Options()).matches
    result = examine_input(Input("x.txt", text.encode(), True, None), Options())
    (match,) = result.matches
    assert (match.digest, match.length, match.score, match.winner) == (mat.digest, mat.length, mat.score, mat.winner)
    assert [each for each in result.all_diagnostics if each.severity != "note"] == []
    if GNUBG is None:
        pytest.skip("gnubg is not installed: it was not asked")
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    (tmp_path / "script").write_text(f'import oldmoves "{tmp_path / "a.txt"}"\nexport match mat "{tmp_path / "b.mat"}"\n', encoding="utf-8")
    asked = subprocess.run(
        [GNUBG, "-t", "-q", "-r", "-c", str(tmp_path / "script")],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert not re.search("warning", asked.stdout + asked.stderr, re.I)
    (other,) = examine_input(Input("b.mat", (tmp_path / "b.mat").read_bytes(), True, None), Options()).matches
    assert (other.digest, other.score) == (match.digest, match.score)
