"""The forms in which a scored tournament is written. A report lays out what it is given and decides nothing."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Literal, cast

from tavla_cli.tournament.model import Scored

What = Literal["standings", "results"]


@dataclass(frozen=True, slots=True)
class ScoreOptions:
    """What the user wants and what the stream can show. `width` is in terminal cells; `ascii`: the stream cannot carry UTF-8.

    `delimiter` and `decimal` None: as the language has it, which for Turkish and Serbian is `;` and `,`. `what` is for csv only.
    """

    width: int = 120
    color: bool = False
    delimiter: str | None = None
    decimal: str | None = None
    notes: bool = False
    ascii: bool = False
    what: What = "standings"
    language: str = "en"
    version: str = ""

    @property
    def spreadsheet(self) -> bool:
        """Whether spreadsheets in this language want `;`, `,` and a byte-order mark."""
        return self.language in ("tr", "sr")

    @property
    def point(self) -> str:
        """What stands before the decimals, for people and in csv; JSON knows the point only."""
        return self.decimal or ("," if self.spreadsheet else ".")


Write = Callable[[Scored, ScoreOptions], Iterator[str]]

REPORTS: dict[str, str] = {  # a name and the module whose `write` makes it, imported when it is asked for
    "text": "tavla_cli.reports.score.text",
    "json": "tavla_cli.reports.score.json",
    "jsonl": "tavla_cli.reports.score.jsonl",
    "csv": "tavla_cli.reports.score.csv",
    "markdown": "tavla_cli.reports.score.markdown",
    "html": "tavla_cli.reports.score.html",
}


def report(name: str) -> Write:
    """The report of that name; KeyError where there is none."""
    return cast(Write, import_module(REPORTS[name]).write)
