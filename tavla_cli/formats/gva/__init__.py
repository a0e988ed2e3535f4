"""GammonView's JSON (`.gva`). Reads it, and the JSON that the reference codec of OGXM shows; places are letters of the text.

Only the way down to a ply is scanned here; the ply itself, with its analysis, is the standard library's to read. A ply that is broken
costs itself: reading goes on at the next. Facts: formats/ogxm.md 6.
"""

from collections.abc import Iterator

from tavla_cli.formats.format import Format
from tavla_cli.formats.gva.claims import match_claims
from tavla_cli.formats.ogxm.build import match_of
from tavla_cli.record import Match
from tavla_cli.source import Source

_LOOKED_AT = 100_000  # letters


def recognises(source: Source) -> bool:
    head = source.text[:_LOOKED_AT]
    return head.lstrip().startswith("{") and all(f'"{key}"' in head for key in ("games", "plies", "match_length", "action_id"))


def read(source: Source) -> Iterator[Match]:
    yield match_of(match_claims(source.text), 1)


FORMAT = Format(recognises, read)
