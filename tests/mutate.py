"""Examines spoiled copies of real files and tells which of them make the examination raise or take long. No test: it runs for half an hour.

    python tests/mutate.py DIR N SEED [FIRST]

    python tests/mutate.py DIR N SEED FIRST OUT

Copy number k depends on SEED and k alone; `FIRST` (else 0) is the number of the first copy, so that a long run can be cut into pieces.
Each failure is printed: its file, its number, and the line of the program that raised. With `OUT` the spoiled copy is kept in that folder.
"""

import random
import signal
import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from types import FrameType

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tavla_cli.examine import Options, examine_input
from tavla_cli.source import Input

SLOW = 2.0  # seconds of processor time
HANGING = 60  # likewise, after which an examination is broken off
MOST_BYTES = 60_000  # larger files are taken once in ten
ODD = (
    b"\0",
    b"\x1b[31m",
    b"\xff",
    b"\xc3",
    b"\xe2\x80\xae",
    b"\r",
    b"\n",
    b"\t",
    b":",
    b"*",
    b"/",
    b"(",
    b")",
    b";",
    b"9" * 40,
    b"9" * 5000,
    b"-1",
    b"0",
    b"(2)",
    b"bar",
    b"????",
    b" Doubles => 2",
    b" Beavers => 4",
    b" Takes",
    b" Drops",
    b"Wins 1004 points",
    b"Wins 99999999999999999999 points",
    b" Game 3\n",
    b" 5 point match\n",
    b"; Set Pos=-a----E-C---eE---c-e----B-/0\n",
    b"Illegal play (1;2;3)",
)


class Hanging(BaseException):
    """An examination has been running for a minute."""


def mutated(data: bytes, rng: random.Random) -> bytes:
    """The bytes with one to eight things done to them."""
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4, 8))):
        data = rng.choice((_flip, _flip, _delete, _double, _insert, _insert, _lines, _cut, _digits, _exchange))(data, rng)
    return data


def _flip(data: bytes, rng: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.randint(1, 10) if changed else 0):
        at = rng.randrange(len(changed))
        changed[at] = rng.choice((changed[at] ^ 1 << rng.randrange(8), rng.randrange(256)))
    return bytes(changed)


def _stretch(data: bytes, rng: random.Random) -> tuple[int, int]:
    start = rng.randrange(len(data) + 1)
    return start, min(len(data), start + rng.choice((1, 2, 5, 20, 100, 1000)))


def _delete(data: bytes, rng: random.Random) -> bytes:
    start, end = _stretch(data, rng)
    return data[:start] + data[end:]


def _double(data: bytes, rng: random.Random) -> bytes:
    start, end = _stretch(data, rng)
    return data[:end] + data[start:end] * rng.choice((1, 1, 3, 30)) + data[end:]


def _insert(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.choice(ODD) + data[at:]


def _lines(data: bytes, rng: random.Random) -> bytes:
    lines = data.splitlines(keepends=True)
    if rng.random() < 0.3:
        rng.shuffle(lines)
    elif lines:
        start = rng.randrange(len(lines))
        end = min(len(lines), start + rng.randint(1, 12))
        some = lines[start:end]
        rng.shuffle(some)
        lines[start:end] = some
    return b"".join(lines)


def _cut(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] if rng.random() < 0.8 else data[at:]


def _digits(data: bytes, rng: random.Random) -> bytes:
    """Some digits become others."""
    changed = bytearray(data)
    places = [at for at, byte in enumerate(changed) if 48 <= byte <= 57]
    for at in rng.sample(places, min(len(places), rng.randint(1, 30))):
        changed[at] = rng.randrange(48, 58)
    return bytes(changed)


def _exchange(data: bytes, rng: random.Random) -> bytes:
    """Another encoding or other line ends."""
    text = data.decode("utf-8", "replace")
    return rng.choice(
        (
            lambda: text.encode("utf-16"),
            lambda: text.encode("utf-16-be"),
            lambda: b"\xef\xbb\xbf" + data,
            lambda: data.replace(b"\n", b"\r"),
            lambda: data.replace(b" ", b"\t"),
            lambda: data.replace(b"\n", b""),
            lambda: data.swapcase(),
        )
    )()


def main() -> int:
    folder, count, seed = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    first = int(sys.argv[4]) if len(sys.argv) > 4 else 0
    files = [(path.name, path.read_bytes()) for path in sorted(folder.rglob("*")) if path.is_file()]
    small = [each for each in files if len(each[1]) <= MOST_BYTES]
    where: list[FrameType | None] = [None]

    def hanging(_: int, frame: FrameType | None) -> None:
        where[0] = frame
        raise Hanging

    signal.signal(signal.SIGPROF, hanging)
    seen: Counter[str] = Counter()
    worst, spent, begun = 0.0, 0.0, time.monotonic()
    for number in range(first, first + count):
        rng = random.Random(f"{seed}-{number}")
        name, data = rng.choice(files if rng.random() < 0.1 else small)
        data = mutated(data, rng)
        took = time.process_time()
        fault = ""
        signal.setitimer(signal.ITIMER_PROF, HANGING)
        try:
            result = examine_input(Input(name, data, True, None), Options())
            result.all_diagnostics  # noqa: B018  (it sorts)
        except Hanging:
            fault = "hangs at " + "".join(traceback.format_stack(where[0])[-1:]).strip()
        except Exception as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            fault = f"{type(error).__name__}: {str(error)[:200]} at {Path(last.filename).name}:{last.lineno}"
        signal.setitimer(signal.ITIMER_PROF, 0)
        took = time.process_time() - took
        spent += took
        worst = max(worst, took)
        if not fault and took > SLOW:
            fault = "slow"
        if fault:
            seen[fault] += 1
            print(f"{name}\tcopy {number}\t{len(data)} bytes\t{took:.2f} s\t{fault}", flush=True)
            if len(sys.argv) > 5:
                Path(sys.argv[5], f"{seed}-{number}.mat").write_bytes(data)
    print(f"{count} copies of {len(files)} files: {sum(seen.values())} failures; worst {worst:.2f} s, mean {spent / count:.3f} s")
    print(f"in {time.monotonic() - begun:.0f} s")
    for what, times in seen.most_common():
        print(f"{times}\t{what}")
    return 1 if seen else 0


if __name__ == "__main__":
    sys.exit(main())
