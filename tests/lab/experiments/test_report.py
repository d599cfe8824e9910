"""The report of the experiments: every experiment, claim and number, whatever is stored."""

import re
import sqlite3

import pytest

from engine.lab.common.files import written_whole
from engine.lab.experiments.catalogue import experiments
from engine.lab.experiments.cells import cells_of, core_hash, places_of
from engine.lab.experiments.command import main
from engine.lab.experiments.declaration import Verdict
from engine.lab.experiments.printed import place_of, printed_table
from engine.lab.experiments.report.pairs import match_depths
from engine.lab.experiments.results import results_of
from engine.lab.experiments.store import CellStore
from tests.html_page import HtmlPage
from tests.lab.experiments.filled import fill, nodes_of


@pytest.fixture
def database(tmp_path):
    return tmp_path / "cells.db"


def report(database, *words):
    """Write the report; return it parsed."""
    output = database.parent / "report.html"
    words = ("report", *words, "--database", str(database), "--output", str(output))
    assert main(list(words)) == 0
    return HtmlPage(output.read_text(encoding="utf-8"))


def numbers_in(page):
    """Return all numbers in the tables, without their ratios."""
    return {cell.split()[0] for table in page.tables for row in table for cell in row if cell}


def written(number, printed_unit):
    """Write a number as the report may do."""
    return {f"{number / unit:,.0f}" for unit in (1, 1000, 1_000_000) if unit <= printed_unit}


KINDS = (
    "replacement-eight-plies",
    "table-benefit",
    "domineering-boards",
    "collisions",
    "fine-70",
)
"""By size, by depth, without depths, with another counter, and with nothing printed."""


@pytest.mark.parametrize("name", KINDS)
def test_every_claim_and_number(database, name):
    """Expected numbers are summed up from the invented cells here."""
    fill(database, name)
    experiment = experiments()[name]
    page = report(database, name, "--quick")
    assert experiment.title in page.text
    assert experiment.question in page.text
    shown = numbers_in(page)
    for place in places_of(experiment, experiment.quick):
        cells = cells_of(experiment.quick, place, 1)
        number = sum(nodes_of(cell, place.depth) for cell in cells)
        assert written(number, 1_000_000) & shown, place
    for series in experiment.series:
        for file in series.printed.values():
            assert place_of(file) in page.text
            unit = {"knodes": 1000, "mnodes": 1_000_000}.get(file.rpartition("-")[2], 1)
            numbers = {f"{value / unit:,.0f}" for value in printed_table(file).values()}
            assert numbers <= shown, file
    store = CellStore(database)
    results = results_of(experiment, experiment.quick, store)
    for claim in experiment.claims:
        judgement = results.judgement(claim)
        (row,) = [row for row in page.tables[0] if row[2] == claim.text]
        assert row[1:] == [judgement.verdict, claim.text, judgement.words]
        for words in (claim.rule, claim.source, judgement.words):
            assert page.text.count(words) >= 1
    store.close()


def test_the_ratio_to_the_best_of_the_row(database):
    fill(database, "variation-in-entry-middle-game")
    page = report(database, "variation-in-entry-middle-game", "--quick")
    c17 = printed_table("c17-nply-pv-mg18-8ply-knodes")
    (table,) = [table for table in page.tables if table[1][1].startswith("297,244")]
    assert table[0] == ["positions in the table", *dict.fromkeys(column for _, column in c17)]
    for row in table[1:]:
        values = [c17[row[0], column] for column in table[0][1:]]
        assert row[1:] == [f"{value / 1000:,.0f} {value / min(values):.2f}" for value in values]


def test_verdicts_are_counted(database):
    names = "variation-in-entry-middle-game", "refutation-table"
    fill(database, names[0])
    page = report(database, *names, "--quick")
    verdicts = [row[1] for row in page.tables[0][1:]]
    assert len(verdicts) == sum(len(experiments()[name].claims) for name in names)
    assert 0 < verdicts.count(Verdict.NOT_TRIED) < len(verdicts)
    for verdict in Verdict:
        assert f" {verdicts.count(verdict)} {verdict} " in page.text


@pytest.mark.parametrize(
    ("names", "quick"),
    [
        pytest.param((), True, id="quick"),
        pytest.param((*KINDS, "weights-round-robin", "learn-play"), False, id="full, some"),
        pytest.param((), False, marks=pytest.mark.slow, id="full"),
    ],
)
def test_an_empty_database(database, names, quick):
    """All printed tables are there, and no claim was tried; without names, of all experiments."""
    CellStore(database).close()
    page = report(database, *names, *(["--quick"] if quick else []))
    assert {row[1] for row in page.tables[0][1:]} == {Verdict.NOT_TRIED}
    for experiment in map(experiments().get, names or experiments()):
        assert experiment.title in page.text
        option = " --quick" if quick else ""
        assert f"sesame experiment run {experiment.name}{option}" in page.text
        for series in experiment.series:
            for file in series.printed.values():
                assert place_of(file) in page.text
    assert page.outside() == []
    assert any(label.startswith("Printed:") for label in page.drawings)
    assert not any(label.startswith("Ours:") for label in page.drawings)


@pytest.mark.parametrize("part", [0.1, 0.5, 0.99])
@pytest.mark.parametrize("name", ["replacement-eight-plies", "table-benefit", "refutation-table"])
def test_a_part_of_a_grid(database, name, part):
    """It says how much is there; a row with gaps has no ratios, since its best may be missing."""
    number = fill(database, name, part=part)
    page = report(database, name, "--quick")
    experiment = experiments()[name]
    wanted = len(
        set().union(
            *(
                cells_of(experiment.quick, place, 1)
                for place in places_of(experiment, experiment.quick)
            )
        )
    )
    assert f"{number} of {wanted} are computed" in page.text
    assert (f"Incomplete: {number} of {wanted} cells" in page.text) == (number < wanted)
    for table in page.tables[1:]:
        for row in table[1:]:
            if "–" in row:
                assert all(len(cell.split()) == 1 for cell in row[1:]), row


def test_seeds(database):
    """The mean and the standard deviation of two seeds, the latter with n − 1."""
    fill(database, "variation-in-entry-middle-game", seeds=2)
    page = report(database, "variation-in-entry-middle-game", "--quick", "--seeds", "2")
    experiment = experiments()["variation-in-entry-middle-game"]
    place = next(iter(places_of(experiment, experiment.quick)))
    first, second = (
        sum(nodes_of(cell, place.depth) for cell in cells_of(experiment.quick, place, seed))
        for seed in (1, 2)
    )
    mean, spread = (first + second) / 2 / 1000, abs(first - second) / 2**0.5 / 1000
    cells = [cell for table in page.tables for row in table for cell in row]
    assert any(cell.startswith(f"{mean:,.0f} ± {spread:,.0f} ") for cell in cells)


def test_another_version_of_the_search(database):
    fill(database, "refutation-table", core="0123456789abcdef")
    page = report(database, "refutation-table", "--quick")
    assert "hash 0123456789abcdef, another version of the search" in page.text
    fill(database, "refutation-table")
    page = report(database, "refutation-table", "--quick")
    assert f"hash {core_hash()}, this version" in page.text


def test_what_others_wrote_is_escaped(database):
    """A database may come from anywhere."""
    nasty = "<script>alert(\"1\")</script> & 'Co'"
    fill(database, "refutation-table")
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE cells SET machine = ?, version = ?", (nasty, nasty))
    connection.close()
    page = report(database, "refutation-table", "--quick")
    assert f"Sesame {nasty} on {nasty}" in page.text
    assert page.outside() == []


@pytest.mark.parametrize(
    ("searched", "complaint"),
    [
        ("no JSON", "Invalid JSON"),
        ('{"nodes": 1}', "cannot be 1"),
        (
            '{"nodes":[],"names":["nodes"],"counters":[[1,2]],"seconds":1.0}',
            "a cell does not have all counters of its depths",
        ),
    ],
)
def test_a_damaged_row(database, capsys, searched, complaint):
    fill(database, "refutation-table")
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE cells SET searched = ? WHERE rowid = 2", (searched,))
    connection.close()
    output = database.parent / "report.html"
    words = ["--quick", "--database", str(database), "--output", str(output)]
    assert main(["report", "refutation-table", *words]) == 1
    sentence = capsys.readouterr().err
    assert sentence.startswith(f"sesame experiment: {database} is damaged: ")
    assert complaint in sentence
    assert sentence.count("\n") == 1
    assert not output.exists()


def test_plots_and_boards(database):
    fill(database, "replacement-middle-game")
    page = report(database, "replacement-middle-game", "--quick")
    labels = [label for label in page.drawings if label.startswith(("Ours", "Printed"))]
    # Four depths twice, and five printed ones twice, each with every scheme.
    assert len(labels) == 18
    assert all(scheme in label for label in labels for scheme in ("TWOBIG1", "BIGALL", "OLD"))
    boards = [label for label in page.drawings if re.match(r"MG2\.\d+: ", label)]
    assert len(boards) == 5
    assert len(page.ids) == len(set(page.ids))


def test_the_same_database_gives_the_same_page(database):
    fill(database, "table-benefit", part=0.7)
    texts = []
    for _ in range(2):
        report(database, "table-benefit", "--quick")
        texts.append((database.parent / "report.html").read_bytes())
    assert texts[0] == texts[1]


def test_depths_are_matched():
    """By depth; a single rest on both sides is compared too."""
    assert match_depths((3, 4), (3, 4)) == [(3, 3), (4, 4)]
    assert match_depths((6,), (8,)) == [(6, 8)]
    assert match_depths((3, 6), (3, 8)) == [(3, 3), (6, 8)]
    assert match_depths((3, 6), (3, 7, 8)) == [(3, 3), (6, None), (None, 7), (None, 8)]
    assert match_depths((), (7,)) == [(None, 7)]


def test_mistakes(database, capsys, tmp_path):
    def fails(*words):
        status = main(["report", *words])
        return status, capsys.readouterr().err

    missing = tmp_path / "none.db"
    assert fails("--database", str(missing)) == (
        1,
        f"sesame experiment: There is no database {missing}; `sesame experiment run` makes one.\n",
    )
    assert not missing.exists()
    with written_whole(database) as file:
        file.write("no database")
    assert fails("--database", str(database))[0] == 1
    status, complaint = fails("--output", str(tmp_path / "no" / "where.html"))
    assert (status, complaint.count("\n")) == (2, 1)
    assert fails("unknown")[0] == 2
