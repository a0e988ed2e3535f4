"""What a format is to the rest of the program."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tavla_cli.record import Match


@dataclass(frozen=True, slots=True)
class Format:
    """One way in which matches are kept. `recognises` looks at the text only; `read` yields the matches one after the other and never
    raises.

    `endings`: the endings of file names that are the format's own.
    """

    name: str
    endings: tuple[str, ...]
    recognises: Callable[[str], bool]
    read: Callable[[str], Iterator[Match]]
