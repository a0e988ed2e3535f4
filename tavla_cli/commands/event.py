"""`tavla event`: set up a tournament from its records, list what is missing, draw the next round. Writes to standard output only."""

import os
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

import click

from tavla_cli.commands.options import examination, lang_option, reading_options
from tavla_cli.commands.score import Run, found, read
from tavla_cli.source import printable
from tavla_cli.tournament.model import Scored
from tavla_cli.words import counted, translated

_GROUP = """\
\b
Examples:
  tavla event init league/ > league/event.toml
  tavla event missing league/
  tavla event pair cup/ >> cup/event.toml
"""
_INIT = """\
\b
Example:
  tavla event init league/ > league/event.toml

\b
Exit status: 0 proposed; 2 wrong use; 3 there is no match.
"""
_MISSING = """\
\b
Examples:
  tavla event missing league/
  tavla event missing league/ | mail -s "Still to be played" club@example.org

\b
Exit status: 0 done, whether anything is missing or not; 2 wrong use; 3 an input is no match.
"""
_PAIR = """\
\b
Examples:
  tavla event pair cup/                   the next round; # lines to read, the rest to paste
  tavla event pair cup/ >> cup/event.toml

\b
Exit status: 0 drawn; 1 there is nothing to draw; 2 wrong use; 3 an input is no match.
"""
_MOST_LISTED = 10_000  # nobody reads on, and a round robin of 5,000 has twelve million
_Command = TypeVar("_Command", bound=Callable[..., object])


@click.group(epilog=_GROUP)
def event() -> None:
    """Set up a tournament from its records, list what is missing, draw the next round.

    How an event is described: docs/events.md. The table: tavla score.
    """


def _inputs(command: _Command) -> _Command:
    """The options of every command that scores before it answers."""
    options = (
        click.argument("paths", metavar="[PATH]...", nargs=-1, type=click.Path()),
        click.option(
            "--event", "event_file", metavar="FILE", type=click.Path(), help="The event file. Default: the event.toml in a folder."
        ),
        click.option("--results", metavar="CSV", multiple=True, type=click.Path(), help="Results typed by the director. Repeatable."),
        reading_options,
        lang_option,
        click.option("-q", "quiet", is_flag=True, help="No progress."),
    )
    for option in reversed(options):
        command = option(command)
    return command


@event.command(epilog=_INIT)
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path())
@reading_options
@lang_option
@click.option("-q", "quiet", is_flag=True, help="No progress.")
def init(
    paths: tuple[str, ...],
    rules: str | None,
    rule: tuple[str, ...],
    format_: str | None,
    encoding: str | None,
    lang: str | None,
    quiet: bool,
) -> int:
    """Propose an event file for the records in a folder, with the evidence for each alias.

    Nothing is merged: who may be one person stands in comments.
    """
    from tavla_cli.tournament.intake import records_of
    from tavla_cli.tournament.proposal import proposed

    run = Run(quiet)
    records = list(records_of(run.examined(paths, examination(rules, rule, format_, encoding), None, lang)))
    run.progress.clear()
    if records:
        name = os.path.basename(os.path.abspath(paths[0])) if os.path.isdir(paths[0]) else "Event"
        click.echo("\n".join(proposed(records, name)).rstrip())
    return run.input_status(bool(records))


@event.command(epilog=_MISSING)
@_inputs
def missing(
    paths: tuple[str, ...],
    event_file: str | None,
    results: tuple[str, ...],
    rules: str | None,
    rule: tuple[str, ...],
    format_: str | None,
    encoding: str | None,
    lang: str | None,
    quiet: bool,
) -> int:
    """List the pairings that have no result, as a text to mail."""
    from tavla_cli.tournament.pending import missing as pairings

    run, scored = _scored(paths, event_file, results, (rules, rule, format_, encoding), lang, quiet)
    stage = None
    pending = list(islice(pairings(scored), _MOST_LISTED + 1))
    more = len(pending) > _MOST_LISTED
    del pending[_MOST_LISTED:]
    if scored.event.name:
        click.echo(printable(scored.event.name))
    if more:
        click.echo(translated("More than {n} matches have no result; the first are:").format(n=f"{_MOST_LISTED:,}"))
    elif pending:
        click.echo(counted("{n} match has no result.", "{n} matches have no result.", len(pending)))
    else:
        click.echo(translated("Nothing is missing."))
    for each in pending:
        if each.stage != stage and len(scored.tables) > 1:
            click.echo(f"\n{printable(each.stage)}")
        stage = each.stage
        round = each.title or (translated("round {n}").format(n=each.round) if each.round is not None else "")
        click.echo(f"  {printable(each.left)} - {printable(each.right)}" + (f" ({round})" if round else ""))
    return run.input_status(True)


@event.command(epilog=_PAIR)
@_inputs
@click.option("--stage", metavar="NAME", help="Which stage. Default: the first that has a round left.")
@click.option("--round", type=click.IntRange(min=1), metavar="N", help="Which round. Default: the one after the last.")
def pair(
    paths: tuple[str, ...],
    event_file: str | None,
    results: tuple[str, ...],
    rules: str | None,
    rule: tuple[str, ...],
    format_: str | None,
    encoding: str | None,
    lang: str | None,
    quiet: bool,
    stage: str | None,
    round: int | None,
) -> int:
    """Draw the next round: as text, in comment lines, and as TOML to paste into the event file."""
    from tavla_cli.tournament.names import key
    from tavla_cli.tournament.pending import CannotDraw, drawn

    run, scored = _scored(paths, event_file, results, (rules, rule, format_, encoding), lang, quiet)
    if stage is not None:
        named = next((each.name for each in scored.event.stages if key(each.name) == key(stage)), None)
        if named is None:
            raise click.UsageError(f"There is no stage {stage!r}. The stages are {', '.join(each.name for each in scored.event.stages)}.")
        stage = named
    try:
        draws = drawn(scored, stage, round)
    except CannotDraw as error:
        click.echo(printable(str(error)), err=True)
        return max(1, run.input_status(True))
    except ModuleNotFoundError as error:
        raise click.UsageError(f"Drawing a Swiss round needs {error.name}: pip install 'tavla-cli[pairing]'") from None
    for draw in draws:
        for line in _draw_lines(draw.stage, draw.group, draw.round, draw.pairs, draw.bye, draw.problem):
            click.echo(line)
    return run.input_status(True)


def _draw_lines(
    stage: str, group: str | None, round: int, pairs: Sequence[tuple[str, str]], byes: Sequence[str], problem: str
) -> Iterator[str]:
    from tavla_cli.tournament.proposal import quoted

    title = ", ".join(printable(part) for part in (stage, group or "") if part)
    yield f"# {title}{', ' if title else ''}{translated('round {n}').format(n=round)}"
    for number, (left, right) in enumerate(pairs, 1):
        yield f"# {number:3}. {printable(left)} - {printable(right)}"
    for name in byes:
        yield f"#  {translated('bye')}: {printable(name)}"
    if problem:
        yield f"# {printable(problem)}"
    everybody: list[tuple[str, str | None]] = [*pairs, *((name, None) for name in byes)]
    for one, other in everybody:
        yield ""
        yield "[[results]]"
        if stage:
            yield f"stage = {quoted(stage)}"
        yield f"round = {round}"
        yield f"left = {quoted(one)}"
        yield f"right = {quoted(other)}" if other is not None else 'kind = "bye"'
        if other is not None:
            yield 'kind = "unplayed"'
    yield ""


def _scored(
    paths: tuple[str, ...],
    event_file: str | None,
    results: tuple[str, ...],
    reading: tuple[str | None, tuple[str, ...], str | None, str | None],
    lang: str | None,
    quiet: bool,
) -> tuple[Run, Scored]:
    """The event, scored. Raises click.UsageError where there is none."""
    from tavla_cli.tournament.score import score

    if event_file is None and found(paths) is None and not results:
        raise click.UsageError(
            "There is no event file. Name it with --event, or a folder that holds an event.toml; `tavla event init` proposes one."
        )
    known = read(paths, event_file, results)
    run = Run(quiet)
    scored = score(known, run.examined(paths, examination(*reading), None, lang))
    run.progress.clear()
    return run, scored


command = event
