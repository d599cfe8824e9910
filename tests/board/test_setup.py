"""Boards of python-chess become records, with their past, and moves change between both forms."""

import random

import chess
import numpy as np
import pytest

from engine.board.fen import parse_fen
from engine.board.position import MOVES, POSITION, SLIDER_ENTRIES, TABLES
from engine.board.setup import HISTORY, chess_move, set_up_game, short_name
from tests.games import CHESS960, STANDARD, board_of, name, start, word
from tests.rules import ROOT

A1, C1, E1, G1, H1, E8, G8 = chess.A1, chess.C1, chess.E1, chess.G1, chess.H1, chess.E8, chess.G8


def test_sizes():
    """Records are as large as the design says, and have no hidden gaps."""
    assert POSITION.itemsize == 128
    assert len({POSITION.fields[kind][1] for kind in ("pawns", "pieces")}) == 1
    assert len({POSITION.fields[side][1] for side in ("white", "sides")}) == 1
    assert MOVES.itemsize % 8 == TABLES.itemsize % 8 == 0
    assert SLIDER_ENTRIES == 102_400 + 5_248


@pytest.mark.parametrize("kind", [POSITION, MOVES, TABLES], ids=["POSITION", "MOVES", "TABLES"])
def test_field_names(kind):
    """A field named like an attribute of NumPy's record would be another thing uncompiled."""
    assert [field for field in kind.names if hasattr(np.record, field)] == []


@pytest.mark.uncompiled
def test_a_position_by_hand(rules):
    """Kiwipete after a double step, every field as worked out by hand."""
    rules.put(chess.Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/Pp2P3/2N2Q1p/1PPBBPPP/R3K2R b Kkq a3 7 1"))
    pos = rules.pos
    assert pos.kings == 1 << chess.E1 | 1 << chess.E8
    assert pos.rooks == 1 << chess.A1 | 1 << chess.H1 | 1 << chess.A8 | 1 << chess.H8
    assert pos.pieces[4] == pos.queens == 1 << chess.F3 | 1 << chess.E7
    assert pos.white & pos.black == 0
    assert pos.sides.tolist() == [pos.white, pos.black]
    assert pos.white | pos.black == np.bitwise_or.reduce(pos.pieces)
    assert pos.turn == 1
    assert pos.castling == 1 << chess.H1 | 1 << chess.A8 | 1 << chess.H8
    assert pos.en_passant == chess.A3
    assert pos.fifty == 7


@pytest.mark.uncompiled
def test_the_value_is_the_sum_over_the_pieces(rules):
    """From White's side, by `TABLES.value`, of which Black's part is signed by whoever fills it."""
    board = chess.Board("4k3/8/2n5/8/8/5P2/8/4K3 w - - 0 1")
    rules.put(board)
    value = rules.tables.value
    white = value[0, 5, chess.E1] + value[0, 0, chess.F3]
    assert rules.pos.value == white + value[1, 5, chess.E8] + value[1, 1, chess.C6]


EN_PASSANT = {
    "a pawn can take": ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", chess.E3),
    "nobody stands beside it": ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", 0),
    "it would open the rank": ("8/8/8/8/R2Pp2k/8/8/7K b - d3 0 1", 0),
    "the taker is pinned": ("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", 0),
    "it stays on the line of the pin": ("6k1/b7/8/1pP5/8/8/8/6K1 w - b6 0 1", chess.B6),
    "the king is in check from elsewhere": ("4k3/8/8/3pP3/8/8/8/r3K3 w - d6 0 1", 0),
}


@pytest.mark.uncompiled
@pytest.mark.parametrize("case", EN_PASSANT.values(), ids=EN_PASSANT)
def test_passing(case, rules):
    """The en-passant square of the FEN counts only if somebody can legally take there."""
    fen, en_passant = case
    rules.put(chess.Board(fen))
    assert rules.pos.en_passant == en_passant


@pytest.mark.uncompiled
def test_superfluous_rights(rules):
    """Rights without king and rook at home are none (Stockfish #5071)."""
    rules.put(chess.Board("3qk1n1/8/8/8/8/8/8/R3K3 w Qk - 0 15"))
    assert rules.pos.castling == 1 << chess.A1


@pytest.mark.uncompiled
def test_the_past(rules):
    """Records before the root hold the game back to the last pawn move, and then nothing."""
    board = chess.Board()
    keys = []
    for move in "e2e4 e7e5 g1f3 b8c6 f1c4".split():
        board.push_uci(move)
        rules.put(board)
        keys.append(int(rules.pos.key))
    rules.stack.key[:] = 99
    rules.put_game(board)
    past = rules.stack.key[ROOT - HISTORY : ROOT + 1].tolist()
    assert past[-4:] == keys[-4:]
    assert set(past[:-4]) == {0}
    assert rules.stack.key[ROOT - HISTORY - 1] == 99


def test_a_past_longer_than_the_fifty_moves(rules):
    """A game that goes on after a hundred plies without capture: nothing beyond is written."""
    board, steps = chess.Board(), "g1f3 g8f6 f3g1 f6g8".split()
    for ply in range(120):
        board.push_uci(steps[ply % 4])
    rules.stack.key[:] = 99
    rules.put_game(board)
    assert rules.stack.key[ROOT - HISTORY - 1] == 99
    assert 0 not in rules.stack.key[ROOT - HISTORY : ROOT + 1]
    assert rules.repeats()


def test_the_board_stays(rules):
    """Setting a game up takes no move back from the caller's board."""
    board = chess.Board()
    for move in ("g1f3", "g8f6"):
        board.push_uci(move)
    set_up_game(rules.stack, ROOT, rules.tables, board)
    assert [move.uci() for move in board.move_stack] == ["g1f3", "g8f6"]


# FEN, the move in UCI text, its name: origin, target, promoted.
NAMES = {
    "a step": (chess.STARTING_FEN, "g1f3", G1 | chess.F3 << 6),
    "castling short": ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", E1 | H1 << 6),
    "castling long": ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", E1 | A1 << 6),
    "castling, Black": ("4k2r/8/8/8/8/8/8/4K3 b k - 0 1", "e8g8", E8 | chess.H8 << 6),
    "the king's step beside a rook without rights": (
        "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
        "e1f1",
        E1 | chess.F1 << 6,
    ),
    "a rook's move to the king's place": (
        "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1",
        "e1c1",
        E1 | C1 << 6,
    ),
    "promotion": ("8/5P1k/5K2/8/8/8/8/8 w - - 0 1", "f7f8r", chess.F7 | chess.F8 << 6 | 3 << 12),
    "Chess960: castling with a neighbour": (
        "4k3/8/8/8/8/8/8/5KR1 w G - 0 1",
        "f1g1",
        chess.F1 | G1 << 6,
    ),
    "Chess960: castling with the inner rook": (
        "1r2k1rr/8/8/8/8/8/8/4K3 b gb - 0 1",
        "e8g8",
        E8 | G8 << 6,
    ),
    "Chess960: castling long": (
        "1r2k1rr/8/8/8/8/8/8/4K3 b gb - 0 1",
        "e8b8",
        E8 | chess.B8 << 6,
    ),
}


@pytest.mark.uncompiled
@pytest.mark.parametrize("case", NAMES.values(), ids=NAMES)
def test_names(case):
    """Both ways by hand; castling is named by the rook's square whatever the protocol's form."""
    fen, text, named = case
    board = board_of(fen)
    move = board.parse_uci(text)
    assert short_name(board, move) == named
    assert chess_move(board, named) == move


def test_castling_by_its_other_form():
    """A standard board takes the king to the rook as well; the name is the same."""
    board = chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    assert short_name(board, chess.Move(E1, G1)) == short_name(board, chess.Move(E1, H1))


@pytest.mark.parametrize("variant", [STANDARD, CHESS960])
def test_names_in_random_games(variant):
    """Every legal move has its own name and comes back from it."""
    chance, castled = random.Random(5), 0
    for _ in range(8):
        board = start(chance, variant)
        while (moves := list(board.legal_moves)) and board.ply() < 60:
            names = [short_name(board, move) for move in moves]
            assert names == [name(word(board, move)) for move in moves]
            assert [chess_move(board, named) for named in names] == moves
            castling = [move for move in moves if board.is_castling(move)]
            castled += bool(castling)
            board.push(chance.choice(castling or moves))
    assert castled


def test_the_door_and_the_rules(games, rules):
    """What `fen.py` reads is what python-chess reads: no field is lost on the way in."""
    for i in range(0, len(games.fens), 50):
        board, notes = parse_fen(games.fens[i], chess960=True)
        rules.put(board)
        assert notes == []
        assert rules.pos.tobytes() == games.before[i].tobytes(), games.fens[i]
