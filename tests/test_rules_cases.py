"""The cases of rules/cases.jsonl about cubes, points, resignations and the course of a match, each turned into a record and examined.

Movement cases are in test_cases.py. A position of a case is put on the table by `; Set Pos=` after an opening roll of the other player, so
that T112 stands in most records; it is left out of the comparison, as notes are. Everything else must be exactly what the case says.
"""

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from tavla_cli.examine import Options, examine_input, examine_match, layers, read
from tavla_cli.record import Game, Match
from tavla_cli.results import Diagnostic, MatchResult
from tavla_cli.rules import automatic_cube, crawford_game, cube_value, highest_useful_cube, rules_for
from tavla_cli.source import Input, Places, Source
from tests.shared import SHARED, needs_shared

Case = dict[str, Any]
Cell = str

KINDS = ("cube", "cube-cap", "cube-value", "cube-state", "score", "resign", "match-flow", "auto", "opening")
RULINGS = ("R266", "R268", "R274")
LEFT_OUT = ("R221",)  # a `.mat` does not record who threw which opening die

# What is found in the records of a case that is not legal.
CODES: dict[str, list[str]] = {
    "R164": ["C202"],  # a double behind the dice
    "R167": ["C201"],  # the doubler does not own the cube any more
    "R169": ["C206"],
    "R172": ["S301"],
    "R173": ["S301"],
    "R175": ["C204"],
    "R178": ["C209"],
    "R181": ["C209"],
    "R182": ["C211"],
    "R184": ["C211"],
    "R187": ["C211"],
    "R194": ["S301"],
    "R196": ["S301"],
    "R197": ["S301"],
    "R200": ["S310"],
    "R203": ["S310"],
    "R214": ["S305"],
    "R217": ["S305"],
    "R218": ["S303"],
    "R253": ["C205"],
    "R254": ["C205"],
    "R256": ["C205"],
    "R260": ["C213"],
    "R268": ["S301", "C205"],  # one record each: the game counts for the cube that was left, and the cube goes on from it
    "R274": ["S310"],
    "R338": ["C215"],
}
# Legal as a ruling: the double is annulled and the game goes on. The double itself is still what the record should not have.
STILL_FOUND = {"R266": ["C204"]}


# ---- records


@dataclass
class Sheet:
    """A record in the making: games of rows, from 0-0 on, with the scores that follow."""

    length: int
    tags: tuple[tuple[str, str], ...] = ()
    options: tuple[str, ...] = ()
    preset: str | None = None

    def __post_init__(self) -> None:
        self.score = [0, 0]
        self.games = 0
        money = ["Money session"] if self.length == 0 else [f" {self.length} point match"]
        self.lines = [f'; [{key} "{value}"]' for key, value in self.tags] + money

    def game(self, *rows: str | tuple[Cell, Cell], winner: int | None = None, points: int = 0, note: str = "", mark: str = "") -> None:
        """A game of rows; a text alone is a line of its own. `points` go to `winner` and are written so, with `note` behind them."""
        self.games += 1
        self.lines += ["", f" Game {self.games}{mark}", f" Mover : {self.score[0]}".ljust(32) + f"Other : {self.score[1]}"]
        number = 0
        for row in rows:
            if isinstance(row, str):
                self.lines.append(row)
                continue
            number += 1
            self.lines.append(f"{number:3d}) {row[0]:<27} {row[1]}".rstrip())
        if winner is not None:
            self.lines.append(" " * (34 if winner else 6) + f"Wins {points} point{'s' if points != 1 else ''}{note}")
            self.score[winner] += points

    def won(self, winner: int, points: int) -> None:
        """A game that the other player resigned for 1, 2 or 3 points, the cube in the middle."""
        self.game(OPENING, REPLY, winner=winner, points=points)

    def played_to(self, left: int, right: int) -> None:
        """Games that lead to a score: those of the right player first, so that the leader's Crawford game is among them."""
        for side, goal in ((1, right), (0, left)):
            while self.score[side] < goal:
                self.won(side, min(2, goal - self.score[side]))

    @property
    def text(self) -> str:
        return "\n".join([*self.lines, ""])


OPENING = ("", "31: 8/5 6/5")
REPLY = ("62: 24/18 13/11", "64: 8/2 6/2")
LAST = "; Set Pos=-A------a---e----d-d------"  # the left player has one checker left, the right one has borne one off


def board(case: Case) -> tuple[str, list[str]]:
    """The line that puts a case's position and cube on the table, the player on roll in the left column; and the fields of its XGID."""
    points, *fields = case["xgid"].removeprefix("XGID=").split(":")
    assert fields[2] == "1", "the upper-case player is on roll in all of these"
    power, owner = int(fields[0]), int(fields[1])
    return f"; Set Pos={points}/{-owner * power}", fields


def sheet_of(case: Case, *options: str) -> Sheet:
    """A record that has come to the score of a case's XGID, under its rules."""
    _, fields = board(case)
    left, right, rules, length = map(int, fields[4:8])
    if length == 0:
        on = ("Off", "On")
        tags: tuple[tuple[str, str], ...] = (("Jacoby", on[rules & 1]), ("Beaver", on[rules >> 1]))
        sheet = Sheet(0, tags, options)
        sheet.played_to(left, right)
        return sheet
    sheet = Sheet(length, (), options)
    sheet.played_to(left, right)
    scores = _scores_before(sheet)
    walked = crawford_game(length, scores) == len(scores) - 1 and left != right
    if walked and not rules:  # a score at which the Crawford game must be, in a position that says it is not
        sheet = Sheet(length, (("Crawford", "Off"),), options)
        sheet.played_to(left, right)
    return sheet


def _scores_before(sheet: Sheet) -> list[tuple[int, int]]:
    found = [tuple(map(int, re.findall(r": (\d+)", line))) for line in sheet.lines if " : " in line]
    return [(left, right) for left, right in found] + [(sheet.score[0], sheet.score[1])]


# ---- examination


def examined(sheet: Sheet, change: Callable[[Match], Match] | None = None) -> tuple[list[str], MatchResult]:
    """The codes of errors and warnings but T112, and everything that was found."""
    options = Options(rules=sheet.preset, rule=sheet.options)
    if change is None:
        result = examine_input(Input("case.mat", sheet.text.encode(), True), options)
        assert not result.diagnostics and not result.unreadable, sheet.text
        (match,) = result.matches
    else:
        (found,) = read(Source("case.mat", sheet.text, "utf-8"))
        found = change(found)
        match = examine_match(found, rules_for(found, layers(options)), "case.mat", Places(sheet.text), options)
    return [d.code for d in match.diagnostics if d.severity != "note" and d.code != "T112"], match


def with_cube(game: int, value: int) -> Callable[[Match], Match]:
    """A game that begins with the cube at another value, which no `.mat` can say: as an SGF does."""

    def change(match: Match) -> Match:
        games: list[Game] = list(match.games)
        games[game] = replace(games[game], cube=value)
        return replace(match, games=tuple(games))

    return change


def finding(match: MatchResult, code: str) -> Diagnostic:
    (found,) = [d for d in match.diagnostics if d.code == code]
    return found


def expected(case: Case) -> list[str]:
    if case["legal"]:
        assert case["id"] not in CODES
        return STILL_FOUND.get(case["id"], [])
    return CODES[case["id"]]


# ---- the kinds


def cube(case: Case) -> Iterable[tuple[list[str], MatchResult]]:
    put, fields = board(case)
    action: str = case["action"]
    value = 2 ** int(fields[0])
    doubles, beavers = f" Doubles => {value * 2}", f" Beavers => {value * 4}"
    sheet = sheet_of(case, *(["beavers=1"] if "limit of 1" in action else []))
    before = list(sheet.score)
    winner = None
    points = case.get("points", 0)
    claimed = points
    rows: list[str | tuple[Cell, Cell]] = [OPENING, put]
    if case["id"] == "R164":  # the XGID holds the dice
        rows += [(f"{fields[3]}: Doubles => {value * 2}", " Takes")]
    elif "immediately double again" in action:
        rows += [(doubles, " Takes"), (f" Doubles => {value * 4}", " Takes")]
    elif action == "take without an offer":
        rows += [(" Takes", "")]
    elif "drop the beaver" in action:
        rows += [(doubles, beavers), (" Drops", "")]
        winner = 1
    elif "second animal" in action:
        rows += [(doubles, beavers), (f" Beavers => {value * 8}", " Takes")]
    elif "beaver" in action:
        rows += [(doubles, beavers)]
    elif "drop" in action:
        rows += [(doubles, " Drops")]
        winner = 0
        said = re.search(r"recorded as (?:a gammon \()?(\d+) point", action)
        claimed = int(said[1]) if said else points
    else:
        assert "double" in action
        rows += [(doubles, " Takes")]
    sheet.game(*rows, winner=winner, points=claimed)
    codes, match = examined(sheet)
    if winner is not None:
        assert case.get("winner", "mover") == ("mover", "opponent")[winner]
        before[winner] += points
        if case["legal"]:
            assert match.score == tuple(before)
        else:
            assert finding(match, "S301").args == {"points": points, "said": claimed}
    yield codes, match


def score(case: Case) -> Iterable[tuple[list[str], MatchResult]]:
    put, fields = board(case)
    said = re.search(r"(\d+) points?( and the match)?", case["action"])
    assert said is not None
    claimed, note = int(said[1]), said[2] or ""
    sheet = sheet_of(case)
    before = list(sheet.score)
    change = None
    if "automatic double" in case["action"]:
        change = with_cube(0, 2 ** int(fields[0]))
        put = put.partition("/")[0]  # without the cube
    sheet.game(OPENING, put, ("21: 1/0", ""), winner=0, points=claimed, note=note)
    codes, match = examined(sheet, change)
    points = case["points"]
    if case["legal"]:
        assert claimed == points
        assert match.score == (before[0] + points, before[1])
    else:
        assert finding(match, CODES[case["id"]][0]).args == {"points": points, "said": claimed}
    yield codes, match


def resign(case: Case) -> Iterable[tuple[list[str], MatchResult]]:
    put, _ = board(case)
    sheet = sheet_of(case)
    sheet.game(OPENING, put, winner=1, points=case["points"])
    codes, match = examined(sheet)
    assert match.diagnostics[-1].code in ("S308", "S311")
    assert [d.args for d in match.diagnostics if d.code == "S311"][-1] == {"said": case["points"]}
    assert match.score == tuple(sheet.score)
    assert match.winner == ("right" if "match over" in case["action"] else None)
    yield codes, match


def match_flow(case: Case) -> Iterable[tuple[list[str], MatchResult]]:
    given, action = case["input"], case["action"]
    sheet = Sheet(given.get("length", 7))
    if "games" in given:
        yield from crawford_table(case)
        return
    if "opening" in given:
        throw = given["opening"]
        sheet.won(0, 1)
        assert throw["A"] > throw["B"] and action.startswith("A starts")
        sheet.game((f"{throw['A']}{throw['B']}: 8/3 6/3", ""))
    elif "crawford" in given:
        sheet.game(OPENING, mark=" (Crawford)")
    elif given.get("session") == "money":
        for left, right in given["scores"]:
            sheet.played_to(left, right)
        sheet.game(OPENING)
    elif "scores" in given:
        results = re.findall(r"(White|Black)(?: won)? (\d+) in game", action)
        assert len(results) == 3
        for who, points in results:
            sheet.won(("White", "Black").index(who), int(points))
        right_score = tuple(sheet.score)
        sheet.score = list(given["scores"][3])
        sheet.game(OPENING)
        codes, match = examined(sheet)
        assert finding(match, "S303").args == {
            "left": right_score[0],
            "right": right_score[1],
            "said_left": sheet.score[0],
            "said_right": sheet.score[1],
        }
        yield codes, match
        return
    else:
        sheet.played_to(*given["score_before"])
        if "game" in given:
            winner, points = "AB".index(given["game"]["winner"]), given["game"]["points"]
        else:
            winner, points = 0, given.get("points", given.get("points_to_A"))
        doubled = [REPLY, (" Doubles => 2", " Takes")] if points > 3 else []
        sheet.game(OPENING, *doubled, winner=winner, points=points)
        sheet.game(OPENING, mark=" (Crawford)" if case["legal"] else "")
    yield examined(sheet)


def crawford_table(case: Case) -> Iterable[tuple[list[str], MatchResult]]:
    """The games of a match, once as they were and once with a double in each, by the player who is behind: it is wrong in one alone."""
    wanted = int(re.findall(r"game (\d) only", case["action"])[0])
    results = [("WB".index(who), points) for who, points in case["input"]["games"]]
    for doubled in range(len(results) + 1):
        sheet = Sheet(case["input"]["length"])
        for number, (winner, points) in enumerate(results, 1):
            rows: list[tuple[Cell, Cell]] = []
            if number == doubled:
                behind = int(sheet.score[1] < sheet.score[0])
                answer = " Takes" if points == 2 else " Drops"  # a game of one point is given up
                assert points == 2 or winner == behind
                rows = [("62: 24/18 13/11", " Doubles => 2"), (answer, "")] if behind else [(" Doubles => 2", answer)]
            sheet.game(OPENING, *rows, winner=winner, points=points)
        codes, match = examined(sheet)
        assert match.score == (6, 4) and match.winner == "left"
        if doubled == wanted:
            assert codes == ["C204"]
        elif doubled == 6:  # at 4-4 in a match to 5 a double is allowed and useless
            assert codes == ["C209"]
        else:
            yield codes, match


def opening(case: Case) -> Iterable[tuple[list[str], MatchResult]]:
    given = case["input"]
    if "first_roll" in given:
        die1, die2 = given["first_roll"]
        play = {(3, 1): "8/5 6/5", (4, 4): "24/20 24/20 13/9 13/9"}[die1, die2]
        sheet = Sheet(7, preset="traditional" if "tavla" in given.get("ruleset", "") else None)
        sheet.game((f"{die1}{die2}: {play}", "62: 24/18 13/11"))
        yield examined(sheet)
        if sheet.preset:  # the same roll where each throws one die
            sheet.preset = None
            assert examined(sheet)[0] == ["P114"]
        return
    assert given == {"player": "second player", "turn": 1}
    sheet = Sheet(7)
    sheet.game(("31: 8/5 6/5", " Doubles => 2"), (" Takes", "62: 24/18 13/11"))
    yield examined(sheet)


def automatic(case: Case) -> Iterable[tuple[list[str], MatchResult]]:
    given = case["input"]
    starts_at = int(case["action"].rpartition("= ")[2])
    assert case["action"] == f"cube at start of play = {starts_at}" and case["gnubg_says"] == f"cube {starts_at}"
    sheet = Sheet(given["match_length"], options=(f"automatic_doubles={given['limit']}",))
    (match,) = read(Source("case.mat", sheet.text + "\n Game 1\n A : 0    B : 0\n", "utf-8"))
    rules = rules_for(match, layers(Options(rule=sheet.options)))
    throws = [(int(throw[0]), int(throw[1])) for throw in given["opening_throws"].split()]
    assert automatic_cube(throws, rules) == starts_at
    # The same in a record: the first double goes to twice that, and not higher.
    for to in (starts_at * 2, starts_at * 4):
        sheet = Sheet(given["match_length"], options=sheet.options)
        sheet.game(OPENING, (f" Doubles => {to}", " Takes"))
        codes, result = examined(sheet)
        if to == starts_at * 2:
            yield codes, result
        else:
            assert codes == (["C205"] if sheet.length else ["C214"])


def cube_cap(case: Case) -> Iterable[tuple[list[str], MatchResult]]:
    length = case["input"]["length"]
    highest = highest_useful_cube(length)
    said = re.search(r"is (\d+)$", case["action"])
    offered = re.match(r"cube at (\d+) offered", case["action"])
    if said:
        assert highest == int(said[1])
    else:
        assert offered and highest is not None and highest >= int(offered[1])
        highest = int(offered[1])
    values = [1 << power for power in range(1, highest.bit_length())]
    yield examined(doubled(Sheet(length, options=("cube_limit=match",)), values))
    yield examined(doubled(Sheet(length), values))
    if said:  # one more is too many
        assert examined(doubled(Sheet(length, options=("cube_limit=match",)), [*values, highest * 2]))[0] == ["C210"]
        assert examined(doubled(Sheet(length), [*values, highest * 2]))[0] == ["C209"]


def cube_values(case: Case) -> Iterable[tuple[list[str], MatchResult]]:
    value = case["input"]["cube"]
    assert cube_value(value) is case["legal"]
    below = [1 << power for power in range(1, 10) if 1 << power < value]
    yield examined(doubled(Sheet(0), [*below, value] if value > 1 else []))


# Both players hold five points at home and have two men on the bar: with a double five neither can move.
SHUT = "; Set Pos=b-BBBBB------------bbbbb-B/0"


def doubled(sheet: Sheet, values: list[int]) -> Sheet:
    """A game in which the cube goes from one value to the next, by the left player first and then by its owner in turn.

    Between the doubles both players roll and stay on the bar.
    """
    rows: list[str | tuple[Cell, Cell]] = [OPENING, SHUT]
    for index, value in enumerate(values):
        doubles = f" Doubles => {value}"
        rows += [(doubles, " Takes"), ("55:", "")] if index % 2 == 0 else [("", doubles), (" Takes", "55:")]
    sheet.game(*rows, ("55:", "") if len(values) % 2 == 0 else ("", "55:"))
    return sheet


def cube_state(case: Case) -> Iterable[tuple[list[str], MatchResult]]:
    assert case["input"] == {"game_start": True, "cube": 2, "session": "match"}
    for game in (0, 1):
        sheet = Sheet(7)
        sheet.won(0, 2)
        sheet.game(OPENING)
        yield examined(sheet, with_cube(game, 2))


def annulled(case: Case) -> Iterable[tuple[list[str], MatchResult]]:
    """A double in the Crawford game, taken and taken back: the game counts one."""
    sheet = Sheet(5)
    sheet.played_to(0, 4)
    sheet.game(OPENING, REPLY, (" Doubles => 2", " Takes"), LAST, ("21: 1/0", ""), winner=0, points=1)
    codes, match = examined(sheet)
    assert match.score == (1, 4)
    yield codes, match


def left_over(case: Case) -> Iterable[tuple[list[str], MatchResult]]:
    """A cube left at 2 from the game before: what it counts, and where it goes from there."""
    sheet = Sheet(7)
    sheet.game(OPENING, REPLY, (" Doubles => 2", " Takes"), winner=0, points=2)
    sheet.game(OPENING, LAST, ("21: 1/0", ""), winner=0, points=2)
    codes, match = examined(sheet)
    assert finding(match, "S301").args == {"points": 1, "said": 2}
    sheet = Sheet(7)
    sheet.game(OPENING, REPLY, (" Doubles => 2", " Takes"), winner=0, points=2)
    sheet.game(OPENING, (" Doubles => 4", " Takes"))
    more, match = examined(sheet)
    assert finding(match, "C205").args == {"expected": 2, "said": 4}
    yield codes + more, match


def jacoby(case: Case) -> Iterable[tuple[list[str], MatchResult]]:
    points = int(re.findall(r"(\d+) points$", case["action"])[0])
    sheet = Sheet(0, (("Jacoby", "On"),))
    sheet.game(OPENING, REPLY, winner=1, points=points)
    codes, match = examined(sheet)
    assert finding(match, "S310").args == {"points": 1, "said": points}
    yield codes, match


RECORDS: dict[str, Callable[[Case], Iterable[tuple[list[str], MatchResult]]]] = {
    "cube": cube,
    "cube-cap": cube_cap,
    "cube-value": cube_values,
    "cube-state": cube_state,
    "score": score,
    "resign": resign,
    "match-flow": match_flow,
    "auto": automatic,
    "opening": opening,
    "R266": annulled,
    "R268": left_over,
    "R274": jacoby,
}


def cases() -> list[Case]:
    if SHARED is None:
        return []
    with open(SHARED / "rules" / "cases.jsonl", encoding="utf-8") as file:
        every: list[Case] = [json.loads(line) for line in file]
    return [case for case in every if (case["kind"] in KINDS and case["id"] not in LEFT_OUT) or case["id"] in RULINGS]


@needs_shared
@pytest.mark.parametrize("case", cases(), ids=lambda case: case["id"])
def test_case(case: Case) -> None:
    make = RECORDS.get(case["id"]) or RECORDS[case["kind"]]
    records = list(make(case))
    assert [codes for codes, _ in records] == [expected(case)] * len(records)
    assert records


@needs_shared
def test_every_case_is_here() -> None:
    """None of the kinds is left out, and the tables name no case that is not there."""
    found = {case["id"]: case for case in cases()}
    assert {kind: sum(case["kind"] == kind for case in found.values()) for kind in KINDS} == {
        "cube": 19,
        "cube-cap": 11,
        "cube-value": 6,
        "cube-state": 1,
        "score": 11,
        "resign": 3,
        "match-flow": 8,
        "auto": 3,
        "opening": 3,
    }
    assert set(RULINGS) <= found.keys()
    assert {name for name, case in found.items() if not case["legal"]} == CODES.keys()
    assert {name for name in STILL_FOUND if found[name]["legal"]} == STILL_FOUND.keys()
