"""What a cell says, in the words of a score sheet, for records whose own text is not made for people."""

from tavla_cli.board import BAR, OFF, Step
from tavla_cli.record import Action, Beaver, Double, Drop, Ending, Loss, Remark, Resign, Roll, SetBoard, Take, Unplayed, Unread, Win
from tavla_cli.source import printable
from tavla_cli.words import counted, translated

_LEVELS = {2: "gammon", 3: "backgammon"}


def words(action: Action) -> str:
    """The words of one action; a play as recorded, legal or not."""
    match action:
        case Roll():
            dice = "" if action.dice is None else f"{action.dice[0]}{action.dice[1]}: "
            return (dice + _play(action)).rstrip()
        case Double():
            return translated("Doubles") + _to(action.to)
        case Beaver():
            return translated("Raccoons" if action.raccoon else "Beavers") + _to(action.to)
        case Take():
            return translated("Takes")
        case Drop():
            return translated("Drops")
        case Win():
            return translated("Wins") + _points(action.points)
        case Loss():
            return translated("Loses") + _points(action.points)
        case Resign():
            how = {Ending.TIME: "Loses on time", Ending.FORFEIT: "Forfeits"}.get(action.how, "Resigns")
            level = _LEVELS.get(action.level or 0)
            return translated(how) + (f" ({translated(level)})" if level else "") + _points(action.points)
        case SetBoard():
            return translated("The board is set.")
        case Remark():
            return translated("The game ended: {how}.").format(how=translated(action.how.value))
        case Unread():
            return printable(action.text)


def _play(roll: Roll) -> str:
    if isinstance(roll.play, tuple):
        return " ".join(map(_step, roll.play))
    if roll.play is Unplayed.CANNOT_MOVE:
        return translated("cannot move")
    return {Unplayed.NOTHING: "", Unplayed.UNKNOWN: "????", Unplayed.DECLARED: translated("illegal play")}.get(
        roll.play, printable(roll.text)
    )


def _step(step: Step) -> str:
    names = ["bar" if point == BAR else "off" if point == OFF else str(point) for point in step.points]
    text = "/".join([names[0], *(f"{name}{'*' if star else ''}" for name, star in zip(names[1:], step.hits, strict=True))])
    return f"{text}({step.count})" if step.count > 1 else text


def _to(value: int | None) -> str:
    return "" if value is None else f" => {value}"


def _points(points: int | None) -> str:
    return "" if points is None else " " + counted("{n} point", "{n} points", points)
