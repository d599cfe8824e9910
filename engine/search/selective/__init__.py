"""SELECTIVE, the search of Björnsson (2002): what to leave out, and what to search deeper."""
