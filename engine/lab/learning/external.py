"""A UCI engine that searches for the moves of a suite, and is stopped when it agrees.

Source: Björnsson 2002, chapter 7; there the engine itself looks for the agreement (`gountil`), here
its `info` lines tell of it, which every UCI engine writes.
"""

import asyncio

import chess.engine

from engine.lab.common.positions import parsed_start
from engine.lab.learning.judge import Judge, best_in
from engine.lab.match.engine_options import check_options
from engine.lab.match.player import Player
from engine.lab.match.protocols import shown
from engine.lab.match.records import MatchError, Reason, Side
from engine.lab.match.sheet import ForfeitError
from engine.lab.match.uci_words import move_in


class Searcher(Player):
    """A running UCI engine; its methods end within a given time, and raise as those of Player."""

    def set_options(self, options: tuple[tuple[str, str], ...]) -> None:
        """Set options; those that have the value already are not sent.

        Raises
        ------
        ForfeitError
            PROTOCOL_ERROR if there is no such option or it cannot take the value.
        """
        try:
            checked = check_options(Side(self.name, options=options), self.protocol.options)
        except MatchError as refusal:
            raise self.fault_of(str(refusal)) from None
        self._skip_rest(self._pipes)  # before the event loop reads
        self.run(self.protocol.configure(checked), self._start_seconds)
        self.protocol.target_config.clear()

    def fault_of(self, sentence: str) -> ForfeitError:
        """Mark the engine as broken; the sentence says why."""
        self.broken = True
        return ForfeitError(Reason.PROTOCOL_ERROR, sentence)

    def search_until(self, fen: str, nodes: int, judge: Judge, seconds: float) -> int | None:
        """Search a position until the judge agrees; a new game has begun.

        Parameters
        ----------
        fen
            The position.
        nodes
            The limit.
        judge
            Asked at each exact line.
        seconds
            If the engine has not answered by then, it has failed.

        Returns
        -------
        int or None
            The nodes when it agreed; None if it did not within the limit.

        Raises
        ------
        ForfeitError
            If it dies, does not answer, does not report its nodes, or ends with an illegal move.
        """
        queue: asyncio.Queue[str | None] = asyncio.Queue()

        def end(_: object) -> None:
            queue.put_nowait(None)

        self.protocol.listener = queue.put_nowait
        self.protocol.returncode.add_done_callback(end)
        try:
            return self.run(self._search(fen, nodes, judge, queue), seconds)
        finally:
            self.protocol.listener = None
            self.protocol.returncode.remove_done_callback(end)

    def _check_move(self, line: str, fen: str) -> None:
        """Raise a ForfeitError if what the engine answers is no legal move, where there is one."""
        board = parsed_start(fen)
        try:
            move = move_in(line, board)
        except ValueError:
            raise self.fault(
                Reason.ILLEGAL_MOVE, f'sent an illegal move: "{shown(line)}"'
            ) from None
        if move is None and any(board.legal_moves):
            raise self.fault(Reason.ILLEGAL_MOVE, f'sent no move: "{shown(line)}"')

    async def _search(
        self, fen: str, limit: int, judge: Judge, queue: "asyncio.Queue[str | None]"
    ) -> int | None:
        self.protocol.send_line(f"position fen {fen}")
        self.protocol.send_line(f"go nodes {limit}")
        agreed: int | None = None
        is_stopped = False
        while True:
            line = await queue.get()
            if line is None:
                raise chess.engine.EngineTerminatedError
            words = line.split()
            if words[:1] == ["bestmove"]:
                self._check_move(line, fen)
                return agreed if agreed is not None and agreed <= limit else None
            best = None if is_stopped else best_in(line)
            if best is None:
                continue
            depth, move, nodes = best
            if judge.agrees(depth, move):
                if nodes is None:
                    raise self.fault_of(
                        f'{self.name} does not report its nodes in "{shown(line)}".'
                    )
                agreed, is_stopped = nodes, True
                self.protocol.send_line("stop")
