"""Engines by name. A room above the runtime registers its own: the package's face does so for ONNX."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nacformats.runtime.engines.base import Engine, Trust


def _numpy(_trust: Trust) -> Engine:
    from nacformats.runtime.engines.base import Engine  # noqa: PLC0415  it imports all kernels

    return Engine()


def _torch(trust: Trust) -> Engine:
    from nacformats.runtime.engines.torch_engine import TorchEngine  # noqa: PLC0415  PyTorch is optional

    return TorchEngine(trust)


_MAKERS: dict[str, Callable[[Trust], Engine]] = {"numpy": _numpy, "torch": _torch}


def register_engine(name: str, make: Callable[[Trust], Engine]) -> None:
    """Add an engine: sessions that name it call `make` with the operators of PyTorch that their caller trusts."""
    _MAKERS[name] = make


def engine_names() -> tuple[str, ...]:
    """Return the engines that a session can name."""
    return tuple(_MAKERS)


def engine_named(engine: str | Engine, trust: Trust) -> Engine:
    """Return the engine of a name; an engine as it is.

    Raises:
        ImportError: it is not installed.
        ValueError: the name is unknown; trust is neither "all" nor a collection of names, or goes with an engine.
    """
    from nacformats.runtime.engines.base import trusted_operators  # noqa: PLC0415  the face imports this module

    if not isinstance(engine, str):
        if trust is not None:
            raise ValueError("trust belongs to the engine that is given: TorchEngine(trust=...)")
        return engine
    trusted_operators(trust)
    if engine not in _MAKERS:
        raise ValueError(f"unknown engine {engine!r}: known are {', '.join(_MAKERS)}")
    return _MAKERS[engine](trust)
