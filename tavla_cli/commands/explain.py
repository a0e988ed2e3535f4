"""`tavla explain`: the pages of the checks, the rule book, the terms. The page of a check is its docstring, and its example file."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tavla_cli.commands.options import lang_option, named, nearest_name
from tavla_cli.words import message

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from click.shell_completion import CompletionItem

    from tavla_cli.checks import Check
    from tavla_cli.results import Diagnostic
    from tavla_cli.rulebook import Rule, Term

_EXAMPLES = """\
\b
Examples:
  tavla explain            every check, one line each
  tavla explain P107       one page; its name, unplayed-number, does as well
  tavla explain C2         the pages of a family
  tavla explain A07        the rule of backgammon that a page cites
  tavla explain beaver     a term
  tavla explain rules      every rule; and terms: every term
"""
_PACKAGE = Path(__file__).resolve().parent.parent
_FOLDERS = (_PACKAGE / "examples", _PACKAGE.parent / "examples" / "checks")  # in the wheel; in a checkout
_LISTS = ("rules", "terms")
_ELSE = "Rules of backgammon and terms are explained too: tavla explain rules, tavla explain terms."


def _complete(_ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """Codes, names, rules and terms, in any case."""
    from click.shell_completion import CompletionItem

    from tavla_cli.checks import CHECKS
    from tavla_cli.rulebook import RULES, TERMS

    known = {check.code: check.name for check in CHECKS.values()}
    known.update({check.name: check.code for check in CHECKS.values()})
    known.update({rule.code: rule.summary for rule in RULES.values()})
    known.update({term.name: term.text for term in TERMS})
    known.update(dict.fromkeys(_LISTS, "the list"))
    begun = incomplete.casefold()
    return [CompletionItem(word, help=help_) for word, help_ in known.items() if word.casefold().startswith(begun)]


@click.command(epilog=_EXAMPLES)
@click.argument("wanted", metavar="[CODE]...", nargs=-1, shell_complete=_complete)
@lang_option
def explain(wanted: tuple[str, ...], lang: str | None) -> int:
    """What a check finds, why it is so, and an example. Without CODE: the list of the checks.

    CODE may also be a rule of backgammon (A07) or a term (beaver).
    """
    from tavla_cli.checks import CHECKS
    from tavla_cli.rulebook import term_named

    if not wanted:
        click.echo("\n".join([*_list(CHECKS), "", _ELSE]))
        return 0
    whole = " ".join(wanted)
    words = [whole] if term_named(whole) else [word.strip() for text in wanted for word in text.split(",")]
    pages = dict.fromkeys(page for word in words if word for page in _pages(word, CHECKS))
    if not pages:
        raise click.UsageError("Name a code, such as P107, a family, such as C2, a name, such as unplayed-number, a rule or a term.")
    click.echo("\n\n\n".join(pages))
    return 0


def _pages(word: str, checks: "Mapping[str, Check]") -> list[str]:
    """Everything that goes by a name: a check and a term may share one. Raises click.UsageError where it is nothing's."""
    from tavla_cli.rulebook import RULES, TERMS, rule_named, term_named

    if word.casefold() in _LISTS:
        return ["\n".join(_rules_list(RULES.values()) if word.casefold() == "rules" else _terms_list(TERMS))]
    pages = [_page(checks[code]) for code in named(word, checks)]
    if rule := rule_named(word):
        pages.append(_rule_page(rule, checks))
    if term := term_named(word):
        pages.append(_term_page(term))
    if not pages:  # the rules of one letter, where the letter is no family of checks
        pages = [_rule_page(rule, checks) for code, rule in RULES.items() if code.startswith(word.upper())]
    if not pages:
        names = [check.name for check in checks.values()] + [term.name for term in TERMS]
        hint = nearest_name(word, (*names, *checks, *RULES))
        raise click.UsageError(f"There is no check, rule or term {word!r}.{hint} `tavla explain` lists the checks.")
    return pages


def _rules_list(rules: "Iterable[Rule]") -> list[str]:
    from tavla_cli.rulebook import SECTIONS

    lines: list[str] = []
    section = ""
    for rule in rules:
        if rule.code[0] != section:
            section = rule.code[0]
            lines += [*([""] if lines else []), SECTIONS[section]]
        lines.append(f"  {rule.code:<4}  {rule.summary}")
    return lines


def _terms_list(terms: "Iterable[Term]") -> list[str]:
    known = sorted(terms, key=lambda term: term.name.casefold())
    width = max(len(term.name) for term in known)
    return [f"{term.name:<{width}}  {term.text}" for term in known]


def _rule_page(rule: "Rule", checks: "Mapping[str, Check]") -> str:
    from tavla_cli.rulebook import cited

    citing = [f"{code} {check.name}" for code, check in sorted(checks.items()) if rule.code in cited(check.page)]
    parts = [f"{rule.code} (rule of backgammon)", _filled(rule.text), _filled(f"Sources: {'; '.join(rule.sources)}.")]
    if citing:
        parts.append(_filled(f"Checks: {', '.join(citing)}."))
    return "\n\n".join(parts)


def _term_page(term: "Term") -> str:
    also = f" (also: {', '.join(term.also)})" if term.also else ""
    return f"{term.name}{also}\n\n{_filled(term.text)}"


def _filled(text: str) -> str:
    """Lines as long as those of the checks' pages."""
    import textwrap

    return "\n".join(textwrap.wrap(text, 100, break_long_words=False, break_on_hyphens=False))


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
