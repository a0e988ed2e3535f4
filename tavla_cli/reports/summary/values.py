"""Summaries as JSON values, with the keys that programs rely on. A key is never renamed; new ones may be added."""

from typing import Literal

from tavla_cli.record import Side
from tavla_cli.summary.course import CubeAction, Game
from tavla_cli.summary.model import Diagram, Summary, Total
from tavla_cli.summary.statistics import GameFacts

SCHEMA = 1


def summary_value(summary: Summary) -> dict[str, object]:
    left, right = summary.statistics
    facts = summary.facts
    return {
        "schema": SCHEMA,
        "path": summary.path,
        "match": summary.match,
        "players": summary.players,
        "length": summary.length,
        "event": summary.event,
        "date": summary.date,
        "score": summary.score,
        "claimed_score": summary.claimed_score,
        "winner": _side(summary.winner),
        "games": [_game(game, more) for game, more in zip(summary.games, summary.game_facts, strict=True)],
        "statistics": {"left": left.as_json(), "right": right.as_json()},
        "round": summary.round,
        "site": summary.site,
        "digest": summary.digest,
        "complete": summary.complete,
        "errors": summary.errors,
        "warnings": summary.warnings,
        "turns": sum(game.turns for game in summary.games),
        "pip_leads": facts.pip_leads,
        "score_leads": facts.score_leads,
        "longest_game": facts.longest_game,
        "shortest_game": facts.shortest_game,
        "games_without_cube": facts.games_without_cube,
        "diagrams": [_diagram(diagram) for diagram in summary.diagrams],
    }


def total_value(total: Total) -> dict[str, object]:
    return {"schema": SCHEMA, "player": total.name, "names": total.names, "statistics": total.statistics.as_json()}


def _game(game: Game, more: GameFacts) -> dict[str, object]:
    return {
        "game": game.number,
        "crawford": game.crawford,
        "score_before": game.score,
        "claimed_score_before": game.claimed_score,
        "winner": _side(game.winner),
        "points": game.points,
        "claimed_points": game.claimed_points,
        "cube": game.cube,
        "kind": game.kind,
        "ended": game.ended,
        "turns": game.turns,
        "game_number": game.claimed_number,
        "claimed_winner": _side(game.claimed_winner),
        "score_after": game.after,
        "cube_history": [_action(action) for action in game.actions],
        "uncertain": game.uncertain,
        "chances_before": game.chances,
        "race_from": game.race_from,
        "pip_leads": more.pip_leads,
        "last_loser_lead": more.last_loser_lead,
        "comeback_pips": more.comeback_pips,
        "pips": game.pips,
    }


def _action(action: CubeAction) -> dict[str, object]:
    return {
        "turn": action.turn,
        "side": _side(action.side),
        "action": action.action,
        "value": action.value,
        "claimed_value": action.claimed,
        "code": action.wrong,
    }


def _diagram(diagram: Diagram) -> dict[str, object]:
    turn = diagram.turn
    dice = None if turn.dice is None else f"{turn.dice[0]}{turn.dice[1]}"
    return {
        "place": place(diagram),
        "game": diagram.game,
        "turn": turn.number,
        "side": _side(turn.side),
        "dice": dice,
        "played": turn.text,
        "cube": turn.cube,
        "cube_owner": _side(turn.owner),
        "own": list(diagram.position.own),
        "opponent": list(diagram.position.opp),
    }


def place(diagram: Diagram) -> str:
    """`2.10L`, or the game where the record has no rows."""
    row = diagram.turn.row
    return f"{diagram.game}.{row}{'L' if diagram.turn.side is Side.LEFT else 'R'}" if row is not None else str(diagram.game)


def _side(side: Side | None) -> Literal["left", "right"] | None:
    return None if side is None else "left" if side is Side.LEFT else "right"
