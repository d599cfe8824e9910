"""Domineering in the laboratory: boards solved with any replacement scheme and table size."""
