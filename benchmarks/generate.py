"""Writes random legal matches as `.mat`, to measure speed on: any number, always the same for the same seed.

    python benchmarks/generate.py FOLDER -n 2000 [--dialect galaxy] [--per-file 10] [--spoil-every 10]

Every match is played to its end by the rules: legal plays, a cube that is turned and answered as it may be, scores that follow. A spoiled
one holds a single thing that cannot be true, and surely so: what might be legal by accident is not taken. Plays badly, and knows nothing of
the formats but the columns in which they are laid out.
"""

import argparse
import os
import random
import sys
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import NamedTuple

sys.path.append(str(Path(__file__).resolve().parents[1]))  # a checkout without an installed tavla

from tavla_cli.board import BAR, OFF, STARTS, Hop, Play, Position, Step, flipped, judge, legal_plays, loss, pips
from tavla_cli.board.ids import Setup, xgid
from tavla_cli.board.plays import landing, moved
from tavla_cli.formats.mat.styles import STYLES, Style

DIALECTS = ("gnubg", "galaxy")
NAMES = (
    "Ayla", "Baris", "Cora", "Defne", "Emre", "Filip", "Goran", "Hale", "Ilse", "Jovan", "Kaan", "Leyla", "Milan", "Nora", "Orhan", "Petra",
    "Rade", "Selin", "Tarik", "Ulla", "Vesna", "Wanda", "Yusuf", "Zora",
)  # fmt: skip

_DOUBLES = 0.12  # how often a player who is ahead doubles
_AHEAD = 1.08  # pips of the other for one of his own, from which on he does
_DROPS = 1.25  # and from which on the other gives up
_RESIGNS = 0.02  # how often, each time that he is to roll, a player gives up who is far behind and has a checker off
_HOPELESS = 1.5
_CHECKERS = 15
_POINTS = range(1, BAR)
_TOGETHER = 250  # matches that one process makes at a time


class Turn(NamedTuple):
    """One cell. `word` where it is a cube action, else a roll with the position it was made in; `to` the value of a double."""

    side: int
    word: str = ""
    to: int = 0
    position: Position = STARTS["standard"]
    dice: tuple[int, int] = (0, 0)
    play: Play = ()


class Game(NamedTuple):
    """`stated` is what its result line says; `given_up`: it ended by a resignation, whose points can be others as well."""

    score: tuple[int, int]
    turns: tuple[Turn, ...]
    winner: int
    stated: int
    given_up: bool


class Match(NamedTuple):
    names: tuple[str, str]
    length: int
    games: tuple[Game, ...]


# ---- playing


def match(rng: random.Random, length: int = 7) -> Match:
    """One match, played to its end."""
    left, right = rng.sample(NAMES, 2)
    games: list[Game] = []
    score = [0, 0]
    crawford_played = False
    while max(score) < length:
        crawford = length > 1 and not crawford_played and max(score) == length - 1
        crawford_played = crawford_played or crawford
        game = _game(rng, (score[0], score[1]), length, crawford)
        games.append(game)
        score[game.winner] += game.stated
    return Match((left, right), length, tuple(games))


def _game(rng: random.Random, score: tuple[int, int], length: int, crawford: bool) -> Game:
    turns: list[Turn] = []
    position = STARTS["standard"]
    side, cube, owner = rng.randrange(2), 1, None
    high, low = rng.sample(range(1, 7), 2)
    dice = (high, low)
    while True:
        if turns:
            if position.own[OFF] and rng.random() < _RESIGNS and pips(position.own) > pips(position.opp) * _HOPELESS:
                return Game(score, tuple(turns), 1 - side, cube, True)
            may_double = not crawford and owner in (None, side) and cube < length - score[side]  # a dead cube is a finding
            if may_double and rng.random() < _DOUBLES and pips(position.own) * _AHEAD < pips(position.opp):
                turns.append(Turn(side, "Doubles", cube * 2))
                if pips(position.own) * _DROPS < pips(position.opp):
                    turns.append(Turn(1 - side, "Drops"))
                    return Game(score, tuple(turns), side, cube, False)
                turns.append(Turn(1 - side, "Takes"))
                cube, owner = cube * 2, 1 - side
            dice = _die(rng), _die(rng)
        after, play = _played(rng, position, dice)
        turns.append(Turn(side, position=position, dice=dice, play=play))
        if after.own[OFF] == _CHECKERS:
            return Game(score, tuple(turns), side, cube * loss(after.opp), False)
        position, side = flipped(after), 1 - side


def _die(rng: random.Random) -> int:
    return int(rng.random() * 6) + 1


def _played(rng: random.Random, position: Position, dice: tuple[int, int]) -> tuple[Position, Play]:
    """A random legal play and the position after it.

    A play that uses every die is legal when its hops are, so that one found by trial needs no comparison with the others.
    """
    order = (dice[0],) * 4 if dice[0] == dice[1] else dice if rng.random() < 0.5 else dice[::-1]
    own, opp = position
    hops: list[Hop] = []
    for die in order:
        sources = [BAR] if own[BAR] else [point for point in _POINTS if own[point]]
        first = int(rng.random() * len(sources))
        for src in sources[first:] + sources[:first]:
            dst = landing(own, opp, src, die)
            if dst >= 0:
                own, opp, hit = moved(own, opp, src, dst)
                hops.append(Hop(src, dst, hit))
                break
        else:
            break
    if len(hops) == len(order):
        return Position(own, opp), tuple(hops)
    plays = legal_plays(position, *dice)
    return rng.choice(list(plays.items())) if plays else (position, ())


# ---- spoiling


def spoiled(made: Match, rng: random.Random) -> Match:
    """The match with one thing in it that cannot be true."""
    ways = [_wrong_play, _wrong_cube, _wrong_result, _wrong_score]
    for way in rng.sample(ways, len(ways)):
        found = way(made, rng)
        if found is not None:
            return found
    raise AssertionError("every match has a roll")


def _wrong_play(made: Match, rng: random.Random) -> Match | None:
    """Another number rolled, a checker on another point, or one that was not moved."""
    places = [(at, number) for at, game in enumerate(made.games) for number, turn in enumerate(game.turns) if turn.play]
    for at, number in rng.sample(places, len(places)):
        turn = made.games[at].turns[number]
        hops = list(turn.play)
        which = rng.randrange(len(hops))
        match rng.randrange(3):
            case 0:
                turn = turn._replace(dice=(turn.dice[0], rng.randint(1, 6)))
            case 1:
                hops[which] = hops[which]._replace(dst=rng.randint(1, 24))
            case 2 if len(hops) > 1:
                del hops[which]
        turn = turn._replace(play=tuple(hops))
        steps = [Step((hop.src, hop.dst), (hop.hit,)) for hop in hops if hop.src != hop.dst]
        if len(steps) == len(hops) and judge(turn.position, *turn.dice, steps).wrong is not None:
            return _with_turn(made, at, number, turn)
    return None


def _wrong_cube(made: Match, rng: random.Random) -> Match | None:
    places = [(at, number) for at, game in enumerate(made.games) for number, turn in enumerate(game.turns) if turn.to]
    if not places:
        return None
    at, number = rng.choice(places)
    turn = made.games[at].turns[number]
    return _with_turn(made, at, number, turn._replace(to=turn.to * 4))


def _wrong_result(made: Match, rng: random.Random) -> Match | None:
    """Other points than were won, nor those that were still needed, which some programs write."""
    at = rng.randrange(len(made.games))
    game = made.games[at]
    if game.given_up:
        return None
    wrong = [points for points in range(1, 9) if points not in (game.stated, made.length - game.score[game.winner])]
    return _with_game(made, at, game._replace(stated=rng.choice(wrong)))


def _wrong_score(made: Match, rng: random.Random) -> Match | None:
    if len(made.games) < 2:
        return None
    at = rng.randrange(1, len(made.games))  # the first may begin at any score: the record then starts late
    game = made.games[at]
    left, right = game.score
    return _with_game(made, at, game._replace(score=(left + 1, right) if rng.randrange(2) else (left, right + 1)))


def _with_turn(made: Match, at: int, number: int, turn: Turn) -> Match:
    turns = made.games[at].turns
    return _with_game(made, at, made.games[at]._replace(turns=(*turns[:number], turn, *turns[number + 1 :])))


def _with_game(made: Match, at: int, game: Game) -> Match:
    return made._replace(games=(*made.games[:at], game, *made.games[at + 1 :]))


# ---- writing


def text(made: Match, dialect: str = "gnubg") -> str:
    """The match as a program writes it."""
    style = STYLES[dialect]
    lines = []
    if dialect == "galaxy":
        lines += ['; [Site "BackgammonGalaxy"]', *(f'; [Player {n} "{name}"]' for n, name in enumerate(made.names, 1)), '; [Crawford "On"]']
        lines.append("")
    lines.append(f"{style.lead}{made.length} point match")
    for number, game in enumerate(made.games, 1):
        lines += [""] * style.blank + [f"{style.lead}Game {number}"]
        lines.append(f" {made.names[0]} : {game.score[0]}".ljust(style.right_name) + f"{made.names[1]} : {game.score[1]}")
        lines += _rows(game, style)
        won = f"Wins {game.stated} point{'s' if style.plural and game.stated != 1 else ''}"
        if style.match_word and game.score[game.winner] + game.stated >= made.length:
            won += " and the match"
        lines.append(" " * (style.right_result if game.winner else style.left_result) + won)
    return "\n".join(lines) + "\n"


def _rows(game: Game, style: Style) -> Iterator[str]:
    numbers = count(1)
    row = ""
    for turn in game.turns:
        if turn.side == 0:
            if row:
                yield row
            row = style.row % next(numbers)
            row = row.ljust(style.left_word if turn.word else 0) + _cell(turn, style)
        else:
            row = row or style.row % next(numbers)
            yield row.ljust(style.right_word if turn.word else style.right_dice - 1) + ("" if turn.word else " ") + _cell(turn, style)
            row = ""
    if row:
        yield row


def _cell(turn: Turn, style: Style) -> str:
    if turn.word:
        return f"{turn.word} => {turn.to}" if turn.to else turn.word
    high, low = sorted(turn.dice, reverse=True) if style.high_first else turn.dice
    stars = {hop.dst for hop in turn.play if hop.hit} if style.starred else set()
    words = [f"{high}{low}:"]
    for hop in sorted(turn.play, key=lambda hop: (-hop.src, -hop.dst)):
        words.append(f"{hop.src}/{hop.dst}{'*' if hop.dst in stars else ''}")
        stars.discard(hop.dst)  # one star for each checker that was hit
    return " ".join(words)


def made_match(number: int, seed: int = 1, length: int = 7, spoil_every: int = 0) -> Match:
    """The match of that number, from 1; every `spoil_every`-th is spoiled, and is else what it is in a set without."""
    made = match(random.Random(f"{seed}-{number}"), length)
    if _is_spoiled(number, spoil_every):
        return spoiled(made, random.Random(f"{seed}-{number}-spoiled"))
    return made


def _is_spoiled(number: int, spoil_every: int) -> bool:
    return spoil_every > 0 and number % spoil_every == 0


def file_name(number: int) -> str:
    return f"m{number:06d}.mat"


def write(
    folder: Path,
    first: int,
    last: int,
    *,
    seed: int = 1,
    length: int = 7,
    dialect: str = "gnubg",
    per_file: int = 1,
    spoil_every: int = 0,
    only_spoiled: bool = False,
    jobs: int = 1,
) -> None:
    """Write the matches `first` to `last` into a folder that exists, `per_file` in each file, which is named after its first match.

    `only_spoiled`: the files of the others are left out.
    """
    together = max(1, _TOGETHER // per_file) * per_file
    starts = range(first, last + 1, together)
    make = partial(_write_some, folder, last, together, seed, length, dialect, per_file, spoil_every, only_spoiled)
    if jobs == 1 or len(starts) == 1:
        for start in starts:
            make(start)
        return
    from multiprocessing import Pool

    with Pool(jobs) as pool:
        for _ in pool.imap_unordered(make, starts):
            pass


def _write_some(
    folder: Path,
    last: int,
    together: int,
    seed: int,
    length: int,
    dialect: str,
    per_file: int,
    spoil_every: int,
    only_spoiled: bool,
    start: int,
) -> None:
    stop = min(start + together - 1, last) + 1
    for number in range(start, stop, per_file):
        inside = range(number, min(number + per_file, stop))
        if only_spoiled and not any(_is_spoiled(each, spoil_every) for each in inside):
            continue
        texts = (text(made_match(each, seed, length, spoil_every), dialect) for each in inside)
        (folder / file_name(number)).write_text("\n\n".join(texts), encoding="utf-8", newline="\n")


def positions(number: int, seed: int = 1) -> Iterator[str]:
    """XGIDs with dice, one of every turn of as many matches as are needed."""
    made = (made_match(each, seed) for each in count(1))
    rolled = (turn for each in made for game in each.games for turn in game.turns if turn.dice[0])
    for turn, _ in zip(rolled, range(number), strict=False):
        yield xgid(Setup(turn.position, turn.dice, length=7))


def main() -> None:
    parser = argparse.ArgumentParser(description="Writes random legal matches, or positions from them.")
    parser.add_argument("folder", type=Path, help="where to; made if it is not there")
    parser.add_argument("-n", type=int, default=2000, metavar="N", help="how many matches, or positions (default: 2000)")
    parser.add_argument("--first", type=int, default=1, metavar="N", help="the number of the first match (default: 1)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--length", type=int, default=7)
    parser.add_argument("--dialect", choices=DIALECTS, default="gnubg")
    parser.add_argument("--per-file", type=int, default=1, metavar="N", help="matches in a file (default: 1)")
    parser.add_argument("--spoil-every", type=int, default=0, metavar="N", help="every Nth match holds what cannot be true")
    parser.add_argument("--only-spoiled", action="store_true", help="leave out the files that hold none of these")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N")
    parser.add_argument("--positions", action="store_true", help="positions.txt: XGIDs with dice, in place of matches")
    asked = parser.parse_args()
    if min(asked.n, asked.first, asked.length, asked.per_file, asked.jobs) < 1 or asked.spoil_every < 0:
        parser.error("The numbers are positive.")
    asked.folder.mkdir(parents=True, exist_ok=True)
    if asked.positions:
        with open(asked.folder / "positions.txt", "w", encoding="ascii", newline="\n") as file:
            file.writelines(f"{each}\n" for each in positions(asked.n, asked.seed))
        return
    write(
        asked.folder,
        asked.first,
        asked.first + asked.n - 1,
        seed=asked.seed,
        length=asked.length,
        dialect=asked.dialect,
        per_file=asked.per_file,
        spoil_every=asked.spoil_every,
        only_spoiled=asked.only_spoiled,
        jobs=asked.jobs,
    )


if __name__ == "__main__":
    main()
