"""`go mate` by proof-number search: a mate is proved, then shortened.

A proof search finds some mate, not the shortest. So two questions are asked in turn, with more and
more nodes: is there a mate in the number of moves that is wanted, and is there any? A proof of the
second one is then shortened: is there a mate in one move less than the proved one, until the wanted
number is met, or there is none.

Sources: Breuker 1998, chapters 3 to 5 (the searches; section 3.4 on the length of mates).
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace

import chess

from engine.options import Value
from engine.proof.memory import SECONDS_BETWEEN_LOOKS
from engine.proof.prover import MEMORY, MOST_CHILDREN
from engine.proof.settings import ENDINGS, FEWEST_SLOTS, MOST_NODES, MOST_SLOTS, Settings
from engine.proof.variants import PN2, TREE, VARIANTS
from engine.thinking.limits import ANY_LENGTH, NO_LIMIT
from engine.thinking.proving.chess_game import Question
from engine.thinking.proving.chess_prover import ChessProver
from engine.thinking.proving.found import LONGEST_MATE, Found
from engine.thinking.proving.large_table import (
    RELEASE_SECONDS,
    LargeTable,
    release,
)

FIRST_NODES = 20_000
GROWTH = 4
"""The first searches are small, each further one so many times larger."""
MIB = 1 << 20
MIDDLE_PERCENT, WIDTH_PERCENT = 200, 27
"""pn²: a and b of the size of the second level, in per cent of the memory: Breuker's best pair,
600,000 and 80,000 nodes, for a memory of 300,000 (section 4.4)."""
A_SIZE = 512
"""Slots of a search that is made to ask what a slot takes."""


class MateSearch:
    """The proof searches of one `go mate`.

    Parameters
    ----------
    board
        With the moves before it.
    moves
        That the mate may take; ANY_LENGTH: any number.
    settings
        Of the engine, by field.
    searchmoves
        If not empty: the only root moves.
    node_limit
        Nodes of all searches together.

    Attributes
    ----------
    found : Found
        What is known up to now.
    """

    def __init__(
        self,
        board: chess.Board,
        moves: int,
        settings: Mapping[str, Value],
        searchmoves: tuple[chess.Move, ...] = (),
        node_limit: int = NO_LIMIT,
    ) -> None:
        self.board, self.searchmoves, self.node_limit = board, searchmoves, node_limit
        self.found = Found(moves if moves <= LONGEST_MATE else ANY_LENGTH)
        self._form = VARIANTS[str(settings["mate_search"]).lower().replace("-", "")]
        self._memory = int(settings["proof_memory_mib"]) * MIB
        self._prover: ChessProver | None = None
        self._table: LargeTable | None = None  # of the depth-first searches
        self._stopped = False
        self._deadline: float | None = None

    def stop(self) -> None:
        """Let the search end, whatever thread it runs in."""
        self._stopped = True
        prover = self._prover
        if prover is not None:
            prover.stop()

    def end_at(self, moment: float) -> None:
        """Let the search end at a moment of `time.monotonic`, whatever thread it runs in."""
        self._deadline = moment
        prover = self._prover
        if prover is not None:
            prover.end_at(moment)

    def charge(self, nodes: int) -> None:
        """Count nodes that were searched elsewhere for the same question."""
        self.found.nodes += nodes

    @property
    def was_stopped(self) -> bool:
        """Whether `stop` ended it."""
        return self._stopped

    @property
    def per_mille_full(self) -> int:
        """How much of its memory the present search uses."""
        prover = self._prover
        return 0 if prover is None else prover.per_mille_full

    @property
    def nodes(self) -> int:
        """The nodes of all searches up to now."""
        prover = self._prover
        return self.found.nodes + (0 if prover is None else prover.nodes)

    def run(self, tell: Callable[[Found], None]) -> Found:
        """Search until the mate is found, the question is decided, or a limit is reached.

        Parameters
        ----------
        tell
            Called for each proved mate that is shorter than the last.
        """
        try:
            return self._run(tell)
        finally:
            if self._table is not None:
                self._table.let_go()
                self._table = None

    def _run(self, tell: Callable[[Found], None]) -> Found:
        nodes, last = FIRST_NODES, False
        while not (last or self._is_over()):
            last, is_full = nodes >= self._most_nodes(), True
            for moves in self._questions():
                is_full &= self._ask(moves, min(nodes, self._most_nodes()), tell)
                if self._is_over():
                    break
            last = last or is_full  # more nodes would not fit either
            nodes *= GROWTH
        self.found.memory_was_full = last and not self._is_over()
        return self.found

    def _is_over(self) -> bool:
        done = self.found.is_decided or self.nodes >= self.node_limit
        return done or self._stopped or self._is_late()

    def _is_late(self) -> bool:
        return self._deadline is not None and time.monotonic() >= self._deadline

    def _questions(self) -> tuple[int, ...]:
        """The lengths that are asked for in turn."""
        wanted, known = self.found.wanted, self.found.moves
        if self.found.line and known is None:
            # The line may not be the longest defence: its length is asked for, then more.
            guess = max((len(self.found.line) + 1) // 2, self.found.refuted + 1)
            if not self.found.is_whole:
                guess = max(guess, 2 * self.found.refuted)
            return (wanted, guess) if wanted < guess else (guess,)
        if wanted >= LONGEST_MATE:
            return (ANY_LENGTH,) if known is None else (known - 1,)
        if known is None:
            return wanted, ANY_LENGTH
        return (wanted,) if wanted == known - 1 else (wanted, known - 1)

    def _most_nodes(self) -> int:
        """Nodes of the largest search: those that fit into the memory, for forms that keep all."""
        keeps_all = not self._form.second_level and not self._form.table
        return self._most_slots(self._form.name) if keeps_all else MOST_NODES

    def _most_slots(self, variant: str) -> int:
        """The slots that fit into the memory; a power of two, as the table of positions is."""
        ask = ChessProver(self.board, Question(), Settings(variant, node_limit=1, slots=A_SIZE))
        fitting = self._memory // ask.search.memory.bytes_per_slot
        slots = 1 << fitting.bit_length() - 1 if VARIANTS[variant].seats else fitting
        return min(max(slots, FEWEST_SLOTS), MOST_SLOTS)

    def _settings(self, nodes: int) -> Settings:
        """How to search so many nodes. What fits into memory needs no second level."""
        name = TREE.name if self._form == PN2 else self._form.name
        limit = max(1, min(nodes, self.node_limit - self.nodes))
        if self._form.table:
            mib = self._memory // MIB
            return Settings(name, node_limit=limit, slots=FEWEST_SLOTS, table_mib=mib)
        most = self._most_slots(name)
        if self._form != PN2 or nodes + MOST_CHILDREN <= most:
            slots = max(FEWEST_SLOTS, min(most, nodes + MOST_CHILDREN))
            return Settings(name, node_limit=limit, slots=slots)
        most = self._most_slots(PN2.name)
        middle, width = most * MIDDLE_PERCENT // 100, most * WIDTH_PERCENT // 100
        return Settings(PN2.name, node_limit=limit, slots=most, middle=middle, width=width)

    def _ask(self, moves: int, nodes: int, tell: Callable[[Found], None]) -> bool:
        """Ask for a mate in so many moves, and note what is proved.

        Returns whether the search filled all memory that there is, which only pn² can tell: the
        other forms get as much as the nodes are thought to need.
        """
        if self.found.refuted >= moves:
            return False
        plies = 0 if moves >= LONGEST_MATE else 2 * moves - 1
        question = Question(searchmoves=self.searchmoves, most_plies=plies)
        settings = self._settings(nodes)
        table = None
        if self._form.table:
            self._table = self._table or LargeTable(settings)
            table = self._table.wait(lambda: not (self._stopped or self._is_late()))
            if table is None:
                return False
        self._prover = prover = ChessProver(self.board, question, settings, table)
        if self._stopped:
            prover.stop()
        if self._deadline is not None:
            prover.end_at(self._deadline)
        outcome = prover.run()
        if outcome.value:
            self._keep(prover, plies, tell)
        elif outcome.value is False and prover.search.memory.variant.trusts_disproofs:
            self.found.refuted = moves
        self._prover = None
        self.found.nodes += outcome.nodes
        searched = [prover]
        del prover
        self._release(searched)
        return outcome.ending == ENDINGS[MEMORY] and settings.variant == PN2.name

    def _release(self, searched: list[ChessProver]) -> None:
        """Give the memory of a search back, for which a `stop` does not wait."""
        released = release(searched, RELEASE_SECONDS if self._is_over() else 0.0)
        while not (self._is_over() or released.wait(SECONDS_BETWEEN_LOOKS)):
            pass

    def _keep(self, prover: ChessProver, most: int, tell: Callable[[Found], None]) -> None:
        """Note a proved mate, if it holds under the fifty-move rule.

        `most` are the plies that were asked for, 0 if any number. The first move of the proof is
        kept even where its line cannot be found again.
        """
        if not prover.heeds_fifty_moves():
            self.found.leaves_fifty_aside = True
            self._form = PN2  # the other forms do not know the rule
            return
        line, is_whole = line_of(prover)
        if not line:
            return
        # Only a line as long as its whole proof is the longest defence of that proof.
        plies = len(line) if is_whole and prover.plies == len(line) else most or None
        found, known = self.found, self.found.plies
        is_shorter = plies is not None and (known is None or plies < known)
        if found.line and not is_shorter and found.is_whole >= is_whole:
            return
        found.line, found.is_whole = line, is_whole
        if is_shorter:
            found.plies = plies
            tell(replace(found, nodes=self.nodes))


def line_of(prover: ChessProver) -> tuple[tuple[chess.Move, ...], bool]:
    """Return the line of a proved mate, and whether it ends in mate.

    If no more is found of it, it is the first move alone; empty, if not even that is known.
    """
    line, end = tuple(prover.line()), prover.board.copy()
    for move in line:
        end.push(move)
    if end.is_checkmate():
        return line, True
    first = prover.proving_move()
    if line or first is None:
        return line, False
    return (first,), False
