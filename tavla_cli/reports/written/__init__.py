"""What matches can be written as besides the formats: outputs for people and for databases of positions, which nobody reads back.

A new one is a module with `write(told, dialect)` and `DIALECTS`, and a line here.
"""

from collections.abc import Sequence
from importlib import import_module

from tavla_cli.formats.told import Told, Written

OUTPUTS: dict[str, tuple[str, str, tuple[str, ...]]] = {  # a name, what it is, and its dialects
    "text": ("a readable score sheet with boards at cube actions and ends", ".txt", ("boards", "plain")),
    "xgid": ("one line a decision: its XGID", ".txt", ("plays",)),
}


def write(told: Sequence[Told], name: str, dialect: str | None) -> Written:
    """The matches as one of OUTPUTS."""
    written: Written = import_module(f"tavla_cli.reports.written.{name}").write(told, dialect)
    return written
