"""How a check is declared and found. Knows no check."""

import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple, TypeVar, cast

from tavla_cli.replay.events import Event, Moment
from tavla_cli.results import Severity
from tavla_cli.source import Span


class Said(NamedTuple):
    """What a check has to say: a sentence with named parameters, and where other than at the event's moment it belongs."""

    template: str
    args: dict[str, object]
    span: Span | None = None
    severity: Severity | None = None
    at: Moment | None = None


def say(template: str, span: Span | None = None, severity: Severity | None = None, at: Moment | None = None, **args: object) -> Said:
    """A finding. `template` is marked with N_ where it stands, so that it can be translated."""
    return Said(template, args, span, severity, at)


Finding = Said | Iterable[Said] | None


@dataclass(frozen=True, slots=True)
class Check:
    """One place where a claim and a fact can differ. `page` is what `tavla explain CODE` shows."""

    code: str
    name: str
    severity: Severity
    event: type[Event] | None
    find: Callable[[Event], Finding] | None
    page: str

    @property
    def summary(self) -> str:
        """The page's first sentence."""
        return self.page.split("\n\n", 1)[0].replace("\n", " ")


CHECKS: dict[str, Check] = {}
BY_EVENT: dict[type[Event], list[Check]] = {}

E = TypeVar("E", bound=Event)


def check(event: type[E], code: str, name: str, severity: Severity) -> Callable[[Callable[[E], Finding]], Callable[[E], Finding]]:
    """Declares a check of one kind of event. Its docstring is its page; a code found at a second kind of event keeps the first page."""

    def declare(find: Callable[[E], Finding]) -> Callable[[E], Finding]:
        of_any_event = cast(Callable[[Event], Finding], find)  # BY_EVENT hands it none but its own kind
        found = Check(code, name, severity, event, of_any_event, inspect.cleandoc(find.__doc__ or ""))
        CHECKS.setdefault(code, found)
        BY_EVENT.setdefault(event, []).append(found)
        return find

    return declare


def declare(code: str, name: str, severity: Severity, page: str) -> None:
    """A check of the input itself, found before there is a match (T102, T107, T111, T115)."""
    CHECKS[code] = Check(code, name, severity, None, None, inspect.cleandoc(page))
