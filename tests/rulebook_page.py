"""Writes docs/rulebook.md from the rule book: `python tests/rulebook_page.py > docs/rulebook.md`. A test keeps the two equal."""

from tavla_cli.rulebook import RULES, SECTIONS, TERMS

_HEAD = """\
# The rule book

The rules of backgammon that the checks cite, by number, and the words that `tavla` uses. `tavla explain A07` shows one rule with
the checks that cite it, `tavla explain gammon` one term; `tavla explain rules` and `tavla explain terms` list them. What can be
agreed otherwise for a match is in [rules.md](rules.md), and so are the five pages of rules that stand among the sources by the
names of the presets made from them.

This page is made from `tavla_cli/rulebook.py`.
"""


def page() -> str:
    parts = [_HEAD]
    for letter, title in SECTIONS.items():
        rules = [rule for rule in RULES.values() if rule.code.startswith(letter)]
        rows = [f"| {rule.code} | {rule.text} | {'; '.join(rule.sources)} |" for rule in rules]
        parts.append("\n".join([f"## {letter}. {title}\n", "| | rule | sources |", "|---|---|---|", *rows]) + "\n")
    terms = sorted(TERMS, key=lambda term: term.name.casefold())
    lines = [
        f"| **{term.name}** | {' '.join([term.text, *(['Also: ' + ', '.join(term.also) + '.'] if term.also else [])])} |" for term in terms
    ]
    parts.append("\n".join(["## Terms\n", "| | |", "|---|---|", *lines]) + "\n")
    return "\n".join(parts)


if __name__ == "__main__":
    print(page(), end="")
