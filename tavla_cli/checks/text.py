"""Checks of the text: the codes that begin with T."""

import re

from tavla_cli.checks.registry import Finding, Said, check, declare, say
from tavla_cli.record import Tag, Unplayed
from tavla_cli.replay.events import BoardSet, GameBegun, MatchBegun, Moment, Played, RowNumbered, UnreadCell
from tavla_cli.rules import match_length, tag_rules
from tavla_cli.source import Span
from tavla_cli.words import N_


@check(UnreadCell, "T101", "unreadable-text", "error")
def unreadable_text(event: UnreadCell) -> Finding:
    """A cell or a line inside the match cannot be read.

    One bad cell costs only itself: everything else is read and checked, and the roll is kept if it can
    be read.

    Wrong: `64: see the video`
    Right: `64: 24/18 13/9`
    """
    start = event.at.span.start
    span = None if event.part is None else Span(start + event.part[0], start + event.part[1])
    return say(N_("This cannot be read."), span)


@check(MatchBegun, "T101", "unreadable-text", "error")
def unreadable_lines(event: MatchBegun) -> Finding:
    if event.match.format == "mat":  # its own line stands below the finding
        return _faults(event, "T101", N_("This cannot be read."))
    return _faults(event, "T101", N_("This cannot be read."), N_("This cannot be read ({what})."))


declare("T102", "no-match", "error", """Nothing in the input is a match.

    There are neither rows with dice nor a line such as `7 point match` with a game under it. The exit
    status is 3. In a folder or archive such files are skipped and counted, unless their name ends like
    that of a match file.

    Wrong: a file that holds only a comment and blank lines
    Right: a file with `7 point match`, `Game 1` and rows
    """)  # fmt: skip


@check(MatchBegun, "T103", "cut-short", "warning")
def cut_short(event: MatchBegun) -> Finding:
    """The text breaks off inside a row or a cell.

    The last line has no end and its last cell is not whole: the file was probably cut when it was
    copied or sent.

    Wrong: a file whose last characters are `53: 13/`
    Right: the whole file
    """
    return _faults(event, "T103", N_("The text breaks off here."))


@check(RowNumbered, "T104", "row-number", "note")
def row_number(event: RowNumbered) -> Finding:
    """A row's number follows neither the one before nor its own place in the game.

    A row may have been left out or added, or only be misnumbered. Reported once a game; rows that hold
    only a result are not compared.

    Wrong: rows 1, 2, 4
    Right: rows 1, 2, 3
    """
    return say(N_("The row should be {expected}, not {number}."), expected=event.expected, number=event.number)


@check(GameBegun, "T105", "game-number", "warning")
def game_number(event: GameBegun) -> Finding:
    """A game's number follows neither the one before nor its own place in the match.

    A game may be missing, or only be misnumbered. Reported once a match.

    Wrong: `Game 3` after the first game
    Right: `Game 2`
    """
    if event.numbered_wrong:
        return say(N_("The game should be number {expected}, not {number}."), expected=event.expected_number, number=event.game.number)
    return None


@check(GameBegun, "T106", "names-differ", "warning")
def names_differ(event: GameBegun) -> Finding:
    """A name differs from that in the first game of the match.

    Capitals, blanks, `_` and a rating after a comma do not count. Names in the header may be other
    names of the players and are not compared. Reported once a match.

    Wrong: Alice in the first game, Carol in her column in the second
    Right: the same names in every game
    """
    if not event.names or event.game.seats is None:
        return None
    if event.exchanged:
        return say(N_("The players have changed columns."), event.score_span)
    seat = event.game.seats[event.names[0]]
    return say(N_("The name {name} is not the one in the first game."), seat.name_span, name=seat.name)


declare("T107", "bad-encoding", "warning", """Some bytes are not valid in the encoding of the text.

    They are shown as the replacement character `�`. The file was damaged, or joined from parts in
    different encodings; `--encoding` names another one.

    Wrong: a text in UTF-8 with a byte of another code page in it
    Right: the whole text in one encoding
    """)  # fmt: skip


@check(MatchBegun, "T108", "bad-length", "error")
def bad_length(event: MatchBegun) -> Finding:
    """There is no line that says how long the match is, or its length cannot be.

    A length is a number from 0 (no length: money play) to 999; 9999 and 99999 mean no length too.
    Without it nothing that depends on it is checked: neither the Crawford game nor the end of the
    match. `--rule length=7` states it.

    Source: rules C06 and C12.

    Wrong: `-5 point match`
    Right: `5 point match`
    """
    if event.rules.sources.get("length") in ("rules", "option") or match_length(event.match) is not None:
        return None
    if event.match.length is None:
        if event.match.format != "mat" and not event.match.games and event.match.faults:
            return None  # it was not reached: what ended the reading says so
        return say(N_("There is no line that says how long the match is."))
    return say(N_("A match cannot have this length."), event.match.length.span)


@check(Played, "T109", "unrecorded-play", "warning")
def unrecorded_play(event: Played) -> Finding:
    """The record says that a play is not known, and play goes on.

    `????` as the last roll of a game is a game that was given up, and no finding. Elsewhere every legal
    play of the roll is kept in mind, and later plays choose.

    Wrong: `66: ????` in the middle of a game
    Right: `66: 24/18(2) 13/7(2)`
    """
    if event.roll.play is Unplayed.UNKNOWN and event.goes_on:
        return say(N_("The play is not recorded."))
    return None


_DATE = re.compile(r"(\d{4})[.\-/](\d{1,2})[.\-/](\d{1,2})$")


@check(MatchBegun, "T110", "header-conflict", "warning")
def header_conflict(event: MatchBegun) -> Finding:
    """A header line stands twice with different values, or has a value that it cannot have.

    Of two values the later counts, and an impossible one does not. A rule that cannot apply, such as
    Crawford in money play or Jacoby in a match, is no finding.

    Wrong: `; [Crawford "Perhaps"]`
    Right: `; [Crawford "On"]`
    """
    return list(_conflicts(event.match.tags))


def _conflicts(tags: tuple[Tag, ...]) -> list[Said]:
    found = []
    seen: dict[str, Tag] = {}
    for tag in tags:
        key = "".join(tag.key.split()).casefold()
        value = tag.value.strip()
        first = seen.setdefault(key, tag)
        if first is not tag and value.casefold() != first.value.strip().casefold():
            found.append(
                say(N_("{key} stands twice, with {first} and with {value}."), tag.span, key=tag.key, first=first.value, value=value)
            )
        elif tag_rules(tag) is None or (key == "eventdate" and not _possible_date(value)):
            found.append(say(N_("{key} cannot be {value}."), tag.span, key=tag.key, value=value))
    return found


def _possible_date(value: str) -> bool:
    """False only for a whole date with a month or day that no calendar has; zeros stand for unknown."""
    date = _DATE.match(value)
    return date is None or (int(date[2]) <= 12 and int(date[3]) <= 31)


declare("T111", "guessed-encoding", "note", """The code page of the text was guessed.

    The text is neither UTF-8 nor UTF-16, and nothing in it says what it is. The page whose letters make
    the best words was taken; if names look wrong, `--encoding` names another.

    Wrong: a text in the Turkish code page 1254
    Right: the same text in UTF-8, or `--encoding cp1254`
    """)  # fmt: skip


@check(BoardSet, "T112", "board-set", "warning")
def board_set(event: BoardSet) -> Finding:
    """The record sets the board inside a game.

    `; Set Pos=` puts the checkers somewhere without saying how they got there. The play goes on from
    that board.

    Wrong: `; Set Pos=...` between two rows
    Right: the plays that lead there
    """
    if not event.first and event.possible:
        return say(N_("The record sets the board here."))
    return None


@check(MatchBegun, "T113", "nameless", "note")
def nameless(event: MatchBegun) -> Finding:
    """A player has no name, or both have the same.

    Tables and statistics need to know who played.

    Wrong: a score line `: 0     Bob : 0`
    Right: `Alice : 0     Bob : 0`
    """
    for ordinal, game in enumerate(event.match.games, 1):
        if game.seats is None:
            continue
        left, right = (seat.name.strip() for seat in game.seats)
        at = Moment(game.seats_span, ordinal, game.number)
        if not left or not right:
            return say(N_("A player has no name."), at=at)
        if left.casefold() == right.casefold():
            return say(N_("Both players are called {name}."), at=at, name=left)
        return None
    return None


declare("T115", "limit-reached", "error", """A stated limit ended the reading.

    A line longer than 1 MiB, a file or archive member above 256 MiB, an archive in an archive in an
    archive, a member that unpacks to more than 1,000 times its size, an archive of more than 1,000,000
    members. Of one input: more than 10,000,000 lines, 50,000 matches or 100,000 findings. Of one match:
    more than 10,000 games, 200,000 rows (20,000 in a game), 200 unreadable lines, 20,000 lines of
    comments, header lines or text before it, or 10,000 findings. Other formats have limits of the same
    size, and what is packed in `.xg` or `.bgf` unpacks to 256 MiB and 1,000 times its size at most.
    The exit status is 3; what was read before is checked. The example is `T115.mat.gz`, which unpacks
    to a line of more than a million blanks.

    Wrong: a file that is one line of a hundred million characters
    Right: one row a line
    """)  # fmt: skip


@check(MatchBegun, "T115", "limit-reached", "error")
def limit_in_match(event: MatchBegun) -> Finding:
    found = []
    for fault in event.match.faults:
        if fault.code == "T115":
            found.append(say(N_("A limit was reached, and the reading ends here: {limit}."), fault.span, limit=fault.text))
    return found


def _faults(event: MatchBegun, code: str, template: str, named: str | None = None) -> list[Said]:
    """`named`: the template where the fault has a text, as `what`."""
    found = []
    for fault in event.match.faults:
        if fault.code == code:
            at = Moment(fault.span, fault.game, None, fault.row, None, fault.side)
            if named is not None and fault.text:
                found.append(say(named, at=at, what=fault.text[:80]))
            else:
                found.append(say(template, at=at))
    return found
