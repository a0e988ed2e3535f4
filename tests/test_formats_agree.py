"""The same match is the same in every format that keeps it: as real files, and as what one writer makes of another's work."""

import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from tavla_cli.converting import record, write
from tavla_cli.examine import Options, examine_input
from tavla_cli.formats import FORMATS, LEADS, opened
from tavla_cli.results import MatchResult
from tavla_cli.source import Input
from tests.shared import SHARED, needs_shared

EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("*.mat"))
WRITTEN = [name for name, lead in LEADS.items() if lead.writes]
CHAIN = ("sgf", "json", "ogxm", "mat")
# What a format cannot hold, and with it the replay: sentences of `Written.lost`, by their beginnings.
UNHEARD = (
    "A beaver",
    "A raccoon",
    "Beavers",
    "The match starts from",
    "Nackgammon",
    "A play that is not known",
    "A player has no name",
    "The start of",
)


def examined(data: bytes) -> list[MatchResult]:
    return list(examine_input(Input("x", data, True), Options()).matches)


def facts(match: MatchResult) -> tuple[object, ...]:
    """What is the same in every format: rolls, boards and cube actions, the score, and whose it is."""
    names = tuple(name.replace(" ", "_") for name in match.players)  # one format has no blanks in names
    return match.digest, match.score, match.winner, match.games, names, match.length


def converted(data: bytes, to: str) -> tuple[bytes, list[str]]:
    found = write(record(Input("x", data, True), Options()).told, to)
    return found.content if isinstance(found.content, bytes) else found.content.encode(), [loss.template for loss in found.lost]


@pytest.mark.parametrize("to", WRITTEN)
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_what_is_written_reads_back(path: Path, to: str) -> None:
    data = path.read_bytes()
    before = examined(data)
    if len(before) > 1 and not FORMATS[to].several:
        pytest.skip("one match a file")
    written, lost = converted(data, to)
    assert opened("x", written)[1] == to
    after = examined(written)
    if any(sentence.startswith(UNHEARD) for sentence in lost):
        assert len(after) == len(before)  # what is lost is said, and the rest of the record means something else without it
        return
    assert [facts(match) for match in after] == [facts(match) for match in before]
    assert [codes(match) for match in after] == [codes(match) for match in before]


def codes(match: MatchResult) -> list[str]:
    return sorted(d.code for d in match.diagnostics if d.severity != "note")


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_round_the_formats(path: Path) -> None:
    """`mat -> sgf -> json -> ogxm -> mat` ends with the rows where it began; the header holds what all of them can."""
    first, lost = converted(path.read_bytes(), "mat")
    if len(examined(first)) > 1:
        pytest.skip("one match a file")
    data = first
    for to in CHAIN:
        data, missing = converted(data, to)
        lost += missing
    if any(sentence.startswith(UNHEARD) for sentence in lost):
        pytest.skip(f"named: {lost[0]}")
    assert [facts(match) for match in examined(data)] == [facts(match) for match in examined(first)]
    if not any(d.severity == "error" for match in examined(first) for d in match.diagnostics):
        assert rows(data) == rows(first)  # a play that is illegal is kept as each format writes it


def rows(data: bytes) -> list[str]:
    """What no format on the way has a place for is left out: which die was first, and the words "and the match"."""
    lines = data.decode().replace(" and the match", "").splitlines()
    return [_DICE.sub(lambda dice: "".join(sorted(dice[0])), line) for line in lines if line and not line.startswith(";")]


_DICE = re.compile(r"[1-6]{2}(?=:)")


# Real files of one match; the names in the text formats are others.
SAME = {
    "3WNK_g1Z-PLsh_HyvQ5j4a": ("opengammon-001.mat", 4),
    "5nqfGw9bWG3deTaU": ("gammonview-001.mat", 3),
    "hQ8sVn2LbTdF4wRm": ("hedgehog-001.mat", 2),
    "B4_SrGcsKAQmoTyHlgJCbM": (None, 5),
    "MYdvw1qGuyaRUH__": (None, 4),
    "UL-CV6F9jMM-E1Pu": (None, 3),
    "baR-U643iUDpvzTC": (None, 4),
    "uwvEbd63UvdX7SDin5o_Iw": (None, 3),
}


@needs_shared
def test_real_files_of_one_match_agree() -> None:
    """Rolls, resulting boards, cube actions and results."""
    assert SHARED is not None
    by_stem: defaultdict[str, list[Path]] = defaultdict(list)
    for folder in ("xg", "bgf", "gva", "ogxm"):
        for path in sorted((SHARED / "corpus" / folder).iterdir()):
            by_stem[path.name.split(".")[0]].append(path)
    for stem, (mat, _) in SAME.items():
        if mat is not None:
            by_stem[stem].append(SHARED / "corpus" / "mat" / mat)
    found = {stem: [examined(path.read_bytes())[0] for path in by_stem[stem]] for stem in SAME}
    assert {stem: (len({match.digest for match in each}), len(each)) for stem, each in found.items()} == {
        stem: (1, count) for stem, (_, count) in SAME.items()
    }
    scores = {
        stem: {tuple(sorted(min(points, match.length or 99) for points in match.score or ())) for match in each}
        for stem, each in found.items()
    }
    assert {stem: len(each) for stem, each in scores.items()} == dict.fromkeys(SAME, 1)


@needs_shared
@pytest.mark.parametrize("folder", ["sgf", "xg", "bgf", "gva", "ogxm"])
def test_every_real_file_is_read(folder: str) -> None:
    assert SHARED is not None
    unread = []
    for path in sorted((SHARED / "corpus" / folder).iterdir()):
        result = examine_input(Input(path.name, path.read_bytes(), True), Options())
        if not result.matches:
            unread.append(path.name)
    assert unread == NO_MATCH.get(folder, [])


NO_MATCH = {"sgf": ["sgf-003.sgf", "sgf-009.sgf", "sgf-016.sgf"]}  # games of Go, and a tree without a game


@needs_shared
@pytest.mark.parametrize("to", WRITTEN)
def test_generated_matches_read_back(to: str, tmp_path: Path) -> None:
    """Matches that nobody played: every legal thing happens in them."""
    assert SHARED is not None
    make = [sys.executable, str(SHARED / "tools" / "make_matches.py")]
    subprocess.run([*make, "--out", str(tmp_path), "-n", "12", "--seed", str(1000 + WRITTEN.index(to))], check=True, capture_output=True)
    wrong = []
    for path in sorted(tmp_path.glob("*.mat")):
        data = path.read_bytes()
        written, _ = converted(data, to)
        before, after = examined(data), examined(written)
        if [facts(match) for match in before] != [facts(match) for match in after] or any(map(codes, after)):
            wrong.append(path.name)
    assert len(list(tmp_path.glob("*.mat"))) == 12
    assert wrong == []
