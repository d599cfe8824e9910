"""The transposition table: its size, its replacement scheme, what is taken from it.

Source: Breuker 1998, chapter 2; Breuker et al. 1994; Lazar 1995.
"""

from engine.options.kinds import Button, Check, Combo, Option, Spin
from engine.table.replacement import SCHEMES
from engine.table.sizes import POSITION_COUNTS
from engine.table.uses import USES

TABLE: tuple[Option, ...] = (
    Spin("Hash", "hash_mib", 64, 1, 1048576, "size of the transposition table in MiB", "table"),
    Combo(
        "Table Positions",
        "table_positions",
        "Hash",
        ("Hash", *POSITION_COUNTS),
        "size of the transposition table in positions; Hash leaves it to the option Hash",
        "table",
    ),
    Combo(
        "Replacement Scheme",
        "replacement_scheme",
        "TWOBIG1",
        tuple(scheme.name for scheme in SCHEMES),
        "which of two positions stays when both want the same place in the table",
        "table",
    ),
    Check(
        "Time Stamping",
        "time_stamping",
        True,
        "keep the table between searches and let stamped (older) entries give way; "
        "off: the table is cleared before each search",
    ),
    Combo(
        "Table Use",
        "table_use",
        "full",
        tuple(use.name for use in USES),
        "what the search takes from the table",
    ),
    Spin(
        "Table PV Length",
        "table_pv_length",
        1,
        1,
        5,
        "moves of the principal variation that an entry holds",
        "table",
    ),
    Spin(
        "Hash Bits",
        "hash_bits",
        64,
        16,
        64,
        "width of the hash value in bits; below 64 errors of type 1 occur and are counted",
        "table",
    ),
    Spin(
        "Hash Seed",
        "hash_seed",
        1,
        1,
        2**31 - 1,
        "which random numbers hash values are made of; several seeds show the noise of a measure",
        "keys",
    ),
    Check(
        "Table Legality Test",
        "table_legality_test",
        True,
        "an entry whose move is illegal here counts as not found (type-1 error); "
        "off: only the move is dropped",
    ),
    Combo(
        "Table Depth Match",
        "table_depth_match",
        "at least",
        ("at least", "exact"),
        "an entry answers when it was searched at least as deep, or exactly as deep",
    ),
    Spin(
        "Table Ply",
        "table_ply",
        0,
        0,
        127,
        "use the table only this many plies from the root; 0: everywhere",
    ),
    Check(
        "Keep Deeper Same",
        "keep_deeper_same",
        False,
        "a shallower result does not overwrite a deeper one of the same position and search",
    ),
    Button("Clear Hash", "clear_hash", "empty the transposition table", "clear"),
)
