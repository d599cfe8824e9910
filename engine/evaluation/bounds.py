"""The range of static values, the same for every evaluation."""

HIGHEST = 30000
"""Centipawns that no static value exceeds, whatever stands on the board: mates lie above."""
