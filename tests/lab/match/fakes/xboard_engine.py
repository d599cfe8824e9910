"""An XBoard engine that moves its knights out and home, and then does what it is told to.

Words of the command: a fault and the number of moves on the board at which it strikes, or `random`
if it plays Chess960, and then a file for all that it is told.
"""

import sys
import time

KNIGHTS = ("g1f3", "g8f6", "f3g1", "f6g8")
FAULT = sys.argv[1] if len(sys.argv) > 1 else ""
AT = int(sys.argv[2]) if len(sys.argv) > 2 and FAULT != "random" else 2
LOG = sys.argv[2] if len(sys.argv) > 2 and FAULT == "random" else ""


def say(line):
    """Write a line at once."""
    print(line, flush=True)


def go(number):
    """Give a move; return how many there are now."""
    if FAULT == "resigns" and number >= AT:
        say("resign")
        return number
    if FAULT == "objects" and number >= AT:
        say("Error (too many parameters): usermove")
        return number
    if FAULT == "dies" and number >= AT:
        sys.exit("out of memory")
    if FAULT == "hangs" and number >= AT:
        time.sleep(120)
    if FAULT == "claims" and number >= AT:
        say("1/2-1/2 {Draw by boredom}")
        return number
    if FAULT == "random":
        say("move O-O")
        return number + 1
    move = "e2e5" if FAULT == "illegal" and number >= AT else KNIGHTS[number % 4]
    say("4 -25 7 1234 Nf3 Nf6")
    if FAULT == "bounds":
        say("5 100010 9 2000 Nf3!")
    say(f"move {move}")
    if FAULT == "repeats":
        say(f"move {move}")
    return number + 1


def greet():
    """Say what the engine can do."""
    if FAULT != "old":
        counts = int(FAULT == "counts")
        say(f"feature done=0 ping=1 setboard=1 usermove=1 nps={counts} sigint=0")
        if FAULT == "random":
            say('feature variants="normal,fischerandom"')
        say('feature myname="Fake X" option="Style -combo *Solid /// Risky"')
    say("feature done=1")


def heard():
    """Give the words of each line that comes, until the last."""
    for line in sys.stdin:
        if LOG:
            with open(LOG, "a", encoding="utf-8") as log:
                log.write(line)
        words = line.split()
        if words[:1] == ["quit"]:
            return
        yield words


def main():
    """Talk."""
    number = 0
    for words in heard():
        if words[:1] == ["protover"]:
            greet()
        elif words[:1] == ["new"]:
            number = 0
        elif words[:1] == ["usermove"]:
            number += 1
        elif words[:1] == ["st"] and not words[1].isdigit():
            sys.exit("Illegal time value.")  # as HoiChess does
        elif words[:1] == ["ping"]:
            say(f"pong {words[1]}")
        elif words[:1] == ["go"]:
            number = go(number)


main()
