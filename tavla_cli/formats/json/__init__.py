"""tavla's own JSON: a match as data, for programs (`match.schema.json` says how).

Everything that the record claims is in it, so that what is written reads back the same, but for its name: `Match.format` then is "json",
and `Match.dialect` names the format and the dialect that it came from, "mat/gnubg". The habits stay those of the first writer.
"""

from tavla_cli.formats.format import Format
from tavla_cli.formats.json.read import read, recognises
from tavla_cli.formats.json.write import write

FORMAT = Format(lambda source: recognises(source.text), lambda source: read(source.text), write, several=True, keeps_faults=True)
