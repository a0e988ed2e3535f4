"""Completion: what each value is completed to, and how bash asks for it, which cuts words at `=`."""

import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete, ZshComplete

from tavla_cli.checks import CHECKS
from tavla_cli.cli import COMMANDS, main
from tavla_cli.commands.completion import Bash
from tavla_cli.rulebook import RULES, TERMS
from tavla_cli.rules import PRESETS, Rules, parse_option

FILE = ("file", "")


def found(*args: str, shell: type[ShellComplete] = ZshComplete) -> list[tuple[str, str]]:
    """Kind and value of what completes the last of the words."""
    *before, incomplete = args
    return [(item.type, item.value) for item in shell(main, {}, "tavla", "_TAVLA_COMPLETE").get_completions(list(before), incomplete)]


def words(*args: str) -> list[str]:
    items = found(*args)
    assert {kind for kind, _ in items} <= {"plain"}
    return [value for _, value in items]


@pytest.mark.parametrize("command", [["validate"], ["show"], ["moves"], ["judge"], ["score"], ["summarise"], ["event", "missing"]])
def test_rules(command: list[str]) -> None:
    assert found(*command, "--rules", "") == [FILE, *(("plain", name) for name in PRESETS)]
    assert found(*command, "--rules", "t") == [("file", "t"), ("plain", "tournament"), ("plain", "traditional")]
    assert found(*command, "--rules", "club.t") == [("file", "club.t")]
    assert words(*command, "--rule", "c") == ["crawford=", "cube=", "cube_limit="]
    assert words(*command, "--rule", "crawford=") == ["crawford=on", "crawford=off", "crawford=unknown"]


def test_every_rule_and_value() -> None:
    keys = words("validate", "--rule", "")
    assert keys == [f"{name}=" for name in ("preset", *Rules.__dataclass_fields__) if name != "sources"]
    for key in keys:
        values = words("validate", "--rule", key)
        assert len(values) > 1
        for value in values:
            parse_option(value)
    assert words("validate", "--rule", "cube-limit=m") == ["cube-limit=match"]
    assert words("validate", "--rule", "nothing=") == []


@pytest.mark.parametrize("option", ["--select", "--ignore"])
def test_checks(option: str) -> None:
    families = {code[:length] for code in CHECKS for length in (1, 2)}
    assert words("validate", option, "") == sorted({*CHECKS, *families})
    assert words("validate", option, "c20") == [f"C20{n}" for n in range(1, 10)]
    assert words("validate", option, "C2") == ["C2", *(code for code in sorted(CHECKS) if code.startswith("C2"))]
    assert words("validate", option, "T101,p11") == [f"T101,P11{n}" for n in range(10)]
    assert words("validate", option, "x") == []


def test_explain() -> None:
    everything = words("explain", "")
    names = [check.name for check in CHECKS.values()]
    assert sorted(everything) == sorted({*CHECKS, *names, *RULES, *(term.name for term in TERMS), "rules", "terms"})
    assert words("explain", "A0") == ["A01", "A02", "A03", "A04", "A05", "A06", "A07", "A08", "A09", "A09b"]
    assert words("explain", "craw") == ["crawford-double", "Crawford"]
    assert words("explain", "p107") == ["P107"]
    assert words("explain", "P107", "term") == ["terms"]


@pytest.mark.parametrize(
    ("command", "begun", "kinds"),
    [
        ("validate", "", ["text", "concise", "json", "jsonl", "verdicts", "paths"]),
        ("validate", "j", ["json", "jsonl"]),
        ("score", "j", ["json", "jsonl"]),
        ("summarise", "h", ["html"]),
        ("show", "j", ["json"]),
        ("moves", "j", ["jsonl", "json"]),
        ("judge", "t", ["text"]),
    ],
)
def test_outputs(command: str, begun: str, kinds: list[str]) -> None:
    assert words(command, "--output", begun) == kinds
    assert words(command, f"--output={begun}") == kinds


def test_commands() -> None:
    assert words("") == list(COMMANDS)
    assert words("s") == ["show", "score", "summarise"]


# ---- bash


@pytest.mark.parametrize(
    ("typed", "at", "answer"),
    [
        # as bash cuts `--rule crawford=`, `--rule crawford=o`, `--rule=crawford=o`
        (["--rule", "crawford", "="], 4, ["on", "off", "unknown"]),
        (["--rule", "crawford", "=", "o"], 5, ["on", "off"]),
        (["--rule", "=", "crawford", "=", "o"], 6, ["on", "off"]),
        (["--rule", "=", "crawf"], 4, ["crawford="]),
        (["--rule", "crawf"], 3, ["crawford="]),
        (["--rule", "crawford", "=", "off", "--rule", "cube", "=", "o"], 9, ["on", "off"]),
        (["--output", "=", "js"], 4, ["json", "jsonl"]),
        (["--rule", "crawford", "=", "off", "--select"], 7, None),
        # where `=` was taken out of COMP_WORDBREAKS
        (["--rule", "crawford=o"], 3, ["crawford=on", "crawford=off"]),
        (["--rules", "abak", "--rule", "crawford=off", "--rule", "jacoby=un"], 7, ["jacoby=unknown"]),
    ],
)
def test_bash(typed: list[str], at: int, answer: list[str] | None, monkeypatch: pytest.MonkeyPatch) -> None:
    line = ["tavla", "validate", *typed]
    monkeypatch.setenv("COMP_WORDS", "\n".join(line))
    monkeypatch.setenv("COMP_CWORD", str(at))
    reply = Bash(main, {}, "tavla", "_TAVLA_COMPLETE").complete().split("\n")
    assert reply == [f"plain,{word}" for word in answer or sorted({*CHECKS, *(code[:n] for code in CHECKS for n in (1, 2))})]


def test_bash_leaves_no_blank_behind_a_key() -> None:
    source = Bash(main, {}, "tavla", "_TAVLA_COMPLETE").source()
    assert "COMPREPLY+=($value); [[ $value == *= ]] && compopt -o nospace\n" in source


def test_the_command_line_takes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
    monkeypatch.setenv("COMP_WORDS", "tavla\nvalidate\n--rule\ncrawford\n=\nu")
    monkeypatch.setenv("COMP_CWORD", "5")
    monkeypatch.setenv("_TAVLA_COMPLETE", "bash_complete")
    code = "from tavla_cli.cli import main; main(prog_name='tavla')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "plain,unknown\n", "")
