"""Tables 3.1, 5.1 and F.1: our numbers in them, and the rules about them."""

import csv
from importlib.resources import files

import pytest

from engine.lab.experiments.catalogue import experiments
from engine.lab.experiments.cells import all_cells, core_of
from engine.lab.experiments.printed import place_of, printed_table
from engine.lab.experiments.problems import mate_problems
from tests.lab.experiments.invented import results_with, searched, verdict
from tests.lab.experiments.test_claims import Imagined, as_printed

GOOD, FAIR, BAD, NONE = "reproduced", "same shape", "not reproduced", "not tried"
KNOWN = list(mate_problems())
TOTALS = {
    "proof-alpha-beta-totals": "proof-against-alpha-beta",
    "proof-variants-totals": "proof-variants",
}
"""Experiments with sums, and those whose cells they sum up."""


@pytest.mark.parametrize("name", TOTALS)
def test_the_printed_table_is_reproduced(name):
    results = Imagined(experiments()[name], as_printed)
    for claim in results.experiment.claims:
        assert results.judgement(claim).verdict == GOOD, claim.text


@pytest.mark.parametrize("name", TOTALS)
def test_the_sums_are_of_known_cells(name):
    """Nothing more is searched for them."""
    sums, single = (
        set(all_cells(experiments()[each], experiments()[each].full, 1))
        for each in (name, TOTALS[name])
    )
    assert sums <= single and len(sums) in (2 * 95, 4 * 95)
    assert len({core_of(experiments()[each].full.positions) for each in (name, TOTALS[name])}) == 1


def test_table_3_1_of_invented_cells():
    """pn solves 60 with 100 nodes each, but the last with 400; alpha-beta 20 with 300 each, of
    which one is beyond those 60."""

    def came_to(options, game):
        place = KNOWN.index(game)
        if "Form" in options:
            return searched(400 if place == 59 else 100, "proved" if place < 60 else "nodes")
        return searched(300, "proved" if 41 <= place < 61 else "nodes")

    table = results_with("proof-alpha-beta-totals", came_to).table("within 1,000,000 nodes", 1)
    ours = {
        row: [table.numbers.get((row, each)) for each in ("pn", "alphabeta")] for row in table.rows
    }
    numbers = {row: [each and each.mean for each in pair] for row, pair in ours.items()}
    assert list(numbers.values())[:5] == [
        [19, 19],
        [41, 1],
        [18 * 100 + 400, 19 * 300],
        [2200 / 19, 300],
        [18, 1],
    ]
    assert numbers["average pn nodes on 30 positions alphabeta failed"] == [100, None]
    assert numbers["average alphabeta nodes on 3 positions pn failed"] == [None, 300]


def printed_problems(name):
    """The lines of a printed table that are about known problems."""
    place = files("engine.lab.experiments") / "data" / "printed" / f"{name}.csv"
    rows = csv.DictReader(place.read_text(encoding="utf-8").splitlines())
    return [row for row in rows if row["id"] in KNOWN]


def test_sums_of_the_same_problems():
    """The columns of tables E.1 and G.1, summed up here from their files."""
    rows = printed_problems("breuker1998-e1-proof-nodes")
    both = [row for row in rows if row["pn"] and row["alphabeta"]]
    table = results_with("proof-alpha-beta-totals", lambda *_: searched()).tables()[0]
    assert table.value("positions solved by both", "pn, table E.1") == len(both)
    best = [table.value("best instance for pn (R217)", each) for each in ("pn", "pn, table E.1")]
    assert best == [100, 271]
    for column in ("pn", "alphabeta"):
        wanted = sum(int(row[column]) for row in both)
        row = "total nodes on the 73 positions solved by both"
        assert table.value(row, f"{column}, table E.1") == wanted
    rows = printed_problems("breuker1998-g1-proof-nodes")
    forms = {"Tree": "tree", "DAG": "dag", "DCG": "dcg", "BTA": "bta"}
    common = [row for row in rows if all(row[form] for form in forms.values())]
    table = results_with("proof-variants-totals", lambda *_: searched()).tables()[0]
    for label, form in forms.items():
        assert table.value(label, "nodes, table G.1") == sum(int(row[form]) for row in common)
        assert table.value(label, "solved, table G.1") == sum(bool(row[form]) for row in rows)
        assert (table.value(label, "solved"), table.value(label, "nodes")) == (95, 9500)


def test_unsolved_problems_are_in_no_sum():
    def came_to(options, game):
        is_missed = options["Form"] == "bta" and game in ("R1", "R5")
        return searched(100, "slots" if is_missed else "proved")

    table = results_with("proof-variants-totals", came_to).tables()[0]
    assert table.row("BTA")["solved"] == 93 and table.row("Tree")["solved"] == 95
    assert table.row("BTA")["nodes"] == table.row("Tree")["nodes"] == 9300


@pytest.mark.parametrize(
    ("pn", "alphabeta", "verdicts"),
    [
        (18, 100, [GOOD, GOOD]),
        (40, 100, [FAIR, GOOD]),
        (60, 100, [BAD, GOOD]),
        (100, 60, [BAD, BAD]),
    ],
)
def test_shares_of_alpha_beta(pn, alphabeta, verdicts):
    """Nodes on each problem."""
    results = results_with(
        "proof-alpha-beta-totals",
        lambda options, game: searched(pn if "Form" in options else alphabeta),
    )
    assert [verdict(results, words) for words in ("18 %", "61 of the 73")] == verdicts


@pytest.mark.parametrize(
    ("mean", "wanted"), [(200_000, GOOD), (146_930, FAIR), (100_000, BAD), (500_000, BAD)]
)
def test_mean_of_what_alpha_beta_misses(mean, wanted):
    def came_to(options, game):
        missed = "Form" not in options and game == "R1"
        return searched(mean, "nodes" if missed else "proved")

    assert verdict(results_with("proof-alpha-beta-totals", came_to), "230,166") == wanted


@pytest.mark.parametrize(
    ("nodes", "verdicts"),
    [
        ({"tree": 1000, "dag": 640, "dcg": 489, "bta": 582}, [GOOD, GOOD]),
        ({"tree": 1000, "dag": 640, "dcg": 600, "bta": 590}, [FAIR, BAD]),
        ({"tree": 1000, "dag": 900, "dcg": 700, "bta": 750}, [GOOD, FAIR]),
        ({"tree": 400, "dag": 640, "dcg": 489, "bta": 582}, [BAD, BAD]),
    ],
)
def test_order_and_shares_of_the_forms(nodes, verdicts):
    results = results_with(
        "proof-variants-totals", lambda options, game: searched(nodes[options["Form"]])
    )
    assert [verdict(results, words) for words in ("fewest", "58 %")] == verdicts


def of_levels(**came_to):
    """Results of proof-levels, by search: immediate, allis, best, others."""

    def of_cell(options, game):
        name = {"tree": "immediate"}.get(
            options["Form"], {"600000": "best", None: "allis"}.get(options.get("a"), "others")
        )
        return came_to.get(name, searched())

    return results_with("proof-levels", of_cell)


@pytest.mark.parametrize(
    ("nodes", "wanted"), [(5_856_337, GOOD), (9 * 10**6, FAIR), (2 * 10**6, BAD), (10**8, BAD)]
)
def test_costs_of_a_second_level(nodes, wanted):
    """Chapter 4 prints the first number against 2,974,602 of one level."""
    results = of_levels(immediate=searched(2_974_602), best=searched(nodes))
    assert verdict(results, "about twice") == wanted


@pytest.mark.parametrize(
    ("nodes", "wanted"), [(34_880_062, GOOD), (20 * 10**6, FAIR), (60 * 10**6, BAD)]
)
def test_savings_of_the_logistic_share(nodes, wanted):
    """Table F.2 has the first number, table F.1 that of f = 1."""
    results = of_levels(allis=searched(67_085_784), best=searched(nodes))
    assert verdict(results, "48 %") == wanted


@pytest.mark.parametrize(
    ("first", "second", "most", "wanted"),
    [
        (2000, 2_000_000, 4000, GOOD),
        (2000, 2_002_000, 4000, BAD),
        (2000, 2_000_000, 3000, BAD),
        (2000, 2_000_000, 4500, BAD),
        (900, 0, 0, NONE),
    ],
)
def test_memory_for_two_trees(first, second, most, wanted):
    """2,001,000 is the sum of 1 to 2,000."""
    allis = searched(first_level=first, second_level=second, most_in_memory=most)
    assert verdict(of_levels(allis=allis), "memory for 2N") == wanted


def test_bounds_are_no_numbers():
    """Table 3.1 prints >1000000 where a search did not solve."""
    printed = printed_table("breuker1998-t3-1-proof-nodes")
    row = "average pn nodes on 30 positions alphabeta failed"
    assert printed[row, "pn"] == 230_166 and (row, "alphabeta") not in printed
    assert [place_of(f"breuker1998-t{each}-1-proof-nodes") for each in (3, 5)] == [
        "table 3.1",
        "table 5.1",
    ]
