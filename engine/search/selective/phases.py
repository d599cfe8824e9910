"""The phases of a game as far as weights of moves go: choice X36 says when the ending begins."""

MIDDLE_GAME, ENDING = 0, 1
"""An opening counts as a middle game."""
