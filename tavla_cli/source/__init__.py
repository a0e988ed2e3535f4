"""Paths to bytes and bytes to text. Standard library only; knows no format."""

from tavla_cli.source.archives import DEPTH, MEMBER_LIMIT, MEMBERS, RATIO, Trouble
from tavla_cli.source.inputs import Input, inputs, read_paths
from tavla_cli.source.span import Span
from tavla_cli.source.text import LINE_LIMIT, Places, Source, decode, lines, printable

__all__ = [
    "DEPTH",
    "LINE_LIMIT",
    "MEMBERS",
    "MEMBER_LIMIT",
    "RATIO",
    "Input",
    "Places",
    "Source",
    "Span",
    "Trouble",
    "decode",
    "inputs",
    "lines",
    "printable",
    "read_paths",
]
