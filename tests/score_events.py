"""Tournaments made by hand, as the reports on them get them. What a case holds is worked out here, not by the code that scores."""

from tavla_cli.results import Diagnostic, FileResult
from tavla_cli.tournament.model import (
    Event,
    Form,
    Kind,
    Line,
    MatchRecord,
    Player,
    Points,
    Rated,
    Result,
    Scored,
    Slot,
    Stage,
    Table,
)

HOSTILE = ("<script>alert(1)</script>", '=1+1|"quoted"', "rtl\u202eoverride @team #1", "山田 e\u0301 太郎")


def record(path: str, left: str, right: str, score: tuple[int, int], **more: object) -> MatchRecord:
    values: dict[str, object] = {
        "path": path,
        "match": 1,
        "players": (left, right),
        "nicks": ("", ""),
        "length": 7,
        "score": score,
        "claimed_score": score,
        "winner": "left" if score[0] > score[1] else "right",
        "complete": max(score) >= 7,
        "games": 5,
        "turns": 120,
        "errors": 0,
        "warnings": 0,
        "event": None,
        "round": None,
        "date": None,
        "stamp": "abc",
        **more,
    }
    return MatchRecord(**values)  # type: ignore[arg-type]


def result(
    stage: str, round: int | None, left: str, right: str | None, score: tuple[int, int] | None, kind: Kind = Kind.TYPED, **more: object
) -> Result:
    winner = more.pop("winner", None) or (None if score is None or score[0] == score[1] else "left" if score[0] > score[1] else "right")
    values: dict[str, object] = {"length": 7, "stands": "record" if kind is Kind.RECORD else "director", **more}
    return Result(stage, round, left, right, score, winner, kind, **values)  # type: ignore[arg-type]


def line(
    rank: int, player: str, won: int, lost: int, scored: int, conceded: int, tiebreaks: dict[str, float | None], **more: object
) -> Line:
    values: dict[str, object] = {"drawn": 0, "points": float(won), **more}
    return Line(
        rank,
        player,
        won + lost,
        won,
        lost,
        points_for=scored,
        points_against=conceded,
        tiebreaks=tiebreaks,
        **values,  # type: ignore[arg-type]
    )


def round_robin(names: tuple[str, str, str, str] = ("Ayşe Kaya", "Çetin", "Jovana Đ.", "Milan")) -> Scored:
    """Four players; the second and third share their rank; a record with errors, one unfinished, one unreadable, one unplaced."""
    a, b, c, d = names
    first = record("rr/1.mat", a, b, (9, 3), claimed_score=(7, 3), errors=2, first_error="2.10L")
    second = record("rr/2.mat", c, d, (7, 6))
    third = record("rr/3.mat", a, d, (4, 6), claimed_score=(4, 5))
    other = record("rr/other.mat", "Nobody", d, (7, 2), match=2)
    results = (
        result("Group", 1, a, b, (7, 3), Kind.RECORD, record=first, faulty=True, sources=("rr/1.mat",)),
        result("Group", 1, c, d, (7, 6), Kind.RECORD, record=second, sources=("rr/2.mat",)),
        result("Group", 2, a, c, (7, 0), sources=("event.toml", "typed.csv:4")),
        result("Group", 2, b, d, None, Kind.FORFEIT, winner="left", sources=("event.toml",)),
        result("Group", 3, a, d, (4, 6), Kind.RECORD, record=third, complete=False, sources=("rr/3.mat",)),
        result("Group", 3, b, c, (3, 7), sources=("event.toml",)),
    )
    lines = (
        line(1, a, 2, 1, 18, 9, {"head-to-head": None, "difference": 9, "ratio": 18 / 27}, marks="!*"),
        line(2, c, 2, 1, 14, 16, {"head-to-head": None, "difference": -2, "ratio": 14 / 30}),
        line(3, b, 1, 2, 13, 14, {"head-to-head": 0.5, "difference": -1, "ratio": 0.5}, shared=True, playoff=True, marks="!"),
        line(
            3, d, 1, 2, 12, 18, {"head-to-head": 0.5, "difference": -1, "ratio": 0.4}, shared=True, playoff=True, withdrawn=True, marks="*"
        ),
    )
    cross = {
        a: {b: "7-3!", c: "7-0", d: "4-6*"},
        b: {a: "3-7!", c: "3-7", d: "7-0f"},
        c: {a: "0-7", b: "7-3", d: "7-6"},
        d: {a: "6-4*", b: "0-7f", c: "6-7"},
    }
    stage = Stage("Group", Form.ROUND_ROBIN, rounds=3, length=7, tiebreaks=("head-to-head", "difference", "ratio"))
    notes = ("A win counts 1, a loss 0.", "! the record has errors; the claimed result counts.")
    found = (
        Diagnostic(
            "rr/1.mat",
            "M412",
            "faulty-counted",
            "warning",
            "{left} - {right} has {n} errors and counts with its claimed result.",
            {"left": a, "right": b, "n": 2},
            match=1,
        ),
        Diagnostic(
            "rr/other.mat", "M413", "unplaced", "warning", "No stage has a pairing {left} - {right}.", {"left": "Nobody", "right": d}
        ),
        Diagnostic("event.toml", "M407", "missing-record", "note", "{left} - {right} has no record.", {"left": a, "right": c}, line=7),
        Diagnostic("rr/3.mat", "M409", "result-differs", "error", "The record says {score}.", {"score": "6-4"}, match=1, line=90, column=3),
    )
    files = (
        FileResult("rr/1.mat", "mat", "gnubg", "utf-8"),
        FileResult(
            "rr/junk.mat",
            unreadable=True,
            diagnostics=(Diagnostic("rr/junk.mat", "T102", "no-match", "error", "Nothing in the input is a match.", {}),),
        ),
        FileResult("rr/a.rar", unreadable=True, trouble=(3, "Unpack it first: this kind of archive is not read.")),
        FileResult("readme.txt", skipped=True),
    )
    ratings = (Rated(a, 1500, 1523.4567, 0, 21, 3), Rated(c, 1600.5, 1588.25, 100, 114, 2))
    event = Event("Kup | Kupa 2024", tuple(Player(name) for name in names), (stage,), date="2024-05-19")
    table = Table(stage, lines, results, notes, cross)
    return Scored(event, (first, second, third, other), (table,), found, ratings, "fibs", files, ("Ratings leave forfeits out.",))


def swiss() -> Scored:
    """Twenty-two players and three rounds: the lower half loses to the upper half, a bye, a forfeit, a round missed."""
    names = [f"Player {number:02}" for number in range(1, 23)]
    stage = Stage("Main", Form.SWISS, rounds=3, length=5, tiebreaks=("buchholz", "median-buchholz"))
    wall: dict[str, tuple[str, ...]] = {}
    results: list[Result] = []
    lines: list[Line] = []
    for at, name in enumerate(names):
        cells = []
        for number in (1, 2, 3):
            other = at + 11 if at < 11 else at - 11
            cells.append(f"{other + 1}{'W' if at < 11 else 'L'}")
            if at < 11:
                results.append(result("Main", number, name, names[other], (5, at % 5), length=5))
        wall[name] = tuple(cells)
        points = 3.0 if at < 11 else 0.0
        lines.append(
            line(
                1 if at < 11 else 12,
                name,
                int(points),
                3 - int(points),
                15,
                6,
                {"buchholz": 4.5 if at else 5, "median-buchholz": 2},
                points=points,
            )
        )
    wall[names[0]] = ("-B", "12F", "12W*")
    wall[names[21]] = ("-", "11U", "?D!")
    return Scored(Event("", (), (stage,)), (), (Table(stage, tuple(lines), tuple(results), wall=wall),), ())


def elimination(names: tuple[str, ...] = ("Ana", "Bojan", "Cem", "Deniz", "Esra", "Filip", "Goran")) -> Scored:
    """Seven players in a bracket of eight: a bye, a forfeit, a match with errors, the final not played yet."""
    ana, bojan, cem, deniz, esra, filip, goran = names
    stage = Stage("Knock-out", Form.SINGLE_ELIMINATION, lengths=(5, 7, 11))
    quarter = (
        result("Knock-out", 1, ana, None, None, Kind.BYE, winner="left"),
        result("Knock-out", 1, cem, bojan, (5, 4), sources=("1.mat",), length=5, faulty=True),
        result("Knock-out", 1, deniz, esra, (3, 5), length=5),
        result("Knock-out", 1, filip, goran, None, Kind.FORFEIT, winner="right", length=5),
    )
    semi = (
        result("Knock-out", 2, ana, cem, (7, 5)),
        result("Knock-out", 2, esra, goran, (6, 5), complete=False, winner=None),
    )
    semi = (semi[0], Result("Knock-out", 2, esra, goran, (6, 5), None, Kind.TYPED, 7, "director", complete=False))
    slots = (
        Slot("1.1", 1, "Quarterfinal", ana, "bye", quarter[0], "2.1"),
        Slot("1.2", 1, "Quarterfinal", bojan, cem, quarter[1], "2.1"),
        Slot("1.3", 1, "Quarterfinal", deniz, esra, quarter[2], "2.2"),
        Slot("1.4", 1, "Quarterfinal", filip, goran, quarter[3], "2.2"),
        Slot("2.1", 2, "Semifinal", ana, cem, semi[0], "3.1"),
        Slot("2.2", 2, "Semifinal", esra, goran, semi[1], "3.1"),
        Slot("3.1", 3, "Final", ana, None, None),
    )
    lines = (
        line(1, ana, 2, 0, 7, 5, {}),
        line(3, cem, 1, 1, 10, 11, {}),
        line(5, bojan, 0, 1, 4, 5, {}, shared=True),
    )
    event = Event("Open", tuple(Player(name) for name in names), (stage,))
    return Scored(event, (), (Table(stage, lines, (*quarter, *semi), bracket=slots),), ())


def double_elimination() -> Scored:
    """Four players; the winner of the losers' side wins the final, and it is played again."""
    stage = Stage("Main", Form.DOUBLE_ELIMINATION, length=5)
    played = {
        "W1.1": ("Ana", "Bo", (5, 1)),
        "W1.2": ("Cem", "Dea", (5, 2)),
        "W2.1": ("Ana", "Cem", (5, 3)),
        "L1.1": ("Bo", "Dea", (5, 4)),
        "L2.1": ("Cem", "Bo", (5, 0)),
        "F1": ("Ana", "Cem", (1, 5)),
        "F2": ("Ana", "Cem", (5, 4)),
    }
    feeds = {"W1.1": "W2.1", "W1.2": "W2.1", "W2.1": "F1", "L1.1": "L2.1", "L2.1": "F1", "F1": "F2"}
    drops = {"W1.1": "L1.1", "W1.2": "L1.1", "W2.1": "L2.1", "F1": "F2"}
    titles = {"W1.1": "Round 1", "W1.2": "Round 1", "W2.1": "Winners' final", "L1.1": "Losers 1", "L2.1": "Losers' final", "F1": "Final"}
    results = {key: result("Main", None, left, right, score, length=5) for key, (left, right, score) in played.items()}
    slots = tuple(
        Slot(key, int(key[1]), titles.get(key, "Second final"), left, right, results[key], feeds.get(key), drops.get(key))
        for key, (left, right, _) in played.items()
    )
    return Scored(Event("Double", (), (stage,)), (), (Table(stage, (), tuple(results.values()), bracket=slots),), ())


def turkish_league() -> Scored:
    """Four players; twice two are tied, and head-to-head puts the one with the lower difference ahead."""
    stage = Stage(
        "1. Lig",
        Form.LEAGUE,
        length=7,
        points=Points(2, 1),
        tiebreaks=("head-to-head", "head-to-head-difference", "difference", "points-won"),
        preset="turkish-league",
    )
    lines = (
        line(1, "İsmail Şahin", 2, 1, 16, 13, breaks(1, 3, 16), points=5.0),
        line(2, "Iğdır Öz", 2, 1, 19, 10, breaks(0, 9, 19), points=5.0),
        line(3, "Ümit", 1, 2, 11, 20, breaks(1, -9, 11), points=4.0),
        line(4, "Şule", 1, 2, 13, 16, breaks(0, -3, 13), points=4.0),
    )
    results = (
        result("1. Lig", 1, "İsmail Şahin", "Iğdır Öz", (7, 5), sources=("lig.csv:2",)),
        result("1. Lig", 1, "Ümit", "Şule", (7, 6), sources=("lig.csv:3",)),
        result("1. Lig", 2, "Iğdır Öz", "Ümit", (7, 3), sources=("lig.csv:4",)),
        result("1. Lig", 2, "İsmail Şahin", "Şule", (2, 7), sources=("lig.csv:5",)),
        result("1. Lig", 3, "İsmail Şahin", "Ümit", (7, 1), sources=("lig.csv:6",)),
        result("1. Lig", 3, "Iğdır Öz", "Şule", (7, 0), sources=("lig.csv:7",)),
    )
    cross = {
        "İsmail Şahin": {"Iğdır Öz": "7-5", "Ümit": "7-1", "Şule": "2-7"},
        "Iğdır Öz": {"İsmail Şahin": "5-7", "Ümit": "7-3", "Şule": "7-0"},
        "Ümit": {"İsmail Şahin": "1-7", "Iğdır Öz": "3-7", "Şule": "7-6"},
        "Şule": {"İsmail Şahin": "7-2", "Iğdır Öz": "0-7", "Ümit": "6-7"},
    }
    return Scored(Event("Lig 2024", (), (stage,)), (), (Table(stage, lines, results, cross=cross),), ())


def breaks(head: float | None, difference: float, won: float) -> dict[str, float | None]:
    return {"head-to-head": head, "head-to-head-difference": None, "difference": difference, "points-won": won}


def hostile() -> Scored:
    return round_robin(HOSTILE)


EVENTS = {
    "round-robin": round_robin,
    "swiss": swiss,
    "elimination": elimination,
    "double-elimination": double_elimination,
    "turkish-league": turkish_league,
    "hostile": hostile,
}
