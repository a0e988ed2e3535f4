"""Checks of rolls and plays: the codes that begin with P."""

from tavla_cli.board import BAR, OFF, Wrong
from tavla_cli.checks.registry import Finding, check, say
from tavla_cli.record import Side, Unplayed
from tavla_cli.replay.events import Acted, BoardLost, BoardSet, GameBegun, HitsUnmarked, Played
from tavla_cli.rules import Opening
from tavla_cli.words import N_


def _points(event: Played) -> tuple[str, str]:
    """Where the step at fault begins and ends, in words of the notation."""
    play = event.roll.play
    j = event.judgement
    if j is None or not isinstance(play, tuple) or j.step is None or j.step >= len(play):
        return "?", "?"
    points = play[j.step].points
    return _point(points[0]), _point(points[-1])


def _point(point: int) -> str:
    return "bar" if point == BAR else "off" if point == OFF else str(point)


def _dice(event: Played) -> str:
    return f"{event.roll.dice[0]}{event.roll.dice[1]}" if event.roll.dice else "?"


def _is(event: Played, wrong: Wrong) -> bool:
    return event.judgement is not None and event.judgement.wrong is wrong


@check(Played, "P101", "no-checker", "error")
def no_checker(event: Played) -> Finding:
    """A step starts from a point where the player has no checker.

    A play can only move checkers that stand where it says. The usual cause is a slip in the number of the point, or an earlier play
    that was written down wrongly and happened to be legal.

    Source: RULES A04 (each die moves one of your own checkers).

    Wrong: `64: 24/18 12/8` from the start; nobody stands on 12.
    Right: `64: 24/18 13/9`
    """
    if _is(event, Wrong.NO_CHECKER):
        return say(N_("There is no checker on {point}."), event.step_span, point=_points(event)[0])
    return None


@check(Played, "P102", "point-blocked", "error")
def point_blocked(event: Played) -> Finding:
    """A step lands where the opponent holds the point with two checkers or more.

    A step that takes several dice touches down after each of them; it is blocked when every way to go is.

    Source: RULES A05, A06.

    Wrong: `31: 13/12 8/5` from the start; the opponent holds 12 with five checkers.
    Right: `31: 8/5 6/5`
    """
    if _is(event, Wrong.BLOCKED):
        start, end = _points(event)
        return say(N_("The way from {start} to {end} is closed: the opponent holds a point on it."), event.step_span, start=start, end=end)
    return None


@check(Played, "P103", "not-rolled", "error")
def not_rolled(event: Played) -> Finding:
    """A step moves by a number that was not rolled, or that was used already.

    Each die is played once, a double four times. One checker may use several dice.

    Source: RULES A04, A08.

    Wrong: `64: 24/18 13/8`; 13/8 is a 5.
    Right: `64: 24/18 13/9`
    """
    if _is(event, Wrong.NOT_ROLLED):
        start, end = _points(event)
        return say(N_("The roll {dice} gives no step from {start} to {end}."), event.step_span, dice=_dice(event), start=start, end=end)
    return None


@check(Played, "P104", "bar-first", "error")
def bar_first(event: Played) -> Finding:
    """Another checker moves while one is on the bar.

    A checker that was hit must enter before anything else is played; when it cannot, the turn is lost.

    Source: RULES A14, A16.

    Wrong: `53: 13/8 13/10` with a checker on the bar.
    Right: `53: bar/22 13/8`
    """
    if _is(event, Wrong.BAR_FIRST):
        return say(N_("A checker is on the bar and must enter first."), event.step_span)
    return None


@check(Played, "P105", "bear-off-early", "error")
def bear_off_early(event: Played) -> Finding:
    """A checker is borne off while another is outside the home board.

    All checkers that are still in play must stand on the points 6 to 1.

    Source: RULES A18, A21.

    Wrong: `64: 6/off 13/9`
    Right: `64: 24/18 13/9`
    """
    if _is(event, Wrong.OFF_EARLY):
        return say(N_("No checker may be borne off while another is outside the home board."), event.step_span)
    return None


@check(Played, "P106", "bear-off-not-highest", "error")
def bear_off_not_highest(event: Played) -> Finding:
    """A larger number bears off a checker while a higher point is held.

    A number bears off from its own point; only when no checker stands there or higher, the highest one goes off.

    Source: RULES A19.

    Wrong: `65: 4/off 3/off` with two checkers on 4.
    Right: `65: 4/off(2)`
    """
    if _is(event, Wrong.OFF_NOT_HIGHEST):
        return say(
            N_("A larger number bears off from the highest point only, and {point} is not the highest."),
            event.step_span,
            point=_points(event)[0],
        )
    return None


@check(Played, "P107", "unplayed-number", "error")
def unplayed_number(event: Played) -> Finding:
    """Fewer numbers were played than can be.

    Both numbers, or all four of a double, must be played if there is any way to do so, even if the play is a bad one.

    Source: RULES A07, A11.

    Wrong: `64: 24/18`
    Right: `64: 24/18 13/9`
    """
    if _is(event, Wrong.UNPLAYED):
        number = event.judgement.number if event.judgement else None
        return say(N_("The {number} can still be played."), event.play_span, number=number)
    return None


@check(Played, "P108", "larger-number", "error")
def larger_number(event: Played) -> Finding:
    """Only one number can be played, and the smaller was played though the larger can be.

    Source: RULES A09.

    Wrong: `52: bar/23` where 5 or 2 can enter and nothing can be played after either.
    Right: `52: bar/20`
    """
    if _is(event, Wrong.LARGER):
        number = event.judgement.number if event.judgement else None
        return say(N_("Only one number can be played, and it must be the {number}."), event.play_span, number=number)
    return None


@check(Played, "P109", "backwards", "error")
def backwards(event: Played) -> Finding:
    """A step leads away from home.

    Both players count the points from their own side, from 24 down to 1. A play whose numbers rise is often one that was counted from the other side.

    Source: RULES A03.

    Wrong: `43: 6/10 13/10`
    Right: `43: 10/6 13/10`
    """
    if _is(event, Wrong.BACKWARDS):
        start, end = _points(event)
        return say(N_("Checkers move towards home, not from {start} to {end}."), event.step_span, start=start, end=end)
    return None


@check(HitsUnmarked, "P110", "hit-unmarked", "warning")
def hit_unmarked(event: HitsUnmarked) -> Finding:
    """A checker is hit without a star, in a match where another hit is starred.

    The replay knows the hit without it; but a star that is missing among stars is often a sign that the board was not what the writer thought.
    Files that never star a hit are a habit of their programs and give nothing. Reported once a match, with all places.

    Source: the notation (docs: a star marks a hit).

    Wrong: `51: 13/8 6/5` where a blot stands on 5, in a file that stars other hits
    Right: `51: 13/8 6/5*`
    """
    places = [f"{at.game}.{at.row}{'L' if at.side is Side.LEFT else 'R'}" for at in event.places]
    shown = ", ".join(places[:20]) + (" ..." if len(places) > 20 else "")
    return say(N_("A checker is hit without a star, though other hits in this match have one ({places})."), places=shown, count=len(places))


@check(Played, "P111", "hit-mismarked", "warning")
def hit_mismarked(event: Played) -> Finding:
    """A star stands where nothing is hit.

    Either the star is a slip, or the opponent's checker was somewhere else than the record of the earlier plays says.

    Source: the notation (docs: a star marks a hit).

    Wrong: `31: 8/5* 6/5` from the start
    Right: `31: 8/5 6/5`
    """
    j = event.judgement
    if j is None or j.wrong is not None or not j.mismarked:
        return None
    play = event.roll.play
    span = event.play_span
    if isinstance(play, tuple):
        for step in play:
            if any(star and point in j.mismarked for point, star in zip(step.points[1:], step.hits, strict=False)):
                span = span._replace(start=event.at.span.start + step.start, end=event.at.span.start + step.end)
                break
    return say(N_("The star says that a checker is hit on {point}, and none is."), span, point=_point(j.mismarked[0]))


@check(Played, "P112", "move-available", "error")
def move_available(event: Played) -> Finding:
    """The record says that the player cannot move, or leaves the play empty and play goes on, though there is a legal play.

    Whoever can move must. An empty play as a game's last action is a roll that was not played any more: the game was given up, which is S311.

    Source: RULES A10.

    Wrong: `42: Cannot Move` with open points to go to
    Right: `42: 8/4 6/4`
    """
    if not _is(event, Wrong.MOVE_AVAILABLE):
        return None
    if event.roll.play is Unplayed.CANNOT_MOVE:
        return say(N_("The record says that the player cannot move, and there is a legal play."))
    return say(N_("The play is empty, and there is a legal play."))


@check(Played, "P113", "bad-dice", "error")
def bad_dice(event: Played) -> Finding:
    """The dice are not two numbers from 1 to 6.

    Wrong: `74: 24/17 13/9`
    Right: `64: 24/18 13/9`
    """
    dice = event.roll.dice
    if dice is None or all(1 <= die <= 6 for die in dice) or dice == (0, 0):
        return None
    return say(N_("A roll is two numbers from 1 to 6, not {dice}."), dice=_dice(event))


@check(Played, "P114", "opening-double", "error")
def opening_double(event: Played) -> Finding:
    """A game opens with a double.

    Each player throws one die and the higher begins with both; when they are equal both throw again. So a game cannot open with a double. Where the
    starter throws both dice, or the winner of the throw throws again, it can: `--rule opening=winner-rerolls`, or the preset `traditional`.

    Source: RULES A02, C13.

    Wrong: `1) 11: 8/7(2) 6/5(2)` as the first roll of a game
    Right: `1) 31: 8/5 6/5`
    """
    dice = event.roll.dice
    if event.opening and dice and dice[0] == dice[1] and 1 <= dice[0] <= 6 and event.rules.opening is Opening.ONE_DIE:
        return say(N_("A game cannot open with a double ({dice})."), dice=_dice(event))
    return None


@check(Acted, "P115", "out-of-turn", "error")
def out_of_turn(event: Acted) -> Finding:
    """The same player acts twice running, or the other player's turn is missing.

    The players take turns; a turn in which nothing can be played is written too. The usual cause is a row that was left out, or a cell in the wrong column.

    Source: RULES A10 (a turn without a play is a turn).

    Wrong: two rows in which only the left player rolls
    Right: a roll of each player in turn
    """
    return say(N_("It is the other player's turn."))


@check(Played, "P116", "ambiguous-play", "warning")
def ambiguous_play(event: Played) -> Finding:
    """The play as written fits two different results.

    One checker that uses both dice can go two ways, and one of them hits a blot on the way; in a record that stars no hits either may be meant. The way without
    the hit is taken, and the replay keeps the other in mind until later plays decide; when they do this is only a note.

    Source: RULES A06, the notation.

    Wrong: `63: 20/11` with a blot on 17 and none on 14
    Right: `63: 20/14/11` or `63: 20/17*/11`
    """
    if event.ambiguity is None:
        return None
    severity = "note" if event.ambiguity.settled else None
    j = event.judgement
    return say(
        N_("The play fits {count} different results; the one without the hit on the way is taken."),
        event.play_span,
        severity,  # type: ignore[arg-type]
        count=len(j.results) if j else 2,
    )


@check(Played, "P117", "blocked-route", "warning")
def blocked_route(event: Played) -> Finding:
    """The result is legal, the way described is not.

    A play is its result: `24/19/13` with 19 blocked is the legal 24/13 by way of 18, written carelessly.

    Source: RULES A06.

    Wrong: `65: 24/19/13` from the start
    Right: `65: 24/18/13`
    """
    if event.judgement is not None and event.judgement.rerouted is not None:
        return say(N_("The result is legal, but not by the way that is written."), event.step_span)
    return None


@check(Played, "P118", "wrong-starter", "error")
def wrong_starter(event: Played) -> Finding:
    """The lower die of the opening throw starts.

    Only where the format records who threw what. The player with the higher die begins and plays both numbers; equal dice are thrown again.
    No dialect of `.mat` records the opening throw, so this finds nothing in them.

    Source: RULES A02, C13.

    Wrong: an opening throw of 2 (left) and 6 (right), and the left player begins
    Right: the right player begins
    """
    if event.throw is None or not event.opening or event.rules.opening is not Opening.ONE_DIE or event.at.side is None:
        return None
    mine, other = event.throw[event.at.side], event.throw[event.at.side.other]
    if mine < other:
        return say(N_("The opening throw was {left}-{right}: the other player starts."), left=event.throw[0], right=event.throw[1])
    return None


@check(Played, "P119", "declared-illegal", "error")
def declared_illegal(event: Played) -> Finding:
    """The record itself says that the play was illegal, and the board it shows is no legal result of the roll.

    Programs write `Illegal play (...)` with the position after it where they cannot write the play. The replay goes on from that position.

    Source: RULES A25 (an illegal play can stand).

    Wrong: `31: Illegal play (7;0;1;0;0;Ann;Bob;...)` with a board that 3-1 does not reach
    Right: `31: 8/5 6/5`
    """
    if event.roll.dump is not None and not event.possible:
        return say(N_("The record calls this play illegal, and its position is no legal result of the roll."))
    return None


@check(Played, "P120", "hit-and-run", "error")
def hit_and_run(event: Played) -> Finding:
    """A checker hits in its own home board and runs on, under rules that forbid it.

    Traditional tavla does not allow it; the international rules do, and so do Turkish tournaments that say so. Asked for with `--rule hit_and_run=off`.

    Source: RULES A13, D05.

    Wrong: `31: 6/5* 5/2` in traditional tavla
    Right: `31: 8/5* 6/5`
    """
    j = event.judgement
    if j is not None and j.wrong is None and j.ran is not None and event.rules.hit_and_run is False:
        return say(N_("The checker that hit on {point} runs on, which these rules forbid in the home board."), event.play_span, point=j.ran)
    return None


@check(BoardSet, "P121", "bad-position", "error")
def bad_position(event: BoardSet) -> Finding:
    """A position that the record sets cannot be.

    More than 15 checkers of one player, both players on one point, or both on the bar against closed boards. It is then ignored.

    Source: RULES A24.

    Wrong: `; Set Pos=` with 16 checkers of one player
    Right: at most 15 of each
    """
    if not event.possible:
        return say(N_("This position cannot be."))
    return None


@check(BoardLost, "P122", "board-lost", "note")
def board_lost(event: BoardLost) -> Finding:
    """No board fits the record from here to the end of the game.

    After a play that cannot be right every board that may be true is kept, and later plays choose between them. When none is left, or too many are, checks that need the board
    rest to the end of the game; dice, turn order, cube, score and result are checked all the same.

    Wrong: two plays in a row that no board fits
    Right: mend the first finding of the game, then look again
    """
    return say(N_("No board fits the record from here on; checks of the board rest to the end of this game."))


@check(GameBegun, "P123", "nonstandard-start", "note")
def nonstandard_start(event: GameBegun) -> Finding:
    """A game starts from another position than its variation's.

    Source: RULES A27 (a wrong start stands once both have played).

    Wrong: `; Set Pos=...` before the first row of a game
    Right: no such line, or the header line `; [Variation "NackGammon"]` for such a match
    """
    return say(N_("The game starts from a position of its own.")) if event.start_is_other else None
