"""An examination and checks that do as the tests say, in place of the real ones; and results made by hand."""

import os
import signal
import sys
import time
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Any

from tavla_cli.results import Diagnostic, FileResult, MatchResult

XGID = "XGID=-b----E-C---eE---c-e----B-:1:1:1:63:2:1:0:7:10"


@dataclass(frozen=True)
class Options:
    rules: str | None
    rule: tuple[str, ...]
    encoding: str | None
    format: str | None
    select: tuple[str, ...]
    ignore: tuple[str, ...]
    positions: bool = False


@dataclass(frozen=True)
class Check:
    code: str
    name: str
    severity: str
    page: str

    @property
    def summary(self) -> str:
        return self.page.split("\n")[0]


CHECKS = {
    check.code: check
    for check in (
        Check("P107", "unplayed-number", "error", "Fewer numbers were played than can be.\n\nBoth must be played if that is possible."),
        Check("P110", "hit-unmarked", "warning", "A checker is hit without a star."),
        Check("C201", "not-your-cube", "error", "A double by the player who may not turn the cube."),
    )
}


def match(path: str, *diagnostics: Diagnostic, number: int = 1, players: tuple[str, str] = ("Çetin", "Ayşe")) -> MatchResult:
    rules: dict[str, tuple[object, str]] = {"crawford": (True, "header")}
    return MatchResult(path, number, "abc", "mat", "gnubg", players, 7, (3, 1), None, None, False, 2, 41, rules, diagnostics)


def unplayed(path: str) -> Diagnostic:
    return Diagnostic(
        path,
        "P107",
        "unplayed-number",
        "error",
        "The {number} can still be played.",
        {"number": 3},
        match=1,
        game=2,
        game_number=2,
        row=10,
        turn=19,
        place="2.10L",
        player="Çetin",
        side="left",
        line=41,
        column=10,
        end_line=41,
        end_column=14,
        position=XGID,
        dice="63",
        played="13/7",
        legal_plays=("24/18 13/10", "13/7 13/10"),
        legal_count=14,
        also=("2.11R P101",),
        excerpt=" 10) 63: 13/7                  52: 13/8 24/22",
    )


def examine_input(item: Any, options: Options) -> FileResult:
    """What the name of the file asks for."""
    path = item.name
    if item.trouble is not None:
        kind, sentence = item.trouble
        return FileResult(path, unreadable=kind != "missing", trouble=(2 if kind == "missing" else 3, sentence))
    match os.path.basename(path).split(".")[0].rstrip("0123456789"):
        case "error":
            return FileResult(path, "mat", "gnubg", "utf-8", (match_of(path, unplayed(path)),))
        case "warning":
            found = Diagnostic(
                path, "P110", "hit-unmarked", "warning", "A checker is hit without a star.", {}, match=1, game=1, line=5, column=3
            )
            return FileResult(path, "mat", "gnubg", "utf-8", (match_of(path, found),))
        case "junk":
            found = Diagnostic(path, "T102", "no-match", "error", "Nothing in the input is a match.", {})
            return FileResult(path, diagnostics=(found,), unreadable=True)
        case "skipped":
            return FileResult(path, skipped=True)
        case "fault":
            raise KeyError("x")
        case "died":
            os._exit(9)
        case "killed":  # as a system does that runs out of memory
            os.kill(os.getpid(), signal.SIGKILL)
        case "slow":
            time.sleep(0.1)
    return FileResult(path, "mat", "gnubg", "utf-8", (match_of(path),))


match_of = match  # `match` is a keyword where it is needed most


def modules() -> dict[str, ModuleType]:
    """The modules to stand in `sys.modules`."""
    real = import_module("tavla_cli.examine")
    examine, checks = ModuleType("tavla_cli.examine"), ModuleType("tavla_cli.checks")
    examine.layers, examine.start_position = real.layers, real.start_position  # type: ignore[attr-defined]
    examine.Options = Options  # type: ignore[attr-defined]
    examine.examine_input = examine_input  # type: ignore[attr-defined]
    checks.CHECKS = CHECKS  # type: ignore[attr-defined]
    return {"tavla_cli.examine": examine, "tavla_cli.checks": checks}


if __name__ == "__main__":  # the whole command in a process of its own: `python tests/fakes.py validate ...`
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    sys.modules["fakes"] = sys.modules["__main__"]
    sys.modules.update(modules())
    from tavla_cli.cli import main

    main(prog_name="tavla")
