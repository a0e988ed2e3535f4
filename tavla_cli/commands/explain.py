"""`tavla explain`: the pages of the checks. A page is the docstring of its check, and its example file."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tavla_cli.commands.options import codes, lang_option

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tavla_cli.checks import Check

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
    example = _example(check.code)
    if example is not None:
        parts.append(f"Example ({check.code}.mat):\n\n" + "\n".join(f"    {line}".rstrip() for line in example.splitlines()))
    return "\n\n".join(parts)


def _example(code: str) -> str | None:
    """The smallest file that the check finds something in; None where it is not at hand."""
    from tavla_cli.source import printable

    for folder in _FOLDERS:
        try:
            raw = (folder / f"{code}.mat").read_bytes()
        except OSError:
            continue
        text = raw.decode("utf-8-sig", errors="backslashreplace").replace("\r\n", "\n").replace("\r", "\n")
        return "\n".join(printable(line.expandtabs()) for line in text.split("\n"))
    return None


command = explain
