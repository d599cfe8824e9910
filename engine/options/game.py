"""What players and their programs set, whichever search is used."""

from engine.option_kinds import Check, Option, Spin, String
from engine.version import NAME, version

GAME: tuple[Option, ...] = (
    Check(
        "Strict Threefold",
        "strict_threefold",
        False,
        "a draw needs three occurrences; off: the second one counts within the search",
        "clear",
    ),
    Check("Ponder", "ponder", False, "the program may ask to think on the opponent's time"),
    Spin(
        "Move Overhead",
        "move_overhead_ms",
        20,
        0,
        5000,
        "milliseconds lost between clock and engine, never used for thinking",
    ),
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
