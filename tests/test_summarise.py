"""`tavla summarise`: whole reports of a small match, options, statuses, and an html page that needs nothing else.

The reports are in tests/cases/summary, a file for each: `text`, `total.csv` and so on.
"""

import csv
import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from tavla_cli.cli import main
from tavla_cli.commands import summarise as command
from tavla_cli.reports.summary import REPORTS, report

CASES = Path(__file__).parent / "cases" / "summary"
SMALL = (CASES / "small.mat").read_text(encoding="utf-8")
Run = Callable[..., Result]
ENDS = {"text": "txt", "json": "json", "jsonl": "jsonl", "csv": "csv", "markdown": "md", "html": "html"}


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `tavla summarise` in a folder that holds small.mat."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TAVLA_LANG", "en")
    (tmp_path / "small.mat").write_text(SMALL, encoding="utf-8")

    def running(*args: str, input: bytes | None = None) -> Result:
        return CliRunner().invoke(main, ["summarise", *args], input=input, prog_name="tavla")

    return running


def test_the_command_names_every_report() -> None:
    assert (command.REPORTS, set(ENDS)) == (tuple(REPORTS), set(REPORTS))
    assert all(callable(report(name)) for name in REPORTS)


@pytest.mark.parametrize("name", list(ENDS))
@pytest.mark.parametrize("total", [False, True], ids=["matches", "total"])
def test_reports(run: Run, name: str, total: bool) -> None:
    result = run("small.mat", "--output", name, *(["--total"] if total else []))
    expected = (CASES / f"{'total' if total else 'small'}.{ENDS[name]}").read_text(encoding="utf-8")
    assert (result.exit_code, result.stderr, re.sub(r'"version": "[^"]*"', '"version": "0"', result.stdout)) == (0, "", expected)


@pytest.mark.parametrize("board", ["last", "1.2L", "1.last", "2", ":11"])
def test_boards(run: Run, board: str) -> None:
    whole = run("small.mat").stdout
    result = run("small.mat", "--board", board)
    assert result.stdout[: len(whole) - 1] == whole[:-1]
    places = re.findall(r"^(\d\.\d[LR]), after turn", result.stdout, re.MULTILINE)
    expected = {"last": ["1.4R", "2.2L"], "1.2L": ["1.2L"], "1.last": ["1.4R"], "2": ["2.1R", "2.2L"], ":11": ["1.4L", "1.4R"]}
    assert (result.exit_code, places) == (0, expected[board])


def test_every_board(run: Run) -> None:
    (match,) = json.loads(run("small.mat", "--board", "every", "--output", "json").stdout)["matches"]
    assert [each["place"] for each in match["diagrams"]] == ["1.1L", "1.1R", "1.2L", "1.2R", "1.4L", "1.4R", "2.1R", "2.2L"]
    first = match["diagrams"][2]
    assert {key: first[key] for key in ("game", "turn", "side", "dice", "played", "cube", "cube_owner")} == {
        "game": 1, "turn": 3, "side": "left", "dice": "61", "played": "13/7* 8/7", "cube": 1, "cube_owner": None,
    }  # fmt: skip
    assert (first["own"], first["opponent"][25]) == (
        [0, 0, 0, 0, 0, 2, 4, 2, 1, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0], 1,
    )  # fmt: skip
    assert (match["diagrams"][5]["cube"], match["diagrams"][5]["cube_owner"]) == (2, "right")


def test_keys_of_the_contract(run: Run) -> None:
    """The keys of DESIGN.md 4 come first, in its order; new ones only behind them."""
    (match,) = json.loads(run("small.mat", "--output", "json").stdout)["matches"]
    keys = ["schema", "path", "match", "players", "length", "event", "date", "score", "claimed_score", "winner", "games", "statistics"]
    assert list(match)[: len(keys)] == keys
    games = ["game", "crawford", "score_before", "claimed_score_before", "winner", "points", "claimed_points", "cube", "kind"]
    games += ["ended", "turns"]
    assert list(match["games"][0])[: len(games)] == games
    assert list(match["statistics"]) == ["left", "right"]


def test_forced(run: Run) -> None:
    def forced(*args: str) -> list[object]:
        statistics = json.loads(run("small.mat", "--output", "jsonl", *args).stdout)["statistics"]
        return [statistics[side]["forced"] for side in ("left", "right")]

    assert (forced(), forced("--forced")) == ([None, None], [0, 0])


def test_several_matches_and_inputs(run: Run, tmp_path: Path) -> None:
    (tmp_path / "two.mat").write_text(SMALL + "\n" + SMALL.replace("Ann", "a_nn").replace("Bob <script>", "Zoe"), encoding="utf-8")
    found = [json.loads(line) for line in run(".", "--output", "jsonl").stdout.splitlines()]
    assert [(each["path"], each["match"], each["players"]) for each in found] == [
        ("./small.mat", 1, ["Ann", "Bob <script>"]),
        ("./two.mat", 1, ["Ann", "Bob <script>"]),
        ("./two.mat", 2, ["a_nn", "Zoe"]),
    ]
    second = [json.loads(line)["match"] for line in run(".", "--output", "jsonl", "--match", "2").stdout.splitlines()]
    totals = [json.loads(line) for line in run(".", "--output", "jsonl", "--total").stdout.splitlines()]
    assert second == [2]
    assert [(each["player"], each["names"], each["statistics"]["matches"], each["statistics"]["rolls"]) for each in totals] == [
        ("Ann", ["Ann", "a_nn"], 3, 12),
        ("Bob <script>", ["Bob <script>"], 2, 8),
        ("Zoe", ["Zoe"], 1, 4),
    ]
    assert "Ann is written in several ways: Ann, a_nn." in run(".", "--total").stdout


def test_jobs_make_no_difference(run: Run, tmp_path: Path) -> None:
    for number in range(6):
        (tmp_path / f"{number}.mat").write_text(SMALL, encoding="utf-8")
    one, two = (run(".", "--output", "json", "-j", jobs) for jobs in ("1", "2"))
    assert (one.exit_code, one.stdout) == (two.exit_code, two.stdout)


@pytest.mark.parametrize(
    ("args", "text", "status"),
    [
        (["small.mat"], SMALL, 0),
        (["small.mat"], SMALL.replace("13/7* 8/7", "13/8* 8/7"), 1),
        (["small.mat", "--exit-zero"], SMALL.replace("13/7* 8/7", "13/8* 8/7"), 0),
        (["small.mat"], "nothing", 3),
        (["small.mat", "gone.mat"], SMALL, 2),
    ],
)
def test_status(run: Run, tmp_path: Path, args: list[str], text: str, status: int) -> None:
    (tmp_path / "small.mat").write_text(text, encoding="utf-8")
    assert run(*args).exit_code == status


def test_errors_are_told(run: Run, tmp_path: Path) -> None:
    (tmp_path / "small.mat").write_text(SMALL.replace("13/7* 8/7", "13/8* 8/7"), encoding="utf-8")
    assert "The record has 1 error: tavla validate shows what is wrong." in " ".join(run("small.mat").stdout.split())
    assert json.loads(run("small.mat", "--output", "jsonl").stdout)["errors"] == 1


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ([], "Nothing to summarise. Name a file, a folder or an archive, - for standard input, or use --files-from."),
        (
            ["small.mat", "--output", "txt"],
            "There is no report 'txt'. Did you mean text? The reports are text, json, jsonl, csv, markdown, html.",
        ),
        (["small.mat", "--board", "2.x"], "'2.x' is no place."),
        (["small.mat", "--delimiter", ";;"], "A delimiter is one sign, such as ; or tab, not ';;'."),
        (["small.mat", "--output", "csv=small.mat"], "The csv report would be written over the input "),
    ],
)
def test_wrong_use(run: Run, args: list[str], sentence: str) -> None:
    result = run(*args)
    assert (result.exit_code, sentence in result.stderr) == (2, True), result.stderr


def test_alias_is_hidden() -> None:
    context = click.Context(main)
    group = main
    assert isinstance(group, click.Group)
    assert "summarise" in group.list_commands(context) and "summarize" not in group.list_commands(context)
    assert group.get_command(context, "summarize") is group.get_command(context, "summarise")


# ---- strangers' names


HOSTILE = {
    "formula": "=HYPERLINK(1)",
    "sign": "+1",
    "at": "@x",
    "dash": "-2",
    "pipe": "a|b",
    "markup": "</td><script>",
    "escape": "a\x1b[31mb\u202e",
}


@pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE.keys())
def test_names_of_strangers(run: Run, tmp_path: Path, name: str) -> None:
    (tmp_path / "small.mat").write_text(SMALL.replace("Ann", name), encoding="utf-8")
    shown = name.replace("\x1b", "\\x1b").replace("\u202e", "\\u202e")
    rows = list(csv.DictReader(run("small.mat", "--output", "csv").stdout.splitlines()))
    assert [row["player"] for row in rows] == ["'" + shown if shown[0] in "=+-@" else shown, "Bob <script>"]
    for total in ([], ["--total"]):
        page = Page(run("small.mat", "--output", "html", *total).stdout)
        assert (page.problems, shown in page.text) == ([], True)
    markdown = run("small.mat", "--output", "markdown").stdout
    assert len({line.replace("\\|", "").count("|") for line in markdown.splitlines() if line.startswith("| 1 |")}) == 1
    assert "<script>" not in markdown
    for output in ("text", "json", "jsonl", "csv", "markdown", "html"):
        assert not re.search("[\x1b\u202e]", run("small.mat", "--output", output).stdout)


def test_csv_of_turkish_and_serbian(run: Run) -> None:
    for lang in ("tr", "sr"):
        text = run("small.mat", "--output", "csv", "--lang", lang).stdout
        assert text.startswith("\ufeffpath;match;player;")
        assert ";18,333;" in text
    assert ",18.333," in run("small.mat", "--output", "csv").stdout
    assert "\t18,333\t" in run("small.mat", "--output", "csv", "--delimiter", "tab", "--decimal", ",").stdout


# ---- the page


class Page(HTMLParser):
    """Reads a page: its text, and what is wrong with it. Whatever opens must close in order; nothing may come from elsewhere."""

    VOID = frozenset({"meta", "link", "br"})
    ALLOWED = frozenset(("html", "head", "meta", "title", "link", "style", "body", "section", "footer", "h1", "h2", "h3", "p", "span"))
    ALLOWED |= {"strong", "figure", "figcaption", "pre", "div", "table", "thead", "tbody", "tr", "th", "td", "svg", "path", "rect", "text"}

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.problems: list[str] = []
        self.text = ""
        self.titles = 0
        self.feed(page)
        self.close()
        self.problems += [f"<{tag}> is not closed" for tag in self.open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.ALLOWED:
            self.problems.append(f"<{tag}> is none of ours")
        for name, value in attrs:
            if name in ("src", "action", "style", "xlink:href") or name.startswith("on") or (name == "href" and value != "data:,"):
                self.problems.append(f"<{tag} {name}>")
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"</{tag}> closes another")

    def handle_data(self, data: str) -> None:
        self.text += data
        if self.open and self.open[-1] == "style" and re.search(r"url\(|@import", data):
            self.problems.append("the style loads something")


@pytest.mark.parametrize("args", [[], ["--total"], ["--board", "every"]], ids=["matches", "total", "boards"])
def test_page(run: Run, args: list[str]) -> None:
    page = Page(run("small.mat", "--output", "html", *args).stdout)
    assert (page.problems, "Bob <script>" in page.text) == ([], True)


def test_page_of_a_name_is_text(run: Run) -> None:
    page = run("small.mat", "--output", "html").stdout
    assert ("<script" in page, page.count("<svg") > 3, "http" in page) == (False, True, False)
