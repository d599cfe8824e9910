"""Proof-number search: how `go mate` looks for a mate, its memory, and its part in play."""

from engine.options.kinds import Check, Combo, Option, Spin

ALPHA_BETA = "alpha-beta"
MATE_SEARCHES = ("PN2", "BTA", "df-pn", "tree", ALPHA_BETA)
LARGEST_PROOF_MEMORY = 2**16  # MiB

PROOF: tuple[Option, ...] = (
    Combo(
        "Mate Search",
        "mate_search",
        MATE_SEARCHES[0],
        MATE_SEARCHES,
        sentence="how `go mate` looks for a mate: PN2, which also proves what the chosen Search "
        "shows, another form of proof-number search, or alpha-beta by the chosen Search",
    ),
    Spin(
        "Proof Memory",
        "proof_memory_mib",
        256,
        1,
        LARGEST_PROOF_MEMORY,
        sentence="memory of a proof-number search in MiB, taken while it runs",
    ),
    Check(
        "Proof At Root",
        "proof_at_root",
        False,
        sentence="a proof-number search looks for a mate beside the search, in a thread of its "
        "own; a proved mate is announced, shortened and played (not with few nodes or a fixed "
        "depth)",
    ),
)
