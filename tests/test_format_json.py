"""tavla's own JSON: everything comes back, the schema says the same as writer and reader, and nothing in a file stops the reading."""

import json
import random
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from tavla_cli.board import STARTS, Position, Step
from tavla_cli.board.ids import read_id
from tavla_cli.examine import Options, examine_input
from tavla_cli.formats import FORMATS, opened, recognised
from tavla_cli.formats.json.actions import ACTIONS
from tavla_cli.formats.json.scan import DEPTH, MOST_TROUBLES, Scanner
from tavla_cli.formats.json.words import ENDINGS, HABITS, OWNERS, SCHEMA, SIDES, UNPLAYED
from tavla_cli.formats.told import Lost
from tavla_cli.record import Comment, Entry, Fault, Game, Habits, Length, Match, Roll, Seat, Side, Tag, Unplayed, Unread, Win
from tavla_cli.rules import rules_for
from tavla_cli.source import Input, Source, Span
from tavla_cli.telling import told
from tests.made_records import NOWHERE, bare, matches
from tests.mutate import mutated
from tests.shared import SHARED, needs_shared
from tests.test_properties import PACE, SLOWEST, many, paced

ROOT = Path(__file__).parents[1]
FORMAT = FORMATS["json"]
READER = sys.modules["tavla_cli.formats.json.read"]  # the package has a function of that name
SCHEMA_FILE = ROOT / "tavla_cli" / "formats" / "json" / "match.schema.json"
SCHEMA_TEXT = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
EXAMPLES = [path for folder in ("examples", "examples/checks") for path in sorted((ROOT / folder).glob("*.mat"))]


def written(*matches: Match) -> str:
    assert FORMAT.write is not None
    found = FORMAT.write([bare(match) for match in matches], None)
    assert isinstance(found.content, str)
    return found.content


def read(text: str) -> list[Match]:
    return list(FORMAT.read(Source("x.json", text, "utf-8")))


# ---- the schema


class Unknown(Exception):
    """A word of JSON Schema that the checker here does not know."""


KINDS = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}


def is_kind(value: object, kind: str) -> bool:
    if kind == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, KINDS[kind])


def wrong(value: object, schema: dict[str, object], place: str = "") -> list[str]:
    """Where a value is not what a schema says: as much of JSON Schema as ours uses."""
    found: list[str] = []
    for word, said in schema.items():
        match word, said, value:
            case (("$schema" | "$defs" | "title" | "description"), _, _):
                pass
            case "$ref", str(name), _:
                found += wrong(value, SCHEMA_TEXT["$defs"][name.removeprefix("#/$defs/")], place)
            case "type", str() | list() as kinds, _:
                if not any(is_kind(value, kind) for kind in ([kinds] if isinstance(kinds, str) else kinds)):
                    found.append(f"{place}: {kinds}")
            case "const", _, _:
                found += [] if value == said and type(value) is type(said) else [f"{place}: {said}"]
            case "enum", list(values), _:
                found += [] if value in values else [f"{place}: {values}"]
            case "properties", dict(parts), dict(names):
                for name, part in parts.items():
                    found += wrong(names[name], part, f"{place}/{name}") if name in names else []
            case "required", list(names), dict(have):
                found += [f"{place}: no {name}" for name in names if name not in have]
            case "additionalProperties", False, dict(names):
                allowed = schema["properties"]
                assert isinstance(allowed, dict)
                found += [f"{place}: {name}" for name in names if name not in allowed]
            case "items", dict(part), list(items):
                for index, item in enumerate(items):
                    found += wrong(item, part, f"{place}/{index}")
            case ("minItems", int(least), list(items)) if len(items) < least:
                found.append(f"{place}: too few")
            case ("maxItems", int(most), list(items)) if len(items) > most:
                found.append(f"{place}: too many")
            case ("minimum", int(least), int(number)) if number < least:
                found.append(f"{place}: too small")
            case ("maximum", int(most), int(number)) if number > most:
                found.append(f"{place}: too large")
            case (("oneOf" | "anyOf"), list(parts), _):
                tried = [wrong(value, part, place) for part in parts]
                fit = sum(not each for each in tried)
                if not fit or (word == "oneOf" and fit > 1):
                    found.append(f"{place}: fits {fit} of {len(parts)}")
            case (("properties" | "required" | "additionalProperties" | "items" | "minItems" | "maxItems" | "minimum" | "maximum"), _, _):
                pass
            case _:
                raise Unknown(word)
    return found


def words_of(schema: object, name: str) -> list[object]:
    """Every list of words, or single word, that the schema allows under a name."""
    found: list[object] = []
    if isinstance(schema, dict):
        for key, value in schema.items():
            if key == name and isinstance(value, dict):
                found += [word for word in value.get("enum", [value.get("const")]) if word is not None]
            found += words_of(value, name)
    elif isinstance(schema, list):
        for each in schema:
            found += words_of(each, name)
    return found


def test_the_schema_has_the_words_of_reader_and_writer() -> None:
    parts = SCHEMA_TEXT["$defs"]
    assert SCHEMA_TEXT["properties"]["schema"] == {"const": SCHEMA}
    assert sorted(map(str, words_of(parts, "action"))) == sorted(ACTIONS)
    assert set(words_of(parts["roll"], "unplayed")) == set(UNPLAYED)
    assert parts["ending"]["enum"] == list(ENDINGS)
    assert set(words_of(parts["roll"], "owner")) == set(OWNERS)
    assert parts["side"]["enum"] == [*SIDES, None]
    assert tuple(parts["match"]["properties"]["habits"]["properties"]) == HABITS == Habits.__match_args__


@pytest.mark.parametrize(
    "change",
    [
        ('"schema": 1', '"schema": 2'),
        ('"matches"', '"match"'),
        ('"action": "roll"', '"action": "dance"'),
        ('"dice": [3, 1]', '"dice": [3]'),
        ('"dice": [3, 1]', '"dice": [3, 10]'),
        ('"dice": [3, 1], ', ""),
        ('"points": [8, 5]', '"points": [8, 26]'),
        ('"points": [8, 5]', '"points": "8/5"'),
        ('"side": "left"', '"side": "white"'),
        ('"row": 1', '"rows": 1'),
        ('"name": "Ada"', '"name": null'),
    ],
)
def test_what_the_schema_refuses_is_a_finding(change: tuple[str, str]) -> None:
    text = written(SMALL)
    assert wrong(json.loads(text), SCHEMA_TEXT) == []
    assert change[0] in text
    spoiled = text.replace(*change)
    assert wrong(json.loads(spoiled), SCHEMA_TEXT) != []
    result = examine_input(Input("x.json", spoiled.encode(), True), Options(format="json"))
    assert [d.code for d in result.all_diagnostics if d.severity == "error"] != []


# ---- there and back

SMALL = Match(
    "mat",
    "plain",
    Length(7),
    (
        Game(
            1,
            (Seat("Ada", 0), Seat("Ben", 0)),
            (
                Entry(Side.LEFT, Roll((3, 1), (Step((8, 5), (False,)), Step((6, 5), (False,))), "8/5 6/5"), 1, NOWHERE),
                Entry(Side.RIGHT, Roll((6, 4), (Step((24, 14), (False,)),), "24/14"), 1, NOWHERE),
                Entry(Side.LEFT, Win(1), 1, NOWHERE),
            ),
        ),
    ),
    (Tag("Site", "Club", NOWHERE),),
    Habits(marks_hits=True),
    comments=(Comment("well played", 1, 0),),
)


def back(match: Match, ordinal: int = 1) -> Match:
    """A match as it comes back: its format is that of the file, and it knows where it came from."""
    return replace(match, format="json", dialect=f"{match.format}/{match.dialect}", ordinal=ordinal)


@many(60)
@given(st.lists(matches(), min_size=1, max_size=2))
def test_what_is_written_reads_back_the_same(made: list[Match]) -> None:
    text = written(*made)
    note(text)
    found = read(text)
    assert found == [back(match, ordinal) for ordinal, match in enumerate(made, 1)]
    assert wrong(json.loads(text), SCHEMA_TEXT) == []
    assert recognised(Source("", text, "utf-8")) == "json"
    assert written(*found) == text


@many(25)
@given(matches())
def test_any_record_is_examined(made: Match) -> None:
    result = examine_input(Input("x.json", written(made).encode(), True), Options())
    assert [match.games for match in result.matches] == [len(made.games)]


def inputs() -> list[Path]:
    corpus = [] if SHARED is None else sorted((SHARED / "corpus").glob("*/*.*"))
    others = [path for path in corpus if path.parent.name != "mat" and path.stat().st_size < 35_000]
    texts = [path for path in EXAMPLES[::3] + [path for path in corpus if path.parent.name == "mat"][::9] if path.stat().st_size < 12_000]
    return texts + others[::4]


@pytest.mark.parametrize("path", inputs(), ids=lambda path: path.name)
def test_files_come_back_the_same(path: Path) -> None:
    data = path.read_bytes()
    source, name = opened(path.name, data)
    if name is None:
        pytest.skip("no match")
    found = list(FORMATS[name].read(source))
    assert FORMAT.write is not None
    result = FORMAT.write([told(match, rules_for(match)) for match in found], None)
    assert result.lost == ()
    assert isinstance(result.content, str)
    assert wrong(json.loads(result.content), SCHEMA_TEXT) == []
    again = read(result.content)
    assert again == [back(match, ordinal) for ordinal, match in enumerate(found, 1)]
    before = examine_input(Input(path.name, data, True), Options())
    after = examine_input(Input("x.json", result.content.encode(), True), Options())
    assert [(m.digest, m.score, m.winner) for m in after.matches] == [(m.digest, m.score, m.winner) for m in before.matches]
    codes = [sorted((d.code, d.game, d.turn, d.side) for d in r.all_diagnostics if d.code not in ("T107", "T111")) for r in (before, after)]
    assert codes[0] == codes[1]


@pytest.mark.parametrize(
    ("origin", "dialect"),
    [
        ('{"format": "mat", "dialect": "gnubg"}', "mat/gnubg"),
        ('{"format": "mat", "dialect": ""}', "mat/"),
        ('{"dialect": "gnubg"}', "gnubg"),
    ],
)
def test_where_it_came_from_is_kept(origin: str, dialect: str) -> None:
    text = written(SMALL).replace('{"format": "mat", "dialect": "plain"}', origin)
    (found,) = read(text)
    assert found == replace(SMALL, format="json", dialect=dialect)
    assert written(found) == text


def test_what_comes_from_nowhere() -> None:
    text = written(SMALL).replace('  "from": {"format": "mat", "dialect": "plain"},\n', "")
    (found,) = read(text)
    assert (found.format, found.dialect, found.faults) == ("json", "", ())
    assert written(found) == text


def test_what_cannot_be_written_is_named() -> None:
    match = replace(SMALL, length=Length(10**5000), tags=(Tag("Site", "a\ud800b", NOWHERE),))
    assert FORMAT.write is not None
    found = FORMAT.write([bare(match)], None)
    assert found.lost == (
        Lost("Numbers above {highest} cannot be written.", {"highest": 999_999_999}),
        Lost("Halves of characters cannot be written.", {}),
    )
    assert read(str(found.content)) == [back(replace(SMALL, length=Length(None), tags=(Tag("Site", "a\ufffdb", NOWHERE),)))]


def test_the_board_before_is_written_and_not_read() -> None:
    assert FORMAT.write is not None
    (small,) = read(written(SMALL))  # the replay asks for places
    text = str(FORMAT.write([told(small, rules_for(small))], None).content)
    entries = json.loads(text)["matches"][0]["games"][0]["entries"]
    seen = [read_id(entry["position"]) for entry in entries[:2]]
    assert seen[0].position == STARTS["standard"]
    assert (seen[0].dice, seen[0].length, seen[0].score) == ((3, 1), 7, (0, 0))
    moved = bytearray(STARTS["standard"].own)
    moved[8], moved[6], moved[5] = 2, 4, 2
    assert seen[1].position == Position(STARTS["standard"].own, bytes(moved))
    assert seen[1].dice == (6, 4)
    assert read(text) == read(text.replace('"position": "XGID=', '"position": "')) == [back(SMALL)]


# ---- as others may write it


def test_order_and_layout_do_not_matter() -> None:
    value = json.loads(written(SMALL))
    for text in (
        json.dumps(value),
        json.dumps(value, separators=(",", ":")),
        json.dumps(value, sort_keys=True),
        json.dumps(value, indent="\t").replace("\n", "\r\n"),
        json.dumps({"schema": value["schema"], "tavla": "match", "matches": value["matches"]}),
        "\n\n  " + json.dumps(value, ensure_ascii=True) + "\n",
    ):
        assert recognised(Source("", text, "utf-8")) == "json"
        assert read(text) == [back(SMALL)]
    data = json.dumps(value).encode("utf-16")
    assert [m.players for m in examine_input(Input("x.json", data, True), Options()).matches] == [("Ada", "Ben")]


@pytest.mark.parametrize(
    ("play", "meaning"),
    [
        ("8/5 6/5", (Step((8, 5), (False,)), Step((6, 5), (False,)))),
        ("bar/22*/20(2)", (Step((25, 22, 20), (True, False), 2),)),
        ("Cannot Move", Unplayed.CANNOT_MOVE),
        ("????", Unplayed.UNKNOWN),
        ("", Unplayed.NOTHING),
        ("see the video", Unplayed.UNREADABLE),
    ],
)
def test_a_play_without_steps_is_read(play: str, meaning: object) -> None:
    entry = json.dumps({"side": "left", "action": "roll", "dice": [3, 1], "play": play})
    text = f'{{"tavla": "match", "schema": 1, "matches": [{{"games": [{{"entries": [{entry}]}}]}}]}}'
    (match,) = read(text)
    (found,) = match.games[0].entries
    assert isinstance(found.action, Roll)
    assert (found.action.play, found.action.text) == (meaning, play)
    assert text[found.span.start : found.span.end] == entry
    if isinstance(meaning, tuple):
        assert isinstance(found.action.play, tuple)
        assert {text[found.span.start + s.start : found.span.start + s.end] for s in found.action.play} == {f'"{play}"'}
    if found.action.unread:
        assert text[found.span.start + found.action.unread[0] : found.span.start + found.action.unread[1]] == f'"{play}"'


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        '{"tavla": "match"',
        '{"tavla": 1}',
        '{"tavla": "events", "matches": []}',
        '[{"tavla": "match"}]',
        '{"a": {"tavla": "match"}}',
        '{"a": "\\"tavla\\": \\"match\\""}',
        '{"schema": 1, "files": [], "note": "tavla"}',
        'Game 1 of "tavla": "match"',
    ],
)
def test_other_texts_are_not_ours(text: str) -> None:
    assert recognised(Source("", text, "utf-8")) == ("json" if text.startswith('{"tavla": "match"') else None)


@needs_shared
def test_files_of_other_formats_are_not_ours() -> None:
    assert SHARED is not None
    for path in sorted((SHARED / "corpus").rglob("*.*")):
        text = path.read_bytes().decode("utf-8", "replace")
        assert not FORMAT.recognises(Source("", text, "utf-8")), path.name


# ---- what is broken, and where


def place(text: str, span: Span) -> str:
    return text[span.start : span.end]


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ('"points": 7', '"points": 7.5', "7.5"),
        ('"points": 7', '"points": 1e3', "1e3"),
        ('"points": 7', '"points": true', "true"),
        ('"points": 7', '"points": ' + "9" * 5000, "9" * 5000),
        ('"points": 7', '"points": 1234567890', "1234567890"),
        ('"points": 7', '"points": 7, "points": 9', '"points"'),
        ('"length": {"points": 7}', '"length": 7', "7"),
        ('"schema": 1', '"schema": 1.0', "1.0"),
        ('"schema": 1', '"schema": true', "true"),
        ('"schema": 1', '"schema": 1, "more": [[]]', "[[]]"),
        ('"marks_hits": true', '"marks_hits": "yes"', '"yes"'),
        ('"marks_hits": true', '"marks_pips": true', "true"),
        ('"value": "Club"', '"value": 5', "5"),
        (', "value": "Club"', "", '{"key": "Site"}'),
        ('"score": 0}, "right"', '"score": "0"}, "right"', '"0"'),
        ('"right": {"name": "Ben", "score": 0}', '"right": null', '{"left": {"name": "Ada", "score": 0}, "right": null}'),
        ('"number": 1', '"number": [1]', "[1]"),
        ('"game": 1', '"game": 0', "0"),
        ('"name": "Ada"', '"name": "A\\ud800"', '"A\\ud800"'),
    ],
)
def test_a_value_that_is_wrong_costs_itself(old: str, new: str, where: str) -> None:
    text = written(SMALL)
    assert text.count(old) == 1
    text = text.replace(old, new)
    (match,) = read(text)
    assert [(fault.code, place(text, fault.span)) for fault in match.faults] == [("T101", where)]
    assert [[entry.action for entry in game.entries] for game in match.games] == [[e.action for e in g.entries] for g in SMALL.games]


UNREAD = "the cell is unread"


@pytest.mark.parametrize(
    ("old", "new", "where", "play"),
    [
        ('"dice": [3, 1]', '"dice": [3, 1, 2]', "[3, 1, 2]", UNREAD),
        ('"dice": [3, 1]', '"dice": 31', "31", UNREAD),
        ('"dice": [3, 1]', '"dice": [3, -1]', "-1", UNREAD),
        ('"action": "roll", "dice": [3, 1]', '"action": "Roll", "dice": [3, 1]', '"Roll"', UNREAD),
        ('"points": [8, 5]', '"points": [8, 26]', "26", Unplayed.UNREADABLE),
        ('"points": [8, 5]', '"points": [8]', '{"points": [8]}', Unplayed.UNREADABLE),
        ('"points": [8, 5]', '"points": [8, 5], "hits": []', '{"points": [8, 5], "hits": []}', Unplayed.UNREADABLE),
        ('"points": [8, 5]', '"points": [8, 5], "hit": [true]', "[true]", Unplayed.UNREADABLE),
        ('"points": [8, 5]', '"points": [8, 5], "count": 0', "0", Unplayed.UNREADABLE),
        ('"steps": [{"points": [8, 5]}, ', '"steps": [{"points": [8, 5], "count": 16}, ', None, Unplayed.UNREADABLE),
    ],
)
def test_a_value_that_is_wrong_costs_its_cell(old: str, new: str, where: str | None, play: object) -> None:
    text = written(SMALL)
    assert old in text
    text = text.replace(old, new, 1)
    (match,) = read(text)
    assert match.faults == ()
    first, *others = match.games[0].entries
    assert others == list(SMALL.games[0].entries[1:])
    assert (first.side, first.row) == (Side.LEFT, 1)
    if play == UNREAD:
        assert isinstance(first.action, Unread)
        assert place(text, first.span) == where
    else:
        assert isinstance(first.action, Roll)
        assert (first.action.dice, first.action.play, first.action.text) == ((3, 1), play, "8/5 6/5")
        assert first.action.unread is not None
        start, end = (first.span.start + each for each in first.action.unread)
        assert where is None or text[start:end] == where
    (found,) = [d for d in examine_input(Input("x.json", text.encode(), True), Options()).all_diagnostics if d.code == "T101"]
    assert found.line is not None and text.splitlines()[found.line - 1].strip().startswith('{"side": "left"')


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ('{"side": "right"', '{side: "right"', 'side: "right"'),
        ('"play": "24/14"', '"play": "24/14', 'steps": ['),
        ('"dice": [6, 4]', '"dice": [6, 4}', "}"),
        ('"dice": [6, 4]', '"dice": [6 4]', "4]"),
        ('"dice": [6, 4]', '"dice": [NaN, 4]', "NaN"),
        ('"dice": [6, 4]', '"dice": [06, 4]', "06"),
        ('"dice": [6, 4]', '"dice": ' + "[" * 100_000, "["),
        ('"play": "24/14"', '"play": "24\t14"', '"24\t14"'),
    ],
)
def test_a_line_that_is_broken_costs_itself(old: str, new: str, where: str) -> None:
    text = written(SMALL)
    assert text.count(old) == 1
    text = text.replace(old, new)
    (match,) = read(text)
    (fault,) = match.faults
    assert (fault.code, fault.game) == ("T101", 1)
    assert place(text, fault.span).startswith(where)
    assert match.games[0].entries == (SMALL.games[0].entries[0], SMALL.games[0].entries[2])


@pytest.mark.parametrize("share", [0.45, 0.7, 0.9, 0.99])
def test_a_text_that_breaks_off(share: float) -> None:
    for text in (written(SMALL), json.dumps(json.loads(written(SMALL)))):
        cut = text[: int(len(text) * share)].rstrip("}] \n")
        (match,) = read(cut)
        assert [fault.code for fault in match.faults] == ["T103"]
        assert match.length == SMALL.length


def test_faults_behind_and_between_matches() -> None:
    one = json.loads(written(SMALL))["matches"][0]
    start = '{"tavla": "match", "schema": 1, "matches": ['
    again = json.dumps(one)
    for text, count, faults in (
        (f"{start}{again}]}} and more", 1, ["T101"]),
        (f"{start}{again}, 5, {again}]}}", 3, ["T101"]),
        (f"{start}{again}, ]}}", 1, ["T101"]),
        (f"{start}{again} {again}]}}", 1, ["T101"]),
        (f"{start}{again}", 1, ["T103"]),
        (f'{start}{again}], "matches": [{again}]}}', 2, ["T101"]),
        (f"{start}]}}", 0, []),
        ('{"tavla": "match", "matches": {}}', 1, ["T101"]),
        ('{"tavla": "match"} {"tavla": "match"}', 1, ["T101"]),
    ):
        found = read(text)
        assert (len(found), [fault.code for match in found for fault in match.faults]) == (count, faults), text
        assert [match.ordinal for match in found] == list(range(1, count + 1))


@pytest.mark.parametrize(
    "text",
    [
        "{}," * 10_000,
        "[" * 100_000,
        '{"a":' * 100_000,
        "[\n" * 100_000,
        "[1," * 100_000,
        '{"games": [' + "{},\n@\n" * 20_000 + "]}",
        '{"games": [' + '{"entries": [{"side": 5}]},' * 2_000 + "{}]}",
        '"' + "\\" * 300_001,
        '"' + "a" * 3_000_000,
        "-" * 500_000,
        "9" * 1_000_000,
        "1e" + "9" * 500_000,
        "0." + "1" * 500_000,
        " " * 2_000_000,
        "{" + '"a":1,' * 100_000 + "}",
        "\ud800",
        "\0" * 1000,
    ],
    ids=lambda text: repr(text[:12]),
)
def test_hostile_texts(text: str) -> None:
    begun = time.process_time()
    for whole in (text, f'{{"tavla": "match", "schema": 1, "matches": [{text}', f'{{"tavla": "match", {text}', f'{{"tavla": {text}'):
        for match in FORMAT.read(Source("x.json", whole, "utf-8")):
            assert len(match.faults) <= 2 * MOST_TROUBLES + 2
    took = time.process_time() - begun
    assert took <= 4 * SLOWEST or took <= 4 * SLOWEST * paced() / PACE


def test_limits_are_told() -> None:
    text = '{"tavla": "match", "schema": 1, "matches": [{"games": [\n' + "@\n" * 1000 + "]}, {}]}"
    (match,) = read(text)
    assert [fault.code for fault in match.faults] == ["T101"] * MOST_TROUBLES + ["T115"]
    assert match.faults[-1] == Fault("T115", Span(0, 0), text=f"{MOST_TROUBLES} unreadable places in a match")


@pytest.mark.parametrize("monkey", [("MOST_GAMES", 1, "1 games in a match"), ("MOST_ENTRIES", 2, "2 entries in a match")])
def test_limits_of_a_match(monkey: tuple[str, int, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(READER, *monkey[:2])
    (match,) = read(written(replace(SMALL, games=SMALL.games * 2)))
    assert [(fault.code, fault.text) for fault in match.faults] == [("T115", monkey[2])]


def test_too_many_values(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tavla_cli.formats.json.scan.MOST_VALUES", 20)
    (match,) = read(written(SMALL, SMALL))
    assert [fault.text for fault in match.faults] == ["20 values in a match"]


def test_too_many_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(READER, "MOST_MATCHES", 2)
    found = read(written(SMALL, SMALL, SMALL))
    assert [[fault.text for fault in match.faults] for match in found] == [[], ["2 matches in an input"]]


# ---- the scanner

floats = st.floats(allow_nan=False, allow_infinity=False)
values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(10**17), 10**17), floats, st.text(max_size=8)),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=20,
)


def plain(text: str, node: object) -> object:
    """A value without its places; each is looked at."""
    value, start, end = node  # type: ignore[misc]
    if isinstance(value, list):
        return [plain(text, each) for each in value]
    if isinstance(value, dict):
        return {name: plain(text, each) for name, each in value.items()}
    assert json.loads(text[start:end]) == value
    return value


@many(150)
@given(values, st.sampled_from([None, 0, 3, "\t"]), st.booleans())
def test_the_scanner_reads_what_the_library_reads(value: object, indent: int | str | None, ascii: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii)
    scanner = Scanner(text)
    node = scanner.value()
    assert node is not None
    assert (plain(text, node), scanner.told(), scanner.blank_from(scanner.at)) == (value, [], True)
    octets = Scanner(text.encode("utf-8", "replace").decode("latin-1"), octets=True)
    assert octets.value() is not None and octets.told() == []


@pytest.mark.parametrize(("depth", "troubles"), [(DEPTH, []), (DEPTH + 1, ["T101"])])
def test_depth(depth: int, troubles: list[str]) -> None:
    scanner = Scanner("[" * depth + "]" * depth)
    assert scanner.value() is not None
    assert [each.code for each in scanner.told()] == troubles


PIECES = [*'{}[]:,"\\\n 1-.eEtfn', "true", "null", '"a"', "\\u"]


@many(200)
@given(st.text(max_size=60) | st.lists(st.sampled_from(PIECES), max_size=80).map("".join))
def test_any_text_is_read(text: str) -> None:
    for whole in (text, '{"tavla": "match", "matches": [{' + text, '{"tavla": "match", "matches": [{"games": [{"entries": [' + text):
        for match in read(whole):
            spans = [fault.span for fault in match.faults] + [entry.span for game in match.games for entry in game.entries]
            assert all(0 <= span.start <= span.end <= len(whole) for span in spans)


@pytest.mark.parametrize("seed", range(4))
def test_damage(seed: int) -> None:
    data = written(SMALL, replace(SMALL, games=SMALL.games * 2)).encode()
    for number in range(50):
        spoiled = mutated(data, random.Random(f"{seed}-{number}"))
        begun = time.process_time()
        examine_input(Input("x.json", spoiled, True), Options(format="json"))
        took = time.process_time() - begun
        assert took <= SLOWEST or took <= SLOWEST * paced() / PACE
