"""`tavla convert`: matches in another format, and what that format could not hold. Decides nothing about formats."""

import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from tavla_cli.commands.options import examination, lang_option, reading_options
from tavla_cli.commands.streams import own_fault, say
from tavla_cli.commands.written import Folder, encoded, same_file, to_file, to_standard_output
from tavla_cli.formats import ENDINGS, FORMATS, LEADS, binary
from tavla_cli.reports.written import OUTPUTS
from tavla_cli.source import inputs, printable
from tavla_cli.words import filled

if TYPE_CHECKING:
    from tavla_cli.converting import Record
    from tavla_cli.examine import Options
    from tavla_cli.formats.told import Lost, Told

_EXAMPLES = """\
\b
Examples:
  tavla convert final.xg --to mat                     to standard output
  tavla convert final.xg --to mat | tavla validate -
  tavla convert final.mat --to sgf -o final.sgf
  tavla convert matches/ --to mat --into converted/   many files
  tavla convert final.sgf --to mat --dialect xg
  tavla convert --list                                the formats

\b
Exit status: 0 written; 1 with --strict: something was lost; 2 wrong use, no such file; 3 an input is no match.
"""


def _list(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        click.echo("\n".join(_table()))
        ctx.exit()


def _table() -> Iterator[str]:
    width = max(map(len, LEADS))
    for name, lead in LEADS.items():
        does = "reads, writes" if lead.writes else "reads"
        kind = f"{does}{' (positions)' if lead.positions else ''}"
        endings = f" ({', '.join(lead.endings)})" if lead.endings else ""
        dialects = FORMATS[name].dialects if lead.writes else ()
        yield f"{name:{width}}  {kind:18}  {lead.title}{endings}{'; dialects ' + ', '.join(dialects) if dialects else ''}"
    for name, (title, _, dialects) in OUTPUTS.items():
        yield f"{name:{width}}  {'writes':18}  {title}; dialects {', '.join(dialects)}"


def _target(_ctx: click.Context, _parameter: click.Parameter, name: str | None) -> str | None:
    """The value of `--to`. Raises click.BadParameter."""
    known = [*(each for each, lead in LEADS.items() if lead.writes), *OUTPUTS]
    if name is not None and name not in known:
        reason = f"{name} can be read, not written" if name in LEADS else f"There is no format {name!r}"
        raise click.BadParameter(f"{reason}. Written are {', '.join(known)}; `tavla convert --list` shows all.")
    return name


@click.command(epilog=_EXAMPLES)
@click.argument("paths", nargs=-1, metavar="PATH...", type=click.Path())
@click.option("--to", metavar="F", required=True, callback=_target, help="The format to write.")
@click.option(
    "--dialect",
    metavar="D",
    help="How to write it; for mat: gnubg (every program reads it; default), xg, galaxy, studio. --list shows all.",
)
@click.option("-o", "--into-file", "file", type=click.Path(), metavar="FILE", help="Write to this file. Default: standard output.")
@click.option("--into", "folder", type=click.Path(), metavar="DIR", help="Write a file for each input, or match, into this folder.")
@click.option("--force", is_flag=True, help="With --into: write over files that are there, but never over an input.")
@click.option("--match", "ordinal", type=click.IntRange(min=1), metavar="N", help="Only this one of several matches in an input.")
@click.option("--strict", is_flag=True, help="Status 1 when something is lost.")
@click.option("--list", is_flag=True, is_eager=True, expose_value=False, callback=_list, help="Show the formats and exit.")
@reading_options
@lang_option
@click.option("-q", "quiet", is_flag=True, help="Do not say what is lost, nor what was written.")
def convert(
    paths: tuple[str, ...],
    to: str,
    dialect: str | None,
    file: str | None,
    folder: str | None,
    force: bool,
    ordinal: int | None,
    strict: bool,
    rules: str | None,
    rule: tuple[str, ...],
    format_: str | None,
    encoding: str | None,
    lang: str | None,
    quiet: bool,
) -> int:
    """Write matches in another format.

    PATH is a file, a folder, an archive or - for standard input. What the format cannot hold is named on standard error.
    """
    if not paths:
        raise click.UsageError("Nothing to convert. Name a file, a folder or an archive, or - for standard input.")
    if file is not None and folder is not None:
        raise click.UsageError("-o writes one file and --into many: use one of them.")
    dialects = OUTPUTS[to][2] if to in OUTPUTS else FORMATS[to].dialects
    if dialect is not None and dialect not in dialects:
        known = ", ".join(dialects)
        raise click.UsageError(f"{to} has no dialect {dialect!r}." + (f" Its dialects are {known}." if known else ""))
    if file is not None and os.path.exists(file) and any(os.path.realpath(path) == os.path.realpath(file) for path in paths):
        raise click.UsageError(f"{click.format_filename(file)} is the input itself. Nothing is written over an input.")
    run = _Run(examination(rules, rule, format_, encoding, positions=True), to, dialect, strict, quiet, ordinal)
    if folder is not None:
        run.into(paths, Folder(folder, [path for path in paths if path != "-"]), force)
    else:
        run.together(paths, file)
    return run.status


class _Run:
    """What was asked for, and what came of it."""

    def __init__(self, options: "Options", to: str, dialect: str | None, strict: bool, quiet: bool, ordinal: int | None) -> None:
        self._options, self._to, self._dialect = options, to, dialect
        self._strict, self._quiet, self._ordinal = strict, quiet, ordinal
        self._examined = 0
        self.status = 0

    def into(self, paths: tuple[str, ...], folder: Folder, force: bool) -> None:
        """A file for each input, or for each match where the format holds one only. `force`: also over files that are there."""
        written = 0
        ending = OUTPUTS[self._to][1] if self._to in OUTPUTS else next(iter(LEADS[self._to].endings), f".{self._to}")
        for record in self._records(paths):
            folder.take(record.name)
            parts = [list(record.told)] if self._several else [[each] for each in record.told]
            for number, part in enumerate(parts, 1):
                data = self._written(record.name, part)
                if data is None:
                    continue
                path = folder.place(record.name, ending, number if len(parts) > 1 else None)
                if os.path.exists(path) and not force:
                    self._trouble(record.name, f"{path} exists already, and is left as it is. --force writes over it.", 2)
                    continue
                to_file(path, data)
                written += 1
                if os.path.splitext(os.path.basename(path))[0] != os.path.splitext(os.path.basename(record.name))[0] and not self._quiet:
                    say(printable(f"tavla: {record.name}: written as {path}"))
        self._nothing()
        if written and not self._quiet:
            say(f"tavla: {written} written to {click.format_filename(folder.path)}")

    def together(self, paths: tuple[str, ...], file: str | None) -> None:
        """One file, or standard output, for all matches."""
        told: list[Told] = []
        names: list[str] = []
        for record in self._records(paths):
            if file is not None and same_file(record.name, file):
                raise click.UsageError(f"{click.format_filename(file)} is one of the inputs. Nothing is written over an input.")
            told += record.told
            names += [record.name] * len(record.told)
        self._nothing()
        if not told:
            return
        if len(told) > 1 and not self._several:
            hint = "Use --into DIR for a file each" + ("" if len(set(names)) > 1 else ", or --match N for one of them")
            raise click.UsageError(f"There are {len(told)} matches, and a file of {self._to} holds one. {hint}.")
        data = self._written(names[0] if len(set(names)) == 1 else f"{len(set(names))} inputs", told)
        if data is None:
            return
        if file is not None:
            to_file(file, data)
        elif self._to in LEADS and binary(self._to) and sys.stdout.isatty():
            raise click.UsageError(f"{self._to} is binary, and standard output is a terminal. Name a file: -o FILE")
        else:
            to_standard_output(data)

    @property
    def _several(self) -> bool:
        """Whether one file can hold several matches."""
        return self._to in OUTPUTS or FORMATS[self._to].several

    def _records(self, paths: tuple[str, ...]) -> "Iterator[Record]":
        """The inputs that hold matches; the others are told."""
        from tavla_cli.converting import record

        for item in inputs(paths):
            if item.trouble is not None:
                kind, sentence = item.trouble
                self._trouble(item.name, sentence, 2 if kind == "missing" else 3)
                continue
            try:
                found = record(item, self._options)
            except Exception as error:
                self._trouble(item.name, own_fault(error), 4)
                continue
            if not found.told:
                if item.named or found.format is not None or item.name.lower().endswith(ENDINGS):
                    self._trouble(item.name, "There is no match in it.", 3)
                continue
            self._examined += 1
            if found.limit is not None:
                self._trouble(item.name, f"A limit was reached, and the reading ended there: {found.limit}.", 3)
            if self._ordinal is not None:
                one = found.told[self._ordinal - 1 : self._ordinal]
                if not one:
                    raise click.UsageError(
                        f"There is no match {self._ordinal} in {click.format_filename(item.name)}: it has {len(found.told)}."
                    )
                from dataclasses import replace

                found = replace(found, told=one)
            yield found

    def _written(self, name: str, told: "list[Told]") -> bytes | None:
        from tavla_cli.converting import with_unread, write
        from tavla_cli.reports.written import write as output

        try:
            if self._to in OUTPUTS:
                written = with_unread(output(told, self._to, self._dialect), told)
            else:
                written = write(told, self._to, self._dialect)
        except Exception as error:
            self._trouble(name, own_fault(error), 4)
            return None
        if written.lost and self._strict:
            self.status = max(self.status, 1)
        if not self._quiet:
            for loss in written.lost:
                say(printable(f"tavla: {name}: {_sentence(loss)}"))
        return encoded(written.content)

    def _nothing(self) -> None:
        if not self._examined and not self.status:
            self._trouble("", "Nothing to convert: no match was found.", 3)

    def _trouble(self, name: str, sentence: str, status: int) -> None:
        say(printable(f"tavla: {name}: {sentence}" if name else f"tavla: {sentence}"))
        self.status = max(self.status, status)


def _sentence(loss: "Lost") -> str:
    where = f" ({loss.place})" if loss.place else ""
    return filled(loss.template, loss.args) + where


command = convert
