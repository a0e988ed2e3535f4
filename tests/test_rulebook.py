"""The rule book: what the checks cite is in it, `tavla explain` shows it, and its page in docs/ is the same."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rulebook_page import page

from tavla_cli.checks import CHECKS
from tavla_cli.cli import main
from tavla_cli.rulebook import RULES, SECTIONS, TERMS, cited, rule_named, term_named
from tavla_cli.rules import PRESETS
from tests.shared import SHARED, needs_shared

PROJECT = Path(__file__).parents[1]
LATER = {"D06", "D07", "D08"}  # games of other kinds, which no check knows


def explain(*words: str) -> Result:
    return CliRunner().invoke(main, ["explain", *words, "--lang", "en"], prog_name="tavla")


def test_every_rule_that_a_check_cites_is_in_it() -> None:
    sources = {code: re.findall(r"^Source: .*(?:\n.+)*", check.page, re.MULTILINE) for code, check in CHECKS.items()}
    citing = {code: cited("\n".join(found)) for code, found in sources.items()}
    assert sum(map(bool, citing.values())) >= 45
    assert {code: [rule for rule in found if rule not in RULES] for code, found in citing.items()} == {code: [] for code in CHECKS}
    assert {code: cited(CHECKS[code].page) for code in CHECKS} == citing  # they are cited nowhere else


def test_every_rule_that_the_code_cites_is_in_it() -> None:
    named = re.compile(r"(?:\brules?|RULES\.md) ((?:[A-D][0-9]{2}[a-z]?(?:, | and | to )?)+)")
    wrong = []
    for path in sorted((PROJECT / "tavla_cli").rglob("*.py")):
        for found in named.findall(path.read_text(encoding="utf-8")):
            wrong += [(path.name, code) for code in cited(found) if code not in RULES]
    assert wrong == []


@needs_shared
def test_the_numbers_are_those_of_the_collection() -> None:
    assert SHARED is not None
    collection = (SHARED / "rules" / "RULES.md").read_text(encoding="utf-8")
    assert sorted(RULES) == sorted(set(re.findall(r"^\*\*([A-D]\d\d[a-z]?)\*\*", collection, re.MULTILINE)) - LATER)


@needs_shared
def test_no_sentence_is_copied() -> None:
    """No nine words running of the collection."""
    assert SHARED is not None

    def runs(text: str) -> set[tuple[str, ...]]:
        words = re.findall(r"[\w'-]+", text.casefold())
        return {tuple(words[at : at + 9]) for at in range(len(words) - 8)}

    collection = runs((SHARED / "rules" / "RULES.md").read_text(encoding="utf-8"))
    assert {rule.code: shared for rule in RULES.values() if (shared := runs(rule.text) & collection)} == {}


@pytest.mark.parametrize("code", RULES)
def test_rule(code: str) -> None:
    rule = RULES[code]
    assert re.fullmatch(r"[A-Z].*\.", rule.text)
    assert 1 <= len(re.findall(r"[.](?= [A-Z]|$)", rule.text)) <= 2
    assert rule.text.startswith(rule.summary) and rule.summary.endswith(".")
    assert rule.sources and all(source.strip(" .;") == source for source in rule.sources)
    assert set(cited(rule.text)) <= RULES.keys()
    assert rule_named(code.lower()) is rule


def test_sections_and_order() -> None:
    assert {code[0] for code in RULES} == set(SECTIONS)
    assert list(RULES) == sorted(RULES)


def test_pages_are_named_by_presets() -> None:
    named = {
        name for rule in RULES.values() for source in rule.sources for name in re.findall(r"(?:page |pages |, |\()([a-z]+-?[a-z]+)", source)
    }
    assert {"five-games", "abak", "serbian-online", "house-money", "diagram-app"} <= named & PRESETS.keys()


@pytest.mark.parametrize("term", TERMS, ids=lambda term: term.name)
def test_term(term: object) -> None:
    assert isinstance(term, tuple)
    name, text, also = term
    assert re.fullmatch(r"[A-Z0-9].*\.", text)
    assert set(cited(text)) <= RULES.keys()
    assert [term_named(word.replace(" ", blank)) for word in (name.upper(), *also) for blank in " -_"] == [term] * 3 * (1 + len(also))


def test_terms_are_many_and_none_twice() -> None:
    names = [name.casefold() for term in TERMS for name in (term.name, *term.also)]
    assert len(names) == len(set(names)) and len(TERMS) >= 40
    assert [term.name for term in TERMS] == sorted((term.name for term in TERMS), key=str.casefold)
    wanted = "beaver raccoon Crawford Jacoby gammon mars bar dance XGID place match game turn roll play step cube take drop"
    assert [word for word in wanted.split() if term_named(word) is None] == []


def test_the_page_in_docs_is_made_from_it() -> None:
    assert (PROJECT / "docs" / "rulebook.md").read_text(encoding="utf-8") == page()


# ---- tavla explain


def test_explain_a_rule() -> None:
    shown = (
        "A09 (rule of backgammon)\n"
        "\n"
        "Where each number is playable alone and the two are not playable together, the larger one is played.\n"
        "\n"
        "Sources: GNU Backgammon manual; rule pages five-games, abak, house-money, diagram-app.\n"
        "\n"
        "Checks: P108 larger-number.\n"
    )
    assert explain("A09").output == explain("a09").output == shown
    assert "Checks:" not in explain("A09b").output and explain("a09B").output.startswith("A09b (rule")
    assert explain("D01").output.splitlines()[-1] == "Sources: Backgammon Galore on variants; GNU Backgammon 1.07, tried out."


@pytest.mark.parametrize("code", RULES)
def test_explain_shows_every_rule(code: str) -> None:
    shown = explain(code)
    assert (shown.exit_code, " ".join(shown.output.split()).startswith(f"{code} (rule of backgammon) {RULES[code].text} Sources: ")) == (
        0,
        True,
    )
    assert max(map(len, shown.output.split("\n"))) <= 100


def test_explain_a_term() -> None:
    assert (
        explain("gammon").output
        == explain("Mars").output
        == ("gammon (also: mars)\n\nA game won before the loser has borne off a checker; it counts twice (rule C02).\n")
    )
    assert explain("hit", "and", "run").output == explain("hit and run").output
    assert explain("bar,blot").output == f"{explain('bar').output}\n\n{explain('blot').output}"


def test_a_check_and_a_term_of_one_name() -> None:
    page = explain("S310").output
    term = "Jacoby (also: Jacoby rule)\n\nBy the Jacoby rule gammons of money play count single unless the cube was turned (rule C05).\n"
    assert explain("jacoby").output == f"{page}\n\n{term}"
    assert explain("Jacoby rule").output == term


def test_explain_lists() -> None:
    rules = explain("rules").output.splitlines()
    assert [line.split()[0] for line in rules if line.startswith("  ")] == list(RULES)
    assert [line for line in rules if line and not line.startswith("  ")] == list(SECTIONS.values())
    terms = explain("terms").output.splitlines()
    assert [(line.split("  ")[0], line.split("  ")[-1].strip()) for line in terms] == [(term.name, term.text) for term in TERMS]
    lines = explain().output.splitlines()
    assert [line.split()[0] for line in lines[:-2]] == sorted(CHECKS)
    assert lines[-2:] == ["", "Rules of backgammon and terms are explained too: tavla explain rules, tavla explain terms."]


def test_explain_a_family() -> None:
    assert explain("d").output == "\n\n".join(explain(code).output for code in RULES if code.startswith("D"))
    assert explain("C21").output.startswith("C210 ")


@pytest.mark.parametrize(
    ("word", "hint"),
    [("bever", " Did you mean beaver?"), ("A99", " Did you mean A19?"), ("Craford", " Did you mean Crawford?"), ("@", "")],
)
def test_explain_nothing(word: str, hint: str) -> None:
    shown = explain(word)
    sentence = f"Error: There is no check, rule or term {word!r}.{hint} `tavla explain` lists the checks."
    assert (shown.exit_code, shown.stdout, shown.stderr.splitlines()[-1]) == (2, "", sentence)
