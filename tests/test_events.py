"""Event files and CSV files of results: what they mean, and which contradict themselves."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavla_cli.source import printable
from tavla_cli.tournament import files
from tavla_cli.tournament.director import shown
from tavla_cli.tournament.experience import experience_text, read_experience
from tavla_cli.tournament.files import BadEvent, event_of_results, read_event
from tavla_cli.tournament.model import Event, Form, Intake, Kind, Player, Points, Rated, Result, Stage
from tavla_cli.tournament.score import score
from tavla_cli.tournament.sheets import Claim, read_claims
from tavla_cli.tournament.typed import Typed, round_of, typed

DOCS = Path(__file__).parents[1] / "docs" / "events.md"


def event(tmp_path: Path, text: str, encoding: str = "utf-8", **sheets: str) -> Event:
    for name, sheet in sheets.items():
        (tmp_path / f"{name}.csv").write_text(sheet, encoding=encoding)
    path = tmp_path / "event.toml"
    path.write_text(text, encoding=encoding)
    return read_event(str(path))


def refused(tmp_path: Path, text: str, **sheets: str) -> str:
    with pytest.raises(BadEvent) as error:
        event(tmp_path, text, **sheets)
    return str(error.value).removeprefix(f"{tmp_path / 'event.toml'}: ")


# ---- TOML


def test_whole_event(tmp_path: Path) -> None:
    text = """
        name = "Open"
        date = 2026-03-01
        length = 7
        rating = "fibs"

        [points]
        win = 2
        loss = 1
        bye_score = "7-0"

        [[players]]
        name = "Ann"
        aliases = ["ann1"]
        seed = 1
        rating = 1600
        experience = 40
        club = "North"
        withdrawn = 2
        [[players]]
        name = "Bob"
        [[players]]
        name = "Cem"

        [[stages]]
        name = "Swiss"
        format = "Swiss"
        rounds = 2
        lengths = [5, 7]
        tiebreaks = ["Buchholz", "ikili averaj"]

        [[stages]]
        name = "Final"
        format = "single_elimination"
        from = { stage = "Swiss", ranks = [1, 2] }
        points = { win = 1 }

        [[results]]
        stage = "swiss"
        round = 1
        left = "ann1"
        right = "BOB"
        score = [9, 3]

        [[results]]
        stage = "Swiss"
        round = 1
        left = "Cem"
        kind = "bye"

        [[placed]]
        path = "x.mat"
        match = 2
        stage = "final"
        round = 1
    """
    points = Points(win=2, loss=1, draw=1.5, bye=2, forfeit_win=2, forfeit_loss=0, unplayed=0, bye_score=(7, 0))
    assert event(tmp_path, text) == Event(
        name="Open",
        players=(Player("Ann", ("ann1",), 1, 1600.0, 40, "North", 2), Player("Bob"), Player("Cem")),
        stages=(
            Stage(
                "Swiss",
                Form.SWISS,
                rounds=2,
                length=7,
                lengths=(5, 7),
                points=points,
                tiebreaks=("buchholz", "head-to-head-difference"),
            ),
            Stage("Final", Form.SINGLE_ELIMINATION, Intake("Swiss", ranks=(1, 2)), length=7, points=Points()),
        ),
        results=(
            Result("Swiss", 1, "Ann", "Bob", (5, 3), "left", Kind.TYPED, 5, "director", sources=("event.toml result 1",)),
            Result("Swiss", 1, "Cem", None, None, "left", Kind.BYE, 5, "director", sources=("event.toml result 2",)),
        ),
        placed=(("x.mat#2", "Final", 1),),
        rating="fibs",
        date="2026-03-01",
    )


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1254"])
def test_encodings(tmp_path: Path, encoding: str) -> None:
    text = 'name = "Bornova Ligi"\nformat = "league"\nplayers = ["Ayşe Yılmaz", "Şükrü Öğüt", "Çağrı Işık", "Gülşah İnce"]\ncsv = "a.csv"\n'
    found = event(tmp_path, text, encoding, a="oyuncu1;oyuncu2;skor\nŞÜKRÜ ÖĞÜT;Ayşe Yılmaz;5-3\n")
    assert [player.name for player in found.players] == ["Ayşe Yılmaz", "Şükrü Öğüt", "Çağrı Işık", "Gülşah İnce"]
    assert [shown(result) for result in found.results] == ["Şükrü Öğüt - Ayşe Yılmaz 5-3"]


def test_preset_brings_its_points(tmp_path: Path) -> None:
    (stage,) = event(tmp_path, 'name = "Lig"\nformat = "league"\ntiebreaks = "turkish-league"\nplayers = ["A", "B"]').stages
    assert (stage.preset, stage.points.win, stage.points.loss) == ("turkish-league", 2, 1)


HEAD = 'name = "Results"\nplayers = ["Ann", "Bob", "Cem"]\n'
SWISS = HEAD + '[[stages]]\nname = "S"\nformat = "swiss"\nrounds = 3\nlength = 5\n'


def typed_result(**values: str) -> str:
    return "[[results]]\n" + "".join(f"{key} = {value}\n" for key, value in values.items())


AB = typed_result(left='"Ann"', right='"Bob"', score='"5-3"')


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("name = ", "It is no TOML: Invalid value (at end of document)."),
        ("nam = 'x'", 'There is no key "nam" in the event. Did you mean "name"? The keys are name, date'),
        ("length = 0x" + "f" * 5000, 'The key "length" of the event is a number from 0 to 9999, not "a number too large".'),
        ("length = " + "9" * 5000, "It is no TOML: "),
        ('players = ["Ann", "Ann"]', '"Ann" is among the players twice.'),
        ('players = ["Ann", "ANN"]', 'Two players cannot be told apart: "ANN" would be both Ann and ANN.'),
        ("players = [1]", 'The player 1 is a table of keys and values, not "1".'),
        ('[[players]]\nname = "Ann"\nseed = 1\n[[players]]\nname = "Bob"\nseed = 1', "Ann and Bob both have seed 1."),
        ('[[players]]\nname = "Ann"\nwithdrawn = true', 'The key "withdrawn" of player Ann is a number from 0 to 999, not "True".'),
        (HEAD + '[[stages]]\nname = "S"', 'The stage "S" has no format. The formats are round-robin, swiss'),
        (HEAD + '[[stages]]\nname = "S"\nformat = "swis"', 'There is no format "swis" (stage "S"). Did you mean "swiss"?'),
        (
            HEAD + 'format = "swiss"\n[[stages]]\nname = "S"\nformat = "swiss"',
            'The key "format" belongs into a stage: the event has [[stages]].',
        ),
        (SWISS + 'tiebreaks = ["buchholtz"]', 'There is no tie-break "buchholtz" (stage "S"). Did you mean "buchholz"?'),
        (SWISS + "lengths = [5]", 'The stage "S" has 3 rounds and 1 lengths.'),
        (SWISS + 'groups.A = ["Ann"]', 'The stage "S" has groups, and its format is swiss.'),
        (SWISS + 'rules = "nonsense"', 'The rules of stage "S": There is no preset and no file "nonsense".'),
        (HEAD + 'format = "lives"', 'The stage "Results" does not say how many lives a player has: lives = 3.'),
        (SWISS + 'from = "Q"', 'The stage "S" takes its players from "Q", and there is no such stage.'),
        (
            SWISS + 'from = { stage = "T" }\n[[stages]]\nname = "T"\nformat = "swiss"',
            'The stage "S" takes its players from "T", which does not come before it.',
        ),
        (
            SWISS + '[[stages]]\nname = "T"\nformat = "swiss"\nfrom = { stage = "S", losers_of_rounds = [4] }',
            'The stage "T" takes the losers of round 4, and "S" has 3 rounds.',
        ),
        (
            SWISS + '[[stages]]\nname = "T"\nformat = "swiss"\nfrom = { stage = "S", ranks = [4, 2] }',
            'The ranks of from of stage "T" are two numbers, the better one first, such as [1, 8].',
        ),
        (SWISS + '[[stages]]\nname = "s"\nformat = "swiss"', 'Two stages are called "S".'),
        (
            HEAD + 'format = "single-elimination"\nbracket = ["Ann", "Bob", "Cem"]',
            'The bracket of stage "Results" has 3 places. It must be 2, 4, 8',
        ),
        (HEAD + 'format = "single-elimination"\nbracket = ["Ann", "Anna"]', '"Anna", named in stage "Results", is none of the players.'),
        (HEAD + 'format = "round-robin"\ngroups.A = ["Ann", "Bob"]\ngroups.B = ["Ann"]', 'Ann is in the groups of stage "Results" twice.'),
        (
            SWISS + AB + typed_result(left='"Bob"', right='"Ann"', score='"5-3"'),
            "event.toml result 1 says Ann - Bob 5-3, and event.toml result 2",
        ),
        (SWISS + typed_result(left='"Ann"', right='"Zoe"', score='"5-3"'), 'event.toml result 1: "Zoe" is none of the players.'),
        (SWISS + typed_result(left='"Ann"', right='"ANN"', score='"5-3"'), "event.toml result 1: Ann cannot play against himself"),
        (
            SWISS + typed_result(left='"Ann"', right='"Bob"', score='"5-5"'),
            "event.toml result 1: Ann - Bob 5-5: both would have reached 5 points.",
        ),
        (
            SWISS + typed_result(left='"Ann"', right='"Bob"', score='"5-3"', round="4"),
            'event.toml result 1: "S" has 3 rounds, and this is a result of round 4.',
        ),
        (
            SWISS + typed_result(left='"Ann"', right='"Bob"', score='"5-3"', winner='"Bob"'),
            "event.toml result 1: Ann - Bob 5-3 cannot be won by Bob.",
        ),
        (
            SWISS + typed_result(left='"Ann"', right='"Bob"', score='"5-3"', winner='"Zoe"'),
            'event.toml result 1: The winner "Zoe" is neither "Ann" nor "Bob".',
        ),
        (SWISS + typed_result(left='"Ann"', right='"Bob"', kind='"forfeit"'), "event.toml result 1: Ann - Bob (forfeit): who won?"),
        (
            SWISS + typed_result(left='"Ann"', right='"Bob"', kind='"forfit"'),
            'event.toml result 1: "forfit" is no kind of result. Did you mean "forfeit"?',
        ),
        (
            SWISS + typed_result(left='"Ann"', right='"Bob"', kind='"bye"'),
            "event.toml result 1: A bye has no opponent, and here it is Bob.",
        ),
        (
            SWISS + typed_result(left='"Ann"', kind='"forfeit"'),
            "event.toml result 1: Ann has no opponent here; without one there can only be a bye.",
        ),
        (SWISS + typed_result(left='"Ann"', right='"Bob"', score='"soon"'), 'event.toml result 1: "soon" is no score.'),
        (SWISS + typed_result(left='"Ann"', right='"Bob"', stage='"X"', score='"5-3"'), 'event.toml result 1: There is no stage "X".'),
        (SWISS + '[[placed]]\npath = "a"\nround = 4', 'Placed 1 (a): "S" has 3 rounds, not 4.'),
        (SWISS + '[[placed]]\npath = "a"\nround = 1\n[[placed]]\npath = "a"\nround = 2', "a is placed twice, in different rounds."),
        (SWISS + '[[placed]]\npath = "a"\nstage = "Sw"', 'Placed 1 (a): there is no stage "Sw".'),
        (HEAD + 'csv = "gone.csv"', "gone.csv: It cannot be opened"),
    ],
)
def test_refused(tmp_path: Path, text: str, sentence: str) -> None:
    assert sentence in refused(tmp_path, text)


def test_consolation_must_say_whom_it_takes(tmp_path: Path) -> None:
    main = HEAD + '[[stages]]\nname = "M"\nformat = "single-elimination"\nconsolation = "C"\n'
    assert "there is no such stage" in refused(tmp_path, main)
    assert "does not say whom it takes" in refused(tmp_path, main + '[[stages]]\nname = "C"\nformat = "single-elimination"')


def test_pairing_and_its_result_are_one(tmp_path: Path) -> None:
    unplayed = typed_result(left='"Bob"', right='"Ann"', round="2", kind='"unplayed"')
    found = event(tmp_path, SWISS + unplayed + AB)
    assert [(shown(result), result.round, result.kind) for result in found.results] == [("Bob - Ann 3-5", 2, Kind.TYPED)]


def test_two_meetings_of_a_double_round(tmp_path: Path) -> None:
    league = HEAD + 'format = "league"\ndouble = true\nlength = 5\n'
    found = event(tmp_path, league + AB + typed_result(left='"Bob"', right='"Ann"', score='"5-3"'))
    assert [shown(result) for result in found.results] == ["Ann - Bob 5-3", "Bob - Ann 5-3"]
    other = typed_result(left='"Ann"', right='"Bob"', score='"3-5"')
    assert "says Ann - Bob 5-3, and" in refused(tmp_path, league + AB + other)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"score": '"5-3"'}, ("left", True, (5, 3))),
        ({"score": '"4-3"'}, (None, False, (4, 3))),
        ({"score": '"4-3"', "kind": '"settled"'}, ("left", True, (4, 3))),
        ({"score": '"4-3"', "kind": '"settled"', "winner": '"right"'}, ("right", True, (4, 3))),
        ({"score": '"4-3"', "winner": '"left"'}, ("left", True, (4, 3))),
        ({"score": '"8-3"'}, ("left", True, (5, 3))),
        ({"score": '"L"'}, ("right", True, None)),
        ({"score": '"D"'}, (None, True, None)),
        ({"kind": '"walkover"', "winner": '"Bob"'}, ("right", True, None)),
        ({"kind": '"forfeit"', "winner": '"nobody"'}, (None, True, None)),
        ({"score": '"7-2"', "length": "7"}, ("left", True, (7, 2))),
        ({}, (None, False, None)),
    ],
)
def test_who_wins(tmp_path: Path, values: dict[str, str], expected: tuple[object, ...]) -> None:
    (result,) = event(tmp_path, SWISS + typed_result(left='"Ann"', right='"Bob"', **values)).results
    assert (result.winner, result.complete, result.score) == expected


# ---- CSV


@pytest.mark.parametrize(
    "sheet",
    [
        "round;left;right;score\n3;Ann;Bob;5-3\n",
        "tur;oyuncu1;oyuncu2;skor\n3. tur;Ann;Bob;5:3\n",
        "kolo;igrač1;igrač2;rezultat\n3;Ann;Bob;5 : 3\n",
        "коло;играч1;играч2;резултат\n3;Ann;Bob;5-3\n",
        "Round,Player 1,Player 2,Result\nR3,Ann,Bob,5–3\n",
        "round\tplayer1\tplayer2\tscore1\tscore2\n3\tAnn\tBob\t5\t3,0\n",
        "sep=;\nNot;Tur;Oyuncu 1;Oyuncu 2;Sonuç\nx;3;Ann;Bob;5-3\n\n;;;;\n",
    ],
)
def test_headings(tmp_path: Path, sheet: str) -> None:
    path = tmp_path / "a.csv"
    path.write_text(sheet, encoding="utf-8-sig")
    line = sheet.split("\n").index(next(line for line in sheet.split("\n") if "Ann" in line)) + 1 - sheet.startswith("sep=")
    assert read_claims(str(path)) == [Claim(f"a.csv:{line}", "Ann", "Bob", round=3, score=(5, 3))]


def test_every_column(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("aşama;tur;oyuncu1;oyuncu2;skor;tür;uzunluk;kazanan\nGrup A;1;Ann;Bob;7-2;hükmen;7;ann\n", encoding="cp1254")
    assert read_claims(str(path)) == [Claim("a.csv:2", "Ann", "Bob", "Grup A", 1, (7, 2), "left", Kind.FORFEIT, 7)]


def test_games_are_added_up(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("tur;oyuncu1;oyuncu2;oyun;skor\n1;Ann;Bob;1;2-0\n1;Cem;Dora;1;1-0\n1;Ann;Bob;3;4-0\n1;Ann;Bob;2;0-3\n")
    assert [(claim.left, claim.score, claim.game) for claim in read_claims(str(path))] == [("Ann", (6, 3), None), ("Cem", (1, 0), None)]


@pytest.mark.parametrize(
    ("sheet", "sentence"),
    [
        ("", "It is empty."),
        ("a;b;c\n1;2;3\n", "No column is headed left."),
        ("left;rigth;score\nAnn;Bob;5-3\n", 'No column is headed right. Did you mean "right"?'),
        ("left;right;score;result\nAnn;Bob;5-3;5-3\n", 'Two columns are headed "score" and "result", which is the same.'),
        ("left;right\nAnn;Bob\n", "No column is headed score."),
        ("left;right;score\nAnn;Bob;05.Mar\n", 'a.csv:2: "05.Mar" is a date and no score.'),
        ("left;right;score\nAnn;Bob;2025-03-05\n", 'a.csv:2: "2025-03-05" is a date and no score.'),
        ("left;right;score\nAnn;Bob;five\n", 'a.csv:2: "five" is no score.'),
        ("round;left;right;score\nx;Ann;Bob;5-3\n", 'a.csv:2: "x" is no round.'),
        ("left;right;score;game\nAnn;Bob;2-0;1\nAnn;Bob;1-0;1\n", "a.csv:3: Of Ann - Bob, game 1 is there twice."),
        ("left;right;score;game\nAnn;Bob;2-0;2\n", "a.csv:2: Of Ann - Bob, game 1 is missing."),
        ("left;right;score\n;;5-3\n", "a.csv:2: A result without players."),
    ],
)
def test_bad_sheets(tmp_path: Path, sheet: str, sentence: str) -> None:
    path = tmp_path / "a.csv"
    path.write_text(sheet)
    with pytest.raises(BadEvent) as error:
        read_claims(str(path))
    assert sentence in str(error.value)


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("5-3", Typed((5, 3))),
        ("5:3", Typed((5, 3))),
        ("5,0 - 3,0", Typed((5, 3))),
        ("W", Typed(winner="left")),
        ("G", Typed(winner="left")),
        ("poraz", Typed(winner="right")),
        ("H", Typed(winner="left", kind=Kind.FORFEIT)),
        ("hükmen mağlup", Typed(winner="right", kind=Kind.FORFEIT)),
        ("0-5 H", Typed((0, 5), kind=Kind.FORFEIT)),
        ("w.o.", Typed(winner="left", kind=Kind.WALKOVER)),
        ("4-2 (settled)", Typed((4, 2), kind=Kind.SETTLED)),
        ("BAY", Typed(kind=Kind.BYE)),
        ("-", Typed(kind=Kind.UNPLAYED)),
        ("", Typed(kind=Kind.UNPLAYED)),
    ],
)
def test_cells(cell: str, expected: Typed) -> None:
    assert typed(cell, "here") == expected


@pytest.mark.parametrize(
    ("text", "round"),
    [
        ("Round 3", 3),
        ("R3", 3),
        ("tur3", 3),
        ("3. tur", 3),
        ("3.Tur", 3),
        ("kolo 3", 3),
        ("3. kolo", 3),
        ("1st", 1),
        ("03", 3),
        ("Hafta 12", 12),
        ("Final", 4),
        ("Semifinal Match 3", 3),
        ("Quarter-final", 2),
        ("Yarı Final", 3),
        ("четвртфинале", 2),
        ("Round 0", None),
        ("", None),
        ("iter_0328", None),
        ("Tableau Or 2", None),
        ("2nd Chance Round 3", None),
    ],
)
def test_rounds(text: str, round: int | None) -> None:
    assert round_of(text, 4) == round


def test_results_alone_are_an_event(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("left;right;score\nAnn;Bob;5-3\nbob;Cem;5-1\nCem;bye;\n")
    found = event_of_results([str(path)])
    assert [player.name for player in found.players] == ["Ann", "Bob", "Cem"]
    assert [shown(result) for result in found.results] == ["Ann - Bob 5-3", "Bob - Cem 5-1", "Cem (bye)"]
    assert found.open_roster and [stage.form for stage in found.stages] == [Form.OPEN]


def test_experience_there_and_back(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("oyuncu;puan;deneyim\nAyşe;1523,25;120\n'=Ann;1500;\n", encoding="cp1254")
    assert read_experience(str(path)) == {"Ayşe": (1523.25, 120), "=Ann": (1500.0, 0)}
    rated = [Rated("Ayşe", 0, 1523.25, 0, 120, 1), Rated("=Ann", 0, 1500.0, 0, 0, 1)]
    path.write_text(experience_text(rated, ";", ","), encoding="utf-8")
    assert path.read_text(encoding="utf-8") == "player;rating;experience\nAyşe;1523,2500;120\n'=Ann;1500,0000;0\n"
    assert read_experience(str(path)) == {"Ayşe": (1523.25, 120), "=Ann": (1500.0, 0)}


# ---- whatever a file holds

WORDS = st.sampled_from(
    ["Ann", "Bob", "ANN", "S", "swiss", "lives", "league", "5-3", "forfeit", "bye", "turkish-league", "a\0b", "gone.csv", ""]
)
VALUES = st.recursive(
    WORDS | st.text(max_size=8) | st.integers(-1, 5) | st.integers() | st.floats() | st.booleans(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(files.EVERY_KEY), inner, max_size=4),
    max_leaves=12,
)


def a_sentence(error: BadEvent) -> bool:
    """Whether a refusal can be shown to a person: it ends as a sentence does, and holds nothing that a terminal obeys."""
    text = str(error)
    return text == printable(text) and text[-1:] in (".", "?")


@settings(max_examples=400)
@given(st.dictionaries(st.sampled_from(files.EVERY_KEY), VALUES, max_size=6))
def test_any_values(values: dict[str, object]) -> None:
    try:
        event = files.event_of({"players": ["Ann", "Bob"], **values}, "", "event.toml")
    except BadEvent as error:
        assert a_sentence(error)
    else:
        assert len(score(event, []).tables) == len(event.stages)


@given(
    st.binary(max_size=200)
    | st.text(";,\t\n\"'=0123456789-:abcAB", max_size=200).map(lambda text: ("left;right;score;game\n" + text).encode())
)
def test_any_bytes(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any"
    path.write_bytes(data)
    for reads in (read_event, read_claims, read_experience):
        try:
            found = reads(str(path))
        except BadEvent as error:
            assert a_sentence(error)
        else:
            assert found is not None


# ---- the page for directors


def test_examples_of_the_page(tmp_path: Path) -> None:
    page = DOCS.read_text(encoding="utf-8")
    (tmp_path / "lig.csv").write_text("tur;oyuncu1;oyuncu2;skor\n1;Ayşe Yılmaz;Mehmet Öz;5-3\n", encoding="utf-8")
    blocks = re.findall(r"^( *)```toml\n(.*?)^ *```", page, re.MULTILINE | re.DOTALL)
    forms = set()
    for indent, block in blocks:
        forms |= {stage.form for stage in event(tmp_path, re.sub(f"^{indent}", "", block, flags=re.MULTILINE)).stages}
    assert forms == set(Form)
    sheets = re.findall(r"^```\n(tur;.*?)^```", page, re.MULTILINE | re.DOTALL)
    found = []
    for number, sheet in enumerate(sheets):
        path = tmp_path / f"{number}.csv"
        path.write_text(sheet, encoding="utf-8")
        found.append([shown(result) for result in event_of_results([str(path)]).results])
    assert found == [
        [
            "Ayşe Yılmaz - Mehmet Öz 5-3",
            "Can Işık - Elif Şahin 2-5",
            "Ayşe Yılmaz - Can Işık (forfeit, Ayşe Yılmaz wins)",
            "Mehmet Öz - Elif Şahin (unplayed)",
        ],
        ["Ayşe Yılmaz - Mehmet Öz 6-3"],
    ]


def test_the_page_names_everything() -> None:
    from tavla_cli.tournament import criteria

    page = DOCS.read_text(encoding="utf-8")
    names = [*(form.value for form in Form), *(kind.value for kind in Kind if kind is not Kind.RECORD), *criteria.PRESETS]
    names += [name for name in criteria.ALL if name not in criteria.NOT_IN_RECORDS]
    assert [name for name in names if f"`{name}`" not in page] == []


def test_an_open_quote_is_named(tmp_path: Path) -> None:
    """It would swallow the lines that follow, and make a bye of them."""
    (tmp_path / "r.csv").write_text('left;right;score\n"Ann;Bob;5-3\nCem;Dora;5-3\n')
    with pytest.raises(BadEvent, match=r'A " has no second one that closes it; the last stands in line 2\.$'):
        read_claims(str(tmp_path / "r.csv"))
