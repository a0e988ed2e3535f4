"""Score sheets: tables in which a row is a game. What is read from them, and what the checks and the standings make of it."""

import json
import random
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from tavla_cli.cli import main
from tavla_cli.examine import Options, examine_input
from tavla_cli.formats import FORMATS, opened
from tavla_cli.formats.sheet.read import Meant, meant
from tavla_cli.formats.sheet.words import date, heading, how, length, level, number, score, side
from tavla_cli.record import Ending, Fault, Length, Match, Remark, Resign, Side, Tag, Win
from tavla_cli.source import Input, Source
from tavla_cli.tournament.sheets import read_claims
from tests.shared import SHARED, needs_shared

EXAMPLES = sorted(path for path in (Path(__file__).parents[1] / "examples").rglob("*") if path.is_file())

FULL = """\
Game,Player 1,Player 2,Winner,Points,Cube,Gammon,Score,Length,Event,Date
1,Ann,Bob,Ann,2,2,,2-0,7,Club Night,2026-03-09
2,Ann,Bob,Bob,1,1,,2-1,7,Club Night,2026-03-09
3,Ann,Bob,Bob,4,2,yes,2-5,7,Club Night,2026-03-09
4,Ann,Bob,Bob,2,1,yes,2-7,7,Club Night,2026-03-09
"""
TURKISH = """\
Turnuva;İzmir Ligi
Uzunluk;5 sayı

Oyun;Ayşe Yılmaz;Ömer
1;2;0
2;2;1
3;3;1
4;5;1
"""
SERBIAN = """\
sep=;
Kolo;Partija;Igrač 1;Igrač 2;Pobednik;Poeni;Dužina;Način;Napomena
1;1;Ana;Đorđe;Ana;1;3;predaja;
;2;;;Đorđe;2;;;"kasno; posle ponoći"
;3;;;DJORDJE;1;;vreme;
1;1;Ivo;Maja;Maja;3;3;;
"""
PLAIN = "Ann\tBob\n2\t0\n0\t1\n1\t0\n"
WINNERS = "Oyun,Kazanan,Küp,Mars\n1,Ayşe,1,\n2,Ömer,2,mars\n3,AYSE,2,\n"
BEFORE = """\
Igra|Igrač 1|Igrač 2|Rezultat|Pobednik|Poeni|Dužina|Krofordova
1|Ana|Ivo|0:0|Ana|2|3|
2|Ana|Ivo|2:0|Ivo|1|3|da
3|Ana|Ivo|2:1|Ivo|2|3|
"""

Told = list[tuple[int | None, tuple[str, str], tuple[int | None, int | None], str, int | None]]


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAVLA_LANG", "en")


def read(content: str | bytes) -> list[Match]:
    source, found = opened("x.csv", content if isinstance(content, bytes) else content.encode())
    assert found == "sheet"
    return list(FORMATS["sheet"].read(source))


def recognised(content: str) -> bool:
    return FORMATS["sheet"].recognises(Source("x", content, "utf-8"))


def told(match: Match) -> Told:
    """Each game: its number, the names, the score when it begins, who has won and how much."""
    found: Told = []
    for game in match.games:
        assert game.seats is not None
        left, right = game.seats
        wins = [(entry.side, entry.action.points) for entry in game.entries if isinstance(entry.action, Win)]
        side, points = wins[0] if wins else (None, None)
        who = "" if side is None else (left, right)[side].name
        found.append((game.number, (left.name, right.name), (left.score, right.score), who, points))
    return found


def codes(content: str, notes: bool = False) -> list[str]:
    result = examine_input(Input("x.csv", content.encode(), True), Options())
    return [f"{d.code} {d.line}:{d.column}" for d in result.all_diagnostics if notes or d.severity != "note"]


# ---- what is read


def test_a_full_sheet() -> None:
    [match] = read(FULL)
    names = ("Ann", "Bob")
    assert told(match) == [
        (1, names, (None, None), "Ann", 2),
        (2, names, (2, 0), "Bob", 1),
        (3, names, (2, 1), "Bob", 4),
        (4, names, (2, 5), "Bob", 2),
    ]
    span = match.tags[0].span
    assert match.tags == (Tag("Event", "Club Night", span), Tag("EventDate", "2026.03.09", span))
    assert (match.length, match.faults, match.beside) == (Length(7), (), ("the column cube", "the column gammon"))
    game = match.games[2]
    assert (FULL[slice(*game.seats_span)], FULL[slice(*game.entries[0].span)], game.entries[0].row) == ("2-1", "4", 1)
    assert FULL[slice(*game.span)] == "3,Ann,Bob,Bob,4,2,yes,2-5,7,Club Night,2026-03-09"


def test_columns_named_by_the_players() -> None:
    [match] = read(TURKISH)
    names = ("Ayşe Yılmaz", "Ömer")
    assert told(match) == [
        (1, names, (None, None), names[0], 2),
        (2, names, (2, 0), names[1], 1),
        (3, names, (2, 1), names[0], 1),
        (4, names, (3, 1), names[0], 2),
    ]
    assert (match.length, [(tag.key, tag.value) for tag in match.tags]) == (Length(5), [("Event", "İzmir Ligi")])
    [plain] = read(PLAIN)
    assert [(who, points) for _, _, _, who, points in told(plain)] == [("Ann", 2), ("Bob", 1), ("Ann", 1)]
    [same] = read("Player 1\tPlayer 2\n2\t0\n0\t1\n1\t0\n")
    assert [(who, points) for _, _, _, who, points in told(same)] == [("Player 1", 2), ("Player 2", 1), ("Player 1", 1)]


def test_several_matches_and_cells_left_empty() -> None:
    one, other = read(SERBIAN)
    names = ("Ana", "Đorđe")
    assert told(one) == [(1, names, (None, None), "Ana", 1), (2, names, (None, None), "Đorđe", 2), (3, names, (None, None), "Đorđe", 1)]
    assert told(other) == [(1, ("Ivo", "Maja"), (None, None), "Maja", 3)]
    assert [match.ordinal for match in (one, other)] == [1, 2]
    assert [entry.action for game in one.games for entry in game.entries] == [
        Resign(),
        Win(1),
        Win(2),
        Remark(Ending.TIME),
        Win(1),
    ]
    assert [(comment.text, comment.game) for comment in one.comments] == [("kasno; posle ponoći", 2)]
    assert (one.length, one.tag("Round")) == (Length(3), "1")


def test_interleaved_matches_and_a_second_one() -> None:
    head = "game;left;right;winner;points;length\n"
    rows = ["1;A;B;A;1;3", "1;C;D;D;1;3", "2;A;B;B;2;3", "2;C;D;D;2;3", "1;A;B;A;3;3"]
    assert [[(who, points) for _, _, _, who, points in told(match)] for match in read(head + "\n".join(rows))] == [
        [("A", 1), ("B", 2)],
        [("D", 1), ("D", 2)],
        [("A", 3)],
    ]


def test_winners_alone() -> None:
    [match] = read(WINNERS)
    names = ("Ayşe", "Ömer")
    assert told(match) == [
        (1, names, (None, None), "Ayşe", 1),
        (2, names, (None, None), "Ömer", 4),
        (3, names, (None, None), "Ayşe", 2),
    ]
    [losers] = read("Game;Winner;Loser;Points\n1;Zoe;Al;2\n2;Al;Zoe;1\n")
    assert told(losers) == [(1, ("Al", "Zoe"), (None, None), "Zoe", 2), (2, ("Al", "Zoe"), (None, None), "Al", 1)]


def test_the_score_before_the_game() -> None:
    [match] = read(BEFORE)
    names = ("Ana", "Ivo")
    assert told(match) == [(1, names, (0, 0), "Ana", 2), (2, names, (2, 0), "Ivo", 1), (3, names, (2, 1), "Ivo", 2)]
    assert [game.crawford for game in match.games] == [None, True, None]


def test_a_money_session() -> None:
    [match] = read("oyun;sol;sağ;kazanan;puan;uzunluk\n1;A;B;A;4;sınırsız\n2;A;B;sağ;2;\n")
    assert (match.length, [(who, points) for _, _, _, who, points in told(match)]) == (Length(0, True), [("A", 4), ("B", 2)])


def test_what_cannot_be_read_costs_itself() -> None:
    text = FULL.replace("2-1,7", "1. Feb,7").replace("3,Ann,Bob,Bob,4", "3,Ann,Bob,Carol,many").replace("2-7,7", "2-7,long")
    [match] = read(text)
    assert [(fault.code, text[slice(*fault.span)], fault.game) for fault in match.faults] == [
        ("T101", "1. Feb", 2),
        ("T101", "Carol", 3),
        ("T101", "many", 3),
    ]
    assert told(match)[0] == (1, ("Ann", "Bob"), (None, None), "Ann", 2)
    [other] = read(FULL.replace(",7,", ",soon,"))
    assert (other.length, other.faults) == (None, (Fault("T101", other.span, text="soon"),))


def test_comments_totals_and_rows_not_played() -> None:
    text = "Tuesday league\nGame;Ann;Bob;Note\n1;2;0;\n2;2;1;late\n3;;;\n# typed by Ann\nTotal;2;1;\n"
    [match] = read(text)
    assert [(comment.text, comment.game) for comment in match.comments] == [
        ("Tuesday league", None),
        ("late", 2),
        ("typed by Ann", 2),
    ]
    assert len(match.games) == 2
    assert match.final is not None
    assert [seat.score for seat in match.final] == [2, 1]


# ---- cells and headings


@pytest.mark.parametrize(
    ("text", "column"),
    [("Game No.", "game"), ("OYUN", "game"), ("Partija br.", "game"), ("Player 1", "left"), ("OYUNCU 2", "right"), ("Igrač 1", "left"),
     ("Победник", "winner"), ("Galip", "winner"), ("Tür", "gammon"), ("Tur", "round"), ("Kolo", "round"), ("Küp", "cube"),
     ("Mars", "gammon"), ("Dužina", "length"), ("Skor", "score"), ("Stanje", "score"), ("Sayı 1", "score1"), ("Napomena", "comment"),
     ("Opening", "")],
)  # fmt: skip
def test_headings(text: str, column: str) -> None:
    assert heading(text) == column


def test_cells() -> None:
    assert [number(text) for text in ("2", "2.0", "2,0", "3. oyun", "Game 4", "2 pts", "", "-", "x", "9" * 5000)] == [
        2, 2, 2, 3, 4, 2, None, None, None, None,
    ]  # fmt: skip
    assert [score(text) for text in ("3-1", "3:1", "3 – 1", "3-1 (live)", "2026-03-09", "3. Mar", "3")] == [(3, 1)] * 4 + [None] * 3
    assert [length(text) for text in ("7", "7 points", "to 7", "7'ye", "Money", "zanovac", "seven")] == [7, 7, 7, 7, 0, 0, None]
    assert [date(text) for text in ("2026-03-09", "9.3.2026.", "19/3/2026", "3/19/2026", "9/3/2026", "May")] == [
        "2026.03.09", "2026.03.09", "2026.03.19", "2026.03.19", "9/3/2026", "May",
    ]  # fmt: skip
    assert [level(text, True) for text in ("", "no", "evet", "mars", "1", "2", "dupli mars", "bg", "maybe")] == [
        1,
        1,
        2,
        2,
        2,
        2,
        3,
        3,
        None,
    ]
    assert [level(text, False) for text in ("1", "2", "3")] == [1, 2, 3]
    assert [how(text) for text in ("resigned", "terk", "süre doldu", "hükmen", "dogovor", "prekinuto", "played")] == [
        Ending.RESIGNATION, Ending.RESIGNATION, Ending.TIME, Ending.FORFEIT, Ending.SETTLEMENT, Ending.ABORTED, None,
    ]  # fmt: skip
    assert [side(text, ("Đorđe Ilić", "Ali")) for text in ("djordje ilic", "ALİ", "1", "sağ", "Veli")] == [
        Side.LEFT, Side.RIGHT, Side.LEFT, Side.RIGHT, None,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("pairs", "match_length", "kind"),
    [
        ([(2, 0), (0, 1), (1, 0)], None, Meant.POINTS),
        ([(2, 0), (2, 1), (3, 1)], None, Meant.AFTER),
        ([(2, 0), (2, 2), (3, 1)], None, Meant.AFTER),  # with a mistake in it
        ([(0, 0), (2, 0)], None, Meant.BEFORE),
        ([(1, 0), (2, 0), (3, 0)], 3, Meant.AFTER),
        ([(1, 0), (2, 0), (4, 0)], 7, Meant.POINTS),
        ([(1, 0), (1, 0)], None, Meant.POINTS),
        ([(3, 0)], None, Meant.POINTS),
        ([None, None], None, Meant.POINTS),
    ],
)
def test_what_scores_mean(pairs: list[tuple[int, int] | None], match_length: int | None, kind: Meant) -> None:
    assert meant(pairs, match_length) is kind


# ---- what the checks and the standings make of it


@pytest.mark.parametrize("sheet", [TURKISH, SERBIAN, BEFORE], ids=["turkish", "serbian", "before"])
def test_a_right_sheet(sheet: str) -> None:
    assert codes(sheet) == []


def test_a_right_sheet_with_a_cube() -> None:
    assert codes(FULL, notes=True) == []


def test_a_wrong_running_score_is_found_at_its_cell() -> None:
    assert codes(TURKISH.replace("3;3;1", "3;3;2")) == ["S314 7:1", "S303 7:3"]  # nor does that row say who won
    assert codes(FULL.replace("2-1,7", "2-2,7"))[0] == "S303 3:20"
    assert codes(BEFORE.replace("2:1", "1:1")) == ["S303 4:11"]


def test_a_wrong_last_score_is_found_at_its_cell() -> None:
    assert "S303 5:23" in codes(FULL.replace("2-7,7", "2-6,7"))


def test_the_standings_count_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.csv").write_text(TURKISH, encoding="utf-8")
    Path("b.csv").write_text(SERBIAN, encoding="utf-8")
    found = CliRunner().invoke(main, ["score", "a.csv", "b.csv", "--output", "json"], prog_name="tavla")
    assert found.exit_code == 0
    results = [(each["players"], each["score"], each["complete"]) for each in json.loads(found.stdout)["matches"]]
    assert results == [(["Ayşe Yılmaz", "Ömer"], [5, 1], True), (["Ana", "Đorđe"], [1, 3], True), (["Ivo", "Maja"], [0, 3], True)]


# ---- other tables

RESULTS = [
    "round;left;right;score\n1;Ann;Bob;5-3\n1;Cem;Dan;7-2\n",
    "tur;oyuncu1;oyuncu2;skor\n1;A;B;7-5\n",
    "left,right,winner,points\nA,B,A,7\n",
]


@pytest.mark.parametrize("text", RESULTS)
def test_results_a_match_are_the_directors(text: str, tmp_path: Path) -> None:
    """What `tavla score --results` reads is no record, and a sheet of games adds up to the same there."""
    assert not recognised(text)
    path = tmp_path / "r.csv"
    path.write_text(text)
    assert read_claims(str(path))
    sheet = tmp_path / "s.csv"
    sheet.write_text("game;left;right;score\n1;A;B;2-0\n2;A;B;0-1\n")
    assert [(claim.left, claim.right, claim.score) for claim in read_claims(str(sheet))] == [("A", "B", (2, 1))]
    [match] = read(sheet.read_bytes())
    assert [(who, points) for _, _, _, who, points in told(match)] == [("A", 2), ("B", 1)]


@pytest.mark.parametrize(
    "text",
    [
        "Game,Home,Away,Score\n1,Lakers,Celtics,98-87\n2,Lakers,Celtics,101-99\n3,Celtics,Lakers,87-90\n",
        "x,y\n1,2\n2,4\n3,9\n",
        "Name,Goals,Points\nAnn,3,7\nBob,1,3\n",
        "Game;Publisher;Score\nTetris;N;9-0\n",
        "name;rating;experience\nAnn;1500;0\n",
        "",
        "Game;Ann;Bob\n",
        ",,,\n;;;\n",
    ],
)
def test_other_tables(text: str) -> None:
    assert not recognised(text)


def test_examples_are_left_alone() -> None:
    for path in EXAMPLES:
        assert not recognised(path.read_bytes().decode("utf-8", "replace")), path


@needs_shared
def test_real_files_are_left_alone() -> None:
    assert SHARED is not None
    for path in sorted((SHARED / "corpus").rglob("*")):
        if path.is_file():
            assert not recognised(path.read_bytes().decode("utf-8", "replace")), path


# ---- whatever stands there


def _read_all(data: bytes) -> None:
    source, _ = opened("x", data, None, "sheet")
    FORMATS["sheet"].recognises(source)
    for match in FORMATS["sheet"].read(source):
        for game in match.games:
            assert game.seats is not None
            assert all(0 <= entry.span.start <= entry.span.end <= len(source.text) for entry in game.entries)


def test_damage() -> None:
    rng = random.Random(11)
    pieces = [b"\0", b"\xff", b'"', b'""', b";", b",", b"\t", b"\n", b"\r", b"9" * 5000, b"-1", b"1-1", b"game", b"oyun", b"sep=", b"#"]
    for copy in range(200):
        data = bytearray((FULL, TURKISH, SERBIAN, PLAIN, WINNERS, BEFORE)[copy % 6].encode())
        for _ in range(rng.choice((1, 2, 5))):
            at = rng.randrange(len(data) + 1)
            match rng.randrange(3):
                case 0:
                    del data[at : at + rng.choice((1, 3, 40))]
                case 1:
                    data[at:at] = rng.choice(pieces)
                case _:
                    data[at : at + 1] = bytes((rng.randrange(256),))
        began = time.process_time()
        _read_all(bytes(data))
        assert not [code for code in codes(bytes(data).decode("utf-8", "replace")) if code == "T115"]
        assert time.process_time() - began < 2


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=300) | st.text(max_size=200).map(str.encode))
def test_any_bytes(data: bytes) -> None:
    _read_all(data)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from(["game", "left", "winner", "points", "score", "Ann", "gammon", "cube", "length"]), min_size=2, max_size=8),
    st.lists(st.lists(st.sampled_from(["", "1", "2", "Ann", "3-1", "0-0", '"', "yes", "total", "7"]), max_size=9), max_size=8),
)
def test_any_table(head: list[str], table: list[list[str]]) -> None:
    _read_all("\n".join(map(";".join, [head, *table])).encode())


def test_long_input() -> None:
    began = time.process_time()
    wide = "game;left;right;winner;points\n" + ";" * 500_000
    [match] = FORMATS["sheet"].read(Source("x", wide, "utf-8"))
    assert [fault.text for fault in match.faults] == ["a row of 200 cells"]
    head = "game;left;right;winner;points\n"
    for text in (head + "1;A;B;A;1\n" * 3_000, head + '"' * 300_000, head + '";"' * 100_000, "a" * 2_000_000, head + "1" * 2_000_000):
        _read_all(text.encode())
    assert time.process_time() - began < 10
