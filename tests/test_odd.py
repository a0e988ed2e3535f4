"""Odd records: right ones that must give nothing, and wrong ones of which each has one mistake and must give one finding at its place.

A case is a line of a table: the rows behind a common beginning, and what must be reported as "line:column code", nothing for right ones.
"""

import pytest

from tavla_cli.examine import Options, examine_input
from tavla_cli.source import Input

HEAD = " 5 point match\n\n Game 1\n ann : 0                        bob : 0\n  1) 31: 8/5 6/5                 42: 8/4 6/4\n"
ROW2 = "  2) 65: 24/18 18/13             63: 24/15\n"
ROW3 = ROW2.replace("2)", "3)")
END = "      Wins 1 point\n"

CASES = {
    "unreadable double, taken": ("  2)  Dobules => 2                Takes\n" + ROW3 + "      Wins 2 points\n", "6:7 T101"),
    "unreadable number, taken": ("  2)  Doubles => x                Takes\n" + ROW3 + "      Wins 2 points\n", "6:7 T101"),
    "unreadable number, dropped": ("  2)  Doubles => x                Drops\n      Wins 1 point\n", "6:7 T101"),
    "bracket behind a row number": ("  2] 65: 24/18 18/13             63: 24/15\n" + END, "6:3 T101"),
    "bare bracket": ("  ) 65: 24/18 18/13             63: 24/15\n" + END, "6:3 T101"),
    "absurd row number": ("  22222222) 65: 24/18 18/13             63: 24/15\n" + END, ""),
    "right cell without dice": (
        "  2) 65: 24/18 18/13             24/15\n  3) 21: 13/10                   31: 25/22 22/21\n" + END,
        "6:34 T101",
    ),
    "cell in brackets": ("  2) 65: 24/18 18/13             [63: 24/15]\n" + END, "6:34 T101"),
    "raccoon after a refused beaver": (
        "  2)  Doubles => 2                Beavers => 4\n  3)  Raccoons => 8               Takes\n"
        "  4) 65: 24/18 18/13             63: 24/15\n      Wins 5 points\n",
        "6:35 C211",
    ),
    "wrapped result": (ROW2 + "      Wins 5 points and the\n      Match\n", ""),
    "wrapped before and": (ROW2 + "      Wins 5 points\n      and the match\n", ""),
    "rest of the match": (ROW2 + "      Wins 2008 point\n", ""),
    "wins the match": (ROW2 + "      Wins the match\n", ""),
    "full stop": (ROW2 + "      Wins 1 point.\n", ""),
    "result with its kind": (ROW2 + "      Wins 2 points (gammon)\n", ""),
    "play with a full stop": ("  2) 65: 24/18 18/13.            63: 24/15.\n" + END, ""),
    "DOS end mark": (ROW2 + END + "\x1a", ""),
    "NULs at the end": (ROW2 + END + "\0\0\0", ""),
    "cut result": (ROW2 + "      Win", "7:7 T103"),
    "overlong score": (ROW2 + END + " Game 2\n ann : 99999999999                bob : 0\n" + ROW2 + END, "9:2 T101"),
    "broken play in a lost game": (
        "  2) 65: 24/18 18/12             63: 24/15\n  3) 21: 24/23 5/3               31: 17/14 17/16\n"
        "  4) 21: xyz                     31: 8/5 6/5\n" + END,
        "6:16 P103 8:10 T101",
    ),
    "unknown word on the right": ("  2)  Doubles => 2                pases\n" + ROW3 + END, "6:35 T101"),
    "a word where the play breaks": ("  2) 65: 24/18 18/l3             63: 24/15\n" + END, "6:16 T101"),
    "result in words": (ROW2 + "      Wins one point\n", "7:7 T101"),
}


def findings(text: str) -> str:
    result = examine_input(Input("odd.mat", text.encode(), True, None), Options())
    return " ".join(f"{d.line}:{d.column} {d.code}" for d in result.all_diagnostics if d.severity != "note")


@pytest.mark.parametrize("name", CASES)
def test_one_mistake_one_finding(name: str) -> None:
    rows, expected = CASES[name]
    assert findings(HEAD + rows) == expected


MATCHES = {
    "Turkish capitals": (
        "1 point match\n\nGame 1\n İpek : 0               Işık : 0\n  1) 31: 8/5 6/5         52: 24/22 13/8\n",
        "Game 2\n ipek : 0               IŞIK : 0\n",
    ),
    "decimal ratings": (
        "3 point match\n\nGame 1\n ann,1500.25 : 0               bob,1600 : 0\n"
        "  1) 31: 8/5 6/5                 52: 24/22 13/8\n      Wins 1 point\n",
        "Game 2\n ann,1510.5 : 1               bob,1590.75 : 0\n",
    ),
}


@pytest.mark.parametrize("name", MATCHES)
def test_names_are_the_same(name: str) -> None:
    first, second = MATCHES[name]
    assert "T106" not in findings(first + second + "  1) 31: 8/5 6/5                 52: 24/22 13/8\n      Wins 1 point\n")


def test_names_like_comments() -> None:
    text = HEAD.replace(" ann : 0                        bob : 0", " ;ann : 0                       #bob : 0") + ROW2 + END
    result = examine_input(Input("odd.mat", text.encode(), True, None), Options())
    assert (findings(text), result.matches[0].players) == ("", (";ann", "#bob"))


def test_raccoon_as_gnubg_writes_it() -> None:
    text = HEAD.replace("5 point", "0 point") + (
        "  2) 65: 24/18 18/13              Doubles => 2\n  3)  Beavers => 4                Beavers => 8\n"
        "  4)                             63: 24/15\n      Wins 8 points\n"
    )
    assert findings(text) == ""


@pytest.mark.parametrize("line", ["3.5 point match", "abc point match", "5 000 point match"])
def test_odd_length_has_its_place(line: str) -> None:
    assert findings(HEAD.replace("5 point match", line, 1) + ROW2 + END) == "1:2 T108"


def test_a_cube_that_was_not_reset_is_one_mistake() -> None:
    """The game may have been played with the cube at 1 all the same: a result of 1 is no second finding."""
    start = "; Set Pos=-b----E-C---eE---c-e----B-/1\n"
    text = HEAD.replace("  1) 31", start + "  1) 31") + ROW2 + END
    assert findings(text) == "5:1 C213"
