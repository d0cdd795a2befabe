"""Instructions that reach outside of the slots: models and their training, prompts, files, what is printed."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from nacformats import limits
from nacformats.codec.columns.arrays import Array
from nacformats.errors import FormatError, InvalidError, UnsupportedError
from nacformats.formats.stored import SAVED_BFLOAT16
from nacformats.ops.dtypes import BFLOAT16
from nacformats.ops.kernels.loss import cross_entropy_loss
from nacformats.ops.names import ATEN
from nacformats.ops.schemas import KERNELS
from nacformats.plan import pictures
from nacformats.plan.running.state import Machine, Operands, acting, choice, computing, one_word, text_constant
from nacformats.plan.running.texts import text
from nacformats.plan.running.values import integer_of, number_of, numeric_array, one_of, text_of
from nacformats.printing import shortened
from nacformats.runtime.gather.saved import read_array

_INT64 = range(-(2**63), 2**63)


def _integer(answer: str) -> int:
    try:
        number = int(answer.strip()) if len(answer) < 100 else None
    except ValueError:
        number = None
    if number is None or number not in _INT64:
        raise InvalidError("the answer is no integer", expected="an integer of 64 bits", actual=repr(answer[:100]))
    return number


def _number(answer: str) -> float:
    try:
        return float(answer)
    except ValueError:
        raise InvalidError("the answer is no number", actual=repr(answer[:100])) from None


_ANSWERS: dict[str, Callable[[str], Any]] = {"text": str, "integer": _integer, "number": _number}


@computing("src_user_prompt", prompt=text_constant("the prompt"), kind=choice("value_kind", _ANSWERS))
def _prompt(machine: Machine, operands: Operands) -> Any:
    return operands["kind"](machine.ask(operands["prompt"]))


@acting("res_load_model", path=text_constant("the path of the model"))
def _load_model(machine: Machine, operands: Operands) -> None:
    machine.meter.require_time()
    path = operands["path"]
    machine.models.load(operands["model"], path, None if machine.models.is_own(path) else machine.files_for(path))


def _array(machine: Machine, name: str) -> Any:
    """Return the array of an .npy file."""
    left = machine.meter.bytes_left()
    data = machine.files_for(name).read(name, left)
    try:
        array = read_array(io.BytesIO(data), len(data), left - len(data))
    except FormatError as error:
        raise type(error)(f"the file {name!r} {error.reason}", expected=error.expected) from None
    return array.view(BFLOAT16) if array.dtype == SAVED_BFLOAT16 else array


def _image(machine: Machine, name: str) -> Any:
    left = machine.meter.bytes_left()
    return pictures.tensor_of(machine.files_for(name).read(name, left), name, machine.meter.require)


@computing("res_load_datafile", kind=one_word("file_kind", "array"), path=text_constant("the path of the file"))
def _load_file(machine: Machine, operands: Operands) -> Any:
    return _array(machine, operands["path"])


@computing("res_load_dynamic", kind=choice("file_kind", {"array": _array, "image": _image}))
def _load_named(machine: Machine, operands: Operands) -> Any:
    return operands["kind"](machine, text_of(machine.read(operands["name"]), "the name of the file"))


@computing("res_load_array", array=text_constant("the name of the array"))
def _load_array(machine: Machine, operands: Operands) -> Any:
    name, own = operands["array"], machine.models.own
    if own is None:
        raise InvalidError("the plan is in no file, so there is no array", hint="run it with one")
    if name not in own.arrays:
        reason = f"the file has no array {shortened(name, limits.MAX_SHOWN_TEXT)!r}"
        raise InvalidError(reason, expected=one_of(own.arrays))
    array = own.arrays[name].array()
    return machine.meter.call(array.nbytes, array.copy)  # a view would end with the file


@computing("res_load_extern", resource=Machine.constant, kind=one_word("extern_kind", "tokenizer", "constant"))
def _load_extern(machine: Machine, operands: Operands) -> Any:
    resource = operands["resource"]
    if operands["kind"] == "constant":
        return resource
    return machine.models.tokenizer(integer_of(resource, "the number of the model"))


@acting("model_run_static")
def _run_model(machine: Machine, operands: Operands) -> None:
    number, outs = operands["model"], operands["outputs"]
    outputs = machine.models.run(number, [model_input(machine.read(slot)) for slot in operands["inputs"]])
    if len(outs) > len(outputs):
        reason = f"model {number} has fewer outputs than there are slots"
        raise InvalidError(reason, expected=f"at most {len(outputs)}", actual=len(outs))
    for slot, output in zip(outs, outputs, strict=False):
        machine.write(slot, _held(output))


def model_input(value: Any) -> Any:
    """Return a value for a model. Numbers and lists get the type that the model declares, or that of PyTorch."""
    if not isinstance(value, np.ndarray | np.generic):
        numeric_array(value, "an input of the model")
    return value


def _held(output: Any) -> Any:
    """Return an output that holds no more memory than its own: a view may be of something large."""
    if isinstance(output, tuple | list):
        return tuple(map(_held, output))
    base = getattr(output, "base", None)
    return output.copy() if isinstance(base, np.ndarray) and base.nbytes > output.nbytes else output


@acting("res_unload")
def _unload(machine: Machine, operands: Operands) -> None:
    model, slot = operands.get("model"), operands.get("slot")
    if model is not None:
        machine.models.unload(model)
    elif slot is not None:
        machine.clear(slot)


@acting("sys_debug_print", message=text_constant("the message"))
def _debug(machine: Machine, operands: Operands) -> None:
    machine.show(f"[DEBUG] {operands['message']}: {text(machine, machine.read(operands['source']))}", "\n")


@acting(
    "io_write",
    mode=one_word("write_mode", "plain", "append", "no_newline"),
    destination=one_word("destination", "stdout", "stderr", "file"),
)
def _write(machine: Machine, operands: Operands) -> None:
    value, mode, destination = machine.read(operands["source"]), operands["mode"], operands["destination"]
    if destination != "file":
        end = "" if mode == "no_newline" else "\n"
        machine.show(text(machine, value), end, value=value, error=destination == "stderr")
        return
    data = value if isinstance(value, bytes) else _encoded(text(machine, value))
    machine.meter.spend(len(data))
    if operands.get("name") is None:
        raise UnsupportedError("the instruction names no file")
    path = text_of(machine.read(operands["name"]), "the name of the file")
    machine.files_for(path).write(path, data, append=mode == "append", kept=machine.models.files())


def _encoded(written: str) -> bytes:
    try:
        return written.encode()
    except UnicodeEncodeError as error:
        raise InvalidError(f"the text cannot be written: {error}") from None


# models that are trained; losses are for a training program that does not show which one it is made of


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
