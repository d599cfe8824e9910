"""What a position is worth before it is searched: one file per kind of evaluation."""
