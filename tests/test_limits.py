"""Stated limits: each ends the reading with T115 and status 3, the one below it does not, and what was read before is checked."""

import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from tavla_cli.checks import CHECKS
from tavla_cli.examine import Options, examine_input
from tavla_cli.formats.mat import scan
from tavla_cli.replay import match as replay_match
from tavla_cli.results import FileResult
from tavla_cli.rules import rules_for
from tavla_cli.source import Input, Places, lines
from tavla_cli.source import text as source_text

examine = import_module("tavla_cli.examine")  # the package has a function of that name

DEFAULT = Options()
HEAD = " 5 point match\n"
GAME = " Game 1\n Alice : 0                     Bob : 0\n"
ROW = "  1) 31: 8/5 6/5                 42: 8/4 6/4\n"


def examined(text: str, options: Options = DEFAULT) -> FileResult:
    return examine_input(Input("x.mat", text.encode(), True), options)


def reached(result: FileResult) -> tuple[bool, int, list[tuple[object, int | None]]]:
    """Whether the input counts as unreadable, how many matches it has, and the limits with their lines."""
    limits = [(d.args["limit"], d.line) for d in result.all_diagnostics if d.code == "T115"]
    return result.unreadable, len(result.matches), limits


@pytest.mark.parametrize(
    ("limit", "small", "said", "text"),
    [
        ("MOST_GAMES", 3, "3 games in a match", lambda n: HEAD + "".join(f" Game {i}\n{ROW}" for i in range(1, n + 1))),
        ("MOST_GAMES", 3, "3 games in a match", lambda n: HEAD + f" Alice : 0                     Bob : 0\n{ROW}" * n),
        ("MOST_ROWS", 3, "3 rows in a game", lambda n: HEAD + GAME + ROW * n),
        ("MOST_MATCH_ROWS", 4, "4 rows in a match", lambda n: HEAD + GAME + ROW * 2 + GAME + ROW * (n - 2)),
        ("MOST_FAULTS", 4, "4 unreadable lines in a match", lambda n: HEAD + GAME + ROW + "rubbish\n" * n),
        ("MOST_FAULTS", 4, "4 unreadable lines in a match", lambda n: HEAD + "rubbish\n" * n + "\n" + GAME + ROW),
        ("MOST_COMMENTS", 4, "4 lines of comments or other text in a match", lambda n: HEAD + GAME + ROW + "; lost connection\n" * n),
        ("MOST_COMMENTS", 4, "4 lines of comments or other text in a match", lambda n: '; [A "B"]\n' * n + HEAD + GAME + ROW + ROW),
        ("MOST_COMMENTS", 4, "4 lines of comments or other text in a match", lambda n: "A letter.\n" * n + HEAD + GAME + ROW + ROW),
        ("MOST_COMMENTS", 4, "4 lines of comments or other text in a match", lambda n: HEAD * (n + 1) + GAME + ROW),
        ("MOST_MATCHES", 3, "3 matches in an input", lambda n: (HEAD + GAME + ROW) * n),
        ("MOST_LINES", 9, "9 lines", lambda n: HEAD + GAME + ROW + "\n" * (n - 5) + ROW),
    ],
)
def test_limits_of_the_reading(monkeypatch: pytest.MonkeyPatch, limit: str, small: int, said: str, text: Callable[[int], str]) -> None:
    monkeypatch.setattr(scan, limit, small)
    assert reached(examined(text(small)))[0::2] == (False, [])
    unreadable, _, limits = reached(examined(text(small + 3)))
    assert (unreadable, [limit for limit, _ in limits]) == (True, [said])


def test_what_was_read_before_a_limit_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan, "MOST_MATCHES", 2)
    bad = HEAD + GAME + ROW + "  2) 77: 8/1\n"  # five lines
    result = examined(bad * 5)
    assert reached(result) == (True, 3, [("2 matches in an input", 11)])
    assert [(m.match, m.games, m.turns) for m in result.matches] == [(1, 1, 3), (2, 1, 3), (3, 0, 0)]
    assert [(d.match, d.code, d.line) for d in result.all_diagnostics if d.severity == "error" and d.line] == [
        (1, "P113", 5), (2, "P113", 10), (3, "T115", 11)
    ]  # fmt: skip


def test_a_limit_is_told_though_many_lines_are_unreadable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan, "MOST_FAULTS", 2)
    assert reached(examined(HEAD + GAME + "rubbish\n" * 2 + "x" * (1 << 20) + "x\n")) == (True, 1, [("a line of 1 MiB", 6)])


def test_findings_do_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    text = HEAD + GAME + ROW + "".join(f"  {n}) 31: ????      42: ????\n" for n in range(2, 12))
    monkeypatch.setattr(examine, "MOST_DIAGNOSTICS", 4)
    result = examined(text)
    assert reached(result) == (True, 1, [("4 findings", 6)])
    assert len(result.all_diagnostics) == 5
    assert reached(examined(text, Options(ignore=("T109",)))) == (False, 1, [])  # only what is shown counts
    monkeypatch.setattr(examine, "MOST_IN_INPUT", 8)
    result = examined(text * 5)
    assert reached(result) == (True, 2, [("4 findings", 6), ("8 findings in an input", 15), ("4 findings", 20)])


def test_the_page_and_the_readme_name_every_limit() -> None:
    readme = (Path(__file__).resolve().parent.parent / "README.md").read_text(encoding="utf-8")
    known = readme.partition("## Known limits")[2]
    numbers = [getattr(module, name) for module in (scan, examine) for name in vars(module) if name.startswith("MOST_")]
    assert len(numbers) == 9
    for text in (CHECKS["T115"].page, known):
        assert [f"{number:,}" for number in numbers if f"{number:,}" not in text] == []


def test_the_places_of_a_text_are_found_only_as_far_as_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    given = []

    def counted(text: str) -> object:
        for line in lines(text):
            given.append(line)
            yield line

    monkeypatch.setattr(source_text, "lines", counted)
    places = Places("ab\n" * 1000)
    assert (places.line_and_column(4), len(given)) == ((2, 2), 3)
    assert (places.line(5), len(given)) == ("ab", 5)
    assert (places.line_and_column(7), places.line(1), len(given)) == ((3, 2), "ab", 5)
    assert (places.line_and_column(9999), places.line(1001), places.line(1002), len(given)) == ((1001, 1), "", "", 1000)


def test_the_first_names_are_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match without score lines took time that grew with the square of its games."""
    (match,) = scan.read(HEAD + "".join(f" Game {n}\n" for n in range(1, 3001)))
    asked = 0

    class Counted(tuple):  # type: ignore[type-arg]
        def __iter__(self) -> object:
            nonlocal asked
            asked += 1
            return super().__iter__()

    object.__setattr__(match, "games", Counted(match.games))
    for _ in replay_match.replay(match, rules_for(match)):
        pass
    assert asked < 10


@pytest.mark.parametrize("line", [":1" * 199 + "x\n", ": 1 " * 120 + "x\n"])
def test_telling_a_match_from_other_text_takes_no_long(line: str) -> None:
    started = time.process_time()
    assert not scan.recognises(" Game 1\n" + line * 20_000)
    assert time.process_time() - started < 5
