"""The score sheet of a match, and the board before and after one turn, for people. Decides nothing."""

from collections.abc import Iterator

from tavla_cli.record import Ending, Roll, SetBoard, Side, Unplayed
from tavla_cli.replay.events import Score
from tavla_cli.reports import ReportOptions, actions
from tavla_cli.reports.board import draw
from tavla_cli.reports.cells import cut, padded, width
from tavla_cli.reports.concise import painted
from tavla_cli.reports.text import finding_line
from tavla_cli.results import Diagnostic
from tavla_cli.source import Span, printable
from tavla_cli.walk import TURNS, GameWalk, MatchWalk, Move, ids, plays
from tavla_cli.words import N_, counted, translated

_CELLS = {"mat", "gam", "ids"}  # formats whose cells are written for people
_LONGEST_CELL = 100
_LONGEST_NAME = 40
_DOTS = "..."
_LEAST = 30  # width of the left column
_ENDINGS = {
    Ending.RESIGNATION: N_("by resignation"),
    Ending.TIME: N_("on time"),
    Ending.FORFEIT: N_("by forfeit"),
    Ending.SETTLEMENT: N_("by settlement"),
}


# ---- the sheet


def sheet(walked: MatchWalk, options: ReportOptions, several: bool) -> Iterator[str]:
    """The whole score sheet, line by line. `several`: matches in the input."""
    yield from heading(walked, options, several)
    for game in walked.games:
        yield ""
        yield from game_lines(walked, game, options)
    yield ""
    yield from _final(walked)
    if walked.result.diagnostics:
        yield ""
        for diagnostic in walked.result.diagnostics:
            yield finding_line(diagnostic, several, options)


def heading(walked: MatchWalk, options: ReportOptions, several: bool) -> Iterator[str]:
    match = walked.match
    names = " - ".join(name(walked, side) for side in Side)
    if several:
        names = f"{translated('Match {n}').format(n=match.ordinal)}: {names}"
    yield painted(names, "path", options)
    length = walked.rules.length
    words = [translated("match length unknown")]
    if length is not None:
        words = [translated("match to {n}").format(n=length) if length else translated("money game")]
    for keys in (("Event",), ("Round",), ("Site", "Place"), ("EventDate", "Date")):
        value = next((found for key in keys if (found := match.tag(key))), None)
        if value:
            words.append(cut(printable(value), _LONGEST_CELL, _DOTS))
    yield ", ".join(words)
    yield f"{match.format}, {match.dialect}"


def name(walked: MatchWalk, side: Side) -> str:
    """A player's name, harmless and not too long; without a name his side."""
    return cut(printable(walked.result.players[side]), _LONGEST_NAME, _DOTS) or (
        translated("left player") if side is Side.LEFT else translated("right player")
    )


def game_lines(walked: MatchWalk, game: GameWalk, options: ReportOptions) -> Iterator[str]:
    """One game: its number, starting score, rows, result and the score after it."""
    begun, source = game.begun, game.game
    title = translated("Game {n}").format(n=game.ordinal)
    if source.number not in (None, game.ordinal):
        title += " " + translated("(numbered {n})").format(n=source.number)
    if begun.crawford:
        title += ", " + translated("Crawford game")
    marks = _marks(walked.found(source.span), options)
    yield painted(title, "path", options) + marks
    stated, walk = begun.stated, begun.walked
    start = stated or walk
    heads = [f"{name(walked, side)}: {start[side]}" if start else name(walked, side) for side in Side]
    rows = list(_rows(walked, game, options))
    left = max([_LEAST, width(heads[0]), *(len_ for _, len_, _, _ in rows)])
    number = max([2, *(len(word) for word, _, _, _ in rows)])
    seats = _marks(walked.found(source.seats_span), options) if source.seats else ""
    yield f"{' ' * (number + 3)}{padded(heads[0], left)}  {heads[1]}{seats}"
    if stated and walk and stated != walk:
        yield " " * (number + 3) + translated("by the results before: {left}-{right}").format(left=walk[0], right=walk[1])
    for word, len_, one, other in rows:
        lead = padded(word, number, right=True) + (") " if word else "  ")
        yield f" {lead}{one}{' ' * (left - len_)}  {other}".rstrip()
    yield _result(walked, game)


def _rows(walked: MatchWalk, game: GameWalk, options: ReportOptions) -> Iterator[tuple[str, int, str, str]]:
    """Row by row: its number, the width of the left cell, the left cell, the right cell; cells with their marks.

    What is nobody's stands in the left column.
    """
    row: int | None = None
    shown: dict[int, tuple[int, str]] = {}
    written: Span | None = None  # the cell last written: what stands in one cell is one span, or within it
    began = False
    for move in game.moves:
        span = move.entry.span
        if written is not None and written.start <= span.start and span.end <= written.end:
            continue
        column = 1 if move.entry.side is Side.RIGHT else 0
        if began and (move.entry.row != row or column in shown or 1 in shown):
            yield _row(row, shown)
            # A row goes on in a second line without its number.
            row, shown = (move.entry.row if move.entry.row != row else None), {}
        elif not began:
            row, began = move.entry.row, True
        shown[column] = _cell(walked, move, options)
        written = span
    if shown:
        yield _row(row, shown)


def _row(row: int | None, shown: dict[int, tuple[int, str]]) -> tuple[str, int, str, str]:
    (long, left), (_, right) = shown.get(0, (0, "")), shown.get(1, (0, ""))
    return "" if row is None else str(row), long, left, right


def _cell(walked: MatchWalk, move: Move, options: ReportOptions) -> tuple[int, str]:
    """A cell as it is written, with the codes of what was found in it, and how wide that is."""
    text = as_written(walked, move)
    found = walked.found(move.entry.span)
    plain = text + _marks(found, ReportOptions())
    return width(plain), text + _marks(found, options)


def as_written(walked: MatchWalk, move: Move) -> str:
    """The cell as it stands in the file, where that is text for people; else in our words."""
    if walked.match.format not in _CELLS:
        return cut(actions.words(move.entry.action), _LONGEST_CELL, _DOTS)
    return cut(printable(walked.text[slice(*move.entry.span)][: 2 * _LONGEST_CELL]).rstrip(), _LONGEST_CELL, _DOTS)


def _marks(found: list[Diagnostic], options: ReportOptions) -> str:
    """` !P107` for what is wrong, ` (S311)` for what is worth a note."""
    words: dict[str, None] = {}
    for d in found:
        words[painted(f"({d.code})" if d.severity == "note" else f"!{d.code}", d.severity, options)] = None
    return "".join(f" {word}" for word in words)


def _result(walked: MatchWalk, game: GameWalk) -> str:
    before = game.begun.stated or game.begun.walked
    after, how = game.after, game.ended.how
    if game.ended.winner is None and game.ended.said_winner is None:
        return translated("The game has no result.")
    if after is None or before is None:
        return translated("The result is not known.")
    words = []
    winner = next((side for side in Side if after[side] > before[side]), None)
    if winner is not None:
        points = counted("{n} point", "{n} points", after[winner] - before[winner])
        words.append(translated("{name} wins {points}").format(name=name(walked, winner), points=points))
        if how in _ENDINGS:
            words[0] += " " + translated(_ENDINGS[how])
    words.append(translated("score {left}-{right}").format(left=after[0], right=after[1]))
    return ", ".join(words)


def _final(walked: MatchWalk) -> Iterator[str]:
    ended = walked.ended
    yield translated("Final score: {score}").format(score=_score(walked, ended.score))
    if ended.claimed is not None and ended.claimed != ended.score:
        yield translated("By the record: {score}").format(score=_score(walked, ended.claimed))
    if ended.winner is not None:
        yield translated("{name} wins.").format(name=name(walked, ended.winner))


def _score(walked: MatchWalk, score: Score | None) -> str:
    if score is None:
        return translated("not known")
    return ", ".join(f"{name(walked, side)} {score[side]}" for side in Side)


# ---- one place


def turn_lines(walked: MatchWalk, move: Move, options: ReportOptions, several: bool, near: int | None) -> Iterator[str]:
    """What stood on the table before and after one turn. `near`: show only so many legal plays, the nearest first."""
    at = move.at
    words = [translated("match {n}").format(n=walked.match.ordinal)] if several else []
    words.append(translated("game {n}").format(n=move.game))
    if at.row is not None:
        words.append(translated("row {n}").format(n=at.row))
    if walked.line(move) is not None:
        words.append(translated("line {n}").format(n=walked.line(move)))
    elif walked.node(move) is not None:
        words.append(printable(walked.node(move) or ""))
    if at.side is not None:
        words.append(name(walked, at.side))
    found = walked.found(move.entry.span)
    yield painted(f"{move.place}: {', '.join(words)}", "path", options)
    yield "    " + as_written(walked, move) + _marks(found, options)
    yield ""
    yield from _boards(walked, move)
    yield from _plays(move, options, near)
    if found:
        yield ""
        for diagnostic in found:
            yield finding_line(diagnostic, several, options)


def _boards(walked: MatchWalk, move: Move) -> Iterator[str]:
    scene, action = move.at.scene, move.entry.action
    before, after = ids(move, walked.rules)
    if isinstance(action, SetBoard):
        if move.after is None:
            yield translated("A position that cannot be.")
        else:
            yield translated("The board that is set, seen by {name}:").format(name=name(walked, Side.LEFT))
            yield from (line.rstrip() for line in draw(move.after, cube=action.cube or 1, names=_names(walked, Side.LEFT)))
        return
    if scene is None:
        yield translated("Nobody could act here: the game was over, or the record does not say who it is.")
        return
    side = scene.side
    score = scene.score[side], scene.score[side.other]
    owner = 0 if scene.owner is None else 1 if scene.owner is side else -1
    names = _names(walked, side)
    crawford = bool(scene.crawford)
    if scene.position is None:
        yield translated("The board is lost here: no board fits the record after {place}.").format(place=move.lost or "?")
        yield f"{name(walked, Side.LEFT)} {scene.score[0]}, {name(walked, Side.RIGHT)} {scene.score[1]}, " + translated("cube {n}").format(
            n=scene.cube
        )
        return
    if scene.boards > 1:
        when = N_("Before, the likeliest of {n} boards that may be true:"), N_("At the end, the likeliest of {n} boards that may be true:")
    else:
        when = N_("Before:"), N_("At the end:")
    yield translated(when[0 if isinstance(action, TURNS) else 1]).format(n=scene.boards)
    dice = "".join(map(str, scene.dice or ()))
    length = scene.length
    board = draw(scene.position, dice=dice, cube=scene.cube, owner=owner, score=score, length=length, crawford=crawford, names=names)
    yield from (line.rstrip() for line in board)
    if before:
        yield before
    if not isinstance(action, Roll):
        if after:
            yield ""
            yield translated("After:")
            yield after
        return
    yield ""
    then = move.after or move.recorded
    if then is None:
        yield _no_board(move, action)
        return
    yield translated("After:") if move.after else translated("After, as the record leaves it; other boards may be true too:")
    board = draw(then, cube=scene.cube, owner=owner, score=score, length=length, crawford=crawford, names=names)
    yield from (line.rstrip() for line in board)
    if after:
        yield after


def _no_board(move: Move, action: Roll) -> str:
    if move.played is not None and action.play is Unplayed.NOTHING and not move.played.goes_on:
        return translated("The roll was not played.")
    if move.played is not None and move.played.judgement is not None:
        return translated("After: no board can show what is written.")
    return translated("After: more than one board may be true, or none.")


def _names(walked: MatchWalk, side: Side) -> tuple[str, str]:
    return name(walked, side), name(walked, side.other)


def _plays(move: Move, options: ReportOptions, near: int | None) -> Iterator[str]:
    found = plays(move, near)
    if found is None:
        return
    yield ""
    count, listed = found
    if not count:
        yield translated("Nothing can be played.")
        return
    if len(listed) < count:
        yield translated("The {shown} nearest of {n} legal plays:").format(shown=len(listed), n=count)
    else:
        yield translated("Legal plays ({n}):").format(n=count)
    reached = move.after or move.recorded
    cells = [("> " if result == reached else "  ") + text for text, result in listed]
    widest = max(map(len, cells)) + 2
    columns = max(1, min(4, options.width // widest))
    for start in range(0, len(cells), columns):
        yield "  " + "".join(text.ljust(widest) for text in cells[start : start + columns]).rstrip()
