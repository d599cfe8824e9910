"""Every option, declared once.

A row gives the `option` line of UCI, the check of a value and its message, the default, the
field of the settings and of the core's PARAMS record, and the row of docs/options.md.

Import-light: `uci.py` prints the rows before anything heavy is loaded.
"""

from engine.evaluation.piece_square import CENTRE_FUNCTIONS
from engine.option_kinds import (
    Button,
    Check,
    Combo,
    Option,
    OptionError,
    Spin,
    String,
    Value,
)
from engine.table.replacement import SCHEMES
from engine.table.sizes import POSITION_COUNTS, positions_of
from engine.table.uses import USES
from engine.texts import quoted
from engine.version import NAME, version

__all__ = [
    "OPTIONS",
    "POSITION_COUNTS",
    "Button",
    "Check",
    "Combo",
    "Option",
    "OptionError",
    "Spin",
    "String",
    "Value",
    "defaults",
    "find",
    "markdown",
    "option_line",
    "parse",
    "positions_of",
]

OPTIONS: tuple[Option, ...] = (
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
    Check(
        "Faithful Flags",
        "faithful_flags",
        False,
        "bounds flagged exactly as in figure 2.7 of Breuker (1998), its flaw included",
        "clear",
    ),
    Check("PVS", "pvs", True, "principal variation search: later moves with a minimal window"),
    Check(
        "Aspiration", "aspiration", True, "start an iteration with a window around the last score"
    ),
    Check("Quiescence", "quiescence", True, "search captures beyond the last ply", "clear"),
    Spin(
        "Quiescence Margin",
        "quiescence_margin",
        100,
        0,
        1000,
        "centipawns by which a capture may miss the window and still be searched",
        "clear",
    ),
    Check(
        "Refutation Table",
        "refutation_table",
        True,
        "order the lines of the last iteration first in the next one",
    ),
    Combo(
        "History",
        "history",
        "depth",
        ("off", "depth", "depth squared", "two to the depth"),
        "history heuristic: what a good move is credited with",
    ),
    Check(
        "Strict Threefold",
        "strict_threefold",
        False,
        "a draw needs three occurrences; off: the second one counts within the search",
        "clear",
    ),
    Combo(
        "Centre Function",
        "centre_function",
        "Linear",
        tuple(CENTRE_FUNCTIONS),
        "how the value of a square grows towards the centre",
        "values",
    ),
    Spin("Pawn Value", "pawn_value", 100, 1, 2000, "a pawn, in centipawns", "values"),
    Spin("Knight Value", "knight_value", 325, 1, 2000, "a knight, in centipawns", "values"),
    Spin("Bishop Value", "bishop_value", 325, 1, 2000, "a bishop, in centipawns", "values"),
    Spin("Rook Value", "rook_value", 500, 1, 2000, "a rook, in centipawns", "values"),
    Spin("Queen Value", "queen_value", 900, 1, 2000, "a queen, in centipawns", "values"),
    Spin("King Value", "king_value", 1500, 1, 2000, "a king, in the sums that `d` shows"),
    Check("Ponder", "ponder", False, "the program may ask to think on the opponent's time"),
    Spin(
        "Move Overhead",
        "move_overhead_ms",
        20,
        0,
        5000,
        "milliseconds lost between clock and engine, never used for thinking",
    ),
    Button("Clear Hash", "clear_hash", "empty the transposition table", "clear"),
    Check("UCI_Chess960", "chess960", False, "castling moves are written king takes own rook"),
    Check(
        "UCI_AnalyseMode",
        "analyse_mode",
        False,
        "a single reply or a mate found does not end a timed search early",
    ),
    String(
        "UCI_EngineAbout",
        "about",
        f"{NAME} {version()}, a chess engine for experiments with search",
        "name and version",
    ),
)


def normal(name: str) -> str:
    return " ".join(name.split()).lower()


BY_NAME = {normal(option.name): option for option in OPTIONS}


def option_line(option: Option) -> str:
    """Write the line that declares an option to a UCI program."""
    return f"option name {option.name} type {option.kind}{option.details}"


def find(name: str) -> Option:
    """Find an option by its UCI name, whatever the capitals and the spaces.

    Raises
    ------
    OptionError
        If there is none.
    """
    try:
        return BY_NAME[normal(name)]
    except KeyError:
        if not name.strip():
            raise OptionError("setoption needs the name of an option.") from None
        raise OptionError(f"There is no option {quoted(name.strip())}.") from None


def parse(option: Option, text: str) -> Value:
    """Read the value of an option.

    Parameters
    ----------
    option
        A row of `OPTIONS`.
    text
        What stands after `value`; a missing value is the empty text.

    Returns
    -------
    int, str or bool
        The number of a spin, the choice of a combo as the row spells it, a truth value.

    Raises
    ------
    OptionError
        If the option cannot take the value; the message names what it can take.
    """
    return option.parse(" ".join(text.split()))


def defaults() -> dict[str, Value]:
    """Give the default of every option that has a value, by field."""
    return {option.field: option.default for option in OPTIONS if not isinstance(option, Button)}


def markdown() -> str:
    """Write docs/options.md."""
    lines = [
        "# Options",
        "",
        "`python -m engine.options` prints this page from `engine/options.py`; a test compares",
        "them. Names and choices may be given in any capitals. The core and the settings of an",
        "experiment call an option by its field.",
        "",
        "| Option | Field | Type | Default | Values | What it does |",
        "|---|---|---|---|---|---|",
    ]
    for option in OPTIONS:
        default = "" if isinstance(option, String) else option.details.split(" var ")[0]
        default = default.removeprefix(" default ").split(" min ")[0]
        lines.append(
            f"| {option.name} | `{option.field}` | {option.kind} | {default} "
            f"| {option.allowed} | {option.sentence} |"
        )
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(markdown(), end="")
