"""The report of the experiments: an HTML page with tables, plots, boards and verdicts."""
