"""The table of positions that graphs look up: open addressing, nothing is ever replaced."""

import numpy as np

from engine.machine.core import core, record, uint64, void
from engine.machine.words import as_record, at
from engine.proof.numbers import ONE
from engine.proof.prover import Prover

KNOWN = np.dtype([("key", "u8"), ("slot", "u8")], align=True)
"""A position that was met, and the slot of its node; slot 0: an empty place."""

Known = record(KNOWN)


@core(Known(Prover, uint64))
def known_at(prover, key):
    """The place of a position in the table, or the empty one that it would get."""
    place = key & prover.known_mask
    while True:
        known = at(as_record(prover.known, KNOWN), place)
        if not known.slot or known.key == key:
            return known
        place = (place + ONE) & prover.known_mask


@core(void(Prover, uint64, uint64))
def add_known(prover, key, slot):
    """Give a position that is not in the table its place."""
    known = known_at(prover, key)
    known.key, known.slot = key, slot
