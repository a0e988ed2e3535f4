"""Examines inputs: bytes to matches, matches to events, events to diagnostics. Lays nothing out and prints nothing."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from tavla_cli.board import STARTS, Position, legal_plays
from tavla_cli.board.ids import BadId, Setup, read_id, xgid
from tavla_cli.board.spelling import nearest
from tavla_cli.checks import BY_EVENT, CHECKS, Said
from tavla_cli.formats import ENDINGS, FORMATS, binary, held_positions, opened, recognised
from tavla_cli.record import Match, Roll, Side
from tavla_cli.replay import replay
from tavla_cli.replay.events import Event, MatchEnded, Moment, Played, Scene
from tavla_cli.results import Diagnostic, FileResult, MatchResult
from tavla_cli.rules import BadRules, Layer, Rules, as_json, named_rules, parse_option, rules_for
from tavla_cli.source import Input, Places, Source, Span
from tavla_cli.words import N_

MOST_DIAGNOSTICS = 10_000
"""Findings of one match; with so many the checks of it end."""

MOST_IN_INPUT = 100_000
"""Findings of one input, all of which are in memory together: some hundred megabytes. With so many the reading ends."""

_REACHED = N_("A limit was reached, and the reading ends here: {limit}.")


@dataclass(frozen=True, slots=True)
class Options:
    """How to examine: `rules` a preset or a TOML file, `rule` KEY=VALUE pairs, `format` a name of FORMATS. `select` and `ignore` are
    codes. `positions`: inputs that hold nothing but positions are read as well."""

    rules: str | None = None
    rule: tuple[str, ...] = ()
    encoding: str | None = None
    format: str | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    positions: bool = False


@lru_cache(maxsize=8)
def layers(options: Options) -> tuple[Layer, ...]:
    """What the user says about the rules. Raises BadRules."""
    found = [named_rules(options.rules)] if options.rules else []
    return (*found, *(parse_option(text) for text in options.rule))


def start_position(rules: Rules) -> Position:
    """The position in which a game begins; the standard one where the rules name none. Raises BadRules for an ID of no position."""
    if rules.start is None:
        return STARTS["standard"]
    known = STARTS.get(rules.start)
    if known is not None:
        return known
    try:
        return read_id(rules.start).position
    except BadId as bad:
        raise BadRules(f"The starting position cannot be used: {bad}") from None


def read(source: Source, format: str | None = None) -> list[Match]:
    """The matches of an opened input; none when no format recognises it. Never raises on content."""
    found = format or recognised(source)
    return list(FORMATS[found].read(source)) if found else []


def events(match: Match, rules: Rules) -> Iterator[list[Event]]:
    """What the replay finds out about a match, game by game."""
    return replay(match, rules, start_position(rules))


Tap = Callable[[Match, Rules, Places | None, Iterator[list[Event]]], Iterator[list[Event]]]
"""Hands on the events of a match as they come, and may look at them on their way: the replay then is done once for whoever wants more
than findings."""


# ---- one input


def examine_input(item: Input, options: Options, tap: Tap | None = None) -> FileResult:
    """Everything about one input. Never raises on content; raises BadRules for bad rules and LookupError for an unknown encoding."""
    name = item.name
    if item.trouble is not None:
        kind, sentence = item.trouble
        if kind == "limit":
            limit = _diagnostic(name, "T115", N_("A limit was reached. {limit}"), {"limit": sentence})
            return FileResult(name, diagnostics=_chosen((limit,), options), unreadable=True)
        return FileResult(name, unreadable=True, trouble=(2 if kind == "missing" else 3, sentence))
    source, format = opened(name, item.data or b"", options.encoding, options.format, options.positions)
    if format is None:
        if not item.named and not name.lower().endswith(ENDINGS):
            return FileResult(name, encoding=source.encoding, skipped=True)
        held = None if options.positions else held_positions(source, item.data or b"")
        sentence = N_("There is no match in this input.")
        if held is not None:
            sentence = N_(
                "There is no match in this input, but positions ({format}); `tavla show`, `moves`, `judge` and `convert` take it."
            )
        none = _diagnostic(name, "T102", sentence, {} if held is None else {"format": held}, line=1, column=1)
        return FileResult(name, encoding=source.encoding, diagnostics=_chosen((none,), options), unreadable=True)
    places = places_of(source, format)
    matches: list[MatchResult] = []
    found = [*_encoding_findings(source)]
    unreadable = False
    kept = 0
    for match in FORMATS[format].read(source):
        result = examine_match(match, rules_for(match, layers(options)), name, places, options, tap)
        matches.append(result)
        kept += len(result.diagnostics)
        if len(result.diagnostics) >= MOST_DIAGNOSTICS or any(fault.code == "T115" for fault in match.faults):
            unreadable = True
        if kept >= MOST_IN_INPUT:
            limit = _diagnostic(name, "T115", _REACHED, {"limit": f"{MOST_IN_INPUT:,} findings in an input"})
            found.append(_at(limit, match.span, places))
            unreadable = True
            break
    if not matches:
        first = 1 if places else None
        found.append(_diagnostic(name, "T102", N_("There is no match in this input."), {}, line=first, column=first))
        unreadable = True
    dialect = matches[0].dialect if matches else None
    return FileResult(name, format, dialect, source.encoding, tuple(matches), _chosen(found, options), unreadable=unreadable)


def places_of(source: Source, format: str) -> Places | None:
    """The lines and columns of an input; None where its format has bytes only."""
    return None if binary(format) else Places(source.text)


def _encoding_findings(source: Source) -> Iterator[Diagnostic]:
    places = Places(source.text)
    if source.guessed is not None:
        word = source.text[source.guessed.start : source.guessed.end]
        template = N_("The encoding was guessed as {encoding}; the first word that decides is {word}.")
        yield _at(_diagnostic(source.name, "T111", template, {"encoding": source.encoding, "word": word}), source.guessed, places)
    if source.bad:
        template = N_("There are bytes here that are not valid in {encoding}.")
        yield _at(
            _diagnostic(source.name, "T107", template, {"encoding": source.encoding, "count": len(source.bad)}), source.bad[0], places
        )


def _diagnostic(
    path: str, code: str, template: str, args: dict[str, object], line: int | None = None, column: int | None = None
) -> Diagnostic:
    check = CHECKS[code]
    return Diagnostic(path, code, check.name, check.severity, template, args, line=line, column=column, end_line=line, end_column=column)


def _at(diagnostic: Diagnostic, span: Span, places: Places | None) -> Diagnostic:
    if places is None:
        return replace(diagnostic, offset=span.start)
    line, column = places.line_and_column(span.start)
    end_line, end_column = places.line_and_column(span.end)
    return replace(diagnostic, line=line, column=column, end_line=end_line, end_column=end_column, excerpt=places.line(line))


def _chosen(diagnostics: Iterable[Diagnostic], options: Options) -> tuple[Diagnostic, ...]:
    return tuple(d for d in diagnostics if (not options.select or d.code in options.select) and d.code not in options.ignore)


# ---- one match


def examine_match(
    match: Match, rules: Rules, path: str, places: Places | None, options: Options = Options(), tap: Tap | None = None
) -> MatchResult:
    """What the checks say about one match, in the order of the text. `places` None: its spans are offsets in bytes."""
    found: list[Diagnostic] = []
    summary: MatchEnded | None = None
    maker = _Maker(match, rules, path, places)
    walk = events(match, rules)
    for happened in tap(match, rules, places, walk) if tap else walk:
        for event in happened:
            if isinstance(event, MatchEnded):
                summary = event
            if len(found) >= MOST_DIAGNOSTICS:
                continue
            found.extend(_chosen(maker.diagnostics(event), options))
            if len(found) >= MOST_DIAGNOSTICS:  # said aloud: what is not looked for any more may be an error
                del found[MOST_DIAGNOSTICS:]
                limit = Said(N_("A limit was reached, and the checks end here: {limit}."), {"limit": f"{MOST_DIAGNOSTICS:,} findings"})
                found.extend(_chosen((maker.make("T115", limit, event),), options))
    assert summary is not None
    found.sort(key=lambda d: (d.line or 0, d.column or 0, d.offset or 0))
    return MatchResult(
        path,
        match.ordinal,
        summary.digest,
        match.format,
        match.dialect,
        maker.players,
        rules.length,
        summary.score,
        summary.claimed,
        None if summary.winner is None else _side(summary.winner),
        summary.complete,
        len(match.games),
        summary.turns,
        as_json(rules),
        tuple(found),
        {tag.key: tag.value for tag in match.tags},
        _rolls(match),
    )


def _rolls(match: Match) -> bytes:
    found = bytearray()
    for game in match.games:
        found.append(255)
        for entry in game.entries:
            if isinstance(entry.action, Roll) and entry.action.dice is not None:
                low, high = sorted(entry.action.dice)
                found.append(high * 6 + low if low >= 1 and high <= 6 else 0)
    return bytes(found)


def _side(side: Side) -> Literal["left", "right"]:
    return "left" if side is Side.LEFT else "right"


class _Maker:
    """Makes the diagnostics of one match."""

    def __init__(self, match: Match, rules: Rules, path: str, places: Places | None) -> None:
        self.match, self.rules, self.path, self.places = match, rules, path, places
        seats = next((game.seats for game in match.games if game.seats), None)
        self.players = (seats[0].name, seats[1].name) if seats else ("", "")

    def diagnostics(self, event: Event) -> Iterator[Diagnostic]:
        for check in BY_EVENT.get(type(event), ()):
            assert check.find is not None
            found = check.find(event)
            if found is None:
                continue
            for said in (found,) if isinstance(found, Said) else found:
                yield self.make(check.code, said, event)

    def make(self, code: str, said: Said, event: Event) -> Diagnostic:
        check = CHECKS[code]
        at = said.at or event.at
        diagnostic = Diagnostic(
            self.path,
            code,
            check.name,
            said.severity or check.severity,
            said.template,
            said.args,
            match=self.match.ordinal,
            game=at.game,
            game_number=at.game_number,
            row=at.row,
            turn=at.turn,
            place=place(at),
            player=(self.players[at.side] or None) if at.side is not None else None,
            side=None if at.side is None else _side(at.side),
            also=tuple(f"{place(moment)} {code}".strip() for moment, code in event.also),
        )
        span = said.span or at.span
        diagnostic = _at(diagnostic, span, self.places)
        if self.match.nodes:
            diagnostic = replace(diagnostic, node=self.match.node(span.start))
        if at.scene is not None:
            diagnostic = replace(diagnostic, position=scene_id(at, self.rules))
        return self.with_play(diagnostic, event) if isinstance(event, Played) else diagnostic

    def with_play(self, diagnostic: Diagnostic, event: Played) -> Diagnostic:
        roll, scene = event.roll, event.at.scene
        dice = f"{roll.dice[0]}{roll.dice[1]}" if roll.dice else None
        diagnostic = replace(diagnostic, dice=dice, played=roll.text)
        if event.judgement is None or scene is None or scene.position is None or roll.dice is None:
            return diagnostic
        if not all(1 <= die <= 6 for die in roll.dice):
            return diagnostic
        plays = legal_plays(scene.position, *roll.dice)
        near = nearest(scene.position, roll.play if isinstance(roll.play, tuple) else (), plays)
        return replace(diagnostic, legal_plays=tuple(near), legal_count=len(plays))


def place(at: Moment) -> str | None:
    """`2.10L`, or `2` for the game as a whole."""
    if at.game is None:
        return None
    if at.row is None or at.side is None:
        return str(at.game) if at.row is None else f"{at.game}.{at.row}"
    return f"{at.game}.{at.row}{'L' if at.side is Side.LEFT else 'R'}"


def scene_id(at: Moment, rules: Rules) -> str | None:
    """The XGID of what stood on the table: upper case and turn are the player's whose moment it is, his score first; None without a
    board."""
    setup = None if at.scene is None else scene_setup(at.scene, rules)
    return None if setup is None else xgid(setup)


def scene_setup(scene: Scene, rules: Rules) -> Setup | None:
    """What stood on the table, seen by the player whose scene it is; None without a board. Dice that cannot be are left out."""
    if scene.position is None:
        return None
    side = scene.side
    return Setup(
        scene.position,
        dice=scene.dice if scene.dice and all(1 <= die <= 6 for die in scene.dice) else None,
        cube=scene.cube if scene.cube & (scene.cube - 1) == 0 else 1,
        owner=0 if scene.owner is None else 1 if scene.owner is side else -1,
        score=(scene.score[side], scene.score[side.other]),
        length=scene.length or 0,
        crawford=bool(scene.crawford),
        jacoby=bool(rules.jacoby),
        beavers=bool(rules.beavers),
    )
