"""Plays the example matches of this folder and writes them in the dialects of many programs.

    python examples/make_examples.py [--list] [NAME...]

Needs the package `bgsage` (a development dependency), an engine that finds the plays and the cube actions. It looks one ply ahead: a
match takes a few seconds, and the play is decent. For each example seeds are tried upwards from a stored one until the match shows what
the example is for (a Crawford game, a beaver, a resignation ...); the stored seed is the one that was found, so that running the script
again writes the same files byte for byte. `--list` prints the seed that each example ended with.

The dice, the moving of checkers, the cube and the score are in this file, and every set of legal plays is compared with the engine's.
The script shares nothing with `tavla_cli` on purpose: a mistake in there must not hide itself by writing the examples. It writes no
README; that is kept by hand.
"""

import argparse
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

import bgsage  # type: ignore[import-untyped]

ENGINE = bgsage.BgBotAnalyzer(eval_level="1ply")
LEFT, RIGHT = 0, 1
STANDARD = {24: 2, 13: 5, 8: 3, 6: 5}
NACKGAMMON = {24: 2, 23: 2, 13: 4, 8: 3, 6: 4}


# Rules: a side is a tuple of 26 counts seen by its owner; 0 is off, 25 the bar.

Side = tuple[int, ...]
Board = tuple[Side, Side]  # the player on roll, his opponent


class Hop(NamedTuple):
    """One checker moved by one die."""

    src: int
    dst: int
    hit: bool


Steps = tuple[Hop, ...]


def start(points: dict[int, int]) -> Board:
    side = tuple(points.get(point, 0) for point in range(26))
    return side, side


def hop(board: Board, src: int, die: int) -> tuple[Hop, Board] | None:
    """One checker moved by one die, or None where the rules do not let it."""
    own, opp = list(board[0]), list(board[1])
    if not own[src] or (own[25] and src != 25):
        return None
    dst = max(src - die, 0)
    if dst == 0 and (any(own[7:]) or (src < die and any(own[src + 1 :]))):
        return None
    facing = 25 - dst
    if dst and opp[facing] > 1:
        return None
    hit = bool(dst and opp[facing])
    if hit:
        opp[facing] = 0
        opp[25] += 1
    own[src] -= 1
    own[dst] += 1
    return Hop(src, dst, hit), (tuple(own), tuple(opp))


def ways(board: Board, dice: tuple[int, ...]) -> Iterator[tuple[Steps, Board]]:
    """Every way to play as many of the dice in this order as go, without regard to the other order."""
    stuck = True
    if dice:
        for src in range(25, 0, -1):
            moved = hop(board, src, dice[0])
            if moved:
                stuck = False
                for rest, result in ways(moved[1], dice[1:]):
                    yield (moved[0], *rest), result
    if stuck:
        yield (), board


def legal(board: Board, high: int, low: int) -> dict[Board, list[Steps]]:
    """Every legal result of a roll, each with all the ways that reach it. A dance is one result, reached by no step."""
    found: list[tuple[Steps, Board]] = []
    for dice in [(high,) * 4] if high == low else [(high, low), (low, high)]:
        found += ways(board, dice)
    most = max(len(steps) for steps, _ in found)
    found = [(steps, result) for steps, result in found if len(steps) == most]
    if most == 1 and high != low:
        larger = [moved[1] for src in range(1, 26) if (moved := hop(board, src, high))]
        found = [(steps, result) for steps, result in found if not larger or result in larger]
    results: dict[Board, list[Steps]] = {}
    for steps, result in found:
        known = results.setdefault(result, [])
        if steps not in known:
            known.append(steps)
    return results


def lost(loser: Side) -> int:
    """1, 2 or 3: what the loser of a game that was played out loses."""
    if loser[0]:
        return 1
    return 3 if any(loser[19:]) else 2


def as_list(board: Board) -> list[int]:
    """The board as the engine wants it: the points of the player on roll, the opponent's checkers negative, his bar at 0 positive."""
    own, opp = board
    return [opp[25], *(own[point] - opp[25 - point] for point in range(1, 25)), own[25]]


# Matches


@dataclass(frozen=True)
class Event:
    """What one player did. `what`: roll, double, beaver, take, drop, resign. `number`: the cube, or the level of a resignation."""

    side: int
    what: str
    dice: tuple[int, int] = (0, 0)
    steps: Steps | None = None  # None: the roll was not played
    number: int = 0
    forgot: int = 0  # the number left unplayed, against the rules


@dataclass
class Game:
    number: int
    score: tuple[int, int]
    crawford: bool
    after_crawford: bool
    events: list[Event] = field(default_factory=list)
    winner: int | None = None
    level: int = 0
    points: int = 0

    def has(self, what: str, side: int | None = None) -> bool:
        return any(event.what == what and side in (None, event.side) for event in self.events)

    @property
    def end(self) -> str:
        """drop, resign or off; nothing when the game was not finished."""
        if self.winner is None:
            return ""
        return self.events[-1].what if self.events[-1].what in ("drop", "resign") else "off"


@dataclass(frozen=True)
class Setup:
    """How a match is played. `length` 0 is a money session of `games` games.

    `resigns`: "" never, else when a lost game is given up: "before" the roll, when it is "rolled", "after" it was played.
    `forgets`: the game in which a player enters from the bar and does not play his other number.
    `stops`: the game that breaks off, and after how many events. `rash`: how often a player of a session doubles when he should not.
    """

    length: int
    games: int = 0
    points: tuple[tuple[int, int], ...] = tuple(STANDARD.items())
    jacoby: bool = False
    beavers: bool = False
    resigns: str = ""
    forgets: int = 0
    stops: tuple[int, int] | None = None
    rash: float = 0.0


class Player:
    """Both players of a match: the engine, with a little carelessness so that the play looks like people's."""

    def __init__(self, setup: Setup, rng: random.Random) -> None:
        self.setup = setup
        self.rng = rng
        self.engine = ENGINE

    def match(self) -> list[Game]:
        setup = self.setup
        score = [0, 0]
        games: list[Game] = []
        crawford_played = False
        while max(score) < setup.length if setup.length else len(games) < setup.games:
            one_away = setup.length > 1 and setup.length - 1 in score
            game = Game(len(games) + 1, (score[0], score[1]), one_away and not crawford_played, one_away and crawford_played)
            crawford_played = crawford_played or one_away
            games.append(game)
            self.play(game)
            if game.winner is None:
                break
            score[game.winner] += game.points
        return games

    def play(self, game: Game) -> None:
        """One game, written into `game` event by event."""
        setup, rng = self.setup, self.rng
        board = start(dict(setup.points))
        cube, owner = 1, -1
        throw = (0, 0)
        while throw[0] == throw[1]:
            throw = (rng.randint(1, 6), rng.randint(1, 6))
        side = LEFT if throw[0] > throw[1] else RIGHT
        dice: tuple[int, int] | None = throw
        chances = bgsage.Probabilities(0.5, 0.0, 0.0, 0.0, 0.0)  # of the player on roll
        while not (setup.stops and setup.stops[0] == game.number and len(game.events) >= setup.stops[1]):
            state = self.state(game, side, cube, owner)
            if dice is None:
                level = self.lost_level(board[0], chances) if setup.resigns in ("before", "rolled") else 0
                if level:
                    rolled = (rng.randint(1, 6), rng.randint(1, 6)) if setup.resigns == "rolled" else (0, 0)
                    return self.resign(game, side, level, cube, rolled)
                asked = self.asked(game, board, side, cube, owner, chances)
                if asked:
                    cube *= 2
                    game.events.append(Event(side, "double", number=cube))
                    if not asked.should_take:
                        game.events.append(Event(1 - side, "drop"))
                        game.winner, game.level, game.points = side, 1, cube // 2
                        return None
                    if asked.is_beaver and setup.beavers:
                        cube *= 2
                        game.events.append(Event(1 - side, "beaver", number=cube))
                    else:
                        game.events.append(Event(1 - side, "take"))
                    owner = 1 - side
                    state = self.state(game, side, cube, owner)
                dice = (rng.randint(1, 6), rng.randint(1, 6))
            board, event, chances = self.roll(game, board, side, dice, state)
            game.events.append(event)
            own, opp = board
            if own[0] == 15:
                game.winner, game.level = side, lost(opp)
                game.points = cube * (1 if setup.jacoby and owner < 0 else game.level)
                return None
            if setup.resigns == "after":
                level = self.lost_level(own, chances)
                if level:
                    return self.resign(game, side, level, cube, (0, 0))
            board, side, dice = (opp, own), 1 - side, None
            chances = bgsage.Probabilities.from_list(bgsage.invert_probs(chances.to_list()))
        return None

    def resign(self, game: Game, side: int, level: int, cube: int, dice: tuple[int, int]) -> None:
        game.events.append(Event(side, "resign", dice, number=level * cube))
        game.winner, game.level, game.points = 1 - side, level, level * cube

    def state(self, game: Game, side: int, cube: int, owner: int) -> dict[str, object]:
        """What the engine must know besides the board."""
        length = self.setup.length
        return {
            "cube_value": cube,
            "cube_owner": "centered" if owner < 0 else "player" if owner == side else "opponent",
            "away1": length - game.score[side] if length else 0,
            "away2": length - game.score[1 - side] if length else 0,
            "is_crawford": game.crawford,
            "jacoby": self.setup.jacoby,
            "beaver": self.setup.beavers,
        }

    def lost_level(self, own: Side, chances: bgsage.Probabilities) -> int:
        """1 or 2 when a player is as good as lost and it is plain for how much, else 0. Now and then he plays on all the same."""
        if chances.win > 0.003 or self.rng.random() < 0.3:
            return 0
        if chances.gammon_loss < 0.002:
            return 1
        return 2 if chances.gammon_loss > 0.99 and chances.backgammon_loss < 0.01 and not own[0] else 0

    def asked(
        self, game: Game, board: Board, side: int, cube: int, owner: int, chances: bgsage.Probabilities
    ) -> bgsage.CubeActionResult | None:
        """What the engine says about a double, when the player doubles. It is slow, so that plain positions are not put to it."""
        setup = self.setup
        if game.crawford or owner == 1 - side or (setup.length and game.score[side] + cube >= setup.length):
            return None
        rash = owner < 0 and 0.35 < chances.win < 0.6 and self.rng.random() < setup.rash
        if chances.win < 0.6 and not rash and not game.after_crawford:
            return None
        asked = self.engine.cube_action(as_list(board), **self.state(game, side, cube, owner))
        return asked if asked.should_double or (rash and -0.35 < asked.equity_dt < 0.1) else None

    def roll(
        self, game: Game, board: Board, side: int, dice: tuple[int, int], state: dict[str, object]
    ) -> tuple[Board, Event, bgsage.Probabilities]:
        """The board after the player's choice, what is recorded of it, and his chances then."""
        high, low = max(dice), min(dice)
        results = legal(board, high, low)
        engine_results = {tuple(result) for result in bgsage.possible_moves(as_list(board), high, low)}
        ours = {tuple(as_list(result)): result for result in results}
        # The engine also lets the last checker go off with one number where both can be played.
        assert set(ours) == engine_results or any(result[0][0] == 15 for result in results), (board, dice)
        moves = [move for move in self.engine.checker_play(as_list(board), high, low, **state).moves if tuple(move.board) in ours]
        near = [move for move in moves[:3] if abs(move.equity_diff) < 0.03]
        chosen = near[1] if len(near) > 1 and self.rng.random() < 0.15 else moves[0]
        result = ours[tuple(chosen.board)]
        steps = self.way(results[result])
        if self.setup.forgets == game.number and len(game.events) > 8 and len(steps) == 2 and high != low and steps[0].src == 25:
            forgotten = not any(event.forgot for event in game.events)
            if forgotten and steps[1].src not in (25, steps[0].dst):
                entered = steps[0]
                played = 25 - entered.dst
                moved = hop(board, 25, played)
                assert moved and moved[1] not in results
                return moved[1], Event(side, "roll", dice, steps[:1], forgot=high + low - played), chosen.probs
        return result, Event(side, "roll", dice, steps), chosen.probs

    def way(self, found: list[Steps]) -> Steps:
        """The way to write down: highest point first. Two ways that differ only in the order are one."""
        ordered = [steps for steps in found if list(steps) == sorted(steps, key=lambda step: (-step.src, -step.dst))]
        return max(ordered)


# Dialects


@dataclass(frozen=True)
class Dialect:
    """How a program writes a match. Columns count from 0.

    `left` is where a cube word of the left player stands, `inset` by how much a cube word of the right player is indented more than dice.
    `wide`: two blanks before a row's number whatever its width. `fixed`: the right column stays where it is in such rows all the same.
    `results`: "line" on a line of its own unless the winner's cell of the last row is free, "own" always on its own line, "row" numbered.
    `points`: how "point" is counted: "proper", "point", "points".
    """

    match: str = " {} point match"
    game: str = " Game {}"
    colon: str = " : "
    names: int = 32
    right: int = 33
    left: int = 6
    inset: int = 1
    wide: bool = False
    fixed: bool = True
    chains: bool = False
    bar: str = "25"
    off: str = "0"
    stars: bool = True
    high_first: bool = False
    as_played: bool = False
    dance: str = ""
    blank_after_play: bool = False  # one blank behind a play of fewer than four steps, a dance too
    blank_after_dance: bool = False
    padded: int = 0  # rows are filled with blanks up to this column
    padded_left: bool = False  # a row without a right cell is filled up to the right column
    results: str = "line"
    result_left: int = 6
    result_right: int = 34
    points: str = "proper"
    closing: bool = False  # "and the match"
    capped: bool = False
    resign: str = ""  # the word in the resigner's cell
    gap_before: int = 1
    gap_after: int = 1
    tabs: bool = False


GNUBG = Dialect(blank_after_play=True)
GNUBG_BASIC = Dialect()
XG = Dialect(
    match="{} point match", names=39, right=39, chains=True, bar="Bar", off="Off", high_first=True, dance="Cannot Move", padded=73,
    result_right=40, points="point", closing=True, resign="????", gap_before=0, gap_after=3,
)  # fmt: skip
GALAXY = Dialect(
    match="{} point match", names=33, right=33, stars=False, high_first=True, points="point", closing=True, resign="Losses", gap_before=0
)
STUDIO = Dialect(
    match="{} point match", names=40, right=40, chains=True, bar="bar", off="off", high_first=True, dance="Cannot Move", wide=True,
    results="row", result_left=7, result_right=41, points="point", resign="Concedes", gap_before=1, gap_after=1,
)  # fmt: skip
OPENGAMMON = Dialect(
    match="{} point match", colon=": ", names=42, right=46, left=5, inset=0, wide=True, fixed=False, stars=False, as_played=True,
    padded=84, results="own", result_left=3, result_right=44, points="points", closing=True, capped=True, resign="Resigned Game",
    gap_before=0,
)  # fmt: skip
GRIDGAMMON = Dialect(names=34, stars=False, as_played=True, blank_after_dance=True, padded_left=True, closing=False)
DAILYGAMMON = Dialect(names=37, right=37, high_first=True, result_right=38, closing=True)
PLAYOK = Dialect(closing=True)
HEDGEHOG = Dialect(
    match="{} point match", colon=": ", names=37, right=41, left=5, inset=0, wide=True, fixed=False, blank_after_dance=True, results="own",
    result_left=3, result_right=41, closing=True, resign="Resigns", gap_before=0,
)  # fmt: skip
TURKISH = Dialect(names=33, right=33, inset=0, high_first=True, result_right=34)
TURKISH_WORDS = Dialect(names=36, right=36, result_right=37, chains=True, bar="kırık", off="çıkış", high_first=True, dance="gele")
TABS = Dialect(names=40, right=40, inset=1, result_right=40, tabs=True)


def words(point: int, dialect: Dialect) -> str:
    return dialect.bar if point == 25 else dialect.off if point == 0 else str(point)


def singles(steps: Steps, dialect: Dialect, rng: random.Random) -> str:
    """One entry for each die; with stars, one for each checker hit."""
    if dialect.as_played and not dialect.stars and len(steps) == 2 and not touching(steps) and rng.random() < 0.4:
        steps = steps[::-1]
    return " ".join(f"{words(s.src, dialect)}/{words(s.dst, dialect)}{'*' if s.hit and dialect.stars else ''}" for s in steps)


def touching(steps: Steps) -> bool:
    """Whether the order of two steps may matter: one checker, the bar, a home not yet complete."""
    first, second = steps
    return first.dst == second.src or first.src == 25 or second.dst == 0


def chained(steps: Steps, dialect: Dialect) -> str:
    """The steps of one checker as one chain; a point on the way is kept only where something was hit, and like chains are counted."""
    rest = list(steps)
    chains: list[list[int]] = []
    while rest:
        first = rest.pop(0)
        chain = [first.src, first.dst]
        while onward := [step for step in rest if step.src == chain[-1] and step.src]:
            rest.remove(onward[0])
            chain.append(onward[0].dst)
        chains.append(chain)
    unstarred = {step.dst for step in steps if step.hit}
    texts: list[str] = []
    for chain in sorted(chains, key=lambda points: (-points[0], -points[-1])):
        text = words(chain[0], dialect)
        for point in chain[1:]:
            hit = point in unstarred
            unstarred.discard(point)
            if hit or point == chain[-1]:
                text += "/" + words(point, dialect) + ("*" if hit else "")
        texts.append(text)
    written: list[str] = []
    while texts:
        text = texts.pop(0)
        # `8/4*(2)`: the first of the two hits, so that the second is the same chain without a star. A hit on the way is not repeated.
        plain = text[:-1] if text.endswith("*") and text.count("*") == 1 else text
        count = 1 + (texts.count(plain) if text.count("/") == 1 else 0)
        texts = [other for other in texts if other != plain or count == 1]
        written.append(f"{text}({count})" if count > 1 else text)
    return " ".join(written)


def pointed(number: int, dialect: Dialect) -> str:
    return f"{number} point" + ("s" if dialect.points == "points" or (dialect.points == "proper" and number != 1) else "")


def cell(event: Event, dialect: Dialect, rng: random.Random) -> str | None:
    """The text of an event without its indentation; None when this dialect writes nothing."""
    match event.what:
        case "double":
            return f"Doubles => {event.number}"
        case "beaver":
            return f"Beavers => {event.number}"
        case "take":
            return "Takes"
        case "drop":
            return "Drops"
    dice = sorted(event.dice, reverse=True) if dialect.high_first else event.dice
    roll = f"{dice[0]}{dice[1]}:"
    if event.what == "resign":
        if not event.dice[0]:
            return f"Losses {pointed(event.number, dialect)}" if dialect.resign == "Losses" else dialect.resign or None
        return f"{roll} {dialect.resign}".rstrip()
    assert event.steps is not None
    if not event.steps:
        return roll + (f" {dialect.dance}" if dialect.dance else " " if dialect.blank_after_play or dialect.blank_after_dance else "")
    text = chained(event.steps, dialect) if dialect.chains else singles(event.steps, dialect, rng)
    return f"{roll} {text}" + (" " if dialect.blank_after_play and len(event.steps) < 4 else "")


@dataclass
class Row:
    left: str = ""
    right: str = ""


def gapped(text: str, column: int, dialect: Dialect, least: int = 1) -> str:
    """The text filled up to a column, with `least` blanks at any rate."""
    if dialect.tabs:
        return text + "\t" * max(1, (column - len(text) + 7) // 8)
    return text.ljust(column) if len(text) + least <= column else text + " " * least


class Sheet:
    """The lines of one match in one dialect."""

    def __init__(self, dialect: Dialect, names: tuple[str, str], length: int, seed: int) -> None:
        self.dialect = dialect
        self.names = names
        self.length = length
        self.rng = random.Random(seed)  # for the order in which a pair of steps is written
        self.lines: list[str] = []

    def write(self, games: list[Game]) -> list[str]:
        dialect = self.dialect
        self.lines.append(dialect.match.format(self.length))
        for game in games:
            self.lines += [""] * (1 if game.number == 1 else dialect.gap_before if dialect.results == "row" else 0)
            self.lines += [""] * (dialect.results == "row")
            self.lines.append(dialect.game.format(game.number))
            left, right = (f"{name}{dialect.colon}{score}" for name, score in zip(self.names, game.score, strict=True))
            line = gapped(" " + left, dialect.names, dialect, 2) + right
            self.lines.append(line.ljust(58) if dialect.colon == ": " and dialect.padded else line)
            self.game(game)
            self.lines += [""] * (0 if dialect.results == "row" else dialect.gap_after)
        return self.lines

    def game(self, game: Game) -> None:
        dialect = self.dialect
        rows: list[Row] = []
        for event in game.events:
            text = cell(event, dialect, self.rng)
            if text is None:
                continue
            word = not text[0].isdigit()
            if event.side == LEFT:
                rows.append(Row(left=" " * (dialect.left - 5) * word + text))
            else:
                if not rows or rows[-1].right:
                    rows.append(Row())
                rows[-1].right = " " * dialect.inset * word + text
        texts = [self.row(number, row) for number, row in enumerate(rows, 1)]
        if game.winner is None:
            self.lines += texts
            return
        points, over = game.points, False
        if self.length:
            points = min(points, self.length - game.score[game.winner]) if dialect.capped else points
            over = game.score[game.winner] + game.points >= self.length
        result = f"Wins {pointed(points, dialect)}" + (" and the match" if over and dialect.closing else "")
        column = dialect.result_left if game.winner == LEFT else dialect.result_right
        free = rows[-1].left and not rows[-1].right
        if dialect.results == "row":
            if game.winner == RIGHT and free and game.end == "drop":
                texts[-1] = self.row(len(rows), Row(rows[-1].left, " " + result))
            else:
                texts.append(self.row(len(rows) + 1, Row(" " + result) if game.winner == LEFT else Row("", " " + result)))
        elif dialect.results == "line" and game.winner == RIGHT and free:
            if dialect.resign == "Losses" and over:
                column = 67  # where this server puts the end of a match that was given up
            elif game.end != "off" and not dialect.tabs:
                column = dialect.right if dialect.right == 37 else column
            # A row that was filled up to its right column begins anew from its left cell.
            texts[-1] = gapped(self.row(len(rows), rows[-1]).rstrip(), column, dialect, 2) + result
            texts[-1] = texts[-1].ljust(dialect.padded)
        else:
            if dialect.capped and game.end == "drop" and game.winner == LEFT:
                texts.append(self.row(len(rows) + 1, Row()))  # this server numbers an empty row before such a result
            blanks = "\t" * (column // 8) if dialect.tabs and game.winner == RIGHT else " " * column
            line = blanks + result
            texts.append(line.ljust(dialect.padded) if dialect.results == "own" else line)
        self.lines += texts

    def row(self, number: int, row: Row) -> str:
        dialect = self.dialect
        head = f"  {number}) " if dialect.wide else f"{number:3d}) "
        right = dialect.right if dialect.fixed or not dialect.wide else dialect.right + len(head) - 5
        text = head + row.left
        if not row.left:
            text = text.rstrip()
        if row.right:
            text = gapped(text, right, dialect) + row.right
        elif dialect.padded_left or dialect.results == "row":
            text = text.ljust(right - 1 if dialect.padded_left else right)
        return text.ljust(dialect.padded)


# The examples


@dataclass(frozen=True)
class Example:
    """One file. `wanted` says whether a match shows what the example is for; `seed` is the first to try."""

    name: str
    shows: str  # the comment; {} are filled from `facts`
    dialect: Dialect
    names: tuple[str, str]
    setup: Setup
    wanted: Callable[[list[Game]], bool]
    seed: int
    tags: tuple[tuple[str, str], ...] = ()
    encoding: str = "utf-8"
    newline: str = "\n"
    more: tuple["Example", ...] = ()  # further matches of the same file


def tags(*pairs: tuple[str, str]) -> tuple[tuple[str, str], ...]:
    return pairs


def score_after(games: list[Game]) -> tuple[int, int]:
    last = games[-1]
    return tuple(score + (last.points if last.winner == side else 0) for side, score in enumerate(last.score))  # type: ignore[return-value]


def counts(games: list[Game], end: str, winner: int | None = None) -> int:
    return sum(game.end == end and winner in (None, game.winner) for game in games)


def gammons(games: list[Game]) -> int:
    return sum(game.end == "off" and game.level > 1 for game in games)


def taken(games: list[Game]) -> int:
    return sum(game.has("take") for game in games)


def forgotten(games: list[Game]) -> tuple[int, int, int] | None:
    """Game, row and number of the play that left something unplayed."""
    for game in games:
        row, full = 0, True  # as `Sheet.game` counts rows
        for event in game.events:
            if event.side == LEFT or full:
                row += 1
            full = event.side == RIGHT
            if event.forgot:
                return game.number, row, event.forgot
    return None


EXAMPLES: list[Example] = [
    Example(
        "gnubg-5-points.mat", "Crawford and post-Crawford games in a match to 5, as GNU Backgammon writes it",
        GNUBG, ("Amaia Etxeberri", "Tobias Lindqvist"), Setup(5),
        lambda games: any(g.crawford for g in games) and any(g.after_crawford and g.has("take") for g in games) and taken(games) > 1, 2,
        tags(("Event", "Harbour Open"), ("Round", "Quarter-final"), ("EventDate", "2024.05.18")),
    ),
    Example(
        "gnubg-1-point.mat", "One point matches have no cube; the whole match is a single game",
        GNUBG, ("Oluwaseun Adeyemi", "Birgitta Holm"), Setup(1), lambda games: games[0].end == "off" and len(games[0].events) > 40, 1,
        tags(("EventDate", "2023.11.04"),),
    ),
    Example(
        "gnubg-resigned-rolls.mat", "Games given up after the roll: the dice stand without a play",
        GNUBG, ("Hana Kobayashi", "Luca Ferrandi"), Setup(5, resigns="rolled"),
        lambda games: counts(games, "resign", LEFT) > 0 and counts(games, "resign", RIGHT) > 0 and len(games) < 8, 5,
        tags(("Event", "Thursday league"), ("EventDate", "2025.02.13")),
    ),
    Example(
        "xg-text-7-points.mat", "A match to 7 as eXtreme Gammon exports text: Bar, Off, chains, counts, a byte-order mark",
        XG, ("Maximilian Auer", "Chiara Bellandi"), Setup(7, resigns="rolled"),
        lambda games: counts(games, "resign") > 0 and counts(games, "off") > 1 and counts(games, "drop") > 1
        and any(g.crawford for g in games), 15,
        tags(
            ("Site", "eXtreme Gammon"), ("Match ID", "-204417395"), ("Event", "Danube Cup"), ("Round", "Final"),
            ("Player 1", "Chiara Bellandi"), ("Player 2", "Maximilian Auer"), ("Player 1 Elo", "1600.00/0"), ("Player 2 Elo", "1600.00/0"),
            ("EventDate", "2022.09.25"), ("EventTime", "16.40"), ("Variation", "Backgammon"), ("Unrated", "Off"), ("Crawford", "On"),
            ("CubeLimit", "1024"),
        ),
        "utf-8-sig", "\r\n",
    ),
    Example(
        "galaxy-losses.mat", "Resigned games as Backgammon Galaxy writes them: Losses beside Wins; no hit is marked",
        GALAXY, ("marisol_84", "tundra"), Setup(5, resigns="before"),
        lambda games: counts(games, "resign", RIGHT) > 0 and counts(games, "resign", LEFT) > 0 and games[-1].end == "resign"
        and games[-1].winner == RIGHT and len(games) < 8, 25,
        tags(
            ("Site", "BackgammonGalaxy"), ("Match ID", "77120443"), ("Player 1", "marisol_84"), ("Player 2", "tundra"),
            ("Player 1 Elo", "1648,00/0"), ("Player 2 Elo", "1703,00/0"), ("EventDate", "2024.03.02"), ("EventTime", "21.07"),
            ("Variation", "Backgammon"), ("Unrated", "Off"), ("Crawford", "On"), ("CubeLimit", "1024"),
        ),
    ),
    Example(
        "studio-concedes.mat", "Results in numbered rows and a game that is conceded, as Backgammon Studio writes them",
        STUDIO, ("Nnamdi Okoro", "Freya Sandvik"), Setup(7, resigns="rolled"),
        lambda games: counts(games, "resign") > 0 and counts(games, "drop", RIGHT) > 0 and counts(games, "off", RIGHT) > 0
        and games[-1].end == "off", 1,
        tags(
            ("Site", "Backgammon Studio"), ("Match ID", "5503118"), ("Event", "Fjord Masters"), ("Round", "Round 2"),
            ("Player 1", "Nnamdi Okoro"), ("Player 2", "Freya Sandvik"), ("EventDate", "2023.06.11"), ("EventTime", "13.15"),
            ("Variation", "Backgammon"), ("Unrated", "Off"), ("Crawford", "On"), ("CubeLimit", "1024"), ("ClockType", "Live8 420/10"),
        ),
    ),
    Example(
        "opengammon-capped.mat",
        "Points capped to what the match still needed (2 where more were won), and a resigned game, as OpenGammon writes them",
        OPENGAMMON, ("Ioana", "Kwabena"), Setup(5, resigns="before"),
        lambda games: max(score_after(games)) > 5 and games[-1].end == "off" and counts(games, "drop", LEFT) > 0
        and counts(games, "resign") > 0 and 5 - max(games[-1].score) == 2, 61,
        tags(
            ("Site", "OpenGammon"), ("Match ID", "hT4qLw-09ZxVeN2r"), ("EventDate", "2026.02.20"), ("EventTime", "18:30"),
            ("Player 1", "Ioana"), ("Player 2", "Kwabena"), ("Variation", "Backgammon"), ("Crawford", "On"), ("Jacoby", "Off"),
            ("Beaver", "Off"), ("Cubelimit", "64"),
        ),
    ),
    Example(
        "gridgammon-ratings.mat", "Ratings behind the names, no hits marked, steps in the order they were played, as on GridGammon",
        GRIDGAMMON, ("pilotfish,1688", "Zorba_K,1742"), Setup(3),
        lambda games: gammons(games) + taken(games) > 0 and counts(games, "off", LEFT) > 0 and counts(games, "off", RIGHT) > 0, 2,
    ),
    Example(
        "dailygammon-5-points.mat", "Results inside the numbered row when the left player drops or gives up, as on DailyGammon",
        DAILYGAMMON, ("wanderfalke", "bluemoon7"), Setup(5, resigns="after"),
        lambda games: counts(games, "resign", RIGHT) > 0 and counts(games, "drop", RIGHT) > 0 and len(games) < 9, 4,
    ),
    Example(
        "playok-3-points.mat", "A match to 3 as kept by PlayOK: dice in rolled order, hits marked",
        PLAYOK, ("kasia2001", "drvoseca"), Setup(3), lambda games: len(games) > 2 and taken(games) > 0 and games[-1].end == "off", 2,
        tags(
            ("Site", "PlayOK"), ("Event", "Winter ladder"), ("Round", "Round 3"), ("Player 1", "kasia2001"), ("Player 2", "drvoseca"),
            ("EventDate", "2021.12.19"), ("EventTime", "20.05"), ("CubeLimit", "64"),
        ),
    ),
    Example(
        "hedgehog-resigns.mat", "Resigns in the cell of the player who gives up, as HedgeHog writes it",
        HEDGEHOG, ("Elif Caner", "Joaquim Prats"), Setup(5, resigns="before"),
        lambda games: counts(games, "resign", LEFT) > 0 and counts(games, "resign", RIGHT) > 0 and len(games) < 8, 11,
        tags(
            ("Site", "HedgeHog"), ("Match ID", "1769430058110"), ("Event", "Old Mill Open"), ("Round", "2"), ("EventDate", "2026.01.26"),
            ("Time", "12:20"), ("Player 1", "Elif Caner"), ("Player 2", "Joaquim Prats"), ("Variation", "Backgammon"), ("Crawford", "On"),
            ("Jacoby", "Off"), ("Beaver", "Off"), ("Cubelimit", "64"),
        ),
    ),
    Example(
        "money-beavers.mat", "A money session with the Jacoby rule; a double is beavered, and the cube goes to 4",
        GNUBG, ("Ramin Sohrabi", "Grace Whitlock"), Setup(0, 6, jacoby=True, beavers=True, rash=0.2),
        lambda games: sum(g.has("beaver") for g in games) in (1, 2) and taken(games) > 1
        and any(g.has("beaver") and g.end == "off" for g in games), 8,
        tags(("Event", "Friday session"), ("EventDate", "2024.10.11"), ("Jacoby", "On"), ("Beaver", "On")),
    ),
    Example(
        "long-25-points.mat", "A match to 25 points",
        GNUBG, ("Konstantin Wolkow", "Beatriz Salgueiro"), Setup(25),
        lambda games: any(g.crawford for g in games) and any(event.number >= 4 for g in games for event in g.events), 1,
        tags(("Event", "Coast Masters"), ("Round", "Final"), ("EventDate", "2025.08.31")),
    ),
    Example(
        "turkish-names.mat", "Turkish names in UTF-8; columns are counted in letters, not in bytes",
        TURKISH, ("Çetin Yıldırım", "Şükrü Öğüt"), Setup(5), lambda games: any(g.crawford for g in games) and taken(games) > 0, 3,
        tags(
            ("Site", "Çamlık Tavla Kulübü"), ("Event", "Bahar Kupası"), ("Round", "Yarı final"), ("Player 1", "Çetin Yıldırım"),
            ("Player 2", "Şükrü Öğüt"), ("EventDate", "2025.04.06"), ("Crawford", "On"),
        ),
    ),
    Example(
        "turkish-words-cp1254.mat", "Turkish words in the plays (kırık is the bar, çıkış is off, gele a dance), in Windows code page 1254",
        TURKISH_WORDS, ("İsmail Gündoğdu", "Ayşe Işık"), Setup(3),
        lambda games: len(games) < 5 and counts(games, "off") > 1
        and sum(event.steps == () for g in games for event in g.events) > 3, 1,
        tags(("Event", "Güz Turnuvası"), ("Round", "Çeyrek final"), ("EventDate", "2024.11.16")),
        "cp1254", "\r\n",
    ),
    Example(
        "illegal-play-stood.mat", "An illegal play that stood: in row {row} of the {game} the player entered and forgot his {number}",
        GNUBG_BASIC, ("Dagny Solberg", "Mateo Quiroga"), Setup(3, forgets=2),
        lambda games: forgotten(games) is not None and len(games) < 5 and games[1].end == "off", 3,
        tags(("Event", "Club evening"), ("EventDate", "2023.03.09"), ("Transcriber", "R. Ferreira")),
    ),
    Example(
        "unfinished.mat", "A match that was not finished: the record breaks off in the middle of the third game",
        GNUBG_BASIC, ("Pieter van Rossem", "Adaeze Nwosu"), Setup(9, stops=(3, 21)),
        lambda games: len(games) == 3 and games[2].winner is None and games[2].has("take"), 1,
        tags(("Event", "Night train"), ("EventDate", "2022.07.30")),
    ),
    Example(
        "two-matches.mat", "Two matches in one file, the first to 3 points and the second to 1",
        GNUBG_BASIC, ("Salma Haddad", "Viktor Nemeth"), Setup(3), lambda games: len(games) < 5 and taken(games) > 0, 1,
        tags(("Event", "Doubles day"), ("Round", "1"), ("EventDate", "2024.01.20")),
        more=(
            Example(
                "", "The second match", GNUBG_BASIC, ("Viktor Nemeth", "Inge Maartens"), Setup(1),
                lambda games: len(games[0].events) < 70, 1,
                tags(("Event", "Doubles day"), ("Round", "2"), ("EventDate", "2024.01.20")),
            ),
        ),
    ),
    Example(
        "utf-16.mat", "UTF-16 with a byte-order mark, as a Windows editor saves it; one name is Greek, the other Serbian",
        GNUBG_BASIC, ("Ελένη Παππά", "Đorđe Živković"), Setup(3), lambda games: len(games) in (2, 3) and counts(games, "off") > 1, 3,
        tags(("Event", "Θεσσαλονίκη 2023"), ("EventDate", "2023.10.01")),
        "utf-16", "\r\n",
    ),
    Example(
        "tabs.mat", "Tabs instead of blanks between the columns",
        TABS, ("Yusuf Demirtas", "Anneli Koskela"), Setup(3),
        lambda games: len(games) < 5 and counts(games, "drop", RIGHT) > 0 and any(g.winner == RIGHT and g.end == "off" for g in games), 2,
        tags(("Event", "Lakeside weekend"), ("EventDate", "2023.08.12")),
    ),
    Example(
        "nackgammon.mat", "Nackgammon: two checkers more at the back, named by the Variation line",
        GNUBG, ("Renata Duarte", "Callum MacAskill"), Setup(3, points=tuple(NACKGAMMON.items())),
        lambda games: len(games) > 1 and taken(games) > 0, 3,
        tags(("Event", "Variants evening"), ("EventDate", "2024.02.29"), ("Variation", "NackGammon")),
    ),
    Example(
        "carriage-returns.mat", "Lines that end in a single CR, as old Macintosh editors saved them",
        GNUBG_BASIC, ("Solveig Aas", "Henri Lemaitre"), Setup(3), lambda games: len(games) in (2, 3) and gammons(games) > 0, 8,
        tags(("Event", "Archive"), ("EventDate", "2001.05.05")),
        newline="\r",
    ),
]  # fmt: skip

ORDINALS = ("first", "second", "third", "fourth", "fifth")


def played(example: Example) -> tuple[int, list[Game]]:
    """The first seed that shows what the example is for, and its match."""
    for seed in range(example.seed, example.seed + 2000):
        games = Player(example.setup, random.Random(f"{example.name} {seed}")).match()
        if example.wanted(games):
            return seed, games
    raise SystemExit(f"{example.name}: no match shows what it should")


def lines(example: Example) -> tuple[int, list[str]]:
    seed, games = played(example)
    shows = example.shows
    forgot = forgotten(games)
    if forgot:
        shows = shows.format(game=f"{ORDINALS[forgot[0] - 1]} game", row=forgot[1], number=forgot[2])
    text = [f"; {shows}", *(f'; [{key} "{value}"]' for key, value in example.tags), ""]
    return seed, text + Sheet(example.dialect, example.names, example.setup.length, seed).write(games)


def main() -> None:
    parser = argparse.ArgumentParser(description="Write the example matches.")
    parser.add_argument("names", nargs="*", help="only these files")
    parser.add_argument("--list", action="store_true", help="print the seed that each example ended with")
    chosen = parser.parse_args()
    folder = Path(__file__).parent
    for example in EXAMPLES:
        if chosen.names and example.name not in chosen.names:
            continue
        text: list[str] = []
        for part in (example, *example.more):
            named = part if part.name else replace(part, name=example.name)
            seed, written = lines(named)
            assert not any("Game " in line for line in written if line.startswith(";"))
            text += written
            if chosen.list:
                print(named.name, seed, flush=True)
        whole = example.newline.join(text).rstrip("\r\n") + example.newline
        # Python's "utf-16" writes in the order of the machine; the file must be the same everywhere.
        data = ("\ufeff" + whole).encode("utf-16-le") if example.encoding == "utf-16" else whole.encode(example.encoding)
        (folder / example.name).write_bytes(data)


if __name__ == "__main__":
    main()
