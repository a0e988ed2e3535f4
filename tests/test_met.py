"""Match winning chances: published values, and what must hold of any such table."""

from pathlib import Path

import pytest

from tavla_cli.summary import met
from tavla_cli.summary.met import MOST_AWAY, chances


def away(left: int, right: int, crawford: bool | None = False) -> float | None:
    return chances(MOST_AWAY, (MOST_AWAY - left, MOST_AWAY - right), crawford)


@pytest.mark.parametrize(
    ("left", "right", "crawford", "chance"),
    [  # the spot values of the rule book, "Match equity tables"
        (1, 2, True, 0.67736),
        (2, 1, True, 0.32264),
        (2, 1, False, 0.48803),
        (3, 1, False, 0.32264),
        (4, 1, False, 0.31002),
        (5, 1, False, 0.19012),
        (7, 5, False, 0.37362),
        (1, 3, False, 1 - 0.32264),
        (1, 1, False, 0.5),
        (1, 1, None, 0.5),
        (25, 25, False, 0.5),
        (1, 25, True, 0.99905),
        (0, 3, False, 1.0),
        (3, -1, False, 0.0),
    ],
)
def test_spot_values(left: int, right: int, crawford: bool | None, chance: float) -> None:
    assert away(left, right, crawford) == pytest.approx(chance, abs=1e-9)


@pytest.mark.parametrize(
    ("length", "score", "crawford"),
    [
        (26, (0, 0), False),  # 26 away: not in the table
        (27, (5, 1), False),
        (0, (0, 0), False),  # no length
        (7, (7, 7), False),  # nonsense in the record
        (7, (6, 3), None),  # it depends on whether this is the Crawford game
    ],
)
def test_no_answer(length: int, score: tuple[int, int], crawford: bool | None) -> None:
    assert chances(length, score, crawford) is None


def test_both_players_together_win() -> None:
    wrong = [
        (left, right, crawford)
        for left in range(1, MOST_AWAY + 1)
        for right in range(1, MOST_AWAY + 1)
        for crawford in (True, False)
        if abs((away(left, right, crawford) or 0) + (away(right, left, crawford) or 0) - 1) > 1e-5
    ]
    assert wrong == []


def test_a_point_more_is_no_loss() -> None:
    wrong = [
        (left, right)
        for left in range(2, MOST_AWAY + 1)
        for right in range(1, MOST_AWAY + 1)
        if (away(left - 1, right, True) or 0) < (away(left, right, True) or 0)
    ]
    assert wrong == []


def test_the_notice_stands_beside_the_numbers() -> None:
    text = Path(met.__file__).with_name("kazaross.txt").read_text(encoding="utf-8")
    notice = " ".join(line.lstrip("# ") for line in text.splitlines() if line.startswith("#"))
    assert "Copyright (C) 2011 Neil Kazaross" in notice
    assert (
        "Copying and distribution of this file, with or without modification, are permitted in any medium without royalty provided the "
        "copyright notice and this notice are preserved. This file is offered as-is, without any warranty."
    ) in " ".join(notice.split())
