"""Small correct matches for tournaments in tests: any score, any names; every game is given up after its first two rolls."""

OPENINGS = ("31: 8/5 6/5", "42: 8/4 6/4", "53: 8/3 6/3", "61: 13/7 8/7", "65: 24/18 18/13")
REPLIES = ("43: 13/10 13/9", "32: 13/11 13/10", "41: 13/9 6/5", "21: 13/11 6/5", "52: 13/11 13/8")


def match_text(left: str, right: str, score: tuple[int, int], length: int, seed: int, *, game: int | None = None, **header: str) -> str:
    """A match that ends with `score`, each game won by one point, the loser's first. Two seeds below 625 share no two games.

    `header`: keys with `_` for blanks. `game`: spoil the first play of that game.
    """
    winners = ["left"] * score[0] + ["right"] * score[1]
    if score[0] > score[1]:  # the one who loses wins his games first, so that the last game decides
        winners.reverse()
    lines = [f'; [{key.replace("_", " ")} "{value}"]' for key, value in header.items()]
    lines += ["", f" {length} point match", ""]
    points = {"left": 0, "right": 0}
    for number, winner in enumerate(winners, 1):
        at = seed if number == 1 else seed // 25 + 7 * number
        opening, reply = OPENINGS[at % 5], REPLIES[at // 5 % 5]
        if game == number:
            opening = opening[:2] + ": 24/22"
        lines += [
            f" Game {number}",
            f" {left} : {points['left']}".ljust(34) + f"{right} : {points['right']}",
            f"  1) {opening}".ljust(34) + reply,
            ("" if winner == "left" else " " * 28) + "      Wins 1 point",
            "",
        ]
        points[winner] += 1
    return "\n".join(lines) + "\n"
