"""The schemas of the ATen operations that have kernels: `schemas.txt`, a line each, as PyTorch prints them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from nacformats.runtime.operators import Function, kernel

#: Kernels by the names of their operations, several of which may share one.
KernelTable: TypeAlias = Mapping[str, Callable[..., Any]]

_LINES = Path(__file__).with_name("schemas.txt").read_text(encoding="ascii").splitlines()
_SCHEMAS = {line.partition("(")[0]: line for line in _LINES}


def aten(*names: str) -> Callable[[Function], Function]:
    """Register a function as the kernel of ATen operations; a name without overload means the default one."""
    return kernel(*map(aten_schema, names))


def aten_table(kernels: KernelTable, register: Callable[..., Callable[[Any], Any]] = aten) -> None:
    """Register the kernels of a table."""
    for names, function in kernels.items():
        register(*names.split())(function)


def aten_schema(name: str) -> str:
    """Return the schema of an ATen operation: of `relu`, "aten.relu.default(Tensor self)"."""
    return _SCHEMAS[f"aten.{name}" if "." in name else f"aten.{name}.default"]
