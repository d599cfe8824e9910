"""Proof searches of chess positions, for `go mate` and the laboratory."""
