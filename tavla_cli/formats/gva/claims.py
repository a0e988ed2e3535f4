"""What the values of a `.gva` say: from JSON values to the plies and games of formats/ogxm/common.py. Facts: formats/ogxm.md 6."""

from typing import NamedTuple, cast

from tavla_cli.formats.gva.scan import Scan, Valued, plain
from tavla_cli.formats.ogxm.common import (
    CUBE_SET,
    DICE,
    HIGHEST,
    LONGEST,
    MOST_COMMENTS,
    PASS,
    RESERVED,
    SET_POSITION,
    VARIATIONS,
    GameClaims,
    MatchClaims,
    Note,
    Ply,
    tag_date,
    tag_place,
)
from tavla_cli.record import Ending, Node, Side
from tavla_cli.source import Span

_VARIANTS = {"backgammon": 0, "nackgammon": 1, "hypergammon": 2, "longgammon": 3}  # the reference codec writes words where GammonView
_LEVELS = {"single": 1, "gammon": 2, "backgammon": 3}  # writes numbers
_TERMINATIONS = {3: Ending.SETTLEMENT, 4: Ending.FORFEIT, "settled": Ending.SETTLEMENT, "forfeited": Ending.FORFEIT}
_TEXTS = {"Event": "event", "Table": "table", "Country": "country", "Event URL": "event_url", "Match ID": "match_ref"}
_BESIDE = {"analysis_info": "analysis", "clock_info": "clock", "video_info": "video", "match_signatures": "signatures"}


class Made(NamedTuple):
    """What a ply's value says: the ply, None where it is none, and the comments on it."""

    ply: Ply | None
    notes: object


def match_claims(text: str) -> MatchClaims:
    scan = Scan(text, _made)
    scan.run()
    top = scan.top
    claims = MatchClaims("gva", "ogxm" if "ogxm" in top.values else "gammonview", 0, len(text))
    claims.nodes = [Node(0, "match")]
    claims.faults = list(scan.faults)
    claims.stopped = scan.stopped
    _match(claims, top)
    for valued in scan.games:
        _game(claims, valued, text)
    return claims


def _whole(value: object, most: int = HIGHEST) -> int | None:
    """A count as JSON has it; None for anything else."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most else None


def _text(value: object) -> str:
    return plain(value[:LONGEST]) if isinstance(value, str) else ""


def _shown(value: object) -> str:
    return plain(str(value)[:60]) if isinstance(value, bool | int | float | str) else "is neither a number nor a text"


def _said(claims: MatchClaims, valued: Valued[Made], name: str, most: int = HIGHEST) -> int | None:
    """A count of an object; what stands there and is none is a fault."""
    value = valued.get(name)
    found = _whole(value, most)
    if found is None and value is not None:
        claims.fault("T101", valued.place(name), f"{name} {_shown(value)}")
    return found


def _match(claims: MatchClaims, top: Valued[Made]) -> None:
    claims.length = _said(claims, top, "match_length")
    claims.length_span = top.place("match_length")
    for side, name in zip(Side, ("player_white", "player_black"), strict=True):
        claims.names[side], claims.name_spans[side] = _text(top.get(name)), top.place(name)
    variant = top.get("variant")
    number = _VARIANTS.get(variant, len(VARIATIONS)) if isinstance(variant, str) else _whole(variant) or 0
    claims.variant = number
    if number >= len(VARIATIONS):
        claims.fault("T101", top.place("variant"), f"variant {_shown(variant)}")
    elif number:
        claims.tag("Variation", VARIATIONS[number], top.place("variant"))
    start = top.get("score_start") or [top.get("white_score_start"), top.get("black_score_start")]
    if isinstance(start, list) and len(start) == 2 and all(_whole(points) is not None for points in start):
        claims.score = start[0], start[1]
    length = claims.length or 0
    for key, name, also_off in (
        ("Crawford", "crawford", length > 1),
        ("Jacoby", "jacoby", claims.length == 0),
        ("Beaver", "beaver", claims.length == 0),
        ("Raccoon", "raccoon", False),
        ("Automatic Doubles", "auto_doubles", False),
    ):
        if isinstance(top.get(name), bool):
            claims.switch(key, bool(top.get(name)), top.place(name), also_off)
    limit = _said(claims, top, "cube_limit")
    if limit:
        claims.tag("CubeLimit", str(limit), top.place("cube_limit"))
    # `site` is where it was played where GammonView writes; the reference codec has the host's name there, as GammonView in `platform`.
    tag_place(claims, [(_text(top.get(name)), top.place(name)) for name in ("site", "platform", "city")])
    for key, name in _TEXTS.items():
        claims.tag(key, _text(top.get(name)), top.place(name))
    year = _said(claims, top, "event_year")
    if year is not None:
        claims.tag("Event Year", str(year), top.place("event_year"))
    round_, stage = _said(claims, top, "round"), _text(top.get("stage"))
    claims.tag("Round", str(round_) if round_ is not None else stage, top.place("round" if round_ is not None else "stage"))
    if round_ is not None:
        claims.tag("Stage", stage, top.place("stage"))
    stamp = _said(claims, top, "timestamp", 1 << 40)
    if stamp:
        tag_date(claims, stamp * 1000, _whole(top.get("date_precision"), 2), top.place("timestamp"))
    for name, beside in _BESIDE.items():
        if name in top.values:
            claims.beside_it(beside)
    _notes(claims, top.get("annotations"), None, None, top.place("annotations"))


def _notes(claims: MatchClaims, notes: object, game: int | None, ply: int | None, span: Span) -> None:
    """Comments without a key, which are for people; those with one are for programs."""
    for note in notes if isinstance(notes, list) else ():
        if not isinstance(note, dict) or note.get("scope", "match") != "match":
            continue
        if note.get("key"):
            claims.beside_it("private notes")
        elif len(claims.notes) == MOST_COMMENTS:
            claims.stop(span, f"{MOST_COMMENTS:,} comments in a match")
            return
        elif _text(note.get("value")):
            claims.notes.append(Note(_text(note["value"]), game, ply, span))


def _game(claims: MatchClaims, valued: Valued[Made], text: str) -> None:
    game = GameClaims(valued.span)
    claims.nodes.append(Node(valued.span.start, ""))
    claims.begin(game)
    index = len(claims.games)
    winner = _said(claims, valued, "winner", 255)
    if winner in (0, 1):
        game.winner, game.points = Side(winner), _said(claims, valued, "points_won")
    elif winner not in (None, 255):
        claims.fault("T101", valued.place("winner"), f"winner {winner}")
    game.crawford = True if valued.get("is_crawford") is True else None
    cube = _whole(valued.get("initial_cube_value")) or 1
    game.cube = min(cube << min(_whole(valued.get("auto_doubles")) or 0, 30), HIGHEST)
    game.owner = _owner(valued.get("initial_cube_owner"))
    termination = valued.get("termination")
    game.how = _TERMINATIONS.get(termination) if isinstance(termination, int | str) else None
    board = _board(valued.get("initial_board"))
    _notes(claims, valued.get("annotations"), index - 1, None, valued.place("annotations"))
    for (ply, notes), span in valued.plies:
        claims.nodes.append(Node(span.start, f"game {index} ply {len(game.plies) + 1}"))
        shown = text[span.start : min(span.end, span.start + 80)]
        if ply is None or ply.bad:
            claims.fault("T101", span, shown)
        if ply is None:
            continue
        if ply.bad:
            ply = ply._replace(bad=shown)
        if claims.dialect == "ogxm" and ply.dice:  # there the seat is that of the player on roll behind it
            ply = ply._replace(side=ply.side.other)
        _notes(claims, notes, index - 1, len(game.plies), span)
        game.plies.append(ply)
    if board is not None and not (game.plies and game.plies[0].action == SET_POSITION):  # which states it a second time
        game.board = board


def _owner(value: object) -> Side | None:
    found = {"white": 0, "black": 1}.get(value) if isinstance(value, str) else _whole(value, 1)
    return None if found is None else Side(found)


def _board(value: object) -> tuple[int, ...] | None:
    if not isinstance(value, list) or len(value) != 26:
        return None
    counts = [count for count in value if isinstance(count, int) and not isinstance(count, bool) and -128 <= count <= 127]
    return tuple(counts) if len(counts) == 26 else None


def _made(value: object, span: Span) -> Made:
    return Made(_ply(value, span), value.get("annotations") if isinstance(value, dict) else None)


def _ply(value: object, span: Span) -> Ply | None:
    if not isinstance(value, dict):
        return None
    fields = cast("dict[str, object]", value)
    action, color = _whole(fields.get("action_id")), _whole(fields.get("color"), 1)
    if action is None or color is None:
        return None
    ply = Ply(action, Side.LEFT if color else Side.RIGHT, span)
    dice = _whole(fields.get("d1"), 6), _whole(fields.get("d2"), 6)
    rolled = (dice[0], dice[1]) if dice[0] and dice[1] else None
    if action < len(DICE):
        steps = _steps(fields.get("moves"))
        if steps is None or (rolled is not None and (min(rolled), max(rolled)) != DICE[action]):
            return ply._replace(bad="moves")
        return ply._replace(steps=steps)
    if action == SET_POSITION:
        board = _board(fields.get("set_position"))
        return ply._replace(board=board, dice=rolled, bad="" if board else f"action {action}")
    level = fields.get("resign_value")
    cube = _whole(fields.get("cube_value"))
    bad = f"action {action}" if action in (RESERVED, *((CUBE_SET,) if cube is None else ())) or action > PASS else ""
    resigned = _LEVELS.get(level) if isinstance(level, str) else _whole(level, 3)
    return ply._replace(cube=cube, owner=_owner(fields.get("cube_owner")), resigned=resigned, bad=bad)


def _steps(value: object) -> tuple[tuple[int, int], ...] | None:
    """Steps as pairs of point and pips; an illegal play may have more of both than dice allow. None where they are none."""
    found: list[tuple[int, int]] = []
    if value is None:
        return ()
    if not isinstance(value, list) or len(value) > 16:
        return None
    for step in value:
        point, pips = (step.get("from"), step.get("pips")) if isinstance(step, dict) else (None, None)
        start = _whole(point, 25)
        if start is None or not isinstance(pips, int) or isinstance(pips, bool) or not -25 <= pips <= 25:
            return None
        found.append((start, pips))
    return tuple(found)
