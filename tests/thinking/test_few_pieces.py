"""Endings of three pieces that are solved as a whole, judged by the moves of python-chess."""

import random

import chess
import pytest

from engine.search.shared.score import mate_in
from engine.thinking.limits import ANY_LENGTH
from engine.thinking.proving.few_pieces import Solution, ending_of, plies_to_mate, solution_of
from tests.proof.checker import mating_moves
from tests.thinking.mate_asker import Asked, mate_of

LONGEST = {chess.QUEEN: 10, chess.ROOK: 16, chess.PAWN: 28}
"""Moves of the longest mate, as known since Thompson's endings."""
KINDS = pytest.mark.parametrize("kind", LONGEST, ids=chess.piece_name)
ROOK = "8/8/8/3K4/6k1/7R/8/8 w - - 0 1"
DRAWN = "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"
COLOURS = pytest.mark.parametrize("winner", chess.COLORS, ids=("black", "white"))


def random_position(rng: random.Random, kind: chess.PieceType, winner: chess.Color) -> chess.Board:
    """A legal position of the ending, with either side to move."""
    while True:
        king, other, piece = rng.sample(chess.SQUARES, 3)
        board = chess.Board(None)
        board.set_piece_at(king, chess.Piece(chess.KING, winner))
        board.set_piece_at(other, chess.Piece(chess.KING, not winner))
        board.set_piece_at(piece, chess.Piece(kind, winner))
        board.turn = rng.choice(chess.COLORS)
        if board.is_valid():
            return board


def value_by_moves(board: chess.Board, winner: chess.Color) -> int | None:
    """The plies to mate by those after each move, fewest for the winner, most for the other."""
    if board.is_checkmate():
        return 0
    after = []
    for move in list(board.legal_moves):
        board.push(move)
        after.append(plies_to_mate(board, winner))
        board.pop()
    if board.turn == winner:
        return min((plies + 1 for plies in after if plies is not None), default=None)
    longest = [plies for plies in after if plies is not None]
    return max(longest) + 1 if after and len(longest) == len(after) else None


@KINDS
@COLOURS
def test_each_value_is_that_of_the_moves(kind: chess.PieceType, winner: chess.Color) -> None:
    """With the mates this decides all values: one that is too small would need a move to another
    that is too small, down to a mate that is none."""
    rng = random.Random(f"{kind} {winner}")
    seen = set[int | None]()
    for _ in range(1200):
        board = random_position(rng, kind, winner)
        value = plies_to_mate(board, winner)
        assert value == value_by_moves(board, winner), board.fen()
        seen.add(value)
    assert len(seen) > LONGEST[kind], "mates of many lengths were looked at"
    assert None in seen


@KINDS
def test_the_longest_mates(kind: chess.PieceType) -> None:
    ending = ending_of(kind)
    assert int(ending.white.max()) - 1 == 2 * LONGEST[kind] - 1
    assert int(ending.black.max()) - 1 == 2 * LONGEST[kind]


@KINDS
def test_short_mates_by_a_plain_search(kind: chess.PieceType) -> None:
    rng, compared = random.Random(3), 0
    while compared < 12:
        board = random_position(rng, kind, chess.WHITE)
        plies = plies_to_mate(board, chess.WHITE)
        if board.turn == chess.WHITE and plies in {1, 3}:
            compared += 1
            assert mating_moves(board, (plies + 1) // 2)
            assert bool(mating_moves(board, 1)) is (plies == 1)


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/8/3K4/6k1/7R/7P/8 w - - 0 1",  # one piece more
        "8/8/8/3K4/6k1/7R/8/8 b - - 0 1",  # the lone king is asked for a mate
        "8/8/8/8/6k1/8/8/R3K3 w Q - 0 1",  # may castle
        "8/8/8/3K4/6k1/7R/8/8 w - - 78 90",  # the fifty-move rule comes first
    ],
)
def test_what_is_not_looked_up(fen: str) -> None:
    assert solution_of(chess.Board(fen)) is None


def test_a_bishop_cannot_mate() -> None:
    assert solution_of(chess.Board("8/8/8/3K4/6k1/7B/8/8 w - - 0 1")) == Solution(())


def test_the_last_move_of_fifty() -> None:
    solution = solution_of(chess.Board("8/8/8/3K4/6k1/7R/8/8 w - - 77 90"))
    assert solution is not None and len(solution.line) == 23


@pytest.mark.parametrize(("times", "known"), [(1, False), (0, True)])
def test_a_position_that_could_be_repeated(times: int, known: bool) -> None:
    board = chess.Board(ROOK)
    for move in ("d5d4", "g4g5", "d4d5", "g5g4") * times:
        board.push_uci(move)
    assert (solution_of(board) is not None) is known


@pytest.mark.parametrize("search", ["PN2", "tree"])
def test_go_mate(search: str) -> None:
    """At once by default; the other forms search, here in vain."""
    asked, board = Asked(Mate_Search=search), chess.Board(ROOK)
    result, infos = asked.go(board, mate=12, nodes=40_000)
    if search == "PN2":
        assert mate_of(board, infos) == 12
        assert result.remarks == ("Mate in 12 is proved; it is proved that none is shorter.",)
    else:
        assert "proved" not in " ".join(result.remarks)


def test_go_mate_with_a_length_that_is_too_short() -> None:
    result, infos = Asked().go(chess.Board(ROOK), mate=11)
    assert mate_in(infos[-1].score) == 12
    assert result.remarks[-1] == "It is proved that there is no mate in 11."


def test_go_mate_where_there_is_none() -> None:
    for moves in (28, ANY_LENGTH):
        result, _ = Asked().go(chess.Board(DRAWN), mate=moves)
        assert result.remarks == ("It is proved that there is no mate.",)
        assert result.move in chess.Board(DRAWN).legal_moves


def test_go_mate_with_searchmoves() -> None:
    """The rook that is lost, and a longer way."""
    board = chess.Board(ROOK)
    result, _ = Asked().go(board, mate=30, searchmoves=("h3g3",))
    assert result.remarks == ("It is proved that there is no mate with these moves.",)
    result, infos = Asked().go(board, mate=30, searchmoves=("h3g3", "h3a3"))
    assert result.move == chess.Move.from_uci("h3a3")
    assert (mate_in(infos[-1].score) or 0) > 12
