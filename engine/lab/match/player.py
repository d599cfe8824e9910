"""One engine as a process: started, asked for moves within a time that always ends, and closed.

python-chess starts it, greets it, sets its options and speaks XBoard. Only the moves of UCI
engines are asked for directly on its pipes: a move costs us 0.2 ms of the processor then, instead
of 0.6 (measured at 20,000 nodes a move, for which Sesame needs 5.5 ms).
"""

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import Coroutine
from typing import Any, TypeVar
from weakref import WeakSet

import chess.engine

from engine.lab.match.engine_options import check_options
from engine.lab.match.identity import command_of, identity_of
from engine.lab.match.pipes import ANSWER, POLLING, READY, STDERR, EndlessLineError, Pipes
from engine.lab.match.protocols import CHESS960, Uci, XBoard, shown
from engine.lab.match.records import MatchError, Opening, Reason, Side
from engine.lab.match.sheet import Answer, ForfeitError, Sheet
from engine.lab.match.uci_words import go_words, last_report, move_in
from engine.lab.match.xboard_words import last_post

Outcome = TypeVar("Outcome")

STOP_SECONDS = 1.0  # for an engine to obey `stop`
QUIT_SECONDS = 1.0  # to obey `quit`, and to be gone when it was killed
COMPILE_SECONDS = 600.0  # for the first search of a Sesame whose core is not compiled yet

_players: WeakSet["Player"] = WeakSet()


def kill_all() -> None:
    """Kill the engines of all players, while other threads are waiting for them."""
    for player in list(_players):
        player.kill()


class Player:
    """A running engine.

    Every method that talks with it ends within a given time, and raises a ForfeitError when the
    engine does not do what it should; it is `broken` then, and of no further use.

    Parameters
    ----------
    side
        The program and its options.
    start_seconds
        How long it may take to be ready at the start, and again before each game.

    Raises
    ------
    ForfeitError
        If it cannot be started or refuses its options; the reason is NO_START.
    """

    def __init__(self, side: Side, start_seconds: float) -> None:
        self.side = side
        self.broken = False
        self._start_seconds = start_seconds
        self._game = object()
        self._chess960 = False  # as the engine was last told
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(lambda loop, context: None)
        self._transport: asyncio.SubprocessTransport | None = None
        self._pipes: Pipes | None = None  # of an engine that is asked directly
        self._owes_ready = False
        _players.add(self)
        try:
            self._start()
        except BaseException:
            self.close()
            raise
        self.identity = identity_of(side, shown(str(self._protocol.id.get("name", ""))))

    def _start(self) -> None:
        kind: type[Uci | XBoard] = Uci if self.side.protocol == "uci" else XBoard
        command = command_of(self.side)
        try:
            self._transport, protocol = self._run(
                kind.popen(list(command), setpgrp=True), self._start_seconds
            )
            assert isinstance(protocol, Uci | XBoard)
            self._protocol = protocol
            self._run(self._protocol.initialize(), self._start_seconds)
            options = check_options(self.side, self._protocol.options)
            self._run(self._protocol.configure(options), self._start_seconds)
            self._chess960 = self._protocol.begins_with_chess960
            # Otherwise python-chess compares all options again with every move.
            self._protocol.target_config.clear()
            self._run(self._protocol.ping(), self._start_seconds)
            if isinstance(self._protocol, Uci) and POLLING:
                self._pipes = Pipes(self._transport, self._complain)
            if not self.side.command:
                limit = chess.engine.Limit(depth=1)
                self.move(Sheet(Opening("start")), limit, COMPILE_SECONDS)
        except MatchError as error:
            self.broken = True
            raise ForfeitError(Reason.NO_START, str(error)) from None
        except ForfeitError as forfeit:
            raise ForfeitError(Reason.NO_START, str(forfeit)) from None
        except (OSError, ValueError) as refusal:
            cause = refusal.strerror if isinstance(refusal, OSError) else str(refusal)
            words = f'cannot be started by "{command[0]}": {cause}'
            raise self._fault(Reason.NO_START, words) from None

    def _run(self, work: Coroutine[Any, Any, Outcome], seconds: float) -> Outcome:
        """Let python-chess work; turn what can go wrong into a ForfeitError."""

        async def within_time() -> Outcome:
            async with asyncio.timeout(seconds):
                return await work

        try:
            return self._loop.run_until_complete(within_time())
        except TimeoutError:
            raise self._fault(Reason.NO_ANSWER, f"gave no answer within {seconds:g} s") from None
        except chess.engine.EngineTerminatedError:
            raise self._crash() from None
        except chess.engine.EngineError as error:
            cause = error.args[0] if error.args else ""
            if isinstance(cause, ValueError):  # from the rules of python-chess
                words = f"gave no legal move: {shown(str(cause))}"
                raise self._fault(Reason.ILLEGAL_MOVE, words) from None
            words = f"is not understood: {shown(str(cause))}"
            raise self._fault(Reason.PROTOCOL_ERROR, words) from None

    def _fault(self, reason: Reason, words: str) -> ForfeitError:
        self.broken = True
        return ForfeitError(reason, f"{self.side.name} {words}.")

    def _crash(self) -> ForfeitError:
        """Learn how the engine ended."""
        words = "ended unexpectedly"
        returncode = self._protocol.returncode
        with contextlib.suppress(TimeoutError):
            code = self._loop.run_until_complete(
                asyncio.wait_for(asyncio.shield(returncode), QUIT_SECONDS)
            )
            words += f" with status {code}"
        if self._protocol.last_words:
            words += f": {shown(self._protocol.last_words)}"
        return self._fault(Reason.CRASH, words)

    @property
    def counts_nodes(self) -> bool:
        """Whether a number of nodes can be its limit; XBoard engines have to say so."""
        return isinstance(self._protocol, Uci) or bool(self._protocol.features.get("nps"))

    @property
    def plays_chess960(self) -> bool:
        """Whether it says that it knows the castling of Chess960."""
        return self._protocol.plays_chess960

    def new_game(self, chess960: bool = False) -> None:
        """Tell the engine that another game begins, and wait until it is ready.

        Parameters
        ----------
        chess960
            Whether it is a game of Chess960.

        Raises
        ------
        ForfeitError
            NO_START if the engine does not play Chess960; NO_ANSWER or CRASH.
        """
        if chess960 and not self.plays_chess960:
            raise ForfeitError(Reason.NO_START, f"{self.side.name} does not play Chess960.")
        self._game = object()
        self._pass_over(self._pipes)
        if isinstance(self._protocol, Uci):
            self._protocol.game = self._game
            self._protocol.first_game = False
            if chess960 != self._chess960 and self.plays_chess960:
                self._protocol.send_line(f"setoption name {CHESS960} value {str(chess960).lower()}")
            self._chess960 = chess960
            self._protocol.send_line("ucinewgame")
        self._run(self._protocol.ping(), self._start_seconds)

    def move(self, sheet: Sheet, limit: chess.engine.Limit, seconds: float) -> Answer:
        """Ask for a move.

        Parameters
        ----------
        sheet
            The game so far.
        limit
            What the engine is allowed.
        seconds
            When it has not answered by then it is told to stop, and has failed.

        Raises
        ------
        ForfeitError
            NO_ANSWER, CRASH, ILLEGAL_MOVE or PROTOCOL_ERROR.
        """
        if self._pipes is not None:
            return self._ask(self._pipes, sheet, limit, seconds)
        self._run(self._protocol.ping(), self._start_seconds)  # another answer comes before its own
        began = time.perf_counter()
        limit.clock_id = self._game
        play = self._protocol.play(
            sheet.board, limit, game=self._game, info=chess.engine.INFO_SCORE
        )
        self._protocol.lines.clear()
        played = self._run(play, seconds)
        took = time.perf_counter() - began
        report_of = last_report if isinstance(self._protocol, Uci) else last_post
        report = report_of(self._protocol.reports())
        return Answer(played.move or None, played.resigned, *report, took)

    def _ask(self, pipes: Pipes, sheet: Sheet, limit: chess.engine.Limit, seconds: float) -> Answer:
        self._pass_over(pipes)
        moves = f" moves {' '.join(sheet.moves)}" if sheet.moves else ""
        began = time.perf_counter()
        self._protocol.send_line(f"position {sheet.start}{moves}\n{go_words(limit)}")
        try:
            *reports, answer = self._lines_to(pipes, ANSWER, began + seconds)
        except TimeoutError:
            raise self._unanswered(pipes, seconds) from None
        took = time.perf_counter() - began
        try:
            move = move_in(answer, sheet.board)
        except ValueError:
            raise self._fault(
                Reason.ILLEGAL_MOVE, f'answered "{shown(answer)}", which is no legal move'
            ) from None
        self._protocol.send_line("isready")
        self._owes_ready = True
        return Answer(move, False, *last_report(reports), took)

    def _pass_over(self, pipes: Pipes | None) -> None:
        """Pass over what the engine has written after its answer, such as another one.

        It has been asked for a `readyok` then, which comes while its opponent is thinking.
        """
        if pipes is None or not self._owes_ready:
            return
        seconds = self._start_seconds
        try:
            self._lines_to(pipes, READY, time.perf_counter() + seconds)
        except TimeoutError:
            words = f"was not ready {seconds:g} s after its move"
            raise self._fault(Reason.NO_ANSWER, words) from None
        self._owes_ready = False

    def _lines_to(self, pipes: Pipes, word: str, deadline: float) -> list[str]:
        try:
            return pipes.lines_to(word, deadline)
        except EOFError:
            raise self._crash() from None
        except EndlessLineError:
            words = "writes a line without end"
            raise self._fault(Reason.PROTOCOL_ERROR, words) from None

    def _unanswered(self, pipes: Pipes, seconds: float) -> ForfeitError:
        """Tell the engine to stop, to learn whether it still listens."""
        self._protocol.send_line("stop")
        try:
            pipes.lines_to(ANSWER, time.perf_counter() + STOP_SECONDS)
            manner = "but obeyed stop"
        except (TimeoutError, EOFError, EndlessLineError):
            manner = "nor to stop"
        return self._fault(Reason.NO_ANSWER, f"gave no answer within {seconds:g} s {manner}")

    def _complain(self, content: bytes) -> None:
        self._protocol.pipe_data_received(STDERR, content)

    def close(self) -> None:
        """End the engine, by force if it does not go by itself. Closing again does nothing."""
        if self._loop.is_closed():
            return
        try:
            if self._transport is not None:
                self._loop.run_until_complete(self._end(self._transport))
        finally:
            self._loop.close()

    async def _end(self, transport: asyncio.SubprocessTransport) -> None:
        returncode = self._protocol.returncode
        if not (self.broken or returncode.done()):
            with contextlib.suppress(TimeoutError, chess.engine.EngineError):
                async with asyncio.timeout(QUIT_SECONDS):
                    await self._protocol.quit()
        self.kill()
        # The transport must hear of the end before it is closed: otherwise it may learn of it by
        # asking, and asyncio complains of a process that is nobody's.
        await asyncio.wait([returncode], timeout=QUIT_SECONDS)
        transport.close()
        await asyncio.wait([returncode], timeout=QUIT_SECONDS)

    def kill(self) -> None:
        """Kill the engine and what it has started itself, as wrappers do."""
        transport = self._transport
        if transport is None or transport.get_returncode() is not None:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(transport.get_pid(), signal.SIGKILL)
            else:
                transport.kill()
