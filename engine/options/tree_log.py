"""The log of search trees, for every search: where, and how much of them, is written.

Source: Björnsson 2002, appendix A.
"""

from engine.options.kinds import Option, Place, Spin

MOST_NODES = 20_000_000  # of a file: 480 MB
MOST_PLIES = 255
DEEPEST_FROM = 127

TREE_LOG: tuple[Option, ...] = (
    Place(
        "Tree Log",
        "tree_log",
        "",
        sentence="write the tree of each iteration to a file whose name begins so, for "
        "`sesame tree`; empty: off",
    ),
    Spin(
        "Tree Log Nodes",
        "tree_log_nodes",
        1_000_000,
        1,
        MOST_NODES,
        sentence="largest number of nodes in a file, 24 bytes each; further ones are only counted",
    ),
    Spin(
        "Tree Log Plies",
        "tree_log_plies",
        MOST_PLIES,
        0,
        MOST_PLIES,
        sentence="nodes farther from the root than this are only counted",
    ),
    Spin(
        "Tree Log From Depth",
        "tree_log_from_depth",
        1,
        1,
        DEEPEST_FROM,
        sentence="iterations of this depth and deeper are written",
    ),
)
