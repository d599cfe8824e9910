"""What the search Selective counts of itself, as totals that can be added up over searches.

Of the rows of `Cut Stats`, of which there are thousands, the moments are kept: for each predictor
and each group of nodes, those that cut off and those that do not.
"""

from collections import Counter

import numpy as np

from engine.thinking.selective_report import SelectiveReport

PREDICTORS = (
    *("legal_moves", "history_above_0", "history_above_100", "quiescence", "quiescence_25"),
    *("search", "search_25"),
)
"""Columns of CUT_ROW that count promising moves."""
GROUPS = ("false", "true")
"""Nodes by whether a search in full finds a cut-off."""
FEW = 3
"""Promising moves that multi-cut wants."""


def add_counts(total: Counter[str], report: SelectiveReport) -> None:
    """Add the counts of a search; `<predictor> <group> max` is the largest number of moves."""
    total.update(report.counts)
    for rule, audit in report.audits.items():
        total.update({f"{rule} {name}": number for name, number in audit._asdict().items()})
    if not len(report.cut_rows):
        return
    for place, group in enumerate(GROUPS):
        rows = report.cut_rows[report.cut_rows["cuts_off"] == place]
        total[f"{group} nodes"] += len(rows)
        total[f"{group} promising"] += int(np.count_nonzero(rows["search"] >= FEW))
        for predictor in PREDICTORS:
            name, moves = f"{predictor} {group}", rows[predictor].astype(np.int64)
            total[f"{name} sum"] += int(moves.sum())
            total[f"{name} squares"] += int((moves**2).sum())
            total[f"{name} some"] += int(np.count_nonzero(moves))
            total[f"{name} max"] = max(total[f"{name} max"], int(moves.max(initial=0)))
