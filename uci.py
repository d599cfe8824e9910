"""The program for GUIs: `python uci.py` speaks UCI; arguments are commands.

Nothing heavy is imported here: engine/uci/conversation.py answers while a thread loads the engine.
"""

import sys

INTERRUPTED = 130
"""Exit status after Ctrl-C, also before anything is imported."""


def main() -> int:
    """Run the command line; the entry point of the command `sesame`."""
    try:
        from engine.cli import main as obey
    except KeyboardInterrupt:
        return INTERRUPTED

    return obey(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
