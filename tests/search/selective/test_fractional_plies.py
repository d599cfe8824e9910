"""Classes of moves, their weights, and the depth that a line uses up.

Witness: python-chess says what gives check, what is legal, and what was taken; the rest by hand.
"""

import chess
import pytest
from numba import uint64, void

from engine.board.make import make
from engine.board.position import MOVES, POSITION, TABLES
from engine.board.setup import chess_move, short_form
from engine.machine.words import U64, as_record
from engine.search.selective.fractional_plies import classes_of, combined_weight
from engine.search.selective.memory import CLASSES, NODE, NODES_BEFORE_ROOT, node_at
from engine.search.shared.score import mate_in
from engine.search.shared.worker import WORKER
from tests.games import STANDARD, Games
from tests.search.positions import LARGE, board_of
from tests.search.selective.asked_node import counts_of, node_of, ready
from tests.search.selective_twin import EVERY_MOVE
from tests.search.thinker import Thinker
from tests.when_called import njit_when_called

BASE = {"search": "Selective", "evaluation": "AliBaba"}
NO_PIECE = 7
NAMES = ("forced", "check", "recapture", "passed_push")
ONES = {f"weight_{name}": 100 for name in NAMES}
QUICK = {"MG2.30": 4, "EG2.36": 6, "mating attack": 4, "Kiwipete": 4, "EG5.63": 5}


@pytest.fixture(scope="module")
def kept():
    return Thinker(**BASE)


@njit_when_called(uint64(uint64, uint64))
def classes_by(where, move):
    """The classes of a move of the root's position."""
    worker = as_record(where, WORKER)
    pos, moves = as_record(worker.root, POSITION), as_record(worker.moves, MOVES)
    moves.seen = moves.count = U64(0)
    make(pos, as_record(worker.tables, TABLES), move)
    return classes_of(worker, pos, moves, as_record(node_at(worker, 0), NODE), move)


@njit_when_called(void(uint64, uint64, uint64))
def weight_by(where, classes, found):
    """The weight of a set of classes, and the classes that it consists of."""
    worker = as_record(where, WORKER)
    node = as_record(found, NODE)
    node.cost, node.classes = combined_weight(worker, classes)


def is_passed(board: chess.Board, square: chess.Square, colour: chess.Color) -> bool:
    """No opposing pawn is ahead on the file or beside it."""
    file, rank = chess.square_file(square), chess.square_rank(square)
    for pawn in board.pieces(chess.PAWN, not colour):
        beside = abs(chess.square_file(pawn) - file) <= 1
        other = chess.square_rank(pawn)
        if beside and (other > rank if colour else other < rank):
            return False
    return True


def expected(board: chess.Board, move: chess.Move, before: chess.Move | None) -> set[str]:
    """The classes of a legal move, `before` being the opponent's if it was a capture."""
    found = set()
    if board.is_check() and board.legal_moves.count() == 1:
        found.add("forced")
    if board.gives_check(move):
        found.add("check")
    if before and board.is_capture(move) and move.to_square == before.to_square:
        found.add("recapture")
    rank = chess.square_rank(move.to_square)
    ranks = (5, 6) if board.turn else (2, 1)
    pawn = board.piece_type_at(move.from_square) == chess.PAWN
    after = board.copy(stack=False)
    after.push(move)
    if pawn and rank in ranks and is_passed(after, move.to_square, board.turn):
        found.add("passed_push")
    return found


def test_the_classes_of_moves(kept):
    """All moves of random games, the opponent's last move known."""
    seen = dict.fromkeys(NAMES, 0)
    last, wrong = None, []
    for number, (board, played) in enumerate(Games(None, None).play(STANDARD, 7, 1500)):
        took = board.is_capture(played) and not board.is_en_passant(played)
        if number % 3 == 0 or last:
            ready(kept, board)
            worker = kept.engine.thread.worker
            captured = NO_PIECE if last is None else 0
            target = 0 if last is None else last.to_square
            node_of(kept, -1).played = 1 << 12 | target << 6 | captured << 15
            for place in range(int(worker.root_count)):
                whole = int(worker.root_move[place])
                move = chess_move(board, short_form(whole))
                bits = int(classes_by(kept.engine.thread.where, whole))
                found = {name for i, name in enumerate(NAMES) if bits >> i & 1}
                wanted = expected(board, move, last)
                for name in found:
                    seen[name] += 1
                if found != wanted:
                    wrong.append((board.fen(), move.uci(), found, wanted))
        board.push(played)
        last = played if took else None
    assert wrong == []
    assert CLASSES == NAMES
    assert all(number >= 3 for number in seen.values()), seen


@pytest.mark.parametrize(
    ("rule", "costs"),
    [
        ("priority", {0b0010: (30, 0b0010), 0b0111: (60, 0b0001), 0b1100: (80, 0b0100)}),
        ("least", {0b0010: (30, 0b0010), 0b0111: (30, 0b0010), 0b1100: (80, 0b0100)}),
        ("additive", {0b0010: (30, 0b0010), 0b0111: (0, 0), 0b1100: (60 + 20, 0b1100)}),
    ],
)
def test_moves_of_several_classes(kept, rule, costs):
    """By hand: forced 60, check 30, recapture 80, passed push 100 hundredths."""
    kept.reset(
        **BASE,
        ext_combine=rule,
        weight_forced=60,
        weight_check=30,
        weight_recapture=80,
        weight_passed_push=100,
    )
    ready(kept, board_of(LARGE["MG4.28"]))
    thread = kept.engine.thread
    node = node_of(kept, 5)
    where = int(thread.worker.memory) + node_offset(thread, 5)
    for classes, cost in costs.items():
        weight_by(thread.where, classes, where)
        assert (int(node.cost), int(node.classes)) == cost


def node_offset(thread, ply):
    """Bytes from the beginning of the memory to a NODE."""
    field = thread.memory.dtype.fields["node"]
    return field[1] + (NODES_BEFORE_ROOT + ply) * NODE.itemsize


@pytest.mark.parametrize("rule", ["priority", "least", "additive"])
def test_a_ply_for_every_move_is_no_extension(kept, rule):
    """Weights of 1.00 give the identical tree."""
    for name, depth in QUICK.items():
        plain = kept.reset(**BASE, extensions="None").think(LARGE[name], depth)
        ones = kept.reset(**BASE | ONES, ext_combine=rule).think(LARGE[name], depth)
        assert (ones.nodes, ones.score, ones.last.pv) == (plain.nodes, plain.score, plain.last.pv)
        assert counts_of(kept)["extended_moves"] == counts_of(kept)["reduced_moves"] == 0


@pytest.mark.parametrize("name", NAMES)
def test_every_weight_is_connected(kept, name):
    """Below a ply it extends, above it reduces."""
    sizes = []
    for weight in (20, 100, 180):
        nodes = extended = reduced = 0
        for title, depth in QUICK.items():
            kept.reset(**BASE | ONES | {f"weight_{name}": weight, "null_move": False})
            nodes += kept.think(LARGE[title], depth).nodes
            extended += counts_of(kept)["extended_moves"]
            reduced += counts_of(kept)["reduced_moves"]
        sizes.append(nodes)
        assert (extended > 0, reduced > 0) == (weight < 100, weight > 100)
    assert sizes[0] > sizes[1]


def test_checks_for_nothing_come_to_an_end(kept):
    """A weight of 0 in a position of endless checks: the distance from the root is limited."""
    kept.reset(**BASE | {f"weight_{name}": 0 for name in NAMES})
    kept.think(LARGE["perpetual check"], 4)
    assert int(kept.engine.thread.worker.deepest_ply) < 2 * 4 + 8 + 4 + 20
    kept.set(ext_max_ply=5)
    shallow = kept.afresh(LARGE["perpetual check"], 4)
    assert shallow.nodes > 0


def test_endings_have_weights_of_their_own(kept):
    """If asked for: by what the root's position has."""
    own = {f"weight_{name}_ending": 100 for name in NAMES}
    for title, depth, ending in (("EG5.63", 5, False), ("EG2.36", 6, True)):
        plain = kept.reset(**BASE, extensions="None").think(LARGE[title], depth).nodes
        usual = kept.reset(**BASE).think(LARGE[title], depth).nodes
        found = kept.reset(**BASE | own, weights_per_phase=True).think(LARGE[title], depth).nodes
        assert plain != usual
        assert found == (plain if ending else usual)


def test_mates_are_seen_earlier(kept):
    """Checks and forced replies for a fifth of a ply: all five plies of this mate within two."""
    mate_in_three = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"
    settings = EVERY_MOVE | {"quiescence": False}
    plain = kept.reset(**settings).think(mate_in_three, 3)
    assert mate_in(plain.score) is None
    kept.reset(**settings | {"extensions": "Fractional", "weight_check": 20, "weight_forced": 20})
    assert mate_in(kept.think(mate_in_three, 2).score) == 3
