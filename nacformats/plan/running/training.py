"""Instructions that train a model, and keep what it has become.

Losses are for a training program that does not show which one it is made of.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from nacformats import limits
from nacformats.codec.columns.arrays import Array
from nacformats.errors import InvalidError
from nacformats.ops.kernels.loss import cross_entropy_loss
from nacformats.ops.names import ATEN
from nacformats.ops.schemas import KERNELS
from nacformats.plan.running.outside import model_input
from nacformats.plan.running.state import Machine, Operands, acting, choice, computing, one_word
from nacformats.plan.running.values import number_of, numeric_array, one_of, text_of
from nacformats.printing import shortened


def cross_entropy(outputs: Sequence[Array], targets: Sequence[Array]) -> np.float32:
    """Return the mean of -log softmax(logits)[target], as the cross entropy of PyTorch.

    Args:
        outputs: the first one is the logits: of shape [C], [N, C], [N, L, C] as of language models, or [N, C, ...].
        targets: the first one is the classes, as many as there are rows of logits, -100 for those that do not count; or
            probabilities of the shape of the logits.

    Raises:
        InvalidError: they do not fit each other.
    """
    logits, target = _first(outputs, "output"), _first(targets, "target")
    if not logits.ndim or not logits.shape[-1]:
        raise InvalidError("the cross entropy needs classes along a last axis", actual=_shown(logits))
    is_soft = target.dtype.kind == "f" and target.shape == logits.shape
    if logits.ndim == 3:  # the kernel has classes along the second axis
        logits, target = logits.swapaxes(1, 2), target.swapaxes(1, 2) if is_soft else target
    rows = (*logits.shape[:1], *logits.shape[2:]) if logits.ndim > 1 else ()
    if not is_soft:
        if target.dtype.kind not in "iu" or target.size != np.prod(rows, dtype=int):
            raise _misfit(target, f"classes for logits of shape {list(outputs[0].shape)}")
        target = target.reshape(rows)
    return _computed(cross_entropy_loss, logits, target)


def mse(outputs: Sequence[Array], targets: Sequence[Array]) -> np.float32:
    """Return the mean of the squares of output - target. InvalidError: their shapes differ."""
    output, target = _first(outputs, "output"), _first(targets, "target")
    if output.shape != target.shape:
        raise _misfit(target, f"shape {list(output.shape)}")
    return _computed(KERNELS[ATEN.mse_loss.default].function, output, target)


def _computed(loss: Callable[[Array, Array], Array], output: Array, target: Array) -> np.float32:
    """Return a loss by its kernel; what that refuses is an error of the target."""
    try:
        with np.errstate(all="ignore"):
            return np.float32(loss(output, target))
    except ValueError as error:
        raise InvalidError(f"the target does not fit the output: {error}") from None


#: By the words of the schema; None is no loss.
LOSSES: Mapping[str, Callable[[Sequence[Array], Sequence[Array]], np.float32] | None] = {
    "cross_entropy": cross_entropy,
    "mse": mse,
    "none": None,
}


def extent(outputs: Sequence[Array]) -> int:
    """Return the bytes that computing a loss takes, at most."""
    return sum(4 * 8 * output.size for output in outputs[:1])


def _first(arrays: Sequence[Array], what: str) -> Array:
    if not arrays:
        raise InvalidError(f"there is no {what} to compute a loss of")
    return arrays[0]


def _misfit(target: Array, expected: str) -> InvalidError:
    return InvalidError("the target does not fit the output", expected=expected, actual=_shown(target))


def _shown(array: Array) -> str:
    return f"{array.dtype.name}{list(array.shape)}"


@computing("src_exec_mode")
def _mode(machine: Machine, _: Operands) -> str:
    return machine.mode


def _name(machine: Machine, number: int) -> str | None:
    """Return the name of a parameter; None for 0."""
    return text_of(machine.constant(number), "the name of a parameter") if number else None


@computing("model_train_step", loss=choice("loss_kind", LOSSES), weight=_name, bias=_name)
def _train(machine: Machine, operands: Operands) -> np.float32 | None:
    number, loss_of = operands["model"], operands["loss"]
    given = [model_input(machine.read(slot)) for slot in operands["inputs"]]
    wanted = [_target(machine.read(slot)) for slot in operands["targets"]]
    _require(machine.models.parameters(number), operands["weight"], operands["bias"])
    done = machine.models.train(number, given, wanted, _rate(machine.read(operands["rate"])))
    if loss_of is None:
        return None
    if done.loss is not None:
        return np.float32(done.loss)
    computed: np.float32 = machine.meter.call(extent(done.outputs), loss_of, done.outputs, wanted)
    return computed


def _require(parameters: Mapping[str, object], *names: str | None) -> None:
    """Raise InvalidError for a name that is not that of a parameter."""
    for name in names:
        if name is not None and name not in parameters:
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


@acting("model_zero_grad")
def _zero_grad(machine: Machine, operands: Operands) -> None:
    machine.models.require(operands["model"])  # gradients do not outlive their step


@acting("model_save_weights", kind=one_word("weights_kind", "nac"))
def _save(machine: Machine, operands: Operands) -> None:
    number, models = operands["model"], machine.models
    path = text_of(machine.read(operands["name"]), "the name of the file") or models.path(number)
    machine.meter.require_time()
    machine.meter.spend(models.size(number))
    if models.is_own(path):
        machine.save(lambda target: models.save(number, target))
        return
    machine.files_for(path).save(path, lambda target: models.files_to_save(number, target), kept=models.files())
