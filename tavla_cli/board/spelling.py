"""Plays in words and in order: canonical order, and the legal plays nearest to one that is not."""

from collections.abc import Sequence
from functools import lru_cache

from tavla_cli.board.position import Position
from tavla_cli.board.steps import Play, Step, spelled

NEAREST = 5


def spelled_in_order(plays: dict[Position, Play]) -> list[tuple[str, Position]]:
    """The plays in canonical spelling with their results, highest source first.

    Two plays are compared checker by checker as they are spelled (`24/20(2)` is 24, 20 twice), descending:
    `24/23 24/21`, `24/23 13/10`, `24/20`, `13/9`.
    """
    words = [(*_word(play), position) for position, play in plays.items()]
    words.sort(key=lambda word: word[0], reverse=True)
    return [(text, position) for _, text, position in words]


@lru_cache(maxsize=1 << 16)
def _word(play: Play) -> tuple[list[list[int]], str]:
    text = spelled(play)
    order: list[list[int]] = []
    for item in text.replace("*", "").split():
        way, _, count = item.rstrip(")").partition("(")
        points = [25 if point == "bar" else 0 if point == "off" else int(point) for point in way.split("/")]
        order += [points] * int(count or 1)
    return order, text


def nearest(position: Position, steps: Sequence[Step], plays: dict[Position, Play], count: int = NEAREST) -> list[str]:
    """The `count` legal plays of `position` that move most as `steps` do, nearest first, alike ones in canonical order.

    What a play moves is the change of its own checkers, whether the steps are possible or not.
    """
    wanted = list(position.own)
    for step in steps:
        wanted[step.points[0]] -= step.count
        wanted[step.points[-1]] += step.count
    words = spelled_in_order(plays)
    if steps:
        words.sort(key=lambda word: sum(abs(a - b) for a, b in zip(word[1].own, wanted, strict=True)))
    return [text for text, _ in words[:count]]
