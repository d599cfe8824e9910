"""Ending the process although a thread, such as the compiler's, cannot be stopped.

That skips Python's own `atexit`, so clean-up is registered here.
Import-light: the conversation may end before anything heavy is loaded.
"""

import atexit
import os
import sys
from collections.abc import Callable
from typing import NoReturn

_actions: list[Callable[[], None]] = []


def at_the_end(action: Callable[[], None]) -> None:
    """Register an action for the end of the process, however it ends, unless it is killed."""
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
