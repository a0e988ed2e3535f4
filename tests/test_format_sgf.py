"""SGF of backgammon: what its reader takes from a text, what its writer makes of a match, and that GNU Backgammon agrees with both.

Files of the shared corpus are read where they are; GNU Backgammon is asked where it is installed.
"""

import random
import re
import shutil
import subprocess
import time
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavla_cli.board import STARTS, Position, Step
from tavla_cli.examine import Options, examine_input
from tavla_cli.formats import FORMATS, opened
from tavla_cli.formats.told import Told, Written
from tavla_cli.record import (
    Action,
    Beaver,
    Comment,
    Double,
    Drop,
    Ending,
    Entry,
    Fault,
    Game,
    Length,
    Loss,
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
    Unread,
    Win,
)
from tavla_cli.rules import rules_for
from tavla_cli.source import Input, Source, Span, decode
from tavla_cli.telling import told
from tests.mutate import mutated
from tests.shared import SHARED, needs_shared

LEFT, RIGHT = Side.LEFT, Side.RIGHT
SGF = FORMATS["sgf"]
EXAMPLES = Path(__file__).parents[1] / "examples"
GNUBG = shutil.which("gnubg") or shutil.which("/usr/games/gnubg")
needs_gnubg = pytest.mark.skipif(GNUBG is None, reason="gnubg is not installed")
NOWHERE = Span(0, 0)


def source(text: str) -> Source:
    return decode("x.sgf", text.encode())


def read(text: str) -> list[Match]:
    return list(SGF.read(source(text)))


def one(text: str) -> Match:
    (match,) = read(text)
    return match


def tree(nodes: str, root: str = "MI[length:5][game:0][ws:0][bs:0]PW[Ann]PB[Bob]") -> str:
    return f"(;FF[4]GM[6]{root}{nodes})"


def actions(nodes: str, root: str = "MI[length:5][game:0][ws:0][bs:0]PW[Ann]PB[Bob]") -> list[tuple[Side | None, Action]]:
    match = one(tree(nodes, root))
    assert not match.faults
    return [(entry.side, entry.action) for entry in match.games[0].entries]


def steps(*ways: tuple[int, int]) -> tuple[Step, ...]:
    return tuple(Step(way, (False,)) for way in ways)


def faults(text: str) -> list[tuple[str, str]]:
    """The codes of the faults, and what stands at their places."""
    (match,) = read(text)
    return [(fault.code, text[fault.span.start : fault.span.end]) for fault in match.faults]


# ---- moves


def test_points_are_white_s_for_both_players() -> None:
    assert actions(";W[31hefe];B[31qtst];W[65yteo];B[21yesz]") == [
        (LEFT, Roll((3, 1), steps((8, 5), (6, 5)), "8/5 6/5")),
        (RIGHT, Roll((3, 1), steps((8, 5), (6, 5)), "8/5 6/5")),
        (LEFT, Roll((6, 5), steps((25, 20), (5, 15)), "bar/20 5/15")),
        (RIGHT, Roll((2, 1), steps((25, 20), (6, 0)), "bar/20 6/off")),
    ]


def test_a_step_stands_where_it_is_written() -> None:
    text = tree(";W[31hefe]")
    entry = one(text).games[0].entries[0]
    assert text[entry.span.start : entry.span.end] == "W[31hefe]"
    assert isinstance(entry.action, Roll) and isinstance(entry.action.play, tuple)
    assert [text[entry.span.start + step.start : entry.span.start + step.end] for step in entry.action.play] == ["he", "fe"]
    assert one(text).node(entry.span.start) == "1/2"


def test_what_a_reader_keeps_as_it_is() -> None:
    assert actions(";W[31xm];B[42];W[66mgmgmgmgmg];B[07];W[00]") == [
        (LEFT, Roll((3, 1), steps((24, 13)), "24/13")),
        (RIGHT, Roll((4, 2), Unplayed.NOTHING)),
        (LEFT, Roll((6, 6), steps(*[(13, 7)] * 5), " ".join(["13/7"] * 5))),
        (RIGHT, Roll((0, 7), Unplayed.NOTHING)),
        (LEFT, Roll(None, Unplayed.NOTHING)),
    ]


def test_cube_actions() -> None:
    nodes = ";W[31hefe];B[double];W[take];W[Double];B[double];W[double];B[DROP]"
    assert actions(nodes)[1:] == [
        (RIGHT, Double()),
        (LEFT, Take()),
        (LEFT, Double()),
        (RIGHT, Beaver()),
        (LEFT, Beaver(raccoon=True)),
        (RIGHT, Drop()),
    ]
    assert actions(";W[double];W[double]") == [(LEFT, Double()), (LEFT, Double())]


def test_what_gibbon_says_of_resignations() -> None:
    assert actions(";W[31hefe];B[resign:2];W[accept]", "RE[W+2Resign]") == [
        (LEFT, Roll((3, 1), steps((8, 5), (6, 5)), "8/5 6/5")),
        (RIGHT, Resign(level=2)),
        (LEFT, Win(2)),
    ]
    refused = one(tree(";B[resign:1];W[reject];W[31hefe]"))
    assert [type(entry.action) for entry in refused.games[0].entries] == [Roll]
    assert refused.beside == ("refused resignations",)


@pytest.mark.parametrize(
    ("value", "action"),
    [
        ("", Unread("")),
        ("3", Unread("3")),
        ("tt", Unread("tt")),
        ("accept", Unread("accept")),
        ("resign:9", Unread("resign:9")),
        ("312", Unread("312")),
        ("31hef", Roll((3, 1), Unplayed.UNREADABLE, "hef", unread=(4, 7))),
        ("31 HEFE", Roll((3, 1), Unplayed.UNREADABLE, "HEFE", unread=(5, 9))),
        ("31" + "9" * 5000, Unread("31" + "9" * 78)),
    ],
)
def test_a_move_that_cannot_be_read_costs_only_itself(value: str, action: Action) -> None:
    assert actions(f";W[42hdfd];B[{value}];W[31hefe]")[1:] == [
        (RIGHT, action),
        (LEFT, Roll((3, 1), steps((8, 5), (6, 5)), "8/5 6/5")),
    ]


def test_rows_are_numbered_as_in_a_mat() -> None:
    game = one(tree(";B[31qtst];W[42hdfd];B[double];W[take];B[11]", "RE[B+2R]")).games[0]
    assert [(entry.row, entry.side) for entry in game.entries] == [
        (1, RIGHT), (2, LEFT), (2, RIGHT), (3, LEFT), (3, RIGHT), (3, LEFT), (3, RIGHT),
    ]  # fmt: skip


# ---- the root


def test_particulars_become_the_header_lines_of_a_mat() -> None:
    root = (
        "AP[GNU Backgammon:1.07.001]MI[length:7][game:2][ws:1][bs:3]PW[Ann]PB[Bob]WR[1650.5 (Exp 12)]BR[1500]DT[2024-02-03]"
        "EV[An event]RO[Final]PC[Here]AN[Me]GC[One line\n and another]RU[Crawford:CrawfordGame]CV[2]RE[W+4]GS[M:1 2]"
    )
    match = one(tree("C[of the game];W[31hefe]C[of the move]A[0][hefe E ver 3]LU[0.1]", root))
    text = tree("", root)
    assert (match.format, match.dialect, match.length, match.habits.marks_hits) == ("sgf", "gnubg", Length(7), False)
    assert [(tag.key, tag.value) for tag in match.tags] == [
        ("Player 1 Elo", "1650.5/12"), ("Player 2 Elo", "1500"), ("EventDate", "2024.02.03"), ("Event", "An event"), ("Round", "Final"),
        ("Site", "Here"), ("Transcriber", "Me"), ("Crawford", "On"),
    ]  # fmt: skip
    assert match.comments == (
        Comment("One line"), Comment(" and another"), Comment("of the game", 1), Comment("of the move", 1, 0),
    )  # fmt: skip
    (game,) = match.games
    assert (game.number, game.seats, game.crawford, game.cube) == (3, (Seat("Ann", 1), Seat("Bob", 3)), True, 2)
    assert game.seats is not None
    assert text[game.seats[0].name_span.start : game.seats[0].name_span.end] == "Ann"
    assert text[game.seats[1].score_span.start : game.seats[1].score_span.end] == "bs:3"
    assert set(match.beside) == {"statistics", "analysis"}
    assert not match.faults


@pytest.mark.parametrize(
    ("rule", "tag"),
    [
        ("NoCube", ("CubeLimit", "1")),
        ("Crawford", ("Crawford", "On")),
        ("crawford", ("Crawford", "On")),
        ("Jacoby", ("Jacoby", "On")),
        ("Nackgammon", ("Variation", "NackGammon")),
        ("Hypergammon1", ("Variation", "HyperGammon (1)")),
        ("Hypergammon2", ("Variation", "HyperGammon (2)")),
        ("Hypergammon3", ("Variation", "HyperGammon (3)")),
    ],
)
def test_rules(rule: str, tag: tuple[str, str]) -> None:
    match = one(tree("", f"RU[{rule}]"))
    assert [(each.key, each.value) for each in match.tags] == [tag]
    assert rules_for(match).sources[{"CubeLimit": "cube", "Variation": "start"}.get(tag[0], tag[0].casefold())] == "header"


def test_rules_that_nobody_knows_are_named() -> None:
    assert one(tree("", "RU[Jacoby:Chouette]")).beside == ("other rules",)


@pytest.mark.parametrize(
    ("root", "tags"),
    [
        ("AP[GNU Backgammon:1.07.001]MI[length:7]", [("Crawford", "Off")]),
        ("AP[GNU Backgammon:1.07.001]MI[length:7]RU[Crawford]", [("Crawford", "On")]),
        ("AP[gibbon (libgsgf):0.2.0]MI[length:0]RU[NoCube]", [("CubeLimit", "1"), ("Jacoby", "Off")]),
        ("AP[BackgammonMobile:0.1]MI[length:7]", []),
        ("MI[length:7]", []),
    ],
)
def test_programs_that_write_every_rule_say_something_by_leaving_one_out(root: str, tags: list[tuple[str, str]]) -> None:
    assert [(tag.key, tag.value) for tag in one(tree("", root)).tags] == tags


@pytest.mark.parametrize(
    ("items", "length", "number", "scores"),
    [
        ("MI[bs:2][LENGTH:9][Game:1][odd:3][ws:1]", Length(9), 2, (1, 2)),
        ("MI[length:0][game:0][ws:0][bs:0]", Length(0, True), 1, (0, 0)),
        ("MI[game:1][ws:0][bs:0][length:3]", Length(3), 1, (0, 0)),  # red-bean counts from 1
        ("AP[GNU Backgammon]MI[game:1][ws:0][bs:0][length:3]", Length(3), 2, (0, 0)),
        ("MI[length:100][game:5]", Length(100), 6, (None, None)),
        ("MI[length:-3]", Length(-3), None, (None, None)),
        ("MI[ws:1]", None, None, (1, None)),
        ("PW[a]", Length(0, True), None, (None, None)),
    ],
)
def test_match_items(items: str, length: Length | None, number: int | None, scores: tuple[int | None, int | None]) -> None:
    match = one(tree("", items))
    seats = match.games[0].seats
    assert seats is not None
    assert (match.length, match.games[0].number, (seats[0].score, seats[1].score)) == (length, number, scores)


def test_items_that_cannot_be_read() -> None:
    text = tree("", "MI[length:seven][game:" + "9" * 5000 + "][ws:1]")
    match = one(text)
    assert (match.length, match.games[0].number) == (Length(None), None)
    assert [(fault.code, fault.text) for fault in match.faults] == [("T101", "length:seven"), ("T101", "game:" + "9" * 75)]


@pytest.mark.parametrize(
    ("value", "entries"),
    [
        ("W+2", [(LEFT, Win(2))]),
        ("b+1", [(RIGHT, Win(1))]),
        ("W+2R", [(RIGHT, Resign()), (LEFT, Win(2))]),
        ("B+Resign", [(LEFT, Resign()), (RIGHT, Win(None))]),
        ("W+3T", [(None, Remark(Ending.TIME)), (LEFT, Win(3))]),
        ("W+F", [(None, Remark(Ending.FORFEIT)), (LEFT, Win(None))]),
        ("Void", []),
        ("?", []),
    ],
)
def test_results(value: str, entries: list[tuple[Side | None, Action]]) -> None:
    assert actions("", f"RE[{value}]") == entries


def test_a_result_that_cannot_be_read() -> None:
    assert faults(tree(";W[31hefe]", "RE[somebody]")) == [("T101", "RE[somebody]")]


def test_dates_and_ratings_that_are_none() -> None:
    match = one(tree("", "DT[2010-01-30,31]WR[World champion]BR[]EV[a\nb]"))
    assert [(tag.key, tag.value) for tag in match.tags] == [("EventDate", "2010-01-30,31"), ("Event", "a b")]
    assert match.beside == ("ratings",)


# ---- text


def test_escapes_and_blanks() -> None:
    match = one(tree(";W[31hefe]C[a\\]b\\\\c\\\nd\te\r\nf\\:g]", "PW[a\\]b\\\\ [c]PB[ d\ne ]"))
    assert match.comments[0].text == "a]b\\cd e\nf:g"
    assert match.games[0].seats is not None
    assert [seat.name for seat in match.games[0].seats] == ["a]b\\ [c", "d e"]


@pytest.mark.parametrize("encode", ["utf-8-sig", "utf-16", "cp1251"])
def test_encodings(encode: str) -> None:
    data = tree(";W[31hefe]", "CA[x]MI[length:1]PW[Добрыня]PB[Сергей]").encode(encode)
    text, name = opened("x", data)
    assert name == "sgf"
    (match,) = SGF.read(text)
    assert match.games[0].seats is not None
    assert [seat.name for seat in match.games[0].seats] == ["Добрыня", "Сергей"]


def test_lower_case_letters_of_names_do_not_count() -> None:
    text = "(;FileFormat[4]GaMe[6]MatchInfo[length:3]PlayerWhite[x]\n;White[31hefe]Comment[y]odd[z])"
    assert SGF.recognises(source(text))
    match = one(text)
    assert (match.length, len(match.games[0].entries), match.comments[0].text) == (Length(3), 1, "y")
    assert match.beside == ("other properties",)


# ---- set-up


def test_a_position_before_the_first_turn() -> None:
    nodes = ";PL[B]DI[53];CV[2];CP[w];AE[a:y]AB[l][l][y]AW[a][c:e][y]"
    own = bytes((10, 1, 0, 1, 1, 1, *[0] * 19, 1))
    opp = bytes((12, *[0] * 12, 2, *[0] * 11, 1))
    assert actions(nodes) == [
        (None, SetBoard(Position(own, opp), 2, LEFT)),
        (RIGHT, Roll((5, 3), Unplayed.NOTHING)),
    ]


def test_what_gnubg_writes_for_an_ordinary_beginning_sets_nothing() -> None:
    start = "AW[f][f][f][f][f][h][h][h][m][m][m][m][m][x][x]AB[s][s][s][s][s][q][q][q][l][l][l][l][l][a][a]"
    assert actions(f";PL[W]AE[a:y]{start};CV[1];CP[c];W[31]") == [(LEFT, Roll((3, 1), Unplayed.NOTHING))]
    assert one(tree(";CV[4];CP[c];W[31]")).games[0].cube == 4


def test_set_up_within_a_game_goes_on_from_the_board_as_it_is() -> None:
    found = actions(";W[31hefe];B[41qu];AE[x]AB[y];W[double];B[take];CP[w]")
    own, opp = bytearray(STARTS["standard"].own), bytearray(STARTS["standard"].opp)
    own[8], own[6], own[5], own[24], own[0] = 2, 4, 2, 0, 2
    opp[8], opp[4], opp[25] = 2, 1, 1
    board = Position(bytes(own), bytes(opp))
    assert found[2:] == [(None, SetBoard(board)), (LEFT, Double()), (RIGHT, Take()), (None, SetBoard(board, 2, LEFT))]


def test_hits_and_the_bar_in_the_board_as_it_is() -> None:
    (_, set_board) = actions(";W[43xqqq];CP[b]")[-1]
    assert isinstance(set_board, SetBoard) and set_board.position is not None
    assert (set_board.cube, set_board.owner) == (1, RIGHT)
    (_, hit) = actions(";AE[q]AB[q];W[43xq];CP[c]")[-1]
    assert isinstance(hit, SetBoard) and hit.position is not None
    assert (hit.position.own[17], hit.position.own[24], hit.position.opp[8], hit.position.opp[25]) == (1, 1, 0, 1)


def test_dice_merge_with_the_move_behind_them() -> None:
    assert actions(";W[31hefe];PL[B]DI[42];B[42qusu]")[1:] == [(RIGHT, Roll((4, 2), steps((8, 4), (6, 4)), "8/4 6/4"))]
    assert actions(";W[31hefe];DI[42]", "RE[W+1R]")[1:] == [
        (RIGHT, Roll((4, 2), Unplayed.NOTHING)),
        (RIGHT, Resign()),
        (LEFT, Win(1)),
    ]


def test_set_up_that_cannot_be_read() -> None:
    text = tree(";PL[x];DI[123];CV[-1];CP[q];AW[aa][1];DI[42]")
    assert faults(text) == [
        ("T101", "PL[x]"), ("T101", "DI[123]"), ("T101", "CV[-1]"), ("T101", "CP[q]"), ("T101", "aa"), ("T101", "1"), ("T101", "DI[42]"),
    ]  # fmt: skip


def test_a_player_to_move_who_does_not_is_named() -> None:
    assert one(tree(";AE[a:y]AW[a];PL[WhiTe]")).beside == ("the player to move",)


def test_the_start_is_that_of_the_variation() -> None:
    (_, found) = actions(";AE[x]", "RU[Hypergammon2]")[0]
    assert found == SetBoard(Position(bytes((1, *[0] * 22, 1, 0, 0)), STARTS["hypergammon2"].opp))


# ---- trees


def test_only_the_first_variation_is_followed() -> None:
    text = tree(";W[31hefe](;B[42qusu](;W[11])(;W[22(]))(;B[66];W[55])")
    assert [entry.action.dice for entry in one(text).games[0].entries if isinstance(entry.action, Roll)] == [(3, 1), (4, 2), (1, 1)]
    assert (one(text).beside, one(text).faults) == (("variations",), ())


def test_nodes_have_names() -> None:
    match = one("(;GM[1])\n" + tree(";W[31hefe](;B[42qusu])(;B[11])"))
    assert [node.name for node in match.nodes] == ["2/1", "2/2", "2/3"]
    assert [node.start for node in match.nodes] == sorted(node.start for node in match.nodes)
    assert match.beside == ("games that are not backgammon", "variations")


GAME = "(;GM[6]MI[length:{}][game:{}][ws:{}][bs:{}]PW[{}]PB[{}])"


@pytest.mark.parametrize(
    ("second", "counts"),
    [
        (GAME.format(5, 1, 1, 0, "Ann", "Bob"), [2]),
        (GAME.format(5, 3, 1, 0, "Ann", "Bob"), [2]),  # a number that is wrong is a finding
        (GAME.format(5, 1, 1, 0, "Ann", "Bib"), [2]),  # as is a name
        (GAME.format(7, 1, 1, 0, "Ann", "Bob"), [1, 1]),
        (GAME.format(5, 0, 0, 0, "Ann", "Bob"), [1, 1]),
        (GAME.format(5, 4, 0, 0, "Ann", "Bib"), [1, 1]),
        ("(;GM[6]MI[length:5])", [2]),
    ],
)
def test_which_games_are_of_one_match(second: str, counts: list[int]) -> None:
    found = read(GAME.format(5, 0, 0, 0, "Ann", "Bob") + "\n" + second)
    assert [len(match.games) for match in found] == counts
    assert [match.ordinal for match in found] == list(range(1, len(counts) + 1))


def test_what_stands_between_is_told() -> None:
    assert faults("(;GM[6]\n;W[31hefe] junk here ;B[42qusu])") == [("T101", "junk here")]
    assert faults("(;GM[6];W[31hefe]) ) ;") == [("T101", ")"), ("T101", ";")]
    assert faults("(;GM[6](;W[31hefe]);B[42qusu])") == [("T101", ";")]


def test_a_bracket_that_is_not_closed_costs_only_itself() -> None:
    text = "(;GM[6]\n;W[31hefe\n;B[42qusu]LU[0.1\n;W[53hcfc])"
    assert [entry.action.dice for entry in one(text).games[0].entries if isinstance(entry.action, Roll)] == [(3, 1), (4, 2), (5, 3)]
    assert faults(text) == [("T101", "W[31hefe"), ("T101", "LU[0.1")]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("(;GM[6];W[31hefe]", [("T103", "]")]),
        ("(;GM[6];W[31hefe];B[42qu", [("T103", "B[42qu")]),
        ("(;GM[6];W[31hefe];B[4", [("T103", "B[4")]),
        ("(;GM[6];W[31hefe]C[so it goe", [("T103", "C[so it goe")]),
        ("(;GM[6];W[31hefe](;B[42qusu])(;B[", [("T103", "B[")]),
    ],
)
def test_a_text_that_breaks_off(text: str, found: list[tuple[str, str]]) -> None:
    assert faults(text) == found


def test_of_a_move_that_breaks_off_the_dice_count() -> None:
    assert one("(;GM[6];W[31hefe];B[42qu").games[0].entries[-1].action == Roll((4, 2), Unplayed.NOTHING)
    assert len(one("(;GM[6];W[31hefe];B[4").games[0].entries) == 1


def test_what_is_no_backgammon_is_no_match() -> None:
    assert read("(;FF[4]GM[1];B[pd];W[dp])") == []
    assert not SGF.recognises(source("(;FF[4]GM[1];B[pd];W[dp])"))
    assert not SGF.recognises(source("(;FF[4];B[pd]C[GM])"))
    assert not SGF.recognises(source("; GM[6]\n 7 point match\n\n Game 1\n"))


@pytest.mark.parametrize(
    "text",
    [
        "(;GM[6]" + "(;W[31hefe]" * 15_000 + ")" * 15_001,
        "(;GM[6](;W[31hefe])" + "(" * 100_000 + ";B[42]" + ")" * 100_001,
        "(;GM[6]" + "(" * 100_000,
        "(;GM[6]" + "W[" * 100_000,
        "(;GM[6]" + "LU[1\n" * 100_000,
        "(;GM[6]" + ";C[" * 100_000,
        "(;GM[6];W[" + "3" * 500_000,
        "(;GM[6]C[" + "\\" * 300_001,
        "(;GM[6]" + "[" * 300_000,
        "(;GM[6]" + "A" * 300_000,
        "(;GM[6];AW" + "[a:z]" * 10_000 + ")",
        "(;GM[6]CV[1];CP[w]" + ";W[double];W[take]" * 5_000 + ")",
    ],
    ids=lambda text: text[7:20] + text[-8:],
)
def test_nothing_recurses_or_takes_long(text: str) -> None:
    begun = time.process_time()
    found = read(text)
    assert time.process_time() - begun < 2
    assert len(found) == 1


def test_limits_are_told() -> None:
    assert [fault.text for fault in one("(;GM[6]" + ";W[double]" * 40_001 + ")").faults] == ["20,000 rows in a game"]
    assert [fault.text for fault in one("(;GM[6]" + "XX[]" * 1_001 + ")").faults] == ["1,000 properties in a node"]
    assert [fault.text for fault in one("(;GM[6];AW" + "[a]" * 1_001 + ")").faults] == ["1,000 values of a property"]


# ---- the corpus

CORPUS = {  # the games of each match with the score before each, the entries, the score at the end, what is beside
    "sgf-001": ([[(0, 0)]], 43, (2, 0), ()),
    "sgf-002": (
        [[(0, 0), (0, 1), (2, 1), (2, 2), (4, 2), (4, 4), (4, 5), (5, 5), (6, 5)]], 379, (8, 5), (),
    ),
    "sgf-003": ([], 0, None, ()),
    "sgf-004": ([[(6, 3)]], 2, (6, 3), ()),
    "sgf-005": ([[(None, None)]], 1, (0, 32), ("other properties", "ratings")),
    "sgf-006": ([[None]], 0, (0, 0), ("analysis", "other properties")),
    "sgf-007": ([[None]], 0, (0, 0), ("other properties",)),
    "sgf-008": ([[None]], 7, (0, 2), ("other properties",)),
    "sgf-009": ([], 0, None, ()),
    "sgf-010": ([[None]], 1, (0, 0), ()),
    "sgf-011": ([[None]], 1, (0, 0), ("the player to move",)),
    "sgf-012": ([[(0, 0), (0, 1), (0, 3), (4, 3), (4, 4)]], 252, (5, 4), ("analysis", "statistics")),
    "sgf-013": ([[(0, 0), (0, 2), (2, 2), (6, 2)]], 203, (9, 2), ("analysis", "statistics")),
    "sgf-014": ([[(0, 0), (0, 2), (2, 2), (2, 4)]], 214, (2, 5), ("analysis", "statistics")),
    "sgf-015": ([[(0, 0), (0, 2), (1, 2)]], 168, (1, 4), ("analysis", "statistics")),
    "sgf-016": ([], 0, None, ()),
}  # fmt: skip
CLEAN = ("sgf-001", "sgf-002", "sgf-006", "sgf-007", "sgf-010", "sgf-011", "sgf-012", "sgf-013", "sgf-014", "sgf-015")


def corpus(name: str) -> Path:
    assert SHARED is not None
    return SHARED / "corpus" / "sgf" / f"{name}.sgf"


@needs_shared
@pytest.mark.parametrize("name", CORPUS)
def test_corpus(name: str) -> None:
    text, format = opened(name, corpus(name).read_bytes())
    matches = list(SGF.read(text)) if format == "sgf" else []
    scores = [[game.seats and (game.seats[0].score, game.seats[1].score) for game in match.games] for match in matches]
    entries = sum(len(game.entries) for match in matches for game in match.games)
    end = told(matches[0], rules_for(matches[0])).score if matches else None
    beside = tuple(sorted(what for match in matches for what in match.beside))
    assert (scores, entries, end, beside) == CORPUS[name]
    assert not any(match.faults for match in matches)


@needs_shared
@pytest.mark.parametrize("name", CLEAN)
def test_nothing_is_wrong_with_real_files(name: str) -> None:
    result = examine_input(Input(name, corpus(name).read_bytes(), True), Options())
    assert [each for each in result.all_diagnostics if each.severity != "note"] == []


@needs_shared
def test_no_other_file_is_taken_for_one() -> None:
    assert SHARED is not None
    paths = [path for path in (SHARED / "corpus").rglob("*") if path.is_file() and path.parent.name != "sgf"]
    paths += [path for path in EXAMPLES.rglob("*") if path.is_file()]
    assert [path.name for path in paths if SGF.recognises(decode(path.name, path.read_bytes()[:3_000]))] == []


# ---- writing

STARTING = Entry(LEFT, Roll((3, 1), steps((8, 5), (6, 5)), "8/5 6/5"), 1, NOWHERE)


SET_UP = (  # a position that the file gives outright, and a roll from it
    Entry(
        None, SetBoard(Position(bytes((10, 1, 0, 1, 1, 1, *[0] * 19, 1)), bytes((12, *[0] * 12, 2, *[0] * 11, 1))), 2, LEFT), None, NOWHERE
    ),
    Entry(RIGHT, Roll((6, 6), Unplayed.NOTHING), 1, Span(1, 2)),
)


def made(*entries: tuple[Side | None, Action], length: int = 5, **more: object) -> Match:
    """A match of one game that begins 31: 8/5 6/5."""
    seats = (Seat("Ann", 0), Seat("Bob", 0))
    game = Game(1, seats, (STARTING, *(Entry(side, action, 1, Span(index, index)) for index, (side, action) in enumerate(entries, 1))))
    return replace(Match("mat", "plain", Length(length, length == 0), (game,)), **more)  # type: ignore[arg-type]


def written(*matches: Match) -> Written:
    assert SGF.write is not None
    return SGF.write([told(match, rules_for(match)) for match in matches], None)


def lost(match: Match) -> list[str]:
    return [loss.template.format(**loss.args) for loss in written(match).lost]


def test_a_match_as_gnubg_writes_it() -> None:
    tags = (
        Tag("Round", "Final", NOWHERE), Tag("Event", "A [cup]", NOWHERE), Tag("EventDate", "2024.02.03", NOWHERE),
        Tag("Player 2 Elo", "1650.50/12", NOWHERE), Tag("Site", "C:\\here", NOWHERE), Tag("Transcriber", "Me", NOWHERE),
    )  # fmt: skip
    match = made(
        (RIGHT, Roll((4, 2), (Step((6, 4), (False,)), Step((8, 4), (False,))), "")),
        (LEFT, Double(2)),
        (RIGHT, Take()),
        (LEFT, Roll((6, 6), (Step((13, 7), (False,), 2), Step((24, 18), (False,), 2)), "")),
        (RIGHT, Resign(level=1)),
        (LEFT, Win(2)),
        tags=tags,
        comments=(Comment("All of it"), Comment("A game", 1), Comment("a]b\\", 1, 1)),
    )
    assert written(match) == Written(
        "(;FF[4]GM[6]CA[UTF-8]AP[tavla]MI[length:5][game:0][ws:0][bs:0]PW[Ann]PB[Bob]BR[1650.50 (Exp 12)]DT[2024-02-03]EV[A [cup\\]]"
        "RO[Final]PC[C:\\\\here]AN[Me]GC[All of it]RU[Crawford]RE[W+2R]C[A game]\n"
        ";W[31hefe]\n;B[42qusu]C[a\\]b\\\\]\n;W[double]\n;B[take]\n;W[66xrxrmgmg])\n"
    )


def test_the_items_of_a_root() -> None:
    first = made((RIGHT, Drop()))
    game = replace(first.games[0], number=4, seats=(Seat("Ann", 4), Seat("Bob", 2)), crawford=True)
    assert written(replace(first, games=(game,))).content.split("\n")[0] == (
        "(;FF[4]GM[6]CA[UTF-8]AP[tavla]MI[length:5][game:3][ws:4][bs:2]PW[Ann]PB[Bob]RU[Crawford:CrawfordGame]"
    )
    variation = (Tag("Variation", "NackGammon", NOWHERE), Tag("Jacoby", "On", NOWHERE), Tag("CubeLimit", "1", NOWHERE))
    assert "AP[tavla]MI[length:0][game:0][ws:0][bs:0]PW[Ann]PB[Bob]RU[NoCube:Nackgammon]" in written(made(length=0, tags=variation)).content
    # Whether Jacoby is in use is not known: no AP, from which a reader would conclude that it is not.
    assert "CA[UTF-8]MI[length:0]" in written(made(length=0)).content
    assert "RU[Jacoby]" in written(made(length=0, tags=(Tag("Jacoby", "On", NOWHERE),))).content


def test_automatic_doubles() -> None:
    match = made((RIGHT, Double(4)), (LEFT, Take()), length=0)
    assert "CV[2]" in written(match).content
    assert not written(match).lost
    assert one(written(match).content).games[0].cube == 2
    assert "CV[2]" in written(replace(match, games=(replace(match.games[0], entries=(STARTING,), cube=2),))).content


def test_an_illegal_play_stays_as_it_is() -> None:
    match = made((RIGHT, Roll((4, 2), (Step((24, 13), (True,)), Step((25, 3, 0), (False, False))), "")))
    assert written(match).content.endswith(";B[42alyvvz])\n")


def test_beavers_and_raccoons_are_doubles_of_the_other_side() -> None:
    turned = ((RIGHT, Double(2)), (LEFT, Beaver(4)), (RIGHT, Beaver(8, True)), (LEFT, Take()))
    match = made(*turned, length=0)
    assert written(match).content.endswith("\n;B[double]\n;W[double]\n;B[double]\n;W[take])\n")
    back = one(written(match).content)
    found = [(entry.side, type(entry.action), getattr(entry.action, "raccoon", None)) for entry in back.games[0].entries[1:]]
    assert found == [(RIGHT, Double, None), (LEFT, Beaver, False), (RIGHT, Beaver, True), (LEFT, Take, None)]


def test_a_position_is_set_up() -> None:
    match = replace(made(), games=(replace(made().games[0], entries=SET_UP),))
    text = written(match).content
    assert isinstance(text, str)
    assert text.endswith("\n;PL[B]AE[a:y]AW[a][c][d][e][y]AB[l][l][y]\n;CV[2]\n;CP[w]\n;B[66])\n")
    assert not written(match).lost
    assert [(entry.side, entry.action) for entry in one(text).games[0].entries] == [(entry.side, entry.action) for entry in SET_UP]


def test_a_doubler_who_rolls_has_taken_the_beaver() -> None:
    rolls = ((RIGHT, Roll((1, 1), Unplayed.NOTHING)), (LEFT, Roll((2, 1), Unplayed.NOTHING)))
    text = written(made((RIGHT, Double(2)), (LEFT, Beaver(4)), *rolls, length=0))
    assert str(text.content).endswith("\n;B[double]\n;W[double]\n;B[take]\n;B[11]\n;W[21])\n")
    assert [loss.template for loss in text.lost] == ["A beaver that is accepted by rolling is written as one that is taken."]


LONGGAMMON = (Tag("Variation", "LongGammon", NOWHERE),)


@pytest.mark.parametrize(
    ("match", "sentences"),
    [
        (made((RIGHT, Roll((6, 6), Unplayed.UNKNOWN))), ["A play that is not known is written as a roll that was not played."]),
        (made((RIGHT, Roll(None, Unplayed.UNKNOWN))), ["A roll that is not known is left out."]),
        (made((RIGHT, Unread("?"))), ["A cell that cannot be read is left out."]),
        (
            made((RIGHT, Roll((4, 2), Unplayed.CANNOT_MOVE)), (LEFT, Roll((1, 1), Unplayed.NOTHING))),
            ["That a player cannot move is written as a roll that was not played."],
        ),
        (made((RIGHT, Double(8)), (LEFT, Drop())), ["A double to anything but twice the cube cannot be written."]),
        (
            made((RIGHT, Roll((4, 2), Unplayed.NOTHING)), (RIGHT, Double(2, True)), (LEFT, Drop())),
            ["That a double comes after the dice cannot be written."],
        ),
        (
            made((RIGHT, Resign(how=Ending.TIME)), (LEFT, Win(1))),
            ["How a game ended that was neither played out nor resigned cannot be written."],
        ),
        (made((RIGHT, Resign(match=True)), (LEFT, Win(None))), ["That a whole match is resigned cannot be written, only a game."]),
        (
            made(tags=(Tag("Match ID", "7", NOWHERE), Tag("Beaver", "On", NOWHERE))),
            ["SGF has no place for the header lines Match ID, Beaver."],
        ),
        (made(tags=LONGGAMMON), ["SGF has no place for the header lines Variation."]),
        (made(tags=(Tag("Event", "a", NOWHERE), Tag("Event", "b", NOWHERE))), ["SGF has no place for the header lines Event."]),
        (made(comments=(Comment("a", 1, 0), Comment("b", 1, 0))), ["Several comments at one place are written as one."]),
        (made(comments=(Comment("a\nb"),)), ["Each line of a comment on the whole match is written as one of its own."]),
        (made(comments=(Comment("a", 9),)), ["A comment about something that is not there is left out."]),
        (replace(made(), games=()), ["A match without games is written as one with a game in which nothing happens."]),
        (made(length=-3), ["A length that no match can have is not written."]),
    ],
)
def test_what_cannot_be_written_is_named(match: Match, sentences: list[str]) -> None:
    assert lost(match) == sentences


def test_several_matches_come_back_as_such() -> None:
    matches = [made((RIGHT, Drop()), length=length) for length in (5, 5, 0, 3)]
    back = read(written(*matches).content)
    assert [(match.length, len(match.games[0].entries)) for match in back] == [(match.length, 2) for match in matches]


# ---- there and back


def mats() -> list[Path]:
    paths = sorted(EXAMPLES.glob("*.mat"))
    if SHARED is not None:
        paths += sorted(path for path in (SHARED / "corpus" / "mat").iterdir() if path.stat().st_size < 9_000)[::9]
    return paths


def matches_of(path: Path) -> list[Match]:
    text, format = opened(path.name, path.read_bytes())
    return list(FORMATS[format].read(text)) if format else []


@cache
def told_of(path: Path) -> tuple[Told, ...]:
    return tuple(told(match, rules_for(match)) for match in matches_of(path))


def facts(each: Told) -> list[object]:
    """Rolls with the boards they lead to, cube actions, scores and results; not what SGF cannot hold."""
    found: list[object] = [each.length, each.score]
    for game in each.games:
        found.append((game.score, game.crawford, game.game.seats and [seat.name for seat in game.game.seats]))
        before: Action | None = None
        for deed in game.deeds:
            action, side = deed.entry.action, deed.entry.side
            beavered, before = isinstance(before, Beaver), action
            match action:
                case Roll(None):
                    pass
                case Roll():
                    known = isinstance(action.play, tuple) or deed.dance
                    found.append((side, action.dice, deed.after if known else None))
                case SetBoard():
                    found.append((action.position, action.cube, action.owner))
                case Take() if beavered:
                    pass  # it may be said by rolling alone
                case Double() | Beaver() | Take() | Drop():
                    found.append((side, type(action), getattr(action, "raccoon", None)))
                case Win() | Loss() | Resign() | Remark() | Unread():
                    pass
        found.append((game.winner, game.points))
    return found


@pytest.mark.parametrize("path", mats(), ids=lambda path: path.stem)
def test_there_and_back(path: Path) -> None:
    assert SGF.write is not None
    there = told_of(path)
    text = SGF.write(there, None)
    if any("declared illegal" in loss.template for loss in text.lost):
        return  # the board after it is set up
    back = [told(match, rules_for(match)) for match in read(str(text.content))]
    assert [facts(each) for each in back] == [facts(each) for each in there]
    assert written(*(each.match for each in back)).content == text.content


# ---- GNU Backgammon

_BOARD = re.compile(r"( GNU Backgammon  Position ID| +Match ID| \+\d\d-| ?[v^]?\||$)")
_HOW = ("Disable sounds.", "Will not display boards for computer moves.")


def asked(folder: Path, texts: dict[str, str], command: str = "save match") -> tuple[list[str], dict[str, Match]]:
    """What GNU Backgammon says when it loads the files, and the matches that it then saves as SGF or exports as `.mat`."""
    assert GNUBG is not None
    commands = ["set sound enable off", "set display off"]
    for name, text in texts.items():
        (folder / f"{name}.sgf").write_text(text, encoding="utf-8")
        commands += [f'load match "{folder / name}.sgf"', f'{command} "{folder / name}.saved"']
    (folder / "commands").write_text("\n".join(commands) + "\n")
    run = subprocess.run(
        [GNUBG, "-t", "-q", "-r", "-c", str(folder / "commands")],
        input=b"", capture_output=True, timeout=60, check=True,
        env={"HOME": str(folder), "LC_ALL": "C.UTF-8"},
    )  # fmt: skip
    lines = run.stdout.decode(errors="replace").split("`show copying' for details.")[-1].splitlines()
    said = [line for line in lines if not _BOARD.match(line) and line not in _HOW]
    found = {}
    for name in texts:
        (found[name],) = matches_of(folder / f"{name}.saved")
    return said, found


def turns(each: Told) -> list[object]:
    """The facts without the results, and without how a game begins that GNU Backgammon says otherwise."""
    return [fact for fact in facts(each)[2:] if not (isinstance(fact, tuple) and len(fact) == 2 and isinstance(fact[1], int | None))]


def sessions() -> dict[str, Told]:
    """The files that are one match, by name; those of which GNU Backgammon keeps every turn, and says them in a `.mat`."""
    found = {}
    for path in mats():
        matches = told_of(path)
        if len(matches) == 1 and not any(_odd(deed.entry.action) for game in matches[0].games for deed in game.deeds):
            found[path.stem] = matches[0]
    return found


def _odd(action: Action) -> bool:
    return isinstance(action, SetBoard) or (isinstance(action, Roll) and (action.dice is None or action.play is Unplayed.DECLARED))


def expected(each: Told) -> list[tuple[Side | None, int | None]]:
    """Who wins each game and how much, by the board and the cube; what is resigned, as it is said where it can be."""
    games = tuple(
        replace(game, entries=tuple(e for e in game.entries if not isinstance(e.action, Win | Loss | Resign))) for game in each.match.games
    )
    walked = told(replace(each.match, games=games), each.rules).games
    return [
        (plain.winner, plain.points) if plain.winner is not None else (said.winner, said.points if said.resigned else None)
        for said, plain in zip(each.games, walked, strict=True)
    ]


@needs_gnubg
def test_gnubg_loads_what_is_written(tmp_path: Path) -> None:
    there = sessions()
    assert len(there) >= 20
    assert SGF.write is not None
    said, found = asked(tmp_path, {name: str(SGF.write([each], None).content) for name, each in there.items()}, "export match mat")
    assert said == []
    for name in there:
        back = told(found[name], rules_for(found[name]))
        assert (name, turns(back)) == (name, turns(there[name]))
        results = [(game.winner, game.points) for game in back.games]
        for number, (theirs, ours) in enumerate(zip(results, expected(there[name]), strict=True), 1):
            assert (name, number, theirs) == (name, number, ours if ours[1] is not None else (ours[0], theirs[1]))


@needs_gnubg
def test_gnubg_loads_what_is_unusual(tmp_path: Path) -> None:
    raccoons = ((RIGHT, Double(2)), (LEFT, Beaver(4)), (RIGHT, Beaver(8, True)), (LEFT, Take()), (RIGHT, Roll((1, 1), Unplayed.NOTHING)))
    third = Entry(LEFT, Roll((2, 1), Unplayed.NOTHING), 1, Span(3, 4))
    second = (RIGHT, Roll((4, 2), Unplayed.NOTHING))  # of a game of one turn GNU Backgammon says that none is in progress
    cases = {
        "set-up": replace(made(), games=(replace(made().games[0], entries=(*SET_UP, third)),)),
        "illegal": made((RIGHT, Roll((4, 2), (Step((24, 13), (True,)),), ""))),
        "raccoons": made(*raccoons, length=0),
        "hypergammon": made(second, tags=(Tag("Variation", "HyperGammon (2)", NOWHERE),)),
        "longgammon": made(second, tags=LONGGAMMON),
        "cubeless": made(second, tags=(Tag("CubeLimit", "1", NOWHERE),)),
        "resigned": made(second, (RIGHT, Resign()), (LEFT, Win(3))),
        "texts": made(second, comments=(Comment("]\\\n;W[11]"), Comment("(;", 1, 0)), tags=(Tag("Site", "\x00]\\", NOWHERE),)),
        "long-names": replace(made(), games=(replace(made(second).games[0], seats=(Seat("Ж" * 40, 0), Seat("", 0))),)),
    }
    said, found = asked(tmp_path, {name: written(match).content for name, match in cases.items()})
    assert said == []
    assert [(entry.side, entry.action) for entry in found["set-up"].games[0].entries[:-1]] == [
        (entry.side, entry.action) for entry in SET_UP
    ]
    assert [type(entry.action) for entry in found["raccoons"].games[0].entries[1:-1]] == [Double, Beaver, Beaver, Take]
    assert found["illegal"].games[0].entries[1].action == Roll((4, 2), steps((24, 13)), "24/13")
    assert [entry.action for entry in found["resigned"].games[0].entries[2:]] == [Resign(), Win(3)]
    assert found["hypergammon"].tag("Variation") == "HyperGammon (2)"
    assert found["cubeless"].tag("CubeLimit") == "1"


@needs_gnubg
@needs_shared
def test_gnubg_reads_the_corpus_in_the_same_way(tmp_path: Path) -> None:
    names = ("sgf-001", "sgf-002", "sgf-012", "sgf-013", "sgf-014", "sgf-015")
    said, found = asked(tmp_path, {name: corpus(name).read_text() for name in names})
    assert said == []
    for name in names:
        (match,) = matches_of(corpus(name))
        assert facts(told(found[name], rules_for(found[name]))) == facts(told(match, rules_for(match)))


# ---- damage


def damaged() -> list[bytes]:
    files = [written(*matches_of(path)).content for path in (EXAMPLES / "gnubg-5-points.mat", EXAMPLES / "money-beavers.mat")]
    found = [str(text).encode() for text in files]
    if SHARED is not None:
        found += [corpus(name).read_bytes()[:15_000] for name in CORPUS]
    return found


def test_damage_raises_nothing_and_takes_no_time() -> None:
    files = damaged()
    for number in range(200):
        rng = random.Random(f"sgf-{number}")
        data = mutated(rng.choice(files), rng)
        text = decode("x", data)
        begun = time.process_time()
        matches = list(SGF.read(text))
        SGF.recognises(text)
        assert time.process_time() - begun < 2, number
        for match in matches:
            for fault in match.faults:
                assert 0 <= fault.span.start <= fault.span.end <= len(text.text)
            for game in match.games:
                assert all(0 <= entry.span.start < entry.span.end <= len(text.text) for entry in game.entries)
            if number % 10 == 0:
                written(match)


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=300))
def test_no_bytes_raise(data: bytes) -> None:
    list(SGF.read(decode("x", data)))
    SGF.recognises(decode("x", data))


WORDS = st.sampled_from(
    ["(", ")", ";", "[", "]", "\\", "W[31hefe]", "B[", "B[double]", "W[take]", "AE[a:y]", "AW[a]", "DI[31]", "PL[W]", "CV[2]", "C[x]",
     "MI[length:7]", "GM[6]", "RE[W+2R]", "RU[Crawford]", "\n", "x", "1"]
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.lists(WORDS, max_size=40))
def test_what_is_read_can_be_written_and_read_again(words: list[str]) -> None:
    for match in read("(;GM[6]" + "".join(words)):
        text = written(match)
        if text.lost:
            continue
        again = [told(each, rules_for(each)) for each in read(text.content)]
        assert not any(fault.code == "T103" for each in again for fault in each.match.faults)
        assert written(*(each.match for each in again)).content == text.content


def test_a_fault_says_in_which_game_it_stands() -> None:
    match = one(tree("") + tree(";W[31hefe] junk", "MI[length:5][game:1][ws:0][bs:0]PW[Ann]PB[Bob]"))
    assert match.faults == (Fault("T101", NOWHERE, 2, text="junk"),)
