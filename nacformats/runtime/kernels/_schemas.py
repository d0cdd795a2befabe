"""The schemas of the ATen operations that have kernels: `schemas.txt`, a line each, as PyTorch prints them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from nacformats.runtime.operators import Function, kernel

_LINES = Path(__file__).with_name("schemas.txt").read_text(encoding="ascii").splitlines()
_SCHEMAS = {line.partition("(")[0]: line for line in _LINES}


def aten(*names: str) -> Callable[[Function], Function]:
    """Register a function as the kernel of ATen operations; a name without overload means the default one."""
    return kernel(*map(aten_schema, names))


def aten_schema(name: str) -> str:
    """Return the schema of an ATen operation: of `relu`, "aten.relu.default(Tensor self)"."""
    return _SCHEMAS[f"aten.{name}" if "." in name else f"aten.{name}.default"]
