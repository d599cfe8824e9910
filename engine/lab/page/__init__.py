"""Reports as HTML pages: what a page consists of, its style, plots and boards."""
