"""`tavla score`: results of matches and the table of a tournament. Holds no rule of scoring: files, calls, and the exit status."""

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing as closed
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import click

from tavla_cli import __version__
from tavla_cli.commands.options import color_option, examination, lang_option, read_delimiter, reading_options
from tavla_cli.commands.outputs import Output, ReportFile, StandardOutput, checked, read_output, wanted_options
from tavla_cli.commands.pool import examined
from tavla_cli.commands.streams import Progress, say
from tavla_cli.reports.score import REPORTS, ScoreOptions, report
from tavla_cli.results import Counts, FileResult
from tavla_cli.words import set_language

if TYPE_CHECKING:
    from tavla_cli.tournament.model import Event, Scored

_EXAMPLES = """\
\b
Examples:
  tavla score matches/                        who beat whom, and standings by wins
  tavla score league/                         with the event.toml in that folder
  tavla score --event cup.toml inbox.zip --output html=cup.html
  tavla score --results sonuclar.csv          a league without records
  tavla score league/ --why Ayşe Mehmet       what stands between two players
  tavla score league/ --rating fibs --experience before.csv --experience-out after.csv

\b
Exit status: 0 no error; 1 errors in the tournament or in a match (--strict: or
warnings); 2 wrong use, or an event file that contradicts itself; 3 an input is no
match, or there was nothing to score; 4 a fault of tavla's own.
"""
RATINGS = ("fibs", "galaxy", "elo", "usbgf-master-points")


def _outputs(_ctx: click.Context, _parameter: click.Parameter, texts: tuple[str, ...]) -> tuple[Output, ...]:
    return tuple(read_output(text, REPORTS) for text in texts)


def _complete(_ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    return [name for name in REPORTS if name.startswith(incomplete)]


@click.command(epilog=_EXAMPLES)
@click.argument("paths", metavar="[PATH]...", nargs=-1, type=click.Path())
@click.option("--event", "event_file", metavar="FILE", type=click.Path(), help="The event file. Default: the event.toml in a folder named.")
@click.option("--results", metavar="CSV", multiple=True, type=click.Path(), help="Results typed by the director. Repeatable.")
@click.option("--rating", type=click.Choice(RATINGS), help="Rate the players by this system. Default: as the event says.")
@click.option("--experience", metavar="CSV", type=click.Path(), help="Ratings and experience before the event.")
@click.option("--experience-out", metavar="CSV", type=click.Path(), help="Write those after it.")
@click.option("--why", metavar="A B", nargs=2, help="Say what decided between two players, and nothing else.")
@click.option(
    "--output",
    "outputs",
    metavar="F[=FILE]",
    multiple=True,
    callback=_outputs,
    shell_complete=_complete,
    help="text, json, jsonl, csv, markdown or html; into a file. Repeatable.",
)
@click.option("--csv-of", "what", type=click.Choice(["standings", "results"]), default="standings", help="What csv holds.")
@click.option(
    "--delimiter",
    metavar="SIGN",
    callback=read_delimiter,
    help="Between the cells of csv. Default: a comma; in Turkish and Serbian a semicolon.",
)
@click.option("--decimal", type=click.Choice([".", ","]), help="The decimal sign. Default: as the language has it.")
@click.option("--strict", is_flag=True, help="Warnings count as errors do.")
@reading_options
@click.option("-j", "--jobs", type=click.IntRange(min=1), metavar="N", help="Processes. Default: 1 for few inputs, else one a processor.")
@click.option("--notes", is_flag=True, help="Show notes too, in text; otherwise they are counted.")
@color_option
@lang_option
@click.option("-q", "quiet", is_flag=True, help="No progress.")
@click.option("--allow-empty", is_flag=True, help="It is no failure when there is nothing to score.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 where it would be 1.")
def score(
    paths: tuple[str, ...],
    event_file: str | None,
    results: tuple[str, ...],
    rating: str | None,
    experience: str | None,
    experience_out: str | None,
    why: tuple[str, str] | None,
    outputs: tuple[Output, ...],
    what: Literal["standings", "results"],
    delimiter: str | None,
    decimal: str | None,
    strict: bool,
    rules: str | None,
    rule: tuple[str, ...],
    format_: str | None,
    encoding: str | None,
    jobs: int | None,
    notes: bool,
    color: Literal["auto", "always", "never"],
    lang: str | None,
    quiet: bool,
    allow_empty: bool,
    exit_zero: bool,
) -> int:
    """Score a tournament, a league or a folder of matches, from the records and from what the director says.

    PATH is a file, a folder, an archive (.zip, .gz, .tar) or - for standard input. How an event is described: docs/events.md.
    """
    if not paths and event_file is None and not results:
        raise click.UsageError("Nothing to score. Name a file, a folder or an archive, - for standard input, --event or --results.")
    event = read(paths, event_file, results)
    known = _experience(experience)
    own = [each for each in (event_file, experience, *results) if each is not None]
    wanted = checked(outputs, [*paths, *own])
    if experience_out is not None:
        if not rating and (event is None or event.rating is None):
            raise click.UsageError("--experience-out needs a rating system: --rating fibs")
        checked([Output("experience", experience_out), *(each for each in wanted if each.file is not None)], [*paths, *results])
    stated = [rules] if rules is not None else _rules(event, paths)
    run = Run(quiet)
    under = {each: run.examined(paths, examination(each, rule, format_, encoding), jobs, lang) for each in stated[:1]}
    for each in stated[1:]:  # again, and what was said of the inputs is not said twice
        under[each] = Run(True, silent=True).examined(paths, examination(each, rule, format_, encoding), jobs, lang)
    files = next(iter(under.values()))
    from tavla_cli.tournament.score import score as scored_event

    scored = scored_event(event, files, rating, known)
    if len(stated) > 1:
        files = _by_stage(scored, under)
        scored = scored_event(event, files, rating, known)
        run.count(files)
    run.progress.clear()
    language = set_language(lang)

    def options_for(output: Output) -> ScoreOptions:
        stream = wanted_options(output, color, notes, quiet, __version__)
        return ScoreOptions(
            width=stream.width,
            color=stream.color,
            delimiter=delimiter,
            decimal=decimal,
            notes=notes,
            ascii=stream.ascii,
            what=what,
            language=language,
            version=__version__,
        )

    if why is not None:
        out = Output("text", None)
        _write(Output("text", None), _reasons(scored, why, options_for(out)), run.progress)
    else:
        for output in wanted:
            _write(output, report(output.name)(scored, options_for(output)), run.progress)
    if experience_out is not None:
        from tavla_cli.tournament.experience import experience_text

        with ReportFile(experience_out) as sink:
            sink.write(experience_text(scored.ratings, delimiter or (";" if language in ("tr", "sr") else ","), decimal or "."))
    return run.status(scored, strict, allow_empty or bool(scored.event.results), exit_zero)


def _write(output: Output, texts: Iterator[str], progress: Progress) -> None:
    with StandardOutput(progress, False) if output.file is None else ReportFile(output.file) as sink:
        for text in texts:
            sink.write(text)
            if sink.closed:
                break


class Run:
    """Inputs examined, and what that came to."""

    def __init__(self, quiet: bool, silent: bool = False) -> None:
        self.counts = Counts()
        self._silent = silent
        self.progress = Progress(not quiet)
        self._troubles = 0

    def examined(self, paths: Iterable[str], options: object, jobs: int | None, lang: str | None) -> tuple[FileResult, ...]:
        """The results of all inputs; paths that do not exist are named on standard error, unless silent."""
        from tavla_cli.examine import Options
        from tavla_cli.source import inputs, printable

        assert isinstance(options, Options)
        found = []
        with closed(examined(inputs(paths), options, jobs, lang)) as results:
            for result in results:
                if result.trouble is not None:
                    status, sentence = result.trouble
                    self._troubles = max(self._troubles, status)
                    self.progress.clear()
                    if not self._silent:
                        say(printable(f"tavla: {result.path}: {sentence}"))
                    if status == 2:
                        continue
                self.counts.add(result)
                self.progress.show(self.counts)
                if not result.skipped:
                    found.append(result)
        return tuple(found)

    def count(self, files: Iterable[FileResult]) -> None:
        """Count anew: these inputs stand for those that were examined."""
        self.counts = Counts()
        for file in files:
            self.counts.add(file)

    def status(self, scored: "Scored", strict: bool, allow_empty: bool, exit_zero: bool) -> int:
        """The exit status (DESIGN.md 3), the largest that applies."""
        errors = self.counts.errors or any(d.severity == "error" for d in scored.diagnostics)
        warnings = self.counts.warnings or any(d.severity == "warning" for d in scored.diagnostics)
        found = 1 if (errors or (strict and warnings)) and not exit_zero else 0
        return max(found, self.input_status(bool(scored.records) or allow_empty))

    def input_status(self, anything: bool) -> int:
        """The exit status that the inputs alone ask for. `anything`: there was something to work on."""
        if not anything and not self._troubles:
            say("tavla: There is nothing to score: no match, and no result by the director. (--allow-empty: that is no failure)")
        return max(self._troubles, 3 if self.counts.unreadable or not (anything or self._troubles) else 0)


def read(paths: Sequence[str], event_file: str | None, results: Sequence[str]) -> "Event | None":
    """The event: of the file named, else of the folder that holds one, else of the results alone. Raises click.UsageError."""
    from tavla_cli.tournament.files import BadEvent, event_of_results, read_event

    path = event_file or found(paths)
    try:
        if path is not None:
            return read_event(path, results)
        return event_of_results(results) if results else None
    except BadEvent as error:
        from tavla_cli.source import printable

        raise click.UsageError(printable(str(error))) from None


def found(paths: Iterable[str]) -> str | None:
    """The event file in one of the folders. Raises click.UsageError where several have one."""
    from tavla_cli.tournament.files import EVENT_FILE

    files = [file for path in paths if os.path.isfile(file := os.path.join(path, EVENT_FILE))]
    if len({os.path.realpath(file) for file in files}) > 1:
        names = ", ".join(click.format_filename(file) for file in files)
        raise click.UsageError(f"Several folders have an event file ({names}). Say with --event which one counts.")
    return files[0] if files else None


def _experience(path: str | None) -> dict[str, tuple[float, int]] | None:
    from tavla_cli.tournament.experience import read_experience
    from tavla_cli.tournament.typed import BadEvent

    if path is None:
        return None
    try:
        return read_experience(path)
    except BadEvent as error:
        raise click.UsageError(str(error)) from None


def _rules(event: "Event | None", paths: Sequence[str]) -> list[str | None]:
    """The rules of the stages, each once; standard input can be read under one of them only."""
    stated: list[str | None] = list(dict.fromkeys(stage.rules for stage in event.stages)) if event else []
    if len(stated) > 1 and "-" in paths:
        say("tavla: The stages have different rules, and standard input can be read only once: the usual ones are taken. (--rules NAME)")
        return [None]
    return stated or [None]


def _by_stage(scored: "Scored", under: dict[str | None, tuple[FileResult, ...]]) -> tuple[FileResult, ...]:
    """The inputs, each match as examined under the rules of the stage in which it was placed."""
    rules = {
        (result.record.path, result.record.match): table.stage.rules
        for table in scored.tables
        for result in table.results
        if result.record is not None
    }
    found = {each: {(m.path, m.match): m for file in files for m in file.matches} for each, files in under.items()}
    return tuple(
        replace(file, matches=tuple(found[rules.get((m.path, m.match), first)].get((m.path, m.match), m) for m in file.matches))
        for first, files in [next(iter(under.items()))]
        for file in files
    )


def _reasons(scored: "Scored", names: tuple[str, str], options: ScoreOptions) -> Iterator[str]:
    """What decided between two players, in each stage in which both stand. Raises click.UsageError."""
    from tavla_cli.reports.score.why import why
    from tavla_cli.tournament.names import Roster
    from tavla_cli.tournament.standings import why as reason

    roster = Roster(scored.event.players)
    players = []
    for name in names:
        player = roster.resolve(name)
        if player is None:
            near = roster.nearest(name)
            hint = f" Did you mean {near}?" if near else ""
            raise click.UsageError(f"{name!r} is none of the players.{hint}")
        players.append(player.name)
    one, two = players
    answers = [(table, answer) for table in scored.tables if (answer := reason(table, one, two)) is not None]
    if not answers:
        raise click.UsageError(f"No table has both {one} and {two} in it.")
    for number, (table, answer) in enumerate(answers):
        if len(scored.tables) > 1:
            yield ("\n" if number else "") + table.stage.name + "\n\n"
        yield from why(answer, options)


command = score
