"""What was learned, in the forms that others read: CSV, JSON, `setoption` lines, a plot's lines."""

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import NamedTuple

from engine.lab.learning.offline import Iteration
from engine.lab.learning.parameters import Parameter, Setting, Values, settings_of
from engine.lab.learning.plan import MatchPlan, OfflinePlan, Plan, named
from engine.lab.learning.spsa import Step

Row = dict[str, object]
PLACES = 4  # decimals of values


class Learned(NamedTuple):
    """A run in its rows; the last one has the final values."""

    plan: Plan
    rows: list[Row]
    """By iteration, with the same columns: the parameters by their names, and what was measured."""
    setting: Setting
    values: Values
    shown: str
    """The column that was measured, for the plot."""


def of_iterations(plan: OfflinePlan, iterations: list[Iteration]) -> Learned:
    """Return what LSC-offline has learned."""
    parameters, last = plan.subject.parameters, iterations[-1]
    rows = [
        {
            "iteration": one.number,
            **by_name(parameters, one.values),
            "cost": one.base.cost,
            "nodes": one.base.nodes,
            "solved": one.base.solved,
            **{
                f"change by {parameter.name}": rounded(part)
                for parameter, part in zip(parameters, one.gradient, strict=False)
            },
            "rate": rounded(one.rate),
        }
        for one in iterations
    ]
    shown = "nodes" if plan.cost == "nodes" else "solved"
    return Learned(plan, rows, last.setting, last.values, shown)


def of_steps(plan: MatchPlan, steps: list[Step]) -> Learned:
    """Return what SPSA has tuned."""
    parameters = plan.subject.parameters
    values = steps[-1].moved
    rows: list[Row] = [
        {
            "iteration": one.trial.number,
            **by_name(parameters, one.trial.values),
            **by_name(parameters, one.trial.plus, " plus"),
            **by_name(parameters, one.trial.minus, " minus"),
            "score": rounded(one.score),
            "games": one.games,
        }
        for one in steps
    ]
    rows.append({"iteration": len(steps), **by_name(parameters, values)})
    return Learned(plan, rows, settings_of(parameters, values), values, "score")


def by_name(
    parameters: tuple[Parameter, ...], values: Values | Setting, suffix: str = ""
) -> dict[str, object]:
    """Return values by the names of parameters."""
    return {
        f"{one.name}{suffix}": rounded(value) for one, value in zip(parameters, values, strict=True)
    }


def rounded(value: float) -> float:
    """Return a value without digits that mean nothing."""
    return round(value, PLACES)


def csv_of(learned: Learned) -> str:
    """Write all rows as CSV; a column that a row does not have is empty."""
    columns = dict.fromkeys(name for row in learned.rows for name in row)
    output = io.StringIO()
    writer = csv.DictWriter(output, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(learned.rows)
    return output.getvalue()


def json_of(learned: Learned) -> str:
    """Write the result with all that it is made of."""
    parameters = learned.plan.subject.parameters
    return json.dumps(
        {
            **learned.plan.facts(),
            "run": named(learned.plan).key,
            "iterations": len(learned.rows) - 1,
            "learned": [
                {**asdict(one), "value": rounded(value), "setting": setting}
                for one, value, setting in zip(
                    parameters, learned.values, learned.setting, strict=True
                )
            ],
            "last": learned.rows[-1],
        },
        indent=2,
    )


def setoption_lines(learned: Learned) -> list[str]:
    """Write the final values as UCI commands."""
    return [
        f"setoption name {one.name} value {value}"
        for one, value in zip(learned.plan.subject.parameters, learned.setting, strict=True)
    ]


MOST_LINES = 24


def table_of(learned: Learned) -> Iterator[str]:
    """Write some rows for a terminal, always the first and the last."""
    names = [one.name for one in learned.plan.subject.parameters]
    rows = learned.rows
    further = [name for name in ("nodes", "solved", "score", "games") if name in rows[0]]
    columns = ["iteration", *names, *further]
    every = max(1, -(-len(rows) // MOST_LINES))
    kept = [row for place, row in enumerate(rows) if place % every == 0 or row is rows[-1]]
    cells = [[cell(row.get(name, ""), name in names) for name in columns] for row in kept]
    widths = [
        max(len(name), *(len(line[place]) for line in cells)) for place, name in enumerate(columns)
    ]
    for line in [columns, *cells]:
        yield "  ".join(text.rjust(width) for text, width in zip(line, widths, strict=True))


def cell(value: object, is_parameter: bool) -> str:
    """Write a number."""
    if isinstance(value, float):
        return f"{value:.1f}" if is_parameter else f"{value:+.3f}"
    return f"{value:,}" if isinstance(value, int) else str(value)
