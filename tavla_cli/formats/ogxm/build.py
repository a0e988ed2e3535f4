"""From what the readers of OGXM and of GammonView's JSON found to the record of a match. Knows no bytes and no rules (formats/ogxm.md)."""

from collections.abc import Sequence
from dataclasses import replace

from tavla_cli.board import STARTS, Position, Step, flipped
from tavla_cli.formats.notation import spelled_steps
from tavla_cli.formats.numbering import numbered
from tavla_cli.formats.ogxm.common import (
    BEHIND_UNPLAYED,
    DICE,
    STARTING,
    GameClaims,
    MatchClaims,
    Note,
    Ply,
    hops_of,
    moved,
    position_of,
)
from tavla_cli.record import (
    Action,
    Beaver,
    Comment,
    Double,
    Drop,
    Dump,
    Ending,
    Entry,
    Game,
    Habits,
    Length,
    Match,
    Remark,
    Resign,
    Roll,
    Seat,
    SetBoard,
    Side,
    Take,
    Unplayed,
    Win,
)
from tavla_cli.source import Span


def match_of(claims: MatchClaims, ordinal: int) -> Match:
    """The record of what was read."""
    usual = STARTS[STARTING[claims.variant]] if claims.variant < len(STARTING) else STARTS["standard"]
    games: list[Game] = []
    comments = [Comment(note.text, span=note.span) for note in claims.notes if note.game is None]
    notes: dict[int, list[Note]] = {}
    for note in claims.notes:
        if note.game is not None:
            notes.setdefault(note.game, []).append(note)
    first, score = 0, claims.score
    for index, game in enumerate(claims.games):
        entries, places = _entries(claims, game, usual, first)
        first += len(game.plies)
        left, right = score or (None, None)
        seats = (_seat(claims, Side.LEFT, left, game.span), _seat(claims, Side.RIGHT, right, game.span))
        cube = game.cube if game.cube != 1 and game.owner is None else None
        games.append(Game(None, seats, numbered(entries), (), game.crawford, None, cube, game.span, game.span))
        score = _scored(score, game, claims.length or 0)
        for note in notes.get(index, ()):
            about = places.get(note.ply) if note.ply is not None else None
            comments.append(Comment(note.text, index + 1, about, note.span))
    return Match(
        claims.format,
        claims.dialect,
        None if claims.length is None else Length(claims.length, claims.length == 0, claims.length_span),
        tuple(games),
        tuple(claims.tags),
        Habits(marks_hits=False, caps_points=False, numbers_rows=False),
        tuple(claims.faults),
        ordinal,
        Span(claims.start, claims.end),
        tuple(comments),
        tuple(claims.beside),
        tuple(claims.nodes),
    )


def _seat(claims: MatchClaims, side: Side, score: int | None, span: Span) -> Seat:
    return Seat(claims.names[side], score, None, span, claims.name_spans[side], span)


def _scored(score: tuple[int, int] | None, game: GameClaims, length: int) -> tuple[int, int] | None:
    """The score after a game, as the format derives it from the one before: no more than the match needs (formats/ogxm.md 4)."""
    if score is None or game.winner is None or game.points is None:
        return score if game.how is Ending.SETTLEMENT else None
    after = score[game.winner] + game.points
    if length:
        after = max(min(after, length), score[game.winner])
    return (after, score[1]) if game.winner is Side.LEFT else (score[0], after)


def _entries(claims: MatchClaims, game: GameClaims, usual: Position, first: int) -> tuple[list[Entry], dict[int, int]]:
    """The entries of a game whose first ply is number `first` of the match, and the index of the entry that each ply became."""
    total = sum(usual.own)
    board = usual if game.board is None else position_of(game.board, total)
    entries: list[Entry] = []
    places: dict[int, int] = {}
    if board != usual or game.owner is not None:
        cube = game.cube if game.owner is not None or game.cube != 1 else None
        entries.append(Entry(None, SetBoard(board, cube, game.owner), None, game.span))
    for index, ply in enumerate(game.plies):
        action, side = _action(ply, board, total, claims.written.get(first + index))
        if isinstance(action, Roll) and action.play is Unplayed.NOTHING and not _unplayed(game, index):
            action = replace(action, play=Unplayed.CANNOT_MOVE)
        board = _after(ply, board, total)
        mark = claims.marks.get(first + index)
        if isinstance(action, Roll) and mark in _MARKED:
            action = Roll(action.dice, *_MARKED[mark])
        if action is not None and mark != "added":
            places[index] = len(entries)
            entries.append(Entry(side, action, None, ply.span))
    if game.how is not None and not any(isinstance(entry.action, Resign | Remark) for entry in entries):
        entries.append(Entry(None, Remark(game.how), None, game.span))
    if game.winner is not None:
        entries.append(Entry(game.winner, Win(game.points), None, game.span))
    return entries, places


_MARKED = {
    "unknown": (Unplayed.UNKNOWN, "????"),
    "unplayed": (Unplayed.NOTHING, ""),
    "cannot move": (Unplayed.CANNOT_MOVE, ""),
}


def _unplayed(game: GameClaims, index: int) -> bool:
    """Whether a roll without steps was not played. Else the player cannot move: the format has no other way to say that."""
    if index + 1 < len(game.plies):
        return game.plies[index + 1].action in BEHIND_UNPLAYED
    return game.winner is None


def _after(ply: Ply, board: Position | None, total: int) -> Position | None:
    """The board after a ply, seen by the left player, as the steps say: only needed where the cube is set in the middle of a game."""
    if ply.board is not None:
        return position_of(ply.board, total)
    if not ply.steps or board is None:
        return board
    after = moved(board if ply.side is Side.LEFT else flipped(board), hops_of(ply.steps, ply.side))
    return after if after is None or ply.side is Side.LEFT else flipped(after)


def _action(ply: Ply, board: Position | None, total: int, written: Sequence[tuple[int, int]] | None) -> tuple[Action | None, Side | None]:
    """What a ply says, and whose it is; None where it says nothing."""
    side: Side | None = ply.side
    match ply.action:
        case action if action <= 20:
            return _roll(ply), side
        case 21:
            return Double(), side
        case 22:
            return Take(), side
        case 23:
            return Drop(), side
        case 27:
            return Resign(level=ply.resigned), side
        case 28:
            return Resign(match=True, level=ply.resigned), side
        case 29:
            return Remark(Ending.FORFEIT), None
        case 31 if ply.dice is not None:
            return _declared(ply, total, written), side
        case 31:
            return SetBoard(position_of(ply.board or (), total)), None
        case 32:
            return Beaver(), side
        case 33:
            return Beaver(raccoon=True), side
        case 34:
            return Remark(Ending.SETTLEMENT), None
        case 36:
            return SetBoard(board, ply.cube, ply.owner), None
        case 37:
            return Roll(None, Unplayed.CANNOT_MOVE), side
    return None, None


def _roll(ply: Ply) -> Roll:
    low, high = DICE[ply.action]
    if ply.bad:
        return Roll((high, low), Unplayed.UNREADABLE, ply.bad)
    if not ply.steps:
        return Roll((high, low), Unplayed.NOTHING)
    hops = hops_of(ply.steps, ply.side)
    return Roll((high, low), tuple(Step(hop, (False,)) for hop in hops), spelled_steps(hops))


def _declared(ply: Ply, total: int, written: Sequence[tuple[int, int]] | None) -> Roll:
    """A play that is stored as the board after it, because it was illegal; as steps where the file keeps them beside it."""
    assert ply.dice is not None
    dice = max(ply.dice), min(ply.dice)
    if written:
        hops = hops_of(written, ply.side)
        return Roll(dice, tuple(Step(hop, (False,)) for hop in hops), spelled_steps(hops))
    after = position_of(ply.board or (), total)
    if after is None:
        return Roll(dice, Unplayed.UNREADABLE)
    if written is not None:
        return Roll(dice, Unplayed.NOTHING)
    return Roll(dice, Unplayed.DECLARED, "", Dump(flipped(after) if ply.side is Side.LEFT else after))
