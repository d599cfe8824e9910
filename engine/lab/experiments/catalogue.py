"""All experiments by name: whatever stands in the folder `declared`."""

from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from engine.lab.common.errors import LaboratoryError
from engine.lab.experiments import declared
from engine.lab.experiments.declaration import Experiment
from engine.process.texts import quoted


@cache
def experiments() -> dict[str, Experiment]:
    """Return the experiments, in the order of their names' files."""
    modules = sorted(module.name for module in iter_modules(declared.__path__))
    found = [import_module(f"{declared.__name__}.{name}").EXPERIMENT for name in modules]
    return {experiment.name: experiment for experiment in found}


def experiment_called(name: str) -> Experiment:
    """Return an experiment.

    Raises
    ------
    LaboratoryError
        If there is none of this name.
    """
    found = experiments().get(name.lower())
    if found is None:
        near = get_close_matches(name.lower(), experiments(), 3)
        hint = f" Did you mean {' or '.join(near)}?" if near else ""
        raise LaboratoryError(
            f"There is no experiment {quoted(name)}.{hint} `sesame experiment list` names all."
        )
    return found
