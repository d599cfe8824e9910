"""More words of compiled code: calls of a function by itself, and of one whose address is known.

As in `words.py` each is a plain Python function; `lowering/calls.py` has what compiled code gets.
"""

import sys

from engine.machine.core import UNCOMPILED
from engine.machine.words import U64

_entrances: dict[int, object] = {}


def again(*arguments):
    """Call the function that contains this call (it returns int64 and does not raise).

    A plain self-call costs Numba four times the compile time and breaks its cache.
    """
    caller = sys._getframe(1)
    return caller.f_globals[caller.f_code.co_name](*arguments)


def entrance(function):
    """The number under which `call_at` finds a door: where its code lies.

    Another at every start, so it is kept in a record and never in the compiled code.
    """
    if UNCOMPILED:
        _entrances[id(function)] = function
        return U64(id(function))
    return U64(function.address)


def call_at(where, *arguments):
    """Call the function at an `entrance`: its types as given, int64 comes back, it does not raise.

    The caller does not contain the code of the function, as it does with a plain call. That saves
    the compiler a second pass over all of it.
    """
    return _entrances[int(where)](*arguments)
