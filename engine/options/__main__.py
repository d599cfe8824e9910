"""`python -m engine.options` prints docs/options.md."""

from engine.options import markdown

if __name__ == "__main__":
    print(markdown(), end="")
