"""Properties that hold whatever is played or written: judging agrees with the legal plays, and no file stops an examination."""

import os
import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import Phase, assume, given, note, settings
from hypothesis import strategies as st

from tavla_cli.board import BAR, OFF, STARTS, Hop, Judgement, Play, Position, Step, flipped, judge, legal_plays, problem, spelled
from tavla_cli.board.ids import read_id
from tavla_cli.board.judge import Wrong, literal
from tavla_cli.examine import Options, examine_input
from tavla_cli.formats import FORMATS, binary, recognised
from tavla_cli.formats.notation import read_play
from tavla_cli.results import Diagnostic, FileResult
from tavla_cli.source import Input, Source, decode, lines
from tests.mutate import ODD, mutated

EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("*.mat"))
SMALL = 12_000  # bytes of an example that is spoiled over and over
SLOWEST = 2.0  # seconds of processor time, on a machine on which `paced` takes PACE
PACE = 0.2

SAMPLE = b""" 5 point match

 Game 1
 Ada : 0                        Ben : 0
  1) 31: 8/5 6/5                 62: 24/18 13/11
  2) 55: 13/8 13/8 8/3 8/3        Doubles => 2
  3)  Takes                      64: 24/14
      Wins 2 points
"""


SCALE = int(os.environ.get("TAVLA_MANY", "0")) // 60
PHASES = [phase for phase in Phase if phase is not Phase.explain]  # it traces, which makes everything ten times as slow


def many(count: int) -> settings:
    """So many examples, the same in every run; `TAVLA_MANY=500` tries eight times as many, other ones each time."""
    return settings(max_examples=count * max(1, SCALE), derandomize=not SCALE, deadline=None, phases=PHASES)


# ---- positions


@st.composite
def walked(draw: st.DrawFn) -> Position:
    """A position that play can reach: some rolls from the start, each with any legal play."""
    position = STARTS[draw(st.sampled_from(["standard", "standard", "nackgammon", "hypergammon3"]))]
    rng = random.Random(draw(st.integers(0, 2**32)))
    for _ in range(draw(st.integers(0, 70))):
        plays = legal_plays(position, rng.randint(1, 6), rng.randint(1, 6))
        after = flipped(rng.choice(list(plays)) if plays else position)
        if after.opp[OFF] == sum(after.opp):
            break
        position = after
    return position


@st.composite
def cramped(draw: st.DrawFn) -> Position:
    """Few checkers among many closed points: here it often happens that only one of two numbers can be played."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    own, opp = [0] * 26, [0] * 26
    for point in rng.sample(range(1, 25), rng.randint(3, 7)):
        opp[BAR - point] = 2
    free = [point for point in range(1, 25) if not opp[BAR - point]]
    for point in rng.sample([*free, BAR], rng.randint(1, 3)):
        own[point] = 1
    if rng.random() < 0.3:
        blot = rng.choice(free)
        opp[BAR - blot] = 0 if own[blot] else 1
    own[OFF], opp[OFF] = 15 - sum(own), 15 - sum(opp)
    return Position(bytes(own), bytes(opp))


positions = st.one_of(walked(), cramped())
die = st.integers(1, 6)


def results_by_hand(position: Position, die1: int, die2: int) -> set[Position]:
    """All legal results, by trying everything: as many dice as can be, and the larger where only one of two can be."""
    ways: set[tuple[int, int, Position]] = set()  # dice used, the first of them, result

    def go(own: tuple[int, ...], opp: tuple[int, ...], dice: tuple[int, ...], used: int, first: int) -> None:
        ways.add((used, first, Position(bytes(own), bytes(opp))))
        if not dice:
            return
        number = dice[0]
        for src in range(1, 26):
            if not own[src] or (own[25] and src != 25):
                continue
            dst = src - number
            if dst < 1:
                if any(own[point] for point in range(7, 26)) or (dst < 0 and any(own[point] for point in range(src + 1, 7))):
                    continue
                dst = 0
            elif opp[25 - dst] >= 2:
                continue
            mine, theirs = list(own), list(opp)
            mine[src] -= 1
            mine[dst] += 1
            if dst and theirs[25 - dst] == 1:
                theirs[25 - dst] = 0
                theirs[25] += 1
            go(tuple(mine), tuple(theirs), dice[1:], used + 1, first or number)

    orders = [(die1,) * 4] if die1 == die2 else [(die1, die2), (die2, die1)]
    for order in orders:
        go(tuple(position.own), tuple(position.opp), order, 0, 0)
    most = max(used for used, _, _ in ways)
    if not most:
        return set()
    firsts = {first for used, first, _ in ways if used == most}
    wanted = {max(firsts)} if most == 1 else firsts
    return {result for used, first, result in ways if used == most and first in wanted}


@many(150)
@given(positions, die, die)
def test_legal_plays_are_those_found_by_hand(position: Position, die1: int, die2: int) -> None:
    assert set(legal_plays(position, die1, die2)) == results_by_hand(position, die1, die2)


# ---- judging


def step(*hops: Hop, count: int = 1) -> Step:
    """One checker over every stop of its way."""
    return Step((hops[0].src, *(hop.dst for hop in hops)), tuple(hop.hit for hop in hops), count)


def starred(play: Play) -> Play:
    """The hops of a play; on a point where one checker hit, every checker that lands there bears the star: some programs write so."""
    return tuple(Hop(hop.src, hop.dst, hop.hit or any(h.hit and h.dst == hop.dst for h in play)) for hop in play)


def spellings(play: Play, rng: random.Random) -> Iterator[tuple[Step, ...]]:
    """Ways to write a play that say exactly where each checker stops."""
    hops = [step(hop) for hop in play]
    yield tuple(hops)
    rng.shuffle(hops)
    yield tuple(hops)
    yield tuple(step(hop) for hop in starred(play))
    chains: list[list[Hop]] = []
    for hop in play:
        chain = next((chain for chain in chains if chain[-1].dst == hop.src and rng.random() < 0.8), None)
        if chain is None:
            chains.append([hop])
        else:
            chain.append(hop)
    ways = [step(*chain) for chain in chains]
    yield tuple(ways)
    rng.shuffle(ways)
    yield tuple(ways)
    counted: dict[tuple[int, ...], list[Hop]] = {}
    for hop in play:
        counted.setdefault((hop.src, hop.dst), []).append(hop)
    yield tuple(Step((src, dst), (any(hop.hit for hop in hops),), len(hops)) for (src, dst), hops in sorted(counted.items(), reverse=True))


@many(200)
@given(positions, die, die, st.integers(0, 2**32))
def test_legal_plays_are_judged_legal(position: Position, die1: int, die2: int, seed: int) -> None:
    rng = random.Random(seed)
    plays = legal_plays(position, die1, die2)
    if not plays:
        assert judge(position, die1, die2, ()) == Judgement(None, None, (position,), position)
        return
    assert judge(position, die2, die1, ()).wrong is Wrong.MOVE_AVAILABLE
    for result, play in rng.sample(list(plays.items()), min(len(plays), 12)):
        for steps in spellings(play, rng):
            assert judge(position, die1, die2, steps)._replace(ran=None) == Judgement(None, None, (result,), result)
        canonical = read_play(spelled(play))
        assert isinstance(canonical, tuple)
        found = judge(position, die2, die1, canonical)
        note(f"{spelled(play)}: {found}")
        assert (found.wrong, result in found.results, found.unmarked, found.mismarked) == (None, True, (), ())
        bare = tuple(Step(step.points, (False,) * len(step.hits), step.count) for step in canonical)
        assert result in judge(position, die1, die2, bare, marks_hits=False).results


points = st.integers(0, 25)
hops = st.builds(lambda src, number: (src, max(0, src - number)), st.integers(1, 25), die).map(lambda p: Step(p, (False,)))


def own_after(position: Position, steps: tuple[Step, ...]) -> list[int]:
    own = list(position.own)
    for each in steps:
        own[each.points[0]] -= each.count
        own[each.points[-1]] += each.count
    return own


@many(400)
@given(positions, die, die, st.lists(hops, min_size=1, max_size=4).map(tuple))
def test_any_steps_are_judged_as_the_legal_plays_are(position: Position, die1: int, die2: int, steps: tuple[Step, ...]) -> None:
    """Single hops say where every checker goes: the play is legal exactly when a legal result has the player's checkers there."""
    plays = legal_plays(position, die1, die2)
    found = judge(position, die1, die2, steps)
    note(str(found))
    own = own_after(position, steps)
    fitting = {result for result in plays if list(result.own) == own}
    assert set(found.results) <= fitting
    assert found.results == () or literal(position, steps) is not None
    assert (found.wrong is None) is bool(found.results)
    if found.after is not None:
        assert (found.after in plays) is bool(found.results)
        assert list(found.after.own) == own
    if not fitting:
        assert found.wrong is not None


@many(300)
@given(positions, die, die, st.integers(0, 2**32))
def test_shorter_plays(position: Position, die1: int, die2: int, seed: int) -> None:
    """A legal play with its last step left out is P107 with a number that can still be played, or P108, unless it is legal itself."""
    plays = legal_plays(position, die1, die2)
    assume(plays)
    play = random.Random(seed).choice(list(plays.values()))
    part = play[:-1]
    assume(part)
    found = judge(position, die1, die2, tuple(step(hop) for hop in part))
    own = own_after(position, tuple(step(hop) for hop in part))
    if any(list(result.own) == own for result in plays):
        assert found.legal
        return
    assert found.wrong is Wrong.UNPLAYED and found.step is None and found.after is not None
    assert found.number in (die1, die2)
    assert legal_plays(found.after, found.number or 0, found.number or 0)  # it can follow


def test_the_larger_number() -> None:
    """Where either number can be played and not both, the smaller alone is P108; found by searching, since it is rare."""
    rng = random.Random(8)
    seen = 0
    while seen < 40:
        position = cramped_by(rng)
        high, low = sorted(rng.sample(range(1, 7), 2), reverse=True)
        plays = legal_plays(position, high, low)
        if not plays or max(map(len, plays.values())) > 1:
            continue
        for play in legal_plays(position, low, low).values():
            first = play[0]
            alone = judge(position, low, high, (step(first),))
            if any(hop[0].src - high == hop[0].dst or (hop[0].dst == OFF and hop[0].src < high) for hop in plays.values()):
                if alone.legal:  # a checker that the larger number bears off as well
                    assert first.dst == OFF and alone.results[0] in plays
                    continue
                assert (alone.wrong, alone.number, alone.step) == (Wrong.LARGER, high, None)
                seen += 1
            else:
                assert alone.results and alone.results[0] in plays


def cramped_by(rng: random.Random) -> Position:
    own, opp = [0] * 26, [0] * 26
    for point in rng.sample(range(1, 25), rng.randint(4, 7)):
        opp[BAR - point] = 2
    free = [point for point in range(1, 25) if not opp[BAR - point]]
    for point in rng.sample(free, rng.randint(1, 3)):
        own[point] = 1
    own[OFF], opp[OFF] = 15 - sum(own), 15 - sum(opp)
    return Position(bytes(own), bytes(opp))


@st.composite
def any_step(draw: st.DrawFn) -> Step:
    way = draw(st.lists(points, min_size=2, max_size=6))
    hits = draw(st.lists(st.booleans(), min_size=len(way) - 1, max_size=len(way) - 1))
    return Step(tuple(way), tuple(hits), draw(st.integers(1, 20)))


@many(400)
@given(positions, st.integers(0, 9), st.integers(0, 9), st.lists(any_step(), max_size=8).map(tuple), st.sampled_from([None, True, False]))
def test_judging_never_raises(position: Position, die1: int, die2: int, steps: tuple[Step, ...], marks: bool | None) -> None:
    found = judge(position, die1, die2, steps, marks)
    good = 1 <= die1 <= 6 and 1 <= die2 <= 6
    assert (found.wrong is Wrong.BAD_DICE) is not good
    assert (found.wrong is None) is found.legal
    assert found.step is None or 0 <= found.step < len(steps)
    assert found.results == () or literal(position, steps) is not None
    assert set(found.results) <= ({position, *legal_plays(position, die1, die2)} if good else set())


# ---- texts


def samples() -> list[bytes]:
    return [data for data in (path.read_bytes() for path in EXAMPLES) if len(data) <= SMALL] or [SAMPLE]


SAMPLES = samples()


def paced() -> float:
    """How long some plays take here: two seconds of a slow machine are none of a fast one."""
    begun = time.process_time()
    for die1, die2 in [(high, low) for high in range(1, 7) for low in range(1, 7)] * 20:
        legal_plays(STARTS["standard"], die1, die2)
    return time.process_time() - begun


def in_text(text: str, found: Diagnostic) -> bool:
    """Whether a finding stands within the text; columns run to one beyond the end of the line."""
    ends = [end - start for start, end in lines(text)]
    if text[-1:] in ("", "\n", "\r"):
        ends.append(0)
    if found.line is None or found.column is None:
        return found.line is found.column is found.end_line is found.end_column is None
    assert found.end_line is not None and found.end_column is not None
    return (
        1 <= found.line <= found.end_line <= len(ends)
        and 1 <= found.column <= ends[found.line - 1] + 1
        and 1 <= found.end_column <= ends[found.end_line - 1] + 1
        and (found.line, found.column) <= (found.end_line, found.end_column)
    )


def examined(data: bytes, name: str = "x.mat") -> FileResult:
    begun = time.process_time()
    result = examine_input(Input(name, data, True), Options())
    took = time.process_time() - begun
    assert took <= SLOWEST or took <= SLOWEST * paced() / PACE
    return result


def fits_the_text(data: bytes, result: FileResult) -> None:
    text = decode("x.mat", data).text
    for each in result.all_diagnostics:
        assert in_text(text, each), each
        if each.position is not None:
            setup = read_id(each.position)
            assert problem(setup.position) is None
    assert [m.match for m in result.matches] == list(range(1, len(result.matches) + 1))


@many(120)
@given(st.sampled_from(range(len(SAMPLES))), st.integers(0, 2**32))
def test_spoiled_examples(number: int, seed: int) -> None:
    data = mutated(SAMPLES[number], random.Random(seed))
    note(repr(data))
    fits_the_text(data, examined(data))


FRAGMENTS = """
1)| 2)| 17) |31: 8/5 6/5|66:|42: 8/4*/2(2)|bar/off|25/20|Cannot Move|(no move)|00: ????|Redoubles => 4|Raccoons => 8|Losses 2 point|
Wins 1 point and the match|Resigned Match|Concedes|Money session| 7 point match| -1 point match| Game 1|Ada : 0|Ben : 3|Ada, 1500 : 0|
; settled|#|; [Crawford "On"]|; [CubeLimit "1"]|; [Jacoby "Maybe"]|; [Variation "Nackgammon"]|İ|ı|ß|٣|²
"""
BLANKS = [" ", "  ", "     ", "\n", "\r\n", "\t", "\ufeff", "\u202e"]
WORDS = st.sampled_from([*(odd.decode("latin-1") for odd in ODD if len(odd) < 60), *FRAGMENTS.replace("\n", "").split("|"), *BLANKS])
texts = st.one_of(st.text(max_size=400), st.lists(st.one_of(WORDS, st.text(max_size=5)), max_size=60).map("".join))


@many(300)
@given(texts)
def test_any_text_is_read(text: str) -> None:
    data = text.encode("utf-8", "surrogatepass")
    for name, format in FORMATS.items():
        source = Source("", "", "binary", data=data) if binary(name) else Source("", text, "utf-8")
        matches = list(format.read(source))
        assert all(0 <= m.span.start <= m.span.end for m in matches)
        assert binary(name) or all(m.span.end <= len(text) for m in matches)
    recognised(Source("", text, "utf-8"), positions=True)
    fits_the_text(data, examined(data))


@pytest.mark.parametrize("to", [0, 1, 3, 7, 999999999])
@pytest.mark.parametrize("points", [0, 1, 2, 3, 1004, 999999999])
@pytest.mark.parametrize("answer", ["Takes", "Drops", "Beavers => 0"])
def test_numbers_that_no_cube_has(to: int, points: int, answer: str) -> None:
    """A double to 0 once made the replay divide by it."""
    text = sheet([(0, "31: 8/5 6/5"), (1, f" Doubles => {to}"), (0, f" {answer}")]).replace("7 point match", "0 point match")
    result = examined(f"{text}      Wins {points} points\n".encode())
    assert "C205" in [each.code for each in result.all_diagnostics]


# ---- the digest

Cells = list[tuple[int, str]]


def game(seed: int, most: int = 40) -> Cells:
    """Rolls and plays of a game, with a double that is taken, as (side, cell); nobody has to win it."""
    rng = random.Random(seed)
    position, side, cells = STARTS["standard"], rng.randrange(2), Cells()
    for turn in range(most):
        if turn == 6:
            cells += [(side, " Doubles => 2"), (1 - side, " Takes")]
        high, low = sorted(rng.sample(range(1, 7), 2), reverse=True)
        plays = legal_plays(position, high, low)
        after, play = rng.choice(list(plays.items())) if plays else (position, ())
        cells.append((side, f"{high}{low}: {spelled(play)}"))
        if after.own[OFF] == 15:
            break
        position, side = flipped(after), 1 - side
    return cells


def sheet(cells: Cells, names: tuple[str, str] = ("Ada", "Ben")) -> str:
    """A match of one unfinished game as GNU Backgammon writes it."""
    rows: list[list[str]] = []
    for side, cell in cells:
        if not rows or rows[-1][side] or (side == 0 and rows[-1][1]):
            rows.append(["", ""])
        rows[-1][side] = cell
    text = f" 7 point match\n\n Game 1\n {names[0]} : 0".ljust(50) + f"{names[1]} : 0\n"
    return text + "".join(f"{number:3d}) {left:<27} {right}".rstrip() + "\n" for number, (left, right) in enumerate(rows, 1))


def digest(text: str) -> str:
    result = examine_input(Input("x.mat", text.encode(), True), Options())
    assert [d.code for d in result.all_diagnostics if d.severity != "note"] == []
    (match,) = result.matches
    return match.digest


def exchanged(cells: Cells) -> Cells:
    return [(1 - side, cell) for side, cell in cells]


@pytest.mark.parametrize("seed", range(12))
def test_the_digest_is_that_of_what_was_played(seed: int) -> None:
    cells = game(seed)
    own = digest(sheet(cells))
    assert digest(sheet(exchanged(cells), ("Ben", "Ada"))) == own
    assert digest(sheet(cells, ("Someone", "Else"))) == own
    assert digest(sheet([(side, cell.replace("bar", "25").replace("off", "0")) for side, cell in cells])) == own
    others = {
        "shorter": digest(sheet(cells[:-1])),
        "dropped": digest(sheet([*cells[:7], (cells[7][0], " Drops"), (cells[6][0], "Wins 1 point")])),
        "another game": digest(sheet(game(seed + 100))),
        "without the cube": digest(sheet(cells[:6] + cells[8:])),
    }
    assert own not in others.values()
    assert len(set(others.values())) == len(others)


def test_the_digest_is_that_of_the_boards() -> None:
    """Two plays of one roll with different results differ; two spellings of one play do not."""
    rolls = [(0, "31: 8/5 6/5"), (1, "64: 24/14")]
    one, same, other = (digest(sheet([*rolls, (0, cell)])) for cell in ("65: 24/13", "65: 24/18 18/13", "65: 24/18 13/8"))
    assert one == same
    assert one != other
