"""Computing a cell, of whatever kind; it can be sent to other processes and machines."""

from engine.lab.common.errors import LaboratoryError
from engine.lab.experiments import searching
from engine.lab.experiments.cells import (
    Cell,
    games_hash,
    is_match,
    is_of_learner,
    is_proof,
    proof_hashes,
)
from engine.lab.experiments.searching import Searched


def compute(cell: Cell, source: str) -> Searched:
    """Compute a cell.

    Parameters
    ----------
    cell
        What to search.
    source
        Hash of the core that the numbers are wanted of.

    Raises
    ------
    LaboratoryError
        If this Sesame has another core.
    """
    if is_of_learner(cell) or is_match(cell):
        return in_games(cell, source)
    if not is_proof(cell):
        return searching.compute(cell, source)
    if source not in proof_hashes():
        raise LaboratoryError(
            f"The worker's Sesame has other proof searches (wanted {source}): "
            "install the same version there."
        )
    from engine.lab.experiments.proving import proved

    return proved(cell)


def in_games(cell: Cell, source: str) -> Searched:
    """Compute a cell of a match or a learner; raises as `compute`."""
    if source != games_hash(learning=is_of_learner(cell)):
        raise LaboratoryError(
            f"The worker's Sesame plays or learns otherwise (wanted {source}): "
            "install the same version there."
        )
    if is_match(cell):
        from engine.lab.experiments.playing import played

        return played(cell)
    from engine.lab.experiments.trials import tried

    return tried(cell)
