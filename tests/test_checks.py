"""The checks: each has a page, an example that breaks it and nothing else, and the name and severity of DESIGN.md."""

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from tavla_cli.checks import CHECKS
from tavla_cli.cli import main
from tavla_cli.examine import Options, examine_input, examine_match
from tavla_cli.formats import FORMATS
from tavla_cli.results import Diagnostic
from tavla_cli.rules import rules_for
from tavla_cli.source import Input, Places, Source, decode, inputs
from tests.shared import SHARED, needs_shared

EXAMPLES = Path(__file__).resolve().parent.parent / "examples" / "checks"
FILES = sorted(path for path in EXAMPLES.iterdir() if ".mat" in path.suffixes)
WITHOUT_EXAMPLE = {"P118"} | {code for code in CHECKS if code.startswith("M")}  # tournaments are folders, not files
BESIDE = {"P122": {"P101"}}  # no board can be lost without a first finding
NOT_IN_PLACE = {"C206", "C211", "C214"}  # what is right there takes other cells too
LATER = {"T114", "T116", "T117"}

Finding = tuple[str, str, str, str, str, str]
"""File, line, column, code, severity, and the text that is marked."""


def code_of(path: Path) -> str:
    return path.name.split(".")[0]


def options(path: Path) -> Options:
    rules = EXAMPLES / f"{code_of(path)}.toml"
    return Options(rules=str(rules) if rules.exists() else None)


def examined(item: Input, chosen: Options) -> tuple[Diagnostic, ...]:
    result = examine_input(item, chosen)
    assert result.trouble is None
    return result.all_diagnostics


def marked(d: Diagnostic) -> str:
    """The text under the carets."""
    assert d.column is not None and d.end_column is not None and d.line == d.end_line, d
    return (d.excerpt or "")[d.column - 1 : d.end_column - 1]


def findings(path: Path) -> list[Finding]:
    (item,) = inputs([str(path)])
    return [(path.name, str(d.line), str(d.column), d.code, d.severity, marked(d)) for d in examined(item, options(path))]


def expected() -> list[Finding]:
    lines = (EXAMPLES / "EXPECTED.tsv").read_text(encoding="utf-8").splitlines()
    assert lines[0].split("\t") == ["file", "line", "column", "code", "severity", "marked"]
    found = []
    for line in lines[1:]:
        file, number, column, code, severity, text = line.split("\t")
        found.append((file, number, column, code, severity, text))
    return found


EXPECTED = expected()


# ---- the examples


def test_every_check_has_an_example() -> None:
    assert [code_of(path) for path in FILES] == sorted(CHECKS.keys() - WITHOUT_EXAMPLE)
    assert {path.stem for path in EXAMPLES.glob("*.toml")} == {"C214", "P120"}


def test_every_expectation_has_a_file() -> None:
    assert {finding[0] for finding in EXPECTED} == {path.name for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=code_of)
def test_example(path: Path) -> None:
    found = findings(path)
    assert found == [finding for finding in EXPECTED if finding[0] == path.name]
    code = code_of(path)
    assert Counter(found_code for *_, found_code, severity, _ in found if found_code == code or severity != "note") == Counter(
        {code, *BESIDE.get(code, ())}
    )


@pytest.mark.parametrize("path", FILES, ids=code_of)
def test_example_begins_with_what_is_wrong(path: Path) -> None:
    (item,) = inputs([str(path)])
    first, *rest = decode(path.name, item.data or b"").text.split("\n")
    assert re.fullmatch(r"; .{10,100}", first)
    assert [line for line in (first, *rest) if line.startswith(";") and "Game " in line] == []


@pytest.mark.parametrize("throw", [(2, 6), (6, 2), None])
def test_wrong_starter(throw: tuple[int, int] | None) -> None:
    text = "Money session\n\n Game 1\n Alice : 0                      Bob : 0\n  1) 62: 24/18 13/11            43: 24/20 13/10\n"
    (match,) = FORMATS["mat"].read(Source("", text, "utf-8"))
    thrown = replace(match, games=(replace(match.games[0], throw=throw),))
    found = examine_match(thrown, rules_for(thrown), "thrown", Places(text)).diagnostics
    wrong = [("P118", "error", "1.1L", {"left": 2, "right": 6}, "62: 24/18 13/11")] if throw == (2, 6) else []
    assert [(d.code, d.severity, d.place, d.args, marked(d)) for d in found if d.code == "P118"] == wrong


# ---- one mistake, one finding


def money(*rows: str) -> list[tuple[str, int | None]]:
    text = "\n".join(["Money session", '; [Beaver "Off"]', " Game 1", " Alice : 0                      Bob : 0", *rows])
    item = Input("rows.mat", text.encode(), True)
    return [(d.code, d.line) for d in examined(item, Options()) if d.severity != "note"]


OPENING = "  1) 31: 8/5 6/5                64: 24/18 13/9"
BEAVER = "  2) Doubles => 2               Beavers => 4"


@pytest.mark.parametrize(
    "rows",
    [
        (
            "  3) Takes                      ",
            "  4) 62: 24/18 13/11            Doubles => 8",
            "  5) Drops",
            "                                Wins 4 points",
        ),
        ("  3) 62: 24/18 13/11            Doubles => 4", "  4) Drops", "                                Wins 2 points"),
        ("  3) Drops", "                                Wins 2 points"),
    ],
)
def test_answer_to_a_forbidden_beaver_is_no_second_finding(rows: tuple[str, ...]) -> None:
    assert money(OPENING, BEAVER, *rows, "") == [("C211", 6)]


def test_the_points_of_a_wrong_double_are_no_second_finding() -> None:
    rows = ("  2) Doubles => 2               Takes", "  3) 62: 24/18 13/11            Doubles => 8", "  4) Drops")
    assert money(OPENING, *rows, "                                Wins 2 points", "") == [("C205", 7)]
    assert money(OPENING, *rows, "                                Wins 4 points", "") == [("C205", 7)]
    assert money(OPENING, *rows, "                                Wins 3 points", "") == [("C205", 7), ("S301", 9)]


def test_a_take_later_is_no_answer_to_the_beaver() -> None:
    rows = ("  3) 62: 24/18 13/11            53: 13/8 13/10", "  4) Takes", "  5) 41: 13/9 6/5", "     Wins 2 points", "")
    assert money(OPENING, BEAVER, *rows) == [("C211", 6), ("C206", 8)]


def test_a_result_cut_short_is_not_missing() -> None:
    assert money(OPENING, "  2) Doubles => 2               Drops", "     Wins 1 poi") == [("T103", 7)]
    assert money(OPENING, "  2) Doubles => 2               Drops", "") == [("S309", 6)]


def test_a_position_that_cannot_be_is_no_start() -> None:
    text = "Money session\n Game 1\n Alice : 0   Bob : 0\n; Set Pos=-b----E-D---eE---c-e----B-/0\n" + OPENING + "\n     Wins 1 point\n"
    found = examined(Input("start.mat", text.encode(), True), Options())
    assert [(d.code, d.line) for d in found] == [("P121", 4), ("S311", 6)]


@pytest.mark.parametrize(("limit", "code"), [("0", "C214"), ("1", None), ("unknown", None)])
def test_automatic_doubles(limit: str, code: str | None) -> None:
    text = "Money session\n Game 1\n Alice : 0   Bob : 0\n" + OPENING + "\n  2) Doubles => 4               Drops\n"
    found = examined(Input("auto.mat", text.encode(), True), Options(rule=(f"automatic_doubles={limit}",)))
    assert [d.code for d in found if d.code.startswith("C")] == ([code] if code else [])


# ---- the pages


@pytest.mark.parametrize("code", sorted(CHECKS))
def test_page(code: str) -> None:
    page = CHECKS[code].page
    first, *_, last = page.split("\n\n")
    assert re.fullmatch(r"[A-Z][^.]*\.", first.replace("\n", " ")), first
    assert re.fullmatch(r"Wrong: \S.*\nRight: \S.*", last, re.DOTALL), last
    assert CHECKS[code].summary == first.replace("\n", " ")
    assert max(map(len, page.split("\n"))) <= 100


def corrections() -> list[tuple[str, bytes, bytes]]:
    """The pages whose "Wrong" stands in the example as it is and whose "Right" can take its place."""
    found = []
    for path in FILES:
        code = code_of(path)
        wrong, right = (re.search(rf"^{word}: `([^`]+)`", CHECKS[code].page, re.MULTILINE) for word in ("Wrong", "Right"))
        if code in NOT_IN_PLACE or not wrong or not right or wrong[1] == right[1]:
            continue
        if path.suffix == ".mat" and path.read_bytes().count(wrong[1].encode()) == 1:
            found.append((code, wrong[1].encode(), right[1].encode()))
    return found


CORRECTIONS = corrections()


def test_most_pages_are_corrections() -> None:
    assert len(CORRECTIONS) >= 28, [code for code, *_ in CORRECTIONS]


@pytest.mark.parametrize(("code", "wrong", "right"), CORRECTIONS, ids=[code for code, *_ in CORRECTIONS])
def test_right_is_right(code: str, wrong: bytes, right: bytes) -> None:
    path = EXAMPLES / f"{code}.mat"
    mended = Input(path.name, path.read_bytes().replace(wrong, right), True)
    assert [d.code for d in examined(mended, options(path)) if d.severity != "note"] == []


@pytest.mark.parametrize("path", FILES, ids=code_of)
def test_explain_shows_page_and_example(path: Path) -> None:
    code = code_of(path)
    shown = CliRunner().invoke(main, ["explain", code, "--lang", "en"], prog_name="tavla").output
    check = CHECKS[code]
    assert shown.startswith(f"{code} {check.name} ({check.severity})\n\n{check.page}\n")
    if path.suffix != ".mat":
        assert path.name in shown
        return
    below = shown.removeprefix(f"{code} {check.name} ({check.severity})\n\n{check.page}\n")
    assert below.startswith(f"\nExample ({path.name}):\n\n    ; ")
    for _, line, column, found, _, _ in EXPECTED_OF[code]:
        if found == code:
            assert f"\n    {line}:{column}: " in below
    assert "^" in below


EXPECTED_OF = {code_of(path): [finding for finding in EXPECTED if finding[0] == path.name] for path in FILES}


@needs_shared
def test_checks_are_those_of_the_design() -> None:
    assert SHARED is not None
    design = (SHARED / "DESIGN.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([TPCS]\d{3}) \| ([a-z-]+) \| ([EWN]) \|", design, re.MULTILINE)
    severity = {"E": "error", "W": "warning", "N": "note"}
    assert {code: (name, severity[letter]) for code, name, letter in rows if code not in LATER} == {
        code: (check.name, check.severity) for code, check in CHECKS.items() if code not in LATER and code[0] != "M"
    }
