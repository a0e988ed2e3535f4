"""Checks of scores, results and the course of the match: the codes that begin with S."""

from tavla_cli.checks.registry import Finding, check, say
from tavla_cli.record import Ending
from tavla_cli.replay.events import AfterEnd, GameBegun, GameEnded, MatchEnded, Result, ScoreFit
from tavla_cli.words import N_


@check(GameEnded, "S301", "wrong-points", "error")
def wrong_points(event: GameEnded) -> Finding:
    """The result says another number of points than the game was worth.

    A game counts the value of the cube; twice that as a gammon, when the loser has borne off no
    checker; three times as a backgammon, when besides one of them is on the bar or in the winner's home
    board. A dropped double counts the cube before it. A record may also give just the points that were
    still needed to win the match.

    Source: rules C01 to C03, B05 and C07 (GNU Backgammon manual; all five rule pages).

    Wrong: `Wins 2 points` after the first double was dropped
    Right: `Wins 1 point`
    """
    if event.verdict is Result.POINTS:
        return say(N_("The game is worth {points}, not {said}."), points=event.points, said=event.said_points)
    return None


@check(GameEnded, "S302", "wrong-winner", "error")
def wrong_winner(event: GameEnded) -> Finding:
    """The result stands in the loser's column.

    Who drops a double loses; who bears off the last checker wins.

    Source: rules B05 and A22.

    Wrong: the right player drops, and `Wins 1 point` stands on the right
    Right: `Wins 1 point` on the left
    """
    if event.verdict is Result.WINNER:
        return say(N_("The other player has won this game."))
    return None


@check(GameBegun, "S303", "wrong-score", "error")
def wrong_score(event: GameBegun) -> Finding:
    """The score at the beginning of a game does not follow from what went before.

    It is neither the score that the earlier results add up to, nor the score last stated plus the last
    result. Reported once a match; from then on both ways to count are accepted.

    Source: rule C14.

    Wrong: Alice wins a point at 0-0, and the next game begins at 0-1
    Right: the next game begins at 1-0
    """
    if event.verdict is not ScoreFit.WRONG or event.stated is None:
        return None
    walked, stated = event.walked, event.stated
    if walked is None:  # nobody knows what the game before was worth
        sentence = N_("The score {left}-{right} does not follow from the one before: it has grown on both sides, or fallen.")
        return say(sentence, event.score_span, left=stated[0], right=stated[1])
    return say(
        N_("The score should be {left}-{right}, not {said_left}-{said_right}."),
        event.score_span,
        left=walked[0],
        right=walked[1],
        said_left=event.stated[0],
        said_right=event.stated[1],
    )


@check(MatchEnded, "S303", "wrong-score", "error")
def wrong_final_score(event: MatchEnded) -> Finding:
    if event.wrong is None or event.score is None or event.match.final is None:
        return None
    return say(
        N_("The score should be {left}-{right}, not {said_left}-{said_right}."),
        event.match.final[0].score_span,
        left=event.score[0],
        right=event.score[1],
        said_left=event.wrong[0],
        said_right=event.wrong[1],
    )


@check(GameEnded, "S304", "impossible-result", "error")
def impossible_result(event: GameEnded) -> Finding:
    """A game was resigned for a number of points that cannot be.

    One resigns a single game, a gammon or a backgammon: one, two or three times the cube; or the points
    that were still needed to win the match. A gammon cannot be lost with a checker off, nor a
    backgammon when the players are past each other and no checker is on the bar or in the winner's home
    board.

    Source: rules C01 to C03 and C09.

    Wrong: `Wins 3 points` with the cube at 2
    Right: `Wins 2 points`; or 4, or 6
    """
    if event.verdict is not Result.IMPOSSIBLE:
        return None
    if event.reason == "gammon":
        return say(N_("The loser has borne off a checker, so the game cannot be lost for {said} with the cube at {cube}."),
                   said=event.said_points, cube=event.cube)  # fmt: skip
    if event.reason == "backgammon":
        return say(N_("No backgammon is possible any more, so the game cannot be lost for {said} with the cube at {cube}."),
                   said=event.said_points, cube=event.cube)  # fmt: skip
    return say(N_("No game can be resigned for {said} with the cube at {cube}."), said=event.said_points, cube=event.cube)


@check(GameBegun, "S305", "match-over", "error")
def match_over(event: GameBegun) -> Finding:
    """There is a game after the match was won.

    A match ends at once when a player reaches its length.

    Source: rule C06 (GNU Backgammon manual; two of the five rule pages).

    Wrong: a match to 1, won in the first game, and a second game
    Right: the file ends after the first game
    """
    if event.over:
        score = event.walked or (0, 0)
        return say(N_("The match was over at {left}-{right} before this game."), left=score[0], right=score[1])
    return None


@check(GameEnded, "S306", "wrong-match-end", "warning")
def wrong_match_end(event: GameEnded) -> Finding:
    """The record says "and the match" where nobody has won the match.

    Either an earlier result or the length of the match is wrong, or these words are.

    Source: rule C06.

    Wrong: `Wins 1 point and the match` at 0-0 in a match to 3
    Right: `Wins 1 point`
    """
    if event.wrong_match_end:
        return say(N_("This does not win the match to {length}."), length=event.length)
    return None


@check(AfterEnd, "S307", "play-after-end", "error")
def play_after_end(event: AfterEnd) -> Finding:
    """There is a play or a cube action after the game was over.

    A game is over when a double is dropped, when the last checker is off, and when its result is
    written. A roll without a play after that is nothing. Reported once a game.

    Source: rules A22 and B05.

    Wrong: `Drops`, and in the next row a play
    Right: the result, and the next game
    """
    return say(N_("The game was over before this."))


@check(MatchEnded, "S308", "unfinished-match", "note")
def unfinished_match(event: MatchEnded) -> Finding:
    """Nobody has reached the length of the match.

    A record breaks off for many reasons; this says only that its score is not the final one.

    Wrong: a match to 3 whose last game ends at 1-0
    Right: games until one player has three points
    """
    if not event.rules.length or event.complete:
        return None
    if event.score is None:
        return say(N_("Nobody has won the match to {length} yet."), length=event.rules.length)
    return say(
        N_("Nobody has won the match to {length} yet: the score is {left}-{right}."),
        length=event.rules.length,
        left=event.score[0],
        right=event.score[1],
    )


@check(GameEnded, "S309", "no-result", "warning")
def no_result(event: GameEnded) -> Finding:
    """A finished game has no result.

    Who won, and how much, is known from the play; but a missing line may mean that more is missing.

    Wrong: a game that ends with `Drops` and nothing after it
    Right: `Wins 1 point` in the winner's column
    """
    if event.verdict is Result.MISSING:
        return say(N_("The game is finished and its result is missing: it is worth {points}."), points=event.points)
    return None


@check(GameEnded, "S310", "jacoby", "error")
def jacoby(event: GameEnded) -> Finding:
    """A gammon or backgammon was counted though nobody had doubled, under the Jacoby rule.

    In money play with that rule a gammon or backgammon counts only when the cube was turned in the
    game; an automatic double does not do. It is looked for only where the file's header or the rules
    that you name say that Jacoby holds.

    Source: rule C05 (GNU Backgammon manual; three of the five rule pages).

    Wrong: `Wins 2 points` without a double, under `; [Jacoby "On"]`
    Right: `Wins 1 point`
    """
    if event.verdict is Result.JACOBY:
        return say(N_("Under Jacoby a game without a double counts {points}, not {said}."), points=event.cube, said=event.said_points)
    return None


@check(GameEnded, "S311", "resigned", "note")
def resigned(event: GameEnded) -> Finding:
    """The game ended before the last checker was off, by a resignation that is possible.

    Nothing is wrong with it. The note says where the record rests on what the players agreed and not on
    the board.

    Source: rule C09.

    Wrong: nothing is wrong
    Right: `Wins 1 point` after the loser gave up
    """
    if event.verdict is not Result.RESIGNED:
        return None
    if event.said_points is None:
        return say(N_("The game was resigned."))
    return say(N_("The game was resigned for {said}."), said=event.said_points)


@check(GameBegun, "S312", "starts-late", "note")
def starts_late(event: GameBegun) -> Finding:
    """The record begins at another score than 0-0.

    The games before are not in the file; the score is believed. Whether the Crawford game is behind
    cannot be known then.

    Wrong: a first game that begins at 3-2
    Right: nothing has to be done; or add the games that are missing
    """
    if event.verdict is ScoreFit.LATE and event.stated is not None:
        return say(N_("The record begins at {left}-{right}."), event.score_span, left=event.stated[0], right=event.stated[1])
    return None


_OTHERWISE = {
    Ending.TIME: N_("The game ended on time."),
    Ending.FORFEIT: N_("The game was forfeited."),
    Ending.SETTLEMENT: N_("The game was settled."),
    Ending.ABORTED: N_("The game was broken off."),
}


@check(GameEnded, "S313", "ended-otherwise", "note")
def ended_otherwise(event: GameEnded) -> Finding:
    """The game ended by time, forfeit, settlement or breaking off.

    Nothing on the board says who won, so the record is believed.

    Source: rules C10 and C11.

    Wrong: nothing is wrong
    Right: a remark such as `; Bob forfeits`, and the result
    """
    if event.verdict is Result.OTHERWISE and event.how is not None:
        return say(_OTHERWISE.get(event.how, N_("The game ended otherwise than on the board.")))
    return None


@check(GameEnded, "S314", "unfinished-game", "warning")
def unfinished_game(event: GameEnded) -> Finding:
    """A game has no end, and another follows.

    There is no dropped double, no last checker borne off and no result, so nobody knows what it added
    to the score. The last game of a record may break off: then this is a note.

    Wrong: a game that stops after its first row, and then `Game 2`
    Right: the rows that are missing, or the result
    """
    if event.verdict is Result.UNFINISHED:
        return say(N_("The game has no end."), severity="note" if event.last else None)
    return None
