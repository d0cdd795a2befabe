"""The wire formats: one module a format, found by discovery."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from nacformats.formats.base import Format


@cache
def formats() -> dict[str, Format]:
    """All formats by name. A module of this package that defines FORMAT or FORMATS is registered by being there."""
    found: dict[str, Format] = {}
    for info in sorted(pkgutil.iter_modules(__path__), key=lambda info: info.name):
        module = importlib.import_module(f"{__name__}.{info.name}")
        listed = getattr(module, "FORMATS", None) or ([module.FORMAT] if hasattr(module, "FORMAT") else [])
        found.update((entry.name, entry) for entry in listed)
    return found
