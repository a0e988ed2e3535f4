"""Proposes an event file for a folder of records, with the evidence for each alias. Merges nothing: that is the director's to do."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from tavla_cli.source import printable
from tavla_cli.tournament.duplicates import copies
from tavla_cli.tournament.findings import named
from tavla_cli.tournament.model import Event, Form, MatchRecord, Stage
from tavla_cli.tournament.names import key, near, same, words
from tavla_cli.tournament.placing import said

_MOST_NEAR = 250  # players up to whom every pair of names is compared


def proposed(records: Sequence[MatchRecord], name: str) -> Iterator[str]:
    """The lines of an event file: everything it says is what the records say; what may be so stands in comments."""
    spellings = _spellings(records)
    # The most frequent spelling; of several one that is not all capitals.
    names = {found: max(counts, key=lambda name: (counts[name], not name.isupper())) for found, counts in spellings.items()}
    yield "# An event file, proposed from the records. How to go on from here: docs/events.md."
    yield "# Names are compared without regard to case, accents, _, blanks and the order of the words."
    yield ""
    events = Counter(record.event for record in records if record.event)
    yield f"name = {quoted(events.most_common(1)[0][0] if events else name)}"
    dates = sorted(record.date for record in records if record.date)
    if dates:
        yield f"date = {quoted(dates[0])}"
    lengths = Counter(record.length for record in records if record.length)
    if len(lengths) == 1:
        yield f"length = {next(iter(lengths))}"
    elif lengths:
        yield f"# length: {', '.join(f'{length} points in {times}' for length, times in sorted(lengths.items()))} of {len(records)} matches"
    yield 'tiebreaks = ["head-to-head", "difference"]'
    yield ""
    yield from _stages(records)
    yield ""
    headers = _headers(records)
    evidence = list(_evidence(records, names, headers))
    if evidence:
        yield "# Perhaps one person. If so, write the one name among the aliases of the other, and take it away from the players."
        for one, other, why in evidence:
            yield f"#   {quoted(one)} and {quoted(other)}: {why}"
        yield ""
    for found, counts in sorted(spellings.items(), key=lambda item: (words(names[item[0]]), item[0])):
        yield "[[players]]"
        yield f"name = {quoted(names[found])}"
        others = [f"{quoted(spelling)} in {times}" for spelling, times in counts.most_common() if spelling != names[found]]
        if others:
            yield f"# also written {', '.join(others)} of {counts.total()} matches: the same letters, no alias is needed"
        header = headers.get(found)
        if header:
            nick, times, of = header
            yield f"# aliases = [{quoted(nick)}]  # the header's name for this player in {times} of {of} matches"
        yield ""


def quoted(text: str) -> str:
    """The text as a TOML string, on one line, with nothing in it that a terminal obeys."""
    safe = json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")
    return re.sub(r"[^\x20-\x7e]", lambda found: _escaped(found[0]), safe)


def _escaped(char: str) -> str:
    if printable(char) == char:
        return char
    return f"\\u{ord(char):04X}" if ord(char) < 0x10000 else f"\\U{ord(char):08X}"


def _spellings(records: Sequence[MatchRecord]) -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = {}
    for record in records:
        for name in record.players:
            if name.strip():
                found.setdefault(key(name), Counter())[name] += 1
    return found


def _headers(records: Sequence[MatchRecord]) -> dict[str, tuple[str, int, int]]:
    """For each player the name that headers give him most often, how often, and in how many of his matches the header has names.

    Where neither header name fits a column it is open whose it is; what stands in more than half of a player's matches is likely his.
    """
    seen: dict[str, Counter[str]] = {}
    for record in records:
        for name, nick in zip(record.players, record.nicks, strict=True):
            if nick:
                seen.setdefault(key(name), Counter())[nick] += 1
    found = {}
    for player, nicks in seen.items():
        nick, times = nicks.most_common(1)[0]
        if key(nick) != player and times * 2 > nicks.total():
            found[player] = nick, times, nicks.total()
    return found


def _evidence(
    records: Sequence[MatchRecord], names: dict[str, str], headers: dict[str, tuple[str, int, int]]
) -> Iterator[tuple[str, str, str]]:
    """Pairs of players who may be one person, each with the reason."""
    told: set[frozenset[str]] = set()

    def new(one: str, other: str) -> bool:
        pair = frozenset((one, other))
        if len(pair) == 1 or pair in told:
            return False
        told.add(pair)
        return True

    for player in names:
        header = headers.get(player)
        if header and key(header[0]) in names and new(player, key(header[0])):
            yield names[player], names[key(header[0])], f"in {header[1]} of {header[2]} matches the header has the one beside the other"
    for copy in copies(records):
        for one, other in _paired(copy.record, copy.of):
            if new(key(one), key(other)):
                yield one, other, f"the same dice in {printable(named(copy.record))} and {printable(named(copy.of))}"
    if len(names) <= _MOST_NEAR:
        met = {frozenset(map(key, record.players)) for record in records}
        for one, other in combinations(names, 2):
            if near(names[one], names[other]) and new(one, other):
                why = "spelled much alike" if not same(names[one], names[other]) else "the same letters in another order"
                yield names[one], names[other], why + (", though they played each other" if frozenset((one, other)) in met else "")


def _paired(record: MatchRecord, other: MatchRecord) -> list[tuple[str, str]]:
    """Whose column is whose in two records of one match; nothing where neither names nor winners tell."""
    (left, right), (one, two) = record.players, other.players
    if same(left, one) or same(right, two):
        return [(left, one), (right, two)]
    if same(left, two) or same(right, one):
        return [(left, two), (right, one)]
    if record.winner and other.winner:
        return [(left, one), (right, two)] if record.winner == other.winner else [(left, two), (right, one)]
    return []


def _stages(records: Sequence[MatchRecord]) -> Iterator[str]:
    """One stage: a round robin where nobody meets anybody twice and most have met, a Swiss where there are rounds, else open."""
    stage = Stage("Main", Form.OPEN)
    event = Event("", (), (stage,))
    rounds = {record: said(record, event, lambda _: None).round for record in records}
    known = [round for round in rounds.values() if round is not None]
    pairs = Counter(frozenset(map(key, record.players)) for record in records)
    players = {name for pair in pairs for name in pair}
    all_pairs = len(players) * (len(players) - 1) // 2
    once = max(pairs.values(), default=0) <= 1
    if once and 2 * len(pairs) > all_pairs > 1:
        form, why = "round-robin", f"{len(pairs)} of {all_pairs} pairs have met, none of them twice"
    elif once and known and max(known) > 1:
        form, why = "swiss", f"{max(known)} rounds, nobody has met anybody twice"
    else:
        form, why = "open", "nothing tells what it is"
    yield "[[stages]]"
    yield 'name = "Main"'
    yield f'format = "{form}"  # {why}; others: {", ".join(each.value for each in Form if each.value != form)}'
    if form == "swiss":
        yield f"rounds = {max(known)}"
    without = len(records) - len(known)
    if known and without:
        yield f"# {without} of {len(records)} records do not say their round, neither in the folder's name nor in the header"
