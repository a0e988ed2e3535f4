"""The files that are measured on: made in a folder of their own, and used again as long as they are the same. Measures nothing."""

import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from generate import file_name

SEED = 1
LENGTH = 7
SPOIL_EVERY = 10

_MARK = ".tavla-benchmarks"
_GENERATOR = Path(__file__).parent / "generate.py"


class NotOurs(Exception):
    """The folder holds what was not made here, and is left alone."""


class Data:
    """The folder. All paths that it hands out are relative to it, so that command lines are alike everywhere.

    Clean matches lie in one folder for each step of `sizes`: 1, 2 to 10, 11 to 100 ..., so that a larger number needs no copy of a smaller.
    """

    def __init__(self, root: Path, sizes: set[int], say: Callable[[str], None], environment: dict[str, str]) -> None:
        self.root = root
        self._sizes = sorted(sizes)
        self._say = say
        self._environment = environment
        root.mkdir(parents=True, exist_ok=True)
        if not (root / _MARK).exists():
            if any(root.iterdir()):
                raise NotOurs(f"{root} holds files that were not made here. Name an empty folder.")
            (root / _MARK).touch()
        (root / "stamps").mkdir(exist_ok=True)
        self._generator = hashlib.sha256(_GENERATOR.read_bytes()).hexdigest()

    # ---- matches

    def clean(self, number: int) -> list[str]:
        """The folders that hold the first so many matches, one in a file; `number` is one of the sizes."""
        found = []
        for first, last in self._steps(number):
            name = f"clean/{first:06d}-{last:06d}"
            self._made(name, {"first": first, "last": last}, lambda path, a=first, b=last: self._generate(path, a, b))  # type: ignore[misc]
            found.append(name)
        return found

    def clean_files(self, number: int) -> Iterator[str]:
        for (first, last), folder in zip(self._steps(number), self.clean(number), strict=True):
            for each in range(first, last + 1):
                yield f"{folder}/{file_name(each)}"

    def wrong(self, number: int) -> str:
        """The folder with the same matches, of which every tenth is spoiled."""
        name = f"wrong-{number:06d}"

        def make(path: Path) -> None:
            for each in self.clean_files(number):
                shutil.copyfile(self.root / each, path / Path(each).name)
            self._generate(path, 1, number, "--spoil-every", str(SPOIL_EVERY), "--only-spoiled")

        self._made(name, {"last": number, "spoil_every": SPOIL_EVERY}, make)
        return name

    def wrong_files(self, number: int) -> Iterator[str]:
        folder = self.wrong(number)
        return (f"{folder}/{file_name(each)}" for each in range(1, number + 1))

    def joined(self, number: int) -> str:
        """One file with the clean matches one after the other."""
        name = f"joined-{number:06d}"

        def make(path: Path) -> None:
            with open(path / "all.mat", "wb") as out:
                for each in self.clean_files(number):
                    out.write((self.root / each).read_bytes() + b"\n\n")

        self._made(name, {"last": number}, make)
        return f"{name}/all.mat"

    def positions(self, number: int) -> str:
        name = f"positions-{number:06d}"
        self._made(name, {"number": number}, lambda path: self._run(path, "--positions", "-n", str(number)))
        return f"{name}/positions.txt"

    # ---- what is made of them for the programs

    def imports(self, name: str, files: Iterator[str]) -> str:
        """A file of commands with which GNU Backgammon reads the files."""
        return self.written(name, "".join(f'import mat "{each}"\n' for each in files))

    def listed(self, name: str, files: Iterator[str]) -> str:
        """A list of the files, each ended by NUL."""
        return self.written(name, "".join(f"{each}\0" for each in files))

    def written(self, name: str, text: str) -> str:
        (self.root / name).write_text(text, encoding="utf-8", newline="\n")
        return name

    def plain_copy(self, package: Path) -> str:
        """The package without anything that was compiled, as on a machine without a compiler; returns the folder to import it from."""
        shutil.rmtree(self.root / "plain", ignore_errors=True)
        compiled = shutil.ignore_patterns("*.so", "*.pyd", "*.dylib", "*.c", "*.cpp", "__pycache__")
        shutil.copytree(package, self.root / "plain" / package.name, ignore=compiled)
        grammars = package.parent / "grammars"
        if grammars.is_dir() and not (package / "grammars").is_dir():  # a checkout
            shutil.copytree(grammars, self.root / "plain" / "grammars")
        return str((self.root / "plain").resolve())

    # ---- making

    def _steps(self, number: int) -> Iterator[tuple[int, int]]:
        first = 1
        for last in self._sizes:
            if first <= last <= number:
                yield first, last
                first = last + 1
        if first != number + 1:
            raise ValueError(f"{number} is none of the sizes")

    def _made(self, name: str, recipe: dict[str, int], make: Callable[[Path], None]) -> None:
        """Have the folder made, unless it is there and was made alike."""
        folder, stamp = self.root / name, self.root / "stamps" / f"{name.replace('/', '-')}.json"
        wanted = json.dumps({**recipe, "seed": SEED, "length": LENGTH, "generator": self._generator}, sort_keys=True)
        if folder.is_dir() and stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted:
            return
        self._say(f"making {name}")
        stamp.unlink(missing_ok=True)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        make(folder)
        stamp.write_text(wanted, encoding="utf-8")

    def _generate(self, folder: Path, first: int, last: int, *more: str) -> None:
        self._run(folder, "--first", str(first), "-n", str(last - first + 1), "--length", str(LENGTH), *more)

    def _run(self, folder: Path, *arguments: str) -> None:
        """In another process: this one stays small, since what it runs counts the memory of its parent as its own for a moment."""
        command = [sys.executable, str(_GENERATOR), str(folder), "--seed", str(SEED), *arguments]
        subprocess.run(command, check=True, env=self._environment)
