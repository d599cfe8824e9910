"""The records of a match: sides, limits, openings, tasks, games and settings.

Plain data with a JSON form, since they are stored in databases and sent to other machines.
Import-light: modules that play and those that only report share them.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeAlias

from engine.lab.common.errors import LaboratoryError
from engine.lab.common.json_form import from_json, to_json

__all__ = [
    "Adjudication",
    "Game",
    "Identity",
    "Limit",
    "MatchError",
    "MoveRecord",
    "Opening",
    "Reason",
    "Settings",
    "Side",
    "Task",
    "from_json",
    "to_json",
]

Protocol: TypeAlias = Literal["uci", "xboard"]
Result: TypeAlias = Literal["1-0", "0-1", "1/2-1/2", "*"]
Schedule: TypeAlias = Literal["round robin", "gauntlet", "pair"]

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


class MatchError(LaboratoryError):
    """A match cannot be played as requested."""


class Reason(StrEnum):
    """Why a game ended. The values are stored in databases."""

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    REPETITION = "repetition"  # threefold, without a claim
    FIFTY_MOVES = "fifty moves"
    INSUFFICIENT_MATERIAL = "insufficient material"  # neither side can mate
    RESIGNATION = "resignation"  # by the engine itself
    ADJUDICATED_WIN = "adjudicated win"
    ADJUDICATED_DRAW = "adjudicated draw"
    MOVE_LIMIT = "move limit"
    TABLEBASE = "tablebase"
    TIME_FORFEIT = "time forfeit"
    ILLEGAL_MOVE = "illegal move"  # or text that is not a move
    NO_MOVE = "no move"  # "bestmove (none)" or "0000" though there are legal moves
    NO_ANSWER = "no answer"  # it hangs, or far exceeds its limit of nodes or depth
    CRASH = "crash"
    PROTOCOL_ERROR = "protocol error"
    NO_START = "does not start"  # result "*": no game was played
    BAD_OPENING = "bad opening"  # result "*"

    @classmethod
    def _missing_(cls, value: object) -> "Reason | None":
        """Read the values of older databases."""
        return cls.INSUFFICIENT_MATERIAL if value == "dead material" else None

    @property
    def is_fault(self) -> bool:
        """Whether a fault of an engine ended the game."""
        return self in FAULTS


FAULTS = frozenset(
    {
        Reason.TIME_FORFEIT,
        Reason.ILLEGAL_MOVE,
        Reason.NO_MOVE,
        Reason.NO_ANSWER,
        Reason.CRASH,
        Reason.PROTOCOL_ERROR,
        Reason.NO_START,
    }
)


@dataclass(frozen=True)
class Side:
    """A player of a match: a program with its settings."""

    name: str
    command: tuple[str, ...] = ()  # program and arguments; empty: the installed Sesame
    protocol: Protocol = "uci"
    options: tuple[tuple[str, str], ...] = ()
    anchor: float | None = None  # a known rating, fixed when ratings are fitted


@dataclass(frozen=True)
class Identity:
    """The version of a side, known when it was started."""

    version: str = ""  # the name that the program gives
    source: str = ""  # hash of Sesame's sources, or of another program's file


CLOCK = re.compile(
    r"(?:(?P<moves>[0-9]{1,4})/)?"
    r"(?:(?P<minutes>[0-9]{1,5}):)?(?P<seconds>[0-9]{1,7}(?:\.[0-9]{1,9})?)"
    r"(?:\+(?P<increment>[0-9]{1,7}(?:\.[0-9]{1,9})?))?"
)
FIXED = re.compile(r"(nodes|depth|movetime)=([0-9]{1,12})")


@dataclass(frozen=True)
class Limit:
    """The limit of a move, or with a clock of a game; exactly one kind is given."""

    nodes: int | None = None
    depth: int | None = None  # plies
    movetime_ms: int | None = None
    base_ms: int | None = None  # on the clock at the beginning
    increment_ms: int = 0  # added after each own move
    moves: int = 0  # after this many moves the base is added again; 0: never

    @staticmethod
    def parse(text: str) -> "Limit":
        """Read a limit.

        Parameters
        ----------
        text
            ``nodes=20000``, ``depth=8``, ``movetime=100`` (milliseconds); or a clock in seconds
            or minutes:seconds: ``10+0.1`` (base and increment), ``40/60`` or ``40/1:00`` (moves
            within the base), ``60``.

        Raises
        ------
        MatchError
            If it is none of these, or 0.
        """
        fixed = FIXED.fullmatch(text.strip())
        if fixed and int(fixed[2]):
            number = int(fixed[2])
            kinds = {
                "nodes": Limit(nodes=number),
                "depth": Limit(depth=number),
                "movetime": Limit(movetime_ms=number),
            }
            return kinds[fixed[1]]
        clock = CLOCK.fullmatch(text.strip())
        if clock:
            base = int(clock["minutes"] or 0) * 60_000 + milliseconds(clock["seconds"])
            increment = milliseconds(clock["increment"] or "0")
            if base:
                moves = int(clock["moves"] or 0)
                return Limit(base_ms=base, increment_ms=increment, moves=moves)
        raise MatchError(
            f'"{text}" is not a limit; examples are nodes=20000, depth=8, movetime=100 and the '
            "time controls 10+0.1 and 40/60 (seconds)."
        )

    def __str__(self) -> str:
        """Write it in the form that `parse` reads."""
        fixed = (("nodes", self.nodes), ("depth", self.depth), ("movetime", self.movetime_ms))
        for word, number in fixed:
            if number is not None:
                return f"{word}={number}"
        moves = f"{self.moves}/" if self.moves else ""
        increment = f"+{in_seconds(self.increment_ms)}" if self.increment_ms else ""
        return f"{moves}{in_seconds(self.base_ms or 0)}{increment}"


def milliseconds(seconds: str) -> int:
    """Read a decimal number of seconds."""
    return round(float(seconds) * 1000)


def in_seconds(duration_ms: int) -> str:
    """Write a duration without trailing zeros."""
    return f"{duration_ms / 1000:.3f}".rstrip("0").rstrip(".")


@dataclass(frozen=True)
class Opening:
    """How a game begins: these moves, in UCI notation, are played from the position."""

    name: str
    fen: str = START
    moves: tuple[str, ...] = ()
    line: int = 0  # its line in the file, counted from 1

    @property
    def chess960(self) -> bool:
        """Whether it has castling rights of Chess960, which its FEN writes as files of rooks."""
        _, _, castling, *_ = (*self.fen.split(), "", "", "")
        return re.search("[A-Ha-h]", castling) is not None


@dataclass(frozen=True)
class Task:
    """A game to be played."""

    number: int  # from 1; with the settings and the seed it determines the game
    round: int  # from 1; in a round every pairing plays one opening with both colours
    white: str  # the names of two sides
    black: str
    opening: Opening

    @property
    def pair(self) -> int:
        """The number of the pair: two games with the same opening and opposite colours."""
        return (self.number + 1) // 2


@dataclass(frozen=True)
class MoveRecord:
    """A move of an engine, with its score and statistics."""

    uci: str
    score_cp: int | None  # for the side to move, as is the mate
    mate: int | None  # moves to mate; negative: the side to move is mated
    depth: int | None
    nodes: int | None
    time_ms: float  # measured by the match, from the request to the answer


@dataclass(frozen=True)
class Game:
    """A finished game."""

    task: Task
    result: Result
    reason: Reason
    detail: str = ""  # a sentence that describes a fault
    moves: tuple[MoveRecord, ...] = ()  # after those of the opening
    white_time_ms: float = 0.0
    black_time_ms: float = 0.0
    white: Identity = Identity()
    black: Identity = Identity()
    host: str = ""
    started: str = ""  # UTC, ISO 8601
    seconds: float = 0.0  # from the first request to the end


@dataclass(frozen=True)
class Adjudication:
    """When a game is adjudicated; 0 switches a rule off.

    Scores count only when both engines agree.
    """

    resign_moves: int = 5  # moves of each side in a row whose scores agree who wins
    resign_score: int = 1000  # centipawns
    draw_moves: int = 8  # moves of each side in a row with a score near 0
    draw_score: int = 10  # centipawns
    draw_from: int = 40  # not before this move of the game
    move_limit: int = 300  # a draw after this many moves of each side
    syzygy: str | None = None  # folder of tablebases


@dataclass(frozen=True)
class Settings:
    """Everything that determines which games a match has and how they are played."""

    sides: tuple[Side, ...]
    limit: Limit = Limit(nodes=20_000)
    schedule: Schedule = "round robin"
    rounds: int = 50  # pairs of games of every pairing
    seed: int = 1  # of the order of the openings
    openings: str = ""  # name of the file, for information
    plies: int | None = None  # taken from the games of a PGN
    adjudication: Adjudication = Adjudication()
    concurrency: int = 1
    margin_ms: int = 100  # allowed beyond the time of an engine, for pipes and schedulers
    patience_seconds: float = 60.0  # for a move without a clock; then the engine is taken to hang
    start_seconds: float = 60.0  # for an engine to start
