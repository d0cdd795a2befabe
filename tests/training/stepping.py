"""One step of a training program, and one of PyTorch."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from nacformats.graph.graph import Graph, Input, TrainingProgram
from nacformats.restoring import restore
from nacformats.restoring.training import restore_training
from nacformats.runtime import Session, SessionOptions
from tests.training.public_compiler import first, loss

Arrays = dict[str, np.ndarray[Any, Any]]


def gradients(
    program: TrainingProgram,
    forward: Graph,
    inputs: Sequence[Any],
    target: Any,
    engine: str = "numpy",
    unnamed: Sequence[Any] = (),
) -> Arrays:
    """What a step of the program computes for each parameter; unnamed: the inputs without a name."""
    places = [value.index for value in forward.every(Input) if not value.name]
    names = [value.name for value in forward.every(Input) if value.name]
    values = {place: each.numpy() for place, each in zip(places, unnamed, strict=True)}
    program, forward = restore_training(program, restore(forward))
    targets = [] if target is None else [target.numpy()]
    trust = "all" if engine == "torch" else None
    given = {name: each.numpy() for name, each in zip(names, inputs, strict=True)}
    with Session(
        forward, engine=engine, options=SessionOptions(training=program, values=values), trust=trust
    ) as session:
        return session.train_step(given, targets).gradients


def expected(model: torch.nn.Module, inputs: Sequence[Any], target: Any, kind: str) -> Arrays:
    """The gradients of PyTorch."""
    model = copy.deepcopy(model).eval()
    out = first(model(*inputs))
    (out.sum() if kind == "none" else loss(out, target, kind)).backward()
    return {name: each.grad.numpy() for name, each in model.named_parameters() if each.grad is not None}
