"""Reads backgammon (tavla) match records and says what in them cannot be true.

The library: `read`, `examine`, and of the board `Position`, `legal_plays` and `judge`. What is not used is not imported.

    for match in tavla_cli.read("final.mat"):
        for finding in tavla_cli.examine(match).diagnostics:
            print(finding.line, finding.code, finding.template.format_map(finding.args))
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from os import PathLike

    from tavla_cli.board import Position, judge, legal_plays
    from tavla_cli.record import Match
    from tavla_cli.results import MatchResult as Result
    from tavla_cli.rules import Rules
    from tavla_cli.source import Source

__version__ = "0.1.0"
__all__ = ["Match", "Position", "Result", "Rules", "Source", "examine", "judge", "legal_plays", "read"]

_NAMES = {  # imported when they are asked for
    "Match": ("tavla_cli.record", "Match"),
    "Position": ("tavla_cli.board", "Position"),
    "Result": ("tavla_cli.results", "MatchResult"),
    "Rules": ("tavla_cli.rules", "Rules"),
    "Source": ("tavla_cli.source", "Source"),
    "judge": ("tavla_cli.board", "judge"),
    "legal_plays": ("tavla_cli.board", "legal_plays"),
}


def read(source: "str | bytes | PathLike[str] | Source") -> "list[Match]":
    """The matches of a file or a text; none where no format recognises it.

    Bytes are a file's contents, a Source is a decoded text, and a `str` with a line end in it is a text. Any other `str` is a path, as a
    PathLike is: of a file, or of what else `tavla validate` takes, but standard input. Hand over as bytes what strangers sent, never as
    `str`. Never raises on content; OSError for a path that cannot be read.
    """
    from dataclasses import replace

    from tavla_cli.examine import read as read_source

    return [replace(match, source=found) for found in _sources(source) for match in read_source(found)]


def _sources(source: "str | bytes | PathLike[str] | Source") -> "list[Source]":
    import os

    from tavla_cli.formats import opened
    from tavla_cli.source import Source, inputs

    if isinstance(source, Source):
        return [source]
    if isinstance(source, bytes):
        return [opened("", source)[0]]
    if isinstance(source, str) and ("\n" in source or "\r" in source):
        # A lone surrogate is in no decoded text.
        return [Source("", source.encode("utf-8", "replace").decode("utf-8").lstrip("\ufeff"), "utf-8")]
    path = os.fspath(source)
    found = []
    for item in inputs([os.path.join(os.curdir, path) if path == "-" else path]):
        if item.trouble is not None and item.trouble[0] != "limit":
            raise (FileNotFoundError if item.trouble[0] == "missing" else OSError)(f"{item.name}: {item.trouble[1]}")
        if item.data is not None:
            found.append(opened(item.name, item.data)[0])
    return found


def examine(match: "Match", rules: "Rules | None" = None) -> "Result":
    """Replay a match, and say what in it cannot be true. Never raises on content.

    `rules` None: those of its header and else the default (`tavla_cli.rules.rules_for`). Findings have lines and columns where the match
    was read by `read`, else None.
    """
    from dataclasses import replace

    from tavla_cli.examine import examine_match, places_of
    from tavla_cli.rules import rules_for

    source = match.source
    places = places_of(source, match.format) if source else None
    result = examine_match(match, rules or rules_for(match), source.name if source else "", places)
    if source is not None:
        return result
    nowhere = (replace(d, offset=None, node=None) for d in result.diagnostics)
    return replace(result, diagnostics=tuple(nowhere))


def __getattr__(name: str) -> object:
    if name not in _NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = _NAMES[name]
    return getattr(import_module(module), attribute)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


class _Package(ModuleType):
    """Importing the module `tavla_cli.examine` would put it in the place of the function `examine`."""

    def __setattr__(self, name: str, value: object) -> None:
        if name != "examine" or not isinstance(value, ModuleType):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
