"""Matches: sides, openings and limits come in; games, each with its reason, come out."""
