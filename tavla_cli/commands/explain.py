"""`tavla explain`: the pages of the checks. A page is the docstring of its check, and its example file."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tavla_cli.commands.options import codes, lang_option
from tavla_cli.words import message

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tavla_cli.checks import Check
    from tavla_cli.results import Diagnostic

_EXAMPLES = """\
\b
Examples:
  tavla explain            every check, one line each
  tavla explain P107       one page; its name, unplayed-number, does as well
  tavla explain C2         the pages of a family
"""
_PACKAGE = Path(__file__).resolve().parent.parent
_FOLDERS = (_PACKAGE / "examples", _PACKAGE.parent / "examples" / "checks")  # in the wheel; in a checkout


@click.command(epilog=_EXAMPLES)
@click.argument("wanted", metavar="[CODE]...", nargs=-1)
@lang_option
def explain(wanted: tuple[str, ...], lang: str | None) -> int:
    """What a check finds, why it is so, and an example. Without CODE: the list of the checks."""
    from tavla_cli.checks import CHECKS

    if not wanted:
        click.echo("\n".join(_list(CHECKS)))
        return 0
    pages = [_page(CHECKS[code]) for code in codes(wanted, CHECKS)]
    if not pages:
        raise click.UsageError("Name a code, such as P107, a family, such as C2, or a name, such as unplayed-number.")
    click.echo("\n\n\n".join(pages))
    return 0


def _list(checks: "Mapping[str, Check]") -> list[str]:
    width = max((len(check.name) for check in checks.values()), default=0)
    return [
        f"{code}  {check.name:<{width}}  {check.severity:<7}  {check.summary}".rstrip() for code, check in sorted(checks.items())
    ]  # fmt: skip


def _page(check: "Check") -> str:
    parts = [f"{check.code} {check.name} ({check.severity})", check.page.strip()]
    parts.extend(_example(check.code))
    return "\n\n".join(parts)


def _example(code: str) -> list[str]:
    """The smallest file that breaks the check, with carets under what is found, and the finding; nothing where the file is not at hand."""
    from tavla_cli.examine import Options, examine_input
    from tavla_cli.source import Places, decode, inputs, printable

    path = next((folder / f"{code}.mat" for folder in _FOLDERS if (folder / f"{code}.mat").is_file()), None)
    if path is None:
        return []
    rules = path.with_suffix(".toml") if path.with_suffix(".toml").is_file() else None
    item = next(inputs([str(path)]))
    result = examine_input(item, Options(str(rules) if rules else None, (), None, None, (), ()))
    found = [d for d in result.all_diagnostics if d.code == code]
    text = decode(path.name, item.data or b"").text
    places = Places(text)
    shown = []
    for number in range(1, places.line_and_column(len(text))[0] + 1):
        line = places.line(number)
        shown.append(_shown(line))
        shown.extend(_carets(line, d) for d in found if d.line == number)
    parts = [f"Example ({path.name}):", _indented("\n".join(shown).rstrip("\n"))]
    if rules:
        parts += [f"with --rules {rules.name}:", _indented(rules.read_text(encoding="utf-8").rstrip("\n"))]
    parts.extend(f"    {d.line}:{d.column}: {printable(message(d))}" for d in found)
    return parts


def _shown(line: str) -> str:
    from tavla_cli.source import printable

    return printable(line.expandtabs())


def _carets(line: str, d: "Diagnostic") -> str:
    start = (d.column or 1) - 1
    end = d.end_column - 1 if d.end_column is not None and d.end_line == d.line else start + 1
    before = len(_shown(line[:start]))
    return " " * before + "^" * max(len(_shown(line[:end])) - before, 1)


def _indented(text: str) -> str:
    return "\n".join(f"    {line}".rstrip() for line in text.split("\n"))


command = explain
