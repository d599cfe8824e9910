"""The games of the proof searches: each file holds the doors of one."""
