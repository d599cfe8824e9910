"""Tuning of the evaluation: `sesame tune`."""
