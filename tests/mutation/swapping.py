"""Change functions of modules that are imported already: their code objects are replaced by those of another text."""

from __future__ import annotations

import ast
import gc
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import CodeType, FunctionType

#: The name, among the builtins, of what instrumented functions call with their own name.
HIT = "__mutation_hit__"


class NotSwappedError(Exception):
    """No function that is alive has the code, or its variables differ: the module has to be imported anew."""


class Swapper:
    """Replaces the code of the functions of some files."""

    def __init__(self, files: Iterable[Path]) -> None:
        self._alive: dict[Path, dict[str, list[FunctionType]]] = {file.resolve(): defaultdict(list) for file in files}
        gc.unfreeze()
        for thing in gc.get_objects():
            if type(thing) is FunctionType and (names := self._alive.get(_file_of(thing))) is not None:
                names[thing.__code__.co_qualname].append(thing)

    def swap(self, file: Path, place: str, text: str) -> None:
        """Give the functions of one place of a file, and those inside of it, the code that a text has for them."""
        alive = self._alive[file.resolve()]
        new = _codes(compile(text, str(file), "exec"))
        names = [name for name in new if name == place or name.startswith(f"{place}.<locals>.")]
        if not alive[place] or place not in new:
            raise NotSwappedError
        for name in names:
            _replace(alive[name], new[name])

    def instrument(self) -> None:
        """Have each outermost function say its file and name whenever it is called."""
        for file, alive in self._alive.items():
            tree = ast.parse(file.read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    call = ast.parse(f"{HIT}({str(file)!r}, {node.name!r}, {node.lineno})").body[0]
                    for part in ast.walk(call):
                        if isinstance(part, ast.expr | ast.stmt):
                            ast.copy_location(part, node.body[0])
                    node.body.insert(1 if ast.get_docstring(node) else 0, call)
            for name, codes in _codes(compile(tree, str(file), "exec")).items():
                if alive[name]:
                    _replace(alive[name], codes)


def _file_of(function: FunctionType) -> Path:
    return Path(function.__code__.co_filename)


def _codes(module: CodeType) -> dict[str, list[CodeType]]:
    """Return the code objects of all functions, by qualified name and in the order of the text."""
    found = defaultdict(list)
    for code in _inside(module):
        found[code.co_qualname].append(code)
    return found


def _inside(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _inside(constant)


def _replace(functions: list[FunctionType], codes: list[CodeType]) -> None:
    """Functions of one name are those of one text, or several that were defined in turn: line by line."""
    lines = sorted({function.__code__.co_firstlineno for function in functions})
    of_line = dict.fromkeys(lines, codes[0]) if len(codes) == 1 else {code.co_firstlineno: code for code in codes}
    for function in functions:
        code = of_line.get(function.__code__.co_firstlineno)
        if code is None or len(code.co_freevars) != len(function.__code__.co_freevars):
            raise NotSwappedError
        function.__code__ = code
