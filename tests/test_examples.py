"""The example matches hold what their first lines say: `tavla validate` finds nothing but what is declared here."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tavla_cli.cli import main

EXAMPLES = Path(__file__).parents[1] / "examples"
FILES = sorted(EXAMPLES.glob("*.mat"))

# File: (exit status, [(code, line, place)]). Every other file is clean.
DECLARED = {"illegal-play-stood.mat": (1, [("P107", 34, "2.6L")])}

# File: of each match length, players, games, the points of both (before a game that has no end), the score by its last result.
# Only in the capped match do the two differ: there the last result was counted as the 2 points that were still needed.
MATCHES: dict[str, list[tuple[int, list[str], int, list[int], list[int]]]] = {
    "carriage-returns.mat": [(3, ["Solveig Aas", "Henri Lemaitre"], 2, [1, 6], [1, 6])],
    "dailygammon-5-points.mat": [(5, ["wanderfalke", "bluemoon7"], 4, [0, 5], [0, 5])],
    "galaxy-losses.mat": [(5, ["marisol_84", "tundra"], 4, [2, 8], [2, 8])],
    "gnubg-1-point.mat": [(1, ["Oluwaseun Adeyemi", "Birgitta Holm"], 1, [2, 0], [2, 0])],
    "gnubg-5-points.mat": [(5, ["Amaia Etxeberri", "Tobias Lindqvist"], 5, [4, 5], [4, 5])],
    "gnubg-resigned-rolls.mat": [(5, ["Hana Kobayashi", "Luca Ferrandi"], 6, [6, 4], [6, 4])],
    "gridgammon-ratings.mat": [(3, ["pilotfish", "Zorba_K"], 4, [3, 2], [3, 2])],
    "hedgehog-resigns.mat": [(5, ["Elif Caner", "Joaquim Prats"], 5, [4, 5], [4, 5])],
    "illegal-play-stood.mat": [(3, ["Dagny Solberg", "Mateo Quiroga"], 3, [3, 2], [3, 2])],
    "long-25-points.mat": [(25, ["Konstantin Wolkow", "Beatriz Salgueiro"], 18, [13, 26], [13, 26])],
    "money-beavers.mat": [(0, ["Ramin Sohrabi", "Grace Whitlock"], 6, [6, 7], [6, 7])],
    "nackgammon.mat": [(3, ["Renata Duarte", "Callum MacAskill"], 4, [3, 2], [3, 2])],
    "opengammon-capped.mat": [(5, ["Ioana", "Kwabena"], 5, [3, 7], [3, 5])],
    "playok-3-points.mat": [(3, ["kasia2001", "drvoseca"], 4, [2, 3], [2, 3])],
    "studio-concedes.mat": [(7, ["Nnamdi Okoro", "Freya Sandvik"], 5, [3, 7], [3, 7])],
    "tabs.mat": [(3, ["Yusuf Demirtas", "Anneli Koskela"], 4, [2, 4], [2, 4])],
    "turkish-names.mat": [(5, ["Çetin Yıldırım", "Şükrü Öğüt"], 2, [5, 0], [5, 0])],
    "turkish-words-cp1254.mat": [(3, ["İsmail Gündoğdu", "Ayşe Işık"], 3, [2, 3], [2, 3])],
    "two-matches.mat": [
        (3, ["Salma Haddad", "Viktor Nemeth"], 2, [0, 3], [0, 3]),
        (1, ["Viktor Nemeth", "Inge Maartens"], 1, [0, 1], [0, 1]),
    ],
    "unfinished.mat": [(9, ["Pieter van Rossem", "Adaeze Nwosu"], 3, [6, 0], [6, 0])],
    "utf-16.mat": [(3, ["Ελένη Παππά", "Đorđe Živković"], 3, [2, 3], [2, 3])],
    "xg-text-7-points.mat": [(7, ["Maximilian Auer", "Chiara Bellandi"], 7, [7, 6], [7, 6])],
}


def validated(path: Path, output: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["validate", "--output", output, str(path)])
    return result.exit_code, result.stdout


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_nothing_but_what_is_declared(path: Path) -> None:
    status, output = validated(path, "jsonl")
    found = [json.loads(line) for line in output.splitlines()]
    breaches = [(item["code"], item["line"], item["place"]) for item in found if item["severity"] != "note"]
    assert (status, breaches) == DECLARED.get(path.name, (0, []))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_matches_are_read_whole(path: Path) -> None:
    _, output = validated(path, "json")
    matches = json.loads(output)["files"][0]["matches"]
    seen = [(m["length"], m["players"], m["games"], m["score"], m["claimed_score"]) for m in matches]
    assert seen == MATCHES[path.name]


def test_every_file_says_what_it_shows() -> None:
    """The comment is the first line; `Game ` in it would make GNU Backgammon begin a game."""
    encodings = {"turkish-words-cp1254.mat": "cp1254", "utf-16.mat": "utf-16"}
    for path in FILES:
        first = path.read_bytes().decode(encodings.get(path.name, "utf-8-sig")).splitlines()[0]
        assert (path.name, first[:2], "Game " in first) == (path.name, "; ", False)


def test_the_table_names_every_file() -> None:
    table = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    named = [line.split("`")[1] for line in table.splitlines() if line.startswith("| `")]
    assert sorted(named) == [path.name for path in FILES] == sorted(MATCHES)
