"""The command line: exit statuses, wrong use, streams, reports in files, processes; what an examination gives is in its input's name."""

import json
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import click
import fakes
import pytest
from click.testing import CliRunner, Result

from tavla_cli.cli import ALIASES, COMMANDS, main

FAKE = [sys.executable, os.path.join(os.path.dirname(__file__), "fakes.py")]
ROOT = Path(__file__).resolve().parent.parent
Run = Callable[..., Result]

forks = pytest.mark.skipif(multiprocessing.get_start_method() != "fork", reason="the stand-ins reach other processes by fork only")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `tavla` in an empty folder; makes the files named *.mat among the arguments, but for those that begin with `gone`."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TAVLA_LANG", "en")
    for name, module in fakes.modules().items():
        monkeypatch.setitem(sys.modules, name, module)

    def running(*args: str, input: bytes | None = None) -> Result:
        for name in args:
            if name.endswith(".mat") and not name.startswith("gone") and "=" not in name:
                make(tmp_path / name)
        return CliRunner().invoke(main, list(args), input=input, prog_name="tavla")

    return running


def make(*paths: Path) -> None:
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(" 5 point match\n")


@pytest.mark.parametrize(
    ("args", "status"),
    [
        ("clean.mat", 0),
        ("warning.mat", 0),
        ("warning.mat --strict", 1),
        ("warning.mat --strict --exit-zero", 0),
        ("error.mat", 1),
        ("error.mat --exit-zero", 0),
        ("error.mat gone.mat", 2),
        ("gone.mat --exit-zero --allow-empty", 2),
        ("junk.mat", 3),
        ("junk.mat --exit-zero", 3),
        ("error.mat junk.mat gone.mat", 3),
        ("fault.mat junk.mat", 4),
        ("skipped.mat", 3),
        ("skipped.mat --allow-empty", 0),
        ("skipped.mat clean.mat", 0),
        ("--files-from empty", 3),
        ("--files-from empty --allow-empty", 0),
    ],
)
def test_status(run: Run, args: str, status: int, tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    result = run("validate", *args.split())
    assert (result.exit_code, result.output) == (status, result.output)


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ("validate", "Nothing to check. Name a file, a folder or an archive, - for standard input, or use --files-from."),
        ("validate -0 a", "-0 says how the paths of --files-from end: use both."),
        ("validate - --files-from -", "Standard input cannot be both a match (-) and the list of paths (--files-from -)."),
        ("validate --files-from nowhere", "The list nowhere cannot be read: No such file or directory."),
        (
            "validate a --select unplayed-numbr",
            "There is no check 'unplayed-numbr'. Did you mean unplayed-number? `tavla explain` lists them.",
        ),
        ("validate a --ignore P,C9", "There is no check 'C9'. `tavla explain` lists them."),
        ("validate a --from matt", "There is no format 'matt'. Did you mean mat? `tavla convert --list` shows the formats."),
        ("validate a --encoding utf-88", "There is no encoding 'utf-88'. Examples: utf-8, utf-16, cp1254, cp1250, cp1252."),
        (
            "validate a --output jsno",
            "Invalid value for '--output': There is no report 'jsno'. Did you mean json? "
            "The reports are text, concise, json, jsonl, verdicts, paths.",
        ),
        ("validate a --output json=", "Invalid value for '--output': Name a file after 'json=', or leave the = out."),
        (
            "validate a --output json --output text",
            "Only one report can go to standard output. Send the others to files: --output json=FILE",
        ),
        ("valdate a", "There is no command 'valdate'. Did you mean validate?"),
        ("error.mat", "There is no command 'error.mat'. To check that file: tavla validate error.mat"),
        ("explain P207", "There is no check, rule or term 'P207'. Did you mean P107? `tavla explain` lists the checks."),
    ],
)
def test_wrong_use(run: Run, args: str, sentence: str) -> None:
    result = run(*args.split())
    assert (result.exit_code, result.stdout, result.stderr.splitlines()[-1]) == (2, "", f"Error: {sentence}")


@pytest.mark.parametrize("rule", ["crawford", "crawfrod=on", "crawford=maybe"])
def test_wrong_rule(run: Run, rule: str) -> None:
    result = run("validate", "clean.mat", "--rule", rule)
    assert (result.exit_code, rule.partition("=")[0] in result.stderr) == (2, True)


def test_wrong_use_of_output_files(run: Run, tmp_path: Path) -> None:
    assert run("validate", "error.mat", "--output", "json=error.mat").stderr.endswith(f"over the input {tmp_path / 'error.mat'}.\n")
    assert run("validate", "error.mat", "--output", "json=x", "--output", "jsonl=./x").stderr.endswith(f"would go to {tmp_path / 'x'}.\n")
    unwritable = run("validate", "error.mat", "--output", "json=no/where")
    assert (unwritable.exit_code, "cannot be written: No such file or directory." in unwritable.stderr) == (2, True)


def test_concise(run: Run) -> None:
    result = run("validate", "error.mat", "gone.mat", "warning.mat", "--output", "concise")
    assert result.stdout == (
        "error.mat:41:10: P107 unplayed-number: The 3 can still be played. (game 2, row 10, Çetin)\n"
        "warning.mat:5:3: P110 hit-unmarked: A checker is hit without a star. (game 1)\n"
    )
    assert result.stderr == ("tavla: gone.mat: There is no such file or folder.\n2 files, 4 games: 1 error, 1 warning in 2 files\n")
    assert run("validate", "-q", "clean.mat", "--output", "concise").output == ""


@pytest.mark.parametrize("output", ["text", "concise"])
@pytest.mark.parametrize(
    ("args", "status", "said"),
    [
        ("gone.mat", 2, "tavla: gone.mat: There is no such file or folder.\ntavla: Nothing was examined.\n"),
        ("folder", 3, "tavla: Nothing was examined. (--allow-empty: that is no failure)\n"),
        ("folder --allow-empty", 0, "tavla: Nothing was examined.\n"),
        ("folder -q", 3, ""),
        (
            "skipped.mat",
            3,
            "tavla: Nothing was examined. 1 skipped, in which there is no match. (--allow-empty: that is no failure)\n",
        ),
    ],
)
def test_nothing_to_examine_is_not_no_errors(run: Run, output: str, args: str, status: int, said: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    result = run("validate", *args.split(), "--output", output)
    assert (result.exit_code, result.stdout, result.stderr) == (status, "", said)


@pytest.mark.parametrize("output", ["text", "concise"])
def test_colours(run: Run, output: str) -> None:
    plain = run("validate", "error.mat", "--output", output).stdout
    coloured = run("validate", "error.mat", "--output", output, "--color", "always").stdout
    shown = "\x1b[31merror\x1b[0m P107 unplayed-number" if output == "text" else "\x1b[31mP107 unplayed-number\x1b[0m"
    assert coloured.startswith(f"\x1b[1merror.mat:41:10\x1b[0m: {shown}: The 3 can still be played.")
    assert re.sub(r"\x1b\[\d+m", "", coloured) == plain


def test_own_fault(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    result = run("validate", "fault.mat", "error.mat", "--output", "paths")
    assert (result.exit_code, result.stdout) == (4, "fault.mat\nerror.mat\n")
    assert result.stderr == (
        "tavla: fault.mat: a fault of tavla's own (KeyError: 'x'). Please report it, with the input if you may; "
        "TAVLA_DEBUG=1 shows where it happened.\n"
    )
    monkeypatch.setenv("TAVLA_DEBUG", "1")
    assert "Traceback (most recent call last)" in run("validate", "fault.mat").stderr


def test_options_reach_the_examination(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def examine(item: object, options: object) -> object:
        seen.append(options)
        return fakes.examine_input(item, options)

    monkeypatch.setattr(sys.modules["tavla_cli.examine"], "examine_input", examine)
    args = "--select p,not_your_cube --ignore P110 --rules money --rule crawford=off --rule jacoby=on --from mat --encoding cp1254"
    result = run("check", "clean.mat", *args.split())
    assert result.exit_code == 0, result.output
    assert seen == [fakes.Options("money", ("crawford=off", "jacoby=on"), "cp1254", "mat", ("C201", "P107", "P110"), ("P110",))]


def test_several_reports(run: Run, tmp_path: Path) -> None:
    make(*(tmp_path / "in" / f"{name}{n}.mat" for n in range(40) for name in ("clean", "error")))
    (tmp_path / "in" / "all.json").write_text("an older report\n")
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "target")
    result = run(
        "validate", "in", *["--output", "json=in/all.json", "--output", "paths", "--output", "verdicts=link", "--output", "text=t", "-j1"]
    )
    document = json.loads((tmp_path / "in" / "all.json").read_text())
    names = sorted(os.path.join("in", f"{name}{n}.mat") for n in range(40) for name in ("clean", "error"))
    assert [file["path"] for file in document["files"]] == names
    assert result.stdout.splitlines() == [name for name in names if "error" in name]
    assert json.loads((tmp_path / "target").read_text().splitlines()[-1]) == {"summary": document["counts"]}
    assert link.is_symlink()
    assert (tmp_path / "t").read_text().endswith("\n80 files, 160 games: 40 errors in 40 files\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in", "link", "t", "target"]


def test_lists_of_files(run: Run, tmp_path: Path) -> None:
    make(tmp_path / "error1.mat", tmp_path / "error2.mat")
    lines = ("validate", "--files-from", "-", "--output", "paths", "-q")
    assert run(*lines, input=b"\xef\xbb\xbferror1.mat\r\n\r\nerror2.mat").output == "error1.mat\nerror2.mat\n"
    assert run(*lines, "-0", input=b"error2.mat\0error1.mat\0").output == "error2.mat\nerror1.mat\n"
    (tmp_path / "list").write_text("error2.mat\n")
    assert run("validate", "error1.mat", "--files-from", "list", "--output", "paths", "-q").output == "error1.mat\nerror2.mat\n"


@forks
def test_processes_keep_the_order_and_name_the_input_that_kills_one(run: Run, tmp_path: Path) -> None:
    names = [f"{n:04}/{'died' if n == 57 else 'fault' if n == 80 else 'killed' if n == 1111 else 'error'}.mat" for n in range(2000)]
    make(*(tmp_path / name for name in names))
    result = run("validate", ".", "-j", "2", "--output", "paths", "-q")
    assert (result.exit_code, result.stdout.splitlines()) == (4, [os.path.join(".", name) for name in names])
    assert [line.partition(" (")[0] for line in result.stderr.splitlines()] == [
        "tavla: ./0057/died.mat: the process that examined it died. The other inputs were examined. "
        "Please report it, with the input if you may.",
        "tavla: ./0080/fault.mat: a fault of tavla's own",
        "tavla: ./1111/killed.mat: the process that examined it died. The other inputs were examined. "
        "Please report it, with the input if you may.",
    ]


def test_a_closed_pipe_ends_quietly(tmp_path: Path) -> None:
    make(*(tmp_path / f"error{n}.mat" for n in range(50)))
    for args in (["validate", "."], ["validate", ".", "-j", "2"], ["validate", "--help"], ["--help"], ["explain"]):
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run([*FAKE, *args], stdout=writing, stderr=subprocess.PIPE, cwd=tmp_path, timeout=60)
        os.close(writing)
        assert (done.returncode, done.stderr) == (1 if "." in args else 0, b"")


def slow_run(tmp_path: Path, jobs: str, files: int = 300) -> "subprocess.Popen[bytes]":
    """A run that has begun, in a session of its own, and its report."""
    make(*(tmp_path / "in" / f"slow{n}.mat" for n in range(files)))
    command = [*FAKE, "validate", "in", "-j", jobs, "--output", "json=report"]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    while not list(tmp_path.glob(".report.*")):
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    time.sleep(0.5)
    return process


def others_in_session(session: int) -> list[int]:
    """The processes of a session but for its first, ended ones that nobody asked for left out."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, sid = path.read_text().rpartition(") ")[2].split()[:4]
        except OSError:  # it has ended
            continue
        if int(sid) == session and int(path.parent.name) != session and state != "Z":
            found.append(int(path.parent.name))
    return found


def left_over(session: int, seconds: float) -> list[int]:
    """What is still there of a session after at most so long."""
    until = time.monotonic() + seconds
    while (found := others_in_session(session)) and time.monotonic() < until:
        time.sleep(0.05)
    return found


@pytest.mark.skipif(os.name == "nt", reason="there are no signals to send")
@pytest.mark.parametrize(("name", "status"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_interrupted(tmp_path: Path, jobs: str, name: str, status: int) -> None:
    process = slow_run(tmp_path, jobs)
    assert not os.path.exists("/proc/self/stat") or bool(others_in_session(process.pid)) == (jobs == "2")
    started = time.monotonic()
    process.send_signal(getattr(signal, name))
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err.strip()) == (status, b"", b"")
    assert time.monotonic() - started < 5
    assert [path.name for path in tmp_path.iterdir()] == ["in"]
    assert left_over(process.pid, 0) == []


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="needs /proc to see the processes")
def test_workers_end_when_their_parent_is_gone(tmp_path: Path) -> None:
    process = slow_run(tmp_path, "3")
    assert len(others_in_session(process.pid)) >= 3
    process.kill()
    process.communicate(timeout=30)
    assert left_over(process.pid, 5) == []


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="needs /proc to see the processes")
def test_a_worker_that_is_killed_from_outside_costs_no_input(tmp_path: Path) -> None:
    process = slow_run(tmp_path, "2", 60)
    os.kill(min(others_in_session(process.pid)), signal.SIGKILL)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (0, b"", b"60 files, 120 games: no errors\n")
    files = json.loads((tmp_path / "report").read_text())["files"]
    names = sorted(os.path.join("in", f"slow{n}.mat") for n in range(60))
    assert [(file["path"], len(file["matches"])) for file in files] == [(name, 1) for name in names]


@pytest.mark.skipif(os.name == "nt", reason="needs a shell that closes streams")
@pytest.mark.parametrize(
    ("args", "status"),
    [
        ("validate clean.mat", 2),
        ("validate error.mat", 2),
        ("validate clean.mat --output json=report -q", 0),
        ("validate error.mat --output json=report -q", 1),
        ("validate clean.mat --output paths", 0),
        ("moves 4HPwATDgc/ABMA --dice 31", 2),
        ("explain", 2),
        ("--help", 2),
        ("--version", 2),
    ],
)
def test_standard_output_closed(tmp_path: Path, args: str, status: int) -> None:
    make(tmp_path / "clean.mat", tmp_path / "error.mat")
    done = subprocess.run(["sh", "-c", '"$@" >&-', "sh", *FAKE, *args.split()], cwd=tmp_path, capture_output=True, timeout=60)
    said = b"tavla: Standard output is closed: there is nowhere to write\n"
    assert (done.returncode, done.stderr) == (status, said if status == 2 else b"")


@pytest.mark.skipif(os.name == "nt", reason="needs a shell that closes streams")
def test_standard_error_closed(tmp_path: Path) -> None:
    make(tmp_path / "error.mat")
    closing = ["sh", "-c", '"$@" 2>&-', "sh", *FAKE]
    for args, status, lines in (("validate error.mat gone.mat --output paths", 2, ["error.mat"]), ("validate", 2, [])):
        done = subprocess.run([*closing, *args.split()], cwd=tmp_path, capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stdout.splitlines(), done.stderr) == (status, lines, "")


def test_names_that_no_encoding_writes(tmp_path: Path) -> None:
    name = b"\xff\xc3\xa7/error.mat"
    try:
        make(tmp_path / os.fsdecode(name))
    except OSError:
        pytest.skip("the file system takes no such name")
    for encoding in ("ascii", "utf-8"):
        for report in ("text", "concise", "json", "jsonl", "verdicts", "paths"):
            environment = {**os.environ, "PYTHONIOENCODING": encoding}
            done = subprocess.run([*FAKE, "validate", ".", "--output", report], cwd=tmp_path, capture_output=True, env=environment)
            assert b"Traceback" not in done.stderr, done
            assert name in done.stdout if report == "paths" else done.stdout.decode(encoding)


def test_help_of_every_command_has_an_example() -> None:
    for name in [*COMMANDS, *ALIASES]:
        module = ROOT / "tavla_cli" / "commands" / f"{ALIASES.get(name, name)}.py"
        if not module.exists():
            pytest.fail(f"{name} is listed, and there is no {module.name}")
        result = CliRunner().invoke(main, [name, "--help"], prog_name="tavla")
        assert (result.exit_code, f"tavla {ALIASES.get(name, name)} " in result.output.partition("Options:")[2]) == (0, True), result.output


def test_help_and_version() -> None:
    result = CliRunner().invoke(main, ["-h"])
    assert result.exit_code == 0
    assert [name for name in COMMANDS if f"\n  {name} " not in result.output] == []
    assert "\n  check " not in result.output
    version = CliRunner().invoke(main, ["--version"]).output
    assert version.startswith("tavla ") and version.endswith("\n") and version.count("\n") == 1


def test_help_says_what_language_the_messages_have() -> None:
    for name in COMMANDS:
        args = [name, "missing"] if name == "event" else [name]
        shown = " ".join(CliRunner().invoke(main, [*args, "--help"], prog_name="tavla").output.split())
        assert "Messages are in English until translations are installed." in shown, name


def test_the_command_line_alone_imports_little() -> None:
    heavy = ["lark", "multiprocessing", "concurrent.futures", "json", "tavla_cli.commands.validate", "tavla_cli.board", "tavla_cli.reports"]
    code = f"import sys, tavla_cli.cli; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert (done.stdout, done.stderr) == ("[]\n", "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(shell: str) -> None:
    environment = {**os.environ, "_TAVLA_COMPLETE": f"{shell}_source"}
    done = subprocess.run(FAKE, capture_output=True, text=True, env=environment)
    assert (done.returncode, "_TAVLA_COMPLETE=" in done.stdout) == (0, True)
    asked = {
        "COMP_WORDS": "tavla validate --output js",
        "COMP_CWORD": "js" if shell == "fish" else "3",
        "_TAVLA_COMPLETE": f"{shell}_complete",
    }
    answer = subprocess.run(FAKE, capture_output=True, text=True, env={**os.environ, **asked})
    assert [word for word in ("json", "jsonl", "text") if word in answer.stdout] == ["json", "jsonl"]


def test_explain(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("explain").output == (
        "C201  not-your-cube    error    A double by the player who may not turn the cube.\n"
        "P107  unplayed-number  error    Fewer numbers were played than can be.\n"
        "P110  hit-unmarked     warning  A checker is hit without a star.\n"
        "\n"
        "Rules of backgammon and terms are explained too: tavla explain rules, tavla explain terms.\n"
    )
    (tmp_path / "P107.mat").write_bytes(b" 5 point match\r\n\t\x1b[2J\n")
    from tavla_cli.commands import explain

    monkeypatch.setattr(explain, "_FOLDERS", (tmp_path,))
    page = (
        "P107 unplayed-number (error)\n\nFewer numbers were played than can be.\n\nBoth must be played if that is possible.\n\n"
        "Example (P107.mat):\n\n     5 point match\n            \\x1b[2J\n"
    )
    assert run("explain", "P107").output == page
    assert run("explain", "unplayed-number").output == page
    assert run("explain", "p").output == page + "\n\nP110 hit-unmarked (warning)\n\nA checker is hit without a star.\n"


def test_commands_are_click_commands() -> None:
    context = click.Context(main)
    assert main.list_commands(context) == list(COMMANDS)
    assert main.get_command(context, "check") is main.get_command(context, "validate")
    assert main.get_command(context, "nothing") is None
