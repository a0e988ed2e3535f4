"""Writes SGF as GNU Backgammon does (formats/sgf.md 2 and 3): one game tree a game, a node a line, one pair of letters a checker's step.

Decides nothing about plays or results: what the replay knows comes with the match (`Told`).
"""

import re
from collections.abc import Iterator, Sequence

from tavla_cli.board import BAR, OFF, STARTS, Position
from tavla_cli.formats.sgf.values import escaped, letter
from tavla_cli.formats.told import Deed, Lost, Told, ToldGame, Written
from tavla_cli.record import Beaver, Double, Drop, Ending, Match, Remark, Resign, Roll, SetBoard, Side, Take, Unplayed, Unread

_COLOURS = {Side.LEFT: "W", Side.RIGHT: "B"}
_VARIATIONS = {"nackgammon": "Nackgammon", **{f"hypergammon{count}": f"Hypergammon{count}" for count in (1, 2, 3)}}
_TEXTS = (("EV", "event"), ("RO", "round"), ("PC", "site"), ("AN", "transcriber"))
_SAID = {"eventdate", "crawford", "jacoby", *(key for _, key in _TEXTS)}  # header lines that have a place
_DATE = re.compile(r"[0-9]{4}(\.[0-9]{2}){0,2}")
_RATING = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6})?)(?:/([0-9]{1,9}))?")
_MOST_POINTS = 999_999_999


def write(told: Sequence[Told], dialect: str | None = None) -> Written:
    """The games of all matches one behind the other. There is one dialect."""
    lost: dict[str, Lost] = {}
    text = "".join(tree for each in told for tree in _Writer(each, lost).trees())
    return Written(text, tuple(lost.values()))


class _Writer:
    """Writes one match. `lost` is by template: of several losses of one kind the first is told."""

    def __init__(self, told: Told, lost: dict[str, Lost]) -> None:
        self.told, self.lost = told, lost
        self.match: Match = told.match
        self.variation = told.variation if told.variation in _VARIATIONS else "standard"
        self.tags = {_folded(tag.key): tag.value for tag in self.match.tags}
        self.offers: list[Side] = []  # who doubled, beavered and so on, while that waits for its answer
        self.comments: dict[tuple[int | None, int | None], list[str]] = {}
        for comment in self.match.comments:
            self.comments.setdefault((comment.game, comment.entry), []).append(comment.text)

    def lose(self, template: str, place: str | None = None, **args: object) -> None:
        self.lost.setdefault(template, Lost(template, args, place))

    def trees(self) -> Iterator[str]:
        """Each game tree with the line end behind it."""
        self.lose_tags()
        if self.told.length is None and self.match.length is not None:
            self.lose("A length that no match can have is not written.")
        if not self.told.games:
            self.lose("A match without games is written as one with a game in which nothing happens.")
            yield f"(;{self.root(1, None)})\n"
        for ordinal, game in enumerate(self.told.games, 1):
            nodes = [self.root(ordinal, game), *self.nodes(ordinal, game)]
            yield "(;" + "\n;".join(nodes) + ")\n"
        if self.comments:
            self.lose("A comment about something that is not there is left out.")

    # ---- the root

    def root(self, ordinal: int, game: ToldGame | None) -> str:
        """The root of a game, in GNU Backgammon's order; `game` is None where the match has none."""
        first = ordinal == 1
        parts = ["FF[4]GM[6]CA[UTF-8]", self.program(), self.items(ordinal, game), self.names(game)]
        if first:
            parts += self.particulars()
        rules = self.rules(game)
        if rules:
            parts.append(f"RU[{':'.join(rules)}]")
        if game is not None:
            cube = _starting_cube(self.told, game)
            if cube > 1:
                parts.append(f"CV[{cube}]")
            parts.append(self.result(ordinal, game))
        parts.append(self.comment("C", (ordinal, None)))
        return "".join(parts)

    def program(self) -> str:
        """AP, from which a reader concludes that a rule which RU does not name is not in use: left out where a rule is not known."""
        rules = self.told.rules
        unknown = rules.jacoby is None if self.told.length == 0 else rules.crawford is None
        return "" if unknown or self.told.length is None else "AP[tavla]"

    def items(self, ordinal: int, game: ToldGame | None) -> str:
        number = None if game is None else game.game.number
        items = [] if self.told.length is None else [f"length:{self.told.length}"]
        items.append(f"game:{number - 1 if number is not None and number > 0 else ordinal - 1}")
        if game is not None and game.score is not None:
            items += [f"ws:{game.score[0]}", f"bs:{game.score[1]}"]
        return "MI" + "".join(f"[{item}]" for item in items)

    def names(self, game: ToldGame | None) -> str:
        seats = None if game is None else game.game.seats
        if seats is not None and any(seat.rating is not None for seat in seats):
            self.lose("Ratings beside the names cannot be written.")
        names = self.told.names if seats is None else (seats[0].name, seats[1].name)
        return f"PW[{_line(names[0])}]PB[{_line(names[1])}]" if any(names) else ""

    def particulars(self) -> Iterator[str]:
        """What only the first game of a file says."""
        for side, name in ((1, "WR"), (2, "BR")):
            found = _RATING.fullmatch(self.tags.get(f"player{side}elo", ""))
            if found:
                yield f"{name}[{found[1]}{f' (Exp {found[2]})' if found[2] else ''}]"
        date = self.tags.get("eventdate")
        if date is not None:
            yield f"DT[{date.replace('.', '-') if _DATE.fullmatch(date) else _line(date)}]"
        for name, key in _TEXTS:
            if key in self.tags:
                yield f"{name}[{_line(self.tags[key])}]"
        yield self.comment("GC", (None, None))

    def rules(self, game: ToldGame | None) -> list[str]:
        rules = self.told.rules
        said = {
            "NoCube": rules.cube is False,
            "Crawford": rules.crawford is True,
            "CrawfordGame": game is not None and (game.crawford or game.game.crawford) is True,
            "Jacoby": rules.jacoby is True,
        }
        found = [name for name, holds in said.items() if holds]
        return found if self.variation == "standard" else [*found, _VARIATIONS[self.variation]]

    def lose_tags(self) -> None:
        """Tell which header lines have no place."""
        rules = self.told.rules
        beside: dict[str, None] = {}
        for tag in self.match.tags:
            key, value = _folded(tag.key), _folded(tag.value)
            kept = key in _SAID and self.tags[key] == tag.value
            if key in ("player1elo", "player2elo"):
                kept = _RATING.fullmatch(tag.value) is not None
            elif key in ("crawford", "jacoby") and value == "on":
                kept = (rules.crawford if key == "crawford" else rules.jacoby) is True
            elif key in ("player1", "player2"):
                kept = tag.value == self.told.names[key == "player2"]
            elif key == "cubelimit":
                kept = value == "1" and rules.cube is False
            elif key == "variation":
                kept = value == "backgammon" or self.variation != "standard"
            if not kept:
                beside[tag.key] = None
        if beside:
            self.lose("SGF has no place for the header lines {keys}.", keys=", ".join(beside))

    def result(self, ordinal: int, game: ToldGame) -> str:
        how = game.how
        if how is not None and how is not Ending.RESIGNATION:
            self.lose("How a game ended that was neither played out nor resigned cannot be written.", str(ordinal))
        if any(isinstance(deed.entry.action, Resign) and deed.entry.action.match for deed in game.deeds):
            self.lose("That a whole match is resigned cannot be written, only a game.", str(ordinal))
        if game.winner is None:
            return ""
        points = "" if game.points is None or not 0 <= game.points <= _MOST_POINTS else str(game.points)
        # GNU Backgammon ends a game that is neither played out nor dropped only if it is said to be resigned.
        return f"RE[{_COLOURS[game.winner]}+{points}{'' if how is None else 'R'}]"

    def comment(self, name: str, place: tuple[int | None, int | None]) -> str:
        texts = self.comments.pop(place, [])
        if name == "GC" and any("\n" in text for text in texts):
            self.lose("Each line of a comment on the whole match is written as one of its own.")
        elif name != "GC" and len(texts) > 1:
            self.lose("Several comments at one place are written as one.")
        return f"{name}[{escaped(_sound(chr(10).join(texts)))}]" if texts else ""

    # ---- the game

    def nodes(self, ordinal: int, game: ToldGame) -> Iterator[str]:
        """The nodes behind the root. A comment about an entry without a node stands at the node before it."""
        node = ""
        if game.game.throw is not None:
            self.lose("The opening throws cannot be written, only the first roll.", str(ordinal))
        self.offers = []
        deeds = game.deeds
        begins_set = bool(deeds) and isinstance(deeds[0].entry.action, SetBoard)
        if not begins_set and game.start is not None and game.start != STARTS[self.variation]:
            yield self.board(game.start, _next_side(deeds, 0))
        for index, deed in enumerate(deeds):
            found = list(self.deed(game, index, deed))
            if found and node:
                yield node
            if found:
                yield from found[:-1]
                node = found[-1]
            about = (ordinal, index)
            if about in self.comments and not found:
                self.lose("A comment about something that is no move stands at the move before it.", deed.place or str(ordinal))
            node += self.comment("C", about)
        if node:
            yield node

    def deed(self, game: ToldGame, index: int, deed: Deed) -> Iterator[str]:
        """The nodes of one entry, none where it has no place or is in the root."""
        side, action = deed.entry.side, deed.entry.action
        if isinstance(action, SetBoard):
            yield from self.set_up(game, index, action, deed)
        elif isinstance(action, Remark):
            self.lose("How a game ended that was neither played out nor resigned cannot be written.", deed.place)
        elif side is not None:
            colour = _COLOURS[side]
            match action:
                case Roll():
                    yield from self.accepted(deed, side)
                    yield from self.roll(game, index, deed, action, side)
                case Double() | Beaver():
                    self.offers = [*self.offers, side] if isinstance(action, Beaver) else [side]
                    self.lose_double(game, deed, action)
                    yield f"{colour}[double]"
                case Take():
                    self.offers = []
                    yield f"{colour}[take]"
                case Drop():
                    self.offers = []
                    yield f"{colour}[drop]"
                case Unread():
                    self.lose("A cell that cannot be read is left out.", deed.place)

    def accepted(self, deed: Deed, side: Side) -> Iterator[str]:
        """A doubler who rolls has accepted the beaver. GNU Backgammon says so in a `.mat` by nothing, and here by a take."""
        offers, self.offers = self.offers, []
        if len(offers) > 1 and offers[0] is side:
            self.lose("A beaver that is accepted by rolling is written as one that is taken.", deed.place)
            yield f"{_COLOURS[offers[-1].other]}[take]"

    def lose_double(self, game: ToldGame, deed: Deed, action: Double | Beaver) -> None:
        if isinstance(action, Double) and action.after_dice:
            self.lose("That a double comes after the dice cannot be written.", deed.place)
        if isinstance(action, Double) and action.to not in (None, deed.cube * 2, _starting_cube(self.told, game) * 2):
            self.lose("A double to anything but twice the cube cannot be written.", deed.place)

    def roll(self, game: ToldGame, index: int, deed: Deed, action: Roll, side: Side) -> Iterator[str]:
        following = game.deeds[index + 1].entry if index + 1 < len(game.deeds) else None
        if following is not None and following.side is side and isinstance(following.action, Double) and following.action.after_dice:
            return  # the dice stand a second time behind the double
        if action.dice is None or not all(0 <= die <= 9 for die in action.dice):
            self.lose("A roll that is not known is left out.", deed.place)
            return
        node = f"{_COLOURS[side]}[{action.dice[0]}{action.dice[1]}"
        match action.play:
            case Unplayed.UNKNOWN | Unplayed.UNREADABLE:
                self.lose("A play that is not known is written as a roll that was not played.", deed.place)
            case Unplayed.CANNOT_MOVE if not deed.dance:
                self.lose("That a player cannot move is written as a roll that was not played.", deed.place)
            case Unplayed.DECLARED:
                self.lose("A play declared illegal is written as a roll that was not played, and the board after it.", deed.place)
            case tuple():
                node += self.pairs(deed, action, side)
        yield f"{node}]"
        if action.play is Unplayed.DECLARED and action.dump is not None:
            own, opp = action.dump.position  # seen by the player whose turn it then is
            left = Position(own, opp) if side is Side.RIGHT else Position(opp, own)
            yield self.board(left, side.other)

    def pairs(self, deed: Deed, action: Roll, side: Side) -> str:
        """One pair for each step: of a legal play in canonical order, of any other as it is written."""
        assert isinstance(action.play, tuple)
        if deed.hops:
            ways = [(hop.src, hop.dst) for hop in sorted(deed.hops, key=lambda hop: (-hop.src, -hop.dst))]
        else:
            ways = [way for step in action.play for _ in range(step.count) for way in zip(step.points, step.points[1:], strict=False)]
        return "".join(letter(src, side) + letter(dst, side) for src, dst in ways)

    # ---- set-up

    def set_up(self, game: ToldGame, index: int, action: SetBoard, deed: Deed) -> Iterator[str]:
        if action.position is None:
            self.lose("A set-up that shows no position is left out.", deed.place)
            return
        if any(counts[OFF] != _off(counts, self.variation) for counts in action.position):
            self.lose("How many checkers are off cannot be written where some are missing.", deed.place)
        yield self.board(action.position, _next_side(game.deeds, index))
        if action.cube is not None and action.cube > 0:
            yield f"CV[{action.cube}]"
            yield f"CP[{'c' if action.owner is None else _COLOURS[action.owner].lower()}]"

    def board(self, position: Position, mover: Side) -> str:
        """A node that sets the board; `position` is seen by the left player."""
        text = f"PL[{_COLOURS[mover]}]AE[a:y]"
        for side, counts, name in zip(Side, position, ("AW", "AB"), strict=True):
            letters = [f"[{letter(own, side)}]" * counts[own] for own in range(1, BAR + 1)]
            if any(letters):
                text += name + "".join(letters)
        return text


def _starting_cube(told: Told, game: ToldGame) -> int:
    """The cube in the middle at the beginning. In a money session the first double may tell that there were automatic doubles."""
    if game.deeds and isinstance(game.deeds[0].entry.action, SetBoard):
        return game.game.cube or 1
    first = next((deed for deed in game.deeds if isinstance(deed.entry.action, Double)), None)
    if told.length == 0 and first is not None and isinstance(first.entry.action, Double):
        to = first.entry.action.to
        if to is not None and to > 2 and to & (to - 1) == 0:
            return to // 2
    return game.cube


def _next_side(deeds: Sequence[Deed], index: int) -> Side:
    """Who acts from there on; the left player where nobody does."""
    turns = (deed.entry for deed in deeds[index:] if isinstance(deed.entry.action, Roll | Double | Beaver | Take | Drop | Unread))
    return next((entry.side for entry in turns if entry.side is not None), Side.LEFT)


def _off(counts: bytes, variation: str) -> int:
    return max(0, sum(STARTS[variation].own) - sum(counts[1:]))


def _folded(text: str) -> str:
    return "".join(text.split()).casefold()


def _line(text: str) -> str:
    return escaped(" ".join(_sound(text).split("\n")))


def _sound(text: str) -> str:
    """Text without what no reader of SGF takes: control characters, halves of surrogate pairs."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.isprintable():
        text = "".join(char if char == "\n" or ord(char) >= 32 else " " for char in text)
    return text if text.isascii() else text.encode("utf-8", "replace").decode()
