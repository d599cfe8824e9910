"""What a proof search of a chess position found, in sentences."""

from typing import TypeAlias

import chess

from engine.proof.games.goals import GOALS
from engine.proof.settings import Outcome
from engine.thinking.proving.chess_prover import ChessProver

Facts: TypeAlias = list[tuple[str, str]]
"""Names and texts."""
WHY = {
    "nodes": "the limit of nodes was reached",
    "memory": "the memory was full",
    "time": "the time was over",
    "stopped": "it was stopped",
    "too deep": "a path became too long",
    "steps": "too many selections led nowhere",
}
"""Why a search ended without a result."""
SAYS = {
    "mate": "mates",
    "not lost": "does not lose",
    "material": "wins material",
}


def verdict(prover: ChessProver, outcome: Outcome) -> str:
    """Say in a sentence what is proved."""
    side = chess.COLOR_NAMES[prover.board.turn].capitalize()
    goal = SAYS.get(prover.question.goal, f"reaches the goal {prover.question.goal}")
    if outcome.value:
        plies = prover.plies
        is_mate = prover.question.goal == GOALS[0]
        before = " in " if is_mate else "; the proof has "
        unit = "ply" if plies == 1 else "plies"
        length = f"{before}{plies} {unit} at most" if plies is not None else ""
        surely = prover.question.printed or prover.heeds_fifty_moves()
        doubt = "" if surely else " Whether the fifty-move rule ends it before is not known."
        return f"Proved: {side} {goal}{length}.{doubt}"
    if outcome.value is None:
        why = WHY.get(outcome.ending, outcome.ending)
        return f"Not decided whether {side} {goal}: {why}."
    doubt = ""
    if not prover.search.memory.variant.trusts_disproofs:
        doubt = " This form may be wrong about that: it can take another path for a repetition."
    return f"Disproved that {side} {goal}.{doubt}"


def facts_of(prover: ChessProver, outcome: Outcome, line: list[chess.Move]) -> Facts:
    """List what was asked, what it cost, and the proved line."""
    settings, question = prover.settings, prover.question
    facts = [
        ("Position", prover.board.fen()),
        (
            "Goal",
            f"{question.goal}, by the rules of {'the papers' if question.printed else 'play'}",
        ),
        ("Form", settings.variant),
        ("Nodes", nodes_text(outcome)),
        ("Memory", f"{outcome.peak_bytes / 2**20:,.1f} MiB"),
        ("Time", f"{outcome.seconds:.2f} s"),
    ]
    if outcome.value:
        facts.append(("Line", prover.board.variation_san(line) if line else "not kept"))
    return facts


def nodes_text(outcome: Outcome) -> str:
    """Write the nodes, those of a second level apart."""
    second = outcome.second_level
    return f"{outcome.nodes:,}" + (f", {second:,} of them in the second level" if second else "")
