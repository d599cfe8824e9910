"""Reading positions: FEN, Shredder-FEN and X-FEN, through python-chess.

Odd positions are accepted, superfluous fields are dropped with a note, and positions that the core
cannot play are refused with a message. The core may rely on every position that passes.
"""

import re

import chess

from engine.process.texts import quoted

LONGEST_CLOCK = 100  # plies; a higher half-move clock means the same: the draw can be claimed
LAST_MOVE_NUMBER = 9999

FIELDS = 6
FEWEST_FIELDS = 4
# What missing fields mean: no reversible half-moves so far, the first move.
MISSING = ("0", "1")

MOST_PIECES = 16
COLOURS = ((chess.WHITE, "White"), (chess.BLACK, "Black"))


class FenError(ValueError):
    """A position that cannot be played; the message is a sentence for the user."""


def parse_fen(text: str, chess960: bool) -> tuple[chess.Board, list[str]]:
    """Read a position.

    The last two fields may be missing. Castling rights are K, Q, k, q or the letters of the rooks'
    files. More than eight pawns or too many queens are odd but playable, and so are checks by three
    pieces: chess problems use them.

    Parameters
    ----------
    text : str
        The fields of the FEN, with any spacing.
    chess960 : bool
        Whether K, Q, k and q may mean Chess960 castling. Files of rooks that are possible only in
        Chess960 imply it, so callers must use the ``chess960`` of the board afterwards.

    Returns
    -------
    tuple[chess.Board, list[str]]
        The position, and a message for everything that was dropped or changed.

    Raises
    ------
    FenError
        If the text is not a FEN or the position cannot be played.
    """
    fields = text.split()
    if not FEWEST_FIELDS <= len(fields) <= FIELDS:
        raise FenError(
            "A FEN has 4 to 6 fields (pieces, side to move, castling, en passant, "
            f"two counters), not {len(fields)}."
        )
    placement, turn, castling, passed, clock, number = (*fields, *MISSING[len(fields) - FIELDS :])[
        :FIELDS
    ]
    notes: list[str] = []
    check_placement(placement)
    if turn not in ("w", "b"):
        raise FenError(f"The side to move is w or b, not {quoted(turn)}.")
    board = chess.Board(None, chess960=chess960)
    board.set_board_fen(placement)
    board.turn = turn == "w"
    check_pieces(board)
    set_castling(board, castling, notes)
    set_passed(board, passed, notes)
    board.halfmove_clock = counter(clock, "half-move clock", (0, LONGEST_CLOCK), notes)
    board.fullmove_number = counter(number, "move number", (1, LAST_MOVE_NUMBER), notes)
    return board, notes


def check_placement(placement: str) -> None:
    """Refuse a first field that does not describe eight ranks of eight squares."""
    ranks = placement.split("/")
    if len(ranks) != len(chess.RANK_NAMES):
        raise FenError(f"The board needs 8 ranks, {quoted(placement)} has {len(ranks)}.")
    for name, rank in zip(reversed(chess.RANK_NAMES), ranks, strict=True):
        unknown = re.search("[^1-8pnbrqkPNBRQK]", rank)
        if unknown:
            raise FenError(f"On rank {name} {quoted(unknown.group())} is not a piece.")
        if re.search("[1-8][1-8]", rank):
            raise FenError(f"Rank {name} has two numbers in a row: {quoted(rank)}.")
        squares = sum(int(sign) if sign.isdigit() else 1 for sign in rank)
        if squares != len(chess.FILE_NAMES):
            raise FenError(f"Rank {name} describes {squares} squares instead of 8.")


def check_pieces(board: chess.Board) -> None:
    """Refuse pieces with which the game cannot be played."""
    for colour, name in COLOURS:
        kings = len(board.pieces(chess.KING, colour))
        if kings != 1:
            found = f"{kings} kings instead of one" if kings else "no king"
            raise FenError(f"{name} has {found}.")
        pieces = chess.popcount(board.occupied_co[colour])
        if pieces > MOST_PIECES:
            # The size of the move list depends on this.
            raise FenError(f"{name} has {pieces} pieces, more than {MOST_PIECES}.")
    stranded = chess.SquareSet(board.pawns & chess.BB_BACKRANKS)
    if stranded:
        raise FenError(f"A pawn cannot stand on {chess.square_name(min(stranded))}.")
    if board.was_into_check():
        waiting, moving = ("Black", "White") if board.turn else ("White", "Black")
        raise FenError(f"{waiting} is in check although it is {moving}'s move.")


def set_castling(board: chess.Board, castling: str, notes: list[str]) -> None:
    """Set the castling rights that the kings and rooks allow."""
    if castling == "-":
        return
    unknown = re.search("[^KQkqA-Ha-h]", castling)
    if unknown:
        raise FenError(f"Castling rights are KQkq, files of rooks or -, not {quoted(castling)}.")
    # python-chess expects White first and each right once.
    letters = sorted(set(castling))
    rights = {letter: right(board, letter) for letter in letters}
    wanted = 0
    for squares in rights.values():
        wanted |= squares
    if not board.chess960 and names_chess960(board, rights):
        board.chess960 = True
        notes.append("The castling rights exist only in Chess960, so its rules apply.")
    board.castling_rights = wanted
    board.castling_rights = board.clean_castling_rights()
    dropped = "".join(letter for letter in letters if not rights[letter] & board.castling_rights)
    if dropped:
        what, whom = ("rights", "them") if len(dropped) > 1 else ("right", "it")
        notes.append(f"Castling {what} {dropped} dropped: no king and rook in place for {whom}.")


def right(board: chess.Board, letter: str) -> int:
    """Return the square of the rook that a castling letter means, as a set."""
    copy = board.copy(stack=False)
    copy.set_castling_fen(letter)
    return int(copy.castling_rights)


def names_chess960(board: chess.Board, rights: dict[str, int]) -> bool:
    """Tell whether a file letter names a right that exists in Chess960 only."""
    named = 0
    for letter, squares in rights.items():
        if letter not in "KQkq":
            named |= squares
    copy = board.copy(stack=False)
    copy.castling_rights = named
    in_standard = copy.clean_castling_rights()
    copy.chess960 = True
    return copy.clean_castling_rights() != in_standard


def set_passed(board: chess.Board, passed: str, notes: list[str]) -> None:
    """Set the en-passant square unless the last move cannot have been a double step."""
    if passed == "-":
        return
    if passed not in chess.SQUARE_NAMES:
        raise FenError(f"The en-passant square is a square or -, not {quoted(passed)}.")
    board.ep_square = chess.parse_square(passed)
    status = board.status()
    if status & chess.STATUS_INVALID_EP_SQUARE:
        reason = "no pawn has just passed it"
    elif status & chess.STATUS_IMPOSSIBLE_CHECK:
        reason = "a double step could not have given this check"
    else:
        return
    board.ep_square = None
    notes.append(f"En-passant square {passed} dropped: {reason}.")


def counter(text: str, name: str, bounds: tuple[int, int], notes: list[str]) -> int:
    """Read a counter and clamp it to its bounds."""
    if not re.fullmatch("[+-]?[0-9]+", text):
        raise FenError(f"The {name} is a number, not {quoted(text)}.")
    longest = 9
    least, most = bounds
    value = int(text) if len(text) <= longest else (-1 if text.startswith("-") else most + 1)
    bounded = min(max(value, least), most)
    # Many programs count from 0: not worth a note.
    if bounded != value and (value, bounded) != (0, 1):
        notes.append(f"The {name} {quoted(text)} was read as {bounded}.")
    return bounded
