"""Real files of twenty programs: each is read, and every error and warning in them stands in the table, where somebody has looked at it."""

from tavla_cli.examine import Options, examine_input
from tavla_cli.source import inputs
from tests.shared import SHARED, needs_shared

FEWEST = 168  # files

FOUND = """
bgmatchformat-003.mat:10: P105
bgmatchformat-004.mat:7: P114
bgmatchformat-004.mat:8: P111
bgmatchformat-004.mat:8: P101
choue-001.txt:52: P110
choue-001.txt:69: S304
gammonview-001.mat:25: P103
gnubg-001.txt:315: P119
gnubg-001.txt:486: P119
gnubg-001.txt:517: P119
hedgehog-001.mat:71: P109
hedgehog-001.mat:98: P103
hedgehog-001.mat:104: P103
"""


@needs_shared
def test_corpus() -> None:
    assert SHARED is not None
    folder = SHARED / "corpus" / "mat"
    paths = sorted(path for path in folder.iterdir() if path.is_file())
    unread = []
    found = []
    for item in inputs([str(path) for path in paths]):
        result = examine_input(item, Options())
        name = item.name.replace("\\", "/").rpartition("/")[2]
        if result.unreadable or result.skipped or result.trouble or not any(match.turns for match in result.matches):
            unread.append(name)
        found += [f"{name}:{each.line}: {each.code}" for each in result.all_diagnostics if each.severity != "note"]
    assert unread == []
    assert found == FOUND.split("\n")[1:-1]
    assert len(paths) >= FEWEST
