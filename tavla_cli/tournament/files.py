"""Reads event files: TOML, and the CSV files they name, into an Event. An event that contradicts itself is refused. Computes no table.

The format is described for directors in `docs/events.md`.
"""

import os
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Literal, cast

from tavla_cli.rules import PRESETS as RULES
from tavla_cli.rules import BadRules, named_rules
from tavla_cli.source import decode
from tavla_cli.tournament import criteria
from tavla_cli.tournament.director import Director
from tavla_cli.tournament.model import Event, Form, Intake, Player, Points, Score, Stage
from tavla_cli.tournament.names import AmbiguousName, Roster, key, words
from tavla_cli.tournament.sheets import Claim, read_claims
from tavla_cli.tournament.typed import MOST_POINTS, MOST_ROUNDS, BadEvent, kind, near, quoted, side, typed

__all__ = ["EVENT_FILE", "BadEvent", "event_of_results", "read_event"]

EVENT_FILE = "event.toml"
"""The name under which a folder's event file is found."""

_MOST_BYTES = 1 << 22
_MOST_STAGES = 100

_STAGE_KEYS = (
    "format",
    "rounds",
    "length",
    "lengths",
    "rules",
    "points",
    "tiebreaks",
    "cap",
    "groups",
    "double",
    "lives",
    "withdrawals",
    "recharge",
    "consolation",
    "last_chance",
    "bracket",
)
_EVENT_KEYS = ("name", "date", "rating", "players", "stages", "results", "csv", "placed", *_STAGE_KEYS)
_INHERITED = ("length", "lengths", "rules", "points", "tiebreaks", "cap", "withdrawals")
_PLAYER_KEYS = ("name", "aliases", "seed", "rating", "experience", "club", "withdrawn")
_RESULT_KEYS = ("stage", "round", "left", "right", "score", "winner", "kind", "length")
_INTAKE_KEYS = ("stage", "losers_of_rounds", "ranks", "lives")
_PLACED_KEYS = ("path", "match", "stage", "round")
EVERY_KEY = tuple(dict.fromkeys((*_EVENT_KEYS, "from", *_PLAYER_KEYS, *_RESULT_KEYS, *_INTAKE_KEYS, *_PLACED_KEYS)))
_FORMATS = tuple(form.value for form in Form)
_RATINGS = ("fibs", "galaxy", "elo", "usbgf-master-points")


def read_event(path: str, more: Sequence[str] = (), encoding: str | None = None) -> Event:
    """The event of an event file, with the results of `more` CSV files beside those it names. Raises BadEvent."""
    try:
        with open(path, "rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise BadEvent(f"{path}: It cannot be opened: {error.strerror or error}.") from None
    if len(data) > _MOST_BYTES:
        raise BadEvent(f"{path}: It is larger than {_MOST_BYTES >> 20} MiB.")
    try:
        found = tomllib.loads(decode(path, data, encoding).text)
    except ValueError as error:  # TOMLDecodeError, and numbers of thousands of digits
        raise BadEvent(f"{path}: It is no TOML: {error}.") from None
    except RecursionError:
        raise BadEvent(f"{path}: It is nested too deep.") from None
    try:
        return event_of(found, os.path.dirname(path), os.path.basename(path), more)
    except BadEvent as error:
        text = str(error)
        raise BadEvent(text if text.startswith(path) else f"{path}: {text}") from None


def event_of_results(paths: Sequence[str]) -> Event:
    """An event that is nothing but the results of CSV files: one open stage, the players as they are named. Raises BadEvent."""
    return event_of({}, "", "", paths)


def event_of(found: Mapping[str, object], folder: str, source: str, more: Sequence[str] = ()) -> Event:
    """The event of a parsed event file; `folder` is where the files lie that it names, `source` its own name. Raises BadEvent."""
    top = _Table(found, "the event", _EVENT_KEYS)
    name = top.text("name") or (Path(folder).name if folder else "")
    stages = _stages(top, name, folder)
    claims = [*_typed_results(top, source), *(claim for path in (*_paths(top, folder), *more) for claim in read_claims(path))]
    players = tuple(_player(value, number) for number, value in enumerate(top.items("players"), 1))
    listed = bool(players)
    players = players or _named(claims, stages)
    roster = _roster(players)
    if listed:
        _check_seeds(players)
    stages = tuple(_with_players(stage, roster) for stage in stages)
    for stage in stages:
        _check_stage(stage, stages)
    rating = top.choice("rating", _RATINGS)
    results = Director(roster, stages).results(claims)
    placed = tuple(_placed(value, number, stages) for number, value in enumerate(top.items("placed"), 1))
    _check_placed(placed)
    return Event(name, players, stages, results, placed, rating, top.text("date"), open_roster=not listed)


# ---- players


def _player(value: object, number: int) -> Player:
    if isinstance(value, str):
        value = {"name": value}
    table = _Table(value, f"player {number}", _PLAYER_KEYS)
    name = (table.text("name") or "").strip()
    if not name:
        raise BadEvent(f"Player {number} has no name.")
    table.where = f"player {name}"
    return Player(
        name,
        table.texts("aliases"),
        table.whole("seed", 1),
        table.number("rating"),
        table.whole("experience", 0, 10_000_000),
        table.text("club"),
        table.whole("withdrawn", 0, MOST_ROUNDS),
    )


def _roster(players: tuple[Player, ...]) -> Roster:
    names: dict[str, str] = {}
    for player in players:
        if player.name in names:
            raise BadEvent(f"{quoted(player.name)} is among the players twice.")
        names[player.name] = player.name
    try:
        return Roster(players)
    except AmbiguousName as error:
        raise BadEvent(f"Two players cannot be told apart: {error}") from None


def _check_seeds(players: tuple[Player, ...]) -> None:
    seeds: dict[int, str] = {}
    for player in players:
        if player.seed is not None:
            other = seeds.setdefault(player.seed, player.name)
            if other != player.name:
                raise BadEvent(f"{other} and {player.name} both have seed {player.seed}.")


def _named(claims: Iterable[Claim], stages: Iterable[Stage]) -> tuple[Player, ...]:
    """The players of an event that lists none: everybody whom it names, by the first spelling."""
    found: dict[str, str] = {}
    for stage in stages:
        for name in (*(name for _, group in stage.groups for name in group), *stage.intake.names, *stage.bracket):
            if name:
                found.setdefault(key(name), name)
    for claim in claims:
        for name in (claim.left, claim.right):
            if name:
                found.setdefault(key(name), name)
    return tuple(Player(name) for name in found.values())


# ---- stages


def _stages(top: "_Table", name: str, folder: str) -> tuple[Stage, ...]:
    tables = top.items("stages")
    if len(tables) > _MOST_STAGES:
        raise BadEvent(f"There are more than {_MOST_STAGES} stages.")
    if not tables:
        return (_stage(top, name or "Results", top, folder, Form.OPEN),)
    for wanted in _STAGE_KEYS:
        if wanted in top.value and wanted not in _INHERITED:
            raise BadEvent(f'The key "{wanted}" belongs into a stage: the event has [[stages]].')
    found = []
    for number, value in enumerate(tables, 1):
        table = _Table(value, f"stage {number}", ("name", "from", "players", *_STAGE_KEYS))
        title = (table.text("name") or "").strip()
        if not title:
            raise BadEvent(f"Stage {number} has no name.")
        table.where = f"stage {quoted(title)}"
        found.append(_stage(table, title, top, folder, None))
    return tuple(found)


def _stage(table: "_Table", name: str, top: "_Table", folder: str, default: Form | None) -> Stage:
    def own(wanted: str) -> _Table:
        return table if wanted in table.value else top

    form = table.choice("format", _FORMATS) or (default.value if default else None)
    if form is None:
        raise BadEvent(f"The {table.where} has no format. The formats are {', '.join(_FORMATS)}.")
    breaks, preset, points = _tiebreaks(own("tiebreaks"))
    is_stage = table is not top
    return Stage(
        name=name,
        form=Form(form),
        intake=_intake(table) if is_stage else Intake(),
        rounds=table.whole("rounds", 1, MOST_ROUNDS),
        length=own("length").whole("length", 0, MOST_POINTS),
        lengths=own("lengths").wholes("lengths", 0, MOST_POINTS),
        rules=_rules(own("rules"), folder),
        points=_points(own("points"), points),
        tiebreaks=breaks,
        cap=own("cap").switch("cap", True),
        groups=_groups(table),
        double=table.switch("double", False),
        lives=table.whole("lives", 1, 99) or 0,
        withdrawals=cast(Literal["forfeit", "unplayed"], own("withdrawals").choice("withdrawals", ("forfeit", "unplayed")) or "forfeit"),
        recharge=table.switch("recharge", True),
        consolation=table.text("consolation"),
        last_chance=table.text("last_chance"),
        bracket=tuple(None if not name or key(name) in ("bye", "bay") else name for name in table.texts("bracket")),
        preset=preset,
    )


def _intake(table: "_Table") -> Intake:
    value = table.value.get("from")
    names = tuple(_name_of(each, table.where) for each in table.items("players"))
    if value is None:
        return Intake(names=names)
    if isinstance(value, str):
        return Intake(value, names=names)
    source = _Table(value, f"from of {table.where}", _INTAKE_KEYS)
    stage = source.text("stage")
    if stage is None:
        raise BadEvent(f"The key from of {table.where} does not name a stage.")
    ranks = source.wholes("ranks", 1, 1_000_000)
    if ranks and (len(ranks) != 2 or ranks[0] > ranks[1]):
        raise BadEvent(f"The ranks of {source.where} are two numbers, the better one first, such as [1, 8].")
    return Intake(
        stage,
        source.wholes("losers_of_rounds", 1, MOST_ROUNDS),
        (ranks[0], ranks[1]) if ranks else None,
        source.whole("lives", 0, 99),
        names,
    )


def _name_of(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise BadEvent(f"The players of {where} are names.")
    return value


def _groups(table: "_Table") -> tuple[tuple[str, tuple[str, ...]], ...]:
    value = table.value.get("groups")
    if value is None:
        return ()
    if not isinstance(value, dict):
        raise BadEvent(f'The groups of {table.where} are written groups.A = ["...", "..."].')
    inner = _Table(value, f"groups of {table.where}", tuple(value))
    return tuple((name, inner.texts(name)) for name in value)


def _rules(table: "_Table", folder: str) -> str | None:
    name = table.text("rules")
    if name is None or name in RULES:
        return name
    beside = os.path.join(folder, name)
    wanted = beside if os.path.exists(beside) else name
    try:
        named_rules(wanted)
    except BadRules as error:
        raise BadEvent(f"The rules of {table.where}: {error}") from None
    return wanted


def _points(table: "_Table", preset: Points) -> Points:
    value = table.value.get("points")
    if value is None:
        return preset
    inner = _Table(value, f"points of {table.where}", tuple(each.name for each in fields(Points)))
    said: dict[str, float] = {}
    for each in fields(Points):
        if each.name != "bye_score" and (number := inner.number(each.name)) is not None:
            said[each.name] = number
    # What a bye and a forfeit are worth follows a win and a loss unless it is said.
    win, loss = said.get("win", preset.win), said.get("loss", preset.loss)
    if "win" in said:
        said.setdefault("bye", win)
        said.setdefault("forfeit_win", win)
        said.setdefault("draw", (win + loss) / 2)
    score = _score(inner, "bye_score")
    return Points(
        win,
        loss,
        said.get("draw", preset.draw),
        said.get("bye", preset.bye),
        said.get("forfeit_win", preset.forfeit_win),
        said.get("forfeit_loss", preset.forfeit_loss),
        said.get("unplayed", preset.unplayed),
        score if score is not None else preset.bye_score,
    )


def _tiebreaks(table: "_Table") -> tuple[tuple[str, ...], str | None, Points]:
    """The criteria in their order; where they are a published order its name, and the points that go with it."""
    names = table.texts("tiebreaks")
    found, unknown = criteria.expand(names)
    if unknown:
        known = [*criteria.ALL, *criteria.PRESETS]
        raise BadEvent(
            f"There is no tie-break {quoted(unknown[0])} ({table.where}).{near(unknown[0], known)} The tie-breaks are "
            f"{', '.join(criteria.ALL)}; published orders are {', '.join(criteria.PRESETS)}."
        )
    preset = "-".join(words(names[0])) if len(names) == 1 else ""
    if preset not in criteria.PRESETS:
        return found, None, Points()
    return found, preset, criteria.PRESETS[preset].points or Points()


def _with_players(stage: Stage, roster: Roster) -> Stage:
    """The stage with the players' names as the event has them. Raises BadEvent for a stranger."""

    def name(spelling: str) -> str:
        found = roster.resolve(spelling)
        if found is None:
            close = roster.nearest(spelling)
            hint = f" Did you mean {quoted(close)}?" if close else ""
            raise BadEvent(f"{quoted(spelling)}, named in stage {quoted(stage.name)}, is none of the players.{hint}")
        return found.name

    said = {each.name: getattr(stage, each.name) for each in fields(Stage)}
    intake = stage.intake
    said["intake"] = Intake(intake.stage, intake.losers_of_rounds, intake.ranks, intake.lives, tuple(map(name, intake.names)))
    said["groups"] = tuple((group, tuple(map(name, names))) for group, names in stage.groups)
    said["bracket"] = tuple(None if spelling is None else name(spelling) for spelling in stage.bracket)
    return Stage(**said)


def _check_stage(stage: Stage, stages: Sequence[Stage]) -> None:
    """Whether the stage can be. Raises BadEvent."""
    title = f"stage {quoted(stage.name)}"
    names = [key(each.name) for each in stages]
    if names.count(key(stage.name)) > 1:
        raise BadEvent(f"Two stages are called {quoted(stage.name)}.")
    before = stages[: stages.index(stage)]
    _check_intake(stage, stages, before)
    for taker, what in ((stage.consolation, "consolation"), (stage.last_chance, "last_chance")):
        if taker is None:
            continue
        found = next((each for each in stages if each.name == taker), None)
        if found is None:
            raise BadEvent(f"The {what} of {title} is {quoted(taker)}, and there is no such stage.{near(taker, [s.name for s in stages])}")
        if found in before or found is stage:
            raise BadEvent(f"The {what} of {title} is {quoted(taker)}, which does not come after it.")
        if not found.intake.stage and not found.intake.names:
            raise BadEvent(f"{quoted(taker)} is the {what} of {title} and does not say whom it takes. Write from = {{ stage = ..., ... }}.")
    if stage.form is Form.LIVES and not stage.lives:
        raise BadEvent(f"The {title} does not say how many lives a player has: lives = 3.")
    if stage.lives and stage.form is not Form.LIVES:
        raise BadEvent(f"The {title} has lives, and its format is {stage.form.value}.")
    if stage.lengths and stage.rounds is not None and len(stage.lengths) != stage.rounds:
        raise BadEvent(f"The {title} has {stage.rounds} rounds and {len(stage.lengths)} lengths.")
    grouped = [name for _, group in stage.groups for name in group]
    if stage.groups and stage.form not in (Form.ROUND_ROBIN, Form.LEAGUE):
        raise BadEvent(f"The {title} has groups, and its format is {stage.form.value}.")
    _no_double(grouped, f"is in the groups of {title}")
    if stage.bracket and stage.form not in (Form.SINGLE_ELIMINATION, Form.DOUBLE_ELIMINATION):
        raise BadEvent(f"The {title} has a bracket, and its format is {stage.form.value}.")
    if stage.bracket and len(stage.bracket) & (len(stage.bracket) - 1):
        raise BadEvent(f'The bracket of {title} has {len(stage.bracket)} places. It must be 2, 4, 8 ...; write "bye" where nobody stands.')
    _no_double([name for name in stage.bracket if name], f"is in the bracket of {title}")
    _no_double(list(stage.intake.names), f"is among the players of {title}")


def _check_intake(stage: Stage, stages: Sequence[Stage], before: Sequence[Stage]) -> None:
    intake, title = stage.intake, f"stage {quoted(stage.name)}"
    if intake.stage is None:
        return
    source = next((each for each in before if each.name == intake.stage), None)
    if source is None:
        if any(each.name == intake.stage for each in stages):
            raise BadEvent(f"The {title} takes its players from {quoted(intake.stage)}, which does not come before it.")
        hint = near(intake.stage, [each.name for each in before])
        raise BadEvent(f"The {title} takes its players from {quoted(intake.stage)}, and there is no such stage.{hint}")
    if source.rounds is not None and any(number > source.rounds for number in intake.losers_of_rounds):
        worst = max(intake.losers_of_rounds)
        raise BadEvent(f"The {title} takes the losers of round {worst}, and {quoted(source.name)} has {source.rounds} rounds.")
    if intake.lives is not None and source.form is not Form.LIVES:
        raise BadEvent(f"The {title} takes players by their lives, and the format of {quoted(source.name)} is {source.form.value}.")
    if intake.lives is not None and intake.lives > source.lives:
        raise BadEvent(f"The {title} takes players with {intake.lives} lives left, and {quoted(source.name)} gives {source.lives}.")


def _no_double(names: Sequence[str], what: str) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise BadEvent(f"{name} {what} twice.")
        seen.add(name)


# ---- results and places


def _typed_results(top: "_Table", source: str) -> list[Claim]:
    found = []
    for number, value in enumerate(top.items("results"), 1):
        where = f"{source} result {number}".strip()
        table = _Table(value, where, _RESULT_KEYS)
        left, right = table.text("left"), table.text("right")
        if not left:
            raise BadEvent(f'{where} has no "left": the player named first.')
        if right is not None and key(right) in ("bye", "bay", "slobodan", ""):
            right = None
        score = _score(table, "score")
        text = table.value.get("score")
        said = typed(text, where) if isinstance(text, str) else None
        word = table.text("kind")
        winner = None
        if (name := table.text("winner")) is not None:
            winner = side(name, left, right)
            if winner is None:
                raise BadEvent(f"{where}: The winner {quoted(name)} is neither {quoted(left)} nor {quoted(right or '')}.")
        found.append(
            Claim(
                where,
                left,
                right,
                table.text("stage"),
                table.whole("round", 1, MOST_ROUNDS),
                score,
                winner or (said.winner if said else None),
                kind(word, where) if word is not None else said.kind if said else None,
                table.whole("length", 0, MOST_POINTS),
            )
        )
    return found


def _score(table: "_Table", wanted: str) -> Score | None:
    """A score: `"5-3"` or `[5, 3]`; None where there is none or it is a word."""
    value = table.value.get(wanted)
    if isinstance(value, list):
        pair = table.wholes(wanted, 0, MOST_POINTS)
        if len(pair) != 2:
            raise BadEvent(f"The {wanted} of {table.where} is two numbers, such as [5, 3].")
        return pair[0], pair[1]
    text = table.text(wanted)
    return None if text is None else typed(text, table.where).score


def _paths(top: "_Table", folder: str) -> list[str]:
    return [os.path.join(folder, path) for path in top.texts("csv")]


def _placed(value: object, number: int, stages: Sequence[Stage]) -> tuple[str, str, int | None]:
    table = _Table(value, f"placed {number}", _PLACED_KEYS)
    path, stage = table.text("path"), table.text("stage")
    if not path:
        raise BadEvent(f"Placed {number} has no path.")
    if stage is None and len(stages) == 1:
        stage = stages[0].name
    found = next((each for each in stages if stage is not None and key(each.name) == key(stage)), None)
    if found is None:
        hint = near(stage, [each.name for each in stages]) if stage else ""
        raise BadEvent(f"Placed {number} ({path}): there is no stage {quoted(stage or '')}.{hint}")
    round = table.whole("round", 1, MOST_ROUNDS)
    if round is not None and found.rounds is not None and round > found.rounds:
        raise BadEvent(f"Placed {number} ({path}): {quoted(found.name)} has {found.rounds} rounds, not {round}.")
    match = table.whole("match", 1, 1_000_000)
    return path if match is None else f"{path}#{match}", found.name, round


def _check_placed(placed: Iterable[tuple[str, str, int | None]]) -> None:
    known: dict[str, tuple[str, int | None]] = {}
    for path, stage, round in placed:
        if known.setdefault(path, (stage, round)) != (stage, round):
            raise BadEvent(f"{path} is placed twice, in different rounds.")


# ---- TOML


class _Table:
    """A table of the file, its keys known and its values of the right type; errors name both."""

    def __init__(self, value: object, where: str, keys: Sequence[str]) -> None:
        if not isinstance(value, dict):
            raise BadEvent(f"The {where} is a table of keys and values, not {quoted(value)}.")
        self.value: dict[str, object] = value
        self.where = where
        for written in self.value:
            if written not in keys:
                raise BadEvent(f"There is no key {quoted(written)} in {where}.{near(written, list(keys))} The keys are {', '.join(keys)}.")

    def bad(self, wanted: str, kind: str) -> BadEvent:
        return BadEvent(f'The key "{wanted}" of {self.where} is {kind}, not {quoted(self.value[wanted])}.')

    def text(self, wanted: str) -> str | None:
        value = self.value.get(wanted)
        if wanted in ("date",) and value is not None and not isinstance(value, (str, bool, int, float, list, dict)):
            return str(value)  # TOML has dates of its own
        if value is not None and not isinstance(value, str):
            raise self.bad(wanted, "a text")
        return value

    def whole(self, wanted: str, least: int, most: int = 1_000_000) -> int | None:
        value = self.value.get(wanted)
        if value is not None and (isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most):
            raise self.bad(wanted, f"a number from {least} to {most}")
        return value

    def number(self, wanted: str) -> float | None:
        value = self.value.get(wanted)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) < 1e9:
            raise self.bad(wanted, "a number")
        return float(value)

    def switch(self, wanted: str, default: bool) -> bool:
        value = self.value.get(wanted, default)
        if not isinstance(value, bool):
            raise self.bad(wanted, "true or false")
        return value

    def choice(self, wanted: str, known: Sequence[str]) -> str | None:
        value = self.text(wanted)
        if value is None:
            return None
        word = value.strip().casefold().replace("_", "-").replace(" ", "-")
        if word not in known:
            raise BadEvent(f"There is no {wanted} {quoted(value)} ({self.where}).{near(word, list(known))} There are {', '.join(known)}.")
        return word

    def items(self, wanted: str) -> list[object]:
        value = self.value.get(wanted, [])
        if not isinstance(value, list):
            raise self.bad(wanted, "a list")
        return value

    def texts(self, wanted: str) -> tuple[str, ...]:
        """A text, or a list of texts."""
        value = self.value.get(wanted, [])
        found = [value] if isinstance(value, str) else value
        if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
            raise self.bad(wanted, "a text or a list of texts")
        return tuple(found)

    def wholes(self, wanted: str, least: int, most: int) -> tuple[int, ...]:
        value = self.value.get(wanted, [])
        found = value if isinstance(value, list) else [value]
        if not all(isinstance(each, int) and not isinstance(each, bool) and least <= each <= most for each in found):
            raise self.bad(wanted, f"a list of numbers from {least} to {most}")
        return tuple(found)
