"""The words that Numba lacks, and the decorator of the core; the room that knows LLVM.

Each word is a plain Python function, so that the engine also runs uncompiled
(NUMBA_DISABLE_JIT=1), and below it stands the machine instruction that compiled code gets.
`machine/calls.py` and `machine/stopwatch.py` have some more.
"""

import ctypes
import os
import warnings

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir
from numba import config, njit, types
from numba.core import cgutils
from numba.extending import lower_builtin, type_callable

from engine.machine.code_files import keep_on_disk
from engine.machine.keeping import choose_cache

U64 = np.uint64
WORD, SMALL, BYTE, TRUTH = ir.IntType(64), ir.IntType(32), ir.IntType(8), ir.IntType(1)
ALL_ONES = (1 << 64) - 1

choose_cache()
if config.DISABLE_JIT:
    # Words wrap around, as in machine code; `np.seterr` would only reach this thread.
    warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)


def processor_gathers():
    """Whether PEXT exists here and is fast: it is microcode on AMD before Zen 3.

    Must be known before compiling: LLVM aborts on an instruction that its target lacks.
    """
    if os.environ.get("SESAME_SLIDERS") == "magic":
        return False
    if config.CPU_NAME or config.CPU_FEATURES:
        return "+bmi2" in (config.CPU_FEATURES or "")
    slow = llvm.get_host_cpu_name() in {"znver1", "znver2", "bdver4"}
    return bool(llvm.get_host_cpu_features().get("bmi2")) and not slow


GATHERS = processor_gathers()


def core(*signature, **options):
    """Compile ahead for one signature, keep on disk, release the GIL, divide like C."""

    def compile_now(function):
        compiled = njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True, **options)(function)
        if not config.DISABLE_JIT:
            keep_on_disk(compiled)
            for arguments in signature:
                compiled.compile(arguments)
            compiled.disable_compile()
        return compiled

    return compile_now


def instruction(twin, typer, *kinds):
    """Let compiled code replace `twin` by the decorated emitter."""
    type_callable(twin)(lambda context: typer)
    return lower_builtin(twin, *kinds)


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


def type_address(record):
    """Any record has an address."""
    return types.uint64 if isinstance(record, types.Record) else None


def type_as_record(where, kind):
    """An address and a dtype give that record."""
    fits = isinstance(where, types.Integer) and isinstance(kind, types.DType)
    return kind.dtype if fits else None


def type_at(record, i):
    """A record and a number give a record of the same kind."""
    fits = isinstance(record, types.Record) and isinstance(i, types.Integer)
    return record if fits else None


def type_copy(target, source):
    """Both must be of one kind."""
    return types.void if isinstance(target, types.Record) and target == source else None


@instruction(address, type_address, types.Record)
def _(context, builder, signature, arguments):
    return builder.ptrtoint(arguments[0], WORD)


@instruction(as_record, type_as_record, types.Integer, types.DType)
def _(context, builder, signature, arguments):
    where = context.cast(builder, arguments[0], signature.args[0], types.uint64)
    return builder.inttoptr(where, context.get_value_type(signature.return_type))


@instruction(at, type_at, types.Record, types.Integer)
def _(context, builder, signature, arguments):
    i = context.cast(builder, arguments[1], signature.args[1], types.intp)
    return builder.gep(arguments[0], [i], inbounds=True)


@instruction(copy, type_copy, types.Record, types.Record)
def _(context, builder, signature, arguments):
    target, source = arguments
    cgutils.raw_memcpy(builder, target, source, WORD(signature.args[0].size), 1, align=8)
    return context.get_dummy_value()


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
    the product with a magic factor. `GATHERS` says which, once for the process.
    """
    squares, mask, found, place = int(squares), int(mask), 0, 0
    if not GATHERS:
        return U64(((squares & mask) * int(magic) & ALL_ONES) >> int(shift))
    while mask:
        if squares & mask & -mask:
            found |= 1 << place
        place, mask = place + 1, mask & (mask - 1)
    return U64(found)


def type_bits(squares):
    """A set or a square gives a set, a square or a number."""
    return types.uint64(types.uint64) if isinstance(squares, types.Integer) else None


def type_gather(squares, mask, magic, shift):
    """Four words give one."""
    kinds = (squares, mask, magic, shift)
    fits = all(isinstance(kind, types.Integer) for kind in kinds)
    return types.uint64(*[types.uint64] * 4) if fits else None


@instruction(bit, type_bits, types.uint64)
def _(context, builder, signature, arguments):
    return builder.shl(WORD(1), arguments[0])


@instruction(lowest, type_bits, types.uint64)
def _(context, builder, signature, arguments):
    return builder.cttz(arguments[0], TRUTH(1))


@instruction(highest, type_bits, types.uint64)
def _(context, builder, signature, arguments):
    return builder.sub(WORD(63), builder.ctlz(arguments[0], TRUTH(1)))


@instruction(others, type_bits, types.uint64)
def _(context, builder, signature, arguments):
    return builder.and_(arguments[0], builder.sub(arguments[0], WORD(1)))


@instruction(size, type_bits, types.uint64)
def _(context, builder, signature, arguments):
    return builder.ctpop(arguments[0])


@instruction(gather, type_gather, *[types.uint64] * 4)
def _(context, builder, signature, arguments):
    squares, mask, magic, shift = arguments
    if not GATHERS:
        return builder.lshr(builder.mul(builder.and_(squares, mask), magic), shift)
    pext = ir.FunctionType(WORD, [WORD, WORD])
    word = cgutils.get_or_insert_function(builder.module, pext, "llvm.x86.bmi.pext.64")
    return builder.call(word, [squares, mask])


# What other threads write, and hints.


def fresh(record, field):
    """A field that another thread may change at any moment."""
    return record[field]


def type_fresh(record, field):
    """The type of the field; its name must be written out."""
    fits = isinstance(record, types.Record) and isinstance(field, types.StringLiteral)
    return record.typeof(field.literal_value) if fits else None


@instruction(fresh, type_fresh, types.Record, types.StringLiteral)
def _(context, builder, signature, arguments):
    record, field = signature.args[0], signature.args[1].literal_value
    kind = context.get_data_type(record.typeof(field))
    place = cgutils.get_record_member(builder, arguments[0], record.offset(field), kind)
    return builder.load_atomic(place, "monotonic", kind.width // 8)


def prefetch(record):
    """Ask for the record's cache line."""


def type_prefetch(record):
    """Any record can be asked for."""
    return types.void if isinstance(record, types.Record) else None


@instruction(prefetch, type_prefetch, types.Record)
def _(context, builder, signature, arguments):
    kind = ir.FunctionType(ir.VoidType(), [BYTE.as_pointer(), SMALL, SMALL, SMALL])
    hint = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
    place = builder.bitcast(arguments[0], BYTE.as_pointer())
    builder.call(hint, [place, SMALL(0), SMALL(3), SMALL(1)])
    return context.get_dummy_value()
