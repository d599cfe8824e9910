"""The twin must be right before anything is compared with it: cases worked by hand."""

import chess
import pytest

from tests.naive import (
    DRAW,
    MATE,
    Resident,
    Table,
    evaluate,
    game_so_far,
    is_drawn,
    minimax,
    quiescence,
)
from tests.table.test_replacement import WINS

pytestmark = pytest.mark.uncompiled


def position(fen, moves=""):
    board = chess.Board(fen)
    for move in moves.split():
        board.push_uci(move)
    return board


def test_the_start_is_balanced_and_the_view_changes_with_the_side():
    board = chess.Board()
    assert evaluate(board) == 0
    board.push_uci("e2e4")
    assert evaluate(board) < 0, "Black is to move and White has gained"
    # e2 to e4: centre distance 2 to 0 (16 centipawns over 6 steps) and two ranks (6); 11.33 - 0
    assert evaluate(board) == -11


def test_a_piece_is_worth_its_option():
    board = position("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    assert evaluate(board) == 500 - 3, "a rook on a1 has 3 less than the average rook"
    assert evaluate(board, values=(0, 0, 0, 600, 0, 0)) == 600 - 3


# FEN, depth, value: mates and draws by hand
WORKED = {
    "mate in one": ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 2, MATE - 1),
    "mate in one seen at the leaf": ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1, MATE - 1),
    "mated in two plies": ("7k/5K2/8/6R1/8/8/8/8 b - - 0 1", 2, -MATE + 2),
    "mated at the root": ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", 3, -MATE),
    "stalemate at the root": ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 3, DRAW),
    "all moves leave insufficient material": ("8/8/8/8/8/2k5/1r6/K7 w - - 0 1", 1, DRAW),
    "mate on the hundredth ply (B3)": ("7k/8/6K1/8/8/8/8/R7 w - - 99 100", 2, MATE - 1),
    "the hundredth ply does not mate": ("7k/8/8/6K1/8/8/8/R7 w - - 99 100", 2, DRAW),
    "mate in two, clock 97 (B2)": ("8/8/8/8/8/2K5/7R/k7 w - - 97 120", 3, MATE - 3),
    "mate in two, clock 98 (B2)": ("8/8/8/8/8/2K5/7R/k7 w - - 98 120", 3, DRAW),
}


@pytest.mark.parametrize(("fen", "depth", "value"), WORKED.values(), ids=WORKED.keys())
def test_worked_by_hand(fen, depth, value):
    assert minimax(position(fen), depth) == value


def test_a_drawn_root_still_has_a_value():
    """Threefold at the root (B6): a move is wanted, so the root is searched."""
    shuffle = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"
    board = position(chess.STARTING_FEN, shuffle)
    assert minimax(board, 1) == minimax(chess.Board(), 1)


SHUFFLE = "g1f3 g8f6 f3g1 f6g8"


def test_first_repetition_in_the_search_path_is_a_draw():
    """After four plies the start stands again: drawn if the search began there, not if the game."""
    board = position(chess.STARTING_FEN, SHUFFLE)
    game = game_so_far(board)
    assert len(game) == 5
    assert is_drawn(board, 4, game, strict=False)
    assert not is_drawn(board, 3, game, strict=False), "the start was before the root"
    assert not is_drawn(board, 4, game, strict=True)


def test_third_occurrence_is_a_draw_whoever_saw_the_others():
    board = position(chess.STARTING_FEN, f"{SHUFFLE} {SHUFFLE}")
    game = game_so_far(board)
    for ply in range(1, 9):
        assert is_drawn(board, ply, game, strict=False)
        assert is_drawn(board, ply, game, strict=True)


def test_a_passed_square_without_a_taker_is_no_difference():
    """After 1.e4 nobody can take on e3, so the position with the knights back is the same (A15)."""
    board = position(chess.STARTING_FEN, "e2e4 g8f6 g1f3 f6g8 f3g1")
    assert is_drawn(board, 4, game_so_far(board), strict=False)


def test_quiescence_takes_what_hangs_and_stands_pat_otherwise():
    hanging = position("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1")
    taken = position("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5")
    assert quiescence(hanging) == -evaluate(taken)
    protected = position("4k3/8/4p3/3p4/8/8/3Q4/4K3 w - - 0 1")
    assert quiescence(protected) == evaluate(protected)


def test_quiescence_searches_all_moves_in_check_and_sees_mate():
    board = position("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1")
    assert quiescence(board) == -MATE
    evading = position("R5k1/5pp1/7p/8/8/8/8/6K1 b - - 0 1")
    (only,) = evading.legal_moves
    after = evading.copy()
    after.push(only)
    assert quiescence(evading) == -quiescence(after)


def test_quiescence_window_fails_soft_around_the_true_value():
    board = position("r1bqkbnr/pppp1ppp/2n5/4p3/3PP3/5N2/PPP2PPP/RNBQKB1R b KQkq - 0 3")
    value = quiescence(board)
    assert quiescence(board, value - 1, value + 1) == value
    assert quiescence(board, value, value + 1) <= value
    assert quiescence(board, value - 1, value) >= value


DEEP, BIG = (8, 9, 100), (16, 3, 900)  # key, depth, size; both in bucket 0 of 8

# Who is in the bucket after "deep" and then "big" came.
WHO_STAYS = {
    "OLD": [8],
    "NEW": [16],
    "DEEP": [8],
    "BIG1": [16],
    "BIGALL": [16],
    "TWODEEP": [8, 16],
    "TWOBIG1": [16, 8],
    "TWOBIGALL": [16, 8],
}


def table_of(scheme, buckets):
    """A table with the rule of a scheme and as many places as it has."""
    return Table(WINS[scheme], len(WHO_STAYS[scheme]), buckets)


@pytest.mark.parametrize("scheme", WHO_STAYS)
def test_who_stays(scheme):
    table = table_of(scheme, 8)
    table.store(*DEEP)
    table.store(*BIG)
    assert [resident.key for resident in table.buckets[0]] == WHO_STAYS[scheme]
    assert (table.clashes, table.lost) == (1, 2 - len(WHO_STAYS[scheme]))


@pytest.mark.parametrize("scheme", WHO_STAYS)
def test_a_stamped_resident_gives_way_whatever_the_scheme(scheme):
    table = table_of(scheme, 8)
    table.store(8, 9, 900)
    table.new_search()
    table.store(16, 1, 1)
    assert table.buckets[0][0].key == 16
    assert (table.find(8) is None) == (table.levels == 1)


@pytest.mark.parametrize("scheme", WHO_STAYS)
def test_the_same_position_is_renewed_and_never_doubled(scheme):
    table = table_of(scheme, 8)
    for depth, size in [(5, 50), (1, 1), (7, 70)]:
        table.store(8, depth, size, payload=depth)
    assert [(entry.key, entry.payload) for entry in table.buckets[0]] == [(8, 7)]
    assert (table.clashes, table.lost) == (0, 0)


def test_two_levels_after_choice_x5():
    """A current entry is never lost while a stamped one exists; four cases, by hand."""

    def after(history, newcomer):
        table = table_of("TWODEEP", 1)
        for key, depth in history:
            if key:
                table.store(key, depth, 1)
            else:
                table.new_search()
        table.store(*newcomer, 1)
        return [resident.key for resident in table.buckets[0]]

    stamp = (0, 0)
    assert after([(1, 5), stamp], (2, 1)) == [2, 1], "stamped, empty"
    assert after([(1, 5), (2, 6), stamp], (3, 1)) == [3, 2], "stamped, stamped"
    # 1 sits second and is renewed: 2, still stamped, gives way to it.
    current_first = [(1, 5), (2, 6), stamp, (1, 4)]
    assert after(current_first, (3, 9)) == [3, 1], "current, stamped, and the newcomer wins"
    assert after(current_first, (3, 1)) == [1, 3], "current, stamped, and it does not"


@pytest.mark.parametrize(("depth", "keys"), [(6, [3, 2]), (5, [3, 2]), (4, [2, 3])])
def test_a_stamped_first_level_above_a_current_one_is_what_gets_lost(depth, keys):
    table = table_of("TWODEEP", 1)
    stamped, current = Resident(1, 9, 1, None, search=1), Resident(2, 5, 1, None, search=2)
    table.search = 2
    table.buckets[0] = [stamped, current]
    table.store(3, depth, 1)
    assert [resident.key for resident in table.buckets[0]] == keys


def test_a_renewed_second_level_moves_up_when_it_wins():
    table = table_of("TWOBIG1", 1)
    table.store(1, 1, 100)
    table.store(2, 1, 50)
    assert [resident.key for resident in table.buckets[0]] == [1, 2]
    table.store(2, 1, 70)
    assert [resident.key for resident in table.buckets[0]] == [1, 2]
    table.store(2, 1, 100)
    assert [resident.key for resident in table.buckets[0]] == [2, 1]
