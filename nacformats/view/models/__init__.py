"""Views of the models of each format: a module for each kind of them."""

from __future__ import annotations

from importlib import import_module

from nacformats.formats import formats
from nacformats.formats.base import Format, Model
from nacformats.view.tables import ShownModel

_MODULES = {"nac": "nac", "mic2": "mic", "micb": "mic", "stb": "stb", "gguf": "weights", "safetensors": "weights"}


def shown_model(found: Format | None) -> ShownModel | None:
    """Return the views of the models of a format; None for a tree. A schema from elsewhere may have the same name."""
    if found is None or found.name not in _MODULES or formats().get(found.name) is not found:
        return None
    shown: ShownModel = import_module(f"{__name__}.{_MODULES[found.name]}").SHOWN
    return shown


def format_of_model(model: Model) -> Format | None:
    """Return the format of a model: the one that it was read from, or one that could write it; None: there is none."""
    found = formats().get(model.format or "")
    if found is None or (shown_model(found) is None and model.source is None):
        found = next((each for each in formats().values() if each.holds(model)), None)
    return found
