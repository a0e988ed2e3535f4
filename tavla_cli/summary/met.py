"""Match winning chances at a score, by the table Kazaross-XG2 in `kazaross.txt`. Knows no plays and no positions."""

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

MOST_AWAY = 25
"""The table ends here: who needs more points is not in it."""


class _Table(NamedTuple):
    """`before[i][j]`: the chance of a player who needs i + 1 points against one who needs j + 1. `after[i]`: against one who needs 1, once
    the Crawford game is over."""

    before: tuple[tuple[float, ...], ...]
    after: tuple[float, ...]


def chances(length: int, score: tuple[int, int], crawford: bool | None) -> float | None:
    """The left player's chance to win the match, 0 to 1, between players of equal strength; `score` (left, right).

    `crawford`: whether the game about to be played is the Crawford game; it matters only where a player needs one point, and None there
    means that nobody knows. None where the table has no answer: no length, more than 25 points to go, both at the length.
    """
    left, right = length - score[0], length - score[1]
    if length <= 0 or max(left, right) > MOST_AWAY or (left <= 0 and right <= 0):
        return None
    if left <= 0 or right <= 0:
        return 1.0 if left <= 0 else 0.0
    table = _table()
    if left == right or min(left, right) > 1 or crawford:
        return table.before[left - 1][right - 1]
    if crawford is None:
        return None
    return table.after[left - 1] if right == 1 else 1 - table.after[right - 1]


@lru_cache(maxsize=1)
def _table() -> _Table:
    tables: list[list[tuple[float, ...]]] = []
    for line in Path(__file__).with_name("kazaross.txt").read_text(encoding="utf-8").splitlines():
        if line.endswith("Crawford") and not line.startswith("#"):
            tables.append([])
        elif line and not line.startswith("#"):
            tables[-1].append(tuple(map(float, line.split())))
    before, after = tables
    return _Table(tuple(before), after[0])
