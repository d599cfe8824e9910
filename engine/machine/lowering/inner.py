"""Numba's compiler for the functions that only compiled code calls: it stops at LLVM's bitcode.

A door contains all that it calls and is optimised with it. So the machine code of those functions
would never run, and to make it took two fifths of a first start.

Only the version of Numba in pyproject.toml is known to fit.
"""

from typing import Any

import llvmlite.binding as llvm
from numba import _dynfunc
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering

KIND = "bitcode of a function that is no door"
"""Marks such a function in a file."""
NOWHERE = 0
"""The address of code that is not made: Python must not call it."""


class BitcodeLibrary(JITCodeLibrary):
    """The code of a function for those that call it."""

    def get_pointer_to_function(self, name: str) -> int:
        """Return no address."""
        self._ensure_finalized()
        return NOWHERE

    def _optimize_final_module(self) -> None:
        """Leave it to the door, which has the whole in view."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def serialize_using_object_code(self) -> tuple[str, str, bytes]:
        """Give what is kept of the function; Numba asks by this name."""
        return self.name, KIND, self._get_module_for_linking().as_bitcode()

    @classmethod
    def kept(cls, codegen: Any, name: str, bitcode: bytes) -> "BitcodeLibrary":
        """Return the code of a function from what was kept of it."""
        library = cls(codegen, name)
        library._final_module = library._shared_module = llvm.parse_bitcode(bitcode)
        library._finalized = True
        return library


@register_pass(mutates_CFG=True, analysis_only=False)
class InnerLowering(NativeLowering):
    """Numba's step from types to LLVM, without machine code at its end."""

    _name = "inner_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower a function, and let others call it."""
        library = BitcodeLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library = library
        state.flags.no_compile = True
        super().run_pass(state)
        lowered = state["cr"]
        library._ensure_finalized()
        name = name_for_callers(lowered.fndesc, lowered.env, library)
        state.targetctx.insert_user_function(name, lowered.fndesc, [library])
        state["cr"] = lowered._replace(cfunc=name)
        return True


class InnerCompiler(Compiler):
    """Numba's steps with that one in its place."""

    def define_pipelines(self) -> list[Any]:
        """List the steps."""
        (pipeline,) = super().define_pipelines()
        pipeline.passes = [
            (InnerLowering if step is NativeLowering else step, text)
            for step, text in pipeline.passes
        ]
        return [pipeline]


def name_for_callers(description: Any, environment: Any, library: BitcodeLibrary) -> Any:
    """Return the object by which Numba finds a function when another calls it."""
    module, name = description.lookup_module(), description.qualname.rpartition(".")[2]
    return _dynfunc.make_function(module, name, "", NOWHERE, environment, (library,))


def is_inner(payload: Any) -> bool:
    """Tell whether what a file holds is such a function."""
    return bool(payload[0][1] == KIND)


def rebuilt(context: Any, payload: Any) -> CompileResult:
    """Return such a function from what a file holds; Numba does this for others."""
    kept, description, environment, signature, objectmode, lifted, annotation, reload, _ = payload
    name, _, bitcode = kept
    library = BitcodeLibrary.kept(context.codegen(), name, bitcode)
    return CompileResult(
        target_context=context,
        typing_context=context.typing_context,
        library=library,
        environment=environment,
        entry_point=name_for_callers(description, environment, library),
        fndesc=description,
        type_annotation=annotation,
        signature=signature,
        objectmode=objectmode,
        lifted=lifted,
        typing_error=None,
        call_helper=None,
        metadata=None,
        reload_init=reload,
        referenced_envs=(),
    )
