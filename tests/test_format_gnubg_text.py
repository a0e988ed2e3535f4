"""GNU Backgammon's text export: what its reader takes from each kind of line, in all languages, and that it says the same as the `.mat`
that GNU Backgammon made it from.

GNU Backgammon is asked where it is installed.
"""

import random
import shutil
import subprocess
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavla_cli.board import STARTS, Position, Step
from tavla_cli.board.ids import Setup, match_id, position_id
from tavla_cli.examine import Options, examine_input
from tavla_cli.formats import FORMATS, opened
from tavla_cli.formats.gnubg_text.lines import (
    Info,
    Moved,
    Offered,
    OnRoll,
    Resigned,
    Rolled,
    Word,
    read_deed,
    read_info,
    read_result,
    read_turn,
)
from tavla_cli.record import (
    Action,
    Beaver,
    Comment,
    Double,
    Drop,
    Fault,
    Length,
    Match,
    Resign,
    Roll,
    SetBoard,
    Side,
    Tag,
    Take,
    Unplayed,
    Win,
)
from tavla_cli.source import Input, Source
from tests.mutate import mutated
from tests.shared import SHARED, needs_shared
from tests.test_properties import PACE, SLOWEST, many, paced

ROOT = Path(__file__).parents[1]
GNUBG = shutil.which("gnubg") or shutil.which("/usr/games/gnubg")
FORMAT = FORMATS["gnubg-text"]
LEFT, RIGHT = Side.LEFT, Side.RIGHT
HEAD = "The score (after 0 games) is: Ann 0, Bob 0 (match to 5 points)\n\nMatch Information:\n"
FOOT = "\nOutput generated Tue Dec  1 01:02:34 2026\n by GNU Backgammon 1.07.001 20230103 (Text Export version 1.128)\n\n"
TABLE = "\nGame statistics for game 1\n\nPlayer                                   Ann                     Bob                    \n"


def move(
    number: int, side: Side, says: str, deed: str, position: Position = STARTS["standard"], names: tuple[str, str] = ("Ann", "Bob")
) -> str:
    """One move as GNU Backgammon lays it out; the position is the mover's."""
    ids = Setup(position, length=5, upper=side is RIGHT)
    return (
        f"Move number {number}:  {names[side]} {says}\n\n GNU Backgammon  Position ID: {position_id(position)}\n"
        f"                 Match ID   : {match_id(ids)}\n"
        f" +13-14-15-16-17-18------19-20-21-22-23-24-+     O: {names[0]}\n"
        f" | X           O    |   | O              X |     0 points\n"
        f"v|                  |BAR|                  |     5 points match (Cube: 1)\n"
        f" +12-11-10--9--8--7-------6--5--4--3--2--1-+     X: {names[1]} (Cube: 2)\n"
        f"Pip counts: O 167, X 167\n\n* {deed}\n\n"
    )


GAME = (
    HEAD
    + "Date: 03/25/24\n\n"
    + move(1, LEFT, "to play 31", "Ann moves 8/5 6/5")
    + "Rolled 31 (+0.026):\n*    1. Cubeful 0-ply    8/5 6/5                      Eq.: +0.026\n"
    + "       0.507 0.138 0.007 - 0.493 0.132 0.006\n\n"
    + move(2, RIGHT, "on roll, cube decision?", "Bob doubles")
    + move(3, RIGHT, "doubles to 2", "Ann accepts")
    + move(4, RIGHT, "to play 66", "Bob cannot move")
    + move(5, LEFT, "on roll, cube decision?", "Ann doubles")
    + move(6, LEFT, "doubles to 4", "Bob rejects")
    + "Ann wins 2 points\n"
    + TABLE
    + FOOT
)


def read(text: str) -> list[Match]:
    return list(FORMAT.read(Source("x.txt", text, "utf-8")))


def only(text: str) -> Match:
    (match,) = read(text)
    return match


def actions(match: Match, game: int = 0) -> list[tuple[Side | None, Action]]:
    return [(entry.side, entry.action) for entry in match.games[game].entries]


def test_a_game() -> None:
    match = only(GAME)
    (game,) = match.games
    assert match.length == Length(5)
    assert match.tags == (Tag("EventDate", "2024.03.25", match.span),)
    assert match.beside == ("analysis", "statistics")
    assert not match.faults and not match.comments
    assert game.number == 1 and game.seats is not None and game.crawford is None
    assert [(seat.name, seat.score) for seat in game.seats] == [("Ann", 0), ("Bob", 0)]
    assert [(entry.row, entry.side, entry.action) for entry in game.entries] == [
        (1, LEFT, Roll((3, 1), (Step((8, 5), (False,)), Step((6, 5), (False,))), "8/5 6/5")),
        (1, RIGHT, Double(2)),
        (2, LEFT, Take()),
        (2, RIGHT, Roll((6, 6), Unplayed.CANNOT_MOVE, "cannot move")),
        (3, LEFT, Double(4)),
        (3, RIGHT, Drop()),
        (3, LEFT, Win(2)),
    ]


def test_places() -> None:
    match = only(GAME)
    entries = match.games[0].entries
    texts = [GAME[entry.span.start : entry.span.end] for entry in entries]
    assert texts == [
        "Ann moves 8/5 6/5",
        "Bob doubles",
        "Ann accepts",
        "Bob cannot move",
        "Ann doubles",
        "Bob rejects",
        "Ann wins 2 points",
    ]
    roll = entries[0].action
    assert isinstance(roll, Roll) and isinstance(roll.play, tuple)
    assert [texts[0][step.start : step.end] for step in roll.play] == ["8/5", "6/5"]
    seats = match.games[0].seats
    assert seats is not None
    found = [(seat.span, seat.name_span, seat.score_span) for seat in seats]
    assert [[GAME[span.start : span.end] for span in each] for each in found] == [["Ann 0", "Ann", "0"], ["Bob 0", "Bob", "0"]]
    assert GAME[match.games[0].seats_span.start : match.games[0].seats_span.end] == "Ann 0, Bob 0"


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends(end: str) -> None:
    match = only(GAME.replace("\n", end))
    assert [entry.action for entry in match.games[0].entries] == [entry.action for entry in only(GAME).games[0].entries]
    assert FORMAT.recognises(Source("x", GAME.replace("\n", end), "utf-8"))


def test_beavers() -> None:
    match = only(
        HEAD
        + move(1, LEFT, "on roll, cube decision?", "Ann doubles")
        + move(2, LEFT, "doubles to 2", "Bob doubles")
        + move(3, RIGHT, "doubles to 4", "Ann doubles")
        + move(4, LEFT, "doubles to 8", "Bob accepts")
    )
    assert actions(match) == [(LEFT, Double(2)), (RIGHT, Beaver(4)), (LEFT, Beaver(8, raccoon=True)), (RIGHT, Take())]


def test_an_offer_without_its_double() -> None:
    """The file begins behind the double."""
    assert actions(only(HEAD + move(4, LEFT, "doubles to 2", "Bob accepts"))) == [(LEFT, Double(2)), (RIGHT, Take())]


def test_broken_off_at_a_roll() -> None:
    match = only(HEAD + move(1, LEFT, "to play 66", "Ann doubles") + TABLE)
    assert actions(match) == [(LEFT, Roll((6, 6), Unplayed.NOTHING))]
    assert not match.faults


def test_cut_in_a_move() -> None:
    text = GAME[: GAME.index("* Bob cannot")]
    match = only(text)
    assert actions(match)[-1] == (RIGHT, Roll((6, 6), Unplayed.NOTHING))
    assert [(fault.code, fault.text) for fault in match.faults] == [("T103", "Move number 4:  Bob to play 66")]


def test_unreadable() -> None:
    match = only(
        HEAD
        + move(1, LEFT, "to play 31", "Ann moves 8/x 6/5")
        + move(2, RIGHT, "to play 31", "Cem moves 8/5 6/5")
        + move(3, LEFT, "on roll, cube decision?", "Ann hesitates")
    )
    assert actions(match) == [
        (LEFT, Roll((3, 1), Unplayed.UNREADABLE, "moves 8/x 6/5")),
        (RIGHT, Roll((3, 1), Unplayed.NOTHING)),
    ]
    assert [fault.text for fault in match.faults] == ["* Cem moves 8/5 6/5", "Move number 2:  Bob to play 31", "* Ann hesitates"]


def test_resigned_in_words() -> None:
    assert actions(only(HEAD + move(1, RIGHT, "resigns 4 points", "Ann accepts")))[-1] == (RIGHT, Resign(points=4))


@pytest.mark.parametrize(
    ("names", "score"),
    [
        (("Ann, Lee: 3", "Bob 7"), "Ann, Lee: 3 3, Bob 7 1"),
        (("A 1, B", "C"), "A 1, B 3, C 1"),
        (("Bob", "Bob Marley"), "Bob 3, Bob Marley 1"),
        (("Ann (USA)", "Bob (UK 2)"), "Ann (USA) 3, Bob (UK 2) 1"),
        (("Şule Çağ", "Δημήτρης"), "Şule Çağ 3, Δημήτρης 1"),
        (("Ann's", ". *"), "Ann's 3, . * 1"),
    ],
)
def test_names(names: tuple[str, str], score: str) -> None:
    head = f"The score (after 4 games) is: {score} (match to 7 points), post-Crawford play\n\n"
    text = head + move(1, LEFT, "to play 31", f"{names[0]} moves 8/5 6/5", names=names)
    text += move(2, RIGHT, "to play 31", f"{names[1]} moves 8/5 6/5", names=names) + f"{names[1]} wins 1 point\n"
    match = only(text)
    seats = match.games[0].seats
    assert seats is not None and [(seat.name, seat.score) for seat in seats] == [(names[0], 3), (names[1], 1)]
    assert [side for side, _ in actions(match)] == [LEFT, RIGHT, RIGHT]
    assert not match.faults


def test_twins() -> None:
    """Both have one name: the match IDs tell them apart."""
    names = ("Bob", "Bob")
    text = "The score (after 0 games) is: Bob 0, Bob 0 (match to 5 points)\n\n"
    text += move(1, RIGHT, "to play 31", "Bob moves 8/5 6/5", names=names) + move(2, LEFT, "to play 31", "Bob moves 8/5 6/5", names=names)
    assert [side for side, _ in actions(only(text))] == [RIGHT, LEFT]


def test_crawford_and_session() -> None:
    heads = {
        "The score (after 3 games) is: Ann 2, Bob 4 (match to 5 points), Crawford game": (5, True),
        "The score (after 0 games) is: Ann 0, Bob 0 (match to 1 point), post-Crawford play": (1, None),
        "The score (after 1 game) is: Ann 2, Bob 0": (0, None),
        "Skóre (po 3 hrách) je: Ann 2, Bob 4 (zápas do 5 bodů), Crawfordovská hra": (5, True),
        "Skóre (po 3 hrách) je: Ann 2, Bob 4 (zápas do 5 bodů), po-Crawfordovská hra": (5, None),
        "Le score (après 3 parties) est : Ann 2, Bob 4 (match en 5 points), jeu post-Crawford": (5, None),
        'Der Spielstand (nach 3 Partie) ist: Ann 2, Bob 4 (Match auf 5 Punkte), "Post" Crawford Spiel': (5, None),
        "スコア (3 ゲーム後): Ann 2, Bob 4 (5 ポイント・マッチ)": (5, None),
    }
    for head, (points, crawford) in heads.items():
        match = only(f"{head}\n\n" + move(1, LEFT, "to play 31", "Ann moves 8/5 6/5"))
        assert match.length == Length(points, money=points == 0), head
        assert match.games[0].crawford is crawford, head


def test_without_a_score_line() -> None:
    match = only(GAME.removeprefix(HEAD))
    seats = match.games[0].seats
    assert match.length == Length(5) and match.games[0].number is None
    assert seats is not None and [(seat.name, seat.score) for seat in seats] == [("Ann", 0), ("Bob", 0)]
    assert actions(match) == actions(only(GAME))


def test_games_of_one_match() -> None:
    second = GAME.replace("after 0 games) is: Ann 0, Bob 0", "after 1 game) is: Ann 2, Bob 0")
    match = only(GAME + second)
    assert [game.number for game in match.games] == [1, 2]
    assert match.tags == (Tag("EventDate", "2024.03.25", match.span),)


@pytest.mark.parametrize(
    "other", [GAME, GAME.replace("Ann", "Eva"), GAME.replace("to 5 points", "to 7 points").replace("after 0", "after 3")]
)
def test_games_of_two_matches(other: str) -> None:
    matches = read(GAME + other)
    assert [(match.ordinal, len(match.games), len(match.games[0].entries)) for match in matches] == [(1, 1, 7), (2, 1, 7)]


def test_information() -> None:
    about = (
        "Ann's rating: 1650.5 (Exp 12)\nBob's rating: 1500\nDate: 2024-03-05\nEvent: Open\nRound: Final\nPlace: Izmir, Türkiye: hall 2\n"
        "Annotator: Some One\nComments: A match\nin lines\n\n* Bob doubles\nMove number 9:  Bob to play 11\nBob wins 2 points\nAnn 3\n\n"
    )
    match = only(GAME.replace("Date: 03/25/24\n\n", f"{about}Annotation:\nset up\n"))
    assert [(tag.key, tag.value) for tag in match.tags] == [
        ("Player 1 Elo", "1650.5/12"),
        ("Player 2 Elo", "1500"),
        ("EventDate", "2024.03.05"),
        ("Event", "Open"),
        ("Round", "Final"),
        ("Site", "Izmir, Türkiye: hall 2"),
        ("Transcriber", "Some One"),
    ]
    assert match.comments == (
        Comment("A match\nin lines\n\n* Bob doubles\nMove number 9:  Bob to play 11\nBob wins 2 points\nAnn 3"),
        Comment("set up", 1),
    )
    assert actions(match) == actions(only(GAME))


def test_annotations() -> None:
    first, second = "Annotation:\nA good play.\n* Bob doubles\n\nMove number 2:  x\n", "Annotation:\nOver.\n"
    text = GAME.replace("Move number 2:", first + "Move number 2:", 1).replace("Ann wins", second + "Ann wins")
    match = only(text)
    assert match.comments == (
        Comment("A good play.\n* Bob doubles\n\nMove number 2:  x", 1, 0),
        Comment("Over.", 1, 5),
    )
    assert actions(match) == actions(only(GAME)) and not match.faults


@pytest.mark.parametrize(
    ("written", "key", "value"),
    [
        ("03/25/24", "EventDate", "2024.03.25"),
        ("25/03/2024", "EventDate", "2024.03.25"),
        ("05/05/98", "EventDate", "1998.05.05"),
        ("04/05/24", "Date", "04/05/24"),
        ("04.05.2024", "EventDate", "2024.05.04"),
        ("4.5.2024", "EventDate", "2024.05.04"),
        ("2024-05-04", "EventDate", "2024.05.04"),
        ("04-05-24", "EventDate", "2024.05.04"),
        ("2024年05月04日", "Date", "2024年05月04日"),
        ("13/13/24", "Date", "13/13/24"),
    ],
)
def test_dates(written: str, key: str, value: str) -> None:
    match = only(GAME.replace("03/25/24", written))
    assert [(tag.key, tag.value) for tag in match.tags] == [(key, value)]


def test_starts() -> None:
    nack = STARTS["nackgammon"]
    match = only(HEAD + move(1, RIGHT, "to play 31", "Bob moves 8/5 6/5", nack) + "Bob wins 1 point\n")
    assert [(tag.key, tag.value) for tag in match.tags] == [("Variation", "NackGammon")]
    assert [type(action) for _, action in actions(match)] == [Roll, Win]
    other = Position(bytes([9, 6] + [0] * 24), bytes([13, 0, 2] + [0] * 23))
    match = only(HEAD + move(1, RIGHT, "to play 31", "Bob moves 1/off(2)", other))
    assert actions(match)[0] == (None, SetBoard(Position(other.opp, other.own), 1, None))
    assert match.games[0].entries[0].row is None
    ids = Setup(STARTS["standard"], cube=4, owner=1, upper=False)
    text = HEAD + move(1, LEFT, "to play 31", "Ann moves 8/5 6/5").replace(
        match_id(Setup(STARTS["standard"], length=5, upper=False)), match_id(ids)
    )
    assert actions(only(text))[0] == (None, SetBoard(STARTS["standard"], 4, LEFT))
    ids = Setup(STARTS["standard"], cube=2, upper=False)
    text = HEAD + move(1, LEFT, "to play 31", "Ann moves 8/5 6/5").replace(
        match_id(Setup(STARTS["standard"], length=5, upper=False)), match_id(ids)
    )
    assert only(text).games[0].cube == 2


def test_broken_ids() -> None:
    text = HEAD + move(1, LEFT, "to play 31", "Ann moves 8/5 6/5").replace("4HPwATDgc/ABMA", "//////////////")
    match = only(text)
    assert [side for side, _ in actions(match)] == [LEFT]
    assert {fault.code for fault in match.faults} == {"T101"}


# ---- words


def test_turns() -> None:
    expected = {
        "to play 31": Rolled((3, 1)),
        "doit jouer 66": Rolled((6, 6)),
        "heitti 21": Rolled((2, 1)),
        "doubles to 64": Offered(64),
        "double à 16": Offered(16),
        "zdvojnásobuje na 8": Offered(8),
        "tuplasi arvoon 2": Offered(2),
        "resigns 4 points": Resigned(4),
        "сдаётся, 2 очка": Resigned(2),
        "on roll, cube decision?": OnRoll(),
        "na tahu, co s kostkou?": OnRoll(),
        "al lanzamiento, ¿decisión de cubo?": OnRoll(),
        "to play 77": None,
        "to play": None,
        "": None,
    }
    assert {text: read_turn(text) for text in expected} == expected


def test_deeds() -> None:
    play = (Step((25, 22), (True,)), Step((6, 0), (False,), 2))
    expected = {
        "moves bar/22* 6/off(2)": Moved(play, 6, 22),
        "bar/22* 6/off(2) oynuyor": Moved(play, 0, 16),
        "ходит bar/22* 6/off(2)": Moved(play, 6, 22),
        "cannot move": Word("cannot"),
        "hamle yapamıyor": Word("cannot"),
        "kan har intet lovlige træk": Word("cannot"),
        "nemůže táhnout": Word("cannot"),
        "не может ходить": Word("cannot"),
        "doubles": Word("doubles"),
        "tuplasi": Word("doubles"),
        "nimmt an": Word("accepts"),
        "þiggur": Word("accepts"),
        "lehnt ab": Word("rejects"),
        "拒否": Word("rejects"),
        "luovutus": Word("gives_up"),
        "moves": None,
        "": None,
    }
    assert {text: read_deed(text) for text in expected} == expected


def test_results_and_information() -> None:
    expected = {"wins 2 points": 2, "voitti pistein 2": 2, "gana 1 punto": 1, "wins 2 points because he can": None, "3": None, "wins": None}
    assert {text: read_result(text) for text in expected} == expected
    assert read_info("Commentaires : A match") == Info("COMMENTS", "A match", 15)
    assert read_info("Päivä: 1.2.2020") == Info("DATE", "1.2.2020", 7)
    assert read_info("Event:") == Info("EVENT", "", 5)
    assert read_info("Evening: x") is None


# ---- recognition


def test_recognised() -> None:
    for text in (GAME, GAME.removeprefix(HEAD), HEAD + TABLE + FOOT, GAME.replace("GNU Backgammon ", "Τάβλι GNU ")):
        assert opened("x", text.encode())[1] == "gnubg-text"
    log = GAME.removeprefix(HEAD).replace("Move number ", "")
    for text in ("", HEAD, log, "Move number 1:  Ann to play 31\n", "4HPwATDgc/ABMA\n"):
        assert not FORMAT.recognises(Source("x", text, "utf-8"))


@needs_shared
def test_others_are_not_recognised() -> None:
    assert SHARED is not None
    files = [path for folder in (SHARED / "corpus", ROOT / "examples") for path in sorted(folder.rglob("*")) if path.is_file()]
    assert [path.name for path in files if FORMAT.recognises(Source("x", path.read_bytes().decode("utf-8", "replace"), "utf-8"))] == []


# ---- damage


def test_limits() -> None:
    text = HEAD + "Comments: x\n" + "line\n" * 20_001 + GAME.removeprefix(HEAD)
    assert [(fault.code, fault.text) for fault in only(text).faults] == [("T115", "20,000 lines of comments in a match")]
    text = GAME + "x" * (1 << 20) + "x\n"
    assert [(fault.code, fault.text) for fault in only(text).faults] == [("T115", "a line of 1 MiB")]
    text = HEAD + move(1, LEFT, "to play 31", "Ann moves 8/5 6/5") + "* nonsense\n" * 300
    faults = only(text).faults
    assert len(faults) == 201 and faults[-1].text == "200 unreadable lines in a match"


@pytest.mark.parametrize("number", range(200))
def test_damage(number: int) -> None:
    rng = random.Random(number)
    text = mutated(GAME.encode() * rng.choice((1, 1, 3)), rng)
    begun = time.process_time()
    source, _ = opened("x", text)
    for match in FORMAT.read(source):
        for game in match.games:
            for entry in game.entries:
                assert 0 <= entry.span.start <= entry.span.end <= len(source.text)
    FORMAT.recognises(source)
    examine_input(Input("x.txt", text, True, None), Options(format="gnubg-text"))
    took = time.process_time() - begun
    assert took <= SLOWEST or took <= SLOWEST * paced() / PACE


@many(60)
@given(st.text())
def test_any_text(text: str) -> None:
    for each in (text, HEAD + text, GAME.replace("31", text), GAME.replace("Ann", text), GAME.replace("* Bob", text)):
        FORMAT.recognises(Source("x", each, "utf-8"))
        assert all(0 <= match.span.start <= match.span.end <= len(each) for match in read(each))


@pytest.mark.parametrize(
    "hostile",
    [
        "a(1): " + "1, 1 " * 180 + "\n",
        "x (1) is: " + "a 1, " * 100 + "(" * 90 + "\n",
        "Move number 1:  Ann to play 31\n",
        "Ann wins 2 points\n\n",
        "* Ann moves " + "8/5 " * 900 + "\n",
        "+     O: a" + " (" * 200 + "\n",
    ],
)
def test_no_slow_lines(hostile: str) -> None:
    begun = time.process_time()
    text = HEAD + hostile * (200_000 // len(hostile))
    FORMAT.recognises(Source("x", text, "utf-8"))
    read(text)
    took = time.process_time() - begun
    assert took <= SLOWEST or took <= SLOWEST * paced() / PACE


# ---- GNU Backgammon


def exported(path: Path, folder: Path) -> bytes:
    """What GNU Backgammon makes of a `.mat`: the files of its games, one behind the other."""
    assert GNUBG is not None
    script = folder / "script"
    script.write_text(f'import mat "{path}"\nexport match text "{folder / "m.txt"}"\n', encoding="utf-8")
    subprocess.run([GNUBG, "-t", "-q", "-r", "-c", str(script)], stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=100)
    return b"".join(each.read_bytes() for each in sorted(folder.glob("m*.txt"), key=lambda each: (len(each.name), each.name)))


# files that GNU Backgammon takes as they are: elsewhere it drops what it cannot read, or plays on after a resignation
AGREED = ("gnubg-1-point", "gnubg-5-points", "galaxy-losses", "dailygammon-5-points", "gridgammon-ratings", "nackgammon", "long-25-points")


@pytest.mark.skipif(GNUBG is None, reason="gnubg is not installed")
@pytest.mark.parametrize("name", AGREED)
def test_says_the_same_as_the_mat(name: str, tmp_path: Path) -> None:
    path = ROOT / "examples" / f"{name}.mat"
    (mat,) = examine_input(Input("x.mat", path.read_bytes(), True, None), Options()).matches
    result = examine_input(Input("x.txt", exported(path, tmp_path), True, None), Options())
    (text,) = result.matches
    assert (text.digest, text.players, text.length, text.score, text.winner) == (mat.digest, mat.players, mat.length, mat.score, mat.winner)
    assert [each for each in result.all_diagnostics if each.severity != "note"] == []


def test_faults_have_their_game() -> None:
    match = only(GAME.replace("* Ann accepts", "* Cem accepts"))
    assert [(fault.code, fault.game) for fault in match.faults] == [("T101", 1), ("T101", 1)]
    assert all(isinstance(fault, Fault) for fault in match.faults)
