"""Plays in words and in order: canonical order, and the legal plays nearest to one that is not."""

from functools import lru_cache

from tavla_cli.board.position import Position
from tavla_cli.board.steps import Play, spelled

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


def nearest(after: Position | None, plays: dict[Position, Play], count: int = NEAREST) -> list[str]:
    """The `count` legal plays whose results differ least from `after`, nearest first; without a board the first ones."""
    words = spelled_in_order(plays)
    if after is not None:
        words.sort(key=lambda word: _distance(word[1], after))
    return [text for text, _ in words[:count]]


def _distance(one: Position, other: Position) -> int:
    return sum(abs(a - b) for sides in zip(one, other, strict=True) for a, b in zip(*sides, strict=True))
