"""What a format is to the rest of the program: how it is recognised, read and written."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tavla_cli.record import Match
from tavla_cli.source import Source

if TYPE_CHECKING:  # who only reads needs nothing of it
    from tavla_cli.formats.told import Told, Written

    Writer = Callable[[Sequence[Told], str | None], Written]


@dataclass(frozen=True, slots=True)
class Format:
    """One way in which matches are kept.

    `write` writes matches, at least one; only one where the format holds no more. Its second argument is a dialect's name, None for the
    usual one. It never raises on what a record can hold: what the format cannot hold is in `Written.lost`.
    `recognises` and `read` get a Source with `text` where the format is text, with `data` where it is binary; spans count in that.
    `recognises` looks at the content only; `read` yields the matches one after the other and never raises. `dialects`: those that `write`
    knows; "canonical" among them is the one of `tavla format`, where there is none the usual one is. `several`: one file can hold several
    matches. `keeps_faults`: what could not be read is written as such.
    """

    recognises: Callable[[Source], bool]
    read: Callable[[Source], Iterator[Match]]
    write: "Writer | None" = None
    dialects: tuple[str, ...] = ()
    several: bool = False
    keeps_faults: bool = False
