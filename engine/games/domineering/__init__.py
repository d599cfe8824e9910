"""Domineering: its rules, and a search to the end of the game."""
