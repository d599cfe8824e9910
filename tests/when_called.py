"""Functions of tests that are compiled when they are first called.

`njit` with a signature compiles while a file is read, and every process of the tests reads all.
"""

from collections.abc import Callable
from functools import cache, wraps
from typing import Any

from numba import njit


def njit_when_called(signature: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Compile a function for one signature, later; compiled functions cannot call it."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @cache
        def compiled() -> Callable[..., Any]:
            return njit(signature)(function)

        @wraps(function)
        def call(*arguments: Any) -> Any:
            return compiled()(*arguments)

        return call

    return decorate
