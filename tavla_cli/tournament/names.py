"""Names of people: which spellings are one name, which are near, and whose they are. Merges nothing by itself.

Letters are compared: without regard to case, accents, `_`, blanks, hyphens and the order of the words. Turkish ı, I, İ and i are one
letter, so are ş and s and their like; Serbian đ, dj and d are one, and Cyrillic is read as Latin.
"""

import re
import unicodedata
from collections.abc import Iterable
from difflib import SequenceMatcher, get_close_matches
from functools import lru_cache
from itertools import islice, permutations

from tavla_cli.tournament.model import Player

_LONGEST = 200  # letters that are compared; a file can hold a name of a megabyte
_MOST_WORDS = 4  # words that are tried in every order
_MOST_COMPARED = 2_000  # names among which the nearest is looked for
_ALIKE = 0.8  # of difflib's ratio

_LETTERS = str.maketrans(
    # what is left when accents are gone: letters with a stroke, ligatures
    {"ı": "i", "đ": "d", "ð": "d", "ø": "o", "ł": "l", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th"}
    # Serbian, then what Macedonian, Bulgarian and Russian have besides
    | {"а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "ђ": "d", "е": "e", "ж": "z", "з": "z", "и": "i", "ј": "j", "к": "k", "л": "l"}
    | {"љ": "lj", "м": "m", "н": "n", "њ": "nj", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "ћ": "c", "у": "u", "ф": "f"}
    | {"х": "h", "ц": "c", "ч": "c", "џ": "dz", "ш": "s"}
    | {"ѕ": "dz", "щ": "st", "ъ": "a", "ь": "", "ы": "y", "э": "e", "ю": "ju", "я": "ja", "є": "e", "і": "i"}
)
_WORD = re.compile(r"[^\W_]+")


class AmbiguousName(ValueError):
    """A spelling that would mean two players; the text is a sentence that names both."""


def folded(text: str) -> str:
    """The text in small letters without accents, Cyrillic as Latin; blanks and signs stay."""
    bare = "".join(char for char in unicodedata.normalize("NFKD", text[:_LONGEST]) if not unicodedata.combining(char))
    return bare.casefold().translate(_LETTERS).replace("dj", "d")


def words(name: str) -> list[str]:
    """The folded words as they are written; apostrophes join (`O'Brien`), every other sign parts."""
    return list(_words(name[:_LONGEST]))


@lru_cache(maxsize=1 << 14)
def _words(name: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(re.sub("['’ʼ`´]", "", folded(name))))


@lru_cache(maxsize=1 << 14)
def key(name: str) -> str:
    """What all spellings of a name have in common; "" for no name."""
    return "".join(sorted(words(name))) or " ".join(name[:_LONGEST].casefold().split())


def same(a: str, b: str) -> bool:
    """Whether two spellings are one name. More than equal keys: `VeliAli` has no blank to say where a word ends."""
    return key(a) == key(b) or _joined(a) in _orders(b) or _joined(b) in _orders(a)


def near(a: str, b: str) -> bool:
    """Whether two spellings are so much alike that it is worth asking: the same, few letters apart, or one is part of the other
    (`A. Yilmaz`, `Yilmaz`)."""
    if not key(a) or not key(b):
        return False
    return same(a, b) or _part(words(a), words(b)) or _part(words(b), words(a)) or _alike(key(a), key(b)) or _alike(_joined(a), _joined(b))


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Of the known names the one that was most likely meant; None when none is near."""
    names = list(islice(known, _MOST_COMPARED))
    by_key = {key(each): each for each in names}
    close = get_close_matches(key(name), by_key, 1, _ALIKE - 0.1)
    return by_key[close[0]] if close else next((each for each in names if near(name, each)), None)


@lru_cache(maxsize=1 << 14)
def _joined(name: str) -> str:
    return "".join(words(name))


@lru_cache(maxsize=1 << 14)
def _orders(name: str) -> frozenset[str]:
    """The words in every order, run together."""
    found = words(name)
    if len(found) > _MOST_WORDS:
        return frozenset(("".join(found), key(name)))
    return frozenset("".join(order) for order in permutations(found)) - {""}


def _part(short: list[str], long: list[str]) -> bool:
    """Whether every word of the one is a word, or the initial of a word, of the other, and one of them is whole."""
    rest = list(long)
    whole = False
    for word in sorted(short, key=len, reverse=True):
        fits = next((each for each in rest if each == word or (len(word) == 1 and each.startswith(word))), None)
        if fits is None:
            return False
        rest.remove(fits)
        whole = whole or (fits == word and len(word) > 2)
    return whole


def _alike(a: str, b: str) -> bool:
    one, other = sorted((a, b))  # its ratio depends on the order
    if min(len(one), len(other)) <= 3:
        return False
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return matcher.real_quick_ratio() >= _ALIKE and matcher.quick_ratio() >= _ALIKE and matcher.ratio() >= _ALIKE


class Roster:
    """The players of an event by every spelling of theirs."""

    def __init__(self, players: Iterable[Player]) -> None:
        """Raises AmbiguousName where one spelling would mean two players.

        Two players may have names that differ only in accents or in the order of the words; then only the exact spelling means them.
        """
        self.players = tuple(players)
        self._known: dict[str, Player | None] = {}  # spellings asked for
        self._exact: dict[str, Player] = {}
        self._loose: dict[str, dict[str, Player]] = {}  # by the letters: the players they may mean, by name
        aliases: set[str] = set()
        for player in self.players:
            for spelling in (player.name, *player.aliases):
                other = self._exact.setdefault(_exact(spelling), player)
                if other.name != player.name or (spelling == player.name and other is not player):
                    raise AmbiguousName(f'"{spelling}" would be both {other.name} and {player.name}.')
                for form in _orders(spelling) or {key(spelling)}:
                    self._loose.setdefault(form, {})[player.name] = player
                    if spelling != player.name:
                        aliases.add(form)
        for form in sorted(aliases):
            if len(self._loose[form]) > 1:
                one, two = sorted(self._loose[form])[:2]
                raise AmbiguousName(f'"{form}" would be both {one} and {two}.')

    def resolve(self, name: str) -> Player | None:
        """The player whom a spelling means; None when it is nobody's or more than one's."""
        if name not in self._known:
            self._known[name] = self._found(name)
        return self._known[name]

    def _found(self, name: str) -> Player | None:
        found = self._exact.get(_exact(name))
        if found is not None:
            return found
        meant = self._loose.get(_joined(name)) or self._loose.get(key(name)) or {}
        return next(iter(meant.values())) if len(meant) == 1 else None

    def nearest(self, name: str) -> str | None:
        """The name of the player who was most likely meant by a spelling that is nobody's."""
        spellings = {spelling: player.name for player in self.players for spelling in (player.name, *player.aliases)}
        close = nearest(name, spellings)
        return None if close is None else spellings[close]


def _exact(name: str) -> str:
    """The spelling itself: case, `_` and blanks do not count, accents and the order of the words do."""
    plain = unicodedata.normalize("NFC", name[:_LONGEST].replace("_", " ")).replace("İ", "i").replace("I", "i").replace("ı", "i")
    return " ".join(plain.casefold().split())
