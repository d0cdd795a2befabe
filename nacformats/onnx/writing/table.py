"""The table of operations that have a form in ONNX."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

#: Emits the nodes of one operation: called with the emitter and the arguments as a kernel is, tensors in place of
#: arrays; gives a Tensor, a tuple of them, or a Python number.
_Rule = Callable[..., Any]

RULES: dict[str, _Rule] = {}

_Function = TypeVar("_Function", bound=_Rule)


def rule(*operators: str) -> Callable[[_Function], _Function]:
    """Register a function as the form of ATen operations; without overload, the default one is meant."""

    def register(function: _Function) -> _Function:
        for operator in operators:
            add(operator, function)
        return function

    return register


def add(operator: str, function: _Rule) -> None:
    """Register the form of one ATen operation."""
    RULES[f"aten.{operator}" if "." in operator else f"aten.{operator}.default"] = function


def add_all(rules: Mapping[str, _Rule]) -> None:
    """Register the forms of ATen operations by their names, several of which may share one."""
    for names, function in rules.items():
        rule(*names.split())(function)
