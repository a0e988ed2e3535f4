"""`text`: summaries for people, in aligned tables."""

from collections.abc import Iterable, Iterator, Sequence

from tavla_cli.reports.board import draw
from tavla_cli.reports.cells import padded, width, wrapped
from tavla_cli.reports.summary import SummaryOptions, summaries
from tavla_cli.reports.summary.tables import (
    GAME_COLUMNS,
    NOTES,
    NUMERIC,
    TOTAL_COLUMNS,
    TOTAL_NOTES,
    about,
    dice_cells,
    fairness_lines,
    game_rows,
    heading,
    names,
    number,
    remarks,
    sections,
    total_rows,
)
from tavla_cli.reports.summary.values import place
from tavla_cli.results import Counts, FileResult
from tavla_cli.source import printable
from tavla_cli.summary.model import Diagram, Summary, Total, Totals
from tavla_cli.summary.statistics import Statistics
from tavla_cli.words import N_, counted, filled, translated

_INDENT = "  "


def write(results: Iterable[FileResult], counts: Counts, options: SummaryOptions) -> Iterator[str]:
    totals = Totals()
    for result in results:
        texts = []
        for summary in summaries(result):
            if options.total:
                totals.add(summary)
            else:
                texts.append("\n".join(_match(summary, options)) + "\n\n")
        yield "".join(texts)
    if options.total:
        yield "".join(line + "\n" for line in _totals(totals.sorted(), totals.nameless, options))


def _match(summary: Summary, options: SummaryOptions) -> list[str]:
    players = names(summary)
    lines = [_bold(heading(summary), options), *(_INDENT + line for line in wrapped(about(summary).split(" "), options.width - 2))]
    for sentence in remarks(summary):
        lines += [_INDENT + line for line in wrapped(sentence.split(" "), options.width - 2)]
    lines += ["", *_games(summary, options), ""]
    lines += _statistics(players, summary.statistics, options)
    for name, statistics in zip(players, summary.statistics, strict=True):
        if statistics.rolls:
            lines += ["", *_dice(name, statistics, options)]
    lines += [""] + [line for note in NOTES for line in wrapped(translated(note).split(" "), options.width)]
    for diagram in summary.diagrams:
        lines += ["", *board(diagram, players)]
    return lines


def _bold(text: str, options: SummaryOptions) -> str:
    return f"\x1b[1m{text}\x1b[0m" if options.color else text


def _games(summary: Summary, options: SummaryOptions) -> list[str]:
    """The table of the games; the last column, the cube, goes on in lines of its own where it is long."""
    rows = game_rows(summary, options)
    head, *lines = aligned([tuple(map(translated, GAME_COLUMNS[:-1])), *(row[:-1] for row in rows)], NUMERIC)
    margin = max(map(width, (head, *lines))) + 2
    room = options.width - margin
    found = [_bold(padded(head, margin) + translated(GAME_COLUMNS[-1]), options)]
    for line, row in zip(lines, rows, strict=True):
        if room >= 24:
            first, *more = wrapped(row[-1].split(" "), room) or [""]
            found += [(padded(line, margin) + first).rstrip(), *(" " * margin + rest for rest in more)]
        else:
            found += [line, *(" " * 8 + rest for rest in wrapped(row[-1].split(" "), max(options.width - 8, 20)) if rest)]
    return found


def _statistics(players: Sequence[str], statistics: Sequence[Statistics], options: SummaryOptions) -> list[str]:
    head = ["", *(word for name in players for word in (name, translated(N_("expected"))))]
    rows: list[tuple[str, ...]] = [tuple(head)]
    titles: dict[int, str] = {}
    for section in sections(statistics, options):
        titles[len(rows)] = section.title
        rows += [(row.label, *(word for cell in row.cells for word in cell)) for row in section.rows]
    lines = aligned(rows, frozenset(range(1, len(head))))
    found = []
    for index, line in enumerate(lines):
        if index in titles:
            found.append(_bold(titles[index], options))
        found.append((_INDENT + line).rstrip())
    return found


def _dice(name: str, statistics: Statistics, options: SummaryOptions) -> list[str]:
    """The 21 rolls as a triangle, below each what was to be expected, and the tests."""
    cells = {(cell.high, cell.low): cell for cell in dice_cells(statistics)}
    rows: list[tuple[str, ...]] = [("", *map(str, range(1, 7)))]
    for high in range(1, 7):
        found = [cells[high, low] for low in range(1, high + 1)]
        rows.append((str(high), *(str(cell.rolled) for cell in found), *[""] * (6 - high)))
    common, double = cells[2, 1].expected, cells[1, 1].expected
    args: dict[str, object] = {"player": name, "roll": number(common, 1, options), "double": number(double, 1, options)}
    title = filled(N_("Dice of {player} (expected: a roll such as 21 {roll} times, a double {double} times)"), args)
    lines = [_INDENT + line.rstrip() for line in aligned(rows, frozenset(range(7)))]
    tests = [_INDENT + line for test in fairness_lines(statistics, options) for line in wrapped(test.split(" "), options.width - 2)]
    return [_bold(title, options), *lines, *tests]


def board(diagram: Diagram, players: tuple[str, str]) -> list[str]:
    """The board after a turn, seen by the player who rolled, who is X."""
    turn = diagram.turn
    me, other = players[turn.side], players[turn.side.other]
    dice = "" if turn.dice is None else f"{turn.dice[0]}{turn.dice[1]}"
    args: dict[str, object] = {"place": place(diagram), "turn": turn.number, "player": me, "dice": dice, "play": printable(turn.text)}
    owner = 0 if turn.owner is None else 1 if turn.owner is turn.side else -1
    drawing = draw(diagram.position, cube=turn.cube, owner=owner, names=(me, other))
    title = filled(N_("{place}, after turn {turn}: {player} {dice}: {play}"), args)
    return [title.rstrip(": "), *(line.rstrip() for line in drawing)]


def _totals(totals: Sequence[Total], nameless: int, options: SummaryOptions) -> list[str]:
    rows = [tuple(map(translated, TOTAL_COLUMNS)), *total_rows(totals, options)]
    lines = aligned(rows, frozenset(range(1, len(TOTAL_COLUMNS))))
    found = [_bold(lines[0], options), *lines[1:]]
    spelled = [total for total in totals if len(total.names) > 1]
    found += [""] if spelled or nameless else []
    for total in spelled:
        args: dict[str, object] = {"player": printable(total.name), "names": ", ".join(map(printable, total.names))}
        found.append(filled(N_("{player} is written in several ways: {names}."), args))
    if nameless:
        found.append(counted("{n} player without a name is left out.", "{n} players without a name are left out.", nameless))
    everyone = [total.statistics for total in totals]
    if everyone:
        whole = everyone[0]
        for one in everyone[1:]:
            whole = whole + one
        found += ["", *_dice(translated(N_("all players")), whole, options)]
    return found + [""] + [line for note in TOTAL_NOTES for line in wrapped(translated(note).split(" "), options.width)]


def aligned(rows: Sequence[tuple[str, ...]], right: frozenset[int]) -> list[str]:
    """The rows with their columns under each other; the columns in `right` end together."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(padded(cell, cells, index in right) for index, (cell, cells) in enumerate(zip(row, widths, strict=True))).rstrip()
        for row in rows
    ]
