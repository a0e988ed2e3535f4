"""The meaning of positions.lark: what one line of a text that keeps positions says. Knows no file and no board."""

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from tavla_cli.grammar import grammar, sentence, span

if TYPE_CHECKING:
    from lark import Lark, Token

LONGEST = 4_000
"""Characters of a line that is read; no sentence of these formats has a tenth of it."""

_STARTS = ("item", "snowie", "names", "score", "pips", "ids", "player", "standing")


class Item(NamedTuple):
    """A line of a list. `kind`: `xgid`, `gnu` (with or without the match ID behind a colon) or `ogid`. Spans are in the line."""

    kind: str
    id: str
    id_span: tuple[int, int]
    dice: tuple[int, int] | None
    dice_span: tuple[int, int] | None
    rest: str
    rest_span: tuple[int, int] | None


class Cells(NamedTuple):
    """The forty fields of Snowie: numbers but for the names (fields 5 and 6), each with its span."""

    values: tuple[int | str, ...]
    spans: tuple[tuple[int, int], ...]
    tail: str

    def number(self, index: int) -> int:
        value = self.values[index]
        return value if isinstance(value, int) else 0


class Names(NamedTuple):
    x: str
    o: str
    x_span: tuple[int, int]
    o_span: tuple[int, int]


class Score(NamedTuple):
    """`behind`: what the line says after the two scores, and where."""

    x: int
    o: int
    span: tuple[int, int]
    behind: str
    behind_span: tuple[int, int]


class Pips(NamedTuple):
    """`length` None where there is none; `crawford`: a word behind it says so."""

    x: int
    o: int
    x_score: int
    o_score: int
    length: int | None
    crawford: bool


class Ids(NamedTuple):
    position: str
    match: str
    span: tuple[int, int]


class Player(NamedTuple):
    letter: str
    name: str
    span: tuple[int, int]
    pips: int


class Standing(NamedTuple):
    names: tuple[str, str]
    scores: tuple[int, int]
    span: tuple[int, int]
    behind: str
    behind_span: tuple[int, int]


_NOWHERE = (0, 0)


def _spanned(token: "Token | None") -> tuple[int, int]:
    return _NOWHERE if token is None else span(token)


class Meaning:
    """The meaning of positions.lark."""

    def item(self, first: "Token", *more: "Token | None") -> Item:
        kind = {"XGID": "xgid", "OGID": "ogid"}.get(first.type, "gnu")
        text, (start, end) = str(first), span(first)
        dice = rest = None
        for token in more:
            if token is None:
                continue
            if token.type == "MATCH":
                text, end = f"{text}:{token}", span(token)[1]
            elif token.type == "DICE":
                dice = token
            else:
                rest = token
        digits = [int(sign) for sign in dice or "" if sign.isdigit()]
        thrown = (digits[0], digits[1]) if len(digits) == 2 else None
        return Item(
            kind,
            text,
            (start, end),
            thrown,
            span(dice) if dice else None,
            str(rest or "").rstrip(),
            span(rest) if rest is not None else None,
        )

    def snowie(self, *parts: "list[Token | None] | Token | None") -> Cells:
        values: list[int | str] = []
        spans: list[tuple[int, int]] = []
        tail = ""
        for part in parts:
            if isinstance(part, list):
                for token in part:
                    values.append(int(token) if token is not None and token.type == "INT" else str(token or "").strip())
                    spans.append(_spanned(token))
            elif part is not None:
                tail = str(part)
        return Cells(tuple(values), tuple(spans), tail)

    def head(self, *tokens: "Token | None") -> "list[Token | None]":
        return list(tokens)

    state = places = dice = head

    def names(self, x: "Token | None", o: "Token | None") -> Names:
        return Names(str(x or "").strip(), str(o or "").strip(), _spanned(x), _spanned(o))

    def score(self, x: "Token", o: "Token", behind: "Token | None") -> Score:
        return Score(int(x), int(o), (span(x)[0], span(o)[1]), str(behind or ""), _spanned(behind))

    def pips(self, x: "Token", o: "Token", x_score: "Token", o_score: "Token", length: "Token | None", word: "Token | None") -> Pips:
        return Pips(int(x), int(o), int(x_score), int(o_score), int(length) if length is not None else None, word is not None)

    def ids(self, position: "Token", match: "Token") -> Ids:
        return Ids(str(position), str(match), (span(position)[0], span(match)[1]))

    def player(self, letter: "Token", name: "Token", pips: "Token") -> Player:
        return Player(str(letter), str(name), span(name), int(pips))

    def standing(self, a: "Token", a_score: "Token", b: "Token", b_score: "Token", behind: "Token") -> Standing:
        return Standing((str(a), str(b)), (int(a_score), int(b_score)), (span(a)[0], span(b_score)[1]), str(behind), span(behind))


def read_sentence(start: str, text: str) -> object:
    """What a line says as a sentence of that kind; None where it is none."""
    return sentence(_parser(), text, start) if len(text) <= LONGEST else None


@cache
def _parser() -> "Lark":
    return grammar("positions", Meaning, _STARTS)
