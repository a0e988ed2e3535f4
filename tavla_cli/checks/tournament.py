"""The checks of tournaments and leagues: the codes that begin with M. They are pages only; `tavla score` finds them."""

from tavla_cli.checks.registry import declare

declare("M401", "duplicate-match", "warning", """The same match is there twice among the inputs.

    Two records have the same dice from the first roll to the last. The match counts once, with
    the record that was read first; if it is there in two formats, this is a note. Two records of
    one match that name other players are counted apart, since nobody but a director can say that
    they are the same people.

    Wrong: `final.mat` and a copy of it, `final (1).mat`, in one folder
    Right: one of the two
    """)  # fmt: skip

declare("M402", "truncated-copy", "warning", """One record is the beginning of another.

    All its dice are those with which the other begins: it was saved before the match was over.
    The longer record counts.

    Wrong: `final.mat` beside `final-half-time.mat`
    Right: the whole match alone
    """)  # fmt: skip

declare("M403", "unknown-player", "error", """A record names a player whom the event does not have.

    The match does not count until it is known who played. Names are compared without regard to
    case, accents, `_`, blanks and the order of the words; what else a player is called stands in
    the event file as his aliases. `tavla event init` proposes them with their evidence.

    Wrong: a record of `ayse1987` in an event that has only `Ayşe Yılmaz`
    Right: the player with `aliases = ["ayse1987"]`
    """)  # fmt: skip

declare("M404", "same-player", "warning", """Both names of a record mean the same player.

    Nobody plays against himself, so the match does not count: an alias belongs to somebody else,
    or both columns were given one name.

    Wrong: a match between `Ayşe Yılmaz` and her alias `ayse1987`
    Right: the alias with the player whom it means
    """)  # fmt: skip

declare("M405", "wrong-length", "error", """A match was played to another length than its round.

    The match counts all the same, to its own length.

    Wrong: a 5 point match in a round of 7 points
    Right: `lengths = [7, 5]` in the stage, if the second round was played to 5
    """)  # fmt: skip

declare("M406", "repeated-pairing", "error", """Two players met more often than the format lets them.

    In a round robin or a league everybody meets everybody once, or twice if it is a double one;
    in a Swiss nobody meets anybody again. Matches in different rounds all count. Where the rounds
    are not known, only as many as can be are counted: the others may be friendly games.

    Wrong: two different matches of one pair in a single round robin
    Right: `double = true` in the stage, or the record taken out of the folder
    """)  # fmt: skip

declare("M407", "missing-record", "note", """A result has no record that confirms it.

    The director's word counts. This is said only where other results have records.

    Wrong: a result in the event file whose match nobody transcribed
    Right: the record among the inputs
    """)  # fmt: skip

declare("M408", "double-booked", "error", """A player has two matches in one round.

    One of them stands in the wrong round: in the event file, in the folder of another round, or
    with a header line `Round` that is wrong. Both count.

    Wrong: Alice against Bob and Alice against Carol, both in round 3
    Right: the second in the round in which it was played
    """)  # fmt: skip

declare("M409", "result-differs", "error", """The record of a match gives another result than the director.

    The director's word stands in the table, and the record's result is printed here beside it.
    Somebody should look at both.

    Wrong: `5-3` in the event file, and a record that ends 3-5
    Right: the same result in both
    """)  # fmt: skip

declare("M410", "records-differ", "warning", """Two records of one match do not agree on its result.

    They belong to the same players in the same round, or begin with the same dice. The record
    without errors counts, else the first.

    Wrong: two transcriptions of the final, one of which ends 7-5 and the other 7-6
    Right: the right one, or a result in the event file
    """)  # fmt: skip

declare("M411", "unfinished-counted", "warning", """A match counts although nobody reached its length.

    It stands in the table with its score and without a winner. What it is worth is the director's
    to say, with a result of the kind `settled` or `forfeit`.

    Wrong: a record that breaks off at 4-2 in a match to 7
    Right: that record, and the director's result beside it
    """)  # fmt: skip

declare("M412", "faulty-counted", "warning", """A match counts although its record has errors.

    The result that the record itself claims stands in the table, marked with `!`: what the replay
    makes of a faulty record is no better. `tavla validate` shows the errors.

    Wrong: a record with an illegal play
    Right: the record corrected, or the result typed in by the director beside it
    """)  # fmt: skip

declare("M413", "unplaced", "warning", """It cannot be told to which stage or round a match belongs.

    It does not count. A match is placed by the event file (`[[placed]]`), by its folder's name
    (`round 3`, `R3`, `3. tur`, the name of a stage), by the header's `Round` and `Event`, or
    because there is only one pairing that it fits, in this order. The message lists what would
    fit.

    Wrong: a match of two players who can meet in the Swiss and in the consolation
    Right: the same file in the folder `Consolation/round 1`
    """)  # fmt: skip

declare("M414", "after-withdrawal", "error", """A player has a result in a round after he left.

    Either the round is wrong or the withdrawal is. The match counts.

    Wrong: a match in round 5 of a player with `withdrawn = 3`
    Right: `withdrawn = 5`, or the match in the round in which it was played
    """)  # fmt: skip

declare("M415", "second-bye", "warning", """A player has a second bye.

    A bye is a point without a match, so nobody should have two as long as others have had none.

    Wrong: byes for Alice in rounds 2 and 5
    Right: the second one for a player who has had none
    """)  # fmt: skip

declare("M416", "broken-bracket", "error", """A match does not fit the bracket.

    One of the players was out already, has not won his way there, or could not meet the other in
    that round. The match is left out of the bracket.

    Wrong: a loser of the first round in the semifinal
    Right: the right round, or the result of the first round corrected
    """)  # fmt: skip
