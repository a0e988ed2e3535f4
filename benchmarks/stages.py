"""Where the time goes: the stages of an examination, one after the other in this process, over files of a folder.

    python benchmarks/stages.py 1000 FOLDER...     the first 1,000 inputs; prints one JSON object

Measures the long way, whose stages can be told apart, and then the examination as `tavla validate` asks for it, whichever way it takes.
"""

# ruff: noqa: E402  the clock starts before what it measures is imported

import json
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from time import perf_counter

_BEGUN = perf_counter()

sys.path.append(str(Path(__file__).resolve().parents[1]))  # a checkout without an installed tavla

from tavla_cli.examine import Options, examine_input, examine_match, layers, places_of
from tavla_cli.formats import FORMATS, opened
from tavla_cli.record import Match
from tavla_cli.replay.events import Event
from tavla_cli.reports import ReportOptions, report
from tavla_cli.results import Counts, FileResult
from tavla_cli.rules import Rules, rules_for
from tavla_cli.source import Places, inputs

STAGES = ("reading", "recognising", "scanning", "judging", "checking", "reporting")


class Clock:
    """Seconds by stage."""

    def __init__(self) -> None:
        self.seconds = dict.fromkeys(STAGES, 0.0)
        self.files = self.matches = self.bytes = 0
        self._since = perf_counter()

    def start(self) -> None:
        self._since = perf_counter()

    def stop(self, stage: str) -> None:
        """What went by since `start` or the last stop belongs to this stage."""
        now = perf_counter()
        self.seconds[stage] += now - self._since
        self._since = now

    def tap(self, _match: Match, _rules: Rules, _places: Places | None, walk: Iterator[list[Event]]) -> Iterator[list[Event]]:
        """Replaying is judging; what is done with the events in between is checking."""
        while True:
            self.stop("checking")
            happened = next(walk, None)
            self.stop("judging")
            if happened is None:
                return
            yield happened


def stages(paths: list[str], most: int) -> Clock:
    """The long way, stage by stage, over the first `most` inputs."""
    clock = Clock()
    options = Options()
    counts = Counts()

    def results() -> Iterator[FileResult]:
        clock.start()
        for item in islice(inputs(paths), most):
            clock.stop("reading")
            data = item.data or b""
            source, format = opened(item.name, data)
            clock.stop("recognising")
            clock.files += 1
            clock.bytes += len(data)
            if format is None:
                continue
            matches = list(FORMATS[format].read(source))
            clock.stop("scanning")
            clock.matches += len(matches)
            places = places_of(source, format)
            examined = tuple(
                examine_match(match, rules_for(match, layers(options)), item.name, places, options, clock.tap) for match in matches
            )
            result = FileResult(item.name, format, matches[0].dialect if matches else None, source.encoding, examined)
            counts.add(result)
            clock.stop("checking")
            yield result
            clock.stop("reporting")

    for _ in report("text")(results(), counts, ReportOptions()):
        pass
    return clock


def whole(paths: list[str], most: int) -> float:
    """Seconds of the examination as the commands ask for it, with reading, without a report."""
    begun = perf_counter()
    for item in islice(inputs(paths), most):
        examine_input(item, Options())
    return perf_counter() - begun


def main() -> None:
    most = int(sys.argv[1])
    paths = sys.argv[2:]
    imported = perf_counter() - _BEGUN
    begun = perf_counter()
    stages(paths, 1)
    first = perf_counter() - begun
    clock = stages(paths, most)
    found = {
        "imports": imported,
        "first": first,
        "stages": clock.seconds,
        "whole": whole(paths, most),
        "files": clock.files,
        "matches": clock.matches,
        "bytes": clock.bytes,
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()
