"""What Numba makes of the core: every compiled function, and the types it finds inside.

A function that comes from the cache no longer knows its types, so that they are inferred again
here, by the passes of the compiler that come before any code is made: a millisecond each.
"""

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from typing import Any

from numba.core import types
from numba.core.compiler import CompilerBase, DefaultPassBuilder, Flags
from numba.core.compiler_machinery import PassManager
from numba.core.dispatcher import Dispatcher
from numba.core.registry import cpu_target
from numba.core.typed_passes import NopythonTypeInference

import engine
from engine.machine.core import Core

OPERATIONS = ("binop", "inplace_binop")


class OnlyTypes(CompilerBase):
    """Numba's compiler up to the types."""

    def define_pipelines(self) -> list[PassManager]:
        """All passes on untyped code, then type inference, and then nothing."""
        passes = DefaultPassBuilder.define_untyped_pipeline(self.state)
        passes.add_pass(NopythonTypeInference, "types")
        passes.finalize()
        self.state.cr = "ends here"
        return [passes]


def core_functions() -> Iterator[Dispatcher]:
    """Every compiled function of the engine."""
    for module in pkgutil.walk_packages(engine.__path__, "engine."):
        if "lowering" not in module.name:
            for thing in vars(importlib.import_module(module.name)).values():
                if isinstance(thing, Core) and thing.__module__ == module.name:
                    yield thing.dispatcher


def name_of(function: Dispatcher) -> str:
    """Module and name."""
    return f"{function.py_func.__module__}.{function.py_func.__name__}"


@cache
def infer(function: Dispatcher) -> Any:
    """Infer the types in a function of one signature; gives the compiler's state."""
    (arguments,) = function.signatures
    flags = function.targetdescr.options.parse_as_flags(Flags(), function.targetoptions)
    result = function.overloads[arguments].signature.return_type
    contexts = cpu_target.typing_context, cpu_target.target_context
    compiler = OnlyTypes(*contexts, None, arguments, result, flags, {})
    compiler.compile_extra(function.py_func)
    return compiler.state


def floats(function: Dispatcher) -> list[str]:
    """Name the variables and operations that hold a float."""
    state = infer(function)
    found = [name for name, kind in state.typemap.items() if isinstance(kind, types.Float)]
    for place, call in state.calltypes.items():
        kinds = (*call.args, call.return_type) if call else ()
        if any(isinstance(kind, types.Float) for kind in kinds):
            found.append(f"line {place.loc.line}: {call}")
    return found


def mixtures(function: Dispatcher) -> list[str]:
    """Name the operations on a signed and an unsigned number."""
    found = []
    for place, call in infer(function).calltypes.items():
        if call and getattr(place, "op", None) in OPERATIONS:
            signs = {kind.signed for kind in call.args if isinstance(kind, types.Integer)}
            if len(signs) > 1:
                found.append(f"line {place.loc.line}: {call}")
    return found
