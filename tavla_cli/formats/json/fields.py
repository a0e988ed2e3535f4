"""What an object of JSON, or of its binary sister, holds under its names, each of the type that is wanted. Knows nothing of backgammon."""

from collections.abc import Iterator, Mapping
from typing import TypeVar

from tavla_cli.formats.json.scan import Node

HIGHEST = 999_999_999
"""Numbers above it mean nothing in a match."""

_T = TypeVar("_T")


class Bad(Exception):
    """A value that is not of the type that belongs there, or is missing in `node`; never leaves the reader that it was raised in."""

    def __init__(self, node: Node) -> None:
        super().__init__()
        self.node = node


class Fields:
    """The names of an object. `null` is as good as no such name. Raises Bad for what is no object, and so does each method."""

    def __init__(self, node: Node) -> None:
        if not isinstance(node.value, dict):
            raise Bad(node)
        self.node = node
        self._names = node.value
        self._asked: set[str] = set()

    def get(self, name: str) -> Node | None:
        self._asked.add(name)
        node = self._names.get(name)
        return None if node is None or node.value is None else node

    def has(self, name: str) -> bool:
        """Whether there is such a name, be it with `null`."""
        self._asked.add(name)
        return name in self._names

    def unknown(self) -> Iterator[tuple[str, Node]]:
        """The names that nobody has asked for."""
        return ((name, node) for name, node in self._names.items() if name not in self._asked)

    def nothing_else(self) -> None:
        """Raises Bad for a name that nobody has asked for."""
        for _, node in self.unknown():
            raise Bad(node)

    def needed(self, name: str) -> Node:
        node = self.get(name)
        if node is None:
            raise Bad(self.node)
        return node

    def number(self, name: str, low: int = -HIGHEST, high: int = HIGHEST) -> int | None:
        node = self.get(name)
        return None if node is None else number(node, low, high)

    def text(self, name: str) -> str | None:
        node = self.get(name)
        if node is None:
            return None
        if not isinstance(node.value, str):
            raise Bad(node)
        return node.value

    def needed_text(self, name: str) -> str:
        found = self.text(name)
        if found is None:
            raise Bad(self.node)
        return found

    def flag(self, name: str) -> bool | None:
        node = self.get(name)
        return None if node is None else flag(node)

    def choice(self, name: str, of: Mapping[str, _T]) -> _T | None:
        """What a word means."""
        node = self.get(name)
        if node is None:
            return None
        if not isinstance(node.value, str) or node.value not in of:
            raise Bad(node)
        return of[node.value]

    def items(self, name: str) -> list[Node]:
        node = self.get(name)
        return [] if node is None else items(node)

    def pair(self, name: str, low: int = -HIGHEST, high: int = HIGHEST) -> tuple[int, int] | None:
        node = self.get(name)
        if node is None:
            return None
        found = items(node)
        if len(found) != 2:
            raise Bad(node)
        return number(found[0], low, high), number(found[1], low, high)


def number(node: Node, low: int = -HIGHEST, high: int = HIGHEST) -> int:
    """A whole number in its limits. Raises Bad."""
    value = node.value
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise Bad(node)
    return value


def flag(node: Node) -> bool:
    """Raises Bad."""
    if not isinstance(node.value, bool):
        raise Bad(node)
    return node.value


def items(node: Node) -> list[Node]:
    """The values of an array. Raises Bad."""
    if not isinstance(node.value, list):
        raise Bad(node)
    return node.value
