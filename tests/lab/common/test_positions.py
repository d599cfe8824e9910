"""Start positions: a castling right is honoured or the position is refused, never dropped."""

import chess.pgn
import pytest

from engine.lab.common.positions import parsed_start, start_fen, start_of_game

ORDINARY = "r3k2r/8/8/8/8/8/8/R3K2R"
RANDOM = "bnrbnkqr/pppppppp/8/8/8/8/PPPPPPPP/BNRBNKQR"
INNER = "rr2k2r/8/8/8/8/8/8/RR2K2R"  # a rook on b1 inside that on a1

UNLIKE = "r3k2r/8/8/8/8/8/8/R3K1R1"  # Black as in ordinary chess, White not

# What is read, what is written; the letters by hand from the rules of X-FEN and Shredder-FEN.
HONOURED = {
    "ordinary": (f"{ORDINARY} w KQkq - 0 1", f"{ORDINARY} w KQkq - 0 1"),
    "ordinary as Shredder-FEN": (f"{ORDINARY} w HAha - 0 1", f"{ORDINARY} w KQkq - 0 1"),
    "ordinary, one right": (f"{ORDINARY} b q - 3 9", f"{ORDINARY} b q - 3 9"),
    "ordinary without rights": (f"{RANDOM} w - - 0 1", f"{RANDOM} w - - 0 1"),
    "X-FEN": (f"{RANDOM} w KQkq - 0 1", f"{RANDOM} w HChc - 0 1"),
    "Shredder-FEN": (f"{RANDOM} w HChc - 0 1", f"{RANDOM} w HChc - 0 1"),
    "one side's right": (f"{RANDOM} w k - 0 1", f"{RANDOM} w h - 0 1"),
    "mixed letters": (f"{RANDOM} w KChq - 0 1", f"{RANDOM} w HChc - 0 1"),
    "outermost rook": (f"{INNER} w KQkq - 0 1", f"{INNER} w KQkq - 0 1"),
    "inner rook": (f"{INNER} w HBhb - 0 1", f"{INNER} w HBhb - 0 1"),
    "Chess960 on one side only": (f"{UNLIKE} w KQkq - 0 1", f"{UNLIKE} w GAha - 0 1"),
}


@pytest.mark.parametrize(("read", "written"), HONOURED.values(), ids=HONOURED)
@pytest.mark.parametrize("chess960", [False, True], ids=["unsaid", "said to be Chess960"])
def test_every_right_is_honoured(read, written, chess960):
    board = parsed_start(read, chess960)
    assert start_fen(board) == written
    assert board.chess960 == bool(set(written.split()[2]) - set("KQkq-"))


REFUSED = {
    "no rook": ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "Castling rights K:"),
    "no rook on that side": ("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "Castling rights Q:"),
    "the king has left": ("4k2r/8/8/8/8/4K3/8/7R w Kk - 0 1", "Castling rights K:"),
    "another file": (f"{RANDOM} w HGhc - 0 1", "Castling rights G:"),
    "no letter of castling": (f"{RANDOM} w KX - 0 1", "Castling rights are"),
}


@pytest.mark.parametrize(("fen", "reason"), REFUSED.values(), ids=REFUSED)
@pytest.mark.parametrize("chess960", [False, True], ids=["unsaid", "said to be Chess960"])
def test_a_right_without_its_rook_is_refused(fen, reason, chess960):
    with pytest.raises(ValueError, match=reason):
        parsed_start(fen, chess960)


@pytest.mark.parametrize("variant", [None, "Chess960", "fischerandom"])
def test_a_game_need_not_say_that_it_is_chess960(variant):
    tags = chess.pgn.Headers({"FEN": f"{RANDOM} w KQkq - 0 1"})
    if variant:
        tags["Variant"] = variant
    assert start_fen(start_of_game(tags)) == f"{RANDOM} w HChc - 0 1"
