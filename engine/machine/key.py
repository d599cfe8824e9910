"""The name for everything that decides compiled code: sources, versions, processor, settings.

Numba notices an edit only in the file of the edited function; the callers elsewhere would keep the
old code and give wrong results without a word. With another name for whatever changes, they cannot.
"""

import os
import re
import sys
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

try:
    from _blake2 import blake2b  # the same without OpenSSL, whose loading takes 10 ms and 5 MB
except ImportError:
    from hashlib import blake2b

__all__ = [
    "blake2b",
    "cache_key",
    "core_sources",
    "files_imported_in",
    "numba_version",
    "processor",
    "source_texts",
    "sources_behind",
]

ENGINE = Path(__file__).parents[1]
KEY_BYTES = 10

# Rooms in which compiled code and what decides it may lie.
ROOMS = ("machine", "board", "table", "evaluation", "options", "search", "proof", "games")
IS_COMPILED = re.compile(rb"^@(?:core|door)\(|= core\(", re.MULTILINE)
IMPORTED = re.compile(rb"^from (engine[.\w]*) import ([^(\n]+|\([^)]*\))", re.MULTILINE)
# The instructions of the words, and the form of kept code: no file of the core imports them.
UNIMPORTED = ("machine/lowering/*.py", "machine/linking.py")

# Settings of Numba that change the code: of its variables NUMBA_...; others (what it prints,
# threads) do not.
COMPILER_SETTINGS = (
    "BOUNDSCHECK",
    "CPU_FEATURES",
    "CPU_NAME",
    "DEBUGINFO",
    "DISABLE_INTEL_SVML",
    "ENABLE_AVX",
    "ENABLE_PROFILING",
    "EXTEND_VARIABLE_LIFETIMES",
    "LLVM_REFPRUNE_FLAGS",
    "LLVM_REFPRUNE_PASS",
    "LOOP_VECTORIZE",
    "OPT",
    "SLP_VECTORIZE",
)
SETTINGS_FILE = ".numba_config.yaml"
"""Numba reads it in the current folder."""


def cache_key() -> str:
    """Give the name for everything that decides the compiled code."""
    import llvmlite
    import numpy as np

    # Numba sorts its files by the folder of the source, so another copy of Sesame starts cold.
    words = [str(ENGINE), sys.version, numba_version(), llvmlite.__version__, np.__version__]
    words += processor()
    words += [f"{name}={os.environ.get(f'NUMBA_{name}', '')}" for name in COMPILER_SETTINGS]
    words.append(f"SLIDERS={os.environ.get('SESAME_SLIDERS', '')}")
    digest = blake2b("\n".join(words).encode(), digest_size=KEY_BYTES)
    if os.path.exists(SETTINGS_FILE):
        digest.update(Path(SETTINGS_FILE).read_bytes())
    for name, source in core_sources().items():
        digest.update(f"\n{name}\n".encode())
        digest.update(source)
    return digest.hexdigest()


def numba_version() -> str:
    """Tell the version of Numba without the third of a second that its import takes."""
    spec = find_spec("numba")
    if spec is None or spec.origin is None:
        return ""
    try:
        return Path(spec.origin).with_name("_version.py").read_text(encoding="utf-8")
    except OSError:
        return ""


def core_sources() -> dict[str, bytes]:
    """Read the files that decide compiled code, by their paths below the engine.

    Those with compiled functions, what they import of the rooms named above, and so on; nothing
    else: an edit of the clock compiles nothing.
    """
    texts = source_texts()
    found = {name for name, text in texts.items() if IS_COMPILED.search(text)}
    for pattern in UNIMPORTED:
        found |= {path.relative_to(ENGINE).as_posix() for path in ENGINE.glob(pattern)}
    return sources_behind(found, texts)


def source_texts() -> dict[str, bytes]:
    """Read all files of the rooms named above, by their paths below the engine."""
    return {
        path.relative_to(ENGINE).as_posix(): path.read_bytes()
        for room in ROOMS
        for path in (ENGINE / room).rglob("*.py")
    }


def sources_behind(names: Iterable[str], texts: dict[str, bytes]) -> dict[str, bytes]:
    """Return these files and all that they import of the texts, and so on, sorted by name."""
    found = set(names)
    waiting = sorted(found)
    while waiting:
        for name in files_imported_in(texts[waiting.pop()]):
            if name in texts and name not in found:
                found.add(name)
                waiting.append(name)
    return {name: texts[name] for name in sorted(found)}


def files_imported_in(source: bytes) -> Iterator[str]:
    """Name the files that a source may import of the engine, at its top level."""
    for module, names in IMPORTED.findall(source):
        path = module.decode().replace(".", "/").removeprefix("engine").lstrip("/")
        yield f"{path}.py"
        yield f"{path}/__init__.py"
        for name in re.findall(rb"\w+", names):
            yield f"{path}/{name.decode()}.py".lstrip("/")


def processor() -> tuple[str, str]:
    """Give the name and the features of the processor that code is made for."""
    import llvmlite.binding as llvm

    try:
        features = llvm.get_host_cpu_features().flatten()
    except RuntimeError:  # LLVM does not know this system
        features = ""
    return llvm.get_host_cpu_name(), features
