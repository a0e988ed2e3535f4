# cython: language_level=3
"""The way from Python into the compiled core: its functions, called with Python's values and without the interpreter's lock."""

from libc.string cimport memset

from tavla_cli.prover cimport core
from tavla_cli.prover.places import CUBE_LIMIT, END, LENGTH, NOTE, NOTE_SIZE, NOTES


def scan(bytes data, int size, int start, bytearray b, list w, bytearray out, int room, int boards):
    """As `core.scan`."""
    cdef int[1280] numbers
    cdef const unsigned char* text = data
    cdef unsigned char* board = b
    cdef unsigned char* room_of = out
    cdef int place, proved
    assert len(w) <= 1280 and len(b) >= 256 and size + 2 <= len(data) and boards + 52 * 60 <= len(out)
    memset(numbers, 0, sizeof(numbers))
    for place in range(LENGTH, CUBE_LIMIT + 1):
        numbers[place] = w[place]
    with nogil:
        proved = core.scan(text, size, start, board, numbers, room_of, room, boards)
    for place in range(NOTE + NOTE_SIZE * numbers[NOTES]):
        w[place] = numbers[place]
    w[END] = numbers[END]
    return proved


def exchange(bytearray out, int size):
    """As `core.exchange`."""
    cdef unsigned char* tokens = out
    with nogil:
        core.exchange(tokens, size)
    return 0
