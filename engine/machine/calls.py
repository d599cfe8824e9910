"""More words that Numba lacks: calls of a function by itself, and of one whose address is known.

As in machine/words.py each is a Python function, and below it what compiled code gets.
"""

import sys

from numba import config, types
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.core.typing.templates import signature as typed
from numba.extending import lower_builtin

from engine.machine.words import U64, WORD

_entrances: dict[int, object] = {}


def again(*arguments):
    """Call the function that contains this call (it returns int64 and does not raise).

    A plain self-call costs Numba four times the compile time and breaks its cache.
    """
    caller = sys._getframe(1)
    return caller.f_globals[caller.f_code.co_name](*arguments)


@infer_global(again)
class Again(AbstractTemplate):
    """The type of `again`: whatever is given, an int64 comes back."""

    def generic(self, arguments, named):
        """Accept the argument types of the function around the call."""
        return typed(types.int64, *(types.unliteral(argument) for argument in arguments))


@lower_builtin(again, types.VarArg(types.Any))
def _(context, builder, signature, arguments):
    packer = context.call_conv._get_arg_packer(signature.args)
    given = [WORD.as_pointer(), None, *packer.argument_types]
    wanted = builder.function.function_type.args
    alike = all(one == other for one, other in zip(given[2:], wanted[2:], strict=False))
    if len(given) != len(wanted) or not alike or wanted[0] != given[0]:
        raise TypeError(f"again{signature.args} does not fit the function it is written in")
    _, result = context.call_conv.call_function(
        builder, builder.function, signature.return_type, signature.args, arguments
    )
    return result


def entrance(function):
    """The number under which `call_at` finds a compiled function: where its code lies.

    Another at every start, so it is kept in a record and never in the compiled code.
    """
    if config.DISABLE_JIT:
        _entrances[id(function)] = function
        return U64(id(function))
    (compiled,) = function.overloads.values()
    return U64(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))


def call_at(where, *arguments):
    """Call the function at an `entrance`: its types as given, int64 comes back, it does not raise.

    The caller does not contain the code of the function, as it does with a plain call. That saves
    the compiler a second pass over all of it, and every start the loading.
    """
    return _entrances[int(where)](*arguments)


@infer_global(call_at)
class CallAt(Again):
    """The type of `call_at`: an address and whatever else is given."""

    def generic(self, arguments, named):
        """Accept the argument types of the call."""
        if not arguments or arguments[0] != types.uint64:
            return None
        return super().generic(arguments, named)


@lower_builtin(call_at, types.uint64, types.VarArg(types.Any))
def _(context, builder, signature, arguments):
    kinds = signature.args[1:]
    kind = context.call_conv.get_function_type(signature.return_type, kinds)
    function = builder.inttoptr(arguments[0], kind.as_pointer())
    _, result = context.call_conv.call_function(
        builder, function, signature.return_type, kinds, arguments[1:]
    )
    return result
