"""`markdown`: the tournament as GitHub shows it: tables, brackets as text. Whatever is markup in a name is escaped."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from tavla_cli.reports.score import ScoreOptions
from tavla_cli.reports.score.bracket import Drawing
from tavla_cli.reports.score.layout import Grid, Heading, Notes, Problems, document
from tavla_cli.reports.score.problems import Problem
from tavla_cli.reports.score.text import tree
from tavla_cli.tournament.model import Scored
from tavla_cli.words import N_, translated

_SEVERITY = {"error": N_("error"), "warning": N_("warning"), "note": N_("note")}
_MARKUP = re.compile(r"[\\`*_\[\]<>|~$&{}!]")
_REFERENCE = re.compile(r"[@#](?=[^\s|])")  # a mention, a ticket: parted by a comment that is not shown
_ADDRESS = re.compile(r"(?<=[a-zA-Z]):(?=//)|(?<=[wW]{3})\.")


def write(scored: Scored, options: ScoreOptions) -> Iterator[str]:
    for at, block in enumerate(document(scored, options)):
        if at:
            yield "\n"
        match block:
            case Problems(summary, shown):
                yield "**" + escaped(translated("Problems: {counts}").format(counts=summary)) + "**\n\n"
                for problem in shown:
                    yield _problem(problem) + "\n"
            case Heading(level, text):
                yield "#" * level + " " + escaped(text) + "\n"
            case Grid():
                yield from _grid(block)
            case Notes(sentences):
                yield "\n".join(_paragraph(sentence) + "\n" for sentence in sentences)
            case Drawing():
                yield "```text\n"
                for line in tree(block, replace(options, color=False)):
                    yield line.replace("```", "'''") + "\n"
                yield "```\n"


def escaped(text: str) -> str:
    """Text that is shown as it is, in a paragraph or a cell, but not at the beginning of a paragraph."""
    text = _MARKUP.sub(lambda found: "&amp;" if found[0] == "&" else "\\" + found[0], text)
    text = _REFERENCE.sub(lambda found: found[0] + "<!-- -->", text)
    return _ADDRESS.sub(lambda found: f"&#{ord(found[0])};", text)


def _paragraph(text: str) -> str:
    """What would begin a list, a heading or a quotation does not."""
    return re.sub(r"^(\d+)?([-+#.)=])", r"\1\\\2", escaped(text), count=1)


def _problem(problem: Problem) -> str:
    code = f" {problem.code}" if problem.code else ""
    # The advice is our own text: the commands in it stay code.
    sentence = escaped(problem.sentence) + (f" {problem.advice}" if problem.advice else "")
    return f"- **{translated(_SEVERITY[problem.severity])}{code}** {escaped(problem.where)}: {sentence}"


def _grid(table: Grid) -> Iterator[str]:
    yield _row(escaped(column.head) for column in table.columns)
    yield _row("---:" if column.kind == "number" else ":---" for column in table.columns)
    for number, row in enumerate(table.rows):
        cells = ((escaped(cell.strip()), (number, at) in table.strong) for at, cell in enumerate(row))
        yield _row(f"**{cell}**" if strong and cell else cell for cell, strong in cells)
    if table.legend:
        yield "\n" + _paragraph("; ".join(f"{sign} {meaning}" for sign, meaning in table.legend)) + "\n"


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |\n"
