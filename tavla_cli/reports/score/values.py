"""A scored tournament as JSON values, with the keys that programs rely on. A key is never renamed; new ones may be added."""

from tavla_cli.reports import ReportOptions
from tavla_cli.reports.score import ScoreOptions
from tavla_cli.reports.score.layout import capped, typed
from tavla_cli.reports.score.problems import counts, problems
from tavla_cli.reports.values import dumped
from tavla_cli.tournament.model import Kind, Line, MatchRecord, Rated, Result, Scored, Slot, Stage, Table


def line_of(value: object, options: ScoreOptions) -> str:
    """One line of JSON without a line end."""
    return dumped(value, ReportOptions(ascii=options.ascii))


def match_values(scored: Scored) -> list[dict[str, object]]:
    """Every match: the records, then the results that have none. The place is that of the table it counts in, None in none."""
    results = [result for table in scored.tables for result in table.results]
    placed = {(result.record.path, result.record.match): result for result in results if result.record is not None}
    uncapped = {table.stage.name for table in scored.tables if not table.stage.cap}
    values = []
    for record in scored.records:
        result = placed.get((record.path, record.match))
        values.append(_record(record, result, cap=result is None or result.stage not in uncapped))
    return values + [_typed(result) for result in typed(scored)]


def standing_values(scored: Scored) -> list[dict[str, object]]:
    """The lines of all stages, in their order."""
    ratings = {rated.player: rating_value(rated, scored.rating_system) for rated in scored.ratings}
    return [_line(line, table.stage, ratings.get(line.player)) for table in scored.tables for line in table.lines]


def stage_value(stage: Stage) -> dict[str, object]:
    return {
        "name": stage.name,
        "form": stage.form.value,
        "preset": stage.preset,
        "rounds": stage.rounds,
        "length": stage.length,
        "lengths": stage.lengths,
        "rules": stage.rules,
        "points": {
            "win": stage.points.win,
            "loss": stage.points.loss,
            "draw": stage.points.draw,
            "bye": stage.points.bye,
            "forfeit_win": stage.points.forfeit_win,
            "forfeit_loss": stage.points.forfeit_loss,
            "unplayed": stage.points.unplayed,
        },
        "tiebreaks": stage.tiebreaks,
        "cap": stage.cap,
    }


def table_value(table: Table) -> dict[str, object]:
    """Its standings are the lines of "standings" with its stage, its bracket is in "brackets"."""
    return {
        "stage": table.stage.name,
        "crosstable": table.cross,
        "wallchart": table.wall,
        "results": [result_value(result) for result in table.results],
        "notes": table.notes,
    }


def result_value(result: Result) -> dict[str, object]:
    return {
        "round": result.round,
        "left": result.left,
        "right": result.right,
        "score": result.score,
        "winner": result.winner,
        "kind": result.kind.value,
        "length": result.length,
        "stands": result.stands,
        "complete": result.complete,
        "faulty": result.faulty,
        "record_says": result.beside,
        "sources": result.sources,
    }


def bracket_value(table: Table) -> dict[str, object]:
    return {"stage": table.stage.name, "slots": [_slot(slot) for slot in table.bracket]}


def rating_value(rated: Rated, system: str | None) -> dict[str, object]:
    return {
        "system": system,
        "before": rated.before,
        "after": rated.after,
        "experience_before": rated.experience_before,
        "experience_after": rated.experience_after,
        "matches": rated.matches,
    }


def summary_value(scored: Scored) -> dict[str, object]:
    found = counts(problems(scored))
    return {
        "event": scored.event.name or None,
        "date": scored.event.date,
        "stages": len(scored.tables),
        "players": len({line.player for table in scored.tables for line in table.lines}),
        "matches": len(scored.records) + len(typed(scored)),
        "errors": found["error"],
        "warnings": found["warning"],
        "notes": found["note"],
        "unreadable": sum(file.unreadable for file in scored.files),
    }


def _record(record: MatchRecord, result: Result | None, cap: bool) -> dict[str, object]:
    score = record.score
    return {
        "path": record.path,
        "match": record.match,
        "players": record.players,
        "length": record.length,
        "score": capped(score, record.length) if cap and score is not None else score,
        "claimed_score": record.claimed_score,
        "winner": record.winner,
        "complete": record.complete,
        "errors": record.errors,
        "warnings": record.warnings,
        "first_error": record.first_error,
        "games": record.games,
        "turns": record.turns,
        "event": record.event,
        "date": record.date,
        "digest": record.stamp,
        "kind": Kind.RECORD.value,
        **_place(result),
    }


def _typed(result: Result) -> dict[str, object]:
    nothing = dict.fromkeys(("warnings", "first_error", "games", "turns", "event", "date", "digest"))
    return {
        "path": None,
        "match": None,
        "players": (result.left, result.right),
        "length": result.length,
        "score": result.score,
        "claimed_score": None,
        "winner": result.winner,
        "complete": result.complete,
        "errors": None,
        **nothing,
        "kind": result.kind.value,
        **_place(result),
    }


def _place(result: Result | None) -> dict[str, object]:
    return {"stage": None if result is None else result.stage, "round": None if result is None else result.round}


def _line(line: Line, stage: Stage, rating: dict[str, object] | None) -> dict[str, object]:
    return {
        "rank": line.rank,
        "player": line.player,
        "played": line.played,
        "won": line.won,
        "lost": line.lost,
        "points_for": line.points_for,
        "points_against": line.points_against,
        "tiebreaks": line.tiebreaks,
        "rating": rating,
        "drawn": line.drawn,
        "points": line.points,
        "shared": line.shared,
        "playoff": line.playoff,
        "lives": line.lives,
        "withdrawn": line.withdrawn,
        "marks": line.marks,
        "group": line.group,
        "stage": stage.name,
    }


def _slot(slot: Slot) -> dict[str, object]:
    return {
        "id": slot.id,
        "round": slot.round,
        "title": slot.title,
        "left": slot.left,
        "right": slot.right,
        "feeds": slot.feeds,
        "drops": slot.drops,
        "result": None if slot.result is None else result_value(slot.result),
    }
