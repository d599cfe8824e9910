"""The commands, and the answers to those that need no engine.

Import-light: used before anything heavy is loaded.
"""

from engine.options import OPTIONS, option_line
from engine.process.version import AUTHOR, NAME, version

COMMANDS = {
    "uci": "print name and options",
    "isready": "answer readyok, also during a search",
    "setoption": "name <option> [value <value>]: change an option",
    "ucinewgame": "start a new game: clear the table and the histories",
    "position": "startpos | fen <fen> [moves <move> ...]: set up a position",
    "go": "[depth|nodes|movetime|wtime|btime|winc|binc|movestogo|mate <number>] [infinite] "
    "[ponder] [searchmoves <move> ...]: search; go perft <depth>: count moves",
    "stop": "end the search and print its best move",
    "ponderhit": "the expected move was played: search on with the clock running",
    "setboard": "<fen>: set up a position and clear the table and the histories",
    "setparam": "<number> ...: set the options that Learn Parameters names",
    "gountil": "<move> ... <nodes>: search until a move is the best; prints nodes, 1 or 0, count",
    "debug": "on | off: print statistics of the table after each search, and tracebacks of errors",
    "register": "ignored: no registration is needed",
    "quit": "end the program",
    "d": "show the position",
    "eval": "show the evaluation of the position",
    "bench": "[depth] [search]: search fixed positions and print the total of nodes",
    "table": "show the statistics of the transposition table",
    "compile": "compile all searches for a quick start, and print where they are cached",
    "help": "print this list",
    "?": "print this list",
}

# Commands without an answer unless something is wrong: at the end of input nobody waits for them.
SILENT = (
    "setoption",
    "ucinewgame",
    "position",
    "stop",
    "ponderhit",
    "debug",
    "register",
    "setboard",
    "setparam",
)


def command_in(words: list[str]) -> tuple[str, list[str]] | None:
    """Find the command in a line; unknown words before it are skipped, as UCI requires.

    Returns
    -------
    tuple of str and list of str, or None
        The command and the words after it; None if no word is a command.
    """
    for place, word in enumerate(words):
        if word in COMMANDS:
            return word, words[place + 1 :]
    return None


def help_lines() -> list[str]:
    """Return the list of commands."""
    width = max(map(len, COMMANDS))
    return [f"{name:{width}}  {sentence}" for name, sentence in COMMANDS.items()]


def greeting() -> list[str]:
    """Return the answer to `uci`."""
    return [
        f"id name {NAME} {version()}",
        f"id author {AUTHOR}",
        *map(option_line, OPTIONS),
        "uciok",
    ]
