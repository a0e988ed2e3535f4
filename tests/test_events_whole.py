"""Whole tournaments of made-up matches, from a folder of records to the table, by the commands alone.

Each event file is what `tavla event init` proposes, edited as a director would. Tables are checked against the plain script here, which
shares nothing with the code that scores.
"""

import json
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any, Literal

import pytest
from click.testing import CliRunner

from tavla_cli.cli import main
from tests.made_matches import match_text

NAMES = [
    *("Ayşe Kaya", "Mehmet Öz", "Can Işık", "Elif Şahin", "Đorđe Ilić", "Jovana Čolić", "Ümit Ağa", "İsmail Uçar"),
    *("Ana Lim", "Bo Sand", "Carl Vik", "Dora Noe", "Emil Roth", "Fay Moss", "Gus Hart", "Hana Kim"),
]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TAVLA_LANG", "en")


def run(*args: str, status: int = 0) -> str:
    done = CliRunner().invoke(main, [*args, "-q"], prog_name="tavla")
    assert (done.exit_code, done.stderr) == (status, ""), done.output[:2000]
    return done.stdout


# ---- what was played, and what a table of it must be, worked out once more


@dataclass(frozen=True)
class Played:
    """A result of two players; `out` is who did not come. A bye has no `right`."""

    left: str
    right: str | None
    score: tuple[int, int]
    round: int | None = None
    out: Literal["", "forfeit", "bye"] = ""

    @property
    def winner(self) -> str:
        return self.left if self.right is None or self.score[0] > self.score[1] else self.right

    def of(self, name: str) -> tuple[str | None, int, int]:
        """The opponent, and the points of that player and against."""
        return (self.right, *self.score) if name == self.left else (self.left, *self.score[::-1])


Order = Sequence[str]


def ranked(names: Sequence[str], played: Sequence[Played], order: Order, win: float = 1, loss: float = 0, swiss: int = 0) -> dict[str, int]:
    """Ranks by points and then by the criteria of `order`, ties of all of them shared. `swiss`: of so many rounds."""
    mine = {name: [each for each in played if name in (each.left, each.right)] for name in names}
    points = {name: sum(win if each.winner == name else 0 if each.out == "forfeit" else loss for each in mine[name]) for name in names}

    def opponents(name: str) -> list[tuple[float, bool]]:
        """The score of each round's opponent and whether he was beaten; a round not played counts the player's own score."""
        over = [
            (points[name], each.winner == name) if each.out else (points[str(each.of(name)[0])], each.winner == name) for each in mine[name]
        ]
        return over + [(points[name], False)] * (swiss - len(over))

    def among(name: str, tied: Sequence[str], difference: bool) -> float:
        met = [each for each in mine[name] if each.of(name)[0] in tied]
        return sum(each.of(name)[1] - each.of(name)[2] if difference else each.winner == name for each in met)

    def value(criterion: str, name: str, tied: Sequence[str]) -> float:
        scores = sorted(score for score, _ in opponents(name)) if criterion.endswith(("buchholz", "berger", "cut-1")) else []
        match criterion:
            case "head-to-head" | "head-to-head-difference":
                times = {sum(each.of(one)[0] == other for each in mine[one]) for one in tied for other in tied if one != other}
                return among(name, tied, criterion != "head-to-head") if len(times) == 1 and 0 not in times else 0
            case "difference":
                return sum(each.of(name)[1] - each.of(name)[2] for each in mine[name])
            case "points-won":
                return sum(each.of(name)[1] for each in mine[name])
            case "buchholz":
                return sum(scores)
            case "median-buchholz":
                return sum(scores[1:-1])
            case "buchholz-cut-1":
                return sum(scores[1:])
            case "sonneborn-berger":
                return sum(score for score, beaten in opponents(name) if beaten)
            case "progressive":
                return sum(swiss + 1 - (each.round or 0) for each in mine[name] if each.winner == name)
            case "seed":
                return -names.index(name)
        raise ValueError(criterion)

    def parts(tied: Sequence[str], worth: Callable[[str], float]) -> Iterator[list[str]]:
        for found in sorted({worth(name) for name in tied}, reverse=True):
            yield [name for name in tied if worth(name) == found]

    def sorted_out(tied: Sequence[str]) -> Iterator[list[str]]:
        for criterion in order:
            sections = list(parts(tied, partial(value, criterion, tied=tied)))
            if len(sections) > 1:
                for section in sections:
                    yield from sorted_out(section)
                return
        yield list(tied)

    ranks: dict[str, int] = {}
    for section in parts(names, points.__getitem__):
        for tied in sorted_out(section):
            ranks.update(dict.fromkeys(tied, len(ranks) + 1))
    return ranks


def sums(names: Sequence[str], played: Sequence[Played]) -> dict[str, tuple[int, int, int, int]]:
    """Matches won and lost, match points for and against, of each player."""
    table = {name: [0, 0, 0, 0] for name in names}
    for each in played:
        for name in (each.left, each.right):
            if name is not None:
                _, own, other = each.of(name)
                row = table[name]
                row[0] += each.winner == name
                row[1] += each.winner != name
                row[2] += own
                row[3] += other
    return {name: (a, b, c, d) for name, (a, b, c, d) in table.items()}


# ---- folders and event files


def spelled(name: str, number: int) -> str:
    """The name as another program writes it: it stays the same player."""
    first, last = name.split()
    return [name, f"{first}_{last}", f"{last} {first}", name.casefold().replace("ı", "i"), name][number % 5]


class Club:
    """A folder of records. Each record has other names: columns exchanged, spellings changed."""

    def __init__(self, folder: str, length: int = 1) -> None:
        self.folder, self.length, self.number = Path(folder), length, 0
        self.folder.mkdir()

    def record(self, played: Played, under: str = "") -> None:
        assert played.right is not None
        sides = [(played.left, played.score[0]), (played.right, played.score[1])]
        if self.number % 3 == 0:
            sides.reverse()
        (left, one), (right, two) = sides
        text = match_text(spelled(left, self.number), spelled(right, self.number // 2), (one, two), self.length, self.number)
        path = self.folder / under / f"{self.number:03}.mat"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        self.number += 1

    def begin(
        self, stages: str, tiebreaks: Order = (), results: Sequence[Played] = (), top: str = "", of_player: dict[str, str] | None = None
    ) -> None:
        """Write the event file: what `event init` proposes, with the stages, the tie-breaks and the results that the director knows, and
        what he adds at the top and to players."""
        lines, kept, skipping = run("event", "init", str(self.folder)).splitlines(), [], False
        for line in lines:
            if line == "[[stages]]":
                skipping = True
                kept += [stages.strip(), ""]
            elif line.startswith("[[players]]"):
                skipping = False
            if line.startswith("tiebreaks = "):
                line = f"tiebreaks = {json.dumps(list(tiebreaks))}\n{top}"
            if not skipping:
                kept.append(line)
                if of_player and line.startswith('name = "') and (name := KNOWN.get(letters(line[8:-1]))) in of_player:
                    kept.append(of_player[name])
        (self.folder / "event.toml").write_text("\n".join([*kept, *map(self.typed, results)]), encoding="utf-8")

    @staticmethod
    def typed(played: Played) -> str:
        lines = ["[[results]]", f"left = {json.dumps(played.left)}"]
        if played.round:
            lines.append(f"round = {played.round}")
        if played.right is None:
            lines.append('kind = "bye"')
        else:
            lines.append(f"right = {json.dumps(played.right)}")
            lines.append(f'kind = "forfeit"\nwinner = {json.dumps(played.winner)}' if played.out else f"score = {list(played.score)}")
        return "\n".join(lines) + "\n"

    def scored(self, status: int = 0) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(run("score", str(self.folder), "--output", "json", status=status))
        return found


def letters(name: str) -> frozenset[str]:
    """The words of a name without case and accents."""
    name = name.replace("İ", "i").replace("ı", "i").casefold().replace("i\u0307", "i").replace("_", " ")
    plain = {"ş": "s", "ö": "o", "ü": "u", "ğ": "g", "ç": "c", "č": "c", "ć": "c", "đ": "d"}
    return frozenset("".join(plain.get(letter, letter) for letter in name).split())


NAMES64 = [*NAMES, *(f"{first} Nr{number:02}" for first in ("Ada", "Ben", "Cy") for number in range(1, 17))]
KNOWN = {letters(name): name for name in NAMES64}


def lines_of(found: dict[str, Any], stage: str) -> list[dict[str, Any]]:
    """The lines of a stage, players as the test calls them: the proposal may show another spelling."""
    return [{**line, "player": KNOWN[letters(line["player"])]} for line in found["standings"] if line["stage"] == stage]


def codes(found: dict[str, Any]) -> list[str]:
    return sorted(each["code"] for each in found["diagnostics"] if each["severity"] != "note")


def ranks_in(lines: Sequence[dict[str, Any]]) -> dict[str, int]:
    return {line["player"]: line["rank"] for line in lines}


def sums_in(lines: Sequence[dict[str, Any]]) -> dict[str, tuple[int, int, int, int]]:
    return {line["player"]: (line["won"], line["lost"], line["points_for"], line["points_against"]) for line in lines}


def by_chance(chance: random.Random, left: str, right: str, length: int, round: int | None = None) -> Played:
    """The earlier of the names wins a little more often."""
    score = (length, chance.randrange(length))
    better = chance.random() < 0.6
    return Played(left, right, score if better == (NAMES64.index(left) < NAMES64.index(right)) else score[::-1], round)


# ---- round robins


def test_groups() -> None:
    """Four groups of four: a circle of three that the difference parts, one that nothing parts, a forfeit, and one who leaves."""
    club, order = Club("groups", 3), ["head-to-head", "difference"]
    groups = {letter: NAMES[4 * at : 4 * at + 4] for at, letter in enumerate("ABCD")}
    margins = {"A": (0, 1, 2), "B": (1, 1, 1), "C": (0, 1, 0), "D": (1, 0, 2)}
    played: dict[str, list[Played]] = {}
    forfeit = Played(groups["C"][1], groups["C"][2], (3, 0), out="forfeit")
    leaves = groups["D"][3]
    for letter, (one, two, three, four) in groups.items():
        a, b, c = margins[letter]
        found = [Played(one, two, (3, a)), Played(two, three, (3, b)), Played(three, one, (3, c))]
        found += [Played(name, four, (3, 2)) for name in (one, two, three)]
        if letter == "C":
            found[1] = forfeit
        for each in found:
            if not each.out and not (letter == "D" and four == each.right and each.left != one):
                club.record(each, f"Group {letter}")
        if letter == "D":  # what is left of his matches counts as lost
            found[4:] = [Played(name, four, (3, 0), out="forfeit") for name in (two, three)]
        played[letter] = found
    stages = '[[stages]]\nname = "Groups"\nformat = "round-robin"\n' + "".join(
        f"groups.{letter} = {json.dumps(names)}\n" for letter, names in groups.items()
    )
    club.begin(stages, order, [forfeit], of_player={leaves: "withdrawn = 1"})
    table = club.scored()
    for letter, names in groups.items():
        lines = [line for line in lines_of(table, "Groups") if line["group"] == letter]
        assert ranks_in(lines) == ranked(names, played[letter], order)
        assert sums_in(lines) == sums(names, played[letter])
    ranks = ranks_in(lines_of(table, "Groups"))
    assert [ranks[name] for name in groups["A"]] == [1, 2, 3, 4]  # differences +3, 0, 0; and of the two the second won
    assert [ranks[name] for name in groups["B"]] == [1, 1, 1, 4]
    assert codes(table) == []


def test_double_round_robin() -> None:
    chance, club, order = random.Random(2), Club("double"), ["head-to-head", "sonneborn-berger"]
    played = [by_chance(chance, one, two, 1) for one, two in list(combinations(NAMES, 2)) * 2]
    for each in played:
        club.record(each)
    club.begin('[[stages]]\nname = "Main"\nformat = "round-robin"\ndouble = true\n', order)
    found = club.scored()
    lines = lines_of(found, "Main")
    assert (codes(found), len(played)) == ([], 240)
    assert sums_in(lines) == sums(NAMES, played)
    assert ranks_in(lines) == ranked(NAMES, played, order)


def test_league() -> None:
    """Half of the matches have a record; the others stand in a CSV of two headings, one of them with a forfeit."""
    chance, club = random.Random(3), Club("league", 3)
    played = [by_chance(chance, one, two, 3) for one, two in combinations(NAMES, 2)]
    rows = ["oyuncu1;oyuncu2;skor"]
    for number, each in enumerate(played):
        if number % 2 == 0:
            club.record(each)
        elif number == 7:
            played[number] = Played(each.left, each.right, (0, 3), out="forfeit")
            rows.append(f"{each.left};{each.right};0-3 H")
        else:
            rows.append(f"{each.left};{each.right};{each.score[0]}-{each.score[1]}")
    (club.folder / "lig.csv").write_bytes("\r\n".join(rows).encode("utf-16"))
    club.begin(
        '[[stages]]\nname = "Lig"\nformat = "league"\n',
        ["turkish-league"],
        top='csv = "lig.csv"',
    )
    found = club.scored()
    lines = lines_of(found, "Lig")
    assert codes(found) == []
    assert sums_in(lines) == sums(NAMES, played)
    order = ["head-to-head", "head-to-head-difference", "difference", "points-won"]
    assert ranks_in(lines) == ranked(NAMES, played, order, win=2, loss=1)


# ---- Swiss, lives


def swiss_rounds(chance: random.Random, names: Sequence[str], rounds: int, length: int, gone: dict[str, int]) -> Iterator[Played]:
    """Rounds in which nobody meets anybody again; who is over has the bye. `gone`: after which round a player leaves."""
    met: set[frozenset[str]] = set()
    wins: dict[str, int] = defaultdict(int)
    byes: set[str] = set()

    def paired(waiting: list[str]) -> list[tuple[str, str]] | None:
        if not waiting:
            return []
        one, *others = waiting
        for two in others:
            if frozenset((one, two)) not in met and (rest := paired([name for name in others if name != two])) is not None:
                return [(one, two), *rest]
        return None

    for number in range(1, rounds + 1):
        playing = sorted((name for name in names if gone.get(name, rounds) >= number), key=lambda name: (-wins[name], chance.random()))
        if len(playing) % 2:
            free = next(name for name in reversed(playing) if name not in byes)
            playing.remove(free)
            byes.add(free)
            wins[free] += 1
            yield Played(free, None, (length, 0), number, "bye")
        for one, two in paired(playing) or ():
            met.add(frozenset((one, two)))
            each = by_chance(chance, one, two, length, number)
            wins[each.winner] += 1
            yield each


@pytest.mark.parametrize(
    "order",
    [
        ["buchholz", "sonneborn-berger"],
        ["median-buchholz", "head-to-head", "progressive"],
        ["buchholz-cut-1", "difference", "points-won"],
    ],
)
def test_swiss(order: list[str]) -> None:
    """One leaves after the second round, so that two have a bye; one forfeits."""
    club = Club("swiss", 3)
    played = list(swiss_rounds(random.Random(4), NAMES, 4, 3, {"Gus Hart": 2}))
    at = next(number for number, each in enumerate(played) if each.round == 3 and each.right)
    played[at] = Played(played[at].left, played[at].right, (3, 0), 3, "forfeit")
    for each in played:
        if not each.out:
            club.record(each, f"round {each.round}")
    stages = '[[stages]]\nname = "Main"\nformat = "swiss"\nrounds = 4\n'
    club.begin(stages, order, [each for each in played if each.out], of_player={"Gus Hart": "withdrawn = 2"})
    found = club.scored()
    lines = lines_of(found, "Main")
    assert (codes(found), sum(each.out == "bye" for each in played)) == ([], 2)
    assert sums_in(lines) == sums(NAMES, played)
    assert ranks_in(lines) == ranked(NAMES, played, order, swiss=4)


def test_three_lives() -> None:
    """Drawn by `event pair` round after round, as a director does, until one is left."""
    pytest.importorskip("networkx", reason="the extra `pairing` is not installed")
    chance, club = random.Random(6), Club("lives")
    names = NAMES
    lives = dict.fromkeys(names, 3)
    played: list[Played] = []
    for one, two in zip(names[::2], names[1::2], strict=True):
        played.append(by_chance(chance, one, two, 1, 1))
        club.record(played[-1], "round 1")
        lives[next(name for name in (one, two) if name != played[-1].winner)] -= 1
    club.begin('[[stages]]\nname = "Main"\nformat = "lives"\nlives = 3\n', ["wins"])
    for number in range(2, 30):
        left = [name for name, count in lives.items() if count]
        if len(left) == 1:
            break
        drawn = run("event", "pair", "lives")
        assert drawn.startswith(f"# Main, round {number}\n")
        with (club.folder / "event.toml").open("a", encoding="utf-8") as file:
            file.write(drawn)
        pairs = [line.split(". ")[1].split(" - ") for line in drawn.splitlines() if line.startswith("#  ") and ". " in line]
        byes = [line.split(": ")[1] for line in drawn.splitlines() if line.startswith("#  bye")]
        there = [KNOWN[letters(name)] for pair in [*pairs, byes] for name in pair]
        assert sorted(there) == sorted(left)
        for one, two in zip(there[0 : 2 * len(pairs) : 2], there[1 : 2 * len(pairs) : 2], strict=True):
            each = by_chance(chance, one, two, 1, number)
            club.record(each)  # where it belongs, the pairing says
            played.append(each)
            lives[one if each.winner == two else two] -= 1
    found = club.scored()
    lines = lines_of(found, "Main")
    assert {line["player"]: line["lives"] for line in lines} == lives
    assert list(lives.values()).count(0) == len(names) - 1
    assert codes(found) == []
    over = CliRunner().invoke(main, ["event", "pair", "lives", "-q"])
    assert (over.exit_code, over.stdout, over.stderr) == (1, "", "No stage has a round left to draw.\n")


# ---- eliminations


def knocked_out(chance: random.Random, bracket: Sequence[str], length: int) -> Iterator[list[Played]]:
    """The rounds of a bracket from top to bottom."""
    while len(bracket) > 1:
        round = [by_chance(chance, one, two, length) for one, two in zip(bracket[::2], bracket[1::2], strict=True)]
        yield round
        bracket = [each.winner for each in round]


def places(rounds: Sequence[Sequence[Played]]) -> dict[str, int]:
    """1, 2, 3 and 3, 5 four times: who loses in a round shares the place behind all that are still in."""
    found = {rounds[-1][0].winner: 1}
    for round in rounds:
        found |= {str(name): len(round) + 1 for each in round for name in (each.left, each.right) if name != each.winner}
    return found


def losers(round: Sequence[Played]) -> list[str]:
    return [str(each.of(each.winner)[0]) for each in round]


def test_single_elimination() -> None:
    """Sixteen; the eight who lose at once play a consolation, those of the quarter- and semifinals a last chance with byes."""
    chance, club = random.Random(7), Club("cup")
    rounds = list(knocked_out(chance, NAMES, 1))
    consolation = list(knocked_out(chance, losers(rounds[0]), 1))
    last_chance = list(knocked_out(chance, losers(rounds[1]), 1))
    for stage, each in [("Main", rounds), ("Consolation", consolation), ("Last chance", last_chance)]:
        for match in [match for round in each for match in round]:
            club.record(match, stage)
    stages = f"""
[[stages]]
name = "Main"
format = "single-elimination"
bracket = {json.dumps(NAMES)}
consolation = "Consolation"
last_chance = "Last chance"

[[stages]]
name = "Consolation"
format = "single-elimination"
bracket = {json.dumps(losers(rounds[0]))}
from = {{ stage = "Main", losers_of_rounds = [1] }}

[[stages]]
name = "Last chance"
format = "single-elimination"
bracket = {json.dumps(losers(rounds[1]))}
from = {{ stage = "Main", losers_of_rounds = [2] }}
"""
    club.begin(stages)
    found = club.scored()
    assert codes(found) == []
    assert ranks_in(lines_of(found, "Main")) == places(rounds)
    assert ranks_in(lines_of(found, "Consolation")) == places(consolation)
    assert ranks_in(lines_of(found, "Last chance")) == places(last_chance)


@pytest.mark.parametrize("recharged", [True, False])
def test_double_elimination(recharged: bool) -> None:
    """`event missing` says who meets whom; the better name wins, but for the final if it is to be played again."""
    club = Club("twice")
    won: dict[str, int] = defaultdict(int)  # on the losers' side
    entered: dict[str, int] = {}
    first = list(zip(NAMES[::2], NAMES[1::2], strict=True))
    stage = f'[[stages]]\nname = "Main"\nformat = "double-elimination"\nbracket = {json.dumps(NAMES)}\n'
    lost: dict[str, int] = dict.fromkeys(NAMES, 0)
    in_winners: dict[str, int] = dict.fromkeys(NAMES, 0)
    out: dict[str, int] = {}

    def play(one: str, two: str) -> None:
        better, worse = sorted((one, two), key=NAMES.index)
        last = lost[better] + lost[worse] == 1 and len(out) == 14
        if last and recharged:
            better, worse = worse, better
        club.record(Played(better, worse, (1, 0)))
        if lost[better] and not last:
            won[better] += 1
        elif not lost[better]:
            in_winners[better] += 1
        lost[worse] += 1
        if lost[worse] == 1:  # losers of the winners' rounds 1, 2, 3, 4 enter the losers' rounds 1, 2, 4, 6
            entered[worse] = {0: 1, 1: 2, 2: 4, 3: 6}.get(in_winners[worse], 7)
        else:
            out[worse] = entered[worse] + won[worse]

    for one, two in first:
        play(one, two)
    club.begin(stage)
    for _ in range(40):
        missing = run("event", "missing", "twice")
        pairs = [line.strip().rpartition(" (")[0].split(" - ") for line in missing.splitlines() if " - " in line]
        if not pairs:
            break
        for pair in pairs:
            one, two = (KNOWN[letters(name)] for name in pair)
            play(one, two)
    found = club.scored()
    assert codes(found) == []
    behind = {1: 13, 2: 9, 3: 7, 4: 5, 5: 4, 6: 3}
    champion = next(name for name in NAMES if lost[name] < 2)
    second = next(name for name in NAMES if lost[name] == 2 and out[name] > 6) if recharged else NAMES[1]
    expected = {name: behind[round] for name, round in out.items() if name != second} | {champion: 1, second: 2}
    assert ranks_in(lines_of(found, "Main")) == expected
    assert sorted(expected.values()) == [1, 2, 3, 4, 5, 5, 7, 7, 9, 9, 9, 9, 13, 13, 13, 13]
    assert club.number == (31 if recharged else 30)


# ---- several stages


def seeded(count: int) -> list[int]:
    """The usual draw: 1 meets the last, and 2 only in the final."""
    order = [1]
    while len(order) < count:
        order = [seed for each in order for seed in (each, 2 * len(order) + 1 - each)]
    return order


def test_swiss_of_64_and_consolation() -> None:
    """Five rounds of 64; the lower half plays an elimination, drawn by the table."""
    chance, club, order = random.Random(8), Club("open"), ["buchholz", "progressive", "seed"]
    played = list(swiss_rounds(chance, NAMES64, 5, 1, {}))
    ranks = ranked(NAMES64, played, order, swiss=5)
    table = sorted(NAMES64, key=ranks.__getitem__)
    rounds = list(knocked_out(chance, [table[32:][seed - 1] for seed in seeded(32)], 1))
    for each in played:
        club.record(each, f"Swiss R{each.round}")
    for each in [each for round in rounds for each in round]:
        club.record(each, "Consolation")
    stages = """
[[stages]]
name = "Swiss"
format = "swiss"
rounds = 5

[[stages]]
name = "Consolation"
format = "single-elimination"
from = { stage = "Swiss", ranks = [33, 64] }
"""
    club.begin(stages, order, of_player={name: f"seed = {number}" for number, name in enumerate(NAMES64, 1)})
    found = club.scored()
    assert codes(found) == []
    assert ranks_in(lines_of(found, "Swiss")) == ranks
    assert ranks_in(lines_of(found, "Consolation")) == places(rounds)
    assert "Crosstable" not in run("score", "open")
