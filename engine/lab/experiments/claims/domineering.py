"""Claims about domineering: Breuker 1998, chapter 2."""

from itertools import pairwise

from engine.lab.experiments.axes import PRINTED_SCHEMES
from engine.lab.experiments.claims.rules import by_share, judged, saving
from engine.lab.experiments.declaration import Claim, Judgement
from engine.lab.experiments.numbers import Table
from engine.lab.experiments.printed import printed_words
from engine.lab.experiments.results import Results

CLASSES = "t2-1-domineering-classes"
STARTS = {"VV": "V", "HH": "H", "VH": "1", "HV": "2"}
"""The class of a board by the winners when Vertical starts and when Horizontal starts."""
EXACT = ("2x2", "2x3", "2x4", "2x5", "2x6", "2x7", "2x8", "3x3", "3x4", "3x5", "3x6")
"""Boards on which the order of equal moves does not matter."""
CLOSE = 25
"""Percent."""


def the_table(results: Results) -> Table:
    """Return the only table."""
    (series,) = results.experiment.series
    (depth,) = results.grid.depths
    return results.table(series.name, depth)


def class_of(results: Results, board: str) -> str:
    """Return V, H, 1 or 2; raises MissingError if the board has not been solved."""
    table = the_table(results)
    found = results.found(table.series.name, table.depth, board, "TWOBIG1")
    # The winner does not depend on the seed: one that differs is a class of no name.
    vertical = "".join(sorted({*found["domineering V"]}))
    if "domineering H" in found:
        horizontal = "".join(sorted({*found["domineering H"]}))
    else:  # a square board, on which it is the same game with the players exchanged
        horizontal = {"V": "H", "H": "V"}.get(vertical, "")
    return STARTS.get(vertical + horizontal, "?")


def classes_agree(results: Results) -> Judgement:
    """Every board that was solved."""
    boards = [row.label for row in results.grid.rows]
    ours = {board: class_of(results, board) for board in boards}
    printed = printed_words(CLASSES)
    wrong = [board for board in boards if ours[board] != printed[board]["corrected"]]
    words = f"{len(boards) - len(wrong)} of {len(boards)} boards agree"
    return judged(words + "".join(f", {board} does not" for board in wrong), not wrong)


def second_player_wins_once(results: Results) -> Judgement:
    """Boards of class 2."""
    boards = [row.label for row in results.grid.rows]
    second = [board for board in boards if class_of(results, board) == "2"]
    return judged("second-player wins: " + ", ".join(second), second == ["5x5"])


def counts_agree(results: Results) -> Judgement:
    """Node counts against the printed ones."""
    table = the_table(results)
    off = {}
    for board in table.rows:
        printed = table.printed[board, "TWOBIG1"]
        off[board] = 100 * (table.value(board, "TWOBIG1") / printed - 1)
    exact = [board for board in EXACT if board in off and not off[board]]
    close = [board for board in off if abs(off[board]) <= CLOSE]
    farthest = max(off, key=lambda board: abs(off[board]))
    words = (
        f"{len(exact)} of {len(EXACT)} small boards exact, {len(close)} of {len(off)} within "
        f"{CLOSE} %, the farthest {farthest} with {off[farthest]:+.0f} %"
    )
    all_exact = len(exact) == len(EXACT)
    return judged(words, all_exact and len(close) == len(off), all_exact)


def order_of_schemes(results: Results) -> Judgement:
    """TWOBIG1 < TWODEEP < BIG1 < DEEP < NEW in each row."""
    table = the_table(results)
    order = [name for name in PRINTED_SCHEMES if name in table.columns]
    holds, first_and_last = [], []
    for row in table.rows:
        values = [table.value(row, name) for name in order]
        holds.append(values == sorted(values))
        first_and_last.append(values[0] == min(values) and values[-1] == max(values))
    verdict = by_share("sizes have the printed order", holds, 0.99, 0.5)
    return judged(verdict.words, all(holds), all(first_and_last))


def differs_more_than_chess(results: Results) -> Judgement:
    """NEW against TWOBIG1 in each row."""
    table = the_table(results)
    ratios = [table.value(row, "NEW") / table.value(row, "TWOBIG1") for row in table.rows]
    words = f"NEW needs {min(ratios):.1f} to {max(ratios):.1f} times the nodes of TWOBIG1"
    return judged(words, min(ratios) > 2, min(ratios) > 1.3)


def doubling_saves(results: Results) -> Judgement:
    """What each doubling saves with TWOBIG1."""
    table = the_table(results)
    gains = [
        saving(table.value(after, "TWOBIG1"), table.value(before, "TWOBIG1"))
        for before, after in pairwise(table.rows)
    ]
    words = "saved by each doubling: " + ", ".join(f"{gain:.0f}" for gain in gains) + " %"
    return judged(words, 20 <= min(gains) and max(gains) <= 45, min(gains) > 10)


BOARDS = (
    Claim(
        "The class of each board: V, H, 1 (first player) or 2 (second player).",
        "table 2.1; its 3x3 is corrected to 1, since a square board cannot be H",
        "All boards agree.",
        classes_agree,
    ),
    Claim(
        "5x5 is the only board on which the second player wins.",
        "chapter 2",
        "As stated.",
        second_player_wins_once,
    ),
    Claim(
        "The number of nodes for each board.",
        "table 2.1",
        "The eleven smallest boards exact, all others within 25 % (same shape: the eleven exact).",
        counts_agree,
    ),
)
SCHEMES = (
    Claim(
        "The order is TWOBIG1, TWODEEP, BIG1, DEEP, NEW.",
        "table C.14",
        "At every size (same shape: TWOBIG1 is the best and NEW the worst of each).",
        order_of_schemes,
    ),
    Claim(
        "The differences are more pronounced than in chess: NEW needs three times the nodes.",
        "chapter 2; table C.14",
        "More than twice at every size (same shape: 1.3 times).",
        differs_more_than_chess,
    ),
    Claim(
        "Each doubling of the table saves 27 to 38 %.",
        "table C.14",
        "20 to 45 % with TWOBIG1 (same shape: more than 10 %).",
        doubling_saves,
    ),
)
