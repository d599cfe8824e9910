"""The machine instructions of the clock (22 ns on Linux)."""

import ctypes
import sys

from llvmlite import ir
from numba import types
from numba.core import cgutils

from engine.machine.lowering.words import BYTE, SMALL, WORD, instruction
from engine.machine.stopwatch import now

BILLION = 1_000_000_000


def call_clock_gettime(builder):
    """Emit a call of the C library's clock; Linux numbers the monotonic one 1, macOS 6."""
    spot = cgutils.alloca_once(builder, ir.ArrayType(WORD, 2))
    kind = ir.FunctionType(SMALL, [SMALL, BYTE.as_pointer()])
    clock = cgutils.get_or_insert_function(builder.module, kind, "clock_gettime")
    number = SMALL(6 if sys.platform == "darwin" else 1)
    builder.call(clock, [number, builder.bitcast(spot, BYTE.as_pointer())])
    places = (builder.gep(spot, [SMALL(0), SMALL(i)]) for i in (0, 1))
    seconds, rest = (builder.load(place) for place in places)
    return builder.add(builder.mul(seconds, WORD(BILLION)), rest)


def call_performance_counter(builder):
    """Emit a call of Windows' clock, which counts ticks of a fixed length."""
    kernel, frequency = ctypes.windll.kernel32, ctypes.c_int64()
    kernel.QueryPerformanceFrequency(ctypes.byref(frequency))
    spot = cgutils.alloca_once(builder, WORD)
    kind = ir.FunctionType(SMALL, [WORD.as_pointer()])
    clock = cgutils.get_or_insert_function(builder.module, kind, "QueryPerformanceCounter")
    builder.call(clock, [spot])
    ticks, per_second = builder.load(spot), WORD(frequency.value)
    seconds, rest = builder.udiv(ticks, per_second), builder.urem(ticks, per_second)
    rest = builder.udiv(builder.mul(rest, WORD(BILLION)), per_second)
    return builder.add(builder.mul(seconds, WORD(BILLION)), rest)


@instruction(now, lambda: types.int64)
def _(context, builder, signature, arguments):
    if sys.platform == "win32":
        return call_performance_counter(builder)
    return call_clock_gettime(builder)
