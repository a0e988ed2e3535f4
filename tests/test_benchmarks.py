# ruff: noqa: E402  the benchmarks are no package, and where they lie has to be said first
"""The benchmarks: what their generator writes is legal, what it spoils is not, and ratios are computed right. Nothing is timed."""

import json
import random
import re
import sys
from pathlib import Path

import pytest
from shared import SHARED, needs_shared

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
if not BENCHMARKS.is_dir():
    pytest.skip("the benchmarks are not here", allow_module_level=True)
sys.path.insert(0, str(BENCHMARKS))

import data as made_data
import generate
import programs
import rows
import run
import stages

from tavla_cli.board.ids import read_id
from tavla_cli.examine import Options, examine_input
from tavla_cli.formats.mat.styles import STYLES
from tavla_cli.results import FileResult
from tavla_cli.source import Input

MANY = 12


def examined(text: str) -> FileResult:
    return examine_input(Input("made.mat", text.encode(), True), Options())


def findings(result: FileResult) -> list[tuple[int | None, str]]:
    return [(d.line, d.code) for d in result.all_diagnostics if d.severity != "note"]


# ---- the generator


@pytest.mark.parametrize("dialect", generate.DIALECTS)
def test_clean_matches_are_clean(dialect: str) -> None:
    for number in range(1, MANY + 1):
        made = generate.made_match(number, length=5)
        result = examined(generate.text(made, dialect))
        assert findings(result) == [], number
        (match,) = result.matches
        last = made.games[-1]
        score = [sum(game.stated for game in made.games if game.winner == side) for side in (0, 1)]
        assert (result.dialect, match.players, match.length, match.score, match.complete, match.games, match.turns) == (
            dialect,
            made.names,
            5,
            tuple(score),
            True,
            len(made.games),
            sum(bool(turn.dice[0]) for game in made.games for turn in game.turns),
        )
        assert score[last.winner] >= 5


@pytest.mark.parametrize("dialect", generate.DIALECTS)
def test_spoiled_matches_are_not(dialect: str) -> None:
    for number in range(1, MANY + 1):
        made = generate.made_match(number, length=5, spoil_every=1)
        errors = [d.code for match in examined(generate.text(made, dialect)).matches for d in match.diagnostics if d.severity == "error"]
        assert errors, number


@pytest.mark.parametrize("way", [generate._wrong_play, generate._wrong_cube, generate._wrong_result, generate._wrong_score])
def test_each_way_to_spoil_gives_an_error(way: object) -> None:
    codes = set()
    spoiled = 0
    for number in range(1, MANY + 1):
        made = way(generate.made_match(number, length=7), random.Random(number))  # type: ignore[operator]
        if made is not None:
            spoiled += 1
            found = {d.code for d in examined(generate.text(made)).all_diagnostics if d.severity == "error"}
            assert found, number
            codes |= found
    assert spoiled > MANY // 2
    expected = {"_wrong_cube": {"C205"}, "_wrong_result": {"S301"}, "_wrong_score": {"S303"}}
    assert codes == expected.get(way.__name__, codes)  # type: ignore[attr-defined]
    assert way is not generate._wrong_play or all(code.startswith("P") for code in codes)


def test_the_same_seed_gives_the_same_matches() -> None:
    assert generate.text(generate.made_match(3)) == generate.text(generate.made_match(3))
    assert len({generate.text(generate.made_match(number, seed)) for number in (1, 2) for seed in (1, 2)}) == 4
    assert generate.made_match(2, spoil_every=3) == generate.made_match(2)
    assert generate.made_match(3, spoil_every=3) != generate.made_match(3)


@pytest.mark.parametrize(("jobs", "dialect"), [(1, "gnubg"), (2, "galaxy")])
def test_files_hold_what_was_asked(jobs: int, dialect: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generate, "_TOGETHER", 6)
    generate.write(tmp_path, 1, 14, length=1, dialect=dialect, per_file=3, spoil_every=5, jobs=jobs)
    found = {path.name: examined(path.read_text(encoding="utf-8")) for path in sorted(tmp_path.iterdir())}
    assert {name: [bool(m.count("error")) for m in result.matches] for name, result in found.items()} == {
        "m000001.mat": [False, False, False],
        "m000004.mat": [False, True, False],
        "m000007.mat": [False, False, False],
        "m000010.mat": [True, False, False],
        "m000013.mat": [False, False],
    }


def test_only_spoiled_files(tmp_path: Path) -> None:
    generate.write(tmp_path, 1, 7, length=1, spoil_every=3, only_spoiled=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["m000003.mat", "m000006.mat"]


def test_positions_have_dice_and_differ() -> None:
    found = list(generate.positions(300))
    assert len(found) == 300
    setups = [read_id(text) for text in found]
    assert all(setup.dice for setup in setups)
    assert len({setup.position for setup in setups}) > 250


def test_the_dialects_are_styles() -> None:
    assert set(generate.DIALECTS) <= STYLES.keys()


# ---- the data


def test_data_is_made_once_and_again_when_it_would_differ(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    asked: list[tuple[str, ...]] = []

    def generated(_self: object, folder: Path, *arguments: str) -> None:
        asked.append(arguments)
        first, number = (int(arguments[arguments.index(option) + 1]) for option in ("--first", "-n"))
        for each in range(first, first + number):
            (folder / generate.file_name(each)).write_text(f"{each}\n")

    monkeypatch.setattr(made_data.Data, "_run", generated)

    def fresh() -> made_data.Data:
        return made_data.Data(tmp_path / "d", {1, 10, 12}, said.append, {})

    assert fresh().clean(10) == ["clean/000001-000001", "clean/000002-000010"]
    assert [Path(each).name for each in fresh().clean_files(10)] == [generate.file_name(each) for each in range(1, 11)]
    assert said == ["making clean/000001-000001", "making clean/000002-000010"]
    data = fresh()
    assert (data.root / data.joined(12)).read_text().split() == [str(each) for each in range(1, 13)]
    assert (data.root / data.imports("x", data.clean_files(1))).read_text() == 'import mat "clean/000001-000001/m000001.mat"\n'
    assert said[2:] == ["making joined-000012", "making clean/000011-000012"]
    monkeypatch.setattr(made_data, "SEED", 2)
    fresh().clean(1)
    assert said[4:] == ["making clean/000001-000001"]
    with pytest.raises(ValueError, match="none of the sizes"):
        fresh().clean(5)
    (data.root / data.wrong(12) / "m000010.mat").unlink()  # was written over that of the clean ones, with these options
    assert asked[-1][-3:] == ("--spoil-every", "10", "--only-spoiled")


def test_a_folder_of_others_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "clean").mkdir()
    with pytest.raises(made_data.NotOurs):
        made_data.Data(tmp_path, {1}, print, {})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["clean"]


def test_the_plain_copy_has_nothing_compiled(tmp_path: Path) -> None:
    package = tmp_path / "tavla_cli"
    (package / "board").mkdir(parents=True)
    for name in ("__init__.py", "board/judge.py", "board/judge.cpython-311-x86_64-linux-gnu.so", "board/judge.c", "board/x.pyd"):
        (package / name).touch()
    (tmp_path / "grammars").mkdir()
    (tmp_path / "grammars" / "play.lark").touch()
    copy = Path(made_data.Data(tmp_path / "d", {1}, print, {}).plain_copy(package))
    assert sorted(str(path.relative_to(copy)) for path in copy.rglob("*") if path.is_file()) == [
        "grammars/play.lark",
        "tavla_cli/__init__.py",
        "tavla_cli/board/judge.py",
    ]


# ---- ratios


def fake(*seconds: float, mib: float = 20.0) -> list[rows.Sample]:
    return [rows.Sample(each, mib) for each in seconds]


def test_ratios_are_of_medians() -> None:
    assert rows.ratio(fake(1, 9, 2, 2, 1), fake(8, 4, 4, 90, 3)) == 0.5
    assert rows.ratio(fake(0.004), fake(0.001), speeds=True) == 0.25  # four times as slow a position
    assert rows.ratio(fake(0.001), fake(0.004)) == 0.25


@pytest.mark.parametrize(
    ("value", "at_least", "said"),
    [
        (0.1, False, "goal"),
        (0.2, False, "goal"),
        (0.21, False, "floor"),
        (0.5, False, "floor"),
        (0.51, False, "short"),
        (0.6, True, "goal"),
        (0.5, True, "goal"),
        (0.49, True, "floor"),
        (0.2, True, "floor"),
        (0.19, True, "short"),
    ],
)
def test_verdicts(value: float, at_least: bool, said: str) -> None:
    floor, goal = (0.2, 0.5) if at_least else (0.5, 0.2)
    assert rows.verdict(value, floor, goal, at_least) == said


def test_the_table_of_fake_timings() -> None:
    samples = {
        "few": fake(0.3, 0.2, 0.1, mib=39),
        "gnubg few": fake(1.0, 1.0, 1.0, mib=70),
        "long-way": fake(3.0, mib=60),
        "summarise": fake(1.6),
        "moves": fake(1 / 32_000),
        "count": fake(1 / 15_500),
        "gnubg-nn": fake(1 / 155_000),
        "many": fake(2.0, mib=41),
        "cat many": fake(1.0),
    }
    missing = {"gnubg many": "gnubg is not there", "score": "it failed"}
    wanted = ["few", "many", "many-cat", "score", "summarise", "moves", "count", "long-way", "memory"]
    found = rows.outcomes(samples, missing, wanted, few=2000, many=20000)
    assert [(each.key, each.ratio and round(each.ratio, 6), each.verdict) for each in found] == [
        ("few", 0.2, "floor"),
        ("many", None, "skipped"),
        ("many-cat", 2.0, "floor"),
        ("score", None, "skipped"),
        ("summarise", 1.6, "short"),
        ("moves", 0.206452, "goal"),
        ("count", 0.1, "short"),
        ("long-way", 3.0, "floor"),
        ("memory", 60, "floor"),  # of tavla's own programs only
    ]
    assert found[0].work == "validate: 2,000 clean matches in as many files"
    assert [each.why for each in found if each.verdict == "skipped"] == ["gnubg is not there", "it failed; gnubg is not there"]
    assert found[0].tavla == {"seconds": 0.2, "fastest": 0.1, "slowest": 0.3, "runs": 3, "mib": 39}
    assert found[-1].tavla == {"row": "long-way"}
    again = json.loads(json.dumps([rows.as_json(each) for each in found]))
    shown = list(rows.table(again))
    assert len(shown) == 1 + len(wanted)
    assert "SKIPPED: gnubg is not there" in shown[2]
    assert shown[1].split()[-5:] == ["0.2", "0.25", "0.1", "floor", "holds"]
    assert shown[5].endswith("FLOOR MISSED")
    text = list(rows.markdown({"rows": again}))
    assert text[2] == "| validate: 2,000 clean matches in as many files | gnubg | 0.2 | at most 0.25 | 0.1 |"
    assert text[3].split(" | ")[2] == "not run: gnubg is not there"
    assert text[6].split(" | ")[2] == "1.6 (short of it)"
    assert text[7].endswith("| gnubg-nn | 0.206 | at least 0.05 | 0.2 |")


def test_nothing_run_is_said() -> None:
    found = rows.outcomes({}, {})
    assert {each.verdict for each in found} == {"skipped"}
    assert [each.key for each in found] == list(rows.KEYS)
    assert all(each.why for each in found)


@needs_shared
def test_floors_and_goals_are_those_asked_for() -> None:
    assert SHARED is not None
    text = (SHARED / "BENCHMARKS.md").read_text(encoding="utf-8")
    asked = re.findall(r"^\| .+ \| ([^|]+) \| ([^|]+) \|$", text[text.index("| work | floor | goal |") :], re.M)[1:]

    def numbers(cell: str) -> list[float]:
        return [float(each) for each in re.findall(r"[0-9.]*[0-9]", cell)]

    memory = (rows.MEMORY_FLOOR, rows.MEMORY_GOAL)
    ours = [(row.floor, row.goal) for row in rows.ROWS if row.key != "long-way"] + [memory]
    ours += [(row.floor, row.goal) for row in rows.ROWS if row.key == "long-way"]
    theirs = [pair for floor, goal in asked for pair in zip(numbers(floor), numbers(goal), strict=True)]
    assert ours == theirs


# ---- running


def python(code: str, **more: object) -> programs.Program:
    return programs.Program((sys.executable, "-c", code), **more)  # type: ignore[arg-type]


def test_programs_that_fail_are_named_and_the_others_go_on(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("seen")
    given = {
        "good": python("import sys; sys.exit(sys.stdin.read() == 'seen')", stdin=tmp_path / "in.txt", statuses=(1,)),
        "bad": python("import sys; sys.exit('it is wrong')"),
        "blind": python("print('read', 'read')", holds=("read", 3)),
        "slow": python("import time; time.sleep(60)"),
        "away": programs.Program((str(tmp_path / "no-such-program"),)),
        "rate": python("print(8.0)", says_rate=True, positions=4),
        "gone": python(""),
    }
    missing = {"gone": "not there"}
    found = programs.in_turns({key: each for key, each in given.items() if key != "slow"}, tmp_path, 2, 60, missing)
    assert {key: len(samples) for key, samples in found.items()} == {"good": 2, "rate": 2}
    assert [sample.seconds for sample in found["rate"]] == [2.0, 2.0]
    assert all(sample.mib > 1 for samples in found.values() for sample in samples)
    with pytest.raises(programs.Failed, match="status -9 after"):
        programs.measured(given["slow"], tmp_path, 0.5)
    assert "it is wrong" in missing["bad"]
    assert "2 of 3 matches were read" in missing["blind"]
    assert missing.keys() == {"gone", "bad", "blind", "away"}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.txt"]


def test_every_row_has_its_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(made_data.Data, "_run", lambda _self, folder, *_: [(folder / generate.file_name(n)).touch() for n in range(1, 12)])
    data = made_data.Data(tmp_path / "d", {1, 10, 11}, lambda _: None, {})
    tools = run.tools(None)
    bench = run.Bench(tools, data, run.Sizes(10, 11, 3, 4, 1), 1, 1, 1.0)
    found = {key: bench.program(key) for row in rows.ROWS for key in (row.tavla, row.other)}
    assert found["many"].argv[-4:] == ("validate", "clean/000001-000001", "clean/000002-000010", "clean/000011-000011")
    assert found["long-way"].environment["PYTHONPATH"] == str((tmp_path / "d" / "plain").resolve())
    assert (found["moves"].positions, found["count"].positions, found["gnubg-nn"].positions) == (3, 4, 4)
    assert found["gnubg many"].holds == ("Position ID", 11)


def test_what_is_missing_is_said(tmp_path: Path) -> None:
    tools = run.Tools(("tavla",), {}, tmp_path, None, False)
    bench = run.Bench(tools, made_data.Data(tmp_path / "d", {1}, print, {}), run.Sizes(10, 10, 1, 1, 1), 1, 1, 1.0)
    found = bench.rows(["few", "moves"])
    assert [(row["key"], row["verdict"], row["why"].split(" (")[0]) for row in found] == [
        ("few", "skipped", "gnubg is not there"),
        ("moves", "skipped", "gnubg-nn is not there"),
    ]


def test_the_stages_see_every_match(tmp_path: Path) -> None:
    generate.write(tmp_path, 1, 3, length=1, per_file=2)
    clock = stages.stages([str(tmp_path)], 10)
    assert (clock.files, clock.matches) == (2, 3)
    assert clock.bytes == sum(path.stat().st_size for path in tmp_path.iterdir())
    assert tuple(clock.seconds) == stages.STAGES
    assert all(seconds > 0 for seconds in clock.seconds.values())
    assert stages.stages([str(tmp_path)], 1).matches == 2
