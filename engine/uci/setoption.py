"""The words after `setoption`, split into the name of an option and its value."""

from engine.options import BY_NAME, normal
from engine.options.kinds import OptionError

MOST_WORDS = max(len(name.split()) for name in BY_NAME)  # of a name


def name_and_value(words: list[str]) -> tuple[str, str]:
    """Split the words after `setoption`.

    The word `value` separates them, but names may contain it, too: the longest name of an option
    that fits counts.

    Parameters
    ----------
    words
        Everything after `setoption`.

    Returns
    -------
    tuple of str and str
        The name, whether there is such an option or not; the value, empty where there is none.

    Raises
    ------
    OptionError
        If the word `name` is missing.
    """
    if not words or words[0].lower() != "name":
        raise OptionError("setoption needs the word name and the name of an option.")
    words = words[1:]
    dividers = [place for place, word in enumerate(words) if word.lower() == "value"]
    places = [*dividers, len(words)]
    known = [
        place
        for place in places
        if place <= MOST_WORDS and normal(" ".join(words[:place])) in BY_NAME
    ]
    place = known[-1] if known else places[0]
    return " ".join(words[:place]), " ".join(words[place + 1 :])


def as_written(text: str, line: str) -> str:
    """Return the value with its original spaces: the name of a folder may contain two in a row.

    Parameters
    ----------
    text
        The value, its words divided by single spaces.
    line
        The command that ends with it.
    """
    before = line.rstrip().rsplit(None, len(text.split()))[0]
    return line.rstrip()[len(before) :].lstrip()
