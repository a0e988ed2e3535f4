"""`tavla moves`: every legal play of a position and roll."""

from typing import cast

import click

from tavla_cli.board import legal_plays
from tavla_cli.board.spelling import spelled_in_order
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
    read_dice,
    requests,
    spread,
)
from tavla_cli.commands.records import Recorded, Records
from tavla_cli.source import printable

_EXAMPLES = """\
\b
Examples:
  tavla moves 4HPwATDgc/ABMA --dice 31        the start, and a roll
  tavla moves final.mat@2.10L                 what could be played there
  tavla moves positions.txt                   each position of a list of IDs
"""


@click.command("moves", OfPosition, context_settings=CONTEXT, epilog=_EXAMPLES)
@click.argument("name", metavar="ID")
@click.option("--dice", metavar="DICE", callback=dice_option, help="The roll (62), in place of the one in the ID.")
@click.option("--output", type=click.Choice(["text", "jsonl", "json"]), default="text", show_default=True, help="How to answer.")
@click.option("--count", is_flag=True, help="Print only how many plays there are, a number a line; -1 where there is no answer.")
@click.option("--allow-empty", is_flag=True, help="Status 0 although nothing was asked.")
@click.option("--match", type=click.IntRange(min=1), metavar="N", help="Of FILE@PLACE: which match of the file.")
@reading_options
@lang_option
@click.pass_context
def moves(
    context: click.Context,
    name: str,
    dice: Dice | None,
    output: str,
    count: bool,
    allow_empty: bool,
    match: int | None,
    rules: str | None,
    rule: tuple[str, ...],
    format_: str | None,
    encoding: str | None,
    lang: str | None,
) -> None:
    """List every legal play of a position and roll.

    ID is an XGID, a GNU position ID, position ID:match ID, or FILE@PLACE (final.mat@2.10L). A FILE of positions (a list of IDs, position
    texts of XG, BGBlitz and Snowie, Jellyfish's .pos) stands for all of them, FILE@3 for its third. With - the positions are read from
    standard input, one a line: ID, or ID TAB dice.
    """
    check_names(name, *context.args)
    if context.args:
        extra = " ".join(context.args)
        hint = f" To name the roll write --dice {extra}" if read_dice(extra) else ""
        raise click.UsageError(f"After the ID nothing more is expected, but there is {extra!r}.{hint}", context)
    form = cast(Output, "text" if count else output)
    records = Records(rules, rule, format_, encoding, match, piped=name == "-")

    def answer(request: Request) -> Answer:
        return _moves(request, records, dice, form, count)

    asked = requests() if name == "-" else [Request(name, None)]
    status = answer_all(spread(asked, records), answer, form, count, allow_empty)
    context.exit(status)


def _moves(request: Request, records: Records, dice: Dice | None, output: Output, count: bool) -> Answer:
    named = position_of(request, records, "dice")
    setup = named.setup if isinstance(named, Recorded) else named
    if request.rest and request.rest.strip():
        said = read_dice(request.rest)
        if said is None:
            raise Unanswerable("no-dice", "What stands behind the ID is no roll.")
        roll = agreed(said, dice, "behind the ID")
    else:
        roll = dice or setup.dice
    if roll is None:
        who = "position" if isinstance(named, Recorded) else "ID"
        raise Unanswerable("no-dice", f"The {who} says no dice. Write --dice 31, for example.")
    plays = legal_plays(setup.position, *roll)
    if count:
        return Answer({}, str(len(plays)))
    words = spelled_in_order(plays)
    rolled = f"{roll[0]}{roll[1]}"
    if output == "text":
        number = {0: "nothing can be played", 1: "1 play"}.get(len(words), f"{len(words)} plays")
        return Answer({}, "\n  ".join([f"{printable(request.id)} {rolled}: {number}", *(text for text, _ in words)]))
    fields = after_fields(setup)
    listed = [{"play": text, "after": after_id(position, fields)} for text, position in words]
    return Answer({"id": request.id, "dice": rolled, "count": len(words), "plays": listed}, "")


command = moves
