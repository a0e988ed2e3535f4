"""What directors write in a cell: a score, a word for how a match ended, a round. Knows no players and no stages."""

import re
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Literal

from tavla_cli.tournament.model import Kind, Score
from tavla_cli.tournament.names import folded, key, words

Word = Literal["left", "right", "nobody"]
"""Who won, by the side that the director wrote him on; nobody: both lost, or a draw."""

MOST_ROUNDS = 999
MOST_POINTS = 9999


class BadEvent(ValueError):
    """The director's word cannot be used; the text is a sentence that says where and why."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A result as it was typed; None where nothing is said about it."""

    score: Score | None = None
    winner: Word | None = None
    kind: Kind | None = None


_SCORE = re.compile(r"(\d{1,4})(?:[.,]0+)?\s*[-:/\u2010-\u2015\u2212]\s*(\d{1,4})(?:[.,]0+)?(?=$|[^\d.,/:-])")
_DATE = re.compile(r"\d{1,2}[./ -]\s*[^\W\d_]{3,}|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{4}-\d{1,2}-\d{1,2}|\d{1,2}:\d{2}:\d{2}")

# By the letters, as names are compared: English, Turkish, Serbian.
_MEANINGS: tuple[tuple[Typed, str], ...] = (
    (Typed(winner="left"), "w win won g galip galibiyet kazandi pobeda pobedio pobedila"),
    (Typed(winner="right"), "l loss lost m maglup maglubiyet kaybetti poraz izgubio izgubila"),
    (Typed(winner="nobody"), "d draw drawn b berabere beraberlik nereseno remi"),
    (Typed(kind=Kind.FORFEIT), "h ff forfeit forfeited hukmen hukmengalip predaja predato"),
    (Typed(kind=Kind.FORFEIT, winner="right"), "hukmenmaglup"),
    (Typed(kind=Kind.WALKOVER), "wo walkover bezborbe gelmedi"),
    (Typed(kind=Kind.SETTLED), "settled settlement anlasma anlasmali dogovor dogovoreno"),
    (Typed(kind=Kind.BYE), "bye bay slobodan slobodna"),
    (Typed(kind=Kind.UNPLAYED), "unplayed oynanmadi ertelendi neodigrano odlozeno"),
    (Typed(kind=Kind.TYPED), "typed played record oynandi odigrano"),
)
_WORDS = {word: meaning for meaning, spellings in _MEANINGS for word in spellings.split()}


def quoted(text: object) -> str:
    """A user's word for a message: short, and without control characters."""
    try:
        shown = str(text)
    except ValueError:  # a number of thousands of digits
        shown = "a number too large"
    return '"' + repr(shown if len(shown) <= 60 else shown[:60] + "…")[1:-1] + '"'


def near(word: str, known: "list[str] | tuple[str, ...] | dict[str, str]") -> str:
    """` Did you mean "..."?`, or nothing."""
    close = get_close_matches(word[:60].casefold(), list(known), 1)
    return f' Did you mean "{close[0]}"?' if close else ""


def typed(text: str, where: str) -> Typed:
    """The result in a cell: `5-3`, `5:3`, `W`, `G`, `H`, `7-0 forfeit`. Nothing, `-`, `?` and `*` are a pairing not played yet.

    A word alone speaks of the player named first: `H` says that he won by forfeit. Raises BadEvent.
    """
    text = text.strip()
    if not words(text):
        return Typed(kind=Kind.UNPLAYED)
    if _DATE.match(text):
        raise BadEvent(
            f"{where}: {quoted(text)} is a date and no score. A spreadsheet makes dates of scores; give that column the type text."
        )
    score: Score | None = None
    found = _SCORE.match(text)
    if found:
        score = int(found[1]), int(found[2])
        text = text[found.end() :].strip(" ()[],;")
        if not text:
            return Typed(score)
    said = _WORDS.get("".join(words(text)))
    if said is None:
        raise BadEvent(f"{where}: {quoted(text)} is no score. Write 5-3, or a word such as W, forfeit, walkover or bye.")
    alone = score is None and said.kind in (Kind.FORFEIT, Kind.WALKOVER)
    return Typed(score, said.winner or ("left" if alone else None), said.kind)


def kind(text: str, where: str) -> Kind:
    """The kind of a result by its word in any of the languages. Raises BadEvent."""
    said = _WORDS.get("".join(words(text)))
    if said is None or said.kind is None:
        known = [each.value for each in Kind if each is not Kind.RECORD]
        raise BadEvent(f"{where}: {quoted(text)} is no kind of result.{near(text, known)} The kinds are {', '.join(known)}.")
    return said.kind


def side(text: str, left: str, right: str | None) -> Word | None:
    """Whom a winner's cell means: a side in any of the languages, or one of the two names; None when neither."""
    word = key(text)
    if word in ("left", "sol", "levi", "leva", "1"):
        return "left"
    if word in ("right", "sag", "desni", "desna", "2"):
        return "right"
    if word in ("nobody", "none", "draw", "hicbiri", "niko", "0"):
        return "nobody"
    if word == key(left):
        return "left"
    return "right" if right is not None and word == key(right) else None


def whole(text: str, where: str, what: str, most: int = MOST_POINTS) -> int | None:
    """A number as spreadsheets write it, `7`, `7.0` or `7,0`; None for an empty cell. Raises BadEvent."""
    if not text.strip():
        return None
    found = re.fullmatch(r"(\d{1,9})(?:[.,]0+)?", text.strip())
    if not found or int(found[1]) > most:
        raise BadEvent(f"{where}: {what} is a number up to {most}, not {quoted(text)}.")
    return int(found[1])


# ---- rounds

_ROUND_WORD = "round|rnd|rd|r|tur|kolo|hafta|week|runda"
_ROUND = re.compile(rf"(?:{_ROUND_WORD})\s*(\d{{1,3}})|(\d{{1,3}})(?:st|nd|rd|th)?\s*(?:{_ROUND_WORD})|(\d{{1,3}})(?:st|nd|rd|th)?")
_FROM_THE_END = {
    word: back
    for back, spellings in enumerate(
        (
            "final finals finale thefinal",
            "semifinal semifinals semi yarifinal polufinale",
            "quarterfinal quarterfinals ceyrekfinal cetvrtfinale",
            "last16 roundof16 son16 osminafinala eighthfinal",
            "last32 roundof32 son32 sesnaestinafinala",
        )
    )
    for word in spellings.split()
}


def round_of(text: str, rounds: int | None = None) -> int | None:
    """The round that a text names and nothing else: `Round 3`, `R3`, `tur 3`, `3. kolo`, `3`; with the number of rounds also `Semifinal`.

    None when it names none; 0 is none, some programs write it for nothing.
    """
    found = [word for word in re.split(r"[\W_]+", folded(text)) if word]
    if len(found) > 3:
        return None
    plain = " ".join(found)
    number = _ROUND.fullmatch(plain)
    if number:
        return int(next(group for group in number.groups() if group)) or None
    joined = "".join(found)
    back = _FROM_THE_END.get(joined)
    if back is None and len(found) > 1 and re.fullmatch(r"(?:match|mac|mec)?\d{1,2}", "".join(found[1:])):
        back = _FROM_THE_END.get(found[0])  # "Semifinal Match 3", "Semifinal 2"
    return rounds - back if back is not None and rounds is not None and rounds > back else None
