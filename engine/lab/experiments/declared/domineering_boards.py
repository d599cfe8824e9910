"""Domineering: the boards of table 2.1, each solved with either player starting."""

from engine.lab.experiments.claims import domineering
from engine.lab.experiments.declaration import Experiment, Grid, Series, Variant
from engine.lab.experiments.printed import printed_words

LARGEST_QUICK = 42
"""Cells of the boards of the quick grid."""


def cells(board: str) -> int:
    """Return the number of cells of a board such as 6x7."""
    rows, columns = map(int, board.split("x"))
    return rows * columns


BOARDS = [board for board in printed_words("t2-1-domineering-classes") if board != "8x9"]
ROWS = tuple(Variant(board, (("Board", board),)) for board in BOARDS)

EXPERIMENT = Experiment(
    name="domineering-boards",
    title="Domineering on boards up to 8x8",
    source="Breuker 1998, chapter 2, table 2.1",
    question="Who wins on each board, and how many nodes does it take to know?",
    columns=(Variant("TWOBIG1", (("Replacement Scheme", "TWOBIG1"), ("Table Positions", "2M"))),),
    series=(Series("both starts", (), {1: "t2-1-domineering-nodes"}),),
    full=Grid("domineering", (1,), ROWS),
    quick=Grid(
        "domineering",
        (1,),
        tuple(row for row in ROWS if cells(row.label) <= LARGEST_QUICK),
    ),
    claims=domineering.BOARDS,
    rows_are="board",
    has_depths=False,
    notes="8x9 is left out: 71 thousand million nodes are printed for it. The thesis does not give "
    "the order of equal moves, on which the counts of larger boards depend.",
)
