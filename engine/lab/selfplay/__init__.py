"""Self-play: games of Sesame against itself, kept as positions to tune the evaluation with."""
