"""The evaluation of MODERN: terms for the middle game and the endgame, mixed by phase."""
