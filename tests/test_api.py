"""The library: what `import tavla_cli` offers (DESIGN.md 7), and `python -m tavla_cli`."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tavla_cli
from tavla_cli import results
from tavla_cli.record import Match, Roll, Side
from tavla_cli.rules import Rules, rules_for
from tavla_cli.source import Source

ROOT = Path(__file__).parents[1]
TEXT = """\
 3 point match

 Game 1
 Ayşe : 0                       Ben : 0
  1) 31: 8/5 6/5                64: 24/18
  2)  Doubles => 2               Drops
     Wins 1 point
"""


def summary(match: Match, rules: Rules | None = None) -> tuple[object, ...]:
    """What matters of an examination."""
    result = tavla_cli.examine(match, rules)
    found = [(d.path, d.line, d.column, d.code, d.place) for d in result.diagnostics if d.severity == "error"]
    return result.path, result.players, result.score, result.verdict, found


def python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)


def test_read_takes_a_path_a_text_bytes_and_a_source(tmp_path: Path) -> None:
    path = tmp_path / "final.mat"
    path.write_bytes(TEXT.encode("cp1254"))
    turkish = ("Ayşe", "Ben"), (1, 0), "errors"
    for source, name in (
        (path, str(path)),
        (str(path), str(path)),
        (TEXT, ""),
        ("\ufeff" + TEXT.replace("\n", "\r"), ""),
        (TEXT.encode(), ""),
        (TEXT.encode("utf-16"), ""),
        (Source("a league's own name", TEXT, "utf-8"), "a league's own name"),
    ):
        (match,) = tavla_cli.read(source)
        assert summary(match) == (name, *turkish, [(name, 5, 37, "P107", "1.1R")])


def test_read_gives_every_match_and_none_for_what_is_none(tmp_path: Path) -> None:
    assert [match.ordinal for match in tavla_cli.read(TEXT + "\n" + TEXT)] == [1, 2]
    assert [tavla_cli.read(source) for source in (b"", b"\x89PNG\r\n\x1a\n", "\n", "dear\nall", "\ud800\n")] == [[]] * 5
    with pytest.raises(FileNotFoundError, match=r"nowhere\.mat: There is no such file or folder\."):
        tavla_cli.read(tmp_path / "nowhere.mat")
    with pytest.raises(FileNotFoundError):
        tavla_cli.read("-")


def test_a_text_of_one_line_is_a_path() -> None:
    with pytest.raises(FileNotFoundError):
        tavla_cli.read(" 3 point match")


def test_examine_takes_rules() -> None:
    (match,) = tavla_cli.read(" Money session\n\n Game 1\n Ann : 0    Bo : 0\n  1) 66: 24/18(2) 13/7(2)    31: 24/20\n")
    assert [d[3] for d in summary(match)[-1]] == ["P114"]
    assert summary(match, tavla_cli.Rules(length=0))[-1] == []
    assert tavla_cli.examine(match) == tavla_cli.examine(match, rules_for(match))


def test_a_match_without_its_text_has_no_lines() -> None:
    (match,) = tavla_cli.read(TEXT)
    alone = Match(match.format, match.dialect, match.length, match.games)
    assert summary(alone) == ("", ("Ayşe", "Ben"), (1, 0), "errors", [("", None, None, "P107", "1.1R")])


def test_the_board() -> None:
    (match,) = tavla_cli.read(TEXT)
    entry = match.games[0].entries[0]
    assert entry.side is Side.LEFT and isinstance(entry.action, Roll) and isinstance(entry.action.play, tuple)
    start = tavla_cli.Position(*[bytes(5 if p in (13, 6) else 3 if p == 8 else 2 if p == 24 else 0 for p in range(26))] * 2)
    plays = tavla_cli.legal_plays(start, 3, 1)
    judgement = tavla_cli.judge(start, 3, 1, entry.action.play)
    assert (len(plays), judgement.legal, judgement.after in plays) == (16, True, True)


@given(st.binary(max_size=300))
def test_no_bytes_make_it_raise(data: bytes) -> None:
    for match in tavla_cli.read(data):
        assert isinstance(tavla_cli.examine(match), results.MatchResult)


def test_names() -> None:
    assert [name for name in tavla_cli.__all__ if not hasattr(tavla_cli, name) or name not in dir(tavla_cli)] == []
    assert tavla_cli.Result is results.MatchResult
    with pytest.raises(AttributeError, match="module 'tavla_cli' has no attribute 'nothing'"):
        tavla_cli.nothing  # noqa: B018


def test_importing_the_module_leaves_the_function() -> None:
    done = python("import tavla_cli, tavla_cli.examine; from tavla_cli.examine import layers; print(tavla_cli.examine, layers.__name__)")
    assert (done.stdout.startswith("<function examine at "), done.stderr) == (True, "")


def test_the_package_alone_imports_nothing_of_its_own() -> None:
    done = python("import sys, tavla_cli; print(sorted(name for name in sys.modules if name.startswith(('tavla_cli', 'lark', 'click'))))")
    assert (done.stdout, done.stderr) == ("['tavla_cli']\n", "")


def test_python_m_and_the_version() -> None:
    done = subprocess.run([sys.executable, "-m", "tavla_cli", "--version"], capture_output=True, text=True, cwd=ROOT)
    assert (done.stdout, done.stderr, done.returncode) == (f"tavla {tavla_cli.__version__}\n", "", 0)
