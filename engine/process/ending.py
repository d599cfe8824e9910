"""The end of a process that cannot wait: a thread is at work that nothing stops, as the compiler.

Python's own `atexit` is skipped then, so what must be cleared away is registered here.
Import-light: the conversation may end before anything heavy is loaded.
"""

import atexit
import os
import sys
from collections.abc import Callable
from typing import NoReturn

_actions: list[Callable[[], None]] = []


def at_the_end(action: Callable[[], None]) -> None:
    """Register what is to be done however the process ends, unless it is killed."""
    atexit.register(action)
    _actions.append(action)


def end_at_once(status: int = 0) -> NoReturn:
    """End the process without waiting for its threads.

    Parameters
    ----------
    status
        The exit status.
    """
    for action in _actions:
        action()
    if sys.stderr is not None:
        sys.stderr.flush()
    os._exit(status)
