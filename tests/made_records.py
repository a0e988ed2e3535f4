"""Any match record: every kind of action, whatever its order. Nothing of it need be legal, or even make sense.

`matches()` is for writers: what they are given, and what they need not hold, they have to bear. Numbers, dice and points are such as
readers make; texts hold everything but halves of characters, which no decoded text holds.
"""

from hypothesis import strategies as st

from tavla_cli.board import STARTS, Position, Step
from tavla_cli.formats.told import Told
from tavla_cli.record import (
    Action,
    Beaver,
    Comment,
    Double,
    Drop,
    Dump,
    Ending,
    Entry,
    Fault,
    Game,
    Habits,
    Length,
    Loss,
    Match,
    Remark,
    Resign,
    Roll,
    Row,
    Seat,
    SetBoard,
    Side,
    Tag,
    Take,
    Unplayed,
    Unread,
    Win,
)
from tavla_cli.rules import Rules
from tavla_cli.source import Span

NOWHERE = Span(0, 0)
HIGHEST = 999_999_999

texts = st.text(st.characters(blacklist_categories=("Cs",)), max_size=12)
words = st.one_of(st.sampled_from(["", "Ada", "Ben Ö", 'a "b" \\', "İı", "\u2028", "x" * 100]), texts)
numbers = st.one_of(st.integers(0, 9), st.integers(-HIGHEST, HIGHEST))
maybe_numbers = st.none() | numbers
sides = st.sampled_from(Side)
maybe_sides = st.none() | sides
flags = st.booleans()
maybe_flags = st.none() | flags
dice = st.tuples(st.integers(0, 9), st.integers(0, 9))
endings = st.sampled_from(Ending)

_counts = st.binary(min_size=26, max_size=26)
positions = st.one_of(st.sampled_from(list(STARTS.values())), st.builds(Position, _counts, _counts))


@st.composite
def steps(draw: st.DrawFn) -> Step:
    points = draw(st.lists(st.integers(0, 25), min_size=2, max_size=5))
    hits = draw(st.lists(flags, min_size=len(points) - 1, max_size=len(points) - 1))
    return Step(tuple(points), tuple(hits), draw(st.integers(1, 16 // (len(points) - 1))))


def _short(play: tuple[Step, ...]) -> bool:
    return sum((len(step.points) - 1) * step.count for step in play) <= 16  # what notation allows


plays = st.lists(steps(), max_size=4).map(tuple).filter(_short)
dumps = st.builds(
    Dump,
    position=positions,
    crawford=maybe_flags,
    score=st.none() | st.tuples(numbers, numbers),
    cube=maybe_numbers,
    owner=st.sampled_from([None, -1, 0, 1]),
    next_dice=st.none() | dice,
)
rolls = st.builds(Roll, dice=st.none() | dice, play=plays | st.sampled_from(Unplayed), text=words, dump=st.none() | dumps)
actions: st.SearchStrategy[Action] = st.one_of(
    rolls,
    st.builds(Double, to=maybe_numbers, after_dice=flags),
    st.builds(Beaver, to=maybe_numbers, raccoon=flags),
    st.just(Take()),
    st.just(Drop()),
    st.builds(Resign, match=flags, level=st.sampled_from([None, 1, 2, 3]), points=maybe_numbers, how=endings),
    st.builds(Win, points=maybe_numbers, match=flags),
    st.builds(Loss, points=maybe_numbers, match=flags),
    st.builds(SetBoard, position=st.none() | positions, cube=maybe_numbers, owner=maybe_sides),
    st.builds(Remark, how=endings),
    st.builds(Unread, text=words),
)
entries = st.builds(Entry, side=maybe_sides, action=actions, row=maybe_numbers, span=st.just(NOWHERE))
seats = st.builds(Seat, name=words, score=maybe_numbers, rating=st.none() | words)


@st.composite
def games(draw: st.DrawFn) -> Game:
    found = draw(st.lists(entries, max_size=8))
    places = st.integers(0, len(found))
    return Game(
        draw(maybe_numbers),
        draw(st.none() | st.tuples(seats, seats)),
        tuple(found),
        tuple(draw(st.lists(st.builds(Row, number=numbers, only_result=flags, before=places, span=st.just(NOWHERE)), max_size=3))),
        draw(maybe_flags),
        draw(st.none() | dice),
        draw(maybe_numbers),
        on_roll=draw(maybe_sides),
    )


@st.composite
def matches(draw: st.DrawFn) -> Match:
    found = draw(st.lists(games(), max_size=3))
    ordinals = st.none() | st.integers(1, max(len(found), 1))
    faults = st.builds(
        Fault,
        code=st.sampled_from(["T101", "T103", "T115"]),
        span=st.just(NOWHERE),
        game=ordinals,
        row=maybe_numbers,
        side=maybe_sides,
        text=words,
    )
    tags = st.builds(Tag, key=words, value=words, span=st.just(NOWHERE))
    comments = st.builds(Comment, text=words, game=ordinals, entry=st.none() | st.integers(0, 8))
    return Match(
        draw(st.sampled_from(["mat", "sgf", "xg"])),
        draw(words),
        draw(st.none() | st.builds(Length, points=maybe_numbers, money=flags)),
        tuple(found),
        tuple(draw(st.lists(tags, max_size=3))),
        draw(st.builds(Habits, *[maybe_flags] * 7)),
        tuple(draw(st.lists(faults, max_size=2))),
        comments=tuple(draw(st.lists(comments, max_size=2))),
        final=draw(st.none() | st.tuples(seats, seats)),
    )


def bare(match: Match) -> Told:
    """A match as a writer gets it of which the replay knows nothing."""
    return Told(match, Rules(), ("", ""), match.length.points if match.length else None, "standard", ())
