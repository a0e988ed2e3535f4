"""Results from CSV files with headings in English, Turkish or Serbian. Knows no event: hands over what stands in the lines.

The delimiter is `;`, `,` or a TAB, whichever makes headings of the first line. Columns that are not known are left out.
"""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tavla_cli.source import decode
from tavla_cli.tournament.model import Kind, Score
from tavla_cli.tournament.names import folded, key, words
from tavla_cli.tournament.typed import MOST_ROUNDS, BadEvent, Typed, Word, kind, near, quoted, round_of, side, typed, whole

_MOST_BYTES = 1 << 24
_MOST_LINES = 100_000

_HEADINGS = {
    "round": "round rnd rd tur hafta week kolo",
    "stage": "stage phase group asama etap grup faza grupa",
    "left": "left player1 playera player home white oyuncu1 oyuncu evsahibi sol igrac1 igrac domacin levi",
    "right": "right player2 playerb opponent away black oyuncu2 rakip misafir deplasman sag igrac2 protivnik gost desni",
    "score": "score result skor sonuc rezultat",
    "score1": "score1 leftscore points1 skor1 sayi1 rezultat1 poeni1",
    "score2": "score2 rightscore points2 skor2 sayi2 rezultat2 poeni2",
    "winner": "winner kazanan galip pobednik",
    "kind": "kind type cesit durum vrsta",
    "length": "length points matchlength uzunluk kacsayi duzina",
    "game": "game oyun partija igra",
}
_COLUMNS = {spelling: column for column, spellings in _HEADINGS.items() for spelling in spellings.split()}
_SHOWN = ("round", "left", "right", "score")


@dataclass(frozen=True, slots=True)
class Claim:
    """One result as the director wrote it, names as spelled. `where` names file and line. `right` None: a bye.

    `game`: the line is one game of a match, `score` its points.
    """

    where: str
    left: str
    right: str | None
    stage: str | None = None
    round: int | None = None
    score: Score | None = None
    winner: Word | None = None
    kind: Kind | None = None
    length: int | None = None
    game: int | None = None


def read_claims(path: str, encoding: str | None = None) -> list[Claim]:
    """The results in a CSV file, games of one match added up. Raises BadEvent; a file that cannot be opened is one too."""
    return added_up(claims(table(path, encoding), path))


def table(path: str, encoding: str | None = None) -> list[tuple[int, list[str]]]:
    """The lines of a CSV file that hold anything, with their numbers, the headings first. Raises BadEvent."""
    try:
        with open(path, "rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise BadEvent(f"{path}: It cannot be opened: {error.strerror or error}.") from None
    except ValueError:  # a name that no file can have
        raise BadEvent(f"{path}: There is no such file.") from None
    if len(data) > _MOST_BYTES:
        raise BadEvent(f"{path}: It is larger than {_MOST_BYTES >> 20} MiB.")
    text = decode(path, data, encoding).text.replace("\0", "")
    first, _, rest = text.partition("\n")
    if folded(first).strip().startswith("sep="):  # for a spreadsheet, which writes it itself too
        text = rest
    head = next((line for line in text.splitlines() if line.strip(" ;,\t")), "")
    delimiter = max(";,\t", key=lambda sign: (len(_known(head.split(sign))), head.count(sign)))
    found: list[tuple[int, list[str]]] = []
    if text.count('"') % 2:
        line = text.count("\n", 0, text.rfind('"')) + 1
        raise BadEvent(f'{path}: A " has no second one that closes it; the last stands in line {line}.')
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                found.append((reader.line_num, [_plain(cell) for cell in cells]))
            if len(found) > _MOST_LINES:
                raise BadEvent(f"{path}: It has more than {_MOST_LINES} lines.")
    except csv.Error as error:
        raise BadEvent(f"{path}:{reader.line_num}: It cannot be read as CSV: {error}.") from None
    if not found:
        raise BadEvent(f"{path}: It is empty.")
    return found


def _plain(cell: str) -> str:
    """The cell without the apostrophe by which a text is kept from being taken for a formula."""
    cell = cell.strip()
    return cell[1:] if cell[:1] == "'" and cell[1:2] in ("=", "+", "-", "@") else cell


def _heading(cell: str) -> str:
    # Folded, Turkish "tür" (kind) would be "tur" (round).
    return "kind" if cell.strip().casefold() == "tür" else _COLUMNS.get("".join(words(cell)), "")


def _known(cells: Sequence[str]) -> set[str]:
    return {column for column in map(_heading, cells) if column}


def claims(lines: list[tuple[int, list[str]]], path: str) -> list[Claim]:
    """The results in the lines of a table, one by one. Raises BadEvent."""
    name = Path(path).name
    _, head = lines[0]
    at: dict[str, int] = {}
    for index, cell in enumerate(head):
        column = _heading(cell)
        if column and column in at:
            raise BadEvent(f"{name}: Two columns are headed {quoted(head[at[column]])} and {quoted(cell)}, which is the same.")
        if column:
            at[column] = index
    for column in _SHOWN[1:3]:
        if column not in at:
            hint = next((near(key(cell), list(_COLUMNS)) for cell in head if not _heading(cell) and near(key(cell), list(_COLUMNS))), "")
            if len(head) == 1:
                hint = " The cells are parted by a semicolon, a comma or a TAB."
            raise BadEvent(
                f"{name}: No column is headed {column}.{hint} "
                "The headings are round;left;right;score, tur;oyuncu1;oyuncu2;skor or kolo;igrac1;igrac2;rezultat; "
                f"here they are {', '.join(quoted(cell) for cell in head[:12])}."
            )
    if not at.keys() & {"score", "kind", "winner", "round"} and not at.keys() >= {"score1", "score2"}:
        raise BadEvent(f"{name}: No column is headed score.")
    found = []
    for number, cells in lines[1:]:
        row = {column: cells[index] for column, index in at.items() if index < len(cells) and cells[index]}
        if row:
            found.append(_claim(row, f"{name}:{number}"))
    return found


def _claim(row: dict[str, str], where: str) -> Claim:
    left, right = row.get("left", ""), row.get("right")
    if not left and right:
        left, right = right, None
    if not left:
        raise BadEvent(f"{where}: A result without players.")
    if right is not None and _is_bye(right):
        right = None
    elif right is not None and _is_bye(left):
        left, right = right, None
    said = typed(row["score"], where) if "score" in row else Typed()
    if "score1" in row and "score2" in row and said.score is None:
        one, two = whole(row["score1"], where, "A score"), whole(row["score2"], where, "A score")
        said = replace(said, score=(one or 0, two or 0), kind=None if said.kind is Kind.UNPLAYED else said.kind)
    if "kind" in row:
        said = replace(said, kind=kind(row["kind"], where))
    if "winner" in row:
        winner = side(row["winner"], left, right)
        if winner is None:
            raise BadEvent(f"{where}: The winner {quoted(row['winner'])} is neither {quoted(left)} nor {quoted(right)}.")
        said = replace(said, winner=winner)
    round = round_of(row["round"]) if "round" in row else None
    if "round" in row and (round is None or round > MOST_ROUNDS):
        raise BadEvent(f"{where}: {quoted(row['round'])} is no round. Write its number.")
    game = whole(row.get("game", ""), where, "A game")
    length = whole(row.get("length", ""), where, "The length of a match")
    return Claim(where, left, right, row.get("stage"), round, said.score, said.winner, said.kind, length, game)


def _is_bye(name: str) -> bool:
    return not words(name) or "".join(words(name)) in ("bye", "bay", "slobodan", "slobodna")


def added_up(found: list[Claim]) -> list[Claim]:
    """The same results, but the games of one match as one: the same players on the same sides, in the same stage and round.

    Raises BadEvent where a game is there twice or is missing, or has no score.
    """
    matches: dict[tuple[str, int | None, str, str], list[Claim]] = {}
    done: list[Claim | tuple[str, int | None, str, str]] = []
    for claim in found:
        if claim.game is None:
            done.append(claim)
            continue
        if claim.score is None or claim.right is None:
            raise BadEvent(f"{claim.where}: A game needs two players and its points, such as 2-0.")
        which = (key(claim.stage or ""), claim.round, key(claim.left), key(claim.right))
        if which not in matches:
            done.append(which)
        matches.setdefault(which, []).append(claim)
    return [each if isinstance(each, Claim) else _match(matches[each]) for each in done]


def _match(games: list[Claim]) -> Claim:
    ordered = sorted(games, key=lambda claim: claim.game or 0)
    first = ordered[0]
    pairing = f"{first.left} - {first.right}"
    for number, claim in enumerate(ordered, 1):
        if claim.game != number:
            twice = claim.game is not None and claim.game < number
            raise BadEvent(
                f"{claim.where}: Of {pairing}, game {claim.game if twice else number} is {'there twice' if twice else 'missing'}."
                + (" If they met twice, give the rounds." if twice else "")
            )
        if claim.length is not None and first.length is not None and claim.length != first.length:
            raise BadEvent(f"{claim.where}: Of {pairing}, game {number} has another match length.")
    scores = [claim.score for claim in ordered if claim.score is not None]
    score = sum(left for left, _ in scores), sum(right for _, right in scores)
    return replace(first, score=score, game=None, winner=None, kind=first.kind)
