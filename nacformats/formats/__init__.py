"""The wire formats: one module for each, found by discovery."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator
from functools import cache

from nacformats.codec.tables import file_formats
from nacformats.formats.base import Format, Room


@cache
def formats() -> dict[str, Format]:
    """Return all formats by name.

    A package in this one with a table of rules is registered by being there, and defines FORMAT or FORMATS; so is a
    schema with a file-extension and leading contents that has no such package.
    """
    found: dict[str, Format] = {}
    for package in sorted(_packages()):
        module = importlib.import_module(f"{__name__}.{package}")
        found.update((entry.name, entry) for entry in vars(module).get("FORMATS") or (module.FORMAT,))
    for name, (title, suffix, magic) in file_formats().items():
        if name not in found and magic:
            found[name] = _generic(name, title, suffix, magic)
    return found


def _packages() -> Iterator[str]:
    """Yield the names of the packages of formats; pkgutil would take longer to import than to find them."""
    for folder in __path__:
        for name in os.listdir(folder):  # noqa: PTH208
            if os.path.isfile(os.path.join(folder, name, "rules.toml")):  # noqa: PTH113, PTH118
                yield name


@cache
def unmarked() -> dict[str, Format]:
    """Return the formats whose files say nowhere what they are, by the only file name that they go by, such as vocab.b.

    A schema with a file-extension and without leading contents is one. None of them is detected by content.
    """
    listed = [(name, each) for name, each in file_formats().items() if name not in formats() and not each[2]]
    return {name + suffix: _generic(name, title, suffix, magic) for name, (title, suffix, magic) in listed}


def format_named(name: str) -> Format | None:
    """Return the format of this name, also one that is not detected by content."""
    return formats().get(name) or next((each for each in unmarked().values() if each.name == name), None)


def _generic(name: str, title: str, suffix: str, magic: bytes) -> Format:
    """Return the format that a schema in schemas/ describes. Its codec is loaded when the first file is read."""

    def room() -> Room:
        from nacformats.formats.generic import generic_room  # noqa: PLC0415  most files are of another format

        return generic_room(name)

    return Format(name, title, suffix, lambda head: bool(magic) and head.startswith(magic), room, f"{__name__}.generic")
