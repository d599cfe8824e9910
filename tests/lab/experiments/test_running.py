"""Runs: every cell once, whatever stops them."""

import io
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rich.console import Console

from engine.lab.experiments import command
from engine.lab.experiments.catalogue import experiment_called
from engine.lab.experiments.cells import all_cells, core_hash
from engine.lab.experiments.declaration import Verdict
from engine.lab.experiments.numbers import Number, Table
from engine.lab.experiments.results import Results, results_of
from engine.lab.experiments.running import run
from engine.lab.experiments.searching import Searched
from engine.lab.experiments.settings import effective
from engine.lab.experiments.show import has_room, shown
from engine.lab.experiments.store import CellStore
from engine.thinking.counters import NAMES
from tests.lab.experiments.small import GRID, SMALL

CELLS = all_cells(SMALL, GRID, 1)
SEVENS = (7,) * len(NAMES)
NAME = "collisions"
"""Of an experiment that is stopped in the middle."""


class Counted:
    """Computes cells in this process, and counts them."""

    workers = 2

    def __init__(self, fails_after: int | None = None) -> None:
        self.given: list = []
        self.computed: list = []
        self.fails_after = fails_after

    def give(self, cell, core):
        self.given.append(cell)

    def take(self):
        if len(self.computed) == self.fails_after:
            raise KeyboardInterrupt
        cell = self.given.pop(0)
        self.computed.append(cell)
        return [(cell, Searched(((1,) * cell.depth,), NAMES, (SEVENS,) * cell.depth, 0.5))]


def ignored(cell, searched):
    """Report nothing."""


@pytest.fixture
def store(tmp_path: Path):
    store = CellStore(tmp_path / "cells.db")
    yield store
    store.close()


def test_nothing_is_computed_twice(store):
    first, second = Counted(), Counted()
    run(CELLS, store, "core", first, ignored)
    run(CELLS, store, "core", second, ignored)
    assert sorted(first.computed, key=str) == sorted(CELLS, key=str)
    assert second.computed == []


def test_a_run_goes_on_where_it_was_stopped(store):
    first, second = Counted(fails_after=5), Counted()
    with pytest.raises(KeyboardInterrupt):
        run(CELLS, store, "core", first, ignored)
    run(CELLS, store, "core", second, ignored)
    assert len(first.computed) == 5
    assert set(second.computed) == set(CELLS) - set(first.computed)


def test_progress_is_told_for_each_cell(store):
    told = []
    run(CELLS[:4], store, "core", Counted(), lambda cell, searched: told.append(searched))
    run(CELLS, store, "core", Counted(), lambda cell, searched: told.append(searched))
    assert len(told) == 4 + len(CELLS)
    assert told[4:].count(None) == 4


def test_the_tables_are_those_of_the_cells(tmp_path, monkeypatch, capsys):
    """From the command line, in processes of its own; the sums are checked against the cells."""
    monkeypatch.setattr(command, "experiments", lambda: {"small": SMALL})
    database = tmp_path / "x.db"
    words = ["--database", str(database)]
    assert command.main(["run", "--all", *words, "--concurrency", "2"]) == 0
    store = CellStore(database)
    results = results_of(SMALL, GRID, store)
    assert len(results.cells) == results.wanted == len(CELLS)
    for table in results.tables():
        assert table.is_complete
        for (row, column), number in table.numbers.items():
            cells = [
                cell
                for cell in CELLS
                if effective(made_of(table, row, column)) == dict(cell.options)
                and (cell.depth == table.depth or not table.series.keeps_the_table)
            ]
            nodes = sum(row[table.depth - 1] for cell in cells for row in results.cells[cell].nodes)
            assert number.mean == nodes and number.seeds == 1
    store.close()
    assert command.main(["show", *words]) == 0
    shown = capsys.readouterr().out
    assert "12 of 12 cells are computed." in shown and "with, 2 plies" in shown
    assert command.main(["summary", *words]) == 0
    assert "256 to 512; depths 1, 2; 12 of 12 cells." in capsys.readouterr().out


@pytest.mark.parametrize("action", ["show", "summary", "export", "report"])
def test_a_database_that_is_not_there(action, tmp_path, capsys):
    """A mistyped name is an error, and nothing is created."""
    database = tmp_path / "typo.db"
    output = ["--output", str(tmp_path / "out")] if action in ("export", "report") else []
    assert command.main([action, "--database", str(database), *output]) == 1
    assert f"There is no database {database}; " in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_an_import_of_nothing_makes_no_database(tmp_path, capsys):
    file, database = tmp_path / "typo.csv", tmp_path / "x.db"
    assert command.main(["import", str(file), "--database", str(database)]) == 1
    assert f"{file} cannot be used: No such file or directory." in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_database_that_cannot_be_written(tmp_path, capsys, monkeypatch):
    """That is known before anything is computed."""
    monkeypatch.setattr(command, "local", lambda processes: pytest.fail("a pool was started"))
    monkeypatch.setattr(command, "reason_not_to_write", lambda path: f"{path} is not writable.")
    assert command.main(["run", NAME, "--quick", "--database", str(tmp_path / "x.db")]) == 1
    assert "x.db is not writable." in capsys.readouterr().err


@pytest.mark.parametrize(("columns", "ratios"), [(80, False), (160, False), (180, True)])
def test_numbers_are_never_cut(columns, ratios):
    """A narrow terminal leaves the ratios out."""
    experiment = experiment_called("table-benefit")
    numbers = {("1024K", column.label): Number(1e8, 0, 1) for column in experiment.columns}
    table = Table(
        experiment.series[0],
        8,
        ("1024K",),
        tuple(column.label for column in experiment.columns),
        numbers,
    )
    console = Console(width=columns, record=True, file=io.StringIO())
    console.print(shown(table, experiment, has_room(console, table)))
    text = console.export_text()
    assert "…" not in text and ("(1.00)" in text) == ratios
    assert text.count("100,000") == len(experiment.columns)


def test_a_summary_has_a_row_for_each_claim(tmp_path, capsys):
    database = tmp_path / "x.db"
    CellStore(database).close()
    assert command.main(["summary", "fine-70", "--database", str(database)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("1 claims: 0 reproduced, 0 same shape, 0 not reproduced, 1 not tried")
    assert "| **not tried** | Missing: " in printed


def made_of(table, row, column):
    """Return the options of a place."""
    place = {"Table Positions": row, "Replacement Scheme": column}
    return {"Search": "AliBaba", **dict(table.series.options), **place}


def test_results_of_another_core_are_shown_as_such(store):
    run(CELLS, store, "an older core", Counted(), ignored)
    results = results_of(SMALL, GRID, store)
    assert not results.is_of_this_version and len(results.cells) == len(CELLS)
    assert not Results(SMALL, GRID, store, core_hash()).cells


@pytest.mark.parametrize("counter", ["clashes", "reads"])
def test_numbers_of_a_version_that_did_not_count_something(store, counter):
    """What it counted is shown; what a later version counts is missing."""
    at = NAMES.index(counter)
    names = NAMES[:at] + NAMES[at + 1 :]
    experiment = experiment_called("collisions" if counter == "clashes" else "type-1-errors")
    cells = all_cells(experiment, experiment.quick, 1)
    for cell in cells:
        counters = ((7,) * len(names),) * cell.depth
        store.add(cell, "an older core", Searched(((7,) * cell.depth,), names, counters, 0.5))
    results = results_of(experiment, experiment.quick, store)
    assert len(results.cells) == len(cells)
    judgements = [results.judgement(claim) for claim in experiment.claims]
    missing = [each for each in judgements if f"Missing: the counter {counter}," in each.words]
    assert missing and all(each.verdict == Verdict.NOT_TRIED for each in missing)
    assert bool(results.tables()) == (experiment.counter != counter)


def test_a_few_cells_of_this_version_do_not_hide_a_whole_table(store):
    """Other experiments share cells; as many of this version come first."""
    run(CELLS, store, "an older core", Counted(), ignored)
    run(CELLS[:1], store, core_hash(), Counted(), ignored)
    assert len(results_of(SMALL, GRID, store).cells) == len(CELLS)
    run(CELLS, store, core_hash(), Counted(), ignored)
    assert results_of(SMALL, GRID, store).is_of_this_version


def test_seeds_have_mean_and_spread(store):
    run(all_cells(SMALL, GRID, 3), store, "core", Counted(), ignored)
    table = Results(SMALL, GRID, store, "core", seeds=3).table("without", 2)
    number = table.numbers["256", "NEW"]
    assert (number.mean, number.spread, number.seeds) == (7, 0, 3)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_run_that_was_ended_is_continued(tmp_path, how):
    """A killed run loses at most the cells in work; Ctrl-C ends with a sentence."""
    database = tmp_path / "x.db"
    program = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    program += (
        "from engine.cli import main\nif __name__ == '__main__': sys.exit(main(sys.argv[1:]))"
    )
    script = tmp_path / "run.py"
    script.write_text(program)
    words = ["experiment", "run", NAME, "--quick", "--database", str(database)]
    environment = {**os.environ, "PYTHONPATH": os.getcwd()}
    process = subprocess.Popen(
        [sys.executable, str(script), *words, "--concurrency", "2"],
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 300
    while not stored(database):
        assert process.poll() is None, process.stderr.read()
        assert time.monotonic() < deadline
        time.sleep(0.05)
    os.killpg(process.pid, how) if how == signal.SIGINT else process.kill()
    _, told = process.communicate(timeout=60)
    if how == signal.SIGINT:
        assert process.returncode == 130
        assert told.splitlines()[-1].startswith("sesame experiment: Interrupted; finished cells")
        assert "Traceback" not in told
    kept = stored(database)
    assert kept >= 1
    again = subprocess.run(
        [sys.executable, str(script), *words, "--concurrency", "2"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert again.returncode == 0, again.stderr
    experiment = experiment_called(NAME)
    assert stored(database) == len(all_cells(experiment, experiment.quick, 1)) > kept


def stored(database: Path) -> int:
    if not database.exists():
        return 0
    connection = sqlite3.connect(database)
    try:
        return connection.execute("SELECT count(*) FROM cells").fetchone()[0]
    except sqlite3.OperationalError:
        return 0
    finally:
        connection.close()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["run"], "Name the experiments to run"),
        (["run", NAME, "--all"], "Either experiments are named or --all is given."),
        (["run", "nonsense"], "There is no experiment 'nonsense'. `sesame experiment list`"),
        (["run", f"{NAME[:-1]}"], f"Did you mean {NAME}"),
        (["run", "--seeds", "0"], "0 is less than 1"),
        (["show", "--seeds", "999999999999"], "is more than 1000"),
        (["fly"], "invalid choice"),
        ([], "required"),
    ],
)
def test_usage_errors(words, sentence, capsys):
    assert command.main(words) == 2
    told = capsys.readouterr().err
    assert sentence in told and told.count("\n") == 1


def test_a_scheduler_that_is_not_there(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("engine.lab.common.dask_client.CONNECT_SECONDS", 1)
    words = ["run", NAME, "--quick", "--database", str(tmp_path / "x.db")]
    assert command.main([*words, "--scheduler", "tcp://127.0.0.1:9"]) == 1
    assert "There is no Dask scheduler at tcp://127.0.0.1:9" in capsys.readouterr().err


def test_list(capsys):
    assert command.main(["list"]) == 0
    assert "replacement-middle-game " in capsys.readouterr().out
