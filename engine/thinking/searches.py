"""The searches as the Python side sees them: a row for each.

A row is all that a third search needs beside its own room in `engine/search/` and its name among
the options.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.options import Value, defaults
from engine.options.kinds import Check
from engine.options.modern import MODERN


@dataclass(frozen=True)
class Search:
    """A search: where its code lies, and what the code around it has to know of it."""

    name: str
    """The choice of the option Search."""
    modules: tuple[str, str, str]
    """The module of the root, the one of the plies below it, and the one of its memory."""
    evaluation: str
    """The row of `evaluation/evaluations.py` that it uses, by name."""
    half_window: int | str
    """Centipawns on either side of the last score, for the first window of an iteration; or the
    field of the option that gives them."""
    widens_window: bool
    """Whether a window in which the search failed grows step by step; else it is opened at once."""
    mate_slack: int
    """Plies beyond those of a mate that `go mate` searches: a selective search may miss it."""
    mate_shortening: int
    """How many times as deep as the mate `go mate` searches once it knows a longer mate."""
    mate_settings: Mapping[str, Value]
    """Settings by field that `go mate` forces: a static value is no argument against a mate."""
    unpruned_settings: Mapping[str, Value]
    """Settings by field with which it tries every move to its full depth: only such a search can
    tell that there is no mate. What it finds after a single repetition depends on the way there,
    and the table would carry it to other ways: so threefold repetition counts, as in the rules."""
    extension_percent: int
    """By how much of its depth, in per cent, a line may be searched deeper than that depth."""
    evasion_plies: int
    """Plies below the last one, and beside the extensions, in which checks are still answered."""
    refused: Mapping[str, str]
    """Switches by field that mean nothing to it, each with the reason."""
    below: str = "negamax"
    """The function of the second module that the root calls."""
    zero_window: str = ""
    """The one for zero windows, as module:name, if the search has such a function of its own."""
    evaluations: tuple[str, ...] = ()
    """The evaluations among which the option Evaluation chooses, if it does for this search."""

    def refusal(self, settings: Mapping[str, Value]) -> str | None:
        """Return the reason why it cannot run with these settings; None if it can."""
        for field, reason in self.refused.items():
            if settings[field]:
                return reason
        return None

    def evaluation_for(self, settings: Mapping[str, Value]) -> str:
        """Return the name of the evaluation that the settings ask for."""
        wanted = str(settings["evaluation"])
        return wanted if wanted in self.evaluations else self.evaluation

    def half_width(self, settings: Mapping[str, Value]) -> int:
        """Return the half width of the first window of an iteration in centipawns."""
        if isinstance(self.half_window, str):
            return int(settings[self.half_window])
        return self.half_window

    def mate_depths(self, moves: int) -> tuple[int, int]:
        """Return how many plies deep a mate is looked for.

        Parameters
        ----------
        moves : int
            Of the mate.

        Returns
        -------
        tuple of int
            The depth without a sign of a mate, and the one when a longer mate is known.
        """
        plies = 2 * moves - 1
        return plies + self.mate_slack, plies * self.mate_shortening


PRUNING = {option.field for option in MODERN if isinstance(option, Check)} - {
    *("killer_moves", "counter_moves", "capture_history", "continuation_history"),
    "mate_distance_pruning",
}
"""Fields of MODERN's switches, but for those that only order moves, and for the one that leaves out
what is longer than a known mate."""
ROWS = (
    Search(
        name="Modern",
        modules=(
            "engine.search.modern.root",
            "engine.search.modern.negamax",
            "engine.search.modern.memory",
        ),
        evaluation="Tapered",
        half_window=18,
        widens_window=True,
        mate_slack=8,
        mate_shortening=3,
        mate_settings={"reverse_futility": False, "razoring": False, "futility": False},
        unpruned_settings=dict.fromkeys(PRUNING, False) | {"strict_threefold": True},
        extension_percent=50,
        evasion_plies=8,
        refused={
            "entry_principal": "Entry Principal belongs to the search AliBaba: Modern keeps no "
            "main line for each root move.",
            "entry_draw": "Entry Draw belongs to the search AliBaba: what Modern prunes proves no "
            "draw.",
            "entry_both_bounds": "Entry Both Bounds belongs to the search AliBaba.",
        },
    ),
    Search(
        name="AliBaba",
        modules=(
            "engine.search.alibaba.root",
            "engine.search.alibaba.negamax",
            "engine.search.alibaba.memory",
        ),
        evaluation="AliBaba",
        half_window="pawn_value",
        widens_window=False,
        mate_slack=0,
        mate_shortening=1,
        mate_settings={},
        unpruned_settings={
            "quiescence": False,
            "faithful_flags": False,
            "strict_threefold": True,
        },
        extension_percent=0,
        evasion_plies=1,
        refused={
            "entry_extension": "Entry Extension belongs to the search Modern: AliBaba extends "
            "nothing.",
        },
    ),
    Search(
        name="Selective",
        modules=(
            "engine.search.selective.root",
            "engine.search.selective.pv_search",
            "engine.search.selective.memory",
        ),
        below="pv_search",
        zero_window="engine.search.selective.zero_window:zero_window",
        evaluation="Tapered",
        evaluations=("Tapered", "AliBaba"),
        half_window="aspiration_margin",
        widens_window=False,
        mate_slack=2,
        mate_shortening=2,
        mate_settings={},
        unpruned_settings={
            "algorithm": "PVS",
            "null_move": False,
            "uncertainty_cuts": False,
            "multi_cut": False,
            "extensions": "None",
            "quiescence": False,
            "pure_search": False,
            "strict_threefold": True,
        },
        extension_percent=100,
        evasion_plies=9,
        refused={
            "entry_principal": "Entry Principal belongs to the search AliBaba.",
            "entry_draw": "Entry Draw belongs to the search AliBaba.",
            "entry_both_bounds": "Entry Both Bounds belongs to the search AliBaba.",
            "entry_extension": "Entry Extension belongs to the search Modern.",
        },
    ),
)
SEARCHES = {search.name: search for search in ROWS}
"""The rows by name, in the order of the option's choices."""
USUAL = str(defaults()["search"])
"""The one that an engine begins with."""
