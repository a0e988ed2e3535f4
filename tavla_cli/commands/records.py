"""FILE@PLACE: a position, its roll and its play, named by where they stand in a match record or a file of positions."""

import os
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from tavla_cli.board import Step
from tavla_cli.board.ids import Setup
from tavla_cli.commands.options import examination
from tavla_cli.record import Unplayed

if TYPE_CHECKING:
    from tavla_cli.examine import Options
    from tavla_cli.walk import MatchWalk, Move

_KEPT = 4  # files; requests mostly stay with one


class NotThere(Exception):
    """No position is there. `code` as in DESIGN.md 4; `status`: 2 no such file or place, 3 a file that cannot be read."""

    def __init__(self, code: str, message: str, status: int) -> None:
        super().__init__(message)
        self.code, self.message, self.status = code, message, status


class Recorded(NamedTuple):
    """What stands at a place. `dice` as recorded, any digits; `play` None where no roll stands there; `text` is the play as written."""

    setup: Setup
    dice: tuple[int, int] | None
    play: tuple[Step, ...] | Unplayed | None
    text: str
    marks_hits: bool | None


class Records:
    """Match records that positions are looked up in, read with the options of the command. Raises click.UsageError for bad ones.

    `match` chooses among several matches of a file; `piped`: standard input holds the requests and cannot be a record.
    """

    def __init__(
        self,
        rules: str | None = None,
        rule: tuple[str, ...] = (),
        format_: str | None = None,
        encoding: str | None = None,
        match: int | None = None,
        piped: bool = False,
    ) -> None:
        self._match, self._piped = match, piped
        self._said = rules, rule, format_, encoding
        self._options: Options | None = None
        self._kept: dict[str, list[MatchWalk]] = {}
        if any(self._said):
            self._options = examination(*self._said, positions=True)

    def recorded(self, name: str) -> Recorded:
        """What FILE@PLACE names. Raises NotThere."""
        from tavla_cli.examine import scene_setup
        from tavla_cli.record import Roll

        path, _, place = name.rpartition("@")
        if self.holds_positions(path):
            return _standing(self._walks(path), place)
        walked, move = self._move(path, place)
        scene = move.at.scene
        if scene is None:
            raise NotThere("bad-position", "The game is over there, or nobody acts.", 3)
        if scene.boards > 1:
            raise NotThere("bad-position", f"{scene.boards} boards may be true there, after a play that is wrong or was not recorded.", 3)
        setup = scene_setup(scene, walked.rules)
        if setup is None:
            raise NotThere("bad-position", f"No board fits the record there (since {move.lost}).", 3)
        action = move.entry.action
        if not isinstance(action, Roll):
            return Recorded(setup, None, None, "", None)
        return Recorded(setup, action.dice, action.play, action.text, walked.match.habits.marks_hits)

    def positions(self, path: str) -> list[str]:
        """The names of the positions in a file of positions (`list.txt@1`), and of its lines that cannot be read (`list.txt@:4`), in their
        order; none where it is no such file. Raises NotThere where it cannot be read."""
        if not self.holds_positions(path):
            return []
        found = []
        for walked in self._walks(path):
            if walked.places is not None:
                found += [f"{path}@:{walked.places.line_and_column(fault.span.start)[0]}" for fault in walked.match.faults]
            if walked.match.games or walked.places is None:
                found.append(f"{path}@{walked.match.ordinal}")
        return found

    def holds_positions(self, path: str) -> bool:
        """Whether a file holds positions and no matches. Raises NotThere where it cannot be read."""
        from tavla_cli.formats import LEADS

        return all(LEADS[walked.match.format].positions for walked in self._walks(path))

    def _move(self, path: str, text: str) -> "tuple[MatchWalk, Move]":
        from tavla_cli.record import Roll
        from tavla_cli.walk import TURNS, NoPlace, moves_at, read_place

        try:
            place = read_place(text)
        except NoPlace as error:
            raise NotThere("bad-id", str(error), 2) from None
        walks = self._walks(path)
        if self._match is not None:
            walks = [walked for walked in walks if walked.match.ordinal == self._match]
            if not walks:
                raise NotThere("bad-id", f"The file has no match {self._match}.", 2)
        found = []
        sentence = ""
        for walked in walks:
            try:
                found.append((walked, moves_at(walked, place)))
            except NoPlace as error:
                sentence = sentence or str(error)
        if not found:
            raise NotThere("bad-id", sentence, 2)
        if len(found) > 1:
            numbers = ", ".join(str(walked.match.ordinal) for walked, _ in found[:10])
            raise NotThere("bad-id", f"More than one match of the file has that place ({numbers}): choose with --match.", 2)
        walked, moves = found[0]
        if not place.whole_game and len({move.at.side for move in moves}) == 1:
            rolls = [move for move in moves if isinstance(move.entry.action, Roll)]
            turns = rolls or [move for move in moves if isinstance(move.entry.action, TURNS)] or moves
            if len(turns) == 1:
                return walked, turns[0]
        raise NotThere("bad-id", "More than one turn stands there; name one, as in 2.10L or 2.10R.", 2)

    def _walks(self, path: str) -> "list[MatchWalk]":
        from tavla_cli.source import inputs
        from tavla_cli.walk import walked_input

        if path in self._kept:
            return self._kept[path]
        if path == "-" and self._piped:
            raise NotThere("bad-id", "Standard input holds the requests and cannot be a record too.", 2)
        if os.path.isdir(path):
            raise NotThere("bad-id", "That is a folder; name one file.", 2)
        items = list(islice(inputs([path]), 2))
        if len(items) != 1:
            raise NotThere("bad-id", "That is not one file but an archive with several in it, or with none.", 2)
        if items[0].trouble is not None:
            kind, sentence = items[0].trouble
            raise NotThere("bad-id", sentence, 2 if kind == "missing" else 3)
        if self._options is None:
            self._options = examination(*self._said, positions=True)
        _, walks = walked_input(items[0], self._options)
        if not walks:
            raise NotThere("bad-id", "There is no match in that file.", 3)
        if len(self._kept) == _KEPT:
            del self._kept[next(iter(self._kept))]
        self._kept[path] = walks
        return walks


def _standing(walks: "list[MatchWalk]", text: str) -> Recorded:
    """What stands at a place of a file of positions: `3`, or `:12` for a line. Raises NotThere."""
    from tavla_cli.formats.positions.common import setup_of
    from tavla_cli.record import Roll
    from tavla_cli.walk import NoPlace, read_place

    try:
        place = read_place(text)
    except NoPlace:
        raise NotThere("bad-id", "A position is named by its number, as in list.txt@3, or by its line, as in list.txt@:3.", 2) from None
    if place.line is not None:
        for walked in walks:
            for fault in walked.match.faults:
                if walked.places and place.line == walked.places.line_and_column(fault.span.start)[0]:
                    limit = f"A limit was reached, and the reading ends here: {fault.text}." if fault.code == "T115" else None
                    raise NotThere("bad-id", limit or "No position can be read there.", 3)
        found = [walked for walked in walks if walked.places and place.line == walked.places.line_and_column(walked.match.span.start)[0]]
    else:
        found = [walked for walked in walks if walked.match.ordinal == place.game]
    if not found:
        last = max(walked.match.ordinal for walked in walks)
        what = f"There is no position {place.game}" if place.line is None else f"No position stands in line {place.line}"
        raise NotThere("bad-id", f"{what}: the file has {'one' if last == 1 else f'{last:,}'}.", 2)
    match = found[0].match
    setup = setup_of(match)
    if setup is None:
        raise NotThere("bad-position", "What stands there is no position that can be.", 3)
    roll = next((entry.action for game in match.games for entry in game.entries if isinstance(entry.action, Roll)), None)
    if roll is None:
        return Recorded(setup, None, None, "", None)
    return Recorded(setup, roll.dice, None if roll.play is Unplayed.NOTHING else roll.play, roll.text, None)
