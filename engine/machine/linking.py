"""The doors of the core as kept machine code: linked by LLVM in some milliseconds, without Numba.

A file holds the doors of a part of the core: a list of names and symbols, and the object code that
Numba made for each, in which all that it calls is contained.
"""

import ctypes
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from engine.machine import keeping
from engine.machine.core import Door

LENGTH_BYTES = 8
"""Of the number before the list."""


class Code(NamedTuple):
    """The machine code of a door."""

    name: str
    """Module and name of the function."""
    symbol: str
    """The name of its code in the object."""
    content: bytes
    """An object file, as the system's linker would take it."""


_addresses: dict[str, int] = {}
_linked: set[Path] = set()
_alive: list[Any] = []
"""What LLVM must not free: engines, and the objects in them."""


def address_of(name: str) -> int:
    """Return where the kept code of a door lies, or 0; files not yet linked are looked through."""
    if name not in _addresses:
        place = keeping.choose_cache()
        for path in sorted(place.glob("*.doors")) if place is not None else ():
            link_file(path)
            if name in _addresses:
                break
    return _addresses.get(name, 0)


def link(part: str, names: Iterable[str]) -> bool:
    """Link the doors of a part; tell whether all that are named are kept.

    A file without one of them was written for another list of doors: it is removed.
    """
    path = keeping.doors_file(part)
    if path is None or not link_file(path):
        return False
    if set(names) <= _addresses.keys():
        return True
    keeping.remove(path)
    _linked.discard(path)
    return False


def link_file(path: Path) -> bool:
    """Link what a file keeps, once; tell whether it could be read."""
    if path in _linked:
        return True
    content = keeping.read_sealed(path)
    if content is None:
        return False
    codes = [code for code in unpacked(content) if code.name not in _addresses]
    addresses = linked(codes)
    if not all(addresses.values()):  # some code has not the symbol that is named
        keeping.remove(path)
        return False
    _addresses.update(addresses)
    _linked.add(path)
    return True


def linked(codes: list[Code]) -> dict[str, int]:
    """Link object code in this process; return by name where each function lies."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple()
    machine = target.create_target_machine(opt=0, codemodel="jitdefault", reloc="default")
    module = llvm.parse_assembly("")
    module.triple = llvm.get_process_triple()
    engine = llvm.create_mcjit_compiler(module, machine)
    objects = [llvm.ObjectFileRef.from_data(code.content) for code in codes]
    for each in objects:
        engine.add_object_file(each)
    engine.finalize_object()
    _alive.extend((engine, objects))
    return {code.name: engine.get_function_address(code.symbol) for code in codes}


def keep(part: str, doors: Iterable[Door]) -> bool:
    """Write the file of a part whose doors are compiled; tell whether it is there.

    Nothing is written when a door needs what a process without Numba does not have: LLVM would
    link it in silence, and the call would lead nowhere.
    """
    from engine.machine.lowering.compile import code_in

    path = keeping.doors_file(part)
    codes = []
    for door in doors:
        code = code_in(door.dispatcher)
        if code is None:
            keeping.report_not_kept(f"the file of {door.name} is not there")
            return False
        symbol, content, needed = code
        missing = sorted(name for name in needed if not process_has(name))
        if missing:
            keeping.report_not_kept(f"{door.name} needs {', '.join(missing)}")
            return False
        codes.append(Code(door.name, symbol, content))
    return path is not None and keeping.write_sealed(path, packed(codes))


def packed(codes: list[Code]) -> bytes:
    """Write codes as bytes: the length of a list in JSON, the list, the object codes."""
    rows = [(code.name, code.symbol, len(code.content)) for code in codes]
    head = json.dumps(rows).encode()
    return b"".join(
        (len(head).to_bytes(LENGTH_BYTES), head, *(code.content for code in codes)),
    )


def unpacked(content: bytes) -> list[Code]:
    """Read codes from such bytes."""
    start = LENGTH_BYTES + int.from_bytes(content[:LENGTH_BYTES])
    codes = []
    for name, symbol, length in json.loads(content[LENGTH_BYTES:start]):
        codes.append(Code(name, symbol, content[start : start + length]))
        start += length
    return codes


def process_has(symbol: str) -> bool:
    """Tell whether a process without Numba has a function of this name."""
    libraries = ("msvcrt", "kernel32", "ntdll") if sys.platform == "win32" else (None,)
    return any(hasattr(ctypes.CDLL(library), symbol) for library in libraries)
