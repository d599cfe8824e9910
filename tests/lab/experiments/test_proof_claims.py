"""The rules about proof searches, put to the printed counts and to cells that must fail."""

import csv
from importlib.resources import files

import pytest

from engine.lab.experiments.claims import proof_graph_gains
from engine.lab.experiments.claims.proofs import within
from engine.lab.experiments.printed import printed_table
from engine.lab.experiments.problems import mate_problems, own_mates
from tests.lab.experiments.invented import results_with, searched, verdict

GOOD, FAIR, BAD, NONE = "reproduced", "same shape", "not reproduced", "not tried"
KNOWN = list(mate_problems())


def printed_rows(name):
    """The lines of a printed table, by problem."""
    place = files("engine.lab.experiments") / "data" / "printed" / f"{name}.csv"
    rows = csv.DictReader(place.read_text(encoding="utf-8").splitlines())
    return {row["id"]: row for row in rows}


def solved_if(condition, nodes=100, **counters):
    """A search that solves under a condition."""
    return searched(nodes, "proved" if condition else "nodes", **counters)


def test_factors():
    assert within(125, 100, 1.25) and within(80, 100, 1.25)
    assert not within(126, 100, 1.25) and not within(79, 100, 1.25) and not within(0, 100, 2)


@pytest.mark.parametrize(
    ("by_pn", "by_others", "wanted"), [(40, 28, GOOD), (40, 10, FAIR), (20, 40, BAD)]
)
def test_who_solves_more(by_pn, by_others, wanted):
    """Each solves the first so many problems."""

    def came_to(options, game):
        return solved_if(KNOWN.index(game) < (by_pn if "Form" in options else by_others))

    assert verdict(results_with("proof-against-alpha-beta", came_to), "73 problems") == wanted


@pytest.mark.parametrize(
    ("factor", "solves", "wanted"), [(1.2, False, GOOD), (1.3, False, FAIR), (1.0, True, BAD)]
)
def test_deep_mates(factor, solves, wanted):
    """Nodes of pn in the printed ones, and whether alpha-beta solves."""

    def came_to(options, game):
        nodes = {"K194": 229_423, "K199": 370_016}[game]
        return searched(round(factor * nodes)) if "Form" in options else solved_if(solves)

    assert verdict(results_with("proof-deep-mates", came_to), "K194") == wanted


def by_form(**results):
    """Results of proof-depth-first, by form and problem; `small` is df-pn with 1 MiB."""

    def came_to(options, game):
        form = "small" if options.get("Table MiB") == "1" else options["Form"]
        one = results.get(form, searched())
        return one(game) if callable(one) else one

    return results_with("proof-depth-first", came_to)


@pytest.mark.parametrize(("nodes", "wanted"), [(500_000, GOOD), (500_001, FAIR), (None, BAD)])
def test_df_pn_against_bta(nodes, wanted):
    """df-pn has 20 million nodes, BTA half a million: more than that is not the same."""
    results = by_form(dfpn=searched(nodes) if nodes else searched(20_000_000, "nodes"))
    assert verdict(results, "that BTA solves") == wanted


@pytest.mark.parametrize(("missed", "wanted"), [(0, GOOD), (3, FAIR), (4, BAD)])
def test_df_pn_against_pn2(missed, wanted):
    results = by_form(dfpn=lambda game: solved_if(KNOWN.index(game) >= missed))
    assert verdict(results, "that pn² solves") == wanted


@pytest.mark.parametrize(("nodes", "wanted"), [(10, GOOD), (25, FAIR), (31, BAD)])
def test_nodes_of_df_pn(nodes, wanted):
    results = by_form(bta=searched(20), pn2=searched(30), dfpn=searched(nodes))
    assert verdict(results, "fewest nodes") == wanted


@pytest.mark.parametrize(
    ("missed", "kib", "wanted"), [(0, 1024, GOOD), (3, 1024, FAIR), (4, 1024, BAD), (0, 9999, BAD)]
)
def test_memory_of_df_pn(missed, kib, wanted):
    """The table is small because it was asked to be; what counts is that it still solves."""
    results = by_form(
        bta=searched(kib=9000),
        small=lambda game: solved_if(KNOWN.index(game) >= missed, kib=kib),
    )
    assert verdict(results, "less memory") == wanted


def test_wins_that_the_graph_misses_in_print():
    rows = printed_rows("schijf1993-chess-proof-nodes").items()
    missed = {name for name, row in rows if row["dcg_unsolved"] == "1" > row["tree_unsolved"]}
    assert missed == proof_graph_gains.PRINTED_MISSED


@pytest.mark.parametrize(
    ("missed", "worse", "wanted"),
    [(0, 0, BAD), (1, 2, GOOD), (4, 2, GOOD), (4, 3, FAIR), (6, 0, FAIR), (7, 0, BAD)],
)
def test_wins_that_the_graph_misses(missed, worse, wanted):
    """It solves all but the first, and takes more nodes than the tree on those that follow."""

    def came_to(options, game):
        place = KNOWN.index(game)
        if options["Form"] == "tree":
            return searched(100)
        return solved_if(place >= missed, 200 if place < missed + worse else 50)

    results = results_with("proof-graph-gains", came_to)
    assert verdict(results, "three wins") == wanted
    (words,) = [
        results.judgement(claim).words
        for claim in results.experiment.claims
        if "three wins" in claim.text
    ]
    assert "printed K206, K208, K219" in words


@pytest.mark.parametrize(("factor", "wanted"), [(1.2, GOOD), (1.4, FAIR), (0.3, BAD)])
def test_gains_of_the_graph(factor, wanted):
    """In the printed gains of every problem."""
    printed = printed_table("schijf1993-chess-solved-proof-nodes")

    def came_to(options, game):
        both = printed.get((game, "tree")), printed.get((game, "dcg"))
        gain = both[0] / both[1] if all(both) else 1
        return searched(round(1e6 * factor * gain) if options["Form"] == "tree" else 10**6)

    assert verdict(results_with("proof-graph-gains", came_to), "helps most") == wanted


def two_orders(came_to):
    """Results of proof-initialisation by problem and whether the order is the other one."""

    def of_cell(options, game):
        return came_to(game, options.get("Order") == "generated")

    return results_with("proof-initialisation", of_cell)


def test_the_two_printed_orders():
    """Tables E.1 and G.1 have the tree by two orders: little influence, as the thesis says."""
    orders = {
        True: (printed_rows("breuker1998-e1-proof-nodes"), "pn"),
        False: (printed_rows("breuker1998-g1-proof-nodes"), "tree"),
    }

    def came_to(game, is_other):
        rows, column = orders[is_other]
        return searched(int(rows[game][column])) if rows[game][column] else searched(9, "nodes")

    assert verdict(two_orders(came_to), "order of moves") == GOOD


@pytest.mark.parametrize(
    ("single", "others", "wanted"), [(3.9, 1, GOOD), (20, 1, FAIR), (1, 1.9, FAIR), (1, 2.1, BAD)]
)
def test_another_order(single, others, wanted):
    """Factors on the nodes of one problem and of the others."""

    def came_to(game, is_other):
        factor = single if game == "R1" else others
        return searched(round(100 * factor) if is_other else 100)

    assert verdict(two_orders(came_to), "order of moves") == wanted


@pytest.mark.parametrize(
    ("seconds", "nodes", "missed", "wanted"),
    [(0.6, 100, 0, GOOD), (0.8, 50, 0, FAIR), (0.8, 101, 0, BAD), (0.1, 10, 1, BAD)],
)
def test_mobility(seconds, nodes, missed, wanted):
    """Against 1 s and 100 nodes of a search that solves everything."""

    def came_to(options, game):
        if options.get("Initial") == "one":
            return searched(100)
        return solved_if(KNOWN.index(game) >= missed, nodes, seconds=seconds)

    assert verdict(results_with("proof-initialisation", came_to), "mobility pays") == wanted


def test_what_both_solve_counts():
    """A problem that only the search without kept trees lacks does not make it look cheaper."""

    def came_to(options, game):
        at_once = options.get("At Once") == "true"
        return solved_if(at_once or game != "R1", 150 if at_once else 100)

    results = results_with("proof-kept-trees", came_to)
    (claim,) = [each for each in results.experiment.claims if "when they are selected" in each.text]
    assert "94 solved by both, 1.5 times" in results.judgement(claim).words


SHORTEST = {name: 2 * mate.moves - 1 for name, mate in own_mates().items()}


@pytest.mark.parametrize(
    ("found", "plies", "wanted"),
    [
        ("proved", lambda shortest: shortest, GOOD),
        ("nodes", lambda shortest: 0, GOOD),
        ("proved", lambda shortest: shortest - 2, BAD),
        ("false", lambda shortest: shortest, BAD),
        ("false", lambda shortest: 0, BAD),
    ],
)
def test_mates_that_are_none(found, plies, wanted):
    """One search of one position shows none, one too short, or a line that is no mate."""

    def came_to(options, game):
        if game == next(iter(SHORTEST)) and options["Mate Search"] == "BTA":
            return searched(found=found, plies=plies(SHORTEST[game]))
        return searched(plies=SHORTEST[game])

    assert verdict(results_with("proof-own-mates", came_to), "falsely") == wanted


@pytest.mark.parametrize(("small", "others", "wanted"), [(6, 5, GOOD), (5, 5, FAIR), (4, 10, BAD)])
def test_forms_against_alpha_beta(small, others, wanted):
    """So many positions are shown by pn² in 1 MiB, 7 by the other forms; others: alpha-beta."""

    def came_to(options, game):
        shown = small if options.get("Proof Memory") == "1" else 7
        shown = others if "Search" in options else shown
        return solved_if(list(SHORTEST).index(game) < shown)

    assert verdict(results_with("proof-own-mates", came_to), "shows more mates") == wanted
