"""Names: which spellings are one, which are near, and whose they are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavla_cli.tournament.model import Player
from tavla_cli.tournament.names import AmbiguousName, Roster, key, near, nearest, same


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ŞÜKRÜ_ÖĞÜT", "Sukru Ogut"),
        ("IŞIK, Ayşe", "ayse isik"),
        ("İSMAİL", "ısmaıl"),
        ("Iğdır", "ığdir"),
        ("Ismail", "İsmail"),
        ("Çağrı Ünlü", "cagri unlu"),
        ("Đorđe Živković", "Djordje Zivkovic"),
        ("Ђорђе Живковић", "Dorde Zivkovic"),
        ("Ljubica Njegoš", "Љубица Његош"),
        ("Џон Петровић", "Petrovic Dzon"),
        ("Ali Can", "can  ALİ"),
        ("VeliAli", "Ali Veli"),
        ("ali_veli", "AliVeli"),
        ("O'Brien", "OBrien"),
        ("Ana-Marija Kos", "Ana Marija Kos"),
        ("e\u0301mile", "Émile"),
    ],
)
def test_one_name(one: str, other: str) -> None:
    assert same(one, other) and same(other, one) and near(one, other)


@pytest.mark.parametrize(("one", "other"), [("Ali", "Veli"), ("Ali Can", "Ali Cem"), ("", "Ali"), ("Ayşe 1", "Ayşe 2"), ("..", "--")])
def test_two_names(one: str, other: str) -> None:
    assert not same(one, other)


@pytest.mark.parametrize(
    ("one", "other", "is_near"),
    [
        ("A. Yılmaz", "Ayşe Yılmaz", True),
        ("Yılmaz", "Ayşe Yılmaz", True),
        ("Ayse Yilmas", "Ayşe Yılmaz", True),
        ("Mueller", "Müller", True),
        ("A. Y.", "Ayşe Yılmaz", False),
        ("Bob", "Rob", False),
        ("Mehmet Öz", "Ayşe Yılmaz", False),
        ("", "", False),
    ],
)
def test_near(one: str, other: str, is_near: bool) -> None:
    assert (near(one, other), near(other, one)) == (is_near, is_near)


def test_nearest() -> None:
    known = ["Ayşe Yılmaz", "Mehmet Öz", "Can Işık"]
    assert [nearest(name, known) for name in ("Ayse Yilmas", "mehmed oz", "C. Işık", "Zoe")] == [*known, None]


PLAYERS = (
    Player("Ayşe Yılmaz", ("ayse42", "Ayşe Y.")),
    Player("Ali Can"),
    Player("Can Ali"),
    Player("Nada"),
    Player("Nadja"),
    Player("Đorđe Ilić", ("Ђока",)),
)


@pytest.mark.parametrize(
    ("spelling", "player"),
    [
        ("YILMAZ_AYSE", "Ayşe Yılmaz"),
        ("Ayse42", "Ayşe Yılmaz"),
        ("ayşey", "Ayşe Yılmaz"),
        ("ALİ CAN", "Ali Can"),
        ("can_ali", "Can Ali"),
        ("alican", None),  # the letters of two players: only the exact spelling means one of them
        ("Can, Ali", None),
        ("NADA", "Nada"),
        ("nadja", "Nadja"),
        ("Náda", None),
        ("Djoka", "Đorđe Ilić"),
        ("Ilic Djordje", "Đorđe Ilić"),
        ("Zoe", None),
        ("", None),
    ],
)
def test_resolve(spelling: str, player: str | None) -> None:
    found = Roster(PLAYERS).resolve(spelling)
    assert (found.name if found else None) == player


def test_nearest_player_by_alias() -> None:
    assert [Roster(PLAYERS).nearest(name) for name in ("ayse43", "Dorde Ilik", "Zoe")] == ["Ayşe Yılmaz", "Đorđe Ilić", None]


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        ([Player("Ali", ("x",)), Player("Veli", ("X",))], '"X" would be both Ali and Veli.'),
        ([Player("Ayşe"), Player("Veli", ("ayse",))], '"ayse" would be both Ayşe and Veli.'),
        ([Player("Ali Can"), Player("ALİ_CAN")], '"ALİ_CAN" would be both Ali Can and ALİ_CAN.'),
    ],
)
def test_ambiguous(players: list[Player], sentence: str) -> None:
    with pytest.raises(AmbiguousName) as error:
        Roster(players)
    assert str(error.value) == sentence


@given(st.text(max_size=40), st.text(max_size=40))
def test_any_text(one: str, other: str) -> None:
    assert same(one, one) and same(one, other) == same(other, one) and near(one, other) == near(other, one)
    assert key(one) == key(one.swapcase()) or one.swapcase().swapcase() != one
