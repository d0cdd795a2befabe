"""A NAC file from scratch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from nacformats._generated.columns.nac import input_name, instruction, schedule_record
from nacformats._generated.records.nac import NAC as HEADER
from nacformats.codec.streams import Buffer
from nacformats.errors import LimitError
from nacformats.formats.nac import remedies
from nacformats.formats.nac.constants import Constant
from nacformats.formats.nac.contents import Orchestrator, ParameterData, Resource
from nacformats.formats.nac.external import NewWeights
from nacformats.formats.nac.memory_map import MAX_COMMANDS, Record, make_memory_map
from nacformats.formats.nac.model import NacFile
from nacformats.formats.nac.operations import LONGEST_SIGNATURE, OperationsDraft
from nacformats.formats.nac.quantizing import store
from nacformats.formats.nac.rows import IdTable, largest
from nacformats.formats.nac.tables import (
    CONSTANT_CODES,
    FIRST_REGULAR,
    FIXED_NAMES,
    FORMAT_NAME,
    LONGEST_NAME,
    LONGEST_OPERATION,
    SIGNATURE_CODES,
    InputSource,
    MemoryAction,
    Operation,
    Quantization,
    memory_action,
    quantization_method,
)
from nacformats.formats.nac.tensors import NewTensors, Tensor

#: Numbers of the operations with a fixed one, by name.
STANDARD_OPERATIONS = {name: number for number, name in FIXED_NAMES.items() if number >= FIRST_REGULAR}
# Numbers for operations without a fixed one (section 5.1.3), then those to use when these run out.
_CUSTOM_NUMBERS = (*range(201, 256), *range(200, max(FIXED_NAMES), -1))
MAX_CUSTOM_OPERATIONS = len(_CUSTOM_NUMBERS)
#: The largest id of a parameter or constant: a word of C.
LARGEST_ID = largest(instruction, "fields.id")
#: The most instructions between a result and an instruction that takes it: a word of D.
FARTHEST = LARGEST_ID + 1
MAX_SIGNATURES = largest(instruction, "b")
# The largest index of an instruction in a memory command: of its tick and its target.
_TICK, _TARGET = largest(schedule_record, "tick"), largest(schedule_record, "commands.target")
_INPUT_INDEX = largest(input_name, "idx_instruction")
LARGEST_D_MODEL = int(np.iinfo(HEADER["d_model"]).max)
MAX_INPUTS = int(np.iinfo(HEADER["num_inputs"]).max)
# First word of C of an INPUT: the number of its words.
_INPUT_PREFIX = 2
# Signature codes of constants by their Python type; those of other constants are _OTHER_CODE.
_CODES = {bool: "b", int: "i", float: "f", str: "s", list: "S", tuple: "S"}
_RESULT_CODE, _OTHER_CODE = "T", "c"

_UNSET: Any = object()


@dataclass(frozen=True)
class Value:
    """The result of an instruction that is being built."""

    index: int
    _builder: NacBuilder = field(repr=False)


class NacBuilder:
    """Builds a NacFile instruction by instruction; ids, counts, distances and signatures are derived.

        b = NacBuilder()
        x = b.input("x")
        w = b.parameter("fc.weight", weight, quantize="INT8_CHANNEL")
        b.output(b.operation("aten.linear.default", x, w))
        nacformats.dump(b.build(), "fc.nac")

    Args:
        d_model: size of the embedding or hidden state, 0 when there is none.
        quantize: how parameters are quantized unless they say otherwise: None, "FP16", "INT8_TENSOR", "INT8_CHANNEL"
            or "BLOCK_FP8".
        external_weights: whether dump writes the tensors to a .safetensors file beside the .nac file.

    Every method raises LimitError when something does not fit the format; it names the instruction.
    """

    def __init__(
        self, *, d_model: int = 0, quantize: Quantization | str | None = None, external_weights: bool = False
    ) -> None:
        self._d_model = d_model
        self._method = quantization_method(quantize)
        self._external = external_weights
        self._ops = OperationsDraft()
        self._num_inputs = 0
        self._names: dict[str, int] = {}
        self._signatures: dict[str, int] = {}
        self._constants: dict[Constant, int] = {}
        self._parameters: dict[str, int] = {}
        self._tensors: dict[str, Tensor] = {}
        self._methods: set[Quantization] = set()
        self._inputs: dict[int, str] = {}
        self._commands: dict[int, list[tuple[int, int]]] = {}
        self._num_outputs: int | None = None
        self._tokenizer: Buffer | None = None
        self._orchestrator: Orchestrator | None = None
        self._resources: list[Resource] = []

    def input(self, name: str | None = None) -> Value:
        """A value that the caller gives."""
        self._name_input(name)
        found = self._append(Operation.input, InputSource.user)
        self._num_inputs += 1
        return found

    def parameter(
        self, name: str, array: npt.ArrayLike | None = None, quantize: Quantization | str | None = _UNSET
    ) -> Value:
        """A weight. With its name alone, a parameter that was added before is loaded once more.

        Args:
            name: its name in the original model.
            array: of a dtype of section 6.1.1; borrowed when it is stored as it is.
            quantize: as for the builder. Only floating point numbers are quantized.

        Raises:
            ValueError: the name is taken or, without an array, unknown; there is no such method.
            UnsupportedError: the format has no such dtype.
        """
        if array is not None:
            self._add_parameter(name, array, self._method if quantize is _UNSET else quantization_method(quantize))
        elif name not in self._parameters:
            raise ValueError(f"parameter {name!r} has no array")
        return self._load(InputSource.parameter, self._parameters[name], "parameter id")

    def state(self, number: int) -> Value:
        """A tensor that is kept from one run to the next, by its id."""
        return self._load(InputSource.state, number, "state id")

    def constant(self, value: object, name: str | None = None) -> Value:
        """A constant as an input: what the caller gives for it wins over the value."""
        self._name_input(name)
        return self._load(InputSource.constant, self._constant(value), "constant id")

    def operation(self, name: str, *arguments: object, signature: str | None = None) -> Value:
        """The result of an operation.

        Args:
            name: canonical name, such as "aten.linear.default" or "nac.add".
            arguments: Values and constants (None, bool, int, float, str, lists of numbers), in order. A list with
                Values in it is replaced by its elements.
            signature: a code for each argument (section 5.2.3); derived from the arguments when it is left out.

        Raises:
            ValueError: the name is empty or that of a system operation, the signature does not fit, or a Value is of
                another builder.
            TypeError: the name is not a str, or an argument is neither a Value nor a possible constant.
        """
        _check_name(name)
        flat = [item for argument in arguments for item in _flattened(argument)]
        codes = "".join(map(_code_of, flat)) if signature is None else signature
        listed = [item for item in flat if not isinstance(item, Value)]
        _check_signature(codes, len(flat), has_constants=bool(listed))
        a, b = self._number_of(name), self._signature(codes)
        d = [self._distance(item) if isinstance(item, Value) else 0 for item in flat]
        has_c = not CONSTANT_CODES.isdisjoint(codes)
        return self._append(a, b, has_c=has_c, constants=[self._constant(item) for item in listed], distances=d)

    def output(self, *values: Value, final: bool = True) -> Value:
        """What the model returns, which ends the program.

        final=False: what a subgraph returns; there have to be as many values as the model has outputs.
        """
        count = self._fit(len(values), LARGEST_ID - 1, "number of outputs", hint=remedies.FEWER_OUTPUTS)
        d = [self._distance(value) for value in values]
        c: dict[str, Any] = {"prefix": count + 1, "reserved": [0] * count}
        found = self._append(Operation.output, int(not final), has_c=True, **c, distances=d)
        if final:
            self._num_outputs = count
        return found

    def schedule(self, tick: Value | int, action: MemoryAction | str, target: Value | int) -> None:
        """A command for the memory coprocessor (section 4.5), due when the instruction `tick` runs.

        action: a MemoryAction or its name: "SAVE_RESULT", "FREE", "FORWARD" or "PRELOAD". ValueError for others.
        """
        code = memory_action(action)
        at, about = (value.index if isinstance(value, Value) else value for value in (tick, target))
        for number, what, most in ((at, "tick", _TICK), (about, "target", _TARGET)):
            if not 0 <= number <= most:
                raise _limit("mmap", f"{what} of a memory command", most, number, remedies.SPLIT)
        commands = self._commands.setdefault(at, [])
        commands.append((code, about))
        if len(commands) > MAX_COMMANDS:
            raise _limit(
                "mmap", f"number of commands at tick {at}", MAX_COMMANDS, len(commands), "move some to a later tick"
            )

    def tokenizer(self, manifest: Buffer) -> None:
        """The compiled tokenizer manifest."""
        self._tokenizer = manifest

    def resource(self, name: str, data: Buffer) -> None:
        """A file that belongs to the model."""
        self._fit(len(name.encode()), LONGEST_NAME, "length of the name of a resource", "rsrc", remedies.SHORTER_NAME)
        self._resources.append(Resource(name, data))

    def orchestrator(self, bytecode: Buffer, constants: Mapping[int, object] | Iterable[object] = ()) -> None:
        """A program that runs models; its constants by id, or numbered from 0 in order."""
        numbered = constants.items() if isinstance(constants, Mapping) else enumerate(constants)
        table = IdTable((number, Constant.of(value)) for number, value in numbered)
        self._orchestrator = Orchestrator(bytecode, table)

    def build(self) -> NacFile:
        """The file. Write it with nacformats.dump or nacformats.dumps.

        Raises:
            ValueError: there is no final output.
        """
        if self._num_outputs is None:
            raise ValueError("the program has no final output: call `output` before `build`")
        by_id = IdTable((number, name) for name, number in self._parameters.items())
        tensors = IdTable.of_rows(by_id.numbers, NewTensors(list(self._tensors.values())))
        records = [Record(tick, tuple(commands)) for tick, commands in sorted(self._commands.items())]
        custom = [(number, name) for name, number in self._names.items() if name not in STANDARD_OPERATIONS]
        return NacFile(
            quantization=next(iter(self._methods)) if len(self._methods) == 1 else Quantization.none,
            internal_weights=not self._external,
            num_inputs=self._num_inputs,
            num_outputs=self._num_outputs,
            d_model=self._fit(self._d_model, LARGEST_D_MODEL, "d_model", "d_model"),
            mmap=make_memory_map(records),
            ops=self._ops.build(),
            cmap=IdTable(sorted(custom)),
            cnst=IdTable((number, constant) for constant, number in self._constants.items()),
            perm=IdTable((number, codes) for codes, number in self._signatures.items()),
            data=ParameterData(by_id, IdTable(self._inputs.items()), None if self._external else tensors),
            proc=self._tokenizer,
            orch=self._orchestrator,
            rsrc=tuple(self._resources) or None,
            weights=NewWeights(self._tensors) if self._external else None,
        )

    def _append(self, a: int, b: int, **fields: Any) -> Value:
        if self._num_outputs is not None:
            raise ValueError("the final output has ended the program")
        self._ops.append(a, b, **fields)
        return Value(len(self._ops) - 1, self)

    def _load(self, source: InputSource, number: int, what: str) -> Value:
        fitting = self._fit(number, LARGEST_ID, what)
        return self._append(Operation.input, source, has_c=True, prefix=_INPUT_PREFIX, id=fitting)

    def _name_input(self, name: str | None) -> None:
        if name is not None:
            index = self._fit(len(self._ops), _INPUT_INDEX, "index of an input with a name", hint="add inputs first")
            self._fit(len(name.encode()), LONGEST_NAME, "length of the name", hint=remedies.SHORTER_NAME)
            self._inputs[index] = name

    def _add_parameter(self, name: str, array: npt.ArrayLike, method: Quantization) -> None:
        if name in self._parameters:
            raise ValueError(f"there is a parameter {name!r} already")
        self._fit(len(name.encode()), LONGEST_NAME, "length of the name", hint=remedies.SHORTER_NAME)
        number = self._fit(len(self._parameters) + 1, LARGEST_ID, "parameter id", hint=remedies.FEWER_PARAMETERS)
        self._tensors[name] = store(array, method)
        self._parameters[name] = number
        self._methods.add(method)

    def _number_of(self, name: str) -> int:
        """A of an operation: fixed, or the next free one."""
        if name in STANDARD_OPERATIONS:
            return STANDARD_OPERATIONS[name]
        if name not in self._names:
            self._fit(
                len(name.encode()), LONGEST_OPERATION, "length of the operation's name", hint=remedies.SHORTER_NAME
            )
            taken = len(self._names)
            what, hint = "number of operations without a fixed number", remedies.FEWER_OPERATIONS
            self._fit(taken + 1, len(_CUSTOM_NUMBERS), what, hint=hint)
            self._names[name] = _CUSTOM_NUMBERS[taken]
        return self._names[name]

    def _signature(self, codes: str) -> int:
        """B of an operation; 0 for one without arguments."""
        if not codes:
            return 0
        self._fit(len(codes), LONGEST_SIGNATURE, "number of arguments", hint=remedies.FEWER_ARGUMENTS)
        if codes not in self._signatures:
            number = len(self._signatures) + 1
            self._signatures[codes] = self._fit(number, MAX_SIGNATURES, "signature id", hint=remedies.SPLIT)
        return self._signatures[codes]

    def _constant(self, value: Any) -> int:
        constant = Constant.of(value)
        if constant not in self._constants:
            number = len(self._constants) + 1
            self._constants[constant] = self._fit(number, LARGEST_ID, "constant id", hint=remedies.FEWER_CONSTANTS)
        return self._constants[constant]

    def _distance(self, value: Value) -> int:
        if not isinstance(value, Value) or value._builder is not self:
            raise ValueError(f"{value!r} is not a value of this builder")
        distance = len(self._ops) - value.index
        return -self._fit(distance, FARTHEST, f"distance to instruction {value.index}", hint=remedies.NEARER)

    def _fit(self, number: int, largest: int, what: str, path: str | None = None, hint: str | None = None) -> int:
        """The number, or the LimitError that names the instruction that needs it."""
        if 0 <= number <= largest:
            return number
        raise _limit(path or f"ops.instructions[{len(self._ops)}]", what, largest, number, hint)


def _limit(path: str, what: str, largest: int, actual: int, hint: str | None) -> LimitError:
    reason = f"{what} does not fit the format"
    return LimitError(reason, format=FORMAT_NAME, path=path, expected=f"0 to {largest}", actual=actual, hint=hint)


def _flattened(argument: Any) -> Iterable[Any]:
    """Lists with Values in them have no form of their own: their elements become arguments."""
    if isinstance(argument, list | tuple) and any(isinstance(item, Value) for item in argument):
        return argument
    return (argument,)


def _code_of(argument: Any) -> str:
    if isinstance(argument, Value):
        return _RESULT_CODE
    value = argument.tolist() if isinstance(argument, np.ndarray | np.generic) else argument
    return _CODES.get(type(value), _OTHER_CODE)


def _check_name(name: str) -> None:
    if not isinstance(name, str):
        raise TypeError(f"the name of an operation is a str, not {type(name).__name__}")
    if not name:
        raise ValueError("an operation needs a name")
    if name.startswith("<"):
        reason = "there are `input`, `parameter`, `state`, `constant` and `output` for system operations"
        raise ValueError(f"{name!r} is the name of a system operation: {reason}")


def _check_signature(codes: str, count: int, *, has_constants: bool) -> None:
    if len(codes) != count or not SIGNATURE_CODES.issuperset(codes):
        known = "".join(sorted(SIGNATURE_CODES))
        raise ValueError(f"the signature {codes!r} does not have one of {known} for each of {count} arguments")
    if has_constants and not CONSTANT_CODES.intersection(codes):
        raise ValueError(f"the signature {codes!r} has no code of a constant, but there are constants")
