"""What players and their programs set, whichever search is used."""

from engine.options.kinds import Check, Option, Place, Spin, String
from engine.process.version import NAME, version

LOWEST_ELO, HIGHEST_ELO = 1500, 2700  # of UCI_Elo; thinking/strength.py turns them into nodes

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
    Check("OwnBook", "own_book", False, "play moves from an opening book in games"),
    Place(
        "Book File",
        "book_file",
        "",
        "the opening book, in the format of Polyglot; empty: the one that comes with Sesame",
    ),
    Spin(
        "Book Depth", "book_depth", 40, 0, 500, "half-moves of a game that may come from the book"
    ),
    Place(
        "SyzygyPath",
        "syzygy_path",
        "",
        "folders with Syzygy's endgame tables, divided as in PATH or by semicolons",
    ),
    Spin(
        "SyzygyProbeLimit",
        "syzygy_probe_limit",
        7,
        0,
        7,
        "the tables are asked about positions of so many pieces, kings and pawns counted in",
    ),
    Check(
        "Syzygy50MoveRule",
        "syzygy_fifty_moves",
        True,
        "a win that the fifty-move rule takes away is a draw; off: it is a win",
    ),
    Check(
        "UCI_ShowWDL",
        "show_wdl",
        False,
        "tell with each score how likely win, draw and loss are, in parts of a thousand",
    ),
    Check("UCI_LimitStrength", "limit_strength", False, "play as weakly as UCI_Elo says"),
    Spin(
        "UCI_Elo",
        "elo",
        2000,
        LOWEST_ELO,
        HIGHEST_ELO,
        "the rating to play at with UCI_LimitStrength: fewer nodes for every move",
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
