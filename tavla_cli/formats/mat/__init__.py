"""`.mat`, the text match that Jellyfish began and everybody writes in a way of his own (formats/mat.md)."""

from tavla_cli.formats.format import Format
from tavla_cli.formats.mat.scan import read, recognises

FORMAT = Format("mat", (".mat",), recognises, read)
