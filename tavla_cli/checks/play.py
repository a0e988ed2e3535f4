"""Checks of rolls and plays: the codes that begin with P."""

from tavla_cli.board import BAR, OFF, Wrong
from tavla_cli.checks.registry import Finding, check, say
from tavla_cli.record import Side, Unplayed
from tavla_cli.replay.events import Acted, BoardLost, BoardSet, GameBegun, HitsUnmarked, Played
from tavla_cli.rules import Opening, opens_with_double
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


def _one_number(event: Played) -> bool:
    """Whether the step at fault plays a single number of the roll."""
    play, j = event.roll.play, event.judgement
    if j is None or j.step is None or not isinstance(play, tuple) or event.roll.dice is None:
        return False
    points = play[j.step].points
    return len(points) == 2 and points[0] - points[1] in event.roll.dice


def _dice(event: Played) -> str:
    return f"{event.roll.dice[0]}{event.roll.dice[1]}" if event.roll.dice else "?"


def _is(event: Played, wrong: Wrong) -> bool:
    return event.judgement is not None and event.judgement.wrong is wrong


@check(Played, "P101", "no-checker", "error")
def no_checker(event: Played) -> Finding:
    """A step starts from a point where the player has no checker.

    Usually the number of the point is a slip. It can also be that an earlier play was written down
    wrongly and happened to be legal, so that the checkers stand elsewhere than the record thinks.

    Source: rule A04, each number moves a checker of one's own (GNU Backgammon manual; all five rule
    pages).

    Wrong: `64: 24/18 12/8` as the first roll of a player, who has nobody on 12
    Right: `64: 24/18 13/9`
    """
    if _is(event, Wrong.NO_CHECKER):
        point = _points(event)[0]
        if point == "bar":
            return say(N_("The player has no checker on the bar."), event.step_span)
        scene = event.at.scene
        if point.isdigit() and scene is not None and scene.position is not None and scene.position.own[int(point)]:
            return say(N_("The player has no more checkers on {point}."), event.step_span, point=point)
        return say(N_("The player has no checker on {point}."), event.step_span, point=point)
    return None


@check(Played, "P102", "point-blocked", "error")
def point_blocked(event: Played) -> Finding:
    """A step lands on a point that the opponent holds with two checkers or more.

    Each number is a step of its own. A checker that plays several numbers touches down after each of
    them, and may take them in any order; it is blocked when every order meets a closed point.

    Source: rules A05 and A06 (GNU Backgammon manual; all five rule pages).

    Wrong: `31: 13/12 8/5` as the first roll of a game; the opponent has five checkers on 12
    Right: `31: 8/5 6/5`
    """
    if _is(event, Wrong.BLOCKED):
        start, end = _points(event)
        if _one_number(event):
            return say(N_("The opponent holds the point {end}."), event.step_span, end=end)
        return say(N_("Every way from {start} to {end} meets a point that the opponent holds."), event.step_span, start=start, end=end)
    return None


@check(Played, "P103", "not-rolled", "error")
def not_rolled(event: Played) -> Finding:
    """A step moves by a number that was not rolled, or that was used already.

    Each of the two numbers is played once; of a double, the number is played four times. One checker
    may play several numbers.

    Source: rules A04 and A08 (GNU Backgammon manual; all five rule pages).

    Wrong: `64: 24/18 13/8`; 13/8 is a 5
    Right: `64: 24/18 13/9`
    """
    if _is(event, Wrong.NOT_ROLLED):
        start, end = _points(event)
        return say(N_("The roll {dice} gives no step from {start} to {end}."), event.step_span, dice=_dice(event), start=start, end=end)
    return None


@check(Played, "P104", "bar-first", "error")
def bar_first(event: Played) -> Finding:
    """Another checker moves while one is on the bar.

    A checker that was hit must enter before anything else is played. If there are several, all of them;
    what cannot enter loses the rest of the turn.

    Source: rules A14 and A16 (GNU Backgammon manual; the rule pages).

    Wrong: `53: 13/8 13/10` with a checker on the bar
    Right: `53: bar/22 13/8`
    """
    if _is(event, Wrong.BAR_FIRST):
        return say(N_("A checker is on the bar and must enter first."), event.step_span)
    return None


@check(Played, "P105", "bear-off-early", "error")
def bear_off_early(event: Played) -> Finding:
    """A checker is borne off while another is outside the home board.

    All checkers that are still in play must stand on the points 6 to 1. One that was hit during the
    bear-off must come home again first.

    Source: rules A18 and A21 (GNU Backgammon manual; all five rule pages).

    Wrong: `64: 6/off 13/9`
    Right: `64: 24/18 13/9`
    """
    if _is(event, Wrong.OFF_EARLY):
        return say(N_("No checker may be borne off while another is outside the home board."), event.step_span)
    return None


@check(Played, "P106", "bear-off-not-highest", "error")
def bear_off_not_highest(event: Played) -> Finding:
    """A checker is borne off with a larger number than its point while a higher point is held.

    A number bears off from its own point. If nobody stands there, it must be played from a higher
    point; only when all higher points are empty does it bear off the checker on the highest point that
    is left.

    Source: rule A19 (GNU Backgammon manual; all five rule pages).

    Wrong: `51: 6/5 2/off` with one checker on 6 and one on 2; the 5 cannot bear off the 2
    Right: `51: 6/1 2/1`
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

    Both numbers, or all four of a double, must be played if there is any way to do so, even a bad one;
    of a double, as many as possible. A play that uses one number is no choice when another play uses
    both.

    Source: rules A07 and A11 (GNU Backgammon manual; the rule pages).

    Wrong: `64: 24/18`; the 4 can be played too
    Right: `64: 24/18 13/9`
    """
    if _is(event, Wrong.UNPLAYED):
        number = event.judgement.number if event.judgement else None
        return say(N_("The {number} can still be played."), event.play_span, number=number)
    return None


@check(Played, "P108", "larger-number", "error")
def larger_number(event: Played) -> Finding:
    """Only one number can be played, and the smaller was played though the larger can be.

    When either number can be played but not both, it must be the larger. When only the smaller can be
    played at all, the smaller is right.

    Source: rule A09 (GNU Backgammon manual; four of the five rule pages).

    Wrong: `54: 20/16` where 20/11 is closed and no other checker can move
    Right: `54: 20/15`
    """
    if _is(event, Wrong.LARGER):
        number = event.judgement.number if event.judgement else None
        return say(N_("Only one number can be played, and it must be the {number}."), event.play_span, number=number)
    return None


@check(Played, "P109", "backwards", "error")
def backwards(event: Played) -> Finding:
    """A step leads away from home.

    Each player counts the points from his own side, from 24 down to 1, and moves downwards. A play
    whose numbers rise was often counted from the other side.

    Source: rule A03 (GNU Backgammon manual; three of the five rule pages).

    Wrong: `43: 6/10 13/10`
    Right: `43: 24/21 13/9`
    """
    if _is(event, Wrong.BACKWARDS):
        start, end = _points(event)
        return say(N_("Checkers move towards home, not from {start} to {end}."), event.step_span, start=start, end=end)
    return None


@check(HitsUnmarked, "P110", "hit-unmarked", "warning")
def hit_unmarked(event: HitsUnmarked) -> Finding:
    """A checker is hit without a star, in a match where another hit has one.

    The hit is seen without the star. But where the writer stars hits, a missing one is often a sign
    that he did not think of a checker there. Files that never star a hit do so by habit and give
    nothing. Reported once a match, with all places.

    Source: the notation; a star stands behind the point where a checker is hit.

    Wrong: `31: bar/24 8/5` with a checker of the opponent's alone on 5, in a file that stars other hits
    Right: `31: bar/24 8/5*`
    """
    places = [f"{at.game}.{at.row}{'L' if at.side is Side.LEFT else 'R'}" for at in event.places]
    shown = ", ".join(places[:20]) + (" ..." if len(places) > 20 else "")
    return say(
        N_("A hit has no star, though another hit in this match has one. Without a star: {places}."), places=shown, count=len(places)
    )


@check(Played, "P111", "hit-mismarked", "warning")
def hit_mismarked(event: Played) -> Finding:
    """A star stands where nothing is hit.

    Either the star is a slip, or the opponent's checker stood elsewhere than the earlier plays say.

    Source: the notation; a star stands behind the point where a checker is hit.

    Wrong: `31: 8/5* 6/5` as the first roll of a game
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
    """The record says that the player cannot move, or leaves the play empty and goes on, though there is a
    legal play.

    Whoever can move must. An empty play as the last thing in a game is a roll that was not played any
    more, because the game was given up: that is S311 at most.

    Source: rule A10 (GNU Backgammon manual; three of the five rule pages).

    Wrong: `42: Cannot Move` with many points open
    Right: `42: 24/22 13/9`
    """
    if not _is(event, Wrong.MOVE_AVAILABLE):
        return None
    if event.roll.play is Unplayed.CANNOT_MOVE:
        return say(N_("The record says that the player cannot move, and there is a legal play."))
    return say(N_("The play is empty, and there is a legal play."))


@check(Played, "P113", "bad-dice", "error")
def bad_dice(event: Played) -> Finding:
    """The dice are not two numbers from 1 to 6.

    Which numbers were rolled nobody can say; the play is kept in mind with every roll that can be
    meant.

    Wrong: `74: 24/17 13/9`
    Right: `64: 24/18 13/9`
    """
    dice = event.roll.dice
    if dice is None or all(1 <= die <= 6 for die in dice):
        return None
    return say(N_("A roll is two numbers from 1 to 6, not {dice}."), dice=_dice(event))


@check(Played, "P114", "opening-double", "error")
def opening_double(event: Played) -> Finding:
    """A game opens with a double.

    Each player throws one die, the higher begins and plays both numbers; equal dice are thrown again.
    So no game opens with a double. Under rules where the starter throws two dice, or where the winner
    of the throw throws again, it can; say so with `--rule opening=winner-rerolls` or the preset
    `traditional`.

    Source: rule A02 (GNU Backgammon manual; three of the five rule pages); other clubs have other
    customs.

    Wrong: `11: 8/7(2) 6/5(2)` as the first roll of a game
    Right: `31: 8/5 6/5`
    """
    dice = event.roll.dice
    if event.opening and dice and dice[0] == dice[1] and 1 <= dice[0] <= 6 and opens_with_double(event.rules) is False:
        return say(N_("A game cannot open with a double ({dice})."), dice=_dice(event))
    return None


@check(Acted, "P115", "out-of-turn", "error")
def out_of_turn(event: Acted) -> Finding:
    """The same player acts twice in a row, or the other player's turn is missing.

    A turn in which nothing can be played is a turn and is written too. Usually a row was left out, or a
    cell stands in the wrong column.

    Source: rule A10, the turn passes to the other player.

    Wrong: two rows in which only the left player rolls
    Right: a roll of each player in turn, `Cannot Move` where nothing can be played
    """
    return say(N_("It is the other player's turn."))


@check(Played, "P116", "ambiguous-play", "warning")
def ambiguous_play(event: Played) -> Finding:
    """The play as written can mean two different results.

    One checker that plays both numbers can go two ways, and one of them hits a checker on its way. In a
    record that never stars hits either may be meant. The way without the hit is taken, and the other is
    kept in mind; if later plays decide between them, this is only a note.

    Source: rule A06; the notation.

    Wrong: `62: 13/5` with an opponent's checker alone on 7 and none on 11, where no hit has a star
    Right: `62: 13/11/5`
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
    """The result is legal, but not by the way that is written.

    A play is judged by its result. `24/19/13` with 19 closed is the legal play from 24 to 13 by way of
    18, carelessly written.

    Source: rule A06 (GNU Backgammon manual; two of the five rule pages).

    Wrong: `65: 24/19/13` as the first roll of a game
    Right: `65: 24/18/13`
    """
    if event.judgement is not None and event.judgement.rerouted is not None:
        return say(N_("The play is legal, but not by the way that is written."), event.step_span)
    return None


@check(Played, "P118", "wrong-starter", "error")
def wrong_starter(event: Played) -> Finding:
    """The lower die of the opening throw starts.

    The player with the higher die begins and plays both numbers. Only some formats record who threw
    what: no `.mat` file does, so in them this finds nothing and there is no example.

    Source: rules A02 and C13 (GNU Backgammon manual; the rule pages).

    Wrong: an opening throw of 2 on the left and 6 on the right, and the left player begins
    Right: the right player begins with 6 and 2
    """
    if event.throw is None or not event.opening or event.rules.opening is not Opening.ONE_DIE or event.at.side is None:
        return None
    mine, other = event.throw[event.at.side], event.throw[event.at.side.other]
    if mine < other:
        return say(N_("The opening throw was {left}-{right}: the other player starts."), left=event.throw[0], right=event.throw[1])
    return None


@check(Played, "P119", "declared-illegal", "error")
def declared_illegal(event: Played) -> Finding:
    """The record itself says that the play was illegal, and no legal play leads to the board that it
    shows.

    Some programs write `Illegal play (...)` with the board after it when a play cannot be written down.
    The play goes on from that board. Where a legal play leads there, nothing is reported.

    Source: rule A25, an illegal play stands once the opponent has rolled (tournament rules of several
    federations).

    Wrong: `31: Illegal play (...)` with a board to which no play of 3 and 1 leads
    Right: `31: 8/5 6/5`
    """
    if event.roll.dump is not None and not event.possible:
        return say(N_("The record calls this play illegal, and its position is no legal result of the roll."))
    return None


@check(Played, "P120", "hit-and-run", "error")
def hit_and_run(event: Played) -> Finding:
    """A checker hits in its own home board and runs on in the same turn, under rules that forbid it.

    The international rules allow it, and Turkish tournaments allow it expressly; many coffee houses do
    not. It is looked for only with `--rule hit_and_run=off`.

    Source: rules A13 and D05 (descriptions of traditional tavla).

    Wrong: `31: 6/5*/2`
    Right: `31: 6/5* 24/21`
    """
    j = event.judgement
    if j is not None and j.wrong is None and j.ran is not None and event.rules.hit_and_run is False:
        return say(N_("The checker that hit on {point} runs on, which these rules forbid in the home board."), event.play_span, point=j.ran)
    return None


@check(BoardSet, "P121", "bad-position", "error")
def bad_position(event: BoardSet) -> Finding:
    """A position that the record sets cannot be.

    More than 15 checkers of one player, both players on one point, or both on the bar against closed
    boards. The line is then ignored.

    Source: rule A24.

    Wrong: `; Set Pos=...` with 16 checkers of one player
    Right: at most 15 of each
    """
    if not event.possible:
        return say(N_("No game can reach this position."))
    return None


@check(BoardLost, "P122", "board-lost", "note")
def board_lost(event: BoardLost) -> Finding:
    """No board fits the record from here to the end of the game.

    After a play that cannot be right, every board that may be true is kept, and later plays choose
    between them. When none is left, or too many are, nothing more is said about the moves of this game;
    dice, turn order, cube, score and result are looked at all the same.

    Wrong: two plays in a row that cannot be
    Right: mend the first finding of the game, then look again
    """
    return say(N_("No board fits the record from here on; checks of the board stop until the next game."))


@check(GameBegun, "P123", "nonstandard-start", "note")
def nonstandard_start(event: GameBegun) -> Finding:
    """A game starts from another position than usual.

    The record sets the board before the first roll. A wrong set-up stands once both have played, so
    this is a note.

    Source: rule A27 (tournament rules of several federations).

    Wrong: `; Set Pos=...` before the first row, with four checkers on 13
    Right: no such line; or, for a variant such as Nackgammon, the header line
        `; [Variation "NackGammon"]`
    """
    return say(N_("The game starts from another position than usual."), event.set_up_span) if event.start_is_other else None
