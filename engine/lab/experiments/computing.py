"""Computing a cell, of whatever kind; it can be sent to other processes and machines."""

from engine.lab.common.errors import LaboratoryError
from engine.lab.experiments import searching
from engine.lab.experiments.cells import Cell, is_proof, proof_hashes
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
    if not is_proof(cell):
        return searching.compute(cell, source)
    if source not in proof_hashes():
        raise LaboratoryError(
            f"The worker's Sesame has other proof searches (wanted {source}): "
            "install the same version there."
        )
    from engine.lab.experiments.proving import proved

    return proved(cell)
