"""The program for GUIs: `python uci.py` speaks UCI; arguments are commands.

Nothing heavy is imported here: engine/uci/conversation.py answers while a thread loads the engine.
"""

import sys


def main() -> int:
    """Run the command line; the entry point of the command `sesame`."""
    from engine.cli import main as obey

    return obey(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
