"""Prove or disprove a chess position: what `go mate`, the laboratory and a page of the proof need.

`ChessProver(board, Question("mate"), Settings("tree")).run(seconds=10)` searches, in any thread,
and can be stopped from any other. Then `line` is the longest defence of the proof that was found,
and `root` and `children` show the numbers of the whole tree.
"""

import time
from dataclasses import replace

import chess

from engine.board.draws import FIFTY_MOVES
from engine.board.setup import chess_move, short_form
from engine.proof.prover import MOST_CHILDREN
from engine.proof.search import ProofNode, ProofSearch
from engine.proof.settings import FEWEST_SLOTS, MOST_NODES, Outcome, ProofError, Settings
from engine.table.memory import TranspositionTable
from engine.thinking.loading import PROOF, load_part
from engine.thinking.proving.chess_game import ChessGame, Question
from engine.thinking.proving.proof_position import ProofPosition

LINE_NODES = 2_000_000
"""How the end of a line is searched again if its proof was not kept: first in a tree of so many."""
LINE_SLOTS = LINE_NODES + MOST_CHILDREN
NESTED_PART = 4
"""A search that finds the end of a line gives one in so many of its slots to those for its own."""
NANOSECONDS = 1e9
"""In a second."""


class ChessProver:
    """A proof search of a chess position.

    Parameters
    ----------
    board
        With the moves before it.
    question
        The goal and the mode; by default whether the side to move can mate.
    settings
        The form of the search and its limits.
    table
        That of an earlier depth-first search, whose results are used.

    Raises
    ------
    ProofError
        If a setting or a move is not possible, or the memory cannot be had.
    """

    def __init__(
        self,
        board: chess.Board,
        question: Question | None = None,
        settings: Settings | None = None,
        table: TranspositionTable | None = None,
    ) -> None:
        load_part(PROOF)
        self.board, self.question = board.copy(), question or Question()
        self.settings = settings or Settings()
        game = ChessGame(self.board, self.question)
        self.search = ProofSearch(game, self.settings, table)
        self._deadline: float | None = None  # of `time.monotonic`
        self._stopped = False
        self._again: ChessProver | None = None  # a further search, for the line
        self._line_nodes, self._line_limit, self._line_slots = 0, MOST_NODES, LINE_SLOTS

    def run(self, seconds: float | None = None) -> Outcome:
        """Search until the position is solved, a limit is reached, or `stop` is called.

        The time is also that of `line`, as far as it searches.
        """
        if seconds is not None:
            self.end_at(time.monotonic() + seconds)
        self.search.memory.populate(lambda: not self._is_over())
        return self.search.run()

    def stop(self) -> None:
        """Let the search, or that of `line`, end, whatever thread it runs in."""
        self._stopped = True
        self.search.stop()
        again = self._again
        if again is not None:
            again.stop()

    def end_at(self, moment: float) -> None:
        """Let the search, or that of `line`, end at a moment, whatever thread it runs in.

        Parameters
        ----------
        moment
            In seconds of `time.monotonic`.
        """
        self._deadline = moment
        self.search.prover.deadline_ns = max(1, int(moment * NANOSECONDS))
        again = self._again
        if again is not None:
            again.end_at(moment)

    @property
    def nodes(self) -> int:
        """Nodes made up to now, also while the search runs; with those of the line."""
        return int(self.search.prover.created) + self._line_nodes

    @property
    def per_mille_full(self) -> int:
        """How much of the memory is used now."""
        table = self.search.memory.table
        if table is not None:
            return table.hashfull()
        return int(self.search.prover.peak) * 1000 // int(self.search.prover.capacity)

    @property
    def root(self) -> ProofPosition:
        """The root."""
        return ProofPosition(self.board.copy(), None, self.search.node())

    def children(self, position: ProofPosition) -> list[ProofPosition]:
        """Return the positions after each move, in the order in which the search saw them."""
        return [self._after(position, node) for node in self.search.children(position.node)]

    def _after(self, position: ProofPosition, node: ProofNode) -> ProofPosition:
        board = position.board.copy(stack=False)
        move = chess_move(board, short_form(node.move))
        board.push(move)
        return ProofPosition(board, move, node)

    @property
    def plies(self) -> int | None:
        """Length of the proof that was found, if it was kept to its end."""
        return self.search.node().plies

    def heeds_fifty_moves(self) -> bool:
        """Tell whether the proof that was found surely ends before the fifty-move rule does.

        Forms that give a position several paths do not look at the rule (X74): there it is sure if
        the whole proof is short enough.
        """
        if self.search.memory.variant.by_path:
            return True
        plies = self.plies or self.question.most_plies
        return bool(plies) and self.board.halfmove_clock + plies <= FIFTY_MOVES

    def proving_move(self) -> chess.Move | None:
        """Return a move that reaches the goal, if the position is proved, whatever its line is."""
        root = self.search.node()
        if root.proof != 0:
            return None
        answer = int(self.search.prover.answer)
        if not answer:
            proved = [child for child in self.search.children(root) if child.proof == 0]
            if not proved:
                return None
            answer = min(proved, key=lambda child: child.length).move
        return chess_move(self.board, short_form(answer))

    def line(self, node_limit: int = MOST_NODES, slots: int = LINE_SLOTS) -> list[chess.Move]:
        """Return the attacker's shortest way within the proof against the longest defence.

        Empty if the position is not proved. Where the search gave the proof up, the position is
        searched again; the line ends there if that takes too much, or after `stop`.

        Parameters
        ----------
        node_limit
            Of all further searches together.
        slots
            Of each; a search within a search has a part of it.
        """
        self._line_limit, self._line_slots = node_limit, slots
        if self.search.memory.table is not None:
            return self._line_of_table()
        moves: list[chess.Move] = []
        board, here = self.board.copy(), self.search.node()
        while here.proved:
            if "open" in here.marks:
                return moves + self._line_from(board)
            proved = [child for child in self.search.children(here) if child.proved]
            if not proved:
                break
            pick = min if here.attacker else max
            here = pick(proved, key=lambda child: child.length)
            moves.append(chess_move(board, short_form(here.move)))
            board.push(moves[-1])
        return moves

    def _line_of_table(self) -> list[chess.Move]:
        """Ask a depth-first search, which kept its table, for each position of the line."""
        moves: list[chess.Move] = []
        prover: ChessProver | None = self
        while prover is not None and prover.search.node().proved:
            answer = int(prover.search.prover.answer)
            if not answer:
                break
            moves.append(chess_move(prover.board, short_form(answer)))
            if self.question.goal != "mate":  # another goal may be reached with it, or later
                break
            board = prover.board.copy()
            board.push(moves[-1])
            prover = self._longest_defence(board)
            if prover is not None:
                moves.append(prover.board.peek())
        return moves

    def _longest_defence(self, board: chess.Board) -> "ChessProver | None":
        """Return the search after the move against which the proof takes longest, if there is."""
        found: ChessProver | None = None
        for move in board.legal_moves:
            board.push(move)
            prover = self._proved_again(board, self.settings, self.search.memory.table)
            board.pop()
            if prover is None:
                return None  # the table has lost too much, or a limit was reached
            if found is None or prover.search.node().length > found.search.node().length:
                found = prover
        return found

    def _proved_again(
        self, board: chess.Board, settings: Settings, table: TranspositionTable | None = None
    ) -> "ChessProver | None":
        """Search a position of the line under the limits of this search; None if it fails."""
        left = self._line_limit - self._line_nodes
        if self._is_over() or left < 1:
            return None
        settings = replace(settings, node_limit=min(settings.node_limit, left))
        try:
            prover = ChessProver(board, self._question_at(board), settings, table)
        except ProofError:  # no memory: the line ends here
            return None
        self._again = prover
        if self._stopped:
            prover.stop()
        if self._deadline is not None:
            prover.end_at(self._deadline)
        outcome = prover.run()
        self._line_nodes += outcome.nodes
        return prover if outcome.value else None

    def _is_over(self) -> bool:
        """Whether `stop` or the clock ended it."""
        late = self._deadline is not None and time.monotonic() >= self._deadline
        return self._stopped or late

    def _question_at(self, board: chess.Board) -> Question:
        """The question that is left when the attacker is to move again, some plies later."""
        most = self.question.most_plies
        left = most - (board.ply() - self.board.ply()) if most else 0
        return replace(self.question, searchmoves=(), most_plies=left)

    def _line_from(self, board: chess.Board) -> list[chess.Move]:
        """Search a proved position again, for its line."""
        defends = board.turn != self.board.turn
        if board.is_game_over() or self.question.goal != "mate":
            return []
        if defends:
            return self._defence_from(board)
        keeps_proof = Settings("tree", node_limit=LINE_NODES, slots=LINE_SLOTS)
        for settings in (keeps_proof, self.settings):
            again = self._proved_again(board, in_slots(settings, self._line_slots))
            if again is not None:
                left = max(0, self._line_limit - self._line_nodes)
                line = again.line(left, self._line_slots // NESTED_PART)
                self._line_nodes += again._line_nodes
                return line
        return []

    def _defence_from(self, board: chess.Board) -> list[chess.Move]:
        """The longest of the lines after each move of the defender."""
        longest: list[chess.Move] = []
        for move in board.legal_moves:
            if self._is_over():
                break
            board.push(move)
            line = [move, *self._line_from(board)]
            board.pop()
            longest = max(longest, line, key=len)
        return longest


def in_slots(settings: Settings, slots: int) -> Settings:
    """Return the settings of the same search in at most so many slots."""
    slots, capacity = max(FEWEST_SLOTS, slots), settings.capacity
    if slots >= capacity:
        return settings
    middle, width = (size * slots // capacity for size in (settings.middle, settings.width))
    return replace(settings, slots=slots, middle=middle, width=width)
