"""The wire formats: one module for each, found by discovery."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from nacformats.codec.tables import file_formats
from nacformats.formats.base import Format
from nacformats.formats.generic import generic_format


@cache
def formats() -> dict[str, Format]:
    """All formats by name.

    A module of this package that defines FORMAT or FORMATS is registered by being there, and so is a schema with a
    file-extension and leading contents that has no module.
    """
    found: dict[str, Format] = {}
    for info in sorted(pkgutil.iter_modules(__path__), key=lambda info: info.name):
        module = importlib.import_module(f"{__name__}.{info.name}")
        listed = getattr(module, "FORMATS", None) or ([module.FORMAT] if hasattr(module, "FORMAT") else [])
        found.update((entry.name, entry) for entry in listed)
    for name, (title, suffix, magic) in file_formats().items():
        if name not in found and magic:
            found[name] = generic_format(name, title, suffix, magic)
    return found


@cache
def unmarked() -> dict[str, Format]:
    """The formats whose files say nowhere what they are, by the only file name that they go by, such as vocab.b.

    A schema with a file-extension and without leading contents is one. None of them is detected by content.
    """
    listed = [(name, each) for name, each in file_formats().items() if name not in formats() and not each[2]]
    return {name + suffix: generic_format(name, title, suffix, magic) for name, (title, suffix, magic) in listed}


def format_named(name: str) -> Format | None:
    """The format of this name, also one that is not detected by content."""
    return formats().get(name) or next((each for each in unmarked().values() if each.name == name), None)
