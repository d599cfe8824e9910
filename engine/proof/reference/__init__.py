"""Slow and exact: the theory of proof numbers for small graphs, in plain Python."""
