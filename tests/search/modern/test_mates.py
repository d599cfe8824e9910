"""MODERN with everything on finds short mates and counts them exactly; draws by the rules stay so.

It is selective: a mate may need more plies than it has, but what is called a mate is one, and in a
moment it is the shortest.
"""

import chess
import pytest

from engine.search.shared.score import DRAW, MATE, mate_in
from tests.search.modern_twin import BARE
from tests.search.modern_twin import FULL as MODERN
from tests.search.positions import SMALL, board_of
from tests.search.shared.test_mates_and_draws import DRAWN_ROOTS, ENDED, MATES
from tests.search.thinker import Thinker

QUEEN_ALONE = "8/8/8/8/2k5/K7/8/Q7 w - - 0 1"
# Longer ones; ALIBABA, full width, sees no shorter mate in any of them.
LONGER = {
    "the king is driven out": (
        "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 3,
    ),
    "smothered in three": ("r3k2r/ppp2Npp/1b5n/4p2b/2B1P2q/BQP2P2/P5PP/RN5K w kq - 1 0", 3),
    "in the open file": ("r5r1/p1q2p1k/1p1R2pB/3pP3/6bQ/2p5/P1P1NPPP/6K1 w - - 0 1", 3),
    "queen and knight": (
        "r2r1n2/pp2bk2/2p1p2p/3q4/3PN1QP/2P3R1/P4PP1/5RK1 w - - 0 1", 4,
    ),
    "queen alone": (QUEEN_ALONE, 5),
    "two bishops": ("8/8/8/8/8/2K5/2BB4/k7 w - - 0 1", 5),
    "Black's queen": ("6k1/3b3r/1p1p4/p1n2p2/1PPNpP1q/P3Q1p1/1R1RB1P1/5K2 b - - 0 1", 5),
    "queen sacrifice in five": ("2q1nk1r/4Rp2/1ppp1P2/6Pp/3p1B2/3P3P/PPP1Q3/6K1 w - - 0 1", 5),
    "rook and pawn storm": (
        "6r1/p3p1rk/1p1pPp1p/q3n2R/4P3/3BR2P/PPP2QP1/7K w - - 0 1", 5,
    ),
}  # fmt: skip
ENOUGH, MORE = 300_000, 2_500_000
"""Nodes: a tenth of a second; and a second for the queen alone, which takes a million in a table of
16 MiB, others of its kind a tenth of that."""
ALONE = (
    ("8/8/5Q2/K7/8/8/8/3k4 w - - 0 1", 4), ("k7/8/8/8/8/1Q6/1K6/8 w - - 0 1", 5),
    (QUEEN_ALONE, 5), ("8/8/4KQ2/k7/8/8/8/8 w - - 0 1", 4),
    ("8/8/6R1/2K5/8/8/k7/8 w - - 0 1", 5), ("8/8/8/7k/5KR1/8/8/8 w - - 0 1", 5),
    ("2R5/8/8/6k1/8/8/R7/5K2 w - - 0 1", 4), ("8/8/K7/5R2/1k6/8/5R2/8 w - - 0 1", 4),
    ("R7/2R3K1/8/8/8/6k1/8/8 w - - 0 1", 4), ("8/8/8/4Q3/2nK4/1k6/8/8 w - - 0 1", 5),
    ("6k1/8/8/8/4n3/5K2/7Q/8 w - - 0 1", 5), ("8/8/2Q5/k7/8/8/8/2Kn4 w - - 0 1", 5),
)  # fmt: skip
"""Few pieces, and how many moves ALIBABA, full width, needs to mate with them."""


@pytest.fixture(scope="module")
def thinker():
    return Thinker(**MODERN)


def after(board, line):
    """The position at the end of a line."""
    end = board.copy()
    for move in line:
        assert end.is_legal(move)
        end.push(move)
    return end


@pytest.mark.parametrize(("fen", "moves"), (MATES | LONGER).values(), ids=MATES | LONGER)
def test_mates_are_exact(thinker, fen, moves):
    """The shortest mate, with all its moves; and no mate is called shorter than the shortest."""
    found = thinker.reset(**MODERN).think(fen, nodes=MORE if fen == QUEEN_ALONE else ENOUGH)
    assert mate_in(found.score) == moves
    assert len(found.last.pv) == 2 * moves - 1
    assert after(chess.Board(fen), found.last.pv).is_checkmate()
    claimed = [mate_in(info.score) for info in found.infos if info.bound != "upperbound"]
    assert all(mate is None or mate >= moves for mate in claimed)
    assert found.result.move == found.last.pv[0]


@pytest.mark.parametrize(("fen", "moves"), MATES.values(), ids=MATES)
def test_being_mated_is_exact(thinker, fen, moves):
    """After the first move the other side is mated in one less, with a line to the end."""
    board = chess.Board(fen)
    board.push(thinker.reset(**MODERN).think(fen, nodes=ENOUGH).result.move)
    if moves > 1:
        found = thinker.reset(**MODERN).think(board, nodes=ENOUGH)
        assert mate_in(found.score) == -(moves - 1)
        assert after(board, found.last.pv).is_checkmate()
        assert len(found.last.pv) == 2 * moves - 2


@pytest.mark.parametrize(
    ("fen", "moves"), [case for case in (MATES | LONGER).values() if case[1] <= 3]
)
def test_with_everything_off_a_mate_is_seen_at_its_depth(thinker, fen, moves):
    """In 2N - 1 plies, as by every full-width search."""
    found = thinker.reset(**BARE).think(fen, 2 * moves - 1)
    assert mate_in(found.score) == moves
    assert after(chess.Board(fen), found.last.pv).is_checkmate()


def test_a_game_is_won_in_as_many_moves_as_were_told(thinker):
    """X15: the same table through a whole game; each move brings the mate nearer."""
    board, left = chess.Board(LONGER["rook and pawn storm"][0]), 5
    thinker.reset(**MODERN)
    while left:
        found = thinker.think(board, nodes=ENOUGH)
        assert mate_in(found.score) == left
        board.push(found.result.move)
        left -= 1
        if left:
            found = thinker.think(board, nodes=ENOUGH // 3)
            assert mate_in(found.score) == -left
            board.push(found.result.move)
    assert board.is_checkmate()


CLOCKS = {0: 2, 97: 2, 98: None, 96: 2, 99: None, 40: 2}
"""B2: plies on the clock, moves to the mate of the rook; the hundredth ply may mate."""


@pytest.mark.parametrize("search", ["Modern", "AliBaba", "Selective"])
@pytest.mark.parametrize("depth", [5, 8])
def test_only_the_clock_differs(thinker, search, depth):
    """B2: mate in two or a draw, in one table without a new game, in any order."""
    thinker.reset(search=search)
    for clock in (0, 97, 98, 0, 98, 97, 96, 99, 0, 99, 40, 98, 40, 97):
        found = thinker.think(f"8/8/8/8/8/2K5/7R/k7 w - - {clock} 120", depth)
        assert mate_in(found.score) == CLOCKS[clock], clock
        if CLOCKS[clock] is None:
            assert found.score == DRAW


ENDINGS = (
    "5q2/6k1/8/8/Q7/8/5K2/1R6 w - - 0 1", "3Q4/8/7K/8/8/2k1r3/8/8 w - - 0 1",
    "8/3r4/8/8/8/4K3/2k5/6Q1 w - - 0 1", "8/8/3K1n2/7k/8/8/Q7/8 w - - 0 1",
    "8/5K2/8/1k6/8/2R2R2/8/8 w - - 0 1",
)  # fmt: skip
PERPETUAL = "5Q2/8/k7/7K/8/7q/8/8 w - - 0 1"
"""With extensions the table changes its value anyway, by repetitions."""
REACHING = ((2, 97), (3, 96), (4, 92), (4, 93), (4, 94), (4, 95))
"""Plies, and a clock that they reach the hundredth ply from, or nearly."""
EXACTLY = {"table_depth_match": "exact"}
EXACT_TABLE = {
    "Modern": (BARE | EXACTLY, (PERPETUAL, *ENDINGS)),
    "Modern with extensions": (BARE | EXACTLY | {"check_extension": True}, ENDINGS),
    "AliBaba": (EXACTLY | {"quiescence_margin": 1000}, (PERPETUAL, *ENDINGS)),
}


@pytest.mark.parametrize(("settings", "fens"), EXACT_TABLE.values(), ids=EXACT_TABLE)
def test_what_the_fifty_moves_decided_is_not_remembered(thinker, settings, fens):
    """A table whose entries answer for their depth only changes no value (docs/choices.md).

    Evasions beyond the last ply and extensions reach further than the depth says.
    """
    thinker.reset(**settings)
    wrong = []
    for fen in fens:
        for depth, clock in REACHING:
            early, late = chess.Board(fen), chess.Board(fen)
            late.halfmove_clock = clock
            fresh = [thinker.afresh(board, depth).score for board in (early, late)]
            again = [thinker.think(board, depth).score for board in (early, late)]
            if again != fresh:
                wrong.append((fen, depth, clock, fresh, again))
    assert wrong == []


FAR_MATES = (
    ("AliBaba", "8/5K2/8/1k6/8/2R2R2/8/8 w - - {} 99", 5, (0, 92)),
    ("Modern", "8/5K2/8/1k6/8/2R2R2/8/8 w - - {} 99", 9, (0, 92, 94)),
    ("Modern", "3K1Q2/8/1k6/8/8/8/8/8 w - - {} 99", 12, (0, 87, 90, 88)),
    ("Modern", "8/8/6R1/2K5/8/8/k7/8 w - - {} 99", 12, (91, 92, 93)),
)


@pytest.mark.parametrize(("search", "fen", "depth", "clocks"), FAR_MATES)
def test_no_mate_beyond_the_fiftieth_move(thinker, search, fen, depth, clocks):
    """White has no pawn and nothing to take: who mates has to do it by the hundredth ply."""
    thinker.reset(search=search)
    mates = {clock: mate_in(thinker.think(fen.format(clock), depth).score) for clock in clocks}
    found = {clock: mate for clock, mate in mates.items() if mate is not None}
    assert found, "some clock leaves time for a mate, else there is nothing to compare"
    assert all(clock + 2 * mate - 1 <= 100 for clock, mate in found.items()), found


@pytest.mark.parametrize("depth", [6, 12])
def test_a_dead_draw_is_no_mate_because_of_the_table(thinker, depth):
    """B1 (Stockfish#2370): the table does not know how near the fiftieth move is."""
    found = thinker.reset(**MODERN).think(
        "8/1p2KP2/1p4q1/1Pp5/2P5/N1Pp1k2/3P4/1N6 b - - 76 40", depth, nodes=ENOUGH
    )
    assert found.infos and all(mate_in(info.score) is None for info in found.infos)


@pytest.mark.parametrize("position", DRAWN_ROOTS.values(), ids=DRAWN_ROOTS)
def test_a_drawn_root_has_a_move(thinker, position):
    """B6: the game may be over by the rules, but who says `go` wants a move."""
    found = thinker.reset(**MODERN).think(position, 8)
    assert found.result.move in board_of(position).legal_moves
    assert found.last.pv[0] == found.result.move


@pytest.mark.parametrize(("fen", "score"), ENDED.values(), ids=ENDED)
def test_a_root_without_moves(thinker, fen, score):
    found = thinker.reset(**MODERN).think(fen, 5)
    assert (found.result.move, found.last.score) == (None, score)


def test_repetition_saves_the_game(thinker):
    """A perpetual check: the first repetition within the search counts (X13)."""
    found = thinker.reset(**MODERN).think("6k1/6p1/8/6KQ/1r6/q2b4/8/8 w - - 0 32", 10)
    assert found.score == DRAW
    shuffle = "h1h2 b8b7 h2h1 b7b8 h1h2 b8b7 h2h1"
    board = board_of(f"1r5k/8/8/8/8/8/8/7K w - - 0 1 moves {shuffle}")
    found = thinker.reset(**MODERN).think(board, 3, searchmoves=("b7b8",))
    assert found.score == DRAW
    assert thinker.reset(**MODERN).think(board, 6).score > 300


@pytest.mark.parametrize(("fen", "moves"), (MATES["rook and bishop"], *ALONE))
def test_go_mate(thinker, fen, moves):
    """It ends with a mate that is short enough, however much more was allowed, and shows it all."""
    found = thinker.reset(**MODERN).think(fen, mate=moves, nodes=10 * ENOUGH)
    assert mate_in(found.score) == moves
    assert found.nodes < ENOUGH
    assert after(chess.Board(fen), found.last.pv).is_checkmate()


def test_after_go_mate_the_search_is_itself_again(thinker):
    """What it leaves out for a mate is left out for that search only."""
    usual = thinker.reset(**MODERN).think(chess.STARTING_FEN, 8).nodes
    thinker.think(chess.STARTING_FEN, 8, mate=3)
    thinker.engine.new_game()
    assert thinker.think(chess.STARTING_FEN, 8).nodes == usual


@pytest.mark.parametrize("moves", [1, 2])
def test_go_mate_that_cannot_be(thinker, moves):
    """No mate from the start position: the search ends by itself, with a move."""
    found = thinker.reset(**MODERN).think(chess.STARTING_FEN, mate=moves)
    assert found.result.move in chess.Board().legal_moves
    assert found.last.depth >= 2 * moves - 1


@pytest.mark.parametrize("name", ["mated next move", "stalemate is near", "dead after a capture"])
def test_endings_of_games_in_the_tree(thinker, name):
    """Mate, stalemate and insufficient material a few plies away."""
    found = thinker.reset(**MODERN).think(SMALL[name], 8)
    expected = {"mated next move": -MATE + 2}.get(name, DRAW)
    assert found.score == expected
