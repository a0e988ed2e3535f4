"""`tavla show` and FILE@PLACE. A case is a file in tests/cases/show: its first line the command, the rest all that comes out."""

import json
import os
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from tavla_cli.board import flipped
from tavla_cli.board.ids import read_id
from tavla_cli.cli import main
from tavla_cli.examine import Options
from tavla_cli.record import Roll
from tavla_cli.source import Input, inputs
from tavla_cli.walk import NoPlace, moves_at, read_place, walked_input

FOLDER = Path(__file__).parent / "cases" / "show"
EXAMPLES = Path(__file__).parents[1] / "examples"
CASES = sorted(FOLDER.glob("*.txt"))


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAVLA_LANG", "en")


def tavla(*args: str, input: bytes | None = None) -> Result:
    os.chdir(FOLDER)
    return CliRunner().invoke(main, list(args), input=input, prog_name="tavla")


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    command, _, wanted = path.read_text(encoding="utf-8").partition("\n")
    result = tavla(*command.split())
    assert (result.exit_code, result.output) == (1 if command.startswith("judge") and "illegal" in wanted else 0, wanted)


def test_there_are_cases() -> None:
    assert len(CASES) >= 15


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ("show match.mat 3", "There is no game 3: the match has games 1 to 2."),
        ("show match.mat 0.1L", "There is no game 0: the match has games 1 to 2."),
        ("show lost.mat 2.1L", "There is no game 2: the match has one game."),
        ("show match.mat 2.9L", "Game 2 has rows 1 to 4, and nothing in row 9."),
        ("show match.mat 2.4R", "Row 4 of game 2 has one cell only: 2.4L."),
        ("show match.mat :1", "No play stands in line 1 (game 1 in lines 7 to 10, game 2 in lines 14 to 17)."),
        (
            "show match.mat 2.L",
            "'2.L' is no place. Write game and row, as in 2.10L or 2.10R, 2 for a game, 2.last, or :41 for a line.",
        ),
        ("show match.mat --match 2", "There is no match 2 in match.mat: it has one match."),
        ("show two.mat 1.1R --match 3", "There is no match 3 in two.mat: it has 2 matches."),
        ("show nowhere.mat --encoding zlib", "There is no encoding 'zlib'. Examples: utf-8, utf-16, cp1254, cp1250, cp1252."),
        ("show nowhere.mat --from sgfx", "There is no format 'sgfx'. Did you mean sgf? `tavla convert --list` shows the formats."),
        ("judge match.mat", "Give a position and a play, or - alone to read them from standard input."),
    ],
)
def test_wrong_use(args: str, sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    result = tavla(*args.split())
    assert (result.exit_code, result.stdout, result.stderr.splitlines()[-1]) == (2, "", f"Error: {sentence}")


@pytest.mark.parametrize("command", ["show", "validate"])
@pytest.mark.parametrize(
    ("option", "begin"),
    [
        (["--rules", "turnament"], 'There is no preset and no file "turnament". Did you mean "tournament"?'),
        (["--rule", "crawford=perhaps"], 'The rule "crawford" cannot be "perhaps"'),
        # sixteen checkers, and a checker of each on one point
        (["--rule", "start=XGID=-P----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"], 'The rule "start" cannot be "XGID='),
        (["--rule", "start=//////////////"], 'The rule "start" cannot be "//////////////"'),
    ],
)
def test_bad_rules_are_wrong_use_before_anything_is_read(
    command: str, option: list[str], begin: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(FOLDER)
    result = tavla(command, "nowhere.mat", *option)
    assert (result.exit_code, result.stdout, result.stderr.splitlines()[-1][: len(begin) + 7]) == (2, "", f"Error: {begin}")


@pytest.mark.parametrize(
    ("path", "status", "sentence"),
    [
        ("nowhere.mat", 2, "tavla: nowhere.mat: There is no such file or folder.\n"),
        ("sheet.txt", 3, "tavla: sheet.txt: There is no match in this input.\n"),
    ],
)
def test_nothing_to_show(path: str, status: int, sentence: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sheet.txt").write_text("a letter\n", encoding="utf-8")
    for place in ([], ["1.1L"]):
        result = CliRunner().invoke(main, ["show", path, *place], prog_name="tavla")
        assert (result.exit_code, result.stdout, result.stderr) == (status, "", sentence)


def test_standard_input_and_short_help() -> None:
    data = (FOLDER / "match.mat").read_bytes()
    shown = (FOLDER / "sheet.txt").read_text(encoding="utf-8").partition("\n")[2]
    assert tavla("show", "-", input=data).output == shown.replace("match.mat:", "-:")
    assert tavla("judge", "-@1.1R", input=data).output.startswith("24/18 (64): illegal. The 4 can still be played. (P107)\n")
    assert tavla("show", "-h").output == tavla("show", "--help").output
    assert tavla("validate", "-h").output.startswith("Usage: tavla validate ")


def test_a_folder_is_shown_file_by_file(tmp_path: Path) -> None:
    for name in ("a.mat", "b.mat"):
        (tmp_path / name).write_bytes((FOLDER / "lost.mat").read_bytes())
    (tmp_path / "c.jpg").write_bytes(b"\xff\xd8\xff")
    one = (FOLDER / "lost.txt").read_text(encoding="utf-8").partition("\n")[2]
    result = CliRunner().invoke(main, ["show", str(tmp_path)])
    parts = [f"{tmp_path / name}\n\n" + one.replace("lost.mat:", f"{tmp_path / name}:") for name in ("a.mat", "b.mat")]
    assert (result.exit_code, result.output) == (0, "\n".join(parts))


def test_json_of_a_whole_match() -> None:
    document = json.loads(tavla("show", "match.mat", "--output", "json").stdout)
    (match,) = document["matches"]
    assert {key: value for key, value in match.items() if key not in ("games", "findings")} == {
        "path": "match.mat",
        "match": 1,
        "format": "mat",
        "dialect": "gnubg",
        "players": ["Ayşe", "Ben"],
        "length": 3,
        "event": "Village Cup",
        "date": "2026.03.01",
        "score": [2, 0],
        "claimed_score": [2, 0],
        "winner": None,
        "complete": False,
    }
    first, second = match["games"]
    assert {key: value for key, value in first.items() if key != "turns"} == {
        "game": 1,
        "game_number": 1,
        "crawford": False,
        "score_before": [0, 0],
        "claimed_score_before": [0, 0],
        "winner": "left",
        "points": 2,
        "claimed_points": 2,
        "score_after": [2, 0],
    }
    turns = [(turn["place"], turn["action"], turn["dice"], turn["played"]) for turn in first["turns"]]
    assert turns == [
        ("1.1L", "roll", "31", "8/5 6/5"),
        ("1.1R", "roll", "64", "24/18"),
        ("1.2L", "double", None, None),
        ("1.2R", "take", None, None),
        ("1.3L", "roll", "42", "8/4 6/4"),
        ("1.3R", "roll", "51", "13/7"),
        ("1.3L", "win", None, None),
    ]
    assert (second["crawford"], second["winner"], second["score_after"]) == (True, None, [2, 0])
    game = json.loads(tavla("show", "match.mat", "2", "--output", "json").stdout)
    assert game["matches"] == [{**match, "games": [second]}]


def test_positions_from_files_among_other_requests() -> None:
    lines = [
        "4HPwATDgc/ABMA\t31: 8/5 6/5",
        "match.mat@1.1R",
        "match.mat@1.1R\t24/18 13/9",
        "match.mat@1.1L\t65: 24/13",
        "match.mat@2.2R",
        "match.mat@2.2",
        "match.mat@7",
        "nowhere.mat@1.1L",
        "-@1.1L",
        "lost.mat@1.2R\t31: 8/5 6/5",
        "match.mat@1.3L",
        "two.mat@1.1R",
        "two.mat@1.3L",
    ]
    result = tavla("judge", "-", "--output", "jsonl", input="\n".join(lines).encode())
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [a["id"] for a in answers] == [line.partition("\t")[0] for line in lines]
    assert [(a["error"]["code"], a["error"]["message"]) if "error" in a else (a["dice"], a["play"], a["code"]) for a in answers] == [
        ("31", "8/5 6/5", None),
        ("64", "24/18", "P107"),
        ("64", "24/18 13/9", None),
        ("65", "24/13", None),
        ("bad-play", "No roll stands at that place, so there is no play to judge."),
        ("bad-id", "More than one turn stands there; name one, as in 2.10L or 2.10R."),
        ("bad-id", "There is no game 7: the match has games 1 to 2."),
        ("bad-id", "There is no such file or folder."),
        ("bad-id", "Standard input holds the requests and cannot be a record too."),
        ("bad-position", "No board fits the record there (since 1.1R)."),
        ("bad-position", "12 boards may be true there, after a play that is wrong or was not recorded."),
        ("bad-id", "More than one match of the file has that place (1, 2): choose with --match."),
        ("bad-position", "18 boards may be true there, after a play that is wrong or was not recorded."),
    ]
    assert result.exit_code == 3
    assert tavla("judge", "two.mat@1.1R", "--match", "2").output == "13/10 13/9 (43): legal\n"
    assert [tavla("moves", name).exit_code for name in ("nowhere.mat@1.1L", "match.mat@9.1L", "cases.mat@x")] == [2, 2, 2]


def test_the_board_after_a_play_is_the_board_before_the_next() -> None:
    """In every example, wherever both are known; and what is known of a play is a legal result of its roll or what its record leaves."""
    compared = 0
    for path in sorted(EXAMPLES.glob("*.mat")):
        _, walks = walked_input(next(inputs([str(path)])), Options())
        assert walks, path
        for walked in walks:
            for game in walked.games:
                turns = [move for move in game.moves if isinstance(move.entry.action, Roll) and move.at.scene is not None]
                for move, following in pairwise(turns):
                    then = following.at.scene
                    if move.after is not None and then is not None and then.boards == 1:
                        assert (path.name, move.place, flipped(move.after)) == (path.name, move.place, then.position)
                        compared += 1
    assert compared > 1000


def test_an_id_is_the_position_of_its_place() -> None:
    (turn,) = json.loads(tavla("show", "match.mat", "1.1R", "--output", "json").stdout)["turns"]
    by_id = tavla("moves", turn["position"], "--output", "jsonl").stdout
    by_place = tavla("moves", "match.mat@1.1R", "--output", "jsonl").stdout
    first, second = json.loads(by_id), json.loads(by_place)
    assert (first["plays"], first["dice"]) == (second["plays"], second["dice"])
    assert [play["play"] for play in second["plays"]] == turn["legal_plays"]
    assert read_id(turn["position"]).dice == (6, 4)


NOISE = st.lists(
    st.sampled_from(
        [
            "  1) 31: 8/5 6/5                64: 24/18 13/9",
            "  2) 62: Doubles => 2           Drops",
            "  3)  Doubles => 2               Beavers to 4",
            "  4)  Takes                     63: 24/15",
            "  5) 42: 8/4 6/4                55: 13/3",
            "     Wins 2 points",
            "\x1b[31m) 11: \u202e 6/5",
            " Game 2",
            " A\u0007nn : 0                       Bo\x9b : 3",
            "; Set Pos=-b----E-C---eE---c-e----B-/0",
            "  6) 31: 8/5 6/5                64: Resigns",
            "  5 point match",
            "Losses 1 point",
            "",
        ]
    ),
    max_size=12,
)


@settings(max_examples=15, deadline=None)
@given(NOISE, st.sampled_from(["1", "1.1L", "1.last", ":4", "2.3R", ":7"]))
def test_nothing_in_a_record_breaks_it(lines: list[str], place: str) -> None:
    text = "\n".join([" 3 point match", "", " Game 1", " Ann : 0                       Bo : 0", *lines])
    for wanted in ([], [place], [place, "--output", "json"]):
        result = CliRunner().invoke(main, ["show", "-", *wanted], input=text.encode())
        assert result.exit_code in (0, 2), result.output
        assert all(line.isprintable() for line in result.output.split("\n"))
    _, walks = walked_input(Input("x", text.encode(), True), Options())
    for walked in walks:
        try:
            assert moves_at(walked, read_place(place))
        except NoPlace as error:
            assert str(error).endswith(".")
