"""eXtreme Gammon's own files: `.xg` (matches and sessions) and `.xgp` (positions). Read with the standard library alone; not written.

The match is packed inside the file: places count bytes of temp.xg after unpacking, in which record N is the Nth 2560 bytes.
"""

from collections.abc import Iterator

from tavla_cli.formats.format import Format
from tavla_cli.formats.xg.container import MAGIC
from tavla_cli.formats.xg.read import read as read_match
from tavla_cli.record import Match
from tavla_cli.source import Source


def recognises(source: Source) -> bool:
    return source.data.startswith(MAGIC)


def read(source: Source) -> Iterator[Match]:
    """The match of a file, which holds exactly one."""
    yield read_match(source)


FORMAT = Format(recognises, read)
