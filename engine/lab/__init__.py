"""The laboratory: measuring, and later experiments and matches."""
