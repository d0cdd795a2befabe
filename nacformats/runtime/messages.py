"""Texts of messages about values and names."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any


def describe_value(value: Any) -> str:
    """Return a value for a message: type and shape of a tensor, numbers and text as they are."""
    if hasattr(value, "shape"):
        return f"{str(value.dtype).removeprefix('torch.')}{list(value.shape)}"
    if isinstance(value, list | tuple):
        shown = [describe_value(item) for item in value[:8]] + ["..."] * (len(value) > 8)
        return f"[{', '.join(shown)}]"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return the end of a message about an unknown name: known ones that are close to it, or nothing."""
    found = difflib.get_close_matches(name, list(known), n=3)
    return f", did you mean {' or '.join(map(repr, found))}?" if found else ""
