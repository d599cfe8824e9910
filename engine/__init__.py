"""Sesame: a chess engine for experiments with search, readable first and compiled by Numba."""
