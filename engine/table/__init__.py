"""The transposition table: its entries, its memory, and what it replaces when it is full."""
