"""Values with fractions of a ply, against plain minimax that adds up the weights of its moves.

And random settings of all ideas at once: whatever is switched on, moves and lines are legal.
"""

import random

import chess
import pytest

from tests.naive import DRAW, INFINITE, MATE, game_so_far
from tests.search.modern_twin import random_boards
from tests.search.positions import SMALL, board_of
from tests.search.selective.test_fractional_plies import NAMES, expected
from tests.search.selective_twin import ALGORITHMS, PLAIN, SelectiveTwin
from tests.search.thinker import Thinker

PLY = 100
WEIGHTS = {"forced": 30, "check": 40, "recapture": 60, "passed_push": 150}
FRACTIONAL = PLAIN | {"extensions": "Fractional"} | {f"weight_{n}": WEIGHTS[n] for n in NAMES}
DEPTHS = {
    "promotion on both sides": 2,
    "promotion by capture": 2,
    "en passant": 3,
    "mate in two": 3,
    "one legal move, in check": 3,
    "double check": 2,
    "blocked pawns (Fine 70)": 4,
    "knights against pawn": 2,
    "third occurrence in reach": 2,
}


class FractionalTwin(SelectiveTwin):
    """Minimax to a depth in hundredths of a ply; what a move of several classes costs is a rule."""

    rule = "priority"

    def value(self, position, plies):
        """The value of a position so many plies deep."""
        board = board_of(position)
        self.farthest = 2 * plies + 8
        return self.best(board.copy(), PLY * plies, 0, game_so_far(board))

    def cost(self, board, move, ply):
        """The depth that a legal move uses up."""
        before = board.peek() if board.move_stack and ply else None
        if before is not None:
            board.pop()
            took = board.is_capture(before)
            board.push(before)
            before = before if took else None
        classes = [name for name in NAMES if name in expected(board, move, before)]
        if not classes or ply >= self.farthest:
            return PLY
        weights = [WEIGHTS[name] for name in classes]
        saved = max(0, PLY - sum(PLY - weight for weight in weights))
        return {"priority": weights[0], "least": min(weights), "additive": saved}[self.rule]

    def best(self, board, depth, ply, game):
        """Plain minimax above the quiescence."""
        if depth <= 0:
            return self._quiescence(board, ply, game, (-INFINITE, INFINITE))
        if ply > 0 and self._drawn(board, ply, game):
            return DRAW
        moves = list(board.legal_moves)
        if not moves:
            return -MATE + ply if board.is_check() else DRAW
        costs = {move: self.cost(board, move, ply) for move in moves}
        return max(
            -self._after(
                board,
                move,
                game,
                lambda move=move: self.best(board, depth - costs[move], ply + 1, game),
            )
            for move in moves
        )


@pytest.fixture(scope="module")
def kept():
    return Thinker(**PLAIN)


@pytest.mark.parametrize("title", DEPTHS)
def test_values_are_those_of_minimax(kept, title):
    """By each algorithm, for each way to combine classes."""
    twin = FractionalTwin()
    for rule in ("priority", "least", "additive"):
        twin.rule = rule
        value = twin.value(SMALL[title], DEPTHS[title])
        for algorithm in ALGORITHMS:
            kept.reset(**FRACTIONAL, ext_combine=rule, algorithm=algorithm)
            found = kept.think(SMALL[title], DEPTHS[title])
            assert found.score == value, (rule, algorithm)


CHOICES = {
    "algorithm": ALGORITHMS,
    **dict.fromkeys(("multi_cut", "uncertainty_cuts", "multi_cut_singular"), (False, True)),
    **dict.fromkeys(("weights_per_phase", "learn_aux", "cut_stats"), (False, True)),
    "internal_iterative_deepening": (False, True),
    "uncertainty_ratio": (1, 20, 60),
    "multi_cut_m": (1, 3, 10, 64),
    "multi_cut_c": (1, 2, 3),
    "multi_cut_r": (1, 2, 6),
    "multi_cut_layers": (1, 2),
    "multi_cut_ext_guard": (0, 3, 8),
    "singular_margin": (0, 50),
    "extensions": ("None", "Fractional"),
    **dict.fromkeys([f"weight_{name}" for name in NAMES], (0, 30, 100, 200)),
    "ext_combine": ("priority", "least", "additive"),
    "ext_max_ply": (0, 4, 250),
    "aspiration_margin": (1, 30, 500),
    "null_move_r": (1, 2, 3),
    "prune_audit": (0, 1, 7),
    "table_positions": ("256", "64K"),
    "table_pv_length": (1, 5),
    "table_use": ("full", "nothing", "move only"),
    "table_depth_match": ("exact", "at least"),
    "multipv": (1, 3),
}
"""Settings with extreme values among them."""


def test_moves_and_lines_are_legal_whatever_is_on(kept):
    """Random settings, positions and limits: stopped anywhere, in tiny tables, among some moves."""
    dice = random.Random(8)
    boards = random_boards(20, 8)
    for _ in range(80):
        board = dice.choice(boards)
        settings = {field: dice.choice(choices) for field, choices in CHOICES.items()}
        kept.reset(search="Selective", chess960=board.chess960, **settings)
        moves = dice.sample(list(board.legal_moves), min(2, board.legal_moves.count()))
        wanted = dice.choice([(), tuple(board.uci(move) for move in moves)])
        found = kept.think(board, nodes=dice.choice((1, 50, 700, 3000)), searchmoves=wanted)
        case = board.fen(), settings, wanted
        assert found.result.move in (moves if wanted else board.legal_moves), case
        for info in found.infos:
            assert not wanted or info.pv[0] in moves, case
            after: chess.Board = board.copy()
            for move in info.pv:
                assert move in after.legal_moves, case
                after.push(move)
