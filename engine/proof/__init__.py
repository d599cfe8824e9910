"""Proof-number search, compiled: the games it plays, and a file for each of its forms."""
