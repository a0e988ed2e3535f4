"""The tables of a summary as rows of words, for every report that people read. Knows no layout."""

from collections.abc import Sequence
from typing import NamedTuple

from tavla_cli.reports.summary import SummaryOptions
from tavla_cli.source import printable
from tavla_cli.summary.course import CubeAction, Game
from tavla_cli.summary.fairness import Fairness
from tavla_cli.summary.model import Summary, Total
from tavla_cli.summary.statistics import MEAN_OPENING_PIPS, MEAN_PIPS, ROLLS, Statistics
from tavla_cli.words import N_, counted, filled, translated

ENDED = {
    "bear-off": N_("bear-off"),
    "drop": N_("drop"),
    "resignation": N_("resignation"),
    "time": N_("time"),
    "forfeit": N_("forfeit"),
    "settlement": N_("settlement"),
    "unfinished": N_("unfinished"),
    "unknown": N_("unknown"),
}
KINDS = {"single": N_("single"), "gammon": N_("gammon"), "backgammon": N_("backgammon")}
_ACTIONS = {
    "double": N_("{turn}: {player} doubles to {value}"),
    "redouble": N_("{turn}: {player} redoubles to {value}"),
    "beaver": N_("beaver to {value}"),
    "raccoon": N_("raccoon to {value}"),
    "take": N_("taken"),
    "drop": N_("dropped"),
}


class Row(NamedTuple):
    """One statistic: for each player what is, and what was to be expected ("" where nothing is)."""

    label: str
    cells: tuple[tuple[str, str], ...]


class Section(NamedTuple):
    title: str
    rows: tuple[Row, ...]


# ---- words for single things


def names(summary: Summary) -> tuple[str, str]:
    """The players, shown safely; nameless ones by their side."""
    left, right = summary.players
    return printable(left) or translated(N_("left player")), printable(right) or translated(N_("right player"))


def score(both: tuple[int, int] | None) -> str:
    return "?" if both is None else f"{both[0]}-{both[1]}"


def number(value: float | None, places: int, options: SummaryOptions) -> str:
    """A number in decimals, "" for none."""
    return "" if value is None else f"{value:.{places}f}".replace(".", options.decimal)


def percent(value: float | None, options: SummaryOptions) -> str:
    return "" if value is None else number(value * 100, 1, options) + " %"


def heading(summary: Summary) -> str:
    left, right = names(summary)
    if summary.length:
        length = filled(N_("match to {n}"), {"n": summary.length})
    else:
        length = translated(N_("money game")) if summary.length == 0 else translated(N_("length unknown"))
    return f"{left} - {right}, {length}"


def about(summary: Summary) -> str:
    """Where it comes from: file, match, event, round, date, site."""
    match = [filled(N_("match {n}"), {"n": summary.match})] if summary.match > 1 else []
    headers = [printable(text) for text in (summary.event, summary.round, summary.site, summary.date) if text]
    return ", ".join([printable(summary.path), *match, *headers])


def remarks(summary: Summary) -> list[str]:
    """Whole sentences: the result, and what is to be known about the record."""
    left, right = names(summary)
    found = []
    if summary.score is not None:
        args: dict[str, object] = {"left": left, "right": right, "score": score(summary.score)}
        if summary.winner is not None:
            args["winner"] = names(summary)[summary.winner]
            found.append(filled(N_("{winner} won the match; the score is {score}."), args))
        elif summary.length:
            found.append(filled(N_("The match is not finished; the score is {score}."), args))
        else:
            found.append(filled(N_("The score is {score}."), args))
    each_from_nothing = not summary.length and all(game.claimed_score in (None, (0, 0)) for game in summary.games)
    if summary.claimed_score is not None and summary.claimed_score != summary.score and not each_from_nothing:
        found.append(filled(N_("The record's own last lines say {score}."), {"score": score(summary.claimed_score)}))
    if summary.errors:
        n = counted("The record has {n} error", "The record has {n} errors", summary.errors)
        found.append(filled(N_("{errors}: tavla validate shows what is wrong."), {"errors": n}))
    uncertain = sum(game.uncertain for game in summary.games)
    if uncertain:
        n = counted("of {n} turn the board is not certain", "of {n} turns the board is not certain", uncertain)
        found.append(filled(N_("What hangs on the board is counted where it is known: {turns}."), {"turns": n}))
    facts = summary.facts
    if facts.longest_game is not None and len(summary.games) > 1:
        args = {"long": facts.longest_game, "short": facts.shortest_game}
        found.append(filled(N_("The longest game took {long} turns, the shortest {short}."), args))
    args = {"pips": facts.pip_leads, "score": facts.score_leads}
    found.append(filled(N_("The lead changed {pips} times in pips and {score} times in the score."), args))
    return found


def cube_history(game: Game, players: tuple[str, str]) -> str:
    """`12: Ayşe doubles to 2, taken; 25: Çetin redoubles to 4, dropped`."""
    parts: list[str] = []
    for action in game.actions:
        text = _action(action, players)
        if parts and action.action not in ("double", "redouble"):
            parts[-1] += ", " + text
        else:
            parts.append(text)
    return "; ".join(parts)


def _action(action: CubeAction, players: tuple[str, str]) -> str:
    args: dict[str, object] = {"turn": action.turn, "player": players[action.side], "value": action.value}
    text = filled(_ACTIONS[action.action], args)
    return f"{text} ({action.wrong})" if action.wrong else text


GAME_COLUMNS = (
    N_("Game"),
    N_("Score"),
    N_("Winner"),
    N_("Points"),
    N_("Ended by"),
    N_("Turns"),
    N_("Race from"),
    N_("Chances"),
    N_("Cube"),
)
NUMERIC = frozenset({0, 3, 5, 6, 7})  # of these columns


def game_rows(summary: Summary, options: SummaryOptions) -> list[tuple[str, ...]]:
    """A row for each game under GAME_COLUMNS. Chances are the left player's before the game."""
    return [_game_row(game, summary, options) for game in summary.games]


def _game_row(game: Game, summary: Summary, options: SummaryOptions) -> tuple[str, ...]:
    players = names(summary)
    before = score(game.score)
    if game.claimed_score is not None and game.claimed_score != game.score and (summary.length or game.claimed_score != (0, 0)):
        before += " " + filled(N_("(said: {said})"), {"said": score(game.claimed_score)})
    if game.crawford:
        before += " " + translated(N_("Crawford"))
    points = "" if game.points is None else str(game.points)
    if game.claimed_points is not None and game.claimed_points != game.points:
        points += " " + filled(N_("(said: {said})"), {"said": game.claimed_points})
    ended = translated(ENDED[game.ended])
    if game.kind is not None and game.kind != "single":
        ended = f"{translated(KINDS[game.kind])}, {ended}"
    return (
        str(game.number),
        before,
        "" if game.winner is None else players[game.winner],
        points.strip(),
        ended,
        str(game.turns),
        "" if game.race_from is None else str(game.race_from),
        percent(game.chances, options),
        cube_history(game, players),
    )


# ---- statistics


def sections(players: Sequence[Statistics], options: SummaryOptions) -> list[Section]:
    """The statistics of one player or more, side by side."""

    def row(label: str, *cells: tuple[object, float | None, int]) -> Row:
        return Row(translated(label), tuple((_shown(value, options), number(mean, places, options)) for value, mean, places in cells))

    def plain(label: str, name: str) -> Row:
        return row(label, *((getattr(player, name), None, 0) for player in players))

    result = [
        plain(N_("Matches"), "matches"),
        plain(N_("Matches won"), "matches_won"),
        plain(N_("Games"), "games"),
        plain(N_("Games won"), "games_won"),
        plain(N_("Points won"), "points_won"),
        plain(N_("Gammons won"), "gammons_won"),
        plain(N_("Backgammons won"), "backgammons_won"),
        plain(N_("Won by bearing off"), "won_by_bear_off"),
        plain(N_("Won by a drop"), "won_by_drop"),
        plain(N_("Won by a resignation"), "won_by_resignation"),
        plain(N_("Points won by drops"), "points_by_drops"),
        plain(N_("Biggest comeback in points"), "comeback_points"),
        plain(N_("Longest game, turns"), "longest_game"),
        plain(N_("Shortest game, turns"), "shortest_game"),
    ]
    dice = [
        plain(N_("Rolls"), "rolls"),
        row(N_("Pips rolled"), *((p.pips_rolled, p.expected_pips, 1) for p in players)),
        row(N_("Pips a roll"), *((p.mean_pips, MEAN_PIPS if p.ordinary_rolls else None, 3) for p in players)),
        row(N_("Pips an opening roll"), *((p.mean_opening_pips, MEAN_OPENING_PIPS if p.opening_rolls else None, 3) for p in players)),
        row(N_("Doubles rolled"), *((p.dice_doubles, p.expected_doubles, 1) for p in players)),
        row(N_("6-6"), *((p.dice[-1], p.expected_dice[-1], 1) for p in players)),
        plain(N_("Best five rolls running, pips"), "best_run"),
        plain(N_("Worst five rolls running, pips"), "worst_run"),
        plain(N_("Pips moved"), "pips_moved"),
        plain(N_("Pips wasted"), "pips_wasted"),
    ]
    board = [
        plain(N_("Hits"), "hits"),
        plain(N_("Double hits"), "double_hits"),
        plain(N_("Hits suffered"), "hits_suffered"),
        plain(N_("Pips lost by them"), "pips_lost"),
        plain(N_("Turns with a checker on the bar"), "bar_turns"),
        plain(N_("Checkers entered"), "entries"),
        row(N_("Dances"), *((p.dances, p.expected_dances, 1) for p in players)),
        plain(N_("Longest row of dances"), "longest_dance"),
        plain(N_("Turns without a move"), "unmoved"),
        plain(N_("Forced plays"), "forced"),
        plain(N_("Blots left, in contact"), "blots_left"),
        plain(N_("Points made"), "points_made"),
        plain(N_("Longest prime"), "longest_prime"),
        plain(N_("Turns with six points in a row"), "full_primes"),
        plain(N_("Turns with a closed board"), "closed_boards"),
        plain(N_("Turns ahead in pips"), "turns_ahead"),
        plain(N_("Biggest comeback in pips"), "comeback_pips"),
    ]
    cube = [
        plain(N_("Doubles"), "doubles"),
        plain(N_("Redoubles"), "redoubles"),
        plain(N_("Beavers"), "beavers"),
        plain(N_("Takes"), "takes"),
        plain(N_("Drops"), "drops"),
        plain(N_("Highest cube"), "highest_cube"),
        plain(N_("First cube before turn"), "first_cube"),
    ]
    titled = ((N_("Result"), result), (N_("Dice"), dice), (N_("Board"), board), (N_("Cube"), cube))
    return [Section(translated(title), tuple(row for row in rows if any(value for value, _ in row.cells))) for title, rows in titled]


def _shown(value: object, options: SummaryOptions) -> str:
    return "" if value is None else number(value, 3, options) if isinstance(value, float) else str(value)


class DiceCell(NamedTuple):
    high: int
    low: int
    rolled: int
    expected: float


def dice_cells(statistics: Statistics) -> list[DiceCell]:
    """The 21 rolls."""
    values = zip(ROLLS, statistics.dice, statistics.expected_dice, strict=True)
    return [DiceCell(high, low, count, expected) for (high, low), count, expected in values]


def fairness_lines(statistics: Statistics, options: SummaryOptions) -> list[str]:
    """Two sentences, one on the single dice and one on the rolls, with their numbers."""
    tests = ((N_("Single dice"), statistics.faces_fairness), (N_("Rolls"), statistics.rolls_fairness))
    return [_fairness_line(translated(what), found, options) for what, found in tests]


def _fairness_line(what: str, found: Fairness, options: SummaryOptions) -> str:
    sentence = filled(*found.sentence)
    if found.p is None:
        return f"{what}: {sentence}"
    args: dict[str, object] = {"value": number(found.chi_square, 1, options), "degrees": found.degrees, "p": number(found.p, 3, options)}
    numbers = filled(N_("chi-square {value}, {degrees} degrees of freedom, p = {p}"), args)
    return f"{what}: {sentence} ({numbers})"


# ---- totals

TOTAL_COLUMNS = (
    N_("Player"),
    N_("Matches"),
    N_("Won"),
    N_("Games"),
    N_("Games won"),
    N_("Points"),
    N_("Rolls"),
    N_("Pips a roll"),
    N_("Doubles rolled"),
    N_("expected"),
    N_("p (dice)"),
    N_("Hits"),
    N_("Dances"),
    N_("expected"),
    N_("Doubled"),
    N_("Takes"),
    N_("Drops"),
)


def total_rows(totals: Sequence[Total], options: SummaryOptions) -> list[tuple[str, ...]]:
    """A row for each player under TOTAL_COLUMNS."""
    return [_total_row(total, options) for total in totals]


def _total_row(total: Total, options: SummaryOptions) -> tuple[str, ...]:
    s = total.statistics
    return (
        printable(total.name),
        str(s.matches),
        str(s.matches_won),
        str(s.games),
        str(s.games_won),
        f"{s.points_won}-{s.points_lost}",
        str(s.rolls),
        number(s.mean_pips, 3, options),
        str(s.dice_doubles),
        number(s.expected_doubles, 1, options),
        number(s.faces_fairness.p, 3, options),
        str(s.hits),
        str(s.dances),
        number(s.expected_dances, 1, options),
        str(s.doubles + s.redoubles),
        str(s.takes),
        str(s.drops),
    )


_DOUBLES = N_("A double counts four times. An opening roll of one die each is never a double: 7 pips are expected of it, of others 49/6.")
_DANCES = N_("Dances: turns on which no checker entered; expected from the points that were closed.")
NOTES = (
    _DOUBLES,
    _DANCES,
    N_("Chances: of the player on the left to win the match, by the table Kazaross-XG2, (C) 2011 Neil Kazaross."),
)
TOTAL_NOTES = (
    _DOUBLES,
    _DANCES,
    N_("p: how often fair dice deviate at least so far; below 0.05 it is for five players of a hundred, by chance alone."),
)
