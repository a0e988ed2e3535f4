"""The rules: which are in force, who said so, and what they make of cubes, results and scores."""

import json
import re
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import TypedDict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavla_cli.board import STARTS, Position, legal_plays, pips, spelled
from tavla_cli.board.plays import landing
from tavla_cli.record import Length, Match, Tag
from tavla_cli.rules import (
    ANY,
    PRESETS,
    BadRules,
    Layer,
    Limit,
    Opening,
    Rules,
    as_json,
    automatic_cube,
    crawford_game,
    cube_value,
    dead,
    highest_useful_cube,
    is_unlimited,
    match_length,
    named_rules,
    opens_with_double,
    parse_option,
    read_rules,
    rules_for,
    stake,
    tag_rules,
)
from tavla_cli.source.span import Span
from tests.shared import SHARED, needs_shared


def _match(points: int | None = None, *tags: tuple[str, str], money: bool = False, line: bool = True) -> Match:
    length = Length(points, money) if line else None
    return Match("mat", "plain", length, (), tuple(Tag(key, value, Span(0, 0)) for key, value in tags))


def _under(preset: str, points: int | None, *tags: tuple[str, str]) -> Rules:
    return rules_for(_match(points, *tags), [named_rules(preset)])


def _side(points: dict[int, int]) -> bytes:
    side = [points.get(point, 0) for point in range(26)]
    return bytes([15 - sum(side), *side[1:]])


def _plays(own: dict[int, int], opp: dict[int, int], die1: int, die2: int) -> set[str]:
    """Every legal play; each side counted from its own side, the missing checkers borne off."""
    return {spelled(play) for play in legal_plays(Position(_side(own), _side(opp)), die1, die2).values()}


FAR = {13: 15}  # an opponent who is in nobody's way: on the player's 12-point

# ---- the table of presets

OPEN = {"jacoby": None, "beavers": None, "raccoons": None, "automatic_doubles": None}
NEVER = {"jacoby": False, "beavers": 0, "raccoons": False, "automatic_doubles": 0}
MODERN = {"cube": True, "cube_limit": Limit.NONE, "opening": Opening.ONE_DIE, "backgammon": 3, "start": "standard", "hit_and_run": True}
COFFEE = {"crawford": False, **NEVER, **MODERN, "cube": False, "opening": Opening.WINNER_REROLLS, "backgammon": 2, "hit_and_run": None}
IN_MATCH: dict[str, dict[str, object]] = {
    "tournament": {"crawford": True, **NEVER, **MODERN},
    "money": {"crawford": None, **NEVER, **MODERN},
    "traditional": COFFEE,
    "five-games": {"crawford": True, **NEVER, **MODERN},
    "abak": {"crawford": None, **NEVER, **MODERN, "cube_limit": 64},
    "serbian-online": {"crawford": None, **NEVER, **MODERN, "cube_limit": Limit.MATCH, "opening": Opening.STARTER_THROWS},
    "house-money": {"crawford": True, **NEVER, **MODERN},
    "diagram-app": {"crawford": None, **NEVER, **MODERN, "cube_limit": 64},
}
IN_MONEY: dict[str, dict[str, object]] = {
    "tournament": {"crawford": False, **NEVER, **MODERN},
    "money": {"crawford": False, **OPEN, **MODERN},
    "traditional": COFFEE,
    "five-games": {"crawford": False, **OPEN, **MODERN},
    "abak": {"crawford": False, **OPEN, **MODERN, "cube_limit": 64},
    "serbian-online": {"crawford": False, **OPEN, **MODERN, "opening": Opening.STARTER_THROWS},
    "house-money": {"crawford": False, **OPEN, **MODERN, "jacoby": True},
    "diagram-app": {"crawford": False, **NEVER, **MODERN, "cube_limit": 64},
}


def _values(rules: Rules) -> dict[str, object]:
    return {each.name: getattr(rules, each.name) for each in fields(rules) if each.name not in ("sources", "length")}


@pytest.mark.parametrize("preset", PRESETS)
def test_preset_in_a_match(preset: str) -> None:
    assert _values(_under(preset, 7)) == IN_MATCH[preset]


@pytest.mark.parametrize("preset", PRESETS)
def test_preset_in_money(preset: str) -> None:
    assert _values(_under(preset, 0)) == IN_MONEY[preset]


@pytest.mark.parametrize("preset", PRESETS)
def test_preset_without_a_length(preset: str) -> None:
    """What depends on the length is unknown, but where there is no cube."""
    unknown = {"crawford": None, **OPEN} if PRESETS[preset]["cube"] else {}
    limit = {"cube_limit": None} if preset == "serbian-online" else {}
    assert _values(_under(preset, None)) == {**IN_MATCH[preset], **unknown, **limit}


CELLS: dict[str, object] = {
    "on": True, "on in money": True, "off": False, "?": None, "-": None, "none": Limit.NONE, "no cube": Limit.NONE, "match": Limit.MATCH,
    "what the match needs": Limit.MATCH, "one die each": Opening.ONE_DIE, "the winner throws again": Opening.WINNER_REROLLS,
    "the starter throws two dice": Opening.STARTER_THROWS, **{opening.value: opening for opening in Opening},
    **{str(number): number for number in (0, 2, 3, 64)},
}  # fmt: skip


@pytest.mark.parametrize("page", [pytest.param("DESIGN.md", marks=needs_shared), "docs/rules.md"])
def test_presets_are_the_table_of(page: str) -> None:
    """The contract's and the documentation's table; "-" says that a rule cannot apply: never in the coffee house, which has no cube."""
    folder = Path(__file__).parents[1] if page.startswith("docs/") else SHARED
    assert folder is not None
    keys = ("crawford", "jacoby", "beavers", "automatic_doubles", "cube_limit", "opening", "backgammon")
    table = {}
    for name, rest in re.findall(r"^\| `([a-z-]+)`([^`]*)\|$", (folder / page).read_text("utf-8"), re.MULTILINE):
        words = [word.partition(";")[0].strip() for word in rest.split("|")]
        if len(words) > len(keys):
            table[name] = dict(zip(keys, (CELLS[word] for word in words[-len(keys) :]), strict=True))
    table["traditional"] |= {"crawford": False, "jacoby": False}
    assert {name: {key: said[key] for key in keys} for name, said in PRESETS.items()} == table  # type: ignore[literal-required]


# ---- the five rule pages (RULES.md 0), their errors left out; the numbers are those of the pages' statements


def test_page_000_five_games() -> None:
    rules = _under("five-games", 7)
    assert STARTS["standard"] == Position(_side({24: 2, 13: 5, 8: 3, 6: 5}), _side({24: 2, 13: 5, 8: 3, 6: 5}))  # 1
    assert (rules.opening, opens_with_double(rules)) == (Opening.ONE_DIE, False)  # 2
    # 4: each number alone but not both, so the larger
    assert _plays({13: 1, 5: 5, 4: 5, 3: 4}, {23: 2, 6: 5, 5: 3, 4: 3, 3: 2}, 6, 5) == {"13/7"}
    # 6: no other checker while one is on the bar; all points closed, the turn is lost
    assert _plays({25: 1, 13: 14}, {point: 2 for point in range(1, 7)}, 6, 5) == set()
    # 7: the cube rests for one game, when a player is one point from winning
    assert (rules.crawford, crawford_game(7, [(0, 0), (6, 2), (6, 4)])) == (True, 1)
    # 8: an ordinary move may be made in place of bearing off; but "never compulsory" is too much said
    assert _plays({6: 1, 4: 1}, FAR, 4, 1) == {"6/5 4/off", "6/1", "6/2 4/3"}
    assert _plays({4: 1}, FAR, 4, 4) == {"4/off"}
    # 9
    assert [stake(kind, 4, rules, True) for kind in (1, 2, 3)] == [{4}, {8}, {12}]


def test_page_001_abak() -> None:
    rules = _under("abak", 0)
    assert (rules.opening, opens_with_double(rules)) == (Opening.ONE_DIE, False)  # 2
    # 4: if only one number can be played, that one; the page says "the larger"
    assert _plays({13: 1, 3: 14}, {18: 2, 19: 2, 6: 11}, 6, 1) == {"13/12", "3/2"}
    # 5: a 2 enters on the opponent's 2-point, the player's own 23
    assert _plays({25: 1, 6: 14}, {1: 2, 3: 2, 4: 2, 5: 2, 6: 2, 13: 5}, 2, 2) == {"bar/23 6/4(3)", "bar/23 6/2 6/4"}
    # 7: a lower checker cannot be borne off in place of the highest
    assert _plays({6: 1, 1: 1}, FAR, 3, 2) == {"6/1"}
    # 8
    assert [stake(kind, 1, rules, True) for kind in (1, 2, 3)] == [{1}, {2}, {3}]
    # 9
    assert (rules.cube, rules.cube_limit) == (True, 64)
    # 10: options, which the page leaves to the players and the file or the user may state
    agreed = rules_for(_match(0, ("Jacoby", "On")), [named_rules("abak"), parse_option("automatic_doubles=1"), parse_option("beavers=any")])
    assert (agreed.jacoby, agreed.sources["jacoby"], agreed.beavers) == (True, "header", ANY)
    assert [stake(3, 2, agreed, False), stake(3, 2, rules, False)] == [{2}, {2, 6}]
    assert (automatic_cube([(3, 3), (5, 2)], agreed), automatic_cube([(3, 3), (5, 2)], rules)) == (2, None)
    assert (_under("abak", 7, ("Crawford", "On")).crawford, _under("abak", 7).crawford) == (True, None)


def test_page_002_serbian_online() -> None:
    rules = _under("serbian-online", 9)
    assert (rules.opening, opens_with_double(rules)) == (Opening.STARTER_THROWS, True)  # 2
    # 4: as many enter as can, the rest is lost; after the last one the other number must be played
    only_five = {1: 2, 2: 2, 3: 2, 4: 2, 6: 2, 13: 5}
    assert _plays({25: 2, 6: 13}, only_five, 5, 3) == {"bar/20"}
    assert _plays({25: 1, 6: 14}, only_five, 5, 3) == {"bar/20 6/3", "bar/17"}
    # 5: never from a lower point while a higher one is occupied, no duty to bear off if there is another legal move
    assert _plays({6: 1, 1: 1}, FAR, 3, 2) == {"6/1"}
    assert _plays({5: 1, 3: 1}, FAR, 3, 2) == {"5/off", "5/2 3/1"}
    # 6: the highest stake depends on the points needed
    assert (rules.cube_limit, highest_useful_cube(9), dead(8, 9), dead(16, 9)) == (Limit.MATCH, 16, False, True)
    # 8
    assert [stake(kind, 2, rules, True) for kind in (1, 2, 3)] == [{2}, {4}, {6}]


def test_page_003_house_money() -> None:
    money, match = _under("house-money", 0), _under("house-money", 11)
    assert (money.opening, opens_with_double(money)) == (Opening.ONE_DIE, False)  # 1
    # 4: both closed, the turn is lost; no other man may move
    assert _plays({25: 1, 13: 14}, {4: 2, 2: 2, 13: 11}, 4, 2) == set()
    # 5: no man on 5, so a five must move the man on 6
    assert _plays({6: 1, 4: 3}, FAR, 5, 5) == {"6/1 4/off(3)"}
    # 6: with men on 6 and 5 a five does not force 6/1, whatever the page says
    assert _plays({6: 1, 5: 1}, FAR, 5, 4) == {"6/2 5/off", "6/1 5/1"}
    # 9
    assert [stake(kind, 1, money, True) for kind in (1, 2, 3)] == [{1}, {2}, {3}]
    # 11: Crawford in the first game at one point from winning, Jacoby in money only, beavers by agreement
    assert (match.crawford, crawford_game(11, [(0, 0), (8, 0), (8, 2), (10, 2), (10, 3)])) == (True, 3)
    assert money.jacoby and [stake(2, 1, money, False), stake(3, 2, money, False)] == [{1}, {2}]
    assert (match.jacoby, money.beavers) == (False, None) and stake(2, 1, match, False) == {2}


def test_page_004_diagram_app() -> None:
    rules = _under("diagram-app", 7)
    start = STARTS["standard"]
    assert (pips(start.own), pips(start.opp)) == (167, 167)  # 1
    # 2: 16 plays and 7 first moves
    assert len(legal_plays(start, 3, 1)) == 16
    first = {f"{src}/{src - die}" for die in (3, 1) for src in range(1, 26) if landing(start.own, start.opp, src, die) >= 0}
    assert first == {"24/21", "13/10", "8/5", "6/3", "24/23", "8/7", "6/5"}
    # 5: bar/19 is the only first move, 21 is closed
    assert {play.split()[0] for play in _plays({25: 1, 13: 5, 6: 9}, {4: 2, 8: 13}, 6, 4)} == {"bar/19", "bar/15"}
    # 7, 8, 9
    assert _plays({7: 1, 6: 2, 5: 4, 4: 3, 3: 3, 2: 2}, {24: 2, 3: 13}, 6, 2) == {"7/5 6/off"}
    assert _plays({13: 1, 5: 5, 4: 5, 3: 4}, {23: 2, 6: 5, 5: 3, 4: 3, 3: 2}, 6, 5) == {"13/7"}
    assert _plays({5: 1, 3: 2, 2: 1, 1: 1}, FAR, 6, 4) == {"5/off 3/off", "5/1 3/off"}
    # 10
    assert [stake(1, 1, rules, False), stake(2, 2, rules, True), stake(3, 4, rules, True)] == [{1}, {4}, {12}]
    # 11: never above 64; Jacoby, beavers and automatic doubles are not applied, whatever a header says
    money = _under("diagram-app", 0, ("Jacoby", "On"), ("Beaver", "On"), ("CubeLimit", "1024"))
    assert (rules.cube_limit, money.cube_limit, money.jacoby, money.beavers, money.raccoons, money.automatic_doubles) == (
        64,
        64,
        False,
        0,
        False,
        0,
    )


# ---- the layers


def test_default_is_the_tournament_for_a_match() -> None:
    rules = rules_for(_match(7))
    assert as_json(rules) == {
        "length": (7, "header"),
        "crawford": (True, "preset"),
        "jacoby": (False, "preset"),
        "beavers": (0, "preset"),
        "raccoons": (False, "preset"),
        "automatic_doubles": (0, "preset"),
        "cube": (True, "preset"),
        "cube_limit": ("none", "preset"),
        "opening": ("one-die", "preset"),
        "backgammon": (3, "preset"),
        "start": ("standard", "preset"),
        "hit_and_run": (True, "preset"),
    }


def test_default_is_money_for_a_session() -> None:
    assert as_json(rules_for(_match(0, ("Beaver", "On"), ("CubeLimit", "1024")))) == {
        "length": (0, "header"),
        "crawford": (False, "header"),
        "jacoby": ("unknown", "preset"),
        "beavers": ("any", "header"),
        "raccoons": ("unknown", "preset"),
        "automatic_doubles": ("unknown", "preset"),
        "cube": (True, "header"),
        "cube_limit": (1024, "header"),
        "opening": ("one-die", "preset"),
        "backgammon": (3, "preset"),
        "start": ("standard", "preset"),
        "hit_and_run": (True, "preset"),
    }


def test_each_layer_overrules_those_below_it() -> None:
    layers = [
        Layer("option", {"backgammon": 2}),
        Layer("rules", {"hit_and_run": False}, "tournament"),
        Layer("config", {"cube_limit": 32}, "abak"),
    ]
    layers += [Layer("option", {"backgammon": None})]
    rules = rules_for(_match(5, ("Crawford", "Off"), ("CubeLimit", "64"), ("Variation", "NackGammon")), layers)
    shown = as_json(rules)
    assert {key: shown[key] for key in ("crawford", "cube_limit", "backgammon", "start", "hit_and_run", "opening")} == {
        "crawford": (True, "rules"),
        "cube_limit": ("none", "rules"),
        "backgammon": ("unknown", "option"),
        "start": ("nackgammon", "header"),
        "hit_and_run": (False, "rules"),
        "opening": ("one-die", "rules"),
    }
    assert as_json(rules_for(_match(5, ("Crawford", "Off")), [layers[2]]))["crawford"] == (False, "header")
    assert as_json(rules_for(_match(5), [layers[2]]))["cube_limit"] == (32, "config")


def test_what_a_preset_leaves_open_the_header_settles_but_not_what_the_user_calls_unknown() -> None:
    match = _match(7, ("Crawford", "Off"))
    assert as_json(rules_for(match, [named_rules("abak")]))["crawford"] == (False, "header")
    assert as_json(rules_for(match, [parse_option("crawford=unknown")]))["crawford"] == ("unknown", "option")
    assert as_json(rules_for(_match(7), [named_rules("abak")]))["crawford"] == ("unknown", "rules")


def test_a_rule_that_cannot_apply_is_off() -> None:
    agreed = [parse_option(text) for text in ("jacoby=on", "beavers=2", "raccoons=on", "automatic_doubles=1", "crawford=on")]
    keys = ("crawford", "jacoby", "beavers", "raccoons", "automatic_doubles")

    def shown(match: Match, *more: str) -> list[tuple[object, str]]:
        rules = as_json(rules_for(match, [*agreed, *map(parse_option, more)]))
        return [rules[key] for key in keys]

    assert shown(_match(7)) == [(True, "option"), (False, "header"), (0, "header"), (False, "header"), (0, "header")]
    assert shown(_match(0)) == [(False, "header"), (True, "option"), (2, "option"), (True, "option"), (1, "option")]
    assert shown(_match(0), "beavers=0")[3] == (False, "option")
    assert shown(_match(line=False)) == [("unknown", "preset")] * 5
    assert shown(_match(line=False), "length=money") == [
        (False, "option"),
        (True, "option"),
        (2, "option"),
        (True, "option"),
        (1, "option"),
    ]
    off = [(False, "header"), (False, "header"), (0, "header"), (False, "header"), (0, "header")]
    assert shown(_match(7, ("CubeLimit", "1"))) == off == shown(_match(0, ("Cubelimit", "1")))


@pytest.mark.parametrize(
    ("points", "money", "length", "unlimited"),
    [
        (7, False, 7, False), (1, False, 1, False), (999, False, 999, False), (0, False, 0, True), (9999, False, 0, True),
        (99999, False, 0, True), (None, True, 0, True), (1000, False, None, False), (-3, False, None, False), (None, False, None, False),
    ],
)  # fmt: skip
def test_length(points: int | None, money: bool, length: int | None, unlimited: bool) -> None:
    match = _match(points, money=money)
    assert (match_length(match), is_unlimited(match), rules_for(match).length) == (length, unlimited, length)


def test_length_without_a_match_line() -> None:
    assert (match_length(_match(line=False)), is_unlimited(_match(line=False))) == (None, False)
    assert as_json(rules_for(_match(line=False)))["length"] == ("unknown", "preset")
    assert as_json(rules_for(_match(-3), [Layer("config", {"length": 5})]))["length"] == (5, "config")


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("Crawford", "On", {"crawford": True}), ("crawford", " off ", {"crawford": False}), ("Crawford", "maybe", None),
        ("Jacoby", "Off", {"jacoby": False}), ("Jacoby", "1", None), ("Beaver", "On", {"beavers": ANY}), ("Beaver", "Off", {"beavers": 0}),
        ("CubeLimit", "1024", {"cube_limit": 1024, "cube": True}), ("Cubelimit", "64", {"cube_limit": 64, "cube": True}),
        ("Cube Limit", "1", {"cube": False}), ("CubeLimit", "65", None), ("CubeLimit", "0", None), ("CubeLimit", "-2", None),
        ("CubeLimit", "9" * 9999, None), ("CubeLimit", "²", None),
        ("Variation", "Backgammon", {"start": "standard"}), ("Variation", "NackGammon", {"start": "nackgammon"}),
        ("Variation", "HyperGammon", {"start": "hypergammon3"}), ("Variation", "HyperGammon (1)", {"start": "hypergammon1"}),
        ("Variation", "HyperGammon (2)", {"start": "hypergammon2"}), ("Variation", "HyperGammon (4)", None),
        ("Variation", "LongGammon", {"start": "longgammon"}), ("Variation", "", {}), ("Site", "Crawford", {}), ("", "", {}),
    ],
)  # fmt: skip
def test_header_line(key: str, value: str, said: dict[str, object] | None) -> None:
    assert tag_rules(Tag(key, value, Span(0, 0))) == said


def test_an_impossible_header_line_is_passed_over() -> None:
    rules = rules_for(_match(7, ("Crawford", "On"), ("Crawford", "Off"), ("Crawford", "maybe")))
    assert as_json(rules)["crawford"] == (False, "header")


# ---- what the user writes

EVERYTHING = """# Kuralları çift küple, ğüşıöç
preset = "house-money"
length = 7
crawford = false
jacoby = "unknown"
beavers = "any"
raccoons = true
automatic_doubles = 1
cube = true
cube_limit = "match"
opening = "starter-throws"
backgammon = 2
start = "4HPwATDgc/ABMA"
hit_and_run = false
"""
READ = Layer(
    "rules",
    {
        "length": 7, "crawford": False, "jacoby": None, "beavers": ANY, "raccoons": True, "automatic_doubles": 1, "cube": True,
        "cube_limit": Limit.MATCH, "opening": Opening.STARTER_THROWS, "backgammon": 2, "start": "4HPwATDgc/ABMA", "hit_and_run": False,
    },
    "house-money",
)  # fmt: skip


def test_toml_text() -> None:
    assert read_rules(EVERYTHING) == READ
    assert read_rules("", "config") == Layer("config", {})


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1254", "iso8859-9"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_toml_in_any_encoding(encoding: str, line_end: str, tmp_path: Path) -> None:
    file = tmp_path / "kurallar.toml"
    file.write_bytes(EVERYTHING.replace("\n", line_end).encode(encoding))
    assert read_rules(file.read_bytes()) == named_rules(str(file)) == READ


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("length=9999", {"length": 0}), ("length=money", {"length": 0}), ("length=unknown", {"length": None}),
        ("Crawford = OFF", {"crawford": False}),
        ("jacoby=true", {"jacoby": True}), ("beavers=2", {"beavers": 2}), ("automatic-doubles=any", {"automatic_doubles": ANY}),
        ("cube_limit=64", {"cube_limit": 64, "cube": True}), ("cube-limit=none", {"cube_limit": Limit.NONE, "cube": True}),
        ("cube_limit=1", {"cube": False}), ("cube_limit=unknown", {"cube_limit": None}),
        ("opening=winner-rerolls", {"opening": Opening.WINNER_REROLLS}),
        ("backgammon=3", {"backgammon": 3}), ("start=LongGammon", {"start": "longgammon"}), ("start=unknown", {"start": None}),
        ("start=XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10", {"start": "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10"}),
    ],
)  # fmt: skip
def test_option(option: str, said: dict[str, object]) -> None:
    assert parse_option(option) == Layer("option", said)  # type: ignore[arg-type]


RULES = (
    "The rules are length, crawford, jacoby, beavers, raccoons, automatic_doubles, cube, cube_limit, "
    "opening, backgammon, start, hit_and_run and preset."
)
SOME = "The presets are tournament, money, traditional, five-games, abak, serbian-online, house-money and diagram-app."


@pytest.mark.parametrize(
    ("read", "text", "message"),
    [
        (parse_option, "crawford", 'A rule is written KEY=VALUE, such as crawford=off, not "crawford".'),
        (parse_option, "crawfrod=on", f'There is no rule "crawfrod", set to "on". Did you mean "crawford"? {RULES}'),
        (parse_option, "=on", f'There is no rule "", set to "on". {RULES}'),
        (parse_option, "crawford=onn", 'The rule "crawford" cannot be "onn": it can be "on", "off" or "unknown". Did you mean "on"?'),
        (
            parse_option,
            "length=-1",
            'The rule "length" cannot be "-1": it can be a number from 0 to 999, "money", "unlimited" or "unknown".',
        ),
        (parse_option, "beavers=100", 'The rule "beavers" cannot be "100": it can be a number from 0 to 99, "any" or "unknown".'),
        (
            parse_option,
            "cube_limit=48",
            'The rule "cube_limit" cannot be "48": it can be a power of two (1: no cube), "none", "match" or "unknown".',
        ),
        (
            parse_option,
            "opening=one-dice",
            'The rule "opening" cannot be "one-dice": it can be "one-die", "starter-throws", "winner-rerolls" or "unknown". '
            'Did you mean "one-die"?',
        ),
        (parse_option, "backgammon=4", 'The rule "backgammon" cannot be "4": it can be 3, 2 or "unknown".'),
        (
            parse_option,
            "start=nackgamon",
            'The rule "start" cannot be "nackgamon": it can be a GNU position ID or XGID, "standard", "nackgammon", "hypergammon1", '
            '"hypergammon2", "hypergammon3", "longgammon" or "unknown". Did you mean "nackgammon"?',
        ),
        (
            parse_option,
            "cube=\x1b[31m\u202e" + "x" * 99,
            'The rule "cube" cannot be "\\x1b[31m\\u202e' + "x" * 54 + '…": it can be "on", "off" or "unknown".',
        ),
        (named_rules, "tournement", f'There is no preset and no file "tournement". Did you mean "tournament"? {SOME}'),
        (named_rules, "x" * 5000, f'There is no preset and no file "{"x" * 60}…". {SOME}'),
        (named_rules, "klub.toml", 'There is no rules file "klub.toml".'),
        (named_rules, "rules/tournament", 'There is no rules file "rules/tournament".'),
        (read_rules, 'preset = "abac"', f'line 1: There is no preset "abac". Did you mean "abak"? {SOME}'),
        (read_rules, "preset = 7.5", f"line 1: A preset is a name, not a number with a point. {SOME}"),
        (read_rules, "crawford = 1", 'line 1: The rule "crawford" cannot be "1": it can be "on", "off" or "unknown".'),
        (read_rules, "beavers = true", 'line 1: The rule "beavers" cannot be "true": it can be a number from 0 to 99, "any" or "unknown".'),
        (read_rules, "backgammon = 3.0", 'line 1: The rule "backgammon" cannot be a number with a point: it can be 3, 2 or "unknown".'),
        (read_rules, "\n\nbackgammon = [3]", 'line 3: The rule "backgammon" cannot be a list: it can be 3, 2 or "unknown".'),
        (read_rules, "backgammon = 2026-01-01", 'line 1: The rule "backgammon" cannot be a date or a time: it can be 3, 2 or "unknown".'),
        (
            read_rules,
            "beavers = 0x" + "f" * 9999,
            'line 1: The rule "beavers" cannot be a number too large: it can be a number from 0 to 99, "any" or "unknown".',
        ),
        (
            read_rules,
            "# our club\n[rules]\ncrawford = false",
            'line 2: "rules" is a table, and rules have none: the keys stand at the top, as in crawford = false.',
        ),
        (
            read_rules,
            "crawford.cube = false",
            'line 1: "crawford" is a table, and rules have none: the keys stand at the top, as in crawford = false.',
        ),
        (read_rules, "length = 7\nfoo = [[]]", f'line 2: There is no rule "foo", set to a list. {RULES}'),
        (
            read_rules,
            "length = 7\ncrawford = yes # always",
            'line 2: Words stand in quotes, as in crawford = "yes"; only true and false do without.',
        ),
        (
            read_rules,
            "opening = winner-rerolls",
            'line 1: Words stand in quotes, as in opening = "winner-rerolls"; only true and false do without.',
        ),
        (read_rules, "jacoby = True", 'line 1: Words stand in quotes, as in jacoby = "True"; only true and false do without.'),
        (read_rules, "length = 7\n\nbeavers = ,", "line 3: This is not TOML: Invalid value (column 11)."),
        (read_rules, 'start = "', "This is not TOML: Unterminated string."),
    ],
)
def test_bad_rules_say_what_is_allowed(read: Callable[[str], Layer], text: str, message: str) -> None:
    with pytest.raises(BadRules) as error:
        read(text)
    assert str(error.value) == message


@pytest.mark.parametrize("text", ["crawford: on", "a = " + "[" * 9999, "beavers = " + "9" * 9999, "a = 1\na = 2", "\0"])
def test_text_that_is_no_toml(text: str) -> None:
    with pytest.raises(BadRules, match=r"^(line 1: |line 2: )?This is (not|no) TOML.*\.$"):
        read_rules(text)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("crawford = yes", ", line 1: Words stand in quotes"),
        ("length = 7\ncrawford = 'never'", ", line 2: The rule "),
        ("length = 7\n[rules]", ', line 2: "rules" is a table'),
        ("length = 7\npreset = 'klub'", ', line 2: There is no preset "klub"'),
        ("length = 7\r\n\r\ncrawfrod = true", ', line 3: There is no rule "crawfrod"'),
        ("length = 1" + "0" * 9999, ": This is no TOML that can be read."),
        ('"leng\\u0074h" = -1', ': The rule "length" cannot be "-1"'),
    ],
)
def test_every_error_of_a_file_names_it(text: str, where: str, tmp_path: Path) -> None:
    file = tmp_path / "k.toml"
    file.write_bytes(text.encode())
    with pytest.raises(BadRules) as error:
        named_rules(str(file))
    begin = f'"{file}"{where}'
    assert str(error.value)[: len(begin)] == begin


def test_a_folder_is_no_rules_file(tmp_path: Path) -> None:
    with pytest.raises(BadRules, match=r"^\".*\" cannot be read: .*\.$"):
        named_rules(str(tmp_path))


def test_a_rules_file_has_a_limit(tmp_path: Path) -> None:
    file = tmp_path / "huge.toml"
    file.write_bytes(b"#" * (1 << 20) + b"#")
    with pytest.raises(BadRules, match=r"is too large for a rules file\.$"):
        named_rules(str(file))


@given(st.binary(max_size=200) | st.text(max_size=200))
def test_nothing_but_bad_rules_is_raised(text: bytes | str) -> None:
    for read in (read_rules, parse_option) if isinstance(text, str) else (read_rules,):
        try:
            read(text)  # type: ignore[arg-type]
        except BadRules as error:
            assert str(error).endswith((".", "?"))


WORDS = {
    "length": st.integers(0, 999),
    **dict.fromkeys(("crawford", "jacoby", "raccoons", "cube", "hit_and_run"), st.booleans()),
    **dict.fromkeys(("beavers", "automatic_doubles"), st.integers(0, 99) | st.just("any")),
    "cube_limit": st.sampled_from([2, 64, 1024, "none", "match"]),
    "opening": st.sampled_from([opening.value for opening in Opening]),
    "backgammon": st.sampled_from([2, 3]),
    "start": st.sampled_from([*STARTS, "4HPwATDgc/ABMA"]),
}
TABLES = st.fixed_dictionaries({}, optional={key: values | st.just("unknown") for key, values in WORDS.items()})


def _toml(table: dict[str, object]) -> str:
    return "".join(f"{key} = {json.dumps(value)}\n" for key, value in table.items())


@given(
    TABLES,
    st.sampled_from([None, -1, 0, 1, 7]),
    st.lists(st.tuples(st.sampled_from(["Crawford", "Jacoby", "Beaver", "CubeLimit"]), st.sampled_from(["On", "Off", "1", "64"]))),
)
def test_what_is_shown_reads_back_as_the_same_rules(table: dict[str, object], points: int | None, tags: list[tuple[str, str]]) -> None:
    rules = rules_for(_match(points, *tags), [read_rules(_toml(table))])
    shown = as_json(rules)
    assert rules_for(_match(line=False), [read_rules(_toml({key: value for key, (value, _) in shown.items()}))]) == rules
    assert shown.keys() == rules.sources.keys()


def test_the_documentation_names_every_rule_preset_and_word() -> None:
    page = (Path(__file__).parents[1] / "docs" / "rules.md").read_text("utf-8")
    words = [
        *PRESETS,
        *(each.name for each in fields(Rules)),
        *STARTS,
        *(opening.value for opening in Opening),
        *(limit.value for limit in Limit),
    ]
    assert [word for word in words if word != "sources" and f"`{word}`" not in page] == []
    for block in re.findall(r"```toml\n(.*?)```", page, re.DOTALL):
        assert read_rules(block).values
    for option in re.findall(r"--rule ([a-z_]+=\w+)", page):
        assert parse_option(option).values


# ---- cubes, results and scores


@pytest.mark.parametrize(
    ("kind", "rules", "turned", "points"),
    [
        (1, Rules(length=0), False, {2}),
        (2, Rules(length=0, jacoby=True), True, {4}),
        (2, Rules(length=0, jacoby=True), False, {2}),
        (2, Rules(length=0, jacoby=False), False, {4}),
        (2, Rules(length=0), False, {2, 4}),
        (2, Rules(length=0, cube=False), False, {4}),  # Jacoby is about a cube
        (2, Rules(length=None), False, {2, 4}),
        (2, Rules(length=7), False, {4}),
        (3, Rules(length=7, backgammon=3), True, {6}),
        (3, Rules(length=7, backgammon=2), True, {4}),
        (3, Rules(length=7), True, {4, 6}),
        (3, Rules(length=0), False, {2, 4, 6}),
        (3, Rules(length=0, jacoby=True), False, {2}),
    ],
)
def test_stake(kind: int, rules: Rules, turned: bool, points: set[int]) -> None:
    assert stake(kind, 2, rules, turned) == points


@pytest.mark.parametrize(
    ("throws", "rules", "cube"),
    [
        ([], Rules(length=0), 1),
        ([(5, 2)], Rules(length=0), 1),
        ([(3, 3)], Rules(length=0), None),
        ([(3, 3)], Rules(length=None), None),
        ([(3, 3)] * 3, Rules(length=0, automatic_doubles=2), 4),
        ([(3, 3)] * 9, Rules(length=0, automatic_doubles=ANY, cube_limit=64), 64),
        ([(3, 3)] * 9999, Rules(length=0, automatic_doubles=ANY), 1 << 30),
        ([(3, 3), (5, 2), (4, 4)], Rules(length=0, automatic_doubles=ANY), 2),
        ([(3, 3)], Rules(length=5, automatic_doubles=1), 1),
    ],
)
def test_automatic_cube(throws: list[tuple[int, int]], rules: Rules, cube: int | None) -> None:
    assert automatic_cube(throws, rules) == cube


@pytest.mark.parametrize(
    ("length", "scores", "game"),
    [
        (None, [(0, 0), (4, 0)], None),
        (0, [(0, 0), (4, 0)], None),
        (5, [], None),
        (5, [(0, 0), (1, 3), (1, 4), (2, 4)], 2),
        (5, [(0, 0), (3, 3), (5, 3)], None),
        (5, [(4, 2), (4, 3)], None),  # the record starts late: the Crawford game may be behind it
        (5, [(2, 2), (4, 2), (4, 3)], 1),
        (1, [(0, 0)], 0),
    ],
)
def test_crawford_game(length: int | None, scores: list[tuple[int, int]], game: int | None) -> None:
    assert crawford_game(length, scores) == game


@given(st.integers(1, 999))
def test_highest_useful_cube_is_the_first_that_is_dead_from_the_start(length: int) -> None:
    cube = 1
    while not dead(cube, length):
        cube *= 2
    assert (highest_useful_cube(length), cube_value(cube)) == (cube, True)


def test_unlimited_play_has_no_dead_cube() -> None:
    assert (highest_useful_cube(0), dead(1 << 20, None)) == (None, False)


# ---- the cases


class Case(TypedDict):
    id: str
    kind: str
    input: dict[str, object]
    action: str
    legal: bool


CASES: list[Case] = (
    [] if SHARED is None else [json.loads(line) for line in (SHARED / "rules" / "cases.jsonl").read_text("utf-8").splitlines()]
)


def _cases(*kinds: str) -> list[object]:
    return [pytest.param(case, id=case["id"]) for case in CASES if case["kind"] in kinds]


@needs_shared
@pytest.mark.parametrize("case", _cases("cube-cap"))
def test_case_cube_cap(case: Case) -> None:
    length, score = case["input"]["length"], case["input"]["score"]
    assert isinstance(length, int) and score == [0, 0]
    if said := re.search(r"match is (\d+)$", case["action"]):
        assert (highest_useful_cube(length) == int(said[1])) == case["legal"]
    elif said := re.match(r"cube at (\d+) offered from an? (\d+)-cube", case["action"]):
        highest = highest_useful_cube(length)
        assert highest is not None
        assert (int(said[1]) <= highest and not dead(int(said[2]), length)) == case["legal"]
    else:
        pytest.fail(f"a case that this test cannot read: {case['action']}")


@needs_shared
@pytest.mark.parametrize("case", _cases("auto"))
def test_case_automatic_double(case: Case) -> None:
    said, throws = case["input"], str(case["input"]["opening_throws"]).split()
    rules = rules_for(
        _match(line=False), [parse_option(f"length={said['match_length']}"), parse_option(f"automatic_doubles={said['limit']}")]
    )
    cube = automatic_cube([(int(throw[0]), int(throw[1])) for throw in throws], rules)
    assert (case["action"] == f"cube at start of play = {cube}") == case["legal"]


@needs_shared
@pytest.mark.parametrize("case", _cases("cube-value"))
def test_case_cube_value(case: Case) -> None:
    value = case["input"]["cube"]
    assert isinstance(value, int)
    assert cube_value(value) == case["legal"]


@needs_shared
@pytest.mark.parametrize("case", _cases("variant"))
def test_case_variant(case: Case) -> None:
    said = case["input"]
    variant, start = str(said["variant"]), said.get("start")
    if variant in STARTS and isinstance(start, dict):
        side = STARTS[variant].own
        assert ({str(point): side[point] for point in range(26) if side[point]} == start and pips(side) == said["pips"]) == case["legal"]
        return
    if variant == "tavla" and "loser_off" in said:
        claimed = re.search(r"(\d) points", case["action"])
        kind = 3 if said.get("loser_checker_in_winner_home") else 2
        assert claimed is not None and ({int(claimed[1])} == stake(kind, 1, _under("traditional", 5), False)) == case["legal"]
        return
    pytest.skip(f"{variant}: {case['action']}: " + ("judged on the board" if variant == "tavla" else "not one of our variants"))


@needs_shared
@pytest.mark.parametrize("case", _cases("opening"))
def test_case_opening(case: Case) -> None:
    roll = case["input"].get("first_roll")
    if not isinstance(roll, list):
        pytest.skip(f"{case['action']}: decided by the replay")
    rules = _under("traditional" if "ruleset" in case["input"] else "tournament", 7)
    assert (roll[0] != roll[1] or opens_with_double(rules)) == case["legal"]


@needs_shared
def test_case_crawford_of_the_manual() -> None:
    (case,) = [case for case in CASES if case["id"] == "R212"]
    length, games = case["input"]["length"], case["input"]["games"]
    assert isinstance(length, int) and isinstance(games, list)
    scores = [(0, 0)]
    for winner, points in games:
        white, black = scores[-1]
        scores.append((white + points, black) if winner == "W" else (white, black + points))
    assert crawford_game(length, scores[:-1]) == 3 and case["action"] == "Crawford game is game 4 only"
