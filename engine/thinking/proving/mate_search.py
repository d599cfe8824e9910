"""`go mate` by proof-number search: a mate is proved, then shortened.

A proof search finds some mate, not the shortest. So two questions are asked in turn, with more and
more nodes: is there a mate in the number of moves that is wanted, and is there any? A proof of the
second one is then shortened: is there a mate in one move less than the proved one, until the wanted
number is met, or there is none. With pn² another search, which advises it, looks for the mate
between these questions, and what it shows is proved.

Sources: Breuker 1998, chapters 3 to 5 (the searches; section 3.4 on the length of mates).
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace

import chess

from engine.options import Value
from engine.proof.memory import SECONDS_BETWEEN_LOOKS
from engine.proof.prover import MEMORY, NODES, SOLVED, STOPPED
from engine.proof.settings import ENDINGS, ProofError
from engine.proof.variants import BTA, PN2, TREE, VARIANTS
from engine.table.memory import MIB
from engine.thinking.limits import ANY_LENGTH, NO_LIMIT
from engine.thinking.proving.adviser import Adviser, nodes_for_advice
from engine.thinking.proving.chess_game import Advice, Question
from engine.thinking.proving.chess_prover import ChessProver
from engine.thinking.proving.few_pieces import solution_of
from engine.thinking.proving.found import LONGEST_MATE, Found, line_of
from engine.thinking.proving.large_memory import RELEASE_SECONDS, LargeTable, release_later
from engine.thinking.proving.sizes import FIRST_NODES, GROWTH, PARTS, most_nodes, sized

FURTHER_PART = 8
"""A question beside that of the user gets one in so many of these nodes."""


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
        self.found = Found(moves if moves >= ANY_LENGTH else min(moves, LONGEST_MATE))
        self.found.only_these_moves = bool(searchmoves)
        name = str(settings["mate_search"]).lower().replace("-", "")
        self._form = VARIANTS.get(name, PN2)  # with alpha-beta a proof at the root is pn²'s
        self._one_level = BTA  # with which pn² begins: a graph, while it fits into memory
        self._adviser: Adviser | None = None
        self._memory = int(settings["proof_memory_mib"]) * MIB
        self._prover: ChessProver | None = None
        self._table: LargeTable | None = None  # of the depth-first searches
        self._stopped = False
        self._deadline: float | None = None

    def follow(self, adviser: Adviser) -> None:
        """Let another search advise this one, if its form is pn²; the others search alone."""
        if self._form == PN2:
            self._adviser = adviser

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

    def count_in(self, nodes: int) -> None:
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
            if not (self._form == PN2 and self._is_looked_up(tell)):
                self._run(tell)
        except MemoryError:
            raise ProofError("There is no memory left for a proof search.") from None
        finally:
            self._drop_table()
        return self.found

    def _is_looked_up(self, tell: Callable[[Found], None]) -> bool:
        """Note the answer to all questions, if the position is one of an ending that is solved."""
        solution = solution_of(self.board, self.searchmoves)
        if solution is None:
            return False
        if not solution.line:
            self.found.refuted = ANY_LENGTH
            return True
        self.found.line, self.found.plies = solution.line, len(solution.line)
        self.found.refuted = self.found.plies // 2
        tell(replace(self.found, nodes=self.nodes))
        return True

    def _drop_table(self) -> None:
        if self._table is not None:
            self._table.let_go()
            self._table = None

    def _run(self, tell: Callable[[Found], None]) -> None:
        nodes, last, endings = FIRST_NODES, False, set[str]()
        while not (last or self._is_over()):
            form, most, endings = self._form, most_nodes(self._form, self._memory), set()
            forms = form, self._one_level
            questions = self._questions()
            for moves in questions:
                is_further = len(questions) > 1 and moves != self.found.wanted and nodes < most
                part = FURTHER_PART if is_further else 1
                endings.add(self._ask(moves, min(nodes, most) // part, tell))
                if self._is_over():
                    return
            self._follow_advice(nodes, tell)
            endings.discard("")
            last = nodes >= most or (form == PN2 and endings == {ENDINGS[MEMORY]})
            nodes *= GROWTH
            if (self._form, self._one_level) != forms:  # it begins anew, in another form
                nodes, last = FIRST_NODES, False
        if last and not self._is_over():
            further = endings - {ENDINGS[NODES], ENDINGS[SOLVED]}
            self.found.ended_by = min(further, default=ENDINGS[MEMORY])

    def _follow_advice(self, nodes: int, tell: Callable[[Found], None]) -> None:
        """Let the other search look for the mate, too, and prove what it shows by its moves.

        The proof is that of a game in which the attacker has only the moves that are shown.
        Choice X91.
        """
        if self._adviser is None:
            return
        known = self.found.moves or NO_LIMIT
        limit = min(
            nodes_for_advice(nodes, chess.popcount(self.board.occupied)),
            self.node_limit - self.nodes,
        )
        moves = self._adviser.look(limit, min(self.found.wanted, known - 1))
        if moves is not None and moves < known and not self._is_over():
            self._ask(moves, nodes, tell, self._adviser.advice)

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
        if wanted >= ANY_LENGTH:
            return (ANY_LENGTH,) if known is None else (known - 1,)
        if known is None:
            return wanted, ANY_LENGTH
        return (wanted,) if wanted == known - 1 else (wanted, known - 1)

    def _ask(
        self,
        moves: int,
        nodes: int,
        tell: Callable[[Found], None],
        advice: Advice | None = None,
    ) -> str:
        """Ask for a mate in so many moves, note what is proved, and return why the search ended.

        The word is empty if nothing had to be searched.
        """
        if self.found.refuted >= moves:
            return ""
        plies = 0 if moves >= ANY_LENGTH else 2 * moves - 1
        question = Question(searchmoves=self.searchmoves, most_plies=plies, advice=advice)
        form = self._one_level if advice else self._form
        limit = max(1, min(nodes, self.node_limit - self.nodes))
        settings = sized(form, self._one_level, self._memory, nodes, limit)
        table = None
        if self._form.table:
            self._table = self._table or LargeTable(settings)
            table = self._table.wait(lambda: not (self._stopped or self._is_late()))
            if table is None:
                return ENDINGS[STOPPED]
        self._prover = prover = ChessProver(self.board, question, settings, table)
        if self._stopped:
            prover.stop()
        if self._deadline is not None:
            prover.end_at(self._deadline)
        outcome = prover.run()
        if outcome.value:
            self._keep(prover, plies, tell)
        elif outcome.value is False and not advice and prover.search.memory.variant.trusts_draws:
            self.found.refuted = moves
        self._prover = None
        self.found.nodes += prover.nodes
        searched = [prover]
        del prover
        self._release(searched)
        if settings.variant != self._form.name and outcome.ending == ENDINGS[MEMORY]:
            return ENDINGS[NODES]  # what pn² begins with gets more memory with more nodes
        return outcome.ending

    def _release(self, searched: list[ChessProver]) -> None:
        """Give the memory of a search back, for which a `stop` does not wait."""
        released = release_later(searched, RELEASE_SECONDS if self._is_over() else 0.0)
        while not (self._is_over() or released.wait(SECONDS_BETWEEN_LOOKS)):
            pass

    def _keep(self, prover: ChessProver, most: int, tell: Callable[[Found], None]) -> None:
        """Note a proved mate, if it holds under the fifty-move rule.

        `most` are the plies that were asked for, 0 if any number. The first move of the proof is
        kept even where its line cannot be found again.
        """
        prover.search.measure(heeds=True)
        if not prover.heeds_fifty_moves():
            self.found.leaves_fifty_aside = True
            self._form, self._one_level = PN2, TREE  # the other forms do not know the rule
            self._drop_table()
            return
        slots = prover.settings.capacity // PARTS
        line, is_whole = line_of(prover, max(0, self.node_limit - self.nodes), slots)
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
