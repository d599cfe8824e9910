"""A log of millions of nodes is browsed in bounded memory, whatever the size of the file."""

import json
import struct
import subprocess
import sys
import zlib

import numpy as np
import pytest

from engine.machine import key
from tests.search.positions import LARGE
from tests.search.thinker import Thinker
from tests.trees import read_tree

CHECKOUT = key.ENGINE.parent
MEBIBYTE = 1 << 20
# Not `ru_maxrss`, which a process inherits from the one that started it.
RUNNING = """
import re, sys
from pathlib import Path
from engine.lab.tree.command import main
status = main(sys.argv[1:])
peak = re.search(r"VmHWM:\\s+([0-9]+) kB", Path("/proc/self/status").read_text(encoding="ascii"))
print(status, peak[1], file=sys.stderr)
"""
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc of Linux")


def peak_of(*words):
    """Run `sesame tree` in a process of its own; its output and its largest memory in MiB."""
    done = subprocess.run(
        [sys.executable, "-c", RUNNING, *map(str, words)],
        cwd=CHECKOUT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    status, kibibytes = done.stderr.split()
    assert status == "0"
    return done.stdout, int(kibibytes) / 1024


def log(folder, depth, nodes=1_000_000):
    """Search with AliBaba; returns the file of the last iteration."""
    settings = {"tree_log_nodes": nodes, "tree_log_from_depth": depth}
    thinker = Thinker(search="AliBaba", tree_log=str(folder), **settings)
    thinker.think(LARGE["open game"], depth)
    (path,) = folder.glob("*.tree")
    return path


def enlarged(path, times):
    """Let the root have all its children again and again."""
    logged = read_tree(path)
    root = logged.nodes[:1].copy()
    end = int(root["records"][0])
    block = logged.nodes[1:end]
    root["records"] = 1 + times * len(block)
    body = np.concatenate([root, *[block] * times]).tobytes()
    text = json.dumps({**logged.about, "records": int(root["records"][0])}).encode()
    tail = struct.pack(
        "<QQII8s", len(body) // 24, len(text), zlib.crc32(body), zlib.crc32(text), b"ENDSTREE"
    )
    large = path.with_name("large.tree")
    large.write_bytes(struct.pack("<8sII", b"SESATREE", 1, 24) + body + text + tail)
    return large


def test_the_terminal_takes_less_than_the_file(tmp_path):
    small = log(tmp_path, 4)
    logged = read_tree(small)
    large = enlarged(small, 2_000_000 // len(logged.nodes))
    assert large.stat().st_size > 40 * MEBIBYTE
    marked = np.count_nonzero(logged.nodes["marks"][1:] & 128)
    commands = "about", "cd e1g1", "ls", "path", "cd ..", "grep table"
    few, before = peak_of(small, *commands)
    many, after = peak_of(large, *commands)
    assert after - before < 30
    assert f"{marked:,} nodes" in few
    assert f"{marked * (2_000_000 // len(logged.nodes)):,} nodes" in many


@pytest.mark.slow
def test_five_million_nodes(tmp_path):
    """A real tree, in the terminal and as a page; the file has 120 MB."""
    path = log(tmp_path, 9, nodes=5_000_000)
    assert len(read_tree(path).nodes) == 5_000_000
    _, memory = peak_of(path, "ls", "cd 1", "ls", "grep re-search", "grep value>=200 ply<=6")
    assert memory < 80
    page = tmp_path / "tree.html"
    said, memory = peak_of(path, "--html", page)
    assert "of 5,000,000, the largest subtrees" in said
    assert memory < 160 and page.stat().st_size < 4 * MEBIBYTE
