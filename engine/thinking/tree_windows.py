"""The windows of an iteration, as the file of its tree describes them: a root each."""

from typing import Any, NamedTuple

from engine.search.shared.tree_log import STOPPED


class Window(NamedTuple):
    """A search of the root, as the file has it."""

    line: int
    alpha: int
    beta: int
    score: int
    stopped: bool
    nodes: int
    records: int


def windows_in(nodes: Any, whole: Window) -> list[Window]:
    """Return the searches of the root within a window: MTD(f) needs several, others are one.

    Parameters
    ----------
    nodes
        The TREE_NODEs that were written, one tree after the other.
    whole
        The window that was asked for, with all nodes and records of them.
    """
    found, place = [], 0
    while place < len(nodes):
        root = nodes[place]
        found.append(
            whole._replace(
                alpha=int(root["alpha"]),
                beta=int(root["beta"]),
                score=int(root["value"]),
                stopped=bool(root["marks"] & STOPPED),
                nodes=int(root["nodes"]),
                records=int(root["records"]),
            )
        )
        place += int(root["records"])
    several = found[1:]
    if not several:
        return [whole]
    # Searches for whose roots there was no space are counted with the last that has one.
    missing = whole.nodes - sum(window.nodes for window in found)
    found[-1] = found[-1]._replace(nodes=found[-1].nodes + missing)
    return found
