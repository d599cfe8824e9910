"""What every search has: the worker, scores, lines, the use of the table."""
