"""What `moves` and `judge` share: naming a position and its dice, reading requests, writing answers. Decides nothing about legality."""

import io
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple, TextIO

import click

from tavla_cli.board import Judgement, Position, Step
from tavla_cli.board.ids import BadId, Setup, read_id, xgid_fields, xgid_points
from tavla_cli.commands.streams import closed_pipe, swallow_output
from tavla_cli.record import Unplayed
from tavla_cli.source import printable
from tavla_cli.words import filled

if TYPE_CHECKING:
    from tavla_cli.commands.records import Recorded, Records

Dice = tuple[int, int]
Json = dict[str, object]
Output = Literal["text", "jsonl", "json"]

LONGEST_LINE = 4096  # characters; no ID and play need as many, and no line may fill the memory

# An XGID without its prefix may begin with a hyphen, and would be taken for options.
CONTEXT = {"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": ["--help"]}


class OfPosition(click.Command):
    """A command whose first argument may be an XGID such as `-h----...`: the short help is `-h` and nothing longer."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        end = args.index("--") if "--" in args else len(args)
        return super().parse_args(ctx, ["--help" if word == "-h" else word for word in args[:end]] + args[end:])


class Unanswerable(Exception):
    """A request without an answer. `code`: `bad-id`, `bad-position`, `no-dice` or `bad-play`; `status` as in DESIGN.md 3.

    `coded`: whether people see the code beside the message. A place that does not exist is no bad ID, though programs know it as one.
    """

    def __init__(self, code: str, message: str, status: int = 3, coded: bool = True) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        self.coded = coded


def position_of(request: "Request", records: "Records", second: str) -> "Setup | Recorded":
    """The position that an argument or the first column of a line names: an ID, or FILE@PLACE. Raises Unanswerable.

    `second` is what the other column holds, for a line in which a blank stands in place of the TAB.
    """
    text = request.id
    try:
        if "@" not in text:  # no ID has one
            return read_id(text)
        from tavla_cli.commands.records import NotThere

        try:
            return records.recorded(text)
        except NotThere as missing:
            bad = Unanswerable(missing.code, missing.message, missing.status, coded=missing.code != "bad-id")
    except BadId as error:
        bad = Unanswerable(error.reason, str(error))
        if error.reason == "bad-id" and _is_file(text):
            file = text if len(text) <= 80 else "FILE"
            if len(positions_in(text, records)) > 1:
                raise Unanswerable("bad-id", f"There are several positions in this file; name one, as in {file}@2.", 2, False) from None
            bad = Unanswerable("bad-id", f"This is a file, and no ID; a turn in it is named as in {file}@2.10L.", coded=False)
    if bad.code == "bad-id" and request.read and request.rest is None and _two_in_one(text):
        bad = Unanswerable("bad-id", f"A TAB must part the ID and the {second}; here a blank does.", coded=False)
    raise bad


def spread(asked: "Iterable[Request]", records: "Records", most: int | None = None) -> "Iterator[Request]":
    """The requests, but for each that names a file of positions one for every position in it.

    With more than `most` of them the request stays as it is, and `position_of` says what to write.
    """
    for request in asked:
        found = positions_in(request.id, records)
        if not found or (most is not None and len(found) > most):
            yield request
        else:
            yield from (request._replace(id=name) for name in found)


def positions_in(text: str, records: "Records") -> list[str]:
    """The names of the positions in a file that a text names; none where it names an ID or another file."""
    if "@" in text or not os.path.isfile(text):
        return []
    try:
        read_id(text)
    except BadId:
        from tavla_cli.commands.records import NotThere

        try:
            return records.positions(text)
        except NotThere:
            return []
    return []


def _is_file(text: str) -> bool:
    """Whether a text that is no ID names a file, or ends as the name of one does."""
    return _FILE_NAME.search(text) is not None or os.path.isfile(text)


_FILE_NAME = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,4}$")


def _two_in_one(text: str) -> bool:
    """Whether an ID or a place has something behind it, after a blank."""
    if "@" in text:
        return re.search(r"@\S+\s+\S", text) is not None
    first, *others = text.split(None, 1)
    try:
        read_id(first)
    except BadId as bad:
        return bool(others) and bad.reason == "bad-position"
    return bool(others)


def remarked(judgement: Judgement, dice: Dice, play: tuple[Step, ...] | Unplayed) -> tuple[str | None, str | None]:
    """The code and the sentence of the check that a judgement gives, legal or not; None where there is nothing to say.

    A hit without a star counts: nothing is known of the writer's habits.
    """
    if judgement.wrong is None and judgement.rerouted is None and not (judgement.ambiguous or judgement.mismarked or judgement.unmarked):
        return None, None  # the checks need not be imported
    from tavla_cli.checks.remark import remark

    found = remark(judgement, dice, play)
    if found is None:
        return None, None
    code, said = found
    return code, None if said is None else filled(said.template, said.args)


def after_fields(setup: Setup) -> str:
    """The fields of the XGID after a play: the same player still on roll and upper-case, dice `00`."""
    plain = Setup(
        setup.position,
        cube=setup.cube,
        owner=setup.owner,
        score=setup.score,
        length=setup.length,
        crawford=setup.crawford,
        jacoby=setup.jacoby,
        beavers=setup.beavers,
        max_cube=setup.max_cube,
    )
    return xgid_fields(plain)


def after_id(position: Position, fields: str) -> str:
    return "XGID=" + xgid_points(position) + fields


def read_dice(text: str) -> Dice | None:
    """A roll as people write it (`62`, `6-2`, `6,2`, `(6 2)`), or None."""
    found = _DICE.fullmatch(text.strip())
    return (int(found[1]), int(found[2])) if found else None


_DICE = re.compile(r"\(?\s*([1-6])\s*[-, ]?\s*([1-6])\s*\)?:?")


def dice_option(context: click.Context, parameter: click.Parameter, value: str | None) -> Dice | None:
    """The callback of `--dice`."""
    if value is None:
        return None
    dice = read_dice(value)
    if dice is None:
        raise click.BadParameter(f"{value!r} is no roll; write two numbers from 1 to 6, as in 62.", context, parameter)
    return dice


def agreed(said: Dice | None, option: Dice | None, what: str) -> Dice | None:
    """The dice that a line or a play says, else those of `--dice`, in any order. Raises Unanswerable where they differ."""
    if said is None or option is None or sorted(said) == sorted(option):
        return said or option
    sentence = f"The dice contradict each other: {said[0]}{said[1]} {what}, and --dice {option[0]}{option[1]}."
    raise Unanswerable("no-dice", sentence, status=2)


def check_names(*words: str) -> None:
    """Complain about a mistyped option: with CONTEXT it arrives among the arguments.

    Every XGID has colons, and no other ID begins with a hyphen but that of a record on standard input (`-@2.10L`).
    """
    for word in words:
        if word.startswith("-") and len(word) > 1 and ":" not in word and not word.startswith("-@"):
            raise click.NoSuchOption(word)


class Request(NamedTuple):
    """One position to answer for. `rest` is what stands behind the TAB, None where there is no TAB. `read`: it is a line that was read."""

    id: str
    rest: str | None
    read: bool = False


class Answer(NamedTuple):
    """`text` is what people read, without the last line end, harmless on a terminal. `status` as in DESIGN.md 3."""

    body: Json
    text: str
    status: int = 0


def requests() -> Iterator[Request]:
    """The lines of standard input that are not blank. An overlong one comes cut to LONGEST_LINE characters."""
    stream = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8-sig", errors="replace")
    try:
        while line := stream.readline(LONGEST_LINE):
            end = line
            while not end.endswith("\n") and (end := stream.readline(LONGEST_LINE)):
                pass
            if not line.isspace():
                name, tab, rest = line.rstrip("\n").partition("\t")
                yield Request(name.strip(), rest if tab else None, read=True)
    finally:
        stream.detach()  # else standard input would be closed with it


def answer_all(
    asked: Iterable[Request], answer: Callable[[Request], Answer], output: Output, count: bool = False, allow_empty: bool = False
) -> int:
    """Write the answers in the order of the requests, each at once, and return the exit status.

    It is 3 also where nothing was asked, unless `allow_empty`.
    With `count` the text of every answer is a number (-1 where there is no answer, and the reason goes to standard error).
    """
    answers = _Writer(output)
    status = -1
    try:
        for request in asked:
            try:
                if len(request.id) + len(request.rest or "") >= LONGEST_LINE - 2:
                    raise Unanswerable("bad-id", "The line is too long.")
                found = answer(request)
            except Unanswerable as bad:
                text = printable(f"{request.id[:80]}: {bad.message}" + (f" ({bad.code})" if bad.coded else ""))
                if count:
                    click.echo(text, err=True)
                found = Answer({"id": request.id, "error": {"code": bad.code, "message": bad.message}}, "-1" if count else text, bad.status)
            answers.add(found)
            status = max(status, found.status)
        answers.close()
    except OSError as error:
        if not closed_pipe(error):
            raise
        swallow_output()
        return max(status, 0)
    if status < 0 and not allow_empty:
        click.echo("No position was given.", err=True)
        return 3
    return max(status, 0)


class _Writer:
    """Writes answers. `json` is one document, `{"schema": 1, "tool": "tavla", "answers": [...]}`.

    Every answer is flushed, so that a partner at the other end of a pipe need not wait for the next one.
    """

    def __init__(self, output: Output) -> None:
        self._output = output
        self._out: TextIO = sys.stdout
        utf8 = (self._out.encoding or "").lower().replace("-", "") == "utf8"
        self._encode = json.JSONEncoder(ensure_ascii=not utf8).encode
        self._first = True

    def add(self, answer: Answer) -> None:
        match self._output:
            case "text":
                self._write(answer.text + "\n")
            case "jsonl":
                self._write(self._dumped(answer.body) + "\n")
            case "json":
                self._write((_HEAD if self._first else ",\n") + self._dumped(answer.body))
        self._first = False

    def close(self) -> None:
        if self._output == "json":
            self._write((_HEAD if self._first else "\n") + "]}\n")

    def _dumped(self, body: Json) -> str:
        line = self._encode(body)
        return line if line.isprintable() else json.dumps(body)

    def _write(self, text: str) -> None:
        self._out.write(text)
        self._out.flush()


_HEAD = '{"schema": 1, "tool": "tavla", "answers": [\n'
