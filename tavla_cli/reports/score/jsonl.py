"""`jsonl`: one JSON object a line: each match, then each line of the standings, last a summary. "type" says which it is."""

from collections.abc import Iterator

from tavla_cli.reports.score import ScoreOptions
from tavla_cli.reports.score.values import line_of, match_values, standing_values, summary_value
from tavla_cli.reports.values import SCHEMA
from tavla_cli.tournament.model import Scored


def write(scored: Scored, options: ScoreOptions) -> Iterator[str]:
    for match in match_values(scored):
        yield line_of({"schema": SCHEMA, "type": "match", **match}, options) + "\n"
    for line in standing_values(scored):
        yield line_of({"schema": SCHEMA, "type": "standing", **line}, options) + "\n"
    yield line_of({"summary": summary_value(scored)}, options) + "\n"
