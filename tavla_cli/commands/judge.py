"""`tavla judge`: is a play legal here, and if not why."""

import re
from typing import cast

import click

from tavla_cli.board import Step, legal_plays
from tavla_cli.board import judge as judged
from tavla_cli.board.spelling import nearest
from tavla_cli.commands.options import lang_option, reading_options
from tavla_cli.commands.positions import (
    CONTEXT,
    Answer,
    Dice,
    OfPosition,
    Output,
    Request,
    Unanswerable,
    after_fields,
    after_id,
    agreed,
    answer_all,
    check_names,
    dice_option,
    position_of,
    positions_in,
    remarked,
    requests,
    spread,
)
from tavla_cli.commands.records import Recorded, Records
from tavla_cli.formats.notation import read_play
from tavla_cli.record import Unplayed
from tavla_cli.source import printable

_EXAMPLES = """\
\b
Examples:
  tavla judge 4HPwATDgc/ABMA "31: 8/5 6/5"    a play from the start
  tavla judge final.mat@2.10L                 the play recorded there
  tavla judge final.mat@2.10L "13/7"          another one in its place
"""


@click.command("judge", OfPosition, context_settings=CONTEXT, epilog=_EXAMPLES)
@click.argument("name", metavar="ID")
@click.argument("words", metavar="[PLAY]", nargs=-1)
@click.option("--dice", metavar="DICE", callback=dice_option, help="The roll (62), in place of the one in the ID.")
@click.option("--output", type=click.Choice(["text", "jsonl", "json"]), default="text", show_default=True, help="How to answer.")
@click.option("--exit-zero", is_flag=True, help="Status 0 although a play is illegal.")
@click.option("--allow-empty", is_flag=True, help="Status 0 although nothing was asked.")
@click.option("--match", type=click.IntRange(min=1), metavar="N", help="Of FILE@PLACE: which match of the file.")
@reading_options
@lang_option
@click.pass_context
def judge(
    context: click.Context,
    name: str,
    words: tuple[str, ...],
    dice: Dice | None,
    output: str,
    exit_zero: bool,
    allow_empty: bool,
    match: int | None,
    rules: str | None,
    rule: tuple[str, ...],
    format_: str | None,
    encoding: str | None,
    lang: str | None,
) -> None:
    """Say whether a play is legal in a position, and if not why.

    ID is an XGID, a GNU position ID, position ID:match ID, FILE@PLACE (final.mat@2.10L), or a FILE with one position; of a FILE with
    several FILE@3 is the third. PLAY may begin with its dice (62: 7/5 6/off);
    '' and '(no move)' are a pass. Without PLAY the one recorded at FILE@PLACE is judged. With - both are read from standard input, one
    ID TAB PLAY a line.
    """
    check_names(name, *words)
    records = Records(rules, rule, format_, encoding, match, piped=name == "-")
    if (name == "-" and words) or not (name == "-" or words or "@" in name or positions_in(name, records)):
        raise click.UsageError("Give a position and a play, or - alone to read them from standard input.", context)
    try:
        agreed(_split(" ".join(words))[0], dice, "before the play")
    except Unanswerable as contradiction:
        raise click.UsageError(contradiction.message, context) from None
    form = cast(Output, output)

    def answer(request: Request) -> Answer:
        return _judged(request, records, dice, form)

    asked = requests() if name == "-" else [Request(name, " ".join(words) if words else None)]
    status = answer_all(spread(asked, records, 1 if words else None), answer, form, allow_empty=allow_empty)
    context.exit(0 if exit_zero and status == 1 else status)


def _judged(request: Request, records: Records, dice: Dice | None, output: Output) -> Answer:
    named = position_of(request, records, "play")
    recorded = named if isinstance(named, Recorded) else None
    setup = named.setup if isinstance(named, Recorded) else named
    rolled = (recorded.dice if recorded else None) or setup.dice
    marks_hits = None
    play: tuple[Step, ...] | Unplayed | None
    if request.rest is not None:
        leading, text = _split(request.rest)
        roll = agreed(leading, dice, "before the play") or rolled
        play = read_play(text)
    elif recorded is None:
        raise Unanswerable("bad-play", "No play stands behind the ID; the two are parted by a TAB.")
    elif recorded.play is None:
        missing = "No roll" if recorded.dice is None else "A roll without a play"
        raise Unanswerable("bad-play", f"{missing} stands at that place, so there is no play to judge.")
    else:
        roll, text, play, marks_hits = dice or rolled, recorded.text, recorded.play, recorded.marks_hits
    if roll is None:
        who = "record" if recorded else "ID"
        raise Unanswerable(
            "no-dice", f"Neither the {who} nor the play says the dice. Write --dice 31, for example, or 31: before the play."
        )
    if play is None or play is Unplayed.UNREADABLE:
        raise Unanswerable("bad-play", "That cannot be read as a play.")
    if isinstance(play, Unplayed) and play not in (Unplayed.CANNOT_MOVE, Unplayed.NOTHING):
        raise Unanswerable("bad-play", "That says that the play is not known.")
    steps = play if isinstance(play, tuple) else ()
    judgement = judged(setup.position, *roll, steps, marks_hits)
    found, message = remarked(judgement, roll, play)
    thrown = f"{roll[0]}{roll[1]}"
    status = 0 if judgement.legal else 1
    if output == "text":
        verdict = f"{printable(text) or '(no move)'} ({thrown}): {'legal' if judgement.legal else 'illegal'}"
        if message:
            verdict += f". {printable(message)} ({found})"
        if not judgement.legal and all(1 <= die <= 6 for die in roll):
            plays = legal_plays(setup.position, *roll)
            if plays:
                verdict += "\n  ".join(["", "The nearest legal plays:", *(f"  {near}" for near in nearest(setup.position, steps, plays))])
            else:
                verdict += "\n  Nothing can be played."
        return Answer({}, verdict, status)
    after = None if judgement.after is None else after_id(judgement.after, after_fields(setup))
    body = {"id": request.id, "dice": thrown, "play": text, "legal": judgement.legal, "code": found, "message": message, "after": after}
    return Answer(body, "", status)


_LEADING = re.compile(
    r"""\s*
    (?: \( \s* ([0-9]) \s* [-,\ ]? \s* ([0-9]) \s* \) \s* :?   # (6 2)
    |   ([0-9]) \s* [-,\ ]? \s* ([0-9]) \s* :                  # 62:  6-2:  6 2:
    |   ([0-9]) \ ? ([0-9]) (?= \s+ (?: [^\s/>→-] | -\s*$ ) | \s*$ )   # 62 and 6 2, where no arrow makes a step of it
    )""",
    re.VERBOSE,
)


def _split(text: str) -> tuple[Dice | None, str]:
    """The dice that a play begins with (any digits: `judge` says what is wrong with them) or None, and the rest."""
    found = _LEADING.match(text)
    if found is None:
        return None, text.strip()
    first, second = (digit for digit in found.groups() if digit is not None)
    return (int(first), int(second)), text[found.end() :].strip()


command = judge
