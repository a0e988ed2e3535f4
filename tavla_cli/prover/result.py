"""What the prover's core found, made into the result that `examine_input` gives. Reads the header lines, proves no game."""

import re
import threading
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

from tavla_cli.board import Position
from tavla_cli.board.ids import Setup, xgid
from tavla_cli.formats import opened
from tavla_cli.formats.mat.dialect import dialect
from tavla_cli.prover import places
from tavla_cli.record import Length, Match, Tag
from tavla_cli.results import Diagnostic, FileResult, MatchResult
from tavla_cli.rules import Limit, Opening, Rules, as_json, rules_for, tag_rules
from tavla_cli.source import Span
from tavla_cli.words import N_

try:
    from tavla_cli.prover.gate import exchange, scan

    _COMPILED = True
except ImportError:
    from tavla_cli.prover.core import exchange, scan

    _COMPILED = False

_LETTER = rb"\xc3[\x80-\x96\x98-\xb6\xb8-\xbf]|[\xc4\xc5][\x80-\xbf]"  # of Latin-1 and Latin Extended-A, as in `core.name_byte`
_KEY = rb"[A-Za-z]+|Match ID|Player [12](?: Elo)?"
_HEADER = re.compile(rb'[;#] ?\[(%b) "((?:[ !#-Z\\^-~]|%b)*)"\] *\r?\n' % (_KEY, _LETTER))
_COMMENT = re.compile(rb"([;#](?:[ -Z\\^-~]|%b)*)\r?\n" % _LETTER)
_SET_POS = re.compile(r"[;#]+\s*set\s*pos\s*=", re.IGNORECASE)
_BLANK = re.compile(rb" *\r?\n")
_MATCH = re.compile(rb" {0,3}(?:(0|[1-9][0-9]{0,2}) points? match|Money session) *\r?\n")
_DATE = re.compile(r"(\d{4})[.\-/](\d{1,2})[.\-/](\d{1,2})$")

_SAMPLE = 4000  # characters that tell the dialect, as in `formats.mat.scan`
_LONGEST_MATCH = 1 << 18  # bytes; a match of 25 points has a quarter of it
_LONGEST_HEADER = 1000
_MOST_HEADERS = 200
_MOST_MATCHES = 10_000
_MOST_NOTES = 50_000
_MOST_LINES = 9_000_000


class _Head(NamedTuple):
    """What stands before the games of a match. `start`: where the first line of it begins, `end`: where the line after it does."""

    start: int
    end: int
    tags: tuple[Tag, ...]
    comments: tuple[str, ...]
    length: Length


class _Conditions(NamedTuple):
    """The rules, and what the core is told of them."""

    rules: Rules
    shown: dict[str, tuple[object, str]]
    told: tuple[int, int, int, int]


def compiled() -> bool:
    """Whether the core runs compiled."""
    return _COMPILED


def prove(name: str, data: bytes) -> FileResult | None:
    """What `examine_input` gives for an input under default options, where there is surely no error and no warning in it; else None."""
    text = data.removeprefix(b"\xef\xbb\xbf")
    head = _head(text, 0)
    if head is None:
        return None
    proof = _Proof(name, text)
    while head is not None:
        end = proof.match(head)
        if end is None or len(proof.matches) >= _MOST_MATCHES or proof.notes > _MOST_NOTES:
            return None
        following = _head(text, end) if end < len(text) else None
        if following is None and end < len(text):
            return None
        proof.add(head, following.start if following else None)
        head = following
    if len(text) > _MOST_LINES and text.count(b"\n") > _MOST_LINES:
        return None
    source, format = opened(name, data)
    if format != "mat" or source.encoding != "utf-8" or source.guessed or source.bad:
        return None
    matches = tuple(proof.matches)
    return FileResult(name, "mat", matches[0].dialect, "utf-8", matches)


def _head(text: bytes, at: int) -> _Head | None:
    tags: list[Tag] = []
    comments: list[str] = []
    start: int | None = None
    keys: set[str] = set()
    for _ in range(_MOST_HEADERS):
        if found := _MATCH.match(text, at):
            if start is None:
                start = at
            length = Length(None, money=True) if found[1] is None else Length(int(found[1]))
            return _Head(start, found.end(), tuple(tags), tuple(comments), length)
        if found := _HEADER.match(text, at):
            key, value = found[1].decode(), found[2].decode()
            tag = Tag(key, value, Span(0, 0))
            folded = key.replace(" ", "").casefold()
            if folded in keys or tag_rules(tag) is None or (folded == "eventdate" and not _possible_date(value.strip())):
                return None
            keys.add(folded)
            tags.append(tag)
        elif found := _COMMENT.match(text, at):
            comment = found[1].decode().strip()
            if _SET_POS.match(comment):
                return None
            if len(comments) < 20:
                comments.append(comment[:200])
        elif found := _BLANK.match(text, at):
            at = found.end()
            continue
        else:
            return None
        if found.end() - at > _LONGEST_HEADER:
            return None
        if start is None:
            start = at
        at = found.end()
    return None


def _possible_date(value: str) -> bool:
    date = _DATE.match(value)
    return date is None or (int(date[2]) <= 12 and int(date[3]) <= 31)


_ABOUT_RULES = frozenset(("crawford", "jacoby", "beaver", "cubelimit", "variation"))


def _conditions(head: _Head) -> _Conditions | None:
    about = tuple((tag.key, tag.value) for tag in head.tags if tag.key.casefold() in _ABOUT_RULES)
    return _known(head.length.points, about)


@lru_cache(maxsize=256)
def _known(points: int | None, about: tuple[tuple[str, str], ...]) -> _Conditions | None:
    length = Length(points, money=points is None)
    tags = tuple(Tag(key, value, Span(0, 0)) for key, value in about)
    rules = rules_for(Match("mat", "", length, (), tags))
    limit = 1 if rules.cube is False else 0 if rules.cube_limit is Limit.NONE else rules.cube_limit
    if rules.length is None or not isinstance(limit, int) or rules.opening is not Opening.ONE_DIE or rules.hit_and_run is not True:
        return None
    if rules.backgammon != 3 or rules.start != "standard":
        return None
    jacoby = 2 if rules.jacoby is None else int(rules.jacoby)
    return _Conditions(rules, as_json(rules), (rules.length, jacoby, int(rules.crawford is True), limit))


_spare = threading.local()


def _buffer(size: int) -> bytearray:
    """Bytes to write to, whatever stands in them: the same again for each input of a thread, since to clear them costs as much as half a
    proof."""
    found: bytearray | None = getattr(_spare, "buffer", None)
    if found is None or len(found) < size:
        found = _spare.buffer = bytearray(size)
    return found


class _Proof:
    """What was proved so far of one input."""

    def __init__(self, name: str, text: bytes) -> None:
        self.name, self.text = name, text
        self.data = text + b"\n\0"
        longest = min(len(text), _LONGEST_MATCH)
        self.room = 6 * longest + 1024
        self.boards = self.room + longest + 64
        self.out = _buffer(self.boards + 52 * places.MOST_NOTES)
        self.matches: list[MatchResult] = []
        self.notes = 0
        self.line, self.place = 1, 0  # a line and where it begins, to count from

    def match(self, head: _Head) -> int | None:
        """Prove one match; where the next one begins."""
        conditions = _conditions(head)
        if conditions is None:
            return None
        w = [0] * places.SIZE
        w[places.LENGTH : places.CUBE_LIMIT + 1] = conditions.told
        if not scan(self.data, len(self.text), head.end, bytearray(places.BOARDS), w, self.out, self.room, self.boards):
            return None
        self.conditions, self.w = conditions, w
        if self.words(places.LEFT_NAME).casefold() == self.words(places.RIGHT_NAME).casefold():
            return None
        return w[places.END]

    def add(self, head: _Head, end: int | None) -> None:
        """Make the result of the match that was proved. `end`: where the next one begins, None where it is the last."""
        w, rules = self.w, self.conditions.rules
        players = (self.words(places.LEFT_NAME), self.words(places.RIGHT_NAME))
        name = dialect(head.tags, head.comments, self.sample(head.start, end), head.length)
        score = (w[places.SCORE], w[places.SCORE + 1])
        complete = rules.length != 0 and max(score) >= (rules.length or 0)
        notes = [self.resigned(number, players) for number in range(w[places.NOTES])]
        if rules.length and not complete:
            notes.append(self.unfinished(rules.length, score))
            notes.sort(key=lambda note: (note.line or 0, note.column or 0))
        self.notes += len(notes)
        rolls = bytes(self.out[self.room : self.room + w[places.ROLLS]])
        self.matches.append(
            MatchResult(
                self.name,
                len(self.matches) + 1,
                self.digest(),
                "mat",
                name,
                players,
                rules.length,
                score,
                (w[places.CLAIMED], w[places.CLAIMED + 1]),
                None if not complete else "left" if score[0] > score[1] else "right",
                complete,
                w[places.GAMES],
                w[places.TURNS],
                self.conditions.shown.copy(),
                tuple(notes),
                {tag.key: tag.value for tag in head.tags},
                rolls,
            )
        )

    def sample(self, start: int, end: int | None) -> str:
        """What of the match's beginning tells the dialect: the text to the first score line, and whether XG's words stand behind it."""
        text, dance = self.text, self.w[places.DANCE]
        behind = start + 2 * _SAMPLE if end is None else min(end, start + 2 * _SAMPLE)
        seats = self.w[places.FIRST_ROW]
        if seats - start > _SAMPLE // 2:
            return text[start:behind].decode("utf-8", "ignore")[:_SAMPLE]
        shown = 0 < dance <= behind and len(text[start:dance].decode()) <= _SAMPLE
        return text[start:seats].decode() + ("\nCannot Move" if shown else "\n")

    def words(self, slot: int) -> str:
        return self.text[self.w[slot] : self.w[slot + 1]].decode()

    def digest(self) -> str:
        """As the replay makes it of the same tokens."""
        size = self.w[places.TOKENS]
        tokens = memoryview(self.out)[:size]
        one = blake2b(tokens, digest_size=16).hexdigest()
        exchange(self.out, size)
        return min(one, blake2b(tokens, digest_size=16).hexdigest())

    def placed(self, start: int, end: int, begin: int) -> dict[str, Any]:
        """Where in its line something stands; places only grow from one call to the next, or the lines are counted anew."""
        if begin < self.place:
            self.line, self.place = 1, 0
        self.line += self.text.count(b"\n", self.place, begin)
        self.place = begin
        end_of_line = self.text.find(b"\n", begin)
        excerpt = self.text[begin : end_of_line if end_of_line >= 0 else len(self.text)]
        return {
            "line": self.line,
            "column": start - begin + 1,
            "end_line": self.line,
            "end_column": end - begin + 1,
            "excerpt": excerpt.rstrip(b"\r").decode(),
        }

    def resigned(self, number: int, players: tuple[str, str]) -> Diagnostic:
        """The note that a game was resigned (S311)."""
        w, rules = self.w, self.conditions.rules
        at = places.NOTE + places.NOTE_SIZE * number
        game, row, turn, side, start, end, said, cube, owner, left, right, crawford, begin = w[at : at + places.NOTE_SIZE]
        at = self.boards + 52 * number
        setup = Setup(
            Position(bytes(self.out[at : at + 26]), bytes(self.out[at + 26 : at + 52])),
            cube=cube,
            owner=0 if owner < 0 else 1 if owner == side else -1,
            score=(right, left) if side else (left, right),
            length=rules.length or 0,
            crawford=bool(crawford),
            jacoby=bool(rules.jacoby),
            beavers=bool(rules.beavers),
        )
        return Diagnostic(
            self.name,
            "S311",
            "resigned",
            "note",
            N_("The game was resigned for {said}."),
            {"said": said},
            match=len(self.matches) + 1,
            game=game,
            game_number=game,
            row=row,
            turn=turn,
            place=f"{game}.{row}{'R' if side else 'L'}",
            player=players[side],
            side="right" if side else "left",
            position=xgid(setup),
            **self.placed(start, end, begin),
        )

    def unfinished(self, length: int, score: tuple[int, int]) -> Diagnostic:
        """The note that nobody has won the match (S308)."""
        w = self.w
        start = w[places.GAME_LINE]
        return Diagnostic(
            self.name,
            "S308",
            "unfinished-match",
            "note",
            N_("Nobody has won the match to {length} yet: the score is {left}-{right}."),
            {"length": length, "left": score[0], "right": score[1]},
            match=len(self.matches) + 1,
            game=w[places.GAMES],
            game_number=w[places.GAMES],
            place=str(w[places.GAMES]),
            **self.placed(start, w[places.GAME_LINE + 1], self.text.rfind(b"\n", 0, start) + 1),
        )
