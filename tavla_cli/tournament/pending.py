"""What is still to be played: pairings without a result, and the next round. Draws and lists; writes no file and no table."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tavla_cli.tournament import pairing
from tavla_cli.tournament.bouts import pools
from tavla_cli.tournament.model import Form, Kind, Player, Scored, Stage, Table

_EVERYBODY_MEETS = (Form.ROUND_ROBIN, Form.LEAGUE)
_MOST_DRAWN = 1000  # players of a stage that are paired: the work grows with their square, and no hall holds more
_BRACKETS = (Form.SINGLE_ELIMINATION, Form.DOUBLE_ELIMINATION)


@dataclass(frozen=True, slots=True)
class Open:
    """A match that has no result. `round` None: nobody said in which. `title` names it where a round has no number (`Final`)."""

    stage: str
    round: int | None
    left: str
    right: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Draw:
    """The next round of a stage. `problem` is a sentence in place of pairs, or beside them."""

    stage: str
    round: int
    pairs: tuple[tuple[str, str], ...]
    bye: tuple[str, ...] = ()
    problem: str = ""
    group: str | None = None


class CannotDraw(ValueError):
    """There is no next round; the text is a sentence that says why."""


def missing(scored: Scored) -> Iterator[Open]:
    """Every pairing without a result: those the director wrote down, those a round robin or league still needs, and of a bracket those
    whose players are known."""
    for table in scored.tables:
        yield from _missing(table, scored.event.players)


def _missing(table: Table, players: Sequence[Player]) -> Iterator[Open]:
    stage = table.stage
    written = [result for result in table.results if result.kind is Kind.UNPLAYED and result.right is not None and result.sources]
    if stage.form in _BRACKETS:
        for slot in table.bracket:
            if slot.result is None and slot.left not in (None, "bye") and slot.right not in (None, "bye"):
                yield Open(stage.name, slot.round, slot.left or "", slot.right or "", slot.title)
        return
    for result in written:
        yield Open(stage.name, result.round, result.left, result.right or "")
    if stage.form not in _EVERYBODY_MEETS:
        return
    have = Counter(frozenset((result.left, result.right)) for result in table.results)
    gone = {player.name for player in players if player.withdrawn is not None}
    for _, members in pools(stage, [line.player for line in sorted(table.lines, key=lambda line: line.player)]):
        for at, left in enumerate(members):
            for right in members[at + 1 :]:
                for _ in range((2 if stage.double else 1) - have[frozenset((left, right))]):
                    if left not in gone and right not in gone:
                        yield Open(stage.name, None, left, right)


def drawn(scored: Scored, name: str | None, round: int | None) -> list[Draw]:
    """The next round of a stage (of the first that has one), group by group. Raises CannotDraw."""
    tables = [table for table in scored.tables if name is None or table.stage.name == name]
    for table in tables:
        if not table.lines and not table.bracket:
            continue
        next_round = round or _next(table)
        if round is None and table.stage.rounds is not None and next_round > table.stage.rounds:
            continue
        found = _drawn(table, scored.event.players, next_round)
        if any(draw.pairs or draw.bye or draw.problem for draw in found):
            return found
    raise CannotDraw("No stage has a round left to draw." if name is None else f"{name} has no round left to draw.")


def _next(table: Table) -> int:
    """The round after the last that has a result or a pairing; a round that is not over stays the last."""
    return max((result.round or 0 for result in table.results), default=0) + 1


def _drawn(table: Table, players: Sequence[Player], round: int) -> list[Draw]:
    stage = table.stage
    if len(table.lines) > _MOST_DRAWN and stage.form not in _BRACKETS:
        name = stage.name or "The event"
        raise CannotDraw(f"{name} has {len(table.lines)} players, and no more than {_MOST_DRAWN} are drawn. Make groups of them.")
    if stage.form in _EVERYBODY_MEETS:
        return _scheduled(table, players, round)
    waiting = [result for result in table.results if result.kind is Kind.UNPLAYED and result.right is not None and result.sources]
    if stage.form in _BRACKETS:
        written = {frozenset((result.left, result.right or "")) for result in waiting}
        ready = [each for each in _missing(table, players) if frozenset((each.left, each.right)) not in written]
        return (
            [Draw(stage.name, min(each.round or round for each in ready), tuple((each.left, each.right) for each in ready))]
            if ready
            else []
        )
    if stage.form is Form.OPEN:
        raise CannotDraw(f"{stage.name or 'The event'} is open: nobody is drawn there. Give the stage a format in the event file.")
    if waiting:
        raise CannotDraw(
            f"{stage.name}, round {waiting[0].round or '?'} is not over: {waiting[0].left} - {waiting[0].right} has no result."
        )
    here = {line.player for line in table.lines}
    members = [player for player in players if player.name in here]
    draw = pairing.lives if stage.form is Form.LIVES else pairing.swiss
    found = draw(stage, members, table.results, round)
    if stage.form is Form.LIVES and not found.pairs and found.found:
        return []  # one is left, and has won
    if not found.found:
        return [Draw(stage.name, round, (), (), f"No round {round} without a match that was played already.")]
    again = "; ".join(f"{left} - {right}" for left, right in found.rematches)
    return [Draw(stage.name, round, found.pairs, (found.bye,) if found.bye else (), f"They met before: {again}." if again else "")]


def _scheduled(table: Table, players: Sequence[Player], round: int) -> list[Draw]:
    """The round of the Berger tables; who has met already, or has left, is left out."""
    stage: Stage = table.stage
    have: Counter[frozenset[str | None]] = Counter(frozenset((result.left, result.right)) for result in table.results)
    gone = {player.name for player in players if player.withdrawn is not None and player.withdrawn < round}
    order = {player.name: number for number, player in enumerate(players)}
    found = []
    for group, members in pools(stage, sorted((line.player for line in table.lines), key=lambda name: order.get(name, len(order)))):
        schedule = pairing.round_robin(members, stage.double)
        if round > len(schedule):
            continue
        pairs = [pair for pair in schedule[round - 1] if pair[1] is not None and not gone & set(pair)]
        most = 2 if stage.double else 1
        open_pairs = tuple((left, right) for left, right in pairs if right is not None and have[frozenset((left, right))] < most)
        free = tuple(left for left, right in schedule[round - 1] if right is None and left not in gone)
        found.append(Draw(stage.name, round, open_pairs, free, group=group))
    return found
