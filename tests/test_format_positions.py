"""Files that keep positions: lists of identifiers, Snowie, Jellyfish's .pos, the position texts of XG and BGBlitz; and the commands."""

import json
import random
import re
import struct
import subprocess
import time
from dataclasses import replace
from pathlib import Path
from shutil import which

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from tavla_cli.board import Position, Step, flipped, pips
from tavla_cli.board.ids import Setup, match_id, position_id, read_id, xgid
from tavla_cli.cli import main
from tavla_cli.examine import Options, examine_input
from tavla_cli.formats import FORMATS, LEADS, opened
from tavla_cli.formats.positions.common import setup_of
from tavla_cli.record import Double, Fault, Match, Roll, SetBoard, Side, Tag, Unplayed
from tavla_cli.source import Input, Source, Span
from tests.shared import SHARED, needs_shared

GNUBG = which("gnubg", path="/usr/games:/usr/bin:/usr/local/bin:/opt/homebrew/bin")
EXAMPLES = sorted((Path(__file__).parents[1] / "examples").rglob("*.mat"))

# ids.md 6: one state in two spellings
PAIRS = [
    ("-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10", "4HPwATDgc/ABMA:cInlAAAAAAAE"),
    ("b-A-BaC-D---cB---bBcbb--A-:1:-1:1:52:3:1:0:9:10", "2M7ggGAy58FgIA:QYkqARAAGAAE"),
    ("-CDBCB------------a-bcccb-:2:1:1:00:0:0:1:0:10", "u7sJAIB7uwEAAA:UgkAAAAAAAAA"),
    ("-BBBBB-A-----A---a-bbccbb-:0:0:1:63:6:4:1:7:10", "290mAADbNoEAAA:8AnvAEAAMAAE"),
    ("-b-BB-D-C---dB---c-d-b--B-:0:0:1:D:4:2:0:7:10", "mOfgATBsnoMBMA:cBHgACAAIAAE"),
    ("-b-BB-D-C---dB---c-d-b--B-:0:0:-1:64:4:2:0:7:10", "bJ6DATCY5+ABMA:MAHzACAAIAAE"),
    ("-B-CBBB---a---A---ABcbbbd-:1:-1:1:21:3:6:0:7:10", "b9sBCIC5bYDQAA:QQnlAGAAGAAE"),
    ("---BBaB-BbA-bC-b--BdAca---:0:0:1:00:0:5:0:9:10", "dB7GGAJsZuJgAg:cAkgAVAAAAAE"),
]
START = "11ccccchhhjjjjj:66666888dddddoo"


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAVLA_LANG", "en")


def read(content: str | bytes, format: str) -> list[Match]:
    """The matches of a content that is recognised as that format."""
    data = content if isinstance(content, bytes) else content.encode()
    source, found = opened("x", data, positions=True)
    assert found == format
    return list(FORMATS[format].read(source))


def setups(matches: list[Match]) -> list[str]:
    return [xgid(setup) if (setup := setup_of(match)) else "" for match in matches]


def seen(match: Match) -> tuple[tuple[str, str], tuple[int | None, int | None], Side | None, int | None, bool | None]:
    """Names, scores, who is on roll, the length, Crawford."""
    game = match.games[0]
    assert game.seats is not None
    left, right = game.seats
    return (left.name, right.name), (left.score, right.score), game.on_roll, match.length.points if match.length else None, game.crawford


def upper_on_roll(text: str) -> bool:
    """Whether the upper-case player of an XGID is on roll."""
    return text.split(":")[3] == "1"


# ---- identifiers


@pytest.mark.parametrize(("xg", "gnu"), PAIRS)
def test_one_state_in_two_spellings(xg: str, gnu: str) -> None:
    """The board and everything else is the same; the players change places, for gnubg's first player is the one on top."""
    [one], [other] = read(f"XGID={xg}\n", "ids"), read(gnu, "ids")
    setup = setup_of(one)
    assert setup is not None
    assert setup == replace(read_id(xg), upper=True)
    assert setup_of(other) == setup
    first, second = one.games[0], other.games[0]
    assert (first.on_roll, second.on_roll) == ((Side.LEFT, Side.RIGHT) if upper_on_roll(xg) else (Side.RIGHT, Side.LEFT))
    assert [seat.score for seat in first.seats or ()] == [seat.score for seat in second.seats or ()][::-1]


def test_turn_of_the_upper_and_of_the_lower_player() -> None:
    upper, lower = read("-b-BB-D-C---dB---c-d-b--B-:1:1:1:64:4:2:0:7:10\n-b-BB-D-C---dB---c-d-b--B-:1:1:-1:64:4:2:0:7:10", "ids")
    assert [seen(match) for match in (upper, lower)] == [
        (("", ""), (4, 2), Side.LEFT, 7, None),
        (("", ""), (4, 2), Side.RIGHT, 7, None),
    ]
    boards = [match.games[0].entries[0].action for match in (upper, lower)]
    assert boards[0] == boards[1]
    assert isinstance(boards[0], SetBoard)
    assert (boards[0].cube, boards[0].owner) == (2, Side.LEFT)


def test_a_list() -> None:
    text = (
        "# two openings\n"
        "\n"
        "1. XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10   # the golden point\n"
        "no identifier\n"
        "  4HPwATDgc/ABMA\t64: 24/14  ; running\n"
        "Position ID: 4HPwATDgc/ABMA Match ID: cAkAAAAAAAAA\n"
        f"OGID={START}:N0N::W:IW:0:0:1:0\n"
        "// the end\n"
    )
    matches = read(text, "ids")
    assert [match.ordinal for match in matches] == [1, 2, 3, 4, 5]
    assert setups(matches) == [
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:64:0:0:0:0:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:1:0:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:1:10",
        "",
    ]
    assert [[comment.text for comment in match.comments] for match in matches] == [
        ["two openings", "the golden point"],
        ["running"],
        [],
        [],
        ["the end"],
    ]
    at = text.index("no identifier")
    assert matches[1].faults == (Fault("T101", Span(at, at + 13), text="no identifier"),)
    assert matches[1].faults[0].span == (at, at + 13)
    assert matches[1].length is None
    roll = matches[1].games[0].entries[1]
    assert text[slice(*roll.span)] == "24/14"
    assert roll.action == Roll((6, 4), (Step((24, 14), (False,), 1, 0, 5),), "24/14")
    assert matches[0].games[0].entries[1].action == Roll((3, 1), Unplayed.NOTHING)
    assert matches[2].tags == (Tag("Jacoby", "On", matches[2].span),)


def test_an_offered_double_waits() -> None:
    [match] = read("-b-BB-D-C---dB---c-d-b--B-:0:0:1:D:4:2:0:7:10", "ids")
    assert [(entry.side, type(entry.action)) for entry in match.games[0].entries] == [(None, SetBoard), (Side.LEFT, Double)]


def test_dice_that_contradict() -> None:
    text = "-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10 64\n-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10 13: 8/5 6/5"
    one, other = read(text, "ids")
    assert (one.faults[0].span, one.faults[0].text) == ((47, 49), "64")
    assert (setup_of(one) or Setup(Position(b"", b""))).dice == (3, 1)
    assert other.faults == ()
    assert (setup_of(other) or Setup(Position(b"", b""))).dice == (1, 3)


@pytest.mark.parametrize(
    ("ogid", "on_roll", "wanted"),
    [
        (f"{START}:N0N::W:IW:0:0:1:0", Side.LEFT, "-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:1:10"),
        (f"{START}:N0N::W:IB:0:0:1:0", Side.RIGHT, "-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:1:10"),
        # whoever acted last is not on roll
        (f"{START}:N0N:31:B:R:2:3:7:4", Side.LEFT, "-b----E-C---eE---c-e----B-:0:0:1:31:2:3:0:7:10"),
        (f"{START}:N0N:31:W:R:2:3:7:4", Side.RIGHT, "-b----E-C---eE---c-e----B-:0:0:1:31:3:2:0:7:10"),
        # but the one who has doubled is
        (f"{START}:N0O::B:D:0:0:3:11", Side.RIGHT, "-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:3:10"),
        (f"{START}:W1N:36:B:R:6:5:7C:0", Side.LEFT, "-b----E-C---eE---c-e----B-:1:1:1:36:6:5:1:7:10"),
        # White's bar is 0, Black's 25 (p); both have a checker off
        ("0cccccchhjjjjj:66666888dddddp:B2N:65:B:R:0:0:0:0", Side.LEFT, "a-----E-B---eF---c-e-----A:2:-1:1:65:0:0:0:0:10"),
        (f"{START}:N0N", Side.LEFT, "-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"),
    ],
)
def test_ogid(ogid: str, on_roll: Side, wanted: str) -> None:
    [match] = read(ogid, "ids")
    assert (match.games[0].on_roll, setups([match])) == (on_roll, [f"XGID={wanted}"])


@pytest.mark.parametrize("ogid", ["0" * 16 + ":66666888dddddoo:N0N", "z:6:N0N", f"{START}:X0N", f"{START}:N0N:71:W:R:0:0:7:0", "::N0N"])
def test_what_is_no_ogid(ogid: str) -> None:
    matches = read(f"{START}:N0N\n{ogid}\n4HPwATDgc/ABMA", "ids")
    assert [[fault.text for fault in match.faults] for match in matches] == [[], [ogid]]


# ---- made files


@st.composite
def positions(draw: st.DrawFn) -> Setup:
    """A state that every format can hold: at most fifteen checkers a side, no two players on one point."""
    sides = [[0] * 26, [0] * 26]
    for side in (0, 1):
        for _ in range(draw(st.integers(1, 15))):
            point = draw(st.integers(1, 25))
            if point == 25 or not sides[1 - side][25 - point]:
                sides[side][point] += 1
        sides[side][0] = 15 - sum(sides[side])
    length = draw(st.sampled_from((0, 5, 7, 25)))
    cube = draw(st.integers(0, 6))
    dice = draw(st.none() | st.tuples(st.integers(1, 6), st.integers(1, 6)))
    position = Position(bytes(sides[0]), bytes(sides[1]))
    return Setup(
        position if not (sides[0][25] and sides[1][25]) else read_id("4HPwATDgc/ABMA").position,
        dice=dice,
        cube=1 << cube,
        owner=draw(st.sampled_from((-1, 1))) if cube else 0,
        score=(draw(st.integers(0, length - 1)), draw(st.integers(0, length - 1))) if length else (0, 0),
        length=length,
        crawford=bool(length) and draw(st.booleans()),
        jacoby=not length and draw(st.booleans()),
        upper=draw(st.booleans()),
    )


@settings(max_examples=30, deadline=None)
@given(st.lists(positions(), min_size=1, max_size=4))
def test_lists_say_what_was_written(states: list[Setup]) -> None:
    lines = [spelled for state in states for spelled in (xgid(state), f"{position_id(state.position)}:{match_id(state)}")]
    wanted = [
        each  # a match ID has the larger die first
        for state in states
        for each in (replace(state, upper=True), replace(state, upper=True, dice=high_first(state)))
    ]
    assert [setup_of(match) for match in read("\n".join(lines), "ids")] == wanted


def high_first(state: Setup) -> tuple[int, int] | None:
    return state.dice and (max(state.dice), min(state.dice))


def snowie(state: Setup, names: tuple[str, str] = ("Ann", "Bob")) -> str:
    """The forty fields; `names`: the first player's, the second's. The second is on roll where the state is not `upper`."""
    own, opp = state.position
    mine, his = names if state.upper else names[::-1]
    places = [-opp[25], *(own[point] - opp[25 - point] for point in range(1, 25)), own[25]]
    fields = [state.length, int(state.jacoby), 0, int(not state.length), int(not state.upper), mine, his, int(state.crawford)]
    fields += [*state.score, state.cube, state.owner, *places, *(state.dice or (0, 0))]
    return "".join(f"{each};" for each in fields)


@settings(max_examples=30, deadline=None)
@given(st.lists(positions(), min_size=1, max_size=3))
def test_snowie_says_what_was_written(states: list[Setup]) -> None:
    matches = read("\n".join(map(snowie, states)), "snowie")
    assert [setup_of(match) for match in matches] == [replace(state, upper=True) for state in states]
    assert [seen(match)[0] for match in matches] == [("Ann", "Bob")] * len(states)
    assert [seen(match)[2] for match in matches] == [Side.LEFT if state.upper else Side.RIGHT for state in states]


def test_snowie_of_gnubg() -> None:
    """The samples of snowie.md 1, and a line that is none."""
    text = (
        "5;0;0;0;0;gnubg;root;0;0;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-2;0;-4;-2;0;0;0;2;0;5;3;\n"
        "5;0;0;0;0;gnubg;root;0;0;0;1;0;\n"
        "7;0;0;0;1;root;gnubg;0;3;2;2;-1;-1;2;0;0;0;2;3;0;0;0;1;0;-4;5;0;0;0;-4;0;-5;0;0;0;0;1;0;5;2; and more\n"
    )
    one, other = read(text, "snowie")
    assert setups([one, other]) == [
        "XGID=-b----E-C---eE---b-db---B-:0:0:1:53:0:0:0:5:10",
        "XGID=aB---BC---A-dE---d-e----A-:1:-1:1:52:3:2:0:7:10",
    ]
    assert (seen(one), seen(other)) == (
        (("gnubg", "root"), (0, 0), Side.LEFT, 5, None),
        (("gnubg", "root"), (2, 3), Side.RIGHT, 7, None),
    )
    assert [(fault.code, text[slice(*fault.span)]) for fault in other.faults] == [("T101", text.split("\n")[1])]
    assert [comment.text for comment in other.comments] == ["and more"]


def jellyfish(state: Setup, version: int, names: tuple[str, str] = ("Ann", "Bob"), said: str = "", cube: bool = True) -> bytes:
    """A .pos; player 1 is on roll where the state is `upper`."""
    left, right = state.position if state.upper else state.position[::-1]
    flags = {124: [], 125: [int(cube), int(state.jacoby), 0], 126: [0, 0, int(cube), int(state.jacoby), 0]}[version]
    owner = 0 if not state.owner else 1 if (state.owner == 1) == state.upper else 2
    turn = (1 if state.upper else 2) + (0 if state.dice else 2)
    scores = state.score if state.upper else state.score[::-1]
    numbers = [version, *flags, state.cube, owner, turn, 0, 0, 0, 1 if state.length else 3, 1, 7, state.length, *scores]
    die1, die2 = state.dice or (0, 0)
    places = [right[25], *(right[25 - place] - left[place] for place in range(1, 25)), -left[25]]
    out = struct.pack(f"<{len(numbers)}h", *numbers)
    for name in names:
        out += bytes((len(name.encode()),)) + name.encode()
    out += struct.pack("<3h", 0, 2 if state.crawford else 1, 0) + bytes((len(said),)) + said.encode()
    out += struct.pack("<2h", -die1, die2)
    return out + b"".join(struct.pack("<2h", count + 20, 20) for count in places)


@settings(max_examples=30, deadline=None)
@given(positions(), st.sampled_from((124, 125, 126)))
def test_jellyfish_says_what_was_written(state: Setup, version: int) -> None:
    [match] = read(jellyfish(state, version), "jellyfish-pos")
    assert setup_of(match) == replace(state, upper=True, jacoby=state.jacoby and version != 124)
    assert seen(match)[0] == ("Ann", "Bob")
    assert (match.faults, match.node(0), match.node(match.span.start)) == ((), "version", "place 0")


def test_jellyfish_particulars() -> None:
    start = read_id("4HPwATDgc/ABMA")
    [plain] = read(jellyfish(start, 126, ("Zo\u00eb", ""), "24/18", cube=False), "jellyfish-pos")
    assert [(tag.key, tag.value) for tag in plain.tags] == [("Jacoby", "Off"), ("Beaver", "Off"), ("CubeLimit", "1")]
    assert (seen(plain)[0], [comment.text for comment in plain.comments]) == (("Zo\u00eb", ""), ["24/18"])
    [old] = read(jellyfish(start, 124), "jellyfish-pos")
    assert (old.dialect, old.tags) == ("jellyfish 1.0", ())
    data = bytearray(jellyfish(start, 124))
    data[6:8] = b"\0\0"  # nobody is said to be on roll
    [unknown] = read(bytes(data), "jellyfish-pos")
    assert (unknown.games[0].on_roll, len(unknown.games[0].entries)) == (None, 1)
    data[10:60] = data[10:60].replace(b"Ann", b"\xc7\xdd\xff")  # Windows' page 1252
    assert seen(read(bytes(data), "jellyfish-pos")[0])[0] == ("\u00c7\u00dd\u00ff", "Bob")


def test_dice_of_more_than_one_digit_are_none() -> None:
    start = read_id("4HPwATDgc/ABMA")
    lines = [snowie(replace(start, dice=dice)) for dice in ((3, 1), (0, 9), (12, 1), (-1, 3))]
    assert [(len(match.games), [fault.code for fault in match.faults]) for match in read("\n".join(lines), "snowie")] == [
        (1, []),
        (1, []),
        (0, ["T101", "T101"]),
    ]
    [wrong] = read(jellyfish(replace(start, dice=(300, 1)), 126), "jellyfish-pos")
    assert (wrong.games, [fault.code for fault in wrong.faults]) == ((), ["T101"])


def test_jellyfish_that_breaks_off() -> None:
    [match] = read(jellyfish(read_id("4HPwATDgc/ABMA"), 126)[:100], "jellyfish-pos")
    assert (match.games, [(fault.code, fault.span) for fault in match.faults]) == ((), [("T103", (99, 100))])


# ---- texts with diagrams


def diagram(position: Position, cube: int, owner: int, bar: str, big: bool) -> list[str]:
    """The board as XG and BGBlitz draw it; `big`: XG's cube."""
    own, opp = position

    def at(point: int, row: int) -> str:
        count, letter = (own[point], "X") if own[point] else (opp[25 - point], "O")
        if row == 4 and count > 5:
            return f"{count:^3}"
        return f" {letter} " if row < count else "   "

    def line(points: list[int], row: int, bars: tuple[int, str]) -> str:
        middle = f" {bars[1]} " if row < bars[0] else "   "
        return " |" + "".join(at(p, row) for p in points[:6]) + f"|{middle}|" + "".join(at(p, row) for p in points[6:]) + "|"

    upper = [line(list(range(13, 25)), row, (opp[25], "O")) for row in range(5)]
    lower = [line(list(range(12, 0, -1)), row, (own[25], "X")) for row in reversed(range(5))]
    edge, value = ("+---+", f"| {cube} |") if big else ("+--+", f"|{cube:2}|")
    for lines, first in ((upper, 0), (lower, 2)):
        if (owner == -1) == (lines is upper) and owner:
            for row, part in zip(range(first, first + 3), (edge, value, edge), strict=True):
                lines[row] += " " + part
    return [" +13-14-15-16-17-18------19-20-21-22-23-24-+", *upper, bar, *lower, " +12-11-10--9--8--7-------6--5--4--3--2--1-+"]


WORDS = {  # score of a match, of money; pips, cube, own cube, to play, cube action; player, opponent, analysed, equity
    "EN": ("Score is X:{} O:{} {} pt.(s) match.", "Score is X:{} O:{}. Unlimited Game{}", "Pip count", "Cube: {}", "{} own cube",
           "X to play {}", "X on roll, cube action", "Player:   ", "Opponent: ", "eq:", "Best Cube action: No double / Take"),
    "DE": ("Punktzahl ist  X:{} O:{} {} Pkt (e) match.", "Punktzahl ist  X:{} O:{}. Unbegrenztes Spiel{}", "Pip count",
           "Dopplerwürfel: {}", "{} Dopplerwürfel im Besitz", "X zum spielen {}", "X am würfeln, Dopplerwürfel Aktion", "Spieler: ",
           "Gegner:  ", "eq:", "Beste Dopplerwürfel Aktion Nicht Doppeln / Annehmen"),
    "FR": ("Le score est X:{} O:{} match en {} pt(s)", "Le score est X:{} O:{}. Partie libre{}", "Course", "Videau: {}", "{} a le videau",
           "X à jouer {}", "X: lance ou double", "Joueur:     ", "Adversaire: ", "éq:", "Meilleur action du videau: Pas de double / Prend"),
    "JP": ("Score is X:{} O:{} {} pt.(s) match.", "Score is X:{} O:{}. Unlimited Game{}", "Pip count", "キューブ: {}", "{} own cube",
           "X to play {}", "X on roll, cube action", "プレーヤー: ", "対戦相手:  ", "eq:", "ベストキューブアクション：ノーダブル / テイク"),
}  # fmt: skip


def xg_text(state: Setup, language: str, names: tuple[str, str], note: str = "", analysis: bool = True) -> str:
    """`names`: of the player on roll, who is X, and of the other."""
    match, money, pip, cube, own, play, action, player, opponent, eq, best = WORDS[language]
    position = state.position
    mine, his = state.score
    lines = [xgid(state), "", f"X:{names[0]}   O:{names[1]}"]
    particulars = ", Jacoby" if state.jacoby else ""
    lines.append(match.format(mine, his, state.length) if state.length else money.format(mine, his, particulars))
    lines += diagram(position, state.cube, state.owner, " |                  |BAR|                  |", True)
    race = f"{pip}  X: {pips(position.own)}  O: {pips(position.opp)} X-O: {mine}-{his}"
    lines.append(race + (f"/{state.length}" if state.length else "") + (" Crawford" if state.crawford else ""))
    lines.append(cube.format(state.cube) + (", " + own.format("X" if state.owner == 1 else "O") if state.owner else ""))
    lines.append(play.format("".join(map(str, state.dice))) if state.dice else action)
    lines.append("")
    if analysis and state.dice:
        lines += [f"    1. 4-ply       8/5 6/5                      {eq}+0.126", f"      {player}54.10% (G:17.00% B:1.00%)"]
        lines += [f"      {opponent}45.90% (G:12.00% B:0.50%)", ""]
    elif analysis:
        lines += ["Analyzed in XG Roller++", f"{player} 54.40% (G:18.22% B:0.53%)", f"{opponent} 45.60% (G:12.71% B:0.51%)", ""]
        lines += ["Cubeful", "       A:     +0.337", "       A/B:   +0.215 (-0.122)", "       A/C:   +1.000 (+0.663)", "", best, ""]
    lines += [note, "", "eXtreme Gammon Version: 2.10, MET: Kazaross XG2", "", ""]
    return "\n".join(lines)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(positions(), st.sampled_from(sorted(WORDS)), st.booleans()), min_size=1, max_size=3))
def test_xg_says_what_was_written(states: list[tuple[Setup, str, bool]]) -> None:
    text = "".join(xg_text(state, language, ("Ann B.", "Élodie"), "", analysis) for state, language, analysis in states)
    matches = read(text, "xg-position")
    assert [setup_of(match) for match in matches] == [replace(state, upper=True) for state, _, _ in states]
    # X is whoever is on roll; the bottom player of the XGID is the left one
    assert [seen(match)[0] for match in matches] == [("Ann B.", "Élodie") if s.upper else ("Élodie", "Ann B.") for s, _, _ in states]
    assert [match.beside for match in matches] == [("analysis",) if analysis else () for _, _, analysis in states]
    assert [match.comments for match in matches] == [()] * len(states)
    assert all(match.faults == () for match in matches)


def test_xg_believes_the_sentence() -> None:
    """Some versions write the scores of the XGID in the order of the turn, and Crawford stands behind the pips."""
    state = read_id("XGID=-b-BB-D-C---dB---c-d-b--B-:0:0:-1:64:4:2:0:5:10")
    text = xg_text(state, "EN", ("Ann", "Bob")).replace("Score is X:2 O:4 5", "Score is X:4 O:1 5").replace("2-4/5", "4-1/5 Crawford")
    [match] = read(text, "xg-position")
    assert seen(match) == (("Bob", "Ann"), (1, 4), Side.RIGHT, 5, True)


def test_xg_keeps_notes() -> None:
    note = "See XGID=abc, about 50% of the time\nit is right."
    text = xg_text(read_id("-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"), "DE", ("a", "b"), note)
    text = text.replace("1. 4-ply    ", "1. Rollout¹ ").replace(
        note, note + "\n\n¹ 1296 Games rolled with Variance Reduction.\nDice Seed: 271828"
    )
    # what a mail program leaves of it: blanks and signs of quoting are gone
    mailed = "Hello,\n" + re.sub("[ ]+", " ", text).replace("\n ", "\n")
    for written, before in ((text, []), (mailed, ["Hello,"])):
        [match] = read(written, "xg-position")
        assert [comment.text for comment in match.comments] == [*before, *note.split("\n")]
        assert (match.beside, seen(match)[0]) == (("analysis", "rollouts"), ("a", "b"))


def test_xg_with_a_bad_identifier_goes_on() -> None:
    good = xg_text(read_id("-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"), "FR", ("a", "b"))
    text = good + good.replace("-b----E-", "-b---aE-B") + good
    matches = read(text, "xg-position")
    assert [match.ordinal for match in matches] == [1, 2]
    at = text.index("XGID=-b---aE")
    assert [(f.code, f.span) for match in matches for f in match.faults] == [("T101", (at, text.index("\n", at)))]


BLITZ = {
    "EN": ("Green", "Red", "Evaluation  (EMG)", "Cube Action:          :  No Double / Take     EMG"),
    "DE": ("Grün", "Rot", "Bewertung  (EMG)", "Würfelaktion:         :  Doppeln / Ablehnen   EMG"),
    "FR": ("Vert", "Rouge", "Evaluation  (EMG)", "Videau:               :  Pas de double / Prendre  EMG"),
    "JP": ("緑", "赤", "評価  (EMG)", "キューブアクション:            :  ダブルする / 受ける          EMG"),
}


def blitz_text(state: Setup, language: str, xgid_too: bool = True) -> str:
    """Green is O and never on roll here, as in every sample."""
    green, red, heading, cube = BLITZ[language]
    mine, his = state.score
    lines = diagram(state.position, state.cube, state.owner, "v|                  |BAR|                  |", False)
    lines[0] += f"   O: {green}  {pips(state.position.opp)}"
    lines[-1] += f"   X: {red}  {pips(state.position.own)}"
    lines += ["", f" Position-ID: {position_id(state.position)}    Match-ID: {match_id(state)}"]
    lines += [" " + xgid(state)] if xgid_too else []
    lines += ["", f" {green} - {his} {red} - {mine} in a {state.length} point match."]
    if state.dice:
        lines += [
            f" {red} to move {state.dice[0]}-{state.dice[1]}",
            "",
            heading,
            " ==========",
            "  1.   0.124 mwp /  -0.492            8/5, 6/5 ",
        ]
    else:
        lines += [
            f" {red} to move.",
            "",
            f" {green}         28.8  0.0   0.0 ",
            f" Equity {red}: 0.423",
            "",
            f" {cube}",
            " A / B  :  0.226   ( 0.000)",
        ]
    return "\n".join([*lines, "", ""])


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(positions(), st.sampled_from(sorted(BLITZ)), st.booleans()), min_size=1, max_size=3))
def test_bgblitz_says_what_was_written(states: list[tuple[Setup, str, bool]]) -> None:
    states = [(replace(state, upper=True, length=state.length or 3, jacoby=False), language, both) for state, language, both in states]
    matches = read("".join(blitz_text(*state) for state in states), "bgblitz-position")
    assert [setup_of(match) for match in matches] == [state for state, _, _ in states]
    assert [seen(match)[0] for match in matches] == [BLITZ[language][:2] for _, language, _ in states]
    assert [(match.games[0].on_roll, match.beside, match.comments) for match in matches] == [(Side.RIGHT, ("analysis",), ())] * len(states)


def test_bgblitz_without_a_readable_identifier() -> None:
    state = read_id("-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10")
    good = blitz_text(state, "EN")
    text = good.replace("4HPwATDgc/ABMA", "//////////////").replace("XGID=-b", "XGID=-zz") + good
    matches = read(text, "bgblitz-position")
    assert [[fault.code for fault in match.faults] for match in matches] == [["T101", "T101"]]


# ---- gnubg


@pytest.mark.skipif(GNUBG is None, reason="gnubg is not installed")
def test_gnubg_exports_and_imports_the_same(tmp_path: Path) -> None:
    """What gnubg writes is read as it meant it, and what was made from the sheets gnubg reads likewise."""
    states = [read_id(xg) for xg, _ in PAIRS if ":-1:" not in xg[30:36] and ":D:" not in xg]
    commands = ["set player 0 name Ann", "set player 1 name Bob"]
    for number, state in enumerate(states):
        commands += [f"set xgid {xgid(state)[5:]}", f'export position pos "{tmp_path}/{number}.pos"']
        commands += [f'export position snowietxt "{tmp_path}/{number}.txt"']
        (tmp_path / f"made{number}.pos").write_bytes(jellyfish(replace(state, upper=False), 126))
        (tmp_path / f"made{number}.txt").write_text(snowie(replace(state, upper=False)))
    for number in range(len(states)):
        commands += [
            f'import pos "{tmp_path}/made{number}.pos"',
            "show board",
            f'import snowietxt "{tmp_path}/made{number}.txt"',
            "show board",
        ]
    (tmp_path / "commands").write_text("\n".join([*commands, "quit", "y", ""]))
    assert GNUBG is not None
    done = subprocess.run(
        [GNUBG, "-t", "-q", "-r", "-c", str(tmp_path / "commands")], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60
    )
    for number, state in enumerate(states):
        for match in (
            *read((tmp_path / f"{number}.pos").read_bytes(), "jellyfish-pos"),
            *read((tmp_path / f"{number}.txt").read_text(), "snowie"),
        ):
            found = setup_of(match)
            assert found is not None
            assert replace(found, beavers=state.beavers, jacoby=state.jacoby) == state  # gnubg writes its own settings there
            assert (seen(match)[0], match.games[0].on_roll) == (("Ann", "Bob"), Side.RIGHT)
    shown = re.findall(r"Position ID: (\S+)\s+Match ID   : (\S+)", done.stdout)
    wanted = [(position_id(state.position), match_id(state)[:8]) for state in states]
    assert [(position, match[:8]) for position, match in shown if (position, match[:8]) in wanted][: len(wanted)] != []
    assert {(position, match[:8]) for position, match in shown} >= set(wanted)


# ---- commands


def tavla(*args: str, input: str | None = None) -> Result:
    return CliRunner().invoke(main, list(args), input=input, prog_name="tavla")


LIST = (
    "-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10\n"
    "rubbish\n"
    "4HPwATDgc/ABMA 64: 24/18 13/8\n"
    "u7sJAIB7uwEAAA:UgkAAAAAAAAA # to double\n"
)  # fmt: skip


@pytest.fixture
def listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "list.txt").write_text(LIST)
    (tmp_path / "one.pos").write_bytes(jellyfish(read_id("-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"), 126))
    return "list.txt"


def test_moves_of_a_file(listed: str) -> None:
    found = tavla("moves", listed, "--output", "jsonl")
    answers = [json.loads(line) for line in found.stdout.splitlines()]
    assert [(answer["id"], answer.get("count"), answer.get("error", {}).get("code")) for answer in answers] == [
        ("list.txt@1", 16, None),
        ("list.txt@:2", None, "bad-id"),
        ("list.txt@2", 14, None),
        ("list.txt@3", None, "no-dice"),
    ]
    assert found.exit_code == 3
    assert tavla("moves", listed, "--dice", "31", "--count").stdout.split() == ["16", "-1", "16", "13"]
    assert tavla("moves", "list.txt@2", "--count").stdout == "14\n"
    assert tavla("moves", "list.txt@:4", "--count", "--dice", "11").stdout == tavla("moves", "list.txt@3", "--count", "--dice", "11").stdout
    assert tavla("moves", "one.pos", "--count").stdout == "16\n"
    assert tavla("moves", "-", "--count", input="one.pos\none.pos@1\t64\n").stdout == "16\n14\n"


@pytest.mark.parametrize(
    ("args", "status", "answer"),
    [
        (["one.pos", "8/5 6/5"], 0, "8/5 6/5 (31): legal"),
        (["one.pos@1", "8/4"], 0, "8/4 (31): legal"),
        (["list.txt@1", "8/5 6/5"], 0, "8/5 6/5 (31): legal"),
        (["list.txt@2"], 1, "24/18 13/8 (64): illegal. "),
        (["list.txt@:3"], 1, "24/18 13/8 (64): illegal. "),
        (["list.txt@1"], 3, "list.txt@1: A roll without a play stands at that place, so there is no play to judge. (bad-play)"),
        (["list.txt", "8/5 6/5"], 2, "list.txt: There are several positions in this file; name one, as in list.txt@2."),
        (["list.txt@9", "8/5"], 2, "list.txt@9: There is no position 9: the file has 3."),
        (["list.txt@:2", "8/5"], 3, "list.txt@:2: No position can be read there."),
        (["list.txt@x", "8/5"], 2, "list.txt@x: A position is named by its number, as in list.txt@3, or by its line, as in list.txt@:3."),
    ],
)
def test_judge_of_a_file(listed: str, args: list[str], status: int, answer: str) -> None:
    found = tavla("judge", *args)
    assert (found.exit_code, found.stdout.splitlines()[0][: len(answer)]) == (status, answer)


def test_show_of_a_file(listed: str) -> None:
    shown = tavla("show", listed)
    assert shown.exit_code == 0
    assert shown.stdout.count("+13-14-") == 3
    lines = [line for line in shown.stdout.splitlines() if line and line[0] not in " "]
    assert [line.split(": error ")[-1][:20] for line in lines] == [
        "Position 1, line 1",
        "XGID=-b----E-C---eE-",
        "Position 2, line 3",
        "XGID=-b----E-C---eE-",
        "Played: 24/18 13/8",
        "T101 unreadable-text",
        "P103 not-rolled: The",
        "Position 3, line 4",
        "XGID=-CDBCB---------",
    ]
    assert tavla("show", listed, "2").stdout.splitlines()[0] == tavla("show", listed, ":3").stdout.splitlines()[0] == "Position 2, line 3"
    assert tavla("show", listed, "7").exit_code == 2
    told = json.loads(tavla("show", "one.pos", "--output", "json").stdout)
    assert [(each["format"], each["position"]) for each in told["matches"]] == [
        ("jellyfish-pos", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10")
    ]


def test_positions_are_no_match_elsewhere(listed: str) -> None:
    found = tavla("validate", listed, "one.pos")
    assert (found.exit_code, found.stdout.count("T102")) == (3, 2)


# ---- whatever stands there


def test_other_formats_are_left_alone() -> None:
    for path in EXAMPLES:
        data = path.read_bytes()
        assert opened(path.name, data, positions=True)[1] == opened(path.name, data)[1]


@needs_shared
def test_real_files_are_left_alone() -> None:
    assert SHARED is not None
    paths = [path for path in sorted((SHARED / "corpus").rglob("*")) if path.is_file()]
    for path in paths:
        raw = Source(path.name, "", "binary", data=path.read_bytes())
        text = Source(path.name, raw.data.decode("utf-8", "replace"), "utf-8")
        claimed = [name for name, lead in LEADS.items() if lead.positions and FORMATS[name].recognises(raw if lead.clue == b"" else text)]
        assert claimed == [], path


MADE: dict[str, bytes] = {
    "ids": LIST.encode() + f"{START}:N0N:31:B:R:2:3:7:4\n".encode(),
    "snowie": "\n".join(snowie(read_id(xg)) for xg, _ in PAIRS[:3]).encode(),
    "jellyfish-pos": jellyfish(read_id(PAIRS[1][0]), 126),
    "xg-position": "".join(xg_text(read_id(xg), "FR", ("a", "b"), "note") for xg, _ in PAIRS[:2]).encode(),
    "bgblitz-position": "".join(blitz_text(read_id(xg), "DE") for xg, _ in PAIRS[:2]).encode(),
}


def _read_all(name: str, data: bytes) -> None:
    examine_input(Input("x", data, True), Options(format=name, positions=True))
    source, _ = opened("x", data, None, name)
    FORMATS[name].recognises(source)
    for match in FORMATS[name].read(source):
        setup_of(match)
        length = len(source.data) or len(source.text)
        assert all(0 <= entry.span.start <= entry.span.end <= length for game in match.games for entry in game.entries)
    opened("x", data, positions=True)


@pytest.mark.parametrize("name", MADE)
def test_damage(name: str) -> None:
    rng = random.Random(7)
    pieces = [b"\0", b"\xff" * 3, b":", b";", b"9" * 5000, b"-1", b"X:", b"O:", b"XGID=", b"\n", b"\r", b"Q" * 26 + b":", b"\x7f\x7f"]
    for _ in range(200):
        data = bytearray(MADE[name])
        for _ in range(rng.choice((1, 2, 5))):
            at = rng.randrange(len(data) + 1)
            match rng.randrange(3):
                case 0:
                    del data[at : at + rng.choice((1, 3, 40))]
                case 1:
                    data[at:at] = rng.choice(pieces)
                case _:
                    data[at : at + 1] = bytes((rng.randrange(256),))
        began = time.process_time()
        _read_all(name, bytes(data))
        assert time.process_time() - began < 2


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(sorted(MADE)), st.binary(max_size=400) | st.text(max_size=200).map(str.encode))
def test_any_bytes(name: str, data: bytes) -> None:
    _read_all(name, data)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.sampled_from(["XGID=", "X:", "O:", " ", "3", "-", ":", ";", "\n", "+13-14-15-16-17-18-", PAIRS[0][0], "31", "/", "%"])))
def test_any_pieces(pieces: list[str]) -> None:
    for name in MADE:
        _read_all(name, "".join(pieces).encode())


@pytest.mark.parametrize("name", MADE)
def test_long_input_takes_no_long_time(name: str) -> None:
    began = time.process_time()
    for data in (MADE[name] * 100, b"X:" * 100_000, b" " * 200_000 + b"O:", b"1;" * 100_000, b"A" * 200_000 + b":", b"\n" * 100_000):
        source, _ = opened("x", data, None, name)
        FORMATS[name].recognises(source)
        for count, _ in enumerate(FORMATS[name].read(source)):
            if count > 300:
                break
    assert time.process_time() - began < 6


def test_flipping_is_known() -> None:
    """The left player of an XGID is the upper-case one, whoever is on roll."""
    [match] = read("-b-BB-D-C---dB---c-d-b--B-:0:0:-1:64:4:2:0:7:10", "ids")
    board = match.games[0].entries[0].action
    assert isinstance(board, SetBoard)
    assert board.position == flipped(read_id("-b-BB-D-C---dB---c-d-b--B-:0:0:-1:64:4:2:0:7:10").position)
