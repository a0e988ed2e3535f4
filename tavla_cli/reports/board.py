"""A position as an ASCII board, seen by the player on roll, who is X, moves from 24 to 1 and bears off at the lower right."""

from tavla_cli.board import BAR, OFF, Position, pips
from tavla_cli.board.ids import BadId, read_id
from tavla_cli.words import translated

_ROWS = 5  # checkers drawn on a point; more are a number in the last place
_UPPER = " +13-14-15-16-17-18------19-20-21-22-23-24-+"
_LOWER = " +12-11-10--9--8--7-------6--5--4--3--2--1-+"


def draw(
    position: Position,
    *,
    dice: str = "",
    cube: int = 1,
    owner: int = 0,
    score: tuple[int, int] | None = None,
    length: int | None = None,
    crawford: bool = False,
    names: tuple[str, str] | None = None,
) -> list[str]:
    """The lines of the board. `score` and `names`: the player on roll first. `owner` of the cube: 1 he has it, -1 the other, 0 nobody.

    `length` 0 is a money game, None is not shown. Names are printed as they come: whoever calls has made them printable.
    """
    own, opp = position
    upper = [_stack(own[point], opp[BAR - point]) for point in range(13, 25)]
    lower = [_stack(own[point], opp[BAR - point]) for point in range(12, 0, -1)]
    bars = _stack(0, opp[BAR]), _stack(own[BAR], 0)
    lines = [_UPPER]
    lines += [_row(upper, bars[0], row) for row in range(_ROWS)]
    lines.append(" |" + " " * 18 + "|BAR|" + " " * 18 + "|")
    lines += [_row(lower, bars[1], row) for row in reversed(range(_ROWS))]
    lines.append(_LOWER)
    lines[0] += "  " + _facts("O", opp, names and names[1], score and score[1], "")
    lines[_ROWS + 1] += "  " + _middle(cube, owner, length, crawford)
    lines[-1] += "  " + _facts("X", own, names and names[0], score and score[0], dice)
    return lines


def draw_xgid(xgid: str, names: tuple[str, str] | None = None) -> list[str]:
    """The board of a position ID as the findings carry it, with cube, score and dice. One that cannot be read has no lines."""
    try:
        setup = read_id(xgid)
    except BadId:
        return []
    return draw(
        setup.position,
        dice="".join(map(str, setup.dice or ())),
        cube=setup.cube,
        owner=setup.owner,
        score=setup.score,
        length=setup.length,
        crawford=setup.crawford,
        names=names,
    )


def _stack(own: int, opp: int) -> list[str]:
    """What stands on a point, from the edge of the board to its middle, two characters a place."""
    count, letter = (own, "X") if own else (opp, "O")
    places = [f" {letter}" if row < count else "  " for row in range(_ROWS)]
    if count > _ROWS:
        places[-1] = f"{count:2}"
    return places


def _row(points: list[list[str]], bar: list[str], row: int) -> str:
    left, right = ("".join(f"{point[row]} " for point in half) for half in (points[:6], points[6:]))
    return f" |{left}|{bar[row]} |{right}|"


def _facts(letter: str, side: bytes, name: str | None, score: int | None, dice: str) -> str:
    words = []
    if score is not None:
        words.append(translated("score {n}").format(n=score))
    words.append(translated("pips {n}").format(n=pips(side)))
    if side[OFF]:
        words.append(translated("off {n}").format(n=side[OFF]))
    if dice:
        words.append(translated("to play {dice}").format(dice=dice))
    return f"{letter}{' ' + name if name else ''}: {', '.join(words)}"


def _middle(cube: int, owner: int, length: int | None, crawford: bool) -> str:
    words = [translated("cube {n}").format(n=cube) + {1: " (X)", -1: " (O)"}.get(owner, "")]
    if length is not None:
        words.append(translated("match to {n}").format(n=length) if length > 0 else translated("money game"))
    if crawford:
        words.append(translated("Crawford"))
    return ", ".join(words)
