"""How wide text is on a terminal. Knows nothing of what it says."""

import unicodedata


def width(text: str) -> int:
    """The cells that a text takes: two for an East Asian wide letter, none for an accent that combines."""
    return len(text) if text.isascii() else sum(map(cell, text))


def cell(character: str) -> int:
    """The cells of one character that is printable."""
    if character < "\u0300":
        return 1
    if unicodedata.category(character) in ("Mn", "Me", "Cf") or "\u1160" <= character <= "\u11ff":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def padded(text: str, cells: int, right: bool = False) -> str:
    """The text with blanks to so many cells; `right`: blanks before it. A longer text stays as it is."""
    blanks = " " * (cells - width(text))
    return blanks + text if right else text + blanks


def cut(text: str, cells: int, dots: str = "…") -> str:
    """As much of the text as fits, dots where something is missing. An accent stays with its letter."""
    if width(text) <= cells:
        return text
    room = cells - width(dots)
    end = 0
    while end < len(text) and (room := room - cell(text[end])) >= 0:
        end += 1
    return text[:end] + dots


def cut_left(text: str, cells: int, dots: str = "…") -> str:
    """As much of the end of the text as fits: of a path the name of the file says most."""
    if width(text) <= cells:
        return text
    room = cells - width(dots)
    start = len(text)
    while start and (room := room - cell(text[start - 1])) >= 0:
        start -= 1
    return dots + text[start:]


def wrapped(words: list[str], cells: int, gap: str = " ") -> list[str]:
    """Lines of whole words, none longer than so many cells unless a word is."""
    lines: list[str] = []
    for word in words:
        if lines and width(lines[-1]) + width(gap) + width(word) <= cells:
            lines[-1] += gap + word
        else:
            lines.append(word)
    return lines
