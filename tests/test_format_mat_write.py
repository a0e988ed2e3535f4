"""Writing `.mat`: what is written reads back as the same match, in every dialect, and the canonical form stays as it is."""

import os
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from tavla_cli.converting import CannotFormat, canonical, record, write
from tavla_cli.examine import Options, examine_input
from tavla_cli.formats import FORMATS
from tavla_cli.formats.told import Written
from tavla_cli.record import Roll
from tavla_cli.source import Input
from tests.shared import SHARED, needs_shared

EXAMPLES = sorted((Path(__file__).parents[1] / "examples").rglob("*.mat"))
CORPUS = sorted((SHARED / "corpus" / "mat").iterdir()) if SHARED else []
DIALECTS = FORMATS["mat"].dialects
GNUBG = shutil.which("gnubg") or shutil.which("/usr/games/gnubg")

# What a dialect cannot say, by the beginning of the sentence that names it.
CHANGES_NAMES = ("A player has no name", "A colon in a name", "A name is cut")
CHANGES_LENGTH = ("The record states no length", "The length of the match")
CHANGES_PLAYS = (
    "A cell that nobody can read",
    "A play that nobody can read",
    "What could not be read",
    "A play that is not known",
    "A cube in the middle",
)


def written(path: Path, dialect: str) -> tuple[list[tuple[object, ...]], list[tuple[object, ...]], Written]:
    """What is known of the matches of a file before and after they are written and read again."""
    item = Input(path.name, path.read_bytes(), True)
    found = write(record(item, Options()).told, "mat", dialect)
    assert isinstance(found.content, str)
    again = Input(path.name, found.content.encode(), True)
    return known(item), known(again), found


def known(item: Input) -> list[tuple[object, ...]]:
    result = examine_input(item, Options(format="mat"))
    tags = [sorted((tag.key, " ".join(tag.value.split())) for tag in told.match.tags) for told in record(item, Options(format="mat")).told]
    return [(m.digest, m.score, m.winner, m.games, m.players, m.length, said) for m, said in zip(result.matches, tags, strict=True)]


def comparable(matches: list[tuple[object, ...]], found: Written) -> list[tuple[object, ...]]:
    """What must be the same: all but what the writer said that it could not write."""
    said = " ".join(loss.template for loss in found.lost)
    kept = []
    for digest, score, winner, games, players, length, tags in matches:
        kept.append(
            (
                None if any(word in said for word in CHANGES_PLAYS) else digest,
                None if any(word in said for word in CHANGES_PLAYS) else score,
                winner if not any(word in said for word in CHANGES_LENGTH) else None,
                games,
                None if any(word in said for word in CHANGES_NAMES) else players,
                None if any(word in said for word in CHANGES_LENGTH) else length,
                tags,
            )
        )
    return kept


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_examples_read_back(path: Path, dialect: str) -> None:
    before, after, found = written(path, dialect)
    if path.parent.name == "checks" and dialect != "canonical":
        # A faulty record may mean another board where its words are others: a star says which way a checker went.
        assert len(before) == len(after)
        return
    assert comparable(before, found) == comparable(after, found)


@needs_shared
@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_corpus_reads_back(dialect: str) -> None:
    """A few files in each dialect; all of them with TAVLA_FULL=1, which takes ten minutes."""
    wrong = []
    number = DIALECTS.index(dialect)
    for path in CORPUS if os.environ.get("TAVLA_FULL") else CORPUS[number :: 5 * len(DIALECTS)]:
        before, after, found = written(path, dialect)
        if comparable(before, found) != comparable(after, found):
            wrong.append(path.name)
    assert wrong == []


def findings(data: bytes) -> Counter[tuple[object, ...]]:
    result = examine_input(Input("x.mat", data, True), Options(format="mat"))
    return Counter((d.code, d.match, d.game, d.turn, d.side) for d in result.all_diagnostics if d.code not in ("P110", "T104", "T111"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_canonical_twice_is_canonical_once(path: Path) -> None:
    try:
        first = canonical(Input(path.name, path.read_bytes(), True), Options(format="mat"))
    except CannotFormat as reason:
        pytest.skip(f"it is left as it is: {reason}")
    if first is None:
        pytest.skip("there is no match in it")
    second = canonical(Input(path.name, first[1], True), Options(format="mat"))
    assert second is not None
    assert second[1] == first[1]
    assert findings(path.read_bytes()) == findings(first[1])


ONE = """\
; [Round "2"]
; [Site "Club"]
; who watched: everybody
  3 point match

Game 1
 Ann,1612 : 0      Bob : 0
  1) 31:  6/5, 8/5               42: 8/4,6/4
  2) 65: 24/13                   66: 13/7(2) 24/18(2)
; a remark
  4) 44: 13/5 13/9(2)            55: 13/3(2)
      Wins 1 point

 Game 2
 Ann,1612 : 1                   Bob : 0
  1)                             62: 24/18 13/11
  2)  Doubles => 2               Drops
      Wins 1 points
"""


def test_the_canonical_form() -> None:
    """The whole of it, for one match."""
    found = write(record(Input("one.mat", ONE.encode(), True), Options()).told, "mat", "canonical")
    assert found == Written(
        """\
; [Site "Club"]
; [Round "2"]

; who watched: everybody

 3 point match

 Game 1
 Ann,1612 : 0                   Bob : 0
  1) 31: 8/5 6/5                 42: 8/4 6/4
  2) 65: 24/18 18/13             66: 24/18 24/18 13/7 13/7
; a remark
  3) 44: 13/9 13/9 13/9 9/5      55: 13/8 13/8 8/3 8/3
      Wins 1 point

 Game 2
 Ann,1612 : 1                   Bob : 0
  1)                             62: 24/18 13/11
  2)  Doubles => 2                Drops
      Wins 1 point
"""
    )


@pytest.mark.parametrize(
    ("dialect", "lines"),
    [
        ("gnubg", ["  3) 65: 24/18 18/13", "      Wins 2 points"]),
        ("galaxy", ["  3) 65: 24/18 18/13", "      Wins 2 point and the match"]),
        ("xg", ["  3) 65: 24/13", "      Wins 2 point and the match"]),
        ("studio", ["  3) 65: 24/13", "  4)   Wins 2 point and the match"]),
    ],
)
def test_the_end_of_a_game_in_each_dialect(dialect: str, lines: list[str]) -> None:
    text = (
        " 3 point match\n\n Game 1\n Ann : 1                        Bob : 0\n  1) 31: 8/5 6/5                 42: 8/4 6/4\n"
        "  2)  Doubles => 2                Takes\n  3) 65: 24/13\n      Wins 2 points\n"
    )
    found = write(record(Input("x.mat", text.encode(), True), Options()).told, "mat", dialect)
    assert isinstance(found.content, str)
    assert found.content.replace("\r", "").splitlines()[-2:] == lines


@pytest.mark.skipif(GNUBG is None, reason="GNU Backgammon is not installed")
def test_gnu_backgammon_reads_what_is_written(tmp_path: Path) -> None:
    """Without a message, and with the same score, plays and cube actions; but for plays that are illegal."""
    paths = [path for path in EXAMPLES if path.parent.name != "checks"] + (CORPUS if os.environ.get("TAVLA_FULL") else CORPUS[::10])
    wrong = []
    for number, path in enumerate(paths):
        item = Input(path.name, path.read_bytes(), True)
        match = examine_input(item, Options()).matches[0]
        if any(d.code[0] in "PC" and d.severity == "error" for d in match.diagnostics) or not match.length or match.length > 64:
            continue
        found = write(record(item, Options()).told[:1], "mat", "gnubg")
        if any(loss.template.startswith(("A play that is not known", "GNU Backgammon does not count")) for loss in found.lost):
            continue
        assert isinstance(found.content, str)
        file, out = tmp_path / f"{number}.mat", tmp_path / f"{number}.out"
        file.write_text(found.content, encoding="utf-8")
        said = imported(file, out, tmp_path)
        again = examine_input(Input(path.name, out.read_bytes(), True), Options()).matches[0] if out.exists() else None
        capped = [tuple(min(points, match.length or 999) for points in (each.score or ())) for each in (match, again) if each]
        # It forgets boards that were set when it writes, and adds, plays or drops the last roll of a game that was given up.
        other = "Set Pos" in found.content or unplayed(item)
        if said or again is None or capped[0] != capped[1] or (again.digest != match.digest and not other):
            wrong.append((path.name, said, capped))
    assert wrong == []


def unplayed(item: Input) -> bool:
    """Whether a game ends in a roll without a play."""
    games = record(item, Options()).told[0].games
    rolls = [[deed.entry.action for deed in game.deeds if isinstance(deed.entry.action, Roll)] for game in games]
    return any(each and not isinstance(each[-1].play, tuple) for each in rolls)


def imported(file: Path, out: Path, folder: Path) -> list[str]:
    """The messages of GNU Backgammon when it imports a file, which it then writes as it understood it."""
    commands = folder / "commands"
    commands.write_text(f'set automatic game off\nimport mat "{file}"\nexport match mat "{out}"\n', encoding="utf-8")
    assert GNUBG is not None
    done = subprocess.run(
        [GNUBG, "-t", "-q", "-r", "-c", str(commands)],
        capture_output=True,
        timeout=60,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "LC_ALL": "C"},
    )
    said = (done.stdout + done.stderr).decode("utf-8", "replace")
    return [line for line in said.splitlines() if re.search(r"nrecogni|nvalid|WARN|rror|garbage|failed|llegal", line)]
