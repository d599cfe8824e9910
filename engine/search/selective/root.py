"""The doors of SELECTIVE: the root's moves in their first order, and a search of them.

Source: Björnsson 2002, chapter 2 (iterative deepening; the algorithms to choose from).
"""

from engine.board.names import NONE, ONE, ZERO
from engine.board.position import MOVES, POSITION
from engine.machine.core import door, int64, uint64, void
from engine.machine.words import as_record
from engine.search.selective.algorithms import MTD_F
from engine.search.selective.memory import MEMORY
from engine.search.selective.mtd_f import converge
from engine.search.selective.ordering import begin_list, next_move
from engine.search.selective.phases import ENDING, MIDDLE_GAME
from engine.search.selective.root_moves import search_window
from engine.search.shared.active_line import activate_line
from engine.search.shared.endings import has_few_pieces
from engine.search.shared.evaluation import refresh_root
from engine.search.shared.lookup import look_up
from engine.search.shared.worker import PARAMS, WORKER


@door(void(uint64))
def list_root(where):
    """Write the root's legal moves in their first order into the WORKER at an address."""
    worker = as_record(where, WORKER)
    memory = as_record(worker.memory, MEMORY)
    pos, moves = as_record(worker.root, POSITION), as_record(worker.moves, MOVES)
    refresh_root(worker)
    few = has_few_pieces(pos, ZERO) and has_few_pieces(pos, ONE)
    memory.phase = ENDING if few else MIDDLE_GAME

    # Nothing was handed down to the root. Each move gets a row, which it keeps while the order
    # changes.
    worker.inherited[ZERO], moves.seen = NONE, ZERO
    entry, rest, table_move = look_up(worker, pos, 0)
    begin_list(moves, activate_line(worker, pos, entry, rest, table_move))
    worker.root_count, worker.restricted, worker.root_first = 0, 0, 0
    move = next_move(worker, pos, moves)
    while move:
        place = uint64(worker.root_count)
        worker.root_move[place], worker.root_row[place] = move, place
        worker.root_nodes[place] = 0
        worker.root_count += 1
        move = next_move(worker, pos, moves)


@door(int64(uint64, int64, int64, int64))
def search_root(where, depth, alpha, beta):
    """The door from Python: the value of the root of the WORKER at an address, which has moves.

    Fail-soft; `depth` is in plies. The best line is left in `worker.line[0]`; after a stop the
    value is that of the best root move completed. Moves before `root_first` are not searched.
    """
    worker = as_record(where, WORKER)
    memory = as_record(worker.memory, MEMORY)
    memory.root_depth, worker.line_length[ZERO] = depth, 0
    if as_record(worker.params, PARAMS).algorithm == MTD_F:
        value = converge(worker, depth, alpha, beta)
    else:
        value = search_window(worker, depth, alpha, beta)
    memory.last_score = value
    return value
