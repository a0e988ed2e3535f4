"""Matches in another format, or in the canonical form of their own, and what is lost on the way. Writes no file and prints nothing."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tavla_cli.examine import Options, examine_input, layers, places_of
from tavla_cli.formats import FORMATS, opened
from tavla_cli.formats.told import Lost, Told, Written
from tavla_cli.record import Match
from tavla_cli.results import FileResult
from tavla_cli.rules import rules_for
from tavla_cli.source import Input, Places, Source
from tavla_cli.telling import told
from tavla_cli.words import N_, filled


@dataclass(frozen=True, slots=True)
class Record:
    """The matches of one input, as their writers want them; none where nothing in it is a match.

    `limit`: a limit ended the reading, so that what is here is not all.
    """

    name: str
    source: Source
    format: str | None
    told: tuple[Told, ...] = ()
    limit: str | None = None


def record(item: Input, options: Options) -> Record:
    """Everything about one input that has data. Never raises on content; raises BadRules for bad rules."""
    source, format = opened(item.name, item.data or b"", options.encoding, options.format, options.positions)
    if format is None:
        return Record(item.name, source, None)
    found: list[Told] = []
    limit = None
    for match in FORMATS[format].read(source):
        placed = replace(match, source=source)
        found.append(told(placed, rules_for(placed, layers(options))))
        limit = next((fault.text for fault in match.faults if fault.code == "T115"), limit)
    return Record(item.name, source, format, tuple(found), limit)


def write(matches: Sequence[Told], format: str, dialect: str | None = None) -> Written:
    """The matches in a format that can be written, and what was lost: what it cannot hold, and what its reader did not read."""
    writer = FORMATS[format].write
    assert writer is not None
    return with_unread(writer(matches, dialect), matches, FORMATS[format].keeps_faults)


def with_unread(written: Written, matches: Sequence[Told], keeps_faults: bool = False) -> Written:
    """What was written, and added to what was lost what the readers did not read."""
    found = [*written.lost, *(loss for each in matches for loss in unread(each.match, keeps_faults))]
    first: dict[tuple[str, str], Lost] = {}
    for loss in found:
        first.setdefault((loss.template, str(loss.args)), loss)
    return Written(written.content, tuple(first.values()))


def unread(match: Match, keeps_faults: bool) -> Iterator[Lost]:
    """What the file of a match holds, and the record does not."""
    for what in match.beside:
        yield Lost(N_("Not carried over: {what}."), {"what": what})
    faults = [fault for fault in match.faults if fault.code in ("T101", "T103")]
    if faults and not keeps_faults:
        source = match.source
        places = places_of(source, match.format) if source is not None else None
        args: dict[str, object] = {"count": len(faults), "where": _where(match, faults[0].span.start, places)}
        yield Lost(N_("What could not be read is left out ({count} places, the first {where}); `tavla validate` shows it."), args)


def _where(match: Match, offset: int, places: Places | None) -> str:
    if places is not None:
        return f"in line {places.line_and_column(offset)[0]}"
    return f"in {match.node(offset)}" if match.nodes else f"at byte {offset}"


# ---- canonical form

_STYLE = frozenset({"P110", "T104", "T111"})
"""Findings about how a record is written and not about what it says: formatting takes them away."""


class CannotFormat(Exception):
    """Why a file is left as it is: a sentence. `always`: no file of its format can be formatted."""

    def __init__(self, sentence: str, always: bool = False) -> None:
        super().__init__(sentence)
        self.always = always


def canonical(item: Input, options: Options) -> tuple[Source, bytes] | None:
    """An input in the canonical form of its own format; None where nothing in it is a match.

    Raises CannotFormat where that form would not say everything that the file says, which is also tried out: what is written is read and
    examined again, and no finding may be other than before but those about style.
    """
    found = record(item, options)
    if not found.told or found.format is None:
        return None
    format = FORMATS[found.format]
    if format.write is None:
        raise CannotFormat(filled(N_("{format} can be read, not written. Use `tavla convert`."), {"format": found.format}), True)
    if found.source.bad:
        raise CannotFormat(N_("There are bytes in it that are not valid in its encoding; --encoding names another."))
    written = write(found.told, found.format, "canonical" if "canonical" in format.dialects else None)
    if written.lost:
        loss = written.lost[0]
        raise CannotFormat(filled(N_("Its canonical form would lose something. {loss}"), {"loss": filled(loss.template, loss.args)}))
    if len(found.told) > 1 and not format.several:
        raise CannotFormat(N_("It holds several matches, and its format holds one."))
    data = written.content if isinstance(written.content, bytes) else written.content.encode("utf-8", "replace")
    again = Options(options.rules, options.rule, None, found.format, positions=options.positions)
    before = _findings(examine_input(item, options))
    after = _findings(examine_input(Input(item.name, data, True), again))
    if before != after:
        code, *_ = next(iter((before - after) + (after - before)))
        raise CannotFormat(filled(N_("Its canonical form would not be found the same ({code})."), {"code": code}))
    return found.source, data


def _findings(result: FileResult) -> Counter[tuple[object, ...]]:
    found: Counter[tuple[object, ...]] = Counter((match.match, match.digest, match.score, match.winner) for match in result.matches)
    for d in result.all_diagnostics:
        if d.code not in _STYLE:
            found[(d.code, d.match, d.game, d.turn, d.side)] += 1
    return found
