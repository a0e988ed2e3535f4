"""Generated matches: nothing is found in those that are right, and in the spoiled ones one thing, where they were spoiled.

A spoiled match in which nothing is found must be legal by accident: a slow replay, written here for the generator's way of writing alone,
has to agree. `TAVLA_MANY=500` examines so many of each.
"""

import importlib.util
import os
import random
import re
from collections.abc import Iterator
from types import ModuleType
from typing import NamedTuple

import pytest

from tavla_cli.examine import Options, examine_input
from tavla_cli.results import Diagnostic
from tavla_cli.source import Input
from tests.shared import SHARED, needs_shared

MANY = int(os.environ.get("TAVLA_MANY", "60"))  # matches of each dialect, right ones and spoiled ones
LENGTH = 7
SEED = "tests"
ONE_FINDING = 0.97  # of the spoiled matches in which anything is found, so many have one finding
DIALECTS = ("gnubg", "galaxy")
BESIDE = ("drop", "column")  # a cell that is gone or in the other column may be noticed at the row beside it


class Spoiled(NamedTuple):
    name: str
    text: str
    line: int  # from 1
    kind: str
    was: str


def maker() -> ModuleType:
    """tools/make_matches.py."""
    assert SHARED is not None
    spec = importlib.util.spec_from_file_location("make_matches", SHARED / "tools" / "make_matches.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def found(name: str, text: str) -> list[Diagnostic]:
    result = examine_input(Input(name, text.encode(), True), Options())
    assert not result.unreadable
    return [each for each in result.all_diagnostics if each.severity != "note"]


def spoiled(dialect: str) -> Iterator[Spoiled]:
    make = maker()
    for number in range(MANY):
        rng = random.Random(f"{SEED}-{dialect}-{number}")
        lines = make.match(rng, LENGTH, dialect)
        line, kind, was = make.spoil(lines, rng)
        yield Spoiled(f"{dialect}-{number}", "\n".join(lines) + "\n", line + 1, kind, was.strip())


@needs_shared
@pytest.mark.parametrize("dialect", DIALECTS)
def test_clean(dialect: str) -> None:
    make = maker()
    wrong = []
    for number in range(MANY):
        text = "\n".join(make.match(random.Random(f"{SEED}-clean-{number}"), LENGTH, dialect)) + "\n"
        wrong += [(number, each.line, each.code) for each in found(f"{dialect}-{number}", text)]
    assert wrong == []


@needs_shared
@pytest.mark.parametrize("dialect", DIALECTS)
def test_spoiled(dialect: str) -> None:
    unseen: list[str] = []
    elsewhere: list[str] = []
    several: list[str] = []
    seen = 0
    for match in spoiled(dialect):
        diagnostics = found(match.name, match.text)
        now = match.text.split("\n")[match.line - 1].strip()
        told = f"{match.name} {match.kind} :{match.line} {match.was} -> {now}: " + ", ".join(f":{d.line} {d.code}" for d in diagnostics)
        if not diagnostics:
            if wrong_rows(match.text):
                unseen.append(told)
            continue
        seen += 1
        if not in_place(match, diagnostics[0]):
            elsewhere.append(told)
        if len(diagnostics) > 1:
            several.append(told)
    assert unseen == []
    assert elsewhere == []
    assert len(several) <= (1 - ONE_FINDING) * seen, several


def in_place(match: Spoiled, first: Diagnostic) -> bool:
    """Whether the first finding stands where the match was spoiled; or where that shows, if the cell can be true by itself."""
    line = first.line or 0
    if match.kind == "result" and first.code in ("S303", "S305"):  # a resignation that can be, but not with the game that follows
        after = [at for at, text in enumerate(match.text.split("\n"), 1) if at > match.line and text.startswith(" Game ")]
        return line - after[0] in (0, 1)
    if match.kind == "score" and " Game 2\n" not in match.text and first.code == "C209":  # a record that starts late, with a dead cube
        return True
    return abs(line - match.line) <= (match.kind in BESIDE)


# ---- the slow replay


def wrong_rows(text: str) -> list[str]:
    """What cannot be in a spoiled match, as far as rows, results and scores tell: the first thing of each game."""
    make = maker()
    wrong: list[str] = []
    score = [0, 0]
    stars = " Game" in text and "; [Site" not in text
    for game in re.split(r"^ Game [0-9]+\n", text, flags=re.M)[1:]:
        head, *rows = game.rstrip("\n").split("\n")
        stated = [int(number) for number in re.findall(r" : ([0-9]+)", head)]
        if stated != score and " Game 2\n" in text:  # a game alone may have been preceded by others
            wrong.append(f"score {stated}, not {score}")
        fault, winner, points = _game(make, rows, stars, [LENGTH - said for said in stated])
        if fault:
            wrong.append(fault)
        score = stated
        score[winner] += points
    return wrong


Board = tuple[tuple[int, ...], tuple[int, ...]]

CELL = re.compile(r"[1-6][1-6]:(?: *[0-9]+/[0-9]+\*?)*|Doubles => [0-9]+|Takes|Drops|Wins [0-9]+")


def _game(make: ModuleType, rows: list[str], stars: bool, needed: list[int]) -> tuple[str, int, int]:
    """What is wrong in a game, if anything, and who is said to have won how much. `needed`: the points that win the match."""
    boards = [make.START[:], make.START[:]]
    turn: int | None = None
    cube, offered, dropped = 1, 0, None
    fault = ""
    for row in rows:
        cells = [(cell.start(), cell[0].strip()) for cell in CELL.finditer(row)]
        for index, (column, cell) in enumerate(cells):
            side = index if len(cells) == 2 else int(column >= 30)
            if cell.startswith("Wins"):
                points = int(cell.split()[1])
                if points == needed[side]:  # what a result counts may be capped
                    return fault, side, points
                return fault or _result(boards, cube, dropped, side, points), side, points
            if turn not in (None, side):
                fault = fault or f"out of turn: {row.strip()}"
            turn = 1 - side
            if cell.startswith("Doubles"):
                offered = int(cell.split()[-1])
                if offered != cube * 2:
                    fault = fault or f"cube: {cell}"
            elif cell == "Takes":
                cube, turn = cube * 2, 1 - side
            elif cell == "Drops":
                dropped = side
            elif not _played(make, boards[side], boards[1 - side], cell, stars):
                fault = fault or f"play: {cell}"
    return fault or "no result", 0, 0


def _result(boards: list[list[int]], cube: int, dropped: int | None, winner: int, points: int) -> str:
    off = [board[0] for board in boards]
    if dropped is not None:
        return "" if winner != dropped and points == cube else "drop"
    if 15 in off:
        loser = boards[1 - off.index(15)]
        worth = cube * (1 if loser[0] else 3 if any(loser[19:26]) else 2)
        return "" if winner == off.index(15) and points == worth else "result"
    return "" if points in (cube, 2 * cube, 3 * cube) else "resignation"


def _played(make: ModuleType, own: list[int], opp: list[int], cell: str, stars: bool) -> bool:
    """Play a cell's steps; whether the result is one of those that can be, and the stars stand where something was hit."""
    dice = [int(cell[0]), int(cell[1])]
    steps = [tuple(map(int, step.rstrip("*").split("/"))) for step in cell[3:].split()]
    starred = {int(step.rstrip("*").split("/")[1]) for step in cell[3:].split() if "*" in step}
    high, low = max(dice), min(dice)
    first = _every(make, own, opp, [high] * 4 if high == low else [high, low])
    second = _every(make, own, opp, [low, high])
    most = max(used for used, _ in first | second)
    results = {result for used, result in (first if most == 1 else first | second) if used == most}
    if most == 1 and not results:  # the larger die goes before the smaller, where only one of them can be played
        results = {result for used, result in second if used == most}
    before = opp[25]
    hits = set()
    for src, dst in steps:
        own[src] -= 1
        own[dst] += 1
        if dst and opp[25 - dst] == 1:
            opp[25 - dst] = 0
            opp[25] += 1
            hits.add(dst)
    assert opp[25] - before == len(hits)
    return (tuple(own), tuple(opp)) in results and (not stars or hits == starred)


def _every(make: ModuleType, own: list[int], opp: list[int], dice: list[int], used: int = 0) -> set[tuple[int, Board]]:
    """Every board on the way of playing the dice in this order, with how many of them were used."""
    found = {(used, (tuple(own), tuple(opp)))}
    if not dice:
        return found
    for src in [25] if own[25] else [point for point in range(1, 25) if own[point]]:
        dst = make.legal(own, opp, src, dice[0])
        if dst is None:
            continue
        mine, theirs = own[:], opp[:]
        mine[src] -= 1
        mine[dst] += 1
        if dst and theirs[25 - dst]:
            theirs[25 - dst] -= 1
            theirs[25] += 1
        found |= _every(make, mine, theirs, dice[1:], used + 1)
    return found
