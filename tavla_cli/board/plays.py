"""All legal plays of a position and roll. Judges nothing."""

from tavla_cli.board.position import BAR, HOME, OFF, Position
from tavla_cli.board.steps import Hop, Play


def landing(own: bytes | bytearray, opp: bytes | bytearray, src: int, die: int) -> int:
    """Where one checker comes to rest that leaves `src` with `die`, or -1 where that is not allowed.

    Asks for a checker on `src`, an open landing point and the rules of bearing off, and that a checker on the bar goes first.
    """
    if not own[src] or (own[BAR] and src != BAR):
        return -1
    dst = src - die
    if dst > 0:
        return dst if opp[BAR - dst] < 2 else -1
    if any(own[HOME + 1 :]) or (dst < 0 and any(own[src + 1 :])):
        return -1
    return OFF


def moved(own: bytes, opp: bytes, src: int, dst: int) -> tuple[bytes, bytes, bool]:
    """Both sides after one checker went from `src` to `dst`, and whether it hit."""
    mine = bytearray(own)
    mine[src] -= 1
    mine[dst] += 1
    if dst and opp[BAR - dst]:
        theirs = bytearray(opp)
        theirs[BAR - dst] -= 1
        theirs[BAR] += 1
        return bytes(mine), bytes(theirs), True
    return bytes(mine), opp, False


def legal_plays(position: Position, die1: int, die2: int) -> dict[Position, Play]:
    """Every legal result of a roll, each with one play that reaches it; empty when nothing can be played.

    A play is its result: two spellings that end alike are one legal play. As many dice as possible are used, and the larger where only
    one of two can be (RULES.md A07, A09, A11). The dice are 1 to 6.
    """
    start: dict[Position, Play] = {position: ()}
    if die1 == die2:
        best = start
        for _ in range(4):
            following = _after(best, die1)
            if not following:
                break
            best = following
        return {} if best is start else best
    high, low = max(die1, die2), min(die1, die2)
    first_high, first_low = _after(start, high), _after(start, low)
    both = _after(first_high, low)
    for result, play in _after(first_low, high).items():
        both.setdefault(result, play)
    return both or first_high or first_low


def _after(states: dict[Position, Play], die: int) -> dict[Position, Play]:
    found: dict[Position, Play] = {}
    for (own, opp), play in states.items():
        sources = (BAR,) if own[BAR] else range(BAR - 1, 0, -1)
        for src in sources:
            if not own[src]:
                continue
            dst = landing(own, opp, src, die)
            if dst < 0:
                continue
            mine, theirs, hit = moved(own, opp, src, dst)
            result = Position(mine, theirs)
            if result not in found:
                found[result] = (*play, Hop(src, dst, hit))
    return found
