"""The words after `go`, read as limits.

Words that cannot be understood are reported and skipped; the search takes place all the same,
because a GUI waits for a move after `go`.
"""

from typing import NamedTuple

import chess

from engine.options.kinds import WHOLE_NUMBER
from engine.process.texts import instead, quoted
from engine.thinking.limits import ANY_LENGTH, Limits
from engine.uci.position import read_move

NUMBERS = (
    "depth",
    "nodes",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "mate",
    "perft",
)
SWITCHES = ("infinite", "ponder")
MOST_COMPLAINTS = 8  # lines about illegal searchmoves; the last one counts the rest
UNREADABLE_LIMIT_MS = 1000  # of a search whose only limit cannot be read
DEEPEST_PERFT = 30  # plies; no machine can finish half as many
LIMITS = {"depth", "nodes", "movetime", "mate", "wtime", "btime"}
KEYWORDS = (*NUMBERS, *SWITCHES, "searchmoves")


class Order(NamedTuple):
    """What a `go` asks for."""

    limits: Limits
    perft: int | None  # depth of a move count, instead of a search
    complaints: tuple[str, ...]


class _Reader:
    """Reads the words one after the other."""

    def __init__(self, words: list[str]) -> None:
        self.words = list(reversed(words))
        self.numbers: dict[str, int] = {}
        self.switches: set[str] = set()
        self.searchmoves: list[str] = []
        self.complaints: list[str] = []
        self.unreadable: set[str] = set()  # keywords whose number cannot be read
        while self.words:
            self.read(self.words.pop())

    def read(self, keyword: str) -> None:
        if keyword in SWITCHES:
            self.switches.add(keyword)
        elif keyword == "searchmoves":
            while self.words and self.words[-1] not in KEYWORDS:
                self.searchmoves.append(self.words.pop())
        elif keyword in NUMBERS:
            self.read_number(keyword)
        else:
            self.complaints.append(f"go: unknown word {quoted(keyword)}.")

    def read_number(self, keyword: str) -> None:
        text = self.words[-1] if self.words else ""
        if text in KEYWORDS:
            text = ""
        if text:
            self.words.pop()
        if WHOLE_NUMBER.fullmatch(text):
            number = int(text)
            self.numbers[keyword] = min(number, ANY_LENGTH - 1) if keyword == "mate" else number
            return
        sought = ""
        if keyword == "mate":
            self.numbers[keyword] = ANY_LENGTH
            if not text:
                return
            sought = "; any mate is looked for"
        self.complaints.append(f"go {keyword} needs a whole number, {instead(text)}{sought}.")
        self.unreadable.add(keyword)


def read_go(words: list[str], board: chess.Board) -> Order:
    """Read the words after `go`.

    Parameters
    ----------
    words
        Everything after `go`.
    board
        The position to be searched: whose clock counts, and which moves are legal.

    Returns
    -------
    Order
        Limits of 0 or less mean the shortest possible search, because a move must be played all
        the same. A `go` without any limit is infinite; one whose only limits cannot be read ends
        soon. If only the opponent's clock is given, ours is taken to show the same time.
    """
    reader = _Reader(words)
    numbers = reader.numbers
    own_time, own_increment = ("wtime", "winc") if board.turn else ("btime", "binc")
    other_time = "btime" if board.turn else "wtime"
    searchmoves = _legal_searchmoves(reader, board)
    perft = numbers.get("perft")
    if perft is not None and not 0 <= perft <= DEEPEST_PERFT:
        reader.complaints.append(f"go perft counts 0 to {DEEPEST_PERFT} plies, not {perft}.")
        perft = min(max(0, perft), DEEPEST_PERFT)
    if reader.unreadable and not numbers.keys() & LIMITS - reader.unreadable:
        numbers["movetime"] = UNREADABLE_LIMIT_MS
    if numbers.get("mate", 1) < 1:
        reader.complaints.append(
            "go mate needs a number of moves, 1 or more; a mate in 1 is looked for."
        )
    limited = numbers.keys() & LIMITS
    limits = Limits(
        depth=_at_least_one(numbers.get("depth")),
        nodes=_at_least_one(numbers.get("nodes")),
        movetime_ms=numbers.get("movetime"),
        time_ms=numbers.get(own_time, numbers.get(other_time)),
        increment_ms=numbers.get(own_increment, 0),
        moves_to_go=numbers.get("movestogo"),
        mate=_at_least_one(numbers.get("mate")),
        infinite="infinite" in reader.switches or not limited,
        ponder="ponder" in reader.switches,
        searchmoves=searchmoves,
    )
    return Order(limits, perft, tuple(reader.complaints))


def _at_least_one(number: int | None) -> int | None:
    return None if number is None else max(1, number)


def _legal_searchmoves(reader: _Reader, board: chess.Board) -> tuple[str, ...]:
    legal, wrong = [], []
    for text in reader.searchmoves:
        if read_move(text, board) is None:
            wrong.append(text)
        else:
            legal.append(text.lower())
    named = wrong if len(wrong) <= MOST_COMPLAINTS else wrong[: MOST_COMPLAINTS - 1]
    reader.complaints += [f"searchmoves: {quoted(text)} is not legal here." for text in named]
    if len(named) < len(wrong):
        reader.complaints.append(f"searchmoves: {len(wrong) - len(named)} more are not legal here.")
    if wrong and not legal:
        reader.complaints.append("searchmoves: none is left; all moves are searched.")
    return tuple(legal)
