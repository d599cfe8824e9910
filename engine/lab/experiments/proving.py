"""Computing a cell of a proof experiment: a mate problem or a game of tic-tac-toe."""

import time
from typing import NamedTuple

import chess

from engine.lab.experiments.cells import Cell
from engine.lab.experiments.problems import (
    ORDERS,
    PAWN_ENDING_SQUARES,
    TIC_TAC_TOE,
    own_mates,
    pawn_endings,
    problem_called,
)
from engine.lab.experiments.searching import Searched, in_deep_thread, own_engine, set_options
from engine.options.proof import ALPHA_BETA
from engine.proof.games.tic_tac_toe import TicTacToeGame
from engine.proof.search import ProofSearch
from engine.proof.settings import Outcome, Settings
from engine.search.shared.score import mate_in
from engine.thinking.engine import Engine, Info
from engine.thinking.limits import Limits
from engine.thinking.loading import PROOF, load_part
from engine.thinking.proving.chess_game import ChessGame, Question

SEARCH = "Search"
"""A cell with this option is searched by alpha-beta."""
MATE_SEARCH = "Mate Search"
"""And one with this option by `go mate N`, where N is known to be the shortest."""
MEMORY, PROOF_MEMORY = "Proof Memory", "16"
LONGEST_SHOWN = 200
"""Moves: alpha-beta ends with the first mate it finds, if it is not longer."""
NAMES = (
    *("nodes", "solved", "solved_nodes", "first_level", "second_level", "most_in_memory"),
    *("updates", "steps", "expansions", "kib", "plies"),
)
"""What is counted. Nodes of both levels are 0 in cells that are not solved, most_in_memory is in
slots, kib is the memory that was needed, plies the length of the proof that was found."""
PROVED, DISPROVED, FALSE = "proved", "disproved", "false"
"""What was found, in a word; false: a mate was shown that is none."""


def proved(cell: Cell) -> Searched:
    """Search a cell."""
    return in_deep_thread(lambda: proved_here(cell))


def proved_here(cell: Cell) -> Searched:
    """Search a cell in this thread."""
    options = dict(cell.options)
    began = time.thread_time()
    if MATE_SEARCH in options:
        counted, found = by_go_mate(cell, options)
    elif SEARCH in options:
        counted, found = by_alpha_beta(cell, options)
    else:
        counted, found = by_proof_search(cell, options)
    seconds = time.thread_time() - began
    row = tuple(counted.get(name, 0) for name in NAMES)
    return Searched(((row[0],),), NAMES, (row,), seconds, (found,), (0,))


def by_proof_search(cell: Cell, options: dict[str, str]) -> tuple[dict[str, int], str]:
    """Search a cell by proof-number search; return the counters and what was found."""
    settings = settings_of(options)
    if cell.game.startswith(TIC_TAC_TOE):
        seed = int(cell.game.split()[1]) + ORDERS * (int(options.get("Seed", "1")) - 1)
        search = ProofSearch(
            TicTacToeGame(seed=seed, symmetric=options.get("Symmetries") == "true"), settings
        )
        outcome = search.run()
        return counters_of(search, outcome, solved=outcome.value is not None), word_for(outcome)
    load_part(PROOF)
    board = problem_called(cell.game, cell.digest).board(0)
    search = ProofSearch(ChessGame(board, question_of(cell.game, options)), settings)
    outcome = search.run()
    return counters_of(search, outcome, solved=outcome.value is True), word_for(outcome)


def question_of(name: str, options: dict[str, str]) -> Question:
    """Return what a problem asks, by the rules of the papers."""
    if name in pawn_endings():
        return Question("promotion", printed=True, squares=PAWN_ENDING_SQUARES)
    return Question(printed=True, ordered=options.get("Order") != "generated")


def settings_of(options: dict[str, str]) -> Settings:
    """Read the options of a cell."""
    return Settings(
        variant=options["Form"],
        initial=options.get("Initial", "mobility"),
        node_limit=int(options["Nodes"]),
        slots=int(options.get("Slots", "0")),
        counts_slots=options.get("Limit") == "slots",
        stops_early=options.get("Early End", "true") == "true",
        recursive_updates=options.get("Recursive") == "true",
        middle=int(options.get("a", "0")),
        width=int(options.get("b", "0")),
        at_once=options.get("At Once") == "true",
        kept_trees=int(options.get("Kept Trees", "0")),
        releases=options.get("Releases") == "true",
        table_mib=int(options.get("Table MiB", "16")),
    )


def word_for(outcome: Outcome) -> str:
    """Say what was found, or why nothing was."""
    if outcome.value is None:
        return outcome.ending
    return PROVED if outcome.value else DISPROVED


def counters_of(search: ProofSearch, outcome: Outcome, solved: bool) -> dict[str, int]:
    """Return what was counted."""
    nodes = outcome.nodes if solved else 0
    second = outcome.second_level if solved else 0
    plies = search.node().plies if outcome.value else None
    return {
        "nodes": outcome.nodes,
        "solved": int(solved),
        "solved_nodes": nodes,
        "first_level": nodes - second,
        "second_level": second,
        "most_in_memory": outcome.peak_slots if solved else 0,
        "updates": outcome.updates,
        "steps": outcome.steps,
        "expansions": outcome.expansions,
        "kib": outcome.peak_bytes >> 10,
        "plies": plies or 0,
    }


def by_alpha_beta(cell: Cell, options: dict[str, str]) -> tuple[dict[str, int], str]:
    """Let a search look for a mate; return the counters and what was found."""
    board: chess.Board = problem_called(cell.game, cell.digest).board(0)
    engine = own_engine()
    asked(engine, board, {SEARCH: options[SEARCH], MATE_SEARCH: ALPHA_BETA})
    engine.think(Limits(mate=LONGEST_SHOWN, nodes=int(options["Nodes"])), lambda news: None)
    summary = engine.summary
    moves = mate_in(summary.iterations[-1].score) if summary.iterations else None
    found = moves is not None and moves > 0
    nodes = summary.counters.nodes
    counted = {"nodes": nodes, "solved": int(found), "solved_nodes": nodes if found else 0}
    return counted | {"plies": 2 * (moves or 0) - 1 if found else 0}, (PROVED if found else "nodes")


def asked(engine: Engine, board: chess.Board, options: dict[str, str]) -> None:
    """Let an engine be asked about a position, with nothing known from before."""
    set_options(engine, options)
    engine.new_game()
    engine.set_position(board)
    engine.prepare_go()


def by_go_mate(cell: Cell, options: dict[str, str]) -> tuple[dict[str, int], str]:
    """Ask for the shortest mate, as a user does; return the counters and what was shown."""
    moves = own_mates()[cell.game].moves
    board: chess.Board = problem_called(cell.game, cell.digest).board(0)
    memory = options.get(MEMORY, PROOF_MEMORY)
    wanted = {SEARCH: options.get(SEARCH, "Modern"), MEMORY: memory}
    asked(own_engine(), board, wanted | {MATE_SEARCH: options[MATE_SEARCH]})
    shown = mates_shown(Limits(mate=moves, nodes=int(options["Nodes"])))
    solved = 0 < shown.plies <= 2 * moves - 1
    nodes = shown.nodes
    counted = {"nodes": nodes, "solved": int(solved), "solved_nodes": nodes if solved else 0}
    word = FALSE if shown.is_false else PROVED if solved else "nodes"
    return counted | {"plies": shown.plies}, word


class Shown(NamedTuple):
    """What an engine has shown of the mate that it was asked for."""

    nodes: int
    plies: int
    """Of the shortest line that ends in the mate that its score tells; 0: none."""
    is_false: bool
    """Whether some line is not legal, or ends otherwise than its score tells."""


def mates_shown(limits: Limits) -> Shown:
    """Let the engine look for a mate in the position that it has been asked about.

    By alpha-beta no more is known of a mate than what is shown.
    """
    engine = own_engine()
    board, heard = engine.board, list[Info]()
    engine.think(limits, lambda news: heard.append(news) if isinstance(news, Info) else None)
    claims = [info for info in heard if not info.bound and (mate_in(info.score) or 0) > 0]
    whole = [len(info.pv) for info in claims if ends_in_mate(board, info)]
    nodes = max((info.nodes for info in heard), default=0)
    return Shown(nodes, min(whole, default=0), any(is_false(board, info) for info in claims))


def ends_in_mate(board: chess.Board, info: Info) -> bool:
    """Whether the line that is shown ends in the mate that the score tells."""
    end = after(board, info)
    return end is not None and end.is_checkmate() and len(info.pv) == plies_told(info)


def is_false(board: chess.Board, info: Info) -> bool:
    """Whether the line contradicts its score.

    One that breaks off before the mate does not, nor one that mates sooner: a proof tells how many
    moves suffice.
    """
    end, told = after(board, info), plies_told(info)
    if end is None or len(info.pv) > told:
        return True
    return not end.is_checkmate() and (end.is_game_over() or len(info.pv) == told)


def plies_told(info: Info) -> int:
    """The plies to the mate that a score tells."""
    return 2 * (mate_in(info.score) or 0) - 1


def after(board: chess.Board, info: Info) -> chess.Board | None:
    """The position after the line that is shown; None if it is not legal."""
    end = board.copy()
    for move in info.pv:
        if move not in end.legal_moves:
            return None
        end.push(move)
    return end
