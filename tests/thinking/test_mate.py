"""`go mate N`: what exists is found, and only a search without pruning says that nothing does.

The lengths of the mates are those of a search that tries every move, ALIBABA's, and for the short
ones of a solver on python-chess.
"""

import random

import chess
import pytest

from engine.options.kinds import Check
from engine.options.modern import MODERN
from engine.search.shared.score import mate_in
from engine.thinking.limits import Limits
from engine.thinking.mate import MateGoal
from engine.thinking.searches import SEARCHES
from tests.search.positions import LARGE
from tests.search.shared.test_mates_and_draws import MATES
from tests.search.thinker import Thinker
from tests.thinking.test_engine import Going

NONE = "No mate in {} was found."
UNKNOWN = "The search ended before it was known whether there is a mate in {}."

# Mates that a search with pruning does not see, however deep it looks: quiet moves and sacrifices.
HIDDEN = {
    "a rook given up, then quiet moves": (
        "8/8/7p/7P/1p1N1pK1/1P1PbP1R/pp2N3/rk6 w - - 0 1", 5, 1_000_000,
    ),
    "a king that walks round a crowd": (
        "8/1K6/8/3R4/8/6p1/np1pppp1/krbrqbrn w - - 0 1", 7, 1_500_000,
    ),
    "a discovered attack and a promotion": (
        "3N4/2KN2pB/2P3P1/4R2n/1p1p1k1P/b2P1ppP/bp2n1p1/6q1 w - - 0 1", 5, 3_000_000,
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def thinker():
    return Thinker(search="Modern")


def check_mate(found, fen, moves):
    """The last line is a mate in so many moves, to its end."""
    assert mate_in(found.score) == moves
    assert found.result.move == found.last.pv[0]
    board = chess.Board(fen)
    for move in found.last.pv:
        board.push(move)
    assert len(found.last.pv) == 2 * moves - 1 and board.is_checkmate()


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("fen", "moves", "nodes"), HIDDEN.values(), ids=HIDDEN)
def test_hidden_mates_are_found(thinker, fen, moves, nodes, threads):
    thinker.reset(search="Modern", threads=threads)
    found = thinker.think(fen, mate=moves)
    check_mate(found, fen, moves)
    assert found.result.remarks == ()
    assert thinker.engine.nodes < nodes * threads


@pytest.mark.parametrize(("fen", "moves", "nodes"), HIDDEN.values(), ids=HIDDEN)
def test_no_shorter_one_is_made_up(thinker, fen, moves, nodes):
    """The lengths are minimal: a move less is not enough, and that is said."""
    found = thinker.reset(search="Modern").think(fen, mate=moves - 1)
    assert found.result.remarks == (NONE.format(moves - 1),)
    assert thinker.engine.nodes < nodes


@pytest.mark.parametrize("search", ["Modern", "AliBaba", "Selective"])
@pytest.mark.parametrize(("fen", "moves"), MATES.values(), ids=MATES)
def test_without_the_usual_search(thinker, monkeypatch, search, fen, moves):
    """The search without pruning finds every mate, and its length, by itself."""
    monkeypatch.setattr(MateGoal, "goes_deeper", lambda goal, depth, search: False)
    thinker.reset(search=search)
    check_mate(thinker.think(fen, mate=moves), fen, moves)
    if moves > 1:
        found = thinker.reset(search=search).think(fen, mate=moves - 1)
        assert found.result.remarks == (NONE.format(moves - 1),)


def has_mate(board, moves):
    """Whether the side to move mates in so many moves, whatever the other side plays."""
    for move in list(board.legal_moves):
        board.push(move)
        mates = board.is_checkmate() or (moves > 1 and is_lost(board, moves - 1))
        board.pop()
        if mates:
            return True
    return False


def is_lost(board, moves):
    """Whether the side to move has moves, and is mated in so many after each of them."""
    replies = list(board.legal_moves)
    for reply in replies:
        board.push(reply)
        mated = has_mate(board, moves)
        board.pop()
        if not mated:
            return False
    return bool(replies)


def attacks_on_a_king(seed, wanted):
    """Random positions in which two pieces and a king attack a king at the edge."""
    chance, found = random.Random(seed), []
    while len(found) < wanted:
        board, squares = chess.Board(None), list(chess.SQUARES)
        edge = chance.choice([chess.A1, chess.D1, chess.H4, chess.G8, chess.H8, chess.A7])
        squares.remove(edge)
        kinds = [chess.KING, *chance.choices([2, 3, 4, 4, 5, 5], k=2), chess.PAWN]
        placed = chance.sample([square for square in squares if 7 < square < 56], 6)
        board.set_piece_at(edge, chess.Piece(chess.KING, chess.BLACK))
        for kind, square in zip(kinds, placed, strict=False):
            board.set_piece_at(square, chess.Piece(kind, chess.WHITE))
        for square in placed[4:]:
            kind = chance.choice([chess.PAWN, chess.KNIGHT])
            board.set_piece_at(square, chess.Piece(kind, chess.BLACK))
        if board.is_valid():
            found.append(board)
    return found


@pytest.mark.parametrize("search", ["Modern", "AliBaba", "Selective"])
def test_the_verdict_is_that_of_a_solver(thinker, search):
    """Mate in two or none, in random positions; both happen."""
    verdicts = []
    for board in attacks_on_a_king(seed=4, wanted=60):
        found = thinker.reset(search=search).think(board, mate=2)
        exists = has_mate(board, 2)
        assert found.result.remarks == (() if exists else (NONE.format(2),)), board.fen()
        moves = mate_in(found.score)
        assert (moves is not None and 0 < moves <= 2) == exists, board.fen()
        verdicts.append(exists)
    assert 10 < sum(verdicts) < 50


@pytest.mark.parametrize("limits", [{"nodes": 20_000}, {"depth": 5}, {"movetime_ms": 1}], ids=str)
def test_a_search_that_is_cut_short_denies_nothing(thinker, limits):
    """The mate in seven is there, and was not seen in so few nodes, plies, milliseconds."""
    fen, moves, _ = HIDDEN["a king that walks round a crowd"]
    found = thinker.reset(search="Modern").think(fen, mate=moves, **limits)
    assert found.result.remarks == (UNKNOWN.format(moves),)


def test_it_goes_on_until_it_is_stopped(thinker):
    """Nobody proves in a moment that there is no mate in nine; the answer denies nothing."""
    thinker.reset(search="Modern")
    going = Going(thinker, LARGE["Kiwipete"], mate=9).start()
    assert going.is_alive(0.5)
    thinker.engine.stop()
    assert going.finish().remarks == (UNKNOWN.format(9),)


def test_a_side_that_has_no_move_has_no_mate(thinker):
    for fen, how in (
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "Black, to move, is checkmated"),
        ("7K/5q2/6k1/8/8/8/8/8 w - - 0 1", "White, to move, is stalemated"),
    ):
        assert thinker.think(fen, mate=2).result.remarks == (f"There is no mate: {how}.",)
        assert thinker.think(fen, 2).result.remarks == ()


def test_only_the_wanted_moves_are_tried(thinker):
    """`searchmoves` leaves out the move that mates."""
    fen, moves = MATES["rook in the corner"]
    best = thinker.reset(search="Modern").think(fen, mate=moves).result.move
    others = tuple(move.uci() for move in chess.Board(fen).legal_moves if move != best)
    found = thinker.think(fen, mate=moves, searchmoves=others)
    assert found.result.remarks == (NONE.format(moves),)


@pytest.mark.parametrize(
    ("fen", "searchmoves"),
    [
        ("6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1", ("g1h1",)),  # Re8 mates, Kh1 does not
        ("R5k1/5pp1/7p/8/8/8/8/6K1 b - - 0 1", ()),  # Kh7 is forced, and nothing mates afterwards
    ],
)
def test_an_only_move_is_searched_as_long_as_there_is_time(thinker, fen, searchmoves):
    """In a game it is played at once; who asks for a mate wants to know whether there is one."""
    thinker.reset(search="Modern")
    found = thinker.think(fen, mate=2, searchmoves=searchmoves, movetime_ms=30_000)
    assert found.result.remarks == (NONE.format(2),)


def test_a_longer_mate_ends_no_search_for_a_shorter_one(thinker):
    """The mate in four is sure after eight plies; the one in three (our M2) is wanted."""
    fen = "2b1k2r/1ppp1p1p/7b/8/8/Pppq1N1P/1R6/K7 b k - 0 1"
    thinker.reset(search="Modern")
    found = thinker.think(fen, mate=3, movetime_ms=60_000)
    assert mate_in(found.score) == 3


def test_the_settings_of_the_user_are_back(thinker):
    """And the table knows nothing of a search with others."""
    thinker.reset(search="Modern")
    usual = thinker.engine._params.tobytes()
    thinker.think(chess.STARTING_FEN, mate=2)
    assert thinker.engine._params.tobytes() == usual
    assert thinker.stored() == []
    assert thinker.engine.table_report()[1].startswith("0 filled")


def test_every_idea_is_off():
    """An idea that is added later prunes nothing either, unless it is declared harmless."""
    switches = {option.field for option in MODERN if isinstance(option, Check)}
    harmless = {
        *("killer_moves", "counter_moves", "capture_history", "continuation_history"),
        "mate_distance_pruning",
    }
    settings = SEARCHES["Modern"].unpruned_settings
    assert {field for field in switches if settings.get(field) is False} == switches - harmless


# What is known of a mate in three: moves of the best line's mate, refuted; remarks.
GOALS = {
    "found": ((3, 0), ()),
    "a shorter one": ((1, 0), ()),
    "a longer one": ((4, 0), (UNKNOWN.format(3),)),
    "a longer one, and none so short": ((4, 3), (NONE.format(3),)),
    "mated oneself": ((-2, 2), (UNKNOWN.format(3),)),
    "nothing": ((None, 0), (UNKNOWN.format(3),)),
    "none": ((None, 3), (NONE.format(3),)),
}


@pytest.mark.parametrize(("known", "remarks"), GOALS.values(), ids=GOALS)
def test_what_is_said(known, remarks):
    goal = MateGoal(3)
    goal.known, goal.refuted = known
    assert goal.remarks() == remarks
    assert goal.is_found == (not remarks)


def test_nothing_is_said_where_no_mate_was_wanted():
    goal = MateGoal(Limits(depth=3).mate)
    goal.known = 2
    assert goal.remarks() == () and not goal.is_found


def test_how_deep_the_usual_search_looks():
    """Five plies for a mate in three, and eight more; with a longer one known three times five."""
    search = SEARCHES["Modern"]
    for known, deepest in ((None, 13), (-2, 13), (5, 15), (3, 0)):
        goal = MateGoal(3)
        goal.known = known
        assert [depth for depth in range(20) if goal.goes_deeper(depth, search)] == [
            *range(deepest)
        ]
    assert MateGoal(None).goes_deeper(100, search)
