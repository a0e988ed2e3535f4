"""Tables: points, tie-breaks, ranks, crosstable and wall chart, against values worked out by hand and by another, plainer script."""

import ast
import itertools
import json
import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavla_cli.tournament.criteria import PRESETS, canonical, expand
from tavla_cli.tournament.model import Form, Kind, Line, Player, Points, Result, Stage, Table
from tavla_cli.tournament.standings import Why, table, why
from tests.shared import SHARED, needs_shared

CRITERIA = (
    "head-to-head",
    "head-to-head-difference",
    "difference",
    "ratio",
    "wins",
    "buchholz",
    "median-buchholz",
    "buchholz-cut-1",
    "sonneborn-berger",
    "progressive",
    "points-won",
    "seed",
)


def stage(form: Form = Form.ROUND_ROBIN, *tiebreaks: str, **more: Any) -> Stage:
    return Stage("s", form, length=more.pop("length", 7), tiebreaks=tiebreaks, **more)


def players(names: str) -> list[Player]:
    return [Player(name) for name in names]


def played(text: str, **more: Any) -> Result:
    """`A 7-5 B` or `3: A 7-5 B` (round 3)."""
    number, _, rest = text.rpartition(": ")
    left, score, right = rest.split()
    own, other = (int(part) for part in score.split("-"))
    winner = "left" if own > other else "right" if other > own else None
    kind = more.pop("kind", Kind.TYPED)
    return Result("s", int(number) if number else None, left, right, (own, other), winner, kind, None, "director", **more)  # type: ignore[arg-type]


def default(text: str, kind: Kind = Kind.FORFEIT) -> Result:
    """`2: A B`: A wins by forfeit in round 2; `2: A -`: a bye."""
    number, _, rest = text.rpartition(": ")
    left, right = rest.split()
    bye = right == "-"
    return Result(
        "s", int(number) if number else None, left, None if bye else right, None, "left", Kind.BYE if bye else kind, None, "director"
    )


def all_played(*texts: str) -> list[Result]:
    return [played(text) for text in texts]


def ranks(found: Table) -> list[tuple[int, str]]:
    return [(line.rank, line.player) for line in found.lines]


def breaks(found: Table) -> dict[str, dict[str, float | None]]:
    return {line.player: line.tiebreaks for line in found.lines}


CIRCLE = all_played("A 7-5 B", "B 7-6 C", "C 7-2 A", "A 7-1 D", "B 7-1 D", "C 7-1 D")


def test_a_round_robin_whole() -> None:
    found = table(stage(Form.ROUND_ROBIN, "head-to-head", "difference"), players("ABCD"), CIRCLE)
    assert found.lines == (
        Line(1, "C", 3, 2, 1, 0, 2.0, 20, 10, {"head-to-head": 1.0, "difference": 10.0}),
        Line(2, "B", 3, 2, 1, 0, 2.0, 19, 14, {"head-to-head": 1.0, "difference": 5.0}),
        Line(3, "A", 3, 2, 1, 0, 2.0, 16, 13, {"head-to-head": 1.0, "difference": 3.0}),
        Line(4, "D", 3, 0, 3, 0, 0.0, 3, 21, {"head-to-head": None, "difference": -18.0}),
    )
    assert found.cross == {
        "A": {"B": "7-5", "C": "2-7", "D": "7-1"},
        "B": {"A": "5-7", "C": "7-6", "D": "7-1"},
        "C": {"B": "6-7", "A": "7-2", "D": "7-1"},
        "D": {"A": "1-7", "B": "1-7", "C": "1-7"},
    }
    assert found.wall is None
    assert found.notes == (
        "A win counts 1, a loss 0.",
        "A match that was not played counts 0 to each player.",
        "Order: points, head-to-head, difference. What stays tied begins again with the first.",
    )


def test_a_circle_stays_tied_by_head_to_head_alone() -> None:
    found = table(stage(Form.ROUND_ROBIN, "head-to-head"), players("ABCD"), CIRCLE)
    assert [(line.rank, line.player, line.shared, line.playoff) for line in found.lines] == [
        (1, "A", True, False),
        (1, "B", True, False),
        (1, "C", True, False),
        (4, "D", False, False),
    ]


def test_a_play_off_is_said_to_be_needed_and_ends_the_order() -> None:
    found = table(stage(Form.ROUND_ROBIN, "head-to-head", "play-off", "difference"), players("ABCD"), CIRCLE)
    assert [(line.rank, line.shared, line.playoff) for line in found.lines] == [(1, True, True)] * 3 + [(4, False, False)]
    shared = table(stage(Form.ROUND_ROBIN, "shared", "difference"), players("ABCD"), CIRCLE)
    assert [(line.rank, line.shared, line.playoff) for line in shared.lines] == [(1, True, False)] * 3 + [(4, False, False)]


def test_what_stays_tied_begins_again_among_fewer() -> None:
    # A, B, C and D have three points each. Among them A and B have 2 wins, C and D 1: only then does A's match with B count alone.
    results = all_played("A 7-1 B", "A 7-1 C", "D 7-1 A", "B 7-1 C", "B 7-1 D", "C 7-6 D")
    results += all_played("A 7-1 E", "E 7-1 B", "C 7-1 E", "D 7-1 E", "F 7-1 A", "B 7-1 F", "C 7-1 F", "D 7-1 F", "E 7-1 F")
    found = table(stage(Form.ROUND_ROBIN, "head-to-head", "shared"), players("ABCDEF"), results)
    assert [(line.rank, line.player, line.points, line.tiebreaks) for line in found.lines] == [
        (1, "A", 3.0, {"head-to-head": 2.0}),
        (2, "B", 3.0, {"head-to-head": 2.0}),
        (3, "C", 3.0, {"head-to-head": 1.0}),
        (4, "D", 3.0, {"head-to-head": 1.0}),
        (5, "E", 2.0, {"head-to-head": None}),
        (6, "F", 1.0, {"head-to-head": None}),
    ]
    answer = why(found, "B", "A")
    assert answer is not None
    assert (answer.ahead, answer.criterion, answer.values) == ("A", "head-to-head", (0.0, 1.0))
    assert [(each.criterion, each.values, each.decided) for each in answer.tried] == [
        ("points", (("A", 3.0), ("B", 3.0), ("C", 3.0), ("D", 3.0), ("E", 2.0), ("F", 1.0)), False),
        ("head-to-head", (("A", 2.0), ("B", 2.0), ("C", 1.0), ("D", 1.0)), False),
        ("head-to-head", (("A", 1.0), ("B", 0.0)), True),
    ]


def test_head_to_head_needs_that_all_have_met() -> None:
    # A beat B, C met neither; all have one win and one loss
    results = all_played("1: A 7-5 B", "2: D 7-0 A", "2: B 7-0 E", "1: C 7-1 D", "2: F 7-1 C")
    found = table(stage(Form.SWISS, "head-to-head", "difference"), players("ABCDEF"), results)
    tied = [(line.player, line.tiebreaks) for line in found.lines if line.points == 1]
    assert [name for name, _ in tied] == ["F", "B", "D", "C", "A"]
    assert {values["head-to-head"] for _, values in tied} == {None}
    assert "head-to-head was passed over where the tied players had not all met, equally often." in found.notes


def test_head_to_head_needs_that_all_have_met_equally_often() -> None:
    # all have two wins and two losses, but A met B twice and C only once
    results = all_played("A 7-1 B", "A 7-1 B", "C 7-1 A", "B 7-1 C", "D 7-6 A", "B 7-6 D", "C 7-5 D", "D 7-1 C")
    found = table(stage(Form.LEAGUE, "head-to-head", "difference"), players("ABCD"), results)
    assert [(line.player, line.points, line.tiebreaks) for line in found.lines] == [
        ("A", 2.0, {"head-to-head": None, "difference": 5.0}),
        ("D", 2.0, {"head-to-head": None, "difference": 4.0}),
        ("C", 2.0, {"head-to-head": None, "difference": -4.0}),
        ("B", 2.0, {"head-to-head": None, "difference": -5.0}),
    ]


def test_head_to_head_counts_forfeits_and_both_legs() -> None:
    results = [*all_played("A 7-5 B", "B 7-0 A"), default("B A")]
    found = table(stage(Form.LEAGUE, "head-to-head-difference", points=Points(win=0, forfeit_win=0, bye=1)), players("AB"), results)
    assert breaks(found) == {"B": {"head-to-head-difference": 12.0}, "A": {"head-to-head-difference": -12.0}}
    assert found.cross == {"A": {"B": "7-5 0-7f 0-7"}, "B": {"A": "5-7 7-0f 7-0"}}


SWISS = [
    *all_played("1: A 7-3 B", "1: C 7-4 D", "2: A 7-5 C", "2: B 7-6 E", "3: A 7-0 D", "3: E 7-2 C"),
    default("1: E -"),
    default("2: D -"),
    default("3: B -"),
]


def test_tie_breaks_of_a_swiss_by_hand() -> None:
    """Scores A 3, B 2, E 2, C 1, D 1. A bye counts against one's own score: B meets A 3, E 2 and himself 2."""
    order = ("buchholz", "median-buchholz", "buchholz-cut-1", "sonneborn-berger", "progressive", "difference", "points-won", "wins")
    found = table(stage(Form.SWISS, *order), players("ABCDE"), SWISS)
    names = {line.player: (line.rank, line.points, *line.tiebreaks.values()) for line in found.lines}
    assert names == {
        "A": (1, 3.0, 2 + 1 + 1, 1, 3, 4, 1 + 2 + 3, 13, 21, 3),
        "B": (2, 2.0, 3 + 2 + 2, 2, 5, 2 + 2, 0 + 1 + 2, 4 + 7 - 10 + 3, 17, 2),
        "E": (3, 2.0, 2 + 2 + 1, 2, 4, 2 + 1, 1 + 1 + 2, 7 - 1 + 5, 20, 2),
        "C": (4, 1.0, 1 + 3 + 2, 2, 5, 1, 1 + 1 + 1, 3 - 2 - 5, 14, 1),
        "D": (5, 1.0, 1 + 1 + 3, 1, 4, 1, 0 + 1 + 1, -3 + 7 - 7, 11, 1),
    }
    assert found.notes[:4] == (
        "A win counts 1, a loss 0.",
        "A bye counts 1.",
        "In match points a bye is a win by 7-0.",
        "A match that was not played counts 0 to each player.",
    )
    assert (
        "For the scores of opponents, a round without a played match counts as one against an opponent with the player's own score."
        in found.notes
    )


def test_a_missed_round_of_a_swiss_counts_one_s_own_score_and_a_forfeit_too() -> None:
    results = [*all_played("1: A 7-3 B", "1: C 7-4 D", "2: A 7-5 C"), default("2: D B")]
    found = table(stage(Form.SWISS, "buchholz", "sonneborn-berger"), [*players("ABCD"), Player("E", withdrawn=0)], results)
    assert breaks(found) == {
        "A": {"buchholz": 0 + 1, "sonneborn-berger": 1},
        "C": {"buchholz": 1 + 2, "sonneborn-berger": 1},
        "D": {"buchholz": 1 + 1, "sonneborn-berger": 1},
        "B": {"buchholz": 2 + 0, "sonneborn-berger": 0},
        "E": {"buchholz": 0, "sonneborn-berger": 0},
    }
    assert "Withdrawn: E. What was played stays." in found.notes


def test_progressive_of_seven_wins_is_28() -> None:
    results = all_played(*(f"{number}: A 7-0 {name}" for number, name in enumerate("BCDEFGH", 1)))
    assert breaks(table(stage(Form.SWISS, "progressive"), players("ABCDEFGH"), results))["A"] == {"progressive": 28.0}


def test_progressive_is_passed_over_without_rounds() -> None:
    found = table(stage(Form.OPEN, "progressive", "difference"), players("AB"), all_played("A 7-5 B", "B 7-0 A"))
    assert breaks(found) == {"B": {"progressive": None, "difference": 5.0}, "A": {"progressive": None, "difference": -5.0}}
    assert "progressive was passed over where the round of a result is unknown." in found.notes


@pytest.mark.parametrize(("cap", "points", "note"), [(True, 7, "Match points are capped at the match length."), (False, 9, "")])
def test_points_are_capped_at_the_length(cap: bool, points: int, note: str) -> None:
    found = table(stage(Form.OPEN, cap=cap), players("AB"), all_played("A 9-5 B"))
    assert [(line.points_for, line.points_against) for line in found.lines] == [(points, 5), (5, points)]
    assert (note in found.notes) is bool(note)


def test_the_length_is_the_result_s_then_the_round_s_then_the_stage_s() -> None:
    own = replace(played("2: A 99-0 B"), length=3)
    results = [own, played("2: A 99-0 C"), played("1: B 99-0 C")]
    found = table(stage(Form.SWISS, lengths=(0, 5)), players("ABC"), results)
    assert {line.player: line.points_for for line in found.lines} == {"A": 3 + 5, "B": 99, "C": 0}


def test_byes_and_forfeits_have_the_points_of_the_event() -> None:
    points = Points(win=2, loss=1, bye=1, forfeit_win=2, forfeit_loss=0, unplayed=0.5, bye_score=(5, 2))
    unplayed = replace(default("B D"), kind=Kind.UNPLAYED, winner=None)
    nobody = replace(default("A D"), winner=None)
    results = [default("A -"), default("A B"), played("A 7-6 C"), unplayed, nobody]
    found = table(stage(points=points), players("ABCD"), results)
    assert [(line.player, line.played, line.won, line.lost, line.points, line.points_for, line.points_against) for line in found.lines] == [
        ("A", 3, 2, 1, 5.0, 12, 8),
        ("C", 1, 0, 1, 1.0, 6, 7),
        ("B", 1, 0, 1, 0.5, 2, 5),
        ("D", 1, 0, 1, 0.5, 0, 0),
    ]
    assert found.notes == (
        "A win counts 2, a loss 1.",
        "A bye counts 1.",
        "A bye is neither won nor lost, and no match points come from it.",
        "A forfeit counts 2 to the one who wins by it and 0 to the other.",
        "In match points a forfeit is a win by 5-2.",
        "A match that was not played counts 0.5 to each player.",
    )
    assert found.cross == {
        "A": {"B": "5-2f", "C": "7-6", "D": "Lf"},
        "B": {"A": "2-5f", "D": "-"},
        "C": {"A": "6-7"},
        "D": {"A": "Lf", "B": "-"},
    }


@pytest.mark.parametrize(
    ("withdrawals", "after"), [("forfeit", {"A": 2, "B": 2, "C": 2, "D": 1}), ("unplayed", {"A": 1, "B": 0, "C": 0, "D": 1})]
)
def test_who_withdrew_keeps_his_results_and_forfeits_the_rest(withdrawals: Any, after: dict[str, float]) -> None:
    gone = [*players("ABC"), Player("D", withdrawn=1), Player("E", withdrawn=0)]
    found = table(stage(withdrawals=withdrawals), gone, all_played("1: D 7-5 A", "2: A 7-1 B"))
    assert {line.player: line.points for line in found.lines} == {**after, "E": 0}
    assert {line.player: line.withdrawn for line in found.lines} == {name: name in "DE" for name in "ABCDE"}
    assert len(found.results) == 2 + 2 + 4  # two played; D has not met B and C, and E nobody. Between D and E nobody wins


def test_groups_are_ranked_each_by_itself() -> None:
    groups = (("1", ("A", "B")), ("2", ("C", "D")))
    found = table(stage(groups=groups), players("ABCDE"), all_played("B 7-1 A", "C 7-1 D"))
    assert [(line.group, line.rank, line.player) for line in found.lines] == [
        ("1", 1, "B"),
        ("1", 2, "A"),
        ("2", 1, "C"),
        ("2", 2, "D"),
        (None, 1, "E"),
    ]
    assert why(found, "A", "C") is None


def test_lives_are_what_losses_leave() -> None:
    found = table(stage(Form.LIVES, lives=2), players("ABC"), all_played("1: A 7-1 B", "2: A 7-1 C", "3: B 7-1 C", "4: A 7-0 C"))
    assert [(line.player, line.points, line.lives) for line in found.lines] == [("A", 3, 2), ("B", 1, 1), ("C", 0, 0)]


def test_a_wall_chart_for_many_players() -> None:
    names = [f"P{number:02}" for number in range(1, 24)]
    results = all_played(*(f"1: {names[at]} 7-1 {names[at + 11]}" for at in range(11)))
    results += [default(f"1: {names[22]} -"), default(f"2: {names[0]} {names[1]}"), played(f"2: {names[2]} 4-4 {names[3]}", complete=True)]
    results += [
        replace(default(f"2: {names[4]} {names[5]}"), kind=Kind.UNPLAYED, winner=None),
        replace(played(f"3: {names[5]} 2-7 {names[6]}"), faulty=True),
    ]
    found = table(stage(Form.SWISS, "seed"), [Player(name, seed=at) for at, name in enumerate(names)], results)
    assert found.cross is None
    assert found.wall is not None
    number = {line.player: at for at, line in enumerate(found.lines, 1)}
    assert [line.player for line in found.lines[:5]] == ["P01", "P07", "P03", "P04", "P02"]
    assert {name: found.wall[name] for name in ("P01", "P02", "P03", "P05", "P06", "P07", "P12", "P23")} == {
        "P01": (f"{number['P12']}W", "5F", "-"),
        "P02": (f"{number['P13']}W", "1f", "-"),
        "P03": (f"{number['P14']}W", "4D", "-"),
        "P05": (f"{number['P16']}W", f"{number['P06']}U", "-"),
        "P06": (f"{number['P17']}W", f"{number['P05']}U", "2L!"),
        "P07": (f"{number['P18']}W", "-", f"{number['P06']}W!"),
        "P12": ("1L", "-", "-"),
        "P23": ("-B", "-", "-"),
    }


def test_absurd_rounds_and_players_cost_nothing() -> None:
    result = replace(played("A 7-1 B"), round=10**12)
    names = [Player(f"P{number}") for number in range(30)]
    found = table(stage(Form.SWISS, *CRITERIA), names, [result, replace(result, right="A"), replace(result, stage="other")])
    assert (len(found.lines), len(found.results)) == (32, 1)
    assert found.wall is not None and found.wall["A"] == ("32W",)


# --- names of criteria, presets


@pytest.mark.parametrize(
    ("name", "criterion"),
    [
        ("ikili averaj", "head-to-head-difference"),
        ("İkili_Averaj", "head-to-head-difference"),
        ("GENEL-AVERAJ", "difference"),
        ("Neustadtl", "sonneborn-berger"),
        ("Međusobni duel", "head-to-head"),
        ("Medjusobni duel", "head-to-head"),
        ("seri başı", "seed"),
        ("Buchholz Cut 1", "buchholz-cut-1"),
        ("play-off", "play-off"),
        ("playoff", "play-off"),
        ("luck", None),
    ],
)
def test_names_of_criteria(name: str, criterion: str | None) -> None:
    assert canonical(name) == criterion


def test_every_criterion_has_its_own_name() -> None:
    assert {name: canonical(name) for name in (*CRITERIA, "shared", "play-off", "direct-match")} == {
        name: name for name in (*CRITERIA, "shared", "play-off", "direct-match")
    }


def test_presets_and_names_mix() -> None:
    assert expand(["Challonge", "luck", "genel averaj", "seed"]) == (("median-buchholz", "head-to-head", "seed", "difference"), ("luck",))
    assert "No criterion of this name: luck." in table(stage(Form.OPEN, "luck"), players("AB"), []).notes


def test_published_orders() -> None:
    assert {name: preset.tiebreaks for name, preset in PRESETS.items()} == {
        "challonge": ("median-buchholz", "head-to-head", "seed"),
        "dgat": ("sonneborn-berger", "head-to-head", "play-off"),
        "wbif": ("average-pr", "head-to-head"),
        "hotspot": ("direct-match", "shared"),
        "turkish-league": ("head-to-head", "head-to-head-difference", "difference", "points-won"),
    }


def test_wbif_names_what_records_cannot_give() -> None:
    found = table(stage(Form.ROUND_ROBIN, "wbif"), players("AB"), all_played("A 7-5 B", "B 7-1 A", "B 7-5 A", "A 7-0 B"))
    assert breaks(found) == {"A": {"head-to-head": 2.0}, "B": {"head-to-head": 2.0}}
    assert "average-pr cannot be computed from match records and is passed over." in found.notes


def test_hotspot_takes_the_direct_match_of_two_and_shares_otherwise() -> None:
    assert ranks(table(stage(Form.ROUND_ROBIN, "hotspot"), players("ABCD"), CIRCLE)) == [(1, "A"), (1, "B"), (1, "C"), (4, "D")]
    two = all_played("B 7-5 A", "A 7-1 C", "A 7-1 D", "B 7-1 C", "D 7-1 B", "C 7-1 D")
    assert ranks(table(stage(Form.ROUND_ROBIN, "hotspot"), players("ABCD"), two)) == [(1, "B"), (2, "A"), (3, "C"), (4, "D")]


def test_a_turkish_league() -> None:
    """O G M A V Av P. A, B and C beat one another in a circle; their matches with each other are +2, -1 and -1."""
    preset = PRESETS["turkish-league"]
    assert preset.points is not None and preset.columns == ("O", "G", "M", "A", "V", "Av", "P")
    results = all_played("A 5-2 B", "B 5-3 C", "C 5-4 A", "A 5-4 D", "B 5-0 D")
    results.append(default("C D"))
    found = table(stage(Form.LEAGUE, "turkish-league", length=5, points=preset.points), players("ABCD"), results)
    rows = [
        (
            line.player,
            line.played,
            line.won,
            line.lost,
            line.points_for,
            line.points_against,
            line.points_for - line.points_against,
            line.points,
        )
        for line in found.lines
    ]
    assert rows == [
        ("A", 3, 2, 1, 14, 11, 3, 5.0),
        ("B", 3, 2, 1, 12, 8, 4, 5.0),
        ("C", 3, 2, 1, 13, 9, 4, 5.0),
        ("D", 3, 0, 3, 4, 15, -11, 2.0),
    ]
    assert [line.tiebreaks["head-to-head-difference"] for line in found.lines] == [2.0, -1.0, -1.0, None]
    answer = why(found, "B", "C")
    assert answer is not None
    # what the circle leaves begins again: B beat C, who won more points
    assert (answer.ahead, answer.criterion, answer.values) == ("B", "head-to-head", (1.0, 0.0))


# --- why


def test_why_gives_the_criterion_the_values_and_the_matches() -> None:
    results = [replace(result, sources=(f"{at}.mat",)) for at, result in enumerate(CIRCLE)]
    found = table(stage(Form.ROUND_ROBIN, "head-to-head", "difference"), players("ABCD"), results)
    answer = why(found, "A", "B")
    assert isinstance(answer, Why)
    assert (answer.players, answer.ahead, answer.criterion, answer.values) == (("A", "B"), "B", "difference", (3.0, 5.0))
    assert [[(part.opponent, part.value) for part in each] for each in answer.parts] == [
        [("B", 2), ("D", 6), ("C", -5)],
        [("A", -2), ("C", 1), ("D", 6)],
    ]
    assert answer.sources == ("0.mat", "3.mat", "2.mat", "1.mat", "4.mat")
    points = why(found, "D", "A")
    assert points is not None
    assert (points.ahead, points.criterion, points.values, len(points.tried)) == ("A", "points", (0.0, 2.0), 1)


def test_why_of_a_shared_rank_and_of_strangers() -> None:
    found = table(stage(Form.ROUND_ROBIN, "head-to-head", "play-off"), players("ABCD"), CIRCLE)
    answer = why(found, "A", "B")
    assert answer is not None
    assert (answer.ahead, answer.criterion, answer.values) == (None, "play-off", (None, None))
    assert why(found, "A", "A") is None and why(found, "A", "Z") is None


def test_why_shows_what_buchholz_left_out() -> None:
    found = table(stage(Form.SWISS, "median-buchholz"), players("ABCDE"), SWISS)
    answer = why(found, "C", "D")
    assert answer is not None
    assert (answer.ahead, answer.criterion, answer.values) == ("C", "median-buchholz", (2.0, 1.0))
    assert [[(part.opponent, part.value, part.counted) for part in each] for each in answer.parts] == [
        [("D", 1.0, False), ("A", 3.0, False), ("E", 2.0, True)],
        [("C", 1.0, False), (None, 1.0, True), ("A", 3.0, False)],
    ]


# --- another script, as plain as it gets


def plain(results: list[Result], name: str, criterion: str) -> Fraction | None:
    """Values of a round robin in which everybody met everybody in one round each, nothing but played matches."""
    mine = [(r.round, r.right, r.score) for r in results if r.left == name]
    mine += [(r.round, r.left, (r.score[1], r.score[0])) for r in results if r.right == name and r.score]
    won = {str(other): score[0] > score[1] for _, other, score in mine if score}

    def total(who: str | None) -> int:
        return sum(r.winner_name == who for r in results)

    scores = sorted(total(other) for _, other, _ in mine)
    gained, given = sum(score[0] for *_, score in mine if score), sum(score[1] for *_, score in mine if score)
    values = {
        "difference": gained - given,
        "wins": sum(won.values()),
        "buchholz": sum(scores),
        "median-buchholz": sum(scores[1:-1]),
        "buchholz-cut-1": sum(scores[1:]),
        "sonneborn-berger": sum(total(other) for other in won if won[other]),
        "points-won": gained,
        "progressive": sum(sum(won[str(other)] for number, other, _ in mine if (number or 0) <= upto) for upto in range(1, len(mine) + 1)),
    }
    return Fraction(gained, gained + given) if criterion == "ratio" else Fraction(values[criterion])


@pytest.mark.parametrize("seed", range(20))
def test_values_against_a_plainer_script(seed: int) -> None:
    rnd = random.Random(seed)
    names = "ABCDEF"
    rounds = ["AF BE CD", "FD EC AB", "BF CA DE", "FE AD BC", "CF DB EA"]
    results = []
    for number, pairs in enumerate(rounds, 1):
        for left, right in (tuple(pair) for pair in pairs.split()):
            low = rnd.randrange(7)
            results.append(played(f"{number}: {left} {f'7-{low}' if rnd.random() < 0.5 else f'{low}-7'} {right}"))
    simple = [each for each in CRITERIA if not each.startswith("head") and each != "seed"]
    found = table(stage(Form.ROUND_ROBIN, *simple), players(names), results)
    for line in found.lines:
        assert {name: worth for name, worth in line.tiebreaks.items()} == {
            name: float(plain(results, line.player, name) or 0) for name in simple
        }
    for first, second in itertools.pairwise(found.lines):
        assert [first.points, *first.tiebreaks.values()] >= [second.points, *second.tiebreaks.values()]


# --- the published cases (E05-E11)


def cases() -> list[dict[str, Any]]:
    if SHARED is None:
        return []
    lines = (SHARED / "rules" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    return [case for case in map(json.loads, lines) if case["kind"] == "standings" and "E05" <= case["rule"] <= "E11"]


def of_wins(wins: dict[str, dict[str, int]]) -> list[Result]:
    return [
        Result("s", None, a, b, None, "left" if wins[a][b] else "right", Kind.TYPED, None, "director")
        for a, b in itertools.combinations(wins, 2)
    ]


@needs_shared
def test_the_cases_are_those_answered_here() -> None:
    assert [case["id"] for case in cases()] == ["R286", "R287", "R289", "R290", "R292", "R293", "R295", "R296", "R298", "R343"]


@needs_shared
@pytest.mark.parametrize("case", cases(), ids=lambda case: case["id"])
def test_cases(case: dict[str, Any]) -> None:
    given_, action = case["input"], case["action"]
    match case["id"]:
        case "R286" | "R287" | "R289":
            wins = given_["results"]
            found = table(stage(Form.ROUND_ROBIN, "buchholz", "sonneborn-berger"), players("ABCD"), of_wins(wins))
            asked = ast.literal_eval(action[action.index("{") :])
            values = {
                "scores": {line.player: line.points for line in found.lines},
                "Buchholz": {name: each["buchholz"] for name, each in breaks(found).items()},
                "Sonneborn-Berger": {name: each["sonneborn-berger"] for name, each in breaks(found).items()},
            }
            assert (values[action.split()[0]] == asked) is case["legal"]
        case "R290":
            found = table(stage(Form.ROUND_ROBIN, "direct encounter"), players("ABCD"), of_wins(given_["results"]))
            answer = why(found, "A", "B")
            assert answer is not None and (answer.criterion, answer.ahead == "A") == ("head-to-head", case["legal"])
        case "R292":
            found = table(stage(Form.ROUND_ROBIN, "sonneborn-berger"), players("ABCDEF"), of_wins(given_["results"]))
            answer = why(found, "A", "B")
            assert answer is not None and answer.values == (4.0, 5.0) and (answer.ahead == "A") is case["legal"]
        case "R293":
            found = table(stage(Form.ROUND_ROBIN, "head-to-head"), players("ABC"), all_played("A 7-1 B", "B 7-1 C", "C 7-1 A"))
            assert all(line.shared for line in found.lines) is not case["legal"]
        case "R295":
            results = all_played("A 7-1 C", "A 7-7 D", "A 7-7 E", "B 7-1 C", "B 7-7 D", "B 7-9 E")
            found = table(stage(Form.OPEN, "difference", length=None, points=Points(draw=0)), players("ABCDE"), results)
            assert {name: given_[name] for name in "AB"} == {
                line.player: {"won_points": line.points_for, "lost_points": line.points_against}
                for line in found.lines
                if line.player in "AB"
            }
            answer = why(found, "A", "B")
            assert answer is not None and (answer.values, answer.ahead == "A") == ((6.0, 4.0), case["legal"])
        case "R296":
            found = table(stage(Form.SWISS), players("A"), [default("1: A -")])
            assert ([(line.won, line.points) for line in found.lines] == [(1, 1.0)]) is case["legal"]
        case "R298":
            unplayed = replace(default("A B"), kind=Kind.UNPLAYED, winner=None)
            found = table(stage(points=Points(unplayed=0.5)), players("AB"), [unplayed])
            assert ({line.points for line in found.lines} == {0.5}) is case["legal"]
        case "R343":  # that it is not rated is tested with the ratings
            found = table(stage(), players("AB"), [default("A B")])
            assert ([(line.player, line.points) for line in found.lines] == [("A", 1.0), ("B", 0.0)]) is case["legal"]


# --- what holds for every table

NAMES = "ABCDEFG"


def result(pair: str, kind: Kind, score: Any, winner: Any, number: int | None, length: int | None, complete: bool, faulty: bool) -> Result:
    return Result("s", number, pair[0], None if kind is Kind.BYE else pair[1], score, winner, kind, length, "director", complete, faulty)


POINT = st.integers(0, 12)
RESULTS = st.lists(
    st.builds(
        result,
        st.sampled_from(["".join(pair) for pair in itertools.permutations(NAMES, 2)]),
        st.sampled_from(Kind),
        st.none() | st.tuples(POINT, POINT),
        st.sampled_from(["left", "right", None]),
        st.none() | st.integers(-1, 8),
        st.sampled_from([None, 9]),
        st.booleans(),
        st.booleans(),
    ),
    max_size=20,
)
STAGES = st.builds(
    Stage,
    st.just("s"),
    st.sampled_from([Form.ROUND_ROBIN, Form.SWISS, Form.LIVES, Form.LEAGUE, Form.OPEN]),
    length=st.just(7),
    tiebreaks=st.lists(st.sampled_from([*CRITERIA, "shared", "play-off", "direct-match", "average-pr"]), max_size=8).map(tuple),
    points=st.sampled_from([Points(), Points(2, 1, 1.5, 2, 2, 0, 0.5, (3, 1)), Points(bye=0.5)]),
    lives=st.just(2),
    cap=st.booleans(),
)
PEOPLE = st.lists(st.tuples(st.sampled_from([None, 1, 2, 3, 4]), st.sampled_from([None, None, 2])), min_size=7, max_size=7).map(
    lambda drawn: [Player(name, seed=seed, withdrawn=gone) for name, (seed, gone) in zip(NAMES, drawn, strict=True)]
)


def anything() -> st.SearchStrategy[tuple[Stage, list[Player], list[Result]]]:
    return st.tuples(STAGES, PEOPLE, RESULTS)


@settings(deadline=None)
@given(anything(), st.randoms())
def test_the_order_of_players_and_results_is_of_no_consequence(made: tuple[Stage, list[Player], list[Result]], rnd: random.Random) -> None:
    stage, people, results = made
    before = table(stage, people, results)
    rnd.shuffle(people)
    rnd.shuffle(results)
    assert table(stage, people, results) == before


@settings(deadline=None)
@given(anything())
def test_sums_and_ranks(made: tuple[Stage, list[Player], list[Result]]) -> None:
    stage, people, results = made
    found = table(stage, people, [result for result in results if result.kind is not Kind.BYE])
    lines = found.lines
    assert sum(line.points_for for line in lines) == sum(line.points_against for line in lines)
    nobody = sum(result.kind in (Kind.FORFEIT, Kind.WALKOVER) and result.winner is None for result in found.results)
    assert sum(line.won for line in lines) + 2 * nobody == sum(line.lost for line in lines)
    assert [line.points for line in lines] == sorted((line.points for line in lines), reverse=True)
    for at, line in enumerate(lines, 1):
        assert line.rank == min(number for number, other in enumerate(lines, 1) if other.rank == line.rank) <= at
        assert line.shared is (sum(other.rank == line.rank for other in lines) > 1)


@settings(deadline=None)
@given(anything())
def test_why_agrees_with_the_table(made: tuple[Stage, list[Player], list[Result]]) -> None:
    found = table(*made)
    for a, b in itertools.combinations(found.lines, 2):
        answer = why(found, a.player, b.player)
        assert answer is not None
        assert answer.ahead == (None if a.rank == b.rank else a.player)
        if answer.ahead:
            assert answer.values != (None, None) and answer.tried[-1].decided and answer.criterion == answer.tried[-1].criterion
