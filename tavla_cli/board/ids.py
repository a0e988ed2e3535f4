"""Position and match identifiers: XGID, GNU position ID and GNU match ID, read and written (formats/ids.md). Knows no rules of play."""

import re
from base64 import b64decode, b64encode
from dataclasses import dataclass
from typing import Literal

from tavla_cli.board.position import BAR, OFF, Position, problem

Reason = Literal["bad-id", "bad-position"]

CHECKERS = 15
_FIFTEEN_BITS = 32767

_PROBLEMS = {
    "too-many": "A player has more than 15 checkers.",
    "shared-point": "Both players have checkers on the same point.",
    "both-closed-out": "Both players are on the bar against closed boards.",
}


class BadId(ValueError):
    """An identifier that stands for no position. `reason`: `bad-id` it cannot be read, `bad-position` it shows what cannot be."""

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message)
        self.reason: Reason = reason


@dataclass(frozen=True, slots=True)
class Setup:
    """A position with everything that its identifier says about dice, cube, score and rules, all seen by the player on roll.

    `cube` and `max_cube` are values (1, 2, 4 ...); a `max_cube` of 1 means that there is no cube. `owner`: 1 the player on roll, 0 nobody,
    -1 the other. `score`: the player on roll, the other. `length` 0 is money. `upper`: the player on roll is the upper-case (bottom) one of
    the XGID, which is player 1 of the match ID. `offer`: "D" the player on roll has doubled and the other must answer, "B" that was
    beavered, "R" raccooned. `resigned`: the level of a resignation offered by the player on roll, 0 none. `stage`: 0 no game, 1 playing,
    2 over, 3 resigned, 4 ended by a drop.
    What an identifier does not say keeps its default.
    """

    position: Position
    dice: tuple[int, int] | None = None
    cube: int = 1
    owner: int = 0
    score: tuple[int, int] = (0, 0)
    length: int = 0
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    max_cube: int = 1024
    upper: bool = True
    offer: Literal["", "D", "B", "R"] = ""
    resigned: int = 0
    stage: int = 1


def read_id(text: str) -> Setup:
    """Read an XGID (with or without `XGID=`), a GNU position ID, or `positionID:matchID`. Raises BadId and nothing else.

    Checkers borne off are what is missing to 15.
    """
    text = text.strip()
    if len(text) == 14:
        return Setup(_checked(*_read_sides(text)))
    if len(text) == 27 and text[14] == ":":
        return _read_match_id(_checked(*_read_sides(text[:14])), text[15:])
    return _read_xgid(text)


def xgid(setup: Setup) -> str:
    """The XGID, with its prefix. A position that `problem` objects to has none that could be read back."""
    return "XGID=" + xgid_points(setup.position, setup.upper) + xgid_fields(setup)


def xgid_points(position: Position, upper: bool = True) -> str:
    """The 26 characters of the position; `upper` as in Setup."""
    own, opp = position if upper else (position.opp, position.own)
    # Both sides never share a place, so that the letters of one can be laid over the gaps of the other.
    high = int.from_bytes(b"\0" + own[1:].translate(_UPPER), "big")
    low = int.from_bytes(opp[:0:-1].translate(_LOWER) + b"\0", "big")
    return (high | low).to_bytes(26, "big").replace(b"\0", b"-").decode("ascii")


def xgid_fields(setup: Setup) -> str:
    """What follows the 26 characters, from the first colon on."""
    if setup.upper:
        turn, owner, (upper, lower) = 1, setup.owner, setup.score
    else:
        turn, owner, (lower, upper) = -1, -setup.owner, setup.score
    dice = f"{setup.dice[0]}{setup.dice[1]}" if setup.dice else setup.offer or "00"
    rules = int(setup.crawford) if setup.length else setup.jacoby + 2 * setup.beavers
    return f":{_log2(setup.cube)}:{owner}:{turn}:{dice}:{upper}:{lower}:{rules}:{setup.length}:{_log2(setup.max_cube)}"


def position_id(position: Position) -> str:
    """The GNU position ID, 14 characters. The position has at most 15 checkers a side."""
    runs = "".join([_RUNS[count] for side in (position.opp, position.own) for count in side[1:]])
    return b64encode(int(runs[::-1], 2).to_bytes(10, "little"))[:14].decode("ascii")


def match_id(setup: Setup) -> str:
    """The GNU match ID, 12 characters, the larger die first.

    It has no room for beavers, and none for numbers above 32767 or a cube above 32768: the largest that fits is written instead.
    """
    on_roll = int(setup.upper)
    owner = 3 if setup.owner == 0 else on_roll if setup.owner == 1 else 1 - on_roll
    deciding = 1 - on_roll if setup.offer in ("D", "R") or setup.resigned else on_roll
    scores = setup.score[::-1] if setup.upper else setup.score
    high, low = sorted(setup.dice or (0, 0), reverse=True)
    fields = (
        (min(_log2(setup.cube), 15), 4), (owner, 2), (on_roll, 1), (setup.crawford, 1), (setup.stage, 3), (deciding, 1),
        (setup.offer != "", 1), (setup.resigned, 2), (high, 3), (low, 3), (_fitting(setup.length), 15),
        (_fitting(scores[0]), 15), (_fitting(scores[1]), 15), (bool(setup.length) or not setup.jacoby, 1),
    )  # fmt: skip
    value = place = 0
    for number, width in fields:
        value |= number << place
        place += width
    return b64encode(value.to_bytes(9, "little")).decode("ascii")


_UPPER = bytes([0, *range(65, 81)]) + b"P" * 239
_LOWER = bytes([0, *range(97, 113)]) + b"p" * 239
_COUNTS_UPPER = bytes(max(0, char - 64) if char < 81 else 0 for char in range(256))
_COUNTS_LOWER = bytes(max(0, char - 96) if char < 113 else 0 for char in range(256))
_RUNS = tuple("1" * count + "0" for count in range(256))

_XGID = re.compile(
    r"""
    (?: [Xx][Gg][Ii][Dd] \s* = \s* )?
    (?P<points> [-A-Pa-p]{26} )
    : (?P<cube> [0-9]{1,2} )
    : (?P<owner> 0|1|-1 )
    : (?P<turn> 1|-1 )
    : (?P<dice> 00|[1-6][1-6]|[DBR] )
    : (?P<upper> [0-9]{1,6} )
    : (?P<lower> [0-9]{1,6} )
    : (?P<rules> [0-3] )
    : (?P<length> [0-9]{1,6} )
    : (?P<max> [0-9]{1,2} )
    """,
    re.VERBOSE,
)
_BASE64 = re.compile(r"[A-Za-z0-9+/]*")


def _read_xgid(text: str) -> Setup:
    found = _XGID.fullmatch(text)
    if found is None:
        raise BadId("bad-id", "This is not an XGID, a GNU position ID or positionID:matchID.")
    points, cube, owner, turn, dice, upper_score, lower_score, rules, length, most = found.groups()
    match_length = int(length)
    if match_length and rules not in "01":
        raise BadId("bad-id", "The rules field of an XGID is 0 or 1 in a match.")
    raw = points.encode("ascii")
    if points[0].isupper() or points[25].islower():
        raise BadId("bad-position", "A checker stands on the other player's bar.")
    upper = b"\0" + raw[1:].translate(_COUNTS_UPPER)
    lower = b"\0" + raw[24::-1].translate(_COUNTS_LOWER)
    on_top = turn == "-1"
    sign = -1 if on_top else 1
    scores = int(upper_score), int(lower_score)
    return Setup(
        position=_checked(lower, upper) if on_top else _checked(upper, lower),
        dice=(int(dice[0]), int(dice[1])) if "1" <= dice[0] <= "6" else None,
        cube=1 << int(cube),
        owner=sign * int(owner),
        score=scores[::-1] if on_top else scores,
        length=match_length,
        crawford=match_length > 0 and rules == "1",
        jacoby=match_length == 0 and rules in "13",
        beavers=match_length == 0 and rules in "23",
        max_cube=1 << int(most),
        upper=not on_top,
        offer=_OFFERS.get(dice, ""),
    )


_OFFERS: dict[str, Literal["D", "B", "R"]] = {"D": "D", "B": "B", "R": "R"}


def _read_sides(text: str) -> tuple[bytes, bytes]:
    """The sides of a GNU position ID, nobody borne off yet: the player on roll, who stands second in it, and the other."""
    bits = _bits(text, 10)
    runs = format(bits, "080b")[::-1].split("0")
    if len(runs) < 51 or max(map(len, runs)) > 15:
        raise BadId("bad-position", _PROBLEMS["too-many"])
    if any(runs[50:]):
        raise BadId("bad-id", "This is no GNU position ID: something stands behind the position.")
    counts = bytes(map(len, runs))
    return b"\0" + counts[25:50], b"\0" + counts[:25]


def _read_match_id(position: Position, text: str) -> Setup:
    bits = _bits(text, 9)

    def field(first: int, width: int) -> int:
        return bits >> first & (1 << width) - 1

    on_roll = field(6, 1)
    owner = field(4, 2)
    deciding = field(11, 1)
    dice = field(15, 3), field(18, 3)
    stage = field(8, 3)
    if owner == 2 or 7 in dice or (0 in dice and any(dice)) or stage > 4 or bits >> 67:
        raise BadId("bad-id", "This is no GNU match ID.")
    scores = field(36, 15), field(51, 15)
    length = field(21, 15)
    return Setup(
        position=position,
        dice=dice if any(dice) else None,
        cube=1 << field(0, 4),
        owner=0 if owner == 3 else 1 if owner == on_roll else -1,
        score=scores[::-1] if on_roll else scores,
        length=length,
        crawford=bool(field(7, 1)),
        jacoby=length == 0 and not field(66, 1),
        upper=bool(on_roll),
        # After a beaver the doubler decides again; a raccoon looks like a double.
        offer="" if not field(12, 1) else "B" if deciding == on_roll else "D",
        resigned=field(13, 2),
        stage=stage,
    )


def _bits(text: str, size: int) -> int:
    """`size` bytes of Base64 without its padding, as a number whose lowest bit comes first."""
    if not _BASE64.fullmatch(text) or len(text) != (size * 8 + 5) // 6:
        raise BadId("bad-id", "A GNU ID is made of 14 (position) and 12 (match) letters, digits, + and /.")
    raw = b64decode(text + "=" * (-len(text) % 4))
    if b64encode(raw).rstrip(b"=") != text.encode("ascii"):
        raise BadId("bad-id", "This is no GNU ID: its last character holds bits that no position has.")
    return int.from_bytes(raw, "little")


def _checked(own: bytes, opp: bytes) -> Position:
    position = Position(_with_off(own), _with_off(opp))
    wrong = problem(position)
    if wrong is not None:
        raise BadId("bad-position", _PROBLEMS[wrong])
    return position


def _with_off(side: bytes) -> bytes:
    return bytes((max(0, CHECKERS - sum(side)),)) + side[OFF + 1 : BAR + 1]


def _fitting(number: int) -> int:
    return max(0, min(number, _FIFTEEN_BITS))


def _log2(value: int) -> int:
    return max(0, value.bit_length() - 1)
