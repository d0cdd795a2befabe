"""Instructions that reach outside of the slots: models, prompts, files, what is printed."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import numpy as np

from nacformats import limits
from nacformats.errors import FormatError, InvalidError, UnsupportedError
from nacformats.plan import pictures
from nacformats.plan.machine.state import Machine, MachineStep, Operands, choice_of, handler
from nacformats.plan.machine.texts import text
from nacformats.plan.machine.values import integer_of, numeric_array, one_of, text_of
from nacformats.printing import shortened
from nacformats.runtime.gather.saved import read_array
from nacformats.runtime.gather.tensors import SAVED_BFLOAT16
from nacformats.runtime.kernels._types import BFLOAT16

_INT64 = range(-(2**63), 2**63)


@handler("src_user_prompt")
def _prompt(machine: Machine, operands: Operands) -> MachineStep:
    question = text_of(machine.constant(operands["prompt"]), "the prompt")
    read = choice_of("value_kind", operands["kind"], _ANSWERS)
    out = operands["out"]
    return machine.storing(out, lambda: read(machine.ask(question)))


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


@handler("res_load_model")
def _load_model(machine: Machine, operands: Operands) -> MachineStep:
    number = operands["model"]
    path = text_of(machine.constant(operands["path"]), "the path of the model")

    def step() -> None:
        machine.meter.require_time()
        machine.models.load(number, path, None if machine.models.is_own(path) else machine.files_for(path))

    return step


@handler("res_load_datafile")
def _load_file(machine: Machine, operands: Operands) -> MachineStep:
    choice_of("file_kind", operands["kind"], {"array": None})
    name = text_of(machine.constant(operands["path"]), "the path of the file")
    out = operands["out"]
    return machine.storing(out, lambda: _array(machine, name))


@handler("res_load_dynamic")
def _load_named(machine: Machine, operands: Operands) -> MachineStep:
    load = choice_of("file_kind", operands["kind"], {"array": _array, "image": _image})
    name, out = operands["name"], operands["out"]
    return machine.storing(out, lambda: load(machine, text_of(machine.read(name), "the name of the file")))


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


@handler("res_load_array")
def _load_array(machine: Machine, operands: Operands) -> MachineStep:
    name, out = text_of(machine.constant(operands["array"]), "the name of the array"), operands["out"]

    def step() -> None:
        own = machine.models.own
        if own is None:
            raise InvalidError("the plan is in no file, so there is no array", hint="run it with one")
        if name not in own.arrays:
            reason = f"the file has no array {shortened(name, limits.MAX_SHOWN_TEXT)!r}"
            raise InvalidError(reason, expected=one_of(own.arrays))
        array = own.arrays[name].array()
        machine.write(out, machine.meter.call(array.nbytes, array.copy))  # a view would end with the file

    return step


@handler("res_load_extern")
def _load_extern(machine: Machine, operands: Operands) -> MachineStep:
    resource = machine.constant(operands["resource"])
    get = choice_of("extern_kind", operands["kind"], {"tokenizer": _tokenizer, "constant": _constant})
    out = operands["out"]
    return machine.storing(out, lambda: get(machine, resource))


def _tokenizer(machine: Machine, resource: Any) -> Any:
    return machine.models.tokenizer(integer_of(resource, "the number of the model"))


def _constant(_machine: Machine, resource: Any) -> Any:
    return resource


@handler("model_run_static")
def _run_model(machine: Machine, operands: Operands) -> MachineStep:
    number, inputs, outs = operands["model"], operands["inputs"], operands["outputs"]

    def step() -> None:
        given = [model_input(machine.read(slot)) for slot in inputs]
        outputs = machine.models.run(number, given)
        if len(outs) > len(outputs):
            reason = f"model {number} has fewer outputs than there are slots"
            raise InvalidError(reason, expected=f"at most {len(outputs)}", actual=len(outs))
        for slot, output in zip(outs, outputs, strict=False):
            machine.write(slot, _held(output))

    return step


def model_input(value: Any) -> Any:
    """Return a value for a model. Numbers and lists get the type that the model declares, or that of PyTorch."""
    return value if isinstance(value, np.ndarray | np.generic) else _numbers(value)


def _numbers(value: Any) -> Any:
    numeric_array(value, "an input of the model")
    return value


def _held(output: Any) -> Any:
    """Return an output that holds no more memory than its own: a view may be of something large."""
    if isinstance(output, tuple | list):
        return tuple(map(_held, output))
    base = getattr(output, "base", None)
    return output.copy() if isinstance(base, np.ndarray) and base.nbytes > output.nbytes else output


@handler("res_unload")
def _unload(machine: Machine, operands: Operands) -> MachineStep:
    model, slot = operands.get("model"), operands.get("slot")

    def step() -> None:
        if model is not None:
            machine.models.unload(model)
        elif slot is not None:
            machine.clear(slot)

    return step


@handler("sys_debug_print")
def _debug(machine: Machine, operands: Operands) -> MachineStep:
    source = operands["source"]
    message = text_of(machine.constant(operands["message"]), "the message")

    def step() -> None:
        machine.show(f"[DEBUG] {message}: {text(machine, machine.read(source))}", "\n")

    return step


@handler("io_write")
def _write(machine: Machine, operands: Operands) -> MachineStep:
    mode = choice_of("write_mode", operands["mode"], {word: word for word in ("plain", "append", "no_newline")})
    places = {"stdout": False, "stderr": True, "file": None}
    is_error = choice_of("destination", operands["destination"], places)
    source, name = operands["source"], operands.get("name")
    end = "" if mode == "no_newline" else "\n"

    def show() -> None:
        value = machine.read(source)
        machine.show(text(machine, value), end, value=value, error=bool(is_error))

    def save() -> None:
        value = machine.read(source)
        data = value if isinstance(value, bytes) else _encoded(text(machine, value))
        machine.meter.spend(len(data))
        path = text_of(machine.read(_known(name)), "the name of the file")
        machine.files_for(path).write(path, data, append=mode == "append", kept=machine.models.files())

    return show if is_error is not None else save


def _encoded(written: str) -> bytes:
    try:
        return written.encode()
    except UnicodeEncodeError as error:
        raise InvalidError(f"the text cannot be written: {error}") from None


def _known(name: int | None) -> int:
    if name is None:
        raise UnsupportedError("the instruction names no file")
    return name
