"""Which module of the package imports which: at the top, in functions, for types, and by its name in a string."""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import nacformats

PACKAGE = "nacformats"
ROOT = Path(nacformats.__file__).parent


def _name_of(path: Path) -> str:
    parts = (PACKAGE, *path.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


#: The modules that people write, by name. What is generated in an installed package is left out.
MODULES = {
    _name_of(path): path
    for path in sorted(ROOT.rglob("*.py"))
    if path.parent.name != "_generated" or path.stem == "__init__"
    if "_generated" not in path.relative_to(ROOT).parts[:-2]
}


@cache
def parsed(path: Path) -> ast.Module:
    """Return the syntax tree of a file, which all tests that read code share."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def walked(path: Path) -> tuple[ast.AST, ...]:
    """Return all nodes of a file. They stay, and are not looked through for garbage again and again."""
    gc.disable()
    try:
        return tuple(ast.walk(parsed(path)))
    finally:
        gc.freeze()
        gc.enable()


def tree_of(module: str) -> ast.Module:
    """The syntax tree of a module."""
    return parsed(MODULES[module])


def nodes_of(module: str) -> tuple[ast.AST, ...]:
    """All nodes of it."""
    return walked(MODULES[module])


@cache
def _offers(module: str) -> Mapping[str, str]:
    """The names that a module has from other modules of the package, with those modules."""
    return {
        alias.asname or alias.name: node.module
        for node in nodes_of(module)
        if isinstance(node, ast.ImportFrom) and node.module in MODULES
        for alias in node.names
    }


@cache
def imports() -> Mapping[str, frozenset[str]]:
    """The modules that each module imports."""
    return {module: frozenset(_imports_of(module)) - {module} for module in MODULES}


def _imports_of(module: str) -> Iterator[str]:
    faces = {name for node in nodes_of(module) for name in _bound_to_package(node)}
    for node in nodes_of(module):
        match node:
            case ast.Import():
                yield from (alias.name for alias in node.names if alias.name in MODULES)
            case ast.ImportFrom(module=str(source)) if source in MODULES:
                for alias in node.names:
                    yield from _homes(source, alias.name)
            case ast.Attribute(value=ast.Name(id=name)) if name in faces:
                yield from _homes(PACKAGE, node.attr)
            case ast.Constant(value=str(text)) if text in MODULES and text != PACKAGE:
                yield text
            case ast.JoinedStr(values=[first, *rest]):
                yield from _named_by_pattern(module, first, rest)


def _bound_to_package(node: ast.AST) -> Iterator[str]:
    """Names that `import nacformats` gives to the package itself."""
    if isinstance(node, ast.Import):
        yield from (alias.asname or PACKAGE for alias in node.names if alias.name.partition(".")[0] == PACKAGE)


def _homes(source: str, name: str, seen: frozenset[str] = frozenset()) -> Iterator[str]:
    """The module that `from source import name` runs, and the one that defines the name where source only offers it."""
    if f"{source}.{name}" in MODULES:
        yield f"{source}.{name}"
        return
    yield source
    home = _offers(source).get(name)
    if home is not None and home not in seen:
        yield from _homes(home, name, seen | {source})


def _named_by_pattern(module: str, first: ast.expr, rest: list[ast.expr]) -> Iterator[str]:
    """The modules that a text such as f"nacformats.fuzz.{name}" or f"{__name__}.{name}" may name."""
    match first, rest:
        case ast.Constant(value=str(prefix)), _:
            pass
        case ast.FormattedValue(value=ast.Name(id="__name__")), [ast.Constant(value=str(dot)), *_]:
            prefix = module + dot
        case _:
            return
    package, dot, start = prefix.rpartition(".")
    if dot and package in MODULES:
        yield from (each for each in MODULES if each.rpartition(".")[0] == package and each.startswith(prefix + start))
