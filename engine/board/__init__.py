"""The rules of chess as records and compiled functions, and the FEN door into them."""
