"""`python -m tavla_cli`: the command `tavla`."""

from tavla_cli.cli import main

if __name__ == "__main__":  # on Windows the processes of `--jobs` import this too
    main(prog_name="tavla")
