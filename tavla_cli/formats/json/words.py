"""The words of tavla's own JSON, for what reads it and what writes it."""

from tavla_cli.record import Ending, Side, Unplayed

SCHEMA = 1
"""The version of the form; a reader of this one reads no other."""

SIDES = {"left": Side.LEFT, "right": Side.RIGHT}

UNPLAYED = {
    "cannot-move": Unplayed.CANNOT_MOVE,
    "nothing": Unplayed.NOTHING,
    "unknown": Unplayed.UNKNOWN,
    "unreadable": Unplayed.UNREADABLE,
    "declared-illegal": Unplayed.DECLARED,
}

ENDINGS = {ending.value: ending for ending in Ending}

OWNERS = {"next": 1, "nobody": 0, "last": -1}
"""Who owns the cube in a dump: the player whose turn it then is, or the one who played."""

HABITS = ("marks_hits", "caps_points", "says_and_the_match", "empty_means_dance", "numbers_rows", "plays", "states_results")
"""Fields of `record.Habits`, which bear the same names in the file."""
