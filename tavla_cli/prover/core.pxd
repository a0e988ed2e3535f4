# The C types of core.py: bytes and numbers behind plain pointers, nothing of Python's, no lock. The types of local
# variables follow from these (`infer_types`); a function that is missing here stays Python's. A test compares the two.

cimport cython

cdef int ADDS_UP, ALL_ROWS, ALL_ZERO, AT, BOARDS_ALIKE, CHAIN, CHAINS, CHAIN_SIZE, CLAIM, CLAIMED, CLAIM_SIZE, COLUMNS, CRAWFORD
cdef int CRAWFORD_DONE, CRAWFORD_RULE, CUBE, CUBE_LIMIT, DANCE, DICE_LEFT, DIRECT, DROPPED, END, FARTHEST_LEFT, FIRST_ROW, FITTING
cdef int FITTING_ALIKE, FOUND_SIDE, GAMES, GAME_LINE, HIGH, JACOBY, LAST, LEFTS, LEFT_NAME, LEGS, LENGTH, LINE, LOG, LONGEST_LINE, LOSS, LOW
cdef int MOST_ALL_ROWS, MOST_GAMES, MOST_NOTES, MOST_ROWS, MOVES, NEAREST_RIGHT, NOTE, NOTES, NOTE_SIZE, OFFER, OVER, OWNER, PAIRS, PENDING
cdef int RIGHT_COLUMN, ROLLED, ROLLS, ROWS, SCORE, SHORT, SHORT_ALIKE, SHORT_HIGH, SHORT_HITS, SHORT_MOST, STARRED, STARS, STARS_MISSING
cdef int STARS_NEEDED, STYLE, TOKENS, TOTAL, TURN, TURNED, TURNS, WAYS, WAYS_ALIKE, WAYS_HITS, WHOSE
cdef int blanks(const unsigned char* data, int at) noexcept nogil
cdef int ends(const unsigned char* data, int at) noexcept nogil
cdef int parted(const unsigned char* data, int at) noexcept nogil
cdef int digit(const unsigned char* data, int at) noexcept nogil
cdef int next_line(const unsigned char* data, int at) noexcept nogil
cdef int landing(unsigned char* b, int own, int src, int die) noexcept nogil
cdef int move(unsigned char* b, int own, int src, int dst) noexcept nogil
cdef int unmove(unsigned char* b, int own, int src, int dst, int hit) noexcept nogil
cdef int keep(unsigned char* b, int own, int place) noexcept nogil
cdef int put(unsigned char* b, int own, int place) noexcept nogil
cdef int same(unsigned char* b, int own, int place) noexcept nogil
cdef int set_up(unsigned char* b) noexcept nogil
cdef int movable(unsigned char* b, int own, int die) noexcept nogil
cdef int dances(unsigned char* b, int own, int high, int low) noexcept nogil
cdef int both(unsigned char* b, int own, int first, int second) noexcept nogil
cdef int times(unsigned char* b, int own, int die, int count, int top) noexcept nogil
cdef int take_back(unsigned char* b, int own, int* w) noexcept nogil
cdef int plainly(unsigned char* b, int own, int* w) noexcept nogil
cdef int found_way(unsigned char* b, int own, int* w, int branched, int hits) noexcept nogil
cdef int explore(unsigned char* b, int own, int* w, int unfinished, int branched, int hits) noexcept nogil
cdef int most_played(unsigned char* b, int own, int* w) noexcept nogil
cdef int judged(unsigned char* b, int own, int* w) noexcept nogil
cdef int point(const unsigned char* data, int at, int* w) noexcept nogil
cdef int step(const unsigned char* data, int at, int* w) noexcept nogil
cdef int is_dice(const unsigned char* data, int at) noexcept nogil
cdef int token(unsigned char* b, int* w, unsigned char* out, int side, int board) noexcept nogil

@cython.locals(word=cython.p_const_uchar)
cdef int cube_token(int* w, unsigned char* out, int side, int kind) noexcept nogil
cdef int roll(const unsigned char* data, int at, int side, unsigned char* b, int* w, unsigned char* out, int room) noexcept nogil

@cython.locals(words=cython.p_const_uchar)
cdef int word(const unsigned char* data, int at, int which) noexcept nogil
cdef int number(const unsigned char* data, int at, int digits, int* w) noexcept nogil
cdef int cube(const unsigned char* data, int at, int side, int* w, unsigned char* out) noexcept nogil
cdef int result(const unsigned char* data, int at, int side, int* w) noexcept nogil
cdef int cell(const unsigned char* data, int at, int side, unsigned char* b, int* w, unsigned char* out, int room) noexcept nogil
cdef int row(const unsigned char* data, int at, int begin, int numbered, unsigned char* b, int* w, unsigned char* out, int room) noexcept nogil
cdef int name_byte(const unsigned char* data, int at) noexcept nogil
cdef int seat(const unsigned char* data, int at, int begin, int side, int* w) noexcept nogil
cdef int seats(const unsigned char* data, int begin, int* w) noexcept nogil
cdef int begin_game(unsigned char* b, int* w, unsigned char* out, int room) noexcept nogil
cdef int median(int* w, int first) noexcept nogil
cdef int columns_fit(int* w) noexcept nogil
cdef int loss(unsigned char* b, int loser) noexcept nogil
cdef int backgammon_possible(unsigned char* b, int loser) noexcept nogil
cdef int end_game(unsigned char* b, int* w, unsigned char* out, int boards) noexcept nogil
cdef int scan(const unsigned char* data, int size, int start, unsigned char* b, int* w, unsigned char* out, int room, int boards) noexcept nogil
cdef int exchange(unsigned char* out, int size) noexcept nogil
