"""Ratings carried from event to event as a CSV: a player, his rating, his experience. Rates nobody."""

import csv
import io
from collections.abc import Iterable

from tavla_cli.tournament.model import Rated
from tavla_cli.tournament.names import key, words
from tavla_cli.tournament.sheets import table
from tavla_cli.tournament.typed import BadEvent, quoted, whole

_HEADINGS = {
    "player": "player name oyuncu isim ad igrac ime",
    "rating": "rating elo puan reyting rejting",
    "experience": "experience deneyim tecrube iskustvo",
}
_COLUMNS = {spelling: column for column, spellings in _HEADINGS.items() for spelling in spellings.split()}
_MOST = 10_000_000


def read_experience(path: str) -> dict[str, tuple[float, int]]:
    """Rating and experience by name; experience 0 where the file has none. Decimals with a point or a comma. Raises BadEvent."""
    (_, head), *lines = table(path)
    at = {column: index for index, cell in enumerate(head) if (column := _COLUMNS.get("".join(words(cell))))}
    if not {"player", "rating"} <= at.keys():
        raise BadEvent(f"{path}: The headings are player, rating and experience; here they are {', '.join(map(quoted, head[:12]))}.")
    found: dict[str, tuple[float, int]] = {}
    seen: dict[str, int] = {}
    for number, cells in lines:
        row = {column: cells[index] for column, index in at.items() if index < len(cells)}
        where = f"{path}:{number}"
        name = row.get("player", "")
        if not name:
            raise BadEvent(f"{where}: A rating without a player.")
        if key(name) in seen:
            raise BadEvent(f"{where}: {quoted(name)} is there twice, first in line {seen[key(name)]}.")
        seen[key(name)] = number
        found[name] = _rating(row.get("rating", ""), where), whole(row.get("experience", ""), where, "Experience", _MOST) or 0
    return found


def _rating(text: str, where: str) -> float:
    try:
        rating = float(text.replace(",", "."))
    except ValueError:
        raise BadEvent(f"{where}: {quoted(text)} is no rating.") from None
    if not -_MOST < rating < _MOST:
        raise BadEvent(f"{where}: {quoted(text)} is no rating.")
    return rating


def experience_text(rated: Iterable[Rated], delimiter: str = ",", decimal: str = ".") -> str:
    """The CSV that the next event reads; ratings with four decimals, so that nothing is lost on the way."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\n")
    writer.writerow(("player", "rating", "experience"))
    for each in rated:
        writer.writerow((_cell(each.player), f"{each.after:.4f}".replace(".", decimal), each.experience_after))
    return out.getvalue()


def _cell(text: str) -> str:
    """Spreadsheets run what begins like a formula."""
    return "'" + text if text[:1] in ("=", "+", "-", "@") else text
