"""How fast the proof searches are, and the memory of a node: figures of docs/performance.md."""

import time
from statistics import median

from engine.lab.experiments.problems import mate_problems
from engine.lab.proof.asking import NODES_OF_TWO_LEVELS
from engine.proof.settings import Settings
from engine.proof.variants import VARIANTS
from engine.thinking.proving.chess_game import Question
from engine.thinking.proving.chess_prover import ChessProver

HARD = ("R96", "R105", "R201")
"""Problems that no form solves within NODE_LIMIT nodes."""
NODE_LIMIT = 1_000_000
REPEATS = 3


def settings_of(form: str) -> Settings:
    """Return how a form searches here: as in the experiments, with twice their nodes."""
    if VARIANTS[form].second_level:
        slots = NODES_OF_TWO_LEVELS
        return Settings(form, node_limit=NODE_LIMIT, slots=slots, middle=2 * slots, width=80_000)
    return Settings(form, node_limit=NODE_LIMIT, slots=2 * NODE_LIMIT)


def rate(form: str) -> tuple[float, float]:
    """Return nodes per second of processor time, and bytes of memory per node.

    For df-pn, nodes are positions entered. For df-pn and pn², which do not keep all nodes, the
    bytes are 0.
    """
    rates, kept, nodes = [], 0, 0
    for _ in range(REPEATS):
        used, done = 0.0, 0
        for name in HARD:
            prover = ChessProver(
                mate_problems()[name].board(0), Question(printed=True), settings_of(form)
            )
            began = time.process_time()
            outcome = prover.run()
            used += time.process_time() - began
            done += outcome.nodes
            kept, nodes = kept + outcome.peak_bytes, nodes + outcome.nodes
        rates.append(done / used)
    whole_tree = not VARIANTS[form].table and not VARIANTS[form].second_level
    return median(rates), kept / nodes if whole_tree else 0.0


def report_proofs() -> None:
    """Print a line for each form."""
    for form in VARIANTS:
        nodes, size = rate(form)
        memory = f", {size:.0f} bytes for each node" if size else ""
        print(f"proof search {form}: {nodes * 1e-6:.1f} M nodes/s{memory}", flush=True)
