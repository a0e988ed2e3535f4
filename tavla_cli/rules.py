"""The rules under which a match is examined: which are in force, and who said so. Replays nothing.

Unknown is a value, written `None`: a check that depends on a rule nobody stated stays quiet.
"""

import os
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from enum import Enum
from pathlib import Path
from typing import Literal, NamedTuple, TypedDict, cast

from tavla_cli.board import STARTS
from tavla_cli.board.ids import BadId, read_id
from tavla_cli.record import Match, Tag
from tavla_cli.source import decode

ANY = 1 << 30
"""As many as the players like: a limit that no game reaches."""

_MOST_POINTS = 999
_UNLIMITED = (0, 9999, 99999)
_MOST_BYTES = 1 << 20  # of a rules file
_LONGEST_PATH = 400  # characters of one in a message

Source = Literal["preset", "config", "header", "rules", "option"]
"""Where a value came from: the default preset, `tavla.toml`, the match file, `--rules`, `--rule`; from weakest to strongest."""


class Opening(Enum):
    """How a game is opened; the value is the TOML spelling."""

    ONE_DIE = "one-die"  # each throws one die, the higher plays both: a game never opens with a double
    STARTER_THROWS = "starter-throws"  # the starter throws two dice
    WINNER_REROLLS = "winner-rerolls"  # the winner of the opening throw throws both dice again


class Limit(Enum):
    """A cube limit that is no number; the value is the TOML spelling."""

    NONE = "none"
    MATCH = "match"  # what the match needs: the cube stops where it is dead


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one match; None means unknown, in every field.

    A rule that cannot apply is off, whatever was said: Crawford without a length; Jacoby, beavers, raccoons and automatic doubles in a
    match; all five without a cube. Where the length is unknown they are unknown too. `sources` says for each field where its value came
    from; where the length or the cube overruled what was said, it is the source of that.
    """

    length: int | None = None  # points; 0 unlimited
    crawford: bool | None = None
    jacoby: bool | None = None
    beavers: int | None = None  # how many beavers and raccoons may follow one double; 0 none, ANY
    raccoons: bool | None = None  # whether a beaver may be answered with another
    automatic_doubles: int | None = None  # how many in one game; 0 none, ANY
    cube: bool | None = None  # False: no cube
    cube_limit: int | Limit | None = None  # the highest value
    opening: Opening | None = None
    backgammon: int | None = None  # what a backgammon counts: 3, or 2
    start: str | None = "standard"  # a name in board.STARTS, or a GNU position ID or XGID as text
    hit_and_run: bool | None = None  # whether a checker may hit in its own home board and run on
    sources: Mapping[str, Source] = field(default_factory=dict, compare=False)


class Said(TypedDict, total=False):
    """Some rules as somebody stated them, by the field they belong to. None: said to be unknown."""

    length: int | None
    crawford: bool | None
    jacoby: bool | None
    beavers: int | None
    raccoons: bool | None
    automatic_doubles: int | None
    cube: bool | None
    cube_limit: int | Limit | None
    opening: Opening | None
    backgammon: int | None
    start: str | None
    hit_and_run: bool | None


@dataclass(frozen=True, slots=True)
class Layer:
    """What one source says. `values` overrule the `preset` it names, a key of PRESETS."""

    source: Source
    values: Said
    preset: str | None = None


class BadRules(ValueError):
    """The user's rules cannot be used; the text is a sentence that names the key, the value and what is allowed.

    `key`: the one at fault as it was written, None where it is none.
    """

    def __init__(self, sentence: str, key: str | None = None) -> None:
        super().__init__(sentence)
        self.key = key


def _preset(
    crawford: bool | None,
    jacoby: bool | None,
    beavers: int | None,
    automatic_doubles: int | None,
    cube_limit: int | Limit,
    opening: Opening,
    backgammon: int,
    *,
    cube: bool = True,
    hit_and_run: bool | None = True,
) -> Said:
    return {
        "crawford": crawford,
        "jacoby": jacoby,
        "beavers": beavers,
        "automatic_doubles": automatic_doubles,
        "cube": cube,
        "cube_limit": cube_limit,
        "opening": opening,
        "backgammon": backgammon,
        "hit_and_run": hit_and_run,
    }


# None: the rule page leaves it open, or the rule does not apply (Crawford in money).
# A preset says nothing about the length and the starting position.
PRESETS: dict[str, Said] = {
    #                         Crawford  Jacoby  beavers  automatic  cube limit   opening                 backgammon
    "tournament":     _preset(True,     False,  0,       0,         Limit.NONE,  Opening.ONE_DIE,        3),
    "money":          _preset(None,     None,   None,    None,      Limit.NONE,  Opening.ONE_DIE,        3),
    "traditional":    _preset(False,    False,  0,       0,         Limit.NONE,  Opening.WINNER_REROLLS, 2, cube=False, hit_and_run=None),
    "five-games":     _preset(True,     None,   None,    None,      Limit.NONE,  Opening.ONE_DIE,        3),
    "abak":           _preset(None,     None,   None,    None,      64,          Opening.ONE_DIE,        3),
    "serbian-online": _preset(None,     None,   None,    None,      Limit.MATCH, Opening.STARTER_THROWS, 3),
    "house-money":    _preset(True,     True,   None,    None,      Limit.NONE,  Opening.ONE_DIE,        3),
    "diagram-app":    _preset(None,     False,  0,       0,         64,          Opening.ONE_DIE,        3),
}  # fmt: skip


# ---- which rules are in force


def rules_for(match: Match, chosen: Sequence[Layer] = ()) -> Rules:
    """The rules of a match: the default preset, `tavla.toml`, the header, `--rules`, `--rule`, each overruling those before it.

    The default preset is `tournament` for a match of known length, else `money`. What a chosen preset leaves open, the header may settle;
    a rule that the user calls unknown stays unknown. `chosen` may come in any order; of two layers of one source the later is the stronger.
    """
    below = [layer for layer in chosen if layer.source == "config"]
    above = [layer for source in ("rules", "option") for layer in chosen if layer.source == source]
    stated: list[tuple[Source, Said]] = []
    for layer in below:
        stated += [(layer.source, _preset_of(layer)), (layer.source, layer.values)]
    stated += [(layer.source, _preset_of(layer)) for layer in above]
    stated.append(("header", header_rules(match)))
    for layer in above:
        stated += [(layer.source, _known(_preset_of(layer))), (layer.source, layer.values)]

    length = None
    for _, said in stated:
        length = said.get("length", length)
    values: Said = {"length": None, "raccoons": None, "start": "standard", **PRESETS["tournament" if length else "money"]}
    sources: dict[str, Source] = dict.fromkeys(values, "preset")
    for source, said in stated:
        values.update(said)
        sources.update(dict.fromkeys(said, source))
    _settle(values, sources)
    return Rules(**values, sources=sources)


def _preset_of(layer: Layer) -> Said:
    return PRESETS[layer.preset] if layer.preset else {}


def _known(said: Said) -> Said:
    return cast(Said, {key: value for key, value in said.items() if value is not None})


def _settle(values: Said, sources: dict[str, Source]) -> None:
    """Switch off what cannot apply, and make unknown what depends on an unknown length (RULES.md B11, B12, C05, C12)."""

    def fix(reason: Literal["beavers", "cube", "length"], fixed: Said) -> None:
        before = dict(values)
        values.update(fixed)
        sources.update({key: sources[reason] for key, value in fixed.items() if before[key] != value})

    length = values["length"]
    if values["beavers"] == 0:
        fix("beavers", {"raccoons": False})
    if values["cube"] is False:
        nothing: Said = {
            "crawford": False,
            "jacoby": False,
            "beavers": 0,
            "raccoons": False,
            "automatic_doubles": 0,
            "cube_limit": Limit.NONE,
        }
        fix("cube", nothing)
    elif length is None:
        fix("length", {"crawford": None, "jacoby": None, "beavers": None, "raccoons": None, "automatic_doubles": None})
    elif length == 0:
        fix("length", {"crawford": False})
    else:
        fix("length", {"jacoby": False, "beavers": 0, "raccoons": False, "automatic_doubles": 0})
    if values["cube_limit"] is Limit.MATCH and not length:
        fix("length", {"cube_limit": None if length is None else Limit.NONE})


# ---- what a match file says


def is_unlimited(match: Match) -> bool:
    """Whether the match line says that there is no length: money in words, or 0, 9999 or 99999 points (mat.md 4)."""
    return match.length is not None and (match.length.money or match.length.points in _UNLIMITED)


def match_length(match: Match) -> int | None:
    """The length that the match line states: points, 0 unlimited; None where there is none or it cannot be.

    Negative lengths and those over 999 cannot be, but 9999 and 99999, which mean unlimited (DESIGN.md 5, T108).
    """
    if is_unlimited(match):
        return 0
    points = match.length.points if match.length else None
    return points if points is not None and 0 < points <= _MOST_POINTS else None


def header_rules(match: Match) -> Said:
    """The rules that the match line and the header lines state; of two lines for one rule the later counts, impossible ones do not."""
    said: Said = {}
    length = match_length(match)
    if length is not None:
        said["length"] = length
    for tag in match.tags:
        said.update(tag_rules(tag) or {})
    return said


def tag_rules(tag: Tag) -> Said | None:
    """The rules that one header line states: none when it is about something else, None when it has a value that it cannot have.

    The keys and values are those of mat.md 3.
    """
    key = "".join(tag.key.split()).casefold()
    value = "".join(tag.value.split()).casefold()
    if not value:
        return {}
    if key in ("crawford", "jacoby", "beaver"):
        if value not in ("on", "off"):
            return None
        on = value == "on"
        if key == "beaver":
            return {"beavers": ANY if on else 0}
        return {"crawford": on} if key == "crawford" else {"jacoby": on}
    if key == "cubelimit":
        number = _number(value)
        return _with_cube({"cube_limit": number}) if number is not None and cube_value(number) else None
    if key == "variation":
        start = _VARIATIONS.get(value)
        return {"start": start} if start else None
    return {}


# as gnubg and XG write them, blanks left out; XG's Hypergammon has three checkers
_VARIATIONS = {
    "backgammon": "standard",
    "nackgammon": "nackgammon",
    "longgammon": "longgammon",
    "hypergammon": "hypergammon3",
    **{f"hypergammon({count})": f"hypergammon{count}" for count in (1, 2, 3)},
}


def _with_cube(said: Said) -> Said:
    """Whoever states a cube limit says whether there is a cube: `CubeLimit "1"` is how programs write that there is none (mat.md 3)."""
    said = said.copy()
    if said.get("cube_limit") == 1:
        del said["cube_limit"]
        said["cube"] = False
    elif said.get("cube_limit") is not None:
        said.setdefault("cube", True)
    return said


# ---- what the user says


class _Key(NamedTuple):
    """What a rule can be: some words, and numbers that pass."""

    words: Mapping[str, object]
    numbers: str = ""  # in words, for the message
    allowed: range = range(0)


_UNKNOWN: dict[str, object] = {"unknown": None}
_SWITCH = _Key({"on": True, "off": False} | _UNKNOWN)
_COUNT = _Key({"any": ANY} | _UNKNOWN, "a number from 0 to 99", range(100))
_KEYS: dict[str, _Key] = {
    "length": _Key({"money": 0, "unlimited": 0} | _UNKNOWN, f"a number from 0 to {_MOST_POINTS}", range(_MOST_POINTS + 1)),
    "crawford": _SWITCH,
    "jacoby": _SWITCH,
    "beavers": _COUNT,
    "raccoons": _SWITCH,
    "automatic_doubles": _COUNT,
    "cube": _SWITCH,
    "cube_limit": _Key({limit.value: limit for limit in Limit} | _UNKNOWN, "a power of two (1: no cube)", range(1, ANY + 1)),
    "opening": _Key({opening.value: opening for opening in Opening} | _UNKNOWN),
    "backgammon": _Key(_UNKNOWN, "3, 2", range(2, 4)),
    "start": _Key({name: name for name in STARTS} | _UNKNOWN, "a GNU position ID or XGID"),
    "hit_and_run": _SWITCH,
}


def examples() -> dict[str, list[str]]:
    """For each key the words that it can be, and some of the numbers, as `--rule` takes them."""
    some = {
        "length": ("5", "7", "11"),
        "beavers": ("0", "1"),
        "automatic_doubles": ("0", "1"),
        "cube_limit": ("64",),
        "backgammon": ("3", "2"),
    }
    return {"preset": list(PRESETS), **{key: [*some.get(key, ()), *kind.words] for key, kind in _KEYS.items()}}


_SWITCHES = {"true": "on", "yes": "on", "false": "off", "no": "off"}  # TOML's own words, and a kindness


def named_rules(name: str) -> Layer:
    """What `--rules` names: a preset, else a TOML file. Raises BadRules when it is neither."""
    if name in PRESETS:
        return Layer("rules", {}, name)
    if os.path.exists(name):  # a pipe will do
        return read_rules(Path(name))
    if name.lower().endswith(".toml") or "/" in name or os.sep in name:
        raise BadRules(f"There is no rules file {_quoted(name, _LONGEST_PATH)}.")
    raise BadRules(f"There is no preset and no file {_quoted(name)}.{_near(name, PRESETS)} The presets are {_listed(PRESETS)}.")


def read_rules(toml: str | bytes | Path, source: Source = "rules") -> Layer:
    """Rules from TOML: text, the bytes of a file in any encoding that match files have, or a path. Raises BadRules.

    The keys are the fields of Rules and `preset`, which names the preset to start from.
    """
    name = None
    if isinstance(toml, Path):
        name = _quoted(str(toml), _LONGEST_PATH)
        try:
            with toml.open("rb") as file:
                toml = file.read(_MOST_BYTES + 1)
        except OSError as error:
            raise BadRules(f"{name} cannot be read: {error.strerror}.") from None
        if len(toml) > _MOST_BYTES:
            raise BadRules(f"{name} is too large for a rules file.")
    text = toml if isinstance(toml, str) else decode(name or "", toml).text
    text = re.sub("\r\n?", "\n", text.removeprefix("\ufeff"))
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        sentence, line = _no_toml(str(error), text)
        raise BadRules(_in_file(sentence, name, line)) from None
    except (ValueError, RecursionError):  # a number of thousands of digits, brackets nested by the thousand
        raise BadRules(_in_file("This is no TOML that can be read.", name)) from None
    try:
        return rules_layer(table, source)
    except BadRules as error:
        raise BadRules(_in_file(str(error), name, None if error.key is None else _line_of(error.key, text)), error.key) from None


def _in_file(sentence: str, name: str | None, line: int | None = None) -> str:
    """The sentence with where it belongs: `"club.toml", line 3: ...`; of a text the line alone."""
    where = [*([name] if name else []), *([f"line {line}"] if line else [])]
    return f"{', '.join(where)}: {sentence}".removeprefix(": ")


_AT_LINE = re.compile(r" \(at (?:line ([0-9]+), column ([0-9]+)|end of document)\)$")
_BARE_WORD = re.compile(r"""\s*([\w-]+)\s*=\s*([^\W\d]\w*(?:-\w+)*)\s*(?:\#.*)?""")


def _no_toml(said: str, text: str) -> tuple[str, int | None]:
    """A sentence for what the TOML reader said, and the line; its commonest reason, a word without quotes, with what to write."""
    found = _AT_LINE.search(said)
    line = int(found[1]) if found and found[1] else None
    written = _BARE_WORD.fullmatch(text.split("\n")[line - 1][:200]) if line else None
    if written and written[2] not in ("true", "false"):
        key, word = written.groups()
        return f'Words stand in quotes, as in {key} = "{word}"; only true and false do without.', line
    reason = said[: found.start()] if found else said
    column = f" (column {found[2]})" if found and found[2] else ""
    return f"This is not TOML: {reason[:200]}{column}.", line


def _line_of(key: str, text: str) -> int | None:
    """The line (1-based) in which a key or the table of that name begins, None where that cannot be told."""
    name = rf"""["']?{re.escape(key)}["']?"""
    found = re.search(rf"^[ \t]*(?:{name}[ \t]*[.=]|\[\[?[ \t]*{name}[ \t]*[.\]])", text, re.MULTILINE)
    return text.count("\n", 0, found.start()) + 1 if found else None


def parse_option(text: str) -> Layer:
    """One `--rule KEY=VALUE`. Raises BadRules."""
    key, equals, value = text.partition("=")
    if not equals:
        raise BadRules(f"A rule is written KEY=VALUE, such as crawford=off, not {_quoted(text)}.")
    return rules_layer({key.strip(): value.strip()}, "option")


def rules_layer(table: Mapping[str, object], source: Source) -> Layer:
    """Rules from a table of keys and values as TOML gives them. Raises BadRules at the first that cannot be."""
    preset = None
    said: dict[str, object] = {}
    for written, value in table.items():
        key = written.replace("-", "_").casefold()
        if isinstance(value, dict):
            raise BadRules(
                f"{_quoted(written)} is a table, and rules have none: the keys stand at the top, as in crawford = false.", written
            )
        if key == "preset":
            preset = _word(value)
            if preset not in PRESETS:
                missing = f"There is no preset {_shown(value)}." if isinstance(value, str) else f"A preset is a name, not {_shown(value)}."
                raise BadRules(f"{missing}{_near(preset, PRESETS)} The presets are {_listed(PRESETS)}.", written)
        elif key in _KEYS:
            try:
                said[key] = _value(key, value)
            except BadRules as error:
                raise BadRules(str(error), written) from None
        else:
            known = [*_KEYS, "preset"]
            sentence = f"There is no rule {_quoted(written)}, set to {_shown(value)}.{_near(key, known)} The rules are {_listed(known)}."
            raise BadRules(sentence, written)
    return Layer(source, _with_cube(cast(Said, said)), preset)


def _value(key: str, written: object) -> object:
    """What a value as written means for a rule."""
    kind = _KEYS[key]
    word = _word(written)
    folded = word.casefold()
    if kind is _SWITCH:
        folded = _SWITCHES.get(folded, folded)
    if folded in kind.words:
        return kind.words[folded]
    if key == "start" and _is_id(word):
        return word
    number = _number(folded)
    if key == "length" and number in _UNLIMITED:
        return 0
    if number is not None and number in kind.allowed and (key != "cube_limit" or cube_value(number)):
        return number
    *most, last = [*([kind.numbers] if kind.numbers else []), *(f'"{name}"' for name in kind.words)]
    choice = f"{', '.join(most)} or {last}"
    raise BadRules(f'The rule "{key}" cannot be {_shown(written)}: it can be {choice}.{_near(folded, kind.words)}')


def _is_id(word: str) -> bool:
    try:
        read_id(word[:200])
    except BadId:
        return False
    return True


def _word(value: object) -> str:
    """A value as one word, to be looked up."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) and abs(value) <= ANY else ""


def _number(text: str) -> int | None:
    return int(text) if re.fullmatch("[0-9]{1,10}", text) else None


def _shown(value: object) -> str:
    """A value for a message: words and whole numbers in quotes, of everything else what it is."""
    match value:
        case str():
            return _quoted(value.strip())
        case int() if abs(value) > ANY:
            return "a number too large"
        case int():
            return _quoted(_word(value))
        case float():
            return "a number with a point"
        case list():
            return "a list"
        case dict():
            return "a table"
        case _:
            return "a date or a time"


def _quoted(text: str, longest: int = 60) -> str:
    """A user's word for a message: short, and without control characters."""
    return '"' + repr(text if len(text) <= longest else text[:longest] + "…")[1:-1] + '"'


def _near(word: str, known: Iterable[str]) -> str:
    near = get_close_matches(word[:60].casefold(), list(known), 1)
    return f' Did you mean "{near[0]}"?' if near else ""


def _listed(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}"


def as_json(rules: Rules) -> dict[str, tuple[object, str]]:
    """Every rule with its value as TOML spells it ("unknown" for None) and its source."""
    shown: dict[str, tuple[object, str]] = {}
    for each in fields(rules):
        if each.name == "sources":
            continue
        value: object = getattr(rules, each.name)
        if isinstance(value, Enum):
            value = value.value
        elif value is None:
            value = "unknown"
        elif value == ANY and each.name in ("beavers", "automatic_doubles"):
            value = "any"
        shown[each.name] = value, rules.sources.get(each.name, "preset")
    return shown


# ---- what the rules make of a cube, a result and a score


def cube_value(value: int) -> bool:
    """Whether a cube can show the value: a power of two, without a highest one (RULES.md B14)."""
    return value > 0 and value & (value - 1) == 0


def dead(cube: int, needed: int | None) -> bool:
    """Whether the cube as it lies wins the match for a player who needs `needed` points; never without a length, None (RULES.md B10)."""
    return needed is not None and cube >= needed


def highest_useful_cube(length: int) -> int | None:
    """The highest cube that still matters in a match to `length` points from 0-0: the smallest power of two not below it (RULES.md B13).

    None in unlimited play.
    """
    return 1 << (length - 1).bit_length() if length > 0 else None


def stake(kind: int, cube: int, rules: Rules, cube_turned: bool) -> frozenset[int]:
    """The points that a game can be worth, won as `kind` 1 a single game, 2 a gammon, 3 a backgammon; several where a rule is unknown.

    The cube multiplies (RULES.md C01 to C03); traditional tavla counts no backgammon (D05). Under Jacoby, in unlimited play, a game counts
    single unless a double was offered and taken, for which an automatic double does not count (C05).
    """
    counts = {kind}
    if kind == 3:
        counts = {2, 3} if rules.backgammon is None else {rules.backgammon}
    if not cube_turned and not rules.length and rules.cube is not False:
        if rules.jacoby:
            counts = {1}
        elif rules.jacoby is None:
            counts = {1, *counts}
    return frozenset(count * cube for count in counts)


def automatic_cube(throws: Iterable[tuple[int, int]], rules: Rules) -> int | None:
    """The cube at which a game begins after these opening throws, the last of them decisive or not; None when unknown.

    Each tied throw doubles the cube, up to the limit; it stays in the middle. Unlimited play only, and by agreement (RULES.md B12).
    """
    ties = 0
    for one, other in throws:
        if one != other:
            break
        ties += 1
    if not ties or rules.length:
        return 1
    if rules.automatic_doubles is None:
        return None
    cube = 1 << min(ties, rules.automatic_doubles, 30)  # a file can hold ties without end
    return min(cube, rules.cube_limit) if isinstance(rules.cube_limit, int) else cube


def opens_with_double(rules: Rules) -> bool | None:
    """Whether the first roll of a game can be a double; None when unknown (RULES.md A02, D05)."""
    return None if rules.opening is None else rules.opening is not Opening.ONE_DIE


def crawford_game(length: int | None, scores_before: Sequence[tuple[int, int]]) -> int | None:
    """Which game (0-based) of a match is the Crawford game, by the scores at which the games begin; None when none is known to be.

    It is the first at whose beginning a player is one point from winning; there is none when that score was jumped over (RULES.md B08,
    B09). A record that begins at such a score, and not at 0-0, does not tell whether the Crawford game is behind it.
    """
    if not length:
        return None
    for index, score in enumerate(scores_before):
        if max(score) == length - 1:
            return None if index == 0 and max(score) > 0 else index
    return None
