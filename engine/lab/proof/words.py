"""What a proof search of a chess position found, in sentences."""

from typing import TypeAlias

import chess

from engine.board.draws import FIFTY_MOVES
from engine.proof.games.goals import GOALS, MATE
from engine.proof.settings import Outcome
from engine.thinking.proving.chess_prover import ChessProver
from engine.thinking.proving.found import WHY

Facts: TypeAlias = list[tuple[str, str]]
"""Names and texts, in the order of printing."""
SAYS = {
    "mate": "mates",
    "not lost": "does not lose",
    "material": "wins material",
}
"""What is said of the side to move, by goal."""
TAKEN_FOR_A_REPETITION = (
    " This form may be wrong about that: it can take a position of another path for a repetition."
)
FIFTY_MOVES_UNSEEN = (
    " This form does not look at the fifty-move rule, which may end the game earlier."
)


def verdict(prover: ChessProver, outcome: Outcome) -> str:
    """Say in a sentence what is proved, and in a second one what may spoil it."""
    side = chess.COLOR_NAMES[prover.board.turn].capitalize()
    goal = SAYS.get(prover.question.goal, f"reaches the goal {prover.question.goal}")
    if outcome.value is None:
        why = WHY[outcome.ending]
        return f"Not decided whether {side} {goal}: {why}."
    doubt = doubt_about(prover, outcome)
    if outcome.value:
        return f"Proved: {side} {goal}{length_text(prover)}.{doubt}"
    return f"Disproved that {side} {goal}.{doubt}"


def length_text(prover: ChessProver) -> str:
    """Say how long the proof is; nothing if it is not known."""
    plies = prover.plies
    if not plies:
        return ""
    length = f"{plies} {'ply' if plies == 1 else 'plies'}"
    is_mate = prover.question.goal == GOALS[MATE]
    return f" in {length} at most" if is_mate else f"; the proof takes at most {length}"


def doubt_about(prover: ChessProver, outcome: Outcome) -> str:
    """Say what may make the result wrong; nothing if it is sure.

    The result that a draw leads to is wrong if the draw is none: DCG may take a position of another
    path for a repetition. The other result is wrong if a draw is not seen: only forms that judge by
    the path look at the fifty-move rule. No line of a result has more plies than positions were
    searched, which may be too few for that rule.
    """
    variant = prover.search.memory.variant
    if outcome.value == prover.search.game.draws_win:
        return "" if variant.trusts_draws or outcome.nodes == 1 else TAKEN_FOR_A_REPETITION
    is_short = prover.board.halfmove_clock + outcome.nodes <= FIFTY_MOVES
    is_sure = prover.question.printed or is_short or prover.heeds_fifty_moves()
    return "" if is_sure else FIFTY_MOVES_UNSEEN


def facts_of(prover: ChessProver, outcome: Outcome, line: list[chess.Move]) -> Facts:
    """List the question, the cost of the search, and the line of the proof."""
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
    if outcome.value and prover.plies != 0:
        facts.append(("Line", line_text(prover, line)))
    return facts


def line_text(prover: ChessProver, line: list[chess.Move]) -> str:
    """Write the line of the proof; dots where the proof goes on and was not kept."""
    if not line:
        return "not kept"
    end = prover.board.copy()
    for move in line:
        end.push(move)
    is_whole = end.is_checkmate() or prover.plies == len(line)
    return prover.board.variation_san(line) + ("" if is_whole else " ...")


def nodes_text(outcome: Outcome) -> str:
    """Write the number of nodes, and how many of them belong to the second level."""
    second = outcome.second_level
    return f"{outcome.nodes:,}" + (f", {second:,} of them in the second level" if second else "")
