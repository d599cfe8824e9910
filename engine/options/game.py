"""What players and their programs set, whichever search is used."""

from engine.options.kinds import Check, Option, Place, Spin, String
from engine.process.version import NAME, version

LOWEST_ELO = 1500
HIGHEST_ELO = 2700  # thinking/strength.py turns ratings into nodes
LONGEST_OVERHEAD = 5000  # milliseconds
DEEPEST_BOOK = 500  # half-moves
MOST_PIECES = 7  # of a Syzygy table

GAME: tuple[Option, ...] = (
    Check(
        "Ponder",
        "ponder",
        False,
        sentence="the GUI may let the engine think on the opponent's time",
    ),
    Spin(
        "Move Overhead",
        "move_overhead_ms",
        20,
        0,
        LONGEST_OVERHEAD,
        sentence="milliseconds kept back for delays between the clock and the engine",
    ),
    Check("OwnBook", "own_book", False, sentence="in games, play moves from the opening book"),
    Place(
        "Book File",
        "book_file",
        "",
        sentence="opening book in PolyGlot's format; empty: the book that comes with Sesame",
    ),
    Spin(
        "Book Depth",
        "book_depth",
        40,
        0,
        DEEPEST_BOOK,
        sentence="number of half-moves of a game for which the book is used",
    ),
    Place(
        "SyzygyPath",
        "syzygy_path",
        "",
        sentence="folders with Syzygy tablebases, separated as in PATH or by semicolons",
    ),
    Spin(
        "SyzygyProbeLimit",
        "syzygy_probe_limit",
        MOST_PIECES,
        0,
        MOST_PIECES,
        sentence="largest number of pieces, kings included, for tablebase probes",
    ),
    Check(
        "Syzygy50MoveRule",
        "syzygy_fifty_moves",
        True,
        sentence="a tablebase win that the fifty-move rule prevents is a draw; off: it is a win",
    ),
    Check(
        "UCI_ShowWDL",
        "show_wdl",
        False,
        sentence="show the probabilities of win, draw and loss with each score, in per mille",
    ),
    Check(
        "UCI_LimitStrength",
        "limit_strength",
        False,
        sentence="play at the strength that UCI_Elo names",
    ),
    Spin(
        "UCI_Elo",
        "elo",
        2000,
        LOWEST_ELO,
        HIGHEST_ELO,
        sentence="rating to play at with UCI_LimitStrength; it limits the nodes of each move",
    ),
    Check(
        "UCI_Chess960",
        "chess960",
        False,
        sentence="play Chess960: castling is written as king takes own rook",
    ),
    Check(
        "UCI_AnalyseMode",
        "analyse_mode",
        False,
        sentence="analyse: no book moves, and neither a single legal move nor a mate that was "
        "found ends a timed search early",
    ),
    String(
        "UCI_EngineAbout",
        "about",
        f"{NAME} {version()}, a chess engine for experiments with search",
        sentence="name and version",
    ),
)
