"""Replays of bgammon.org: the reader by each kind of line, the writer by what the reader makes of its text."""

import random
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavla_cli.board import BAR, OFF, Hop, Step
from tavla_cli.examine import Options, examine_input
from tavla_cli.formats import FORMATS, opened
from tavla_cli.formats.told import Deed, Told, ToldGame, Written
from tavla_cli.record import Action, Double, Drop, Ending, Length, Match, Resign, Roll, Side, Tag, Take, Unplayed, Win
from tavla_cli.rules import Rules, rules_for
from tavla_cli.source import Input, Source
from tavla_cli.telling import told
from tests.made_records import matches, words
from tests.mutate import mutated
from tests.shared import SHARED, needs_shared
from tests.test_properties import PACE, SLOWEST, many, paced

ROOT = Path(__file__).parents[1]
FORMAT = FORMATS["match"]
LEFT, RIGHT = Side.LEFT, Side.RIGHT
GAME = (
    "bgammon-replay 00000024\n"
    "i 1707000000 Ann_1 Çağ 5 1 0 2 1 0\n"
    "1 r 3-1 8/5 6/5\n"
    "2 r 6-4 1/11\n"
    "1 d 2 1\n"
    "2 r 6-6\n"
    "1 r 2-1 bar/23 5/off\n"
    "2 r 3-2 bar/3 19/off\n"
)


def read(text: str) -> list[Match]:
    return list(FORMAT.read(Source("x.match", text, "utf-8")))


def only(text: str) -> Match:
    (match,) = read(text)
    return match


def actions(text: str, game: int = 0) -> list[tuple[Side | None, Action]]:
    return [(entry.side, entry.action) for entry in only(text).games[game].entries]


def step(start: int, end: int) -> Step:
    return Step((start, end), (False,))


def info(scores: str, winner: int, points: int, length: int = 5, names: str = "Ann Bob") -> str:
    return f"i 0 {names} {length} {scores} {winner} {points} 0\n"


# ---- reading


def test_a_game() -> None:
    match = only(GAME)
    (game,) = match.games
    assert (match.format, match.dialect, match.length, match.faults) == ("match", "bgammon", Length(5), ())
    assert match.tags == (Tag("EventDate", "2024.02.03", match.span), Tag("EventTime", "22.40", match.span))
    assert game.number is None and game.seats is not None
    assert [(seat.name, seat.score) for seat in game.seats] == [("Ann_1", 1), ("Çağ", 0)]
    assert [(entry.row, entry.side, entry.action) for entry in game.entries] == [
        (1, LEFT, Roll((3, 1), (step(8, 5), step(6, 5)), "8/5 6/5")),
        (1, RIGHT, Roll((6, 4), (step(24, 14),), "1/11")),
        (2, LEFT, Double(2)),
        (2, RIGHT, Take()),
        (3, RIGHT, Roll((6, 6), Unplayed.NOTHING)),
        (4, LEFT, Roll((2, 1), (step(BAR, 23), step(5, OFF)), "bar/23 5/off")),
        (4, RIGHT, Roll((3, 2), (step(BAR, 22), step(6, OFF)), "bar/3 19/off")),
        (4, RIGHT, Win(2)),
    ]


def test_places() -> None:
    game = only(GAME).games[0]
    assert game.seats is not None
    found = [(seat.name_span, seat.score_span) for seat in game.seats]
    assert [[GAME[span.start : span.end] for span in each] for each in found] == [["Ann_1", "1"], ["Çağ", "0"]]
    roll = game.entries[6]
    text = GAME[roll.span.start : roll.span.end]
    assert text == "2 r 3-2 bar/3 19/off"
    assert isinstance(roll.action, Roll) and isinstance(roll.action.play, tuple)
    assert [text[each.start : each.end] for each in roll.action.play] == ["bar/3", "19/off"]


def test_ends() -> None:
    assert actions(info("0 0", 1, 2) + "1 d 2 1\n2 d 4 1\n1 d 8 0\n")[-3:] == [(LEFT, Double(8)), (RIGHT, Drop()), (LEFT, Win(2))]
    assert actions(info("0 0", 2, 1) + "1 r 3-1 8/5 6/5\n1 t\n")[-2:] == [(LEFT, Resign()), (RIGHT, Win(1))]
    assert actions(info("0 0", 0, 1) + "1 r 3-1 8/5 6/5\n1 t\n")[-1] == (LEFT, Resign())
    # what was won on the board stands without the cube
    assert actions(info("0 0", 1, 2) + "1 d 2 1\n1 r 3-1 2/off 1/off\n")[-1] == (LEFT, Win(4))


def test_points_with_the_cube() -> None:
    """A writer that counts the cube in is known by the score of the next game."""
    first = info("0 0", 1, 2) + "1 d 2 1\n1 r 3-1 2/off 1/off\n"
    assert actions(first + info("2 0", 2, 1))[-1] == (LEFT, Win(2))
    assert actions(first + info("4 0", 2, 1))[-1] == (LEFT, Win(4))


def test_variants() -> None:
    text = "i 0 Ann Bob 1 0 0 1 6 1\n1 r 2-1 5/off\ni 0 Ann Bob 1 0 0 1 1 2\n1 r 6-5-4 24/18\n"
    match = only(text)
    assert match.games == () and match.length is None
    assert [(fault.code, fault.text, text[fault.span.start : fault.span.end]) for fault in match.faults] == [
        ("T101", "a game that is not backgammon: acey-deucey", "1"),
        ("T101", "a game that is not backgammon: tabula", "2"),
    ]


def test_unreadable() -> None:
    match = only(info("0 0", 1, 1) + "1 r 3-1 8/x 6/5\n2 r 6-5-4 1/7\nhello\n3 r 3-1\n1 d 2\n1 r 3-1 8/5 6/5\n")
    assert [entry.action for entry in match.games[0].entries] == [
        Roll((3, 1), Unplayed.UNREADABLE, "8/x 6/5"),
        Roll((3, 1), (step(8, 5), step(6, 5)), "8/5 6/5"),
        Win(1),
    ]
    assert [(fault.code, fault.game, fault.text) for fault in match.faults] == [
        ("T101", 1, text) for text in ("2 r 6-5-4 1/7", "hello", "3 r 3-1", "1 d 2")
    ]


@pytest.mark.parametrize(
    ("second", "games"),
    [
        (info("1 0", 2, 1), [2]),
        (info("0 0", 2, 1), [1, 1]),
        (info("1 0", 2, 1, names="Ann Cem"), [1, 1]),
        (info("1 0", 2, 1, length=7), [1, 1]),
        (info("1 0", 2, 1) + info("0 1", 2, 1), [2, 1]),
    ],
)
def test_matches(second: str, games: list[int]) -> None:
    found = read(info("0 0", 1, 1) + "1 r 3-1 8/5 6/5\n" + second)
    assert [(match.ordinal, len(match.games)) for match in found] == list(enumerate(games, 1))


def test_recognised() -> None:
    for text in (GAME, GAME.partition("\n")[2], GAME.replace("\n", "\r\n")):
        assert opened("x", text.encode())[1] == "match"
    for text in ("", "i am no match\n1 r 2\n", "bgammon-replay\n", "bgammon-replay 12 x\n", "hello\n" + GAME):
        assert not FORMAT.recognises(Source("x", text, "utf-8"))


@needs_shared
def test_others_are_not_recognised() -> None:
    assert SHARED is not None
    files = [path for folder in (SHARED / "corpus", ROOT / "examples") for path in sorted(folder.rglob("*")) if path.is_file()]
    assert [path.name for path in files if FORMAT.recognises(Source("x", path.read_bytes().decode("utf-8", "replace"), "utf-8"))] == []


def test_limits() -> None:
    def faults(text: str) -> list[tuple[str, str]]:
        return [(fault.code, fault.text) for fault in only(text).faults][-1:]

    head = info("0 0", 1, 1)
    assert faults(head + "1 r 3-1\n" * 20_001) == [("T115", "20,000 events in a game")]
    assert faults(head + "nonsense\n" * 300) == [("T115", "200 unreadable lines in a match")]
    assert faults(head + "x" * ((1 << 20) + 1)) == [("T115", "a line of 1 MiB")]


def test_times() -> None:
    for moment in ("-5", "0", "999999999999999999", "253402300800"):
        assert only(GAME.replace("1707000000", moment)).tags == ()
    later = GAME + "i 1707000600 Ann_1 Çağ 5 1 2 2 1 0\n"
    assert only(later).beside == ("clock",)


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
    examine_input(Input("x.match", data, True, None), Options(format="match"))
    took = time.process_time() - begun
    assert took <= SLOWEST or took <= SLOWEST * paced() / PACE


@many(60)
@given(st.text())
def test_any_text(text: str) -> None:
    for each in (text, GAME + text, GAME.replace("8/5", text), GAME.replace("Ann_1", text), GAME.replace("5 1 0", text)):
        FORMAT.recognises(Source("x", each, "utf-8"))
        assert all(0 <= match.span.start <= match.span.end <= len(each) for match in read(each))


# ---- writing


def written(*records: Told) -> Written:
    assert FORMAT.write is not None
    found = FORMAT.write(records, None)
    assert isinstance(found.content, str)
    return found


def telling(text: str) -> Told:
    """A match as the replay knows it, from the rows of a `.mat`."""
    source, kind = opened("x.mat", text.encode())
    assert kind == "mat"
    (match,) = FORMATS[kind].read(source)
    return told(match, rules_for(match))


def losses(found: Written) -> list[str]:
    return [loss.template.format(**loss.args) for loss in found.lost]


MAT = """ 5 point match

 Game 1
 Ann : 0                         Bob : 0
  1) 31: 8/5 6/5                 64: 24/14
  2)  Doubles => 2                Takes
  3) 52: 13/8 24/22              21: 13/11 6/5
  4) 65: 24/18 18/13              Doubles => 4
  5)  Drops                       Wins 2 points

 Game 2
 Ann : 0                         Bob : 2
  1)                             21: 13/11 6/5
  2) 31: 8/5 6/5
                                  Wins 1 point
"""


def test_a_match() -> None:
    found = written(telling(MAT))
    assert found.content == (
        "bgammon-replay 00000048\nbgammon-replay 00000180\n"
        "i 0 Ann Bob 5 0 0 2 2 0\n1 r 3-1 8/5 6/5\n2 r 6-4 1/7 7/11\n1 d 2 1\n1 r 5-2 13/8 24/22\n2 r 2-1 12/14 19/20\n"
        "1 r 6-5 24/18 18/13\n2 d 4 0\n"
        "i 0 Ann Bob 5 0 2 2 1 0\n2 r 2-1 12/14 19/20\n1 r 3-1 8/5 6/5\n1 t\n"
    )
    assert losses(found) == []


def index_points_at_games(found: Written) -> None:
    assert isinstance(found.content, str)
    data = found.content.encode()
    index = [line for line in found.content.split("\n") if line.startswith("bgammon-replay ")]
    places = [int(line.removeprefix("bgammon-replay ")) for line in index]
    assert [data[place : place + 2] for place in places] == [b"i "] * len(index)
    assert places == sorted(set(places))


EXAMPLES = [path for path in sorted((ROOT / "examples").glob("*.mat")) if path.stem not in ("money-beavers", "nackgammon")]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_says_the_same_as_the_mat(path: Path) -> None:
    data = path.read_bytes()
    source, kind = opened(path.name, data)
    assert kind == "mat"
    found = written(*(told(match, rules_for(match)) for match in FORMATS[kind].read(source)))
    index_points_at_games(found)
    assert isinstance(found.content, str)
    asked, answered = (
        [(match.digest, match.length, match.score, match.winner) for match in examine_input(each, Options()).matches]
        for each in (Input("x.mat", data, True, None), Input("x.match", found.content.encode(), True, None))
    )
    assert answered == asked


def test_what_is_written_reads_back_the_same() -> None:
    first = written(telling(MAT))
    assert isinstance(first.content, str)
    (match,) = read(first.content)
    again = written(told(match, rules_for(match)))
    assert (again.content, again.lost) == (first.content, ())


def test_illegal_plays() -> None:
    text = MAT.replace("52: 13/8 24/22", "52: 13/4(2) 24/22/20")
    found = written(telling(text))
    assert isinstance(found.content, str)
    assert "1 r 5-2 13/4 13/4 24/22 22/20\n" in found.content


def test_losses() -> None:
    nack = written(telling('; [Variation "NackGammon"]\n; [Event "Open"]\n; good\n' + MAT))
    assert losses(nack) == [
        "Header lines other than date and time cannot be written, such as Variation.",
        "Comments cannot be written.",
        "The start of nackgammon cannot be written.",
    ]
    dated = written(telling('; [EventDate "2024.02.03"]\n; [EventTime "22.40"]\n' + MAT.replace("Ann", "Ann Lee").replace("Bob", "")))
    assert isinstance(dated.content, str)
    assert "\ni 1707000000 Ann_Lee Player_2 5 " in dated.content
    assert losses(dated) == ["Blanks in names are written as _.", "A player has no name, and stands there as Player_2."]
    unknown = written(telling(MAT.replace("64: 24/14", "64: ????").replace("5 point match", "0 point match")))
    assert losses(unknown) == [
        "Why no play stands behind a roll cannot be written.",
        "bgammon.org has no unlimited sessions; 0 stands for the length.",
    ]
    beaver = written(telling(MAT.replace("5 point match", "0 point match").replace("Takes", "Beavers => 4")))
    assert "A beaver cannot be written; a take stands there." in losses(beaver)


@st.composite
def tellings(draw: st.DrawFn) -> Told:
    """Any record, with anything that a replay might know of its games."""
    match = draw(matches())
    numbers = st.none() | st.integers(-9, 99)
    games = tuple(
        ToldGame(
            game,
            None,
            draw(st.booleans()),
            tuple(
                Deed(entry, hops=draw(st.sampled_from([None, (), (Hop(25, 20, True), Hop(4, 0, False))])), to=draw(numbers))
                for entry in game.entries
            ),
            draw(st.none() | st.tuples(st.integers(-9, 99), st.integers(-9, 99))),
            None,
            draw(st.none() | st.sampled_from(Side)),
            draw(numbers),
            draw(st.none() | st.sampled_from(Ending)),
            dropped=draw(st.booleans()),
        )
        for game in match.games
    )
    return Told(match, Rules(), (draw(words), draw(words)), draw(numbers), draw(st.sampled_from(["standard", "nackgammon"])), games)


@many(40)
@given(st.lists(tellings(), min_size=1, max_size=3))
def test_any_match_is_written(records: list[Told]) -> None:
    found = written(*records)
    index_points_at_games(found)
    assert isinstance(found.content, str)
    for match in read(found.content):
        assert [fault for fault in match.faults if fault.code != "T101"] == []
    assert all(loss.template.format(**loss.args) for loss in found.lost)
