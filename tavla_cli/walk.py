"""Walks through a match as its record goes: each cell with what stood on the table before it and after it, and places such as `2.10L`.

Lays nothing out, and finds nothing out that the replay and the checks do not say.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from tavla_cli.board import Position, flipped, legal_plays
from tavla_cli.board.ids import xgid
from tavla_cli.board.spelling import nearest, spelled_in_order
from tavla_cli.examine import Options, events, examine_input, layers, places_of, scene_setup
from tavla_cli.examine import place as place_of
from tavla_cli.formats import FORMATS, opened
from tavla_cli.record import Beaver, Double, Drop, Entry, Game, Loss, Match, Remark, Resign, Roll, SetBoard, Side, Take, Unread, Win
from tavla_cli.replay.events import (
    Acted,
    AfterEnd,
    BoardLost,
    BoardSet,
    CubeTurned,
    Event,
    GameBegun,
    GameEnded,
    MatchEnded,
    Moment,
    Played,
    Scene,
    Score,
    UnreadCell,
)
from tavla_cli.results import Diagnostic, FileResult, MatchResult
from tavla_cli.rules import Rules, rules_for
from tavla_cli.source import Input, Places, Span
from tavla_cli.words import N_, filled

TURNS = Roll | Double | Beaver | Take | Drop | Unread
_EVENTS: tuple[tuple[type, tuple[type[Event], ...]], ...] = (  # which events can belong to an action
    (Roll, (Played, Acted, UnreadCell, AfterEnd)),
    (Double, (CubeTurned, Acted, AfterEnd)),
    (Beaver, (CubeTurned, AfterEnd)),
    (Take, (CubeTurned, AfterEnd)),
    (Drop, (CubeTurned, AfterEnd)),
    (Unread, (UnreadCell, AfterEnd)),
    (SetBoard, (BoardSet,)),
    (Win, (GameEnded,)),
    (Loss, (GameEnded,)),
    (Resign, (GameEnded,)),
    (Remark, (GameEnded,)),
)


# ---- the walk


@dataclass(frozen=True, slots=True)
class Move:
    """One cell of a game, or the part of one that is one action.

    `at.scene` is what stood on the table before it, None where that is nobody's (the game was over, or the cell has no side). `played`
    is the replay's event of a roll. `after`: the board after it, seen by the same player; None where there is no play, or more than one
    board may be true. `recorded`: where `after` is None, the board that the record leaves. `answers` is the double that a take or a drop
    answers, `following` the next turn of the game. `lost`: the place after which no board fits the record, None where one does.
    """

    game: int
    entry: Entry
    at: Moment
    played: Played | None = None
    after: Position | None = None
    recorded: Position | None = None
    answers: Moment | None = None
    following: Moment | None = None
    lost: str | None = None

    @property
    def place(self) -> str | None:
        return place_of(self.at)


@dataclass(frozen=True, slots=True)
class GameWalk:
    """One game. `after` is the score after it as walked, (left, right) and uncapped; None where nobody knows."""

    ordinal: int
    game: Game
    begun: GameBegun
    ended: GameEnded
    moves: tuple[Move, ...]
    after: Score | None


@dataclass(frozen=True, slots=True)
class MatchWalk:
    """One match with everything that is known of it. `text` is the whole input, in which `places` finds lines and columns; both are
    empty where its format has no lines."""

    match: Match
    rules: Rules
    result: MatchResult
    text: str
    places: Places | None
    games: tuple[GameWalk, ...]
    ended: MatchEnded
    _by_line: dict[int, list[Diagnostic]] = field(default_factory=dict, repr=False)

    def found(self, span: Span) -> list[Diagnostic]:
        """The findings that stand within a span of one line."""
        if not self._by_line:
            for diagnostic in self.result.diagnostics:
                self._by_line.setdefault(diagnostic.line or 0, []).append(diagnostic)
        if self.places is None:
            return [d for d in self.result.diagnostics if d.offset is not None and span.start <= d.offset < max(span.end, span.start + 1)]
        line, start = self.places.line_and_column(span.start)
        end = start + max(span.end - span.start, 1)
        return [d for d in self._by_line.get(line, ()) if start <= (d.column or 0) < end]

    def line(self, move: Move) -> int | None:
        """The line that a move stands in, from 1; None where the format has no lines."""
        return None if self.places is None else self.places.line_and_column(move.entry.span.start)[0]

    def node(self, move: Move) -> str | None:
        """The node that a move stands in; None where the format has none."""
        return self.match.node(move.entry.span.start)


def walked_input(item: Input, options: Options) -> tuple[FileResult, list[MatchWalk]]:
    """What `examine_input` says about an input, and a walk through each of its matches. Raises as that does."""
    result = examine_input(item, options)
    if result.skipped or result.trouble is not None or not result.matches:
        return result, []
    source, format = opened(item.name, item.data or b"", options.encoding, options.format, options.positions)
    assert format is not None  # it has been read before
    places = places_of(source, format)
    chosen = layers(options)
    # What was found about the input itself goes with its first match.
    first = replace(result.matches[0], diagnostics=(*result.diagnostics, *result.matches[0].diagnostics))
    found = (first, *result.matches[1:])
    walks = [
        walk(match, rules_for(match, chosen), examined, source.text, places)
        for match, examined in zip(FORMATS[format].read(source), found, strict=True)
    ]
    return result, walks


def walk(match: Match, rules: Rules, result: MatchResult, text: str, places: Places | None) -> MatchWalk:
    """Go through a match. `result` is what the examination of the same match found."""
    walks, ended = games_of(match, rules)
    return MatchWalk(match, rules, result, text, places, walks, ended)


def games_of(match: Match, rules: Rules) -> tuple[tuple[GameWalk, ...], MatchEnded]:
    """The games of a match with what the replay says of each cell, and what it says of the match as a whole."""
    games: list[tuple[int, Game, list[Event]]] = []
    ended: MatchEnded | None = None
    for happened in events(match, rules):
        if isinstance(happened[0], GameBegun):
            games.append((len(games) + 1, match.games[len(games)], happened))
        ended = next((event for event in happened if isinstance(event, MatchEnded)), ended)
    assert ended is not None
    begun = [_only(happened, GameBegun) for _, _, happened in games]
    scores = [*(event.walked for event in begun[1:]), ended.score]
    walks = [
        GameWalk(ordinal, game, start, _only(happened, GameEnded), tuple(_moves(ordinal, game, happened)), after)
        for (ordinal, game, happened), start, after in zip(games, begun, scores, strict=False)
    ]
    return tuple(walks), ended


_E = TypeVar("_E", bound=Event)


def _only(happened: Sequence[Event], kind: type[_E]) -> _E:
    return next(event for event in happened if isinstance(event, kind))


def _moves(ordinal: int, game: Game, happened: Sequence[Event]) -> list[Move]:
    """The cells of a game in the order of the record."""
    at_span: dict[Span, list[Event]] = {}
    for event in happened:
        at_span.setdefault(event.at.span, []).append(event)
    last_scene = _only(happened, GameEnded).at.scene
    moves: list[Move] = []
    turn = 0
    lost: str | None = None
    offer: Moment | None = None
    for entry in game.entries:
        action = entry.action
        kinds = next(kinds for kind, kinds in _EVENTS if isinstance(action, kind))
        mine = [event for event in at_span.get(entry.span, ()) if isinstance(event, kinds)]
        at = next((event.at for event in mine if event.at.scene is not None), None)
        if at is None:
            scene = last_scene if isinstance(action, Win | Loss | Resign) and entry.side is not None else None
            at = Moment(entry.span, ordinal, game.number, entry.row, max(turn, 1), entry.side, scene)
        if at.scene is not None and entry.side is not None and at.scene.side is not entry.side:
            at = replace(at, side=entry.side, scene=_turned(at.scene, entry.side))
        turn = at.turn or turn
        move = Move(ordinal, entry, at)
        if at.scene is not None and not at.scene.boards:
            move = replace(move, lost=lost or "")
        played = next((event for event in mine if isinstance(event, Played)), None)
        if played is not None:
            judgement = played.judgement
            move = replace(
                move, played=played, after=played.after, recorded=judgement.after if judgement and played.after is None else None
            )
        elif isinstance(action, SetBoard) and any(isinstance(event, BoardSet) and event.possible for event in mine):
            move = replace(move, after=action.position)
        if isinstance(action, Double):
            offer = at
        elif isinstance(action, Take | Drop | Beaver):
            # XGID says whose double is offered, but not by how many beavers the other has answered.
            if offer is not None and offer.side is not at.side and not isinstance(action, Beaver):
                move = replace(move, answers=offer)
            offer = None
        if lost is None and any(isinstance(event, BoardLost) for event in at_span.get(entry.span, ())):
            lost = move.place
        elif isinstance(action, SetBoard) and move.after is not None:
            lost = None
        moves.append(move)
    following: Moment | None = None
    for index in reversed(range(len(moves))):
        moves[index] = replace(moves[index], following=following)
        if isinstance(moves[index].entry.action, Roll | Double) and moves[index].at.scene is not None:
            following = moves[index].at
    return moves


def _turned(scene: Scene, side: Side) -> Scene:
    """The same table seen by the other player."""
    return replace(scene, side=side, position=None if scene.position is None else flipped(scene.position))


# ---- what a move can be asked


def ids(move: Move, rules: Rules) -> tuple[str | None, str | None]:
    """The XGIDs before and after; None where no board is known.

    Before a roll and a double the player who acts is on roll; an offer that waits for its answer is the doubler's. After a play the
    same player is still on roll, dice `00`; after a double it is offered; after a take the doubler is on roll.
    """
    scene = move.at.scene
    setup = None if scene is None else scene_setup(scene, rules)
    if setup is None:
        return None, None
    if move.answers is not None and move.answers.scene is not None:
        offered = scene_setup(move.answers.scene, rules)
        before = None if offered is None else xgid(replace(offered, dice=None, offer="D"))
        next_scene = move.following.scene if move.following else None
        then = scene_setup(next_scene, rules) if next_scene is not None and isinstance(move.entry.action, Take) else None
        return before, None if then is None else xgid(replace(then, dice=None))
    after = None
    board = move.after or move.recorded
    if board is not None and move.played is not None:
        after = xgid(replace(setup, position=board, dice=None))
    elif isinstance(move.entry.action, Double):
        after = xgid(replace(setup, dice=None, offer="D"))
    return xgid(setup), after


def plays(move: Move, near: int | None = None) -> tuple[int, list[tuple[str, Position]]] | None:
    """How many legal plays a roll has, and each in canonical spelling with its result; None where there is no roll or no board.

    `near`: only so many of them, those nearest to what was played, the nearest first.
    """
    if move.at.scene is None or move.at.scene.position is None or not isinstance(move.entry.action, Roll):
        return None
    dice = move.entry.action.dice
    if dice is None or not all(1 <= die <= 6 for die in dice):
        return None
    found = legal_plays(move.at.scene.position, *dice)
    listed = spelled_in_order(found)
    if near is not None:
        results = dict(listed)
        steps = move.entry.action.play if isinstance(move.entry.action.play, tuple) else ()
        listed = [(text, results[text]) for text in nearest(move.at.scene.position, steps, found, near)]
    return len(found), listed


# ---- places


class NoPlace(ValueError):
    """A place that does not exist; the text is a sentence that says which do."""


@dataclass(frozen=True, slots=True)
class Place:
    """`2`, `2.10`, `2.10L`, `2.last`, `:41`. Everything counts from 1; `game` is the ordinal."""

    game: int = 0
    row: int | None = None
    side: Side | None = None
    last: bool = False
    line: int | None = None

    @property
    def whole_game(self) -> bool:
        return self.row is None and self.line is None and not self.last


_PLACE = re.compile(r"([0-9]{1,9})(?:\.(?:([0-9]{1,9})([LlRr])?|(last)))?|:([0-9]{1,9})")


def read_place(text: str) -> Place:
    """Read a PLACE. Raises NoPlace."""
    found = _PLACE.fullmatch(text.strip())
    if found is None:
        word = text if len(text) <= 40 else text[:40] + "..."
        raise NoPlace(
            filled(
                N_("{word} is no place. Write game and row, as in 2.10L or 2.10R, 2 for a game, 2.last, or :41 for a line."),
                {"word": repr(word)},
            )
        )
    game, row, side, last, line = found.groups()
    if line:
        return Place(line=int(line))
    return Place(int(game), int(row) if row else None, None if side is None else Side.LEFT if side in "Ll" else Side.RIGHT, bool(last))


def game_at(walked: MatchWalk, place: Place) -> GameWalk:
    """The game that a place is in. Raises NoPlace."""
    if 1 <= place.game <= len(walked.games):
        return walked.games[place.game - 1]
    count = len(walked.games)
    if count == 0:
        raise NoPlace(filled(N_("There is no game {game}: the match has no games."), {"game": place.game}))
    if count == 1:
        raise NoPlace(filled(N_("There is no game {game}: the match has one game."), {"game": place.game}))
    raise NoPlace(filled(N_("There is no game {game}: the match has games 1 to {count}."), {"game": place.game, "count": count}))


def moves_at(walked: MatchWalk, place: Place) -> list[Move]:
    """The moves at a place, at least one. Raises NoPlace."""
    found = _moves_in_line(walked, place.line) if place.line is not None else _moves_in_game(walked, place)
    # The dice of a double that comes too late are no roll of their own (`62: Doubles => 2`).
    acting = {(walked.line(move), move.at.row, move.at.side) for move in found if move.at.scene is not None}
    return [move for move in found if move.at.scene is not None or (walked.line(move), move.at.row, move.at.side) not in acting]


def _moves_in_game(walked: MatchWalk, place: Place) -> list[Move]:
    game = game_at(walked, place)
    if not game.moves:
        raise NoPlace(filled(N_("Nothing stands in game {game}."), {"game": place.game}))
    if place.whole_game:
        return list(game.moves)
    if place.last:
        turns = [move for move in game.moves if isinstance(move.entry.action, TURNS)] or list(game.moves)
        return turns[-1:]
    rows = [move.at.row for move in game.moves if move.at.row is not None]
    in_row = [move for move in game.moves if move.at.row == place.row and move.at.side is not None]
    if not in_row:
        args: dict[str, object] = {"game": place.game, "row": place.row, "first": min(rows, default=0), "last": max(rows, default=0)}
        if not rows:
            raise NoPlace(filled(N_("Game {game} has no rows."), args))
        raise NoPlace(filled(N_("Game {game} has rows {first} to {last}, and nothing in row {row}."), args))
    found = [move for move in in_row if place.side in (None, move.at.side)]
    if not found:
        other = f"{place.game}.{place.row}{'R' if place.side is Side.LEFT else 'L'}"
        raise NoPlace(
            filled(N_("Row {row} of game {game} has one cell only: {place}."), {"game": place.game, "row": place.row, "place": other})
        )
    return found


def _moves_in_line(walked: MatchWalk, line: int) -> list[Move]:
    found = [move for game in walked.games for move in game.moves if walked.line(move) == line]
    if found:
        return found
    if walked.places is None:
        raise NoPlace(filled(N_("{format} has no lines. Name a game and row, as in 2.10L."), {"format": walked.match.format}))
    stretches = []
    for game in walked.games[:10]:
        if game.moves:
            lines = walked.line(game.moves[0]), walked.line(game.moves[-1])
            stretches.append(
                filled(N_("game {game} in lines {first} to {last}"), {"game": game.ordinal, "first": lines[0], "last": lines[1]})
            )
    if not stretches:
        raise NoPlace(filled(N_("No play stands in line {line}."), {"line": line}))
    if len(walked.games) > 10:
        stretches.append("...")
    raise NoPlace(filled(N_("No play stands in line {line} ({stretches})."), {"line": line, "stretches": ", ".join(stretches)}))
