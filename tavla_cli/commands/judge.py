"""`tavla judge`: is a play legal here, and if not why."""

import re
from typing import cast

import click

from tavla_cli.board import judge as judged
from tavla_cli.board import legal_plays
from tavla_cli.commands.positions import (
    CONTEXT,
    Answer,
    Dice,
    Output,
    Request,
    Unanswerable,
    after_fields,
    after_id,
    answer_all,
    check_names,
    code,
    dice_option,
    nearest,
    position_of,
    requests,
    sentence,
    shown,
)
from tavla_cli.formats.notation import read_play
from tavla_cli.record import Unplayed


@click.command("judge", context_settings=CONTEXT)
@click.argument("name", metavar="ID")
@click.argument("words", metavar="[PLAY]", nargs=-1)
@click.option("--dice", metavar="DICE", callback=dice_option, help="The roll (62), in place of the one in the ID.")
@click.option("--output", type=click.Choice(["text", "jsonl", "json"]), default="text", show_default=True, help="How to answer.")
@click.option("--exit-zero", is_flag=True, help="Status 0 although a play is illegal.")
@click.option("--allow-empty", is_flag=True, help="Status 0 although nothing was asked.")
@click.pass_context
def judge(
    context: click.Context, name: str, words: tuple[str, ...], dice: Dice | None, output: str, exit_zero: bool, allow_empty: bool
) -> None:
    """Say whether a play is legal in a position, and if not why.

    ID is an XGID, a GNU position ID, or position ID:match ID. PLAY may begin with its dice (62: 7/5 6/off); '' and '(no move)' are a pass.
    With - both are read from standard input, one ID TAB PLAY a line.
    """
    check_names(name, *words)
    if (name == "-") == bool(words):
        raise click.UsageError("Give a position and a play, or - alone to read them from standard input.", context)
    form = cast(Output, output)

    def answer(request: Request) -> Answer:
        return _judged(request, dice, form)

    status = answer_all(requests() if name == "-" else [Request(name, " ".join(words))], answer, form, allow_empty=allow_empty)
    context.exit(0 if exit_zero and status == 1 else status)


command = judge


def _judged(request: Request, dice: Dice | None, output: Output) -> Answer:
    setup = position_of(request.id)
    if request.rest is None:
        raise Unanswerable("bad-play", "No play stands behind the ID; the two are parted by a TAB.")
    leading, text = _split(request.rest)
    roll = leading or dice or setup.dice
    if roll is None:
        raise Unanswerable("no-dice", "Neither the ID nor the play says the dice.")
    play = read_play(text)
    if isinstance(play, Unplayed):
        if play not in (Unplayed.CANNOT_MOVE, Unplayed.NOTHING):
            raise Unanswerable("bad-play", "That says that the play is not known.")
        play = ()
    if play is None:
        raise Unanswerable("bad-play", "That cannot be read as a play.")
    judgement = judged(setup.position, *roll, play)
    found, message = code(judgement), sentence(judgement)
    rolled = f"{roll[0]}{roll[1]}"
    status = 0 if judgement.legal else 1
    if output == "text":
        verdict = f"{shown(text) or '(no move)'} ({rolled}): {'legal' if judgement.legal else 'illegal'}"
        if message:
            verdict += f". {message} ({found})"
        if not judgement.legal and all(1 <= die <= 6 for die in roll):
            plays = legal_plays(setup.position, *roll)
            if plays:
                verdict += "\n  ".join(["", "The nearest legal plays:", *(f"  {near}" for near in nearest(judgement.after, plays))])
            else:
                verdict += "\n  Nothing can be played."
        return Answer({}, verdict, status)
    after = None if judgement.after is None else after_id(judgement.after, after_fields(setup))
    body = {"id": request.id, "dice": rolled, "play": text, "legal": judgement.legal, "code": found, "message": message, "after": after}
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
