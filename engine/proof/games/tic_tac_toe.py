"""Tic-tac-toe as a game of the proof searches; the goal is that the first player wins.

Source: Schijf 1993, section 4.3: children in random order, a draw counts as a loss; appendix A:
symmetric positions are one.
"""

from functools import cache

import numpy as np

from engine.machine.core import core, door, int64, record, uint64, void
from engine.machine.words import ALL_ONES, U64, address, as_record, at, bit, size
from engine.proof.numbers import FALSE, ONE, TRUE, UNKNOWN, ZERO
from engine.proof.prover import CHILD, MOBILITY_AT

CELLS = 9
LINES = (0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124)
"""Three cells in a row, a bit for each cell."""
ALL_CELLS = U64(0o777)
IMAGES = 8

BOARD = np.dtype([("taken", "u8", 2)], align=True)  # by player: first, second
TIC_TAC_TOE = np.dtype(
    [
        ("boards", "u8"),  # address of the BOARDs by ply, that of the root first
        ("symmetric", "u8"),  # 1: symmetric positions are one
        ("merges", "u8"),  # 1: of moves to the same position only the first is listed
        ("draws_win", "u8"),
        ("random_state", "u8"),  # 0: moves in the order of the cells
        ("image", "u8", (IMAGES, 1 << CELLS)),  # of a set of cells
    ],
    align=True,
)

Board, TicTacToe = record(BOARD), record(TIC_TAC_TOE)
SECOND_AT = U64(CELLS)


@core(uint64(uint64), forceinline=True)
def has_line(cells):
    """1 if three of the cells are in a row, else 0."""
    for line in LINES:
        if cells & U64(line) == U64(line):
            return ONE
    return ZERO


@core(uint64(Board), forceinline=True)
def key_of(board):
    """A number for the position; never 0."""
    return (board.taken[ONE] << SECOND_AT | board.taken[ZERO]) + ONE


@core(void(TicTacToe, Board))
def use_least_image(game, board):
    """Replace a position by the least of its images, which stands for all of them."""
    first, second, least = board.taken[ZERO], board.taken[ONE], key_of(board)
    for image in range(ONE, U64(IMAGES)):
        one, other = game.image[image, first], game.image[image, second]
        if (other << SECOND_AT | one) + ONE < least:
            board.taken[ZERO], board.taken[ONE] = one, other
            least = key_of(board)


@core(uint64(TicTacToe, Board, uint64))
def value_of(game, board, ply):
    """The value of a position at a ply: only the player who moved last can have completed a row."""
    mover = ONE - (ply & ONE)
    if has_line(board.taken[mover]):
        return FALSE if mover else TRUE
    if board.taken[ZERO] | board.taken[ONE] == ALL_CELLS:
        return TRUE if game.draws_win else FALSE
    return UNKNOWN


@core(uint64(TicTacToe, uint64))
def random_below(game, count):
    """A random number below `count`, by Marsaglia's xorshift generator."""
    state = game.random_state
    state ^= state << U64(13)
    state ^= state >> U64(7)
    state ^= state << U64(17)
    game.random_state = state
    return (state >> U64(32)) % count


@core(void(TicTacToe, uint64, uint64))
def shuffle(game, children, count):
    """Bring listed moves into a random order."""
    for left in range(count - ONE):
        place = count - ONE - left
        one = at(as_record(children, CHILD), place)
        other = at(as_record(children, CHILD), random_below(game, place + ONE))
        one.move, other.move = other.move, one.move


@core(void(TicTacToe, Board, uint64, uint64))
def put(game, board, ply, cell):
    """Write the position after a move into the record of the next ply."""
    after, mover = at(board, 1), ply & ONE
    after.taken[mover] = board.taken[mover] | bit(cell)
    after.taken[ONE - mover] = board.taken[ONE - mover]
    if game.symmetric:
        use_least_image(game, after)


@core(uint64(uint64, uint64, uint64))
def is_listed(children, count, key):
    """1 if one of the listed children has this key, else 0."""
    for number in range(count):
        if at(as_record(children, CHILD), number).key == key:
            return ONE
    return ZERO


@door(int64(uint64, uint64, uint64, uint64))
def list_children(where, ply, children, how):
    """Write a CHILD for each empty cell; return their number."""
    game = as_record(where, TIC_TAC_TOE)
    board = at(as_record(game.boards, BOARD), ply)
    empty, count = ALL_CELLS & ~(board.taken[ZERO] | board.taken[ONE]), ZERO
    for cell in range(U64(CELLS)):
        if empty & bit(cell):
            at(as_record(children, CHILD), count).move = cell
            count += ONE
    if game.random_state:
        shuffle(game, children, count)
    kept, mobility = ZERO, count - ONE if count > ONE else ONE
    for number in range(count):
        move = uint64(at(as_record(children, CHILD), number).move)
        put(game, board, ply, move)
        after = at(board, 1)
        key, child = key_of(after), at(as_record(children, CHILD), kept)
        if game.merges and is_listed(children, kept, key):
            continue
        child.key, child.move, child.mobility, child.converting = key, move, mobility, 1
        child.value = value_of(game, after, ply + ONE) if how else UNKNOWN
        kept += ONE
    return int64(kept)


@door(int64(uint64, uint64, uint64))
def judge(where, ply, how):
    """Give the value of the position at a ply, and above MOBILITY_AT its moves."""
    game = as_record(where, TIC_TAC_TOE)
    board = at(as_record(game.boards, BOARD), ply)
    value = value_of(game, board, ply) if how else UNKNOWN
    empty = size(ALL_CELLS & ~(board.taken[ZERO] | board.taken[ONE]))
    return int64(value | empty << MOBILITY_AT)


@door(int64(uint64, uint64, uint64))
def play(where, ply, move):
    """Make the position after a move that of the next ply."""
    game = as_record(where, TIC_TAC_TOE)
    put(game, at(as_record(game.boards, BOARD), ply), ply, move)
    return 0


@door(int64(uint64, uint64))
def earlier(where, ply):
    """No position occurs twice."""
    return -1


def images(cells):
    """Return the images of a set of cells under the eight symmetries of the square."""
    square = np.array([[cells >> 3 * row + column & 1 for column in range(3)] for row in range(3)])
    seen = [np.rot90(turned, turns) for turned in (square, square.T) for turns in range(4)]
    return [int(sum(1 << i for i, taken in enumerate(one.flat) if taken)) for one in seen]


@cache
def all_images():
    """Return the images of all sets of cells: eight by 512."""
    return np.array([images(cells) for cells in range(1 << CELLS)]).T


class TicTacToeGame:
    """A position of tic-tac-toe with the first player to move.

    Parameters
    ----------
    first, second : int
        The cells of each player, a bit each; both have equally many.
    symmetric, merges : bool
        Whether symmetric positions are one, and whether moves to the same position are one.
    draws_win : bool
        Whether a draw counts as a win of the first player.
    seed : int
        Of the random order of moves; 0: the order of the cells.
    """

    judge, list_children = staticmethod(judge), staticmethod(list_children)
    play, earlier = staticmethod(play), staticmethod(earlier)

    def __init__(
        self, first=0, second=0, *, symmetric=False, merges=False, draws_win=False, seed=0
    ):
        self._boards = np.zeros(CELLS + 2, BOARD)
        self._array = np.zeros(1, TIC_TAC_TOE).view(np.recarray)
        game = self._array[0]
        self._boards["taken"][0] = first, second
        game.boards, game.symmetric, game.merges = address(self._boards), symmetric, merges
        game.draws_win = draws_win
        game.random_state = seed * 0x9E3779B97F4A7C15 & ALL_ONES
        game.image[:] = all_images()
        if symmetric:
            self._boards["taken"][0] = min(
                zip(game.image[:, first], game.image[:, second], strict=True),
                key=lambda image: int(image[1]) << CELLS | int(image[0]),
            )

    @property
    def where(self):
        """The address of the record that the doors take."""
        return int(address(self._array[0]))

    @property
    def draws_win(self):
        """Whether a draw is what the attacker wants."""
        return bool(self._array[0].draws_win)

    @property
    def root_key(self):
        """The key of the position."""
        first, second = (int(cells) for cells in self._boards["taken"][0])
        return (second << CELLS | first) + 1
