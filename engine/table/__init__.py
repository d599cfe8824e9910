"""The transposition table: what is remembered of a position, and who stays when it is full."""
