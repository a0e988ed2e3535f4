"""The prover's scanner and judge: bytes of a plain `.mat` match to a verdict, its scores, and what its digest is made of.

It proves the games of a match free of errors and warnings, or gives up; it never says what is wrong, and makes no text. `core.pxd` gives
it C types, and then it runs without the interpreter's lock; this source is the reference, and runs as it stands. So it keeps to whole
numbers and indexed bytes, answers with numbers (1 and 0 for yes and no), and spells everything out.

All that is known stands in `w`, whole numbers at the places that `places` names, and in `b`, the checkers: 26 counts for the left player
from 0, 26 for the right one from 32, each as in `board.Position`; what a play may come to is kept from 64 on. `out` takes the tokens of
the digest, from `room` on the rolls, and from `boards` on 52 bytes for the board of each note. A reader is given the place of its first
byte and answers with the place behind its last, 0 where it gives up: nothing that is read ends there.
"""

from tavla_cli.prover.places import (
    ADDS_UP,
    ALL_ROWS,
    ALL_ZERO,
    AT,
    BOARDS_ALIKE,
    CHAIN,
    CHAIN_SIZE,
    CHAINS,
    CLAIM,
    CLAIM_SIZE,
    CLAIMED,
    COLUMNS,
    CRAWFORD,
    CRAWFORD_DONE,
    CRAWFORD_RULE,
    CUBE,
    CUBE_LIMIT,
    DANCE,
    DICE_LEFT,
    DIRECT,
    DROPPED,
    END,
    FARTHEST_LEFT,
    FIRST_ROW,
    FITTING,
    FITTING_ALIKE,
    FOUND_SIDE,
    GAME_LINE,
    GAMES,
    HIGH,
    JACOBY,
    LAST,
    LEFT_NAME,
    LEFTS,
    LEGS,
    LENGTH,
    LINE,
    LOG,
    LONGEST_LINE,
    LOSS,
    LOW,
    MOST_ALL_ROWS,
    MOST_GAMES,
    MOST_NOTES,
    MOST_ROWS,
    MOVES,
    NEAREST_RIGHT,
    NOTE,
    NOTE_SIZE,
    NOTES,
    OFFER,
    OVER,
    OWNER,
    PAIRS,
    PENDING,
    RIGHT_COLUMN,
    ROLLED,
    ROLLS,
    ROWS,
    SCORE,
    SHORT,
    SHORT_ALIKE,
    SHORT_HIGH,
    SHORT_HITS,
    SHORT_MOST,
    STARRED,
    STARS,
    STARS_MISSING,
    STARS_NEEDED,
    STYLE,
    TOKENS,
    TOTAL,
    TURN,
    TURNED,
    TURNS,
    WAYS,
    WAYS_ALIKE,
    WAYS_HITS,
    WHOSE,
)

# ---- bytes


def blanks(data: bytes, at: int) -> int:
    """The place of the first byte that is no blank."""
    while data[at] == 32:
        at += 1
    return at


def ends(data: bytes, at: int) -> int:
    """Whether a line ends here."""
    return data[at] == 10 or (data[at] == 13 and data[at + 1] == 10)


def parted(data: bytes, at: int) -> int:
    """Whether a word ends here."""
    return data[at] == 32 or ends(data, at)


def digit(data: bytes, at: int) -> int:
    return 48 <= data[at] <= 57


def next_line(data: bytes, at: int) -> int:
    """The beginning of the next line where nothing but blanks follows, else 0."""
    at = blanks(data, at)
    if data[at] == 10:
        return at + 1
    if data[at] == 13 and data[at + 1] == 10:
        return at + 2
    return 0


# ---- the board


def landing(b: bytearray, own: int, src: int, die: int) -> int:
    """Where a checker comes to rest, -1 where that is not allowed; as `board.plays.landing`."""
    if b[own + src] == 0 or (b[own + 25] != 0 and src != 25):
        return -1
    dst = src - die
    if dst > 0:
        return dst if b[(32 - own) + 25 - dst] < 2 else -1
    for point in range(7, 26):
        if b[own + point] != 0:
            return -1
    if dst < 0:
        for point in range(src + 1, 7):
            if b[own + point] != 0:
                return -1
    return 0


def move(b: bytearray, own: int, src: int, dst: int) -> int:
    """Move a checker; whether it hit."""
    b[own + src] -= 1
    b[own + dst] += 1
    enemy = (32 - own) + 25 - dst
    if dst != 0 and b[enemy] != 0:
        b[enemy] -= 1
        b[(32 - own) + 25] += 1
        return 1
    return 0


def unmove(b: bytearray, own: int, src: int, dst: int, hit: int) -> int:
    b[own + src] += 1
    b[own + dst] -= 1
    if hit != 0:
        b[(32 - own) + 25 - dst] += 1
        b[(32 - own) + 25] -= 1
    return 0


def keep(b: bytearray, own: int, place: int) -> int:
    """Copy the board, the mover's side first, to a place behind it."""
    other = 32 - own
    for point in range(26):
        b[place + point] = b[own + point]
        b[place + 26 + point] = b[other + point]
    return 0


def put(b: bytearray, own: int, place: int) -> int:
    """Take a board that was kept."""
    other = 32 - own
    for point in range(26):
        b[own + point] = b[place + point]
        b[other + point] = b[place + 26 + point]
    return 0


def same(b: bytearray, own: int, place: int) -> int:
    other = 32 - own
    for point in range(26):
        if b[place + point] != b[own + point] or b[place + 26 + point] != b[other + point]:
            return 0
    return 1


def set_up(b: bytearray) -> int:
    for place in range(64):
        b[place] = 0
    for side in range(2):
        b[32 * side + 24] = 2
        b[32 * side + 13] = 5
        b[32 * side + 8] = 3
        b[32 * side + 6] = 5
    return 0


def movable(b: bytearray, own: int, die: int) -> int:
    """Whether any checker can move by the die."""
    for src in range(25, 0, -1):
        if b[own + src] != 0 and landing(b, own, src, die) >= 0:
            return 1
    return 0


def dances(b: bytearray, own: int, high: int, low: int) -> int:
    return movable(b, own, high) == 0 and (high == low or movable(b, own, low) == 0)


def both(b: bytearray, own: int, first: int, second: int) -> int:
    """Whether the two dice can be played in this order."""
    for src in range(25, 0, -1):
        dst = landing(b, own, src, first)
        if dst >= 0:
            hit = move(b, own, src, dst)
            found = movable(b, own, second)
            unmove(b, own, src, dst, hit)
            if found != 0:
                return 1
    return 0


def times(b: bytearray, own: int, die: int, count: int, top: int) -> int:
    """Whether a die can be played so often; from high points to low ones, which finds every result."""
    if count == 0:
        return 1
    for src in range(top, 0, -1):
        dst = landing(b, own, src, die)
        if dst >= 0:
            hit = move(b, own, src, dst)
            found = times(b, own, die, count - 1, 25)
            unmove(b, own, src, dst, hit)
            if found != 0:
                return 1
    return 0


# ---- one play


def take_back(b: bytearray, own: int, w: list[int]) -> int:
    while w[MOVES] > 0:
        w[MOVES] -= 1
        entry = LOG + 3 * w[MOVES]
        unmove(b, own, w[entry], w[entry + 1], w[entry + 2])
    return 0


def plainly(b: bytearray, own: int, w: list[int]) -> int:
    """Play every step with one die, in the order written, and every die; else leave the board as it was. The usual case."""
    hits = 0
    w[MOVES] = 0
    high = w[HIGH]
    low = w[LOW]
    left_high = w[DICE_LEFT]
    left_low = w[DICE_LEFT + 1]
    for number in range(w[CHAINS]):
        chain = CHAIN + CHAIN_SIZE * number
        src = w[chain + 3]
        dst = w[chain + 4]
        if w[chain] != 1:
            take_back(b, own, w)
            return 0
        die = src - dst
        if not (left_high != 0 and die == high) and not (left_low != 0 and die == low):
            die = 0
            if dst == 0:
                die = high if left_high != 0 else 0
                if left_low != 0 and low > die:
                    die = low
        if die == 0 or landing(b, own, src, die) != dst:
            take_back(b, own, w)
            return 0
        if left_high != 0 and die == high:
            left_high -= 1
        else:
            left_low -= 1
        hit = move(b, own, src, dst)
        entry = LOG + 3 * w[MOVES]
        w[entry] = src
        w[entry + 1] = dst
        w[entry + 2] = hit
        w[MOVES] += 1
        if hit != 0:
            hits |= 1 << dst
    if left_high + left_low != 0:
        take_back(b, own, w)
        return 0
    if hits != w[STARS]:
        if w[STARS] != 0:
            return -1
        w[STARS_MISSING] = 1
    return 1


def found_way(b: bytearray, own: int, w: list[int], branched: int, hits: int) -> int:
    """All steps are played: keep what came of it."""
    left = w[DICE_LEFT] + w[DICE_LEFT + 1]
    if left == 0 or b[own] == 15:
        if w[WAYS] == 0:
            keep(b, own, 64)
            w[WAYS_HITS] = hits
        elif same(b, own, 64) == 0:
            w[WAYS_ALIKE] = 0
            w[BOARDS_ALIKE] = 0
        elif hits != w[WAYS_HITS]:
            w[WAYS_ALIKE] = 0
        w[WAYS] += 1
        if branched == 0 and left == 0:
            w[DIRECT] = 1
        if hits == w[STARS]:
            if w[FITTING] == 0:
                keep(b, own, 128)
            elif same(b, own, 128) == 0:
                w[FITTING_ALIKE] = 0
            w[FITTING] += 1
        return 0
    used = (4 if w[HIGH] == w[LOW] else 2) - left
    if w[SHORT] == 0:
        keep(b, own, 192)
        w[SHORT_HITS] = hits
    elif same(b, own, 192) == 0 or hits != w[SHORT_HITS]:
        w[SHORT_ALIKE] = 0
    w[SHORT] += 1
    if used > w[SHORT_MOST]:
        w[SHORT_MOST] = used
    if w[HIGH] >= w[LOW]:
        if w[DICE_LEFT] == 0:
            w[SHORT_HIGH] = 1
    elif w[DICE_LEFT + 1] == 0:
        w[SHORT_HIGH] = 1
    return 0


def explore(b: bytearray, own: int, w: list[int], unfinished: int, branched: int, hits: int) -> int:
    """Try the chains in every order and with every choice of dice, one die at a time."""
    if unfinished == 0:
        return found_way(b, own, w, branched, hits)
    for number in range(w[CHAINS]):
        chain = CHAIN + CHAIN_SIZE * number
        leg = w[chain + 1]
        if leg == w[chain]:
            continue
        src = w[chain + 2]
        goal = w[chain + 4 + leg]
        for which in range(2):
            if w[DICE_LEFT + which] == 0:
                continue
            dst = landing(b, own, src, w[HIGH + which])
            if dst < goal:
                continue
            w[DICE_LEFT + which] -= 1
            hit = move(b, own, src, dst)
            arrived = 1 if dst == goal else 0
            w[chain + 1] = leg + arrived
            w[chain + 2] = dst
            explore(
                b,
                own,
                w,
                unfinished - (1 if leg + arrived == w[chain] else 0),
                branched if arrived != 0 else 1,
                hits | (1 << dst) if hit != 0 else hits,
            )
            w[chain + 1] = leg
            w[chain + 2] = src
            unmove(b, own, src, dst, hit)
            w[DICE_LEFT + which] += 1
    return 0


def most_played(b: bytearray, own: int, w: list[int]) -> int:
    """Whether no more dice can be played than the short play does, and no larger one in place of its only one."""
    if w[HIGH] == w[LOW]:
        return times(b, own, w[HIGH], w[SHORT_MOST] + 1, 25) == 0
    if both(b, own, w[HIGH], w[LOW]) != 0 or both(b, own, w[LOW], w[HIGH]) != 0:
        return 0
    if w[SHORT_HIGH] != 0:
        return 1
    return movable(b, own, w[HIGH] if w[HIGH] > w[LOW] else w[LOW]) == 0


def judged(b: bytearray, own: int, w: list[int]) -> int:
    """Play the roll; 0 where it is not surely legal, or its result not sure."""
    double = 1 if w[HIGH] == w[LOW] else 0
    w[DICE_LEFT] = 4 if double != 0 else 1
    w[DICE_LEFT + 1] = 0 if double != 0 else 1
    plain = plainly(b, own, w)
    if plain != 0:
        return 1 if plain > 0 else 0
    if w[LEGS] > w[DICE_LEFT] + w[DICE_LEFT + 1]:
        return 0
    for slot in range(WAYS, MOVES):
        w[slot] = 0
    w[WAYS_ALIKE] = w[BOARDS_ALIKE] = w[FITTING_ALIKE] = w[SHORT_ALIKE] = 1
    explore(b, own, w, w[CHAINS], 0, 0)
    if w[WAYS] != 0:
        if w[WAYS_ALIKE] != 0:
            put(b, own, 64)
            if w[WAYS_HITS] != w[STARS]:
                if w[STARS] != 0:
                    return 0
                w[STARS_MISSING] = 1
            return 1
        if w[DIRECT] != 0:
            return 0
        if w[FITTING] != 0 and w[FITTING_ALIKE] != 0:  # with stars it is clear
            if w[BOARDS_ALIKE] == 0:
                w[STARS_NEEDED] = 1
            put(b, own, 128)
            return 1
        if w[BOARDS_ALIKE] == 0 or w[STARS] != 0:
            return 0
        w[STARS_MISSING] = 1
        put(b, own, 64)
        return 1
    if w[SHORT] == 0 or w[SHORT_ALIKE] == 0 or most_played(b, own, w) == 0:
        return 0
    put(b, own, 192)
    if w[SHORT_HITS] != w[STARS]:
        if w[STARS] != 0:
            return 0
        w[STARS_MISSING] = 1
    return 1


# ---- cells


def point(data: bytes, at: int, w: list[int]) -> int:
    """A point of a step, at CHAIN_SIZE's spare number; where it ends, 0 where there is none."""
    first = data[at]
    if 48 <= first <= 57:
        value = first - 48
        at += 1
        if digit(data, at):
            if value == 0:
                return 0
            value = value * 10 + data[at] - 48
            at += 1
        if value > 25 or digit(data, at):
            return 0
        w[FOUND_SIDE] = value
        return at
    if (first == 98 or first == 66) and data[at + 1] == 97 and data[at + 2] == 114:  # bar, Bar
        if first == 66 and w[DANCE] == 0 and data[at + 3] == 47:
            w[DANCE] = at + 4
        w[FOUND_SIDE] = 25
        return at + 3
    if (first == 111 or first == 79) and data[at + 1] == 102 and data[at + 2] == 102:  # off, Off
        if first == 79 and w[DANCE] == 0:
            w[DANCE] = at + 3
        w[FOUND_SIDE] = 0
        return at + 3
    return 0


def step(data: bytes, at: int, w: list[int]) -> int:
    """One step, with its star and count."""
    chain = CHAIN + CHAIN_SIZE * w[CHAINS]
    if w[CHAINS] == 4:
        return 0
    at = point(data, at, w)
    if at == 0 or data[at] != 47 or w[FOUND_SIDE] == 0:
        return 0
    src = last = w[FOUND_SIDE]
    legs = 0
    while data[at] == 47:
        at = point(data, at + 1, w)
        if at == 0 or w[FOUND_SIDE] >= last or legs == 4:
            return 0
        last = w[FOUND_SIDE]
        w[chain + 4 + legs] = last
        legs += 1
        if data[at] == 42:
            at += 1
            w[STARS] |= 1 << last
            w[STARRED] = 1
    count = 1
    if data[at] == 40:
        count = data[at + 1] - 48
        if count < 1 or count > 4 or data[at + 2] != 41:
            return 0
        at += 3
        if data[at] == 42:
            at += 1
            w[STARS] |= 1 << last
            w[STARRED] = 1
    if not parted(data, at) or w[CHAINS] + count > 4:
        return 0
    w[chain] = legs
    w[chain + 1] = 0
    w[chain + 2] = w[chain + 3] = src
    for copy in range(1, count):
        for slot in range(CHAIN_SIZE):
            w[chain + CHAIN_SIZE * copy + slot] = w[chain + slot]
    w[CHAINS] += count
    w[LEGS] += count * legs
    return at


def is_dice(data: bytes, at: int) -> int:
    return digit(data, at) and digit(data, at + 1) and data[at + 2] == 58


def token(b: bytearray, w: list[int], out: bytearray, side: int, board: int) -> int:
    """Note a roll for the digest, with the board after it where there is one."""
    at = w[AT]
    high = w[HIGH]
    low = w[LOW]
    out[at] = side
    out[at + 1] = 54 if board != 0 else 2
    out[at + 2] = high if high > low else low
    out[at + 3] = low if high > low else high
    at += 4
    if board != 0:
        own = 32 * side
        other = 32 - own
        for place in range(26):
            out[at + place] = b[own + place]
            out[at + 26 + place] = b[other + place]
        at += 52
    w[AT] = at
    return 0


def cube_token(w: list[int], out: bytearray, side: int, kind: int) -> int:
    """Note a double (0), a take (1) or a drop (2)."""
    word = b"DoubleTake  Drop  "
    length = 6 if kind == 0 else 4
    at = w[AT]
    out[at] = side
    out[at + 1] = length
    for place in range(length):
        out[at + 2 + place] = word[6 * kind + place]
    w[AT] = at + 2 + length
    return 0


def roll(data: bytes, at: int, side: int, b: bytearray, w: list[int], out: bytearray, room: int) -> int:
    """A cell that begins with dice."""
    high = data[at] - 48
    low = data[at + 1] - 48
    if high < 1 or high > 6 or low < 1 or low > 6:
        return 0
    w[HIGH] = high
    w[LOW] = low
    own = 32 * side
    at += 3
    after = blanks(data, at)
    letter = data[after]
    kind = 0  # 0 nothing, 1 steps, 2 cannot move, 3 not known
    w[CHAINS] = w[LEGS] = w[STARS] = 0
    if ends(data, after):
        pass
    elif is_dice(data, after):
        if after == at:
            return 0
    elif letter == 68 or letter == 84 or letter == 87 or letter == 76:  # Doubles, Drops, Takes, Wins, Losses: another cell
        if after - at < 3:
            return 0
    elif after - at != 1:
        return 0
    elif letter == 67:
        after = word(data, after, 0)
        if after == 0 or not parted(data, after):
            return 0
        if w[DANCE] == 0:
            w[DANCE] = after
        kind = 2
        at = after
    elif letter == 63:
        at = after
        while data[at] == 63:
            at += 1
        if at - after < 3 or at - after > 4 or not parted(data, at):
            return 0
        kind = 3
    else:
        kind = 1
        at = after
        while True:
            at = step(data, at, w)
            if at == 0:
                return 0
            after = blanks(data, at)
            letter = data[after]
            if ends(data, after) or is_dice(data, after) or letter == 68 or letter == 84 or letter == 87 or letter == 76:
                break
            if after - at != 1:
                return 0
            at = after
    out[room + w[ROLLED]] = high * 6 + low if high > low else low * 6 + high
    w[ROLLED] += 1
    if w[PENDING] != 0:
        return 0
    if w[OVER] >= 0 or w[DROPPED] >= 0 or w[CLAIM] >= 0 or w[LOSS] >= 0:
        return at if kind == 0 else 0
    if w[OFFER] >= 0 or w[WHOSE] == 1 - side:
        return 0
    w[TURN] += 1
    if w[TURN] == 1 and high == low:
        return 0
    w[WHOSE] = 1 - side
    if kind == 1:
        if judged(b, own, w) == 0:
            return 0
        token(b, w, out, side, 1)
        if b[own] == 15:
            w[OVER] = side
        return at
    if kind == 3:
        w[PENDING] = 1
        token(b, w, out, side, 0)
        return at
    dancing = dances(b, own, high, low)
    if not dancing:
        if kind == 2:
            return 0
        w[PENDING] = 1
    token(b, w, out, side, 1 if dancing else 0)
    return at


def word(data: bytes, at: int, which: int) -> int:
    """One of the words that stand in cells, where it ends."""
    words = b"Cannot Move\0Doubles => \0Takes\0Drops\0Wins \0Losses \0 point\0 and the match\0Game \0Money session\0"
    start = 0
    while which > 0:
        if words[start] == 0:
            which -= 1
        start += 1
    while words[start] != 0:
        if data[at] != words[start]:
            return 0
        at += 1
        start += 1
    return at


def number(data: bytes, at: int, digits: int, w: list[int]) -> int:
    """A number of so many digits at most, without leading zeros, at FOUND_SIDE."""
    value = 0
    first = at
    while digit(data, at) and at - first <= digits:
        value = value * 10 + data[at] - 48
        at += 1
    if at == first or at - first > digits or (at - first > 1 and data[first] == 48):
        return 0
    w[FOUND_SIDE] = value
    return at


def cube(data: bytes, at: int, side: int, w: list[int], out: bytearray) -> int:
    """`Doubles => N`, `Takes`, `Drops`."""
    if w[PENDING] != 0 or w[OVER] >= 0 or w[DROPPED] >= 0 or w[CLAIM] >= 0 or w[LOSS] >= 0:
        return 0
    after = word(data, at, 1)
    if after != 0:
        after = number(data, after, 5, w)
        if after == 0 or not parted(data, after):
            return 0
        value = w[CUBE]
        if w[OFFER] >= 0 or w[WHOSE] != side or w[OWNER] == 1 - side or w[FOUND_SIDE] != 2 * value or w[CRAWFORD] != 0:
            return 0
        if w[LENGTH] != 0 and value >= w[LENGTH] - w[SCORE + side]:
            return 0
        if w[CUBE_LIMIT] != 0 and value * 2 > w[CUBE_LIMIT]:
            return 0
        w[OFFER] = side
        w[TURNED] = 1
        cube_token(w, out, side, 0)
        return after
    if w[OFFER] != 1 - side:
        return 0
    after = word(data, at, 2)
    if after != 0:
        w[CUBE] *= 2
        w[OWNER] = side
        cube_token(w, out, side, 1)
    else:
        after = word(data, at, 3)
        w[DROPPED] = side
        cube_token(w, out, side, 2)
    w[OFFER] = -1
    return after if after != 0 and parted(data, after) else 0


def result(data: bytes, at: int, side: int, w: list[int]) -> int:
    """`Wins N points`, `Losses N points`, with or without `and the match`."""
    claim = CLAIM
    winner = side
    start = at
    after = word(data, at, 4)
    if after == 0:
        after = word(data, at, 5)
        claim = LOSS
        winner = 1 - side
    if after == 0 or w[claim] >= 0:
        return 0
    at = number(data, after, 4, w)
    if at == 0:
        return 0
    w[claim + 1] = w[FOUND_SIDE]
    at = word(data, at, 6)
    if at == 0:
        return 0
    if data[at] == 115:
        at += 1
    w[claim + 2] = 0
    after = word(data, at, 7)
    if after != 0:
        at = after
        w[claim + 2] = 1
    if not parted(data, at):
        return 0
    w[claim] = winner
    w[claim + 3] = side
    w[claim + 4] = start
    w[claim + 5] = at
    w[claim + 6] = w[ROWS]
    w[claim + 7] = w[LINE]
    return at


def cell(data: bytes, at: int, side: int, b: bytearray, w: list[int], out: bytearray, room: int) -> int:
    letter = data[at]
    if is_dice(data, at):
        return roll(data, at, side, b, w, out, room)
    if letter == 68 or letter == 84:
        return cube(data, at, side, w, out)
    if letter == 87 or letter == 76:
        return result(data, at, side, w)
    return 0


def row(data: bytes, at: int, begin: int, numbered: int, b: bytearray, w: list[int], out: bytearray, room: int) -> int:
    """The cells of a row, or of a line without a number; the beginning of the next line."""
    at = blanks(data, at)
    first = at - begin
    cells = 0
    is_right = 0
    while not ends(data, at):
        column = at - begin
        if column >= COLUMNS or cells == 2:
            return 0
        side = 1
        if cells == 0:
            is_right = 1 if 2 * column > 5 + w[RIGHT_COLUMN] else 0
            side = is_right
        elif is_right != 0:
            return 0
        elif numbered != 0:
            w[LEFTS + first] += 1
            w[LEFTS + COLUMNS + column] += 1
            w[PAIRS] += 1
        at = cell(data, at, side, b, w, out, room)
        if at == 0:
            return 0
        at = blanks(data, at)
        cells += 1
    if cells != 0:
        if is_right != 0:
            if first < w[NEAREST_RIGHT]:
                w[NEAREST_RIGHT] = first
        elif first > w[FARTHEST_LEFT]:
            w[FARTHEST_LEFT] = first
    return next_line(data, at)


# ---- games


def name_byte(data: bytes, at: int) -> int:
    """How many bytes a letter of a name takes: ASCII, or a letter of Latin-1 or Latin Extended-A; 0 where it is another."""
    first = data[at]
    if 32 <= first <= 126:
        return 1 if first != 58 else 0
    second = data[at + 1]
    if 195 <= first <= 197 and 128 <= second <= 191 and not (first == 195 and (second == 151 or second == 183)):
        return 2
    return 0


def seat(data: bytes, at: int, begin: int, side: int, w: list[int]) -> int:
    """One half of a score line, `name : 3` or `name,1529 : 3`."""
    at = blanks(data, at)
    start = at
    end = at
    comma = 0
    first = data[at]
    while data[at] != 58:
        size = name_byte(data, at)
        if size == 0:
            return 0
        if data[at] == 44:
            if comma != 0:
                return 0
            comma = at
        if data[at] != 32:
            end = at + size
        at += size
    if end == start or (side == 0 and (first == 59 or first == 35 or first == 124 or first == 43)):
        return 0
    gap = at - end
    if gap > 9:
        return 0
    if side == 0:
        gap += 10 * (start - begin)
    if comma != 0:  # a rating
        if comma == start or number(data, comma + 1, 6, w) != end or w[FOUND_SIDE] == 0:
            return 0
        end = comma
        while end > start and data[end - 1] == 32:
            end -= 1
        if end == start:
            return 0
    slot = LEFT_NAME + 2 * side
    if w[GAMES] == 1:
        w[slot] = start
        w[slot + 1] = end
    else:
        if end - start != w[slot + 1] - w[slot]:
            return 0
        for place in range(end - start):
            if data[start + place] != data[w[slot] + place]:
                return 0
    start = blanks(data, at + 1)
    style = 2 * (400 * gap + start - at) + (1 if comma != 0 else 0)  # the dialect is told by it, and by the first score line alone
    if w[GAMES] == 1:
        w[STYLE + side] = style
    elif style != w[STYLE + side]:
        return 0
    at = number(data, start, 4, w)
    return at if at != 0 and parted(data, at) else 0


def seats(data: bytes, begin: int, w: list[int]) -> int:
    """The score line of a game; the beginning of the next line."""
    at = seat(data, begin, begin, 0, w)
    if at == 0 or data[at] != 32:
        return 0
    left = w[FOUND_SIDE]
    place = begin
    column = 0
    start = blanks(data, at)
    while place < start:  # continuing bytes of a letter take no column
        if data[place] < 128 or data[place] > 191:
            column += 1
        place += 1
    at = seat(data, at, begin, 1, w)
    if at == 0:
        return 0
    right = w[FOUND_SIDE]
    w[RIGHT_COLUMN] = column
    at = blanks(data, at)
    if w[GAMES] == 1:
        w[FIRST_ROW] = at
    at = next_line(data, at)
    if at == 0 or at - begin > LONGEST_LINE:
        return 0
    if left != 0 or right != 0:
        w[ALL_ZERO] = 0
    if left != w[SCORE] or right != w[SCORE + 1]:
        w[ADDS_UP] = 0
        if w[LENGTH] != 0 or w[ALL_ZERO] == 0 or w[GAMES] == 1:
            return 0
    w[SCORE] = left
    w[SCORE + 1] = right
    high = left if left > right else right
    if w[LENGTH] != 0 and high >= w[LENGTH]:
        return 0
    w[CRAWFORD] = 0
    if w[LENGTH] > 1 and w[CRAWFORD_RULE] != 0 and w[CRAWFORD_DONE] == 0 and high == w[LENGTH] - 1 and left != right:
        w[CRAWFORD] = w[CRAWFORD_DONE] = 1
    return at


def begin_game(b: bytearray, w: list[int], out: bytearray, room: int) -> int:
    set_up(b)
    w[GAMES] += 1
    for slot in range(ROWS, LOSS + CLAIM_SIZE):
        w[slot] = 0
    w[WHOSE] = w[OVER] = w[DROPPED] = w[OWNER] = w[OFFER] = w[CLAIM] = w[LOSS] = -1
    w[CUBE] = 1
    w[FARTHEST_LEFT] = 0
    w[NEAREST_RIGHT] = 1000
    w[PAIRS] = 0
    for slot in range(LEFTS, LEFTS + 2 * COLUMNS):
        w[slot] = 0
    at = w[AT]
    out[at] = 3
    out[at + 1] = 4
    out[at + 2] = 103
    out[at + 3] = 97
    out[at + 4] = 109
    out[at + 5] = 101
    w[AT] = at + 6
    out[room + w[ROLLED]] = 255
    w[ROLLED] += 1
    return 0


def median(w: list[int], first: int) -> int:
    """The lower median of the columns counted from a place on."""
    left = (w[PAIRS] - 1) // 2
    for column in range(COLUMNS):
        left -= w[first + column]
        if left < 0:
            return column
    return 0


def columns_fit(w: list[int]) -> int:
    """Whether every cell is his for whom it was taken, now that all columns are known; as `formats.mat.rows.Columns`."""
    middle = 5 + w[RIGHT_COLUMN]
    if w[PAIRS] != 0:
        middle = median(w, LEFTS) + median(w, LEFTS + COLUMNS)
    return 2 * w[FARTHEST_LEFT] <= middle < 2 * w[NEAREST_RIGHT]


def loss(b: bytearray, loser: int) -> int:
    """What the loser of a finished game loses: 1, 2 a gammon, 3 a backgammon."""
    own = 32 * loser
    if b[own] != 0:
        return 1
    for point in range(19, 26):
        if b[own + point] != 0:
            return 3
    return 2


def backgammon_possible(b: bytearray, loser: int) -> int:
    """Whether a backgammon can still be lost; as in `replay.game`."""
    own = 32 * loser
    other = 32 - own
    back = 0
    enemy = 0
    for point in range(1, 26):
        if b[own + point] != 0:
            back = point
            if point >= 19:
                return 1
        if b[other + point] != 0:
            enemy = point
    return 1 if back + enemy > 25 else 0


def end_game(b: bytearray, w: list[int], out: bytearray, boards: int) -> int:
    """Compare the result with the board; 0 where anything is to be said of it but that the game was resigned."""
    claim = CLAIM if w[CLAIM] >= 0 else LOSS
    winner = w[claim]
    if winner < 0 or w[OFFER] >= 0 or not columns_fit(w):
        return 0
    said = w[claim + 1]
    length = w[LENGTH]
    needed = length - w[SCORE + winner]
    capped = 1 if length != 0 and (said == needed or (w[claim + 2] != 0 and said == length)) else 0
    reach = said
    counted = said
    if w[DROPPED] >= 0 or w[OVER] >= 0:
        if w[DROPPED] >= 0:
            if winner != 1 - w[DROPPED]:
                return 0
            worth = least = w[CUBE]
        else:
            if winner != w[OVER]:
                return 0
            worth = least = w[CUBE] * loss(b, 1 - winner)
            if length == 0 and w[TURNED] == 0 and w[CUBE_LIMIT] != 1:
                if w[JACOBY] != 0:
                    least = w[CUBE]
                if w[JACOBY] == 1:
                    worth = w[CUBE]
        if said != worth and said != least:
            if said > least or capped == 0:
                return 0
            counted = worth
            w[LAST] = 1
        if worth > reach:
            reach = worth
    else:
        if capped == 0:
            if said % 1004 == 0:
                return 0
            level = said // w[CUBE]
            if level * w[CUBE] != said or level < 1 or level > 3:
                return 0
            if level > 1 and ((w[JACOBY] == 1 and w[TURNED] == 0 and length == 0) or b[32 * (1 - winner)] != 0):
                return 0
            if level == 3 and backgammon_possible(b, 1 - winner) == 0:
                return 0
        if w[NOTES] == MOST_NOTES or w[TURN] == 0:
            return 0
        note = NOTE + NOTE_SIZE * w[NOTES]
        side = w[claim + 3]
        w[note] = w[GAMES]
        w[note + 1] = w[claim + 6]
        w[note + 2] = w[TURN]
        w[note + 3] = side
        w[note + 4] = w[claim + 4]
        w[note + 5] = w[claim + 5]
        w[note + 6] = said
        w[note + 7] = w[CUBE]
        w[note + 8] = w[OWNER]
        w[note + 9] = w[SCORE]
        w[note + 10] = w[SCORE + 1]
        w[note + 11] = w[CRAWFORD]
        w[note + 12] = w[claim + 7]
        at = boards + 52 * w[NOTES]
        own = 32 * side
        other = 32 - own
        for point in range(26):
            out[at + point] = b[own + point]
            out[at + 26 + point] = b[other + point]
        w[NOTES] += 1
    if w[claim + 2] != 0 and length != 0 and w[SCORE + winner] + reach < length:
        return 0
    w[CLAIMED] = w[SCORE]
    w[CLAIMED + 1] = w[SCORE + 1]
    w[CLAIMED + winner] += said
    w[SCORE + winner] += counted
    w[TOTAL + winner] += counted
    w[TURNS] += w[TURN]
    return 1


def scan(data: bytes, size: int, start: int, b: bytearray, w: list[int], out: bytearray, room: int, boards: int) -> int:
    """Prove the games of a match from the line after its match line on; 1 when it did.

    `data` goes on with a line end and a NUL behind its `size` bytes. `w` holds LENGTH to CUBE_LIMIT and is 0 elsewhere. A line that begins
    a header or a match line ends a match that has a game: END says where.
    """
    at = start
    w[ADDS_UP] = w[ALL_ZERO] = 1
    waiting = 0  # for a score line
    while True:
        begin = at
        w[END] = begin
        letter = data[blanks(data, at)]
        if letter == 0 and at >= size:
            break
        if letter == 10 or letter == 13:
            at = next_line(data, at)
            if at == 0:
                return 0
            continue
        if w[AT] + 200 > room or w[ROLLED] + 4 > boards - room:
            return 0
        if waiting != 0:
            at = seats(data, begin, w)
            waiting = 0
            if at == 0:
                return 0
            continue
        at = blanks(data, at)
        w[LINE] = begin
        if 48 <= letter <= 57:
            at = number(data, at, 4, w)
            if at == 0:
                return 0
            if data[at] != 41:
                if w[GAMES] == 0:
                    return 0
                break
            w[ROWS] += 1
            w[ALL_ROWS] += 1
            if w[GAMES] == 0 or w[FOUND_SIDE] != w[ROWS] or not parted(data, at + 1):
                return 0
            if w[ROWS] > MOST_ROWS or w[ALL_ROWS] > MOST_ALL_ROWS:
                return 0
            at = row(data, at + 1, begin, 1, b, w, out, room)
        elif letter == 87 or letter == 76:
            if w[GAMES] == 0:
                return 0
            at = row(data, at, begin, 0, b, w, out, room)
        elif letter == 71:
            if w[GAMES] != 0 and end_game(b, w, out, boards) == 0:
                return 0
            if w[LAST] != 0 or w[GAMES] == MOST_GAMES:
                return 0
            begin_game(b, w, out, room)
            w[GAME_LINE] = at
            at = word(data, at, 8)
            if at == 0:
                return 0
            at = number(data, at, 4, w)
            if at == 0 or w[FOUND_SIDE] != w[GAMES]:
                return 0
            w[GAME_LINE + 1] = at
            at = next_line(data, at)
            waiting = 1
        elif (letter == 59 or letter == 35 or letter == 77) and w[GAMES] != 0:
            break
        else:
            return 0
        if at == 0 or at - begin > LONGEST_LINE:
            return 0
    if w[GAMES] == 0 or waiting != 0 or end_game(b, w, out, boards) == 0:
        return 0
    if w[STARRED] != 0:
        if w[STARS_MISSING] != 0:
            return 0
    elif w[STARS_NEEDED] != 0:
        return 0
    if w[LENGTH] == 0 and w[ALL_ZERO] != 0:
        w[SCORE] = w[TOTAL]
        w[SCORE + 1] = w[TOTAL + 1]
    elif w[ADDS_UP] == 0:
        return 0
    w[TOKENS] = w[AT]
    w[ROLLS] = w[ROLLED]
    return 1


def exchange(out: bytearray, size: int) -> int:
    """Make the tokens those of the same match with the players exchanged."""
    at = 0
    while at < size:
        if out[at] < 2:
            out[at] ^= 1
        at += 2 + out[at + 1]
    return 0
