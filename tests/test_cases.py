"""The movement cases of the rule book through the commands `judge` and `moves`."""

import json
from typing import Any

import pytest
from click.testing import CliRunner

from tavla_cli.board.ids import read_id
from tavla_cli.commands.judge import command as judge
from tavla_cli.commands.moves import command as moves
from tests.shared import SHARED, needs_shared

Case = dict[str, Any]

CASES: list[Case] = (
    [json.loads(line) for line in (SHARED / "rules" / "cases.jsonl").read_text(encoding="utf-8").splitlines()] if SHARED else []
)
MOVES = [case for case in CASES if case["kind"] == "move"]
POSITIONS = [case for case in CASES if case["kind"] == "position"]

# RULES.md says these codes of plays whose result is legal, and gives the code of no other case.
WARNINGS = {"R008": "P117", "R143": "P110"}


def answers(command: Any, lines: list[str], *options: str) -> tuple[int, list[Case]]:
    done = CliRunner().invoke(command, ["-", "--output", "jsonl", *options], input="".join(line + "\n" for line in lines))
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output
    return done.exit_code, [json.loads(line) for line in done.stdout.splitlines()]


def dice(case: Case) -> str:
    return "".join(map(str, case["dice"]))


@needs_shared
def test_the_book_has_the_cases() -> None:
    assert (len(MOVES), len(POSITIONS)) == (104, 4)


@needs_shared
def test_judge() -> None:
    """Every case: legal or not, the dice taken from the line as well as from the ID, and a code exactly where there is something to say."""
    wanted = [(case["id"], case["legal"], WARNINGS.get(case["id"]) if case["legal"] else True) for case in MOVES]
    for lead in ("", "{}: ", "{} ", "({}) "):
        lines = [f"{case['xgid']}\t{lead.format(dice(case))}{case['move']}" for case in MOVES]
        status, found = answers(judge, lines)
        assert [
            (case["id"], answer["legal"], answer["code"] if answer["legal"] else answer["code"].startswith("P"))
            for case, answer in zip(MOVES, found, strict=True)
        ] == wanted
        assert [(a["id"], a["dice"], a["play"]) for a in found] == [(c["xgid"], dice(c), c["move"]) for c in MOVES]
        assert status == 1


@needs_shared
def test_every_listed_play_is_legal() -> None:
    """`legal_plays` of a case, each judged: legal, and together they reach exactly the results that `moves` lists."""
    listed = [(case, play) for case in MOVES for play in case["legal_plays"] or []]
    status, found = answers(judge, [f"{case['xgid']}\t{play}" for case, play in listed])
    assert [(c["id"], play, a["legal"], a["code"]) for (c, play), a in zip(listed, found, strict=True) if not a["legal"] or a["code"]] == []
    assert status == 0
    reached: dict[str, set[str]] = {}
    for (case, _), answer in zip(listed, found, strict=True):
        reached.setdefault(case["id"], set()).add(answer["after"])
    status, plays = answers(moves, [case["xgid"] for case in MOVES])
    assert status == 0
    assert [len({play["after"] for play in answer["plays"]}) for answer in plays] == [answer["count"] for answer in plays]
    assert [(c["id"], a["count"]) for c, a in zip(MOVES, plays, strict=True)] == [(c["id"], c["legal_plays_count"]) for c in MOVES]
    for case, answer in zip(MOVES, plays, strict=True):
        if case["legal_plays"] or not case["legal_plays_count"]:  # some cases give the number only
            assert (case["id"], {play["after"] for play in answer["plays"]}) == (case["id"], reached.get(case["id"], set()))


@needs_shared
def test_moves_are_spelled_as_in_the_book() -> None:
    _, plays = answers(moves, [case["xgid"] for case in MOVES])
    for case, answer in zip(MOVES, plays, strict=True):
        if case["legal_plays"]:
            assert (case["id"], sorted(play["play"] for play in answer["plays"])) == (case["id"], sorted(case["legal_plays"]))


@needs_shared
def test_our_spelling_is_judged_to_its_own_result() -> None:
    """What `moves` spells, `judge` reads, finds legal without a remark, and takes to the same position."""
    _, plays = answers(moves, [case["xgid"] for case in MOVES])
    lines = [(case["xgid"], play) for case, answer in zip(MOVES, plays, strict=True) for play in answer["plays"]]
    status, found = answers(judge, [f"{xgid}\t{play['play']}" for xgid, play in lines])
    assert [(a["id"], a["play"], a["legal"], a["code"], a["after"]) for a in found] == [
        (xgid, play["play"], True, None, play["after"]) for xgid, play in lines
    ]
    assert status == 0


@needs_shared
def test_positions() -> None:
    lines = [case["xgid"] for case in POSITIONS]
    wanted = [None if case["legal"] else "bad-position" for case in POSITIONS]
    for command, given in ((moves, lines), (judge, [f"{line}\t(no move)" for line in lines])):
        status, found = answers(command, given)
        assert ([answer.get("error", {}).get("code") for answer in found], status) == (wanted, 3)
        assert [answer["id"] for answer in found] == lines


DIAGRAM = "XGID=-bBCCDBA----b----cce------:0:0:1:62:0:0:0:7:10"
START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"


def test_moves_says_what_the_contract_says() -> None:
    after = "XGID=-bBCCEA-----b----cce------:0:0:1:00:0:0:0:7:10"
    wanted = {"id": DIAGRAM, "dice": "62", "count": 1, "plays": [{"play": "7/5 6/off", "after": after}]}
    for arguments in ([DIAGRAM], [DIAGRAM[5:]], [DIAGRAM[5:].replace(":62:", ":00:"), "--dice", "6-2"]):
        done = CliRunner().invoke(moves, [*arguments, "--output", "jsonl"])
        assert (json.loads(done.stdout), done.exit_code) == ({**wanted, "id": arguments[0]}, 0)
    done = CliRunner().invoke(moves, [DIAGRAM, "--output", "json"])
    assert json.loads(done.stdout) == {"schema": 1, "tool": "tavla", "answers": [wanted]}
    done = CliRunner().invoke(moves, [DIAGRAM])
    assert done.stdout == f"{DIAGRAM} 62: 1 play\n  7/5 6/off\n"


def test_judge_says_what_the_contract_says() -> None:
    _, (found,) = answers(judge, [f"{DIAGRAM}\t6/off"])
    assert found == {
        "id": DIAGRAM,
        "dice": "62",
        "play": "6/off",
        "legal": False,
        "code": "P105",
        "message": found["message"],
        "after": "XGID=-bBCCDAA----b----cce------:0:0:1:00:0:0:0:7:10",
    }
    assert found["message"].endswith(".")
    done = CliRunner().invoke(judge, [DIAGRAM, "6/off"])
    assert (done.stdout, done.exit_code) == (
        f"6/off (62): illegal. {found['message']} (P105)\n  The nearest legal plays:\n    7/5 6/off\n",
        1,
    )
    done = CliRunner().invoke(judge, [DIAGRAM, "7/5", "6/off"])
    assert (done.stdout, done.exit_code) == ("7/5 6/off (62): legal\n", 0)
    assert CliRunner().invoke(judge, [DIAGRAM, "6/off", "--exit-zero"]).exit_code == 0


def test_plays_are_sorted() -> None:
    _, (found,) = answers(moves, [START])
    assert [play["play"] for play in found["plays"]] == [
        "24/23 24/21", "24/23 13/10", "24/23 8/5", "24/23 6/3", "24/21 8/7", "24/21 6/5", "24/20", "13/10 8/7", "13/10 6/5", "13/9",
        "8/7 8/5", "8/7 6/3", "8/5 6/5", "8/4", "6/5 6/3", "6/2",
    ]  # fmt: skip


def test_the_player_on_roll_is_written_first_and_upper_case() -> None:
    given = "-b-BB-D-C---dB---c-d-b--B-:1:1:-1:64:4:2:1:5:8"
    _, (found,) = answers(moves, [given])
    fields = {play["after"][31:] for play in found["plays"]}
    assert (fields, found["id"], found["dice"]) == ({":1:-1:1:00:2:4:1:5:8"}, given, "64")
    _, (judged,) = answers(judge, [f"{given}\t24/14"])
    assert judged["after"] in {play["after"] for play in found["plays"]}
    assert read_id(judged["after"]).score == (2, 4)


def test_lines_that_cannot_be_answered() -> None:
    lines = [
        "4HPwATDgc/ABMA", "4HPwATDgc/ABMA\t31", "  ", "# no comment", "4HPwATDgc/ABMA\t71", "4HPwATDgc/ABMA:cInlAAAAAAAE",
        "4HPwATDgc/ABMA\t(1 3)", "\x1b[31m\ufffe", "x" * 100_000,
    ]  # fmt: skip
    status, found = answers(moves, lines)
    assert [answer["error"]["code"] if "error" in answer else answer["count"] for answer in found] == [
        "no-dice", 16, "bad-id", "no-dice", 16, 16, "bad-id", "bad-id",
    ]  # fmt: skip
    assert status == 3
    assert [set(answer) for answer in found if "error" in answer] == [{"id", "error"}] * 5
    status, found = answers(
        judge,
        [
            f"{START}\tzz", f"{START}\t????", START, "4HPwATDgc/ABMA\t8/5 6/5", f"{START}\t", f"{START}\tCannot Move",
            f"{START}\t42: 8/4 6/4", f"{START}\t70: 8/1", f"{START}\t8/5 6/5",
        ],
    )  # fmt: skip
    assert [answer["error"]["code"] if "error" in answer else (answer["dice"], answer["legal"], answer["code"]) for answer in found] == [
        "bad-play", "bad-play", "bad-play", "no-dice", ("31", False, "P112"), ("31", False, "P112"), ("42", True, None),
        ("70", False, "P113"), ("31", True, None),
    ]  # fmt: skip
    assert status == 3


def test_terminal_escapes_are_shown() -> None:
    done = CliRunner().invoke(moves, ["-"], input="\x1b[31m\u202e\n")
    assert "\x1b" not in done.output and "\u202e" not in done.output and "\\x1b[31m\\u202e" in done.output
    done = CliRunner().invoke(judge, ["-", "--output", "jsonl"], input=f"{START}\t\x1b[31m\u202e\n")
    assert done.output.rstrip("\n").isprintable()


def test_counts() -> None:
    done = CliRunner().invoke(moves, ["-", "--count"], input=f"{START}\n{DIAGRAM}\nfoo\n{START}\t66\n")
    assert (done.stdout, done.exit_code) == ("16\n1\n-1\n11\n", 3)
    assert CliRunner().invoke(moves, [START, "--count"]).stdout == "16\n"


@pytest.mark.parametrize("command", [moves, judge])
def test_nothing_asked(command: Any) -> None:
    for given in ("", "\n \n"):
        done = CliRunner().invoke(command, ["-", "--output", "json"], input=given)
        assert (json.loads(done.stdout), done.exit_code) == ({"schema": 1, "tool": "tavla", "answers": []}, 3)
        assert CliRunner().invoke(command, ["-", "--allow-empty"], input=given).exit_code == 0


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        (moves, []),
        (moves, ["--bogus"]),
        (moves, [START, "--bogus"]),
        (moves, [START, "31"]),
        (moves, [START, "--dice", "71"]),
        (moves, [START, "--output", "xml"]),
        (judge, [START]),
        (judge, ["-", "8/5 6/5"]),
        (judge, [START, "8/5 6/5", "--bogus"]),
    ],
)
def test_wrong_use(command: Any, arguments: list[str]) -> None:
    assert CliRunner().invoke(command, arguments).exit_code == 2
