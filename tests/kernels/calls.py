"""Calls of kernels with arguments as PyTorch takes them."""

from __future__ import annotations

from typing import Any

from nacformats.ops.schemas import KERNELS


def call(name: str, *positional: Any, **keywords: Any) -> Any:
    """Return the result of the kernel of an operation; what is left out has its default."""
    kernel = KERNELS[name]
    return kernel.function(*kernel.bound(*positional, **keywords))
