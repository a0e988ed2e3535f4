"""`json`: one document with every match, the standings of all stages, and what they rest on; notes too.

"crosstable" is that of the only stage that has one; of several each stands in "tables".
"""

from collections.abc import Iterable, Iterator

from tavla_cli.reports.score import ScoreOptions
from tavla_cli.reports.score.values import (
    bracket_value,
    line_of,
    match_values,
    rating_value,
    stage_value,
    standing_values,
    summary_value,
    table_value,
)
from tavla_cli.reports.values import SCHEMA, diagnostic_value
from tavla_cli.tournament.model import Scored


def write(scored: Scored, options: ScoreOptions) -> Iterator[str]:
    crosses = [table.cross for table in scored.tables if table.cross]
    notes = [*scored.notes, *(note for table in scored.tables for note in table.notes)]
    lists: dict[str, Iterable[object]] = {
        "stages": map(stage_value, (table.stage for table in scored.tables)),
        "tables": map(table_value, scored.tables),
        "brackets": map(bracket_value, (table for table in scored.tables if table.bracket)),
        "ratings": ({"player": rated.player, **rating_value(rated, scored.rating_system)} for rated in scored.ratings),
        "diagnostics": map(diagnostic_value, scored.diagnostics),
    }
    yield '{"matches": ' + _list(match_values(scored), options)
    yield ', "standings": ' + _list(standing_values(scored), options)
    yield f', "crosstable": {line_of(crosses[0] if len(crosses) == 1 else None, options)}'
    yield f', "notes": {line_of(notes, options)}'
    for name, values in lists.items():
        yield f', "{name}": ' + _list(values, options)
    yield f', "summary": {line_of(summary_value(scored), options)}'
    yield f', "schema": {SCHEMA}, "tool": "tavla", "version": {line_of(options.version, options)}}}\n'


def _list(values: Iterable[object], options: ScoreOptions) -> str:
    """One value a line."""
    return "[" + ",".join("\n" + line_of(value, options) for value in values) + "\n]"
