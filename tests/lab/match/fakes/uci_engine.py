"""A UCI engine that plays a given line and then does what no engine should.

Words of the command: a fault, the number of moves on the board at which it strikes (default 2),
and settings as line=e2e4,e7e5 (the moves by their number; otherwise knights go out and home),
scores=10,-10 (by the number, the last one again and again; m4 is a mate; 2:10 is of the second
line, 10> a lower and 10< an upper bound; several reports have a | between them),
log=file (all that it is told), pause=0.5 (seconds that the slow one needs), nodes=5 (that it
claims to have searched), gate=file with free=2 (after so many games it does not move until there
is such a file), and chess960=yes (that it plays Chess960).
It knows no rules and imports nothing heavy, so that it starts at once.
"""

import os
import sys
import time

KNIGHTS = ("g1f3", "g8f6", "f3g1", "f6g8")
OPTIONS = (
    "option name Hash type spin default 16 min 1 max 64",
    "option name Style type combo default Solid var Solid var Very Risky",
    "option name Learn type check default false",
    "option name Book type string default <empty>",
    "option name Forget type button",
    "option name Mode=Fast type check default false",
    "option name Ponder type check default false",
)
WORDS = sys.argv[1:]
GLANCE_SECONDS = 0.02  # between two looks at the gate
SETTINGS = dict(word.split("=", 1) for word in WORDS if "=" in word)
PLAIN = [word for word in WORDS if "=" not in word]
FAULT = PLAIN[0] if PLAIN else ""
AT = int(PLAIN[1]) if len(PLAIN) > 1 else 2
LINE = SETTINGS["line"].split(",") if "line" in SETTINGS else None
NODES = SETTINGS.get("nodes", "321")
SCORES = SETTINGS["scores"].split(",") if "scores" in SETTINGS else ["0"]

# What is answered instead of a move.
WRONG = {
    "illegal": "bestmove e2e5",
    "null": "bestmove 0000",
    "none": "bestmove (none)",
    "empty": "bestmove",
    "word": "bestmove castle",
    "unprintable": "bestmove \x07\x1b[2J" + 500 * "x",
}


def say(*lines):
    """Write lines at once."""
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def heard():
    """Read a line; the end of input ends the engine."""
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    if "log" in SETTINGS:
        with open(SETTINGS["log"], "a", encoding="utf-8") as log:
            log.write(line)
    return line.split()


def hang():
    """Hear nothing any more, not even the end of input, for a while."""
    time.sleep(120)
    sys.exit()


def die():
    """End with last words."""
    sys.stderr.write("first words\nout of memory\n")
    sys.stderr.flush()
    os._exit(7)


def wait_for_stop():
    """Hear nothing but `stop`."""
    while heard() != ["stop"]:
        pass


def wait_at_the_gate(gate):
    """Hear nothing until there is a file of this name."""
    while not os.path.exists(gate):
        time.sleep(GLANCE_SECONDS)


def write_on():
    """Write a line that has no end."""
    while True:
        sys.stdout.write("x" * 65536)


def chatter():
    """Write lines for ever."""
    while True:
        say("info string nothing to say")


def babble():
    """Write much that is no UCI, and close enough to it, into both pipes."""
    say("\x00\x01 what?", "info depth score nodes", "info string score cp 99", "", "bestm")
    sys.stdout.buffer.write(b"\xff\xfe\n")
    sys.stderr.write("noise " * 20000)
    sys.stderr.flush()


# Who is not ready for which game.
FAULTY_GAMES = {"first": 1, "second": 2}

# What is done before the move is given, if it ever is.
BEFORE = {
    "dies": die,
    "hangs": hang,
    "waits": wait_for_stop,
    "slow": lambda: time.sleep(float(SETTINGS.get("pause", "0.35"))),
    "endless": write_on,
    "chatters": chatter,
    "garbage": babble,
}


def score_words(score):
    """Write a score as UCI has it."""
    *line, score = score.split(":")
    kind = "mate" if score.startswith("m") else "cp"
    bound = {">": " lowerbound", "<": " upperbound"}.get(score[-1], "")
    return "".join(f"multipv {one} " for one in line) + f"score {kind} {score.strip('m<>')}{bound}"


def go(number):
    """Answer `go` when `number` moves have been played."""
    if number >= AT and FAULT in WRONG:
        say(WRONG[FAULT])
        return
    if number >= AT and FAULT in BEFORE:
        BEFORE[FAULT]()
    move = LINE[number] if LINE else KNIGHTS[number % 4]
    for score in filter(None, SCORES[min(number, len(SCORES) - 1)].split("|")):
        say(f"info depth 3 seldepth 5 {score_words(score)} nodes {NODES} pv {move}")
    say(f"bestmove {move} ponder a7a6")
    if FAULT == "repeats":
        time.sleep(float(SETTINGS.get("pause", "0")))
        say(f"info depth 9 score cp 999 pv {move}", f"bestmove {move}")


class Talk:
    """What the engine does when it is told something."""

    number = 0  # of moves on the board
    games = 0

    def uci(self, words):
        more = (
            ["option name UCI_Chess960 type check default false"] if "chess960" in SETTINGS else []
        )
        say("id name Fake 1.0", "id author nobody", *OPTIONS, *more, "uciok")

    def isready(self, words):
        if FAULT == "unready" or FAULTY_GAMES.get(FAULT) == self.games:
            hang()
        say("readyok")

    def ucinewgame(self, words):
        self.games += 1

    def position(self, words):
        self.number = len(words) - words.index("moves") - 1 if "moves" in words else 0

    def go(self, words):
        if "gate" in SETTINGS and self.games > int(SETTINGS["free"]):
            wait_at_the_gate(SETTINGS["gate"])
        go(self.number)

    def quit(self, words):
        sys.exit()


def main():
    """Talk."""
    if FAULT == "quits":
        sys.exit("no licence")
    if FAULT == "silent":
        hang()
    if FAULT == "noisy":
        write_on()
    talk = Talk()
    while True:
        words = heard()
        getattr(talk, words[0] if words else "", lambda words: None)(words)


main()
