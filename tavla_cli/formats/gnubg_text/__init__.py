"""GNU Backgammon's text export: a match as a report to read, with boards and, where it was analysed, with analysis. Is not written here.

What version 1.07.001 writes (from runs with 2,500 games of real and made matches):

* `export match text "m.txt"` makes one file a game: `m.txt`, `m_002.txt`, ...; `export game text` makes one. A match is also read from
  such files put one behind the other: a game with the same names and length and a higher number belongs to the match before it.
* Each begins `The score (after 2 games) is: Ann 3, Bob 1 (match to 7 points)`, player 0 (O, the left one) first; a session has no
  brackets. Behind them stands `, Crawford game` or `, post-Crawford play`; the latter also in every match to one point. Names may hold
  commas, digits and colons: the names beside the boards (`O: Ann`, `X: Bob (Cube: 2)`) tell where they end.
* `Match Information:` has a line each, where there is something to say: ratings (`Ann's rating: 1650.5 (Exp 12)`), Date, Event, Round,
  Place, Annotator, Comments, in this order; each file repeats them. A date is as the locale has it (`03/25/24`), which is not always one
  date only. The comment has no end: it may hold lines that look like any others. So a heading counts only where its board follows.
* A move: the heading `Move number 7:  Bob to play 31`, ` GNU Backgammon  Position ID: ` and `Match ID   : `, the board (always, whatever
  `set export show board` says; turned round after `set clockwise on`), `* Bob moves 8/5 6/5`, and the analysis, in which lines begin with
  a blank or with `*` and four blanks. Plays are as GNU Backgammon spells them: merged, counted, hits starred; `cannot move` for a dance.
  Without analysis (`set export include analysis off`) the next heading follows at once.
* A double: heading `Bob on roll, cube decision?` and `* Bob doubles`; then `Bob doubles to 2` and `* Ann accepts`, `rejects`, or
  `doubles`, which is a beaver. Every further one answers in the same way: `Ann doubles to 4`, `* Bob doubles` is a raccoon.
* A record of another kind has no words and shows as `* Bob doubles` under whatever heading fits: a game that breaks off at a roll ends
  `to play 66`, `* Ann doubles`. A board or cube that is set has none either; where that is before the first move, its board shows it.
* An annotation is `Annotation:` and a text without end, behind the move it is about.
* The end: `Bob wins 2 points`, uncapped, for a resignation too, of which nothing else is said; nothing for a game that is not over. Then
  tables (`set export include statistics off` leaves them out) and `Output generated ...`.
* All of this is in the language of the program, as far as that is translated, the name of the program too; names come first in every
  language. The words of the catalogues that 1.07.001 has are in gnubg_text.lark (seen at work: cs da de el es fi fr is it ro ru tr).
* The variation is told by the first board alone. The IDs say more (score, Jacoby), which is not used: it is the program's setting, not
  the record's.
"""

from tavla_cli.formats.format import Format
from tavla_cli.formats.gnubg_text.scan import read, recognises

FORMAT = Format(lambda source: recognises(source.text), lambda source: read(source.text), several=True)
