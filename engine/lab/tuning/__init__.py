"""The tuner of the evaluation: `sesame tune`."""
