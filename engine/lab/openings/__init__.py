"""Opening positions for matches: reading those of others, making our own."""
