"""When a game ends: by the rules of chess, or earlier by adjudication.

Scores count only when both engines agree for several moves: a single engine's wrong score must
not decide a game.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import chess

from engine.lab.match.records import Adjudication, MatchError, MoveRecord, Reason, Result
from engine.options.kinds import OptionError
from engine.uci.table_files import open_tables

WIN: dict[chess.Color, Result] = {chess.WHITE: "1-0", chess.BLACK: "0-1"}
DRAW: Result = "1/2-1/2"

FIFTY_MOVES = 100  # plies
SHORTEST_REPETITION = (
    8  # plies without capture or pawn move before a threefold repetition is possible
)
CERTAIN_WIN = 2  # of the tablebase; 1 and -1 are draws by the fifty-move rule
MATE_CENTIPAWNS = 1_000_000


class GameEnd(NamedTuple):
    """How a game ended."""

    result: Result
    reason: Reason


class WdlTablebase(Protocol):
    """The part of `chess.syzygy.Tablebase` that is needed."""

    def get_wdl(self, board: chess.Board) -> int | None:
        """Return 2 to -2 for the side to move, or None if the position is not in the tables."""


def by_the_rules(board: chess.Board) -> GameEnd | None:
    """Tell whether the game is over by the rules of chess.

    Parameters
    ----------
    board
        With its moves. Repetition and the fifty-move rule end a game without a claim.
    """
    if not any(board.generate_legal_moves()):
        if board.is_check():
            return GameEnd(WIN[not board.turn], Reason.CHECKMATE)
        return GameEnd(DRAW, Reason.STALEMATE)
    if board.is_insufficient_material():
        return GameEnd(DRAW, Reason.INSUFFICIENT_MATERIAL)
    if board.halfmove_clock >= FIFTY_MOVES:
        return GameEnd(DRAW, Reason.FIFTY_MOVES)
    if board.halfmove_clock >= SHORTEST_REPETITION and board.is_repetition(3):
        return GameEnd(DRAW, Reason.REPETITION)
    return None


def open_tablebase(folder: str) -> WdlTablebase:
    """Open the tablebases in a folder.

    Parameters
    ----------
    folder
        The folder of the files.

    Raises
    ------
    MatchError
        If it has no usable WDL table; DTZ tables alone cannot decide a game.
    """
    try:
        return open_tables(folder).tablebase
    except OptionError:
        raise MatchError(f'There are no usable WDL tables (.rtbw) in "{folder}".') from None


class Adjudicator:
    """Adjudicates games.

    Parameters
    ----------
    rules
        When.
    tablebase
        Used if given; otherwise opened from the folder that the rules name.
    """

    def __init__(self, rules: Adjudication, tablebase: WdlTablebase | None = None) -> None:
        self.rules = rules
        if tablebase is None and rules.syzygy:
            tablebase = open_tablebase(rules.syzygy)
        self.tablebase = tablebase

    def verdict(self, board: chess.Board, moves: Sequence[MoveRecord]) -> GameEnd | None:
        """Decide the game; None if it continues.

        Parameters
        ----------
        board
            After the last move; not over by the rules of chess.
        moves
            Those of both engines, alternately.
        """
        known = self._by_tablebase(board)
        if known:
            return known
        if self._is_decided(moves):
            mover_wins = centipawns(moves[-1]) > 0
            return GameEnd(WIN[board.turn ^ mover_wins], Reason.ADJUDICATED_WIN)
        if board.fullmove_number >= self.rules.draw_from and self._is_level(moves):
            return GameEnd(DRAW, Reason.ADJUDICATED_DRAW)
        if 0 < 2 * self.rules.move_limit <= len(moves):
            return GameEnd(DRAW, Reason.MOVE_LIMIT)
        return None

    def _by_tablebase(self, board: chess.Board) -> GameEnd | None:
        # WDL supposes a half-move clock of 0: right only after a capture or a pawn move.
        if self.tablebase is None or board.halfmove_clock:
            return None
        value = self.tablebase.get_wdl(board)
        if value is None:
            return None
        if abs(value) < CERTAIN_WIN:
            return GameEnd(DRAW, Reason.TABLEBASE)
        return GameEnd(WIN[board.turn ^ (value < 0)], Reason.TABLEBASE)

    def _is_decided(self, moves: Sequence[MoveRecord]) -> bool:
        number, least = 2 * self.rules.resign_moves, max(1, self.rules.resign_score)
        # In most games the last score already rules it out.
        if not 0 < number <= len(moves) or abs(centipawns(moves[-1])) < least:
            return False
        last = moves[-number:]
        movers = [centipawns(move) for move in last[1::2]]  # the side that moved last
        others = [-centipawns(move) for move in last[0::2]]
        return min(movers + others) >= least or max(movers + others) <= -least

    def _is_level(self, moves: Sequence[MoveRecord]) -> bool:
        number = 2 * self.rules.draw_moves
        return 0 < number <= len(moves) and all(
            move.score_cp is not None and abs(move.score_cp) <= self.rules.draw_score
            for move in moves[-number:]
        )


def centipawns(move: MoveRecord) -> int:
    """Return the score of a move; a mate is more than any score, a missing score is 0."""
    if move.mate is not None:
        return MATE_CENTIPAWNS if move.mate > 0 else -MATE_CENTIPAWNS
    return move.score_cp or 0
