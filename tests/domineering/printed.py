"""Printed and measured numbers that the tests compare with."""

TABLE = {
    "2x2": ("1", 1),
    "2x3": ("1", 2),
    "2x4": ("H", 13),
    "2x5": ("V", 15),
    "2x6": ("1", 14),
    "2x7": ("1", 17),
    "2x8": ("H", 67),
    "2x9": ("V", 126),
    "3x3": ("1", 1),
    "3x4": ("H", 10),
    "3x5": ("H", 19),
    "3x6": ("H", 40),
    "3x7": ("H", 77),
    "3x8": ("H", 74),
    "3x9": ("H", 99),
    "4x4": ("1", 40),
    "4x5": ("V", 87),
    "4x6": ("1", 1_327),
    "4x7": ("V", 1_984),
    "4x8": ("H", 12_024),
    "4x9": ("V", 45_314),
    "5x5": ("2", 604),
    "5x6": ("H", 1_500),
    "5x7": ("H", 13_584),
    "5x8": ("H", 30_348),
    "5x9": ("H", 177_324),
    "6x6": ("1", 17_232),
    "6x7": ("V", 302_259),
    "7x7": ("1", 408_260),
}
"""Class of a board, and nodes: of Vertical's start on a square board, else of both starts.

Source: Breuker 1998, table 2.1, the boards of up to 49 cells; 3x3 is corrected (X28).
"""

EXACT = ("2x2", "2x3", "2x4", "2x5", "2x6", "2x7", "2x8", "3x3", "3x4", "3x5", "3x6")
"""Boards whose nodes do not depend on the order of equal moves, which the thesis does not tell."""

PROTOTYPE = {
    ("TWOBIG1", "height"): (949_182, 550_207),
    ("TWODEEP", "remaining"): (850_595, 471_277),
    ("TWODEEP", "height"): (925_345, 561_092),
    ("BIG1", "height"): (973_296, 598_721),
    ("BIGALL", "height"): (994_316, 629_497),
    ("DEEP", "remaining"): (808_897, 487_963),
    ("DEEP", "height"): (943_033, 602_771),
    ("NEW", "height"): (2_945_666, 2_118_383),
    ("OLD", "height"): (5_344_503, 5_180_061),
}
"""Nodes of the board 6x7 by scheme and meaning of depth, with tables of 1024 and 4096 positions:
measured with an independent program in C, whose Zobrist numbers are others."""
PROTOTYPE_SIZES = (1024, 4096)


def size_of(board: str) -> tuple[int, int]:
    """Read a name."""
    rows, _, columns = board.partition("x")
    return int(rows), int(columns)


def is_small(board: str, cells: int) -> bool:
    """Tell whether a board has at most so many cells."""
    rows, columns = size_of(board)
    return rows * columns <= cells
