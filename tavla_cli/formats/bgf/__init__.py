"""BGBlitz's `.bgf`: a line of JSON, then the match as an object, as Smile or JSON, mostly packed (formats/bgf.md).

Read, not written. Spans are offsets in the unpacked payload, which is what stands behind the first line.
"""

from tavla_cli.formats.bgf.payload import recognises
from tavla_cli.formats.bgf.read import read
from tavla_cli.formats.format import Format

FORMAT = Format(lambda source: recognises(source.data), lambda source: read(source.data))
