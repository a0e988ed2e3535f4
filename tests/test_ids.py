"""XGIDs and GNU IDs, both ways: worked examples, round trips, and texts that are no ID."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavla_cli.board.ids import BadId, Setup, match_id, position_id, read_id, xgid
from tavla_cli.board.position import STARTS, Position, flipped, problem

START = "-b----E-C---eE---c-e----B-"

# XGID without its prefix, GNU position ID and match ID of the same state.
PAIRS = [
    (f"{START}:0:0:1:31:0:0:0:7:10", "4HPwATDgc/ABMA:cInlAAAAAAAE"),
    ("b-A-BaC-D---cB---bBcbb--A-:1:-1:1:52:3:1:0:9:10", "2M7ggGAy58FgIA:QYkqARAAGAAE"),
    ("-CDBCB------------a-bcccb-:2:1:1:00:0:0:3:0:10", "u7sJAIB7uwEAAA:UgkAAAAAAAAA"),
    ("-BBBBB-A-----A---a-bbccbb-:0:0:1:63:6:4:1:7:10", "290mAADbNoEAAA:8AnvAEAAMAAE"),
    ("-b-BB-D-C---dB---c-d-b--B-:0:0:1:D:4:2:0:7:10", "mOfgATBsnoMBMA:cBHgACAAIAAE"),
    ("-b-BB-D-C---dB---c-d-b--B-:0:0:-1:64:4:2:0:7:10", "bJ6DATCY5+ABMA:MAHzACAAIAAE"),
    ("-B-CBBB---a---A---ABcbbbd-:1:-1:1:21:3:6:0:7:10", "b9sBCIC5bYDQAA:QQnlAGAAGAAE"),
    ("---aBBCCCB----a-aa-babbbb-:1:1:1:00:1:2:0:9:10", "29aUAAjY7m4AAA:UQkgASAACAAE"),
    ("---BBaB-BbA-bC-b--BdAca---:0:0:1:00:0:5:0:9:10", "dB7GGAJsZuJgAg:cAkgAVAAAAAE"),
    (f"{START}:0:0:1:00:0:0:3:0:10", "4HPwATDgc/ABMA:cAkAAAAAAAAA"),
    (f"{START}:0:0:1:13:0:0:0:0:0", "4HPwATDgc/ABMA:cIkFAAAAAAAE"),
    (f"{START}:0:0:1:13:4:1:1:5:10", "4HPwATDgc/ABMA:8ImlABAAIAAE"),
    (f"{START}:0:0:1:13:4:1:0:5:10", "4HPwATDgc/ABMA:cImlABAAIAAE"),
]


@pytest.mark.parametrize(("text", "gnu"), PAIRS)
def test_xgid_to_both(text: str, gnu: str) -> None:
    for spelling in (text, "XGID=" + text, f"  xgid={text}\r\n"):
        setup = read_id(spelling)
        assert (xgid(setup), f"{position_id(setup.position)}:{match_id(setup)}") == ("XGID=" + text, gnu)


@pytest.mark.parametrize(("text", "gnu"), PAIRS)
def test_gnu_to_both(text: str, gnu: str) -> None:
    """A match ID has the larger die first, and knows no beavers and no cube limit; everything else survives."""
    setup = read_id(gnu)
    wanted = read_id(text)
    dice = None if wanted.dice is None else (max(wanted.dice), min(wanted.dice))
    assert setup == replace(wanted, dice=dice, beavers=False, max_cube=1024)
    assert f"{position_id(setup.position)}:{match_id(setup)}" == gnu


def test_whole_setup() -> None:
    bottom = bytes([0, 0, 0, 2, 2, 0, 4, 0, 3, *[0] * 4, 2, *[0] * 10, 2, 0])
    top = bytes([0, 0, 0, 0, 2, 0, 4, 0, 3, *[0] * 4, 4, *[0] * 10, 2, 0])
    assert read_id("-b-BB-D-C---dB---c-d-b--B-:1:1:-1:64:4:2:0:7:8") == Setup(
        Position(top, bottom), dice=(6, 4), cube=2, owner=-1, score=(2, 4), length=7, max_cube=256, upper=False
    )
    assert read_id("-b-BB-D-C---dB---c-d-b--B-:1:1:1:B:4:2:2:0:0") == Setup(
        Position(bottom, top), cube=2, owner=1, score=(4, 2), beavers=True, max_cube=1, offer="B"
    )
    assert read_id("4HPwATDgc/ABMA") == Setup(STARTS["standard"])


def test_player_on_roll_is_turned_upper() -> None:
    setup = read_id("-b-BB-D-C---dB---c-d-b--B-:1:1:-1:64:4:2:0:7:10")
    assert xgid(replace(setup, upper=True)) == "XGID=-b--B-D-C---bD---c-d-bb-B-:1:-1:1:64:2:4:0:7:10"


def test_more_match_ids() -> None:
    """Dice in rolled order; the state after a take, and with a gammon resigned."""
    board = "b9sBCIC5bYDQAA:"
    assert (read_id(board + "QYnoAGAAGAAE").dice, match_id(read_id(board + "QYnoAGAAGAAE"))) == ((1, 2), "QQnlAGAAGAAE")
    offered = read_id("-b-BB-D-C---dB---c-d-b--B-:0:0:1:D:4:2:0:7:10")
    assert match_id(replace(offered, offer="", cube=2, owner=-1)) == "QQngACAAIAAE"
    assert match_id(replace(offered, offer="", resigned=2)) == "cEHgACAAIAAE"
    assert read_id("mOfgATBsnoMBMA:cEHgACAAIAAE") == replace(offered, offer="", resigned=2)


def test_empty_board() -> None:
    assert position_id(Position(bytes(26), bytes(26))) == "AAAAAAAAAAAAAA"
    gone = bytes([15, *[0] * 25])
    assert read_id("AAAAAAAAAAAAAA") == Setup(Position(gone, gone))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "bad-id"),
        ("XGID=", "bad-id"),
        ("4HPwATDgc/ABM", "bad-id"),
        ("4HPwATDgc/ABMB", "bad-id"),  # the last character holds more than the 80 bits
        ("4HPwATDgc/ABM=", "bad-id"),
        ("AAAAAAAAAAAACA", "bad-id"),  # something behind the position
        ("4HPwATDgc/ABMA:", "bad-id"),
        ("4HPwATDgc/ABMA:cInlAAAAAAA", "bad-id"),
        ("4HPwATDgc/ABMA:YInlAAAAAAAE", "bad-id"),  # owner 2
        ("4HPwATDgc/ABMA:cIkBAAAAAAAE", "bad-id"),  # one die
        ("4HPwATDgc/ABMA:cInlAAAAAAAg", "bad-id"),  # bits that no field has
        ("4HPwATDgc/ABMA:cIn\u0131AAAAAAAE", "bad-id"),
        ("٤HPwATDgc/ABMA", "bad-id"),
        (f"{START}:0:0:1:31:0:0:0:7", "bad-id"),
        (f"{START}:0:0:1:31:0:0:0:7:10:1", "bad-id"),
        (f"{START[1:]}:0:0:1:31:0:0:0:7:10", "bad-id"),
        (f"{START[:25]}Q:0:0:1:31:0:0:0:7:10", "bad-id"),
        (f"{START}:0:2:1:31:0:0:0:7:10", "bad-id"),
        (f"{START}:0:0:0:31:0:0:0:7:10", "bad-id"),
        (f"{START}:0:0:1:71:0:0:0:7:10", "bad-id"),
        (f"{START}:0:0:1:30:0:0:0:7:10", "bad-id"),
        (f"{START}:0:0:1:31:-1:0:0:7:10", "bad-id"),
        (f"{START}:0:0:1:31:0:0:2:7:10", "bad-id"),
        (f"{START}:0:0:1:31:0:0:4:0:10", "bad-id"),
        (f"{START}:٠:0:1:31:0:0:0:7:10", "bad-id"),
        ("-b----P-C---e----c-e----B-:0:0:1:31:0:0:0:7:10", "bad-position"),
        ("-b----F-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10", "bad-position"),
        ("-b----E-C---fE---c-e----B-:0:0:1:31:0:0:0:7:10", "bad-position"),
        ("A-------------------------:0:0:1:31:0:0:0:7:10", "bad-position"),
        ("-------------------------a:0:0:1:31:0:0:0:7:10", "bad-position"),
        ("aBBBBBB-A----------bbbbbbA:0:0:1:31:0:0:0:7:10", "bad-position"),
        ("//////////////", "bad-id"),
        ("/////////////w", "bad-position"),
        ("//8AAAAAAAAAAA", "bad-position"),  # 16 checkers on one point
    ],
)
def test_no_id(text: str, reason: str) -> None:
    with pytest.raises(BadId) as caught:
        read_id(text)
    assert (caught.value.reason, str(caught.value).endswith(".")) == (reason, True)


def test_shared_point() -> None:
    one = bytes([14, 1, *[0] * 24])
    other = bytes([14, *[0] * 23, 1, 0])
    with pytest.raises(BadId) as caught:
        read_id(position_id(Position(one, other)))
    assert caught.value.reason == "bad-position"


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Up to 15 checkers a side, no point shared."""
    own, opp = [0] * 26, [0] * 26
    for point in draw(st.lists(st.integers(0, 25), min_size=15, max_size=15)):
        own[point] += 1
    for point in draw(st.lists(st.integers(0, 25), min_size=15, max_size=15)):
        opp[0 if 0 < point < 25 and own[25 - point] else point] += 1
    return Position(bytes(own), bytes(opp))


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    length = draw(st.integers(0, 64))
    die = st.integers(1, 6)
    dice = draw(st.none() | st.tuples(die, die))
    return Setup(
        position=draw(positions().filter(lambda position: problem(position) is None)),
        dice=dice,
        cube=1 << draw(st.integers(0, 15)),
        owner=draw(st.sampled_from([-1, 0, 1])),
        score=draw(st.tuples(st.integers(0, 32767), st.integers(0, 32767))),
        length=length,
        crawford=length > 0 and draw(st.booleans()),
        jacoby=length == 0 and draw(st.booleans()),
        beavers=length == 0 and draw(st.booleans()),
        max_cube=1 << draw(st.integers(0, 15)),
        upper=draw(st.booleans()),
        offer="" if dice else draw(st.sampled_from(["", "D", "B", "R"])),
    )


@given(setups())
def test_xgid_reads_back(setup: Setup) -> None:
    assert read_id(xgid(setup)) == setup


@given(setups(), st.integers(0, 3), st.integers(0, 4))
def test_gnu_ids_read_back(setup: Setup, resigned: int, stage: int) -> None:
    """Except for what a match ID cannot hold, and the order of the dice."""
    offered = "" if resigned else {"R": "D"}.get(setup.offer, setup.offer)
    dice = None if setup.dice is None else (max(setup.dice), min(setup.dice))
    setup = replace(setup, dice=dice, beavers=False, max_cube=1024, offer=offered, resigned=resigned, stage=stage)
    text = f"{position_id(setup.position)}:{match_id(setup)}"
    assert read_id(text) == setup
    assert read_id(text[:14]) == Setup(setup.position)


@given(positions())
def test_position_id_turned_round(position: Position) -> None:
    """The player not on roll comes first, so the two IDs of one board hold the same bits in another order."""
    turned = position_id(flipped(position))
    assert position_id(flipped(flipped(position))) == position_id(position)
    assert (turned == position_id(position)) == (position.own[1:] == position.opp[1:])


_ALPHABET = "XGID=xgid:-ABPabpQ0123456789DBR+/= \t\u0130\u0660\ud800\x00"


@given(st.text() | st.text(_ALPHABET) | st.text(_ALPHABET + "cdefgh", min_size=14, max_size=14))
def test_nothing_but_bad_id_is_raised(text: str) -> None:
    for whole in (text, "4HPwATDgc/ABMA:" + text[:12], START + text, text + ":0:0:1:31:0:0:0:7:10"):
        try:
            read_id(whole)
        except BadId as bad:
            assert bad.reason in ("bad-id", "bad-position")


@given(st.integers(0, 51), st.characters())
def test_one_character_changed(place: int, character: str) -> None:
    text = f"XGID={START}:0:0:1:31:0:0:0:7:10"
    changed = text[:place] + character + text[place + 1 :]
    try:
        setup = read_id(changed)
    except BadId:
        return
    assert read_id(xgid(setup)) == setup
