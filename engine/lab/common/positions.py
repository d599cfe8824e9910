"""Start positions of games, whose castling rights are all honoured or refused.

Files seldom say whether their positions are Chess960. A right that standard chess does not have is
one of Chess960 (X-FEN or Shredder-FEN); a right without king and rook in place is an error.
"""

import chess
import chess.pgn

from engine.board.fen import parse_fen, right


def parsed_start(fen: str, chess960: bool = False) -> chess.Board:
    """Read a start position.

    Parameters
    ----------
    fen
        Standard FEN, X-FEN or Shredder-FEN.
    chess960
        Whether the file says that it is Chess960.

    Returns
    -------
    chess.Board
        Chess960 only if it has a castling right that standard chess does not have; otherwise the
        rules are the same, and every engine can play it.

    Raises
    ------
    ValueError
        If it is illegal, or has castling rights without king and rook in place.
    """
    board, _ = parse_fen(fen, chess960)
    letters = [letter for letter in fen.split()[2] if letter != "-"]
    if all(right(board, letter) & board.castling_rights for letter in letters):
        board.chess960 = board.has_chess960_castling_rights()
        return board
    if not chess960:
        return parsed_start(fen, True)
    lost = "".join(letter for letter in letters if not right(board, letter) & board.castling_rights)
    raise ValueError(f"Castling rights {lost}: king or rook is not in place.")


def start_of_game(tags: chess.pgn.Headers) -> chess.Board:
    """Read the start position of a PGN game; raises as `parsed_start`."""
    fen = tags.get("FEN")
    return parsed_start(fen, tags.is_chess960()) if fen else chess.Board()


def is_chess(tags: chess.pgn.Headers) -> bool:
    """Tell whether a PGN game follows the rules of chess, be it Chess960."""
    try:
        return tags.variant() is chess.Board
    except ValueError:
        return False


def start_fen(board: chess.Board) -> str:
    """Write a start position; Shredder-FEN if it is Chess960."""
    return board.fen(shredder=board.chess960)
