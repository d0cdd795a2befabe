"""Effects of the functions of a program beside their result: failing, and changing what they are given."""

from __future__ import annotations

from collections.abc import Iterable

from nacformats.languages import tree
from nacformats.languages.tree import Expression, Statement

#: Functions of every language that change their first argument.
CHANGING = frozenset({"put_text", "put_range", "put_fill", "cut", "set_halves", "add_halves"})


def find_effects(modules: Iterable[tree.Module]) -> None:
    """Set `can_fail` of functions, and `is_changed` of their parameters and locals."""
    functions = {each.name: each for module in modules for each in module.functions}
    told = {name: _telling(each) for name, each in functions.items()}
    while sum(_finds_more(each, told[name]) for name, each in functions.items()):
        pass  # what a function does, those that call it do as well


def _telling(function: tree.Function) -> list[Expression | Statement]:
    """Return the parts of a function that say what it does."""
    kinds = (tree.Append, tree.Assign, tree.Call, tree.Clear, tree.Declare, tree.Fail, tree.Pop)
    return [part for part in tree.parts_of(function) if isinstance(part, kinds)]


def _finds_more(function: tree.Function, told: list[Expression | Statement]) -> bool:
    """Mark what is known of a function by what is known of those that it calls; return whether that is new."""
    names = {name for part in told for name in _changed_by(part)}
    fails = any(map(_fails, told))
    changed = [each for each in function.parameters if each.name in names and not each.is_changed]
    is_new = bool(changed) or fails != function.can_fail
    function.can_fail = fails
    for parameter in changed:
        parameter.is_changed = True
    for part in told:
        if isinstance(part, tree.Declare) and part.name in names:
            part.is_changed = True
    return is_new


def _fails(part: Expression | Statement) -> bool:
    match part:
        case tree.Fail():
            return True
        case tree.Call(name=name, function=tree.Function() as function):
            return function.can_fail and name != "succeeds"
    return False


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
