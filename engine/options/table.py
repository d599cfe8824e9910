"""The transposition table: its size, its replacement scheme, what the search uses of it.

Source: Breuker 1998, chapter 2; Breuker et al. 1994; Lazar 1995.
"""

from dataclasses import dataclass

from engine.options.kinds import Button, Change, Check, Combo, Option, Spin
from engine.table.replacement import SCHEMES
from engine.table.sizes import POSITION_COUNTS, choice_of
from engine.table.uses import USES

LARGEST_HASH = 2**20  # MiB
LARGEST_SEED = 2**31 - 1
LONGEST_PV = 5  # moves that a wide slot holds
WHOLE_KEY = 64  # bits
FEWEST_BITS = 16
DEEPEST = 127  # plies of the deepest search


@dataclass(frozen=True)
class Positions(Combo):
    """A size of the table; each may be written in several ways."""

    def parse(self, text: str) -> str:
        """Read a size, with or without a unit; return it as the row spells it."""
        return super().parse(choice_of(text))


TABLE: tuple[Option, ...] = (
    Spin(
        "Hash",
        "hash_mib",
        64,
        1,
        LARGEST_HASH,
        sentence="size of the transposition table in MiB",
        on_change=Change.TABLE,
    ),
    Positions(
        "Table Positions",
        "table_positions",
        "Hash",
        ("Hash", *POSITION_COUNTS),
        sentence="size of the transposition table in positions, K = 1024, 1024K = 1M; Hash: as the "
        "option Hash says",
        on_change=Change.TABLE,
    ),
    Combo(
        "Replacement Scheme",
        "replacement_scheme",
        "TWOBIG1",
        tuple(scheme.name for scheme in SCHEMES),
        sentence="which position is replaced when another one maps to the same bucket",
        on_change=Change.TABLE,
    ),
    Check(
        "Time Stamping",
        "time_stamping",
        True,
        sentence="keep the table between searches and replace entries of earlier searches first; "
        "off: clear the table before each search",
    ),
    Check(
        "Stamp On Read",
        "stamp_on_read",
        False,
        sentence="an entry of an earlier search counts as one of this search once it is read, not "
        "only when it is stored again",
    ),
    Combo(
        "Table Use",
        "table_use",
        "full",
        tuple(use.name for use in USES),
        sentence="what is stored and used: the move, the score, exact scores or bounds alone",
    ),
    Spin(
        "Table PV Length",
        "table_pv_length",
        1,
        1,
        LONGEST_PV,
        sentence="number of moves of the principal variation stored in an entry",
        on_change=Change.TABLE,
    ),
    Check(
        "Entry Principal",
        "entry_principal",
        False,
        sentence="AliBaba: entries on the main lines of the root moves are marked, and no other "
        "position overwrites them within the search",
        on_change=Change.TABLE,
    ),
    Check(
        "Entry Draw",
        "entry_draw",
        False,
        sentence="AliBaba: a draw that is proved to the end of the game is marked in its entry, "
        "which then answers at any depth",
        on_change=Change.TABLE,
    ),
    Check(
        "Entry Both Bounds",
        "entry_both_bounds",
        False,
        sentence="AliBaba: an entry keeps a lower and an upper bound, each with its own depth",
        on_change=Change.TABLE,
    ),
    Check(
        "Entry Extension",
        "entry_extension",
        False,
        sentence="Modern: an entry says whether its table move was extended, and the next search "
        "of the position extends it without another probe",
        on_change=Change.TABLE,
    ),
    Spin(
        "Hash Bits",
        "hash_bits",
        WHOLE_KEY,
        FEWEST_BITS,
        WHOLE_KEY,
        sentence="number of bits of the hash value that are compared; below 64 there are type-1 "
        "errors (two positions with one hash value), and they are counted",
        on_change=Change.TABLE,
    ),
    Spin(
        "Hash Seed",
        "hash_seed",
        1,
        1,
        LARGEST_SEED,
        sentence="seed of the Zobrist numbers; several seeds show the noise of a measurement",
        on_change=Change.KEYS,
    ),
    Check(
        "Table Legality Test",
        "table_legality_test",
        True,
        sentence="ignore an entry whose move is illegal here (a type-1 error); "
        "off: ignore its move only",
    ),
    Combo(
        "Table Depth Match",
        "table_depth_match",
        "at least",
        ("at least", "exact"),
        sentence="use a score that was searched at least as deep as needed, or exactly as deep",
    ),
    Spin(
        "Table Ply",
        "table_ply",
        0,
        0,
        DEEPEST,
        sentence="use the table only up to this many plies from the root; 0: everywhere",
    ),
    Check(
        "Keep Deeper Same",
        "keep_deeper_same",
        False,
        sentence="within a search, a shallower result does not replace a deeper one of the same "
        "position",
    ),
    Button(
        "Clear Hash", "clear_hash", sentence="clear the transposition table", on_change=Change.CLEAR
    ),
)
