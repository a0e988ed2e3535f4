"""Matches turn by turn as JSON values, for `tavla show`. A key is never renamed; new ones may be added."""

from typing import Literal

from tavla_cli.record import Beaver, Double, Loss, Roll, Side, Win
from tavla_cli.reports.values import diagnostic_value
from tavla_cli.walk import GameWalk, MatchWalk, Move, ids, plays


def match_value(walked: MatchWalk, games: list[GameWalk]) -> dict[str, object]:
    """A match with some of its games. The legal plays are left out; those of one turn are in `turn_value`."""
    match, result = walked.match, walked.result
    return {
        "path": result.path,
        "match": match.ordinal,
        "format": match.format,
        "dialect": match.dialect,
        "players": result.players,
        "length": result.length,
        "event": match.tag("Event"),
        "date": match.tag("EventDate") or match.tag("Date"),
        "score": result.score,
        "claimed_score": result.claimed_score,
        "winner": result.winner,
        "complete": result.complete,
        "games": [_game(walked, game) for game in games],
        "findings": [diagnostic_value(d) for d in result.diagnostics],
    }


def _game(walked: MatchWalk, game: GameWalk) -> dict[str, object]:
    before, after = game.begun.stated or game.begun.walked, game.after
    winner = points = None
    if before is not None and after is not None:
        winner = next((side for side in Side if after[side] > before[side]), None)
        points = None if winner is None else after[winner] - before[winner]
    return {
        "game": game.ordinal,
        "game_number": game.game.number,
        "crawford": game.begun.crawford,
        "score_before": game.begun.walked,
        "claimed_score_before": game.begun.stated,
        "turns": [turn_value(walked, move) for move in game.moves],
        "winner": side_name(winner),
        "points": points,
        "claimed_points": game.ended.said_points,
        "score_after": after,
    }


def turn_value(walked: MatchWalk, move: Move, near: int | None = None, listed: bool = False) -> dict[str, object]:
    """One cell. `listed`: with the legal plays, all or the `near` nearest ones; else they are null.

    `position` and `after` are XGIDs; `boards` says how many boards may be true before it, 0 when they are lost. `spelled` is the play
    among the legal ones that reaches the same board.
    """
    at, action = move.at, move.entry.action
    scene = at.scene
    line, column = walked.places.line_and_column(move.entry.span.start) if walked.places else (None, None)
    before, after = ids(move, walked.rules)
    found = plays(move) if listed else None
    near_ones = plays(move, near) if listed and near is not None else found
    reached = move.after or move.recorded
    roll = action if isinstance(action, Roll) else None
    return {
        "match": walked.match.ordinal,
        "game": move.game,
        "row": at.row,
        "turn": at.turn,
        "place": move.place,
        "player": (walked.result.players[at.side] or None) if at.side is not None else None,
        "side": side_name(at.side),
        "line": line,
        "column": column,
        "node": walked.node(move),
        "action": "raccoon" if isinstance(action, Beaver) and action.raccoon else type(action).__name__.lower(),
        "dice": f"{roll.dice[0]}{roll.dice[1]}" if roll and roll.dice else None,
        "played": roll.text if roll else None,
        "to": action.to if isinstance(action, Double | Beaver) else None,
        "points": action.points if isinstance(action, Win | Loss) else None,
        "position": before,
        "after": after,
        "boards": scene.boards if scene else None,
        "cube": scene.cube if scene else None,
        "owner": side_name(scene.owner) if scene else None,
        "score": scene.score if scene else None,
        "crawford": scene.crawford if scene else None,
        "spelled": next((text for text, result in found[1] if result == reached), None) if found else None,
        "legal_plays": [text for text, _ in near_ones[1]] if near_ones else None,
        "legal_count": found[0] if found else None,
        "findings": [diagnostic_value(d) for d in walked.found(move.entry.span)],
    }


def side_name(side: Side | None) -> Literal["left", "right"] | None:
    return None if side is None else "left" if side is Side.LEFT else "right"
