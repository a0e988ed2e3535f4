"""`.mat`, the text match that Jellyfish began and everybody writes in a way of his own (formats/mat.md)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tavla_cli.formats.format import Format
from tavla_cli.formats.mat.scan import read, recognises
from tavla_cli.formats.mat.styles import STYLES

if TYPE_CHECKING:
    from tavla_cli.formats.told import Told, Written


def _write(told: "Sequence[Told]", dialect: str | None) -> "Written":
    from tavla_cli.formats.mat.write import write  # most who read a `.mat` write none

    return write(told, dialect)


FORMAT = Format(
    lambda source: recognises(source.text),
    lambda source: read(source.text),
    _write,
    dialects=tuple(STYLES),
    several=True,
)
