"""Options that mean the same in every command, and lists of checks as users write them."""

from collections.abc import Iterable, Mapping
from typing import Protocol

import click

from tavla_cli.words import LANGUAGES, set_language


class Named(Protocol):
    @property
    def name(self) -> str: ...


def _language(_ctx: click.Context, _parameter: click.Parameter, value: str | None) -> str | None:
    set_language(value)
    return value


lang_option = click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    is_eager=True,
    callback=_language,
    help="Language of the messages. Default: TAVLA_LANG, the locale.",
)
color_option = click.option(
    "--color", type=click.Choice(["auto", "always", "never"]), default="auto", help="Colours; auto: on a terminal, unless NO_COLOR is set."
)


def installed_version() -> str:
    """The version of the installed distribution; `unknown` in a checkout that is not installed."""
    from importlib import metadata

    try:
        return metadata.version("tavla-cli")
    except metadata.PackageNotFoundError:
        return "unknown"


def codes(texts: Iterable[str], checks: Mapping[str, Named]) -> tuple[str, ...]:
    """The codes that `texts` name, sorted: codes, the beginning that a family shares (`P`, `C2`), or names; in any case, comma separated.

    Raises click.UsageError where one names nothing.
    """
    found: set[str] = set()
    for word in (part.strip() for text in texts for part in text.split(",")):
        if word:
            found.update(_named(word, checks))
    return tuple(sorted(found))


def _named(word: str, checks: Mapping[str, Named]) -> list[str]:
    code, name = word.upper(), word.lower().replace("_", "-")
    if code in checks:
        return [code]
    named = [key for key, check in checks.items() if check.name == name]
    family = [key for key in checks if key.startswith(code)]
    if named or family:
        return named or family
    import difflib

    names = {check.name: check.name for check in checks.values()}
    near = difflib.get_close_matches(name, names, 1) or difflib.get_close_matches(code, checks, 1)
    hint = f" Did you mean {near[0]}?" if near else ""
    raise click.UsageError(f"There is no check {word!r}.{hint} `tavla explain` lists them.")
