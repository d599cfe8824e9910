"""The functions behind doors, and in what order they can be compiled by several at once."""

import threading
from collections.abc import Iterable
from graphlib import TopologicalSorter
from importlib import import_module

from engine.machine.core import Core, Door


def doors_named(names: Iterable[str]) -> list[Door]:
    """Import doors by names in the form module:name."""
    found = []
    for name in names:
        module, _, function = name.partition(":")
        found.append(getattr(import_module(module), function))
    return found


def functions_behind(doors: Iterable[Core]) -> dict[str, Core]:
    """Give the functions that doors need, by name, the doors included."""
    found: dict[str, Core] = {}
    waiting = list(doors)
    while waiting:
        function = waiting.pop()
        if function.name not in found:
            found[function.name] = function
            waiting += function.callees()
    return found


def urgency(callees: dict[str, set[str]], lengths: dict[str, int]) -> dict[str, int]:
    """Guess by function the way from its beginning to the end of all that need it."""
    ways: dict[str, int] = {}
    for name in reversed(tuple(TopologicalSorter(callees).static_order())):
        after = (ways[other] for other in ways if name in callees[other])
        ways[name] = lengths[name] + max(after, default=0)
    return ways


class Plan:
    """The functions behind doors, handed out when they can be compiled.

    Parameters
    ----------
    doors
        What is wanted.
    """

    def __init__(self, doors: Iterable[Core]) -> None:
        functions = functions_behind(doors)
        callees = {
            name: {callee.name for callee in function.callees()}
            for name, function in functions.items()
        }
        # The time that a function takes to compile grows with all that is put into it.
        lengths: dict[str, int] = {}
        for name in TopologicalSorter(callees).static_order():
            lengths[name] = len(functions[name].function.__code__.co_code) + sum(
                lengths[callee] for callee in callees[name]
            )
        self._urgency = urgency(callees, lengths)
        self._order = TopologicalSorter(callees)
        self._order.prepare()
        self._ready: list[str] = []
        self._failed = self._closed = False
        self._changed = threading.Condition()

    def next_function(self) -> str | None:
        """Wait for a function whose callees are compiled; None when there is no more."""
        with self._changed:
            while self._order.is_active() and not self._failed:
                self._ready += self._order.get_ready()
                if self._ready:
                    self._ready.sort(key=lambda name: (self._urgency[name], name))
                    return self._ready.pop()
                self._changed.wait()
            return None

    def finish(self, name: str) -> None:
        """Note that a function is compiled."""
        with self._changed:
            self._order.done(name)
            self._changed.notify_all()

    def fail(self) -> None:
        """Begin no more functions."""
        with self._changed:
            self._failed = True
            self._changed.notify_all()

    def close(self) -> bool:
        """Tell the first who asks, when everything is compiled, that the rest is his to do."""
        with self._changed:
            first, self._closed = not (self._failed or self._closed), True
            return first

    @property
    def has_failed(self) -> bool:
        """Whether somebody could not go on."""
        return self._failed
