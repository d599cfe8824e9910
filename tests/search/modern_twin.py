"""The slow twin of the search Modern with every switch off: minimax, then captures without loss.

Written on python-chess and `tests/naive.py`. The exchange on a square is played out move by move;
the static value is the engine's own, since other tests are about it.
"""

from typing import Any

import chess
from numba import int64, njit, uint64

from engine.board.generate import find_checks_and_pins
from engine.board.position import MOVES, POSITION, TABLES
from engine.machine.words import as_record
from engine.options.kinds import Check
from engine.options.modern import MODERN
from engine.search.modern.memory import NODES_BEFORE_ROOT
from engine.search.modern.negamax import negamax
from engine.search.shared.depth import PLY
from engine.search.shared.worker import WORKER
from engine.thinking.limits import NO_LIMIT
from tests.games import CHESS960, STANDARD, Games
from tests.naive import DRAW, INFINITE, MATE, Twin, is_drawn
from tests.search.positions import board_of
from tests.search.thinker import Thinker

SWITCHES = [option.field for option in MODERN if isinstance(option, Check)]
"""The fields of the ideas that can be switched."""

FULL: dict[str, Any] = {"search": "Modern"}
"""Everything on."""
BARE: dict[str, Any] = FULL | dict.fromkeys(SWITCHES, False)
"""Every idea switched off; the table is used."""
PLAIN: dict[str, Any] = BARE | {"table_use": "nothing", "aspiration": False}
"""Principal variation search and quiescence, without anything else."""

EXCHANGE_VALUES = {
    chess.PAWN: 100,
    chess.KNIGHT: 325,
    chess.BISHOP: 325,
    chess.ROOK: 500,
    chess.QUEEN: 900,
    chess.KING: 20000,
}


def exchange(board: chess.Board, move: chess.Move) -> int:
    """What a move wins if then only takings on its target follow and either side may stop.

    Each side takes with its cheapest piece, whether pinned or not; pawns that take do not promote.
    """
    if board.is_castling(move):
        return 0
    scratch = board.copy(stack=False)
    won, piece = 0, scratch.remove_piece_at(move.from_square)
    if board.is_en_passant(move):
        won = EXCHANGE_VALUES[chess.PAWN]
        scratch.remove_piece_at(move.to_square ^ 8)
    elif board.is_capture(move):
        won = EXCHANGE_VALUES[board.piece_type_at(move.to_square) or 0]
    if move.promotion:
        won += EXCHANGE_VALUES[move.promotion] - EXCHANGE_VALUES[chess.PAWN]
        piece = chess.Piece(move.promotion, board.turn)
    scratch.set_piece_at(move.to_square, piece)
    return won - taking_back(scratch, move.to_square, not board.turn)


def taking_back(scratch: chess.Board, square: chess.Square, side: chess.Color) -> int:
    """What a side wins by taking on a square, or 0 if it had better not; plays on the board."""
    takers = scratch.attackers(side, square)
    if not takers:
        return 0
    origin = min(takers, key=lambda taker: scratch.piece_type_at(taker) or 0)
    won = EXCHANGE_VALUES[scratch.piece_type_at(square) or 0]
    scratch.set_piece_at(square, scratch.remove_piece_at(origin))
    return max(0, won - taking_back(scratch, square, not side))


class ModernTwin(Twin):
    """The search without any pruning but, in the quiescence, alpha-beta.

    Its evaluation is given: the static value of a board for the side to move. With `checks` the
    first ply of the quiescence has quiet moves that give check and lose nothing.
    """

    checks = False
    _first_ply = 0  # of the quiescence

    def _minimax(self, board: chess.Board, depth: int, ply: int, game: list[str]) -> int:
        """As the other twin's, but at depth 0 everything is left to the quiescence."""
        if depth == 0:
            self._first_ply = ply
            return self._quiescence(board, ply, game, (-INFINITE, INFINITE))
        return super()._minimax(board, depth, ply, game)

    def _quiescence(
        self, board: chess.Board, ply: int, game: list[str], window: tuple[int, int]
    ) -> int:
        """Fail-soft: all moves in check; else nothing, or what takes or queens and loses nothing.

        A stalemate is not seen.
        """
        if is_drawn(board, ply, game, self.strict):
            return DRAW
        best, moves = -INFINITE, list(board.legal_moves)
        if board.is_check() and not moves:
            return -MATE + ply
        if not board.is_check():
            best, checks = self.evaluation(board), self.checks and ply == self._first_ply
            moves = [
                move
                for move in moves
                if is_good_and_noisy(board, move) or (checks and is_good_check(board, move))
            ]
        return self._best_within(board, ply, game, window, (best, moves))


def is_good_and_noisy(board: chess.Board, move: chess.Move) -> bool:
    """Whether quiescence tries the move: it takes or queens, and loses nothing by exchanges."""
    if move.promotion and move.promotion != chess.QUEEN:
        return False
    noisy = board.is_capture(move) or move.promotion is not None
    return noisy and exchange(board, move) >= 0


def is_good_check(board: chess.Board, move: chess.Move) -> bool:
    """Whether a move neither takes nor promotes, gives check, and loses nothing by exchanges."""
    quiet = not board.is_capture(move) and move.promotion is None
    return quiet and board.gives_check(move) and exchange(board, move) >= 0


@njit(int64(uint64, int64, int64, int64))
def negamax_by(where, depth, alpha, beta):
    """The value of the root's position as of an inner node, so many plies deep."""
    worker = as_record(where, WORKER)
    pos, moves = as_record(worker.root, POSITION), as_record(worker.moves, MOVES)
    find_checks_and_pins(pos, as_record(worker.tables, TABLES), moves)
    return negamax(worker, pos, moves, depth * PLY, alpha, beta)


def value_in(
    thinker: Thinker, board: chess.Board, depth: int, alpha: int, beta: int | None = None
) -> int:
    """Search a position as an inner node that a move led to; a minimal window without `beta`."""
    thinker.engine.thread.prepare(thinker.engine.settings)
    ready(thinker, board)
    memory_of(thinker).root_depth, node_of(thinker, -1).played = depth, 0
    window = alpha, alpha + 1 if beta is None else beta
    return int(negamax_by(thinker.engine.thread.where, depth, *window))


def ready(thinker: Thinker, board: chess.Board) -> Any:
    """Make a position the root, as before a search without limits; gives the WORKER record."""
    engine = thinker.engine
    worker = engine.thread.worker
    engine._set_up(board)
    engine.thread.core.list_root(engine.thread.where)
    worker.stop = worker.next_poll = 0
    worker.node_limit = worker.deadline = NO_LIMIT
    return worker


def memory_of(thinker: Thinker) -> Any:
    """What the search Modern keeps for its one thread."""
    return thinker.engine.thread.memory


def node_of(thinker: Thinker, ply: int) -> Any:
    """The NODE of a ply."""
    return memory_of(thinker).node[ply + NODES_BEFORE_ROOT]


def random_boards(number: int, seed: int) -> list[chess.Board]:
    """Positions of random games, half of them of Chess960, that are not over."""
    boards = []
    for variant in (STANDARD, CHESS960):
        played = Games(None, None).play(variant, seed, number * 5)
        for place, (board, move) in enumerate(played):
            if place % 10 == 9 and any(board.legal_moves):
                boards.append(board.copy(stack=False))
            board.push(move)
    return boards


class EngineStatics:
    """The static values of an engine by position, each asked for once."""

    def __init__(self) -> None:
        self._thinker = Thinker(**PLAIN)
        self._known: dict[str, int] = {}

    def __call__(self, board: chess.Board) -> int:
        """The static value for the side to move."""
        name = board.epd(en_passant="legal")
        if name not in self._known:
            self._thinker.engine.set_position(board)
            self._known[name] = self._thinker.engine.evaluation()
        return self._known[name]


class Values:
    """The twin's values by position and depth, each computed once in a session."""

    def __init__(self, checks: bool = False) -> None:
        self._twin = ModernTwin(EngineStatics())
        self._twin.checks = checks
        self._known: dict[tuple[str, int], int] = {}

    def __call__(self, position: str, depth: int) -> int:
        """The value of a position with the moves behind it."""
        if (position, depth) not in self._known:
            self._known[position, depth] = self._twin.minimax(board_of(position), depth)
        return self._known[position, depth]
