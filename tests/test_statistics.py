"""Statistics: a small match worked out by hand, sums, tests of fairness against printed tables, and what holds of every match."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared import SHARED, needs_shared

from tavla_cli.board import Position, legal_plays, pips
from tavla_cli.examine import read
from tavla_cli.record import Side
from tavla_cli.rules import rules_for
from tavla_cli.source import decode
from tavla_cli.summary.course import Course, CubeAction, Turn, course
from tavla_cli.summary.fairness import Fairness, fairness, upper_tail
from tavla_cli.summary.statistics import ROLLS, Facts, GameFacts, Statistics, dancing, facts, game_facts, pips_of, statistics, totals

SMALL = Path(__file__).parent / "cases" / "summary" / "small.mat"
EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.mat"))


def course_of(text: str) -> Course:
    (match,) = read(decode("small.mat", text.encode(), None))
    return course(match, rules_for(match, ()))


def small() -> Course:
    return course_of(SMALL.read_text(encoding="utf-8"))


def rolls(*dice: int) -> tuple[int, ...]:
    return tuple(dice.count(high * 10 + low) for high, low in ROLLS)


# ---- the course


def test_course() -> None:
    first, second = (replace(game, sheet=()) for game in small().games)
    assert (first.score, first.winner, first.points, first.kind, first.ended, first.cube, first.turns) == (
        (0, 0), Side.LEFT, 4, "gammon", "resignation", 2, 6,
    )  # fmt: skip
    assert first.actions == (CubeAction(5, Side.LEFT, "double", 2, 2), CubeAction(5, Side.RIGHT, "take", 2))
    assert first.start == (167, 167)
    assert first.pips == ((163, 167), (163, 159), (156, 166), (156, 166), (132, 166), (132, 159))
    assert (second.score, second.after, second.winner, second.points, second.kind, second.ended, second.crawford) == (
        (4, 0), (4, 1), Side.RIGHT, 1, "single", "drop", False,
    )  # fmt: skip
    assert second.actions == (CubeAction(3, Side.RIGHT, "double", 2, 2), CubeAction(3, Side.LEFT, "drop", 2))
    assert second.pips == ((167, 161), (143, 161))


def test_turns() -> None:
    turns = small().games[0].sheet
    assert [(turn.number, turn.side, turn.row, turn.dice, turn.text, turn.moved, turn.opening) for turn in turns] == [
        (1, Side.LEFT, 1, (3, 1), "8/5 6/5", 4, True),
        (2, Side.RIGHT, 1, (6, 2), "24/18 13/11", 8, False),
        (3, Side.LEFT, 2, (6, 1), "13/7* 8/7", 7, False),
        (4, Side.RIGHT, 2, (6, 5), "Cannot Move", 0, False),
        (5, Side.LEFT, 4, (6, 6), "24/18(2) 13/7(2)", 24, False),
        (6, Side.RIGHT, 4, (4, 3), "bar/21 24/21", 7, False),
    ]


# Each number counted by hand from the lines of the small match.
ANN = Statistics(
    matches=1, games=2, games_won=1, points_won=4, points_lost=1, turns=4, rolls=4, opening_rolls=1,
    pips_rolled=4 + 7 + 24 + 24, opening_pips=4, dice=rolls(31, 61, 66, 66), opening_dice=rolls(31),
    moves_known=4, pips_moved=59, pips_wasted=0, hits=1, forced=0,
    blots_left=0 + 1 + 1 + 0, points_made=1 + 1 + 1 + 2, longest_prime=3, turns_ahead=6, comeback_pips=4,
    doubles=1, drops=1, highest_cube=2, first_cube=3,
    gammons_won=1, won_by_resignation=1, shortest_game=2, longest_game=6,
)  # fmt: skip
BOB = Statistics(
    matches=1, games=2, games_won=1, points_won=1, points_lost=4, turns=4, rolls=4, opening_rolls=1,
    pips_rolled=8 + 11 + 7 + 6, opening_pips=6, dice=rolls(62, 65, 43, 42), opening_dice=rolls(42),
    moves_known=4, pips_moved=8 + 0 + 7 + 6, pips_wasted=11, hits_suffered=1, pips_lost=25 - 18,
    bar_turns=2, dances=1, expected_dances=(2 / 6) ** 2 * 2, longest_dance=1, entries=1, unmoved=1, forced=0,
    blots_left=3 + 2 + 1 + 0, points_made=1 + 1, longest_prime=1, turns_ahead=2, comeback_pips=18,
    doubles=1, takes=1, highest_cube=2, first_cube=3,
    singles_won=1, won_by_drop=1, points_by_drops=1, shortest_game=2, longest_game=6,
)  # fmt: skip


def test_statistics_worked_out_by_hand() -> None:
    assert statistics(small(), forced=True) == (ANN, BOB)


def test_forced_plays_are_counted_only_when_asked_for() -> None:
    assert [one.forced for one in statistics(small())] == [None, None]


def test_facts() -> None:
    played = small()
    assert facts(played) == Facts(pip_leads=2 + 1, score_leads=0, longest_game=6, shortest_game=2, games_without_cube=0)
    assert [game_facts(game) for game in played.games] == [GameFacts(2, 2, 4), GameFacts(1, 2, 18)]


def test_expected_values() -> None:
    assert (ANN.expected_pips, ANN.expected_doubles, ANN.mean_pips, ANN.mean_opening_pips, ANN.faces) == (
        pytest.approx(3 * 49 / 6 + 7), 0.5, pytest.approx(55 / 3), 4.0, (2, 0, 1, 0, 0, 5),
    )  # fmt: skip
    assert sum(ANN.expected_dice) == pytest.approx(4)


def test_what_is_not_certain_is_not_counted() -> None:
    """After an unreadable play the dice count, and the board does not, until a single board is left."""
    played = course_of(SMALL.read_text(encoding="utf-8").replace("13/7* 8/7     ", "????          "))
    left, right = statistics(played)
    assert (played.games[0].uncertain, left.rolls, left.pips_rolled, left.hits, right.hits_suffered) == (4, 4, 59, 0, 0)
    assert (left.uncertain, right.uncertain) == (2, 2)


# ---- sums


def test_sum() -> None:
    both = ANN + BOB
    assert both == totals([ANN, BOB]) == BOB + ANN
    assert (both.matches, both.rolls, both.dice, both.hits, both.longest_prime, both.first_cube, both.forced, both.longest_dance) == (
        2, 8, rolls(31, 61, 66, 66, 62, 65, 43, 42), 1, 3, 3, 0, 1,
    )  # fmt: skip
    assert (ANN + replace(BOB, forced=None)).forced is None
    assert totals([]) == Statistics()


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_what_holds_of_every_match(path: Path) -> None:
    for match in read(decode(path.name, path.read_bytes(), None)):
        played = course(match, rules_for(match, ()))
        left, right = statistics(played)
        both = left + right
        assert (left.hits, right.hits) == (right.hits_suffered, left.hits_suffered)
        assert (left.points_won, right.points_won) == (right.points_lost, left.points_lost)
        assert (both.games_won, both.turns) == (sum(game.winner is not None for game in played.games), played.turns)
        assert sum(both.dice) == both.rolls <= both.turns
        assert sum(both.faces) == 2 * both.rolls
        assert both.entries <= both.hits_suffered + both.uncertain
        assert both.takes + both.drops <= both.doubles + both.redoubles + both.beavers
        if both.moves_known == both.rolls:
            assert both.pips_moved + both.pips_wasted == both.pips_rolled
        last = played.games[-1].after if played.games else None
        assert last is None or last == played.score
        json.dumps(both.as_json())


# ---- fairness


@pytest.mark.parametrize(
    ("chi_square", "degrees", "p"),
    [  # Abramowitz and Stegun, table 26.8, and 26.7
        (3.84146, 1, 0.05),
        (5.99147, 2, 0.05),
        (7.81473, 3, 0.05),
        (11.0705, 5, 0.05),
        (15.0863, 5, 0.01),
        (20.515, 5, 0.001),
        (1.14548, 5, 0.95),
        (31.4104, 20, 0.05),
        (37.5662, 20, 0.01),
        (10.8508, 20, 0.95),
        (0.0, 5, 1.0),
    ],
)
def test_upper_tail(chi_square: float, degrees: int, p: float) -> None:
    assert upper_tail(chi_square, degrees) == pytest.approx(p, abs=5e-6)


@given(st.floats(0, 1e6), st.integers(1, 60))
def test_upper_tail_is_a_chance(chi_square: float, degrees: int) -> None:
    assert 0 <= upper_tail(chi_square, degrees) <= 1


def test_fairness() -> None:
    assert fairness((10, 10, 10, 10, 10, 10), (1,) * 6) == Fairness(0.0, 5, 1.0)
    found = fairness((20, 10, 10, 10, 10, 0), (1,) * 6)
    assert (found.chi_square, found.degrees, found.p) == (20.0, 5, pytest.approx(0.0012497, abs=1e-6))
    assert fairness((5, 5, 5, 5, 5, 4), (1,) * 6).p is None  # fewer than five are expected of each
    assert fairness((0, 0), (1, 1)) == Fairness(0.0, 1, None)


@pytest.mark.parametrize(
    ("p", "sentence"),
    [
        (None, "Too few rolls for a test."),
        (0.62, "Fair dice deviate this far in about 62 of 100 samples of this size: nothing unusual."),
        (0.031, "Fair dice deviate this far in about 3 of 100 samples of this size: seldom, but it happens."),
        (0.0004, "Fair dice deviate this far in fewer than 1 of 1,000 samples of this size."),
    ],
)
def test_fairness_in_words(p: float | None, sentence: str) -> None:
    template, args = Fairness(1.0, 5, p).sentence
    assert template.format_map(args) == sentence


# ---- the rule book


def turn_of(before: Position, after: Position, dice: tuple[int, int]) -> Course:
    """A match of one turn."""
    moved = pips(before.own) - pips(after.own)
    turn = Turn(2, Side.LEFT, 1, dice, "", before, after, moved, False, False, 1, None, 0, None)
    game = replace(small().games[1], sheet=(turn,), actions=(), turns=1, winner=None, points=None)
    return replace(small(), games=(game,))


def side(points: dict[int, int]) -> bytes:
    return bytes(points.get(point, 0) for point in range(26))


def said_of_dice() -> str:
    every = Statistics(rolls=36)
    return f"share of doubles = {Fraction(every.expected_doubles) / every.rolls}"


def said_of_pips() -> str:
    """5-5 with two checkers on the 13-point, the 3-point closed: two fives can be played."""
    opp = {22: 2, 6: 13}
    before = Position(side({13: 2, 4: 5, 2: 4, 1: 4}), side(opp))
    (after,) = legal_plays(before, 5, 5)
    mine, _ = statistics(turn_of(before, after, (5, 5)))
    unplayable = {1: "one five", 2: "two fives"}[mine.pips_wasted // 5]
    return f"pips rolled {mine.pips_rolled}, pips moved {mine.pips_moved} ({unplayable} unplayable)"


def said_of_dances() -> str:
    board = Position(side({25: 1, 6: 14}), side({6: 3, 5: 2, 4: 2, 3: 2, 2: 2, 1: 1, 8: 3}))
    mine, _ = statistics(turn_of(board, board, (6, 6)))
    return f"dance probability against a five-point board = {Fraction(mine.expected_dances).limit_denominator(1000)}"


SAID = {"R331": said_of_dice, "R332": said_of_pips, "R334": said_of_dances}


@needs_shared
def test_cases_of_the_rule_book() -> None:
    assert SHARED is not None
    lines = (SHARED / "rules" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [case for case in map(json.loads, lines) if case["kind"] == "stat"]
    assert {case["id"]: SAID[case["id"]]() for case in cases} == {case["id"]: case["action"] for case in cases} != {}


def test_dances_by_open_points() -> None:
    assert [dancing(open_points) for open_points in range(7)] == pytest.approx([1, 25 / 36, 16 / 36, 9 / 36, 4 / 36, 1 / 36, 0])
    assert [pips_of(dice) for dice in ((1, 1), (2, 1), (6, 6))] == [4, 3, 24]
