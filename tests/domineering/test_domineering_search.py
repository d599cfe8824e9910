"""DOMI against the printed table, the twin and an independent program; limits, stop, bad input."""

import threading
import time
from itertools import pairwise

import pytest

from engine.lab.common.errors import LaboratoryError
from engine.lab.domineering.display import CLASSES, other_than
from engine.lab.domineering.solve import Problem, Result, Solver, State, solve
from engine.thinking.loading import load_part
from tests.domineering import twin
from tests.domineering.printed import (
    EXACT,
    PROTOTYPE,
    PROTOTYPE_SIZES,
    TABLE,
    is_small,
    size_of,
)

SMALL_TABLE = 65536  # large enough for boards of up to 30 cells
SMALL = [board for board in TABLE if is_small(board, 30)]


def both_starts(rows: int, columns: int, *settings: object) -> dict[str, Result]:
    """Solve a board for both players, or for Vertical alone if it is square."""
    starts = "V" if rows == columns else "VH"
    return {first: solve(Problem(rows, columns, first, *settings)) for first in starts}


def class_of(results: dict[str, Result]) -> str:
    """Give the class of a board."""
    first = results["V"].winner
    return CLASSES[first, results["H"].winner if "H" in results else other_than(first)]


def nodes_of(results: dict[str, Result]) -> int:
    """Add the nodes."""
    return sum(result.nodes for result in results.values())


@pytest.mark.uncompiled
@pytest.mark.parametrize("board", EXACT)
def test_printed_nodes(board: str) -> None:
    """Exactly, whatever the order of equal moves."""
    results = both_starts(*size_of(board), "TWOBIG1", SMALL_TABLE)
    assert (class_of(results), nodes_of(results)) == TABLE[board]


@pytest.mark.parametrize("board", SMALL)
def test_printed_results(board: str) -> None:
    """The class of every board of up to 30 cells, and its nodes within a quarter (table 2.1)."""
    results = both_starts(*size_of(board), "TWOBIG1", SMALL_TABLE)
    printed_class, printed_nodes = TABLE[board]
    assert class_of(results) == printed_class
    assert nodes_of(results) == pytest.approx(printed_nodes, rel=0.25)


def test_printed_results_of_larger_boards() -> None:
    """All others of up to 49 cells, with the table of the thesis."""
    for board in set(TABLE) - set(SMALL):
        results = both_starts(*size_of(board))
        printed_class, printed_nodes = TABLE[board]
        assert class_of(results) == printed_class, board
        assert nodes_of(results) == pytest.approx(printed_nodes, rel=0.25), board


@pytest.mark.parametrize("rows", range(1, 6))
def test_the_twin_agrees(rows: int) -> None:
    """Minimax without any rule that decides a move at once: both starts, boards to 24 cells."""
    for columns in range(1, 10):
        if rows * columns > 24:
            continue
        for first in "VH":
            result = solve(Problem(rows, columns, first, "TWOBIG1", SMALL_TABLE))
            wins = twin.wins(twin.empty(rows, columns), first)
            assert result.winner == (first if wins else other_than(first)), (rows, columns, first)
            assert result.moves == len(twin.moves(twin.empty(rows, columns), first))
            check_move(rows, columns, first, result)


def check_move(rows: int, columns: int, first: str, result: Result) -> None:
    """The winning move wins, by the twin."""
    if result.winner != first:
        assert (result.move, result.replies) == (None, 0)
        return
    assert result.move is not None
    move = twin.Domino(result.move.player, (result.move.row, result.move.column))
    assert move in twin.moves(twin.empty(rows, columns), first)
    free, other = twin.after(twin.empty(rows, columns), move), other_than(first)
    assert not twin.wins(free, other)
    assert result.replies == len(twin.moves(free, other))


@pytest.mark.parametrize(("rows", "columns"), [(3, 7), (4, 6), (5, 6), (6, 7), (5, 9)])
def test_a_quarter_turn_exchanges_the_players(rows: int, columns: int) -> None:
    upright, turned = both_starts(rows, columns), both_starts(columns, rows)
    for first in "VH":
        assert upright[first].winner == other_than(turned[other_than(first)].winner)


SCALED: dict[tuple[str, str], tuple[int, ...]] = {}


def scaled(scheme: str, depth: str) -> tuple[int, ...]:
    """Nodes of 6x7 with small tables, both starts; each measured once."""
    if (scheme, depth) not in SCALED:
        SCALED[scheme, depth] = tuple(
            nodes_of(both_starts(6, 7, scheme, size, depth)) for size in PROTOTYPE_SIZES
        )
    return SCALED[scheme, depth]


@pytest.mark.parametrize(("scheme", "depth"), PROTOTYPE)
def test_small_tables(scheme: str, depth: str) -> None:
    """As many nodes as an independent program needs, within a quarter (X26)."""
    assert scaled(scheme, depth) == pytest.approx(PROTOTYPE[scheme, depth], rel=0.25)


def test_order_of_the_schemes_on_a_small_board() -> None:
    """NEW needs twice as many nodes, OLD is hopeless, the rest of depth favours DEEP."""
    big, new, old = (scaled(scheme, "height") for scheme in ("BIG1", "NEW", "OLD"))
    for place in range(len(PROTOTYPE_SIZES)):
        assert old[place] > 1.5 * new[place] > 3 * big[place]
    assert scaled("DEEP", "remaining") < scaled("BIG1", "height") < scaled("BIGALL", "height")


@pytest.mark.slow
def test_order_of_the_schemes() -> None:
    """As printed for 8x8 (table C.14): on 6x8 with a table of 4096 positions."""
    schemes = ("TWOBIG1", "TWODEEP", "BIG1", "DEEP", "NEW")
    nodes = [nodes_of(both_starts(6, 8, scheme, 4096)) for scheme in schemes]
    assert nodes == sorted(nodes)
    assert nodes == pytest.approx(
        [21_218_439, 21_361_101, 28_465_167, 29_391_241, 53_693_061], rel=0.25
    )


def test_a_table_saves_nodes() -> None:
    """More than threefold on 5x5, tenfold on 6x7; the result is the same."""
    for rows, columns, factor in ((5, 5, 3), (6, 7, 10)):
        with_table, without = both_starts(rows, columns), both_starts(rows, columns, "")
        assert nodes_of(without) > factor * nodes_of(with_table)
        assert class_of(without) == class_of(with_table)
        assert without["V"].counts["reads"] == without["V"].counts["writes"] == 0


def test_what_the_table_counts() -> None:
    """Nodes that the table answers are nodes; every other node of a solved board is stored."""
    result = solve(Problem(6, 6))
    counts = result.counts
    assert counts["hits"] == counts["exact_cuts"] > 0
    assert counts["writes"] == result.nodes - counts["hits"]
    assert counts["filled"] + counts["collisions"] == counts["writes"]


def test_the_same_every_time() -> None:
    """Another seed of the Zobrist numbers changes nothing while the table does not overflow."""
    assert solve(Problem(5, 6)).nodes == solve(Problem(5, 6)).nodes
    assert solve(Problem(5, 6)).nodes == solve(Problem(5, 6, seed=2)).nodes
    small = {solve(Problem(6, 7, "V", "TWOBIG1", 1024, seed=seed)).nodes for seed in (1, 2)}
    assert len(small) == 2


@pytest.mark.parametrize(("rows", "columns"), [(8, 9), (9, 9)])
def test_more_cells_than_a_word_has_bits(rows: int, columns: int) -> None:
    """Not solved here: it takes days."""
    result = solve(Problem(rows, columns), node_limit=200_000)
    assert (result.winner, result.move, result.nodes) == ("", None, 200_000)


def test_stop_from_another_thread() -> None:
    load_part("Domineering")
    solver = Solver(Problem(8, 8))

    def stop() -> None:
        while solver.state().nodes <= 1000:
            time.sleep(0.01)
        solver.stop()

    stopper = threading.Thread(target=stop)
    stopper.start()
    result = solver.run()
    stopper.join()
    assert result.winner == "" and result.nodes > 1000
    assert solver.state().nodes == result.nodes


def test_an_interrupt_stops_the_search() -> None:
    """Whatever `report` raises passes, and no thread goes on."""
    states: list[State] = []

    def report(state: State) -> None:
        states.append(state)
        if len(states) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(Problem(8, 8), report=report)
    assert all(one.nodes < two.nodes for one, two in pairwise(states))
    assert 1 <= states[-1].tried <= states[-1].moves <= 56
    assert not [thread for thread in threading.enumerate() if thread.name == "domineering"]


WRONG = {
    "too large": (Problem(10, 8), "A board has 1 to 9 rows and 1 to 9 columns."),
    "no rows": (Problem(0, 8), "A board has 1 to 9 rows and 1 to 9 columns."),
    "player": (Problem(2, 2, "X"), "First player must be one of V, H."),
    "scheme": (Problem(2, 2, "V", "BEST"), "Replacement scheme must be one of "),
    "size": (Problem(2, 2, "V", "NEW", 1000), "Table positions must be one of "),
    "depth": (Problem(2, 2, "V", "NEW", 1024, "ply"), "Depth must be one of height, remaining."),
}


@pytest.mark.parametrize(("problem", "sentence"), WRONG.values(), ids=WRONG)
def test_bad_input(problem: Problem, sentence: str) -> None:
    with pytest.raises(LaboratoryError, match="^" + sentence):
        solve(problem)
