"""The list of architectures; a model is built when it is asked for, always with the same weights."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

#: The modules that add to the list, and the library that each needs besides PyTorch.
SOURCES = {
    "plain": "torch",
    "sequences": "torch",
    "vision": "timm",
    "language": "transformers",
    "detection": "torchvision",
}

#: Batch and length of the example, and of another input for a model whose sizes may vary.
SIZES, OTHER_SIZES = (2, 8), (3, 13)

Inputs = tuple[tuple[Any, ...], Mapping[str, Any]]


@dataclass(frozen=True)
class Example:
    """A model and what makes inputs for it.

    inputs(batch, length) gives args, or args and kwargs; a size that they do not depend on is fixed.
    """

    model: Any
    inputs: Callable[[int, int], Any]

    def arguments(self, sizes: tuple[int, int]) -> Inputs:
        import torch

        torch.manual_seed(sizes[0] * 1000 + sizes[1])
        made = self.inputs(*sizes)
        if isinstance(made, tuple) and len(made) == 2 and isinstance(made[1], dict):
            return made
        return (made if isinstance(made, tuple) else (made,)), {}


@dataclass(frozen=True)
class Architecture:
    """An entry of the list. quick: it is in the normal tests as well."""

    name: str
    source: str
    build: Callable[[], Example]
    quick: bool = False

    def example(self) -> Example:
        import torch

        torch.manual_seed(0)
        found = self.build()
        found.model.eval()
        for module in found.model.modules():
            if isinstance(module, torch.nn.modules.batchnorm._BatchNorm) and module.running_mean is not None:
                module.running_mean.normal_(0, 0.1)  # those of a new layer do nothing
                module.running_var.uniform_(0.8, 1.2)
        return found


CATALOGUE: dict[str, Architecture] = {}


def architecture(name: str, *, quick: bool = False) -> Callable[[Callable[[], Example]], Callable[[], Example]]:
    """Add an architecture to the list."""

    def add(build: Callable[[], Example]) -> Callable[[], Example]:
        CATALOGUE[name] = Architecture(name, build.__module__.rpartition(".")[2], build, quick)
        return build

    return add


def load(*sources: str) -> dict[str, Architecture]:
    """The list; of the named sources, or of all."""
    for source in sources or SOURCES:
        importlib.import_module(f"tests.zoo.{source}")
    return CATALOGUE
