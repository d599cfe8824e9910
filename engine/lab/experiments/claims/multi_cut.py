"""Claims about multi-cut: Björnsson 2002, section 5.3."""

from collections.abc import Iterable

from engine.lab.experiments.cells import Place
from engine.lab.experiments.claims.rules import PERCENT, judged
from engine.lab.experiments.declaration import Claim, Judgement
from engine.lab.experiments.numbers import MissingError
from engine.lab.experiments.results import Results
from engine.lab.experiments.suites import best_moves, is_suite
from engine.search.shared.score import FARTHEST_MATE

NODES, SOLVED, OFF = "nodes", "solved", "off"
WITH, WITHOUT = "with null move", "without null move"
USUAL = "r=2 c=3 e=10"


def solved_of(results: Results, series: str, depth: int, row: str) -> int:
    """Count the problems that were solved: by their best move, or else by a mate."""
    suite = results.grid.positions
    if not is_suite(suite):
        raise MissingError(f"{suite} has no solutions")
    best, count = best_moves(suite), 0
    for game, searched in results.searched(series, depth, row, NODES).items():
        for moves, found, score in zip(best[game], searched.found, searched.scores, strict=True):
            count += found in moves if moves else score >= FARTHEST_MATE
    return count


def nodes_of(results: Results, series: str, depth: int, row: str) -> float:
    """Count the nodes."""
    searched = results.searched(series, depth, row, NODES).values()
    return sum(each.counter("nodes", depth) for each in searched)


def percent(results: Results, place: Place) -> float:
    """Return nodes, or problems solved, in percent of those without multi-cut."""
    series, depth, row = place.series.name, place.depth, place.row.label
    count = nodes_of if place.column.label == NODES else solved_of
    return PERCENT * count(results, series, depth, row) / count(results, series, depth, OFF)


def values(results: Results, series: str, column: str, rows: Iterable[str]) -> dict[str, float]:
    """Return numbers of a column by row."""
    table = results.table(series, max(results.grid.depths))
    return {row: table.value(row, column) for row in rows}


def in_words(found: dict[str, float]) -> str:
    """Write numbers of percent by setting."""
    return "; ".join(f"{row} {value:.2f}" for row, value in found.items())


def usual_setting_saves(results: Results) -> Judgement:
    """Three of ten, two plies less deep."""
    nodes = values(results, WITH, NODES, [USUAL])[USUAL]
    solved = values(results, WITH, SOLVED, [USUAL])[USUAL]
    words = f"{nodes:.2f} % of the nodes, {solved:.2f} % of the solved problems"
    return judged(words, nodes <= 90 and solved > 99, nodes < 100 and solved >= 97)


def two_saves_most(results: Results) -> Judgement:
    """Two cut-offs wanted, many moves tried."""
    found = values(results, WITH, NODES, ["r=2 c=2 e=2", "r=2 c=2 e=12"])
    few, many = found.values()
    return judged(in_words(found), many <= 70 and many < few, many < 90 and many < few)


def more_cost_more(results: Results) -> Judgement:
    """The number of cut-offs wanted."""
    rows = ["r=2 c=2 e=12", USUAL, "r=2 c=4 e=10", "r=2 c=6 e=12"]
    found = values(results, WITH, NODES, rows)
    numbers = [*found.values()]
    grows = numbers == sorted(numbers)
    even = 90 <= found["r=2 c=4 e=10"] <= 110
    return judged(in_words(found), grows and even, grows)


def reductions(results: Results) -> Judgement:
    """One and three plies less deep."""
    rows = ["r=1 c=3 e=10", USUAL, "r=3 c=3 e=10"]
    nodes, solved = values(results, WITH, NODES, rows), values(results, WITH, SOLVED, rows)
    costs = nodes[rows[0]] > nodes[USUAL] > nodes[rows[2]]
    errs = solved[rows[2]] < solved[USUAL]
    words = f"nodes {in_words(nodes)}, solved {in_words(solved)}"
    return judged(words, costs and errs and nodes[rows[0]] > 100, costs)


def two_misses_more(results: Results) -> Judgement:
    """What is solved with two and with three cut-offs wanted."""
    found = values(results, WITH, SOLVED, ["r=2 c=2 e=12", USUAL])
    two, three = found.values()
    return judged(in_words(found), two < three and three > 99, two <= three)


def tries(results: Results) -> Judgement:
    """The share of nodes in tries, and of tests that prune."""
    depth = max(results.grid.depths)
    counts = results.counted(WITH, depth, USUAL, NODES)
    nodes = nodes_of(results, WITH, depth, USUAL)
    share = PERCENT * counts["multi_cut_nodes"] / nodes
    success = PERCENT * counts["multi_cuts"] / counts["multi_cut_tests"]
    words = f"{share:.0f} % of the nodes are in tries, {success:.0f} % of the tests prune"
    close = 15 <= share <= 50 and 35 <= success <= 65
    return judged(words, close, share <= 60 and 25 <= success <= 75)


def null_move_overlaps(results: Results) -> Judgement:
    """With and without null move."""
    alone = values(results, WITHOUT, NODES, [USUAL])[USUAL]
    beside = values(results, WITH, NODES, [USUAL])[USUAL]
    words = f"{alone:.1f} % of the nodes without null move, {beside:.1f} % with it"
    return judged(words, alone < 60 and beside > alone + 20, alone < beside)


CLAIMS = (
    Claim(
        "Three of eight to twelve moves, two plies less deep, save about 20 % of the nodes and "
        "solve more than 99 % of the problems.",
        "Björnsson 2002, table 5.3",
        f"{USUAL}: at most 90 % of the nodes, and more than 99 % solved (same shape: fewer nodes, "
        "97 %).",
        usual_setting_saves,
    ),
    Claim(
        "With c = 2 more than 40 % are saved, the more moves are tried the more.",
        "table 5.3: 77.28 % for e = 2, 59.38 % for e = 12",
        "At most 70 % with e = 12, and less than with e = 2 (same shape: 90 %).",
        two_saves_most,
    ),
    Claim(
        "c = 4 breaks even; the more cut-offs are wanted, the more nodes.",
        "table 5.3, figure 5.2",
        "Nodes grow with c, and c = 4 lies between 90 and 110 % (same shape: they grow).",
        more_cost_more,
    ),
    Claim(
        "r = 1 costs nodes, r = 3 errs too often.",
        "table 5.3",
        "Fewer nodes the larger r is, more than 100 % for r = 1, and fewer solved with r = 3 than "
        "with r = 2 (same shape: the first of these).",
        reductions,
    ),
    Claim(
        "c = 2 misses more than c = 3.",
        "table 5.3: 96.8 % and 99.2 %",
        "Fewer problems solved, and more than 99 % with c = 3 (same shape: not more).",
        two_misses_more,
    ),
    Claim(
        "25 to 30 % of the nodes are in tries, and 45 to 50 % of the tests prune.",
        "section 5.3",
        "Between 15 and 50 %, and between 35 and 65 % (same shape: at most 60 %, 25 to 75 %).",
        tries,
    ),
    Claim(
        "Null move and multi-cut prune the same nodes: alone, multi-cut saves far more.",
        "not printed; measured with a prototype of Sesame",
        "Less than 60 % of the nodes alone, and 20 percentage points more beside null move (same "
        "shape: more).",
        null_move_overlaps,
    ),
)
