"""The printed tables as data: spot values, and identities that the thesis implies."""

import pytest

from engine.lab.experiments.catalogue import experiments
from engine.lab.experiments.printed import place_of, printed_table, printed_words
from engine.lab.experiments.problems import problem_rows

NOT_COMPUTED = {"8x9", "hand-set"}
"""A board of 71 thousand million nodes, and weights that nobody learned."""
PROBLEMS = {"proof-variants", "proof-against-alpha-beta", "proof-graph-gains"}
"""Experiments whose printed rows include problems that are not known."""
FURTHER = {
    "proof-levels": {"pn2, 600000, 80000"},
    "proof-against-alpha-beta": {"Modern"},
    "proof-alpha-beta-totals": {
        *("positions solved by both", "positions solved by one alone"),
        *("pn, table E.1", "alphabeta, table E.1"),
    },
    "proof-variants-totals": {"solved, table G.1", "nodes, table G.1"},
    "learn-suite": {str(number) for number in range(1, 20)},
    "learn-offline": {str(number) for number in range(1, 12)},
    "learn-play": {
        *("critical positions", "critical positions, ending"),
        *(str(4 * number) for number in range(25)),
    },
    "multi-cut-match": {"from", "to", "Elo", "games"},
    "weights-round-robin": {"Sesame_suite", "Sesame_games", "Elo", "± Elo"},
}
"""Rows and columns that are not printed."""


def test_spot_values():
    """Breuker 1998, tables C.9 and C.13; the 1994 article, table 1; Lazar 1995."""
    assert printed_table("c09-mg-7ply-nostamp-knodes")["8K", "TWOBIG1"] == 162_393_000
    assert printed_table("c13-eg-10ply-stamp-mnodes")["1024K", "NEW"] == 404_000_000
    assert printed_table("article1994-8ply-stamp-knodes")["1024K", "no table"] == 610_696_000
    assert printed_table("lazar1995-7ply-nodes")["256K", "both tables"] == 114_969


def test_proof_tables():
    """Breuker 1998, tables G.1, E.1, F.1 and F.2: what is not printed is missing."""
    counts = printed_table("breuker1998-g1-proof-nodes")
    assert counts["K216", "bta"] == 247_686 and ("K216", "tree") not in counts
    assert printed_table("breuker1998-e1-proof-nodes")["K35", "alphabeta"] == 244_122
    extremes = printed_table("breuker1998-f1-proof-nodes")
    assert extremes["pn2, 999000, 1", "solved"] == 87
    assert extremes["pn immediate evaluation", "nodes"] == 2_974_602
    assert printed_table("breuker1998-f2-proof-nodes")["600000, 80000", "total"] == 34_880_062
    assert place_of("breuker1998-g1-proof-nodes") == "table G.1"


def test_means_of_tic_tac_toe_are_those_of_three_tables():
    """One table for the report, of which the parts are printed apart."""
    means = printed_table("schijf1993-tic-tac-toe-means")
    nodes, updates = (
        printed_table(f"schijf1993-tic-tac-toe-{what}") for what in ("nodes", "updates")
    )
    for (row, column), number in means.items():
        if row == "nodes":
            assert nodes["average of 100", column] == number
    assert [updates[place] for place in updates] == [
        means[row, form]
        for row in ("updates", "updates that end early")
        for form in ("tree", "dag")
    ]


def test_tables_that_repeat_numbers():
    """The whole entry of C.15 and C.16 is the entry with one move of C.17 and C.18."""
    for whole, line in (
        ("c15-move-vs-score-mg18-8ply-knodes", "c17-nply-pv-mg18-8ply-knodes"),
        ("c16-move-vs-score-eg21-10ply-knodes", "c18-nply-pv-eg21-10ply-knodes"),
    ):
        sizes = {row for row, _ in printed_table(line)}
        for row in sizes:
            assert printed_table(whole)[row, "full"] == printed_table(line)[row, "1 ply"]


@pytest.mark.parametrize("name", experiments())
def test_rows_and_columns_are_those_of_the_experiment(name):
    experiment = experiments()[name]
    rows = {row.label for row in experiment.full.rows}
    columns = {column.label for column in experiment.columns}
    for series in experiment.series:
        for depth, file in series.printed.items():
            assert depth in experiment.full.depths
            table = printed_table(file)
            printed_rows = {row for row, _ in table} - NOT_COMPUTED
            if name in PROBLEMS:
                printed_rows &= {row["id"] for row in problem_rows()}
                rows = {row for row, _ in table} & rows
            further = FURTHER.get(name, set())
            assert printed_rows == rows - further
            assert {column for _, column in table} == columns - further


def test_classes_of_boards():
    """Table 2.1 prints 3x3 as H, which a square board cannot be."""
    classes = printed_words("t2-1-domineering-classes")
    assert classes["3x3"] == {"printed": "H", "corrected": "1"}
    assert {board for board, row in classes.items() if row["printed"] != row["corrected"]} == {
        "3x3"
    }
    for board, row in classes.items():
        rows, columns = board.split("x")
        assert rows != columns or row["corrected"] in "12"
