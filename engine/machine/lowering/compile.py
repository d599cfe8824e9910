"""A function of the core, compiled by Numba or loaded from its files.

The modules beside this one, imported here, tell Numba what each word becomes.
"""

from functools import cache, singledispatch
from typing import Any

import llvmlite.binding as llvm
from numba import config, from_dtype, njit, types
from numba.extending import typeof_impl

from engine.machine import core
from engine.machine.keeping import choose_cache
from engine.machine.lowering import calls, stopwatch, words
from engine.machine.lowering.code_files import keep_on_disk, kept_code
from engine.machine.lowering.inner import InnerCompiler

__all__ = ["address_in", "calls", "compiled_by_numba", "numba_type", "stopwatch", "words"]


@typeof_impl.register(core.Core)
def type_of_core_function(function: core.Core, context: Any) -> Any:
    """Let compiled code name a function of the core as if it were Numba's own."""
    return types.Dispatcher(function.dispatcher)


@typeof_impl.register(core.Scalar)
def type_of_conversion(kind: core.Scalar, context: Any) -> Any:
    """Let compiled code turn a number into another kind, as `int64(number)`."""
    return types.NumberClass(numba_type(kind))


@singledispatch
def numba_type(kind: core.Kind) -> Any:
    """Return Numba's type for one of a signature."""
    raise TypeError(f"{kind} is no type of the core.")


@numba_type.register
def _(kind: core.Scalar) -> Any:
    return getattr(types, kind.name)


@numba_type.register
@cache
def _(kind: core.Record) -> Any:
    return from_dtype(kind.dtype)


@numba_type.register
def _(kind: core.Tuple) -> Any:
    kinds = [numba_type(each) for each in kind.kinds]
    if kind.named is None:
        return types.Tuple(kinds)
    if len(set(kinds)) == 1:
        return types.NamedUniTuple(kinds[0], len(kinds), kind.named)
    return types.NamedTuple(kinds, kind.named)


def compiled_by_numba(function: core.Core) -> Any:
    """Return the dispatcher of a function: releases the interpreter lock, divides like C.

    What it calls is compiled first, one after the other: deep inside each other Numba's calls would
    meet Python's limit.
    """
    waiting = [function]
    while waiting:
        missing = [each for each in waiting[-1].callees() if "dispatcher" not in vars(each)]
        if missing:
            waiting += missing
        elif (ready := waiting.pop()) is not function:
            ready.dispatcher  # noqa: B018, compiles it
    is_door = isinstance(function, core.Door)
    options: dict[str, Any] = {"forceinline": True} if function.forceinline else {}
    if not is_door:
        options["pipeline_class"] = InnerCompiler
    compiled = njit(
        nogil=True,
        error_model="numpy",
        no_cfunc_wrapper=True,
        no_cpython_wrapper=True,
        **options,
    )(function.function)
    place = choose_cache()
    config.CACHE_DIR = str(place)
    keep_on_disk(compiled, is_door)
    result = numba_type(function.signature.result)
    compiled.compile(result(*map(numba_type, function.signature.arguments)))
    compiled.disable_compile()
    return compiled


def address_in(dispatcher: Any) -> int:
    """Return where the machine code of a compiled function lies."""
    (compiled,) = dispatcher.overloads.values()
    return int(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))


def code_in(dispatcher: Any) -> tuple[str, bytes, list[str]] | None:
    """Return the symbol of a compiled function, its object code, and the symbols that it needs.

    None if Numba's file with them is not there.
    """
    kept = kept_code(dispatcher)
    if kept is None:
        return None
    symbol, content, bitcode = kept
    module = llvm.parse_bitcode(bitcode)
    needed = [
        value.name
        for value in (*module.functions, *module.global_variables)
        if value.is_declaration and not value.name.startswith("llvm.")
    ]
    return symbol, content, needed
