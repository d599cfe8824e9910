"""The printed tables agree with each other, and the problems with them."""

import csv
from importlib.resources import files

import chess

from tests.proof.problems import PROBLEMS

VARIANTS = ("tree", "dag", "dcg", "bta")


def table(name: str) -> list[dict[str, str]]:
    place = files("engine.lab.experiments") / "data" / "printed" / f"{name}.csv"
    return list(csv.DictReader(place.read_text(encoding="utf-8").splitlines()))


def test_totals_of_the_common_positions():
    """Table 5.1 is the sum of the rows of table G.1 that all four variants solve."""
    rows = [row for row in table("breuker1998-g1-proof-nodes") if all(row[v] for v in VARIANTS)]
    assert len(rows) == 96
    printed = {
        row["variant"].lower(): int(row["nodes"]) for row in table("breuker1998-t5-1-proof-nodes")
    }
    assert {name: sum(int(row[name]) for row in rows) for name in VARIANTS} == printed


def test_sums_of_the_two_levels():
    for row in table("breuker1998-f2-proof-nodes"):
        assert int(row["first_level"]) + int(row["second_level"]) == int(row["total"])


def test_the_problems_are_those_of_the_table():
    printed = {row["id"]: row for row in table("breuker1998-g1-proof-nodes")}
    assert len(printed) == 117
    assert len(PROBLEMS) == 95
    for problem in PROBLEMS.values():
        assert chess.Board(problem.fen).is_valid(), problem.name
        for name in VARIANTS:
            assert printed[problem.name][name] == str(problem.printed[name] or "")
