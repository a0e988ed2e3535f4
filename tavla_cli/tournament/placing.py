"""Which stage and round a match belongs to: by the event file, the folder's name, the header, or the only pairing it fits, in this order.

Reads names and values; which pairings are still open is handed in.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tavla_cli.tournament.director import meetings
from tavla_cli.tournament.model import Event, MatchRecord, Result, Stage
from tavla_cli.tournament.names import key, words
from tavla_cli.tournament.typed import round_of

_ARCHIVE = re.compile(r"\.(zip|gz|tgz|tar|tar\.\w+|7z)!?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Said:
    """What the event file, the folder and the header say about a match; None where they say nothing."""

    stage: Stage | None = None
    round: int | None = None

    def filled(self, other: "Said") -> "Said":
        """What this says, and of the weaker source what is missing."""
        if self.stage is not None and other.stage not in (None, self.stage):
            return self  # it speaks of another stage: its round is of no use
        stage = self.stage or other.stage
        round = self.round if self.round is not None else other.round
        if stage is not None and stage.rounds is not None and round is not None and round > stage.rounds:
            round = self.round
        return Said(stage, round)


@dataclass(frozen=True, slots=True)
class Place:
    """A stage and, where it is known, a round. `scheduled`: the director has the pairing there."""

    stage: str
    round: int | None
    scheduled: bool = False


def said(record: MatchRecord, event: Event, rounds: Callable[[Stage], int | None]) -> Said:
    """What is written about the place of a match. `rounds`: how many rounds a stage has, for words such as `Final`."""
    only = event.stages[0] if len(event.stages) == 1 else None
    found = _in_event(record, event).filled(_in_folders(record, event, rounds)).filled(_in_header(record, event, rounds))
    return Said(found.stage or only, found.round)


def _in_event(record: MatchRecord, event: Event) -> Said:
    path = _plain(record.path)
    for placed, stage, round in event.placed:
        name, _, number = placed.rpartition("#")
        if name and number.isdigit():
            if int(number) != record.match:
                continue
        else:
            name = placed
        wanted = _plain(name)
        if path == wanted or path.endswith("/" + wanted):
            return Said(next(each for each in event.stages if each.name == stage), round)
    return Said()


def _plain(path: str) -> str:
    return path.replace("\\", "/").removeprefix("./")


def _in_folders(record: MatchRecord, event: Event, rounds: Callable[[Stage], int | None]) -> Said:
    found = Said()
    for folder in reversed(_plain(record.path).split("/")[:-1]):
        here = _named(_ARCHIVE.sub("", folder), event.stages, rounds, found.stage)
        if here is not None:
            found = found.filled(here)
        if found.stage is not None and found.round is not None:
            break
    return found


def _in_header(record: MatchRecord, event: Event, rounds: Callable[[Stage], int | None]) -> Said:
    found = Said()
    if record.event:
        named = [stage for stage in event.stages if _within(words(stage.name), words(record.event)) is not None]
        found = Said(named[0]) if len(named) == 1 else found
    if record.round:
        found = found.filled(_named(record.round, event.stages, rounds, found.stage) or Said())
    return found


def _named(text: str, stages: Sequence[Stage], rounds: Callable[[Stage], int | None], stage: Stage | None) -> Said | None:
    """The stage and the round that a name consists of: `Swiss`, `round 3`, `Swiss R3`, `Group A`; None when there is anything else in
    it."""
    only = stage or (stages[0] if len(stages) == 1 else None)
    round = round_of(text, rounds(only) if only else None)
    if round is not None:
        return _possible(stage, round, only)
    here = words(text)
    for each in sorted(stages, key=lambda each: -len(words(each.name))):
        for name in (each.name, *(spelling for group, _ in each.groups for spelling in _group_names(group))):
            rest = _within(words(name), here)
            if rest is None:
                continue
            if not rest:
                return Said(each)
            round = round_of(" ".join(rest), rounds(each))
            if round is not None:
                return _possible(each, round, each)
    return None


def _possible(stage: Stage | None, round: int, only: Stage | None) -> Said | None:
    if only is not None and only.rounds is not None and round > only.rounds:
        return None
    return Said(stage, round)


def _group_names(group: str) -> tuple[str, ...]:
    named = (f"group {group}", f"grup {group}", f"grupa {group}", f"{group} grubu")
    return (group, *named) if len(key(group)) > 1 else named


def _within(part: list[str], whole: list[str]) -> list[str] | None:
    """The words of the whole without those of the part, which stand there together; None where they do not."""
    if not part:
        return None
    for start in range(len(whole) - len(part) + 1):
        if whole[start : start + len(part)] == part:
            return whole[:start] + whole[start + len(part) :]
    return None


def candidates(
    pair: frozenset[str],
    written: Said,
    stages: Iterable[Stage],
    plays_in: Callable[[Stage], bool],
    results: Iterable[Result],
    taken: Callable[[Stage, int | None], int],
) -> list[Place]:
    """The places that a match fits. `results`: the director's, of this pair. `taken`: how many matches of the pair already stand in a
    stage, in a round or (None) at all.

    Pairings that the director has written down and that are still free come before all others.
    """
    fits = [stage for stage in stages if written.stage in (None, stage)]
    scheduled: list[Place] = []
    for stage in fits:
        for result in results:
            if result.stage != stage.name or (written.round is not None and result.round not in (None, written.round)):
                continue
            place = Place(stage.name, result.round if result.round is not None else written.round, scheduled=True)
            free = sum(each.stage == stage.name and each.round == result.round for each in results) - taken(stage, result.round)
            if place not in scheduled and free > 0:
                scheduled.append(place)
    if scheduled:
        return scheduled
    found = []
    for stage in fits:
        if written.stage is None and not plays_in(stage):
            continue
        if written.round is not None and stage.rounds is not None and written.round > stage.rounds:
            continue
        most = meetings(stage)
        if written.stage is None and most is not None and taken(stage, None) >= most:
            continue
        found.append(Place(stage.name, written.round))
    return found


def where(place: Place) -> str:
    """A place as a sentence names it: `Swiss, round 3`."""
    return place.stage if place.round is None else f"{place.stage}, round {place.round}".lstrip(", ")
