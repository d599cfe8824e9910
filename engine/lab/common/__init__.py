"""What several rooms of the laboratory share."""
