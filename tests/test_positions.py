"""`moves` and `judge`: what they say to somebody who asks in another way than they expect."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tavla_cli.cli import main

START = "4HPwATDgc/ABMA"
# Eight checkers of the opponent on the first point of an XGID: it begins as the short help does.
HYPHEN = "-h----E-C---eB---b------B-:0:0:1:31:0:0:0:7:10"
RECORD = """ 3 point match

 Game 1
 Ann : 0                        Bo : 0
  1) 31: 8/5 6/5                64: 24/18 13/9
  2) 52: 13/8 13/11
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TAVLA_LANG", "en")
    (tmp_path / "final.mat").write_text(RECORD)
    (tmp_path / "bare").write_text(RECORD)
    return tmp_path


def tavla(*args: str, input: str | None = None) -> Result:
    return CliRunner().invoke(main, list(args), input=input, prog_name="tavla")


def said(*args: str, input: str | None = None) -> tuple[int, str, str]:
    """Status, standard output, and the last line of standard error."""
    result = tavla(*args, input=input)
    return result.exit_code, result.stdout, (result.stderr.splitlines() or [""])[-1]


# ---- the short help


@pytest.mark.parametrize("command", ["moves", "judge"])
def test_short_help(command: str) -> None:
    shown = tavla(command, "--help")
    assert (shown.exit_code, shown.output.startswith(f"Usage: tavla {command} ")) == (0, True)
    assert [tavla(command, *args).output for args in (["-h"], [START, "-h"], ["--count", "-h"])] == [shown.output] * 3


def test_an_id_may_begin_as_the_short_help_does() -> None:
    found = tavla("moves", HYPHEN, "--output", "jsonl")
    assert (found.exit_code, json.loads(found.stdout)["id"]) == (0, HYPHEN)
    assert tavla("judge", HYPHEN, "8/5 6/5").stdout == "8/5 6/5 (31): legal\n"
    assert said("moves", "--", "-h")[0] == 2


# ---- dice


@pytest.mark.parametrize("extra", [["31"], ["3", "1"], ["3-1"]])
def test_dice_behind_the_id(extra: list[str]) -> None:
    words = " ".join(extra)
    sentence = f"Error: After the ID nothing more is expected, but there is {words!r}. To name the roll write --dice {words}"
    assert said("moves", START, *extra) == (2, "", sentence)
    assert said("moves", START, "8/5") == (2, "", "Error: After the ID nothing more is expected, but there is '8/5'.")
    assert said("moves", START, "--dise", "31") == (2, "", "Error: No such option '--dise'.")


def test_no_dice() -> None:
    assert said("moves", START) == (3, f"{START}: The ID says no dice. Write --dice 31, for example. (no-dice)\n", "")
    assert said("judge", START, "8/5 6/5") == (
        3,
        f"{START}: Neither the ID nor the play says the dice. Write --dice 31, for example, or 31: before the play. (no-dice)\n",
        "",
    )


def test_contradictory_dice() -> None:
    wrong = (2, "", "Error: The dice contradict each other: 31 before the play, and --dice 62.")
    assert said("judge", START, "31: 13/9", "--dice", "62") == wrong
    assert said("judge", START, "31:", "13/9", "--dice", "62", "--output", "jsonl") == wrong
    assert said("judge", START, "13: 13/9", "--dice", "31") == (0, "13/9 (13): legal\n", "")
    assert said("judge", START, "13/9", "--dice", "31") == (0, "13/9 (31): legal\n", "")
    lines = f"{START}\t62: 24/18 13/11\n{START}\t31: 13/9\n"
    assert said("judge", "-", "--dice", "62", input=lines) == (
        2,
        f"24/18 13/11 (62): legal\n{START}: The dice contradict each other: 31 before the play, and --dice 62. (no-dice)\n",
        "",
    )
    assert said("moves", "-", "--dice", "62", "--count", input=f"{START}\t26\n{START}\t31\n") == (
        2,
        "14\n-1\n",
        f"{START}: The dice contradict each other: 31 behind the ID, and --dice 62. (no-dice)",
    )


# ---- files and places


@pytest.mark.parametrize("command", ["moves", "judge"])
@pytest.mark.parametrize("name", ["final.mat", "bare", "gone.mat", "inbox.zip!/x.sgf"])
def test_a_file_in_place_of_an_id(command: str, name: str) -> None:
    play = ["8/5 6/5"] if command == "judge" else []
    sentence = f"{name}: This is a file, and no ID; a turn in it is named as in {name}@2.10L.\n"
    assert said(command, name, *play) == (3, sentence, "")
    _, answer, _ = said(command, name, *play, "--output", "jsonl")
    assert json.loads(answer) == {"id": name, "error": {"code": "bad-id", "message": sentence.removeprefix(f"{name}: ").rstrip("\n")}}


def test_what_is_no_file_is_a_bad_id() -> None:
    status, answer, _ = said("moves", "nonsense")
    assert (status, answer.startswith("nonsense: "), answer.endswith(" (bad-id)\n")) == (3, True, True)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("final.mat@2.10L", "There is no game 2: the match has one game."),
        ("final.mat@1.10L", "Game 1 has rows 1 to 2, and nothing in row 10."),
        ("final.mat@1.2R", "Row 2 of game 1 has one cell only: 1.2L."),
        (
            "final.mat@here",
            "'here' is no place. Write game and row, as in 2.10L or 2.10R, 2 for a game, 2.last, or :41 for a line.",
        ),
        ("gone.mat@1.1L", "There is no such file or folder."),
    ],
)
def test_a_wrong_place_is_no_bad_id(name: str, sentence: str) -> None:
    assert said("moves", name) == (2, f"{name}: {sentence}\n", "")
    assert json.loads(tavla("moves", name, "--output", "jsonl").stdout)["error"] == {"code": "bad-id", "message": sentence}


def test_a_member_of_an_archive_has_places(folder: Path) -> None:
    import zipfile

    with zipfile.ZipFile(folder / "inbox.zip", "w") as archive:
        archive.writestr("a/final.mat", RECORD)
        archive.writestr("b.mat", RECORD)
    assert said("judge", "inbox.zip!/a/final.mat@1.1R") == (0, "24/18 13/9 (64): legal\n", "")
    assert tavla("show", "inbox.zip!/b.mat", "1.1R").stdout == tavla("show", "final.mat", "1.1R").stdout
    result = tavla("validate", "inbox.zip!/a/final.mat", "inbox.zip!/c.mat", "--output", "concise")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        "tavla: inbox.zip!/c.mat: There is no such file in the archive.\n1 file, 1 game: no errors, 2 notes (--notes shows them)\n"
    )


# ---- a blank in place of the TAB


@pytest.mark.parametrize("name", [START, HYPHEN, "final.mat@1.1L"])
def test_a_blank_in_place_of_the_tab(name: str) -> None:
    for command, second, what in (("judge", "8/5 6/5", "play"), ("moves", "31", "dice")):
        line = f"{name}  {second}"
        assert said(command, "-", input=f"{line}\n") == (3, f"{line}: A TAB must part the ID and the {what}; here a blank does.\n", "")


def test_a_blank_elsewhere_is_no_tab(folder: Path) -> None:
    (folder / "my final.mat").write_text(RECORD)
    assert said("judge", "-", input="my final.mat@1.1R\n") == (0, "24/18 13/9 (64): legal\n", "")
    assert "TAB" not in said("judge", "-", input="no id\n")[1]
    assert "TAB" not in said("moves", f"{START} 31")[1]
