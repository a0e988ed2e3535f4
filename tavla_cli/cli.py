"""The command `tavla`: finds the command asked for, imports it, and turns what goes wrong into a sentence and an exit status."""

import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn, cast

import click

from tavla_cli import __version__
from tavla_cli.commands.streams import closed_pipe, lenient_streams, open_streams, own_fault, say, swallow_output
from tavla_cli.words import set_language

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

COMMANDS: dict[str, tuple[str, str]] = {  # a name, the module whose `command` it is, and what `tavla --help` says of it
    "validate": ("tavla_cli.commands.validate", "Check match records: what in them cannot be true."),
    "show": ("tavla_cli.commands.show", "The score sheet, or the board before and after one play."),
    "score": ("tavla_cli.commands.score", "Who beat whom: results of matches, the table of a tournament."),
    "event": ("tavla_cli.commands.event", "Set up a tournament from its records; what is missing; who plays next."),
    "summarise": ("tavla_cli.commands.summarise", "What happened in each match: games, cube, dice, statistics."),
    "convert": ("tavla_cli.commands.convert", "Write matches in another format."),
    "format": ("tavla_cli.commands.format", "The same match, same format, in canonical form."),
    "moves": ("tavla_cli.commands.moves", "Every legal play of a position and roll."),
    "judge": ("tavla_cli.commands.judge", "Is this play legal here, and if not why?"),
    "explain": ("tavla_cli.commands.explain", "What a check finds, why, and an example."),
}
ALIASES = {"check": "validate", "summarize": "summarise"}  # work, but are not shown

USAGE, OWN_FAULT, INTERRUPTED = 2, 4, 130


class LazyGroup(click.Group):
    """A group whose commands are imported when they are used: `tavla --help` needs none of them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        name = ALIASES.get(cmd_name, cmd_name)
        if name not in COMMANDS:
            return None
        return cast(click.Command, import_module(COMMANDS[name][0]).command)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and name not in ALIASES and not name.startswith("-"):
            import difflib

            near = difflib.get_close_matches(name, [*COMMANDS, *ALIASES], 1)
            hint = f" Did you mean {near[0]}?" if near else ""
            if os.path.exists(name):
                hint = f" To check that file: tavla validate {click.format_filename(name)}"
            ctx.fail(f"There is no command {name!r}.{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, help_) for name, (_, help_) in COMMANDS.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        from click.shell_completion import CompletionItem

        found = [CompletionItem(name, help=help_) for name, (_, help_) in COMMANDS.items() if name.startswith(incomplete)]
        return found + click.Command.shell_complete(self, ctx, incomplete)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        try:
            return super().make_context(*args, **extra)
        except OSError as error:  # `tavla --help | true`
            raise _quietly(error) from None

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except OSError as error:
            raise _quietly(error) from None

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run, and exit with the status of DESIGN.md 3; a command returns it. Not standalone: return the status instead."""
        open_streams()
        lenient_streams()
        if "_TAVLA_COMPLETE" in os.environ:
            import_module("tavla_cli.commands.completion")
        try:
            with _orderly_end():
                done = super().main(args, prog_name, complete_var, standalone_mode=False, windows_expand_args=windows_expand_args, **extra)
            status = done if isinstance(done, int) else 0
        except click.Abort:
            status = INTERRUPTED
        except click.ClickException as error:
            error.show()
            status = USAGE
        except OSError as error:
            say(f"tavla: {error.strerror or error}" + (f": {click.format_filename(error.filename)}" if error.filename else ""))
            status = USAGE
        except KeyboardInterrupt:
            status = INTERRUPTED
        except Exception as error:
            line = ascii(" ".join(sys.argv[1:] if args is None else args)[:1000])[1:-1]
            say(f"tavla: {line}: {own_fault(error)}")
            status = OWN_FAULT
        try:
            sys.stdout.flush()
        except OSError as error:
            if not closed_pipe(error):
                say(f"tavla: {error.strerror or error}")
                status = max(status, USAGE)
            swallow_output()
        if standalone_mode:
            sys.exit(status)
        return status


@contextmanager
def _orderly_end() -> Iterator[None]:
    """Being told to end (SIGTERM, SIGHUP) leaves neither unfinished files nor other processes behind, as Ctrl-C does not.

    The status is what a shell says of such an end, 143 or 129. A signal that is ignored or handled already (`nohup`) stays so.
    """
    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    ours = [n for n in numbers if signal.getsignal(n) is signal.SIG_DFL] if threading.current_thread() is threading.main_thread() else []

    def end(number: int, _frame: FrameType | None) -> NoReturn:
        for each in ours:
            signal.signal(each, signal.SIG_IGN)  # a second one must not disturb the tidying up
        raise SystemExit(128 + number)

    for number in ours:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)


def _quietly(error: OSError) -> Exception:
    if not closed_pipe(error):
        return error
    swallow_output()
    return click.exceptions.Exit(0)


def _version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        click.echo(f"tavla {__version__}")
        ctx.exit()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version and exit.")
def main() -> None:
    """Read backgammon match records, replay them under the rules, and say what in them cannot be true.

    \b
    Example: tavla validate final.mat
    Status:  0 no error, 1 errors found, 2 wrong use, 3 nothing to read, 4 our own fault
    """
    set_language(None)


if __name__ == "__main__":
    main()
