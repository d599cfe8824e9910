"""Positions for tests of the search, by name; those with many moves apart from the small ones.

A FEN may be followed by moves, which are then the game that the search knows of.
"""

from collections.abc import Iterator

import chess

# At most a dozen moves for either side: plain minimax sees four plies of them.
SMALL = {
    "two bare pawns": "8/8/8/3k4/8/3K4/3P4/8 w - - 0 1",
    "pawns in a race": "8/7p/8/1k6/6K1/8/P7/8 w - - 0 1",
    "promotion, and stalemate by a queen (A11)": "8/5P1k/5K2/8/8/8/8/8 w - - 0 1",
    "promotion on both sides": "8/1P4k1/8/8/8/8/1K4p1/8 b - - 0 1",
    "promotion by capture": "1n1k4/P7/8/8/8/8/7p/K5N1 w - - 0 1",
    "en passant": "8/8/8/1k1pP3/8/8/8/4K3 w - d6 0 2",
    "en passant would uncover the king (A1)": "8/8/8/8/R2Pp2k/8/8/7K b - d3 0 1",
    "mate in two": "8/8/8/8/8/2K5/7R/k7 w - - 0 1",
    "mate in two, clock 97 (B2)": "8/8/8/8/8/2K5/7R/k7 w - - 97 120",
    "mate in two, clock 98 (B2)": "8/8/8/8/8/2K5/7R/k7 w - - 98 120",
    "one ply before the fiftieth move": "8/8/8/3k4/8/3K4/3R4/8 w - - 98 90",
    "mated next move": "7k/5K2/8/6R1/8/8/8/8 b - - 0 1",
    "one legal move, in check": "R5k1/5pp1/7p/8/8/8/8/6K1 b - - 0 1",
    "double check": "4k3/8/8/8/1b2r3/8/8/4K2R w K - 0 1",
    "stalemate is near": "8/8/8/8/8/4k3/5p2/5K2 b - - 0 1",
    "bishop and wrong pawn": "7k/8/6KP/8/8/3B4/8/8 w - - 0 1",
    "dead after a capture": "8/8/8/8/8/3k4/1r6/K7 w - - 0 1",
    "blocked pawns (Fine 70)": "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    "knights against pawn": "8/8/8/3k4/3p4/8/1N6/K6N w - - 0 1",
    "third occurrence in reach": (
        "8/8/8/3k4/8/3K4/3R4/8 w - - 0 1 moves d2e2 d5d6 e2d2 d6d5 d2e2 d5d6 e2d2"
    ),
}

# More moves than plain minimax can follow for more than two or three plies.
LARGE = {
    "start": chess.STARTING_FEN,
    "Kiwipete": "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "castling, all rights": "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "castling through attack": "r3k2r/8/8/8/8/5r2/8/R3K2R w KQkq - 0 1",
    "promotions everywhere": "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "promotion with check": "r3k3/1P6/8/8/8/8/6p1/4K2R w Kq - 0 1",
    "open game": "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
    "queens in the open": "3qk3/8/8/8/8/8/8/3QK3 w - - 0 1",
    "checks by the queen": "6k1/5ppp/8/8/8/8/q4PPP/3Q2K1 w - - 0 1",
    "MG1.18": "3r1k1r/p1ppqp1p/b1p2Np1/4P3/2P5/bP4P1/PQ3PBP/R4K1R w - - 10 18",
    "MG2.21": "r1b3k1/3n2pp/p2Qp2q/3pp3/N6P/5r2/PPP3P1/1K1R1B2 w - - 0 21",
    "MG2.30": "2b3k1/1r2q2p/pn2p1p1/4Q1N1/2p4P/5P1B/PP6/1K1R4 w - - 1 30",
    "MG4.28": "5rk1/2r2p1p/1p1Qn1p1/pP1R4/4P3/7P/P1P3P1/2K5 b - - 3 28",
    "MG5.22": "2r2rk1/pp3p1p/2p3b1/n2q1p2/1b6/3B1NNP/PP2RPP1/2RQ2K1 w - - 0 22",
    "EG2.36": "1r6/p5k1/2p1p1b1/1pPp3p/1P1PpR2/P3P1PP/1B6/6K1 w - - 1 36",
    "EG3.33": "2r5/5p1p/2pk2p1/2R5/p1p5/P3P2P/4KPP1/8 w - - 2 33",
    "EG4.41": "4r2b/5R2/p5p1/1p2p1P1/1P6/2P1BPk1/1P2K3/8 w - - 1 41",
    "EG5.50": "8/5pk1/1p2p1p1/1P3q1p/2QP4/5P1P/6P1/5K2 w - - 12 50",
    "EG5.63": "8/8/1p2k3/1P5p/3PK1p1/6q1/4Q3/8 w - - 0 63",
    "mating attack": "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1",
    "back rank": "3r2k1/5ppp/8/8/8/8/5PPP/1R1R2K1 w - - 0 1",
    "smothered mate": "6rk/6pp/8/4N3/8/8/1Q4PP/6K1 w - - 0 1",
    "pins on both lines": "4k3/4r3/8/b7/8/2N1B3/3KR2q/8 w - - 0 1",
    "many captures": "r2q1rk1/1b1nbppp/p2ppn2/1p6/3NPP2/1BN1B3/PPPQ2PP/R4RK1 w - - 0 12",
    "perpetual check": "6k1/6p1/8/6KQ/1r6/q2b4/8/8 w - - 0 32",
    "Chess960, rooks beside the king": "1rkr4/pp3ppp/8/8/8/8/PP3PPP/1RKR4 w DBdb - 0 1",
    "Chess960, king beside his rook": "1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w GBgb - 0 1",
    "Chess960, start 518 with files": (
        "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w HAha - 4 4"
    ),
    "shuffled game": f"{chess.STARTING_FEN} moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1",
    "drawn root (B6)": f"{chess.STARTING_FEN} moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8",
}

ALL = SMALL | LARGE

ONE_REPLY = SMALL["one legal move, in check"]
AFTER_THE_REPLY = f"{ONE_REPLY} moves g8h7"


def board_of(text: str) -> chess.Board:
    """Set a position up and play the moves behind it."""
    fen, _, moves = text.partition(" moves ")
    board = chess.Board(fen, chess960=not set(fen.split()[2]) <= set("KQkq-"))
    for move in moves.split():
        board.push_uci(move)
    return board


def check_played(board: chess.Board, line: tuple[chess.Move, ...]) -> None:
    """A line has a move, is legal to its end, and no move comes after the end of the game."""
    after = board.copy()
    assert line
    for move in line:
        assert not after.is_checkmate() and not after.is_stalemate()
        assert after.is_legal(move)
        after.push(move)


def below(text: str, plies: int) -> Iterator[str]:
    """Give the positions up to so many plies below one, as texts with moves."""
    yield text
    if not plies:
        return
    joint = " " if " moves " in text else " moves "
    for move in board_of(text).legal_moves:
        yield from below(f"{text}{joint}{move.uci()}", plies - 1)
