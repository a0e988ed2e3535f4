"""The words of score sheets in English, Turkish and Serbian or Croatian: headings, and what stands in the cells. Reads no table."""

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from tavla_cli.formats.notation import folded
from tavla_cli.grammar import grammar, sentence
from tavla_cli.record import Ending, Side

if TYPE_CHECKING:
    from lark import Lark, Token

_LONGEST = 200  # characters of a cell that is looked at, but for names and comments

_HEADINGS = {
    "game": "game gameno gamenumber gamenr oyun oyunno el partija partijabr brojpartije igra igrabr",
    "left": "left leftplayer player1 playera player home white oyuncu1 oyuncua oyuncu sol beyaz igrac1 igraca igrac levi beli",
    "right": "right rightplayer player2 playerb opponent away black oyuncu2 oyuncub rakip sag siyah igrac2 igracb protivnik desni crni",
    "winner": "winner wonby kazanan galip pobednik pobjednik",
    "loser": "loser lostby kaybeden maglup gubitnik porazeni",
    "points": "points pts point won puan sayi kazanilanpuan poeni bodovi poena bodova",
    "cube": "cube cubevalue kup kupdegeri kocka kockazaduplanje vrednostkocke",
    "gammon": "gammon gammons gammontype kind type mars turu vrsta tip",
    "score": "score runningscore running scoreafter result skor durum sonuc rezultat stanje ukupanrezultat",
    "score1": "score1 leftscore points1 scoreleft skor1 sayi1 puan1 rezultat1 poeni1 bodovi1",
    "score2": "score2 rightscore points2 scoreright skor2 sayi2 puan2 rezultat2 poeni2 bodovi2",
    "length": "length matchlength matchto to uzunluk macuzunlugu kacsayi kacpuan duzina duzinameca docolika",
    "match": "match matchno matchid mac macno mec mecbr",
    "event": "event tournament turnuva etkinlik lig turnir takmicenje natjecanje liga league",
    "round": "round rnd rd tur hafta week kolo runda",
    "date": "date eventdate tarih datum",
    "place": "site place venue location city yer mekan sehir mesto grad",
    "how": "how ending end endedby ended reason bitis nasil kraj nacin zavrsetak",
    "resigned": "resigned resign resignation terk pesetti teslim predaja predao odustao",
    "dropped": "dropped drop passed pass doublepassed pas pasetti odbijeno odbio",
    "crawford": "crawford crawfordgame crawfordoyunu krofordova",
    "comment": "comment comments note notes remark remarks aciklama not notlar yorum napomena napomene komentar",
    "players": "players oyuncular igraci",
}
_COLUMNS = {spelling: column for column, spellings in _HEADINGS.items() for spelling in spellings.split()}


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_NO = _set("no n none hayir h yok ne nema nije 0 - – x0 false single simple tek normal obicna obican jednostruko")
_YES = _set("yes y true evet e var da jeste x + * 1 √ ✓ ✔")
_GAMMON = _set("g gammon mars gm 2 doublegame")
_BACKGAMMON = _set("b bg backgammon bekgemon uclu ucmars ucluoyun katmerlimars duplimars triplemars trostruki 3 triple")
_HOW = {
    **dict.fromkeys(
        _set("resign resigned resignation terk pes pesetti teslim predaja predao predala odustao odustala"), Ending.RESIGNATION
    ),
    **dict.fromkeys(_set("time ontime timeout sure suredoldu vreme vrijeme"), Ending.TIME),
    **dict.fromkeys(_set("forfeit forfeited ff walkover hukmen bezborbe kontumac"), Ending.FORFEIT),
    **dict.fromkeys(_set("settled settlement anlasma dogovor dogovoreno nagodba"), Ending.SETTLEMENT),
    **dict.fromkeys(_set("aborted abandoned yaridakaldi yarim prekinuto prekid"), Ending.ABORTED),
}
_LEFT = _set("left l 1 player1 sol oyuncu1 levi leva igrac1 white beyaz beli")
_RIGHT = _set("right r 2 player2 sag oyuncu2 desni desna igrac2 black siyah crni")
_MONEY = _set("money moneygame moneysession unlimited session para parali sinirsiz novac zanovac neograniceno bezgranice")
_TOTAL = _set("total totals sum final finalscore toplam genel sonuc ukupno konacno zbir")


_CYRILLIC = str.maketrans(
    dict(zip("абвгдђежзијклмнопрстћуфхцчџш", "abvgddezzijklmnoprstcufhcczs", strict=True)) | {"џ": "dz", "љ": "lj", "њ": "nj", "đ": "d"}
)


def letters(text: str) -> str:
    """Letters, digits and a few marks of a text, folded, without anything between them."""
    return _letters(text[:_LONGEST])


@lru_cache(maxsize=4096)
def _letters(text: str) -> str:
    plain = folded(text).translate(_CYRILLIC).replace("dj", "d")
    kept = "".join(sign for sign in plain if sign.isalnum())
    return kept or plain.strip()


def heading(text: str) -> str:
    """The column that a heading names, "" where it is none that is known."""
    if text.strip().casefold() in ("tür", "türü"):  # folded, Turkish "kind" would be "round"
        return "gammon"
    return _COLUMNS.get(letters(text), "")


def total(text: str) -> bool:
    """Whether a row that begins so holds sums."""
    return letters(text) in _TOTAL


def yes(text: str) -> bool | None:
    """What a cell says that is ticked or not; None where it says something else."""
    word = letters(text)
    if not word or word in _NO:
        return False
    return True if word in _YES or word in _GAMMON else None


def level(text: str, ticked: bool) -> int | None:
    """1 a single game, 2 a gammon, 3 a backgammon; None for another word. `ticked`: the column says yes or no, so that 1 is yes."""
    word = letters(text)
    if not word or word in _NO or (word == "1" and not ticked):
        return 1
    if word in _BACKGAMMON:
        return 3
    return 2 if word in _GAMMON or word in _YES else None


def how(text: str) -> Ending | None:
    """How a game ended, by its word; None for other words, and for what needs none."""
    return _HOW.get(letters(text))


def side(text: str, names: tuple[str, str]) -> Side | None:
    """Whom a winner's cell means: one of the two names, or a side."""
    word = letters(text)
    if not word:
        return None
    for each in Side:
        if word == letters(names[each]):
            return each
    return Side.LEFT if word in _LEFT else Side.RIGHT if word in _RIGHT else None


# ---- cells that are numbers


class Meaning:
    """The meaning of sheet.lark."""

    def number(self, digits: "Token", *_: object) -> int:
        return int(digits)

    def score(self, left: "Token", right: "Token") -> tuple[int, int]:
        return int(left), int(right)

    def length(self, first: "Token", *_: object) -> "int | str":
        return int(first) if first.type == "INT" else str(first)

    def date(self, first: "Token", second: "Token", third: "Token") -> tuple[str, str, str]:
        return str(first), str(second), str(third)


def number(text: str) -> int | None:
    """A whole number as people and spreadsheets write it; None where it is none."""
    found = _sentence("number", text)
    return found if isinstance(found, int) else None


def score(text: str) -> tuple[int, int] | None:
    found = _sentence("score", text)
    return (found[0], found[1]) if isinstance(found, tuple) else None


def length(text: str) -> int | None:
    """The length of a match, 0 for one without; None where it is none."""
    found = _sentence("length", text)
    if isinstance(found, int):
        return found
    return 0 if isinstance(found, str) and letters(found) in _MONEY else None


def date(text: str) -> str:
    """A date as `.mat` writes it (YYYY.MM.DD), where it is sure which number is what; else as it stands."""
    found = _sentence("date", text)
    if not isinstance(found, tuple):
        return text
    first, second, third = found
    if len(first) == 4:
        year, month, day = first, second, third
    elif len(third) == 4 and ("." in text or int(first) > 12):
        year, month, day = third, second, first  # with points the day stands first
    elif len(third) == 4 and int(second) > 12:
        year, month, day = third, first, second
    else:
        return text
    return f"{year}.{int(month):02}.{int(day):02}" if len(month) < 3 and len(day) < 3 else text


def _sentence(start: str, text: str) -> object:
    return _read(start, folded(text[:_LONGEST]).strip()) if text and len(text) <= _LONGEST else None


@lru_cache(maxsize=4096)
def _read(start: str, text: str) -> object:
    return sentence(_parser(), text, start)


@cache
def _parser() -> "Lark":
    return grammar("sheet", Meaning, ("number", "score", "length", "date"))
