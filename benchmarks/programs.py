"""Runs programs and measures them: wall time, and the peak memory of the largest process. Knows no rows and prints nothing."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rows import Sample

_MIB = 1 << (20 if sys.platform == "darwin" else 10)  # in what the system counts memory


@dataclass(frozen=True, slots=True)
class Program:
    """One command. `stdin`: a file. `statuses`: how it may end. `output` has its standard output as the check wants to see it once.

    `positions`: how many it answers for; a Sample then says what one of them takes. `says_rate`: it prints by itself how many seconds the
    work took, without starting up.
    """

    argv: tuple[str, ...]
    stdin: Path | None = None
    statuses: tuple[int, ...] = (0,)
    environment: Mapping[str, str] = field(default_factory=dict)
    holds: tuple[str, int] | None = None  # a text that its output holds at least so many times, looked at before it is measured
    positions: int = 0
    says_rate: bool = False


class Failed(Exception):
    """A program did not do its work; what it takes says nothing."""


def measured(program: Program, folder: Path, limit: float) -> Sample:
    """One run in `folder`. Raises Failed."""
    seconds, mib, text = _run(program, folder, limit, keep=program.says_rate)
    if program.says_rate:
        seconds = float(text)
    return Sample(seconds / (program.positions or 1), mib)


def tried(program: Program, folder: Path, limit: float) -> None:
    """Run it once unmeasured: caches get warm, and it shows that it does its work. Raises Failed where it does not."""
    _, _, text = _run(program, folder, limit, keep=program.holds is not None)
    if program.holds is not None:
        word, times = program.holds
        if text.count(word) < times:
            raise Failed(f"{_name(program)}: {text.count(word):,} of {times:,} matches were read")


def _run(program: Program, folder: Path, limit: float, keep: bool) -> tuple[float, float, str]:
    # What is kept goes to a file, so that nothing waits for this process to read it.
    out = folder / f".output-{os.getpid()}"
    err = folder / f".errors-{os.getpid()}"
    try:
        with (
            open(program.stdin or os.devnull, "rb") as stdin,
            open(out if keep else os.devnull, "wb") as output,
            open(err, "wb") as errors,
        ):
            begun = time.perf_counter()
            child = subprocess.Popen(
                program.argv,
                stdin=stdin,
                stdout=output,
                stderr=errors,
                cwd=folder,
                env=_environment(program.environment),
            )
            clock = threading.Timer(limit, child.kill)
            clock.start()
            try:
                _, state, used = os.wait4(child.pid, 0)
            except BaseException:
                child.kill()
                child.wait()
                raise
            finally:
                clock.cancel()
            seconds = time.perf_counter() - begun
            status = child.returncode = os.waitstatus_to_exitcode(state)
        if status not in program.statuses:
            said = err.read_text(errors="replace").strip().splitlines()
            late = f" after {seconds:.0f} s" if seconds >= limit else ""
            raise Failed(f"{_name(program)}: ended with status {status}{late}: {said[-1][:200] if said else 'nothing was said'}")
        return seconds, used.ru_maxrss / _MIB, out.read_text(errors="replace") if keep else ""
    finally:
        out.unlink(missing_ok=True)
        err.unlink(missing_ok=True)


def _name(program: Program) -> str:
    return " ".join(os.path.basename(word) for word in program.argv[:1])


def _environment(own: Mapping[str, str]) -> dict[str, str]:
    """The same for every user: English, and compiled Python kept."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("TAVLA_", "PYTHON", "LC_"))}
    return {**kept, "LC_ALL": "C.UTF-8", **own}


def in_turns(
    programs: Mapping[str, Program], folder: Path, runs: int, limit: float, missing: dict[str, str]
) -> dict[str, Sequence[Sample]]:
    """So many runs of each, interleaved; what fails is added to `missing`, and the others go on."""
    found: dict[str, list[Sample]] = {}
    for key, program in programs.items():
        if key in missing:
            continue
        try:
            tried(program, folder, limit)
            found[key] = []
        except (Failed, OSError) as failed:
            missing[key] = str(failed)
    for number in range(runs):
        order = list(found)
        first = number % len(order) if order else 0  # nobody is always the one after the slowest
        for key in order[first:] + order[:first]:
            try:
                found[key].append(measured(programs[key], folder, limit))
            except Failed as failed:
                missing[key] = str(failed)
                del found[key]
    return dict(found)
