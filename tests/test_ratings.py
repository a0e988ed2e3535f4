"""Ratings: the published examples, the cases of E14, E20 and E21, and the run over many results."""

import json
import math
import random
import re
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavla_cli.tournament.model import Kind, MatchRecord, Player, Rated, Result, Winner
from tavla_cli.tournament.ratings import (
    NOTES,
    SYSTEMS,
    elo,
    fibs,
    fibs_ramp,
    fibs_upset,
    galaxy,
    master_points,
    place_points,
    rate,
)
from tests.shared import SHARED, needs_shared


def result(
    left: str,
    right: str | None,
    winner: Winner | None = "left",
    kind: Kind = Kind.TYPED,
    *,
    length: int | None = 7,
    round: int | None = None,
    stage: str = "s",
    complete: bool = True,
    date: str | None = None,
) -> Result:
    record = None
    if date is not None:
        record = MatchRecord("m", 1, (left, right or ""), (), length, None, None, winner, complete, 1, 1, 0, 0, None, None, date, "x")  # type: ignore[arg-type]
    return Result(stage, round, left, right, None, winner, kind, length, "director", complete, record=record)


# --- one match


def test_fibs_by_hand() -> None:
    # 300 above over 7 points: 10 ** (300 * 2.6458 / 2000) = 2.4937, so that the lower one wins 28.62 %
    assert round(fibs_upset(300, 7), 4) == 0.2862
    assert [round(change, 4) for change in fibs(1850, 1550, 7, (1000, 1000))] == [3.0291, -3.0291]
    # the upset pays the rest of 4 * sqrt(7)
    assert [round(change, 4) for change in fibs(1550, 1850, 7, (1000, 1000))] == [7.5539, -7.5539]
    assert [fibs_ramp(experience) for experience in (0, 100, 250, 399, 400, 9999)] == [5, 4, 2.5, 1.0099999999999998, 1, 1]


def test_elo_by_hand() -> None:
    assert elo(1500, 1500) == (16, -16)
    assert [round(change, 4) for change in elo(1900, 1500)] == [2.9091, -2.9091]  # ten to one: 32 / 11


def test_galaxy_half_for_the_winner_with_the_worse_pr() -> None:
    whole, half = galaxy(1736.78, 1628.8, 13), galaxy(1736.78, 1628.8, 13, "loser")
    assert (round(whole.winner, 2), round(half.winner, 2)) == (34.19, 17.09)
    assert galaxy(1736.78, 1628.8, 13, "winner") == whole
    # K stays between 5 and 16: equal players win half of it
    assert [galaxy(mean, mean, 1).winner for mean in (100, 1333, 1500, 2250, 9000)] == [8, 8, 7, 2.5, 2.5]


def test_master_points_for_places() -> None:
    assert [round(place_points(64, (rank, rank)), 4) for rank in (1, 2, 3, 4, 5, 6)] == [3.6, 2.52, 1.8, 1.2, 0.9, 0.72]
    assert place_points(64, (1, 1), edition=2015) == 6
    assert round(place_points(64, (5, 8)), 4) == round(3.6 * (1 / 4 + 1 / 5 + 1 / 6 + 1 / 7) / 4, 4)
    assert round(place_points(16, (3, 4), 2, 0.7), 4) == round(2 * 0.7 * 0.6 * 4 * (1 / 2 + 1 / 3) / 2, 4)


@settings(deadline=None)
@given(st.floats(-1e9, 1e9), st.floats(-1e9, 1e9), st.integers(1, 999))
def test_what_one_wins_the_other_loses(winner: float, loser: float, length: int) -> None:
    for gain, loss in (galaxy(winner, loser, length), elo(winner, loser), fibs(winner, loser, length, (400, 400))):
        assert gain == -loss >= 0
        assert math.isfinite(gain)


@settings(deadline=None)
@given(st.floats(0, 3000), st.floats(0, 3000), st.integers(1, 25), st.integers(0, 800), st.integers(0, 800))
def test_fibs_against_the_formula_as_it_is_printed(a: float, b: float, n: int, exp_a: int, exp_b: int) -> None:
    p_upset = 1 / (10 ** (abs(a - b) * math.sqrt(n) / 2000) + 1)
    favourite_wins = a >= b
    p = p_upset if favourite_wins else 1 - p_upset
    expected = [4 * max(1, 5 - exp_a / 100) * math.sqrt(n) * p, -4 * max(1, 5 - exp_b / 100) * math.sqrt(n) * p]
    assert list(fibs(a, b, n, (exp_a, exp_b))) == pytest.approx(expected, rel=1e-12)


# --- many


def test_fibs_over_two_matches_carries_ratings_and_experience() -> None:
    people = [Player("A", rating=1600, experience=395), Player("B"), Player("C")]
    first = fibs(1600, 1500, 7, (395, 0))
    second = fibs(1500 + first.loser, 1600 + first.winner, 5, (7, 402))
    assert rate("fibs", people, [result("B", "A", length=5, round=2), result("A", "B", round=1)]) == (
        Rated("A", 1600, 1600 + first.winner + second.loser, 395, 407, 2),
        Rated("B", 1500, 1500 + first.loser + second.winner, 0, 12, 2),
        Rated("C", 1500, 1500, 0, 0, 0),
    )


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_not_rated(system: str) -> None:
    unrated = [
        result("A", "B", kind=Kind.FORFEIT),
        result("A", "B", kind=Kind.WALKOVER),
        result("A", "B", kind=Kind.SETTLED),
        result("A", "B", None, Kind.UNPLAYED),
        result("A", None, kind=Kind.BYE),
        result("A", "B", complete=False),
        result("A", "B", None),
        result("A", "A"),
    ]
    start = 0 if system == "usbgf-master-points" else 1500
    assert rate(system, [Player("A"), Player("B")], unrated) == (Rated("A", start, start, 0, 0, 0), Rated("B", start, start, 0, 0, 0))
    assert [each.matches for each in rate(system, [], [result("A", "B", kind=Kind.RECORD)])] == [1, 1]


def test_without_a_length_only_elo_rates() -> None:
    assert {system: [each.matches for each in rate(system, [], [result("A", "B", length=None)])] for system in SYSTEMS} == {
        "fibs": [0, 0],
        "galaxy": [0, 0],
        "elo": [1, 1],
        "usbgf-master-points": [0, 0],
    }


def test_master_points_are_added_up() -> None:
    found = rate(
        "usbgf-master-points",
        [Player("A", rating=2.5)],
        [result("A", "B", length=9), result("A", "C", length=9), result("C", "A", length=9)],
    )
    assert [(each.player, each.before, each.after, each.matches) for each in found] == [("A", 2.5, 4.5, 3), ("B", 0, 0, 1), ("C", 0, 1, 2)]


def test_order_is_by_stage_round_and_date_else_as_given() -> None:
    people = [Player("A"), Player("B"), Player("C")]
    one, two, three = (("A", "B"), ("B", "C"), ("C", "A"))

    def after(*results: Result, stages: tuple[str, ...] = ()) -> tuple[Rated, ...]:
        return rate("fibs", people, results, stages)

    expected = after(result(*one), result(*two), result(*three))
    assert expected != after(result(*three), result(*two), result(*one))
    assert after(result(*three, round=3), result(*two, round=2), result(*one, round=1)) == expected
    dated = [result(*three, date="2024-03-10"), result(*two, date="2024.3.9"), result(*one, date="2023/12/31")]
    assert after(*dated) == expected
    by_stage = [result(*three, stage="final"), result(*one, stage="first"), result(*two, stage="first")]
    assert after(*by_stage, stages=("first", "final")) == expected


def test_the_order_of_results_with_rounds_is_of_no_consequence() -> None:
    rnd = random.Random(3)
    results = [
        result(a, b, rnd.choice(("left", "right")), round=number)
        for number, pairs in enumerate(["AB CD", "AC BD", "AD BC"], 1)
        for a, b in map(tuple, pairs.split())
    ]
    expected = rate("fibs", [Player(name) for name in "ABCD"], results)
    for _ in range(10):
        rnd.shuffle(results)
        assert rate("fibs", [Player(name) for name in "ABCD"], results) == expected


def test_every_system_says_what_it_assumes() -> None:
    assert set(NOTES) == set(SYSTEMS)
    with pytest.raises(KeyError):
        rate("luck", [], [])


# --- the cases


def cases() -> list[dict[str, Any]]:
    if SHARED is None:
        return []
    lines = (SHARED / "rules" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    return [case for case in map(json.loads, lines) if case["rule"] in ("E14", "E20", "E21")]


@needs_shared
def test_the_cases_are_those_answered_here() -> None:
    assert [case["id"] for case in cases()] == ["R304", "R305", "R307", "R308", "R310", "R311", "R313", "R314", "R316", "R319", "R320"]


@needs_shared
@pytest.mark.parametrize("case", cases(), ids=lambda case: case["id"])
def test_cases(case: dict[str, Any]) -> None:
    given_ = case["input"]
    asked = re.findall(r"[+-]?\d+\.\d+", case["action"])
    match case["rule"]:
        case "E14" if "ranks" in given_:
            values = [place_points(given_["players"], (given_["ranks"][0], given_["ranks"][1]))]
        case "E14":
            values = [master_points(given_["match_length"], given_["event_weight"], given_["division_weight"])]
        case "E20" if "D" in given_:
            values = [1 - fibs_upset(given_["D"], given_["n"])]
        case "E20":
            values = list(fibs(given_["winner"], given_["loser"], given_["n"], (given_["exp"][0], given_["exp"][1])))
        case _:
            one_wins = "p1_wins_match_p2_wins_pr" in given_
            both = (given_["p1"], given_["p2"]) if one_wins else (given_["p2"], given_["p1"])
            pr: Literal["winner", "loser"] = "loser" if one_wins else "winner"
            values = [galaxy(*both, given_["length"], pr).winner]
    # to as many places as are printed
    assert (
        [f"{value:+.{len(text.split('.')[1])}f}" for value, text in zip(values, asked, strict=True)]
        == [f"{'' if text[0] in '+-' else '+'}{text}" for text in asked]
    ) is case["legal"]
