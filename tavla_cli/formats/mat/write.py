"""Writes `.mat`: the subset that every program reads (formats/mat.md 12), the dialects of four programs, and the canonical form.

Decides nothing about plays or results: what the replay knows comes with the match (`Told`).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from tavla_cli.board import BAR, OFF, Play, Step, spelled
from tavla_cli.formats.mat.styles import STYLES, Style
from tavla_cli.formats.told import Deed, Lost, Told, ToldGame, Written
from tavla_cli.record import (
    Beaver,
    Comment,
    Double,
    Drop,
    Ending,
    Loss,
    Match,
    Remark,
    Resign,
    Roll,
    Seat,
    SetBoard,
    Side,
    Take,
    Unplayed,
    Unread,
    Win,
)

# Header lines in the order of the programs that write most of them; others follow as they come.
_ORDER = (
    "Site", "Match ID", "Event", "Round", "Player 1", "Player 2", "Player 1 Elo", "Player 2 Elo", "ClockType", "TimeControl", "EventDate",
    "EventTime", "Variation", "Unrated", "Crawford", "Jacoby", "Beaver", "CubeLimit", "Transcriber",
)  # fmt: skip
_RANKS = {"".join(key.split()).casefold(): rank for rank, key in enumerate(_ORDER)}
_TURNS = Roll | Double | Beaver | Take | Drop | Unread
_ENDED = {Ending.FORFEIT: "by forfeit", Ending.TIME: "on time", Ending.SETTLEMENT: "by settlement", Ending.ABORTED: "by being aborted"}
_LINE_ENDS = "\r\n\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
_LEVELS = {1: "single", 2: "gammon", 3: "backgammon"}


def write(told: Sequence[Told], dialect: str | None = None) -> Written:
    """Several matches stand one after the other. `dialect`: a name of STYLES, None for the first of them."""
    style = STYLES[dialect or "gnubg"]
    lost: dict[str, Lost] = {}
    lines: list[str] = []
    for number, each in enumerate(told):
        if number:
            lines += [""] * 2
        writer = _Writer(each, style)
        lines += writer.lines()
        for loss in writer.lost:
            lost.setdefault(loss.template, loss)
    text = style.mark + "".join(line.rstrip() + style.line_end for line in lines)
    return Written(text, tuple(lost.values()))


@dataclass(slots=True)
class _Row:
    """The cells of one row; `word`: the cell is a word, which some indent by one more blank."""

    cells: dict[Side, str] = field(default_factory=dict)
    words: set[Side] = field(default_factory=set)


class _Writer:
    """Writes one match."""

    def __init__(self, told: Told, style: Style) -> None:
        self.told, self.style = told, style
        self.match: Match = told.match
        self.lost: list[Lost] = []
        self.stars = style.starred and self._may_star()
        self.line: list[str] = []
        self.row: _Row | None = None
        self.number = 0
        self.comments: dict[tuple[int | None, int | None], list[str]] = {}
        for comment in self.match.comments:
            self.comments.setdefault((comment.game, comment.entry), []).extend(_comment_lines(comment))

    def lose(self, template: str, place: str | None = None, **args: object) -> None:
        self.lost.append(Lost(template, args, place))

    def _may_star(self) -> bool:
        """Whether hits can be starred: in all plays or in none, since a reader takes the one star for a promise of the others."""
        if self.match.habits.marks_hits:
            return True
        plays = (deed for game in self.told.games for deed in game.deeds if isinstance(deed.entry.action, Roll))
        return all(deed.hops is not None for deed in plays if isinstance(deed.entry.action.play, tuple))  # type: ignore[union-attr]

    # ---- the match

    def lines(self) -> list[str]:
        self.line += self.header()
        for number, game in enumerate(self.told.games, 1):
            self.game(number, game)
        return self.line

    def header(self) -> Iterator[str]:
        tags = sorted(self.match.tags, key=lambda tag: _RANKS.get("".join(tag.key.split()).casefold(), len(_ORDER)))
        for tag in tags:
            yield f'; [{self.one_line(tag.key)} "{self.one_line(tag.value)}"]'
        comments = self.comments.pop((None, None), [])
        if comments and tags:
            yield ""
        yield from (self.comment(text) for text in comments)
        if tags or comments:
            yield ""
        length = self.match.length
        points = "0" if length is not None and (length.money or length.points is None) else str(length.points if length else 0)
        if length is not None and length.points is None and not length.money:
            self.lose("The length of the match is not known; 0 stands there, which means unlimited.")
        if length is None:
            if self.style.everything:
                return
            self.lose("The record states no length; 0 stands there, which means unlimited.")
        most = self.style.longest_match
        if most is not None and length is not None and (length.points or 0) > most:
            self.lose("GNU Backgammon reads matches of up to {most} points only.", most=most)
        yield f"{self.style.lead}{points} point match"

    def one_line(self, text: str) -> str:
        if not any(end in text for end in _LINE_ENDS):
            return text
        self.lose("Line ends in names and header lines are written as blanks.")
        return " ".join(text.split())

    def comment(self, text: str) -> str:
        # GNU Backgammon takes any line with this word and a blank for the beginning of a game (formats/mat.md 3).
        return "; " + (text if self.style.everything else text.replace("Game ", "game "))

    # ---- a game

    def game(self, number: int, game: ToldGame) -> None:
        self.line += [""] * self.style.blank
        if self.style.everything:
            self.line += [self.comment(text) for text in self.comments.pop((number, None), [])]
        mark = " (Crawford)" if self.style.everything and game.game.crawford else ""
        stated = game.game.number
        if stated is not None or not self.style.everything or not game.game.seats:
            self.line.append(f"{self.style.lead}Game {number if stated is None else stated}{mark}")
        self.seats(game)
        self.number, self.row = 0, None
        if game.cube != 1 and not (game.deeds and isinstance(game.deeds[0].entry.action, SetBoard)):
            self.lose("The cube at the beginning of a game cannot be written.", str(number))
        if game.game.throw is not None:
            self.lose("The opening throws cannot be written, only the first roll.", str(number))
        last = max((index for index, deed in enumerate(game.deeds) if isinstance(deed.entry.action, _TURNS)), default=0)
        for index, deed in enumerate(game.deeds):
            self.deed(deed, index >= last)
            comments = self.comments.pop((number, index), [])
            if comments and self.style.everything:
                self.flush()
                self.line += [self.comment(text) for text in comments]
            elif comments:
                self.lose("Comments inside games cannot be written: other programs stumble over them.", deed.place)
        if not self.style.everything:
            if self.comments.pop((number, None), []):
                self.lose("Comments inside games cannot be written: other programs stumble over them.", str(number))
            self.result(number, game)
        self.flush()

    def seats(self, game: ToldGame) -> None:
        seats = game.game.seats
        if seats is None and self.style.everything:
            return
        score = game.score or (0, 0)
        halves = []
        for side in Side:
            seat = seats[side] if seats else Seat(self.told.names[side], None)
            name = self.name(seat, side)
            points = score[side] if seat.score is None else seat.score
            halves.append(f"{name} : {points}")
        left = f" {halves[0]}"
        self.line.append(_placed(left, self.style.right_name, halves[1], 2))

    def name(self, seat: Seat, side: Side) -> str:
        if self.style.everything:
            name = self.one_line(seat.name)
            return f"{name},{seat.rating}" if seat.rating is not None else name
        name = " ".join(self.one_line(seat.name).split())
        if seat.rating is not None and self.match.tag(f"Player {side + 1} Elo") is None:
            self.lose("Ratings beside the names cannot be written.")
        if not self.style.colons and ":" in name:
            name = name.replace(":", ".")
            self.lose("A colon in a name is written as a dot: GNU Backgammon fails at it.")
        most = self.style.longest_name
        if most is not None and len(name.encode()) > most:
            name = name.encode()[:most].decode("utf-8", "ignore").rstrip()
            self.lose("A name is cut to the {most} bytes that GNU Backgammon reads.", most=most)
        if not name:
            name = f"Player {side + 1}"
            self.lose("A player has no name, and stands there as {name}.", name=name)
        return name

    # ---- cells

    def deed(self, deed: Deed, last: bool) -> None:
        """`last`: neither a roll nor a cube action follows in the game."""
        action = deed.entry.action
        match action:
            case SetBoard():
                self.flush()
                self.line.append(_set_pos(action))
                if action.cube is not None and action.owner is None and action.cube != 1:
                    self.lose("A cube in the middle that is not 1 cannot be written.", deed.place)
            case Remark():
                if self.match.format != "mat" and self.style.everything:
                    self.ended(action.how)
            case Win():
                if self.style.everything:
                    self.win(deed.entry.side or Side.LEFT, action.points, action.match, False)
            case Loss():
                if self.style.everything and deed.entry.side is not None:
                    points = "" if action.points is None else f" {_points(action.points, True)}"
                    self.cell(deed.entry.side, f"Loses{points}{' and the match' if action.match else ''}", word=True)
            case Resign():
                if deed.entry.side is not None and (self.style.everything or action.how is Ending.RESIGNATION):
                    self.resign(deed.entry.side, action)
            case _:
                if deed.entry.side is not None:
                    self.turn(deed.entry.side, deed, last)

    def turn(self, side: Side, deed: Deed, last: bool) -> None:
        action = deed.entry.action
        to = f" => {deed.to}" if deed.to is not None else ""
        match action:
            case Roll():
                text = self.roll(deed, action, last)
                if text:
                    self.cell(side, text, word=False)
            case Double():
                to = f" => {action.to}" if self.style.everything and action.to is not None else "" if self.style.everything else to
                if action.after_dice and self.row is not None and side in self.row.cells and side not in self.row.words:
                    self.row.cells[side] += f" Doubles{to}"
                else:
                    self.cell(side, f"Doubles{to}", word=True)
            case Beaver():
                to = f" => {action.to}" if self.style.everything and action.to is not None else "" if self.style.everything else to
                word = "Raccoons" if action.raccoon and self.style.raccoons else "Beavers"
                if action.raccoon and not self.style.raccoons:
                    self.lose("A raccoon is written as a beaver, as GNU Backgammon does.", deed.place)
                self.cell(side, f"{word}{to}", word=True)
            case Take():
                self.cell(side, "Takes", word=True)
            case Drop():
                self.cell(side, "Drops", word=True)
            case Unread():
                if self.style.everything:
                    self.cell(side, self.as_it_stood(deed, action.text), word=False)
                else:
                    self.lose("A cell that nobody can read is left out.", deed.place)

    def as_it_stood(self, deed: Deed, text: str) -> str:
        """The text of a cell, of which the record keeps the beginning only."""
        source = self.match.source
        return text if source is None else source.text[slice(*deed.entry.span)].rstrip()

    def roll(self, deed: Deed, action: Roll, last: bool) -> str:
        dice = "" if action.dice is None else "{}{}:".format(*(sorted(action.dice, reverse=True) if self.style.high_first else action.dice))
        play = action.play
        if play is Unplayed.UNREADABLE and self.style.everything:
            return self.as_it_stood(deed, f"{dice} {action.text}")
        if deed.hops and not self.odd(deed, action):
            if isinstance(play, tuple) and sum(map(sum, (step.hits for step in play))) > sum(hop.hit for hop in deed.hops):
                self.lose("A star where nothing is hit is left out.", deed.place)
            return f"{dice} {self.play(deed.hops)}"
        if isinstance(play, tuple):
            return f"{dice} {' '.join(_step(step, self.style, self.stars) for step in play)}"
        match play:
            case Unplayed.DECLARED if action.dump is not None:
                if not self.style.remarks:
                    self.lose("After a play declared illegal GNU Backgammon may leave turns out.", deed.place)
                text = action.text if self.style.everything else self.declared(deed, action)
            case Unplayed.UNREADABLE:
                self.lose("A play that nobody can read is written as unknown.", deed.place)
                text = self.unknown(deed, last)
            case Unplayed.UNKNOWN | Unplayed.DECLARED:
                text = self.unknown(deed, last)
            case Unplayed.CANNOT_MOVE:
                text = self.style.dance if deed.dance or self.style.everything else "Cannot Move"
            case _:
                text = self.style.dance if deed.hops == () and not self.style.everything else ""
        return f"{dice} {text}".strip() if dice or text != "????" else "????"

    def unknown(self, deed: Deed, last: bool) -> str:
        if self.style.remarks:
            return "????"
        if not last or (isinstance(deed.entry.action, Roll) and deed.entry.action.dice is None):
            self.lose("A play that is not known is left out: GNU Backgammon has no word for it.", deed.place)
        return ""

    def odd(self, deed: Deed, action: Roll) -> bool:
        """Whether a play is kept as written, because its own steps are what a finding is about."""
        if not self.style.everything or not isinstance(action.play, tuple):
            return False
        hits = {hop.dst for hop in deed.hops or () if hop.hit}
        starred = {point for step in action.play for point, star in zip(step.points[1:], step.hits, strict=True) if star}
        return deed.rerouted or not starred <= hits

    def play(self, hops: Play) -> str:
        if self.style.merged:
            text = spelled(hops)  # a point on the way where something is hit stays, starred or not
            text = text if self.stars else text.replace("*", "")
            return text.replace("bar", self.style.bar).replace("off", self.style.off)
        words = []
        starred: set[int] = set()
        for hop in sorted(hops, key=lambda hop: (-hop.src, -hop.dst)):
            star = self.stars and any(other.dst == hop.dst and other.hit for other in hops) and hop.dst not in starred
            if star:
                starred.add(hop.dst)
            words.append(f"{hop.src}/{hop.dst}{'*' if star else ''}")
        return " ".join(words)

    def declared(self, deed: Deed, action: Roll) -> str:
        """The forty fields of a play that was illegal (formats/snowie.md): the board after it, seen by the player who rolls next."""
        assert action.dump is not None
        dump, side = action.dump, deed.entry.side or Side.LEFT
        score = dump.score or (0, 0)
        own, opp = dump.position
        names = [self.told.names[each].replace(";", ",") for each in (side.other, side)]
        board = [-opp[BAR], *(own[point] - opp[BAR - point] for point in range(1, 25)), own[BAR]]
        owner = dump.owner if dump.owner is not None else 0 if deed.owner is None else -1 if deed.owner is side else 1
        fields: list[object] = [
            self.told.length or 0, 0, 0, 0 if self.told.length else 1, 0, *names, int(bool(dump.crawford)), *score,
            dump.cube or deed.cube, owner, *board, *(dump.next_dice or (0, 0)),
        ]  # fmt: skip
        return f"Illegal play ({''.join(f'{each};' for each in fields)})"

    def cell(self, side: Side, text: str, word: bool) -> None:
        row = self.row
        if row is None or side in row.cells or side is Side.LEFT:
            self.flush()
            row = self.row = _Row()
            self.number += 1
        row.cells[side] = text
        if word:
            row.words.add(side)

    def flush(self) -> None:
        """Write the row that is not yet full."""
        if self.row is None:
            return
        style, row = self.style, self.row
        self.row = None
        line = style.row % self.number
        if Side.LEFT in row.cells:
            line = _placed(line, style.left_word if Side.LEFT in row.words else len(line), row.cells[Side.LEFT], 0)
        if Side.RIGHT in row.cells:
            column = style.right_word if Side.RIGHT in row.words else style.right_dice
            line = _placed(line, column, row.cells[Side.RIGHT], 2 if Side.RIGHT in row.words else 1)
        self.line.append(line)

    # ---- how it ended

    def result(self, number: int, game: ToldGame) -> None:
        """The result of a game in the other dialects: one line, whatever words the record has for it."""
        if game.how in _ENDED and not self.style.remarks:
            self.lose("That a game ended {how} cannot be written.", str(number), how=_ENDED[game.how])
        elif game.how is not None:
            self.ended(game.how)
        if game.winner is None:
            return
        if game.points is None:
            self.lose("How many points a game was worth is not known, and its result is left out.", str(number))
            return
        if not any(isinstance(deed.entry.action, Roll) for deed in game.deeds) and self.style is STYLES["gnubg"]:
            self.lose("GNU Backgammon does not count the result of a game without a play.", str(number))
        wins = [deed.entry.action for deed in game.deeds if isinstance(deed.entry.action, Win)]
        if not wins and self.match.format == "mat":
            self.lose("A game has no result in the record; the one that follows from it stands there.", str(number))
        last = number == len(self.told.games) and self.told.complete and self.style.match_word
        self.win(game.winner, game.points, last or any(win.match for win in wins), self.style.result_in_row)

    def win(self, side: Side, points: int | None, match: bool, in_row: bool) -> None:
        said = "" if points is None else f" {_points(points, self.style.plural)}"
        text = f"Wins{said}{' and the match' if match else ''}"
        row = self.row
        if side is Side.RIGHT and row is not None and Side.RIGHT not in row.cells and row.cells.get(Side.LEFT) == "Drops":
            # GNU Backgammon takes the result of a drop for another cube action where it has a line of its own.
            self.cell(side, text, word=True)
            return
        self.flush()
        line = ""
        if in_row:
            self.number += 1
            line = self.style.row % self.number
        self.line.append(_placed(line, self.style.left_result if side is Side.LEFT else self.style.right_result, text, 0))

    def resign(self, side: Side, action: Resign) -> None:
        if not self.style.everything:
            return  # the result line says it: nothing on the board ended the game
        word = {Ending.TIME: "Loses on time", Ending.FORFEIT: "Forfeits"}.get(action.how, "Resigns")
        level = "" if action.level is None else f" {_LEVELS.get(action.level, '')}".rstrip()
        points = "" if action.points is None else f" {_points(action.points, True)}"
        text = f"{word}{points}{level}{' match' if action.match else ''}"
        row = self.row
        if row is not None and side in row.cells and side not in row.words and row.cells[side].endswith(":"):
            row.cells[side] += f" {text}"
        else:
            self.cell(side, text, word=True)

    def ended(self, how: Ending) -> None:
        if how in _ENDED:
            self.flush()
            self.line.append(f"; The game ended {_ENDED[how]}.")


def _step(step: Step, style: Style, stars: bool) -> str:
    """A step as written, in the words of a style."""
    points = [style.bar if point == BAR else style.off if point == OFF else str(point) for point in step.points]
    words = [f"{point}{'*' if star and stars else ''}" for point, star in zip(points[1:], step.hits, strict=True)]
    if style.merged or style.everything:
        return "/".join([points[0], *words]) + (f"({step.count})" if step.count > 1 else "")
    pairs = [f"{start}/{end}" for start, end in zip(points, words, strict=False)]
    return " ".join(pairs * min(step.count, 4))


def _set_pos(action: SetBoard) -> str:
    """`; Set Pos=` with 26 letters: upper case is the left player's, on his own points (formats/mat.md 8)."""
    if action.position is None:
        return "; Set Pos="
    own, opp = action.position
    counts = [-opp[BAR], *(own[point] - opp[BAR - point] for point in range(1, 25)), own[BAR]]
    board = "".join("-" if not count else chr((64 if count > 0 else 96) + min(abs(count), 15)) for count in counts)
    if action.cube is None:
        return f"; Set Pos={board}"
    power = max(action.cube.bit_length() - 1, 0)
    return f"; Set Pos={board}/{0 if action.owner is None else -power if action.owner is Side.LEFT else power}"


def _placed(line: str, column: int, text: str, least: int) -> str:
    """The line with a text at a column, or at least so many blanks behind what stands there."""
    return line + " " * max(column - len(line), least if line else 0) + text


def _points(points: int, plural: bool) -> str:
    return f"{points} point{'s' if plural and points != 1 else ''}"


def _comment_lines(comment: Comment) -> Iterable[str]:
    return [line.rstrip() for line in comment.text.splitlines() if line.strip()] or [""]
