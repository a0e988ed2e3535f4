"""Plays as people and programs write them: cases in files, and properties."""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tavla_cli.board import Hop, Step, spelled
from tavla_cli.formats.notation import folded, read_play
from tavla_cli.record import Unplayed

CASES = Path(__file__).parent / "cases" / "notation"
NAMES = {Unplayed.CANNOT_MOVE: "cannot-move", Unplayed.UNKNOWN: "unknown", Unplayed.NOTHING: "nothing", None: "unreadable"}


def written(step: Step) -> str:
    """A step with 25 for the bar and 0 for off."""
    points = "/".join(f"{point}{'*' * hit}" for point, hit in zip(step.points, (False, *step.hits), strict=True))
    return points + (f"({step.count})" if step.count > 1 else "")


def shown(text: str) -> str:
    """How a text is read, in the words of the case files."""
    play = read_play(text)
    return " ".join(f"{written(step)}<{text[step.start : step.end]}>" for step in play) if isinstance(play, tuple) else NAMES[play]


def cases() -> list[tuple[str, str, str]]:
    found = []
    for path in sorted(CASES.glob("*.txt")):
        for line in path.read_text(encoding="utf-8").split("\n"):
            if line and not line.startswith("#"):
                text, _, expected = line.partition("\t")
                found.append((path.stem, text, expected))
    return found


@pytest.mark.parametrize(("file", "text", "expected"), cases())
def test_reads(file: str, text: str, expected: str) -> None:
    assert shown(text) == expected


def test_too_long_is_not_parsed() -> None:
    assert read_play("8/5" + " " * 3997) == (Step((8, 5), (False,)),)
    assert read_play("8/5" + " " * 3998) is None


PIECES = [
    *"0123456789/*()-> ,;x?!$",
    "bar",
    "off",
    "8/5",
    "(2)",
    "Cannot Move",
    "no move",
    "????",
    "kırık",
    "çıkış",
    "ван",
    "İ",
    "ß",
    "→",
    "\t",
    "\x00",
]


@given(st.text(max_size=60) | st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
@example("(" * 3000)
@example("8/5" + " " * 3000 + "x")
@example("?" * 3999 + "a")
@example("-" * 3999 + "a")
@example("6/off" * 700)
def test_no_text_raises(text: str) -> None:
    play = read_play(text)
    assert play is None or isinstance(play, Unplayed) or all(0 <= step.start < step.end <= len(text) for step in play)


@given(st.text())
def test_folding_keeps_places(text: str) -> None:
    assert len(folded(text)) == len(text)
    assert folded(folded(text)) == folded(text)


@given(st.lists(st.builds(Hop, st.integers(1, 25), st.integers(0, 24), st.booleans()), min_size=1, max_size=4))
def test_what_is_spelled_is_read_back(hops: list[Hop]) -> None:
    spelling = spelled(tuple(hops))
    play = read_play(spelling)
    assert isinstance(play, tuple)
    assert " ".join(written(step) for step in play) == spelling.replace("bar", "25").replace("off", "0")
    assert " ".join(spelling[step.start : step.end] for step in play) == spelling


STEPS = st.integers(1, 3).flatmap(
    lambda legs: st.builds(
        Step,
        st.tuples(st.integers(1, 25), *[st.integers(0, 25)] * legs),
        st.tuples(*[st.booleans()] * legs),
        st.integers(1, 4 // legs),
    )
)


@given(st.data(), st.lists(STEPS, min_size=1, max_size=4))
def test_every_spelling_is_read_back(data: st.DataObject, steps: list[Step]) -> None:
    """Arrows, words, counts and gaps of all kinds, mixed."""
    play, pieces = [], []
    for step in steps:
        arrow = data.draw(st.sampled_from(["/", "-", ">", "→", " → ", "->"]))
        bar, off = (
            data.draw(st.sampled_from(["25", "bar", "B", "Kırık", "ПРЕЧКА"])),
            data.draw(st.sampled_from(["0", "off", "o", "ÇIKIŞ", "raus", "ван"])),
        )
        names = [{25: bar, 0: off}.get(point, str(point)) for point in step.points]
        way = names[0] + "".join(f"{arrow}{name}{'*' * hit}" for name, hit in zip(names[1:], step.hits, strict=True))
        if step.count == 1:
            piece = way
        else:
            piece = data.draw(st.sampled_from(["{0}({1})", "{0} ({1})", "({1}){0}", "{0}x{1}", "{0} x({1})"])).format(way, step.count)
        play.append(step)
        pieces.append(piece)
    text = data.draw(st.sampled_from([" ", ", ", "; ", "  "])).join(pieces)
    read = read_play(text)
    assert read == tuple(play)
    assert isinstance(read, tuple)
    assert [text[step.start : step.end] for step in read] == pieces
