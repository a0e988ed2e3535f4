"""`.mat`, the text match that Jellyfish began and everybody writes in a way of his own (formats/mat.md)."""

from tavla_cli.formats.format import Format
from tavla_cli.formats.mat.scan import read, recognises
from tavla_cli.formats.mat.styles import STYLES
from tavla_cli.formats.mat.write import write

FORMAT = Format(
    lambda source: recognises(source.text),
    lambda source: read(source.text),
    write,
    dialects=tuple(STYLES),
    several=True,
)
