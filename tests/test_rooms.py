"""The rooms of the package: imports point down, none goes round in a circle, and reading needs no generator."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import nacformats

ROOT = Path(nacformats.__file__).parent
#: From the bottom to the top: what is in a line may import what is in the lines above it, and its own room.
LEVELS = (
    ("printing", "lazy", "plain"),
    ("limits",),
    ("errors",),
    ("archives", "folders"),
    ("findings",),
    ("codec", "_generated"),
    ("files",),
    ("formats",),
    ("glyphs", "rules", "api", "constructs", "columns", "kaitai"),
    ("graph",),
    ("converters",),
    ("runtime",),
    ("tokenizer",),
    ("compiler", "conversion", "plan"),
    ("fuzz",),
    ("commands",),
    ("cli",),
    ("__main__",),
)
LEVEL = {room: level for level, rooms in enumerate(LEVELS) for room in rooms}
#: The rooms of the runtime, in the same way.
RUNTIME = ("operators", "kernels", "messages", "sizes", "budget", "engines")
RUNTIME += (
    "exporter",
    "plan",
    "gather",
    "execute",
    "observe",
    "to_onnx",
    "subgraphs",
    "opening",
    "training",
    "session",
)
#: Who may import the generator.
GENERATES = {"generator", "commands", "cli", "fuzz"}


def name_of(path: Path) -> str:
    parts = ("nacformats", *path.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in sorted(ROOT.rglob("*.py")) if "_generated" not in path.parts}


@cache
def nodes(module: str) -> tuple[ast.AST, ...]:
    """The classes and the imports of a module, but those for type checkers alone."""
    found: list[ast.AST] = []
    waiting: list[ast.AST] = [ast.parse(MODULES[module].read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            continue
        waiting += [each for each in ast.iter_child_nodes(node) if not isinstance(each, ast.expr)]
        if isinstance(node, ast.ClassDef | ast.Import | ast.ImportFrom):
            found.append(node)
    return tuple(found)


def imports(module: str) -> Iterator[str]:
    """The modules of the package that one imports, those included that its functions import."""
    for node in nodes(module):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("nacformats"))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("nacformats"):
            assert node.level == 0, "imports are absolute"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in MODULES else str(node.module)


def room(module: str) -> str:
    return module.split(".")[1] if "." in module else "nacformats"


EDGES = sorted((module, target) for module in MODULES for target in imports(module) if room(module) != room(target))


@pytest.mark.parametrize(("module", "target"), EDGES)
def test_imports_point_down(module: str, target: str) -> None:
    if "generator" in (room(module), room(target)) or "nacformats" in (room(module), room(target)):
        return  # the generator is beside the house; the package itself offers what is in it
    assert LEVEL[room(target)] < LEVEL[room(module)], f"{module} imports {target}"


def test_every_room_has_a_level() -> None:
    rooms = {room(module) for module in MODULES} - {"nacformats", "generator"}
    assert rooms <= set(LEVEL)
    assert len(EDGES) > 100


def test_imports_of_the_runtime_point_down() -> None:
    def floor(module: str) -> int:
        return RUNTIME.index(module.split(".")[2])

    inside = [name for name in MODULES if name.startswith("nacformats.runtime.")]
    for module in inside:
        for target in imports(module):
            if target.startswith("nacformats.runtime.") and floor(target) != floor(module):
                assert floor(target) < floor(module) or module.endswith(".kernels"), f"{module} imports {target}"


def test_no_module_imports_itself_in_a_circle() -> None:
    graph = {module: set(imports(module)) & MODULES.keys() - {module} for module in MODULES}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"imports in a circle: {' -> '.join(error.args[1])}")


def test_only_commands_and_fuzzing_import_the_generator() -> None:
    users = {module for module in MODULES if any(room(target) == "generator" for target in imports(module))}
    assert {user for user in users if room(user) not in GENERATES} == set()


def test_reading_loads_neither_the_generator_nor_yaml(corpus: Path) -> None:
    files = [str(next(path for path in sorted(corpus.rglob(f"*{suffix}")))) for suffix in (".stb", ".nac", ".mic2")]
    code = """
import sys, nacformats
for name in sys.argv[1:]:
    nacformats.validate(name)
print([name for name in sys.modules if name == "yaml" or name.startswith("nacformats.generator")])
"""
    done = subprocess.run([sys.executable, "-c", code, *files], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", ["Node", "Parameter", "Value", "Payloads"])
def test_names_mean_one_thing_each(name: str) -> None:
    homes = [module for module in MODULES for node in nodes(module) if getattr(node, "name", None) == name]
    assert len(homes) <= 1, homes
