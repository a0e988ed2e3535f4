"""Prints a command of the README: `python tests/readme_commands.py N` gives the content of its Nth `sh` block as one line, N from 1.

The first installs the project and does its main job on the examples, the second installs it and runs the tests.
"""

import re
import sys
from pathlib import Path

README = Path(__file__).resolve().parent.parent / "README.md"
_BLOCK = re.compile(r"^```sh[ \t]*\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)


def commands(text: str) -> list[str]:
    """The `sh` blocks of a text, each as one line: no comments, lines that end in a backslash joined, others by `&&`."""
    found = []
    for block in _BLOCK.findall(text.replace("\r\n", "\n")):
        lines = [line.strip() for line in block.replace("\\\n", " ").split("\n")]
        found.append(" && ".join(" ".join(line.split()) for line in lines if line and not line.startswith("#")))
    return found


def main() -> int:
    every = commands(README.read_text(encoding="utf-8"))
    try:
        number = int(sys.argv[1])
        if number < 1:
            raise IndexError
        print(every[number - 1])
    except (IndexError, ValueError):
        print(f"usage: readme_commands.py N, where N is 1 to {len(every)}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
