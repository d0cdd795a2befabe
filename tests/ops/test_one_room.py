"""Operators are spelled in one room, `ops/`: everything else asks the table, or writes ATEN.add.Tensor."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from nacformats.ops.table import operators
from tests.imports import walked

PACKAGE = Path(__file__).parents[2] / "nacformats"

#: Rooms that still spell operators, and how many strings of theirs do: these numbers only fall.
SPELLERS = {
    "formats/nac": 2,  # the format says which operations pick elements, and stands below the table
    "onnx/reading": 3,
}
#: Rooms and files with operations of other languages, whose names are much the same: those of Mind IR, and of programs.
OTHERS = ("formats/", "plan/", "fuzz/rules.py", "fuzz/stored.py", "runtime/steps/inference.py")
#: An overload, whose full name is certain; a base name alone may be a word.
FULL = re.compile(r"\baten(?:\.|::)(\w+)")
BASES = frozenset(row.base for row in operators().values())
#: A list of so many base names, which are so large a part of it, is one of operators.
FEWEST, PART = 3, 0.5


def is_list(words: list[str]) -> bool:
    known = sum(word.partition(".")[0] in BASES for word in words)
    return known >= FEWEST and known >= PART * len(words)


def constants(nodes: Sequence[ast.AST]) -> Iterator[tuple[int, str]]:
    """Yield the line and text of each string that is no docstring, and of each collection of strings."""
    docstrings = {
        id(node.body[0].value)
        for node in nodes
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.lineno, node.value
        items = node.keys if isinstance(node, ast.Dict) else getattr(node, "elts", None)
        if isinstance(node, ast.Call):
            items = node.args
        if items:
            texts = [item.value for item in items if isinstance(item, ast.Constant) and isinstance(item.value, str)]
            if len(texts) > 1 and not any(" " in text for text in texts):
                yield node.lineno, " ".join(texts)


def spelled(path: Path) -> Iterator[str]:
    """Yield the strings of a file that spell operators."""
    text, place = path.read_text(encoding="utf-8"), path.relative_to(PACKAGE).as_posix()
    lines = constants(walked(path)) if path.suffix == ".py" else enumerate(text.splitlines(), 1)
    for line, each in lines:
        if BASES.intersection(FULL.findall(each)) or (is_list(each.split()) and not place.startswith(OTHERS)):
            yield f"{place}:{line}: {each[:80]}"


def room_of(path: Path) -> str:
    return "/".join(path.relative_to(PACKAGE).parts[:2])


def test_operators_are_spelled_in_one_room() -> None:
    files = [path for path in sorted(PACKAGE.rglob("*")) if path.suffix in {".py", ".toml", ".txt"}]
    found: dict[str, list[str]] = {}
    for path in files:
        if path.relative_to(PACKAGE).parts[0] not in ("ops", "_native", "schema", "targets", "languages"):
            found.setdefault(room_of(path), []).extend(spelled(path))
    more = [each for room, places in found.items() if len(places) > SPELLERS.get(room, 0) for each in places]
    assert not more, "operators are spelled outside of ops:\n" + "\n".join(more)
