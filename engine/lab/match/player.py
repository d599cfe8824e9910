"""An engine as a process: every request to it ends within a given time.

python-chess starts it, does the handshake, sets the options and speaks XBoard. Moves of UCI engines
are requested directly through its pipes, which takes 0.2 ms of processor time per move instead of
0.6 (measured at 20,000 nodes per move, for which Sesame needs 5.5 ms).
"""

import time

import chess.engine

from engine.lab.match.engine_options import check_options
from engine.lab.match.engine_process import EngineProcess
from engine.lab.match.identity import command_of, identity_of
from engine.lab.match.pipes import ANSWER, POLLING, READY, STDERR, EndlessLineError, Pipes
from engine.lab.match.protocols import CHESS960, Uci, XBoard, shown
from engine.lab.match.records import MatchError, Opening, Reason, Side
from engine.lab.match.sheet import Answer, ForfeitError, Sheet
from engine.lab.match.uci_words import go_words, last_report, move_in
from engine.lab.match.xboard_words import last_post

STOP_SECONDS = 1.0  # for an engine to obey `stop`
COMPILE_SECONDS = 600.0  # for the first search of a Sesame whose core is not compiled yet


class Player(EngineProcess):
    """A running engine.

    Every method that communicates with it ends within a given time, and raises a ForfeitError after
    a fault of the engine, which is `broken` then and cannot be used any more.

    Parameters
    ----------
    side
        The program and its options.
    start_seconds
        Time to get ready at the start, and again before each game.

    Raises
    ------
    ForfeitError
        NO_START if it cannot be started or an option is invalid.
    """

    def __init__(self, side: Side, start_seconds: float) -> None:
        super().__init__(side.name)
        self.side = side
        self._start_seconds = start_seconds
        self._game = object()
        self._chess960 = False  # as last sent to the engine
        self._pipes: Pipes | None = None  # of a UCI engine whose moves are requested directly
        self._owes_ready = False
        try:
            self._start()
        except BaseException:
            self.close()
            raise
        self.identity = identity_of(side, shown(str(self.protocol.id.get("name", ""))))

    def _start(self) -> None:
        kind: type[Uci | XBoard] = Uci if self.side.protocol == "uci" else XBoard
        command = command_of(self.side)
        try:
            self.popen(kind, command, self._start_seconds)
            self.run(self.protocol.initialize(), self._start_seconds)
            options = check_options(self.side, self.protocol.options)
            self.run(self.protocol.configure(options), self._start_seconds)
            self._chess960 = self.protocol.begins_with_chess960
            # Otherwise python-chess compares all options again at every move.
            self.protocol.target_config.clear()
            self.run(self.protocol.ping(), self._start_seconds)
            if isinstance(self.protocol, Uci) and POLLING:
                assert self.transport is not None
                self._pipes = Pipes(self.transport, self._hear_error)
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
            words = f'cannot be started with "{command[0]}": {cause}'
            raise self.fault(Reason.NO_START, words) from None

    @property
    def counts_nodes(self) -> bool:
        """Whether it supports node limits; XBoard engines must declare it."""
        return isinstance(self.protocol, Uci) or bool(self.protocol.features.get("nps"))

    @property
    def plays_chess960(self) -> bool:
        """Whether it declares support for Chess960."""
        return self.protocol.plays_chess960

    def new_game(self, chess960: bool = False) -> None:
        """Begin another game, and wait until the engine is ready.

        Parameters
        ----------
        chess960
            Whether it is a game of Chess960.

        Raises
        ------
        ForfeitError
            NO_START if the engine does not support Chess960; NO_ANSWER or CRASH.
        """
        if chess960 and not self.plays_chess960:
            raise ForfeitError(Reason.NO_START, f"{self.side.name} does not support Chess960.")
        self._game = object()
        self._skip_rest(self._pipes)
        if isinstance(self.protocol, Uci):
            self.protocol.game = self._game
            self.protocol.first_game = False
            if chess960 != self._chess960 and self.plays_chess960:
                self.protocol.send_line(f"setoption name {CHESS960} value {str(chess960).lower()}")
            self._chess960 = chess960
            self.protocol.send_line("ucinewgame")
        self.run(self.protocol.ping(), self._start_seconds)

    def move(self, sheet: Sheet, limit: chess.engine.Limit, seconds: float) -> Answer:
        """Request a move.

        Parameters
        ----------
        sheet
            The game so far.
        limit
            Its limit.
        seconds
            If it has not answered by then, it is sent `stop` and has failed.

        Raises
        ------
        ForfeitError
            NO_ANSWER, CRASH, ILLEGAL_MOVE or PROTOCOL_ERROR.
        """
        if self._pipes is not None:
            return self._ask(self._pipes, sheet, limit, seconds)
        self.run(self.protocol.ping(), self._start_seconds)  # after a second move
        began = time.perf_counter()
        limit.clock_id = self._game
        play = self.protocol.play(sheet.board, limit, game=self._game, info=chess.engine.INFO_SCORE)
        self.protocol.lines.clear()
        played = self.run(play, seconds)
        took = time.perf_counter() - began
        report_of = last_report if isinstance(self.protocol, Uci) else last_post
        report = report_of(self.protocol.reports())
        return Answer(played.move or None, played.resigned, *report, took)

    def _ask(self, pipes: Pipes, sheet: Sheet, limit: chess.engine.Limit, seconds: float) -> Answer:
        self._skip_rest(pipes)
        moves = f" moves {' '.join(sheet.moves)}" if sheet.moves else ""
        began = time.perf_counter()
        self.protocol.send_line(f"position {sheet.start}{moves}\n{go_words(limit)}")
        try:
            *reports, answer = self._lines_to(pipes, ANSWER, began + seconds)
        except TimeoutError:
            raise self._unanswered(pipes, seconds) from None
        took = time.perf_counter() - began
        try:
            move = move_in(answer, sheet.board)
        except ValueError:
            raise self.fault(
                Reason.ILLEGAL_MOVE, f'answered "{shown(answer)}", which is not a legal move'
            ) from None
        self.protocol.send_line("isready")
        self._owes_ready = True
        return Answer(move, False, *last_report(reports), took)

    def _skip_rest(self, pipes: Pipes | None) -> None:
        """Skip what the engine has written after its move, such as a second `bestmove`.

        It ends with `readyok`, which was requested after the move and is sent in the opponent's
        time.
        """
        if pipes is None or not self._owes_ready:
            return
        seconds = self._start_seconds
        try:
            self._lines_to(pipes, READY, time.perf_counter() + seconds)
        except TimeoutError:
            words = f"was not ready within {seconds:g} s after its move"
            raise self.fault(Reason.NO_ANSWER, words) from None
        self._owes_ready = False

    def _lines_to(self, pipes: Pipes, word: str, deadline: float) -> list[str]:
        try:
            return pipes.lines_to(word, deadline)
        except EOFError:
            raise self.crash() from None
        except EndlessLineError:
            words = "wrote a line that is too long"
            raise self.fault(Reason.PROTOCOL_ERROR, words) from None

    def _unanswered(self, pipes: Pipes, seconds: float) -> ForfeitError:
        """Send `stop`, to see whether the engine still reacts."""
        self.protocol.send_line("stop")
        try:
            pipes.lines_to(ANSWER, time.perf_counter() + STOP_SECONDS)
            manner = ", but reacted to stop"
        except (TimeoutError, EOFError, EndlessLineError):
            manner = " or to stop"
        return self.fault(Reason.NO_ANSWER, f"did not answer within {seconds:g} s{manner}")

    def _hear_error(self, content: bytes) -> None:
        self.protocol.pipe_data_received(STDERR, content)
