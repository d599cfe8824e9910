"""The decorators of the compiled core and the types of its signatures; Numba is not imported here.

A function below `@core` is compiled when compiled code or Python first needs it. One below `@door`
is called by Python while the engine works: its machine code is kept (`linking.py`), so that a warm
start neither compiles nor imports Numba. With NUMBA_DISABLE_JIT=1 both stay plain Python.
"""

import ctypes
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from dis import get_instructions
from functools import cached_property
from types import CodeType
from typing import Any

import numpy as np


def is_switched_off() -> bool:
    """Tell whether the user has switched compilation off; Numba reads the variable alike."""
    try:
        return int(os.environ.get("NUMBA_DISABLE_JIT") or 0) != 0
    except ValueError:
        return False


UNCOMPILED = is_switched_off()
"""Whether the core runs as plain Python."""


class Kind:
    """A type of a signature; called with the types of the arguments it gives the signature."""

    def __call__(self, *arguments: "Kind") -> "Signature":
        """Return the signature of a function that returns this type."""
        return Signature(self, arguments)


@dataclass(frozen=True)
class Scalar(Kind):
    """A machine word, a truth value, or nothing."""

    name: str
    """As Numba calls it."""
    c_type: type
    """How it travels between Python and a door."""
    of: Any = None
    """NumPy's type of such numbers."""

    def __call__(self, *arguments: Any) -> Any:
        """Return a signature, or, in a compiled function, the number as this type."""
        if len(arguments) == 1 and not isinstance(arguments[0], Kind):
            return self.of(arguments[0])
        return super().__call__(*arguments)


@dataclass(frozen=True, eq=False)
class Record(Kind):
    """A pointer to a C struct."""

    dtype: Any


@dataclass(frozen=True, eq=False)
class Tuple(Kind):
    """Several values together; within compiled code only."""

    kinds: tuple[Kind, ...]
    named: type | None = None
    """The NamedTuple that it is, if any."""


@dataclass(frozen=True)
class Signature:
    """The types of a function's result and arguments."""

    result: Kind
    arguments: tuple[Kind, ...]


int64 = Scalar("int64", ctypes.c_int64, np.int64)
uint64 = Scalar("uint64", ctypes.c_uint64, np.uint64)
boolean = Scalar("boolean", ctypes.c_bool, np.bool_)
void = Scalar("void", ctypes.c_void_p)


def record(dtype: Any) -> Record:
    """Return the type of a pointer to a record of a NumPy dtype."""
    return Record(dtype)


def tuple_of(*kinds: Kind) -> Tuple:
    """Return the type of a tuple."""
    return Tuple(kinds)


def named_tuple(kind: type, *kinds: Kind) -> Tuple:
    """Return the type of a NamedTuple with fields of these types."""
    return Tuple(kinds, kind)


class Core:
    """A function of the core: compiled at the latest when it is called.

    Parameters
    ----------
    function
        What is compiled.
    signature
        The only one it has.
    forceinline
        Whether LLVM must put it into its callers.
    """

    def __init__(self, function: Callable[..., Any], signature: Signature, forceinline: bool):
        self.function, self.signature, self.forceinline = function, signature, forceinline
        self.__name__, self.__doc__ = function.__name__, function.__doc__
        self.__module__, self.__qualname__ = function.__module__, function.__qualname__

    def __repr__(self) -> str:  # noqa: D105
        return f"<core function {self.name}>"

    @property
    def name(self) -> str:
        """Module and name."""
        return f"{self.function.__module__}.{self.function.__name__}"

    @property
    def takes_records(self) -> bool:
        """Whether an argument is a record, which Python cannot hand over."""
        return any(isinstance(kind, Record) for kind in self.signature.arguments)

    @cached_property
    def dispatcher(self) -> Any:
        """Numba's dispatcher, with the function compiled or loaded from the cache."""
        from engine.machine.lowering.compile import compiled_by_numba

        return compiled_by_numba(self)

    def callees(self) -> Iterator["Core"]:
        """Give the functions of the core that this one names."""
        space = self.function.__globals__
        for name in names_in(self.function.__code__):
            if isinstance(space.get(name), Core):
                yield space[name]

    @cached_property
    def _door(self) -> "Door":
        return Door(self.function, self.signature, self.forceinline)

    def __call__(self, *arguments: Any) -> Any:
        """Call it from Python, which tests do: it is compiled as a door then."""
        return self._door(*arguments)


def plain(function: Any) -> Callable[..., Any]:
    """Return the Python function behind one of the core: for a single call quicker than a door."""
    return function.function if isinstance(function, Core) else function


def names_in(code: CodeType) -> Iterator[str]:
    """Give the global names that a function's code loads, nested code included; not attributes."""
    for step in get_instructions(code):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            yield str(step.argval)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_in(constant)


class Door(Core):
    """A function of the core that Python calls by its address, or whose address the core keeps."""

    @cached_property
    def address(self) -> int:
        """Where its code lies: kept machine code, or what Numba has just compiled."""
        from engine.machine import linking

        where = linking.address_of(self.name)
        if not where:
            from engine.machine.lowering.compile import address_in

            where = address_in(self.dispatcher)
        return where

    @cached_property
    def _call(self) -> Callable[..., int]:
        if self.takes_records:
            raise TypeError(f"{self.name} takes records: call it from compiled code.")
        kinds = [kind.c_type for kind in self.signature.arguments if isinstance(kind, Scalar)]
        places = (ctypes.c_void_p, ctypes.c_void_p)  # of the result and of an exception
        return ctypes.CFUNCTYPE(ctypes.c_int32, *places, *kinds)(self.address)

    @cached_property
    def _result(self) -> type:
        kind = self.signature.result
        assert isinstance(kind, Scalar)
        return kind.c_type

    def __call__(self, *arguments: Any) -> Any:
        """Call it with integers; the interpreter lock is released meanwhile."""
        result, exception = self._result(), ctypes.c_void_p()
        status = self._call(
            ctypes.byref(result), ctypes.byref(exception), *[int(word) for word in arguments]
        )
        if status:
            raise RuntimeError(f"{self.name} ended with status {status}.")
        return result.value


def core(signature: Signature, forceinline: bool = False) -> Callable[[Callable[..., Any]], Any]:
    """Declare a function of the core; see `Core`."""

    def declare(function: Callable[..., Any]) -> Any:
        return function if UNCOMPILED else Core(function, signature, forceinline)

    return declare


def door(signature: Signature) -> Callable[[Callable[..., Any]], Any]:
    """Declare a function of the core that Python calls, or whose address it hands to the core."""

    def declare(function: Callable[..., Any]) -> Any:
        return function if UNCOMPILED else Door(function, signature, False)

    return declare
