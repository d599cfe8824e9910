"""The claims of the papers, with the rules by which our numbers are judged."""
