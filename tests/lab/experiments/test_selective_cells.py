"""Cells of the search Selective: what is counted, measured and shown.

Witnesses: an engine that is asked directly, NumPy's statistics, and sums done here.
"""

from dataclasses import replace

import numpy as np
import pytest

from engine.lab.experiments import cells
from engine.lab.experiments.catalogue import experiments
from engine.lab.experiments.cells import (
    BESIDE_SELECTIVE,
    OF_SELECTIVE,
    all_cells,
    cells_of,
    core_hash,
    is_proof,
    places_of,
)
from engine.lab.experiments.claims import multi_cut, pruning, uncertainty
from engine.lab.experiments.declaration import Kind, Verdict
from engine.lab.experiments.position_sets import SETS, game_called
from engine.lab.experiments.results import Results
from engine.lab.experiments.searching import compute
from engine.lab.experiments.selective_axes import SELECTIVE
from engine.lab.experiments.store import CellStore
from engine.machine.key import ENGINE, source_texts, sources_behind
from tests.html_page import HtmlPage
from tests.lab.experiments.filled import fill, searched
from tests.lab.experiments.test_report import report
from tests.search.thinker import Thinker

CUT_NODES = experiments()["cut-nodes"]


def cells_by_column(experiment, positions, depth):
    """The cells of the first row of a small grid."""
    grid = replace(experiment.quick, positions=positions, depths=(depth,))
    places = [place for place in places_of(experiment, grid) if place.row == grid.rows[0]]
    return {
        (place.series.name, place.column.label): cell
        for place in places
        for cell in cells_of(grid, place, 1)
    }


def test_each_search_has_a_hash_of_its_own(monkeypatch, tmp_path):
    hashes = {core_hash(), core_hash("Selective")}
    for name in BESIDE_SELECTIVE:
        for other in (*cells.BESIDE, *BESIDE_SELECTIVE):
            (tmp_path / other).parent.mkdir(parents=True, exist_ok=True)
            content = (ENGINE / other).read_bytes() + b"#" * (other == name)
            (tmp_path / other).write_bytes(content)
        with monkeypatch.context() as patch:
            patch.setattr(cells, "ENGINE", tmp_path)
            assert core_hash.__wrapped__() == core_hash()
            hashes.add(core_hash.__wrapped__("Selective"))
    assert len(hashes) == 2 + len(BESIDE_SELECTIVE)
    deciding = set(sources_behind(OF_SELECTIVE, source_texts()))
    ideas = {f"search/selective/{name}.py" for name in ("multi_cut", "uncertainty", "null_move")}
    assert ideas | {"table/store.py", "evaluation/tapered/pawns.py"} <= deciding
    for experiment in experiments().values():
        if experiment.quick.kind is Kind.LEARNER:  # its cells follow from one another
            continue
        searches = {cell.search for cell in quick_cells(experiment.name)}
        assert searches == {experiment.search} or is_proof(quick_cells(experiment.name)[0])


def quick_cells(name):
    experiment = experiments()[name]
    return all_cells(experiment, experiment.quick, 1)


def test_the_counts_are_those_of_the_engine():
    """One search; the moments of `Cut Stats` are NumPy's of the engine's rows."""
    found = cells_by_column(CUT_NODES, "Fine 70", 12)
    (cell,) = set(found.values())
    ours = compute(cell, core_hash("Selective"))
    engine = Thinker(search="Selective", table_positions="1M")
    engine.set(evaluation="AliBaba", time_stamping=False, cut_stats=True)
    (board,) = game_called(cell.game, cell.digest).boards()
    engine.think(board, cell.depth)
    report_, counted = engine.engine.selective, dict(ours.counted)
    assert report_.counts.items() <= counted.items()
    rows = report_.cut_rows
    assert len(rows) > 20
    for place, group in enumerate(("false", "true")):
        of_group = rows[rows["cuts_off"] == place]
        assert counted.get(f"{group} nodes", 0) == len(of_group)
        if len(of_group):
            moves = of_group["search"].astype(float)
            mean = counted[f"search {group} sum"] / len(moves)
            variance = counted[f"search {group} squares"] / len(moves) - mean**2
            assert mean == pytest.approx(np.mean(moves))
            assert variance == pytest.approx(np.var(moves))
            assert counted[f"search {group} max"] == np.max(moves)


def test_other_searches_count_nothing_of_it():
    experiment = experiments()["fine-70"]
    cell = all_cells(experiment, experiment.quick, 1)[0]
    small = replace(cell, options=(("Search", "AliBaba"),), depth=2)
    assert compute(small, core_hash()).counted == ()


def stored(tmp_path, experiment, grid, invent):
    """Results of invented cells."""
    store = CellStore(tmp_path / "x.db")
    for cell in all_cells(experiment, grid, 1):
        store.add(cell, core_hash("Selective"), invent(cell, searched(cell)))
    results = Results(experiment, grid, store, core_hash("Selective"))
    store.close()
    return results


def test_uncertainty_in_percent(tmp_path):
    """Of the sums, and the mean over the positions; a value that differs is found."""
    experiment = experiments()["uncertainty"]

    def invent(cell, plain):
        options = dict(cell.options)
        ratio = int(options.get("Uncertainty Ratio", "60")) if "Uncertainty Cuts" in options else 0
        nodes = tuple((1,) * (cell.depth - 1) + (1000 * (n + 1) + ratio,) for n in range(18))
        wrong = ratio == 40 and "Uncertainty Min Rem" in options
        return replace(plain, nodes=nodes, scores=(int(wrong),) + (0,) * 17)

    results = stored(tmp_path, experiment, experiment.quick, invent)
    table = results.table(uncertainty.USUAL, experiment.quick.depths[-1])
    without = [1000 * (n + 1) for n in range(18)]
    assert table.value("total", "off") == 100
    for ratio in (10, 60, 90):
        total = 100 * (sum(without) + 18 * ratio) / sum(without)
        mean = np.mean([100 * (one + ratio) / one for one in without])
        assert table.value("total", f"{ratio} %") == pytest.approx(total)
        assert table.value("mean of the positions", f"{ratio} %") == pytest.approx(mean)
    verdict = uncertainty.value_stays(results)
    assert verdict.verdict == Verdict.NOT_REPRODUCED
    assert verdict.words == f"1 of {3 * 9 * 18} values differ"
    assert uncertainty.saves(results).verdict == Verdict.NOT_REPRODUCED


def test_what_is_solved(tmp_path):
    """By a mate, for the project's problems."""
    experiment = experiments()["multi-cut-grid"]

    def invent(cell, plain):
        mates = 6 if "Multi Cut" in dict(cell.options) else 8
        scores = tuple(30_990 if n < mates else 300 for n in range(len(plain.scores)))
        return replace(plain, scores=scores)

    results = stored(tmp_path, experiment, experiment.quick, invent)
    table = results.table(multi_cut.WITH, experiment.quick.depths[-1])
    assert table.value("off", "solved") == table.value("off", "nodes") == 100
    assert table.value("r=2 c=3 e=10", "solved") == 75


def test_wrong_prunings(tmp_path):
    """In percent of the audited ones; a rule that was not used has none."""
    experiment = experiments()["prune-ablation"]

    def invent(cell, plain):
        passes = dict(cell.options).get("Null Move") != "false"
        counts = {"null_move audited": 50 * passes, "null_move wrong": 2 * passes}
        counts |= {"multi_cut audited": 0, "multi_cut wrong": 0}
        found = ("d2d4",) * passes + plain.found[passes:]
        return replace(plain, counted=tuple(counts.items()), found=found)

    results = stored(tmp_path, experiment, experiment.quick, invent)
    table = results.table(pruning.SERIES, experiment.quick.depths[-1])
    assert table.value(pruning.WRONG_PASSES, "null move") == 4
    assert table.value(pruning.OTHER_MOVES, "both") == pytest.approx(100 / 18)
    assert (pruning.WRONG_CUTS, "multi-cut") not in table.numbers
    assert results.judgement(experiment.claims[1]).verdict == Verdict.NOT_TRIED


def test_tables_in_the_report(tmp_path):
    """Ours and the printed numbers with their decimals, and no ratios."""
    fill(tmp_path / "x.db", "uncertainty", core=core_hash("Selective"))
    page: HtmlPage = report(tmp_path / "x.db", "uncertainty", "--quick")
    (printed,) = [table for table in page.tables if table[1][1:3] == ["100.00", "119.68"]]
    assert printed[1][7] == "92.87" and printed[2][7] == "94.24"
    ours = [table for table in page.tables if table[0] == printed[0] and table is not printed]
    assert len(ours) == 3
    for table in ours:
        assert table[1][1] == "100.00" and all("." in cell for cell in table[1][1:])


def test_settings_are_options():
    """Each cell can be searched: its options exist and take the values."""
    assert dict(SELECTIVE)["Search"] == "Selective"
    for name in ("uncertainty", "cut-nodes", "multi-cut-grid", "algorithms", "prune-ablation"):
        experiment = experiments()[name]
        assert experiment.search == "Selective"
        assert experiment.full.positions in (*SETS, "mates")
        assert len(all_cells(experiment, experiment.full, 1)) >= 1
