"""The games that the proof searches play: a file with the doors of each."""
