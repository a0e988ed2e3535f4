"""The words of the score reports: forms of play, criteria, marks, and what to do about each finding. Lays nothing out."""

from tavla_cli.tournament.model import Form, Kind
from tavla_cli.words import N_

FORMS = {
    Form.ROUND_ROBIN: N_("round robin"),
    Form.SWISS: N_("Swiss"),
    Form.LIVES: N_("lives"),
    Form.SINGLE_ELIMINATION: N_("single elimination"),
    Form.DOUBLE_ELIMINATION: N_("double elimination"),
    Form.LEAGUE: N_("league"),
    Form.OPEN: N_("All matches"),
}

KINDS = {  # remarks beside a result; a record and the director's plain word need none
    Kind.FORFEIT: N_("forfeit"),
    Kind.WALKOVER: N_("walkover"),
    Kind.SETTLED: N_("settled"),
    Kind.BYE: N_("bye"),
    Kind.UNPLAYED: N_("unplayed"),
}

# The heading of a criterion's column, and what it is. One that is not here stands under its own name.
CRITERIA: dict[str, tuple[str, str]] = {
    "head-to-head": (N_("H2H"), N_("wins among the tied players")),
    "head-to-head-difference": (N_("H2H+/-"), N_("points won minus lost among the tied players")),
    "direct-match": (N_("DM"), N_("the match of the two tied players")),
    "difference": (N_("+/-"), N_("points won minus points lost")),
    "ratio": (N_("Ratio"), N_("points won divided by all points played")),
    "wins": (N_("Wins"), N_("matches won")),
    "buchholz": (N_("BH"), N_("Buchholz, the sum of the opponents' scores")),
    "median-buchholz": (N_("MBH"), N_("median Buchholz, without the highest and the lowest opponent")),
    "buchholz-cut-1": (N_("BH-1"), N_("Buchholz cut 1, without the lowest opponent")),
    "sonneborn-berger": (N_("SB"), N_("Sonneborn-Berger, the scores of the opponents beaten and half of those drawn with")),
    "progressive": (N_("Prog"), N_("progressive, the sum of the running scores")),
    "points-won": (N_("PW"), N_("match points won")),
    "seed": (N_("Seed"), N_("seed")),
    "average-pr": (N_("PR"), N_("average performance rating")),
    "shared": (N_("Share"), N_("the rank is shared")),
    "play-off": (N_("P-off"), N_("a play-off is needed")),
}

# Signs in the cells: of standings, of crosstables behind the score, of wall charts behind the opponent's number.
LINE_MARKS = {
    "=": N_("nothing in the director's order separates these players"),
    "!": N_("a record has errors, the claimed result counts"),
    "*": N_("a match is unfinished"),
    "x": N_("withdrawn"),
    "p": N_("a play-off is needed"),
}
CROSS_MARKS = {
    "W": N_("won, score unknown"),
    "L": N_("lost, score unknown"),
    "D": N_("drawn"),
    "f": N_("forfeit"),
    "s": N_("settled"),
    "*": N_("unfinished"),
    "!": N_("the record has errors, the claimed result counts"),
    "-": N_("not played"),
}
WALL_MARKS = {
    "W": N_("won against the player of that number"),
    "L": N_("lost to him"),
    "D": N_("drawn"),
    "F": N_("won by forfeit"),
    "f": N_("lost by forfeit"),
    "U": N_("not played"),
    "*": N_("unfinished"),
    "!": N_("the record has errors, the claimed result counts"),
    "-B": N_("bye"),
    "-": N_("nothing"),
}

ADVICE: dict[str, str] = {
    "M401": N_("Take one of the two away."),
    "M402": N_("Take the shorter one away."),
    "M403": N_("Add the player, or this spelling to his aliases, in the event file."),
    "M404": N_("Correct the names."),
    "M405": N_("Correct the length in the event file, or place the record in the stage it belongs to."),
    "M406": N_("Say which round each belongs to, or take one away."),
    "M407": N_("Nothing needs to be done where no record was kept."),
    "M408": N_("Correct the round of one of the two."),
    "M409": N_("Correct the result or the record; until then the director's word counts."),
    "M410": N_("Compare them with `tavla diff` and take the wrong one away."),
    "M411": N_("Give the final result in the event file."),
    "M412": N_("`tavla validate` shows the errors; a corrected record takes its place."),
    "M413": N_("Give its stage and round in the event file."),
    "M414": N_("Correct the withdrawal or the round of the match."),
    "M415": N_("Give the bye to the lowest player who has had none."),
    "M416": N_("Correct the draw, or the result that sends a player on."),
    "T102": N_("Take it away, or name its format with --from."),
}
