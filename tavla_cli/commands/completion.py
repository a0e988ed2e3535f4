"""Completion in bash, which cuts words at `=`: without this module nothing behind `--rule crawford=` could be completed there."""

import os
from typing import TYPE_CHECKING, Any

from click.shell_completion import BashComplete, add_completion_class, split_arg_string

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_READ = "COMPREPLY+=($value)"


class Bash(BashComplete):
    """`--rule`, `crawford`, `=`, `o` is read as `--rule`, `crawford=o`, and what is answered stands in the place of `o`."""

    # No blank after a key whose value is still to come.
    source_template = BashComplete.source_template.replace(_READ, f"{_READ}; [[ $value == *= ]] && compopt -o nospace")
    _before = ""

    def get_completion_args(self) -> tuple[list[str], str]:
        written = split_arg_string(os.environ["COMP_WORDS"])[: int(os.environ["COMP_CWORD"]) + 1]
        words: list[str] = []
        for word in written[1:]:
            if words and (word == "=" or (words[-1].endswith("=") and "=" in written)):
                words[-1] += word
            else:
                words.append(word)
        if len(written) <= int(os.environ["COMP_CWORD"]):
            words.append("")  # a word that is not begun
        args, incomplete = words[:-1], words[-1] if words else ""
        if "=" in written and "=" in incomplete:
            self._before = incomplete[: incomplete.rindex("=") + 1]
        return args, incomplete

    def format_completion(self, item: "CompletionItem[Any]") -> str:
        value = str(item.value)
        behind = value.removeprefix(self._before)
        # Of `--rule=crawford=o` click completes what stands behind the first `=`.
        if behind == value and "=" in value and self._before.endswith(value[: value.rindex("=") + 1]):
            behind = value[value.rindex("=") + 1 :]
        return f"{item.type},{behind}"


add_completion_class(Bash)
