"""The conversation with a chess program: text in, text out."""
