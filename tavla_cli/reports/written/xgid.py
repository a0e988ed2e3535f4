"""`convert --to xgid`: the position of every decision, one a line, for databases of positions.

A roll is a decision, with its dice, and so are a double (before the dice) and its answer (`D`). `plays`: only rolls whose play is known,
each with a tab and the play, as `tavla judge -` takes it. Where the board is not known there is no line.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tavla_cli.board import flipped, spelled
from tavla_cli.board.ids import Setup, xgid
from tavla_cli.formats.told import Deed, Lost, Told, ToldGame, Written
from tavla_cli.record import Beaver, Double, Drop, Entry, Roll, SetBoard, Side, Take
from tavla_cli.source import Span
from tavla_cli.words import N_

_DECISIONS = Roll | Double | Beaver | Take | Drop


def write(told: Sequence[Told], dialect: str | None = None) -> Written:
    lines: list[str] = []
    lost: list[Lost] = []
    for match in told:
        for deed, setup in _decisions(match):
            if setup is None:
                lost.append(Lost(N_("Decisions without a known board are left out."), {}, deed.place))
            elif dialect != "plays":
                lines.append(xgid(setup))
            elif play := _play(deed):
                lines.append(f"{xgid(setup)}\t{play}")
    return Written("".join(line + "\n" for line in lines), tuple(lost[:1]))


def _decisions(match: Told) -> Iterator[tuple[Deed, Setup | None]]:
    """Each decision and what stood on the table, seen by the player on roll; None where that is not known."""
    for game in match.games:
        offer: Setup | None = None
        for deed in game.deeds:
            if isinstance(deed.entry.action, SetBoard) and game.game.on_roll is not None and len(game.deeds) == 1:
                yield deed, _shown(match, game, deed.entry.action, game.game.on_roll)  # a position without a roll
            if not isinstance(deed.entry.action, _DECISIONS) or deed.entry.side is None:
                continue
            if isinstance(deed.entry.action, Take | Drop):
                yield deed, replace(offer, offer="D") if offer is not None else None
                continue
            setup = _setup(match, game, deed)
            if isinstance(deed.entry.action, Double):
                offer = setup
            yield deed, setup


def _shown(match: Told, game: ToldGame, action: SetBoard, side: Side) -> Setup | None:
    if action.position is None:
        return None
    board = action.position if side is Side.LEFT else flipped(action.position)
    return _setup(match, game, Deed(Entry(side, Take(), None, Span(0, 0)), board, cube=action.cube or 1, owner=action.owner))


def _setup(match: Told, game: ToldGame, deed: Deed) -> Setup | None:
    side = deed.entry.side
    if deed.position is None or side is None:
        return None
    action = deed.entry.action
    dice = action.dice if isinstance(action, Roll) else None
    if isinstance(action, Roll) and (dice is None or not all(1 <= die <= 6 for die in dice)):
        return None
    score = game.score or (0, 0)
    cube = deed.cube if deed.cube > 0 and deed.cube & (deed.cube - 1) == 0 else 1
    return Setup(
        deed.position,
        dice=dice,
        cube=cube,
        owner=0 if deed.owner is None else 1 if deed.owner is side else -1,
        score=(score[side], score[side.other]),
        length=match.length or 0,
        crawford=bool(game.crawford),
        jacoby=bool(match.rules.jacoby),
        beavers=bool(match.rules.beavers),
        upper=side is Side.LEFT,
    )


def _play(deed: Deed) -> str | None:
    """A play in words that `tavla judge` reads; None where it is none, or not known."""
    action = deed.entry.action
    if not isinstance(action, Roll):
        return None
    if deed.hops is not None:
        return spelled(deed.hops) or "Cannot Move"
    return " ".join(action.text.split()) if isinstance(action.play, tuple) else None
