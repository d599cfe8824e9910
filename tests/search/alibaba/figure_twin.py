"""The plain twin of ALIBABA: figure 2.7 of Breuker (1998) with everything around it.

Iterative deepening with aspiration, minimal windows, refutation table, history, quiescence with its
margin, and the table in buckets; every counter is kept here, too. Written on python-chess to be
believed by reading. What it takes from the engine: Zobrist's numbers, the piece-square numbers, and
the order in which the generator writes moves, which decides between moves of equal rank. A table
entry holds one move, and the fifty-move rule must be far away.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import chess

from tests.games import name, word
from tests.naive import DRAW, INFINITE, MATE, VALUES, evaluate, game_so_far, identity, is_drawn
from tests.table.bucket_model import Kind, Model

MATES_BEYOND = MATE - 500
FAR_FROM_FIFTY = 80
PAWN = 100

# What of an entry is used and kept: move, exact scores, bounds (Breuker 1998, section 2.7.2).
USED = {
    "nothing": (), "move only": ("move",), "score only": ("exact", "bounds"),
    "exact only": ("exact",), "bounds only": ("bounds",), "full": ("move", "exact", "bounds"),
}  # fmt: skip
KEPT = {
    "nothing": (), "move only": ("exact", "bounds"), "score only": ("exact", "bounds"),
    "exact only": ("exact",), "bounds only": ("bounds",), "full": ("exact", "bounds"),
}  # fmt: skip


class Settings(NamedTuple):
    """The options, by their fields; the defaults are those of the options."""

    pvs: bool = True
    aspiration: bool = True
    refutation_table: bool = True
    history: bool = True
    quiescence: bool = True
    quiescence_margin: int = 100
    faithful_flags: bool = False
    table_use: str = "full"
    table_depth_match: str = "at least"
    table_legality_test: bool = True
    replacement_scheme: str = "TWOBIG1"
    positions: int = 256
    hash_bits: int = 64


class Data(NamedTuple):
    """What an entry holds beside depth and size."""

    move: int  # in 16 bits
    score: int  # mates counted from the position
    bound: str  # "exact", "lower" or "upper"


class Found(NamedTuple):
    """An entry that was looked up."""

    data: Data
    depth: int
    size: int
    move: chess.Move | None  # its move here, None if illegal


class Iteration(NamedTuple):
    """What is known after an iteration."""

    score: int
    line: tuple[int, ...]
    counts: dict[str, int]


class FigureTwin:
    """One search of one position.

    Parameters
    ----------
    board : chess.Board
    settings : Settings
    key_of, written : callable
        The hash value of a board; its moves as the generator writes them, all or the noisy ones.
    """

    def __init__(
        self,
        board: chess.Board,
        settings: Settings,
        key_of: Callable[[chess.Board], int],
        written: Callable[[chess.Board, bool], list[int]],
    ) -> None:
        self.board, self.settings = board.copy(), settings
        self.key_of, self.written = key_of, written
        self.game = game_so_far(board)
        self.root_length = len(self.game)
        two = settings.replacement_scheme.startswith("TWO")
        buckets = settings.positions // (2 if two else 1)
        kind = Kind(settings.replacement_scheme, buckets, settings.hash_bits, 1, True, False)
        self.table = Model(kind)
        self.counts: Counter[str] = Counter()
        self.history: Counter[tuple[bool, int]] = Counter()
        self.refutations: dict[chess.Move, list[int]] = {}

    @property
    def ply(self) -> int:
        """The distance from the root."""
        return len(self.game) - self.root_length

    def search(self, depth: int) -> list[Iteration]:
        """Deepen to so many plies."""
        found = self.look_up()
        first = self.table_move(found)
        self.root_moves = list(self.moves(first, None, quiescent=False))
        iterations: list[Iteration] = []
        for plies in range(1, depth + 1):
            known = iterations[-1].score if iterations else None
            score, line = self.iterate(plies, known)
            counts = dict(self.counts) | dict(self.table.counts)
            iterations.append(Iteration(score, tuple(line), counts))
        return iterations

    def iterate(self, depth: int, known: int | None) -> tuple[int, list[int]]:
        """Search in the window around the last value, and again in an open one (X11)."""
        alpha, beta = -INFINITE, INFINITE
        if known is not None and self.settings.aspiration:
            alpha, beta = known - PAWN, known + PAWN
        failed_low = failed_high = False
        while True:
            score, line = self.root(depth, alpha, beta)
            if alpha < score < beta:
                return score, line
            failed_low, failed_high = failed_low or score <= alpha, failed_high or score >= beta
            alpha = -INFINITE if failed_low else score - 1
            beta = INFINITE if failed_high else score + 1

    def root(self, depth: int, alpha: int, beta: int) -> tuple[int, list[int]]:
        """The root: the table orders its moves and never answers (X31)."""
        self.enter(full_width=True)
        first_alpha, counted = alpha, self.counts["counted"] - 1
        self.table_move(self.look_up())
        best, best_move, best_line = -INFINITE, None, []
        scores = dict.fromkeys(self.root_moves, -INFINITE)
        for move in self.root_moves:
            followed = self.refutations.get(move, []) if self.settings.refutation_table else []
            score, line = self.after(move, depth, (alpha, beta), best_move is None, followed)
            if self.settings.refutation_table:
                self.refutations[move] = line
            scores[move] = score
            if score > best:
                best, best_move, best_line = score, move, line
                alpha = max(alpha, best)
                if best >= beta:
                    break
        assert best_move
        self.counts["interior"] += 1
        self.credit(best_move, depth)
        bound = "lower" if best >= beta else "upper" if best <= first_alpha else "exact"
        self.remember(self.data(best_move, best, bound), depth, self.counts["counted"] - counted)
        if best > first_alpha:
            self.root_moves.sort(key=lambda move: -scores[move])
        return best, best_line

    def negamax(
        self, depth: int, alpha: int, beta: int, followed: list[int]
    ) -> tuple[int, list[int]]:
        """Figure 2.7: the value and the best line; `followed` is the refutation line we are on."""
        if depth == 0:
            self.counts["horizon"] += 1
            return self.quiescence(alpha, beta)
        self.enter(full_width=True)
        ply = self.ply
        counted = self.counts["counted"] - 1
        if is_drawn(self.board, ply, self.game, False):
            return DRAW, []
        first_alpha, at_least = alpha, -INFINITE
        found = self.look_up()
        if found and self.answers(found, depth):
            score = from_table(found.data.score, ply)
            alpha, beta = narrowed(found.data.bound, score, alpha, beta)
            if alpha >= beta:
                return self.settle(found)
            if found.data.bound == "lower" and not self.settings.faithful_flags:
                at_least = score

        second = self.table_move(found)
        led = self.legal(followed[ply]) if ply < len(followed) else None
        best, best_move, best_line = -INFINITE, None, []
        for move in self.moves(led, second, quiescent=False):
            alpha = max(alpha, best)
            on = followed if move == led else []
            score, line = self.after(move, depth, (alpha, beta), best_move is None, on)
            if score > best:
                best, best_move, best_line = score, move, line
                if best >= beta:
                    break
        if best_move is None:
            return (-MATE + ply if self.board.is_check() else DRAW), []
        self.counts["interior"] += 1
        self.credit(best_move, depth)
        best = max(best, at_least)
        bound = "lower" if best >= beta else "upper" if best <= first_alpha else "exact"
        self.remember(self.data(best_move, best, bound), depth, self.counts["counted"] - counted)
        return best, best_line

    def after(
        self,
        move: chess.Move,
        depth: int,
        window: tuple[int, int],
        is_first: bool,
        followed: list[int],
    ) -> tuple[int, list[int]]:
        """The value of a move: in the whole window, or in a minimal one first; and its line."""
        alpha, beta = window
        named = name(word(self.board, move))
        self.push(move)
        if is_first or not self.settings.pvs:
            value, line = self.negamax(depth - 1, -beta, -alpha, followed)
        else:
            value, line = self.negamax(depth - 1, -alpha - 1, -alpha, followed)
            if alpha < -value < beta:
                value, line = self.negamax(depth - 1, -beta, -alpha, followed)
        self.pop()
        return -value, [named, *line]

    def quiescence(self, alpha: int, beta: int) -> tuple[int, list[int]]:
        """Captures and promotions, all moves in check; the line is that of the table or empty."""
        self.enter(full_width=False)
        board, ply = self.board, self.ply
        if is_drawn(board, ply, self.game, False):
            return DRAW, []
        found = self.look_up()
        low, high = -INFINITE, INFINITE
        if found and self.answers(found, 0):
            score = from_table(found.data.score, ply)
            alpha, beta = narrowed(found.data.bound, score, alpha, beta)
            if alpha >= beta:
                return self.settle(found)
            low, high = narrowed(found.data.bound, score, low, high)
        can_move = any(board.legal_moves)
        if not can_move and not board.is_check():
            return DRAW, []
        static = min(max(evaluate(board), low), high)
        if not self.settings.quiescence:
            return static if can_move else -MATE + ply, []
        best = self.best_of_quiescence(static, alpha, beta)
        if best == -INFINITE:
            return -MATE + ply, []
        return min(max(best, low), high), []

    def best_of_quiescence(self, static: int, alpha: int, beta: int) -> int:
        """The best of standing pat and the moves; of a capture that is skipped, what it hopes."""
        board, searched = self.board, False
        best = -INFINITE if board.is_check() else static
        if best >= beta:
            return best
        for move in self.moves(None, None, quiescent=True):
            alpha = max(alpha, best)
            hoped = static + gain(board, move) + self.settings.quiescence_margin
            if not board.is_check() and hoped <= alpha:
                best = max(best, hoped)
                continue
            if not searched:
                searched = True
                self.counts.update(interior=1, quiescence=1)
            self.push(move)
            best = max(best, -self.quiescence(-beta, -alpha)[0])
            self.pop()
            if best >= beta:
                break
        return best

    def moves(
        self, first: chess.Move | None, second: chess.Move | None, quiescent: bool
    ) -> Iterator[chess.Move]:
        """The known moves, then the others by rank; nothing is generated before it is needed."""
        known = [move for move in (first, second) if move]
        yield from dict.fromkeys(known)
        board = self.board
        noisy = quiescent and not board.is_check()
        legal = {word(board, move): move for move in board.legal_moves}
        rest = [legal[one] for one in self.written(board, noisy)]
        self.count_generation(rest, quiescent)
        ranks = {move: self.rank(move) for move in rest}
        # The best of the rest changes places with the first of it: so equals are told apart.
        for start in range(len(rest)):
            place = max(range(start, len(rest)), key=lambda i: (ranks[rest[i]], -i))
            rest[start], rest[place] = rest[place], rest[start]
            if rest[start] not in known:
                yield rest[start]

    def count_generation(self, moves: list[chess.Move], quiescent: bool) -> None:
        """Count a call of the generator."""
        for kind in ("", "quiescence_") if quiescent else ("",):
            self.counts[f"{kind}generated"] += len(moves)
            self.counts[f"{kind}generations"] += 1

    def rank(self, move: chess.Move) -> tuple[int, ...]:
        """Captures by victim and attacker, promotions, the others by history; higher is earlier."""
        board, promoted = self.board, move.promotion or 0
        if board.is_capture(move):
            return (2, victim(board, move), -(board.piece_type_at(move.from_square) or 0), promoted)
        if promoted:
            return (1, promoted)
        return (0, self.history[board.turn, word(board, move) & 4095])

    def credit(self, move: chess.Move, depth: int) -> None:
        """The history heuristic (X9)."""
        if self.settings.history:
            self.history[self.board.turn, word(self.board, move) & 4095] += depth

    def enter(self, full_width: bool) -> None:
        """Count a node (X18)."""
        assert self.board.halfmove_clock < FAR_FROM_FIFTY
        self.counts.update(nodes=1, counted=1, full_width=int(full_width))

    def push(self, move: chess.Move) -> None:
        """Play a move."""
        self.board.push(move)
        self.game.append(identity(self.board))

    def pop(self) -> None:
        """Take it back."""
        self.board.pop()
        self.game.pop()

    def legal(self, named: int) -> chess.Move | None:
        """The legal move that 16 bits name."""
        for move in self.board.legal_moves:
            if name(word(self.board, move)) == named:
                return move
        return None

    def look_up(self) -> Found | None:
        """The entry of the position; not found if its move is illegal (X19)."""
        if self.settings.table_use == "nothing":
            return None
        resident = self.table.find(self.key_of(self.board))
        if resident is None:
            return None
        data: Data = resident.payload[1]
        move = self.legal(data.move)
        if move is None:
            self.counts["illegal"] += 1
            if self.settings.table_legality_test:
                self.table.counts["hits"] -= 1
                return None
        return Found(data, resident.depth, resident.size, move)

    def table_move(self, found: Found | None) -> chess.Move | None:
        """The move of an entry, to be tried first."""
        if found is None or found.move is None or "move" not in USED[self.settings.table_use]:
            return None
        self.counts["move_only"] += 1
        return found.move

    def answers(self, found: Found, depth: int) -> bool:
        """Whether it was searched deep enough, and may be used."""
        exactly = self.settings.table_depth_match == "exact"
        if found.depth < depth or (exactly and found.depth != depth):
            return False
        kind = "exact" if found.data.bound == "exact" else "bounds"
        return kind in USED[self.settings.table_use]

    def settle(self, found: Found) -> tuple[int, list[int]]:
        """The score of an entry that answers a node, and its one move."""
        self.counts[f"{found.data.bound}_cuts"] += 1
        if self.settings.replacement_scheme.endswith("BIGALL"):
            self.counts["counted"] += found.size - 1
        return from_table(found.data.score, self.ply), [found.data.move]

    def data(self, move: chess.Move, score: int, bound: str) -> Data:
        """What the table keeps of a result."""
        return Data(name(word(self.board, move)), to_table(score, self.ply), bound)

    def remember(self, data: Data, depth: int, size: int) -> None:
        """Store a result."""
        kind = "exact" if data.bound == "exact" else "bounds"
        if kind in KEPT[self.settings.table_use]:
            self.table.store(self.key_of(self.board), depth, size, data)


def to_table(score: int, ply: int) -> int:
    """A mate counted from the position (X15)."""
    return score + ply if score > MATES_BEYOND else score - ply if score < -MATES_BEYOND else score


def from_table(score: int, ply: int) -> int:
    """A mate counted from the root."""
    return score - ply if score > MATES_BEYOND else score + ply if score < -MATES_BEYOND else score


def narrowed(bound: str, score: int, alpha: int, beta: int) -> tuple[int, int]:
    """The window that an entry leaves."""
    if bound == "exact":
        return score, score
    return (max(alpha, score), beta) if bound == "lower" else (alpha, min(beta, score))


def victim(board: chess.Board, move: chess.Move) -> int:
    """The kind of the piece that a capture takes."""
    return chess.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square) or 0


def gain(board: chess.Board, move: chess.Move) -> Any:
    """Centipawns that a move wins if nothing is taken back."""
    won = VALUES[victim(board, move) - 1] if board.is_capture(move) else 0
    return won + (VALUES[move.promotion - 1] - PAWN if move.promotion else 0)
