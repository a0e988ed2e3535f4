"""Whole reports on tournaments made by hand. A case is a file `EVENT.REPORT[+FLAG].txt` in tests/cases/score."""

import csv
import io
import json
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from score_events import EVENTS, HOSTILE, elimination, record, result, round_robin, swiss, turkish_league

from tavla_cli.reports.cells import cut, cut_left, padded, width
from tavla_cli.reports.score import REPORTS, ScoreOptions, report
from tavla_cli.reports.score.bracket import drawings
from tavla_cli.reports.score.csv import text as cell
from tavla_cli.reports.score.layout import Column, Grid
from tavla_cli.reports.score.markdown import escaped
from tavla_cli.reports.score.terms import ADVICE, CRITERIA
from tavla_cli.reports.score.text import grid
from tavla_cli.reports.score.why import why
from tavla_cli.tournament.criteria import ALL, Part
from tavla_cli.tournament.model import Event, Form, Kind, Line, Result, Scored, Slot, Stage, Table
from tavla_cli.tournament.sheets import claims, table
from tavla_cli.tournament.standings import Attempt, Why

CASES = sorted((Path(__file__).parent / "cases" / "score").glob("*.txt"))
FLAGS: dict[str, dict[str, Any]] = {
    "notes": {"notes": True},
    "color": {"color": True},
    "ascii": {"ascii": True},
    "results": {"what": "results"},
    "tr": {"language": "tr"},
    "narrow": {"width": 60},
    "tab": {"delimiter": "\t"},
}
TOP_KEYS = ["matches", "standings", "crosstable", "notes"]
MATCH_KEYS = ["path", "match", "players", "length", "score", "claimed_score", "winner", "complete", "errors"]
STANDING_KEYS = ["rank", "player", "played", "won", "lost", "points_for", "points_against", "tiebreaks", "rating"]


def written(name: str, scored: Scored, **options: Any) -> str:
    return "".join(report(name)(scored, ScoreOptions(version="1.2.3", **options)))


def of_case(stem: str) -> str:
    event, _, rest = stem.partition(".")
    name, *flags = rest.split("+")
    options: dict[str, Any] = {}
    for flag in flags:
        options.update(FLAGS[flag])
    return written(name, EVENTS[event](), **options)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_report(path: Path) -> None:
    assert of_case(path.stem) == path.read_bytes().decode("utf-8")


def test_every_report_has_a_case() -> None:
    assert {path.stem.partition(".")[2].split("+")[0] for path in CASES} == set(REPORTS)


# JSON


@pytest.mark.parametrize("event", EVENTS)
def test_json_has_the_keys_it_promises(event: str) -> None:
    scored = EVENTS[event]()
    document = json.loads(written("json", scored))
    assert list(document)[:4] == TOP_KEYS
    assert list(document)[4:9] == ["stages", "tables", "brackets", "ratings", "diagnostics"]
    assert {tuple(match)[: len(MATCH_KEYS)] for match in document["matches"]} <= {tuple(MATCH_KEYS)}
    assert {tuple(line)[: len(STANDING_KEYS)] for line in document["standings"]} <= {tuple(STANDING_KEYS)}
    ascii_only = written("json", scored, ascii=True)
    assert ascii_only.isascii() and json.loads(ascii_only) == document
    lines = [json.loads(line) for line in written("jsonl", scored).splitlines()]
    assert [{k: v for k, v in line.items() if k not in ("schema", "type")} for line in lines[:-1]] == [
        *document["matches"],
        *document["standings"],
    ]
    assert [line["type"] for line in lines[:-1]] == ["match"] * len(document["matches"]) + ["standing"] * len(document["standings"])
    assert lines[-1] == {"summary": document["summary"]}


def test_scores_are_capped_unless_the_event_says_not() -> None:
    scored = round_robin()
    uncapped = replace(scored, tables=tuple(replace(each, stage=replace(each.stage, cap=False)) for each in scored.tables))
    assert [json.loads(written("json", each))["matches"][0]["score"] for each in (scored, uncapped)] == [[7, 3], [9, 3]]


# CSV


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("=1+1", "'=1+1"),
        ("  =1+1", "'  =1+1"),
        ("+49", "'+49"),
        ("-x", "'-x"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "' =1"),
        ("\r=1", "'\\x0d=1"),
        ("＝1", "'＝1"),
        ("a=1", "a=1"),
        ("Ayşe", "Ayşe"),
        ("", ""),
    ],
)
def test_cells_that_a_spreadsheet_would_compute(raw: str, shown: str) -> None:
    assert cell(raw) == shown


@pytest.mark.parametrize(
    ("language", "start"), [("en", "stage,group,rank,"), ("tr", "\ufeffstage;group;rank;"), ("sr", "\ufeffstage;group;rank;")]
)
def test_csv_as_spreadsheets_in_the_language_want_it(language: str, start: str) -> None:
    assert written("csv", round_robin(), language=language)[: len(start)] == start


def test_decimal_sign() -> None:
    rows = list(csv.reader(io.StringIO(written("csv", round_robin(), decimal=","))))
    assert [row[rows[0].index("ratio")] for row in rows[1:]] == ["0,666667", "0,466667", "0,5", "0,4"]


@pytest.mark.parametrize("event", ["round-robin", "swiss", "elimination", "turkish-league"])
@pytest.mark.parametrize("language", ["en", "tr"])
def test_results_can_be_read_again(event: str, language: str, tmp_path: Path) -> None:
    """The list of results is a CSV file of typed results."""
    scored = EVENTS[event]()
    path = tmp_path / "results.csv"
    path.write_text(written("csv", scored, what="results", language=language), encoding="utf-8")
    read = [(c.stage, c.round, c.left, c.right, c.score, c.winner, c.length) for c in claims(table(str(path)), "results.csv")]
    assert read == [(r.stage, r.round, r.left, r.right, r.score, r.winner, r.length) for each in scored.tables for r in each.results]


# HTML


class Page(HTMLParser):
    """What a page consists of; fails where its elements are not nested."""

    VOID = ("meta",)

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.texts: list[str] = []
        self.styles: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open[-1] == tag, (tag, self.open)
        self.open.pop()

    def handle_data(self, data: str) -> None:
        (self.styles if self.open[-1:] == ["style"] else self.texts).append(data)


def safe(page: str) -> Page:
    """The page, after seeing that it runs nothing and asks for nothing."""
    parsed = Page(page)
    structure = ("html", "head", "meta", "title", "style", "body", "main", "section", "div", "p", "ul", "li", "b", "bdi", "h1", "h2", "h3")
    allowed = {*structure, "table", "thead", "tbody", "tr", "th", "td", "svg", "text", "path"}
    assert set(parsed.tags) <= allowed
    names = {name for name, _ in parsed.attributes}
    assert not {name for name in names if name.startswith("on") or name in ("src", "href", "xlink:href", "style", "srcset", "action")}
    assert not any(word in style for style in parsed.styles for word in ("url(", "@import", "http"))
    assert "default-src 'none'; style-src 'unsafe-inline'" in [value for _, value in parsed.attributes]
    return parsed


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("ascii_only", [False, True])
def test_page_is_well_formed_and_alone(event: str, ascii_only: bool) -> None:
    page = written("html", EVENTS[event](), language="tr", notes=True, ascii=ascii_only)
    parsed = safe(page)
    assert page.startswith('<!doctype html>\n<html lang="tr">\n')
    assert ("viewport", "width=device-width, initial-scale=1") in [
        (a[1], b[1]) for a, b in zip(parsed.attributes, parsed.attributes[1:], strict=False)
    ]
    assert page.isascii() or not ascii_only
    assert parsed.tags.count("svg") == (1 if event == "elimination" else 3 if event == "double-elimination" else 0)


def test_markup_in_names_is_text() -> None:
    page = safe(written("html", round_robin(HOSTILE), notes=True))
    assert page.texts.count(HOSTILE[0]) == 2 + 3 + 1  # standings, crosstable, three results, ratings
    assert "rtl\\u202eoverride @team #1" in page.texts
    assert "\u202e" not in "".join(page.texts)
    named = replace(round_robin(), event=Event("</title><script>x</script>", (), ()))
    assert safe(written("html", named)).texts.count("</title><script>x</script>") == 2


def test_markup_in_a_bracket_is_text() -> None:
    names = ("<script>", "</svg>", "]]>", "&lt;", '"onload="', "a" * 40, "-->")
    page = safe(written("html", elimination(names)))
    assert "a" * 40 in page.texts  # the whole name is the title of the one that was cut
    assert {"<script>", "</svg>", "]]>", "&lt;", '"onload="', "-->"} <= set(page.texts)


# Markdown


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("a|b", "a\\|b"),
        ("<b>", "\\<b\\>"),
        ("*_`~", "\\*\\_\\`\\~"),
        ("[x](y)", "\\[x\\](y)"),
        ("a\\", "a\\\\"),
        ("&lt;", "&amp;lt;"),
        ("@all #12", "@<!-- -->all #<!-- -->12"),
        ("http://x www.y", "http&#58;//x www&#46;y"),
        ("7-5", "7-5"),
    ],
)
def test_markup_is_escaped(raw: str, shown: str) -> None:
    assert escaped(raw) == shown


# Text


def test_rows_line_up_by_what_a_terminal_shows() -> None:
    columns = (Column("Name", kind="words"), Column("Points"))
    lines = list(grid(Grid(columns, (("山田 e\u0301", "7"), ("Ayşe", "11"))), ScoreOptions()))
    assert lines == ["Name    Points", "山田 e\u0301       7", "Ayşe        11"]


@given(st.lists(st.text(st.characters(categories=("L", "Mn", "So", "Lo"))), min_size=1, max_size=5), st.integers(20, 80))
def test_every_row_has_the_width_of_the_others(names: list[str], cells: int) -> None:
    columns = (Column("#"), Column("Player", kind="words"), Column("Points"))
    lines = list(grid(Grid(columns, tuple((str(at), name, "7") for at, name in enumerate(names))), ScoreOptions(width=cells)))
    assert len({width(line) for line in lines}) == 1


@given(st.text(st.characters(categories=("L", "Mn", "Nd"))), st.integers(3, 30))
def test_cut_fits(text: str, cells: int) -> None:
    assert width(cut(text, cells)) <= max(cells, 1) and width(cut_left(text, cells)) <= max(cells, 1)
    assert width(padded(cut(text, cells), cells)) == cells
    assert (cut(text, cells) == text) == (width(text) <= cells)


def test_a_path_keeps_its_end() -> None:
    assert cut_left("matches/2024/final.mat", 12) == "…4/final.mat"


def test_the_legend_lists_only_the_marks_used() -> None:
    lines = tuple(Line(at, name, 0, 0, 0, 0, 0, 0, 0, {}) for at, name in enumerate("ab", 1))
    clean = Table(Stage("A", Form.ROUND_ROBIN), lines, (), cross={"a": {"b": "7-5"}, "b": {"a": "5-7"}})
    marked = replace(clean, cross={"a": {"b": "7-5*!"}, "b": {"a": "-"}}, notes=("! noted",))
    texts = [written("text", Scored(Event("E", (), ()), (), (each,), ())).splitlines() for each in (clean, marked)]
    # `!` is explained in a note already
    assert [lines[-1] for lines in texts] == ["2  b       5-7  ×", "* unfinished; - not played"]


def test_problems_come_first_and_notes_are_counted() -> None:
    lines = written("text", round_robin()).splitlines()
    assert lines[0] == "Problems: 3 errors, 2 warnings, 1 note (--notes shows them)"
    assert [line.split(": ")[1].split()[0] for line in lines[1:6]] == ["error", "error", "error", "warning", "warning"]
    assert lines[6] == ""
    silent = replace(round_robin(), diagnostics=(), files=())
    faulty = "rr/1.mat: warning: 2 errors in the match of Ayşe Kaya and Çetin (2.10L)."
    assert written("text", silent).splitlines()[1].startswith(faulty)  # no finding told it
    assert written("text", swiss()).splitlines()[0] == "33 matches"


@pytest.mark.parametrize("name", REPORTS)
def test_nothing_at_all(name: str) -> None:
    scored = Scored(Event("", (), (Stage("", Form.OPEN),)), (), (Table(Stage("", Form.OPEN), (), ()),), ())
    assert written(name, scored)


def test_records_in_no_table() -> None:
    scored = Scored(Event("E", (), ()), (record("a.mat", "A", "", (9, 3), length=0, complete=False),), (), ())
    assert written("text", scored).splitlines()[3:] == [
        "Matches that are in no table",
        "----------------------------",
        "Player  Score  Player        To  Remarks     Source",
        "A       9-3    (no name)  money  unfinished  a.mat",
    ]


def test_groups_have_tables_of_their_own() -> None:
    lines = tuple(Line(1, name, 0, 0, 0, 0, 0, 0, 0, {}, group=group) for name, group in (("a", "A"), ("b", "A"), ("c", None)))
    both = Table(Stage("S", Form.ROUND_ROBIN), lines, (), cross={name: {} for name in "abc"})
    found = [line for line in written("markdown", Scored(Event("E", (), ()), (), (both,), ())).splitlines() if line.startswith("#")]
    assert found == ["# E", "## S: round robin", "### A", "### Without a group", "### Crosstable: A", "### Crosstable"]


# Brackets


def test_slots_in_a_ring_and_slots_that_feed_nothing() -> None:
    ring = (Slot("a1", 1, "R", "x", "y", None, "a2"), Slot("a2", 2, "R", "x", "y", None, "a1"))
    assert drawings(ring, str) == []
    alone = (Slot("a1", 1, "R", "x", "y", None, "nowhere"),)
    assert [[entry[:3] for entry in drawing.entries] for drawing in drawings(alone, str)] == [[(0, 0, "x"), (0, 2, "y"), (1, 1, "?")]]


def test_a_second_final_that_is_not_needed_is_not_drawn() -> None:
    first = Slot("F1", 1, "Final", "Ana", "Bo", result("K", 1, "Ana", "Bo", (7, 3)), "F2", "F2")
    (drawing,) = drawings((first, Slot("F2", 2, "Recharge", None, None, None)), str)
    assert (drawing.titles, drawing.entries[-1][:3]) == (("Final", ""), (1, 1, "Ana"))


def test_a_result_typed_the_other_way_round_gives_each_his_points() -> None:
    slot = Slot("1", 1, "Final", "Ana", "Bo", result("K", 1, "Bo", "Ana", (3, 7)))
    (drawing,) = drawings((slot,), str)
    assert [entry[2:] for entry in drawing.entries] == [("Ana", "7", True), ("Bo", "3", False), ("Ana", "", True)]


# --why


def part(opponent: str, score: tuple[int, int], value: float, counted: bool = True) -> Part:
    return Part(
        Result("S", 1, opponent, "Ali", score, None, Kind.TYPED, 7, "director", sources=("s.csv:2",)), opponent, 1, value, 0, counted
    )


def test_why_one_is_ahead() -> None:
    tried = (
        Attempt("points", (("Veli", 3.0), ("Ali", 3.0), ("Can", 3.0)), False),
        Attempt("head-to-head", (("Veli", None), ("Ali", None), ("Can", None)), False),
        Attempt("buchholz", (("Veli", 4.5), ("Ali", 6.0), ("Can", 1.0)), True),
    )
    parts = ((part("Can", (7, 2), 4.5),), (part("Can", (5, 7), 6), part("Eda", (1, 7), 2, False), Part(None, None, 3, 0)))
    answer = Why(("Veli", "Ali"), "Ali", "buchholz", (4.5, 6.0), tried, parts)
    assert "".join(why(answer)).splitlines() == [
        "Ali stands before Veli, 6 to 4.5: Buchholz, the sum of the opponents' scores.",
        "",
        "Criterion                                   Veli  Ali                  Compared",
        "points                                         3    3  equal           Veli, Ali, Can",
        "wins among the tied players                    -    -  cannot be used  Veli, Ali, Can",
        "Buchholz, the sum of the opponents' scores   4.5    6  decides         Veli, Ali, Can",
        "",
        "Veli, 4.5:",
        "  Round  Opponent  Score  Value    Source",
        "      1  Can       2-7      4.5    s.csv:2",
        "",
        "Ali, 6:",
        "  Round  Opponent  Score  Value               Source",
        "      1  Can       7-5        6               s.csv:2",
        "      1  Eda       7-1        2  not counted  s.csv:2",
        "      3  nobody               0",
    ]


def test_why_nobody_is_ahead() -> None:
    tried = (Attempt("points", (("Ali", 1.0), ("Veli", 1.0)), False),)
    shared = Why(("Ali", "Veli"), None, "shared", (None, None), tried, ((), ()))
    lines = "".join(why(shared)).splitlines()
    assert lines == [
        "Ali and Veli share their rank: nothing in the director's order separates them.",
        "",
        "Criterion  Ali  Veli         Compared",
        "points       1     1  equal  Ali, Veli",
    ]
    assert "".join(why(replace(shared, criterion="play-off"))).splitlines()[0] == "Ali and Veli are tied: a play-off decides."


# Everything


def test_every_criterion_and_finding_has_words() -> None:
    assert set(ALL) <= set(CRITERIA)
    assert {f"M{number}" for number in range(401, 417)} <= set(ADVICE)


def test_a_turkish_table_has_turkish_columns() -> None:
    head = next(line for line in written("text", turkish_league()).splitlines() if line.startswith("#"))
    assert head.split() == ["#", "Player", "O", "G", "M", "A", "V", "Av", "P", "H2H"]


@settings(max_examples=60)
@given(
    st.lists(
        st.text(st.characters(codec="utf-16", categories=None) | st.sampled_from("<>|=\x1b\u202e\n`\"'&]"), max_size=30),
        min_size=7,
        max_size=7,
        unique=True,
    )
)
def test_no_name_breaks_a_report(names: list[str]) -> None:
    a, b, c, d = names[:4]
    for scored in (round_robin((a, b, c, d)), elimination(tuple(names))):
        rows = list(csv.reader(io.StringIO(written("csv", scored))))
        assert {len(row) for row in rows} == {len(rows[0])}
        assert not any(row[3].startswith(("=", "+", "-", "@", "\t", "\r")) for row in rows[1:])
        safe(written("html", scored))
        json.loads(written("json", scored))
        for name in ("text", "markdown", "csv", "html"):
            text = written(name, scored)
            assert "\x1b" not in text and "\u202e" not in text and "\r" not in text
        assert written("text", scored).count("\n") == written("text", type_of(scored)()).count("\n")


def type_of(scored: Scored) -> Any:
    return round_robin if scored.event.name == "Kup | Kupa 2024" else elimination
