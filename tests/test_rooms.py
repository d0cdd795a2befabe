"""The rooms of the package: every import points down, whatever way it takes, and none goes round in a circle."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from tests.imports import MODULES, PACKAGE, imports

#: From the bottom to the top: a room may import itself and the rooms on the lines above its own.
FLOORS = (
    "printing lazy plain garbage",
    "limits typing version",
    "errors",
    "findings",
    "codec _generated",
    "files",
    "kinds products",
    "formats",
    "rules api",
    "ops",
    "graph",
    "restoring",
    "runtime tokenizer",
    "onnx",
    "plan compiler conversion",
    "checks",
    "repeats",
    "comparing",
    "querying",
    "fuzz",
    "schemas",
    "view",
    PACKAGE,  # its face
    "commands",
    "cli",
    "__main__",
)
FLOOR_OF = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms.split()}
#: What reads schemas and makes code of them is beside the house, from the bottom to the top. It stands on some rooms,
#: and only some import it.
BESIDE = ("schema", "languages", "targets")
BELOW_SCHEMAS, ABOVE_SCHEMAS = (
    {"codec", "_generated", "files", "limits", "errors", "version"},
    {"fuzz", "schemas", "commands", "cli"},
)


def room_of(module: str) -> str:
    return module.split(".")[1] if "." in module else PACKAGE


def goes_up(module: str, target: str) -> bool:
    here, there = room_of(module), room_of(target)
    if here == there:
        return False
    if here in BESIDE and there in BESIDE:
        return BESIDE.index(there) > BESIDE.index(here)
    if here in BESIDE or there in BESIDE:
        return here not in ABOVE_SCHEMAS if there in BESIDE else there not in BELOW_SCHEMAS
    return FLOOR_OF[there] >= FLOOR_OF[here]


def circle_in(graph: Mapping[str, set[str]]) -> list[str]:
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        circle: list[str] = error.args[1]
        return circle[::-1]
    return []


def circles_inside_rooms() -> Iterator[str]:
    """In every package, its modules and packages are floors: one that imports another is not imported by it."""
    for package in [module for module in MODULES if MODULES[module].name == "__init__.py"]:
        depth = package.count(".") + 1
        parts: dict[str, set[str]] = {}
        for module, targets in imports().items():
            if module.startswith(f"{package}."):
                part = ".".join(module.split(".")[: depth + 1])
                inside = {target for target in targets if target.startswith(f"{package}.")}
                parts.setdefault(part, set()).update(".".join(each.split(".")[: depth + 1]) for each in inside)
        found = circle_in({part: targets - {part} for part, targets in parts.items()})
        if package != PACKAGE and found:
            yield f"parts of {package} import each other: " + " -> ".join(each.rpartition(".")[2] for each in found)


def test_imports_point_down() -> None:
    unknown = {room_of(module) for module in MODULES} - set(FLOOR_OF) - set(BESIDE)
    wrong = [f"{room} has no floor" for room in sorted(unknown)]
    if not unknown:
        edges = [(module, target) for module, targets in imports().items() for target in sorted(targets)]
        assert len(edges) > 1000
        wrong = [f"{module} imports {target}, which is above it" for module, target in edges if goes_up(module, target)]
    circle = circle_in({module: set(targets) for module, targets in imports().items()})
    if circle:
        wrong.append("modules import each other: " + " -> ".join(circle))
    wrong += circles_inside_rooms()
    assert not wrong, "\n" + "\n".join(wrong)


def test_the_restoring_of_training_has_one_door() -> None:
    """It can be taken out: one function of it is called, in one place."""
    room = f"{PACKAGE}.restoring.training"
    through = {
        (module, target)
        for module, targets in imports().items()
        for target in targets
        if not module.startswith(room) and target.startswith(room)
    }
    assert through == {(f"{PACKAGE}.runtime.training.step", room)}


def test_reading_loads_neither_the_generator_nor_yaml(corpus: Path) -> None:
    files = [str(next(path for path in sorted(corpus.rglob(f"*{suffix}")))) for suffix in (".stb", ".nac", ".mic2")]
    code = """
import sys, nacformats
for name in sys.argv[1:]:
    nacformats.validate(name)
print([name for name in sys.modules if name == "yaml" or name.startswith(("nacformats.schema.", "nacformats.targets"))])
"""
    done = subprocess.run([sys.executable, "-c", code, *files], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
