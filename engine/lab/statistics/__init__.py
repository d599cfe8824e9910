"""What a match proves: numbers from counts of results, nothing of games or engines."""
