"""Tells writers what the replay knows: a record with the boards, the plays by single dice and the results that follow from it."""

from collections.abc import Sequence
from dataclasses import replace

from tavla_cli.board import STARTS, Hop, Play, Position, Step, legal_plays
from tavla_cli.board.plays import landing, moved
from tavla_cli.examine import start_position
from tavla_cli.formats.told import Deed, Told, ToldGame
from tavla_cli.record import Beaver, Double, Drop, Match, Roll, SetBoard, Side
from tavla_cli.rules import Rules
from tavla_cli.walk import TURNS, GameWalk, Move, games_of


def told(match: Match, rules: Rules) -> Told:
    """A match as its writers want it. Raises BadRules where the rules name a start that is none."""
    games, ended = games_of(match, rules)
    start = start_position(rules)
    variation = next((name for name, position in STARTS.items() if position == start), "standard")
    seats = next((game.seats for game in match.games if game.seats), None)
    return Told(
        match,
        rules,
        (seats[0].name, seats[1].name) if seats else ("", ""),
        rules.length,
        variation,
        tuple(_game(game, start) for game in games),
        ended.score,
        ended.complete,
    )


def _game(walked: GameWalk, usual: Position) -> ToldGame:
    game, begun, ended = walked.game, walked.begun, walked.ended
    start, set_up = usual, begun.start_is_other or begun.cube != 1 or begun.owner is not None
    if game.entries and isinstance(first := game.entries[0].action, SetBoard):
        start, set_up = first.position or usual, True
    deeds = []
    offered: int | None = None  # what the cube goes to when the offer is accepted
    for move in walked.moves:
        deed = _deed(move)
        if isinstance(move.entry.action, Double | Beaver):
            base = offered if isinstance(move.entry.action, Beaver) and offered else deed.cube
            offered = move.entry.action.to or base * 2
            deed = replace(deed, to=offered)
        elif isinstance(move.entry.action, Roll):
            offered = None
        deeds.append(deed)
    turns = [entry.action for entry in game.entries if isinstance(entry.action, TURNS)]
    return ToldGame(
        game,
        start,
        set_up,
        tuple(deeds),
        begun.stated or begun.walked,
        begun.crawford,
        ended.winner if ended.said_winner is None else ended.said_winner,
        ended.points if ended.said_points is None else ended.said_points,
        ended.how,
        ended.level,
        bool(turns) and isinstance(turns[-1], Drop),
        begun.cube,
        begun.owner,
    )


def _deed(move: Move) -> Deed:
    scene = move.at.scene
    if scene is None:
        after = move.after if isinstance(move.entry.action, SetBoard) else None
        return Deed(move.entry, after=after, place=move.place)
    position = scene.position if scene.boards == 1 else None
    deed = Deed(move.entry, position, move.after or move.recorded, cube=scene.cube, owner=scene.owner, place=move.place)
    dice = move.entry.action.dice if isinstance(move.entry.action, Roll) else None
    if position is None or dice is None or not all(1 <= die <= 6 for die in dice):
        return deed
    plays = legal_plays(position, *dice)
    if not plays:
        return replace(deed, dance=True, hops=() if deed.after == position else None)
    judgement = move.played.judgement if move.played else None
    if judgement is None or not judgement.legal or move.after is None:
        return deed
    rerouted = judgement.rerouted is not None
    written = move.entry.action.play if isinstance(move.entry.action, Roll) and isinstance(move.entry.action.play, tuple) else ()
    hops = None if rerouted else _as_written(position, dice, written, move.after)
    return replace(deed, hops=plays.get(move.after) if hops is None else hops, rerouted=rerouted)


def _as_written(position: Position, dice: tuple[int, int], steps: Sequence[Step], after: Position) -> Play | None:
    """The play by single dice that goes the written way, as far as it is written; None where none of those tried reaches the board."""
    legs: list[tuple[int, int]] = []
    for step in steps:
        legs += list(zip(step.points, step.points[1:], strict=False)) * min(step.count, 4)
    sources = {point for leg in legs for point in leg}
    best: tuple[int, Play] | None = None
    orders = [(dice[0],) * 4] if dice[0] == dice[1] else [dice, dice[::-1]]
    for order in orders:
        states: dict[tuple[Position, frozenset[Hop]], Play] = {(position, frozenset()): ()}
        for die in order:
            following: dict[tuple[Position, frozenset[Hop]], Play] = {}
            for (board, _), play in states.items():
                for src in sorted(sources | {hop.dst for hop in play}, reverse=True):
                    dst = landing(*board, src, die) if src else -1
                    if dst < 0:
                        continue
                    own, opp, hit = moved(*board, src, dst)
                    longer = (*play, Hop(src, dst, hit))
                    following.setdefault((Position(own, opp), frozenset(longer)), longer)
            for (board, _), play in following.items():
                if board == after:
                    left = list(legs)
                    for hop in play:
                        if (hop.src, hop.dst) in left:
                            left.remove((hop.src, hop.dst))
                    if best is None or len(legs) - len(left) > best[0]:
                        best = len(legs) - len(left), play
            states = following
    return best[1] if best else None


def side_of(deed: Deed) -> Side:
    """The player whose view a deed's boards have."""
    return Side.LEFT if deed.entry.side is None else deed.entry.side
