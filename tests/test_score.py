"""Tournaments from records and results: who counts, where, and what is said about it; and the commands."""

import json
import random
import tomllib
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tavla_cli.checks import CHECKS
from tavla_cli.cli import main
from tavla_cli.examine import Options, examine_input
from tavla_cli.results import FileResult
from tavla_cli.source import Input
from tavla_cli.tournament.director import shown
from tavla_cli.tournament.duplicates import copies
from tavla_cli.tournament.files import read_event
from tavla_cli.tournament.intake import records_of
from tavla_cli.tournament.model import Event, Scored
from tavla_cli.tournament.pairing import round_robin
from tavla_cli.tournament.score import score
from tests.made_matches import match_text

Finding = tuple[str, str, str]
"""Path, code, severity."""


def files(texts: dict[str, str]) -> list[FileResult]:
    return [examine_input(Input(path, text.encode(), True), Options()) for path, text in texts.items()]


def made_event(tmp_path: Path, text: str) -> Event:
    path = tmp_path / "event.toml"
    path.write_text(text, encoding="utf-8")
    return read_event(str(path))


def scored(tmp_path: Path, text: str, texts: dict[str, str]) -> Scored:
    return score(made_event(tmp_path, text), files(texts))


def found(result: Scored) -> list[Finding]:
    return [(d.path, d.code, d.severity) for d in result.diagnostics]


def results(result: Scored) -> list[tuple[str, int | None, str]]:
    return [(table.stage.name, each.round, shown(each)) for table in result.tables for each in table.results]


def standings(result: Scored, table: int = 0) -> list[tuple[int, str, int, int]]:
    return [(line.rank, line.player, line.won, line.lost) for line in result.tables[table].lines]


def sentences(result: Scored) -> list[str]:
    return [d.template.format_map(d.args) for d in result.diagnostics]


HEAD = 'name = "Results"\nplayers = ["Ann", "Bob", "Cem", "Dora"]\n'
ROBIN = HEAD + 'format = "round-robin"\nlength = 3\n'
SWISS = HEAD + 'format = "swiss"\nlength = 3\nrounds = 3\n'
AB, CD, AC = match_text("Ann", "Bob", (3, 1), 3, 1), match_text("Cem", "Dora", (1, 3), 3, 2), match_text("Ann", "Cem", (2, 3), 3, 3)


# ---- without an event


def test_a_folder() -> None:
    result = score(
        None, files({"a.mat": AB, "b.mat": match_text("CEM", "ann", (3, 2), 3, 2), "c.mat": match_text("Bob", "Cem", (3, 0), 3, 3)})
    )
    assert found(result) == []
    assert standings(result) == [(1, "Ann", 1, 1), (1, "Bob", 1, 1), (1, "CEM", 1, 1)]
    assert [player.aliases for player in result.event.players] == [("ann",), (), ("Cem",)]


def test_nothing_at_all() -> None:
    result = score(None, [])
    assert (result.records, result.diagnostics, [table.lines for table in result.tables]) == ((), (), [()])


def test_nameless_players_are_not_counted() -> None:
    result = score(None, files({"a.mat": match_text("", "Bob", (3, 1), 3, 1)}))
    assert (found(result), results(result)) == ([("a.mat", "M403", "warning")], [])


# ---- the director's word, and the records beside it


def directed(score: str, **more: str) -> str:
    values = {"left": '"Ann"', "right": '"Bob"', "score": f'"{score}"', **more}
    return "[[results]]\n" + "".join(f"{key} = {value}\n" for key, value in values.items())


@pytest.mark.parametrize(
    ("word", "record", "stands", "codes"),
    [
        ("3-1", (3, 1), "Ann - Bob 3-1", []),
        ("3-1", (3, 2), "Ann - Bob 3-1", ["M409"]),
        ("3-1", (1, 3), "Ann - Bob 3-1", ["M409"]),
        ("3-1", (2, 1), "Ann - Bob 3-1", []),  # the record breaks off
        ("3-1", (0, 2), "Ann - Bob 3-1", ["M409"]),  # and that cannot have been its way
        ("W", (3, 2), "Ann - Bob (Ann wins)", []),
        ("W", (1, 3), "Ann - Bob (Ann wins)", ["M409"]),
        ("H", (1, 2), "Ann - Bob (forfeit, Ann wins)", []),
        ("2-1 settled", (2, 1), "Ann - Bob 2-1 (settled, Ann wins)", []),
        ("-", (3, 2), "Ann - Bob 3-2", []),  # a pairing
    ],
)
def test_a_record_confirms_or_contradicts(tmp_path: Path, word: str, record: tuple[int, int], stands: str, codes: list[str]) -> None:
    for text in (match_text("Ann", "Bob", record, 3, 1), match_text("Bob", "Ann", record[::-1], 3, 1)):
        result = scored(tmp_path, ROBIN + directed(word, round="2"), {"a.mat": text})
        assert ([code for _, code, _ in found(result)], results(result)) == (codes, [("Results", 2, stands)])
        (counted,) = result.tables[0].results
        assert counted.record is not None and counted.sources[-1 if word != "-" else 0] == "a.mat"


def test_both_results_are_printed(tmp_path: Path) -> None:
    result = scored(tmp_path, ROBIN + directed("3-1"), {"a.mat": match_text("Bob", "Ann", (3, 2), 3, 1)})
    assert sentences(result) == ["The record says Ann - Bob 2-3, and event.toml result 1 says Ann - Bob 3-1, which stands in the table."]


def test_missing_records_are_named_where_there_are_any(tmp_path: Path) -> None:
    assert found(scored(tmp_path, ROBIN + directed("3-1"), {})) == []
    assert found(scored(tmp_path, ROBIN + directed("3-1"), {"b.mat": CD})) == [("event.toml result 1", "M407", "note")]


def test_faulty_records_count_as_they_claim(tmp_path: Path) -> None:
    result = scored(tmp_path, ROBIN, {"a.mat": match_text("Ann", "Bob", (3, 1), 3, 1, game=2)})
    assert (found(result), results(result)) == ([("a.mat", "M412", "warning")], [("Results", None, "Ann - Bob 3-1")])
    assert result.tables[0].results[0].faulty and result.tables[0].lines[0].marks == "!"


def test_unfinished_records_count_without_a_winner(tmp_path: Path) -> None:
    result = scored(tmp_path, ROBIN, {"a.mat": match_text("Ann", "Bob", (2, 1), 3, 1)})
    assert (found(result), results(result)) == ([("a.mat", "M411", "warning")], [("Results", None, "Ann - Bob 2-1")])
    assert [(line.played, line.won) for line in result.tables[0].lines] == [(0, 0)] * 4


def test_another_length(tmp_path: Path) -> None:
    result = scored(tmp_path, ROBIN, {"a.mat": match_text("Ann", "Bob", (2, 0), 2, 1)})
    assert (found(result), standings(result)[0]) == ([("a.mat", "M405", "error")], (1, "Ann", 1, 0))


def test_lengths_by_round(tmp_path: Path) -> None:
    text = HEAD + 'format = "swiss"\nrounds = 2\nlengths = [3, 2]\n'
    made = {"R1/a.mat": AB, "R2/a.mat": match_text("Cem", "Ann", (2, 0), 2, 2), "R2/b.mat": match_text("Bob", "Dora", (3, 0), 3, 3)}
    assert found(scored(tmp_path, text, made)) == [("R2/b.mat", "M405", "error")]


# ---- names


def test_strangers(tmp_path: Path) -> None:
    made = {
        "a.mat": match_text("Anne", "Bob", (3, 1), 3, 1),
        "b.mat": match_text("xq7", "Bob", (3, 1), 3, 2, Player_1="Dora", Player_2="Bob"),
        "c.mat": match_text("Zoltan", "Bob", (3, 1), 3, 3),
        "d.mat": match_text("ANN", "ann", (3, 1), 3, 4),
    }
    result = scored(tmp_path, ROBIN, made)
    assert (sentences(result), results(result)) == (
        [
            "Anne is none of the players. Is it Ann? The match is not counted.",
            "xq7 is none of the players; the header names Dora. The match is not counted.",
            "Zoltan is none of the players. The match is not counted.",
            "Both ANN and ann mean Ann. The match is not counted.",
        ],
        [],
    )
    assert [code for _, code, _ in found(result)] == ["M403", "M403", "M403", "M404"]


# ---- the same match twice


def test_copies_count_once(tmp_path: Path) -> None:
    made = {"a.mat": AB, "b.mat": AB, "c.mat": AB[: AB.index(" Game 4")]}
    result = scored(tmp_path, ROBIN, made)
    assert found(result) == [("b.mat", "M401", "warning"), ("c.mat", "M402", "warning")]
    assert results(result) == [("Results", None, "Ann - Bob 3-1")]


LONG = match_text("Ann", "Bob", (5, 4), 5, 3)
LEAGUE = HEAD + 'format = "league"\nlength = 5\n'


def test_a_beginning(tmp_path: Path) -> None:
    result = scored(tmp_path, LEAGUE, {"part.mat": LONG[: LONG.index(" Game 7")], "whole.mat": LONG})
    assert (found(result), results(result)) == ([("part.mat", "M402", "warning")], [("Results", None, "Ann - Bob 5-4")])
    assert sentences(result) == ["This record is the beginning of whole.mat."]


def test_a_copy_under_other_names_is_counted_apart(tmp_path: Path) -> None:
    result = scored(tmp_path, LEAGUE, {"a.mat": LONG, "b.mat": LONG.replace("Ann", "Cem")})
    assert (found(result), [each for *_, each in results(result)]) == ([("b.mat", "M401", "warning")], ["Ann - Bob 5-4", "Cem - Bob 5-4"])


def test_two_transcriptions(tmp_path: Path) -> None:
    """Of one match, by their dice, though the last two games differ."""
    other = match_text("Ann", "Bob", (4, 5), 5, 3)
    other = LONG[: LONG.index(" Game 8")] + other[other.index(" Game 8") :]
    result = scored(tmp_path, LEAGUE, {"a.mat": LONG, "b.mat": other})
    assert found(result) == [("b.mat", "M410", "warning")]
    assert [each for *_, each in results(result)] == ["Ann - Bob 5-4"]


def test_short_matches_are_no_copies() -> None:
    one, two = match_text("Ann", "Bob", (1, 0), 1, 1), match_text("Cem", "Dora", (1, 0), 1, 1)
    records = list(records_of(files({"a": one, "b": two, "c": one, "d": one[: one.index("31:") if "31:" in one else 40]})))
    assert [(copy.record.path, copy.of.path, copy.kind) for copy in copies(records)] == [("c", "a", "duplicate")]


def test_copies_of_copies() -> None:
    cut = [LONG[: LONG.index(f" Game {number}")] for number in (6, 8)]
    records = list(records_of(files({"short": cut[0], "whole": LONG, "longer": cut[1], "again": cut[0], "twin": LONG})))
    assert [(copy.record.path, copy.of.path, copy.kind) for copy in copies(records)] == [
        ("short", "whole", "beginning"),
        ("longer", "whole", "beginning"),
        ("again", "whole", "beginning"),
        ("twin", "whole", "duplicate"),
    ]


# ---- pairings and rounds


def test_repeated_pairings(tmp_path: Path) -> None:
    again = match_text("Bob", "Ann", (3, 0), 3, 9)
    assert found(scored(tmp_path, SWISS, {"R1/a.mat": AB, "R2/a.mat": again})) == [("R2/a.mat", "M406", "error")]
    result = scored(tmp_path, ROBIN, {"a.mat": AB, "b.mat": again})
    assert (found(result), results(result)) == ([("b.mat", "M406", "error")], [("Results", None, "Ann - Bob 3-1")])
    double = ROBIN + "double = true\n"
    result = scored(tmp_path, double, {"a.mat": AB, "b.mat": again, "c.mat": match_text("Ann", "Bob", (3, 2), 3, 12)})
    assert [path for path, code, _ in found(result) if code == "M406"] == ["c.mat"]
    assert [each for *_, each in results(result)] == ["Ann - Bob 3-1", "Bob - Ann 3-0"]


def test_records_of_one_round_differ(tmp_path: Path) -> None:
    result = scored(
        tmp_path, SWISS, {"R1/a.mat": match_text("Ann", "Bob", (3, 1), 3, 1, game=1), "R1/b.mat": match_text("Ann", "Bob", (3, 2), 3, 9)}
    )
    assert (found(result), results(result)) == ([("R1/a.mat", "M410", "warning")], [("Results", 1, "Ann - Bob 3-2")])
    assert sentences(result) == ["This record says Ann - Bob 3-1, and R1/b.mat says Ann - Bob 3-2, which counts."]


def test_double_booked(tmp_path: Path) -> None:
    result = scored(tmp_path, SWISS, {"R1/a.mat": AB, "R1/b.mat": AC})
    assert sentences(result) == ["Ann has two matches in round 1: Ann - Bob 3-1, and Ann - Cem 2-3."]
    assert found(result) == [("R1/b.mat", "M408", "error")]


def test_withdrawals_and_byes(tmp_path: Path) -> None:
    text = """
        name = "Swiss"
        format = "swiss"
        rounds = 4
        players = [{ name = "Ann", withdrawn = 1 }, "Bob", "Cem"]
        results = [
            { round = 1, left = "Cem", kind = "bye" },
            { round = 2, left = "Cem", kind = "bye" },
            { round = 3, left = "Bob", right = "Ann", kind = "forfeit", winner = "Bob" },
        ]
    """
    result = scored(tmp_path, text, {"2. tur/a.mat": AB})
    assert found(result) == [
        ("2. tur/a.mat", "M406", "error"),
        ("2. tur/a.mat", "M414", "error"),
        ("event.toml result 2", "M415", "warning"),
    ]


# ---- where a record belongs

STAGES = (
    'name = "Open"\nplayers = ["Ann", "Bob", "Cem", "Dora"]\n[[stages]]\nname = "Swiss"\nformat = "swiss"\nrounds = 3\n'
    '[[stages]]\nname = "Last chance"\nformat = "swiss"\nrounds = 2\n'
)


@pytest.mark.parametrize(
    ("path", "header", "more", "place"),
    [
        ("x/a.mat", {}, "", None),
        ("Swiss/a.mat", {}, "", ("Swiss", None)),
        ("swiss R2/a.mat", {}, "", ("Swiss", 2)),
        ("last_chance/2. tur/a.mat", {}, "", ("Last chance", 2)),
        ("round 1/Last Chance/a.mat", {}, "", ("Last chance", 1)),
        ("in.zip!/Last chance/kolo 1/a.mat", {}, "", ("Last chance", 1)),
        ("Last chance R2.zip!/a.mat", {}, "", ("Last chance", 2)),
        ("Last chance R3/a.mat", {}, "", None),
        ("C:\\cup\\Swiss\\R3\\a.mat", {}, "", ("Swiss", 3)),
        ("x/a.mat", {"Round": "Swiss 2"}, "", ("Swiss", 2)),
        ("x/a.mat", {"Event": "Izmir Open, Last Chance", "Round": "Round 1"}, "", ("Last chance", 1)),
        ("x/a.mat", {"Round": "3"}, "", ("Swiss", 3)),  # only that stage has a third round
        ("x/a.mat", {"Round": "Round 0", "Event": "Swiss"}, "", ("Swiss", None)),
        ("Last chance/a.mat", {"Event": "Swiss", "Round": "1"}, "", ("Last chance", None)),  # that is a round of the other
        ("Swiss/a.mat", {"Round": "9"}, "", ("Swiss", None)),
        ("R2/Swiss/a.mat", {"Round": "3"}, '[[placed]]\npath = "a.mat"\nstage = "Last chance"\nround = 1', ("Last chance", 1)),
        ("Swiss/R1/a.mat", {}, '[[placed]]\npath = "a.mat"\nmatch = 2\nstage = "Last chance"\nround = 1', ("Swiss", 1)),
        ("x/a.mat", {}, '[[results]]\nstage = "Last chance"\nround = 2\nleft = "Bob"\nright = "Ann"', ("Last chance", 2)),
        ("x/a.mat", {}, '[[results]]\nstage = "Swiss"\nround = 2\nleft = "Bob"\nright = "Ann"\nscore = "1-3"', ("Swiss", 2)),
        ("x/a.mat", {}, '[[results]]\nstage = "Swiss"\nround = 2\nleft = "Cem"\nright = "Ann"', None),
    ],
)
def test_places(tmp_path: Path, path: str, header: dict[str, str], more: str, place: tuple[str, int | None] | None) -> None:
    text = "".join(f'; [{key} "{value}"]\n' for key, value in header.items()) + AB
    result = scored(tmp_path, STAGES + more, {path: text})
    counted = [(each.stage, each.round) for table in result.tables for each in table.results if each.record is not None]
    assert (counted, [code for _, code, _ in found(result)]) == (([place], []) if place else ([], ["M413"]))


def test_candidates_are_listed(tmp_path: Path) -> None:
    (sentence,) = sentences(scored(tmp_path, STAGES, {"a.mat": AB}))
    assert sentence == "It cannot be told where Ann - Bob belongs: Swiss; Last chance would fit. The match is not counted."


def test_the_other_stage_is_taken(tmp_path: Path) -> None:
    result = scored(tmp_path, STAGES, {"a.mat": match_text("Ann", "Bob", (3, 2), 3, 7), "Swiss/R1/a.mat": AB})
    assert results(result) == [("Swiss", 1, "Ann - Bob 3-1"), ("Last chance", None, "Ann - Bob 3-2")]


def test_no_pairing_is_open(tmp_path: Path) -> None:
    text = STAGES + 'from = { stage = "Swiss", ranks = [1, 2] }\n'
    made = {"Swiss/R1/a.mat": CD, "Swiss/R2/a.mat": match_text("Dora", "Cem", (3, 0), 3, 5), "Swiss/R3/a.mat": AB}
    result = scored(tmp_path, text, {**made, "b.mat": match_text("Cem", "Dora", (3, 0), 3, 11)})
    assert sentences(result)[0] == "Cem - Dora fits no pairing that is open. The match is not counted."


# ---- stages and brackets


def test_losers_go_to_the_consolation(tmp_path: Path) -> None:
    text = """
        name = "Cup"
        length = 3
        players = ["Ann", "Bob", "Cem", "Dora"]
        [[stages]]
        name = "Main"
        format = "single-elimination"
        bracket = ["Ann", "Bob", "Cem", "Dora"]
        consolation = "Consolation"
        [[stages]]
        name = "Consolation"
        format = "single-elimination"
        from = { stage = "Main", losers_of_rounds = [1] }
    """
    made = {
        "a.mat": AB,
        "b.mat": CD,
        "c.mat": match_text("Dora", "Ann", (2, 3), 3, 6),
        "Consolation/d.mat": match_text("Bob", "Cem", (3, 0), 3, 9),
    }
    result = scored(tmp_path, text, made)
    assert found(result) == []
    assert [(line.rank, line.player) for line in result.tables[0].lines] == [(1, "Ann"), (2, "Dora"), (3, "Bob"), (3, "Cem")]
    assert [(line.rank, line.player) for line in result.tables[1].lines] == [(1, "Bob"), (2, "Cem")]
    wrong = scored(tmp_path, text, {**made, "Main/e.mat": match_text("Bob", "Dora", (3, 0), 3, 13)})
    assert found(wrong) == [("Main/e.mat", "M416", "error")]
    outsider = scored(tmp_path, text, {**made, "Consolation/e.mat": match_text("Bob", "Ann", (3, 0), 3, 13)})
    assert ("Consolation/e.mat", "M403", "error") in found(outsider)


def test_double_elimination(tmp_path: Path) -> None:
    text = HEAD + 'format = "double-elimination"\nlength = 3\nbracket = ["Ann", "Bob", "Cem", "Dora"]\n'
    pairs = [("Ann", "Bob"), ("Cem", "Dora"), ("Ann", "Cem"), ("Bob", "Dora"), ("Bob", "Cem"), ("Ann", "Bob"), ("Bob", "Ann")]
    wins = [(3, 0), (3, 1), (3, 2), (3, 0), (3, 1), (0, 3), (1, 3)]
    made = {f"{n}.mat": match_text(*pair, won, 3, 3 * n + 1) for n, (pair, won) in enumerate(zip(pairs, wins, strict=True))}
    result = scored(tmp_path, text, made)
    assert found(result) == []
    assert [(line.rank, line.player) for line in result.tables[0].lines] == [(1, "Ann"), (2, "Bob"), (3, "Cem"), (4, "Dora")]


def test_swiss_of_many_and_what_follows(tmp_path: Path) -> None:
    """64 players, 3 rounds, the ranks 49 to 64 to a consolation; the better number always wins."""
    names = [f"Player {number:02}" for number in range(1, 65)]
    made: dict[str, str] = {}
    wins = dict.fromkeys(names, 0)
    met: set[frozenset[str]] = set()
    for round in (1, 2, 3):
        waiting = sorted(names, key=lambda name: -wins[name])
        while waiting:
            one = waiting.pop(0)
            two = next(name for name in waiting if frozenset((one, name)) not in met)
            waiting.remove(two)
            met.add(frozenset((one, two)))
            better = min(one, two)
            wins[better] += 1
            made[f"Swiss/round {round}/{len(made)}.mat"] = match_text(one, two, (3, 1) if one == better else (1, 3), 3, len(made))
    text = "\n".join(
        [
            'name = "Open"',
            f"players = {json.dumps(names)}",
            '[[stages]]\nname = "Swiss"\nformat = "swiss"\nrounds = 3\nlength = 3\ntiebreaks = ["seed"]',
            '[[stages]]\nname = "Consolation"\nformat = "round-robin"\nfrom = { stage = "Swiss", ranks = [57, 64] }',
        ]
    )
    result = scored(tmp_path, text, made)
    assert found(result) == []
    table, consolation = result.tables
    assert {line.player: line.won for line in table.lines} == wins
    assert (
        {line.player for line in consolation.lines}
        == {name for name in names if wins[name] == 0}
        == {line.player for line in table.lines[-8:]}
    )


# ---- a Turkish league

TEN = [
    "Ayşe Yılmaz",
    "Mehmet Öz",
    "Can Işık",
    "Elif Şahin",
    "Şükrü Öğüt",
    "İsmail Gündüz",
    "Çiğdem Ünal",
    "Burak Iğdır",
    "Gülşen Ağa",
    "Ümit Çağlar",
]


def league(tmp_path: Path) -> list[tuple[int, str, str, tuple[int, int]]]:
    """The results of a league, and its files in cp1254."""
    chance = random.Random(5)
    played = []
    for week, pairs in enumerate(round_robin(TEN), 1):
        for left, right in pairs:
            lost = chance.randrange(5)
            played.append((week, left, right or "", (5, lost) if chance.random() < 0.5 else (lost, 5)))
    head = 'name = "Bornova Ligi"\nformat = "league"\nlength = 5\ntiebreaks = "turkish-league"\ncsv = "lig.csv"\n'
    lines = ["hafta;oyuncu1;oyuncu2;skor", *(f"{number};{left};{right};{one}-{two}" for number, left, right, (one, two) in played)]
    for name, text in (("event.toml", head + f"players = {json.dumps(TEN, ensure_ascii=False)}\n"), ("lig.csv", "\n".join(lines))):
        (tmp_path / name).write_bytes(text.encode("cp1254"))
    return played


def worked_out(played: Iterable[tuple[int, str, str, tuple[int, int]]]) -> dict[str, tuple[int, int, int, int, int, int]]:
    """O, G, M, A, V, P of each player, by hand: a win 2, a loss 1."""
    table = {name: [0] * 6 for name in TEN}
    for _, left, right, (one, two) in played:
        for name, own, other in ((left, one, two), (right, two, one)):
            row = table[name]
            row[0] += 1
            row[1] += own > other
            row[2] += own < other
            row[3] += own
            row[4] += other
            row[5] += 2 if own > other else 1
    return {name: (o, g, m, a, v, p) for name, (o, g, m, a, v, p) in table.items()}


def test_turkish_league(tmp_path: Path) -> None:
    played = league(tmp_path)
    event = read_event(str(tmp_path / "event.toml"))
    plain = score(event, [])
    expected = worked_out(played)
    lines = plain.tables[0].lines
    shown_lines = {n.player: (n.played, n.won, n.lost, n.points_for, n.points_against, n.points) for n in lines}
    assert (shown_lines, plain.diagnostics) == (expected, ())
    order = [(line.points, line.player) for line in lines]
    assert [points for points, _ in order] == sorted((points for *_, points in expected.values()), reverse=True)

    made = {}
    for number, (week, left, right, (one, two)) in enumerate(played[:6]):
        won = (one, two) if number != 4 else (two, one)
        names = (left, right) if number % 2 else (right.upper().replace(" ", "_"), left)
        made[f"kayıtlar/{week}. hafta/{number}.mat"] = match_text(*names, won if number % 2 else won[::-1], 5, 2 * number)
    result = score(event, files(made))
    assert [code for _, code, _ in found(result) if code != "M407"] == ["M409"]
    assert [path for path, code, _ in found(result) if code == "M409"] == ["kayıtlar/1. hafta/4.mat"]
    assert sum(code == "M407" for _, code, _ in found(result)) == 39
    assert result.tables[0].lines == lines
    assert sum(each.record is not None for each in result.tables[0].results) == 6
    # and beside the result that it contradicts
    _, left, right, (one, two) = played[4]
    assert [(n.left, n.right, n.score, n.beside) for n in result.tables[0].results if n.beside] == [(left, right, (one, two), (two, one))]


# ---- ratings


def test_ratings(tmp_path: Path) -> None:
    text = SWISS + 'rating = "fibs"\n' + directed("H", round="3")
    event = made_event(tmp_path, text.replace('"Ann"', '"Ann"', 1))
    result = score(event, files({"R1/b.mat": CD}), experience={"DORA": (1600.0, 400)})
    rated = {each.player: (each.before, round(each.after, 4), each.experience_after, each.matches) for each in result.ratings}
    assert rated["Ann"] == (1500.0, 1500.0, 0, 0)
    # Dora is 100 better, the match has 3 points: upset = 1 / (10 ** (100 * 3 ** 0.5 / 2000) + 1) = 0.45031,
    # and 4 * 3 ** 0.5 * upset = 3.1199, times K, which is 1 and 5.
    assert rated["Dora"] == (1600.0, 1603.1199, 403, 1)
    assert rated["Cem"] == (1500.0, 1484.4007, 3, 1)
    assert result.rating_system == "fibs"
    assert score(event, [], rating="elo").rating_system == "elo"


# ---- the pages


def test_every_code_is_declared() -> None:
    letters = {"E": "error", "W": "warning", "N": "note"}
    expected = {f"M{number}": letters[letter] for number, letter in enumerate("WWEWEENEEWWWWEWE", 401)}
    assert {code: check.severity for code, check in CHECKS.items() if code.startswith("M")} == expected


# ---- the commands


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TAVLA_LANG", "en")
    (tmp_path / "cup").mkdir()
    for name, text in (("a", AB), ("b", CD), ("c", AC)):
        (tmp_path / "cup" / f"{name}.mat").write_text(text)
    return tmp_path / "cup"


def run(*args: str) -> Result:
    return CliRunner().invoke(main, list(args), prog_name="tavla")


def test_status(folder: Path) -> None:
    (folder / "r.csv").write_text("left;right;score\nAnn;Bob;1-3\n")
    (folder.parent / "bad.toml").write_text('players = ["Ann", "Ann"]')
    (folder.parent / "empty").mkdir()
    cases = {
        "score cup": 0,
        "score cup --results cup/r.csv": 1,  # M409
        "score cup --results cup/r.csv --exit-zero": 0,
        "score --results cup/r.csv": 0,
        "score cup gone": 2,
        "score cup --event bad.toml": 2,
        "score": 2,
        "score empty": 3,
        "score empty --allow-empty": 0,
        "score cup --why Ann Zoe": 2,
        "score cup --why Ann Bob": 0,
        "score cup --experience-out x.csv": 2,
        "score cup --rating fibs --experience-out x.csv": 0,
        "score cup --delimiter ab": 2,
        "event init cup": 0,
        "event init empty": 3,
        "event missing cup": 2,
        "event pair cup": 2,
    }
    assert {command: run(*command.split()).exit_code for command in cases} == cases
    assert (folder.parent / "x.csv").read_text().splitlines()[0] == "player,rating,experience"
    faulty = folder / "d.mat"
    faulty.write_text(match_text("Bob", "Cem", (3, 1), 3, 9, game=1))
    assert run("score", "cup").exit_code == 1


@pytest.mark.parametrize("output", ["text", "json", "jsonl", "csv", "markdown", "html"])
def test_every_output(folder: Path, output: str) -> None:
    result = run("score", "cup", "--output", output, "--output", f"{output}=out")
    assert result.exit_code == 2 or "Dora" in result.stdout
    result = run("score", "cup", "--output", output)
    assert (result.exit_code, "Dora" in result.stdout) == (0, True)


def test_init_proposes_what_score_takes(folder: Path) -> None:
    (folder / "d.mat").write_text(match_text("bob77", "DORA", (3, 1), 3, 9, Player_1="Bob", Player_2="Dora", Event='The "Cup"'))
    proposed = run("event", "init", "cup").stdout
    values = tomllib.loads(proposed)
    assert (values["name"], values["length"], [player["name"] for player in values["players"]]) == (
        'The "Cup"',
        3,
        ["Ann", "Bob", "bob77", "Cem", "Dora"],
    )
    assert '#   "bob77" and "Bob": in 1 of 1 matches the header has the one beside the other' in proposed
    assert '# also written "DORA" in 1 of 2 matches: the same letters, no alias is needed' in proposed
    (folder / "event.toml").write_text(proposed)
    assert run("score", "cup").exit_code == 0
    (folder / "event.toml").write_text(
        proposed.replace('# aliases = ["Bob"]', 'aliases = ["Bob"]').replace('[[players]]\nname = "Bob"\n', "")
    )
    result = run("score", "cup", "--output", "json")
    assert (result.exit_code, sorted(line["player"] for line in json.loads(result.stdout)["standings"])) == (
        0,
        ["Ann", "Cem", "Dora", "bob77"],
    )


def test_init_sees_the_same_dice(folder: Path) -> None:
    for name, text in (("x", LONG), ("y", LONG.replace("Bob", "Robert"))):
        (folder / f"{name}.mat").write_text(text)
    assert '#   "Robert" and "Bob": the same dice in cup/y.mat and cup/x.mat' in run("event", "init", "cup").stdout


def test_hostile_names_are_valid_toml(folder: Path) -> None:
    hostile = 'a"]b\\\u202e\x1b[2J\x7f'
    (folder / "x.mat").write_text(match_text(hostile, "Bob", (3, 1), 3, 9, Event='x" = 1'))
    proposed = run("event", "init", "cup").stdout
    assert hostile in [player["name"] for player in tomllib.loads(proposed)["players"]]
    assert not {"\u202e", "\x1b", "\x7f"} & set(proposed)


def test_missing(folder: Path) -> None:
    (folder / "event.toml").write_text(ROBIN)
    assert run("event", "missing", "cup").stdout == ("Results\n3 matches have no result.\n  Ann - Dora\n  Bob - Cem\n  Bob - Dora\n")
    rest = "".join(
        directed("3-0", left=f'"{left}"', right=f'"{right}"') for left, right in (("Ann", "Dora"), ("Bob", "Cem"), ("Bob", "Dora"))
    )
    (folder / "event.toml").write_text(ROBIN + rest)
    assert run("event", "missing", "cup").stdout == "Results\nNothing is missing.\n"


def test_pair_can_be_pasted(folder: Path) -> None:
    pytest.importorskip("networkx")
    (folder / "event.toml").write_text(SWISS + '[[placed]]\npath = "a.mat"\nround = 1\n[[placed]]\npath = "b.mat"\nround = 1\n')
    (folder / "c.mat").unlink()
    drawn = run("event", "pair", "cup")
    assert drawn.exit_code == 0
    assert drawn.stdout.startswith("# Results, round 2\n#   1. Ann - Dora\n#   2. Bob - Cem\n")
    with (folder / "event.toml").open("a") as file:
        file.write(drawn.stdout)
    assert run("event", "missing", "cup").stdout == "Results\n2 matches have no result.\n  Ann - Dora (round 2)\n  Bob - Cem (round 2)\n"
    again = run("event", "pair", "cup")
    assert (again.exit_code, again.stdout) == (1, "")
    (folder / "d.mat").write_text(match_text("Dora", "Ann", (3, 1), 3, 9))
    (folder / "e.mat").write_text(match_text("Bob", "Cem", (3, 1), 3, 11))
    drawn = run("event", "pair", "cup")
    assert drawn.stdout.startswith("# Results, round 3\n")


def test_too_many_are_neither_listed_nor_drawn(folder: Path) -> None:
    """Twelve million pairings of five thousand players would fill the memory."""
    head = f'name = "Big"\nformat = "round-robin"\nplayers = {json.dumps([f"P{number}" for number in range(1001)])}\n'
    (folder / "event.toml").write_text(head)
    missing = run("event", "missing", "cup").stdout.splitlines()
    assert (missing[:2], len(missing)) == (["Big", "More than 10,000 matches have no result; the first are:"], 10_002)
    pair = run("event", "pair", "cup")
    assert (pair.exit_code, pair.stdout) == (1, "")
    assert "Big has 1001 players, and no more than 1000 are drawn. Make groups of them." in pair.stderr


def test_pair_of_a_round_robin(folder: Path) -> None:
    for path in folder.iterdir():
        path.unlink()
    (folder / "event.toml").write_text(ROBIN)
    assert run("event", "pair", "cup").stdout.startswith("# Results, round 1\n#   1. Ann - Dora\n#   2. Bob - Cem\n\n[[results]]\n")


def test_results_can_be_read_again(folder: Path) -> None:
    (folder / "event.toml").write_text(SWISS + directed("H", round="1") + '[[results]]\nround = 2\nleft = "Dora"\nkind = "bye"\n')
    (folder / "a.mat").unlink()
    first = run("score", "cup", "--output", "csv", "--csv-of", "results")
    (folder.parent / "again.csv").write_text(first.stdout)
    (folder.parent / "again.toml").write_text(SWISS + 'csv = "again.csv"\n')
    second = run("score", "--event", "again.toml", "--output", "json")
    plain = run("score", "cup", "--output", "json")
    assert json.loads(second.stdout)["standings"] == json.loads(plain.stdout)["standings"]


def test_two_event_files(folder: Path) -> None:
    other = folder.parent / "other"
    other.mkdir()
    for path in (folder, other):
        (path / "event.toml").write_text(ROBIN)
    result = run("score", "cup", "other")
    assert (result.exit_code, "Several folders have an event file" in result.output) == (2, True)


def test_without_dice_nothing_is_a_copy() -> None:
    (record,) = records_of(files({"a": AB}))
    assert list(copies([replace(record, rolls=b""), replace(record, rolls=b"", path="b")])) == []


def test_each_stage_has_its_rules(tmp_path: Path) -> None:
    """A match that opens with a double is right in the coffee house and wrong in the club."""
    game = " Game 1\n Ann : 0                        Bob : 0\n  1) 33: 8/5(2) 6/3(2)           52: 13/8 13/11\n      Wins 1 point\n"
    for folder, names in (("kahve", ("Ann", "Bob")), ("club", ("Bob", "Ann"))):
        (tmp_path / folder).mkdir()
        text = game.replace("Ann", "L").replace("Bob", names[1]).replace("L ", f"{names[0]} ", 1)
        (tmp_path / folder / "a.mat").write_text(f" 1 point match\n\n{text}", encoding="utf-8")
    stages = '[[stages]]\nname = "kahve"\nformat = "league"\nrules = "traditional"\n[[stages]]\nname = "club"\nformat = "league"\n'
    players = '[[players]]\nname = "Ann"\n[[players]]\nname = "Bob"\n'
    (tmp_path / "event.toml").write_text(f'name = "Two rooms"\n{players}{stages}', encoding="utf-8")
    done = CliRunner().invoke(main, ["score", str(tmp_path), "--output", "json"])
    matches = {Path(match["path"]).parent.name: match["errors"] for match in json.loads(done.stdout)["matches"]}
    assert (done.exit_code, matches) == (1, {"kahve": 0, "club": 1})


def test_validate_finds_copies(tmp_path: Path) -> None:
    text = (Path(__file__).parent.parent / "examples" / "gnubg-5-points.mat").read_text("utf-8")
    (tmp_path / "a.mat").write_text(text, encoding="utf-8")
    (tmp_path / "b.mat").write_text(text, encoding="utf-8")
    (tmp_path / "c.mat").write_text(text[: text.index(" Game 3")], encoding="utf-8")
    once, every = (CliRunner().invoke(main, ["validate", *extra, "--output", "jsonl", str(tmp_path)]) for extra in ([], ["--duplicates"]))
    found = [(Path(d["path"]).name, d["code"], d["severity"]) for d in map(json.loads, every.stdout.splitlines()) if d["code"][0] == "M"]
    assert ("M4" in once.stdout, every.exit_code, found) == (False, 0, [("b.mat", "M401", "warning"), ("c.mat", "M402", "warning")])
