"""One public name has one meaning in the whole package: no two modules define the same one."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.imports import MODULES, tree_of

#: Names that are the same by convention.
EXCEPTIONS = {"main": "what a module does when it is run", "type_of": "of a record of a file; of an expression"}

#: Another language, which is printed whole in others, and the nodes of its trees: they have namespaces of their own.
_LANGUAGES = "nacformats.languages"
NEUTRAL = tuple(f"{_LANGUAGES}.{module}" for module in ("neutral", "machine.", "tree"))


def definitions(body: list[ast.stmt]) -> Iterator[str]:
    """The public classes, functions and aliases of a module; constants in capitals are no names of things."""
    for node in body:
        match node:
            case ast.If() | ast.Try():
                yield from definitions([*node.body, *node.orelse])
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.Assign(targets=targets):
                yield from (target.id for target in targets if isinstance(target, ast.Name) and not target.id.isupper())
            case ast.AnnAssign(target=ast.Name(id=name)) if not name.isupper():
                yield name


def test_a_public_name_has_one_meaning() -> None:
    homes: dict[str, list[str]] = {}
    for module in (each for each in MODULES if not each.startswith(NEUTRAL)):
        for name in dict.fromkeys(definitions(tree_of(module).body)):
            if not name.startswith("_"):
                homes.setdefault(name, []).append(module)
    assert len(homes) > 1500
    doubled = {name: modules for name, modules in homes.items() if len(modules) > 1 and name not in EXCEPTIONS}
    assert not doubled, "\n" + "\n".join(f"{name}: {', '.join(doubled[name])}" for name in sorted(doubled))
