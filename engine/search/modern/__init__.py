"""MODERN, the strong search."""
