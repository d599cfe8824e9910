"""Cells of the proof experiments: the printed counts come out of them, and of the whole command."""

from dataclasses import replace

import pytest

from engine.lab.common.errors import LaboratoryError
from engine.lab.experiments import cells
from engine.lab.experiments.catalogue import experiments
from engine.lab.experiments.cells import (
    all_cells,
    cells_of,
    core_hash,
    core_of,
    is_proof,
    places_of,
)
from engine.lab.experiments.command import main
from engine.lab.experiments.computing import compute
from engine.lab.experiments.problems import PROOFS, mate_problems, questions
from engine.lab.experiments.results import Results, total
from engine.lab.experiments.store import CellStore
from engine.lab.experiments.summary import summary
from tests.html_page import HtmlPage
from tests.proof.problems import PROBLEMS

FEW = ("K35", "K208", "R1", "R14", "R217")
NAMES = [name for name, row in experiments().items() if row.full.positions in PROOFS]


def few(name):
    """An experiment with some of its problems."""
    experiment = experiments()[name]
    rows = tuple(row for row in experiment.full.rows if row.label in FEW)
    grid = replace(experiment.full, rows=rows)
    return replace(experiment, full=grid, quick=grid)


def computed(experiment, store):
    """Compute the cells of an experiment and read its numbers."""
    core = core_of(experiment.full.positions)
    for cell in all_cells(experiment, experiment.full, 1):
        if not store.has(cell, core):
            store.add(cell, core, compute(cell, core))
    return Results(experiment, experiment.full, store, core)


@pytest.fixture
def store(tmp_path):
    store = CellStore(tmp_path / "cells.db")
    yield store
    store.close()


def test_printed_counts(store):
    """Breuker 1998, table G.1."""
    table = computed(few("proof-variants"), store).table("with 500,000 nodes", 1)
    for name in FEW:
        for form, printed in PROBLEMS[name].printed.items():
            number = table.numbers.get((name, form))
            assert (None if number is None else number.mean) == printed
    assert ("K208", "dcg") not in table.numbers


def test_alpha_beta_beside_proof_search(store):
    experiment = few("proof-against-alpha-beta")
    results = computed(experiment, store)
    (series,) = experiment.series
    for column in ("pn", "alphabeta", "Modern"):
        assert results.found(series.name, 1, "R1", column) == {"R1": ("proved",)}
        assert results.counter(series.name, 1, "R1", column, "plies") % 2 == 1
        for name in FEW:
            limit = 1_000_000 + (1000 if column == "pn" else 0)
            assert results.counter(series.name, 1, name, column, "nodes") <= limit
    solved = results.table(series.name, 1).numbers
    assert {name for name in FEW if (name, "pn") in solved} == set(FEW)
    assert ("K208", "alphabeta") not in solved and ("K208", "Modern") not in solved


def test_depth_first_solves_them(store):
    results = computed(few("proof-depth-first"), store)
    assert set(results.table("to the proof", 1).numbers) == {
        (name, form) for name in FEW for form in ("bta", "pn2", "dfpn", "dfpn, 1 MiB")
    }


def test_sums_and_the_greatest():
    """Of two cells: nodes are summed up, most_in_memory is the greatest."""
    experiment = experiments()["proof-second-level"]
    assert [column.counter for column in experiment.columns][-1].startswith("most_")
    place = next(place for place in places_of(experiment, experiment.quick))
    wanted = list(cells_of(experiment.quick, place, 1))
    assert len(wanted) == len(mate_problems()) == len(set(wanted)) == 95
    core = core_of("mate problems")
    two = {cell: compute(cell, core) for cell in wanted if cell.game in ("R1", "R217")}
    for name, join in (("nodes", sum), ("most_in_memory", max)):
        numbers = [each.counter(name, 1) for each in two.values()]
        assert total(two, two, name, 1) == join(numbers) > 0


def test_an_order_of_tic_tac_toe():
    """Schijf 1993, table 4.1: single orders take 12,830 to 20,960 nodes of the tree."""
    experiment = experiments()["proof-tic-tac-toe"]
    first, *others = cells_of(experiment.full, next(places_of(experiment, experiment.full)), 1)
    assert len(others) == 99 and is_proof(first)
    found = compute(first, core_of("tic-tac-toe"))
    assert found.found == ("disproved",) and 12_000 < found.nodes[0][0] < 22_000
    place = next(places_of(experiment, experiment.full))
    another = next(cells_of(experiment.full, place, 2))
    assert another.game == first.game
    assert compute(another, core_of("tic-tac-toe")).nodes != found.nodes


def test_experiments_share_cells():
    """One level of table F.1 is a search of its own, BTA of two experiments the same."""
    shared = [
        set(all_cells(experiments()[name], experiments()[name].full, 1))
        for name in ("proof-variants", "proof-depth-first")
    ]
    assert len(shared[0] & shared[1]) == 95


def test_hashes_are_apart():
    """An edit of a proof search leaves the cells of the chess searches as they are."""
    hashes = {core_hash(), *cells.proof_hashes()}
    assert len(hashes) == 3
    assert core_of("mate problems") == cells.proof_hash(False)
    assert core_of("mate problems against alpha-beta") == cells.proof_hash(True)
    assert core_of("middle game") == core_hash()


def test_other_versions_are_refused():
    cell = all_cells(experiments()["proof-levels"], experiments()["proof-levels"].full, 1)[0]
    with pytest.raises(LaboratoryError, match="other proof searches"):
        compute(cell, "0" * 24)
    with pytest.raises(LaboratoryError, match="no problem"):
        compute(replace(cell, digest="0" * 16), core_of("mate problems"))


def test_summary_and_show(store, tmp_path, capsys):
    results = computed(few("proof-variants"), store)
    text = "\n".join(summary([results]))
    assert "`proof-variants`" in text and "tree 5 of 5" in text
    assert main(["show", *NAMES, "--database", str(store.path)]) == 0
    said = capsys.readouterr().out
    assert "not tried" in said and "nodes in thousands" not in said
    page = tmp_path / "report.html"
    assert main(["report", *NAMES, "--database", str(store.path), "--output", str(page)]) == 0
    read = HtmlPage(page.read_text(encoding="utf-8"))
    assert {experiments()[name].title for name in NAMES} <= set(map(str.strip, read.words))
    shown = {cell for table in read.tables for row in table for cell in row}
    assert {"31,648", "335,936", "–"} <= shown  # ours and printed; K208 by DCG
    assert read.outside() == []


def test_problems_are_those_of_the_tests():
    assert {name: game.board(0).fen() for name, game in mate_problems().items()} == {
        name: problem.fen for name, problem in PROBLEMS.items()
    }
    assert [game.name for game in questions("mate problems one by one", "K35")] == ["K35"]
