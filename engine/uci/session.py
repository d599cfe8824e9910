"""The UCI conversation with a loaded engine: one command after the other.

While a search runs, `isready` is answered at once; otherwise it waits for the memory of a new
table, so that the first move need not. A command that needs the engine for itself
(`setoption`, `ucinewgame`, `position`, `go`) first stops the search, which prints its one
`bestmove` for the position that it searched. The exception is a search on the opponent's time:
when another move was played and `ucinewgame`, `position` or `go` follows without a `stop`, no GUI
waits for its move, and it ends silently (cutechess#88). `setoption` says nothing about the game,
so even such a search answers before it. Commands that only show something (`d`, `eval`, `table`),
`bench` and `compile` do not disturb a search: they ask for a `stop` first.

Only `quit` ends the process; whatever goes wrong is reported in an `info string`.
Source: Meyer-Kahlen, Universal Chess Interface, 2006.
"""

import sys
import threading
import traceback
from collections.abc import Callable

import chess

from engine.machine import keeping
from engine.options import find, parse
from engine.options.kinds import WHOLE_NUMBER, Button, Change, OptionError
from engine.process.texts import instead, named_reason, quoted, sentence
from engine.thinking.bench import BENCH_DEPTH, BENCH_POSITIONS
from engine.thinking.engine import Engine
from engine.thinking.loading import PARTS, PROOF, has_core, have_core
from engine.thinking.proving.go_mate import proves
from engine.thinking.searches import SEARCHES, USUAL
from engine.uci.commands import command_in, greeting, help_lines
from engine.uci.go import read_go
from engine.uci.learning import LearnCommands
from engine.uci.output import Output
from engine.uci.position import NOTHING_YET, read_position
from engine.uci.setoption import as_written, name_and_value
from engine.uci.thinking import Thinking
from engine.uci.waiting import NotCompiledError

MEMORY_SECONDS = 5.0  # that `isready` waits for a table's memory; GUIs give up after 10 or 15


class Session:
    """A UCI conversation with one engine.

    Parameters
    ----------
    engine
        Used by this session alone.
    output
        Where the answers go.
    """

    def __init__(self, engine: Engine, output: Output) -> None:
        self.compiling = threading.Event()  # while a command waits for the compiler
        self.complaints = 0  # messages about commands that failed or were adjusted
        self.thinking = Thinking(engine, output, self._failed)
        self._engine = engine
        self._output = output
        self._debug = False
        self._notices_told = 0
        self._line = ""  # that is being run
        self._waited = 0.0  # seconds, for the engine to be loaded
        self._may_block = True  # may wait for the compiler
        self._setup = NOTHING_YET  # the last position that was read
        learning = LearnCommands(engine, self.thinking, self._complain)
        self._handlers: dict[str, Callable[[list[str]], None]] = {
            "uci": lambda _: self._output(*greeting()),
            "isready": self._tell_ready,
            "setoption": self._set_option,
            "ucinewgame": self._new_game,
            "position": self._set_position,
            "go": self._go,
            "stop": lambda _: self.thinking.stop(),
            "ponderhit": lambda _: self.thinking.ponderhit(),
            "setboard": learning.set_board,
            "setparam": learning.set_parameters,
            "gountil": learning.go_until,
            "debug": self._set_debug,
            "register": lambda _: None,
            "d": lambda _: self._look(self._engine.display),
            "eval": lambda _: self._look(self._evaluation),
            "table": lambda _: self._look(self._engine.table_report),
            "bench": self._bench,
            "compile": self._compile,
            "help": lambda _: self._output(*help_lines()),
            "?": lambda _: self._output(*help_lines()),
        }

    def obey(self, line: str, waited: float = 0.0, may_block: bool = True) -> bool:
        """Run one command.

        Parameters
        ----------
        line
            Any text.
        waited
            Seconds that it has waited for the engine to be loaded.
        may_block
            Whether this thread may wait for the compiler; it does not if it reads commands.

        Returns
        -------
        bool
            Whether the conversation goes on.

        Raises
        ------
        NotCompiledError
            If it would have to wait for the compiler; the line can be run again.
        """
        words = line.split()
        if not words:
            return True
        found = command_in(words)
        if found is None:
            self._complain(f"Unknown command: {quoted(' '.join(words))}. Type help for the list.")
            return True
        command, rest = found
        if command == "quit":
            return False
        self._tell_notices()
        self._line, self._waited, self._may_block = line, waited, may_block
        try:
            self._handlers[command](rest)
        except NotCompiledError:
            raise
        except OptionError as refusal:
            self._complain(str(refusal))
        except Exception as failure:
            self._failed(command, failure)
        return True

    def close(self, seconds: float) -> bool:
        """Stop the search and give it some time to answer; say so if it does not end.

        Returns
        -------
        bool
            Whether it has ended.
        """
        self.thinking.stop()
        ended = self.thinking.wait(seconds)
        if not ended:
            message = "The last command was stopped before it had finished."
            self._output.say_at_the_end(message, seconds)
        return ended

    def _tell_notices(self) -> None:
        """Print messages about loading the core, each once."""
        for notice in keeping.notices[self._notices_told :]:
            self._output.say(notice)
        self._notices_told = len(keeping.notices)

    def _tell_ready(self, _: list[str]) -> None:
        if not self.thinking.busy:
            self._engine.get_ready(max(0.0, MEMORY_SECONDS - self._waited))
        self._output("readyok")

    def _compile(self, _: list[str]) -> None:
        if self._may_disturb():
            self.thinking.run(self._run_compiler)

    def _need(self, part: str) -> None:
        """Compile a part of the core that a command needs, where the command may wait for it."""
        if not has_core(part):
            if not self._may_block:
                raise NotCompiledError
            self.compiling.set()
            try:
                have_core(part, self._output.say)
            finally:
                self.compiling.clear()

    def _run_compiler(self) -> list[str]:
        missing = [part for part in PARTS if not has_core(part)]
        for number, part in enumerate(missing, 1):
            self._output.say(f"Part {number} of {len(missing)} is being compiled: {part}.")
            have_core(part)
        self._output.say(keeping.place_in_words(PARTS))
        return []

    def _complain(self, *messages: str) -> None:
        self.complaints += len(messages)
        for message in messages:
            self._output.say(message)

    def _failed(self, where: str, failure: Exception) -> None:
        """Report an error in Sesame itself; it must not end the game."""
        self._complain(sentence(f"Internal error in {where}: {named_reason(failure)}"))
        if self._debug:
            traceback.print_exception(failure, file=sys.stderr)

    def _set_option(self, words: list[str]) -> None:
        name, text = name_and_value(words)
        option = find(name)
        value = parse(option, as_written(text, self._line))
        before = self._engine.settings.get(option.field)
        settings = {**self._engine.settings, option.field: value}
        library = self.thinking.library.after(settings, option.field, self._output.say)
        self.thinking.interrupt()
        if isinstance(option, Button):
            self._engine.press(option)
            return
        if option.on_change == Change.SEARCH:
            self._need(str(value))
        for warning in self._engine.configure(option, value):
            self._output.say(warning)
        self.thinking.library = library
        if option.field == "chess960" and value != before:
            board = self._engine.board.copy()
            board.chess960 = bool(value)
            self._engine.set_position(board)

    def _new_game(self, _: list[str]) -> None:
        self.thinking.interrupt(abandon_pondering=True)
        self._engine.new_game()

    def _set_position(self, words: list[str]) -> None:
        setup = read_position(words, bool(self._engine.settings["chess960"]), self._setup)
        self.thinking.interrupt(abandon_pondering=True)
        self._complain(*setup.complaints)
        if setup.board is not None:
            self._setup = setup
            self._engine.set_position(setup.board)

    def _go(self, words: list[str]) -> None:
        self.thinking.interrupt(abandon_pondering=True)
        order = read_go(words, self._engine.board)
        if proves(order.limits, self._engine.settings):
            self._need(PROOF)
        self._complain(*order.complaints)
        if order.perft is None:
            self.thinking.search(order.limits)
        else:
            depth = order.perft
            self.thinking.run(lambda: self._perft(depth))

    def _perft(self, depth: int) -> list[str]:
        if depth == 0:
            return ["Nodes searched: 1"]  # the position itself
        board = self._engine.board.copy(stack=False)
        counts: list[int] = []
        for move, nodes in self._engine.perft(depth):
            counts.append(nodes)
            self._output(f"{board.uci(move)}: {nodes}")
        total, moves = sum(counts), board.legal_moves.count()
        if len(counts) < moves:
            return ["", f"Stopped after {len(counts)} of {moves} moves: {total} nodes so far."]
        return ["", f"Nodes searched: {total}"]

    def _bench(self, words: list[str]) -> None:
        searches = {name.lower(): name for name in SEARCHES}
        depths = [int(word) for word in words if WHOLE_NUMBER.fullmatch(word)]
        names = [searches[word.lower()] for word in words if word.lower() in searches]
        if len(depths) > 1 or len(names) > 1 or len(depths) + len(names) < len(words):
            choices = ", ".join(SEARCHES)
            self._complain(
                f"bench takes a depth and a search ({choices}), {instead(' '.join(words))}."
            )
        elif self._may_disturb():
            depth = max(1, *depths, *([] if depths else [BENCH_DEPTH]))
            search = names[0] if names else USUAL
            self._need(search)
            self.thinking.run(lambda: self._run_bench(depth, search))

    def _run_bench(self, depth: int, search: str) -> list[str]:
        lines = 0

        def write(line: str) -> None:
            nonlocal lines
            lines += 1
            self._output(line)

        nodes = self._engine.bench(depth, write, search)
        if nodes is None:  # the total of some positions could be mistaken for the signature
            return [f"Stopped after {lines} of {len(BENCH_POSITIONS)} positions."]
        return [f"Bench: {nodes}"]

    def _set_debug(self, words: list[str]) -> None:
        if words[:1] not in (["on"], ["off"]):
            self._complain(f"debug takes on or off, {instead(' '.join(words))}.")
            return
        self._debug = self.thinking.shows_statistics = words[0] == "on"

    def _look(self, lines: Callable[[], list[str]]) -> None:
        if self._may_disturb():
            self._output(*lines())

    def _may_disturb(self) -> bool:
        if self.thinking.busy:
            self._complain("A search is running; send stop first.")
        return not self.thinking.busy

    def _evaluation(self) -> list[str]:
        score = self._engine.evaluation()
        side = chess.COLOR_NAMES[self._engine.board.turn]
        return [f"evaluation: {score} centipawns for {side}, the side to move"]
