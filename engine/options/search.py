"""What serves every search: which one it is, its threads, its lines and windows, and draws."""

from engine.options.kinds import Change, Check, Combo, Option, Spin

SEARCHES = ("Modern", "AliBaba", "Selective")
MOST_THREADS = 256
MOST_LINES = 256  # no position has so many moves

SEARCH: tuple[Option, ...] = (
    Combo(
        "Search",
        "search",
        "Modern",
        SEARCHES,
        sentence="Modern: the strong search; AliBaba: the search of Breuker (1998), without "
        "forward pruning; Selective: the search of Björnsson (2002)",
        on_change=Change.SEARCH,
    ),
    Spin(
        "Threads",
        "threads",
        1,
        1,
        MOST_THREADS,
        sentence="number of search threads, which share the transposition table",
        on_change=Change.THREADS,
    ),
    Spin(
        "MultiPV",
        "multipv",
        1,
        1,
        MOST_LINES,
        sentence="number of principal variations to search and show",
    ),
    Check(
        "Aspiration",
        "aspiration",
        True,
        sentence="start each iteration with a narrow window around the last score",
    ),
    Check(
        "Strict Threefold",
        "strict_threefold",
        False,
        sentence="a draw by repetition needs three occurrences; off: within the search, two",
        on_change=Change.CLEAR,
    ),
)
