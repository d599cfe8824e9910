"""The results that the pages of results rest on: readable, complete, and what a search counts."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine.lab.common.json_form import from_json
from engine.lab.experiments.catalogue import experiments
from engine.lab.experiments.cells import SELECTIVE, Cell, core_hash, core_of, games_hash
from engine.lab.experiments.computing import compute as compute_any
from engine.lab.experiments.declaration import Kind
from engine.lab.experiments.declared.weights_round_robin import (
    LEARNED_FROM_A_SUITE,
    LEARNED_FROM_GAMES,
)
from engine.lab.experiments.exchange import read_rows
from engine.lab.experiments.problems import PROOFS
from engine.lab.experiments.results import Results, results_of
from engine.lab.experiments.searching import Searched, compute
from engine.lab.experiments.store import CellStore
from engine.lab.experiments.summary import summary

DOCS = Path(__file__).parents[3] / "docs"
KEPT = DOCS / "results" / "quick-grids.csv.gz"
FULL = DOCS / "results" / "full-grids.csv.gz"
FULL_GRIDS = (
    "replacement-middle-game",
    "replacement-eight-plies",
    "replacement-endgame",
    "move-against-score-middle-game",
    "move-against-score-endgame",
    "variation-in-entry-middle-game",
    "variation-in-entry-endgame",
    "domineering-schemes",
)
KEPT_SELECTIVE = DOCS / "results" / "selective-grids.csv.gz"
KEPT_GAMES = DOCS / "results" / "games-grids.csv.gz"
KEPT_PROOFS = DOCS / "results" / "proof-grids.csv.gz"
KEPT_SECOND_LEVEL = DOCS / "results" / "proof-second-level.csv.gz"
FEW_NODES = 2_500_000
FEW_PROOF_NODES = 20_000
OF_PROOFS = [each for each in experiments().values() if each.full.positions in PROOFS]
OF_GAMES = [each for each in experiments().values() if each.quick.kind is not Kind.SEARCHES]
"""Matches and learners."""
OF_SELECTIVE = [
    each for each in experiments().values() if each.search == SELECTIVE and each not in OF_GAMES
]


def read_into(path: Path, kept: Path, least: int) -> Path:
    """Read kept cells into a database, at least so many."""
    with closing(CellStore(path)) as store:
        assert read_rows(store, kept)[0] > least
    return path


@pytest.fixture(scope="module")
def database(tmp_path_factory) -> Path:
    return read_into(tmp_path_factory.mktemp("kept") / "x.db", KEPT, 600)


def assert_page_has(name: str, found: list[Results]) -> None:
    """Everything is computed, and every line of the summary stands in a page of docs."""
    assert all(len(results.cells) == results.wanted for results in found)
    page = (DOCS / name).read_text(encoding="utf-8")
    for line in summary(found):
        assert line.rstrip() in page


def test_the_page_is_made_of_them(database):
    """Every line of the summary stands in docs/results.md; the others have pages of their own."""
    store = CellStore(database)
    elsewhere = OF_PROOFS + OF_SELECTIVE + OF_GAMES
    others = [each for each in experiments().values() if each not in elsewhere]
    found = [results_of(each, each.quick, store) for each in others]
    assert_page_has("results.md", found)
    store.close()


def test_the_page_of_the_full_grids_is_made_of_them(tmp_path):
    """Every line of their summary stands in docs/results-full.md."""
    store = CellStore(tmp_path / "x.db")
    assert read_rows(store, FULL)[0] > 2500
    named = [experiments()[name] for name in FULL_GRIDS]
    found = [results_of(each, each.full, store) for each in named]
    assert_page_has("results-full.md", found)
    store.close()


@pytest.fixture(scope="module")
def proofs(tmp_path_factory) -> Path:
    return read_into(tmp_path_factory.mktemp("kept") / "proofs.db", KEPT_PROOFS, 1000)


def test_the_page_of_proofs_is_made_of_them(proofs):
    """Every line of the summary stands in docs/results-proof.md."""
    store = CellStore(proofs)
    found = [results_of(each, each.quick, store) for each in OF_PROOFS]
    assert_page_has("results-proof.md", found)
    store.close()


def test_the_whole_grid_of_the_second_level_stands_there_too(tmp_path):
    """All 99 pairs of a and b of table F.2."""
    store = CellStore(tmp_path / "x.db")
    assert read_rows(store, KEPT_SECOND_LEVEL)[0] == 99 * 95
    experiment = experiments()["proof-second-level"]
    assert_page_has("results-proof.md", [results_of(experiment, experiment.full, store)])
    store.close()


def test_a_proof_search_counts_the_same_today(proofs):
    """A small cell of each form and problem, computed anew; times may differ."""
    connection = sqlite3.connect(proofs)
    rows = connection.execute("SELECT cell, searched FROM cells ORDER BY key").fetchall()
    connection.close()
    small: dict[tuple, tuple] = {}
    for cell, searched in ((from_json(Cell, one), from_json(Searched, two)) for one, two in rows):
        form = dict(cell.options).get("Form")
        if form and searched.counter("nodes", 1) <= FEW_PROOF_NODES:
            small.setdefault((form, cell.game), (cell, searched))
    assert {form for form, _ in small} == {"tree", "dag", "dcg", "bta", "pn2", "dfpn"}
    for cell, searched in list(small.values())[::5]:
        today = compute_any(cell, core_of("mate problems"))
        assert (today.counters, today.found) == (searched.counters, searched.found), cell


def test_a_search_counts_the_same_today(database):
    """The smallest cells of each test set, computed anew: the tree has not changed since."""
    connection = sqlite3.connect(database)
    rows = connection.execute("SELECT cell, searched FROM cells").fetchall()
    connection.close()
    smallest: dict[str, list] = {}
    for cell, searched in ((from_json(Cell, one), from_json(Searched, two)) for one, two in rows):
        nodes = searched.counter("nodes", cell.depth)
        if nodes <= FEW_NODES:
            smallest.setdefault(cell.game, []).append((nodes, cell, searched))
    assert {"MG2", "domineering V", "domineering H"} <= smallest.keys()
    for found in smallest.values():
        for _, cell, searched in sorted(found, key=lambda one: one[0])[:2]:
            today = compute(cell, core_hash(cell.search))
            assert (today.nodes, today.found) == (searched.nodes, searched.found), cell


def test_the_page_of_selective_is_made_of_them(tmp_path):
    """Every line of the summary stands in docs/results-selective.md; a small cell is the same."""
    store = CellStore(tmp_path / "x.db")
    assert read_rows(store, KEPT_SELECTIVE)[0] > 100
    found = [results_of(each, each.quick, store) for each in OF_SELECTIVE]
    assert_page_has("results-selective.md", found)
    store.close()
    kept = [(cell, searched) for results in found for cell, searched in results.cells.items()]
    cell, searched = min(kept, key=lambda one: one[1].seconds)
    today = compute(cell, core_hash(SELECTIVE))
    assert (today.nodes, today.counted) == (searched.nodes, searched.counted)


@pytest.fixture(scope="module")
def games(tmp_path_factory) -> dict[str, Results]:
    store = CellStore(tmp_path_factory.mktemp("kept") / "games.db")
    assert read_rows(store, KEPT_GAMES)[0] > 300
    found = {each.name: results_of(each, each.quick, store) for each in OF_GAMES}
    store.close()
    return found


def test_the_page_of_games_is_made_of_them(games):
    """Every line of the summary of matches and learners stands in docs/results-selective.md."""
    assert_page_has("results-selective.md", list(games.values()))


def test_games_and_learners_count_the_same_today(games):
    """The shortest cells; of a game that is played again all that was noted."""
    for name, learning in (("weights-round-robin", False), ("learn-play", True)):
        cell, searched = min(games[name].cells.items(), key=lambda one: one[1].seconds)
        today = compute_any(cell, games_hash(learning))
        assert (today.counters, today.found) == (searched.counters, searched.found), cell


def test_the_learned_weights_are_those_that_play(games):
    """Sesame_suite and Sesame_games of the round robin are what the kept learners learned."""
    for name, wanted in (
        ("learn-suite", (LEARNED_FROM_A_SUITE,)),
        ("learn-play", LEARNED_FROM_GAMES),
    ):
        (run,) = games[name].runs.values()
        for ours, weights in zip(run.steps[-1].state.weights, wanted, strict=True):
            assert [round(100 * weight) for weight in ours] == [round(100 * one) for one in weights]
