"""The report of a match as an HTML page: tables, ratings, course, time and openings."""
