"""The prover: whatever it accepts, the long way finds clean, with the same value to the last byte; and it accepts what programs write.

Uncompiled or compiled, whichever is installed; `compiled()` says which. `TAVLA_SPOILED=5000` tries so many spoiled copies.
"""

import ast
import os
import random
import re
from functools import cache
from pathlib import Path

import pytest

import tavla_cli.prover
from tavla_cli.examine import Options, examine_input
from tavla_cli.prover import prove
from tavla_cli.results import FileResult
from tavla_cli.source import Input
from tests.made_matches import match_text
from tests.mutate import mutated
from tests.shared import SHARED, needs_shared
from tests.test_generated import DIALECTS, maker

SPOILED = int(os.environ.get("TAVLA_SPOILED", "400"))
EXAMPLES = sorted(path for path in (Path(__file__).parents[1] / "examples").rglob("*") if path.suffix in (".mat", ".txt"))
ACCEPTED = 157  # of the real files, 168 of which are clean
PACKAGE = Path(tavla_cli.prover.__file__).parent

WHOLE = b"""; [Site "Somewhere"]
; [Crawford "On"]

3 point match

 Game 1
 Alice : 0                       Bob : 0
  1) 31: 8/5 6/5                 42: 8/4 6/4
  2) 65: 24/13                   66: 24/18(2) 13/7(2)
  3)  Doubles => 2                Drops
      Wins 1 point

 Game 2
 Alice : 1                       Bob : 0
  1)                             43: 24/20 13/10
  2) 52: 13/8 13/11               Doubles => 2
  3)  Takes                      61: 13/7 8/7
      Wins 2 points and the match
"""


def long_way(data: bytes) -> FileResult:
    return examine_input(Input("x.mat", data, True), Options())


def clean(result: FileResult) -> bool:
    return bool(result.matches) and not result.unreadable and all(each.severity == "note" for each in result.all_diagnostics)


def agrees(data: bytes) -> bool:
    """Whether it is accepted; what is accepted has to be what the long way gives, and clean."""
    got = prove("x.mat", data)
    if got is None:
        return False
    expected = long_way(data)
    assert got == expected
    assert clean(expected)
    return True


@cache
def seeds() -> list[bytes]:
    found = [WHOLE, *(path.read_bytes() for path in EXAMPLES)]
    found += [
        match_text("Ann", "Béla", score, 3, seed, EventDate="2020.02.03").encode() for seed, score in enumerate([(3, 1), (0, 3), (2, 2)])
    ]
    return [data for data in found if prove("x.mat", data) is not None]


def test_a_match_is_proved() -> None:
    assert agrees(WHOLE)
    assert agrees(WHOLE.replace(b"\n", b"\r\n"))
    assert agrees(b"\xef\xbb\xbf" + WHOLE)
    assert agrees(WHOLE.rstrip())
    assert len(seeds()) > 15


def test_several_matches_are_proved() -> None:
    other = WHOLE.replace(b"Alice", b"Carol").replace(b"31: 8/5 6/5", b"53: 8/3 6/3")
    assert agrees(WHOLE + b"\n" + other + WHOLE.partition(b"\n\n")[2])
    assert not agrees(WHOLE + b"; the end\n")
    assert not agrees(WHOLE + other[:60])


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("8/5 6/5", "8/5 6/4"),
        ("8/5 6/5", "8/5"),
        ("8/5 6/5", "8/5 6/5*"),
        ("31: 8/5 6/5", "33: 8/5(2) 6/3(2)"),
        ("65: 24/13", "65:"),
        ("65: 24/13", "65: Cannot Move"),
        ("65: 24/13", "65: ????"),
        ("65: 24/13", "65: 24/13 see"),
        (" Drops", " Takes"),
        (" Takes", " Drops"),
        ("=> 2   ", "=> 4   "),
        (" Doubles => 2\n", "52: 24/22 13/8\n"),
        ("Wins 1 point", "Wins 2 points"),
        ("Wins 1 point", "Wins 1 point and the match"),
        ("Wins 2 points", "Wins 5 points"),
        ("Bob : 0\n  1)  ", "Bob : 1\n  1)  "),
        ("Game 2", "Game 3"),
        ("Game 2", "Game 2 (Crawford)"),
        ("Alice : 1", "Alyce : 1"),
        ("3 point match", "2 point match"),
        ("3 point match", "3.5 point match"),
        ('Crawford "On"', 'Crawford "Perhaps"'),
        ('Crawford "On"', 'CubeLimit "1"'),
        ("  2) 52", "  3) 52"),
        ("  2) 52", "; a comment\n  2) 52"),
        ("Bob", "Alice"),
        ("Alice", "Al\u00a0ce"),
        ("  1) 31", "\t1) 31"),
    ],
)
def test_what_is_unusual_is_left_to_the_long_way(was: str, now: str) -> None:
    assert was.encode() in WHOLE
    assert prove("x.mat", WHOLE.replace(was.encode(), now.encode())) is None


def test_stars_tell_two_ways_apart() -> None:
    """From 24 to 16 by way of 18, where a blot stands, or of 22: clear only where another hit has its star."""
    game = """ 1 point match

 Game 1
 Ann : 0                         Bob : 0
  1)                             61: 13/7 6/5
  2) 62: 24/16                   41: 13/9* 24/23
      Wins 1 point
"""
    assert agrees(game.encode())
    assert prove("x.mat", game.replace("*", "").encode()) is None
    assert agrees(game.replace("24/16", "24/18*/16").replace("13/9* 24/23", "bar/24 13/9*").encode())
    assert prove("x.mat", game.replace("62: 24/16", "62: 24/22*/16").encode()) is None


def test_examples() -> None:
    for path in EXAMPLES:
        agrees(path.read_bytes())


@needs_shared
def test_real_files() -> None:
    assert SHARED is not None
    paths = sorted(path for path in (SHARED / "corpus" / "mat").iterdir() if path.is_file())
    assert sum(agrees(path.read_bytes()) for path in paths) >= ACCEPTED


@needs_shared
@pytest.mark.parametrize("dialect", DIALECTS)
def test_generated_matches_are_all_proved(dialect: str) -> None:
    make = maker()
    for number in range(20):
        text = "\n".join(make.match(random.Random(f"prover-{number}"), 7, dialect)) + "\n"
        assert agrees(text.encode()), text


def test_spoiled_copies() -> None:
    accepted = 0
    for number in range(SPOILED):
        rng = random.Random(f"prover-{number}")
        data = rng.choice(seeds())
        accepted += agrees(mutated(data, rng) if number % 2 else slightly(data, rng))
    assert accepted > SPOILED // 20


def slightly(data: bytes, rng: random.Random) -> bytes:
    """One cell with another number, without a star, in another order or shorter: such copies are often still clean."""
    steps = list(re.finditer(rb"(?:\d+|bar)/\S+", data))
    if not steps:
        return data
    one = rng.choice(steps)
    change = rng.randrange(5)
    if change == 0:
        digits = [at for at, byte in enumerate(data) if 48 <= byte <= 57]
        at = rng.choice(digits)
        return data[:at] + b"%d" % rng.randrange(7) + data[at + 1 :]
    if change == 1:
        return data.replace(b"*", b"")
    if change == 2:
        return data[: one.start()] + data[one.end() :].lstrip(b" ")
    if change == 3:
        return b"".join(data.splitlines(keepends=True)[: rng.randrange(3, 60)])
    following = re.compile(rb" +((?:\d+|bar)/\S+)").match(data, one.end())
    return data if following is None else data[: one.start()] + following[1] + b" " + one[0] + data[following.end() :]


def test_every_function_and_name_has_its_type() -> None:
    """What core.pxd forgets would not be compiled, and what it has too much would be a mistake."""
    tree = ast.parse((PACKAGE / "core.py").read_text(encoding="utf-8"))
    functions = {node.name: [each.arg for each in node.args.args] for node in tree.body if isinstance(node, ast.FunctionDef)}
    names = {alias.name for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    typed = (PACKAGE / "core.pxd").read_text(encoding="utf-8")
    declared = {
        found[1]: [each.split()[-1] for each in found[2].split(", ")]
        for found in re.finditer(r"^cdef int (\w+)\((.*)\) noexcept", typed, re.M)
    }
    assert declared == functions
    assert {name for line in re.findall(r"^cdef int ([A-Z_, ]+)$", typed, re.M) for name in line.split(", ")} == names
