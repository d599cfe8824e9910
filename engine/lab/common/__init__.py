"""Shared by several rooms of the laboratory."""
