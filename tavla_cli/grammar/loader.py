"""Finds a grammar, builds its parser once a process, and reads sentences with it. Knows no grammar in particular.

Lark is imported when the first grammar is built (importing it costs more than reading a match).
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from lark import Lark, Token, Transformer

_PACKAGE = Path(__file__).parent.parent


class _Meaning:
    """What Lark takes for a transformer: the methods of an object, called with the children of their rule as arguments.

    Not a `Transformer` by birth, so that a module that says what a grammar means need not import Lark.
    """

    def __init__(self, methods: object) -> None:
        self._methods = methods

    def __getattr__(self, rule: str) -> Callable[[list[object]], object]:
        method: Callable[..., object] = getattr(self._methods, rule)
        return lambda children: method(*children)


@cache
def grammar(name: str, meaning: type[object], starts: tuple[str, ...] = ("start",)) -> "Lark":
    """The LALR parser of `grammars/NAME.lark`, which calls the method of `meaning` that bears a rule's name as soon as the rule is read."""
    from lark import Lark

    methods = cast("Transformer[Token, object]", _Meaning(meaning()))
    return Lark.open(str(_folder() / f"{name}.lark"), parser="lalr", start=list(starts), transformer=methods)


def sentence(parser: "Lark", text: str, start: str = "start") -> object:
    """What the parser's meaning makes of a text, or None where the text is no sentence of its grammar."""
    from lark.exceptions import LarkError

    try:
        return cast(object, parser.parse(text, start=start))
    except LarkError:
        return None


def span(token: "Token") -> tuple[int, int]:
    """Where a token stands in the text it was read from: start and end (not included), 0-based."""
    return token.start_pos or 0, token.end_pos or 0


def _folder() -> Path:
    """The grammars inside the installed package, or beside the package in a checkout."""
    inside = _PACKAGE / "grammars"
    return inside if inside.is_dir() else _PACKAGE.parent / "grammars"
