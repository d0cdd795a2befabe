"""The slots of values at each point of a program whose operations change tensors in place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nacformats.runtime.engines.base import Engine
from nacformats.runtime.restoring.mutation import Memory

#: Makes of the function of an operation the one to call instead.
FunctionWrapper = Callable[[Callable[..., Any]], Callable[..., Any]]


class Versions:
    """The slots of values. A change of memory gives a new version of it, in which all views have to be taken again.

    Args:
        memory: which values view the same memory; None where none is changed.
    """

    def __init__(self, memory: Memory | None) -> None:
        self.memory = memory
        self._versions: dict[int, int] = {}
        self._places: dict[int, tuple[int, int]] = {}
        self._sources: dict[int, int] = {}

    def changes(self, index: int) -> bool:
        """True if an operation changes memory that another value sees."""
        return self.memory is not None and index in self.memory.changed

    def find(self, index: int) -> int | None:
        """Return the slot of a value, or None where it has to be taken again from what it views."""
        if self.memory is None:
            return index
        slot, version = self._places.get(index, (index, 0))
        return slot if version == self._versions.get(self.memory.roots[index], 0) else None

    def put(self, index: int, slot: int, source: int | None = None) -> None:
        """Say where a value is from now on; source: the slot of what it was taken from."""
        if self.memory is not None:
            self._places[index] = slot, self._versions.get(self.memory.roots[index], 0)
            if source is not None:
                self._sources[index] = source

    def renew(self, root: int, slot: int) -> None:
        """Start another version of the memory of a root, which is in a slot."""
        self._versions[root] = self._versions.get(root, 0) + 1
        self.put(root, slot)

    def before(self, index: int) -> tuple[int, int]:
        """Return the slots of a view before a change, and of what it was taken from then."""
        return self._places.get(index, (index, 0))[0], self._sources[index]


def writing(engine: Engine, reason: str) -> FunctionWrapper:
    """The function of (changed memory, target, ...) that writes the result over its target, and gives the target.

    reason: what to say where the target turns out to be no view of that memory; "" where it may be a copy.
    """

    def wrapper(function: Callable[..., Any]) -> Callable[..., Any]:
        def change(memory: Any, target: Any, *arguments: Any) -> Any:
            if reason and engine.storage(target)[0] != engine.storage(memory)[0]:
                raise NotImplementedError(reason)
            engine.write(target, function(target, *arguments))
            return target

        return change

    return wrapper


def again(engine: Engine) -> FunctionWrapper:
    """Return the function of (view, what it was taken from, ...) that takes a view again, and keeps what was a copy."""

    def wrapper(function: Callable[..., Any]) -> Callable[..., Any]:
        def take(before: Any, source: Any, *arguments: Any) -> Any:
            return function(*arguments) if engine.storage(before)[0] == engine.storage(source)[0] else before

        return take

    return wrapper
