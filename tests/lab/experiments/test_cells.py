"""The cells of a grid, their keys, and the numbers that they come to."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from engine.lab.common.errors import LaboratoryError
from engine.lab.experiments import cells
from engine.lab.experiments.catalogue import experiment_called
from engine.lab.experiments.cells import (
    BESIDE,
    DECIDING,
    Cell,
    all_cells,
    cells_of,
    core_hash,
    places_of,
)
from engine.lab.experiments.position_sets import games_of
from engine.lab.experiments.searching import compute
from engine.lab.experiments.settings import effective
from engine.machine.key import ENGINE, source_texts, sources_behind
from engine.options import OptionError
from tests.lab.experiments.small import GRID, SMALL


def test_a_run_to_the_greatest_depth_has_the_others_unless_the_table_is_kept():
    by_stamping = {"true": [], "false": []}
    for cell in all_cells(SMALL, GRID, seeds=1):
        by_stamping[dict(cell.options).get("Time Stamping", "true")].append(cell.depth)
    assert by_stamping == {"true": [2] * 4 + [1] * 4, "false": [2] * 4}


def test_seeds_multiply_the_cells():
    assert len(all_cells(SMALL, GRID, seeds=3)) == 3 * len(all_cells(SMALL, GRID, seeds=1))


def test_without_a_table_its_settings_do_not_matter():
    """Table C.15 prints the same number for every size; it is computed once."""
    experiment = experiment_called("move-against-score-middle-game")
    grid = experiment.full
    found = {
        cell
        for place in places_of(experiment, grid)
        if place.column.label == "no table"
        for seed in (1, 2, 3)
        for cell in cells_of(grid, place, seed)
    }
    assert len(found) == 1


def test_two_experiments_share_cells():
    """The whole entry of C.15 and C.16 is the entry with one move of C.17 and C.18."""
    for part, sizes in (("middle-game", 6), ("endgame", 6)):
        shared = []
        for name in (f"move-against-score-{part}", f"variation-in-entry-{part}"):
            experiment = experiment_called(name)
            shared.append(set(all_cells(experiment, experiment.full, 1)))
        assert len(shared[0] & shared[1]) == sizes


def test_what_changes_nothing_is_left_out():
    assert effective({"Table Use": "full", "Table PV Length": "1", "Hash Seed": "1"}) == {}
    assert effective({"Table Positions": "1024K"}) == {"Table Positions": "1M"}
    assert effective({"Table Use": "nothing", "Hash Seed": "3"}) == {"Table Use": "nothing"}
    assert effective({"Nodes": "5"}) == {"Nodes": "5"}


def test_the_hash_is_that_of_all_that_decides_the_numbers(monkeypatch, tmp_path):
    """An edit of any of these files makes the cells those of another version."""
    hashes = {core_hash()}
    for name in BESIDE:
        for other in BESIDE:
            (tmp_path / other).parent.mkdir(parents=True, exist_ok=True)
            edited = (ENGINE / other).read_bytes() + b"#" * (other == name)
            (tmp_path / other).write_bytes(edited)
        with monkeypatch.context() as patch:
            patch.setattr(cells, "ENGINE", tmp_path)
            hashes.add(cells.core_hash.__wrapped__())
    assert len(hashes) == 1 + len(BESIDE)
    deciding = set(sources_behind(DECIDING, source_texts()))
    assert {"board/make.py", "table/store.py", "search/shared/lookup.py"} <= deciding


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
    """Table 2.1: 3x4 is H with 10 nodes for both starts."""
    vertical, horizontal = (compute(board("3x4", first), core_hash()) for first in "VH")
    assert vertical.found + horizontal.found == ("H", "H")
    assert vertical.counter("nodes", 1) + horizontal.counter("nodes", 1) == 10


def test_a_square_board_is_solved_once():
    experiment = experiment_called("domineering-boards")
    starts = {}
    for cell in all_cells(experiment, experiment.quick, 1):
        starts.setdefault(dict(cell.options)["Board"], []).append(cell.game[-1])
    assert all(len(found) == 1 + (name[0] != name[2]) for name, found in starts.items())


def test_threads_of_one_process_do_not_disturb_each_other():
    """A worker of a cluster may have several."""
    wanted = [cell_of_the_endgame(3, **{"Replacement Scheme": name}) for name in ("NEW", "OLD")]
    alone = [compute(cell, core_hash()).nodes for cell in wanted]
    with ThreadPoolExecutor(2) as pool:
        together = list(pool.map(lambda cell: compute(cell, core_hash()).nodes, wanted * 3))
    assert together == alone * 3


def test_a_table_without_memory(monkeypatch):
    def refuse(self, option, value):
        raise OptionError("There is no memory for that.")

    monkeypatch.setattr("engine.thinking.engine.Engine.configure", refuse)
    cell = cell_of_the_endgame(1, **{"Table Positions": "256"})
    with pytest.raises(LaboratoryError, match="There is no memory for that"):
        compute(cell, core_hash())
