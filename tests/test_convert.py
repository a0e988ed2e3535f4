"""`tavla convert` and `tavla format`: where the result goes, what is said of it, and the exit status."""

import gzip
import json
import os
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tavla_cli.cli import main
from tavla_cli.formats import LEADS
from tavla_cli.reports.written import OUTPUTS

EXAMPLES = Path(__file__).parents[1] / "examples"
MATCH = """\
; [Event "Club"]

 3 point match

 Game 1
 Ann : 0                        Bob : 0
  1) 31: 8/5 6/5                 42: 8/4 6/4
  2)  Doubles => 2                Drops
      Wins 1 point
"""
LOOSE = MATCH.replace("      Wins 1 point", "  Wins 1 points").replace("31: 8/5 6/5 ", "31: 6/5 8/5 ")


@pytest.fixture(autouse=True)
def somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TAVLA_LANG", "en")
    Path("a.mat").write_text(MATCH, encoding="utf-8")
    return tmp_path


def tavla(*args: str, input: str | None = None) -> Result:
    return CliRunner().invoke(main, list(args), input=input, prog_name="tavla")


def outcome(result: Result) -> tuple[int, str, str]:
    return result.exit_code, result.stdout, result.stderr


# ---- convert


def test_to_standard_output() -> None:
    assert outcome(tavla("convert", "a.mat", "--to", "mat")) == (0, MATCH, "")


def test_a_filter() -> None:
    assert outcome(tavla("convert", "-", "--to", "mat", input=LOOSE)) == (0, MATCH, "")


def test_every_target_is_written_and_listed() -> None:
    listed = tavla("convert", "--list").stdout
    for name in [*(name for name, lead in LEADS.items() if lead.writes), *OUTPUTS]:
        result = tavla("convert", "a.mat", "--to", name, "-o", f"out.{name}")
        assert (name, result.exit_code) == (name, 0)
        assert Path(f"out.{name}").stat().st_size > 0
    assert [line.split()[0] for line in listed.splitlines()] == [*LEADS, *OUTPUTS]


def test_what_is_lost_is_said_once_a_kind() -> None:
    result = tavla("convert", "a.mat", "--to", "match")
    assert result.exit_code == 0
    assert result.stderr.splitlines() == ["tavla: a.mat: Header lines other than date and time cannot be written, such as Event."]
    assert tavla("convert", "a.mat", "--to", "match", "--strict").exit_code == 1
    assert tavla("convert", "a.mat", "--to", "match", "-q").stderr == ""


def test_what_could_not_be_read_is_said() -> None:
    Path("b.mat").write_text(MATCH.replace("  2)", "  what is this\n  2)"), encoding="utf-8")
    result = tavla("convert", "b.mat", "--to", "mat")
    said = "tavla: b.mat: What could not be read is left out (1 places, the first in line 8); `tavla validate` shows it.\n"
    assert outcome(result) == (0, MATCH, said)
    assert tavla("convert", "b.mat", "--to", "mat", "--strict").exit_code == 1


@pytest.mark.parametrize(
    ("args", "status", "sentence"),
    [
        ("convert a.mat --to mat -o a.mat", 2, "a.mat is the input itself. Nothing is written over an input."),
        ("convert a.mat --to gnu", 2, "There is no format 'gnu'."),
        ("convert a.mat --to xg", 2, "xg can be read, not written."),
        ("convert a.mat --to mat --dialect snowy", 2, "mat has no dialect 'snowy'."),
        ("convert --to mat", 2, "Nothing to convert."),
        ("convert a.mat --to mat -o b --into c", 2, "-o writes one file and --into many: use one of them."),
        ("convert a.mat --to mat --match 2", 2, "There is no match 2 in a.mat: it has 1."),
        ("convert gone.mat --to mat", 2, "gone.mat: There is no such file or folder."),
        ("convert empty.txt --to mat", 3, "empty.txt: There is no match in it."),
        ("convert folder --to mat", 3, "Nothing to convert: no match was found."),
        ("format a.mat --write --check", 2, "Use one of --write, --check, -o and --into."),
        ("format empty.txt", 3, "empty.txt: There is no match in it."),
        ("format gone.mat", 2, "gone.mat: There is no such file or folder."),
        ("format a.mat -o a.mat", 2, "a.mat is the input itself. --write changes an input."),
    ],
)
def test_wrong_use(args: str, status: int, sentence: str) -> None:
    Path("empty.txt").write_text("", encoding="utf-8")
    Path("folder").mkdir()
    result = tavla(*args.split())
    assert (result.exit_code, result.stdout) == (status, "")
    assert sentence in result.stderr
    assert Path("a.mat").read_text(encoding="utf-8") == MATCH


def test_into_a_folder() -> None:
    """A name for each input; two of one name do not meet, and no member of an archive leaves the folder."""
    Path("in/x").mkdir(parents=True)
    for name in ("in/a.mat", "in/x/a.mat"):
        Path(name).write_text(MATCH, encoding="utf-8")
    with zipfile.ZipFile("in/z.zip", "w") as archive:
        archive.writestr("../../evil.mat", MATCH)
    Path("in/two.mat").write_text(MATCH + "\n\n" + MATCH, encoding="utf-8")
    result = tavla("convert", "in", "--to", "sgf", "--into", "out")
    assert result.exit_code == 0
    assert sorted(path.relative_to(".").as_posix() for path in Path(".").rglob("*.sgf")) == [
        "out/a-2.sgf", "out/a.sgf", "out/evil.sgf", "out/two.sgf",
    ]  # fmt: skip


def test_into_the_folder_of_the_inputs() -> None:
    assert tavla("convert", ".", "--to", "mat", "--into", ".").exit_code == 0
    assert Path("a.mat").read_text(encoding="utf-8") == MATCH
    assert Path("a-2.mat").read_text(encoding="utf-8") == MATCH


def test_several_matches_in_one_file() -> None:
    result = tavla("convert", "a.mat", "a.mat", "--to", "json")
    assert len(json.loads(result.stdout)["matches"]) == 2
    one = tavla("convert", str(EXAMPLES / "two-matches.mat"), "--to", "sgf", "--match", "2")
    assert (one.exit_code, one.stdout.count("(;FF[4]GM[6]") > 0) == (0, True)


def test_one_line_a_decision() -> None:
    result = tavla("convert", "a.mat", "--to", "xgid")
    assert result.stdout.splitlines() == [
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:3:10",
        "XGID=-b---BD-B---eE---c-e----B-:0:0:-1:42:0:0:0:3:10",
        "XGID=-b---BD-B---eE---b-d-b--B-:0:0:1:00:0:0:0:3:10",
        "XGID=-b---BD-B---eE---b-d-b--B-:0:0:1:D:0:0:0:3:10",
    ]
    plays = tavla("convert", "a.mat", "--to", "xgid", "--dialect", "plays").stdout
    assert [line.split("\t")[1] for line in plays.splitlines()] == ["8/5 6/5", "8/4 6/4"]
    assert tavla("judge", "-", input=plays).exit_code == 0


def test_a_score_sheet() -> None:
    text = tavla("convert", "a.mat", "--to", "text", "--dialect", "plain").stdout
    assert text == (
        "Ann - Bob\nmatch to 3\nEvent: Club\n\nGame 1   Ann 0 : 0 Bob\n"
        "  1) 31: 8/5 6/5                 42: 8/4 6/4\n  2) doubles to 2                drops\n"
        "     Ann wins 1 point (the double was dropped).\n\nScore so far: Ann 1, Bob 0\n"
    )


def test_positions_stay_what_they_are() -> None:
    lines = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10\nXGID=-b----E-C---eE---c-e----B-:0:0:-1:31:0:0:0:7:10\n"
    Path("ids.txt").write_text(lines, encoding="utf-8")
    assert outcome(tavla("convert", "ids.txt", "--to", "xgid")) == (0, lines, "")


def test_a_file_that_is_there_is_not_written_over() -> None:
    Path("out").mkdir()
    Path("out/a.mat").write_text("mine", encoding="utf-8")
    result = tavla("convert", "a.mat", "--to", "mat", "--into", "out")
    assert (result.exit_code, Path("out/a.mat").read_text(encoding="utf-8")) == (2, "mine")
    assert tavla("convert", "a.mat", "--to", "mat", "--into", "out", "--force").exit_code == 0
    assert Path("out/a.mat").read_text(encoding="utf-8") == MATCH


# ---- format


def test_the_diff() -> None:
    Path("b.mat").write_text(LOOSE, encoding="utf-8")
    result = tavla("format", "b.mat")
    assert outcome(result) == (
        0,
        "--- b.mat\n+++ b.mat\n@@ -4,6 +4,6 @@\n \n  Game 1\n  Ann : 0                        Bob : 0\n"
        "-  1) 31: 6/5 8/5                 42: 8/4 6/4\n+  1) 31: 8/5 6/5                 42: 8/4 6/4\n"
        "   2)  Doubles => 2                Drops\n-  Wins 1 points\n+      Wins 1 point\n",
        "",
    )
    assert Path("b.mat").read_text(encoding="utf-8") == LOOSE


def test_check_and_write() -> None:
    Path("b.mat").write_text(LOOSE, encoding="utf-8")
    os.chmod("b.mat", 0o640)
    assert outcome(tavla("format", "--check", "a.mat", "b.mat")) == (1, "", "tavla: b.mat: would change\n")
    assert outcome(tavla("format", "--write", "a.mat", "b.mat")) == (0, "", "tavla: b.mat: changed\n")
    assert Path("b.mat").read_text(encoding="utf-8") == MATCH
    assert os.name == "nt" or os.stat("b.mat").st_mode & 0o777 == 0o640
    assert outcome(tavla("format", "--check", ".")) == (0, "", "")
    assert sorted(path.name for path in Path(".").iterdir()) == ["a.mat", "b.mat"]


def test_format_is_a_filter() -> None:
    assert outcome(tavla("format", "-", input=LOOSE)) == (0, MATCH, "")


def test_what_would_be_lost_is_left_as_it_is() -> None:
    """An unreadable line is not thrown away, and neither is the analysis in an SGF."""
    text = MATCH.replace("  2)", "  what is this\n  2)")
    Path("b.mat").write_text(text, encoding="utf-8")
    result = tavla("format", "--write", "b.mat")
    assert (result.exit_code, Path("b.mat").read_text(encoding="utf-8")) == (1, text)
    assert "It is left as it is. Its canonical form would lose something." in result.stderr


def test_what_is_in_an_archive_is_not_changed() -> None:
    with zipfile.ZipFile("z.zip", "w") as archive:
        archive.writestr("b.mat", LOOSE)
    assert tavla("format", "--write", "z.zip").exit_code == 2
    assert tavla("format", "--into", "out", "z.zip").exit_code == 0
    assert Path("out/b.mat").read_text(encoding="utf-8") == MATCH


def test_no_input_is_destroyed() -> None:
    """Neither an archive that holds an input, nor a packed file, nor an input that a walk has yet to come to."""
    Path("d").mkdir()
    with zipfile.ZipFile("d/in.zip", "w") as archive:
        archive.writestr("q.mat", LOOSE)
    packed = gzip.compress(LOOSE.encode())
    Path("q.mat.gz").write_bytes(packed)
    before = Path("d/in.zip").read_bytes()
    assert tavla("convert", "d", "--to", "mat", "-o", "d/in.zip").exit_code == 2
    assert Path("d/in.zip").read_bytes() == before
    assert tavla("format", "--write", "q.mat.gz").exit_code == 2
    assert Path("q.mat.gz").read_bytes() == packed
    Path("e").mkdir()
    Path("e/q.mat").write_text(LOOSE, encoding="utf-8")
    assert tavla("format", "e", "-o", "e/q.mat").exit_code == 2
    assert Path("e/q.mat").read_text(encoding="utf-8") == LOOSE
    tavla("convert", "e/q.mat", "--to", "sgf", "-o", "e/a.sgf")
    Path("e/b.mat").write_text(MATCH, encoding="utf-8")
    Path("e/a.sgf").rename("e/B.sgf")
    Path("e/B.mat").write_text("mine", encoding="utf-8")
    tavla("convert", "e", "--to", "mat", "--into", "e", "--force")
    assert Path("e/q.mat").read_text(encoding="utf-8") == LOOSE
    assert Path("e/B.mat").read_text(encoding="utf-8") == "mine"


def test_formatting_changes_no_finding() -> None:
    """All examples: what changes is nothing that `validate` speaks of. The command tries it out itself, and would say so."""
    result = tavla("format", "--check", str(EXAMPLES))
    said = [line for line in result.stderr.splitlines() if "would change" not in line and "left as it is" not in line]
    assert said == ["tavla: " + str(EXAMPLES / "checks" / "T102.mat") + ": There is no match in it."]
