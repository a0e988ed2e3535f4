"""Cells and lines of `.mat` matches: tables, properties, and every cell of the real files."""

import re
import time
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from shared import SHARED, needs_shared

from tavla_cli.board import Position, Step
from tavla_cli.formats.mat import cells, lines
from tavla_cli.formats.mat.cells import read_cell
from tavla_cli.formats.mat.lines import GameLine, read_game_line, read_header, read_match_line, read_seat, read_set_pos
from tavla_cli.formats.notation import PlayMeaning
from tavla_cli.grammar import grammar
from tavla_cli.record import (
    Action,
    Beaver,
    Double,
    Drop,
    Dump,
    Ending,
    Length,
    Loss,
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
from tavla_cli.source.span import Span

NOTHING, CANNOT, UNKNOWN, UNREADABLE = Unplayed.NOTHING, Unplayed.CANNOT_MOVE, Unplayed.UNKNOWN, Unplayed.UNREADABLE
PLAY = (Step((8, 5), (False,)), Step((6, 5), (False,)))

ROLLS: dict[str, tuple[Action, ...]] = {
    "31: 8/5 6/5": (Roll((3, 1), PLAY, "8/5 6/5"),),
    "31:8/5 6/5": (Roll((3, 1), PLAY, "8/5 6/5"),),
    "  31 :  8/5  6/5  ": (Roll((3, 1), PLAY, "8/5  6/5"),),
    "3-1: 8/5, 6/5": (Roll((3, 1), PLAY, "8/5, 6/5"),),
    "(3 1): 8/5 6/5?": (Roll((3, 1), PLAY, "8/5 6/5?"),),
    "13: 8/5 6/5": (Roll((1, 3), PLAY, "8/5 6/5"),),
    "97: 8/5 6/5": (Roll((9, 7), PLAY, "8/5 6/5"),),
    "00: 8/5 6/5": (Roll((0, 0), PLAY, "8/5 6/5"),),
    "66: Bar/19*(2)": (Roll((6, 6), (Step((25, 19), (True,), 2),), "Bar/19*(2)"),),
    "53:": (Roll((5, 3), NOTHING),),
    "53:   ": (Roll((5, 3), NOTHING),),
    "00:": (Roll(None, UNKNOWN),),
    "00: ????": (Roll(None, UNKNOWN, "????"),),
    "66: ????": (Roll((6, 6), UNKNOWN, "????"),),
    "63: ???": (Roll((6, 3), UNKNOWN, "???"),),
    "????": (Roll(None, UNKNOWN, "????"),),
    "65: Cannot Move": (Roll((6, 5), CANNOT, "Cannot Move"),),
    "65: pas": (Roll((6, 5), CANNOT, "pas"),),
    "65: Pass": (Roll((6, 5), CANNOT, "Pass"),),
    "65: O-O": (Roll((6, 5), CANNOT, "O-O"),),
    "65: -": (Roll((6, 5), CANNOT, "-"),),
    "Cannot Move": (Roll(None, CANNOT, "Cannot Move"),),
    "31: 8/5 blah": (Roll((3, 1), UNREADABLE, "8/5 blah"),),
    "31: 8/5(9999999)": (Roll((3, 1), UNREADABLE, "8/5(9999999)"),),
    "11: 8/7(9) 6/5(9)": (Roll((1, 1), UNREADABLE, "8/7(9) 6/5(9)"),),
    "31: 8/5 Doubles => 9999999999": (Roll((3, 1), UNREADABLE, "8/5 Doubles => 9999999999"),),
    "31: Illegal play": (Roll((3, 1), UNREADABLE, "Illegal play"),),
    "31: Illegal play (1;2;3;)": (Roll((3, 1), UNREADABLE, "Illegal play (1;2;3;)"),),
    "Illegal play (1;2;3;)": (Roll(None, UNREADABLE, "Illegal play (1;2;3;)"),),
}
BOTH: dict[str, tuple[Action, ...]] = {
    "62: Concedes": (Roll((6, 2), NOTHING), Resign()),
    "32: Resigns": (Roll((3, 2), NOTHING), Resign()),
    "31: Doubles => 2": (Roll((3, 1), NOTHING), Double(2, after_dice=True)),
    "31: 8/5 6/5 Doubles => 2": (Roll((3, 1), PLAY, "8/5 6/5"), Double(2, after_dice=True)),
    "31: 8/5 6/5 Takes": (Roll((3, 1), PLAY, "8/5 6/5"), Take()),
    "31: 8/5 6/5  Passes": (Roll((3, 1), PLAY, "8/5 6/5"), Drop()),
    "31: 8/5 6/5  Losses 3 point": (Roll((3, 1), PLAY, "8/5 6/5"), Loss(3)),
    "31: 8/5 6/5    Wins 2 points": (Roll((3, 1), PLAY, "8/5 6/5"), Win(2)),
    "66: ???? Wins 1 point": (Roll((6, 6), UNKNOWN, "????"), Win(1)),
}
WORDS: dict[str, tuple[Action, ...]] = {
    **dict.fromkeys(
        ["Doubles => 2", "Doubles ==> 2", "doubles to 2", "Double to 2", "Doubles=>2", " Doubles  =>   2 ", "DOUBLES => 2"], (Double(2),)
    ),
    **dict.fromkeys(["Redoubles => 4", "redouble to 4", "Re-doubles => 4"], (Double(4),)),
    **dict.fromkeys(["Doubles", "double", "Redoubles"], (Double(),)),
    **dict.fromkeys(["Beavers => 4", "Beaver to 4"], (Beaver(4),)),
    **dict.fromkeys(["Beavers", "Beaver"], (Beaver(),)),
    **dict.fromkeys(["Raccoons => 8", "Raccoon to 8", "Racoons => 8"], (Beaver(8, raccoon=True),)),
    **dict.fromkeys(["Takes", "take", "Accepts", "Accept", "Accepted", " TAKES "], (Take(),)),
    **dict.fromkeys(["Drops", "drop", "Passes", "Pass", "Rejects", "Rejected", "Refuses"], (Drop(),)),
    **dict.fromkeys(["Wins 2 points", "Wins 2 point", "wins 2", "WINS 2 POINTS"], (Win(2),)),
    **dict.fromkeys(
        ["Wins 1 point and the match", "Wins 1 points and the match", "Wins 1 point and the      Match"], (Win(1, match=True),)
    ),
    **dict.fromkeys(["Wins", "wins"], (Win(),)),
    "Wins the match": (Win(match=True),),
    "Wins 2008 point": (Win(2008),),
    "Wins on time": (Win(), Remark(Ending.TIME)),
    "Wins by forfeit": (Win(), Remark(Ending.FORFEIT)),
    "Wins 3 points and the match by forfeit": (Win(3, match=True), Remark(Ending.FORFEIT)),
    **dict.fromkeys(["Losses 2 point", "Loses 2 points", "Lost 2 points"], (Loss(2),)),
    "Lost": (Loss(),),
    "Losses 1 point and the match": (Loss(1, match=True),),
    "Lost on time": (Resign(how=Ending.TIME),),
    **dict.fromkeys(["Resigns", "Resign", "Resigned Game", "Concedes", "concede"], (Resign(),)),
    **dict.fromkeys(["Resigned Match", "Concedes the match"], (Resign(match=True),)),
    "Resign normal": (Resign(level=1),),
    **dict.fromkeys(["Resigns gammon", "resign a gammon"], (Resign(level=2),)),
    "Resign backgammon": (Resign(level=3),),
    "Resigns 4 points": (Resign(points=4),),
    "Forfeits": (Resign(how=Ending.FORFEIT),),
    "Forfeits the match": (Resign(match=True, how=Ending.FORFEIT),),
}


@pytest.mark.parametrize(("text", "expected"), [*ROLLS.items(), *BOTH.items(), *WORDS.items()])
def test_reads_a_cell(text: str, expected: tuple[Action, ...]) -> None:
    assert read_cell(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "blah",
        "8/5 6/5",
        "31 8/5 6/5",
        "3: 8/5",
        "311: 8/5",
        "--",
        "pas",
        "Doubles =>",
        "Doubles => 9999999999",
        "Wins 9999999999 points",
        "Takes 31: 8/5",
        "Winsome",
        "Doubles => -2",
        "Wins -1 points",
        "x" * 5000,
        "31: 8/5" + " " * 4000,
    ],
)
def test_unreadable_cells(text: str) -> None:
    assert read_cell(text) is None


def test_steps_stand_where_they_were_read() -> None:
    text = " 3-1 :  24/23*  (2)13/7*/5 Takes"
    found = read_cell(text)
    assert found is not None
    roll = found[0]
    assert isinstance(roll, Roll)
    assert isinstance(roll.play, tuple)
    assert [text[step.start : step.end] for step in roll.play] == ["24/23*", "(2)13/7*/5"]


BOARD = "-1;-1;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;1;1;"  # the other's bar, points 1 to 24, the bar of the one named first
AFTER = Position(
    bytes([0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]),
    bytes([0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]),
)


@pytest.mark.parametrize("dice", ["31: ", "31:  ", ""])
def test_declared_illegal(dice: str) -> None:
    text = f"Illegal play (7;0;1;0;1;Ann (x);Bob: 12: y;1;6;3;2;-1;{BOARD}4;2;)"
    dump = Dump(AFTER, crawford=True, score=(6, 3), cube=2, owner=-1, next_dice=(4, 2))
    assert read_cell(dice + text) == (Roll((3, 1) if dice else None, Unplayed.DECLARED, text, dump),)
    assert read_cell(f"{dice}{text} Doubles => 4") == (
        Roll((3, 1) if dice else None, Unplayed.DECLARED, text, dump),
        Double(4, after_dice=bool(dice)),
    )


def test_checkers_off_are_implied() -> None:
    board = "0;2;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;-1;0;"
    dump = Dump(
        Position(bytes([13, 2, *[0] * 24]), bytes([14, 1, *[0] * 24])), crawford=False, score=(0, 0), cube=1, owner=0, next_dice=None
    )
    text = f"illegal play(0;0;1;1;0;;;0;0;0;1;0;{board}0;0;)"
    assert read_cell(text) == (Roll(None, Unplayed.DECLARED, text, dump),)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        (0, "x"),
        (7, "2"),
        (8, "-1"),
        (10, "0"),
        (11, "2"),
        (12, "-9"),
        (13, "16"),
        (18, "99999999999"),
        (37, "-1"),
        (37, "2"),
        (38, "7"),
        (39, "0"),
        (30, ""),
    ],
)
def test_broken_dumps_are_unreadable(field: int, value: str) -> None:
    fields = f"7;0;1;0;1;Ann;Bob;1;6;3;2;-1;{BOARD}4;2".split(";")
    fields[field] = value
    text = f"Illegal play ({';'.join(fields)};)"
    assert read_cell(f"31: {text}") == (Roll((3, 1), UNREADABLE, text),)


def seat(text: str) -> tuple[str, int | None, str | None, str, str, str] | None:
    found = read_seat(text)
    if found is None:
        return None
    spans = (found.span, found.name_span, found.score_span)
    whole, name, score = (text[span.start : span.end] for span in spans)
    return found.name, found.score, found.rating, whole, name, score


@pytest.mark.parametrize(
    ("text", "name", "score", "rating"),
    [
        ("ann : 3", "ann", 3, None),
        ("ann: 3", "ann", 3, None),
        ("nick,1529 : 0", "nick", 0, "1529"),
        ("nick, 1529: 0", "nick", 0, "1529"),
        ("Smith, John : 0", "Smith, John", 0, None),
        ("a,b,1500 : 2", "a,b", 2, "1500"),
        ("nick,0 : 1", "nick,0", 1, None),
        (" : 0", "", 0, None),
        (": 0", "", 0, None),
        ("Al:ice: 0", "Al:ice", 0, None),
        ("Al : 5 : 0", "Al : 5", 0, None),
        ("Player 1 : 0", "Player 1", 0, None),
        ("Game 7 : 4", "Game 7", 4, None),
        ("7 point match : 4", "7 point match", 4, None),
        ("Ünal Çetin : 12", "Ünal Çetin", 12, None),
        ("Ђорђе & Ана : 1", "Ђорђе & Ана", 1, None),
        ("a  b : 0", "a  b", 0, None),
        ("x,12:y : 0", "x,12:y", 0, None),
        ("ann : -2", "ann", -2, None),
        ("31: 2", "31", 2, None),
    ],
)
def test_reads_a_seat(text: str, name: str, score: int, rating: str | None) -> None:
    digits = text.split()[-1].split(":")[-1]
    assert seat(text) == (name, score, rating, text.strip() if text[0] != " " else text, name, digits)


@pytest.mark.parametrize("text", ["", "ann", "ann :", "ann : x", "ann : 3 x", "ann : 1234567890", "3", "x" * 5000 + " : 3"])
def test_no_seat(text: str) -> None:
    assert read_seat(text) is None


def test_seat_spans() -> None:
    assert read_seat(" nick,1529 : 10 ") == Seat("nick", 10, "1529")
    found = read_seat(" nick,1529 : 10 ")
    assert found is not None
    assert (found.span, found.name_span, found.score_span) == (Span(0, 15), Span(1, 5), Span(13, 15))


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ('; [Key "Value"]', "Key", "Value"),
        (";[Key 'Value']", "Key", "Value"),
        ("; [Player 1 Ken]", "Player 1", "Ken"),
        ("; [Player 2 Elo 1600.00/0]", "Player 2 Elo", "1600.00/0"),
        ('; [Player 1 "Ken"]', "Player 1", "Ken"),
        ('# [Site "x"]  ', "Site", "x"),
        ('; [Event "the "big" one"]', "Event", 'the "big" one'),
        ('; [Site ""]', "Site", ""),
        ("; [Site]", "Site", ""),
        ('; [Match ID "-5"]', "Match ID", "-5"),
        ('; [Event "a]b"] later', "Event", "a]b"),
        ("; [Player 1 'O'Neil']", "Player 1", "O'Neil"),
        ('; [Accept "2.10L P107 stood"]', "Accept", "2.10L P107 stood"),
        ("; [Player 1 “Çetin”]", "Player 1", "Çetin"),
        ("; [crawford Off]", "crawford", "Off"),
    ],
)
def test_reads_a_header(text: str, key: str, value: str) -> None:
    found = read_header(text)
    assert found == Tag(key, value, Span(0, 0))
    assert found is not None
    quoted = text[found.span.start : found.span.end]
    assert quoted.startswith(key)
    assert value in quoted


@pytest.mark.parametrize(
    "text",
    [
        "",
        "; text",
        "; [Game 3, Move 4: Dice set to 31]",
        "; []",
        '; [Key "Value"',
        "; [",
        '[Key "Value"]',
        "; [Unheard of]",
        "; [" + "x" * 5000 + ' "y"]',
    ],
)
def test_no_header(text: str) -> None:
    assert read_header(text) is None


@pytest.mark.parametrize(
    ("text", "points", "money"),
    [
        ("7 point match", 7, False),
        (" 7 points match", 7, False),
        ("3 pt match", 3, False),
        ("7 POINT MATCH", 7, False),
        ("7 POİNT MATCH", 7, False),
        ("7-point match", 7, False),
        ("Match of 7 points", 7, False),
        ("match to 11", 11, False),
        ("0 point match", 0, False),
        ("-5 point match", -5, False),
        ("7 point match trailing text", 7, False),
        ("99999 point match", 99999, False),
        ("12345678901 point match", None, False),
        ("seven point match", None, False),
        ("Money session", None, True),
        ("Money game", None, True),
        ("Unlimited match", None, True),
        (" unlimited session ", None, True),
    ],
)
def test_reads_a_match_line(text: str, points: int | None, money: bool) -> None:
    found = read_match_line(text)
    assert found == Length(points, money)
    assert found is not None
    assert text[found.span.start : found.span.end] == (text.strip() if points is None else str(points))


@pytest.mark.parametrize(
    "text",
    ["", "; 7 point match", "Wins 2 points and the match", "a match", "7 points", "money", "7 point matches", "x" * 5000 + " point match"],
)
def test_no_match_line(text: str) -> None:
    assert read_match_line(text) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Game 3", GameLine(3)),
        (" Game 3 ", GameLine(3)),
        ("GAME 12", GameLine(12)),
        ("Game 3 (Crawford)", GameLine(3, True)),
        ("Game 3 - Crawford game", GameLine(3, True)),
        ("Game 3 Crawford", GameLine(3, True)),
        ("Game 4 (Post-Crawford)", GameLine(4)),
        ("Game 12345678901", GameLine(None)),
        ("Game 7 : 4", None),
        ("Game 7 : 4     Game 8 : 2", None),
        ("Game 3 x", None),
        ("Game x", None),
        ("Game", None),
        ("Games 3", None),
        ("; Game 3", None),
        ("Game 3" + " " * 5000, None),
    ],
)
def test_reads_a_game_line(text: str, expected: GameLine | None) -> None:
    assert read_game_line(text) == expected


# The left player's 2 on 1, 4 on 5, 3 on 7, 5 on 12, 1 on 24; the right one's 1 on the bar, 4 on 14, 3 on 8, 5 on 6.
SET = "aB---D-C---dE----c-e----A-"
BOARD_SET = Position(
    bytes([0, 2, 0, 0, 0, 4, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0]),
    bytes([2, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]),
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"; Set Pos={SET}/0", SetBoard(BOARD_SET, 1, None)),
        (f"; Set Pos={SET}/-1", SetBoard(BOARD_SET, 2, Side.LEFT)),
        (f";set pos = {SET}/3 ", SetBoard(BOARD_SET, 8, Side.RIGHT)),
        (f"; Set Pos={SET}", SetBoard(BOARD_SET)),
        ("; Set Pos=", SetBoard(None)),
        (f"; Set Pos={SET}x/0", SetBoard(None)),
        (f"; Set Pos=A{SET[1:]}/0", SetBoard(None)),
        ("; Set Pos=-P" + "-" * 24 + "/0", SetBoard(Position(bytes([0, 16, *[0] * 24]), bytes([15, *[0] * 25])), 1)),
        ("; Set Pos=" + "x" * 5000, SetBoard(None)),
        ("; Set", None),
        ("Set Pos=", None),
        ("", None),
    ],
)
def test_reads_a_set_board(text: str, expected: SetBoard | None) -> None:
    assert read_set_pos(text) == expected


PIECES = [
    "31:",
    "00:",
    " ",
    "  ",
    "8/5",
    "6/off*",
    "(2)",
    "Doubles",
    "=>",
    "2",
    "99999999999",
    "Wins",
    "point",
    "and the match",
    "Illegal play (",
    ";",
    ")",
    "????",
    "Cannot Move",
    "name",
    ":",
    ",",
    "[",
    "]",
    '"',
    "'",
    "Game",
    "match",
    "Set Pos=",
    "aB-",
    "/",
    "-",
    "İ",
    "\x00",
    "\t",
    "Resigns",
    "gammon",
    "on time",
]
TEXTS = st.text(max_size=60) | st.lists(st.sampled_from(PIECES), max_size=30).map("".join)


@settings(deadline=None)
@given(TEXTS)
@example("31: Illegal play (" + "1;" * 1900)
@example("31: Illegal play (" + ";" * 39 + ")")
@example("31:" + " " * 3900 + "x")
@example("name" + " " * 1000 + "," * 1000 + ",1:" * 600 + " : 1")
@example('; [Key "' + '" ' * 1900)
@example("; [" + " " * 3900)
@example(";" * 3900 + " set" + " " * 90)
@example("- " * 1900 + "point match")
@example("; Set Pos=" + "a" * 3000)
def test_no_text_raises(text: str) -> None:
    began = time.perf_counter()
    for variant in (text, "31: " + text, "; " + text):
        found = read_cell(variant)
        assert found is None or found
        for read in (read_seat, read_header, read_match_line, read_game_line, read_set_pos):
            read(variant)
    assert time.perf_counter() - began < 5


@pytest.mark.parametrize(
    ("name", "meaning", "starts"),
    [
        ("notation", PlayMeaning, ("start", "word")),
        ("mat", cells._CellMeaning, ("cell", "head")),
        ("mat_lines", lines._LineMeaning, lines._STARTS),
    ],
)
def test_every_rule_has_a_meaning(name: str, meaning: type[object], starts: tuple[str, ...]) -> None:
    rules = grammar(name, meaning, starts).rules
    names = {rule.alias or rule.origin.name for rule in rules if rule.alias or not rule.options.expand1}
    assert [name for name in sorted(names) if not name.startswith("_") and not hasattr(meaning, name)] == []


# A splitter of rows that is simpler than the scanner's: what begins a cell, and what may stand in one cell with the dice before it.
HEAD = re.compile(r"(?<![\d/])\d\d ?:|\b(?:Doubles|Takes|Drops|Wins|Losses|Resigns|Concedes)\b|\?\?\?\?|Illegal play \([^)]*\)")
BARE_DICE = re.compile(r"\d\d ?:\s*")


def split(row: str) -> list[str]:
    starts = [found.start() for found in HEAD.finditer(row)]
    pieces = [row[start:end].rstrip() for start, end in zip(starts, [*starts, len(row)][1:], strict=True)]
    joined: list[str] = []
    for piece in pieces:
        if joined and BARE_DICE.fullmatch(joined[-1]) and piece.startswith(("?", "Illegal", "Resigns", "Concedes")):
            joined[-1] += " " + piece
        else:
            joined.append(piece)
    return joined


def corpus_cells(folder: Path) -> dict[str, str]:
    """Each distinct cell of the real files, with the first file it stands in."""
    found: dict[str, str] = {}
    for path in sorted(folder.iterdir()):
        raw = path.read_bytes()
        try:
            text = raw.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = raw.decode("cp1252")
        for line in text.splitlines():
            row = re.match(r"\s*\d+\)|\s{3,}(?=Wins|Losses)", line)
            if row:
                for cell in split(line[row.end() :]):
                    found.setdefault(cell, path.name)
    return found


@needs_shared
def test_every_cell_of_the_corpus_is_read() -> None:
    assert SHARED is not None
    found = corpus_cells(SHARED / "corpus" / "mat")
    assert len(found) > 20_000
    read_cell("31: 8/5 6/5")  # the grammar is built
    began = time.perf_counter()
    read = {cell: cells._read(cell) for cell in found}
    seconds = time.perf_counter() - began
    print(f"{len(found) / seconds:,.0f} cells/s, {sum(map(len, found)) / seconds / 1e6:.2f} MB/s")
    broken = [
        (found[cell], cell)
        for cell, actions in read.items()
        if actions is None or any(isinstance(a, Roll) and a.play is UNREADABLE for a in actions)
    ]
    assert broken == []
