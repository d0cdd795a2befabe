"""What a training step gives."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy.typing as npt


@dataclass(frozen=True)
class TrainingStep:
    """What one step of training did.

    Attributes:
        outputs: of the forward pass, with the parameters before the step, in order.
        loss: of the forward pass, where the training program shows which one it is; else None.
        updated: names of the parameters that have new values, in the order of the program.
        gradients: what the program computed for them, by name.
    """

    outputs: list[npt.NDArray[Any]] = field(repr=False)
    loss: float | None
    updated: tuple[str, ...]
    gradients: dict[str, npt.NDArray[Any]] = field(repr=False)
