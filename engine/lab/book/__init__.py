"""An opening book made of games that were played."""
