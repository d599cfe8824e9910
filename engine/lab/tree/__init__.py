"""`sesame tree`: what Tree Log has written, in the terminal or as a page."""
