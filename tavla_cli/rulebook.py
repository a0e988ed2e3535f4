"""The rule book: the rules of backgammon that the checks cite, and the terms that tavla uses, each in plain sentences. Applies none.

The numbers are those that the checks, the comments and the tests cite; they are never given to another rule. What was agreed in one
match is not here but in `rules.py`.
"""

import re
from typing import NamedTuple


class Rule(NamedTuple):
    """`text`: one sentence or two. `sources`: who says so, by name; a page of rules by the preset that was made from it."""

    code: str
    text: str
    sources: tuple[str, ...]

    @property
    def summary(self) -> str:
        """The first sentence."""
        return re.split(r"(?<=[.]) (?=[A-Z])", self.text, maxsplit=1)[0]


class Term(NamedTuple):
    """A word as tavla uses it, in one sentence or two; `also` are other words for the same."""

    name: str
    text: str
    also: tuple[str, ...] = ()


SECTIONS = {"A": "How the checkers move", "B": "The cube", "C": "Games, matches and points", "D": "Other games on the same board"}
"""What the rules of one letter are about."""

_PAGES = ("five-games", "abak", "serbian-online", "house-money", "diagram-app")
_MANUAL = "GNU Backgammon manual"
_TRIED = "GNU Backgammon 1.07, tried out"
_VARIANTS = "Backgammon Galore on variants"
_NEWSGROUP = "archive of rec.games.backgammon"
_FORUM = "BGonline forum"
_ALL = f"all five rule pages ({', '.join(_PAGES)})"


def _pages(*numbers: int) -> str:
    """The rule pages of these numbers, 0 to 4 in the order of the presets."""
    names = [_PAGES[number] for number in numbers]
    return f"rule page {names[0]}" if len(names) == 1 else f"rule pages {', '.join(names)}"


RULES: dict[str, Rule] = {
    rule.code: rule
    for rule in (
        # ---- A
        Rule(
            "A01",
            "Each player has fifteen checkers and counts the 24 points from his own side, moving from 24 down to 1; his home board "
            "is 1 to 6. He begins with two checkers on 24, five on 13, three on 8 and five on 6, and so does the opponent from the "
            "other side.",
            (_MANUAL, _ALL),
        ),
        Rule(
            "A02",
            "To open a game each player throws one die, and the higher plays both numbers; a tie is thrown again, so no game "
            "opens with a double. Elsewhere who wins the throw rolls two dice anew, or the starter rolls two from the beginning.",
            (_MANUAL, _pages(0, 1, 3), "otherwise: rule page serbian-online, descriptions of traditional tavla"),
        ),
        Rule("A03", "A checker moves forward only, towards its own home board, never back.", (_MANUAL, _pages(1, 2, 4))),
        Rule(
            "A04",
            "Each number is a step of exactly that many points, by two checkers or by one after the other, and a step needs a "
            "checker of one's own to begin with.",
            (_MANUAL, _ALL),
        ),
        Rule("A05", "A checker may land only where the opponent has one checker at most.", (_MANUAL, _ALL)),
        Rule(
            "A06",
            "A checker that plays both numbers touches down in between, and that point must be open too; the player chooses which "
            "number comes first. Two routes may end differently, where only one of them hits.",
            (_MANUAL, _pages(0, 4)),
        ),
        Rule(
            "A07",
            "Both numbers must be played, and all four of a double, if there is any way to do so. A step that leaves the other "
            "number unplayable is wrong where another order or another checker plays both.",
            (_MANUAL, _pages(0, 1, 3, 4)),
        ),
        Rule("A08", "A double is played four times.", (_MANUAL, _ALL)),
        Rule(
            "A09",
            "Where each number is playable alone and the two are not playable together, the larger one is played.",
            (_MANUAL, _pages(0, 1, 3, 4)),
        ),
        Rule("A09b", "A number that is the only playable one is played, even if it is the smaller.", (_MANUAL,)),
        Rule("A10", "A player who cannot play anything passes, and nobody else may pass.", (_MANUAL, _pages(0, 1, 3))),
        Rule("A11", "If a double cannot be played four times, it is played as often as possible.", (_MANUAL, _pages(0))),
        Rule(
            "A12",
            "The numbers may be played in either order, and a record may write the steps in any: what counts is the whole play.",
            (_MANUAL, _pages(3), "rules of the Derince tournament 2025"),
        ),
        Rule(
            "A13",
            "A checker that lands on a single checker of the opponent hits it, sends it to the bar, and may run on. Some rules of "
            "traditional tavla forbid running on in the own home board.",
            (_MANUAL, _TRIED, _ALL, "for the exception: descriptions of traditional tavla"),
        ),
        Rule(
            "A14",
            "While a player has a checker on the bar, only that may move. A number N enters on his point 25 - N, if that is open.",
            (_MANUAL, _ALL),
        ),
        Rule("A15", "After the last checker has entered, the numbers that are left are played with any checker.", (_MANUAL, _pages(2))),
        Rule("A16", "If not all checkers can enter, as many as possible do, and the rest of the roll is lost.", (_MANUAL, _pages(2))),
        Rule(
            "A17", "Against a closed board, all six points of which are held, nobody can enter, and the turn passes.", (_MANUAL, _pages(1))
        ),
        Rule(
            "A18",
            "A player may bear off only while every checker he has left is in his home board; one that came home with the first "
            "number counts for the second.",
            (_MANUAL, _ALL),
        ),
        Rule(
            "A19",
            "A number bears a checker off its own point. If that is empty, the number moves a checker from a higher point, and "
            "where nobody stands higher it bears off the highest checker.",
            (_MANUAL, _ALL),
        ),
        Rule("A20", "Nobody has to bear off who can play the number otherwise.", (_MANUAL, _pages(2, 4))),
        Rule(
            "A21",
            "Whoever is hit during the bear-off enters and brings the checker home again before he bears off another.",
            (_MANUAL, _ALL),
        ),
        Rule("A22", "The game ends when a player's last checker is off, and the rest of his roll is not played.", (_MANUAL, _TRIED, _ALL)),
        Rule("A23", "A point holds as many checkers as come there.", (_MANUAL,)),
        Rule(
            "A24",
            "A position is possible if neither side has more than fifteen checkers, no point holds checkers of both, and the players "
            "are not both on the bar against closed boards.",
            ("Backgammon Galore glossary", _TRIED),
        ),
        Rule(
            "A25",
            "An illegal play is corrected if it is noticed before the opponent has rolled; after that it stands. So a true record "
            "can hold illegal plays.",
            ("WBGF rules 2.1", "USBGF on Legal Moves, 2014", "UKBGF rules 2019", "rules of the Derince tournament 2025", _FORUM),
        ),
        Rule(
            "A26",
            "In most tournaments a roll or a double that came too early stands, and the opponent ends his turn with that knowledge; "
            "in some he may ask for another roll. A record usually shows only the order that counted.",
            ("US tournament rules 2008 and 2009", "UKBGF rules 2019", "BIBA rules", "otherwise: WBGT rules 2010"),
        ),
        Rule(
            "A27",
            "A wrong starting position can be corrected only at first, by some rules until the starter's second turn, by others "
            "for a number of rolls; after that it stands, even with fewer than fifteen checkers.",
            ("WBGT rules 2010", "US tournament rules 2008", _FORUM),
        ),
        # ---- B
        Rule(
            "B01",
            "The cube begins in the middle at 1, shown as 64. While it is there, either player may double in his own turn.",
            (_MANUAL, _TRIED, _ALL),
        ),
        Rule("B02", "A player may double only before he has rolled.", (_MANUAL, _TRIED, _pages(0, 1, 4))),
        Rule("B03", "Who takes a double owns the cube, and only he may double next, in a later turn of his.", (_MANUAL, _TRIED, _ALL)),
        Rule(
            "B04",
            "A double must be answered before anything else happens: with a take, a drop or, where there are any, a beaver. Without "
            "a double there is nothing to answer.",
            (_MANUAL, _TRIED, "SGF specification"),
        ),
        Rule("B05", "Who drops a double loses what the cube showed before it, and never a gammon.", (_MANUAL, _TRIED, _pages(0, 1, 4))),
        Rule(
            "B06",
            "A player may double even if he will not be able to move, as on the bar against a closed board.",
            (_TRIED, f"{_MANUAL}, which knows no such restriction"),
        ),
        Rule(
            "B07",
            "Who wins the opening throw has rolled already and cannot double in that turn; his opponent can, before he rolls for "
            "the first time.",
            (_MANUAL, _TRIED, "no source says it in so many words"),
        ),
        Rule(
            "B08",
            "In the Crawford game, the first that begins with a player one point short of winning the match, nobody may double. "
            "After it the cube is back.",
            (_MANUAL, _TRIED, _pages(0, 1, 3), _NEWSGROUP),
        ),
        Rule(
            "B09",
            "A match has one Crawford game at most, and none if nobody is ever exactly one point short of winning.",
            (_MANUAL, _TRIED),
        ),
        Rule(
            "B10",
            "A cube is dead for a player who wins the match with it as it lies: a double by him gains nothing. Some programs and "
            "tournaments forbid it, the rules of the game do not.",
            (_TRIED, _FORUM, "Nextgammon glossary"),
        ),
        Rule(
            "B11",
            "In money play, by agreement, a player who was doubled may double again at once and keep the cube: a beaver. The doubler "
            "may drop, take, or answer with a raccoon; none of this belongs to a match.",
            (_MANUAL, _TRIED, _pages(1, 3), "rec.games.backgammon FAQ", "Victorian backgammon club", "FIBS help"),
        ),
        Rule(
            "B12",
            "In money play, by agreement and usually once a game, a tie in the opening throw doubles the cube and leaves it in the middle.",
            (_MANUAL, _TRIED, _pages(1, 4), "SGF specification"),
        ),
        Rule(
            "B13",
            "From 0-0 a cube above the smallest power of two that wins the match has no effect: a player doubles to some purpose "
            "only while the cube is below what he needs.",
            (_TRIED, _pages(2), "Nextgammon glossary"),
        ),
        Rule(
            "B14",
            "The cube shows powers of two. The rules name no highest value; programs stop at 64, at 1024 or higher.",
            (_MANUAL, _TRIED, _pages(1, 3, 4)),
        ),
        Rule(
            "B15",
            "By the Holland rule, no longer used, nobody doubled after the Crawford game before both players had played two rolls.",
            ("Nextgammon glossary", "rec.games.backgammon FAQ"),
        ),
        Rule(
            "B16",
            "Every game of a match begins with the cube in the middle at 1, and a cube left over is put back when it is noticed.",
            ("US tournament rules", "Danish tournament rules", _NEWSGROUP),
        ),
        Rule(
            "B17",
            "If somebody doubled in the Crawford game, that is annulled until the result of the game is recorded; after that the "
            "score stands.",
            ("Danish tournament rules", _NEWSGROUP),
        ),
        # ---- C
        Rule("C01", "A game counts once the cube if the loser has borne off a checker.", (_MANUAL, _TRIED, _ALL)),
        Rule("C02", "A gammon, in which the loser has borne off none, counts twice the cube.", (_MANUAL, _TRIED, _ALL)),
        Rule(
            "C03",
            "A backgammon counts three times the cube: no checker of the loser is off, and one of them is on the bar or among the "
            "winner's points 1 to 6. Traditional tavla counts it as a gammon (D05).",
            (_MANUAL, _TRIED, _ALL),
        ),
        Rule(
            "C05",
            "By the Jacoby rule, in money play, a gammon or backgammon counts single unless a double was offered and taken in that game.",
            (_MANUAL, _TRIED, _pages(1, 3, 4)),
        ),
        Rule("C06", "A match ends as soon as a player has reached its length.", (_MANUAL, _TRIED, _pages(2, 3))),
        Rule(
            "C07",
            "Points above the length of the match do not matter; one record says 6-4 in a match to 5, another 5-4.",
            (_MANUAL, _TRIED, _pages(2)),
        ),
        Rule(
            "C09",
            "A player may offer to lose one, two or three times the cube, which counts when the opponent accepts. The number need "
            "not be what the position would have brought.",
            (_TRIED, "FIBS help", _FORUM, "BMAB rules"),
        ),
        Rule(
            "C10",
            "Tournaments forbid to settle a game or not to play it, and some clubs do not rate a match that was settled; money "
            "players do settle.",
            ("US tournament rules", "UKBGF ratings", _FORUM),
        ),
        Rule(
            "C11",
            "Who runs out of time or does not come loses points or the match, so a game may end at any position.",
            ("UKBGF rules 2019", "WBIF announcements"),
        ),
        Rule(
            "C12",
            "A money session has no length: every game counts its points, there is no Crawford game, and Jacoby, beavers and "
            "automatic doubles are agreed.",
            (_MANUAL, _TRIED),
        ),
        Rule(
            "C13",
            "Every game begins with an opening throw of its own. In some circles the players take turns, or the last winner begins.",
            (_MANUAL, _pages(1, 3), "Elit Tavla Kulübü", "otherwise: Tavla Diyarı"),
        ),
        Rule("C14", "A game begins at the score before the last game and the points of that game added up.", (_MANUAL, _TRIED)),
        # ---- D
        Rule(
            "D01",
            "Nackgammon begins with two checkers on 24, two on 23, four on 13, three on 8 and four on 6; all else is as in backgammon.",
            (_VARIANTS, _TRIED),
        ),
        Rule(
            "D02",
            "Hypergammon is played with three checkers each, on 24, 23 and 22; a gammon is won against a player with none of them off.",
            (_VARIANTS, _TRIED),
        ),
        Rule("D03", "LongGammon begins with all fifteen checkers on the 24-point.", (_VARIANTS,)),
        Rule(
            "D04",
            "In acey-deucey the checkers begin off the board and enter in the opponent's home board, and a 1 and a 2 give a double "
            "of choice and another roll.",
            (_NEWSGROUP,),
        ),
        Rule(
            "D05",
            "Traditional tavla is played without a cube, a gammon (mars) counts two and there is no triple game, and the winner of "
            "the opening throw rolls both dice anew. Many do not allow to hit and run on in the own home board; clubs play by the "
            "international rules.",
            ("descriptions of traditional tavla", "Elit Tavla Kulübü", "Türkiye Tavla", "rules of the Derince tournament 2025"),
        ),
    )
}

TERMS: tuple[Term, ...] = (
    Term("ambiguous play", "A play that, as it is written, fits two different results.", ("ambiguous",)),
    Term("automatic double", "In money play, a doubling of the cube because the opening throw was a tie (rule B12)."),
    Term(
        "backgammon", "The game; and a game won while the loser has no checker off and one on the bar or in the winner's home (rule C03)."
    ),
    Term("bar", "The middle of the board, where checkers that were hit wait to enter. In notation it is `bar` or 25."),
    Term("bear off", "To take a checker off the board from the home board; in notation `6/off`.", ("bearing off", "off")),
    Term("beaver", "In money play, to double again at once after being doubled, and to keep the cube (rule B11)."),
    Term("blot", "A single checker on a point, which the opponent can hit."),
    Term("check", "One kind of contradiction that tavla looks for. It has a code that never changes, such as P107, and a name."),
    Term("checker", "One of the fifteen pieces of a player.", ("man",)),
    Term("clean", "A record in which there is no error and no warning."),
    Term("closed board", "A home board in which one player holds all six points, so that nobody can enter (rule A17)."),
    Term(
        "Crawford",
        "The Crawford game is the first that begins with a player one point short of winning; nobody may double in it (rule B08).",
    ),
    Term("cube", "The doubling cube, which shows what a game counts: 1 in the middle, then 2, 4, 8 and so on.", ("doubling cube",)),
    Term("dance", "To have a checker on the bar and no number that enters it; the turn is lost.", ("fan",)),
    Term("dead cube", "A cube that already wins the match as it lies for the player who could turn it (rule B10)."),
    Term("dialect", "The way in which one program writes a format: its words, columns and customs."),
    Term("double", "To offer that the game be played for twice as much; and a roll of two equal numbers, which is played four times."),
    Term("drop", "To refuse a double and lose what the cube showed before it (rule B05).", ("refuse",)),
    Term("enter", "To bring a checker from the bar into the opponent's home board (rule A14)."),
    Term("error", "A finding of what cannot be true under the rules. Any error makes the exit status 1."),
    Term("finding", "What tavla reports: a check, a place in the file, and a sentence. One mistake gives one.", ("diagnostic",)),
    Term("game", "One game of a match, from an opening throw to a result: a gammon, a dropped double, a resignation and so on."),
    Term("gammon", "A game won before the loser has borne off a checker; it counts twice (rule C02).", ("mars",)),
    Term(
        "GNU position ID", "Fourteen characters that stand for a position, as 4HPwATDgc/ABMA does for the start.", ("position ID", "GNUID")
    ),
    Term("habit", "What the writer of a file always does, such as to star every hit; a check may ask for it, so as not to blame a custom."),
    Term("hit", "To land on a blot and send it to the bar; in notation a star, as in `13/7*`."),
    Term("hit and run", "To hit in the own home board and move the same checker on, which some rules of tavla forbid (rule D05)."),
    Term("home board", "A player's points 1 to 6, from which he bears off.", ("home",)),
    Term("Jacoby", "By the Jacoby rule gammons of money play count single unless the cube was turned (rule C05).", ("Jacoby rule",)),
    Term("length", "The number of points that wins the match. 0 is play without one."),
    Term("match", "Games played until somebody has reached the length."),
    Term("match ID", "Twelve characters that stand for cube, score, dice and length, written behind a GNU position ID and a colon."),
    Term("money session", "Games without a length, each for its own points (rule C12).", ("money", "session", "unlimited")),
    Term("note", "A finding that is worth knowing and no mistake; shown with --notes."),
    Term(
        "opening throw",
        "One die of each player, which decides who begins a game and with which roll (rule A02).",
        ("opening roll", "opening"),
    ),
    Term("pip", "One step of one point; the pip count is how many of them a player needs to bear everything off.", ("pips", "pip count")),
    Term(
        "place", "Where something stands in a match: `2.10L` is game 2, row 10, left; also `2`, `2.last`, and `:41` for a line of the file."
    ),
    Term("play", "Everything that a player does with one roll, such as `24/18 13/9`. It is made of steps."),
    Term("point", "One of the 24 places on the board, counted from each player's own side; and what games are played for."),
    Term("post-Crawford", "The games of a match after the Crawford game, in which the cube is back."),
    Term("preset", "A set of rules that goes by a name, such as tournament or money; chosen with --rules."),
    Term("prime", "Six points in a row held by one player, over which no checker gets."),
    Term("raccoon", "The answer of the doubler to a beaver: the cube is doubled once more, and stays where it is (rule B11)."),
    Term("record", "A file that says what was rolled and played in a match.", ("transcript",)),
    Term("redouble", "A double by the player who owns the cube."),
    Term("resignation", "Giving up a game for one, two or three times the cube (rule C09).", ("resign",)),
    Term("roll", "The two numbers thrown in a turn; in notation `62:`.", ("dice",)),
    Term("row", "The number before the `)` in a .mat file: one turn of each player."),
    Term("rule", "A rule of backgammon, A01 to D05 in `tavla explain rules`; or what was agreed in a match, set with --rules and --rule."),
    Term("side", "The left or the right column of a record, and the player who has it."),
    Term("step", "The way of one checker, such as `13/7`. A play has up to four of them."),
    Term("take", "To accept a double: the game goes on for twice as much, and who took owns the cube (rule B03).", ("accept a double",)),
    Term("tavla", "The Turkish name of backgammon, and of its traditional rules (rule D05)."),
    Term("turn", "What a player does before it is the other's turn: perhaps a double, a roll and a play."),
    Term("unknown", "Of a rule: nobody has said what was agreed, so nothing is reported that depends on it."),
    Term("verdict", "What comes out for a whole match: clean, accepted, warnings, errors or unreadable."),
    Term("warning", "A finding of what is very likely wrong; with --strict it counts as an error."),
    Term(
        "XGID",
        "A line that stands for a position with cube, dice and score; it begins with XGID= and 26 characters for the board.",
        ("ID",),
    ),
)

_BY_NAME = {re.sub(r"[-_\s]+", " ", name).casefold(): term for term in TERMS for name in (term.name, *term.also)}


def term_named(word: str) -> Term | None:
    """The term of that name, in any case, with blanks, hyphens or underscores."""
    return _BY_NAME.get(re.sub(r"[-_\s]+", " ", word.strip()).casefold())


def rule_named(word: str) -> Rule | None:
    """The rule of that number, in any case."""
    return RULES.get(word[:1].upper() + word[1:].lower())


_CITED = re.compile(r"\b([A-D][0-9]{2}[a-z]?)(?: to ([A-D][0-9]{2}))?\b")


def cited(text: str) -> tuple[str, ...]:
    """The numbers of the rules that a text names, in its order; of `C01 to C03` all that there are, and both ends."""
    found: dict[str, None] = {}
    for first, last in _CITED.findall(text):
        between = [code for code in RULES if first < code < last] if last else []
        found.update(dict.fromkeys([first, *between, *([last] if last else [])]))
    return tuple(found)
