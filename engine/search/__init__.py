"""The searches, their ideas, and what a `go` does."""
