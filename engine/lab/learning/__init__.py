"""Learning the values of numeric options, from a suite of positions or by matches."""
