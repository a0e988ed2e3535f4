"""Which program wrote a `.mat`, and what it always does (formats/mat.md 13). Only habits reach the checks, never the name."""

import re
from collections.abc import Sequence

from tavla_cli.record import Game, Habits, Length, Loss, Resign, Roll, Tag, Unplayed, Win

# What a header or comment says of its writer.
_NAMES = (
    ("backgammongalaxy", "galaxy"),
    ("backgammon studio", "studio"),
    ("xg mobile", "xg-mobile"),
    ("opengammon", "opengammon"),
    ("foxamon", "opengammon"),
    ("hedgehog", "hedgehog"),
    ("gammonview", "gammonview"),
    ("playok", "playok"),
    ("dailygammon", "dailygammon"),
    ("gridgammon", "gridgammon"),
    ("dueller", "dueller"),
    ("snowie", "snowie"),
    ("jellyfish", "jellyfish"),
    ("gnu backgammon", "gnubg"),
)
_XG_TEXT = re.compile(r"\bBar/|/Off\b|Cannot Move")
_RATED = re.compile(r"^ *[^\s:,]+,[0-9]+ : [0-9]+ .*,[0-9]+ : [0-9]+", re.MULTILINE)
_TIGHT = re.compile(r"^ ?\S[^:\n]*\S: [0-9]+ .*\S: [0-9]+", re.MULTILINE)
_GNUBG = re.compile(r"^ [0-9]+ point match", re.MULTILINE)
_GNUBG_KEYS = {"site", "event", "round", "eventdate", "variation", "transcriber"}
_SEATS = re.compile(r"^( \S[^:\n]* : [0-9]+ +)\S[^:\n]* : [0-9]+ *\r?$", re.MULTILINE)


def dialect(tags: Sequence[Tag], comments: Sequence[str], sample: str, length: Length | None) -> str:
    """The name of the dialect; `sample` is the beginning of the match's text."""
    words = " ".join(
        [tag.value for tag in tags if tag.key.casefold() in ("site", "transcriber", "clocktype")] + list(comments[:20])
    ).casefold()
    for word, name in _NAMES:
        if word in words:
            return name
    keys = {tag.key.casefold() for tag in tags}
    if "clocktype" in keys:
        return "studio"
    if "benchmark" in words or (length is not None and length.money):
        return "raccoon"
    if "extreme gammon" in words or {"match id", "player 1 elo"} <= keys:
        return "xg-text" if _XG_TEXT.search(sample) else "xg-mat"
    if _RATED.search(sample):
        return "gridgammon"
    if _TIGHT.search(sample):
        return "opengammon"
    seats = _SEATS.search(sample)
    column = len(seats[1]) if seats else 0  # where the right name begins
    if column in (31, 32) and keys <= _GNUBG_KEYS and _GNUBG.search(sample):
        return "gnubg"
    if tags:
        return "plain"
    if _XG_TEXT.search(sample):
        return "jellyfish"
    return "dailygammon" if column == 37 else "plain"


def habits(name: str, games: Sequence[Game]) -> Habits:
    """What the match itself shows of its writer, and what the dialect is known for."""
    stars = says_match = says_dance = numbered = results = False
    for game in games:
        numbered = numbered or bool(game.rows)
        for entry in game.entries:
            action = entry.action
            if isinstance(action, Roll):
                says_dance = says_dance or action.play is Unplayed.CANNOT_MOVE
                if isinstance(action.play, tuple):
                    stars = stars or any(any(step.hits) for step in action.play)
            elif isinstance(action, Win | Loss | Resign):
                results = True
                says_match = says_match or action.match
    return Habits(
        marks_hits=stars,
        caps_points=True if name == "opengammon" else None,
        says_and_the_match=True if says_match else None if results else False,
        empty_means_dance=not says_dance,
        numbers_rows=numbered,
    )
