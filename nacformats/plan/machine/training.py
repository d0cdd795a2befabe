"""Instructions that train a model, and keep what it has become."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from nacformats import limits
from nacformats.codec.columns.arrays import Array
from nacformats.errors import InvalidError
from nacformats.plan import losses
from nacformats.plan.machine.outside import model_input
from nacformats.plan.machine.state import Machine, MachineStep, Operands, choice_of, handler
from nacformats.plan.machine.values import number_of, numeric_array, one_of, text_of
from nacformats.printing import shortened


@handler("src_exec_mode")
def _mode(machine: Machine, operands: Operands) -> MachineStep:
    out = operands["out"]
    return machine.storing(out, lambda: machine.mode)


@handler("model_train_step")
def _train(machine: Machine, operands: Operands) -> MachineStep:
    number, inputs, targets, rate, out = (operands[name] for name in ("model", "inputs", "targets", "rate", "out"))
    loss_of = choice_of("loss_kind", operands["loss"], losses.LOSSES)
    head = [_name(machine, operands[name]) for name in ("weight", "bias") if operands[name]]

    def step() -> None:
        given = [model_input(machine.read(slot)) for slot in inputs]
        wanted = [_target(machine.read(slot)) for slot in targets]
        _require(machine.models.parameters(number), head)
        done = machine.models.train(number, given, wanted, _rate(machine.read(rate)))
        loss = done.loss
        if loss_of is None or loss is not None:
            machine.write(out, None if loss_of is None else np.float32(loss))
            return
        machine.write(out, machine.meter.call(losses.extent(done.outputs), loss_of, done.outputs, wanted))

    return step


def _name(machine: Machine, number: int) -> str:
    return text_of(machine.constant(number), "the name of a parameter")


def _require(parameters: Mapping[str, object], names: list[str]) -> None:
    """InvalidError for a name that is not that of a parameter."""
    for name in names:
        if name not in parameters:
            reason = f"the model has no parameter {shortened(name, limits.MAX_SHOWN_TEXT)!r}"
            raise InvalidError(reason, expected=one_of(parameters))


def _rate(value: Any) -> float | None:
    """Return a learning rate; None is what the training program says."""
    rate = None if value is None else number_of(value, "the learning rate")
    if rate is not None and not 0 <= rate < math.inf:
        raise InvalidError("the learning rate is no finite number from 0 on", actual=rate)
    return rate


def _target(value: Any) -> Array:
    """Return a tensor: of the numbers of Python and lists of them, int64 or float32, as PyTorch makes of them."""
    array = numeric_array(value, "a target")
    if isinstance(value, np.ndarray | np.generic) or array.dtype.kind != "f":
        return array
    return array.astype(np.float32)


@handler("model_zero_grad")
def _zero_grad(machine: Machine, operands: Operands) -> MachineStep:
    number = operands["model"]

    def step() -> None:
        machine.models.require(number)  # gradients do not outlive their step

    return step


@handler("model_save_weights")
def _save(machine: Machine, operands: Operands) -> MachineStep:
    choice_of("weights_kind", operands["kind"], {"nac": None})
    number, name = operands["model"], operands["name"]

    def step() -> None:
        path = text_of(machine.read(name), "the name of the file") or machine.models.path(number)
        machine.meter.require_time()
        machine.meter.spend(machine.models.size(number))
        if machine.models.is_own(path):
            machine.save(lambda target: machine.models.save(number, target))
            return
        kept = machine.models.files()
        machine.files_for(path).save(path, lambda target: machine.models.files_to_save(number, target), kept=kept)

    return step
