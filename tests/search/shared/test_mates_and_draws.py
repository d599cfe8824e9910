"""Mates are found and counted exactly; draws by the rules are draws, mixed up with nothing.

B1 to B19 are faults of other engines, from public reports; each stands for its kind.
"""

import chess
import pytest

from engine.search.shared.score import DRAW, FARTHEST_MATE, MATE, mate_in
from tests.games import CHESS960, STANDARD, Games
from tests.search.positions import ALL, LARGE, board_of, check_played
from tests.search.thinker import Thinker

# The fewest moves to mate: found by a solver that tries every move, on python-chess.
MATES = {
    "back rank": ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1),
    "smothered": ("6rk/6pp/8/4N3/8/8/6PP/6K1 w - - 0 1", 1),
    "fool's mate": ("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", 1),
    "scholar's mate": (
        "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1,
    ),
    "on the hundredth ply (B3)": ("7k/8/6K1/8/8/8/8/R7 w - - 99 100", 1),
    "rook in the corner": ("8/8/8/8/8/2K5/7R/k7 w - - 0 1", 2),
    "underpromotion (A11)": ("8/5P1k/5K2/8/8/8/8/8 w - - 0 1", 2),
    "two rooks": ("6k1/8/8/8/8/8/R7/1R4K1 w - - 0 1", 2),
    "Morphy's problem": ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
    "many pieces": ("2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1", 2),
    "queen sacrifice": ("r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - 1 1", 2),
    "rook and bishop": ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
    "queen against knight": ("8/8/8/6Q1/8/4K3/8/3n1k2 w - - 0 1", 3),
    "queen against bishop": ("8/7k/8/6K1/8/8/8/3b1Q2 w - - 0 1", 3),
    "rooks apart": ("8/8/7R/8/7R/8/8/3K1k2 w - - 0 1", 3),
    "queen and far bishop": ("5k2/Q2K3b/8/8/8/8/8/8 w - - 0 1", 4),
    "queen and pawn": ("8/8/8/7k/Q7/P5K1/8/8 w - - 0 1", 4),
    "promotion helps": ("4Q3/3P4/8/8/8/8/k7/7K w - - 0 1", 4),
}  # fmt: skip


@pytest.fixture(scope="module")
def thinker():
    return Thinker()


@pytest.mark.parametrize(("fen", "moves"), MATES.values(), ids=MATES)
def test_mates_are_exact(thinker, fen, moves):
    """Full width sees a mate in N at 2N - 1 plies, and no deeper search makes it longer."""
    for depth in (2 * moves - 1, 2 * moves, 2 * moves + 1):
        found = thinker.reset().think(fen, depth)
        assert mate_in(found.score) == moves
        assert len(found.last.pv) == 2 * moves - 1, "the whole mate is shown, and nothing behind it"
        board = chess.Board(fen)
        for move in found.last.pv:
            board.push(move)
        assert board.is_checkmate()


@pytest.mark.parametrize(("fen", "moves"), MATES.values(), ids=MATES)
def test_being_mated_is_exact(thinker, fen, moves):
    """After the first move of the mate the other side is mated in one less, counted below 0."""
    board = chess.Board(fen)
    board.push(thinker.reset().think(fen, 2 * moves - 1).result.move)
    if moves > 1:
        found = thinker.reset().think(board, 2 * moves - 2)
        assert mate_in(found.score) == -(moves - 1)
        assert len(found.last.pv) == 2 * moves - 2
    else:
        found = thinker.reset().think(board, 3)
        assert (found.result.move, mate_in(found.last.score)) == (None, 0)


def test_counting_mates():
    """Plies to moves: 1 and 2 are the first move, 3 and 4 the second; 0 is mated already."""
    assert [mate_in(MATE - plies) for plies in (1, 3, 5, 7)] == [1, 2, 3, 4]
    assert [mate_in(-MATE + plies) for plies in (0, 2, 4, 6)] == [0, -1, -2, -3]
    assert mate_in(0) is mate_in(30000) is mate_in(-30000) is None


def test_a_mate_stored_at_another_ply_is_still_exact(thinker):
    """X15: the same table through a whole game; each move brings the mate one nearer."""
    board, left = chess.Board(MATES["queen and pawn"][0]), 4
    thinker.reset()
    while left:
        found = thinker.think(board, 9)
        assert mate_in(found.score) == left
        board.push(found.result.move)
        left -= 1
        if left:
            found = thinker.think(board, 9)
            assert mate_in(found.score) == -left
            board.push(found.result.move)
    assert board.is_checkmate()


@pytest.mark.parametrize("depth", [4, 8, 11])
def test_a_dead_draw_is_no_mate_because_of_the_table(thinker, depth):
    """B1 (Stockfish#2370): the table does not know how near the fiftieth move is."""
    found = thinker.reset(table_positions="512K").think(
        "8/1p2KP2/1p4q1/1Pp5/2P5/N1Pp1k2/3P4/1N6 b - - 76 40", depth
    )
    assert found.infos and all(mate_in(info.score) is None for info in found.infos)


@pytest.mark.parametrize("depth", [3, 6, 9])
def test_only_the_clock_differs(thinker, depth):
    """B2: mate in two with 0 and 97 plies on the clock, none with 98, and back, in one table."""
    thinker.reset()
    expected = {0: 2, 97: 2, 98: None, 96: 2, 99: None}
    for clock in (0, 97, 98, 0, 98, 97, 96, 99, 0):
        found = thinker.think(f"8/8/8/8/8/2K5/7R/k7 w - - {clock} 120", depth)
        assert mate_in(found.score) == expected[clock], clock
        if expected[clock] is None:
            assert found.score == DRAW


def test_mate_goes_before_the_fifty_moves(thinker):
    """B3: a1a8 is the hundredth quiet ply and mates; any other is a draw."""
    found = thinker.reset().think(MATES["on the hundredth ply (B3)"][0], 3)
    assert found.result.move.uci() == "a1a8"
    other = thinker.reset().think(
        MATES["on the hundredth ply (B3)"][0], 3, searchmoves=("a1a7", "g6f6")
    )
    assert other.score == DRAW


DRAWN_ROOTS = {
    "threefold": f"{chess.STARTING_FEN} moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8",
    "fifty moves": "8/8/4K3/8/8/8/2k5/1r6 w - - 100 136",
    "more than fifty": "8/8/4K3/8/8/8/2k5/1r6 w - - 150 176",
    "bare kings": "8/8/4K3/8/8/8/2k5/8 w - - 0 1",
    "one bishop": "8/8/4K3/8/8/8/2k5/1b6 b - - 0 1",
}


@pytest.mark.parametrize("position", DRAWN_ROOTS.values(), ids=DRAWN_ROOTS)
def test_a_drawn_root_has_a_move(thinker, position):
    """B6: the game may be over by the rules, but who says `go` wants a move."""
    found = thinker.reset().think(position, 4)
    assert found.result.move in board_of(position).legal_moves
    assert found.last.pv[0] == found.result.move


ENDED = {
    "mated": ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", -MATE),
    "stalemated": ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", DRAW),
}


@pytest.mark.parametrize(("fen", "score"), ENDED.values(), ids=ENDED)
def test_a_root_without_moves(thinker, fen, score):
    """B8: one line with the score, no move, and the next search is as good as any."""
    found = thinker.reset().think(fen, 5)
    assert (found.result.move, found.result.ponder) == (None, None)
    assert [(info.score, info.depth, info.pv) for info in found.infos] == [(score, 0, ())]
    assert thinker.think(chess.STARTING_FEN, 2).result.move


@pytest.mark.parametrize("moves", [1, 2, 3])
def test_go_mate_that_cannot_be(thinker, moves):
    """B9: no mate from the start position; the search ends when all is seen."""
    found = thinker.reset().think(chess.STARTING_FEN, mate=moves)
    assert found.last.depth == 2 * moves - 1
    assert found.result.move


@pytest.mark.parametrize(("fen", "moves"), MATES.values(), ids=MATES)
def test_go_mate_that_can_be(thinker, fen, moves):
    """It ends with the mate, however much more was allowed."""
    found = thinker.reset().think(fen, mate=moves + 2)
    assert mate_in(found.score) in range(1, moves + 3)
    exact = thinker.reset().think(fen, mate=moves)
    assert mate_in(exact.score) == moves


CROWDS = {
    "nine queens": "QQQQQQQQ/Q7/8/8/8/8/6k1/K7 w - - 0 1",
    "all queens": "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQ5/QQQ3PP/K5bk w - - 0 1",
    "against nine queens": "qqqqqqqq/q7/8/8/8/8/6K1/k7 w - - 0 1",
}


@pytest.mark.parametrize("values", [{}, {"queen_value": 2000}], ids=["default", "highest"])
@pytest.mark.parametrize("fen", CROWDS.values(), ids=CROWDS)
def test_no_evaluation_is_a_mate(fen, values):
    """B11 (fairy-stockfish#824): whatever stands on the board, its value stays below the mates."""
    thinker = Thinker(**values)
    thinker.engine.set_position(chess.Board(fen))
    assert abs(thinker.engine.evaluation()) < FARTHEST_MATE
    assert mate_in(thinker.engine.evaluation()) is None


def test_a_deep_search_overruns_nothing(thinker):
    """B13: full depth, and a position of long perpetual checks."""
    found = thinker.reset().think("8/8/8/3k4/8/3K4/3P4/8 w - - 0 1", 127, nodes=400_000)
    assert found.result.move
    assert found.last.seldepth <= 250
    found = thinker.reset().think(ALL["perpetual check"], 127, nodes=400_000)
    assert found.result.move
    only = thinker.reset().think("8/8/8/8/8/8/2k5/K7 w - - 0 1", 127)
    assert (only.last.depth, only.score) == (127, DRAW), "every line is dead at once"


def random_boards(number, seed):
    """Positions of random games, ordinary ones and of Chess960, with their past."""
    games = Games(None, None)
    for variant in (STANDARD, CHESS960):
        for place, (board, move) in enumerate(games.play(variant, seed, number * 7 // 2)):
            if place % 7 == 6:
                yield board.copy()
            board.push(move)


def test_colliding_keys_play_no_illegal_move(thinker):
    """B16, B18, B19: 200 positions in one small table of few bits, so that moves of others come up.

    The move is legal, so is every line to its end, none goes on behind a mate, the move to ponder
    on is its second one, and the position in the core is what it was.
    """
    thinker.reset(table_positions="64K", hash_bits=16, table_pv_length=4)
    thinker.think(LARGE["Kiwipete"], 6)  # fills the table with moves of other positions
    errors = 0
    for board in random_boards(100, 16):
        found = thinker.think(board, 4)
        errors += found.counts["illegal"]
        check_lines(board, found)
        root = thinker.engine.thread.stack[thinker.engine.thread.root]
        assert int(root.key) == thinker.key(board)
    assert errors > 100


def test_hash_of_one_mebibyte_over_many_positions(thinker):
    """B16: as reported, with all bits; then no entry is ever one of another position."""
    thinker.reset(table_positions="Hash", hash_mib=1)
    for board in random_boards(100, 17):
        found = thinker.think(board, 5)
        assert found.counts["illegal"] == 0
        check_lines(board, found)


def check_lines(board, found):
    """Every line reported is legal to its end and stops where the game does."""
    assert found.infos
    for info in found.infos:
        check_played(board, info.pv)
        mate = mate_in(info.score)
        if mate is not None and not info.bound:
            assert len(info.pv) <= 2 * abs(mate)
    best = next(info for info in reversed(found.infos) if info.pv[0] == found.result.move)
    assert found.result.ponder == (best.pv[1] if len(best.pv) > 1 else None)


@pytest.mark.parametrize("name", LARGE)
def test_lines_are_legal(thinker, name):
    """B18 in ordinary circumstances, at six plies with the longest lines in the table."""
    thinker.reset(table_pv_length=5)
    board = board_of(LARGE[name])
    check_lines(board, thinker.think(board, 6))


def test_repetition_within_the_search(thinker):
    """A perpetual check saves the game: the first repetition counts (X13)."""
    found = thinker.reset().think("6k1/6p1/8/6KQ/1r6/q2b4/8/8 w - - 0 32", 6)
    assert found.score == DRAW


def test_repetition_with_the_game(thinker):
    """Black, far ahead, must not let the position come a third time: the game is remembered."""
    shuffle = "h1h2 b8b7 h2h1 b7b8 h1h2 b8b7 h2h1"
    fen = "1r5k/8/8/8/8/8/8/7K w - - 0 1"
    drawing = chess.Move.from_uci("b7b8")
    board = board_of(f"{fen} moves {shuffle}")
    found = thinker.reset().think(board, 1, searchmoves=(drawing.uci(),))
    assert found.score == DRAW
    fresh = chess.Board(board.fen())
    assert thinker.reset().think(fresh, 1, searchmoves=(drawing.uci(),)).score > 300
    assert thinker.reset().think(board, 3).score > 300
