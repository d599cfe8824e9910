"""What a match is made of: sides, limits, openings, tasks, games and the settings of it all.

Plain data, each with a JSON form that can be read back, because it goes into databases and to
other machines. Import-light: the rooms that play and those that only report share it.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeAlias

from engine.lab.common.errors import LaboratoryError
from engine.lab.match.json_form import from_json, to_json

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
    """Why a game ended. These words are stored; new ones may be added, none changed."""

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    REPETITION = "repetition"  # the third occurrence; nobody needs to claim it
    FIFTY_MOVES = "fifty moves"
    DEAD_MATERIAL = "dead material"  # neither side can mate
    RESIGNATION = "resignation"  # by the engine itself
    ADJUDICATED_WIN = "adjudicated win"
    ADJUDICATED_DRAW = "adjudicated draw"
    MOVE_LIMIT = "move limit"
    TABLEBASE = "tablebase"
    TIME_FORFEIT = "time forfeit"
    ILLEGAL_MOVE = "illegal move"  # or what is no move at all
    NO_MOVE = "no move"  # "bestmove (none)" or "0000" though there are legal moves
    NO_ANSWER = "no answer"  # hung, or far beyond its limit of nodes or depth
    CRASH = "crash"
    PROTOCOL_ERROR = "protocol error"
    NO_START = "does not start"  # result "*": nobody played
    BAD_OPENING = "bad opening"  # result "*"

    @property
    def is_fault(self) -> bool:
        """Whether an engine, and not the position or an adjudicator, ended the game."""
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
    """One player: a program with its settings."""

    name: str
    command: tuple[str, ...] = ()  # program and its words; empty: the Sesame that is installed
    protocol: Protocol = "uci"
    options: tuple[tuple[str, str], ...] = ()
    anchor: float | None = None  # a known rating, held fast when ratings are fitted


@dataclass(frozen=True)
class Identity:
    """What a side turned out to be when it was started."""

    version: str = ""  # as the program calls itself
    source: str = ""  # a hash of Sesame's sources, or of another program's file


CLOCK = re.compile(
    r"(?:(?P<moves>[0-9]{1,4})/)?"
    r"(?:(?P<minutes>[0-9]{1,5}):)?(?P<seconds>[0-9]{1,7}(?:\.[0-9]{1,9})?)"
    r"(?:\+(?P<increment>[0-9]{1,7}(?:\.[0-9]{1,9})?))?"
)
FIXED = re.compile(r"(nodes|depth|movetime)=([0-9]{1,12})")


@dataclass(frozen=True)
class Limit:
    """What a move, or with clocks a game, may cost; exactly one kind is given."""

    nodes: int | None = None
    depth: int | None = None  # plies
    movetime_ms: int | None = None
    base_ms: int | None = None  # on the clock at the start
    increment_ms: int = 0  # added after each own move
    moves: int = 0  # after so many own moves the base is added again; 0: never

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
            If it is none of these, or nothing could be played with it.
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
            f'"{text}" is no limit; examples are nodes=20000, depth=8, movetime=100 and the '
            "clocks 10+0.1 and 40/60 (seconds)."
        )

    def __str__(self) -> str:
        """Write it so that `parse` reads the same."""
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
    """Write a duration without needless zeros."""
    return f"{duration_ms / 1000:.3f}".rstrip("0").rstrip(".")


@dataclass(frozen=True)
class Opening:
    """How a game begins: these moves, given as UCI writes them, are played from the position."""

    name: str
    fen: str = START
    moves: tuple[str, ...] = ()
    line: int = 0  # where it stands in its file, counted from 1

    @property
    def chess960(self) -> bool:
        """Whether it has castling of Chess960: then its FEN has the files of the rooks."""
        _, _, castling, *_ = (*self.fen.split(), "", "", "")
        return re.search("[A-Ha-h]", castling) is not None


@dataclass(frozen=True)
class Task:
    """One game to be played."""

    number: int  # from 1; with the settings and the seed it says which game it is
    round: int  # from 1; within a round every pairing plays one opening with both colours
    white: str  # the names of two sides
    black: str
    opening: Opening

    @property
    def pair(self) -> int:
        """The number of the pair; its two games have one opening and opposite colours."""
        return (self.number + 1) // 2


@dataclass(frozen=True)
class MoveRecord:
    """A move of an engine, and what the engine last said about it."""

    uci: str
    score_cp: int | None  # from the mover's view, as is the mate
    mate: int | None  # moves to mate; negative: the mover is mated
    depth: int | None
    nodes: int | None
    time_ms: float  # measured by us, from the request to the answer


@dataclass(frozen=True)
class Game:
    """A game that has ended, for whatever reason."""

    task: Task
    result: Result
    reason: Reason
    detail: str = ""  # a sentence about a fault
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
    """When a game is ended although the rules of chess would let it go on; 0 switches a rule off.

    The judge believes scores only when both engines agree.
    """

    resign_moves: int = 5  # so many last moves of each side say that it is won or lost
    resign_score: int = 1000  # centipawns
    draw_moves: int = 8  # so many last moves of each side say that it is equal
    draw_score: int = 10  # centipawns
    draw_from: int = 40  # not before this move of the game
    move_limit: int = 300  # a draw after so many moves of each side
    syzygy: str | None = None  # folder of tablebases, which end a game when they know it


@dataclass(frozen=True)
class Settings:
    """Everything that decides which games a match has and how they are played."""

    sides: tuple[Side, ...]
    limit: Limit = Limit(nodes=20_000)
    schedule: Schedule = "round robin"
    rounds: int = 50  # pairs of games for every pairing
    seed: int = 1  # of the order of the openings
    openings: str = ""  # the file, for the reader
    plies: int | None = None  # half-moves taken from the games of a PGN
    adjudication: Adjudication = Adjudication()
    concurrency: int = 1
    margin_ms: int = 100  # beyond its time an engine may answer: pipes and schedulers are slow
    patience_seconds: float = 60.0  # for one move without a clock; then the engine has hung
    start_seconds: float = 60.0  # until an engine must have started
