"""Opening books made from games."""
