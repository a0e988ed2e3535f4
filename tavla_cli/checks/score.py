"""Checks of scores, results and the course of the match: the codes that begin with S."""

from tavla_cli.checks.registry import Finding, check, say
from tavla_cli.record import Ending
from tavla_cli.replay.events import AfterEnd, GameBegun, GameEnded, MatchEnded, Result, Score0
from tavla_cli.words import N_


@check(GameEnded, "S301", "wrong-points", "error")
def wrong_points(event: GameEnded) -> Finding:
    """`Wins N points`, and the replay gives another number.

    A game counts the cube, twice that when the loser has borne off no checker, three times when one of them is besides on the bar or in the winner's home board; a
    dropped double counts the cube before it. A record may also say just the points that were still needed to win the match.

    Source: RULES C01 to C03, B05, C07.

    Wrong: `Wins 4 points` after a drop with the cube at 2
    Right: `Wins 2 points`
    """
    if event.verdict is Result.POINTS:
        return say(N_("The game is worth {points}, not {said}."), points=event.points, said=event.said_points)
    return None


@check(GameEnded, "S302", "wrong-winner", "error")
def wrong_winner(event: GameEnded) -> Finding:
    """The result stands in the loser's column.

    Source: RULES B05, A22.

    Wrong: the left player drops, and `Wins 2 points` stands on the left
    Right: `Wins 2 points` on the right
    """
    if event.verdict is Result.WINNER:
        return say(N_("The other player has won this game."))
    return None


@check(GameBegun, "S303", "wrong-score", "error")
def wrong_score(event: GameBegun) -> Finding:
    """A game's starting score does not follow from what went before.

    It equals neither the score walked from the results nor the last stated score plus the result. Reported once a match; from then on both readings are accepted.

    Source: RULES C14.

    Wrong: Alice wins two points at 0-0, and the next game begins at 0-2
    Right: 2-0
    """
    if event.verdict is not Score0.WRONG or event.stated is None:
        return None
    walked = event.walked or (0, 0)
    return say(
        N_("The score should be {left}-{right}, not {said_left}-{said_right}."),
        event.score_span,
        left=walked[0],
        right=walked[1],
        said_left=event.stated[0],
        said_right=event.stated[1],
    )


@check(GameEnded, "S304", "impossible-result", "error")
def impossible_result(event: GameEnded) -> Finding:
    """A resignation for a number of points that cannot be.

    One resigns a single game, a gammon or a backgammon: one, two or three times the cube, or the points that are still needed to win the match. A gammon cannot be lost with
    a checker off, nor a backgammon without contact when no checker is on the bar or in the winner's home board.

    Source: RULES C01 to C03, C09.

    Wrong: `Wins 3 points` with the cube at 2
    Right: `Wins 2 points`, 4 or 6
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
    """A game after the match was won.

    A match ends at once when a player reaches its length.

    Source: RULES C06.

    Wrong: a match to 3, won 4-0 in two games, and a third game
    Right: the file ends after the second game
    """
    if event.over:
        score = event.walked or (0, 0)
        return say(N_("The match was over at {left}-{right} before this game."), left=score[0], right=score[1])
    return None


@check(GameEnded, "S306", "wrong-match-end", "warning")
def wrong_match_end(event: GameEnded) -> Finding:
    """The record says "and the match" where nobody has reached the length.

    Source: RULES C06.

    Wrong: `Wins 1 point and the match` at 0-0 in a match to 5
    Right: `Wins 1 point`
    """
    if event.wrong_match_end:
        return say(N_("This does not win the match to {length}."), length=event.length)
    return None


@check(AfterEnd, "S307", "play-after-end", "error")
def play_after_end(event: AfterEnd) -> Finding:
    """A play or a cube action after the game was over.

    A bare roll after the end is nothing. Reported once a game.

    Source: RULES A22, B05.

    Wrong: `Drops`, and the next cell is a play
    Right: the next game begins
    """
    return say(N_("The game was over before this."))


@check(MatchEnded, "S308", "unfinished-match", "note")
def unfinished_match(event: MatchEnded) -> Finding:
    """Nobody has reached the length of the match.

    Records break off for many reasons; this says only that the score is not final.

    Wrong: a match to 5 whose last game ends 3-2
    Right: games until one player has five points
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
    """A finished game without its result line.

    Wrong: a game that ends with `Drops` and nothing after it
    Right: `Wins 2 points` in the winner's column
    """
    if event.verdict is Result.MISSING:
        return say(N_("The game is finished and its result is missing: it is worth {points}."), points=event.points)
    return None


@check(GameEnded, "S310", "jacoby", "error")
def jacoby(event: GameEnded) -> Finding:
    """A gammon or backgammon was counted though the cube was not turned, under Jacoby.

    In money play with the Jacoby rule gammons and backgammons count only after a double in that game.

    Source: RULES C05.

    Wrong: `Wins 2 points` without a double, under `; [Jacoby "On"]`
    Right: `Wins 1 point`
    """
    if event.verdict is Result.JACOBY:
        return say(N_("Under Jacoby a game without a double counts {points}, not {said}."), points=event.cube, said=event.said_points)
    return None


@check(GameEnded, "S311", "resigned", "note")
def resigned(event: GameEnded) -> Finding:
    """The game ended before the last checker was off: a resignation that is possible.

    Source: RULES C09.

    Wrong: nothing is wrong
    Right: `Wins 2 points` after the loser gave up
    """
    if event.verdict is not Result.RESIGNED:
        return None
    if event.said_points is None:
        return say(N_("The game was resigned."))
    return say(N_("The game was resigned for {said}."), said=event.said_points)


@check(GameBegun, "S312", "starts-late", "note")
def starts_late(event: GameBegun) -> Finding:
    """The record begins at another score than 0-0.

    The games before are not in the file; their results are believed.

    Wrong: a first game that begins at 3-2
    Right: nothing has to be done
    """
    if event.verdict is Score0.LATE and event.stated is not None:
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
    """The game ended by time, forfeit or settlement.

    Source: RULES C10, C11.

    Wrong: nothing is wrong
    Right: a remark such as `; Bob wins by forfeit`
    """
    if event.verdict is Result.OTHERWISE and event.how is not None:
        return say(_OTHERWISE.get(event.how, N_("The game ended otherwise than on the board.")))
    return None


@check(GameEnded, "S314", "unfinished-game", "warning")
def unfinished_game(event: GameEnded) -> Finding:
    """A game has no end, and another follows.

    The last game of a record may break off: that is a note.

    Wrong: a game whose last row is a play in the middle of the board, and then `Game 2`
    Right: a result line, or the missing rows
    """
    if event.verdict is Result.UNFINISHED:
        return say(N_("The game has no end."), severity="note" if event.last else None)
    return None
