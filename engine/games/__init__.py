"""Games beside chess that share the transposition table: a room and a row for each."""
