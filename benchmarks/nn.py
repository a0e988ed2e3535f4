"""What gnubg-nn (PyPI) takes to generate the legal plays of positions: prints the seconds, of its own work alone.

    python benchmarks/nn.py positions.txt          one XGID with dice a line

Starting, importing and reading the positions are not counted: that makes it a hard opponent for a whole process.
"""

import sys
from importlib import import_module
from pathlib import Path
from time import perf_counter

sys.path.append(str(Path(__file__).resolve().parents[1]))  # a checkout without an installed tavla

from tavla_cli.board.ids import position_id, read_id


def main() -> None:
    gnubg_nn = import_module("gnubg_nn")  # no types are known of it
    with open(sys.argv[1], encoding="ascii") as file:
        setups = [read_id(line) for line in file]
    asked = [(gnubg_nn.board_from_position_id(position_id(setup.position)), *(setup.dice or (1, 2))) for setup in setups]
    moves = gnubg_nn.moves
    begun = perf_counter()
    for board, die1, die2 in asked:
        moves(board, die1, die2)
    print(perf_counter() - begun)


if __name__ == "__main__":
    main()
