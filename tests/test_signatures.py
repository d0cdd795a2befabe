"""A function takes few arguments: what belongs together goes by one object."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.imports import walked

PACKAGE = Path(__file__).resolve().parents[1] / "nacformats"
#: The most arguments of a function.
MOST = 14


def test_no_function_takes_too_many_arguments() -> None:
    found = {
        (path.relative_to(PACKAGE).as_posix(), node.name)
        for path in PACKAGE.rglob("*.py")
        for node in walked(path)
        if isinstance(node, ast.FunctionDef) and len(node.args.args) + len(node.args.kwonlyargs) > MOST
    }
    assert not found
