"""Options that mean the same in every command, and lists of checks as users write them."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Protocol, TypeVar

import click

from tavla_cli.words import LANGUAGES, set_language

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from tavla_cli.examine import Options


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
    help="Language of the messages. Default: TAVLA_LANG, the locale. Messages are in English until translations are installed.",
)
color_option = click.option(
    "--color", type=click.Choice(["auto", "always", "never"]), default="auto", help="Colours; auto: on a terminal, unless NO_COLOR is set."
)


# ---- completion of values


def complete_rules(_ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """The presets, and files."""
    from click.shell_completion import CompletionItem

    from tavla_cli.rules import PRESETS

    # The file first: for bash it empties the list that the presets then fill.
    return [CompletionItem(incomplete, type="file"), *(CompletionItem(name) for name in PRESETS if name.startswith(incomplete))]


def complete_rule(_ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """The keys with their `=`; behind that the words and numbers that the key can be."""
    from tavla_cli.rules import examples

    key, equals, value = incomplete.partition("=")
    known = examples()
    if not equals:
        return [f"{name}=" for name in known if name.startswith(key)]
    return [f"{key}={word}" for word in known.get(key.replace("-", "_"), ()) if word.startswith(value)]


def complete_format(_ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    from tavla_cli.formats import LEADS

    return [name for name in LEADS if name.startswith(incomplete)]


def complete_checks(_ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """Codes and families, also behind a comma."""
    from click.shell_completion import CompletionItem

    from tavla_cli.checks import CHECKS

    before, comma, begun = incomplete.rpartition(",")
    words = {code: check.name for code, check in CHECKS.items()}
    words.update({code[:length]: "" for code in CHECKS for length in (1, 2)})
    return [CompletionItem(f"{before}{comma}{word}", help=words[word] or None) for word in sorted(words) if word.startswith(begun.upper())]


_READING = (
    click.option("--rules", metavar="NAME|FILE", shell_complete=complete_rules, help="A preset, or a TOML file."),
    click.option(
        "--rule", multiple=True, metavar="KEY=VALUE", shell_complete=complete_rule, help="One rule, such as crawford=off. Repeatable."
    ),
    click.option(
        "--from", "format_", metavar="F", shell_complete=complete_format, help="The input format. Default: recognised by its content."
    ),
    click.option("--encoding", metavar="E", help="The encoding of the inputs. Default: found out."),
)
_Decorated = TypeVar("_Decorated", bound=Callable[..., object])


def reading_options(command: _Decorated) -> _Decorated:
    """The options of every command that reads records: `rules`, `rule`, `format_` and `encoding`, to be handed to `examination`."""
    for option in reversed(_READING):
        command = option(command)
    return command


def examination(
    rules: str | None,
    rule: tuple[str, ...],
    format_: str | None,
    encoding: str | None,
    select: tuple[str, ...] = (),
    ignore: tuple[str, ...] = (),
    positions: bool = False,
) -> "Options":
    """How every input is to be examined, checked before the first is read. Raises click.UsageError."""
    from tavla_cli.examine import Options

    if encoding is not None:
        from tavla_cli.source import decode

        try:
            decode("", b"", encoding)
        except LookupError:
            raise click.UsageError(f"There is no encoding {encoding!r}. Examples: utf-8, utf-16, cp1254, cp1250, cp1252.") from None
    if format_ is not None:
        from tavla_cli.formats import LEADS

        known = [name for name, lead in LEADS.items() if positions or not lead.positions]
        if format_ not in known:
            reason = f"{format_} holds positions, no matches." if format_ in LEADS else f"There is no format {format_!r}."
            raise click.UsageError(f"{reason}{nearest_name(format_, known)} `tavla convert --list` shows the formats.")
    chosen: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    if select or ignore:
        from tavla_cli.checks import CHECKS

        chosen, hidden = codes(select, CHECKS), codes(ignore, CHECKS)
    options = Options(rules=rules, rule=rule, encoding=encoding, format=format_, select=chosen, ignore=hidden, positions=positions)
    if rules is not None or rule:
        from tavla_cli.examine import layers, start_position
        from tavla_cli.record import Match
        from tavla_cli.rules import BadRules, rules_for

        try:
            start_position(rules_for(Match("", "", None, ()), layers(options)))
        except BadRules as error:
            raise click.UsageError(str(error)) from None
    return options


def codes(texts: Iterable[str], checks: Mapping[str, Named]) -> tuple[str, ...]:
    """The codes that `texts` name, sorted: codes, the beginning that a family shares (`P`, `C2`), or names; in any case, comma separated.

    Raises click.UsageError where one names nothing.
    """
    found: set[str] = set()
    for word in (part.strip() for text in texts for part in text.split(",")):
        if word:
            some = named(word, checks)
            if not some:
                hint = nearest_name(word, (*(check.name for check in checks.values()), *checks))
                raise click.UsageError(f"There is no check {word!r}.{hint} `tavla explain` lists them.")
            found.update(some)
    return tuple(sorted(found))


def named(word: str, checks: Mapping[str, Named]) -> list[str]:
    """The codes that one word names: a code, a name, or a family; none where it names nothing."""
    code, name = word.upper(), word.lower().replace("_", "-")
    if code in checks:
        return [code]
    by_name = [key for key, check in checks.items() if check.name == name]
    return by_name or [key for key in checks if key.startswith(code)]


def nearest_name(word: str, names: Iterable[str]) -> str:
    """A hint at what was meant, or nothing."""
    import difflib

    known = {name.casefold(): name for name in names}
    near = difflib.get_close_matches(word.casefold().replace("_", "-"), known, 1)
    return f" Did you mean {known[near[0]]}?" if near else ""


def read_delimiter(_ctx: click.Context, _parameter: click.Parameter, text: str | None) -> str | None:
    """The value of `--delimiter`: one sign, or `tab`, which a shell can hardly write. Raises click.BadParameter."""
    sign = {"tab": "\t", "\\t": "\t"}.get((text or "").casefold(), text)
    if sign is not None and (len(sign) != 1 or sign in '"\r\n'):
        raise click.BadParameter(f"A delimiter is one sign, such as ; or tab, not {text!r}.")
    return sign
