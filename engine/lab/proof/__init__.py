"""Proofs of chess positions, in the terminal and as pages."""
