"""Who plays whom next: round-robin schedules, Swiss and lives. Reads no files and records nothing.

Swiss and lives pair by a matching of least cost (networkx, the extra `pairing`); every other choice here is made without it. The cost puts
first things first, and no two pairings cost the same, so that a draw depends on the results alone: not on the order of the players, nor
on the library's version.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tavla_cli.tournament.bouts import Field, by_name, field
from tavla_cli.tournament.model import Kind, Player, Result, Stage

Round = tuple[tuple[str, str | None], ...]

# In larger fields only so many opponents of each player are tried first; everybody is only if that does not pair all of them. Measured on
# round 7: 64 players 0.5 s; 200 players 21 s with all opponents.
_SMALL = 64
_REACH = 16


@dataclass(frozen=True, slots=True)
class Pairing:
    """The draw of one round, the best players first. `found` is False when every way to pair repeats a match; nothing is paired then.
    `rematches` are those pairs that have met, where that is allowed."""

    round: int
    pairs: tuple[tuple[str, str], ...]
    bye: str | None = None
    rematches: tuple[tuple[str, str], ...] = ()
    found: bool = True


def round_robin(players: Sequence[str], double: bool = False) -> tuple[Round, ...]:
    """Everybody against everybody by the Berger tables, the right side None for a bye where the players are odd. `double`: once more with
    sides changed."""
    if len(players) < 2:
        return ()
    last = len(players) + len(players) % 2
    turns = last - 1
    rounds: list[Round] = []
    for number in range(1, last):
        # i and j meet in the round in which i + j = number + 1, counted modulo the rounds; who would meet himself meets the last
        alone = next(i for i in range(1, last) if (2 * i - number - 1) % turns == 0)
        numbers = [(alone, last) if number % 2 else (last, alone)]
        for step in range(1, last // 2):
            i, j = (alone + step - 1) % turns + 1, (alone - step - 1) % turns + 1
            numbers.append((min(i, j), max(i, j)) if (i + j) % 2 else (max(i, j), min(i, j)))
        rounds.append(
            tuple((players[i - 1], players[j - 1]) if max(i, j) <= len(players) else (players[min(i, j) - 1], None) for i, j in numbers)
        )
    if double:
        rounds += [tuple((left, right) if right is None else (right, left) for left, right in each) for each in rounds]
    return tuple(rounds)


def swiss(stage: Stage, players: Sequence[Player], results: Sequence[Result], round: int) -> Pairing:
    """Round `round` (from 1) of a Swiss: nobody meets an opponent again. Only the results of earlier rounds count.

    In this order, and in fields above 64 very nearly so: the bye goes to one who had the fewest, and of those to the lowest; score groups
    stay together, and who has to leave his goes to the next one; from the top, the upper half of a group meets the lower. Players stand
    by score, seed, rating and name. If there is a round without a rematch it is found. Raises ModuleNotFoundError without networkx.
    """
    seen = _before(stage, players, results, round)
    active = [player for player in players if player.withdrawn is None or player.withdrawn >= round]
    return _paired(seen, active, round, {player.name: -seen.scores[player.name] for player in active}, rematches=False)


def lives(stage: Stage, players: Sequence[Player], results: Sequence[Result], round: int) -> Pairing:
    """Round `round` (from 1) among those who have lost fewer matches than the stage's `lives`, as in a Swiss with losses for scores.

    When few are left some must meet again: there are as few such pairs as can be, though not at the price of an unfair bye.
    """
    seen = _before(stage, players, results, round)
    lost = {name: sum(bout.outcome == "lost" for bout in bouts) for name, bouts in seen.bouts.items()}
    active = [
        player for player in players if (player.withdrawn is None or player.withdrawn >= round) and lost[player.name] < max(1, stage.lives)
    ]
    return _paired(seen, active, round, {player.name: float(lost[player.name]) for player in active}, rematches=True)


def _before(stage: Stage, players: Sequence[Player], results: Sequence[Result], round: int) -> Field:
    return field(stage, players, [result for result in results if result.round is None or result.round < round])


def _paired(seen: Field, active: Sequence[Player], round: int, level: dict[str, float], *, rematches: bool) -> Pairing:
    """The pairing of least cost. `level`: the less, the better the player stands; equal levels are a group."""
    best = [player.name for player in sorted(active, key=lambda player: (level[player.name], *_standing(player)))]
    if len(best) < 2:
        return Pairing(round, (), best[0] if best else None)
    number = {name: at for at, name in enumerate(best)}
    met = [
        {number[bout.opponent] for bout in seen.bouts[name] if bout.opponent in number and bout.result.kind is not Kind.UNPLAYED}
        for name in best
    ]
    byes = [sum(bout.result.kind is Kind.BYE for bout in seen.bouts[name]) for name in best]
    group = _groups([level[name] for name in best])
    lowest = max(range(len(best)), key=lambda at: (-byes[at], at))
    mates = _mates(group, met, byes, _REACH, rematches=False) if len(best) > _SMALL else []
    if 2 * len(mates) < len(best) or (len(best) % 2 and (lowest, len(best)) not in mates):
        mates = _mates(group, met, byes, len(best), rematches=rematches)
    if 2 * len(mates) < len(best):
        return Pairing(round, (), found=False)
    return Pairing(
        round=round,
        pairs=tuple((best[i], best[j]) for i, j in mates if j < len(best)),
        bye=next((best[i] for i, j in mates if j == len(best)), None),
        rematches=tuple((best[i], best[j]) for i, j in mates if j in met[i]),
    )


def _mates(group: Sequence[int], met: Sequence[set[int]], byes: Sequence[int], reach: int, *, rematches: bool) -> list[tuple[int, int]]:
    """The pairs of least cost, players as numbers from the best; whose partner is the number after the last has the bye.

    `reach`: how many opponents of each player are tried. Fewer pairs than there should be: there is no round.
    """
    import networkx  # an extra: only who pairs by it needs it

    count = len(group)
    # The parts of the cost, most important first, as digits of one number: exact, and none can outweigh the one before it.
    places = (count + 1) ** count
    apart = count * (group[-1] + 1) ** 2
    most = ((count + 1) * (max(byes) + 1) * (count + 1) + count) * apart * places
    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_nodes_from(range(count))
    for i in range(count):
        tried = 0
        for wish, j in enumerate(_wishes(group, i)):
            again = j in met[i]
            if tried == reach or (again and not rematches):
                continue
            tried += 1
            cost = (again * (count + 1) * apart + (group[j] - group[i]) ** 2) * places
            graph.add_edge(i, j, weight=most - cost - (wish + 1) * (count + 1) ** (count - 1 - i))
        if count % 2:
            unfair = (byes[i] - min(byes)) * (count + 1)  # before rematches, which are fewer than the players
            graph.add_edge(i, count, weight=most - (unfair * (count + 1) + count - 1 - i) * apart * places)
    return sorted((min(pair), max(pair)) for pair in networkx.max_weight_matching(graph, maxcardinality=True))


def _standing(player: Player) -> tuple[bool, int, float, tuple[str, str]]:
    rating = float("inf") if player.rating is None else -player.rating
    return player.seed is None, player.seed or 0, rating, by_name(player.name)


def _groups(levels: Sequence[float]) -> list[int]:
    """The number of each player's group, from 0; `levels` are sorted."""
    groups: list[int] = []
    for at, level in enumerate(levels):
        groups.append(groups[-1] + (level != levels[at - 1]) if groups else 0)
    return groups


def _wishes(group: Sequence[int], i: int) -> list[int]:
    """The later players in the order in which `i` should meet them: in his group first the one half a group below and those near him,
    the lower first; after them the next groups from the top."""
    ideal = i + group.count(group[i]) // 2
    own = [j for j in range(i + 1, len(group)) if group[j] == group[i]]
    return sorted(own, key=lambda j: (abs(j - ideal), -j)) + [j for j in range(i + 1, len(group)) if group[j] != group[i]]
