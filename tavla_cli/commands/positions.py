"""What `moves` and `judge` share: naming a position and its dice, reading requests, writing answers. Decides nothing about legality."""

import io
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Literal, NamedTuple, TextIO

import click

from tavla_cli.board import Judgement, Play, Position, Wrong, spelled
from tavla_cli.board.ids import BadId, Setup, read_id, xgid_fields, xgid_points
from tavla_cli.commands.streams import closed_pipe, swallow_output

Dice = tuple[int, int]
Json = dict[str, object]
Output = Literal["text", "jsonl", "json"]

LONGEST_LINE = 4096  # characters; no ID and play need as many, and no line may fill the memory
NEAREST = 5

# An XGID without its prefix may begin with a hyphen, and would be taken for options.
CONTEXT = {"ignore_unknown_options": True, "help_option_names": ["--help"]}


class Unanswerable(Exception):
    """A request without an answer. `code`: `bad-id`, `bad-position`, `no-dice` or `bad-play`."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def position_of(text: str) -> Setup:
    """The position that an argument or the first column of a line names. Raises Unanswerable.

    The one place where other ways of naming a position (FILE@PLACE) are to be added.
    """
    try:
        return read_id(text)
    except BadId as bad:
        raise Unanswerable(bad.reason, str(bad)) from None


def code(judgement: Judgement) -> str | None:
    """The code of the check that a judgement gives, legal or not; None where there is nothing to say.

    A hit without a star counts: nothing is known of the writer's habits.
    """
    if judgement.wrong is not None:
        return judgement.wrong.value
    if judgement.rerouted is not None:
        return "P117"
    if judgement.ambiguous:
        return "P116"
    if judgement.mismarked:
        return "P111"
    return "P110" if judgement.unmarked else None


def sentence(judgement: Judgement) -> str | None:
    """What a judgement says, as a sentence. To be rewired: the messages belong to the checks, and stand here only until those exist."""
    found = code(judgement)
    return None if found is None else _SENTENCES[found].format(number=judgement.number)


_SENTENCES = {
    Wrong.NO_CHECKER.value: "There is no checker to move on that point.",
    Wrong.BLOCKED.value: "The opponent holds that point.",
    Wrong.NOT_ROLLED.value: "No number of the roll gives that step.",
    Wrong.BAR_FIRST.value: "A checker on the bar must enter first.",
    Wrong.OFF_EARLY.value: "A checker is borne off while another is outside the home board.",
    Wrong.OFF_NOT_HIGHEST.value: "A larger number bears off from the highest point only.",
    Wrong.UNPLAYED.value: "The {number} can still be played.",
    Wrong.LARGER.value: "Only one number can be played, and it must be the {number}.",
    Wrong.BACKWARDS.value: "A checker moves away from home.",
    Wrong.MOVE_AVAILABLE.value: "A legal play exists.",
    Wrong.BAD_DICE.value: "The dice are not two numbers from 1 to 6.",
    "P110": "A checker is hit without a star.",
    "P111": "A star stands where nothing is hit.",
    "P116": "The play as written fits several results.",
    "P117": "The result is legal, the way described is not.",
}


def spelled_in_order(plays: dict[Position, Play]) -> list[tuple[str, Position]]:
    """The plays in canonical spelling with their results, highest source first.

    Two plays are compared checker by checker as they are spelled (`24/20(2)` is 24, 20 twice), descending:
    `24/23 24/21`, `24/23 13/10`, `24/20`, `13/9`.
    """
    words = [(*_word(play), position) for position, play in plays.items()]
    words.sort(key=lambda word: word[0], reverse=True)
    return [(text, position) for _, text, position in words]


@lru_cache(maxsize=1 << 16)
def _word(play: Play) -> tuple[list[list[int]], str]:
    text = spelled(play)
    order: list[list[int]] = []
    for item in text.replace("*", "").split():
        way, _, count = item.rstrip(")").partition("(")
        points = [25 if point == "bar" else 0 if point == "off" else int(point) for point in way.split("/")]
        order += [points] * int(count or 1)
    return order, text


def nearest(after: Position | None, plays: dict[Position, Play]) -> list[str]:
    """The legal plays whose results differ from `after` by the fewest checkers, nearest first; without a board the first ones."""
    words = spelled_in_order(plays)
    if after is not None:
        words.sort(key=lambda word: _distance(word[1], after))
    return [text for text, _ in words[:NEAREST]]


def _distance(one: Position, other: Position) -> int:
    return sum(abs(a - b) for sides in zip(one, other, strict=True) for a, b in zip(*sides, strict=True))


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


def check_names(*words: str) -> None:
    """Complain about a mistyped option: with CONTEXT it arrives among the arguments.

    Every XGID has colons, and no other ID begins with a hyphen.
    """
    for word in words:
        if word.startswith("-") and len(word) > 1 and ":" not in word:
            raise click.NoSuchOption(word)


class Request(NamedTuple):
    """One position to answer for. `rest` is what stands behind the TAB, None where there is no TAB."""

    id: str
    rest: str | None


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
                yield Request(name.strip(), rest if tab else None)
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
                text = f"{shown(request.id[:80])}: {bad.message} ({bad.code})"
                if count:
                    click.echo(text, err=True)
                found = Answer({"id": request.id, "error": {"code": bad.code, "message": bad.message}}, "-1" if count else text, 3)
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


def shown(text: str) -> str:
    """Foreign text made harmless for a terminal: what is not printable is escaped."""
    return text if text.isprintable() else "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


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
