"""Whole reports of results made by hand. A case is a file `REPORT[+notes][+color][+ascii][+quiet].txt` in tests/cases/reports."""

import json
import unicodedata
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path

import pytest
from fakes import XGID, match, unplayed
from hypothesis import given
from hypothesis import strategies as st

from tavla_cli import words
from tavla_cli.board import STARTS
from tavla_cli.reports import REPORTS, ReportOptions, report
from tavla_cli.reports.board import draw, draw_xgid
from tavla_cli.reports.closing import closing, nothing
from tavla_cli.reports.text import marked
from tavla_cli.results import Counts, Diagnostic, FileResult

CASES = sorted((Path(__file__).parent / "cases" / "reports").glob("*.txt"))
DESIGN_KEYS = [
    "schema",
    "path",
    "match",
    "game",
    "row",
    "turn",
    "place",
    "player",
    "side",
    "line",
    "column",
    "end_line",
    "end_column",
    "offset",
    "node",
    "code",
    "name",
    "severity",
    "message",
    "args",
    "position",
    "dice",
    "played",
    "legal_plays",
    "legal_count",
    "accepted",
    "fix",
]
VERDICT_KEYS = [
    "schema",
    "path",
    "match",
    "digest",
    "format",
    "dialect",
    "players",
    "length",
    "score",
    "claimed_score",
    "winner",
    "complete",
    "verdict",
    "errors",
    "warnings",
    "notes",
    "codes",
    "first_place",
]


def results() -> list[FileResult]:
    """A faulty match; two in one file, with wide letters, controls and a long line; a clean one; skipped, unreadable, and not examined."""
    final, two, bad = "matches/final.mat", "iki\tmaç.mat", "kötü\udcff\x1b[2J.mat"
    accepted = Diagnostic(
        final,
        "S311",
        "resigned",
        "note",
        "The game ended by a resignation of {points} points.",
        {"points": 2},
        match=1,
        game=1,
        line=30,
        column=1,
        accepted="agreed at the table",
    )
    name = Diagnostic(
        two,
        "T106",
        "names-differ",
        "warning",
        "The name {found} differs from {first}.",
        {"found": "山田\x1b[31m", "first": "山本"},
        match=2,
        game=1,
        line=3,
        column=9,
        end_line=3,
        end_column=11,
        excerpt="\t山本 e\u0301: 山田 : 0" + " " * 20 + "x" * 200 + "\n",
        position=XGID,
        legal_plays=("13/7",),
        legal_count=1,
    )
    far = Diagnostic(
        two,
        "T101",
        "unreadable-text",
        "error",
        "This cannot be read.",
        {},
        match=2,
        game=1,
        line=4,
        column=1001,
        end_line=4,
        end_column=1004,
        excerpt="a" * 1000 + "bbb" + "c" * 1000,
        also=("1.2L P101", "1.3R P102"),
    )
    return [
        FileResult(final, "mat", "gnubg", "utf-8", (match(final, unplayed(final), accepted),)),
        FileResult(two, "mat", "plain", "cp1254", (match(two), match(two, far, name, number=2, players=("山本", "\x9bé")))),
        FileResult("clean.mat", "mat", "gnubg", "utf-8", (match("clean.mat"),)),
        FileResult("read.me", skipped=True),
        FileResult(
            bad, unreadable=True, diagnostics=(Diagnostic(bad, "T102", "no-match", "error", "Nothing in the input is a match.", {}),)
        ),
        FileResult("closed.mat", unreadable=True, trouble=(3, "Permission denied.")),
    ]


def written(name: str, options: ReportOptions) -> str:
    counts = Counts()

    def counting() -> Iterator[FileResult]:
        for result in results():
            counts.add(result)
            yield result

    return "".join(report(name)(counting(), counts, options))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_report(path: Path) -> None:
    name, *flags = path.stem.split("+")
    text = written(name, ReportOptions(version="1.2.3", **dict.fromkeys(flags, True)))
    shown = text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    assert shown == path.read_text(encoding="utf-8")


def test_every_report_has_a_case() -> None:
    assert {path.stem.split("+")[0] for path in CASES} == set(REPORTS)


def test_json_is_json_and_lines_up() -> None:
    document = json.loads(written("json", ReportOptions(version="1.2.3")))
    lines = [json.loads(line) for line in written("jsonl", ReportOptions()).splitlines()]
    verdicts = [json.loads(line) for line in written("verdicts", ReportOptions()).splitlines()]
    assert [d for file in document["files"] for d in file["diagnostics"]] == lines
    assert verdicts[-1] == {"summary": document["counts"]}
    assert json.loads(written("json", ReportOptions(ascii=True, version="1.2.3"))) == document
    assert written("json", ReportOptions(ascii=True)).isascii()
    assert lines[1]["message"] == "The 3 can still be played."
    for line in lines:
        assert [key for key in line if key in DESIGN_KEYS] == DESIGN_KEYS
        assert set(line) - set(DESIGN_KEYS) == {"game_number", "also"}
    assert all(list(verdict) == VERDICT_KEYS for verdict in verdicts[:-1])
    assert {f.name for f in fields(Diagnostic)} - set(lines[0]) == {"template", "excerpt"}


def test_what_belongs_to_no_match_is_in_the_first_verdict() -> None:
    limit = Diagnostic("a", "T115", "limit-reached", "error", "The line is too long.", {}, line=9, column=1)
    result = FileResult("a", "mat", "plain", "utf-8", (match("a"), match("a", number=2)), (limit,), unreadable=True)
    lines = "".join(report("verdicts")([result], Counts(), ReportOptions())).splitlines()
    found = [(value["match"], value["verdict"], value["codes"], value["first_place"]) for value in map(json.loads, lines[:-1])]
    assert found == [(1, "errors", ["T115"], ":9"), (2, "clean", [], None)]


@pytest.mark.parametrize("name", REPORTS)
def test_reports_yield_between_two_results(name: str) -> None:
    """What lets several reports go side by side in bounded memory."""
    taken = 0

    def counting() -> Iterator[FileResult]:
        nonlocal taken
        for result in results() * 3:
            taken += 1
            yield result

    seen = [0]
    for _ in report(name)(counting(), Counts(), ReportOptions()):
        assert taken - seen[-1] <= 1
        seen.append(taken)


@pytest.mark.parametrize(
    ("counts", "notes", "line"),
    [
        (
            Counts(files=168, games=1203, errors=3, warnings=1, files_with_findings=2),
            False,
            "168 files, 1,203 games: 3 errors, 1 warning in 2 files",
        ),
        (Counts(files=1, games=1), False, "1 file, 1 game: no errors"),
        (Counts(files=1, games=9, errors=1, notes=1, files_with_findings=1), True, "1 file, 9 games: 1 error in 1 file, 1 note"),
        (Counts(files=2, skipped=3, games=9, notes=12), False, "2 files, 3 skipped, 9 games: no errors, 12 notes (--notes shows them)"),
        (
            Counts(files=1, unreadable=1, errors=1, files_with_findings=1),
            False,
            "1 file, 0 games: 1 error in 1 file, 1 file could not be read",
        ),
    ],
)
def test_closing_line(counts: Counts, notes: bool, line: str) -> None:
    assert closing(counts, notes) == line


@pytest.mark.parametrize(
    ("counts", "sentence"),
    [
        (Counts(), "Nothing was examined."),
        (Counts(skipped=1203), "Nothing was examined. 1,203 skipped, in which there is no match."),
    ],
)
def test_nothing_examined(counts: Counts, sentence: str) -> None:
    assert nothing(counts) == sentence
    assert [list(report(name)([], counts, ReportOptions())) for name in ("text", "concise")] == [[], []]


def test_board() -> None:
    own = bytes([3, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 2])
    opp = bytes([0, 0, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
    from tavla_cli.board import Position

    board = draw(Position(own, opp), dice="63", cube=4, owner=-1, score=(4, 0), length=5, crawford=True, names=("Ayşe", "Çetin"))
    assert board == [
        " +13-14-15-16-17-18------19-20-21-22-23-24-+  O Çetin: score 0, pips 94",
        " | O                | O |          O     X |",
        " | O                |   |          O     X |",
        " | O                |   |          O     X |",
        " |                  |   |          O       |",
        " |                  |   |         11       |",
        " |                  |BAR|                  |  cube 4 (O), match to 5, Crawford",
        " |                  |   |             7    |",
        " |                  |   |             X    |",
        " |                  |   |             X    |",
        " |                  | X |             X    |",
        " |                  | X |             X    |",
        " +12-11-10--9--8--7-------6--5--4--3--2--1-+  X Ayşe: score 4, pips 136, off 3, to play 63",
    ]


def test_board_of_an_id() -> None:
    start = draw(STARTS["standard"], dice="63", cube=2, owner=1, score=(2, 1), length=7)
    assert draw_xgid(XGID) == start
    assert draw_xgid(XGID.replace(":1:1:1:63:2:1:", ":1:-1:-1:63:1:2:")) == start
    assert draw_xgid("XGID=none") == []


def _width(text: str) -> int:
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def test_caret_under_wide_and_combining_letters() -> None:
    finding = replace(unplayed("a"), excerpt="\te\u0301 山田 13/7 x", column=8, end_column=12)
    line, caret = marked(finding, 100)
    assert (line, caret) == (" e\u0301 山田 13/7 x", "        ^^^^")
    assert _width(line[: line.index("13/7")]) == caret.index("^")


@given(st.text(), st.text(), st.text(), st.integers(20, 120))
def test_marked_line_fits_and_its_caret_stands_right(before: str, place: str, after: str, width: int) -> None:
    text = (before * 30 + "<" + place.replace("\n", " ").replace("\r", " ") + ">" + after * 30).replace("\n", " ").replace("\r", " ")
    column = len(before * 30) + 1
    finding = replace(unplayed("a"), excerpt=text, column=column, end_column=column + len(place) + 2)
    line, caret = marked(finding, width)
    assert caret.strip() == "^" * caret.count("^") != ""
    assert len(caret) <= width
    assert "\x1b" not in line and "\n" not in line
    assert "<" in line


@given(st.builds(dict, st.dictionaries(st.text(), st.text() | st.integers())), st.text())
def test_no_template_raises(args: dict[str, object], template: str) -> None:
    assert isinstance(words.filled(template, args), str)


def test_message_with_a_missing_name() -> None:
    finding = replace(unplayed("a"), template="The {number} and {other}.")
    assert words.message(finding) == "The 3 and {other}."


@pytest.mark.parametrize(
    ("name", "variable", "locale", "language"),
    [
        ("tr", "sr", "en_GB.UTF-8", "tr"),
        (None, "sr@latin", "tr_TR.UTF-8", "sr"),
        (None, None, "tr_TR.UTF-8", "tr"),
        (None, "xx", "C", "en"),
        (None, None, "", "en"),
    ],
)
def test_language(name: str | None, variable: str | None, locale: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for key, value in {"TAVLA_LANG": variable, "LC_ALL": locale, "LC_MESSAGES": None, "LANG": None}.items():
        monkeypatch.delenv(key, raising=False)
        if value is not None:
            monkeypatch.setenv(key, value)
    assert words.set_language(name) == language
    words.set_language("en")
