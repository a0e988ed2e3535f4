"""Matches as old programs kept them, written from records: SGG, TMG, GAM, PartyGammon, BGRoom, BKG. Formats/*.md say how; no test."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tavla_cli.board import BAR, OFF, Step
from tavla_cli.record import Beaver, Double, Drop, Game, Match, Roll, Side, Take, Unplayed, Win

TAB = "\t"


class Act(NamedTuple):
    """One action of a game. `roll` is None for a cube action and a result, whose `word` it then is; `number` counts the actions from 1.

    `open`: the game ended when the roll was still to be played.
    """

    number: int
    side: Side
    roll: Roll | None
    word: str = ""
    to: int = 0
    points: int = 0
    open: bool = False


def acts(game: Game) -> Iterator[Act]:
    cube = 1
    for number, entry in enumerate(game.entries, 1):
        side, action = entry.side, entry.action
        assert side is not None
        if isinstance(action, Roll):
            rest = game.entries[number:]
            yield Act(number, side, action, open=action.play is Unplayed.NOTHING and all(isinstance(each.action, Win) for each in rest))
        elif isinstance(action, Double | Beaver):
            cube *= 2
            yield Act(number, side, None, type(action).__name__, cube)
        elif isinstance(action, Take | Drop):
            yield Act(number, side, None, type(action).__name__, cube)
        else:
            assert isinstance(action, Win) and action.points is not None
            yield Act(number, side, None, "Win", cube, action.points)


def names(match: Match) -> tuple[str, str]:
    seats = match.games[0].seats
    assert seats is not None
    return seats[0].name, seats[1].name


def steps(roll: Roll, stars: bool = True, words: bool = False) -> list[str]:
    """The steps of a play one by one, `8/5`."""
    return [_step(step, stars, words) for step in roll.play] if isinstance(roll.play, tuple) else []


def _step(step: Step, stars: bool, words: bool) -> str:
    said = {BAR: "bar", OFF: "off"} if words else {}
    first, *rest = (said.get(point, str(point)) for point in step.points)
    return "/".join([first, *(point + "*" * (hit and stars) for point, hit in zip(rest, step.hits, strict=True))])


def _dice(roll: Roll) -> str:
    assert roll.dice is not None
    return "{}{}".format(*roll.dice)


def sgg(match: Match) -> str:
    """The roll, then the roll with its play; a dance in one line. Of a roll that was not played, who resigned."""
    players = names(match)
    out = [" vs. ".join(players), "Tuesday, May 06, 2008", "GamesGrid Backgammon Server", "ELO: 1800.12 345 1650.5 12", "Crawford: Yes"]
    for number, game in enumerate(match.games, 1):
        assert game.seats is not None and match.length is not None
        length = f"/{match.length.points}" if match.length.points else ""
        out.append(f"Game {number}.{game.seats[0].score}-{game.seats[1].score}{length}")
        rolled = False  # and did not play
        for act in acts(game):
            head = f"{act.number}\t{TAB * act.side}"
            if act.roll is not None:
                if act.open or steps(act.roll):
                    out.append(f"{head}{_dice(act.roll)}:")
                if not act.open:
                    out.append(f"{head}{_dice(act.roll)}: {', '.join(steps(act.roll)) or 'O-O'}")
                rolled = act.open
            elif act.word == "Win":
                if rolled:
                    out.append(f"{act.number}\t{TAB * act.side.other}Resign")
                out += [f"{players[act.side]} wins {act.points} point{'s' if act.points > 1 else ''}.", ""]
            else:
                out.append(head + {"Double": "Double", "Beaver": "Beaver", "Take": "Accept", "Drop": "Pass"}[act.word])
    return "\n".join(out) + "\n"


_TYPES = {"Double": 5, "Take": 7, "Beaver": 8, "Drop": 10, "Win": 14}


def tmg(match: Match) -> str:
    left, right = names(match)
    assert match.length is not None
    out = ["MatchID: 123456", f"Player1: 17 {left} 1650.50 USD", f"Player2: 18 {right} 1700.00 USD", "Stake: 0.00"]
    out += [f"Length: {match.length.points or 0}", "Startdate: 2005-03-21 18:05:59", "Jacoby: 0", "Crawford: 1", "Cube: 1", "Variant: 1"]
    for number, game in enumerate(match.games, 1):
        assert game.seats is not None
        out += ["", f"Game {number}: {game.seats[0].score}-{game.seats[1].score}"]
        for act in acts(game):
            head = f"{act.number * (-1 if act.side else 1):>4}"
            if act.roll is not None:
                out.append(f"{head} 1 {_dice(act.roll)}:")
                out += [] if act.open else [f"{head} 4 {' '.join(steps(act.roll)) or '0/0'}"]
            elif act.word == "Win":
                kind = 14 + (act.points % act.to == 0) * (act.points // act.to - 1)
                out.append(f"{head} {kind} {act.points} {(left, right)[act.side]} wins {act.points} points")
            else:
                said = {"Double": f"Double to {act.to}", "Beaver": f"Beaver to {act.to}", "Take": "Take", "Drop": "Pass"}[act.word]
                out.append(f"{head} {_TYPES[act.word]} {said}")
    return "\n".join(out) + "\n"


def gam(match: Match) -> str:
    out = []
    for game in match.games:
        out.append(f" {names(match)[0]:<31}{names(match)[1]}")
        lines: list[dict[Side, str]] = []
        last, result = Side.RIGHT, ""
        for act in acts(game):
            if act.word == "Win":
                result = f"{'':{34 if act.side else 6}}Wins {act.points} point{'s' * (act.points > 1)}"
                continue
            if act.side is Side.LEFT or last is Side.RIGHT or not lines:
                lines.append({})
            last = act.side
            said = f" {act.word}s" + (f" => {act.to}" if act.word in ("Double", "Beaver") else "")
            lines[-1][act.side] = f"{_dice(act.roll)}: {' '.join(steps(act.roll))}" if act.roll else said
        for row, cells in enumerate(lines, 1):
            out.append(f"{row:>3}) {cells.get(Side.LEFT, ''):<27} {cells.get(Side.RIGHT, '')}".rstrip())
        out += [result, ""]
    return "\n".join(out) + "\n"


def party(match: Match) -> str:
    left, right = names(match)
    assert match.length is not None
    out = ["boardid=4711", "creator=" + left, f"MATCHLENGTH={match.length.points or 0}"]
    score = [0, 0]
    for number, game in enumerate(match.games, 1):
        tokens = []
        for act in acts(game):
            if act.word == "Win":
                score[act.side] += act.points
            elif act.roll is not None:
                tokens.append(" ".join([str(act.side + 1), str(act.number), _dice(act.roll), *steps(act.roll, words=True)]))
            else:
                tokens.append(f"{act.side + 1} {act.word}s" + (f" => {act.to}" if act.word in ("Double", "Beaver") else ""))
        head = f"GAME_{number}_"
        out += [f"{head}PLAYER_1={left}", f"{head}PLAYER_2={right}", f"{head}GAMEPLAY={'#'.join(tokens)}"]
        out += [f"{head}SCORE1={score[0]}", f"{head}SCORE2={score[1]}"]
    return "\n".join(out) + "\n"


def bgroom(match: Match) -> str:
    """Takes and drops are not written."""
    left, right = names(match)
    out = ["BGF version 1.2"]
    for number, game in enumerate(match.games, 1):
        out += [f"Game {number} - {left} (X) vs. {right} (0)", "Single game"]
        line = 0
        for act in acts(game):
            if act.word in ("Take", "Drop", "Win"):
                continue
            line += 1
            said = f"({act.roll.dice[0]} {act.roll.dice[1]})" if act.roll and act.roll.dice else act.word
            said += (" ".join(steps(act.roll)) or ("" if act.open else "can't move")) if act.roll else ""
            out.append(f"{line}.{'X0'[act.side]}:{said}")
        out.append("")
    return "\n".join([*out, "... Win the Match ..."]) + "\n"


def bkg(match: Match) -> str:
    """Black is on the left. One numbering for both: Black's."""
    out = ["BKG 9.8", ""]
    for game in match.games:
        actions = list(acts(game))
        for index, act in enumerate(actions):
            who = ("Black", "White")[act.side]
            if act.roll is not None and act.roll.dice is not None:
                moves = []
                for step in act.roll.play if isinstance(act.roll.play, tuple) else ():
                    pairs = zip(step.points, step.points[1:], step.hits, strict=False)
                    moves += [f"{_black(a, act.side)}-{_black(b, act.side)}{'*' * hit}" for a, b, hit in pairs]
                out.append(f"{who} ({act.roll.dice[0]} {act.roll.dice[1]})  {' '.join(moves)}".rstrip())
            elif act.word == "Double":
                accepted = actions[index + 1].word == "Take"
                out.append(f"{who} Doubles".ljust(22) + ("Accepted" if accepted else "Refused"))
            elif act.word == "Win":
                level = act.points // act.to if act.points % act.to == 0 and actions[index - 1].word != "Drop" else 1
                out += [f"{who} wins {('', '', 'a gammon', 'backgammon')[level] if level != 2 else ' gammon'}".rstrip(), ""]
    return "\n".join(out) + "\n"


def _black(point: int, side: Side) -> int:
    return point if side is Side.LEFT else 25 - point


WRITERS: dict[str, Callable[[Match], str]] = {"sgg": sgg, "tmg": tmg, "gam": gam, "party": party, "bgroom": bgroom, "bkg": bkg}
