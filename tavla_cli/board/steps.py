"""What a play is made of, as a record writes it and as the dice move it."""

from dataclasses import dataclass, field
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Step:
    """One checker on its way as written: `13/7*/5(2)` is points (13, 7, 5), hits (True, False), count 2.

    Points are the mover's own: 25 the bar, 24 to 1, 0 off. A pair of neighbouring points may take several dice.
    `hits[i]` says whether a star stands at `points[i + 1]`. `start` and `end` count characters from the beginning of the
    cell or play it was read from (0-based, end not included); they say where it stands, not what it is.
    """

    points: tuple[int, ...]
    hits: tuple[bool, ...]
    count: int = 1
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)


class Hop(NamedTuple):
    """One checker moved by one die. `hit` says whether it hit."""

    src: int
    dst: int
    hit: bool


Play = tuple[Hop, ...]


def spelled(play: Play) -> str:
    """A play in canonical spelling: `24/18*/13 8/4(2)`, `bar/22`, `6/off`.

    The hops of one checker are merged, a point on the way is kept only when something was hit there; highest point first, and of two
    from one
    point the longer one (as GNU Backgammon shows them, whatever its manual says of the order); like steps are counted; one star for
    each point where a checker was hit. An empty play is an empty text.
    """
    rest = sorted(play, key=lambda hop: (-hop.src, -hop.dst))
    hit = {hop.dst for hop in play if hop.hit}
    chains: list[tuple[int, ...]] = []
    while rest:
        first = rest.pop(0)
        chain = [first.src, first.dst]
        while True:
            following = next((hop for hop in rest if hop.src == chain[-1]), None)
            if following is None:
                break
            rest.remove(following)
            if chain[-1] in hit:
                chain.append(following.dst)
            else:
                chain[-1] = following.dst
        chains.append(tuple(chain))
    words = []
    starred: set[int] = set()
    for way in dict.fromkeys(chains):
        text = _point(way[0])
        for point in way[1:]:
            text += "/" + _point(point)
            if point in hit and point not in starred:
                starred.add(point)
                text += "*"
        count = chains.count(way)
        words.append(f"{text}({count})" if count > 1 else text)
    return " ".join(words)


def _point(point: int) -> str:
    return "bar" if point == 25 else "off" if point == 0 else str(point)
