"""The wheel, an editable install and a checkout: in each the grammars are found, and a file is examined from another folder.

Needs pip and a package registry, for the build backend and for what tavla stands on; skipped, visibly, where they cannot be had.
"""

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]
GRAMMARS = sorted(path.name for path in (PROJECT / "grammars").glob("*.lark"))
PATIENCE = 300  # seconds for one command

RECORD = """ 3 point match

 Game 1
 Ada : 0                        Ben : 0
  1) 31: 8/5 6/5                 64: 24/18 13/9
  2) 52: 13/8 13/12
"""
FOUND = "match.mat:6:15: P103 not-rolled: "


def run(command: Sequence[str | Path], folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    own = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "TAVLA_LANG")}
    return subprocess.run(
        list(map(str, command)),
        cwd=folder,
        env={**own, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "LC_ALL": "C.UTF-8", **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE,
    )


def python_of(environment: Path) -> Path:
    return environment / ("Scripts" if os.name == "nt" else "bin") / "python"


@pytest.fixture(scope="module")
def pip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new environment with click, lark and the build backend; the Python in it."""
    folder = tmp_path_factory.mktemp("environment")
    made = run([sys.executable, "-m", "venv", folder / "own"], folder)
    if made.returncode:
        pytest.skip(f"no virtual environment can be made: {made.stderr[-200:]}")
    python = python_of(folder / "own")
    got = run([python, "-m", "pip", "install", "--quiet", "--retries", "1", "click", "lark", "hatchling", "editables"], folder)
    if got.returncode:
        pytest.skip(f"pip cannot reach a package registry: {got.stderr.strip()[-200:]}")
    return python


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of what belongs to the project, so that building leaves nothing behind in it."""
    copy = tmp_path / "checkout"
    copy.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md"):
        if (PROJECT / name).exists():
            shutil.copy(PROJECT / name, copy)
    for name in ("tavla_cli", "grammars", "examples"):
        shutil.copytree(PROJECT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A folder with nothing but a match in it."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "match.mat").write_text(RECORD, encoding="utf-8")
    return folder


def examines(command: Sequence[str | Path], folder: Path, **environment: str) -> None:
    done = run([*command, "validate", "--output", "concise", "match.mat"], folder, **environment)
    assert (done.returncode, done.stdout[: len(FOUND)], "Traceback" in done.stderr) == (1, FOUND, False), done.stdout + done.stderr


def home(python: Path, folder: Path) -> Path:
    """Where the package is that this Python imports."""
    done = run([python, "-c", "import tavla_cli; print(tavla_cli.__file__)"], folder)
    assert done.returncode == 0, done.stderr
    return Path(done.stdout.strip()).parent


def install(python: Path, folder: Path, *what: str | Path) -> None:
    done = run([python, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--force-reinstall", *what], folder)
    assert done.returncode == 0, done.stderr


def test_the_wheel(pip: Path, checkout: Path, elsewhere: Path, tmp_path: Path) -> None:
    built = run([pip, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", tmp_path / "wheels", "."], checkout)
    assert built.returncode == 0, built.stderr
    (wheel,) = (tmp_path / "wheels").glob("*.whl")
    shutil.rmtree(checkout)
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert sorted(name.rpartition("/")[2] for name in names if name.endswith(".lark")) == GRAMMARS
    assert not [name for name in names if name.startswith(("tests", "docs", "grammars", "examples"))]
    install(pip, elsewhere, wheel)
    assert "site-packages" in home(pip, elsewhere).parts
    examines([pip.with_name("tavla")], elsewhere)
    examines([pip, "-m", "tavla_cli.cli"], elsewhere)


def test_an_editable_install(pip: Path, checkout: Path, elsewhere: Path) -> None:
    install(pip, elsewhere, "-e", checkout)
    assert home(pip, elsewhere).resolve() == (checkout / "tavla_cli").resolve()
    examines([pip.with_name("tavla")], elsewhere)


def test_a_checkout(pip: Path, checkout: Path, elsewhere: Path) -> None:
    run([pip, "-m", "pip", "uninstall", "--quiet", "--yes", "tavla-cli"], elsewhere)
    assert run([pip, "-c", "import tavla_cli.cli"], elsewhere).returncode != 0  # pip may leave an empty folder
    examines([pip, "-m", "tavla_cli.cli"], elsewhere, PYTHONPATH=str(checkout))
