"""Elimination brackets: the draw, what the results make of it, who lost when, and the places. Ranks no other stages; reads no files.

Slots are called `1.1` (round.match, from the top) in single elimination; `W1.1` and `L1.1` on the winners' and losers' side of a double
one, `F1` its final and `F2` the recharge, which is played when the winner of the losers' side wins the first. A round is counted within
its side. There is no match for third place.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from tavla_cli.tournament.bouts import in_order
from tavla_cli.tournament.model import Form, Kind, Player, Result, Slot, Stage
from tavla_cli.words import N_, filled

BYE = "bye"
FINAL, RECHARGE = "F1", "F2"


@dataclass(frozen=True, slots=True)
class Conflict:
    """A result that the bracket contradicts.

    `not-paired`: these two do not meet, `early`: they may, but an earlier result is missing; `twice`: their match has a result already,
    with another winner, `repeated`: with the same; `other-round`: they meet in another round than the result says; `no-winner`: a
    finished match that sends nobody on; `no-bye`: a bye for one who has an opponent. `slot` is the match it belongs to.
    """

    kind: Literal["not-paired", "early", "twice", "repeated", "other-round", "no-winner", "no-bye"]
    result: Result
    slot: str | None = None


class Filled(NamedTuple):
    """The bracket with the results in it, and those results that it contradicts, in order."""

    slots: tuple[Slot, ...]
    conflicts: tuple[Conflict, ...]


class Place(NamedTuple):
    """A player's final rank, shared by those from `first` to `last`."""

    player: str
    first: int
    last: int


def draw(stage: Stage, players: Sequence[Player]) -> tuple[Slot, ...]:
    """The empty bracket: the stage's own, or the players by seed (those without one follow as they come), the best kept apart, byes to the
    best. A slot comes after all that feed it. Fewer than two players make none."""
    first = _first_round(stage, players)
    if len(first) < 2:
        return ()
    rounds = len(first).bit_length() - 1
    if stage.form is not Form.DOUBLE_ELIMINATION:
        return tuple(_main(first, rounds))
    ends = max(rounds, 2 * rounds - 2)
    final = Slot(FINAL, ends + 1, filled(N_("Grand final"), {}), None, None, None)
    if not stage.recharge:
        return (*_main(first, rounds, "W"), *_losers(len(first), rounds), final)
    recharge = Slot(RECHARGE, ends + 2, filled(N_("Recharge"), {}), None, None, None)
    return (*_main(first, rounds, "W"), *_losers(len(first), rounds), replace(final, feeds=RECHARGE, drops=RECHARGE), recharge)


def fill(slots: Sequence[Slot], results: Iterable[Result]) -> Filled:
    """Put the stage's results into its bracket: winners advance, losers drop. Who neither comes to a match advance nobody.

    Names decide which match a result belongs to. In a double elimination two may meet again: the earlier round is the first meeting,
    and without rounds the result that is given first. Elsewhere, where two results contradict, the director's stands.
    """
    again = any(slot.drops for slot in slots)
    waiting: dict[frozenset[str], list[Result]] = {}
    byes: list[Result] = []
    for result in sorted(results, key=lambda each: (each.round is None, each.round or 0, not again and each.stands != "director")):
        if result.right is None or result.kind is Kind.BYE:
            byes.append(result)
        elif result.kind is not Kind.UNPLAYED:
            waiting.setdefault(frozenset((result.left, result.right)), []).append(result)
    sources = _sources(slots)
    done: dict[str, Slot] = {}
    conflicts: list[Conflict] = []
    for slot in slots:
        if slot.id in sources:
            left, right = _recharge(done[FINAL]) if slot.id == RECHARGE else (_from(done, source) for source in sources[slot.id])
            slot = replace(slot, left=left, right=right, result=None)
        else:
            slot = replace(slot, result=None)
        mine = waiting.get(_pair(slot), [])
        if mine:
            slot = replace(slot, result=mine.pop(0))
            conflicts += _misfit(slot)
        done[slot.id] = slot
    filled_slots = tuple(done.values())
    for pair, left_over in waiting.items():
        home = next((slot for slot in filled_slots if _pair(slot) == pair), None)
        conflicts += [_left_over(result, home, filled_slots, sources) for result in left_over]
    idle = {slot.left for slot in filled_slots if slot.right == BYE} | {slot.right for slot in filled_slots if slot.left == BYE}
    conflicts += [Conflict("no-bye", result) for result in byes if result.left not in idle]
    return Filled(filled_slots, tuple(sorted(conflicts, key=lambda conflict: in_order(conflict.result))))


def outcome(slot: Slot) -> tuple[str | None, str | None]:
    """Winner and loser of a match; None while not known, "bye" where nobody is."""
    left, right, result = slot.left, slot.right, slot.result
    if left is None or right is None:
        return None, None
    if left == BYE:
        return right, BYE
    if right == BYE:
        return left, BYE
    if result is not None and _nobody_came(result):
        return BYE, BYE
    return (result.winner_name, result.loser_name) if result else (None, None)


def losers_of(slots: Iterable[Slot], rounds: Iterable[int]) -> tuple[str, ...]:
    """Who lost in these rounds of the winners' side, top to bottom: the players of a consolation or last chance."""
    wanted = set(rounds)
    found = []
    for slot in slots:
        if slot.round in wanted and slot.id[0] not in "LF":
            loser = outcome(slot)[1]
            if slot.result is not None and _nobody_came(slot.result):
                found += [name for name in (slot.left, slot.right) if name]
            elif loser is not None and loser != BYE:
                found.append(loser)
    return tuple(found)


def places(slots: Sequence[Slot]) -> tuple[Place, ...]:
    """The ranks of those who are out and of the winner, best first: 1, 2, 3-4, 5-8; on the losers' side of a double bracket 3, 4, 5-6.

    Who may still win has none. A final that was settled is shared.
    """
    if not slots:
        return ()
    by_id = {slot.id: slot for slot in slots}
    final = by_id.get(FINAL) or slots[-1]
    if _pair(by_id[RECHARGE]) if RECHARGE in by_id else False:
        final = by_id[RECHARGE]
    winner, loser = outcome(final)
    found: list[Place] = []
    if final.result is not None and final.result.winner is None:
        if final.result.kind is Kind.SETTLED or _nobody_came(final.result):
            found += [Place(name, 1, 2) for name in (final.left, final.right) if name]
    elif winner is not None and not (final.id == FINAL and RECHARGE in by_id and winner == final.right and loser != BYE):
        found += [Place(name, rank, rank) for rank, name in ((1, winner), (2, loser)) if name and name != BYE]
    rank = 2 if BYE in (final.left, final.right) else 3
    groups: dict[int, list[Slot]] = {}
    for slot in slots:
        if slot.id not in (FINAL, RECHARGE, final.id) and slot.drops is None:
            groups.setdefault(slot.round, []).append(slot)
    for number in sorted(groups, reverse=True):
        out = [_out(slot) for slot in groups[number]]
        last = rank + sum(count for count, _ in out) - 1
        found += [Place(name, rank, last) for _, names in out for name in names]
        rank = last + 1
    return tuple(found)


def _out(slot: Slot) -> tuple[int, tuple[str, ...]]:
    """How many go out in this match, and who, as far as known."""
    if BYE in (slot.left, slot.right):
        return 0, ()
    if slot.result is not None and _nobody_came(slot.result):
        return 2, tuple(name for name in (slot.left, slot.right) if name)
    loser = outcome(slot)[1]
    return 1, (loser,) if loser else ()


def _first_round(stage: Stage, players: Sequence[Player]) -> list[str]:
    """Names and byes from top to bottom, a power of two of them."""
    if stage.bracket:
        drawn = [name or BYE for name in stage.bracket]
        return drawn + [BYE] * (_power(len(drawn)) - len(drawn)) if len(drawn) > 1 else []
    seeded = [player.name for player in sorted(players, key=lambda player: (player.seed is None, player.seed or 0))]
    if len(seeded) < 2:
        return []
    order = [1]
    while len(order) < len(seeded):
        order = [number for seed in order for number in (seed, 2 * len(order) + 1 - seed)]
    return [seeded[number - 1] if number <= len(seeded) else BYE for number in order]


def _power(count: int) -> int:
    return 1 << (count - 1).bit_length()


def _main(first: Sequence[str], rounds: int, side: str = "") -> Iterable[Slot]:
    size = len(first)
    for number in range(1, rounds + 1):
        for at in range(1, (size >> number) + 1):
            last = number == rounds
            yield Slot(
                id=f"{side}{number}.{at}",
                round=number,
                title=_title(number, rounds, side),
                left=first[2 * at - 2] if number == 1 else None,
                right=first[2 * at - 1] if number == 1 else None,
                result=None,
                feeds=(FINAL if side else None) if last else f"{side}{number + 1}.{(at + 1) // 2}",
                drops=_drop(size, rounds, number, at) if side else None,
            )


def _drop(size: int, rounds: int, number: int, at: int) -> str:
    """Where a loser of the winners' side goes. From the second round on the halves are crossed, so that the same two meet late again."""
    if rounds == 1:
        return FINAL
    if number == 1:
        return f"L1.{(at + 1) // 2}"
    count = size >> number
    crossed = count + 1 - at if number % 2 == 0 else (at - 1 + count // 2) % count + 1
    return f"L{2 * number - 2}.{crossed}"


def _losers(size: int, rounds: int) -> Iterable[Slot]:
    last = 2 * rounds - 2
    for number in range(1, last + 1):
        for at in range(1, (size >> ((number + 1) // 2 + 1)) + 1):
            title = filled(N_("Losers' final"), {}) if number == last else filled(N_("Losers' round {n}"), {"n": number})
            follows = at if number % 2 else (at + 1) // 2
            yield Slot(f"L{number}.{at}", number, title, None, None, None, FINAL if number == last else f"L{number + 1}.{follows}")


def _title(number: int, rounds: int, side: str) -> str:
    if side:
        return filled(N_("Winners' final"), {}) if number == rounds else filled(N_("Winners' round {n}"), {"n": number})
    match rounds - number:
        case 0:
            return filled(N_("Final"), {})
        case 1:
            return filled(N_("Semi-final"), {})
        case 2:
            return filled(N_("Quarter-final"), {})
        case _:
            return filled(N_("Round of {n}"), {"n": 1 << (rounds - number + 1)})


def _sources(slots: Sequence[Slot]) -> dict[str, list[tuple[str, int]]]:
    """For each slot that is fed, by which others and whether by the winner (0) or the loser (1): the upper one first."""
    found: dict[str, list[tuple[str, int]]] = {}
    for slot in slots:
        for at, goal in enumerate((slot.feeds, slot.drops)):
            if goal is not None:
                found.setdefault(goal, []).append((slot.id, at))
    return found


def _from(done: dict[str, Slot], source: tuple[str, int]) -> str | None:
    return outcome(done[source[0]])[source[1]]


def _recharge(final: Slot) -> tuple[str | None, str | None]:
    """The players of the recharge: nobody, unless the winner of the losers' side won the final."""
    winner, _ = outcome(final)
    needed = winner is not None and winner == final.right and BYE not in (final.left, final.right)
    return (final.left, final.right) if needed else (None, None)


def _pair(slot: Slot) -> frozenset[str]:
    """The two names, if both are known and real."""
    return frozenset() if slot.left is None or slot.right is None or BYE in (slot.left, slot.right) else frozenset((slot.left, slot.right))


def _nobody_came(result: Result) -> bool:
    return result.kind in (Kind.FORFEIT, Kind.WALKOVER) and result.winner is None


def _misfit(slot: Slot) -> Iterable[Conflict]:
    result = slot.result
    if result is None:
        return
    if slot.id[0] not in "WLF" and result.round is not None and result.round != slot.round:
        yield Conflict("other-round", result, slot.id)
    settled_final = result.kind is Kind.SETTLED and slot.feeds in (None, RECHARGE)
    if result.winner is None and result.complete and not _nobody_came(result) and not settled_final:
        yield Conflict("no-winner", result, slot.id)


def _left_over(result: Result, home: Slot | None, slots: Sequence[Slot], sources: dict[str, list[tuple[str, int]]]) -> Conflict:
    if home is not None and home.result is not None:
        return Conflict("repeated" if home.result.winner_name == result.winner_name else "twice", result, home.id)
    able = _able(slots, sources)
    for slot in slots:
        left, right = able[slot.id]
        if (result.left in left and result.right in right) or (result.left in right and result.right in left):
            return Conflict("early", result, slot.id)
    return Conflict("not-paired", result)


def _able(slots: Sequence[Slot], sources: dict[str, list[tuple[str, int]]]) -> dict[str, tuple[set[str | None], set[str | None]]]:
    """Who may still come to each side of a match whose players are not both known."""
    able: dict[str, tuple[set[str | None], set[str | None]]] = {}
    for slot in slots:
        sides: list[set[str | None]] = [{slot.left}, {slot.right}]
        for at, (source, _) in enumerate(sources.get(slot.id, ())):
            if None in sides[at]:
                sides[at] = able[source][0] | able[source][1]
        able[slot.id] = sides[0], sides[1]
    return able
