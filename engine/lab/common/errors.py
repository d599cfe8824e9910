"""What a user asked for cannot be done: one kind of error for all commands of the laboratory."""


class LaboratoryError(ValueError):
    """The message is a sentence for the user."""
