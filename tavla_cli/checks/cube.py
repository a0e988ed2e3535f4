"""Checks of the cube: the codes that begin with C."""

from tavla_cli.checks.registry import Finding, check, say
from tavla_cli.replay.events import CubeTurned, CubeWrong, GameBegun, Played
from tavla_cli.words import N_


@check(CubeTurned, "C201", "not-your-cube", "error")
def not_your_cube(event: CubeTurned) -> Finding:
    """A double by the player who may not turn the cube.

    Whoever took the last double owns the cube, and only he may double next. A cube in the middle is anybody's.

    Source: RULES B01, B03.

    Wrong: Alice doubles, Bob takes, and Alice doubles again
    Right: Bob may redouble
    """
    if event.wrong is CubeWrong.NOT_YOURS:
        return say(N_("The opponent owns the cube."))
    return None


@check(CubeTurned, "C202", "double-after-roll", "error")
def double_after_roll(event: CubeTurned) -> Finding:
    """A double after the dice were thrown.

    One doubles before one's own roll. A double behind the dice in the same cell, or by the player whose roll was the last action, comes too late.

    Source: RULES B02.

    Wrong: `31: Doubles => 2`
    Right: `Doubles => 2` in a cell of its own, before the roll
    """
    if event.wrong is CubeWrong.AFTER_ROLL:
        return say(N_("A player may double only before rolling."))
    return None


@check(CubeTurned, "C203", "double-before-start", "error")
def double_before_start(event: CubeTurned) -> Finding:
    """A double before the opening roll was played.

    The opening throw decides who begins, and its dice are played; so nobody can double before it. The double is not counted.

    Source: RULES B07.

    Wrong: a game that begins with `Doubles => 2`
    Right: the first roll, then a double by the other player if he likes
    """
    if event.wrong is CubeWrong.BEFORE_START:
        return say(N_("Nobody may double before the opening roll is played."))
    return None


@check(CubeTurned, "C204", "crawford-double", "error")
def crawford_double(event: CubeTurned) -> Finding:
    """A double in the Crawford game.

    In the first game in which a player is one point short of the match the cube rests. In the games after it the cube is back.

    Source: RULES B08, B09.

    Wrong: a double at 4-2 in a match to 5, the first game at four points
    Right: no double in that game
    """
    if event.wrong is CubeWrong.CRAWFORD:
        return say(N_("This is the Crawford game: nobody may double."))
    return None


@check(CubeTurned, "C205", "wrong-cube-value", "error")
def wrong_cube_value(event: CubeTurned) -> Finding:
    """The number beside a double is not what the cube goes to.

    Every double is twice the cube as it lies. In money games whose automatic doubles nobody stated a first double may name any power of two.

    Source: RULES B14.

    Wrong: `Doubles => 8` with the cube at 1
    Right: `Doubles => 2`
    """
    if event.wrong is CubeWrong.VALUE:
        return say(N_("The cube goes to {expected}, not to {said}."), expected=event.expected, said=event.said)
    return None


@check(CubeTurned, "C206", "no-offer", "error")
def no_offer(event: CubeTurned) -> Finding:
    """A take or a drop without a double before it.

    Source: RULES B04.

    Wrong: `Takes` when nobody has doubled
    Right: `Doubles => 2`, then `Takes`
    """
    if event.wrong is CubeWrong.NO_OFFER:
        return say(N_("There is no double to answer."))
    return None


@check(CubeTurned, "C207", "no-answer", "error")
def no_answer(event: CubeTurned) -> Finding:
    """A double that is neither taken nor dropped before play goes on.

    Source: RULES B04.

    Wrong: `Doubles => 2`, and the next cell is a roll
    Right: `Doubles => 2`, then `Takes`
    """
    if event.wrong is CubeWrong.NO_ANSWER:
        return say(N_("The double is neither taken nor dropped before play goes on."))
    return None


@check(CubeTurned, "C208", "own-answer", "error")
def own_answer(event: CubeTurned) -> Finding:
    """The doubler answers his own double.

    Usually the answer stands in the wrong column. It is read as the opponent's.

    Source: RULES B04.

    Wrong: `Doubles => 2` and `Takes`, both in the left column
    Right: `Doubles => 2` on the left, `Takes` on the right
    """
    if event.wrong is CubeWrong.OWN_ANSWER:
        return say(N_("The player who doubled cannot answer the double."))
    return None


@check(CubeTurned, "C209", "dead-cube", "warning")
def dead_cube(event: CubeTurned) -> Finding:
    """A double by a player whom the cube as it lies already wins the match.

    It gains nothing and gives the opponent the cube. The rules of the game do not forbid it, some tournaments' rules do.

    Source: RULES B10.

    Wrong: a redouble to 4 by a player who needs two points
    Right: no double
    """
    if event.wrong is CubeWrong.DEAD:
        return say(N_("The cube at {cube} already wins the doubler the match, who needs {needed}."), cube=event.limit, needed=event.needed)
    return None


@check(CubeTurned, "C210", "cube-limit", "error")
def cube_limit(event: CubeTurned) -> Finding:
    """The cube goes above the limit that the rules or the header set.

    Some programs stop at 64; some rules stop the cube at what the match still needs. Without a stated limit there is none.

    Source: RULES B13, B14.

    Wrong: `Doubles => 128` under `; [CubeLimit "64"]`
    Right: no double beyond 64
    """
    if event.wrong is CubeWrong.LIMIT:
        return say(N_("The cube may not go above {limit}."), limit=event.limit)
    return None


@check(CubeTurned, "C211", "beaver-not-allowed", "error")
def beaver_not_allowed(event: CubeTurned) -> Finding:
    """A beaver or raccoon where the rules do not have them.

    They belong to money play, by agreement, never to a match. It is read as a take.

    Source: RULES B11.

    Wrong: `Beavers => 4` in a match to 5
    Right: `Takes`
    """
    if event.wrong is CubeWrong.BEAVER:
        return say(N_("These rules have no beavers here."))
    return None


@check(CubeTurned, "C212", "no-cube", "error")
def no_cube(event: CubeTurned) -> Finding:
    """A double where the rules or the header have no cube.

    Source: RULES D05; a header line `; [CubeLimit "1"]` says that there is no cube.

    Wrong: `Doubles => 2` under `; [CubeLimit "1"]`
    Right: no double, or another limit
    """
    if event.wrong is CubeWrong.NO_CUBE:
        return say(N_("There is no cube under these rules."))
    return None


@check(GameBegun, "C213", "cube-not-reset", "error")
def cube_not_reset(event: GameBegun) -> Finding:
    """A game begins with another cube than 1 in the middle, without automatic doubles.

    Every game starts with the cube in the middle at 1; only money games with automatic doubles may begin higher, and then still in the middle.

    Source: RULES B12, B16.

    Wrong: `; Set Pos=.../1` before the first row: the right player owns a cube at 2
    Right: `; Set Pos=.../0`
    """
    if event.cube == 1 and event.owner is None:
        return None
    if event.owner is None and event.rules is not None and event.rules.length == 0 and event.rules.automatic_doubles != 0:
        return None
    return say(N_("A game begins with the cube in the middle at 1, not at {cube}."), cube=event.cube)


@check(CubeTurned, "C214", "automatic-double", "error")
def automatic_double(event: CubeTurned) -> Finding:
    """Automatic doubles above their limit.

    Where a tied opening throw doubles the cube, the players agree how often. A first double that names more than that allows cannot be.

    Source: RULES B12.

    Wrong: a first `Doubles => 8` in a money game with one automatic double at most
    Right: `Doubles => 2`, or `Doubles => 4` after one automatic double
    """
    if event.wrong is CubeWrong.AUTOMATIC:
        return say(N_("The cube cannot go to {said}: these rules do not have so many automatic doubles."), said=event.said)
    return None


@check(GameBegun, "C215", "wrong-crawford-game", "warning")
def wrong_crawford_game(event: GameBegun) -> Finding:
    """The record calls a game the Crawford game that is not.

    The Crawford game is the first one in which a player is one point short of the match; there is at most one, and none in money play.

    Source: RULES B09, C12.

    Wrong: `Game 1 (Crawford)` in a match to 5
    Right: the mark at the first game at four points
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
