"""Threads that recurse deeply, as the compiler and the compiled search do."""

import threading
from collections.abc import Callable

STACK_BYTES = 64 * 2**20  # the default of a thread is 8 MiB or less


def start_deep(work: Callable[[], object], name: str) -> threading.Thread:
    """Start a thread with a large stack that does not keep the process alive.

    Raises
    ------
    RuntimeError
        If the system has no memory for another thread.
    """
    usual_stack = threading.stack_size(STACK_BYTES)
    try:
        thread = threading.Thread(target=work, name=name, daemon=True)
        thread.start()
    finally:
        threading.stack_size(usual_stack)
    return thread
