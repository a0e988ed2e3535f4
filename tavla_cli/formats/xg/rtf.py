"""The text of a comment in Rich Text Format. Keeps words and paragraphs, drops their looks and what is no text: fonts, pictures.

Knows as much RTF as comments of a paragraph or two need (formats/xg.md 2); what it does not know is passed by.
"""

import re

_TOKEN = re.compile(
    rb"\\bin([0-9]{1,9}) ?|\\([a-z]{1,32})(-?[0-9]{1,9})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)|[\r\n\\]",
    re.I | re.S,
)
_APART = frozenset(
    b"fonttbl colortbl stylesheet listtable listoverridetable rsidtbl generator info pict object header footer footnote themedata".split()
)
"""Words that begin a group of which nothing is text; so does `\\*` before a word that is not known."""

_WORDS = {
    b"par": "\n", b"line": "\n", b"row": "\n", b"sect": "\n", b"page": "\n", b"tab": "\t", b"cell": "\t", b"emdash": "—", b"endash": "–",
    b"lquote": "‘", b"rquote": "’", b"ldblquote": "“", b"rdblquote": "”", b"bullet": "•", b"emspace": " ", b"enspace": " ",
}  # fmt: skip
_SIGNS = {b"~": "\xa0", b"_": "-", b"{": "{", b"}": "}", b"\\": "\\", b"\n": "\n", b"\r": "\n", b"\t": "\t"}
_PAGES = {page: f"cp{page}" for page in (437, 850, 852, 866, 874, 932, 936, 949, 950, *range(1250, 1259))}


def plain(raw: bytes) -> str:
    """The text of a comment. What does not begin as RTF does is text in Windows-1252 as it stands. Never raises."""
    if not raw.lstrip().startswith(b"{\\rtf"):
        return raw.decode("cp1252", "replace").replace("\r\n", "\n").strip()
    page = "cp1252"
    found: list[str] = []
    narrow = bytearray()  # bytes of the code page that were not decoded yet: a letter may take two
    groups: list[tuple[bool, int]] = []
    silent, after = False, 1  # nothing here is text; how many letters stand behind `\u` for those who do not know it
    skip = 0  # of those letters, the ones still to come
    at = 0
    while (token := _TOKEN.match(raw, at)) is not None:
        at = token.end()
        binary, word, number, code, sign, brace, letters = token.groups()
        if brace == b"{":
            groups.append((silent, after))
        elif brace:
            silent, after = groups.pop() if groups else (False, 1)
            skip = 0
        elif binary:
            at += int(binary)
        elif word in _APART or sign == b"*":
            silent = True
        elif word == b"uc":
            after = min(int(number or 1), 9)
        elif word == b"ansicpg":
            page = _PAGES.get(int(number or 0), page)
        elif not silent:
            if (code or sign) and skip:
                skip -= 1
            elif code:
                narrow.append(int(code, 16))
            elif letters:
                narrow += letters[skip:]
                skip = max(skip - len(letters), 0)
            else:
                text = chr(int(number or 0) & 0xFFFF) if word == b"u" else _WORDS.get(word) if word else _SIGNS.get(sign)
                if word == b"u":
                    skip = after
                if text is not None:
                    found += narrow.decode(page, "replace"), text
                    narrow.clear()
    found.append(narrow.decode(page, "replace"))
    whole = "".join(found).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")  # `\u` writes a far letter as two
    return whole.replace("\0", "").strip()
