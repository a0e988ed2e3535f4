"""Measures tavla against GNU Backgammon, row by row of what it must reach. `python benchmarks/run.py --help`, and README.md beside this.

Makes its data, runs everything in turns, prints the ratios, where the time goes and how time and memory grow, and writes all of it as JSON.
"""

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))  # a checkout without an installed tavla

from data import Data, NotOurs
from programs import Program, in_turns
from rows import KEYS, MEMORY_KEY, ROWS, Json, Sample, as_json, markdown, outcomes, table

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
RUNS = 5
QUICK_RUNS = 3
SHORT_GROUPS = ("one", "one-wrong")
SHORT_TIMES = 4  # what takes a tenth of a second is measured so many times as often
GROWTH = (1, 10, 100, 1_000, 10_000, 100_000)
STAGED = 500  # matches over which the stages are told apart
PARTS = ("growth", "stages")  # beside the rows
TWO_CORES = 2
_GAMES = "/usr/games"  # where Debian puts gnubg, and many a PATH does not look
_ONE_OF = 10


@dataclass(frozen=True, slots=True)
class Sizes:
    few: int
    many: int
    positions: int
    counted: int
    largest: int


@dataclass(frozen=True, slots=True)
class Tools:
    """What is there to run. None where it is missing."""

    tavla: tuple[str, ...]
    environment: Mapping[str, str]
    package: Path
    gnubg: str | None
    nn: bool


class Bench:
    """One run of the benchmarks. `short`: how often what takes a tenth of a second is run."""

    def __init__(self, tools: Tools, data: Data, sizes: Sizes, runs: int, short: int, limit: float) -> None:
        self.tools, self.data, self.sizes, self.runs, self.short, self.limit = tools, data, sizes, runs, short, limit
        self.missing: dict[str, str] = {}

    # ---- the programs

    def tavla(self, *arguments: str, **more: object) -> Program:
        return Program((*self.tools.tavla, *arguments), environment=self.tools.environment, **more)  # type: ignore[arg-type]

    def gnubg(self, name: str, files: Sequence[str]) -> Program:
        commands = self.data.imports(f"gnubg-{name}.txt", iter(files))
        # It says nothing where it cannot read a file, but it shows the board of each match that it has read.
        return Program((self.tools.gnubg or "gnubg", "-t", "-q", "-r", "-b", "-c", commands), holds=("Position ID", len(files)))

    def one(self, folder: str) -> str:
        """Of the first ten clean matches the one of middle size."""
        found = sorted(self.data.clean_files(_ONE_OF), key=lambda each: (self.data.root / each).stat().st_size)
        return found[len(found) // 2] if not folder else f"{folder}/{Path(found[len(found) // 2]).name}"

    def program(self, key: str) -> Program:
        """The program that a row names. Makes the data that it needs."""
        data, sizes = self.data, self.sizes
        match key:
            case "one":
                return self.tavla("validate", self.one(""))
            case "gnubg one":
                return self.gnubg("one", [self.one("")])
            case "one-wrong" | "gnubg one-wrong":
                wrong = list(data.wrong_files(_ONE_OF))[-1]
                return self.gnubg("one-wrong", [wrong]) if key.startswith("gnubg") else self.tavla("validate", wrong, statuses=(1,))
            case "few":
                return self.tavla("validate", *data.clean(sizes.few))
            case "many":
                return self.tavla("validate", *data.clean(sizes.many))
            case "many-wrong":
                return self.tavla("validate", data.wrong(sizes.many), statuses=(1,))
            case "stdin":
                return self.tavla("validate", "-", stdin=data.root / data.joined(sizes.many))
            case "score":
                return self.tavla("score", *data.clean(sizes.many), statuses=(0, 1))
            case "summarise":
                return self.tavla("summarise", "--output", "jsonl", *data.clean(sizes.few))
            case "long-way":
                environment = {**self.tools.environment, "PYTHONPATH": data.plain_copy(self.tools.package)}
                return Program((*_called(), "validate", *data.clean(sizes.few)), environment=environment)
            case "gnubg few":
                return self.gnubg("few", list(data.clean_files(sizes.few)))
            case "gnubg many":
                return self.gnubg("many", list(data.clean_files(sizes.many)))
            case "gnubg many-wrong":
                return self.gnubg("many-wrong", list(data.wrong_files(sizes.many)))
            case "cat many":
                return Program(("xargs", "-0", "cat"), data.root / data.listed("cat-many.txt", data.clean_files(sizes.many)))
            case "moves":
                file = data.root / data.positions(sizes.positions)
                return self.tavla("moves", "-", "--output", "jsonl", stdin=file, positions=sizes.positions)
            case "count":
                file = data.root / data.positions(sizes.counted)
                return self.tavla("moves", "-", "--count", stdin=file, positions=sizes.counted)
            case "gnubg-nn":
                argv = (sys.executable, str(HERE / "nn.py"), data.positions(sizes.counted))
                return Program(argv, environment=self.tools.environment, positions=sizes.counted, says_rate=True)
        raise KeyError(key)

    def lacking(self, key: str) -> str | None:
        if key.startswith("gnubg ") and self.tools.gnubg is None:
            return "gnubg is not there (Debian's package gnubg; --gnubg FILE)"
        if key == "gnubg-nn" and not self.tools.nn:
            return "gnubg-nn is not there (pip install gnubg-nn)"
        if key == "cat many" and not (shutil.which("xargs") and shutil.which("cat")):
            return "cat is not there"
        return None

    # ---- what is measured

    def rows(self, wanted: Sequence[str]) -> list[Json]:
        samples: dict[str, Sequence[Sample]] = {}
        chosen = [row for row in ROWS if row.key in wanted]
        for group in dict.fromkeys(row.group for row in chosen):
            pairs = [(row.other, row.tavla) for row in chosen if row.group == group]
            self.missing |= {key: why for pair in pairs for key in pair if (why := self.lacking(key)) is not None}
            keys = dict.fromkeys(key for pair in pairs if self.missing.keys().isdisjoint(pair) for key in pair)
            programs = {key: self.program(key) for key in keys}
            if not programs:
                continue
            runs = self.short if group in SHORT_GROUPS else self.runs
            say(f"running {group}: {', '.join(programs)}, {runs} times each")
            samples |= in_turns(programs, self.data.root, runs, self.limit, self.missing)
        sizes = self.sizes
        return [as_json(each) for each in outcomes(samples, self.missing, wanted, few=sizes.few, many=sizes.many)]

    def growth(self) -> list[Json]:
        """Time and memory of `validate` and of GNU Backgammon by the number of matches, in as many files."""
        found: list[Json] = []
        for number in (each for each in GROWTH if each <= self.sizes.largest):
            programs = {"tavla": self.tavla("validate", *self.data.clean(number))}
            if self.tools.gnubg is not None:
                programs["gnubg"] = self.gnubg(f"growth-{number}", list(self.data.clean_files(number)))
            say(f"running growth: {number:,} matches")
            failed: dict[str, str] = {}
            runs = self.runs if number <= 1_000 else 1
            samples = in_turns(programs, self.data.root, runs, self.limit, failed)
            entry: Json = {"matches": number, **failed}
            for key, each in samples.items():
                middle = sorted(each)[len(each) // 2]
                entry[key] = {"seconds": middle.seconds, "mib": round(max(sample.mib for sample in each), 1)}
            found.append(entry)
        return found

    def stages(self) -> Json:
        """Where the time goes: starting, and over many matches."""
        number = min(STAGED, self.sizes.few)
        say(f"running stages: {number:,} matches")
        python = {
            "python": Program((sys.executable, "-c", "pass")),
            "tavla --version": self.tavla("--version"),
            "tavla validate": self.program("one"),
        }
        starts = in_turns(python, self.data.root, self.short, self.limit, self.missing)
        argv = [sys.executable, str(HERE / "stages.py"), str(number), *self.data.clean(self.sizes.few)]
        done = subprocess.run(argv, cwd=self.data.root, env={**os.environ, **self.tools.environment}, stdout=subprocess.PIPE, check=True)
        found: Json = json.loads(done.stdout)
        found["start"] = {key: sorted(each)[len(each) // 2].seconds for key, each in starts.items()}
        return found


# ---- what is printed


def grown(entries: Sequence[Json]) -> list[str]:
    lines = [f"{'matches':>9} {'tavla':>10} {'a match':>10} {'MiB':>7} {'gnubg':>10} {'MiB':>7} {'ratio':>7}"]
    for entry in entries:
        tavla, gnubg = entry.get("tavla"), entry.get("gnubg")
        line = f"{entry['matches']:>9,}"
        if not isinstance(tavla, dict):
            lines.append(f"{line}  FAILED: {tavla}")
            continue
        line += f" {tavla['seconds']:>8.3f} s {tavla['seconds'] / entry['matches'] * 1e3:>7.3f} ms {tavla['mib']:>7.1f}"
        if isinstance(gnubg, dict):
            line += f" {gnubg['seconds']:>8.3f} s {gnubg['mib']:>7.1f} {tavla['seconds'] / gnubg['seconds']:>7.2f}"
        lines.append(line)
    return lines


def staged(found: Json) -> list[str]:
    total = sum(found["stages"].values())
    lines = ["start-up:  " + ", ".join(f"{key} {seconds * 1e3:.0f} ms" for key, seconds in found["start"].items())]
    lines.append(f"           imports of an examination {found['imports'] * 1e3:.0f} ms, the first match {found['first'] * 1e3:.0f} ms")
    lines.append(f"the long way over {found['matches']:,} matches, one process: {total:.3f} s, {_rate(found, total)}")
    for stage, seconds in found["stages"].items():
        share = seconds / total if total else 0
        lines.append(f"  {stage:<12} {seconds:>8.3f} s  {share:>6.1%}  {seconds / max(found['matches'], 1) * 1e3:>7.3f} ms a match")
    lines.append(f"as the commands go, one process: {found['whole']:.3f} s, {_rate(found, found['whole'])}")
    return lines


def _rate(found: Json, seconds: float) -> str:
    return f"{found['bytes'] / 1e6 / seconds:.2f} MB/s" if seconds else ""


def say(text: str) -> None:
    print(f"[{time.strftime('%H:%M:%S')}] {text}", file=sys.stderr, flush=True)


# ---- what there is


def _called() -> tuple[str, ...]:
    """What the script `tavla` does, of whichever package is found first."""
    return sys.executable, "-c", "from tavla_cli.cli import main; main()"


def tools(gnubg: str | None) -> Tools:
    spec = find_spec("tavla_cli")
    assert spec is not None and spec.origin is not None
    package = Path(spec.origin).parent
    # It is always imported from where this one has it, installed or beside this folder.
    environment = {"PYTHONPATH": str(package.parent)} if package.parent == ROOT else {}
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), _GAMES])
    return Tools(_called(), environment, package, shutil.which(gnubg or "gnubg", path=path), find_spec("gnubg_nn") is not None)


def about(tools: Tools, cores: int) -> Json:
    """What was measured, where. No paths: it is written into a file for others."""

    def first_line(*command: str) -> str | None:
        done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **tools.environment}, check=False)
        return next(iter(done.stdout.splitlines()), None)

    try:
        nn = version("gnubg-nn")
    except PackageNotFoundError:
        nn = None
    return {
        "date": time.strftime("%Y-%m-%d"),
        "tavla": first_line(*tools.tavla, "--version"),
        "python": platform.python_version(),
        "gnubg": first_line(tools.gnubg, "--version") if tools.gnubg else None,
        "gnubg-nn": nn,
        "processor": _processor(),
        "cores": cores,
        "load": round(os.getloadavg()[0], 2),
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.processor())


def two_cores() -> int:
    """Everything that is run from here has two processors, however many there are; returns how many it has."""
    if not hasattr(os, "sched_setaffinity"):
        return os.cpu_count() or 1
    os.sched_setaffinity(0, set(sorted(os.sched_getaffinity(0))[:TWO_CORES]))
    return len(os.sched_getaffinity(0))


# ---- the command


def written(output: Path, results: Json) -> None:
    """Keep what is known so far: a run takes long, and may be ended."""
    output.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Measures tavla against GNU Backgammon on the same files, in turns.")
    parser.add_argument("--quick", action="store_true", help="small numbers: does everything work? The ratios mean little.")
    parser.add_argument("--rows", metavar="ROW,...", help=f"only these: {', '.join((*KEYS, *PARTS))}")
    parser.add_argument("--runs", type=int, metavar="N", help=f"of each program (default: {RUNS}; short ones {SHORT_TIMES} times as many)")
    parser.add_argument(
        "--folder", type=Path, default=ROOT / "build" / "benchmarks", help="where the data is made (default: build/benchmarks)"
    )
    parser.add_argument("--few", type=int, metavar="N", help="matches in the smaller rows (default: 2000)")
    parser.add_argument("--many", type=int, metavar="N", help="and in the larger ones (default: 20000)")
    parser.add_argument("--positions", type=int, metavar="N", help="for moves (default: 50000; --count takes four times as many)")
    parser.add_argument("--largest", type=int, metavar="N", help="how far growth is followed (default: 100000 matches)")
    parser.add_argument("--limit", type=float, default=3600, metavar="SECONDS", help="how long one program may take (default: 3600)")
    parser.add_argument("--gnubg", metavar="FILE", help="GNU Backgammon, where it is not found")
    parser.add_argument(
        "--output", type=Path, metavar="FILE", help="the results (default: benchmarks/results.json; of --quick: in the folder)"
    )
    parser.add_argument("--table", type=Path, metavar="RESULTS", help="run nothing: print the rows of a results file as Markdown")
    return parser


def main() -> int:
    parser = arguments()
    asked = parser.parse_args()
    if asked.table is not None:
        print("\n".join(markdown(json.loads(asked.table.read_text(encoding="utf-8")))))
        return 0
    wanted = asked.rows.split(",") if asked.rows else [*KEYS, *PARTS]
    unknown = sorted(set(wanted) - {*KEYS, *PARTS})
    if unknown:
        parser.error(f"There is no row {unknown[0]!r}. The rows are {', '.join((*KEYS, *PARTS))}.")
    if MEMORY_KEY in wanted and not any(row.key in wanted for row in ROWS):
        parser.error("The memory is that of the other rows: name some.")
    positions = asked.positions or (200 if asked.quick else 50_000)
    sizes = Sizes(
        few=asked.few or (10 if asked.quick else 2_000),
        many=asked.many or (20 if asked.quick else 20_000),
        positions=positions,
        counted=4 * positions,
        largest=asked.largest or (100 if asked.quick else GROWTH[-1]),
    )
    runs = asked.runs or (QUICK_RUNS if asked.quick else RUNS)
    if min(sizes.few, sizes.many) < _ONE_OF or runs < 1:
        parser.error(f"At least {_ONE_OF} matches and one run are needed.")
    cores = two_cores()
    found = tools(asked.gnubg)
    try:
        data = Data(asked.folder.resolve(), {1, _ONE_OF, sizes.few, sizes.many, *GROWTH}, say, {**os.environ, **found.environment})
    except NotOurs as error:
        parser.error(str(error))
    bench = Bench(found, data, sizes, runs, runs if asked.quick else runs * SHORT_TIMES, asked.limit)
    results: Json = {"schema": 1, "quick": asked.quick, "runs": runs, **about(found, cores)}
    print("; ".join(f"{key} {value}" for key, value in results.items() if key not in ("schema", "runs") and value is not None))
    if results["load"] > 0.5:
        print(f"The machine is busy (load {results['load']}): the ratios are rough.")
    for key in ("gnubg", "gnubg-nn"):
        if results[key] is None:
            print(f"MISSING: {bench.lacking('gnubg ' if key == 'gnubg' else key)}; its rows are skipped.")
    output = asked.output or (asked.folder / "results.json" if asked.quick else HERE / "results.json")
    results["rows"] = bench.rows(wanted)
    written(output, results)
    if results["rows"]:
        print("\n" + "\n".join(table(results["rows"])), flush=True)
    if "stages" in wanted:
        results["stages"] = bench.stages()
        written(output, results)
        print("\nwhere the time goes\n" + "\n".join(staged(results["stages"])), flush=True)
    if "growth" in wanted:
        results["growth"] = bench.growth()
        written(output, results)
        print("\nvalidate, by the number of matches in as many files\n" + "\n".join(grown(results["growth"])), flush=True)
    say(f"results: {output.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
