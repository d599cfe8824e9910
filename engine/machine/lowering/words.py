"""The machine instructions of the words in `machine/words.py`."""

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import lower_builtin, type_callable

from engine.machine.words import (
    address,
    as_record,
    at,
    bit,
    copy,
    fresh,
    gather,
    highest,
    lowest,
    others,
    prefetch,
    processor_gathers,
    size,
)

WORD, SMALL, BYTE, TRUTH = ir.IntType(64), ir.IntType(32), ir.IntType(8), ir.IntType(1)


def instruction(twin, typer, *kinds):
    """Let compiled code replace `twin` by the decorated emitter."""
    type_callable(twin)(lambda context: typer)
    return lower_builtin(twin, *kinds)


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
    if not processor_gathers():
        return builder.lshr(builder.mul(builder.and_(squares, mask), magic), shift)
    pext = ir.FunctionType(WORD, [WORD, WORD])
    word = cgutils.get_or_insert_function(builder.module, pext, "llvm.x86.bmi.pext.64")
    return builder.call(word, [squares, mask])


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
