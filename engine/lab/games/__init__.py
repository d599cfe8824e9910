"""Games that were played, out of the databases of `sesame match` and out of PGN."""
