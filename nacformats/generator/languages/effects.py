"""Effects of the functions of a program beside their result: failing, and changing what they are given."""

from __future__ import annotations

from collections.abc import Iterable

from nacformats.generator.languages import tree
from nacformats.generator.languages.tree import Expression, Statement

#: Functions of every language that change their first argument.
CHANGING = frozenset({"put_text", "put_range", "put_fill", "cut", "set_halves", "add_halves"})


def find_effects(modules: Iterable[tree.Module]) -> None:
    """Set `can_fail` of functions, and `is_changed` of their parameters and locals."""
    functions = [each for module in modules for each in module.functions]
    _find_failing(functions)
    _find_changed(functions)


def _find_failing(functions: list[tree.Function]) -> None:
    """Say which functions can fail: those that do, and those that call them."""
    is_growing = True
    while is_growing:
        is_growing = False
        for function in functions:
            if not function.can_fail and any(_fails(part) for part in tree.parts_of(function)):
                function.can_fail = is_growing = True


def _fails(part: Expression | Statement) -> bool:
    match part:
        case tree.Fail():
            return True
        case tree.Call(name=name, function=tree.Function() as function):
            return function.can_fail and name != "succeeds"
    return False


def _find_changed(functions: list[tree.Function]) -> None:
    """Say which bytes and lists that they are given functions change."""
    is_growing = True
    while is_growing:
        is_growing = False
        for function in functions:
            names = {name for part in tree.parts_of(function) for name in _changed_by(part)}
            for parameter in function.parameters:
                if parameter.name in names and not parameter.is_changed:
                    parameter.is_changed = is_growing = True
            for part in tree.parts_of(function):
                if isinstance(part, tree.Declare) and part.name in names:
                    part.is_changed = True


def _changed_by(part: Expression | Statement) -> Iterable[str]:
    match part:
        case tree.Append(to) | tree.Clear(to) | tree.Pop(_, to):
            yield from _local_of(to)
        case tree.Assign(tree.Item(_, of) | tree.Member(_, of)):
            yield from _local_of(of)
        case tree.Call(_, "succeeds"):
            yield "m"
        case tree.Call(_, name, [first, *_], None) if name in CHANGING:
            yield from _local_of(first)
        case tree.Call(_, _, arguments, tree.Function() as function) if arguments:
            for argument, parameter in zip(arguments, function.parameters, strict=True):
                if parameter.is_changed:
                    yield from _local_of(argument)


def _local_of(place: Expression) -> Iterable[str]:
    match place:
        case tree.Local(_, name):
            yield name
        case tree.Member(_, of) | tree.Item(_, of):
            yield from _local_of(of)
