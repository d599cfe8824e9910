"""The selective ideas of MODERN, one a file."""
