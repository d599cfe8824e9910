"""ALIBABA, the search of the thesis."""
