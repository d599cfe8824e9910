"""The cells of a grid, their keys, and the numbers that they come to."""

from dataclasses import replace

import pytest

from engine.lab.common.errors import LaboratoryError
from engine.lab.experiments.catalogue import experiment_called
from engine.lab.experiments.cells import Cell, all_cells, cells_of, core_hash, places_of
from engine.lab.experiments.position_sets import games_of
from engine.lab.experiments.searching import compute
from tests.lab.experiments.small import GRID, SMALL


def test_a_run_to_the_greatest_depth_has_the_others_unless_the_table_is_kept():
    cells = all_cells(SMALL, GRID, seeds=1)
    by_stamping = {"true": [], "false": []}
    for cell in cells:
        by_stamping[dict(cell.options)["Time Stamping"]].append(cell.depth)
    assert by_stamping == {"true": [2] * 4 + [1] * 4, "false": [2] * 4}


def test_seeds_multiply_the_cells():
    assert len(all_cells(SMALL, GRID, seeds=3)) == 3 * len(all_cells(SMALL, GRID, seeds=1))


def test_without_a_table_its_settings_do_not_matter():
    """Table C.15 prints the same number for every size; it is computed once."""
    experiment = experiment_called("move-against-score-middle-game")
    grid = experiment.full
    cells = {
        cell
        for place in places_of(experiment, grid)
        if place.column.label == "no table"
        for cell in cells_of(grid, place, 1)
    }
    assert len(cells) == 1


def test_two_experiments_share_cells():
    """The whole entry of C.15 is the entry with one move of C.17."""
    shared = []
    for name in ("move-against-score-middle-game", "variation-in-entry-middle-game"):
        experiment = experiment_called(name)
        shared.append(set(all_cells(experiment, experiment.full, 1)))
    full = {cell for cell in shared[0] if dict(cell.options).get("Table Use") == "full"}
    one = {cell for cell in shared[1] if dict(cell.options).get("Table PV Length") == "1"}
    assert {defaults_left_out(cell) for cell in full} == {defaults_left_out(cell) for cell in one}


def defaults_left_out(cell):
    default = {("Table Use", "full"), ("Table PV Length", "1")}
    return replace(cell, options=tuple(pair for pair in cell.options if pair not in default))


CELL = Cell((("Search", "AliBaba"), ("Table Positions", "1K")), "MG2", "0" * 16, 3)
OTHERS = [
    replace(CELL, options=(("Search", "AliBaba"), ("Table Positions", "2K"))),
    replace(CELL, game="MG3"),
    replace(CELL, digest="1" * 16),
    replace(CELL, depth=4),
]


def test_the_key_names_all_that_decides_the_numbers():
    keys = {cell.key("core") for cell in (CELL, *OTHERS)} | {CELL.key("another core")}
    assert len(keys) == 2 + len(OTHERS)
    assert replace(CELL).key("core") == CELL.key("core")


def cell_of_the_endgame(depth, **options):
    (game,) = games_of("Rabinovich-Romanovsky")
    chosen = {"Search": "AliBaba", "Table Positions": "1K", **options}
    return Cell(tuple(sorted(chosen.items())), game.name, game.digest, depth)


def test_a_search_yields_its_shallower_depths_without_time_stamping():
    off = {"Time Stamping": "false"}
    deep = compute(cell_of_the_endgame(4, **off), core_hash())
    for depth in (1, 2, 3):
        shallow = compute(cell_of_the_endgame(depth, **off), core_hash())
        assert shallow.nodes == tuple(row[:depth] for row in deep.nodes)
        assert shallow.counters[-1] == deep.counters[depth - 1]


def test_with_time_stamping_it_does_not():
    """The table of the search before was filled by a deeper one."""
    deep = compute(cell_of_the_endgame(4, **{"Time Stamping": "true"}), core_hash())
    shallow = compute(cell_of_the_endgame(3, **{"Time Stamping": "true"}), core_hash())
    assert shallow.nodes[0] == deep.nodes[0][:3], "the first search finds an empty table"
    assert shallow.nodes != tuple(row[:3] for row in deep.nodes)


def test_cells_do_not_depend_on_what_was_computed_before():
    one = cell_of_the_endgame(3, **{"Replacement Scheme": "OLD"})
    two = cell_of_the_endgame(3, **{"Replacement Scheme": "DEEP", "Hash Seed": "5"})
    first = [compute(cell, core_hash()).nodes for cell in (one, two)]
    again = [compute(cell, core_hash()).nodes for cell in (two, one)]
    assert first == again[::-1]
    assert first[0] != first[1]


def test_the_nodes_are_those_of_the_engine():
    from engine.options import find, parse
    from engine.thinking.engine import Engine, Limits

    (game,) = games_of("Rabinovich-Romanovsky")
    searched = compute(cell_of_the_endgame(3), core_hash())
    engine = Engine()
    for name, value in (("Search", "AliBaba"), ("Table Positions", "1K")):
        option = find(name)
        engine.configure(option, parse(option, value))
    for number, board in enumerate(game.boards()):
        engine.set_position(board)
        engine.prepare_go()
        engine.think(Limits(depth=3), lambda news: None)
        assert searched.nodes[number][-1] == engine.nodes


def test_another_core_is_refused():
    with pytest.raises(LaboratoryError, match="has another search"):
        compute(cell_of_the_endgame(1), "an older one")


def board(name, first, **options):
    chosen = {"Board": name, "Replacement Scheme": "TWOBIG1", "Table Positions": "2M", **options}
    return Cell(tuple(sorted(chosen.items())), f"domineering {first}", "empty", 1)


def test_boards_of_domineering():
    """Table 2.1: 3x4 is H with 10 nodes for both starts, 4x4 is 1 with its start counted once."""
    vertical, horizontal = (compute(board("3x4", first), core_hash()) for first in "VH")
    assert vertical.found + horizontal.found == ("H", "H")
    assert vertical.counter("nodes", 1) + horizontal.counter("nodes", 1) == 10
    again = compute(board("3x3", "H"), core_hash())
    assert (again.nodes, again.found) == (((0,),), ("",))
