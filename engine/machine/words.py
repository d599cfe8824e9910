"""What compiled code may say beyond Python: records as C structs, sets of squares, other threads.

Each word is a plain Python function, so that the engine also runs uncompiled
(NUMBA_DISABLE_JIT=1); `lowering/words.py` has the machine instruction that compiled code gets.
`calls.py` and `stopwatch.py` have some more.
"""

import ctypes
import os
import warnings
from functools import cache

import numpy as np

from engine.machine.core import UNCOMPILED

U64 = np.uint64
ALL_ONES = (1 << 64) - 1

if UNCOMPILED:
    # Words wrap around, as in machine code; `np.seterr` would only reach this thread.
    warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)


@cache
def processor_gathers():
    """Whether PEXT exists here and is fast: it is microcode on AMD before Zen 3.

    Must be known before compiling: LLVM aborts on an instruction that its target lacks.
    """
    if os.environ.get("SESAME_SLIDERS") == "magic":
        return False
    features = os.environ.get("NUMBA_CPU_FEATURES", "")
    if os.environ.get("NUMBA_CPU_NAME") or features:
        return "+bmi2" in features
    import llvmlite.binding as llvm

    slow = llvm.get_host_cpu_name() in {"znver1", "znver2", "bdver4"}
    return bool(llvm.get_host_cpu_features().get("bmi2")) and not slow


# Records are C pointers.


def address(record):
    """Where the record lies.  C: ``(uint64_t)record``."""
    # `__array_interface__` would describe every field first: 30 microseconds instead of one.
    return U64(np.asarray(record).ctypes.data)


def as_record(where, kind):
    """The record of dtype `kind` that lies at an address.  C: ``(KIND *)where``."""
    raw = (ctypes.c_char * kind.itemsize).from_address(int(where))
    return np.frombuffer(raw, kind).view(np.recarray)[0]


def at(record, i):
    """The record `i` places further.  C: ``record + i``."""
    return as_record(int(address(record)) + int(i) * record.dtype.itemsize, record.dtype)


def copy(target, source):
    """Overwrite one record with another.  C: ``*target = *source``."""
    ctypes.memmove(int(address(target)), int(address(source)), source.dtype.itemsize)


# Sets of squares: 64 bits, always unsigned.


def bit(square):
    """The set of one square."""
    return U64(1 << int(square))


def lowest(squares):
    """The first square of a non-empty set."""
    return U64((int(squares) & -int(squares)).bit_length() - 1)


def highest(word):
    """The place of the first one from the left in a number that is not zero."""
    return U64(int(word).bit_length() - 1)


def others(squares):
    """The set without its first square."""
    return U64(int(squares) & (int(squares) - 1) & ALL_ONES)


def size(squares):
    """How many squares the set has."""
    return U64(int(squares).bit_count())


def gather(squares, mask, magic, shift):
    """Number the subsets of a mask, for a table of sliding attacks.

    With PEXT: the bits of `squares` under `mask`, moved together. Without: the upper bits of
    the product with a magic factor. `processor_gathers` says which, once for the process.
    """
    squares, mask, found, place = int(squares), int(mask), 0, 0
    if not processor_gathers():
        return U64(((squares & mask) * int(magic) & ALL_ONES) >> int(shift))
    while mask:
        if squares & mask & -mask:
            found |= 1 << place
        place, mask = place + 1, mask & (mask - 1)
    return U64(found)


# What other threads write, and hints.


def fresh(record, field):
    """A field that another thread may change at any moment."""
    return record[field]


def prefetch(record):
    """Ask for the record's cache line."""
