"""Sets of squares that have a name. Square 0 is a1, 7 is h1, 63 is h8."""

from engine.machine.words import U64

EVERYWHERE = U64(2**64 - 1)
NOT_A_FILE, NOT_H_FILE = U64(0xFEFEFEFEFEFEFEFE), U64(0x7F7F7F7F7F7F7F7F)
FIRST_RANK = U64(0xFF)
SECOND_RANK, SEVENTH_RANK = U64(0xFF << 8), U64(0xFF << 48)
THIRD_RANK, SIXTH_RANK = U64(0xFF << 16), U64(0xFF << 40)
LAST_RANKS = U64(0xFF | 0xFF << 56)
DARK_SQUARES = U64(0xAA55AA55AA55AA55)
NORTH, NORTH_WEST, NORTH_EAST = U64(8), U64(7), U64(9)
"""Steps of a white pawn; a black pawn's are the same modulo 64, with the sign turned."""
LAST_RANK_START = U64(56)
FILE = U64(7)
