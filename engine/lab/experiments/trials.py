"""Computing a cell of a learner: searches for the best moves of a suite, or a game.

What a learner needs of them is kept as JSON, a text for each problem or critical position.
"""

import json
import time
from collections import Counter
from typing import Any

import chess

from engine.lab.experiments.cells import FIRST, SECOND, Cell
from engine.lab.experiments.game_positions import FEN
from engine.lab.experiments.keyed_suites import is_keyed, keyed_part
from engine.lab.experiments.openings import block_called
from engine.lab.experiments.playing import (
    COLOUR,
    NODES,
    POINTS,
    play_one,
    settings_for,
    side_options,
)
from engine.lab.experiments.searching import Searched, in_deep_thread, own_engine, set_options
from engine.lab.experiments.suites import Problem
from engine.lab.match.own_player import OwnPlayer
from engine.lab.match.records import Opening
from engine.options import Value
from engine.search.selective.memory import CLASSES
from engine.thinking.engine import Engine, Info, Limits, Progress
from engine.thinking.learning.online import OnlineLearner
from engine.thinking.learning.paths import classify, phase_of, reaching
from engine.thinking.news import RootEvent
from engine.thinking.selective_report import Growth, growth_of

HUNDREDTHS = 100
COUNTED: dict[str, str] = {"Learn Aux": "true"}
LEARNS: dict[str, str] = {"Learn Online": "true", "Learn When": "never"}
"""The engine notes critical positions, and leaves the weights as they are."""
WHITE = "white"
SUITE_NAMES = ("nodes", "solved", "problems")
GAME_NAMES = ("nodes", "games", "won", "drawn", "lost", "plies", "samples")
"""What is counted of problems and games."""
KEPT = ("phase", "weights", "depth", "nodes", "altered_nodes", "delta", "moves", "ordinary_moves")
"""Fields of a critical position that are kept."""


def tried(cell: Cell) -> Searched:
    """Compute a cell.

    Raises
    ------
    LaboratoryError
        If its positions or openings are not those of the run.
    """
    if not is_keyed(cell.game):
        return in_deep_thread(lambda: one_game(cell))
    engine = own_engine()  # of this thread, which stays
    return in_deep_thread(lambda: problems_tried(engine, cell))


def problems_tried(engine: Engine, cell: Cell) -> Searched:
    """Search for the best moves of a part of a suite."""
    began = time.thread_time()
    options = dict(side_options(cell, FIRST)) | COUNTED
    set_options(engine, options)
    limit = int(dict(cell.options)[NODES])
    found = [tried_problem(engine, one, limit) for one in keyed_part(cell.game, cell.digest)]
    nodes = sum(one["nodes"] for one in found)
    row = (nodes, sum(one["solved"] for one in found), len(found))
    texts = tuple(json.dumps(one, separators=(",", ":")) for one in found)
    seconds = time.thread_time() - began
    return Searched(((nodes,),), SUITE_NAMES, (row,), seconds, texts)


def tried_problem(engine: Engine, problem: Problem, limit: int) -> dict[str, Any]:
    """Search until a best move is the best of the root, as the command `gountil` does.

    Returns
    -------
    dict
        Whether it was `solved` and its `nodes` (the limit, if not); what the iterations that ended
        tell of the growth of the tree: `depth`, `own` nodes and `altered` nodes by class; the
        solution, if there is one: moves by class, then the ordinary ones.
    """
    board = chess.Board(problem.fen)
    engine.new_game()
    engine.set_position(board)
    engine.prepare_go()
    reached: list[RootEvent] = []
    ended: list[tuple[int, Growth]] = []

    def hear(event: RootEvent) -> None:
        if not event.bound and event.line[0].uci() in problem.best:
            reached.append(event)

    def note(news: Info | Progress) -> None:
        growth = growth_of(engine.thread)
        if isinstance(news, Info) and not news.bound and growth is not None:
            ended.append((news.depth, growth))

    engine.think(Limits(nodes=limit, until=problem.best), note, hear)
    solved = bool(reached) and reached[0].nodes <= limit
    growth = growth_of(engine.thread)
    assert growth is not None
    # The last iteration may have been cut short; before the first has ended, it is all there is.
    depth, (own, altered) = ended[-1] if ended else (1, growth)
    found: dict[str, Any] = {
        "solved": solved,
        "nodes": reached[0].nodes if solved else limit,
        "depth": depth,
        "own": own,
        "altered": list(altered),
    }
    if solved:
        weights = weights_of(engine.settings, phase_of(board))
        classes = classify(board, reached[0].line)
        path = reaching(classes, weights, reached[0].depth, 0)
        found["path"] = [*path.moves, path.ordinary_moves]
    return found


def weights_of(settings: dict[str, Value], phase: int) -> tuple[float, ...]:
    """Return the weights of a phase, in plies by class."""
    suffix = "_ending" if phase and settings["weights_per_phase"] else ""
    return tuple(int(settings[f"weight_{name}{suffix}"]) / HUNDREDTHS for name in CLASSES)


def one_game(cell: Cell) -> Searched:
    """Play a game with an engine that notes its critical positions."""
    began = time.thread_time()
    options = dict(cell.options)
    learner = OwnPlayer("learner", tuple((dict(side_options(cell, FIRST)) | LEARNS).items()))
    learner.engine.learner = OnlineLearner()
    opponent = OwnPlayer("opponent", side_options(cell, SECOND))
    block = block_called(cell.game, cell.digest)
    opening = Opening(block.ids[0], block.moves[0].removeprefix(FEN))
    has_white = options[COLOUR] == WHITE
    players = (learner, opponent) if has_white else (opponent, learner)
    game = play_one(opening, players, settings_for(*players, int(options[NODES])))
    learned = learner.engine.learner.learned
    samples = [] if learned is None else learned.samples
    won = POINTS[game.result] if has_white else 1 - POINTS[game.result]
    counted = Counter({{1.0: "won", 0.5: "drawn", 0.0: "lost"}[won]: 1})
    counted |= Counter(nodes=learner.nodes + opponent.nodes, games=1, samples=len(samples))
    counted["plies"] = len(game.moves)
    row = tuple(counted[name] for name in GAME_NAMES)
    texts = tuple(
        json.dumps({name: one[name] for name in KEPT}, separators=(",", ":")) for one in samples
    )
    seconds = time.thread_time() - began
    return Searched(((counted["nodes"],),), GAME_NAMES, (row,), seconds, texts)
