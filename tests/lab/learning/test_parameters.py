"""Parameters of the command line: defaults, ranges, and sentences for what makes no sense."""

import pytest

from engine.lab.common.errors import LaboratoryError
from engine.lab.learning.parameters import (
    Declared,
    Parameter,
    own_options,
    read_parameters,
    settings_of,
)
from engine.options import find
from engine.options.learning import WEIGHTS

DECLARED = {
    "weight": Declared("Weight", 80, 0, 200),
    "mode=fast": Declared("Mode=Fast", 0, -10, 10),
    "wide": Declared("Wide", 0, 0, 1),
}

READ = {
    "alone": ("weight", Parameter("Weight", 80, 0, 200, 10, 100)),
    "start": ("WEIGHT = 100", Parameter("Weight", 100, 0, 200, 10, 100)),
    "range": ("Weight=,20,120", Parameter("Weight", 80, 20, 120, 5, 50)),
    "the default is out of the range": (
        "Weight=,100,180",
        Parameter("Weight", 100, 100, 180, 4, 40),
    ),
    "all": ("Weight=50, 10, 190, 7, 90", Parameter("Weight", 50, 10, 190, 7, 90)),
    "a name with =": ("Mode=Fast", Parameter("Mode=Fast", 0, -10, 10, 1, 10)),
    "a name with = and numbers": ("mode=fast=-3,-5,5", Parameter("Mode=Fast", -3, -5, 5, 1, 5)),
    "the smallest range": ("Wide", Parameter("Wide", 0, 0, 1, 1, 1)),
}


@pytest.mark.parametrize(("text", "parameter"), READ.values(), ids=READ)
def test_read(text, parameter):
    assert read_parameters([text], DECLARED) == (parameter,)


REFUSED = {
    "unknown": (["Speed"], "no numeric option 'Speed'; it has: Mode=Fast, Weight, Wide"),
    "empty": ([""], "no numeric option"),
    "twice": (["Weight", "weight=3"], "Weight is given twice"),
    "no number": (["Weight=much"], "Weight takes start, .* not 'much'"),
    "letters": (["weight=a,b,c"], "Weight takes start, .* not 'a,b,c'"),
    "too many": (["Weight=1,2,3,4,5,6"], "takes start, lowest, highest, step, unit, not '1,2"),
    "half a number": (["Weight=1.5"], "Weight takes start, .* not '1.5'"),
    "two signs": (["Weight=--1"], "takes start"),
    "below the option": (["Weight=5,-1"], "Weight takes 0 to 200; -1 to 200 is out of range"),
    "above the option": (["Weight=5,0,201"], "Weight takes 0 to 200; 0 to 201"),
    "empty range": (["Weight=5,5,5"], "The range of Weight is empty"),
    "start outside": (["Weight=5,10,20"], "The start of Weight, 5, is not within 10 to 20"),
    "no step": (["Weight=15,10,20,0"], "The step of Weight must be 1 to 10, not 0"),
    "a step beyond the range": (["Weight=15,10,20,11"], "must be 1 to 10, not 11"),
    "no unit": (["Weight=15,10,20,1,0"], "The unit of Weight must be at least 1"),
}


@pytest.mark.parametrize(("texts", "words"), REFUSED.values(), ids=REFUSED)
def test_refused(texts, words):
    with pytest.raises(LaboratoryError, match=words):
        read_parameters(texts, DECLARED)


def test_own_options_are_the_spins():
    declared = own_options()
    assert declared["reduction base"] == ("Reduction Base", find("Reduction Base").default, 0, 300)
    assert "search" not in declared and "pvs" not in declared


def test_values_are_rounded_and_kept_within_the_range():
    """A half goes up on both sides, so that a whole step always makes a whole difference."""
    (one,) = read_parameters(["Mode=Fast"], DECLARED)
    values = [-11.0, -2.5, -0.5, 0.49, 0.5, 1.5, 2.5, 99.0]
    assert [settings_of((one,), (value,))[0] for value in values] == [-10, -2, 0, 0, 1, 2, 3, 10]


def test_the_usual_ones_are_the_weights():
    """The source's range of 0.1 to 2 plies, from 1."""
    from engine.lab.learning.parameters import USUAL

    declared = {name.lower(): Declared(name, 100, 0, 200) for name in WEIGHTS}
    assert read_parameters(USUAL, declared) == tuple(
        Parameter(name, 100, 10, 200, 10, 100) for name in WEIGHTS
    )
