"""Results of proof experiments whose cells nobody searched: a function says what each came to."""

from engine.lab.experiments.catalogue import experiments
from engine.lab.experiments.cells import core_for
from engine.lab.experiments.proving import NAMES
from engine.lab.experiments.results import Results
from engine.lab.experiments.searching import Searched


class Cells:
    """A store in which every cell is found."""

    def __init__(self, came_to):
        self.came_to = came_to

    def found(self, wanted, core):
        return {cell: self.came_to(dict(cell.options), cell.game) for cell in wanted}


def searched(nodes=100, found="proved", seconds=1.0, **counters):
    """What a search of one position came to."""
    is_solved = found in ("proved", "disproved")
    counted = {"nodes": nodes, "solved": int(is_solved), "solved_nodes": nodes * is_solved}
    row = tuple((counted | counters).get(name, 0) for name in NAMES)
    return Searched(((nodes,),), NAMES, (row,), seconds, (found,), (0,))


def results_with(name, came_to, quick=False):
    """Results of an experiment; `came_to` tells what a cell with some options and game came to."""
    experiment = experiments()[name]
    grid = experiment.grid(quick)
    return Results(experiment, grid, Cells(came_to), core_for(experiment, grid))


def verdict(results, words):
    """The verdict on the one claim that has these words."""
    (claim,) = [claim for claim in results.experiment.claims if words in claim.text]
    return str(results.judgement(claim).verdict)
