"""`tavla summarise`: what happened in each match. Holds no rule and counts nothing: calls, reports, and the exit status."""

from contextlib import closing as closed
from functools import partial
from typing import TYPE_CHECKING, Literal

import click

from tavla_cli import __version__
from tavla_cli.commands.options import color_option, examination, lang_option, read_delimiter, reading_options
from tavla_cli.commands.outputs import Output, ReportFile, StandardOutput, bound, checked, read_output, wanted_options, write_all
from tavla_cli.commands.pool import examined
from tavla_cli.commands.streams import Progress
from tavla_cli.commands.validate import Run, listed, not_our_own
from tavla_cli.words import set_language

if TYPE_CHECKING:
    from tavla_cli.walk import Place

REPORTS = ("text", "json", "jsonl", "csv", "markdown", "html")
_EXAMPLES = """\
\b
Examples:
  tavla summarise final.mat                        games, cube, dice, hits, chances
  tavla summarise final.mat --output html=final.html
  tavla summarise season/ --total                  players added up over all matches
  tavla summarise final.mat --board last           with the last board of each game
  tavla summarise --output jsonl inbox.zip | jq .score

\b
Exit status: 0 no error; 1 a record has errors (tavla validate shows them); 2 wrong
use, or a path that does not exist; 3 an input is no match, or nothing was examined;
4 a fault of tavla's own. The largest that applies.
"""


def _outputs(_ctx: click.Context, _parameter: click.Parameter, texts: tuple[str, ...]) -> tuple[Output, ...]:
    return tuple(read_output(text, REPORTS) for text in texts)


def _complete(_ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    return [name for name in REPORTS if name.startswith(incomplete)]


def _boards(_ctx: click.Context, _parameter: click.Parameter, text: str | None) -> "str | Place | None":
    if text is None:
        return None
    from tavla_cli.summary.model import NoPlace, read_boards

    try:
        return read_boards(text)
    except NoPlace as error:
        raise click.BadParameter(str(error)) from None


@click.command(epilog=_EXAMPLES)
@click.argument("paths", metavar="[PATH]...", nargs=-1, type=click.Path())
@click.option(
    "--output",
    "outputs",
    metavar="F[=FILE]",
    multiple=True,
    callback=_outputs,
    shell_complete=_complete,
    help="text, json, jsonl, csv, markdown or html; into a file. Repeatable.",
)
@click.option("--total", is_flag=True, help="Players added up over all matches, in place of the matches.")
@click.option("--match", type=click.IntRange(min=1), metavar="N", help="Only the match N of each input.")
@click.option(
    "--board", metavar="last|every|PLACE", callback=_boards, help="Boards: the last of each game, every turn, or one as in 2.10L."
)
@click.option("--forced", is_flag=True, help="Count the forced plays too, which takes longer.")
@click.option("--delimiter", metavar="SIGN", callback=read_delimiter, help="Between the cells of csv. Default: as the language has it.")
@click.option("--decimal", type=click.Choice([".", ","]), help="The decimal sign. Default: as the language has it.")
@reading_options
@click.option("-j", "--jobs", type=click.IntRange(min=1), metavar="N", help="Processes. Default: 1 for few inputs, else one a processor.")
@click.option("--files-from", metavar="FILE|-", type=click.Path(), help="Take paths from a file or standard input, one a line.")
@click.option("-0", "zero", is_flag=True, help="Paths of --files-from end with a NUL, not with the line.")
@color_option
@lang_option
@click.option("-q", "quiet", is_flag=True, help="No progress.")
@click.option("-v", "verbose", is_flag=True, help="Name each input, with its format, on standard error.")
@click.option("--allow-empty", is_flag=True, help="It is no failure when nothing was examined.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 where it would be 1.")
def summarise(
    paths: tuple[str, ...],
    outputs: tuple[Output, ...],
    total: bool,
    match: int | None,
    board: "str | Place | None",
    forced: bool,
    delimiter: str | None,
    decimal: str | None,
    rules: str | None,
    rule: tuple[str, ...],
    format_: str | None,
    encoding: str | None,
    jobs: int | None,
    files_from: str | None,
    zero: bool,
    color: Literal["auto", "always", "never"],
    lang: str | None,
    quiet: bool,
    verbose: bool,
    allow_empty: bool,
    exit_zero: bool,
) -> int:
    """Say what happened in each match: games, results, cube, dice, hits, comebacks, with what was to be expected.

    PATH is a file, a folder, an archive (.zip, .gz, .tar) or - for standard input.
    """
    if not paths and files_from is None:
        raise click.UsageError("Nothing to summarise. Name a file, a folder or an archive, - for standard input, or use --files-from.")
    if zero and files_from is None:
        raise click.UsageError("-0 says how the paths of --files-from end: use both.")
    if files_from == "-" and "-" in paths:
        raise click.UsageError("Standard input cannot be both a match (-) and the list of paths (--files-from -).")
    options = examination(rules, rule, format_, encoding)
    named = [*paths, *(listed(files_from, zero) if files_from is not None else ())]
    wanted = checked(outputs, named)
    from tavla_cli.reports.summary import SummaryOptions, report
    from tavla_cli.summary.model import Wanted, summarise_input

    language = set_language(lang)
    comma = language in ("tr", "sr")  # as spreadsheets have it there

    def options_for(output: Output) -> SummaryOptions:
        stream = wanted_options(output, color, False, quiet, __version__)
        return SummaryOptions(
            color=stream.color,
            width=stream.width,
            ascii=stream.ascii,
            version=__version__,
            total=total,
            delimiter=delimiter or (";" if comma else ","),
            decimal=decimal or ("," if comma else "."),
            mark=comma,
            language=language,
        )

    progress = Progress(not quiet)
    run = Run(progress, quiet, verbose)
    sinks = [StandardOutput(progress, False) if output.file is None else ReportFile(output.file) for output in wanted]
    own = {path for sink in sinks if isinstance(sink, ReportFile) for path in (sink.path, sink.written)}
    items = not_our_own(named, own)
    examine = partial(summarise_input, wanted=Wanted(match, board, forced))
    writers = [bound(report(output.name), run.counts, options_for(output)) for output in wanted]
    with closed(run.followed(examined(items, options, jobs, lang, examine))) as results:
        write_all(writers, list(sinks), results)
    progress.clear()
    return run.status(False, allow_empty, exit_zero)


command = summarise
