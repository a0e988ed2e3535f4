"""All legal results of 13,447 positions and rolls, on which several engines agree, through `moves -`."""

import gzip
import json

from click.testing import CliRunner

from tavla_cli.board.ids import position_id, read_id
from tavla_cli.commands.moves import command
from tests.shared import SHARED, needs_shared


@needs_shared
def test_all_results() -> None:
    assert SHARED is not None
    with gzip.open(SHARED / "rules" / "movegen.jsonl.gz", "rt", encoding="utf-8") as file:
        cases = [json.loads(line) for line in file]
    assert len(cases) == 13_447
    asked = "".join(f"{case['pos']}\t{case['dice'][0]}{case['dice'][1]}\n" for case in cases)
    done = CliRunner().invoke(command, ["-", "--output", "jsonl"], input=asked)
    assert done.exit_code == 0, done.output[-2000:]
    wrong = []
    for case, line in zip(cases, done.stdout.splitlines(), strict=True):
        answer = json.loads(line)
        results = [position_id(read_id(play["after"]).position) for play in answer["plays"]]
        if (answer["id"], answer["count"], sorted(results)) != (case["pos"], len(case["results"]), sorted(case["results"])):
            wrong.append((case, answer))
    assert wrong == []
