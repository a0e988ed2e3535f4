"""Reads one OGXM v2 file, alone or as a member of a stream. Offsets count bytes. Facts: formats/ogxm.md 4; records.py has the fields.

Analyses, clock, video and signatures are named and passed by. Private comments (`x-...`) are read where GammonView or we keep claims in
them that v2 has no field for: the place, the steps of an illegal play, header lines.
"""

import re
import zlib
from bisect import bisect_right
from struct import unpack_from

from tavla_cli.formats.ogxm.common import (
    CUBE_SET,
    DICE,
    ESCAPED,
    HIGHEST,
    MOST_COMMENTS,
    MOST_GAMES,
    MOST_PLIES,
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
from tavla_cli.formats.ogxm.records import ANNO, EXTRAS, GAME, MTCH, NUMBER, PROFILE, TEXT, Broken, Cursor, Got, fields, number, text
from tavla_cli.record import Ending, Node, Side, Tag
from tavla_cli.source import Span

HEADER = 16
SECTION = 9
END = b"END!"

ILLEGAL_STEPS = "x-gammonview-illegal-ply"
"""The key of a comment on a ply: the steps of an illegal play, `13/3,8/2` behind `1:`, absolute points and pips."""

SITE = "x-gammonview-site"
"""The key of a comment on the match: where it was played."""

HEADER_LINE = "x-tavla-header"
"""The key, before `/1`, `/2`, ..., of a comment on the match: a header line for which v2 has no field, `Key=Value`."""

PLY = "x-tavla-ply"
"""The key of a comment on a ply: `added`, it stands there only because the format wants it; `unknown`, the record says that the play is
not known; `unplayed`, it has none; `cannot move`."""

_BESIDE = {b"ANAL": "analysis", b"SIGN": "signatures", b"MSIG": "signatures", b"CLCK": "clock", b"VIDO": "video"}
_KNOWN = {b"MTCH", b"GAME", b"DECS", b"ANNO", b"CSUM", *_BESIDE}
_TERMINATIONS = {3: Ending.SETTLEMENT, 4: Ending.FORFEIT}
_STEP = r"(?:[0-9]|1[0-9]|2[0-5])/-?[0-9]{1,2}"
_STEPS = re.compile(f"1:(?:{_STEP}(?:,{_STEP}){{0,15}})?")
_RULES = ("Crawford", "Jacoby", "Beaver", "Raccoon", "Automatic Doubles")


def read_v2(data: bytes, start: int, end: int) -> MatchClaims:
    """The match in `data[start:end]`, where a header stands. What breaks off or does not fit is a fault of the match."""
    claims = MatchClaims("ogxm", "v2", start, end, nodes=[Node(start, "file header")])
    at, last, summed = start + HEADER, end - len(END), False
    whole = data[max(last, start) : max(last, start) + len(END)] == END
    if not whole:
        last = end
    while at < last and not claims.stopped:
        if at + SECTION > last:
            claims.breaks_off(Span(at, end))
            break
        kind, (size, flags) = data[at : at + 4], unpack_from("<IB", data, at + 4)
        body, stop = at + SECTION, at + SECTION + size
        if stop > last:
            whole, stop = False, last
        claims.section(_name(kind), Span(at, body))
        cursor = Cursor(data, body, stop)
        try:
            if kind == b"MTCH":
                _match(claims, cursor)
            elif kind == b"GAME":
                _game(claims, cursor, at)
            elif kind == b"ANNO":
                _comments(claims, cursor)
            elif kind == b"CSUM" and not summed:  # once: a file may hold a million
                summed = True
                _checksum(claims, cursor, at)
            elif kind in _BESIDE:
                claims.beside_it(_BESIDE[kind])
            elif kind not in _KNOWN and flags & 1:
                claims.fault("T101", Span(at, stop), _name(kind))  # what it says may change what the rest says
            elif kind not in _KNOWN:
                claims.beside_it("unknown sections")
        except Broken as broken:
            if whole:
                claims.fault("T101", Span(min(broken.at, stop), stop), _name(kind))
            else:
                claims.breaks_off(Span(min(broken.at, stop), stop), _name(kind))
        at = stop
    if not whole:
        claims.breaks_off(Span(end, end))
    return claims


def _name(kind: bytes) -> str:
    return kind.decode("ascii", "backslashreplace") if kind.isalnum() else kind.hex()


def _span(got: Got) -> Span:
    return Span(got.start, got.end)


def _match(claims: MatchClaims, cursor: Cursor) -> None:
    found = fields(cursor, MTCH, ("length", NUMBER), ("variant", NUMBER))
    for got in found.values():
        if isinstance(got.value, str) and "\ufffd" in got.value:
            claims.fault("T101", _span(got), got.value[:80])
    length, variant = number(found, "length") or 0, number(found, "variant") or 0
    claims.length, claims.length_span = length, _span(found["length"])
    claims.variant = variant
    if variant >= len(VARIATIONS):
        claims.fault("T101", _span(found["variant"]), f"variant {variant}")
    elif variant:
        claims.tag("Variation", VARIATIONS[variant], _span(found["variant"]))
    for side, name in zip(Side, ("white", "black"), strict=True):
        if name in found:
            claims.names[side], claims.name_spans[side] = text(found, name), _span(found[name])
    if "score start" in found and isinstance(score := found["score start"].value, tuple):
        claims.score = score[0], score[1]
    rules, place = number(found, "rules") or 0, _span(found.get("rules", found["length"]))
    for bit, key in enumerate(_RULES):  # a rule that is off is not written
        also_off = length > 1 if bit == 0 else length == 0 and bit < 3
        claims.switch(key, bool(rules >> bit & 1), place, also_off)
    if rules >> len(_RULES):
        claims.fault("T101", place, f"rules {rules}")
    _particulars(claims, found)


def _particulars(claims: MatchClaims, found: dict[str, Got]) -> None:
    """The header lines of what is no rule."""
    nowhere = Span(0, 0)
    tag_place(claims, [(text(found, name), _span(found[name])) for name in ("site", "city") if name in found])
    for key, name in _TEXTS.items():
        if name in found:
            claims.tag(key, text(found, name), _span(found[name]))
    ordinal, stage = number(found, "round"), text(found, "stage")
    if ordinal is not None:
        claims.tag("Round", str(ordinal), _span(found["round"]))
    if stage:
        claims.tag("Round" if ordinal is None else "Stage", stage, _span(found["stage"]))
    for key, name in (("CubeLimit", "cube limit"), ("Event Year", "event year")):
        value = number(found, name)
        if value is not None:
            claims.tag(key, str(value), _span(found[name]))
    started = number(found, "started")
    if started is not None:
        tag_date(claims, started, number(found, "precision"), _span(found["started"]))
    if "rated" in found:
        claims.tag("Unrated", "Off", nowhere)
    for player, name in enumerate(("white profile", "black profile"), 1):
        raw = found.get(name)
        if raw is None or not isinstance(raw.value, bytes):
            continue
        profile = fields(Cursor(raw.value, 0, len(raw.value)), PROFILE)
        rating = number(profile, "rating")
        if rating is not None:
            claims.tag(f"Player {player} Elo", f"{rating // 100}.{rating % 100:02}", _span(raw))
            if text(profile, "system") != "elo":
                claims.tag(f"Player {player} Rating System", text(profile, "system"), _span(raw))
        if profile.keys() - {"rating", "system"}:
            claims.beside_it("player profiles")
    if "completed" in found:
        claims.beside_it("time of the end")
    if "player seat" in found:
        claims.beside_it("which player is human")


_TEXTS = {"Event": "event", "Match ID": "match ref", "Table": "table", "Country": "country", "Event URL": "event url"}


# ---- games


def _game(claims: MatchClaims, cursor: Cursor, at: int) -> None:
    if len(claims.games) == MOST_GAMES:
        claims.stop(Span(at, cursor.end), f"{MOST_GAMES:,} games in a match")
        return
    game = GameClaims(Span(at, at + SECTION))
    claims.begin(game)
    ordinal = len(claims.games)
    found = fields(cursor, GAME)
    game.span = Span(at, cursor.at)
    winner = number(found, "winner")
    if winner in (0, 1):
        game.winner, game.points = Side(winner), number(found, "points")
    elif winner is not None:
        claims.fault("T101", _span(found["winner"]), f"winner {winner}")
    if "board" in found:
        board = found["board"].value
        game.board = board if isinstance(board, tuple) else None
    game.cube = (number(found, "cube") or 1) << min(number(found, "doubles") or 0, 30)
    if game.cube > HIGHEST:
        claims.fault("T101", game.span, f"cube {game.cube}")
        game.cube = 1
    game.owner = _owner(number(found, "owner"))
    game.how = _TERMINATIONS.get(number(found, "termination") or 0)
    while cursor.at < cursor.end:
        if claims.plies == MOST_PLIES:
            claims.stop(Span(cursor.at, cursor.end), f"{MOST_PLIES:,} plies in a match")
            return
        start = cursor.at
        claims.nodes.append(Node(start, f"game {ordinal} ply {len(game.plies) + 1}"))
        ply = _ply(cursor)
        if ply.bad:
            claims.fault("T101", ply.span, ply.bad)
        game.plies.append(ply)
        claims.plies += 1


def _owner(stored: int | None) -> Side | None:
    return Side(stored) if stored in (0, 1) else None


def _ply(cursor: Cursor) -> Ply:
    start, first = cursor.at, cursor.byte()
    action, side = first & 63, Side(first >> 6 & 1)
    stored: list[int] = []
    if action < len(DICE):
        low, high = DICE[action]
        while len(stored) < (4 if low == high else 2) and (byte := cursor.byte()):
            stored.append(byte)
    bad = any(byte & 31 > 25 or not 32 <= byte < 224 for byte in stored)
    ply = Ply(action, side, Span(start, cursor.at), () if bad else tuple((byte & 31, byte >> 5) for byte in stored))
    if bad:
        ply = ply._replace(bad=bytes(stored).hex(" "))
    if first & 128:
        ply = _extras(cursor, ply)
    ply = ply._replace(span=Span(start, cursor.at))
    missing = (ply.action == SET_POSITION and ply.board is None) or (ply.action == CUBE_SET and ply.cube is None)
    if not ply.bad and (missing or ply.action == RESERVED or ply.action > PASS):
        ply = ply._replace(bad=f"action {ply.action}")
    return ply


def _extras(cursor: Cursor, ply: Ply) -> Ply:
    if PASS < ply.action < ESCAPED:  # an action of another time: only its writer knows what its fields are
        cursor.record()
        return ply
    found = fields(cursor, EXTRAS)
    action = number(found, "action")
    if ply.action == ESCAPED and action is not None:
        ply = ply._replace(action=min(action, HIGHEST))
    if "board" in found and isinstance(board := found["board"].value, tuple):
        ply = ply._replace(board=board)
    if "dice" in found and isinstance(dice := found["dice"].value, tuple):
        # The seat is that of the player on roll after it, not of the one who played.
        ply = ply._replace(dice=(dice[0], dice[1]), side=ply.side.other if ply.action == SET_POSITION else ply.side)
    cube = number(found, "cube")
    return ply._replace(
        resigned=number(found, "resigned"),
        cube=cube if cube is not None and cube <= HIGHEST else None,
        owner=_owner(number(found, "owner")),
    )


# ---- comments, check sum


def _comments(claims: MatchClaims, cursor: Cursor) -> None:
    ends: list[int] = []
    for game in claims.games:
        ends.append((ends[-1] if ends else 0) + len(game.plies))
    while cursor.at < cursor.end:
        start = cursor.at
        found = fields(cursor, ANNO, ("scope", NUMBER), ("ref", NUMBER), ("value", TEXT))
        span, key, value = Span(start, cursor.at), text(found, "key"), text(found, "value")
        scope, ref = number(found, "scope"), number(found, "ref") or 0
        if scope == 2 and key == ILLEGAL_STEPS:
            steps = _steps(value)
            if steps is None:
                claims.fault("T101", span, value[:80])
            else:
                claims.written[ref] = steps
        elif scope == 2 and key == PLY and value in ("added", "unknown", "unplayed", "cannot move"):
            claims.marks[ref] = value
        elif scope == 0 and key == SITE and value.startswith("1:"):
            claims.tags = [tag if tag.key != "Site" else Tag("Location", tag.value, tag.span) for tag in claims.tags]
            claims.tag("Site", value[2:], span)
        elif scope == 0 and key.partition("/")[0] == HEADER_LINE and "=" in value:
            name, _, said = value.partition("=")
            claims.tag(name, said, span)
        elif key:
            claims.beside_it("private notes")
        elif len(claims.notes) == MOST_COMMENTS:
            claims.stop(span, f"{MOST_COMMENTS:,} comments in a match")
            return
        elif scope == 0:
            claims.notes.append(Note(value, None, None, span))
        elif scope == 1 and ref < len(claims.games):
            claims.notes.append(Note(value, ref, None, span))
        elif scope == 2 and ends and ref < ends[-1]:
            index = bisect_right(ends, ref)
            claims.notes.append(Note(value, index, ref - (ends[index - 1] if index else 0), span))
        else:
            claims.beside_it("comments on the analysis")


def _steps(value: str) -> list[tuple[int, int]] | None:
    """The steps of an illegal play from a private comment; None where it is none."""
    if not _STEPS.fullmatch(value):
        return None
    steps = (step.split("/") for step in value[2:].split(",") if step)
    return [(int(point), int(pips)) for point, pips in steps]


def _checksum(claims: MatchClaims, cursor: Cursor, at: int) -> None:
    """CRC-32 is compared; what does not fit is told, and the match is taken as it is."""
    start = cursor.at
    body = cursor.record()
    body.varint(64)
    algorithm, digest = body.varint(), body.take(body.varint())
    if algorithm == 0 and digest != zlib.crc32(cursor.data[claims.start : at]).to_bytes(4, "little"):
        claims.fault("T101", Span(start, cursor.at), f"CSUM {digest.hex()}")
