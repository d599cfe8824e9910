"""The Python side of a search: clock, iterations, threads, reports."""
