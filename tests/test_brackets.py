"""Brackets: seeding, byes, both sides of a double elimination, the recharge, contradictions and places."""

import itertools
import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavla_cli.tournament.brackets import Filled, Place, draw, fill, losers_of, outcome, places
from tavla_cli.tournament.model import Form, Kind, Player, Result, Slot, Stage

SINGLE = Stage("s", Form.SINGLE_ELIMINATION, length=7)
DOUBLE = Stage("s", Form.DOUBLE_ELIMINATION, length=7)


def people(count: int) -> list[Player]:
    return [Player(f"P{number}", seed=number) for number in range(1, count + 1)]


def won(first: str, second: str, /, **more: Any) -> Result:
    return replace(Result("s", None, first, second, (7, 3), "left", Kind.TYPED, 7, "director"), **more)


def lines(slots: tuple[Slot, ...]) -> list[tuple[str, str | None, str | None]]:
    return [(slot.id, slot.left, slot.right) for slot in slots]


def stronger_wins(stage: Stage, count: int, upsets: tuple[str, ...] = ()) -> tuple[Filled, list[Result]]:
    """Play the whole bracket: the lower seed number wins, but in the slots of `upsets`."""
    results: list[Result] = []
    while True:
        found = fill(draw(stage, people(count)), results)
        ready = [s for s in found.slots if s.result is None and s.left and s.right and "bye" not in (s.left, s.right)]
        if not ready:
            return found, results
        slot = ready[0]
        first, second = sorted((str(slot.left), str(slot.right)), key=lambda name: int(name[1:]))
        results.append(won(second, first) if slot.id in upsets else won(first, second))


# --- the draw


def test_sixteen_are_seeded_as_usual() -> None:
    first = [(slot.left, slot.right) for slot in draw(SINGLE, people(16)) if slot.round == 1]
    numbers = [(1, 16), (8, 9), (4, 13), (5, 12), (2, 15), (7, 10), (3, 14), (6, 11)]
    assert first == [(f"P{a}", f"P{b}") for a, b in numbers]


def test_eleven_have_five_byes_for_the_best() -> None:
    slots = draw(SINGLE, people(11))
    assert [slot.left for slot in slots if slot.right == "bye"] == ["P1", "P4", "P5", "P2", "P3"]
    assert [(slot.left, slot.right) for slot in fill(slots, []).slots if slot.round == 2] == [
        ("P1", None),
        ("P4", "P5"),
        ("P2", None),
        ("P3", None),
    ]


def test_who_has_no_seed_follows_as_he_comes() -> None:
    slots = draw(SINGLE, [Player("D"), Player("C"), Player("B", seed=2), Player("A", seed=1)])
    assert lines(slots) == [("1.1", "A", "C"), ("1.2", "B", "D"), ("2.1", None, None)]


def test_the_stage_s_own_draw_stands_as_it_is() -> None:
    slots = draw(replace(SINGLE, bracket=("C", None, "A", "B", "D")), [])
    assert lines(slots)[:4] == [("1.1", "C", "bye"), ("1.2", "A", "B"), ("1.3", "D", "bye"), ("1.4", "bye", "bye")]
    assert lines(fill(slots, [won("B", "A")]).slots)[4:] == [("2.1", "C", "B"), ("2.2", "D", "bye"), ("3.1", None, "D")]


@pytest.mark.parametrize("stage", [SINGLE, DOUBLE])
def test_too_few_players_make_no_bracket(stage: Stage) -> None:
    assert [draw(stage, people(count)) for count in (0, 1)] == [(), ()]
    assert places(()) == ()


def test_titles() -> None:
    assert Counter(slot.title for slot in draw(SINGLE, people(16))) == {"Round of 16": 8, "Quarter-final": 4, "Semi-final": 2, "Final": 1}
    assert Counter(slot.title for slot in draw(DOUBLE, people(4))) == {
        "Winners' round 1": 2,
        "Winners' final": 1,
        "Losers' round 1": 1,
        "Losers' final": 1,
        "Grand final": 1,
        "Recharge": 1,
    }


@pytest.mark.parametrize("count", [2, 3, 4, 5, 8, 16, 31])
@pytest.mark.parametrize("stage", [SINGLE, DOUBLE, replace(DOUBLE, recharge=False)])
def test_every_slot_is_fed_twice_and_comes_after_its_feeders(stage: Stage, count: int) -> None:
    slots = draw(stage, people(count))
    at = {slot.id: number for number, slot in enumerate(slots)}
    goals = [(number, goal) for number, slot in enumerate(slots) for goal in (slot.feeds, slot.drops) if goal]
    assert len(at) == len(slots)
    assert all(at[goal] > number for number, goal in goals)
    fed = Counter(goal for _, goal in goals)
    assert fed == {slot.id: 2 for slot in slots if slot.round > 1 or slot.id[0] in "LF"}


# --- results


def test_winners_advance_and_a_shared_place_is_shared() -> None:
    found, _ = stronger_wins(SINGLE, 8, ("2.1",))
    assert lines(found.slots) == [
        ("1.1", "P1", "P8"),
        ("1.2", "P4", "P5"),
        ("1.3", "P2", "P7"),
        ("1.4", "P3", "P6"),
        ("2.1", "P1", "P4"),
        ("2.2", "P2", "P3"),
        ("3.1", "P4", "P2"),
    ]
    assert found.conflicts == ()
    assert places(found.slots) == (
        Place("P2", 1, 1),
        Place("P4", 2, 2),
        Place("P1", 3, 4),
        Place("P3", 3, 4),
        Place("P8", 5, 8),
        Place("P5", 5, 8),
        Place("P7", 5, 8),
        Place("P6", 5, 8),
    )
    assert losers_of(found.slots, (1,)) == ("P8", "P5", "P7", "P6")
    assert losers_of(found.slots, (2, 3)) == ("P1", "P3", "P4")


def test_byes_take_no_place() -> None:
    found, _ = stronger_wins(SINGLE, 5)
    assert places(found.slots) == (Place("P1", 1, 1), Place("P2", 2, 2), Place("P4", 3, 4), Place("P3", 3, 4), Place("P5", 5, 5))


def test_places_while_it_goes_on() -> None:
    found = fill(draw(SINGLE, people(8)), [won("P1", "P8"), won("P4", "P5"), won("P4", "P1")])
    assert places(found.slots) == (Place("P1", 3, 4), Place("P8", 5, 8), Place("P5", 5, 8))


def test_a_double_elimination_of_eight() -> None:
    found, _ = stronger_wins(DOUBLE, 8)
    assert lines(found.slots) == [
        ("W1.1", "P1", "P8"),
        ("W1.2", "P4", "P5"),
        ("W1.3", "P2", "P7"),
        ("W1.4", "P3", "P6"),
        ("W2.1", "P1", "P4"),
        ("W2.2", "P2", "P3"),
        ("W3.1", "P1", "P2"),
        ("L1.1", "P8", "P5"),
        ("L1.2", "P7", "P6"),
        ("L2.1", "P3", "P5"),
        ("L2.2", "P4", "P6"),
        ("L3.1", "P3", "P4"),
        ("L4.1", "P2", "P3"),
        ("F1", "P1", "P2"),
        ("F2", None, None),
    ]
    assert [(place.player, place.first, place.last) for place in places(found.slots)] == [
        ("P1", 1, 1),
        ("P2", 2, 2),
        ("P3", 3, 3),
        ("P4", 4, 4),
        ("P5", 5, 6),
        ("P6", 5, 6),
        ("P8", 7, 8),
        ("P7", 7, 8),
    ]
    assert losers_of(found.slots, (1, 2)) == ("P8", "P5", "P7", "P6", "P4", "P3")


def test_the_recharge_is_played_when_the_losers_side_wins() -> None:
    before = fill(
        draw(DOUBLE, people(4)), [won("P1", "P4"), won("P2", "P3"), won("P1", "P2"), won("P3", "P4"), won("P2", "P3"), won("P2", "P1")]
    )
    assert lines(before.slots)[-2:] == [("F1", "P1", "P2"), ("F2", "P1", "P2")]
    assert places(before.slots) == (Place("P3", 3, 3), Place("P4", 4, 4))
    found, results = stronger_wins(DOUBLE, 4, ("F1",))
    assert [(slot.id, outcome(slot)) for slot in found.slots][-2:] == [("F1", ("P2", "P1")), ("F2", ("P1", "P2"))]
    assert places(found.slots)[:2] == (Place("P1", 1, 1), Place("P2", 2, 2))
    assert len(results) == 7
    once, results = stronger_wins(replace(DOUBLE, recharge=False), 4, ("F1",))
    assert places(once.slots)[:2] == (Place("P2", 1, 1), Place("P1", 2, 2))
    assert len(results) == 6


def test_two_players_in_a_double_elimination() -> None:
    found = fill(draw(DOUBLE, people(2)), [won("P1", "P2"), won("P2", "P1"), won("P2", "P1", right="P1")])
    # all three are between the same two: they fill the match, the final and the recharge in their order
    assert [slot.result is not None for slot in found.slots] == [True, True, True]
    assert found.conflicts == ()


def test_a_final_that_was_settled_is_shared() -> None:
    settled = won("P1", "P2", kind=Kind.SETTLED, winner=None, score=None)
    found = fill(draw(SINGLE, people(4)), [won("P1", "P4"), won("P2", "P3"), settled])
    assert found.conflicts == ()
    assert places(found.slots) == (Place("P1", 1, 2), Place("P2", 1, 2), Place("P4", 3, 4), Place("P3", 3, 4))


def test_who_both_do_not_come_send_nobody_on() -> None:
    nobody = won("P2", "P3", kind=Kind.FORFEIT, winner=None, score=None)
    found = fill(draw(SINGLE, people(4)), [won("P1", "P4"), nobody])
    assert found.conflicts == ()
    assert lines(found.slots)[-1] == ("2.1", "P1", "bye")
    assert places(found.slots) == (Place("P1", 1, 1), Place("P4", 2, 4), Place("P2", 2, 4), Place("P3", 2, 4))
    assert losers_of(found.slots, (1,)) == ("P4", "P2", "P3")


def test_filling_again_changes_nothing() -> None:
    found, results = stronger_wins(DOUBLE, 7, ("W2.1", "F1"))
    assert fill(found.slots, results) == found


# --- contradictions


@pytest.mark.parametrize(
    ("extra", "kind", "slot"),
    [
        (won("P1", "P2"), "early", "2.1"),
        (won("P2", "P4"), "not-paired", None),
        (won("P1", "Nobody"), "not-paired", None),
        (won("P4", "P1"), "twice", "1.1"),
        (won("P1", "P4"), "repeated", "1.1"),
        (won("P1", "P1", right=None, kind=Kind.BYE), "no-bye", None),
        (won("P2", "P3", winner=None), "no-winner", "1.2"),
        (won("P2", "P3", round=2), "other-round", "1.2"),
    ],
)
def test_contradictions_are_returned(extra: Result, kind: str, slot: str | None) -> None:
    found = fill(draw(SINGLE, people(4)), [won("P1", "P4", sources=("a",)), replace(extra, sources=("b",))])
    assert [(each.kind, each.slot, each.result.sources) for each in found.conflicts] == [(kind, slot, ("b",))] or kind in (
        "twice",
        "repeated",
    )
    assert [(each.kind, each.slot) for each in found.conflicts] == [(kind, slot)]


def test_the_director_s_result_stands() -> None:
    record = won("P4", "P1", stands="record", kind=Kind.RECORD)
    found = fill(draw(SINGLE, people(4)), [record, won("P1", "P4")])
    assert outcome(found.slots[0]) == ("P1", "P4")
    assert [(each.kind, each.result) for each in found.conflicts] == [("twice", record)]


def test_a_bye_that_is_one_and_an_unfinished_match_are_no_contradictions() -> None:
    bye = won("P1", "", right=None, kind=Kind.BYE)
    found = fill(draw(SINGLE, people(3)), [bye, won("P2", "P3", winner=None, complete=False)])
    assert found.conflicts == ()
    assert lines(found.slots)[-1] == ("2.1", "P1", None)


# --- what holds for every bracket


@settings(deadline=None)
@given(st.integers(2, 40), st.sampled_from([SINGLE, DOUBLE, replace(DOUBLE, recharge=False)]), st.integers())
def test_everybody_gets_a_place_and_loses_as_often_as_it_takes(count: int, stage: Stage, seed: int) -> None:
    rnd = random.Random(seed)
    slots = draw(stage, people(count))
    results: list[Result] = []
    lost: Counter[str] = Counter()
    for _ in range(3 * count):
        found = fill(slots, results)
        ready = [s for s in found.slots if s.result is None and s.left and s.right and "bye" not in (s.left, s.right)]
        if not ready:
            break
        pair = [str(ready[0].left), str(ready[0].right)]
        rnd.shuffle(pair)
        lost[pair[1]] += 1
        results.append(won(*pair))
    assert found.conflicts == ()
    given_places = places(found.slots)
    assert sorted(place.player for place in given_places) == sorted(player.name for player in people(count))
    for (first, last), same in itertools.groupby(given_places, key=lambda place: (place.first, place.last)):
        assert len(list(same)) == last - first + 1
    assert [place.first for place in given_places] == sorted(place.first for place in given_places)
    champion = given_places[0].player
    allowed = 1 if stage.form is Form.SINGLE_ELIMINATION else 2
    assert all(lost[player.name] == allowed for player in people(count) if player.name != champion) or not stage.recharge
    assert lost[champion] < allowed


@settings(deadline=None)
@given(
    st.integers(2, 9),
    st.sampled_from([SINGLE, DOUBLE]),
    st.lists(
        st.tuples(
            st.integers(1, 10),
            st.integers(1, 10),
            st.sampled_from(Kind),
            st.sampled_from(["left", "right", None]),
            st.booleans(),
            st.none() | st.integers(-1, 5),
        ),
        max_size=15,
    ),
)
def test_no_results_make_it_fail_and_none_is_lost(count: int, stage: Stage, drawn: list[Any]) -> None:
    results = [
        won(f"P{a}", f"P{b}", kind=kind, winner=winner, complete=complete, round=number, sources=(str(at),))
        for at, (a, b, kind, winner, complete, number) in enumerate(drawn)
        if a != b
    ]
    found = fill(draw(stage, people(count)), results)
    told = {each.result.sources for each in found.conflicts} | {slot.result.sources for slot in found.slots if slot.result}
    quiet = {result.sources for result in results if result.kind in (Kind.BYE, Kind.UNPLAYED)}
    assert told | quiet == {result.sources for result in results}
    places(found.slots)
    losers_of(found.slots, range(9))
