"""JSON with the place of each value, read piece by piece; what is broken costs its line. Knows nothing of backgammon.

The standard library's reader gives no places, recurses, and stops at the first mistake.
"""

import json
import re
from typing import Literal, NamedTuple, TypeAlias

DEPTH = 64
"""How deep values may stand in each other."""

MOST_VALUES = 2_000_000
"""Values that one call of `Scanner.value` reads, all of which are in memory together: some hundred megabytes."""

MOST_TROUBLES = 200
"""Places that cannot be read; a text with more is nothing that anybody has written."""

Value: TypeAlias = "bool | int | float | str | list[Node] | dict[str, Node] | None"


class Node(NamedTuple):
    """A value and where it stands. A number of more than 18 digits is a float: nothing that we count needs them."""

    value: Value
    start: int
    end: int


class Trouble(NamedTuple):
    """What cannot be read: `code` as in `record.Fault`, and for a limit (T115) its name."""

    code: str
    start: int
    end: int
    text: str = ""


_BLANK = re.compile(r"[ \t\r\n]*+")
_LINE_END = re.compile(r"[\r\n]")
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+"')
_NUMBER = re.compile(r"(-?(?:0|[1-9][0-9]*+))(?:\.[0-9]++)?+(?:[eE][-+]?[0-9]++)?+(?![0-9A-Za-z_.+-])")
_WORDS = {"true": True, "false": False, "null": None}
_WORD = re.compile(r"(?:true|false|null)(?![0-9A-Za-z_])")
_SURROGATE = re.compile("[\ud800-\udfff]")
_State = Literal["value", "key", "first", "after", "broken"]
"""What may come next: a value, a name, either or the end of what has just been opened, a comma or the end, anything of these."""

_OPENING = frozenset("{[")
_CLOSING = frozenset("}]")
_LONGEST_NUMBER = 18
_LONGEST_FLOAT = 400  # characters


class Open:
    """An array or object that has begun. `key`: the name whose value comes next."""

    __slots__ = ("items", "key", "names", "start")

    def __init__(self, start: int, is_object: bool) -> None:
        self.start = start
        self.items: list[Node] = []
        self.names: dict[str, Node] | None = {} if is_object else None
        self.key: str | None = None

    def closed(self, end: int) -> Node:
        return Node(self.items if self.names is None else self.names, self.start, end)


class Scanner:
    """Reads a text from `at` on. `troubles` collects what could not be read; `over`: nothing can be read from here on.

    `octets`: each character of the text is a byte of UTF-8, so that places count bytes.
    """

    def __init__(self, text: str, at: int = 0, octets: bool = False) -> None:
        self.text = text
        self.at = at
        self.octets = octets
        self.troubles: list[Trouble] = []
        self.over = False
        self._told = 0
        self._line = 0, -1  # where the last line was looked at, and where it ends
        self._opened: list[Open] = []
        self._state: _State = "value"
        self._done: Node | None = None
        self._count = 0

    def value(self) -> Node | None:
        """The value that begins here, and everything in it; None where there is none.

        After something unreadable the reading goes on in the next line, without what was begun in this one; where the text breaks off, or
        has one line only, what was begun ends there.
        """
        self._opened, self._state, self._done, self._count = [], "value", None, 0
        line_end = self._line_end(self.at)
        older = 0  # how many of those that are open were so when the line began
        while not self.over and self._done is None:
            char = self.skip()
            if self.at > line_end:
                line_end, older = self._line_end(self.at), len(self._opened)
            start = self.at
            if self._reads(char):
                if len(self._opened) < older:
                    older = len(self._opened)
            elif not self._opened:
                return None
            else:
                self._broken(start, line_end)
                if self.blank_from(line_end):
                    self.over = True
                else:
                    del self._opened[max(older, 1) :]
                    self._opened[-1].key = None
                    self.at, self._state = line_end, "broken"
        while self._opened:
            self._take(self._opened.pop().closed(self.at))
        return self._done

    def skip(self) -> str:
        """Go on to the next character that is not blank, and return it; "" at the end."""
        char = self.text[self.at : self.at + 1]
        if char > " ":  # as it mostly is
            return char
        self.at = self._blank_end(self.at)
        return self.text[self.at : self.at + 1]

    def blank_from(self, start: int) -> bool:
        """Whether nothing but blanks follows."""
        return self._blank_end(start) == len(self.text)

    def string(self) -> str | None:
        """The string that begins here; None where none does."""
        found = _STRING.match(self.text, self.at)
        if found is None:
            return None
        start, self.at = self.at, found.end()
        raw = found[0].encode("latin-1", "replace").decode("utf-8", "replace") if self.octets else found[0]
        if "\\" not in raw:
            return raw[1:-1]
        text = str(json.loads(raw))
        if _SURROGATE.search(text):  # half of a character, which no decoded text holds
            self.trouble("T101", start, self.at, "half of a surrogate pair")
            text = _SURROGATE.sub("\ufffd", text)
        return text

    def trouble(self, code: str, start: int, end: int, text: str = "") -> None:
        """Note what cannot be read, or that a limit is reached."""
        if self.over:
            return
        self._told += 1
        if self._told > MOST_TROUBLES:
            code, text = "T115", f"{MOST_TROUBLES} unreadable places in a match"
        self.troubles.append(Trouble(code, start, end, text))
        self.over = code == "T115"

    def told(self) -> list[Trouble]:
        """What could not be read since this was last asked."""
        found, self.troubles, self._told = self.troubles, [], 0
        return found

    # ---- one character

    def _reads(self, char: str) -> bool:
        """Go on by what begins with the character; False where it cannot stand here."""
        state = self._state
        if char in _CLOSING and state in ("first", "after", "broken"):
            if (char == "]") is not (self._opened[-1].names is None):
                return False
            self.at += 1
            self._take(self._opened.pop().closed(self.at))
            return True
        if state == "after" or (state == "broken" and char == ","):
            if char != ",":
                return False
            self.at += 1
            char = self.skip()
        if state not in ("value", "key"):  # a name or a value comes next, where a line was broken perhaps without its comma
            self._state = "value" if self._opened[-1].names is None else "key"
            return bool(char)
        if state == "key":
            self._state = "value"
            return self._key(self._opened[-1])
        self._count += 1
        if self._count > MOST_VALUES:
            self.trouble("T115", self.at, self.at, f"{MOST_VALUES:,} values in a match")
            return True
        if char in _OPENING:
            if len(self._opened) == DEPTH:
                return False
            self._opened.append(Open(self.at, char == "{"))
            self.at += 1
            self._state = "first"
            return True
        node = self._leaf(char)
        if node is None:
            return False
        self._take(node)
        return True

    def _take(self, node: Node) -> None:
        """A value is complete."""
        self._state = "after"
        if not self._opened:
            self._done = node
            return
        within = self._opened[-1]
        if within.names is None:
            within.items.append(node)
        elif within.key is not None:
            within.names[within.key] = node
        within.key = None

    def _key(self, within: Open) -> bool:
        start = self.at
        name = self.string()
        end = self.at
        if name is None or self.skip() != ":":
            return False
        self.at += 1
        assert within.names is not None
        within.key = name
        if name in within.names:  # the first one counts
            self.trouble("T101", start, end, name[:80])
            within.key = None
        return True

    def _leaf(self, char: str) -> Node | None:
        start = self.at
        if char == '"':
            text = self.string()
            return None if text is None else Node(text, start, self.at)
        word = _WORD.match(self.text, start)
        if word:
            self.at = word.end()
            return Node(_WORDS[word[0]], start, self.at)
        number = _NUMBER.match(self.text, start)
        if number is None:
            return None
        self.at = number.end()
        if number.end(1) == self.at and self.at - start <= _LONGEST_NUMBER:
            return Node(int(number[0]), start, self.at)
        return Node(float(number[0]) if self.at - start <= _LONGEST_FLOAT else float("inf"), start, self.at)

    # ---- places

    def _broken(self, start: int, line_end: int) -> None:
        """Note that something cannot be read here, or that the text breaks off: its last line does not look like an end."""
        last = self.text[start:line_end].rstrip()[-1:]
        cut = start == len(self.text) or (last not in _CLOSING and self.blank_from(line_end))
        end = min(line_end, start + 80)
        self.trouble("T103" if cut else "T101", min(start, len(self.text) - 1), max(end, start), self.text[start:end])

    def _line_end(self, start: int) -> int:
        if not self._line[0] <= start <= self._line[1]:  # a line may hold the whole text, and is looked for by each of many values
            found = _LINE_END.search(self.text, start)
            self._line = start, found.start() if found else len(self.text)
        return self._line[1]

    def _blank_end(self, start: int) -> int:
        found = _BLANK.match(self.text, start)
        assert found is not None
        return found.end()
