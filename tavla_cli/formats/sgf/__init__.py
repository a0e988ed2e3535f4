"""SGF of backgammon (`GM[6]`), as GNU Backgammon and its followers write it (formats/sgf.md)."""

from tavla_cli.formats.format import Format
from tavla_cli.formats.sgf.read import read, recognises
from tavla_cli.formats.sgf.write import write

FORMAT = Format(recognises, read, write, several=True)
