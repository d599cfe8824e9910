"""Programs in a process without the compiler, which take the attack tables of this one.

Plain Python fills those for ten seconds at every new engine; that it fills them in the same way is
shown once, in tests/machine/test_uncompiled.py.
"""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from engine.board.geometry import fill_attacks
from engine.board.magics import BISHOP_MAGICS, ROOK_MAGICS
from engine.board.position import TABLES
from engine.machine.words import address

CHECKOUT = Path(__file__).resolve().parents[1]
FILE = "SESAME_TEST_ATTACKS"
"""The variable that names the file of the tables."""

BEGINNING = f"""
import ctypes, os
from pathlib import Path
from engine.board import geometry
from engine.machine.core import UNCOMPILED

assert UNCOMPILED
ATTACKS = Path(os.environ["{FILE}"]).read_bytes()
geometry.fill_attacks = lambda where: ctypes.memmove(int(where), ATTACKS, len(ATTACKS))
"""


def attack_tables() -> bytes:
    """Fill the attack tables, and nothing else, of a TABLES record here."""
    array = np.zeros(1, TABLES).view(np.recarray)
    array[0].rook_magic[:], array[0].bishop_magic[:] = ROOK_MAGICS, BISHOP_MAGICS
    fill_attacks(address(array[0]))
    return array.tobytes()


def printed_uncompiled(program: str, read: str = "") -> str:
    """Run a program without the compiler; return what it prints."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "attacks"
        file.write_bytes(attack_tables())
        outcome = subprocess.run(
            [sys.executable, "-c", BEGINNING + program],
            cwd=CHECKOUT,
            env={**os.environ, "NUMBA_DISABLE_JIT": "1", FILE: str(file)},
            input=read,
            capture_output=True,
            text=True,
            check=False,
        )
    assert (outcome.returncode, outcome.stderr) == (0, ""), outcome.stderr
    return outcome.stdout
