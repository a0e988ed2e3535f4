"""`tavla show`: the score sheet of a match, what stood on the table before and after one turn, or the positions of a file. Decides
nothing."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

from tavla_cli import __version__
from tavla_cli.commands.options import color_option, examination, lang_option, reading_options
from tavla_cli.commands.outputs import Output, StandardOutput, wanted_options
from tavla_cli.commands.streams import Progress, own_fault, say
from tavla_cli.reports import ReportOptions
from tavla_cli.source import Input, inputs, printable
from tavla_cli.words import message

if TYPE_CHECKING:
    from tavla_cli.examine import Options
    from tavla_cli.walk import MatchWalk, Place

_EXAMPLES = """\
\b
Examples:
  tavla show final.mat                        the score sheet
  tavla show final.mat 2                      game 2
  tavla show final.mat 2.10L                  game 2, row 10, left: the board before and after
  tavla show final.mat 2.last                 the last turn of game 2
  tavla show final.mat :41                    what stands in line 41
  tavla show positions.txt 3                  the third of a list of positions

\b
Exit status: 0 shown; 2 wrong use, no such file or place; 3 an input is no match.
"""


@click.command(epilog=_EXAMPLES)
@click.argument("path", type=click.Path())
@click.argument("place", metavar="[PLACE]", required=False)
@click.option("--match", "ordinal", type=click.IntRange(min=1), metavar="N", help="Which of several matches in the file. Default: all.")
@click.option("--nearest", "near", type=click.IntRange(min=0), metavar="N", help="Only the N legal plays nearest to the one recorded.")
@click.option("--output", type=click.Choice(["text", "json"]), default="text", show_default=True, help="How to show it.")
@reading_options
@color_option
@lang_option
def show(
    path: str,
    place: str | None,
    ordinal: int | None,
    near: int | None,
    output: str,
    rules: str | None,
    rule: tuple[str, ...],
    format_: str | None,
    encoding: str | None,
    color: str,
    lang: str | None,
) -> int:
    """Show the score sheet of a match; with PLACE the board before and after that turn.

    PATH is a file, a folder, an archive or - for standard input. Codes of findings stand behind the cells: !P107, and (S311) for a note.
    Of a file of positions (IDs, position texts, Jellyfish's .pos) every board is shown.
    """
    options = examination(rules, rule, format_, encoding, positions=True)
    where = None if place is None else _place(place)
    run = _Run(options, where, ordinal, near)
    wanted = wanted_options(Output(output, None), color, True, False, __version__)
    texts = run.json(inputs([path]), wanted) if output == "json" else run.text(inputs([path]), wanted, path)
    with StandardOutput(Progress(False), False) as out:
        for text in texts:
            out.write(text)
            if out.closed:
                break
    return run.status(path)


def _place(text: str) -> "Place":
    from tavla_cli.walk import NoPlace, read_place

    try:
        return read_place(text)
    except NoPlace as error:
        raise click.UsageError(printable(str(error))) from None


class _Run:
    """What was asked for, and what came of it."""

    def __init__(self, options: "Options", place: "Place | None", ordinal: int | None, near: int | None) -> None:
        self._options, self._place, self._ordinal, self._near = options, place, ordinal, near
        self._status = 0
        self._shown = False
        self._matches = 0  # in all inputs
        self._positions = False  # there are positions among the inputs
        self._missing = ""  # why the place was not found, the first time

    def status(self, path: str) -> int:
        """The exit status. Raises click.UsageError where the match or the place asked for does not exist."""
        if self._shown or self._status:
            return self._status
        if self._missing:
            raise click.UsageError(printable(self._missing))
        if self._matches:
            many = "one match" if self._matches == 1 else f"{self._matches} matches"
            if self._positions:
                many = "one position" if self._matches == 1 else f"{self._matches:,} positions"
                which = self._ordinal or (self._place.game if self._place and self._place.whole_game else None)
                where = f"position {which}" if which is not None else "position at that place"
                raise click.UsageError(f"There is no {where} in {click.format_filename(path)}: it has {many}.")
            raise click.UsageError(f"There is no match {self._ordinal} in {click.format_filename(path)}: it has {many}.")
        say(f"tavla: {printable(path)}: There is no match in it.")
        return 3

    def text(self, items: Iterable[Input], wanted: ReportOptions, path: str) -> Iterator[str]:
        """The text, in pieces; a blank line between two of anything."""
        from tavla_cli.reports.position import position_lines
        from tavla_cli.reports.sheet import game_lines, heading, sheet, turn_lines
        from tavla_cli.walk import NoPlace, game_at, moves_at

        last: str | None = None
        for name, walked, several in self._walks(items):
            parts: list[Iterator[str]] = []
            if self._is_position(walked):
                if not self._asked_for(walked):
                    continue
                parts = [position_lines(walked, wanted, several)]
            elif self._place is None:
                parts = [sheet(walked, wanted, several)]
            else:
                try:
                    if self._place.whole_game:
                        parts = [heading(walked, wanted, several), game_lines(walked, game_at(walked, self._place), wanted)]
                    else:
                        parts = [turn_lines(walked, move, wanted, several, self._near) for move in moves_at(walked, self._place)]
                except NoPlace as error:
                    self._missing = self._missing or str(error)
                    continue
            if self._shown:
                yield "\n"
            if name not in (path, last):
                yield f"{printable(name)}\n\n"
            last = name
            self._shown = True
            for number, part in enumerate(parts):
                if number:
                    yield "\n"
                for line in part:
                    yield line + "\n"

    def json(self, items: Iterable[Input], wanted: ReportOptions) -> Iterator[str]:
        """One document: `matches`, or `turns` where a place in a game was asked for."""
        from tavla_cli.reports.position import position_id
        from tavla_cli.reports.turns import match_value, turn_value
        from tavla_cli.reports.values import SCHEMA, dumped
        from tavla_cli.walk import NoPlace, game_at, moves_at

        turns = self._place is not None and not self._place.whole_game
        key = "turns" if turns else "matches"
        head = f'{{"schema": {SCHEMA}, "tool": "tavla", "version": {dumped(__version__, wanted)}, "{key}": [\n'
        for _, walked, _ in self._walks(items):
            try:
                if self._is_position(walked):
                    values = (
                        [{**match_value(walked, list(walked.games)), "position": position_id(walked)}] if self._asked_for(walked) else []
                    )
                elif self._place is None:
                    values = [match_value(walked, list(walked.games))]
                elif not turns:
                    values = [match_value(walked, [game_at(walked, self._place)])]
                else:
                    found = moves_at(walked, self._place)
                    values = [{"path": walked.result.path, **turn_value(walked, move, self._near, True)} for move in found]
            except NoPlace as error:
                self._missing = self._missing or str(error)
                continue
            for value in values:
                yield (",\n" if self._shown else head) + dumped(value, wanted)
                self._shown = True
        if self._shown:
            yield "\n]}\n"

    def _is_position(self, walked: "MatchWalk") -> bool:
        """Whether that is a position and no match."""
        from tavla_cli.formats import LEADS

        found = LEADS[walked.match.format].positions
        self._positions |= found
        return found

    def _asked_for(self, walked: "MatchWalk") -> bool:
        """Whether a position stands at the place asked for: `3` is the third of its file, `:12` the one in line 12."""
        if self._place is None or not (self._place.whole_game or self._place.line is not None):
            return self._place is None or bool(walked.match.games)
        if self._place.line is not None:
            return walked.places is not None and walked.places.line_and_column(walked.match.span.start)[0] == self._place.line
        return walked.match.ordinal == self._place.game

    def _walks(self, items: Iterable[Input]) -> "Iterator[tuple[str, MatchWalk, bool]]":
        """The matches asked for, each with the name of its input and whether there are several in it."""
        from tavla_cli.walk import walked_input

        for item in items:
            try:
                result, walks = walked_input(item, self._options)
            except Exception as error:
                self._failed(item.name, own_fault(error), 4)
                continue
            if result.trouble is not None:
                status, sentence = result.trouble
                self._failed(item.name, sentence, status)
            elif result.unreadable:
                grave = [d for d in result.all_diagnostics if d.code in ("T102", "T115")]
                self._failed(item.name, message(grave[0]) if grave else "There is no match in it.", 3)
            self._matches += len(walks)
            for walked in walks:
                if self._ordinal in (None, walked.match.ordinal):
                    yield item.name, walked, len(walks) > 1

    def _failed(self, name: str, sentence: str, status: int) -> None:
        say(printable(f"tavla: {name}: {sentence}"))
        self._status = max(self._status, status)


command = show
