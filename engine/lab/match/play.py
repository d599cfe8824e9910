"""Play a game: two engines, an opening, a limit; the result is always a record of the game.

Clocks measure the time from the request to the answer.
"""

import platform
import time
from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Protocol

import chess
import chess.engine

from engine.lab.match.adjudication import DRAW, WIN, Adjudicator, GameEnd, by_the_rules
from engine.lab.match.records import (
    Game,
    Identity,
    MoveRecord,
    Reason,
    Settings,
    Side,
    Task,
)
from engine.lab.match.sheet import Answer, ForfeitError, Sheet


class Player(Protocol):
    """What plays: `player.Player`, an engine behind pipes, or `own_player.OwnPlayer`."""

    side: Side
    identity: Identity
    broken: bool

    def move(self, sheet: Sheet, limit: chess.engine.Limit, seconds: float) -> Answer:
        """Answer a request for a move; raises a ForfeitError after a fault."""


class GameClock:
    """The limit of both sides, and the time that they have left.

    Parameters
    ----------
    settings
        With limit, margin and patience.
    """

    def __init__(self, settings: Settings) -> None:
        self._limit = settings.limit
        self._margin_ms = settings.margin_ms
        self._patience_ms = settings.patience_seconds * 1000
        base = float(self._limit.base_ms or 0)
        self.left_ms = {chess.WHITE: base, chess.BLACK: base}
        self._moves: dict[chess.Color, int] = defaultdict(int)

    def limit(self, turn: chess.Color) -> chess.engine.Limit:
        """Return the limit of the next move."""
        rule = self._limit
        if rule.base_ms is None:
            movetime = None if rule.movetime_ms is None else seconds(rule.movetime_ms)
            return chess.engine.Limit(nodes=rule.nodes, depth=rule.depth, time=movetime)
        return chess.engine.Limit(
            white_clock=self.left_ms[chess.WHITE] / 1000,
            black_clock=self.left_ms[chess.BLACK] / 1000,
            white_inc=seconds(rule.increment_ms),
            black_inc=seconds(rule.increment_ms),
            remaining_moves=rule.moves - self._moves[turn] % rule.moves if rule.moves else None,
        )

    def allowed_ms(self, turn: chess.Color) -> float | None:
        """Return the time after which a move is too late; None: never."""
        if self._limit.base_ms is not None:
            return self.left_ms[turn] + self._margin_ms
        if self._limit.movetime_ms is not None:
            return float(self._limit.movetime_ms + self._margin_ms)
        return None

    def patience_ms(self, turn: chess.Color) -> float:
        """Return the time after which an engine is taken to hang."""
        return self.allowed_ms(turn) or self._patience_ms

    def spend(self, turn: chess.Color, spent_ms: float) -> None:
        """Subtract the time of a move, and add increment and base."""
        self._moves[turn] += 1
        left = max(0.0, self.left_ms[turn] - spent_ms) + self._limit.increment_ms
        if self._limit.moves and self._moves[turn] % self._limit.moves == 0:
            left += self._limit.base_ms or 0
        self.left_ms[turn] = left


def seconds(duration_ms: int) -> float:
    """Return a duration in seconds, as an integer if possible."""
    # HoiChess exits at "1.0".
    return duration_ms / 1000 if duration_ms % 1000 else duration_ms // 1000


def play_game(
    task: Task, players: tuple[Player, Player], settings: Settings, adjudicator: Adjudicator
) -> Game:
    """Play a game.

    Parameters
    ----------
    task
        Which one.
    players
        White and Black, for whom the game has begun.
    settings
        The match.
    adjudicator
        Ends games early.

    Returns
    -------
    Game
        Always: a fault of an engine is the reason why the game ended, and marks the engine as
        broken.
    """
    began, started = time.perf_counter(), now()
    try:
        sheet = Sheet(task.opening)
    except ValueError as error:
        return unplayed(task, Reason.BAD_OPENING, f"{task.opening.name}: {error}.")
    moves: list[MoveRecord] = []
    clock = GameClock(settings)
    detail = ""
    try:
        verdict = by_the_rules(sheet.board)
        while verdict is None:
            moves.append(next_move(players[not sheet.board.turn], sheet, clock))
            verdict = by_the_rules(sheet.board) or adjudicator.verdict(sheet.board, moves)
    except ForfeitError as forfeit:
        players[not sheet.board.turn].broken |= forfeit.reason.is_fault
        verdict, detail = lost(sheet.board, forfeit.reason), str(forfeit)
    return Game(
        task=task,
        result=verdict.result,
        reason=verdict.reason,
        detail=detail,
        moves=tuple(moves),
        white_time_ms=total_ms(moves[not sheet.white_begins :: 2]),
        black_time_ms=total_ms(moves[sheet.white_begins :: 2]),
        white=players[0].identity,
        black=players[1].identity,
        host=platform.node(),
        started=started,
        seconds=round(time.perf_counter() - began, 3),
    )


def next_move(player: Player, sheet: Sheet, clock: GameClock) -> MoveRecord:
    """Request a move and play it.

    Parameters
    ----------
    player
        The engine to move.
    sheet
        The game so far; the move is added.
    clock
        The time of the move is subtracted.

    Raises
    ------
    ForfeitError
        If there is no legal move in time; the side to move has lost.
    """
    turn = sheet.board.turn
    allowed = clock.allowed_ms(turn)
    try:
        answer = player.move(sheet, clock.limit(turn), clock.patience_ms(turn) / 1000)
    except ForfeitError as forfeit:
        if forfeit.reason is Reason.NO_ANSWER and allowed is not None:
            raise ForfeitError(Reason.TIME_FORFEIT, str(forfeit)) from None
        raise
    spent = answer.seconds * 1000
    name = player.side.name
    if answer.resigned:
        raise ForfeitError(Reason.RESIGNATION, f"{name} resigned.")
    if allowed is not None and spent > allowed:
        raise ForfeitError(Reason.TIME_FORFEIT, f"{name} used {spent:.0f} ms of {allowed:.0f} ms.")
    if answer.move is None:
        raise ForfeitError(Reason.NO_MOVE, f"{name} sent no move, but has legal moves.")
    clock.spend(turn, spent)
    sheet.push(answer.move)
    return MoveRecord(
        sheet.moves[-1], answer.score_cp, answer.mate, answer.depth, answer.nodes, round(spent, 2)
    )


def lost(board: chess.Board, reason: Reason) -> GameEnd:
    """Return the result of a game that the side to move forfeits.

    Parameters
    ----------
    board
        The position.
    reason
        Why. A side that runs out of time draws if the other side cannot mate by any moves (FIDE
        laws of chess, article 6.9).
    """
    winner = not board.turn
    if reason is Reason.TIME_FORFEIT and board.has_insufficient_material(winner):
        return GameEnd(DRAW, reason)
    return GameEnd(WIN[winner], reason)


def unplayed(task: Task, reason: Reason, sentence: str) -> Game:
    """Make the record of a game that could not begin."""
    nobody = Identity()
    return Game(task, "*", reason, sentence, (), 0, 0, nobody, nobody, platform.node(), now())


def total_ms(moves: Sequence[MoveRecord]) -> float:
    """Add up the times of moves."""
    return round(sum(move.time_ms for move in moves), 2)


def now() -> str:
    """Return the present time in UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")
