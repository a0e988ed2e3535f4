"""Places in a decoded text."""

from typing import NamedTuple


class Span(NamedTuple):
    """A stretch of the decoded text: code points from its beginning, 0-based, end not included."""

    start: int
    end: int
