"""The machine instructions of the words in `machine/calls.py`."""

from numba import types
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.core.typing.templates import signature as typed
from numba.extending import lower_builtin

from engine.machine.calls import again, call_at
from engine.machine.lowering.words import WORD


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
