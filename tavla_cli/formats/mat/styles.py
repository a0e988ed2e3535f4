"""How the programs that write `.mat` lay it out (formats/mat.md 2 to 10): values for the writer, no code."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Style:
    """Columns count from 0. `lead` stands before the match line and the game lines.

    `blank`: blank lines before a game. `merged`: the steps of one checker are one (`24/13`, `8/4(2)`). `starred`: hits have a star.
    `high_first`: the higher die first. `dance`: what stands behind the dice of a roll that cannot be played. `plural`: `2 points`.
    `match_word`: `and the match`. `result_in_row`: a result has a row of its own. `raccoons`: they have their own word. `longest_name` is
    in bytes; `colons`: names may hold them. `remarks`: comments may stand inside a
    game. `everything`: nothing of the record is left out, however few programs read it.
    """

    lead: str = " "
    blank: int = 1
    right_name: int = 32
    right_dice: int = 33
    right_word: int = 34
    left_word: int = 6
    left_result: int = 6
    right_result: int = 34
    row: str = "%3d) "
    merged: bool = False
    bar: str = "25"
    off: str = "0"
    starred: bool = True
    high_first: bool = False
    dance: str = ""
    plural: bool = True
    match_word: bool = False
    result_in_row: bool = False
    raccoons: bool = True
    mark: str = ""
    line_end: str = "\n"
    longest_name: int | None = None
    longest_match: int | None = None
    colons: bool = True
    remarks: bool = True
    everything: bool = False


STYLES: dict[str, Style] = {
    # Section 12, which every program reads: as GNU Backgammon writes it.
    "gnubg": Style(raccoons=False, remarks=False, longest_name=31, longest_match=64, colons=False),
    "xg": Style(
        lead="", blank=3, right_name=39, right_dice=39, right_word=40, right_result=40, merged=True, bar="Bar", off="Off",
        dance="Cannot Move", plural=False, match_word=True, mark="\ufeff", line_end="\r\n",
    ),
    "galaxy": Style(right_name=33, starred=False, high_first=True, plural=False, match_word=True),
    "studio": Style(
        lead=" ", blank=2, right_name=40, right_dice=40, right_word=41, left_word=6, left_result=7, right_result=41, merged=True, bar="bar",
        off="off", dance="Cannot Move", plural=False, match_word=True, result_in_row=True,
    ),
    # The canonical form of `tavla format`: the plainest of them, with everything kept that the record says.
    "canonical": Style(dance="Cannot Move", everything=True),
}  # fmt: skip
