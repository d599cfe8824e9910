"""What may know what: imports flow one way, and files and functions stay readable.

docs/architecture.md says why. The tests read the sources and run nothing of them.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

CHECKOUT = Path(__file__).resolve().parents[1]

# From what everybody may know to what nobody may know. A room imports from lower levels and from
# itself, not from its neighbours on its own level.
LEVELS = {
    "process": 0,
    "machine": 1,
    "board": 2,
    **dict.fromkeys(("table", "evaluation"), 3),
    "options": 4,
    **dict.fromkeys(("search", "proof", "games"), 5),
    "thinking": 6,
    "uci": 7,
    **dict.fromkeys(("cli", "lab"), 8),
}
COMPILED_ROOMS = ("machine", "board", "table", "evaluation", "search", "proof", "games")

# What each part of a room may import of the same room; a room that is not named here is one.
PARTS = {
    "evaluation": {
        "bounds": (),
        "alibaba": ("bounds",),
        "tapered": ("bounds",),
        "evaluations": ("alibaba", "tapered"),
    },
    "search": {
        "shared": (),
        "alibaba": ("shared",),
        "modern": ("shared",),
        "selective": ("shared",),
    },
    "games": {"games": (), "domineering": ()},
    "proof": {
        **dict.fromkeys(("numbers", "variants", "reference"), ()),
        "prover": ("numbers",),
        "games": ("numbers", "prover"),
        "nodes": ("numbers", "prover"),
        "lengths": ("numbers", "prover", "nodes"),
        "tree": ("numbers", "prover", "nodes"),
        "position_table": ("numbers", "prover"),
        "graph": ("numbers", "prover", "nodes", "position_table", "tree"),
        "collecting": ("numbers", "prover", "nodes", "position_table"),
        "twins": ("numbers", "prover", "nodes", "position_table", "tree", "collecting"),
        "kept_trees": ("numbers", "prover", "nodes"),
        "second_level": ("numbers", "prover", "nodes", "tree", "kept_trees"),
        "candidates": ("numbers", "prover"),
        "depth_first": ("numbers", "prover", "nodes", "candidates"),
        "settings": ("numbers", "prover", "variants"),
        "memory": (
            *(
                "numbers",
                "prover",
                "nodes",
                "position_table",
                "kept_trees",
                "second_level",
                "candidates",
            ),
            *("settings", "lengths", "variants"),
        ),
        "search": ("numbers", "nodes", "lengths", "memory", "settings", "depth_first"),
    },
}

# What is imported before `uci` is answered, or by what is.
IMPORT_LIGHT = (
    *("uci", "engine.process.version", "engine.process.texts", "engine.process.ending"),
    *("engine.process.deep_threads", "engine.options.kinds", "engine.options"),
    *("engine.thinking.limits", "engine.uci.conversation"),
    *("engine.table.replacement", "engine.table.uses", "engine.evaluation.alibaba.piece_square"),
)
HEAVY = ("numpy", "numba", "llvmlite", "chess")

# Numba is for one room, which nothing imports but to compile; LLVM also for what links and names
# kept code, and asks for the processor.
COMPILER_ROOM = "engine.machine.lowering"
LLVM_FILES = ("engine.machine.key", "engine.machine.linking", "engine.machine.words")
DECORATORS = ("core", "door")

# Positions and moves as python-chess has them come in through these two files of the core.
CHESS_DOORS = ("engine.board.fen", "engine.board.setup")

LONGEST_FILE = 300
LONGEST_FUNCTION, LONGEST_SEARCH = 45, 95


class Module(NamedTuple):
    """A source file, read."""

    name: str
    text: str
    tree: ast.Module

    @property
    def room(self) -> str:
        """The part of the engine it belongs to."""
        return self.name.split(".")[1] if "." in self.name else self.name

    def imports(self) -> Iterator[str]:
        """All modules it imports, wherever the import stands."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                assert not node.level, f"{self.name} imports by dots"
                whole = node.module or ""
                # `from engine import machine` and `from engine.board import make` name modules.
                yield from (f"{whole}.{alias.name}" for alias in node.names)

    def functions(self) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
        """All functions and methods."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node

    def length(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
        """Count a function's lines; docstring, comments and empty lines only help the reader."""
        first = function.body[0]
        docstring = ast.get_docstring(function) is not None
        begin = (first.end_lineno or 0) if docstring else function.lineno - 1
        lines = self.text.splitlines()[begin : function.end_lineno]
        return sum(not line.strip().startswith("#") for line in lines if line.strip())

    def core_functions(self) -> Iterator[ast.FunctionDef]:
        """The functions that are compiled."""
        for node in self.functions():
            called = (one.func for one in node.decorator_list if isinstance(one, ast.Call))
            if isinstance(node, ast.FunctionDef) and any(
                isinstance(name, ast.Name) and name.id in DECORATORS for name in called
            ):
                yield node


def read(path: Path) -> Module:
    """Read a file."""
    text = path.read_text(encoding="utf-8")
    parts = path.relative_to(CHECKOUT).with_suffix("").parts
    name = ".".join(part for part in parts if part != "__init__")
    return Module(name, text, ast.parse(text))


MODULES = [read(path) for path in sorted((CHECKOUT / "engine").rglob("*.py"))]
EVERYTHING = [*MODULES, read(CHECKOUT / "uci.py")]


def calls(function: ast.AST, name: str) -> bool:
    """Tell whether a function calls another by its name."""
    return any(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name
        for node in ast.walk(function)
    )


def within(module: str, package: str) -> bool:
    """Tell whether a dotted name is a package's or lies in it."""
    return f"{module}.".startswith(f"{package}.")


def test_the_engine_is_read():
    """The laws below are not kept by reading nothing."""
    names = {module.name for module in MODULES}
    wanted = {"engine", "engine.machine.words", "engine.search.alibaba.negamax"}
    assert wanted <= names
    assert sum(len(list(module.core_functions())) for module in MODULES) > 50


def test_every_room_has_its_level():
    """A new room says in LEVELS what it may know."""
    assert {module.room for module in MODULES if module.name != "engine"} <= set(LEVELS)


def test_imports_flow_one_way():
    """From process and machine up to uci, and cli or lab; docs/architecture.md draws it."""
    wrong = []
    for module in MODULES[1:]:
        for imported in module.imports():
            if not imported.startswith("engine."):
                continue
            theirs = imported.split(".")[1]
            to_lab = (module.room, theirs) == ("cli", "lab")
            if theirs != module.room and not LEVELS[theirs] < LEVELS[module.room] and not to_lab:
                wrong.append(f"{module.name} imports {imported}")
    assert wrong == []


def test_the_parts_of_a_room_are_apart():
    """Neither search knows the other; what both need is shared."""
    wrong = []
    for module in MODULES[1:]:
        parts = PARTS.get(module.room, {})
        own = module.name.split(".")[2] if module.name.count(".") > 1 else ""
        for imported in module.imports():
            if not parts or not own or not within(imported, f"engine.{module.room}"):
                continue
            theirs = imported.split(".")[2]
            if theirs != own and theirs not in parts[own]:
                wrong.append(f"{module.name} imports {imported}")
    assert wrong == []


def test_searches_know_no_evaluation():
    """They call the one in use by its address; of evaluations they know the range of values."""
    wrong = [
        f"{module.name} imports {imported}"
        for module in MODULES
        if module.room == "search"
        for imported in module.imports()
        if within(imported, "engine.evaluation")
        and not within(imported, "engine.evaluation.bounds")
    ]
    assert wrong == []


def test_nobody_imports_the_laboratory():
    """Only the command line does; players do not have its packages."""
    wrong = [
        module.name
        for module in EVERYTHING
        if module.room not in ("lab", "cli")
        and any(within(imported, "engine.lab") for imported in module.imports())
    ]
    assert wrong == []


def test_only_the_machine_knows_the_compiler():
    """A warm start imports no Numba: at its top level no module does outside of one room."""
    wrong = []
    for module in EVERYTHING:
        if within(module.name, COMPILER_ROOM):
            continue
        for imported in module.imports():
            llvm = within(imported, "llvmlite") and module.name not in LLVM_FILES
            if within(imported, "numba") or llvm:
                wrong.append(f"{module.name} imports {imported}")
        for node in module.tree.body:
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if any(within(name, COMPILER_ROOM) for name in names):
                wrong.append(f"{module.name} always imports {names}")
    assert wrong == []


def test_the_core_never_imports_chess():
    """Positions and moves as python-chess has them come in through two files."""
    wrong = [
        module.name
        for module in MODULES
        if module.room in (*COMPILED_ROOMS, "options") and module.name not in CHESS_DOORS
        if any(within(imported, "chess") for imported in module.imports())
    ]
    assert wrong == []


def test_every_core_function_has_its_signature():
    """Decorated with `core` or `door` and types; nothing in the engine is compiled otherwise."""
    wrong, compilers = [], []
    for module in MODULES:
        for imported in module.imports():
            if imported in ("numba.njit", "numba.jit", "numba.vectorize", "numba.guvectorize"):
                compilers.append(f"{module.name} imports {imported}")
        for function in module.functions():
            names = [one.id for one in function.decorator_list if isinstance(one, ast.Name)]
            if set(DECORATORS) & set(names):
                wrong.append(f"{module.name}.{function.name} has no types")
    assert wrong == []
    assert compilers == ["engine.machine.lowering.compile imports numba.njit"]


def test_recursion_only_by_again():
    """A plain self-call breaks Numba's cache at the second start and compiles four times longer."""
    wrong = [
        f"{module.name}.{function.name}"
        for module in MODULES
        for function in module.core_functions()
        if calls(function, function.name)
    ]
    assert wrong == []


@pytest.mark.parametrize("module", EVERYTHING, ids=lambda module: module.name)
def test_sizes(module):
    """A file is read in one sitting, a function on one page; a search that recurses takes two."""
    assert len(module.text.splitlines()) <= LONGEST_FILE
    lengths = {}
    for function in module.functions():
        recurses = module.room in ("search", "proof", "games") and calls(function, "again")
        length = module.length(function)
        if length > (LONGEST_SEARCH if recurses else LONGEST_FUNCTION):
            lengths[function.name] = length
    assert lengths == {}


LOOK = """
import importlib, sys
for name in {light}:
    importlib.import_module(name)
    heavy = sorted(set({heavy}) & set(sys.modules))
    if heavy:
        sys.exit(f"{{name}} imports {{', '.join(heavy)}}")
"""


def test_light_imports():
    """The `uci` command is answered in a tenth of a second: before Numba is imported, or NumPy."""
    packages = tuple(module.name for module in MODULES if module.text and is_package(module.name))
    outcome = subprocess.run(
        [sys.executable, "-c", LOOK.format(light=packages + IMPORT_LIGHT, heavy=HEAVY)],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert outcome.returncode == 0, outcome.stderr


def is_package(name: str) -> bool:
    """Tell whether a module is a folder."""
    return (CHECKOUT / Path(*name.split("."))).is_dir()
