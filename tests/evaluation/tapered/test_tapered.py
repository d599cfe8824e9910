"""The tapered evaluation: its terms are what their description says, and nothing else counts."""

import json
import random

import chess
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import int64, uint64

from engine.board.geometry import new_tables
from engine.board.names import NONE
from engine.board.position import POSITION, TABLES
from engine.board.setup import set_up
from engine.evaluation.evaluations import TAPERED
from engine.evaluation.tapered.trace import TRACE, trace
from engine.evaluation.tapered.weights import (
    WEIGHTS,
    WEIGHTS_FILE,
    WORDS,
    fill_tapered_values,
    load_weights,
    numbers_of,
    pack,
    unpack,
    weights_of,
)
from engine.machine.calls import call_at, entrance
from engine.machine.words import address, as_record
from engine.thinking.bench import BENCH_POSITIONS
from tests.evaluation.tapered import twin as tapered_twin
from tests.rules import Rules
from tests.search.positions import ALL, board_of
from tests.uncompiled import printed_uncompiled
from tests.when_called import njit_when_called


def random_boards(number, seed):
    """Positions of random games, some of them deep in the endgame."""
    chance = random.Random(seed)
    while number:
        board = chess.Board()
        for _ in range(chance.randrange(10, 250)):
            moves = sorted(board.legal_moves, key=str)
            if not moves:
                break
            # Captures lead to open boards and passed pawns.
            captures = [move for move in moves if board.is_capture(move)]
            board.push(chance.choice(captures if captures and chance.random() < 0.3 else moves))
        yield board
        number -= 1


BOARDS = [
    *map(chess.Board, BENCH_POSITIONS),
    *(board_of(text) for text in ALL.values()),
    *random_boards(150, 11),
]


@njit_when_called(int64(uint64, uint64, uint64, uint64))
def value_by(evaluate, pos, tables, weights):
    """The static value, by the address of the function as the searches call it."""
    return call_at(evaluate, as_record(pos, POSITION), as_record(tables, TABLES), weights, NONE)


class Evaluator:
    """The compiled evaluation with its own tables and weights."""

    def __init__(self, words):
        self.words = np.array(words, np.int64)
        self.weights = self.words.view(WEIGHTS)
        self.tables = new_tables()
        fill_tapered_values(self.tables[0], self.weights)
        self.pos = np.zeros(1, POSITION).view(np.recarray)
        self.where = address(self.tables[0]), np.uint64(self.words.ctypes.data)

    def value(self, board):
        set_up(self.pos[0], self.tables[0], board)
        return int(value_by(entrance(TAPERED.evaluate), address(self.pos[0]), *self.where))

    def trace(self, board):
        set_up(self.pos[0], self.tables[0], board)
        found = np.zeros(1, TRACE)
        trace(address(self.pos[0]), np.uint64(found.ctypes.data), *self.where, 1)
        return found[0]


def place_of(name):
    """The word that a field and a place in it name."""
    numbers = np.arange(WORDS, dtype=np.int64).view(WEIGHTS)
    return int(numbers[0][name[0]][name[1:]] if len(name) > 1 else numbers[0][name[0]])


@pytest.fixture(scope="module")
def twins():
    """What the twin finds on all boards."""
    return [(board, tapered_twin.counts(board)) for board in BOARDS]


@pytest.fixture(scope="module")
def chance_words():
    """Pairs that tell all weights apart, small enough for any sum of them to be in range."""
    chance = np.random.default_rng(5)
    return pack(chance.integers(-300, 300, WORDS), chance.integers(-300, 300, WORDS))


@pytest.fixture(scope="module")
def by_chance(chance_words):
    return Evaluator(chance_words)


@pytest.mark.parametrize("seed", range(3))
def test_every_term_is_that_of_the_twin(seed, twins):
    """Random whole numbers for all weights: two different sets of counts have different sums."""
    words = np.random.default_rng(seed).integers(-(1 << 40), 1 << 40, WORDS)
    evaluator = Evaluator(words)
    wrong = {}
    for board, twin in twins:
        expected = sum(int(words[place_of(name)]) * number for name, number in twin.items())
        if int(evaluator.trace(board)["total"]) != expected:
            wrong[board.fen()] = twin
    assert not wrong


def test_the_value_is_that_of_the_twin(by_chance, chance_words, twins):
    """Two halves mixed by the pieces left, and scaled in drawish endgames."""
    middle, endgame = (half.tolist() for half in unpack(chance_words))
    for board, twin in twins:
        found = [(place_of(name), number) for name, number in twin.items()]
        halves = [sum(half[place] * times for place, times in found) for half in (middle, endgame)]
        assert by_chance.value(board) == tapered_twin.tapered(board, *halves), board.fen()


def test_positions_of_the_twins_reach_the_terms(twins):
    """What no position has is not tested: nearly all that can occur does."""
    places = {name for _, twin in twins for name in twin}
    assert {name[0] for name in places} == set(WEIGHTS.names)
    assert len([name for name in places if name[0] == "danger"]) > 25
    assert len([name for name in places if name[0] == "mobility"]) > 45


def test_colours_are_alike(by_chance):
    """The mirrored position with the other side to move has the same value."""
    for board in BOARDS:
        assert by_chance.value(board) == by_chance.value(board.mirror()), board.fen()


def test_both_sides_agree_but_for_the_tempo(chance_words):
    """Without the weight of the move, and of the rest only its sign changes."""
    words = np.array(chance_words)
    words[place_of(("tempo",))] = 0
    evaluator = Evaluator(words)
    for board in BOARDS:
        other = board.copy(stack=False)
        other.turn, other.ep_square = not board.turn, None
        assert evaluator.trace(board)["total"] == -evaluator.trace(other)["total"], board.fen()


# FEN, and what the mover has more often than the opponent, worked by hand; kings are apart.
HAND_WORKED = {
    "isolated and doubled": (
        "4k3/8/8/8/4P3/4P3/8/4K3 w - - 0 1",
        {"isolated": 2, "doubled": 1, "weak_unopposed": 2, "passed": 1},
    ),
    "a chain": (
        "4k3/4p3/8/8/3P4/4P3/8/4K3 w - - 0 1",
        {"isolated": -1, "supported": 1, "phalanx": 0, "backward": 0, "passed": 0},
    ),
    "backward: the guard of d4 holds d3": (
        "4k3/8/8/4p3/2P5/3P4/8/4K3 w - - 0 1",
        {"backward": 1, "weak_unopposed": 0, "isolated": -1, "supported": 1},
    ),
    "two bishops": ("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", {"bishop_pair": 1}),
    "two bishops against two": ("2b1kb2/8/8/8/8/8/8/2B1KB2 b - - 0 1", {"bishop_pair": 0}),
    "pawns on the colour of the bishop": (
        "4k3/8/8/8/8/2P1P3/3P4/2B1K3 w - - 0 1",  # c1 is dark, and so are c3, e3; d2 as well
        {"bishop_pawns": 3},
    ),
    "an outpost": (
        "4k3/5p2/8/3N4/2P5/8/8/4K3 w - - 0 1",
        {"knight_outpost": 1},
    ),
    "no outpost while a pawn can drive it off": (
        "4k3/4p3/8/3N4/2P5/8/8/4K3 w - - 0 1",
        {"knight_outpost": 0},
    ),
    "open, half open, seventh": (
        "4k3/1R6/8/8/p7/8/8/R3K3 w - - 0 1",
        {"rook_open": 1, "rook_half_open": 1, "rook_seventh": 1},
    ),
    "the seventh without prey": (
        "8/1R6/4k3/8/8/8/8/4K3 w - - 0 1",
        {"rook_open": 1, "rook_seventh": 0},
    ),
    "a pawn attacks rook and knight": (
        "4k3/8/8/2r1n3/3P4/8/8/4K3 w - - 0 1",
        {"pawn_threat": 2, "minor_threat": 0},
    ),
    "unguarded pawn": ("4k3/8/8/3p4/8/8/3R4/4K3 w - - 0 1", {"hanging": 1}),
    "guarded pawn": ("8/8/3k4/3p4/8/8/3R4/4K3 w - - 0 1", {"hanging": 0}),
    "a push will attack": ("4k3/8/2n5/8/3P4/8/8/4K3 w - - 0 1", {"push_threat": 1}),
}


@pytest.mark.parametrize("case", HAND_WORKED.values(), ids=HAND_WORKED.keys())
def test_hand_worked(case):
    fen, expected = case
    for field, number in expected.items():
        words = np.zeros(1, WEIGHTS)
        words[0][field] = 1
        total = int(Evaluator(words.view(np.int64)).trace(chess.Board(fen))["total"])
        assert total == number, field


SHARES = {
    "pawns: all counts": ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", (64, 12)),
    "a lonely bishop": ("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", (12, 12)),
    "a rook": ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", (64, 12)),
    "rook against knight": ("3nk3/8/8/8/8/8/8/R3K3 w - - 0 1", (12, 12)),
    "bishop and pawn against bishop, unlike": ("2b1k3/8/8/8/8/8/4P3/2B1K3 w - - 0 1", (32, 12)),
    "bishop and pawn against bishop, alike": ("5b2/4k3/8/8/8/8/4P3/2B1K3 w - - 0 1", (64, 12)),
    "unlike bishops with rooks": ("2b1k2r/8/8/8/8/8/4P3/2B1K2R w - - 0 1", (64, 12)),
}


@pytest.mark.parametrize("case", SHARES.values(), ids=SHARES.keys())
def test_drawish_endgames(by_chance, case):
    """The share of a lead of the mover, and of the other side's."""
    fen, shares = case
    found = by_chance.trace(chess.Board(fen))
    assert (found["ahead"], found["behind"]) == shares


def test_many_queens_are_no_mate(by_chance):
    """However much stands on the board, the value stays below the mates."""
    weights = load_weights()
    weights[0]["material"][4] = pack(4000, 4000)
    evaluator = Evaluator(weights.view(np.int64))
    board = chess.Board("QQQQQQQQ/Q6k/8/8/8/8/8/K7 w - - 0 1")
    assert evaluator.value(board) == tapered_twin.HIGHEST
    board.turn = chess.BLACK
    assert evaluator.value(board) == -tapered_twin.HIGHEST


def test_make_keeps_the_pairs_up(moves, stack, chance_words):
    """Carries between the halves come and go: after any moves the sum is that of the board."""
    evaluator = Evaluator(chance_words)
    rules = Rules(evaluator.tables[0], stack, moves)
    chance = random.Random(3)
    for board in BOARDS[:60]:
        rules.put(board)
        for _ in range(30):
            words = rules.words()
            if not words:
                break
            after = rules.make(chance.choice(words))
            rules.put(after)
            middle, endgame = unpack([int(after.value)])
            assert pack(middle, endgame)[0] == after.value
            assert int(after.value) == placed(after, evaluator.tables[0].value)


def placed(pos, values):
    """The sum over all pieces, from the sets alone."""
    total = 0
    for colour in range(2):
        for kind in range(6):
            squares = int(pos.pieces[kind]) & int(pos.sides[colour])
            total += sum(
                int(values[colour, kind, square]) for square in chess.scan_forward(squares)
            )
    return total


HALVES = st.integers(-30000, 30000)


@pytest.mark.uncompiled
@given(st.lists(st.tuples(HALVES, HALVES), min_size=1, max_size=30))
def test_sums_of_pairs_are_pairs_of_sums(pairs):
    """Also where the lower half is negative and borrows."""
    words = [int(pack(middle, endgame)) for middle, endgame in pairs]
    middle, endgame = unpack(sum(words))
    assert (middle, endgame) == tuple(map(sum, zip(*pairs, strict=True)))
    middle, endgame = unpack(-sum(words))
    assert (middle, endgame) == tuple(-sum(half) for half in zip(*pairs, strict=True))


def test_the_data_file():
    """It reads back, says where its numbers come from, and they are those of chess."""
    content = json.loads(WEIGHTS_FILE.read_text())
    assert content["head"]
    weights = load_weights()
    assert numbers_of(weights) == content["weights"]
    for half in unpack(weights[0]["material"]):
        pawn, knight, bishop, rook, queen, king = half
        assert 0 < pawn < min(knight, bishop) <= max(knight, bishop) < rook < queen
        assert king == 0


def test_a_wrong_data_file_is_refused():
    """A field that is missing, or of another shape."""
    numbers = numbers_of(load_weights())
    with pytest.raises(KeyError):
        weights_of({field: pair for field, pair in numbers.items() if field != "tempo"})
    with pytest.raises(ValueError, match="danger has the shape"):
        weights_of(numbers | {"danger": {"middle_game": [0], "endgame": [0]}})


PROGRAM = """
import json
import numpy as np
from engine.evaluation.tapered.weights import load_weights
from tests.evaluation.tapered.test_tapered import BOARDS, Evaluator
evaluator = Evaluator(load_weights().view(np.int64))
print(json.dumps([evaluator.value(board) for board in BOARDS[:12]]))
"""


def test_uncompiled_it_is_the_same():
    """The same source in plain Python."""
    evaluator = Evaluator(load_weights().view(np.int64))
    found = json.loads(printed_uncompiled(PROGRAM))
    assert found == [evaluator.value(board) for board in BOARDS[:12]]
