"""Names that are imported when they are first requested (PEP 562): a program pays for the formats that it uses.

So is the room that makes the HTML of objects for notebooks, which is above them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module

_html_of: list[Callable[[object], str]] = []


def names_from(
    package: str, homes: Mapping[str, Sequence[str]], modules: Mapping[str, str] | None = None
) -> Callable[[str], object]:
    """Return the `__getattr__` of a package. The modules in it that define names can be requested, too.

    Args:
        package: its name.
        homes: names by the module that defines them.
        modules: further modules, by the names that the package has for them.
    """
    rooms = modules or {}
    home_of = {name: home for home, names in homes.items() for name in names}

    def get(name: str) -> object:
        if name in rooms or (name not in home_of and f"{package}.{name}" in homes):
            return import_module(rooms.get(name, f"{package}.{name}"))
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(home_of[name]), name)
        setattr(sys.modules[package], name, value)  # the next time, nobody asks here
        return value

    return get


def names_of(package: str, home: str) -> Callable[[str], object]:
    """Return the `__getattr__` of a package whose public names are those of one module in it, `__all__` included."""

    def get(name: str) -> object:
        names = import_module(f"{package}.{home}") if name == "__all__" or not name.startswith("_") else None
        if names is None or name not in ("__all__", *names.__all__):
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(names, name)
        setattr(sys.modules[package], name, value)  # the next time, nobody asks here
        return value

    return get


def show_in_notebooks(html_of: Callable[[object], str]) -> None:
    """Have a function make the HTML of each NotebookObject."""
    _html_of[:] = [html_of]


class NotebookObject:
    """An object that a notebook shows as a small table, without scripts."""

    def _repr_html_(self) -> str | None:
        return _html_of[0](self) if _html_of else None
