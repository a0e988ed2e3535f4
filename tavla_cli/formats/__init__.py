"""The formats in which matches are kept. A new one is a module that ends in `FORMAT = Format(...)`, and a line here."""

from tavla_cli.formats import mat
from tavla_cli.formats.format import Format

FORMATS: dict[str, Format] = {
    "mat": mat.FORMAT,
}

__all__ = ["FORMATS", "Format", "recognised"]


def recognised(text: str) -> Format | None:
    """The format of a text, by its content."""
    return next((format for format in FORMATS.values() if format.recognises(text)), None)
