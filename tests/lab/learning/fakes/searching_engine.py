"""A UCI engine that finds e2e4 after a number of nodes that its options decide, or has a fault.

It needs 1000 nodes, and more by the squares of the distances of First from 120 and of Second from
40: an optimum that a learner should find. Words of the command: a fault, and settings as
pause=0.02 (seconds of each search), log=file (a line for each search), best=d2d4 (what it thinks
best, or - for no line with a move). The word plays makes it play: as White it is mated in two
moves, unless First is within 40 of 120.
It knows no rules and imports nothing heavy, so that it starts at once.
"""

import os
import sys
import time

WORDS = sys.argv[1:]
SETTINGS = dict(word.split("=", 1) for word in WORDS if "=" in word)
FAULT = next((word for word in WORDS if "=" not in word), "")
OPTIONS = {"First": 60, "Second": 100}
BEST = SETTINGS.get("best", "e2e4")


def say(*lines):
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def heard():
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    return line.split()


def needed():
    return 1000 + (OPTIONS["First"] - 120) ** 2 // 4 + (OPTIONS["Second"] - 40) ** 2 // 4


def once(name):
    """Tell whether this is the first time, in any process, that the fault is to happen."""
    try:
        os.close(os.open(SETTINGS[name], os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return False
    return True


def go(limit):
    if "log" in SETTINGS:
        with open(SETTINGS["log"], "a", encoding="utf-8") as log:
            log.write(f"{OPTIONS['First']} {OPTIONS['Second']} {limit}\n")
    time.sleep(float(SETTINGS.get("pause", "0")))
    if FAULT == "dies" or (FAULT == "dies-once" and once("mark")):
        sys.stderr.write("out of memory\n")
        sys.stderr.flush()
        os._exit(7)
    if FAULT == "hangs":
        time.sleep(120)
    while FAULT == "endless":
        sys.stdout.write("x" * 65536)
    say("info depth 1 score cp 3 nodes 7 pv a2a3")
    say("info depth 2 score cp 3 lowerbound nodes 9 pv e2e4", "info string pv e2e4 nodes 3")
    say("info depth 2 multipv 2 score cp 3 nodes 11 pv e2e4")
    if FAULT == "babbles":
        say("info depth x nodes - pv", "info pv", "\x00?", "info nodes 5 pv ½ e2e4", "pv e2e4")
    if BEST != "-" and needed() <= limit:
        nodes = "" if FAULT == "mute" else f" nodes {needed()}"
        say(f"info depth 3 score cp 30{nodes} pv {BEST} e7e5")
        if BEST == "e2e4" and FAULT != "mute":
            # The answer comes only after the stop that the agreement brings.
            while heard() != ["stop"]:
                pass
    answer = {"cheats": "bestmove e1e8", "dumb": "bestmove"}.get(FAULT, "bestmove a2a4")
    say(f"info depth 4 score cp 30 nodes {limit} pv a2a4", answer)


def play(moves):
    time.sleep(float(SETTINGS.get("pause", "0")))
    own = "f2f3 e7e5 g2g4 d8h4" if abs(OPTIONS["First"] - 120) > 40 else "e2e4 e7e5 d2d4 d8h4"
    say("info depth 1 score cp 0 nodes 9", f"bestmove {own.split()[moves]}")


def main():
    moves = 0
    while True:
        words = heard()
        if words[:1] == ["position"]:
            moves = len(words) - words.index("moves") - 1 if "moves" in words else 0
        if words == ["uci"]:
            say("id name Searching fake")
            for name, default in OPTIONS.items():
                say(f"option name {name} type spin default {default} min 0 max 200")
            say("option name Style type combo default Solid var Solid var Risky", "uciok")
        elif words == ["isready"]:
            say("readyok")
        elif words[:1] == ["setoption"] and words[2] in OPTIONS:
            OPTIONS[words[2]] = int(words[4])
        elif words[:1] == ["go"] and FAULT == "plays":
            play(moves)
        elif words[:2] == ["go", "nodes"]:
            go(int(words[2]))
        elif words == ["quit"]:
            return


main()
