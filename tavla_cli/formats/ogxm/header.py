"""Writes the match record of OGXM v2: names, rules, score at the start, and the header lines it has fields for.

Header lines without a field, or that do not fit theirs, become private comments (`x-tavla-header`).
"""

import re
from collections.abc import Callable
from datetime import UTC, datetime

from tavla_cli.formats.ogxm.common import HIGHEST, STARTING
from tavla_cli.formats.ogxm.encode import encoded, record, string, varint
from tavla_cli.formats.told import Told
from tavla_cli.record import Beaver, Side

Lose = Callable[..., None]
"""Called with a sentence, the place of the first such thing, and what the sentence names."""

_HOST = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+")
_REF = re.compile(r"(?!\.{1,2}$)[A-Za-z0-9._-]{1,64}")
_SYSTEM = re.compile(r"[a-z0-9-]{1,32}")
_URL = re.compile(r"https://[ -~]{1,500}")
_DATE = re.compile(r"([0-9]{4})(?:\.([0-9]{2})(?:\.([0-9]{2}))?)?")
_TIME = re.compile(r"([0-9]{1,2})[.:]([0-9]{2})")
_ELO = re.compile(r"([0-9]{1,6})(?:\.([0-9]{1,2}))?")

_FROM_RULES = {"variation", "crawford", "jacoby", "beaver", "raccoon", "automaticdoubles", "cubelimit"}
_SOURCES = {"mat": 1, "xg": 2, "bgf": 4, "sgf": 5}


def match_record(told: Told, lose: Lose) -> tuple[bytes, list[tuple[str, str]], bool]:
    """The record, the header lines that it does not hold, and whether it needs version 2.1."""
    fields: dict[int, bytes] = {}
    for side in Side:
        if told.names[side]:
            fields[side] = string(told.names[side])
    length = told.length or 0
    if told.length is None:
        lose("The length of the match is not known; it is written as unlimited.")
    bits = _rule_bits(told, length, lose)
    if bits:
        fields[2] = varint(bits)
    limit = 1 if told.rules.cube is False else told.rules.cube_limit
    if isinstance(limit, int) and 0 < limit <= HIGHEST and limit & (limit - 1) == 0:
        fields[3] = varint(limit)
    first = told.games[0] if told.games else None
    if first is not None and first.score is not None and any(first.score) and min(first.score) >= 0:
        fields[4] = b"".join(varint(min(points, HIGHEST)) for points in first.score)
        if bits & 1 and length - 1 in first.score and first.crawford is False:
            fields[11] = b""
    source = _SOURCES.get(told.match.format)
    if source is not None:
        fields[7] = varint(source)
    rest = _header_lines(told, fields)
    variant = STARTING.index(told.variation) if told.variation in STARTING else 0
    return record(varint(min(length, HIGHEST)) + varint(variant), fields), rest, any(bit >= 12 for bit in fields)


def _rule_bits(told: Told, length: int, lose: Lose) -> int:
    """Crawford, Jacoby, beavers, raccoons and automatic doubles; each only where it can apply. What the match itself holds is played."""
    rules = told.rules
    turned = [entry.action for game in told.match.games for entry in game.entries if isinstance(entry.action, Beaver)]
    if length:
        played = [("the Crawford rule", rules.crawford, 0)]
    else:
        beavers = (bool(turned) or None) if rules.beavers is None else rules.beavers > 0
        automatic = None if rules.automatic_doubles is None else rules.automatic_doubles > 0
        played = [("the Jacoby rule", rules.jacoby, 1), ("beavers", beavers, 2), ("automatic doubles", automatic, 4)]
        if beavers:
            raccoons = any(action.raccoon for action in turned) or None
            played.append(("raccoons", raccoons if rules.raccoons is None else rules.raccoons, 3))
    unknown = [name for name, on, _ in played if on is None]
    if unknown:
        lose("It is not known whether these are played, and they are written as not played: {rules}.", rules=", ".join(unknown))
    return sum(1 << bit for _, on, bit in played if on)


def _header_lines(told: Told, fields: dict[int, bytes]) -> list[tuple[str, str]]:
    """Fills the fields that header lines have; returns the lines that are left."""
    lines: dict[str, tuple[str, str]] = {}
    rest: list[tuple[str, str]] = []
    for tag in told.match.tags:
        key = "".join(tag.key.split()).casefold()
        if key in _FROM_RULES:
            continue
        if not tag.value.strip() or key in lines:
            rest.append((tag.key, tag.value))
        else:
            lines[key] = tag.key, tag.value

    def short(key: str, bit: int, most: int, form: re.Pattern[str] | None = None) -> None:
        if key not in lines or bit in fields:
            return
        value = lines[key][1]
        if len(encoded(value)) <= most and (form is None or form.fullmatch(value)):
            fields[bit] = string(value)
            del lines[key]

    short("event", 12, 120)
    year = lines.get("eventyear")
    if 12 in fields and year is not None and re.fullmatch("[1-9][0-9]{3}", year[1]):
        fields[13] = varint(int(lines.pop("eventyear")[1]))
    _date(lines, fields)
    ordinal = lines.get("round")
    if ordinal is not None and re.fullmatch("[1-9][0-9]?", ordinal[1]):
        fields[16] = varint(int(lines.pop("round")[1]))
        short("stage", 15, 60)
    else:
        short("round", 15, 60)
    short("table", 17, 24)
    short("site", 21, 253, _HOST)
    short("site" if 21 not in fields else "location", 18, 80)
    short("country", 19, 2, re.compile("[A-Z]{2}"))
    short("eventurl", 20, 512, _URL)
    if 21 in fields:  # what the match is called where it was played
        short("matchid", 22, 64, _REF)
    for player in (1, 2):
        _profile(lines, fields, player)
    if "unrated" in lines and lines["unrated"][1].casefold() == "off":
        fields[25] = b""
        del lines["unrated"]
    return [*lines.values(), *rest]


def _date(lines: dict[str, tuple[str, str]], fields: dict[int, bytes]) -> None:
    """When it began: UTC, since a header line knows no zone; without a time, how exactly it is known."""
    date = _DATE.fullmatch(lines["eventdate"][1]) if "eventdate" in lines else None
    if date is None:
        return
    time = _TIME.fullmatch(lines["eventtime"][1]) if "eventtime" in lines and date[3] else None
    hour, minute = (int(time[1]), int(time[2])) if time else (0, 0)
    try:
        moment = datetime(int(date[1]), int(date[2] or 1), int(date[3] or 1), hour, minute, tzinfo=UTC)
    except ValueError:
        return
    milliseconds = int(moment.timestamp()) * 1000
    if milliseconds <= 0:
        return
    fields[8] = varint(milliseconds)
    del lines["eventdate"]
    if time:
        del lines["eventtime"]
    else:
        fields[14] = varint(0 if date[3] else 1 if date[2] else 2)


def _profile(lines: dict[str, tuple[str, str]], fields: dict[int, bytes], player: int) -> None:
    """A player's rating; the number of games behind it has no field, so that both stay a header line."""
    key, system_key = f"player{player}elo", f"player{player}ratingsystem"
    rating = _ELO.fullmatch(lines[key][1]) if key in lines else None
    system = lines[system_key][1] if system_key in lines else "elo"
    if rating is None or not _SYSTEM.fullmatch(system):
        return
    hundredths = int(rating[1]) * 100 + int((rating[2] or "0").ljust(2, "0"))
    fields[22 + player] = record(b"", {1: varint(hundredths), 2: string(system)})
    del lines[key]
    lines.pop(system_key, None)
