"""What the marks of a node are called, and its kind: for the terminal, for `grep`, for the page."""

from typing import Any, NamedTuple

import numpy as np

from engine.lab.page.contents import Tone
from engine.search.shared import tree_log


class Word(NamedTuple):
    """A mark."""

    bit: int
    word: str
    meaning: str
    tone: Tone = Tone.NONE
    quiet: bool = False
    """Whether the list of nodes on the page leaves it out."""
    also: int = 0
    """Bits that must be set too."""
    without: int = 0
    """Bits of which none may be set."""

    def of(self, marks: Any) -> Any:
        """Tell whether the bits of a node, or of an array of nodes, have the mark."""
        has = (marks & self.bit != 0) & (marks & self.also == self.also)
        return has & (marks & self.without == 0)


WORDS = (
    Word(
        tree_log.RE_SEARCH,
        "re-search",
        "the same move was searched just before, less deep or in a smaller window",
        Tone.FAIR,
    ),
    Word(tree_log.NULL_MOVE, "null", "reached by a pass", Tone.FAIR),
    Word(tree_log.PROBE, "probe", "the position of the parent without its table move", Tone.FAIR),
    Word(
        tree_log.VERIFICATION,
        "verification",
        "the position of the parent without passes",
        Tone.FAIR,
    ),
    Word(
        tree_log.MULTI_CUT_PROBE,
        "multi-cut-probe",
        "a reduced search of one of the first moves: how many of them cut off?",
        Tone.FAIR,
    ),
    Word(tree_log.UNSURE, "unsure", "the value is uncertain", Tone.BAD),
    Word(tree_log.STOPPED, "stopped", "the search was stopped: the value means nothing", Tone.BAD),
    Word(tree_log.TABLE_HIT, "table", "left with the score of a table entry", Tone.GOOD),
    Word(tree_log.NULL_MOVE_CUT, "null-cut", "left because passing fails high", Tone.GOOD),
    Word(
        tree_log.MULTI_CUT,
        "multi-cut",
        "left because several moves cut off in reduced searches",
        Tone.GOOD,
    ),
    Word(tree_log.DRAWN, "draw", "repetition, fifty-move rule, or insufficient material"),
    Word(tree_log.NO_MOVE, "no-move", "mate or stalemate; in a probe, no second move"),
    Word(tree_log.MATE_DISTANCE, "mate-distance", "left because no mate from here could matter"),
    Word(
        tree_log.STATIC,
        "pruned",
        "left before a move was searched: the static value is far outside the window, and captures "
        "do not change it",
        Tone.GOOD,
        without=tree_log.QUIESCENCE,
    ),
    Word(
        tree_log.STATIC,
        "stand-pat",
        "left with its static value, as quiescence may",
        quiet=True,
        also=tree_log.QUIESCENCE,
    ),
    Word(tree_log.QUIESCENCE, "quiescence", "a node of quiescence", quiet=True),
    Word(
        tree_log.EXPECTS_CUT,
        "expects-cut",
        "the search expected that some move would cut off",
        quiet=True,
    ),
)
ASIDE = {
    tree_log.PROBE: "probe",
    tree_log.VERIFICATION: "verification",
    tree_log.QUIESCENCE: "quiescence",
}
"""How a search of the parent's position is called instead of its move."""


def words_of(marks: int) -> list[str]:
    """Name the marks of a node, but for what its kind says."""
    said = tree_log.QUIESCENCE | tree_log.EXPECTS_CUT
    return [word.word for word in WORDS if word.of(marks) and word.bit & ~said]


PRINCIPAL, CUT, ZERO_WINDOW, QUIESCENT = range(4)
KINDS = (
    ("P", 1, "a node with an open window, on a principal variation as far as is known"),
    ("C", 2, "a node with a minimal window at which the search expected a cut-off"),
    ("N", 3, "another node with a minimal window"),
    ("Q", 7, "a node of quiescence"),
)
"""Letter, colour of the page and meaning."""


def kinds_of(nodes: Any) -> Any:
    """Return the place of each node's kind in KINDS."""
    marks = nodes["marks"]
    width = nodes["beta"].astype(np.int32) - nodes["alpha"]
    minimal = np.where(marks & tree_log.EXPECTS_CUT, CUT, ZERO_WINDOW)
    kinds = np.where(width > 1, PRINCIPAL, minimal)
    return np.where(marks & tree_log.QUIESCENCE, QUIESCENT, kinds).astype(np.uint8)
