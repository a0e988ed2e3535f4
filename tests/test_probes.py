"""The probes: small files with one defect each, and what must be found in them."""

import csv

import pytest

from tavla_cli.examine import Options, examine_input
from tavla_cli.results import Diagnostic
from tavla_cli.source import Input
from tests.shared import SHARED, needs_shared

CLEAN = "clean"
AT_MOST = 2  # errors and warnings together in a faulty file


def probes() -> list[tuple[str, str]]:
    """Each file with what is expected of it, as EXPECTED.tsv says."""
    if SHARED is None:
        return []
    with open(SHARED / "probes" / "EXPECTED.tsv", encoding="utf-8", newline="") as file:
        _, *rows = csv.reader(file, delimiter="\t")
    return [(name, wanted) for name, wanted in rows]


def found(name: str) -> list[Diagnostic]:
    assert SHARED is not None
    data = (SHARED / "probes" / name).read_bytes()
    every = examine_input(Input(name, data, True), Options()).all_diagnostics
    return [each for each in every if each.severity != "note"]


@needs_shared
@pytest.mark.parametrize(("name", "wanted"), probes(), ids=lambda value: value.partition(".")[0] if value.endswith(".mat") else "")
def test_probe(name: str, wanted: str) -> None:
    codes = [each.code for each in found(name)]
    if wanted == CLEAN:
        assert codes == []
    else:
        assert set(codes) & set(wanted.split()), codes
        assert len(codes) <= AT_MOST, codes


@needs_shared
def test_every_probe_is_named() -> None:
    assert SHARED is not None
    there = sorted(path.name for path in (SHARED / "probes").glob("*.mat"))
    assert there == sorted(name for name, _ in probes())
    assert len(there) == 40
