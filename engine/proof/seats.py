"""The table of positions that graphs look up: open addressing, nothing is ever replaced."""

import numpy as np

from engine.machine.core import core, record, uint64, void
from engine.machine.words import as_record, at
from engine.proof.numbers import ONE
from engine.proof.prover import Prover

SEAT = np.dtype([("key", "u8"), ("slot", "u8")], align=True)
"""Slot 0: nobody sits there."""

Seat = record(SEAT)


@core(Seat(Prover, uint64))
def seat_of(prover, key):
    """The seat of a position, or the empty one that it would get."""
    place = key & prover.seat_mask
    while True:
        seat = at(as_record(prover.seats, SEAT), place)
        if not seat.slot or seat.key == key:
            return seat
        place = (place + ONE) & prover.seat_mask


@core(void(Prover, uint64, uint64))
def enter(prover, key, slot):
    """Give a position that has none a seat."""
    seat = seat_of(prover, key)
    seat.key, seat.slot = key, slot
