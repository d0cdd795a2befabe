"""A NAC file from scratch: instructions come one by one; distances, ids and signatures are derived."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from nacformats._generated.columns.nac import input_name, instruction, schedule_record
from nacformats._generated.tables.nac import SCHEMA
from nacformats.codec.streams import Buffer
from nacformats.errors import LimitError
from nacformats.formats.nac.columns import instructions
from nacformats.formats.nac.columns.arrays import NamedArray, NewArrays
from nacformats.formats.nac.columns.instructions import TRNG, Operations
from nacformats.formats.nac.columns.memory_map import MAX_COMMANDS, ScheduleRecord, make_memory_map
from nacformats.formats.nac.columns.quantizing import store
from nacformats.formats.nac.columns.tensors import NewTensors, Tensor
from nacformats.formats.nac.file.external import NewWeights
from nacformats.formats.nac.file.model import NacFile, TokenizerParts
from nacformats.formats.nac.file.sections import ORDERS, ParameterData, Resource, Sections
from nacformats.formats.nac.tables import (
    CONSTANT_CODES,
    FORMAT_NAME,
    LONGEST_NAME,
    LONGEST_OPERATION,
    SIGNATURE_CODES,
    VERSION_BYTES,
    FixedOperation,
    InputSource,
    MemoryAction,
    OutputKind,
    Quantization,
    custom_numbers,
    memory_action,
    quantization_method,
    standard_operations,
)
from nacformats.formats.records import VERSIONS
from nacformats.formats.records.constants import Constant, Orchestrator
from nacformats.formats.records.rows import IdTable, drafted, largest

if TYPE_CHECKING:
    from nacformats.formats.mep.program import Plan
    from nacformats.typing import MemoryActionName, NacVersion, QuantizationName


#: The largest id of a parameter or constant: a word of C.
LARGEST_ID = largest(instruction, "fields.id")
#: The most instructions between a result and an instruction that takes it: a word of D.
FARTHEST = LARGEST_ID + 1
MAX_SIGNATURES = largest(instruction, "b")
# First word of C of what loads something: the number of its words.
ID_PREFIX = 2
# Signature codes of constants by their Python type; those of other constants are _OTHER_CODE.
_CODES = {bool: "b", int: "i", float: "f", str: "s", list: "S", tuple: "S"}
_RESULT_CODE, _OTHER_CODE = "T", "c"


_SPLIT = "split the model into several files"


class Remedies:
    """Hints for errors about a program that does not fit the format."""

    SPLIT = _SPLIT
    NEARER = f"compute or load it again near the place where it is taken, or {_SPLIT}"
    FEWER_PARAMETERS = f"stack parameters that are used alike into one, or {_SPLIT}"
    FEWER_INPUTS = "stack inputs that are used alike into one"
    FEWER_OUTPUTS = "stack outputs that are alike into one"
    FEWER_OPERATIONS = f"spell rare operations out in others that are used anyway, or {_SPLIT}"
    FEWER_CONSTANTS = f"keep tables of numbers in tensors instead of constants, or {_SPLIT}"
    FEWER_ARGUMENTS = "apply it to fewer values at a time, such as concatenating in steps"
    SHORTER_NAME = "give it a shorter name"


@dataclass(frozen=True)
class Value:
    """The result of an instruction that is being built."""

    index: int
    _program: ProgramDraft = field(repr=False)


class Tables:
    """The ids of what the instructions of a file refer to, which all its programs share.

    Attributes:
        version: of the format.
        standard: numbers of the operations with a fixed one, by name.
        names, signatures, constants: ids by what they stand for.
    """

    def __init__(self, version: str) -> None:
        self.version = version
        self.standard = standard_operations(version)
        self.names: dict[str, int] = {}
        self.signatures: dict[str, int] = {}
        self.constants: dict[Constant, int] = {}
        self._free = custom_numbers(version)

    @property
    def custom(self) -> list[tuple[int, str]]:
        """Numbers and names of the operations without a fixed number."""
        return sorted((number, name) for name, number in self.names.items())

    def number_of(self, name: str, program: ProgramDraft) -> int:
        """Return a of an operation: fixed, or the next free one."""
        if name in self.standard:
            return self.standard[name]
        if name not in self.names:
            size, taken = len(name.encode()), len(self.names)
            program.fit(size, LONGEST_OPERATION, "length of the operation's name", hint=Remedies.SHORTER_NAME)
            what, hint = "number of operations without a fixed number", Remedies.FEWER_OPERATIONS
            program.fit(taken + 1, len(self._free), what, hint=hint)
            self.names[name] = self._free[taken]
        return self.names[name]

    def signature(self, codes: str, program: ProgramDraft) -> int:
        """Return B of an operation; 0 for one without arguments."""
        if not codes:
            return 0
        program.fit(len(codes), instructions.LONGEST_SIGNATURE, "number of arguments", hint=Remedies.FEWER_ARGUMENTS)
        if codes not in self.signatures:
            number = len(self.signatures) + 1
            self.signatures[codes] = program.fit(number, MAX_SIGNATURES, "signature id", hint=Remedies.SPLIT)
        return self.signatures[codes]

    def constant(self, value: object, program: ProgramDraft) -> int:
        """Return the id of a constant."""
        constant = Constant.of(value)
        if constant not in self.constants:
            number = len(self.constants) + 1
            self.constants[constant] = program.fit(number, LARGEST_ID, "constant id", hint=Remedies.FEWER_CONSTANTS)
        return self.constants[constant]


class OperationsDraft:
    """Instructions that come one by one."""

    def __init__(self, section: str = instructions.OPS, version: int = instructions.FIRST_BYTE) -> None:
        """version: the version byte of the file."""
        self._where: dict[str, Any] = {"section": section, "version": version}
        self._rows: list[dict[str, Any]] = []
        self._has_c: list[bool] = []

    def __len__(self) -> int:
        return len(self._has_c)

    def append(self, a: int, b: int, *, has_c: bool = False, **fields: int | Sequence[int]) -> None:
        """Add an instruction.

        Args:
            a, b: its operation, and its signature or variant.
            has_c: whether it has a C.
            fields: of C and D, by their names in the schema; what counts a list is derived.
        """
        self._rows.append({"a": a, "b": b} | {f"fields.{name}": value for name, value in fields.items()})
        self._has_c.append(has_c)

    def build(self) -> instructions.Operations:
        """Return the instructions. LimitError when a number does not fit its field."""
        columns = drafted(instruction, self._rows, f"{self._where['section']}.instructions[{{}}]")
        return instructions.Operations(columns, np.array(self._has_c, np.bool_), **self._where)


def make_operations(
    rows: Iterable[instructions.Fields], *, section: str = instructions.OPS, version: int = instructions.FIRST_BYTE
) -> instructions.Operations:
    """Return instructions from the words of each.

    Args:
        rows: the words.
        section: that they are for, "ops" or "trng".
        version: the version byte of the file.

    Raises:
        LimitError: a number does not fit its field.
        ValueError: an operation has no such C or D.
    """
    draft = OperationsDraft(section, version)
    for index, row in enumerate(rows):
        is_element = row.is_element or (not row.b and bool(row.c))
        layout = instructions.layout_of(row.a, row.b, version, is_element=is_element)
        of_c, of_d = instructions.C_AND_D.get(layout, ((), ()))
        fields = _named(of_c, row.c, index) if row.c else {}
        draft.append(row.a, row.b, has_c=bool(row.c), **fields, **_named(of_d, row.d, index))
    return draft.build()


def _named(names: Sequence[str], words: Sequence[int], index: int) -> dict[str, int | Sequence[int]]:
    """Return words by the fields that they are."""
    found: dict[str, int | Sequence[int]] = {}
    rest = tuple(words)
    for place, name in enumerate(names):
        if f"fields.{name}[]" in instructions.COLUMNS:
            found[name], rest = rest, ()
            continue
        if not rest or (f"fields.{name}" not in instructions.COLUMNS and rest[0] != len(words) - place - 1):
            break
        if f"fields.{name}" in instructions.COLUMNS:
            found[name] = rest[0]
        rest = rest[1:]
    else:
        if not rest:
            return found
    raise ValueError(f"instruction {index}: {list(words)} are not words of {', '.join(names) or 'its operation'}")


class ProgramDraft:
    """The instructions of one section, which come one by one.

    Attributes:
        ops: the instructions so far.
        has_ended: whether the last one has come.
    """

    def __init__(self, tables: Tables, section: str = instructions.OPS) -> None:
        self.ops = OperationsDraft(section, VERSION_BYTES[tables.version])
        self.has_ended = False
        self._section = section
        self._tables = tables

    def __len__(self) -> int:
        return len(self.ops)

    def append(self, a: int, b: int, **fields: Any) -> Value:
        """Add an instruction; ValueError when the program has ended."""
        if self.has_ended:
            raise ValueError(f"the final output has ended the program of `{self._section}`")
        self.ops.append(a, b, **fields)
        return Value(len(self.ops) - 1, self)

    def load(self, source: InputSource, number: int, what: str) -> Value:
        """Return an INPUT that loads something by its number."""
        fitting = self.fit(number, LARGEST_ID, what)
        return self.append(FixedOperation.input, source, has_c=True, prefix=ID_PREFIX, id=fitting)

    def constant(self, value: object) -> Value:
        """Return an INPUT that loads a constant."""
        return self.load(InputSource.constant, self._tables.constant(value, self), "constant id")

    def operation(self, name: str, arguments: Iterable[object], signature: str | None) -> Value:
        """Return the result of an operation; see NacBuilder.operation."""
        _check_name(name)
        flat = [item for argument in arguments for item in _flattened(argument)]
        codes = "".join(map(_code_of, flat)) if signature is None else signature
        listed = [item for item in flat if not isinstance(item, Value)]
        _check_signature(codes, len(flat), has_constants=bool(listed))
        a, b = self._tables.number_of(name, self), self._tables.signature(codes, self)
        d = [self.distance(item) if isinstance(item, Value) else 0 for item in flat]
        has_c = not CONSTANT_CODES.isdisjoint(codes)
        constants = [self._tables.constant(item, self) for item in listed]
        return self.append(a, b, has_c=has_c, constants=constants, distances=d)

    def distance(self, value: Value) -> int:
        """Return the word of D of the next instruction that takes a value."""
        self.check(value)
        distance = len(self.ops) - value.index
        return -self.fit(distance, FARTHEST, f"distance to instruction {value.index}", hint=Remedies.NEARER)

    def check(self, value: Value) -> None:
        """Raise ValueError when something is no value of this program."""
        if not isinstance(value, Value) or value._program is not self:
            raise ValueError(f"{value!r} is not a value of this builder")

    def fit(self, number: int, largest: int, what: str, path: str | None = None, hint: str | None = None) -> int:
        """Return the number, or the LimitError that names the instruction that needs it."""
        if 0 <= number <= largest:
            return number
        raise limit(path or f"{self._section}.instructions[{len(self.ops)}]", what, largest, number, hint)


def limit(path: str, what: str, largest: int, actual: int, hint: str | None) -> LimitError:
    """Return the error about something that is too large, or below 0."""
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


# The largest index of an instruction in a memory command: of its tick and its target.
_TICK, _TARGET = largest(schedule_record, "tick"), largest(schedule_record, "commands.target")
_INPUT_INDEX = largest(input_name, "idx_instruction")
LARGEST_D_MODEL = int(np.iinfo(SCHEMA.root.members["d_model"].number).max)
MAX_INPUTS = int(np.iinfo(SCHEMA.root.members["num_inputs"].number).max)

_UNSET: Any = object()


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
        version: of the format: "1.6", "1.7" or "1.8".

    Every method raises LimitError when something does not fit the format; it names the instruction.
    """

    def __init__(
        self,
        *,
        d_model: int = 0,
        quantize: Quantization | QuantizationName | None = None,
        external_weights: bool = False,
        version: NacVersion = VERSIONS[0],
    ) -> None:
        if version not in VERSIONS:
            raise ValueError(f"unknown version {version!r}: known are {', '.join(VERSIONS)}")
        self._version = version
        self._d_model = d_model
        self._method = quantization_method(quantize)
        self._external = external_weights
        self._tables = Tables(version)
        self._program = ProgramDraft(self._tables)
        self._training: TrainingBuilder | None = None
        self._num_inputs = 0
        self._parameters: dict[str, int] = {}
        self._tensors: dict[str, Tensor] = {}
        self._methods: set[Quantization] = set()
        self._inputs: dict[int, str] = {}
        self._commands: dict[int, list[tuple[int, int]]] = {}
        self._num_outputs: int | None = None
        self._tokenizer: Buffer | None = None
        self._orchestrator: Orchestrator | None = None
        self._resources: list[tuple[str, Buffer]] = []
        self._arrays: dict[str, NamedArray] = {}

    def input(self, name: str | None = None) -> Value:
        """Add an input, a value that the caller gives."""
        self._name_input(name)
        found = self._program.append(FixedOperation.input, InputSource.user)
        self._num_inputs += 1
        return found

    def parameter(
        self,
        name: str,
        array: npt.ArrayLike | None = None,
        *,
        quantize: Quantization | QuantizationName | None = _UNSET,
    ) -> Value:
        """Add a weight, or with its name alone load one that was added before once more.

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
        return self._program.load(InputSource.parameter, self._parameters[name], "parameter id")

    def state(self, number: int) -> Value:
        """Load a tensor that is kept from one run to the next, by its id."""
        return self._program.load(InputSource.state, number, "state id")

    def constant(self, value: object, *, name: str | None = None) -> Value:
        """Add a constant as an input: what the caller gives for it wins over the value."""
        self._name_input(name)
        return self._program.constant(value)

    def operation(self, name: str, *arguments: object, signature: str | None = None) -> Value:
        """Add an operation.

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
        return self._program.operation(name, arguments, signature)

    def output(self, *values: Value, final: bool = True) -> Value:
        """Add the output of the model, which ends the program.

        final=False: what a subgraph returns; there have to be as many values as the model has outputs.
        """
        program = self._program
        count = program.fit(len(values), LARGEST_ID - 1, "number of outputs", hint=Remedies.FEWER_OUTPUTS)
        d = [program.distance(value) for value in values]
        c: dict[str, Any] = {"prefix": count + 1, "reserved": [0] * count}
        kind = OutputKind.result if final else OutputKind.subgraph
        found = program.append(FixedOperation.output, kind, has_c=True, **c, distances=d)
        if final:
            self._num_outputs = count
            program.has_ended = True
        return found

    def schedule(self, tick: Value | int, action: MemoryAction | MemoryActionName, target: Value | int) -> None:
        """Add a command for the memory coprocessor (section 4.5), due when the instruction `tick` runs.

        action: a MemoryAction or its name: "SAVE_RESULT", "FREE", "FORWARD" or "PRELOAD", and from v1.7 on
            "SAVE_FOR_GRAD" or "FREE_AFTER_TRNG". ValueError for others.
        """
        code = memory_action(action, self._version)
        at, about = (value.index if isinstance(value, Value) else value for value in (tick, target))
        for number, what, most in ((at, "tick", _TICK), (about, "target", _TARGET)):
            if not 0 <= number <= most:
                raise limit("mmap", f"{what} of a memory command", most, number, Remedies.SPLIT)
        commands = self._commands.setdefault(at, [])
        commands.append((code, about))
        if len(commands) > MAX_COMMANDS:
            raise limit(
                "mmap", f"number of commands at tick {at}", MAX_COMMANDS, len(commands), "move some to a later tick"
            )

    def tokenizer(self, tokenizer: TokenizerParts) -> None:
        """Add a tokenizer: its manifest, and the files that it needs as resources (sections 6.2 and 6.3)."""
        self._tokenizer = tokenizer.manifest.to_bytes()
        for name, data in tokenizer.resources.items():
            self.resource(name, data)

    def resource(self, name: str, data: Buffer) -> None:
        """Add a file that belongs to the model."""
        self._check_length(name, "the name of a resource", "rsrc")
        self._resources.append((name, data))

    def plan(self, plan: Plan) -> None:
        """Add a program that runs models (section 9)."""
        self._orchestrator = plan.orchestrator

    def array(self, name: str, array: npt.ArrayLike) -> None:
        """Add an array that plans load by its name (section ARRS of NAC v1.8).

        Args:
            name: what no other array is called.
            array: of a dtype of section 6.1.1; borrowed when it is stored as it is.

        Raises:
            ValueError: the name is taken or empty, or the version has no such section.
            UnsupportedError: the format has no such dtype.
        """
        self._require("arrs")
        if not name or name in self._arrays:
            raise ValueError(f"there is an array {name!r} already" if name else "an array needs a name")
        self._check_length(name, "the name of an array", "arrs")
        self._arrays[name] = NamedArray.of(name, array)

    def training(self) -> TrainingBuilder:
        """Return the program that makes one step of training (section TRNG of NAC v1.7), to be built; always the same
        one.

        Raises:
            ValueError: the version has no such section.
        """
        self._require("trng")
        if self._training is None:
            self._training = TrainingBuilder(self._tables, self._program, self._parameters)
        return self._training

    def build(self) -> NacFile:
        """Return the file, to be written with nacformats.dump or nacformats.dumps.

        Raises:
            ValueError: there is no final output, or the training program does not end.
        """
        if self._num_outputs is None:
            raise ValueError("the program has no final output: call `output` before `build`")
        tables = self._tables
        custom, numbers = tables.custom, list(self._parameters.values())
        ops, stored = self._program.ops.build(), NewTensors(list(self._tensors.values()))
        records = [ScheduleRecord(tick, tuple(commands)) for tick, commands in sorted(self._commands.items())]
        return NacFile(
            quantization=next(iter(self._methods)) if len(self._methods) == 1 else Quantization.none,
            internal_weights=not self._external,
            num_inputs=self._num_inputs,
            num_outputs=self._num_outputs,
            d_model=self._program.fit(self._d_model, LARGEST_D_MODEL, "d_model", "d_model"),
            sections=Sections(
                mmap=make_memory_map(records),
                ops=ops,
                cmap=IdTable(custom),
                cnst=IdTable((number, constant) for constant, number in tables.constants.items()),
                perm=IdTable((number, codes) for codes, number in tables.signatures.items()),
                data=ParameterData(
                    IdTable.of_rows(numbers, tuple(self._parameters)),
                    IdTable(self._inputs.items()),
                    None if self._external else IdTable.of_rows(numbers, stored),
                ),
                proc=self._tokenizer,
                orch=self._orchestrator,
                rsrc=tuple(Resource(*each) for each in self._resources) or None,
                trng=None if self._training is None else self._training.build(),
                arrs=NewArrays(self._arrays.values()) if "arrs" in ORDERS[self._version] else None,
            ),
            weights=NewWeights(self._tensors) if self._external else None,
            version=self._version,
        )

    def _check_length(self, name: str, what: str, path: str | None = None) -> None:
        self._program.fit(len(name.encode()), LONGEST_NAME, f"length of {what}", path, Remedies.SHORTER_NAME)

    def _require(self, section: str) -> None:
        if section not in ORDERS[self._version]:
            raise ValueError(f"NAC v{self._version} has no section {section.upper()}")

    def _name_input(self, name: str | None) -> None:
        if name is not None:
            what, hint = "index of an input with a name", "add inputs first"
            index = self._program.fit(len(self._program), _INPUT_INDEX, what, hint=hint)
            self._check_length(name, "the name")
            self._inputs[index] = name

    def _add_parameter(self, name: str, array: npt.ArrayLike, method: Quantization) -> None:
        if name in self._parameters:
            raise ValueError(f"there is a parameter {name!r} already")
        self._check_length(name, "the name")
        hint = Remedies.FEWER_PARAMETERS
        number = self._program.fit(len(self._parameters) + 1, LARGEST_ID, "parameter id", hint=hint)
        self._tensors[name] = store(array, method)
        self._parameters[name] = number
        self._methods.add(method)


class TrainingBuilder:
    """Builds the program that computes gradients and updates parameters; NacBuilder.training gives one.

        t = b.training()
        rate, gradient = t.constant(0.01), t.operation("nac.sub", t.saved(output), t.target(0))
        t.update("bias", t.operation("aten.sum.dim_IntList", gradient, [0]), rate)
        t.finish()

    The values of the two programs are different things: `saved` takes one of the forward pass, the other methods take
    those that the methods here return. Every method raises LimitError when something does not fit the format, and
    ValueError after `finish`.
    """

    def __init__(self, tables: Tables, forward: ProgramDraft, parameters: Mapping[str, int]) -> None:
        """Begin the program of a file. parameters: ids by name."""
        self._program = ProgramDraft(tables, TRNG)
        self._forward = forward
        self._parameters = parameters

    def saved(self, value: Value) -> Value:
        """Load a result of the forward pass. ValueError when the value is not one of it."""
        self._forward.check(value)
        return self._program.load(InputSource.saved, value.index, "index of a saved result")

    def target(self, number: int) -> Value:
        """Load a target that the caller trains with, by its number from 0 on."""
        return self._program.load(InputSource.target, number, "number of the target")

    def parameter(self, name: str) -> Value:
        """Load a parameter of the file, as it is before the step. ValueError when the name is unknown."""
        return self._program.load(InputSource.parameter, self._id_of(name), "parameter id")

    def constant(self, value: object) -> Value:
        """Load a constant, such as the learning rate."""
        return self._program.constant(value)

    def operation(self, name: str, *arguments: object, signature: str | None = None) -> Value:
        """Add an operation. Arguments and errors: as those of NacBuilder.operation."""
        return self._program.operation(name, arguments, signature)

    def update(self, parameter_name: str, gradient: Value, rate: Value) -> None:
        """Add one step of gradient descent: the parameter becomes parameter - rate * gradient.

        Raises:
            ValueError: there is no such parameter, or a value is of another program.
        """
        words = {"id": self._program.fit(self._id_of(parameter_name), LARGEST_ID, "parameter id")}
        words |= {"gradient": self._program.distance(gradient), "rate": self._program.distance(rate)}
        self._program.append(FixedOperation.output, OutputKind.update, has_c=True, prefix=ID_PREFIX, **words)

    def finish(self) -> None:
        """End the program."""
        self._program.append(FixedOperation.output, OutputKind.finish, distance=0)
        self._program.has_ended = True

    def build(self) -> Operations:
        """Return the instructions. ValueError when the program has no end."""
        if not self._program.has_ended:
            raise ValueError("the training program has no end: call `finish` before `build`")
        return self._program.ops.build()

    def _id_of(self, name: str) -> int:
        if name not in self._parameters:
            raise ValueError(f"there is no parameter {name!r}")
        return self._parameters[name]
