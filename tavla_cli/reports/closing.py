"""The one line that closes a run: `168 files, 1,203 games: 3 errors, 1 warning in 2 files`; or that there was nothing."""

from tavla_cli.results import Counts
from tavla_cli.words import counted, translated


def closing(counts: Counts, notes_shown: bool) -> str:
    done = [counted("{n} file", "{n} files", counts.files), counted("{n} game", "{n} games", counts.games)]
    if counts.skipped:
        done.insert(1, counted("{n} skipped", "{n} skipped", counts.skipped))
    found = []
    if counts.errors:
        found.append(counted("{n} error", "{n} errors", counts.errors))
    if counts.warnings:
        found.append(counted("{n} warning", "{n} warnings", counts.warnings))
    if found:
        rest = [", ".join(found) + " " + counted("in {n} file", "in {n} files", counts.files_with_findings)]
    else:
        rest = [translated("no errors")]
    if counts.unreadable:
        rest.append(counted("{n} file could not be read", "{n} files could not be read", counts.unreadable))
    if counts.notes:
        notes = counted("{n} note", "{n} notes", counts.notes)
        rest.append(notes if notes_shown else f"{notes} ({translated('--notes shows them')})")
    return f"{', '.join(done)}: {', '.join(rest)}"


def nothing(counts: Counts) -> str:
    """What standard error is told in place of the closing line where no file was examined: "no errors" would be misleading."""
    sentence = translated("Nothing was examined.")
    if counts.skipped:
        each = "{n} skipped, in which there is no match."
        sentence += " " + counted(each, each, counts.skipped)
    return sentence
