"""The floors: a module imports only from those below its own, and `board` from the standard library alone (DESIGN.md 1)."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

PACKAGE = Path(__file__).parents[1] / "tavla_cli"

# From the bottom up. Modules of one floor do not know each other; the modules of one package do.
FLOORS = (
    ("board", "source", "grammar", "__version__"),  # the last is a constant in `__init__`
    ("record",),
    ("rules", "rulebook"),
    ("formats", "replay"),
    ("results",),  # plain values, for whoever fills them and whoever shows them
    ("words",),
    ("checks", "repair", "prover"),
    ("examine",),
    ("walk",),
    ("telling",),
    ("converting",),
    ("tournament", "summary"),
    ("reports",),
    ("commands",),
    ("cli",),
    ("__init__", "__main__"),  # what the package offers as a library; `python -m tavla_cli`
)
FLOOR = {name: number for number, names in enumerate(FLOORS) for name in names}
# What parts import besides the standard library; of the extras, which need not be installed, only inside functions.
OUTSIDE = {"grammar": {"lark"}, "formats": {"lark"}, "commands": {"click"}, "cli": {"click"}}
EXTRAS = {"tournament": {"networkx"}}
MODULES = sorted(PACKAGE.rglob("*.py"))


def part(path: Path) -> str:
    """The package or module right below tavla_cli that a file belongs to."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


class Imported(NamedTuple):
    line: int
    name: str  # in full
    late: bool  # inside a function


def imported(path: Path) -> Iterator[Imported]:
    """Everything that a module imports, wherever in it."""
    here = ["tavla_cli", *path.relative_to(PACKAGE).with_suffix("").parts]
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    late = {node for function in functions for node in ast.walk(function)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Imported(node.lineno, alias.name, node in late)
        elif isinstance(node, ast.ImportFrom):
            base = here[: len(here) - node.level] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                yield Imported(node.lineno, f"{module}.{alias.name}", node in late)


def wrong(path: Path) -> list[str]:
    own = part(path)
    found = []
    for line, name, late in imported(path):
        first, *rest = name.split(".")
        where = f"{path.relative_to(PACKAGE)}:{line} imports {name}"
        if first != "tavla_cli":
            allowed = OUTSIDE.get(own, set()) | (EXTRAS.get(own, set()) if late else set())
            if first not in sys.stdlib_module_names and first not in allowed:
                found.append(f"{where}, which is outside")
        elif rest and rest[0] != own and FLOOR.get(rest[0], len(FLOORS)) >= FLOOR[own]:
            found.append(f"{where}, which is not below it")
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_only_from_below(path: Path) -> None:
    assert wrong(path) == []


def test_every_module_has_a_floor() -> None:
    """One floor each; a new package has to be placed."""
    assert {part(path) for path in MODULES} <= FLOOR.keys()
    assert len(FLOOR) == sum(map(len, FLOORS))


@pytest.mark.parametrize(
    ("module", "line", "names"),
    [
        ("board/x.py", "from tavla_cli.record import Side", 1),
        ("board/x.py", "import lark", 1),
        ("board/x.py", "def f():\n    from tavla_cli import rules", 1),
        ("board/x.py", "from tavla_cli.board.position import BAR\nimport enum", 0),
        ("replay/x.py", "from tavla_cli.formats import FORMATS", 1),
        ("replay/x.py", "from ..formats import FORMATS\nfrom .cube import Cube", 1),
        ("checks/x.py", "import tavla_cli.reports.text", 1),
        ("reports/x.py", "import click", 1),
        ("tournament/x.py", "import networkx", 1),
        ("tournament/x.py", "def f():\n    import networkx", 0),
        ("record.py", "from tavla_cli.board import Step", 0),
    ],
)
def test_a_wrong_import_is_seen(module: str, line: str, names: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / module
    path.parent.mkdir(exist_ok=True)
    path.write_text(line, encoding="utf-8")
    monkeypatch.setattr(sys.modules[__name__], "PACKAGE", tmp_path)
    assert len(wrong(path)) == names
