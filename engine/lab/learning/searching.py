"""One search for the best moves of a position: what it costs under some settings.

`compute` depends on its arguments alone, so it can be sent to other processes and machines.
"""

import json
import shlex
import time
from dataclasses import asdict, dataclass
from functools import cache

import chess

from engine.lab.common.errors import LaboratoryError
from engine.lab.common.positions import parsed_start
from engine.lab.common.sources import sesame_source
from engine.lab.experiments.searching import in_deep_thread, own_engine, set_options
from engine.lab.learning.engines import borrowed
from engine.lab.learning.judge import Judge
from engine.lab.match.identity import identity_of
from engine.lab.match.protocols import shown
from engine.lab.match.records import Side
from engine.lab.match.sheet import ForfeitError
from engine.machine.key import blake2b
from engine.thinking.agreement import search_until
from engine.thinking.engine import Engine, Info, Limits, Progress

DIGEST_BYTES = 12
START_SECONDS = 60.0
ATTEMPTS = 2  # at a search in which the engine fails


@dataclass(frozen=True)
class Search:
    """What is searched."""

    program: tuple[str, ...]
    """Program and arguments; empty: this Sesame, in the process that searches."""
    options: tuple[tuple[str, str], ...]
    """Sorted; the parameters are among them."""
    fen: str
    moves: tuple[str, ...]
    nodes: int
    """The limit."""
    stable: int = 1
    seconds: float = 600.0
    """Within which an engine must have answered; it does not change the result."""

    def key(self, source: str) -> str:
        """Return the name of the search for a program with this hash of its sources."""
        known = {**asdict(self), "seconds": None}
        text = json.dumps([known, source], sort_keys=True)
        return blake2b(text.encode(), digest_size=DIGEST_BYTES).hexdigest()


@dataclass(frozen=True)
class Found:
    """What it cost."""

    solved: bool
    nodes: int
    """At the first agreement; the limit if there was none."""
    seconds: float


def source_of(program: tuple[str, ...]) -> str:
    """Return the hash that identifies a program; of Sesame, its sources."""
    return sesame_source() if not program else identity_of(Side("", program), "").source


@cache
def own_source(program: tuple[str, ...]) -> str:
    """Return the same for all searches of a process."""
    return source_of(program)


def compute(search: Search, source: str) -> Found:
    """Do a search.

    Parameters
    ----------
    search
        What is searched.
    source
        Hash of the program that the result is wanted of.

    Raises
    ------
    LaboratoryError
        If the program is another one here, or it fails twice.
    """
    if source != own_source(search.program):
        raise LaboratoryError(
            f"The worker has another {'engine' if search.program else 'Sesame'} (sources "
            f"{own_source(search.program)}, wanted {source}): install the same version there."
        )
    began = time.perf_counter()
    if search.program:
        agreed = by_program(search)
    else:
        engine = own_engine()  # of this thread, which stays
        agreed = in_deep_thread(lambda: by_sesame(engine, search))
    seconds = round(time.perf_counter() - began, 3)
    return Found(agreed is not None, search.nodes if agreed is None else agreed, seconds)


def by_sesame(engine: Engine, search: Search) -> int | None:
    """Search with an engine in this process; returns the nodes at the agreement, if any."""
    set_options(engine, dict(search.options))
    board = parsed_start(search.fen)
    engine.set_position(board)
    engine.new_game()
    engine.prepare_go()
    if search.stable > 1:
        return when_stable(engine, board, search)
    moves = [board.parse_uci(text) for text in search.moves]
    found = search_until(engine, moves, search.nodes)
    return found.nodes if found.is_reached else None


def when_stable(engine: Engine, board: chess.Board, search: Search) -> int | None:
    """Search until a right move is the best of several iterations in a row."""
    judge = Judge(search.moves, search.stable)
    agreed: list[int] = []

    def hear(news: Info | Progress) -> None:
        if not isinstance(news, Info) or news.bound or news.multipv != 1 or agreed:
            return
        if engine.thread.worker.stop:  # by the limit: the iteration is not finished
            return
        if judge.agrees(news.depth, board.uci(news.pv[0])):
            agreed.append(news.nodes)
            engine.stop()

    engine.think(Limits(nodes=search.nodes), hear)
    return agreed[0] if agreed and agreed[0] <= search.nodes else None


def by_program(search: Search) -> int | None:
    """Search with a UCI engine that keeps running; one that fails is started once more.

    Raises
    ------
    LaboratoryError
        If it fails again; the message says how.
    """
    side = Side(shown(shlex.join(search.program)), search.program)
    for attempt in range(1, ATTEMPTS + 1):
        try:
            with borrowed(side, START_SECONDS) as searcher:
                searcher.set_options(search.options)
                searcher.new_game(parsed_start(search.fen).chess960)
                judge = Judge(search.moves, search.stable)
                return searcher.search_until(search.fen, search.nodes, judge, search.seconds)
        except ForfeitError as fault:
            if attempt == ATTEMPTS:
                raise LaboratoryError(
                    f"{fault} It happened twice in {search.fen} with {in_words(search.options)}."
                ) from None
    raise AssertionError


def in_words(options: tuple[tuple[str, str], ...]) -> str:
    """Write options for a message."""
    return ", ".join(f"{name} {value}" for name, value in options) or "no options"
