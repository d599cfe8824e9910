"""Table F.2 and figures 4.4 to 4.6: the rules about them, and how they are shown."""

import pytest

from engine.lab.experiments.catalogue import experiments
from engine.lab.experiments.cells import all_cells, core_of
from engine.lab.experiments.claims import proof_curves
from engine.lab.experiments.command import main
from engine.lab.experiments.curves import points_of
from engine.lab.experiments.printed import printed_table
from engine.lab.experiments.store import CellStore
from tests.html_page import HtmlPage
from tests.lab.experiments.invented import results_with, searched, verdict
from tests.lab.experiments.test_claims import Imagined, as_printed

GOOD, FAIR, BAD, NONE = "reproduced", "same shape", "not reproduced", "not tried"
F2 = "breuker1998-f2-proof-nodes"
SECOND_LEVEL = "proof-second-level"


def test_the_printed_table_is_reproduced():
    results = Imagined(experiments()[SECOND_LEVEL], as_printed)
    for claim in results.experiment.claims:
        assert results.judgement(claim).verdict == GOOD, claim.text


def changed(change):
    """Results with table F.2 after a change of its numbers: column, a, b, printed → number."""

    def number(series, depth, row, column):
        printed = as_printed(series, depth, row, column)
        return None if printed is None else change(column, *map(int, row.split(", ")), printed)

    return Imagined(experiments()[SECOND_LEVEL], number)


def with_nodes(nodes):
    """Results with other totals: a, b → nodes."""
    return changed(lambda column, a, b, printed: nodes(a, b) if column == "total" else printed)


@pytest.mark.parametrize(
    ("words", "nodes", "wanted"),
    [
        ("narrowest b costs many", lambda a, b: 3e8 if b == 3750 else 1e8, FAIR),
        ("narrowest b costs many", lambda a, b: 1e8 + b, BAD),
        ("With a large a", lambda a, b: abs(b - 150_000), FAIR),
        ("With a large a", lambda a, b: 1e9 - b, BAD),
        ("With b fixed", lambda a, b: 1e9 - a if b < 180_000 else a, FAIR),
        ("With b fixed", lambda a, b: a, BAD),
        ("With b / a = 0.1", lambda a, b: 1e8 - a, FAIR),
        ("With b / a = 0.1", lambda a, b: a, BAD),
        ("With b / a from 0.4", lambda a, b: 1e6 + a, FAIR),
        ("With b / a from 0.4", lambda a, b: a, BAD),
    ],
)
def test_other_curves(words, nodes, wanted):
    assert verdict(with_nodes(nodes), words) == wanted


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        (lambda column, a, b, number: 1.2 * number, GOOD),
        (lambda column, a, b, number: 2 * number, FAIR),
        (lambda column, a, b, number: 1e6 - number, BAD),
    ],
)
def test_memory(change, wanted):
    assert verdict(changed(change), "in memory") == wanted


@pytest.mark.parametrize(("factor", "wanted"), [(1.2, GOOD), (2, FAIR), (4, BAD)])
def test_hardly_a_second_level(factor, wanted):
    def change(column, a, b, number):
        return factor * number if column == "second_level" else number

    assert verdict(changed(change), "hardly any") == wanted


def test_a_part_of_the_grid_has_no_best_pair():
    results = results_with(SECOND_LEVEL, lambda *_: searched(), quick=True)
    for words in ("needs the fewest", "Twelve pairs", "With b fixed"):
        assert verdict(results, words) == NONE


def test_points_of_the_figures():
    """Each pair of table F.2 is in the line of its a; what does not solve all 108 is in none."""
    printed = printed_table(F2)
    by_width, by_middle, by_ratio = (points_of(printed, each) for each in proof_curves.CURVES)
    assert by_width[3750, "a 75K"] == 417_384_499 and by_width[80_000, "a 600K"] == 34_880_062
    assert (60_000, "a 600K") not in by_width and (15_000, "a 450K") not in by_width
    assert by_middle[600_000, "b 90K"] == by_width[90_000, "a 600K"] == 36_026_583
    assert by_ratio[750_000, "b/a 1"] == 50_546_685 and by_ratio[450_000, "b/a 0.1"] == 37_099_778
    assert len(by_ratio) == 3 + 8 + 6 * 5 + 4


@pytest.fixture
def database(tmp_path):
    """The quick grid of the second level, with 1,000 nodes of each b for a problem."""
    path = tmp_path / "cells.db"
    experiment = experiments()[SECOND_LEVEL]
    store = CellStore(path)
    with store.at_once():
        for cell in all_cells(experiment, experiment.quick, 1):
            nodes = 1000 * int(dict(cell.options)["b"])
            store.add(cell, core_of("mate problems"), searched(nodes))
    store.close()
    return path


def test_figures_are_shown(database, capsys):
    """In millions: 95 problems of 1,000 b nodes; 37.1 is printed for (450,000, 45,000)."""
    assert main(["show", SECOND_LEVEL, "--quick", "--database", str(database)]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    figures = lines[next(at for at, line in enumerate(lines) if line[:2] == ["Figure", "4.4:"]) :]
    at = next(at for at, line in enumerate(figures) if line[0] == "45K")
    assert figures[at] == ["45K", "4275.0", "-", "-", "4275.0", "-", "-"]
    assert figures[at + 1] == ["printed", "53.2", "-", "-", "37.1", "-", "-"]


def test_figures_are_in_the_report(database, tmp_path):
    page = tmp_path / "report.html"
    words = ["--quick", "--database", str(database), "--output", str(page)]
    assert main(["report", SECOND_LEVEL, *words]) == 0
    read = HtmlPage(page.read_text(encoding="utf-8"))
    for curves in proof_curves.CURVES:
        assert curves.title in read.text
    shown = {cell for table in read.tables for row in table for cell in row}
    assert {"4,275.0", "37.1", "b/a 0.05"} <= shown
    drawn = [label for label in read.drawings if label.startswith(("Ours", "Printed"))]
    assert len(drawn) == 6 and read.outside() == []
