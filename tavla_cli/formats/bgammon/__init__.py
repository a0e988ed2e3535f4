"""Replays of bgammon.org, `.match` (formats/mat.md 14, and the site's REPLAY.md).

What the sheet does not say, from the server that writes them (R):

* A game's line `i` is put before its events when it is over. Its scores are those before the game.
* `<points>` of a game that ended on the board is 1, 2 or 3, without the cube; of a refused double and a resignation it is what was won.
  The winner can be 0, unknown, where a game was given up.
* Every step is one checker moved by one die; hits are not marked; a roll that cannot be played has no steps.
* A player's name has no blanks. A double that is refused names the player who offered it.
* Acey-deucey and tabula (rolls of three dice) are other games: they are faults here.
"""

from tavla_cli.formats.bgammon.read import read, recognises
from tavla_cli.formats.bgammon.write import write
from tavla_cli.formats.format import Format

FORMAT = Format(lambda source: recognises(source.text), lambda source: read(source.text), write, several=True)
