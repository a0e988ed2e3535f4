"""Score sheets typed as tables (CSV): a result a game, no moves. Tables with a result a match are tournament/sheets.py's."""

from tavla_cli.formats.format import Format
from tavla_cli.formats.sheet.read import read, recognises

FORMAT = Format(recognises, read, several=True)
