"""`convert --to text`: a score sheet for people, with the board at every cube action and at the end of each game.

`boards` shows it before every roll as well, `plain` never.
"""

from collections.abc import Iterator, Sequence

from tavla_cli.board import Position, flipped, spelled
from tavla_cli.formats.told import Deed, Told, ToldGame, Written
from tavla_cli.record import Beaver, Comment, Double, Drop, Ending, Entry, Roll, Side, Take, Unplayed, Unread
from tavla_cli.reports.board import draw
from tavla_cli.reports.cells import padded, width
from tavla_cli.source import printable
from tavla_cli.words import N_, counted, filled, translated

_KEYS = ("Event", "Round", "Site", "EventDate", "Transcriber", "Variation")
_ENDINGS = {
    Ending.RESIGNATION: N_("by resignation"), Ending.TIME: N_("on time"), Ending.FORFEIT: N_("by forfeit"),
    Ending.SETTLEMENT: N_("by settlement"), Ending.ABORTED: N_("by being aborted"),
}  # fmt: skip
_LEAST = 28  # cells of the left column


def write(told: Sequence[Told], dialect: str | None = None) -> Written:
    """Nothing that can be read is left out, so nothing is lost."""
    lines: list[str] = []
    for number, match in enumerate(told):
        if number:
            lines += ["", "=" * 72, ""]
        lines += _match(match, dialect)
    return Written("".join(line.rstrip() + "\n" for line in lines))


def _match(match: Told, dialect: str | None) -> Iterator[str]:
    names = _names(match)
    yield f"{names[0]} - {names[1]}"
    length = match.length
    yield (
        translated("length unknown")
        if length is None
        else (translated("unlimited games") if length == 0 else filled(N_("match to {points}"), {"points": length}))
    )
    for key in _KEYS:
        value = match.match.tag(key)
        if value:
            yield f"{key}: {printable(value)}"
    yield from _comments(match, None, None)
    for number, game in enumerate(match.games, 1):
        yield ""
        yield from _game(match, number, game, dialect)
    if match.score is not None:
        yield ""
        end = N_("Final score: {left} {a}, {right} {b}") if match.complete or not length else N_("Score so far: {left} {a}, {right} {b}")
        left, right = (min(points, length) if length else points for points in match.score)
        yield filled(end, {"left": names[0], "right": names[1], "a": left, "b": right})


def _names(match: Told) -> tuple[str, str]:
    left, right = (printable(name) or translated("Player {n}").format(n=number) for number, name in enumerate(match.names, 1))
    return left, right


def _game(match: Told, number: int, game: ToldGame, dialect: str | None) -> Iterator[str]:
    names = _names(match)
    score = game.score or (0, 0)
    crawford = f" ({translated('Crawford')})" if game.crawford else ""
    yield f"{translated('Game {n}').format(n=number)}{crawford}   {names[0]} {score[0]} : {score[1]} {names[1]}"
    yield from _comments(match, number, None)
    if game.set_up and game.start is not None:
        yield from _indented(_board(match, game, game.start, Side.LEFT, game.cube, game.owner))
    cells = [(deed, _cell(deed)) for deed in game.deeds]
    column = max([_LEAST, *(width(text) + 2 for deed, text in cells if text and deed.entry.side is Side.LEFT)])
    line, row = "", 0
    for index, (deed, text) in enumerate(cells):
        side = deed.entry.side
        if text and side is not None:
            shows = dialect == "boards" or (dialect != "plain" and isinstance(deed.entry.action, Double))
            if shows and deed.position is not None:
                if line:
                    yield line
                    line = ""
                yield from _indented(_board(match, game, deed.position, side, deed.cube, deed.owner, deed.entry))
            if side is Side.LEFT or not line or width(line) > column + 5:
                if line:
                    yield line
                row += 1
                line = f"{row:3}) "
            line = f"{line}{text}" if side is Side.LEFT else f"{padded(line, column + 5)}{text}"
        comments = list(_comments(match, number, index))
        if comments:
            if line:
                yield line
                line = ""
            yield from comments
    if line:
        yield line
    if dialect != "plain" and not game.dropped:  # where it was, the board stands above
        last = next((deed for deed in reversed(game.deeds) if deed.after is not None and isinstance(deed.entry.action, Roll)), None)
        if last is not None and last.after is not None and last.entry.side is not None:
            yield from _indented(_board(match, game, last.after, last.entry.side, last.cube, last.owner))
    yield f"     {_result(match, game)}"


def _result(match: Told, game: ToldGame) -> str:
    if game.winner is None:
        return translated("The game has no result.")
    name = _names(match)[game.winner]
    points = "" if game.points is None else " " + counted("{n} point", "{n} points", game.points)
    how = (
        f" ({translated(_ENDINGS[game.how])})"
        if game.how is not None
        else f" ({translated('the double was dropped')})"
        if game.dropped
        else ""
    )
    return filled(N_("{name} wins{points}{how}."), {"name": name, "points": points, "how": how})


def _cell(deed: Deed) -> str:
    """What a player did, as a player would write it; "" for what has a line of its own."""
    action = deed.entry.action
    match action:
        case Roll():
            dice = "" if action.dice is None else f"{action.dice[0]}{action.dice[1]}: "
            if deed.hops is not None:
                return dice + (spelled(deed.hops) or translated("cannot move"))
            if action.play is Unplayed.NOTHING:
                return dice.rstrip()
            return dice + (printable(action.text) or "????")
        case Double():
            return translated("doubles to {n}").format(n=deed.to)
        case Beaver():
            return translated("raccoons to {n}" if action.raccoon else "beavers to {n}").format(n=deed.to)
        case Take():
            return translated("takes")
        case Drop():
            return translated("drops")
        case Unread():
            return printable(action.text)
        case _:
            return ""


def _board(
    match: Told, game: ToldGame, position: Position, side: Side, cube: int, owner: Side | None, entry: Entry | None = None
) -> list[str]:
    """The board, always seen by the right player, who is X and moves downwards, as in the sheets of most programs."""
    names, score = _names(match), game.score or (0, 0)
    dice = entry.action.dice if entry is not None and isinstance(entry.action, Roll) and side is Side.RIGHT else None
    return draw(
        position if side is Side.RIGHT else flipped(position),
        dice=f"{dice[0]}{dice[1]}" if dice else "",
        cube=cube,
        owner=0 if owner is None else 1 if owner is Side.RIGHT else -1,
        score=(score[1], score[0]),
        length=match.length,
        crawford=bool(game.crawford),
        names=(names[1], names[0]),
    )


def _indented(lines: list[str]) -> Iterator[str]:
    yield ""
    yield from (f"    {line}" for line in lines)
    yield ""


def _comments(match: Told, game: int | None, entry: int | None) -> Iterator[str]:
    found: list[Comment] = [each for each in match.match.comments if (each.game, each.entry) == (game, entry)]
    for comment in found:
        yield from (f"     | {printable(line)}" for line in comment.text.splitlines() if line.strip())
