"""The old text formats, SGG, TMG, GAM, PartyGammon, BGRoom and BKG: whole matches, each fact of their sheets, damage.

No real file is known: whole matches are written by made_old.py. What GNU Backgammon makes of them is compared where it is installed.
"""

import random
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavla_cli.board import Step
from tavla_cli.examine import Options, examine_input
from tavla_cli.formats import FORMATS, LEADS, lines, recognised
from tavla_cli.record import (
    Action,
    Beaver,
    Double,
    Drop,
    Ending,
    Fault,
    Length,
    Match,
    Remark,
    Resign,
    Roll,
    Side,
    Take,
    Unplayed,
    Unread,
    Win,
)
from tavla_cli.results import FileResult
from tavla_cli.source import Input, Source, decode
from tests.made_old import WRITERS
from tests.mutate import mutated
from tests.shared import SHARED, needs_shared
from tests.test_generated import maker

EXAMPLES = Path(__file__).parents[1] / "examples"
WHOLE = ("gnubg-1-point", "gnubg-5-points", "long-25-points", "money-beavers", "playok-3-points")
NAMES = tuple(WRITERS)
EACH = 15  # files of a folder that must not be taken for one of these
GENERATED = 2  # matches of each dialect
IMPORTS = {"sgg": "sgg", "tmg": "tmg", "gam": "empire"}  # GNU Backgammon's words; it crashes on PartyGammon and cuts BGRoom short
GNUBG = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")

LEFT, RIGHT = Side.LEFT, Side.RIGHT
Told = tuple[Side | None, Action, str]


def examined(name: str, text: str) -> FileResult:
    return examine_input(Input(name, text.encode(), True), Options())


def claims(format: str, text: str) -> list[Match]:
    return list(FORMATS[format].read(Source("", text, "utf-8")))


def one(format: str, text: str) -> Match:
    (match,) = claims(format, text)
    return match


def told(match: Match, text: str, game: int = 1) -> list[Told]:
    """The entries of a game with the text that each stands for."""
    return [(entry.side, entry.action, text[slice(*entry.span)]) for entry in match.games[game - 1].entries]


def faults(match: Match, text: str) -> list[tuple[str, str, int | None]]:
    return [(fault.code, text[slice(*fault.span)], fault.game) for fault in match.faults]


def tags(match: Match) -> list[tuple[str, str]]:
    return [(tag.key, tag.value) for tag in match.tags]


def comments(match: Match) -> list[tuple[str, int | None, int | None]]:
    return [(comment.text, comment.game, comment.entry) for comment in match.comments]


def play(*steps: str) -> tuple[Step, ...]:
    """`13/7*`, numbers only."""
    found = []
    for step in steps:
        first, *rest = step.split("/")
        found.append(Step(tuple(int(point.strip("*")) for point in (first, *rest)), tuple("*" in point for point in rest)))
    return tuple(found)


def roll(dice: str, *steps: str, text: str | None = None) -> Roll:
    return Roll((int(dice[0]), int(dice[1])), play(*steps), " ".join(steps) if text is None else text)


# ---- whole matches


def whole() -> Iterator[tuple[str, str]]:
    for name in WHOLE:
        yield name, (EXAMPLES / f"{name}.mat").read_text(encoding="utf-8")


def same_as_mat(name: str, text: str) -> None:
    match = next(FORMATS["mat"].read(Source(name, text, "utf-8")))
    wanted = examined("a.mat", text).matches[0]
    for format, write in WRITERS.items():
        if format == "bkg" and any(isinstance(entry.action, Beaver) for game in match.games for entry in game.entries):
            continue  # it knows none
        result = examined("a", write(match))
        found = [(each.format, each.digest, each.score) for each in result.matches]
        assert found == [(format, wanted.digest, wanted.score)]
        assert [each for each in result.all_diagnostics if each.severity != "note"] == []


@pytest.mark.parametrize("name", WHOLE)
def test_whole_matches_are_read(name: str) -> None:
    same_as_mat(name, dict(whole())[name])


@needs_shared
@pytest.mark.parametrize("dialect", ["gnubg", "galaxy"])
def test_generated_matches_are_read(dialect: str) -> None:
    make = maker()
    for number in range(GENERATED):
        same_as_mat(dialect, "\n".join(make.match(random.Random(f"old-{dialect}-{number}"), 7, dialect)) + "\n")


@pytest.mark.parametrize("format", NAMES)
def test_line_ends_do_not_matter(format: str) -> None:
    text = written(format, "money-beavers")
    wanted = one(format, text)
    for end in ("\r\n", "\r"):
        changed = text.replace("\n", end)
        assert recognised(Source("", changed, "utf-8")) == format
        assert claims(format, changed) == [wanted]


@pytest.mark.skipif(GNUBG is None, reason="gnubg is not installed")
@pytest.mark.parametrize("format", IMPORTS)
def test_gnubg_reads_the_same(format: str, tmp_path: Path) -> None:
    """Plays, cube and score. Of SGG and TMG it exchanges the players."""
    assert GNUBG is not None
    for name in ("gnubg-1-point", "money-beavers"):
        text = written(format, name)
        (tmp_path / "in").write_text(text, encoding="utf-8")
        (tmp_path / "commands").write_text(f'import {IMPORTS[format]} "in"\nexport match mat "{name}.mat"\n', encoding="utf-8")
        command = [GNUBG, "-t", "-q", "-r", "-c", "commands"]
        subprocess.run(command, cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False)
        theirs = examined("a.mat", (tmp_path / f"{name}.mat").read_text(encoding="utf-8")).matches[0]
        ours = examined("a", text).matches[0]
        assert ours.score is not None
        score = ours.score if format == "gam" else ours.score[::-1]
        assert (theirs.digest, theirs.score) == (ours.digest, score)


# ---- which format it is


def written(format: str, name: str) -> str:
    return WRITERS[format](next(FORMATS["mat"].read(Source(name, dict(whole())[name], "utf-8"))))


@pytest.mark.parametrize("format", NAMES)
def test_each_is_recognised_as_itself_only(format: str) -> None:
    source = Source("", written(format, "gnubg-1-point"), "utf-8")
    assert [name for name in NAMES if FORMATS[name].recognises(source)] == [format]
    assert recognised(source) == format


def others() -> Iterator[Path]:
    """Some files of each folder: all would take a minute."""
    roots = [EXAMPLES, EXAMPLES.parent / "tests" / "cases", EXAMPLES.parent / "docs", *([SHARED / "corpus"] if SHARED else [])]
    for folder in (each for root in roots for each in (root, *root.rglob("*")) if each.is_dir()):
        files = sorted(path for path in folder.iterdir() if path.is_file() and path.stat().st_size < 100_000)
        yield from files[:: max(len(files) // EACH, 1)]


def test_no_file_of_another_format_is_recognised() -> None:
    wrong = []
    for path in others():
        data = path.read_bytes()
        source = Source(path.name, data.decode("utf-8", "replace"), "utf-8", data=data)
        wrong += [(path.name, name) for name in NAMES if FORMATS[name].recognises(source)]
    assert wrong == []


def test_clues_are_in_every_file() -> None:
    for format in NAMES:
        clue = LEADS[format].clue
        assert isinstance(clue, tuple)
        assert any(each in written(format, "gnubg-1-point") for each in clue)


# ---- GamesGrid


SGG = """\
saved by the server
ann lee vs. bob
Tuesday, May 06, 2008
GamesGrid Backgammon Server
ELO: 1800.12 345 1650.5 12
Jacoby: No
Crawford: Yes
Beavers: Yes
Automatic Doubles: Yes
Doubling Cube: No
Rated: No
Variant: Nackgammon
Game 1.0-0
0: Automatic double
0: Automatic double
1\t31:
1\t31: 8/5, 6/5
1\t31:
1\t31: 8/5, 6/5
2\t\t66: O-O
good luck
3\tDouble to 8
4\t\tBeaver to 16
5\tRaccoon
6\t42:
6\t42: 8/4* (2)
7\t\t -
8\t11:
8\t11: Resign
9\t\tAccept
bob wins 16 points.

Game 2.0-16
1\t\t42: 24/22, 24/20
2\t65:
3\t\tDouble
4\tPass
bye
bob wins 1 point.
see you
"""


def test_sgg_says_what_it_says() -> None:
    match = one("sgg", SGG)
    assert tags(match) == [
        ("EventDate", "2008.05.06"),
        ("Site", "GamesGrid Backgammon Server"),
        ("Player 1 Elo", "1800.12/345"),
        ("Player 2 Elo", "1650.5/12"),
        ("Jacoby", "Off"),
        ("Crawford", "On"),
        ("Beaver", "On"),
        ("Automatic Doubles", "Yes"),
        ("CubeLimit", "1"),
        ("Unrated", "On"),
        ("Variation", "Nackgammon"),
    ]
    assert match.length == Length(0, money=True)
    assert match.faults == ()
    assert [(game.number, game.cube, game.crawford) for game in match.games] == [(1, 4, None), (2, None, None)]
    assert [[(seat.name, seat.score) for seat in game.seats or ()] for game in match.games] == [
        [("ann lee", 0), ("bob", 0)],
        [("ann lee", 0), ("bob", 16)],
    ]
    assert told(match, SGG) == [
        (LEFT, roll("31", "8/5", "6/5", text="8/5, 6/5"), "31: 8/5, 6/5"),
        (RIGHT, Roll((6, 6), Unplayed.CANNOT_MOVE, "O-O"), "66: O-O"),
        (LEFT, Double(8), "Double to 8"),
        (RIGHT, Beaver(16), "Beaver to 16"),
        (LEFT, Beaver(raccoon=True), "Raccoon"),
        (LEFT, Roll((4, 2), (Step((8, 4), (True,), 2),), "8/4* (2)"), "42: 8/4* (2)"),
        (RIGHT, Roll(None, Unplayed.CANNOT_MOVE, "-"), "-"),
        (LEFT, Roll((1, 1), Unplayed.NOTHING), "11: Resign"),
        (LEFT, Resign(), "11: Resign"),
        (RIGHT, Win(16), "bob wins 16 points."),
    ]
    assert told(match, SGG, 2) == [
        (RIGHT, roll("42", "24/22", "24/20", text="24/22, 24/20"), "42: 24/22, 24/20"),
        (LEFT, Roll((6, 5), Unplayed.NOTHING), "65:"),
        (RIGHT, Double(), "Double"),
        (LEFT, Drop(), "Pass"),
        (RIGHT, Win(1), "bob wins 1 point."),
    ]
    assert [entry.row for entry in match.games[0].entries] == [1, 1, 2, 2, 3, 4, 4, 5, 5, 5]
    assert comments(match) == [
        ("saved by the server", None, None),
        ("good luck", 1, 2),
        ("9\t\tAccept", 1, 8),
        ("bye", 2, 4),
        ("see you", 2, None),
    ]


def test_sgg_steps_stand_where_they_stand() -> None:
    entry = one("sgg", SGG).games[0].entries[0]
    assert isinstance(entry.action, Roll) and isinstance(entry.action.play, tuple)
    at = entry.span.start
    assert [SGG[at + step.start : at + step.end] for step in entry.action.play] == ["8/5", "6/5"]


def test_sgg_crawford_length_and_next_match() -> None:
    text = (
        "a vs. b\nGame 3.4*-2/5\n1\t31:\n1\t31: 8/5, 6/5\na wins 1 point.\na vs. b, what a match\nGame 4.5-2/5\nb wins 1 point.\n\n"
        "c vs. d\nCrawford: No\nGame 1.0-0/3\nd wins 2 points.\n"
    )
    first, second = claims("sgg", text)
    assert [(game.number, game.crawford) for game in first.games] == [(3, True), (4, None)]
    assert (first.length, second.length) == (Length(5), Length(3))
    assert comments(first) == [("a vs. b, what a match", 1, None)]
    assert (second.ordinal, tags(second)) == (2, [("Crawford", "Off")])
    assert [seat.name for seat in second.games[0].seats or ()] == ["c", "d"]
    _, stopped = claims("sgg", text + "x" * (1 << 20) + "x\nGame 2.0-2/3\n")
    assert [(fault.code, fault.text) for fault in stopped.faults] == [("T115", "a line of 1 MiB")]


def test_sgg_unreadable() -> None:
    text = (
        "a vs. b\nELO: much\nMatch Length: 3\nGame 1.0-0/5\n1\t31:\n1\t31: 8/5, x\n2\t\tdances\n1\t31: 8/5, 6/4\n"
        "0: Automatic double\nc wins 2 points.\n3\t52: 13/"
    )
    match = one("sgg", text)
    assert match.length == Length(3)
    assert faults(match, text) == [
        ("T101", "ELO: much", None),
        ("T101", "5", 1),
        ("T101", "dances", 1),
        ("T101", "31: 8/5, 6/4", 1),
        ("T101", "0: Automatic double", 1),
        ("T103", "52: 13/", 1),
    ]
    assert told(match, text) == [
        (LEFT, Roll((3, 1), Unplayed.UNREADABLE, "8/5, x", unread=(4, 10)), "31: 8/5, x"),
        (LEFT, Roll((5, 2), Unplayed.NOTHING), "52: 13/"),
    ]
    assert comments(match) == [("c wins 2 points.", 1, 1)]


def test_sgg_refused_resignation() -> None:
    text = "a vs. b\nGame 1.0-0\n1\tResign\n2\t\tReject\n3\t31:\n3\t31: 8/5 6/5\n"
    match = one("sgg", text)
    assert told(match, text) == [(LEFT, roll("31", "8/5", "6/5"), "31: 8/5 6/5")]
    assert comments(match) == [("2\t\tReject", 1, None)]


# ---- TrueMoneyGames


TMG = """\
MatchID: 123
Player1: 17 thj 1650.50 USD
Player2: 18 bob
Stake: 0.25
Length: 0
Startdate: 2005-03-21 18:05:59
Jacoby: 1
Crawford: 0
Beavers: 0
Cube: 0
Variant: 2

Game 1: 0-0
  0 2 Automatic to 2
  1 1 31:
  1 4 8/5 6/5*
Beavers: 3
Raccoons: 0
 -2 5 Double to 4
  3 8 Beaver to 8
 -4 1 66:
 -4 4 0/0
  5 1 ?
  5 17
 -5 16 24 bob wins 24 points
  0 19 57.68 0.00 43.57 0.00 Settlement

Game 2: 0-24
  1 1 52:
  1 4 13/11 bar/off
 -2 1 11:
 -2 5 Double
  3 7 Take
 -4 4 6/5
  5 5 Double to 4
 -6 10 Pass
  7 14 2 thj wins 2 points
Game 3: 2-24
  1 15
Game 4: 2-24
  0 19 1.00 Settlement
  1 22 out of time
"""


def test_tmg_says_what_it_says() -> None:
    match = one("tmg", TMG)
    assert tags(match) == [
        ("Match ID", "123"),
        ("Player 1 Elo", "1650.50"),
        ("Stake", "0.25"),
        ("EventDate", "2005.03.21"),
        ("EventTime", "18.05"),
        ("Jacoby", "On"),
        ("Crawford", "Off"),
        ("CubeLimit", "1"),
        ("Variation", "Nackgammon"),
        ("Beaver", "On"),  # allowed from there on
    ]
    assert (match.length, match.faults) == (Length(0, money=True), ())
    assert [(game.number, game.cube, game.crawford) for game in match.games] == [
        (1, 2, None),
        (2, None, None),
        (3, None, None),
        (4, None, None),
    ]
    assert [[(seat.name, seat.score) for seat in game.seats or ()] for game in match.games[:2]] == [
        [("thj", 0), ("bob", 0)],
        [("thj", 0), ("bob", 24)],
    ]
    assert told(match, TMG) == [
        (LEFT, roll("31", "8/5", "6/5*"), "8/5 6/5*"),
        (RIGHT, Double(4), "Double to 4"),
        (LEFT, Beaver(8), "Beaver to 8"),
        (RIGHT, Roll((6, 6), Unplayed.CANNOT_MOVE, "0/0"), "0/0"),
        (None, Remark(Ending.TIME), "?"),
        (None, Remark(Ending.TIME), "5 17"),
        (RIGHT, Win(24), "24 bob wins 24 points"),
    ]
    assert told(match, TMG, 2) == [
        (LEFT, Roll((5, 2), play("13/11", "25/0"), "13/11 bar/off"), "13/11 bar/off"),
        (RIGHT, Roll((1, 1), Unplayed.NOTHING), "11:"),
        (RIGHT, Double(), "Double"),
        (LEFT, Take(), "Take"),
        (RIGHT, Roll(None, play("6/5"), "6/5"), "6/5"),
        (LEFT, Double(4), "Double to 4"),
        (RIGHT, Drop(), "Pass"),
        (LEFT, Win(2), "2 thj wins 2 points"),
    ]
    assert told(match, TMG, 3) == [(LEFT, Win(), "1 15")]
    assert told(match, TMG, 4) == [
        (None, Remark(Ending.SETTLEMENT), "1.00 Settlement"),
        (None, Remark(Ending.TIME), "out of time"),
    ]
    assert comments(match) == [
        ("Beavers: 3", 1, 0),
        ("Raccoons: 0", 1, 0),
        ("0 19 57.68 0.00 43.57 0.00 Settlement", 1, 6),
    ]


@pytest.mark.parametrize("type", range(30))
def test_tmg_records_that_are_not_known(type: int) -> None:
    text = f"MatchID: 1\nPlayer1: 1 a\nPlayer2: 2 b\nGame 1: 0-0\n  1 1 31:\n  1 4 8/5 6/5\n -2 {type} 9 strange\n"
    unread = {0, 1, 2, 3, 6, 9, 11, 12, 13, 18, 20, 21, *range(23, 30)}
    assert faults(one("tmg", text), text) == ([("T101", f"-2 {type} 9 strange", 1)] if type in unread else [])


def test_tmg_unreadable() -> None:
    text = "MatchID: 1\nVariant: 7\nLength: x\nPlayer1: \nhello\nGame 1: 0-0\n  1 1 31:\n  1 4 8/5 6/x\nwhat\n -2 4 13/"
    match = one("tmg", text)
    assert faults(match, text) == [
        ("T101", "Variant: 7", None),
        ("T101", "Length: x", None),
        ("T101", "Player1:", None),
        ("T101", "hello", None),
        ("T101", "what", 1),
        ("T103", "13/", 1),
    ]
    assert told(match, text) == [
        (LEFT, Roll((3, 1), Unplayed.UNREADABLE, "8/5 6/x", unread=(0, 7)), "8/5 6/x"),
        (RIGHT, Roll(None, Unplayed.NOTHING), "13/"),
    ]


# ---- GammonEmpire, Jellyfish


GAM = """\
 Tom                            Jerry
  1)                             56: 24/18 18/13
  2) 51: 24/23 23/18             16: 8/7* 13/7
  3) 41: 25/24 13/9              Doubles => 2
  4)  Takes                      61: 13/7 7/6
  5) Doubles => 4                Drops
Wins 2 points
Tom Jerry
  1) 31: 8/5 6/5                 Doubles => 2
  2)  Drops
                                  Wins 1 point
"""


def test_gam_says_what_it_says() -> None:
    match = one("gam", GAM)
    assert (match.format, match.length, match.faults, tags(match)) == ("gam", Length(0, money=True), (), [])
    assert [[(seat.name, seat.score, GAM[slice(*seat.span)]) for seat in game.seats or ()] for game in match.games] == [
        [("Tom", None, "Tom"), ("Jerry", None, "Jerry")]
    ] * 2
    assert told(match, GAM) == [
        (RIGHT, roll("56", "24/18", "18/13"), "56: 24/18 18/13"),
        (LEFT, roll("51", "24/23", "23/18"), "51: 24/23 23/18"),
        (RIGHT, roll("16", "8/7*", "13/7"), "16: 8/7* 13/7"),
        (LEFT, roll("41", "25/24", "13/9"), "41: 25/24 13/9"),
        (RIGHT, Double(2), "Doubles => 2"),
        (LEFT, Take(), "Takes"),
        (RIGHT, roll("61", "13/7", "7/6"), "61: 13/7 7/6"),
        (LEFT, Double(4), "Doubles => 4"),
        (RIGHT, Drop(), "Drops"),
    ]
    assert told(match, GAM, 2) == [
        (LEFT, roll("31", "8/5", "6/5"), "31: 8/5 6/5"),
        (RIGHT, Double(2), "Doubles => 2"),
        (LEFT, Drop(), "Drops"),
        (RIGHT, Win(1), "Wins 1 point"),
    ]
    assert comments(match) == [("Wins 2 points", 1, 8)]  # in no column: whose it is the file does not say


@pytest.mark.parametrize(
    ("head", "is_gam"),
    [
        ("Tom Jerry", True),
        ("Tom\tJerry", True),
        ("Tom Cat   Jerry Mouse", True),
        ("; found in a drawer\n\n Tom      Jerry\n", True),
        ("Tom", False),
        ("Tom and Jerry", False),
        (" Tom : 0      Jerry : 0", False),
        (" 7 point match\n\n Tom      Jerry", False),
        (" Game 1\n Tom      Jerry", False),
        ("", False),
    ],
)
def test_gam_is_told_by_the_line_of_names(head: str, is_gam: bool) -> None:
    text = f"{head}\n  1) 31: 8/5 6/5                 42: 8/4 6/4\n  2) 31: 8/5 6/5                 42: 8/4 6/4\n"
    assert FORMATS["gam"].recognises(Source("", text, "utf-8")) is is_gam
    assert recognised(Source("", text, "utf-8")) == ("gam" if is_gam else "mat")


# ---- PartyGammon


PARTY = """\
boardid=4711
creator=x
MATCHLENGTH=5
GAME_1_PLAYER_1=ann lee
GAME_1_PLAYER_2=bob
GAME_1_GAMEPLAY=#1 1 31 8/5 6/5#2 2 66#1 Doubles => 2#2 Takes#1 3 4-2 bar/21 6/off#2 4 11 8/7* x#nonsense#2 what#1 Doubles#2 Drops
GAME_1_SCORE1=2
GAME_1_SCORE2=0
GAME_2_GAMEPLAY=2 1 31: 8/5 6/5
GAME_2_SCORE1=3
GAME_2_SCORE2=1
GAME_3_PLAYER_1=ann lee
GAME_3_GAMEPLAY=1 1 31 8/5 6/5
GAME_3_SCORE1=3
GAME_3_SCORE2=5
GAME_3_MOOD=bad
no key
"""


def test_party_says_what_it_says() -> None:
    match = one("party", PARTY)
    assert (match.length, tags(match)) == (Length(5), [("boardid", "4711"), ("creator", "x")])
    assert [(game.number, PARTY[slice(*game.span)]) for game in match.games] == [
        (1, "GAME_1_PLAYER_1=ann lee"),
        (2, "GAME_2_GAMEPLAY="),
        (3, "GAME_3_PLAYER_1=ann lee"),
    ]
    assert [[(seat.name, seat.score) for seat in game.seats or ()] for game in match.games] == [
        [("ann lee", 0), ("bob", 0)],
        [("ann lee", 2), ("bob", 0)],
        [("ann lee", 3), ("bob", 1)],
    ]
    assert told(match, PARTY) == [
        (LEFT, roll("31", "8/5", "6/5"), "31 8/5 6/5"),
        (RIGHT, Roll((6, 6), Unplayed.NOTHING), "66"),
        (LEFT, Double(2), "Doubles => 2"),
        (RIGHT, Take(), "Takes"),
        (LEFT, Roll((4, 2), play("25/21", "6/0"), "bar/21 6/off"), "4-2 bar/21 6/off"),
        (RIGHT, Roll((1, 1), Unplayed.UNREADABLE, "8/7* x", unread=(3, 9)), "11 8/7* x"),
        (RIGHT, Unread("what"), "what"),
        (LEFT, Double(), "Doubles"),
        (RIGHT, Drop(), "Drops"),
        (LEFT, Win(2), "GAME_1_SCORE2=0"),
    ]
    assert told(match, PARTY, 2) == [(RIGHT, Roll((3, 1), play("8/5", "6/5"), "8/5 6/5"), "31: 8/5 6/5")]
    assert told(match, PARTY, 3)[1:] == [(RIGHT, Win(4), "GAME_3_SCORE2=5")]
    assert faults(match, PARTY) == [
        ("T101", "nonsense", 1),
        ("T101", "GAME_2_SCORE2=1", 2),  # both have won
        ("T101", "GAME_3_MOOD=bad", None),
        ("T101", "no key", None),
    ]


def test_party_a_record_that_begins_later_and_breaks_off() -> None:
    text = "GAME_4_GAMEPLAY=1 1 31 8/5 6/5#2 2 42 8/4 6/"
    match = one("party", text)
    assert [(seat.name, seat.score) for seat in match.games[0].seats or ()] == [("", None), ("", None)]
    assert faults(match, text) == [("T103", "42 8/4 6/", 1)]
    assert told(match, text)[1:] == [(RIGHT, Roll((4, 2), Unplayed.NOTHING), "42 8/4 6/")]


# ---- BGRoom


BGROOM = """\
BGF version 1.2
Game 1 - ann (0) vs. bob (X)
Single game
1.X:(3 1)8/5 6/5
2.0:(4 2)8/4 6/4*
3.X:Double
4.0:Beaver
5.X:(6 6)24/18(2) 13/7(2)
6.0:(5 5)can't move

Game 2 - ann (0) vs. bob (X)
Single game
1.0:(3 1)8/5 6/5
2.X:Double
3.0:(5 5)
5.X:(6 5)8/x
6.0:Double

\u2026 Win the Match \u2026
Game 3 - ann (X) vs. bob (0)
Double
1.0:(3 1)8/5 6/5
2.X:Double
"""


def test_bgroom_says_what_it_says() -> None:
    match = one("bgroom", BGROOM)
    assert match.length == Length(0, money=True)
    assert [[seat.name for seat in game.seats or ()] for game in match.games] == [["bob", "ann"], ["bob", "ann"], ["ann", "bob"]]
    assert told(match, BGROOM) == [
        (LEFT, roll("31", "8/5", "6/5"), "(3 1)8/5 6/5"),
        (RIGHT, roll("42", "8/4", "6/4*"), "(4 2)8/4 6/4*"),
        (LEFT, Double(), "Double"),
        (RIGHT, Beaver(), "Beaver"),
        (LEFT, Roll((6, 6), (Step((24, 18), (False,), 2), Step((13, 7), (False,), 2)), "24/18(2) 13/7(2)"), "(6 6)24/18(2) 13/7(2)"),
        (RIGHT, Roll((5, 5), Unplayed.CANNOT_MOVE, "can't move"), "(5 5)can't move"),
        (RIGHT, Win(), "(5 5)can't move"),
    ]
    assert told(match, BGROOM, 2) == [
        (RIGHT, roll("31", "8/5", "6/5"), "(3 1)8/5 6/5"),
        (LEFT, Double(), "Double"),
        (RIGHT, Take(), "Double"),
        (RIGHT, Roll((5, 5), Unplayed.NOTHING), "(5 5)"),
        (LEFT, Roll((6, 5), Unplayed.UNREADABLE, "8/x", unread=(5, 8)), "(6 5)8/x"),
        (RIGHT, Double(), "Double"),
        (LEFT, Drop(), "Double"),
        (RIGHT, Win(), "Double"),
    ]
    assert told(match, BGROOM, 3) == [(RIGHT, roll("31", "8/5", "6/5"), "(3 1)8/5 6/5"), (LEFT, Double(), "Double")]  # no end, no answer
    assert [(row.number, row.before) for row in match.games[1].rows] == [(1, 0), (2, 1), (3, 3), (5, 4), (6, 5)]
    assert faults(match, BGROOM) == [("T101", "Double", 3)]
    assert comments(match) == [("\u2026 Win the Match \u2026", 2, None)]


def test_bgroom_breaks_off() -> None:
    text = "BGF version 1.2\nGame 1 - ann (X) vs. bob (0)\nSingle game\n1.X:(3 1)8/5 6/5\n2.0:(4"
    match = one("bgroom", text)
    assert faults(match, text) == [("T103", "2.0:(4", 1)]


# ---- BKG


BKG = """\
BKG 9.8 against a visitor

Black (6 1)  8 7  13-7
White  6-3   1/7* 1,4
Black (5 5)
White Doubles         Accepted
White (1 1)  0 24 x
Black (6 6)  25 19 24 18 6 0
Black Doubles
White (2 1)  1 2 3
Black wins    a gammon
a remark
White (4 2)  17 21 19 21
Black Doubles         no
Black wins    backgammon
White (5 2)  30 2
White wins    backgammon
Black sighs
"""


def test_bkg_says_what_it_says() -> None:
    match = one("bkg", BKG)
    assert match.length == Length(0, money=True)
    assert [[(seat.name, seat.score) for seat in game.seats or ()] for game in match.games] == [[("Black", None), ("White", None)]] * 3
    assert told(match, BKG) == [
        (LEFT, Roll((6, 1), play("8/7", "13/7"), "8 7  13-7"), "(6 1)  8 7  13-7"),
        (RIGHT, Roll((6, 3), play("24/18*", "24/21"), "1/7* 1,4"), "6-3   1/7* 1,4"),
        (LEFT, Roll((5, 5), Unplayed.NOTHING), "(5 5)"),
        (RIGHT, Double(), "White Doubles"),
        (LEFT, Take(), "Accepted"),
        (RIGHT, Roll((1, 1), Unplayed.UNREADABLE, "0 24 x", unread=(7, 13)), "(1 1)  0 24 x"),
        (LEFT, Roll((6, 6), play("25/19", "24/18", "6/0"), "25 19 24 18 6 0"), "(6 6)  25 19 24 18 6 0"),
        (LEFT, Double(), "Black Doubles"),
        (RIGHT, Roll((2, 1), Unplayed.UNREADABLE, "1 2 3", unread=(7, 12)), "(2 1)  1 2 3"),
        (LEFT, Win(4), "Black wins    a gammon"),
    ]
    assert told(match, BKG, 2) == [
        (RIGHT, Roll((4, 2), play("8/4", "6/4"), "17 21 19 21"), "(4 2)  17 21 19 21"),
        (LEFT, Double(), "Black Doubles"),
        (RIGHT, Drop(), "no"),
        (LEFT, Win(1), "Black wins    backgammon"),
    ]
    assert told(match, BKG, 3) == [
        (RIGHT, Roll((5, 2), Unplayed.UNREADABLE, "30 2", unread=(7, 11)), "(5 2)  30 2"),
        (RIGHT, Win(3), "White wins    backgammon"),
    ]
    assert faults(match, BKG) == [("T101", "Black sighs", None)]
    assert comments(match) == [("BKG 9.8 against a visitor", None, None), ("a remark", 1, None)]
    entry = match.games[0].entries[1]
    assert isinstance(entry.action, Roll) and isinstance(entry.action.play, tuple)
    at = entry.span.start
    assert [BKG[at + step.start : at + step.end] for step in entry.action.play] == ["1/7*", "1,4"]


@pytest.mark.parametrize(
    "text",
    [
        "Black (6 1)  8 7  13-7\nWhite (6 3)  1 7\n",
        "Black wins\nWhite wins\nBlack Doubles\n",
        "Black to play 6 1\nWhite to play 3 1\nBlack wins the game\n",
        "White: 31 8/5 6/5\nBlack: 42 8/4 6/4\nWhite wins\n",
        "",
    ],
)
def test_bkg_is_not_told_by_less(text: str) -> None:
    assert not FORMATS["bkg"].recognises(Source("", text, "utf-8"))


# ---- limits and damage


def test_limits_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert lines.MOST_ENTRIES <= 200_000 and lines.MOST_COMMENTS <= 20_000 and lines.MOST_GAMES <= 10_000
    for name in ("MOST_ENTRIES", "MOST_COMMENTS", "MOST_GAMES"):
        monkeypatch.setattr(lines, name, 1000)
    cases = {
        "a line of 1 MiB": ("party", "GAME_1_GAMEPLAY=" + "1 1 31 8/5#" * 200_000),
        "200 unreadable lines in a match": ("tmg", "what\n" * 500),
        "1,000 comments in a match": ("sgg", "a vs. b\nGame 1.0-0\n" + "hello\n" * 1_100),
        "1,000 games in a match": ("bgroom", "BGF version 1\n" + "Game 1 - a (X) vs. b (0)\n" * 1_100),
        "1,000 entries in a match": ("bkg", "Black (6 1)\n" * 1_100),
        "20,000 rows in a game": ("gam", "a b\n" + " 1) 31: 8/5 6/5\n" * 20_010),
    }
    for limit, (format, text) in cases.items():
        begun = time.process_time()
        match = one(format, text)
        assert [(fault.code, fault.text) for fault in match.faults[-1:]] == [("T115", limit)]
        assert time.process_time() - begun < 5


def test_numbers_without_end() -> None:
    long = "9" * 5000
    for format in NAMES:
        for text in (SGG, TMG, GAM, PARTY, BGROOM, BKG):
            for digit in "012345":
                for match in claims(format, text.replace(digit, long, 3)):
                    assert all(isinstance(fault, Fault) for fault in match.faults)


@pytest.mark.parametrize("format", NAMES)
def test_damage_does_not_raise(format: str) -> None:
    crafted = {"sgg": SGG, "tmg": TMG, "gam": GAM, "party": PARTY, "bgroom": BGROOM, "bkg": BKG}[format].encode()
    whole = written(format, "money-beavers").encode()
    for number in range(200):
        rng = random.Random(f"{format}-{number}")
        data = mutated(rng.choice((crafted, crafted, crafted, whole)), rng)
        begun = time.process_time()
        source = decode("", data)
        FORMATS[format].recognises(source)
        for match in FORMATS[format].read(source):
            for game in match.games:
                for entry in game.entries:
                    assert 0 <= entry.span.start <= entry.span.end <= len(source.text)
            for fault in match.faults:
                assert 0 <= fault.span.start <= fault.span.end <= len(source.text)
            for comment in match.comments:
                assert comment.entry is None or comment.entry < len(match.games[(comment.game or 0) - 1].entries)
        assert time.process_time() - begun < 2


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=300), st.sampled_from(NAMES), st.booleans())
def test_any_bytes_do_not_raise(data: bytes, format: str, headed: bool) -> None:
    head = {"sgg": SGG, "tmg": TMG, "gam": GAM, "party": PARTY, "bgroom": BGROOM, "bkg": BKG}[format][:150].encode() if headed else b""
    source = decode("", head + data)
    FORMATS[format].recognises(source)
    list(FORMATS[format].read(source))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from((SGG + TMG + GAM + PARTY + BGROOM + BKG).splitlines()), max_size=12), st.sampled_from(NAMES))
def test_lines_in_any_order_do_not_raise(said: list[str], format: str) -> None:
    for match in claims(format, "\n".join(said)):
        assert match.format == format
