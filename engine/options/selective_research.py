"""The selective search as an object of study: what it counts apart, and how it learns its weights.

Source: Björnsson 2002, chapters 3, 5 and 6.
"""

from engine.options.kinds import Check, Combo, Option, Place, Spin

RAREST_AUDIT = 1_000_000
MOST_CENTIPAWNS = 1000
LARGEST_DELTA = 100  # hundredths of a ply
MOST_PER_MILLE = 10_000

SELECTIVE_RESEARCH: tuple[Option, ...] = (
    Check(
        "Cut Stats",
        "cut_stats",
        False,
        sentence="Selective: at one of eight expected cut-nodes with four plies left, count the "
        "moves that promise to cut off, by several predictors, and whether one does",
    ),
    Spin(
        "Prune Audit",
        "prune_audit",
        0,
        0,
        RAREST_AUDIT,
        sentence="Selective: search one of so many nodes that null move or multi-cut pruned in "
        "full, and count the wrong ones; 0: none",
    ),
    Check(
        "Learn Aux",
        "learn_aux",
        False,
        sentence="Selective: count the nodes that the tree would have with each weight raised",
    ),
    Spin(
        "Learn Delta",
        "learn_delta",
        10,
        1,
        LARGEST_DELTA,
        sentence="Selective: by how much Learn Aux raises a weight, in hundredths of a ply",
    ),
    Check(
        "Learn Online",
        "learn_online",
        False,
        sentence="Selective: learn the weights from the games that are played, and play with them",
    ),
    Place(
        "Learn File",
        "learn_file",
        "",
        sentence="Selective: file with the weights that were learned and what they were learned "
        "from; empty: "
        "they are forgotten with the engine",
    ),
    Combo(
        "Learn When",
        "learn_when",
        "sample",
        ("sample", "game", "never"),
        sentence="Selective: when Learn Online changes the weights: after each critical "
        "position, after each game; never: "
        "critical positions are only noted",
    ),
    Spin(
        "Learn Tau",
        "learn_tau",
        33,
        1,
        MOST_CENTIPAWNS,
        sentence="Selective, Learn Online: a position is critical if the score falls by more "
        "than so many centipawns until "
        "the next own move",
    ),
    Spin(
        "Learn Lost",
        "learn_lost",
        300,
        1,
        MOST_CENTIPAWNS,
        sentence="Selective, Learn Online: nothing is learned from the rest of a game after a "
        "score so many centipawns "
        "below 0",
    ),
    Spin(
        "Learn Rate",
        "learn_rate",
        50,
        1,
        MOST_PER_MILLE,
        sentence="Selective: the learning rate of Learn Online, in per mille",
    ),
    Spin(
        "Learn Step Max",
        "learn_step_max",
        100,
        1,
        LARGEST_DELTA * 2,
        sentence="Selective, Learn Online: change of a weight, in hundredths of a ply, that "
        "answers to twice the nodes at "
        "the learning rate 1",
    ),
)
