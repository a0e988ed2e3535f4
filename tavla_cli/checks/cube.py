"""Checks of the cube: the codes that begin with C."""

from tavla_cli.checks.registry import Finding, check, say
from tavla_cli.replay.events import CubeTurned, CubeWrong, GameBegun, Played
from tavla_cli.words import N_


@check(CubeTurned, "C201", "not-your-cube", "error")
def not_your_cube(event: CubeTurned) -> Finding:
    """A double by the player who may not turn the cube.

    Whoever took the last double owns the cube, and only he may double next. While it lies in the middle
    both may.

    Source: rules B01 and B03 (GNU Backgammon manual; all five rule pages).

    Wrong: Alice doubles, Bob takes, and Alice doubles again
    Right: Bob redoubles, or nobody does
    """
    if event.wrong is CubeWrong.NOT_YOURS:
        return say(N_("The opponent owns the cube."))
    return None


@check(CubeTurned, "C202", "double-after-roll", "error")
def double_after_roll(event: CubeTurned) -> Finding:
    """A double after the dice were thrown.

    A player may double before rolling. A double in the same cell behind the dice, or by the player who
    has just rolled, comes too late.

    Source: rule B02 (GNU Backgammon manual; three of the five rule pages).

    Wrong: `62: Doubles => 2`
    Right: `Doubles => 2`, and the roll in the next row
    """
    if event.wrong is CubeWrong.AFTER_ROLL:
        return say(N_("A player may double only before rolling."))
    return None


@check(CubeTurned, "C203", "double-before-start", "error")
def double_before_start(event: CubeTurned) -> Finding:
    """A double before the opening roll was played.

    The opening throw decides who begins, and the dice that were thrown are played; so nobody can double
    before that. The double does not count.

    Source: rule B07 (as programs and players understand the opening throw).

    Wrong: a game that begins with `Doubles => 2`
    Right: the first roll, and then a double by the other player if he likes
    """
    if event.wrong is CubeWrong.BEFORE_START:
        return say(N_("Nobody may double before the opening roll is played."))
    return None


@check(CubeTurned, "C204", "crawford-double", "error")
def crawford_double(event: CubeTurned) -> Finding:
    """A double in the Crawford game.

    The first game that begins with a player one point short of winning the match is played without
    doubling. After it the cube is back. Where there is no such rule, say so with `--rule crawford=off`.

    Source: rules B08 and B09 (GNU Backgammon manual; three of the five rule pages).

    Wrong: `Doubles => 2` at 4-2 in a match to 5, the first game with a player at four points
    Right: no double in that game
    """
    if event.wrong is CubeWrong.CRAWFORD:
        return say(N_("This is the Crawford game: nobody may double."))
    return None


@check(CubeTurned, "C205", "wrong-cube-value", "error")
def wrong_cube_value(event: CubeTurned) -> Finding:
    """The number beside a double is not what the cube goes to.

    Every double makes the cube twice what it was. In money play a first double may name any power of
    two, unless it is known how many automatic doubles were agreed.

    Source: rule B14 (GNU Backgammon manual; three of the five rule pages).

    Wrong: `Doubles => 8` with the cube at 2
    Right: `Doubles => 4`
    """
    if event.wrong is CubeWrong.VALUE:
        return say(N_("The cube goes to {expected}, not to {said}."), expected=event.expected, said=event.said)
    return None


@check(CubeTurned, "C206", "no-offer", "error")
def no_offer(event: CubeTurned) -> Finding:
    """A take or a drop without a double before it.

    Either the double was not written down, or the answer is a slip.

    Source: rule B04.

    Wrong: `Takes` when nobody has doubled
    Right: `Doubles => 2` by one player, then `Takes` by the other
    """
    if event.wrong is CubeWrong.NO_OFFER:
        return say(N_("There is no double to answer."))
    return None


@check(CubeTurned, "C207", "no-answer", "error")
def no_answer(event: CubeTurned) -> Finding:
    """A double is neither taken nor dropped before play goes on.

    The double is then read as taken, until later cube actions or the result say otherwise.

    Source: rule B04.

    Wrong: `Doubles => 2`, and the next cell is a roll
    Right: `Doubles => 2`, then `Takes`, then the roll
    """
    if event.wrong is CubeWrong.NO_ANSWER:
        return say(N_("The double is neither taken nor dropped before play goes on."))
    return None


@check(CubeTurned, "C208", "own-answer", "error")
def own_answer(event: CubeTurned) -> Finding:
    """The player who doubled answers his own double.

    Usually the answer stands in the wrong column. It is read as the opponent's.

    Source: rule B04.

    Wrong: `Doubles => 2` and `Takes`, both in the left column
    Right: `Doubles => 2` on the left, `Takes` on the right
    """
    if event.wrong is CubeWrong.OWN_ANSWER:
        return say(N_("The player who doubled cannot answer the double."))
    return None


@check(CubeTurned, "C209", "dead-cube", "warning")
def dead_cube(event: CubeTurned) -> Finding:
    """A double by a player who already wins the match with the cube as it lies.

    It can gain nothing and lets the opponent play for more. The rules of the game do not forbid it, and
    some tournaments do; so this is a warning.

    Source: rule B10.

    Wrong: `Doubles => 2` in a match to 1, or a redouble to 4 by a player who needs two points
    Right: no double
    """
    if event.wrong is CubeWrong.DEAD:
        return say(
            N_("The doubler needs {needed} and wins the match with the cube at {cube} as it lies."), cube=event.limit, needed=event.needed
        )
    return None


@check(CubeTurned, "C210", "cube-limit", "error")
def cube_limit(event: CubeTurned) -> Finding:
    """The cube goes above the limit.

    Some programs stop at 64; some rules stop the cube where the match needs no more. The limit is what
    the file's header line `CubeLimit` or the rules that you name say; without either there is none.

    Source: rules B13 and B14 (two of the five rule pages).

    Wrong: `Doubles => 4` under `; [CubeLimit "2"]`
    Right: no double that goes above 2
    """
    if event.wrong is CubeWrong.LIMIT:
        return say(N_("The cube may not go above {limit}."), limit=event.limit)
    return None


@check(CubeTurned, "C211", "beaver-not-allowed", "error")
def beaver_not_allowed(event: CubeTurned) -> Finding:
    """A beaver or raccoon where the rules do not have them.

    A beaver is a redouble by the player who was just doubled and who keeps the cube; a raccoon answers
    it. Both belong to money play, by agreement, and never to a match. It is read as a take.

    Source: rule B11 (GNU Backgammon manual; two of the five rule pages).

    Wrong: `Beavers => 4` in a match, or under `; [Beaver "Off"]`
    Right: `Takes`
    """
    if event.wrong is CubeWrong.BEAVER:
        return say(N_("These rules have no beavers here."))
    return None


@check(CubeTurned, "C212", "no-cube", "error")
def no_cube(event: CubeTurned) -> Finding:
    """A double where there is no doubling cube.

    The header line `; [CubeLimit "1"]` says that there is none, and so does the rule `cube=off`, as in
    traditional tavla.

    Source: rule D05.

    Wrong: `Doubles => 2` under `; [CubeLimit "1"]`
    Right: no double; or no such header line
    """
    if event.wrong is CubeWrong.NO_CUBE:
        return say(N_("There is no cube under these rules."))
    return None


@check(GameBegun, "C213", "cube-not-reset", "error")
def cube_not_reset(event: GameBegun) -> Finding:
    """A game begins with a cube other than 1 in the middle, without automatic doubles.

    A cube left over from the game before is replaced. Only money games with automatic doubles may begin
    higher, and then still in the middle.

    Source: rules B12 and B16.

    Wrong: `; Set Pos=.../1` before the first row: the right player owns the cube at 2
    Right: `; Set Pos=.../0`
    """
    # A board that is set to another position than the usual one is the middle of a game, where the cube may be anywhere.
    if (event.cube == 1 and event.owner is None) or event.start_is_other or event.game.on_roll is not None:
        return None
    if event.owner is None and event.rules is not None and event.rules.length == 0 and event.rules.automatic_doubles != 0:
        return None
    return say(N_("A game begins with the cube in the middle at 1, not at {cube}."), event.set_up_span, cube=event.cube)


@check(CubeTurned, "C214", "automatic-double", "error")
def automatic_double(event: CubeTurned) -> Finding:
    """The first double names a higher cube than the agreed automatic doubles allow.

    In money play a tied opening throw may double the cube, by agreement and usually once. With a limit
    of one the cube lies at 1 or 2 when play begins, and the first double makes it 2 or 4.

    Source: rule B12 (two of the five rule pages).

    Wrong: `Doubles => 8` as the first double of a game, with one automatic double at most
    Right: `Doubles => 4`
    """
    if event.wrong is CubeWrong.AUTOMATIC:
        return say(N_("The cube cannot go to {said}: these rules do not have so many automatic doubles."), said=event.said)
    return None


@check(GameBegun, "C215", "wrong-crawford-game", "warning")
def wrong_crawford_game(event: GameBegun) -> Finding:
    """The record calls a game the Crawford game although it is not.

    The Crawford game is the first that begins with a player one point short of winning the match. There
    is one at most, and none in money play.

    Source: rules B09 and C12.

    Wrong: `Game 1 (Crawford)` in a match to 3
    Right: the mark at the first game that begins with a player at two points
    """
    if event.game.crawford and event.crawford is False:
        return say(N_("This is not the Crawford game."))
    return None


@check(Played, "C215", "wrong-crawford-game", "warning")
def wrong_crawford_dump(event: Played) -> Finding:
    dump = event.roll.dump
    if dump is not None and dump.crawford and event.at.scene is not None and event.at.scene.crawford is False:
        return say(N_("This is not the Crawford game."))
    return None
