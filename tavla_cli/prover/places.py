"""Where the prover's core keeps what it knows: places in its array of numbers `w`, and its limits. Computes nothing."""

# Answers, read by result.py.
TOKENS = 0  # bytes of tokens
ROLLS = 1  # bytes of rolls
GAMES = 2
TURNS = 3
SCORE = 4  # and 5: left, right, after the last game
CLAIMED = 6  # and 7
STARRED = 8  # 1: the match stars its hits
DANCE = 9  # where the first `Cannot Move`, `Bar/` or `/Off` ends, 0: there is none
LEFT_NAME = 10  # and 11: where it begins and ends
RIGHT_NAME = 12  # and 13
GAME_LINE = 14  # and 15: of the last game
FIRST_ROW = 16  # where the first score line ends
NOTES = 17  # how many games were resigned
NOTE = 18  # of each note NOTE_SIZE numbers: game, row, turn, side, start, end, points, cube, owner, left, right, Crawford, line's start
NOTE_SIZE = 13
MOST_NOTES = 60
END = 800  # where the next match begins, or the text ends

# What was said before the first game.
LENGTH = 801
JACOBY = 802  # 0 off, 1 on, 2 unknown
CRAWFORD_RULE = 803  # 1: on
CUBE_LIMIT = 804  # 0: none; 1: no cube

# The match so far.
CRAWFORD_DONE = 805
STARS_NEEDED = 806  # a play is clear only by its stars
STARS_MISSING = 807  # a hit has no star
ALL_ZERO = 808  # every game is said to begin at 0-0
ADDS_UP = 809  # every score follows from the one before
TOTAL = 810  # and 811: of a session where every game begins at 0-0
LAST = 812  # no game may follow
AT = 813  # bytes of tokens so far
ROLLED = 814
ALL_ROWS = 815

# The game so far.
ROWS = 820
TURN = 821  # rolls
WHOSE = 822  # whose turn it is, -1 before the first roll
OVER = 823  # who has borne off his last checker, -1
DROPPED = 824  # who has dropped, -1
CUBE = 825
OWNER = 826  # -1: nobody
OFFER = 827  # who has doubled and waits for an answer, -1
TURNED = 828
PENDING = 829  # 1: a roll without a play that nobody may follow
CRAWFORD = 830
CLAIM = 831  # who has won according to `Wins`, -1; behind it where that stands
CLAIM_POINTS = 832
CLAIM_MATCH = 833
CLAIM_SIDE = 834
CLAIM_START = 835
CLAIM_END = 836
CLAIM_ROW = 837
CLAIM_LINE = 838
LOSS = 841  # likewise, of `Losses`
CLAIM_SIZE = 10
RIGHT_COLUMN = 851  # where the right player's name begins
FARTHEST_LEFT = 852  # columns of the cells that were taken for the left player's, and for the right player's
NEAREST_RIGHT = 853
PAIRS = 854
FOUND_SIDE = 855
LINE = 856
STYLE = 857  # and 858: how the halves of the first score line are laid out

# The play.
HIGH = 860  # the dice as written
LOW = 861
DICE_LEFT = 862  # and 863: how often each may still be played
CHAINS = 864
LEGS = 865
STARS = 866  # a bit for each point with a star
WAYS = 867
WAYS_HITS = 868
WAYS_ALIKE = 869
BOARDS_ALIKE = 870
DIRECT = 871  # a way was found in which every leg took one die
FITTING = 872  # ways that hit where the stars stand
FITTING_ALIKE = 873
SHORT = 874
SHORT_HITS = 875
SHORT_ALIKE = 876
SHORT_MOST = 877
SHORT_HIGH = 878  # the larger die was played in one of them
MOVES = 879  # how many moves the log holds; they follow from LOG, three numbers each
LOG = 880
CHAIN = 900  # of each chain CHAIN_SIZE numbers: legs, the leg it is on, the point it is on, points
CHAIN_SIZE = 10
LEFTS = 950  # how often a pair of cells begins at a column, COLUMNS numbers, and after those the same of right cells
COLUMNS = 160
SIZE = 1280
"""Numbers in `w`."""

BOARDS = 256
"""Bytes in `b`."""

LONGEST_LINE = 390
MOST_ROWS = 2000
MOST_ALL_ROWS = 100000
MOST_GAMES = 2000
