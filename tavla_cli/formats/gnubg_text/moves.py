"""One move of GNU Backgammon's text export: what its heading and its deed say together."""

from tavla_cli.board.ids import Setup
from tavla_cli.formats.gnubg_text.lines import Moved, Offered, OnRoll, Rolled, Turn, Word, read_deed, shifted
from tavla_cli.record import Action, Beaver, Double, Drop, Resign, Roll, Side, Take, Unplayed
from tavla_cli.source import Span


class Block:
    """One move: its heading, and whether the deed was read. `side` is who is named in the heading."""

    def __init__(self, side: Side | None, turn: Turn | None, span: Span) -> None:
        self.side, self.turn, self.span = side, turn, span
        self.done = False

    @property
    def decides(self) -> Side | None:
        """Whose deed it is: the other's when a double was offered."""
        return self.side.other if self.side is not None and isinstance(self.turn, Offered) else self.side


def turn_of(setup: Setup) -> Turn | None:
    """What a match ID says of the decision, where the words are not known."""
    if setup.offer:
        return Offered(setup.cube * 2)
    return Rolled(setup.dice) if setup.dice is not None else OnRoll()


def action_of(block: Block, side: Side | None, rest: str, at: int, before: Action | None) -> Action | None:
    """The action of a deed; `at`: where `rest` begins in the entry, `before`: the action before it."""
    deed = read_deed(rest)
    if isinstance(block.turn, Rolled):
        dice = block.turn.dice
        if isinstance(deed, Moved):
            return Roll(dice, shifted(deed.play, at), rest[deed.start : deed.end])
        if deed == Word("cannot"):
            return Roll(dice, Unplayed.CANNOT_MOVE, rest)
        if deed == Word("gives_up"):
            return Resign()
        if deed is None and any(letter.isdigit() for letter in rest):
            return Roll(dice, Unplayed.UNREADABLE, rest, unread=(at, at + len(rest)))
        # `doubles` stands there when the game breaks off at a roll; and an unknown word can only mean that nothing was moved.
        return Roll(dice, Unplayed.NOTHING)
    if not isinstance(deed, Word):
        return None
    if deed.name == "doubles":
        if not isinstance(block.turn, Offered) or side is block.side:
            return Double()
        return Beaver(raccoon=isinstance(before, Beaver))
    answers: dict[str, Action] = {"accepts": Take(), "rejects": Drop(), "gives_up": Resign()}
    return answers.get(deed.name)
