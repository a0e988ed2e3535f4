"""Reads OGXM v1, which GammonView wrote as `.gvab` until its codec 2.0. Offsets count bytes of the file. Facts: formats/ogxm.md 3."""

import zlib
from struct import unpack_from

from tavla_cli.formats.ogxm.common import DICE, MOST_GAMES, MOST_PLIES, SET_POSITION, GameClaims, MatchClaims, Ply, tag_date, tag_place
from tavla_cli.record import Node, Side
from tavla_cli.source import Span

_HEADER = 20
_CHUNK = 12
_END = 8  # `END!` and the size again

_BESIDE = {b"ANAL": "analysis", b"SIGN": "signatures", b"CLCK": "clock", b"VIDO": "video"}
_KNOWN = {b"MHDR", b"GAME", b"CSUM", b"EVAL", b"ALTS", b"CUBE", b"GVAN", *_BESIDE}


def read_v1(data: bytes, start: int, end: int) -> MatchClaims:
    """The match in `data[start:end]`, where a header stands. What breaks off or does not fit is a fault of the match."""
    claims = MatchClaims("ogxm", "v1", start, end, nodes=[Node(start, "file header")])
    at, last, summed = start + _HEADER, end - _END, False
    whole = data[max(last, start) : max(last, start) + 4] == b"END!"
    if not whole:
        last = end
    while at < last and not claims.stopped:
        if at + _CHUNK > last:
            claims.breaks_off(Span(at, end))
            break
        kind = data[at : at + 4]
        size, flags = unpack_from("<IH", data, at + 4)
        body, stop = at + _CHUNK, at + _CHUNK + size
        if stop > last:
            whole, stop = False, last
        claims.section(_name(kind), Span(at, body))
        if kind == b"MHDR":
            _match(claims, data, body, stop)
        elif kind == b"GAME":
            _game(claims, data, at, body, stop)
        elif kind == b"CSUM" and not summed:  # once: a file may hold a million
            summed = True
            _checksum(claims, data, at, body, stop)
        elif kind in _BESIDE:
            claims.beside_it(_BESIDE[kind])
        elif kind not in _KNOWN and flags & 1:
            claims.fault("T101", Span(at, stop), _name(kind))  # what it says may change what the rest says
        elif kind not in _KNOWN:
            claims.beside_it("unknown chunks")
        at = stop
    if not whole:
        claims.breaks_off(Span(end, end))
    return claims


def _name(kind: bytes) -> str:
    return kind.decode("ascii", "backslashreplace") if kind.isalnum() else kind.hex()


def _match(claims: MatchClaims, data: bytes, body: int, stop: int) -> None:
    if stop - body < 18:
        claims.fault("T101", Span(body, stop), "MHDR")
        return
    fixed = Span(body, min(body + 24, stop))
    length, _, flags, _, _, _, _, stamp, _, limit = unpack_from("<HBBHHBBIHH", data, body)
    claims.length, claims.length_span = length, Span(body, body + 2)
    texts: list[tuple[str, Span]] = []
    at = body + 24
    while at < stop and len(texts) < 4:
        end = at + 1 + data[at]
        if end > stop:
            claims.fault("T101", Span(at, stop), "MHDR")
            break
        text = data[at + 1 : end].decode("utf-8", "replace")
        if "\ufffd" in text:
            claims.fault("T101", Span(at, end), text)
        texts.append((text, Span(at + 1, end)))
        at = end
    for side, (text, span) in zip(Side, texts, strict=False):
        claims.names[side], claims.name_spans[side] = text, span
    tag_place(claims, texts[3:4])
    for text, span in texts[2:3]:
        claims.tag("Event", text, span)
    if stamp:
        tag_date(claims, stamp * 1000, None, fixed)
    claims.switch("Crawford", bool(flags & 1), fixed, also_off=length > 1)
    claims.switch("Jacoby", bool(flags & 2), fixed, also_off=length == 0)
    claims.switch("Beaver", bool(flags & 4), fixed, also_off=length == 0)
    claims.switch("Raccoon", bool(flags & 8), fixed, also_off=False)
    if limit:
        claims.tag("CubeLimit", str(limit), fixed)


def _game(claims: MatchClaims, data: bytes, at: int, body: int, stop: int) -> None:
    if len(claims.games) == MOST_GAMES:
        claims.stop(Span(at, stop), f"{MOST_GAMES:,} games in a match")
        return
    game = GameClaims(Span(at, min(body + 8, stop)))
    claims.begin(game)
    number = len(claims.games)
    if stop - body < 10:
        claims.fault("T101", Span(at, stop), "GAME")
        return
    _, count, winner, points, flags, _ = unpack_from("<BHBBBB", data, body)
    if winner in (0, 1):
        game.winner, game.points = Side(winner), points
    elif winner != 255:
        claims.fault("T101", Span(body + 3, body + 4), f"winner {winner}")
    game.crawford = True if flags & 1 else None
    at = body + 8
    if data[at] == 0xFF:
        at += 2
    elif at + 27 <= stop:
        game.board = unpack_from("<26b", data, at)
        at += 27
    else:
        claims.fault("T101", Span(at, stop), "GAME")
        return
    for index in range(count):
        if claims.plies == MOST_PLIES:
            claims.stop(Span(at, stop), f"{MOST_PLIES:,} plies in a match")
            return
        ply, following = _ply(data, at, stop)
        if following > stop or at >= stop:
            claims.breaks_off(Span(min(at, stop), stop))
            return
        claims.nodes.append(Node(at, f"game {number} ply {index + 1}"))
        if ply.bad:
            claims.fault("T101", ply.span, ply.bad)
        game.plies.append(ply)
        claims.plies += 1
        at = following
    if at < stop:
        claims.fault("T101", Span(at, stop))


def _ply(data: bytes, at: int, stop: int) -> tuple[Ply, int]:
    """One ply and where the next one begins, which may be behind the end of what there is."""
    if at >= stop:
        return Ply(0, Side.LEFT, Span(at, at)), at + 1
    first = data[at]
    action, side = first & 31, Side.LEFT if first & 32 else Side.RIGHT
    if action < len(DICE):
        low, high = DICE[action]
        end = at + 1 + (4 if low == high else 2)
        stored = [byte for byte in data[at + 1 : min(end, stop)] if byte]
        bad = any(byte & 31 > 25 or byte < 32 for byte in stored)
        steps = () if bad else tuple((byte & 31, byte >> 5) for byte in stored)
        return Ply(action, side, Span(at, end), steps, bad=bytes(stored).hex(" ") if bad else ""), end
    if action == SET_POSITION:
        where = at + 2 if first & 0x40 else at + 1
        end = where + 26
        if end > stop:
            return Ply(action, side, Span(at, end)), end
        dice = (data[at + 1] & 15, data[at + 1] >> 4) if first & 0x40 else None
        return Ply(action, side, Span(at, end), dice=dice, board=unpack_from("<26b", data, where)), end
    return Ply(action, side, Span(at, at + 1)), at + 1


def _checksum(claims: MatchClaims, data: bytes, at: int, body: int, stop: int) -> None:
    """CRC-32 is compared; a file with another sum is taken as it is. GammonView writes four bytes of kind before the sum."""
    if stop - body < 8:
        claims.fault("T101", Span(at, stop), "CSUM")
        return
    kind, stored = unpack_from("<II", data, body)
    if kind & 0xFF == 0 and stored != zlib.crc32(data[claims.start : at]):
        claims.fault("T101", Span(body, stop), f"CSUM {stored:08x}")
