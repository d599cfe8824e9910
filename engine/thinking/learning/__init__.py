"""Learning the weights of move classes, and so how deep a line is searched, from games."""
