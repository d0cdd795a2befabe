"""NAC files: what the schema cannot say (operands that exist, signatures that fit, constants and parameters in reach).

    @given(nac_files())  # bytes, whatever wrote them
    @given(nac_models())  # NacFile, as NacBuilder makes it and as other writers do

Every section, quantization method, signature code, kind of constant, memory action and kind of instruction occurs.
The operations do not run: `nacformats.fuzz.programs` makes programs that do.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from nacformats.api import dumps
from nacformats.constructs import nac as construct
from nacformats.formats.nac import MemoryAction, NacBuilder, NacFile, Value
from nacformats.formats.nac.constants import Constant
from nacformats.formats.nac.contents import Orchestrator, ParameterData, Resource
from nacformats.formats.nac.memory_map import Record, make_memory_map
from nacformats.formats.nac.operations import Fields, make_operations
from nacformats.formats.nac.rows import IdTable
from nacformats.formats.nac.sections import SECTIONS, offset_field
from nacformats.formats.nac.tables import (
    CONSTANT_CODES,
    ELEMENT_DTYPES,
    FIRST_REGULAR,
    FIXED_NAMES,
    QUANTIZED_DTYPES,
    SIGNATURE_CODES,
    ConstantKind,
    Dtype,
    InputSource,
    Operation,
    Quantization,
    numbers_of,
)
from nacformats.formats.nac.tensors import SCALE, Scaling, Tensor
from nacformats.fuzz.attachments import make_plan, make_tokenizer
from nacformats.fuzz.choices import Choices
from nacformats.fuzz.drawing import one_of, several, shuffled, some_of, strategy, text

if TYPE_CHECKING:
    from hypothesis import strategies as st

#: For NacBuilder: a fixed number, names that need one, and names that are hard to write.
_OPERATIONS = ("nac.add", "nac.arange", "aten.linear.default", "aten.mul.Tensor", "größe", "x\0y")
_ARRAY_DTYPES = tuple(ELEMENT_DTYPES.values())
_CODES = tuple(sorted(SIGNATURE_CODES))
_REGULAR = tuple(number for number in FIXED_NAMES if number >= FIRST_REGULAR)
_RESERVED = tuple(number for number in range(FIRST_REGULAR) if number not in FIXED_NAMES)
_FLOATS = (0.0, -0.0, 1.0, -1.5, 1e-300, math.inf, -math.inf, math.nan)
_INT16, _INT32, _INT64 = ((-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) for bits in (16, 32, 64))
_UINT16 = 0xFFFF
_MOST_STEPS = 12


def nac_models() -> st.SearchStrategy[NacFile]:
    """Files in memory: half of them built with NacBuilder, half of them with what only other writers make."""
    return strategy(make_model)


def nac_files() -> st.SearchStrategy[bytes]:
    """Files that strict reading accepts; the sections of some are in another order, or apart."""
    return strategy(make_file)


def make_model(choices: Choices) -> NacFile:
    """A file in memory; see nac_models."""
    return make_built(choices) if choices.flag(0.5) else _Foreign(choices).model()


def make_file(choices: Choices) -> bytes:
    """The bytes of a file; see nac_files."""
    data = dumps(make_model(choices))
    return _moved(choices, data) if choices.flag(1 / 3) else data


def make_array(choices: Choices, most_rank: int = 3) -> npt.NDArray[Any]:
    """An array of one of the dtypes of NAC with any bytes (but bools are 0 or 1)."""
    dtype = one_of(choices, _ARRAY_DTYPES)
    shape = several(choices, most_rank, lambda: choices.integer(0, 4))
    data = choices.block(math.prod(shape) * dtype.itemsize)
    array = np.frombuffer(data, dtype if dtype.kind != "b" else np.uint8).reshape(shape)
    return array % 2 == 1 if dtype.kind == "b" else array


def make_constant(choices: Choices) -> Any:
    """A value of any kind that a constant can have."""
    makers: tuple[Callable[[], Any], ...] = (
        lambda: None,
        lambda: choices.flag(0.5),
        lambda: choices.integer(*_INT64),
        lambda: _float(choices),
        lambda: text(choices),
        lambda: several(choices, 4, lambda: choices.integer(*_INT32)),
        lambda: several(choices, 4, lambda: float(np.float32(_float(choices))), 1),
    )
    return one_of(choices, makers)()


def make_built(choices: Choices) -> NacFile:
    """A file as a user of NacBuilder makes it."""
    external = choices.flag(1 / 4)
    builder = NacBuilder(d_model=choices.integer(0, _UINT16), quantize=_method(choices), external_weights=external)
    values = [builder.input("x")]
    for number in range(choices.length(0, _MOST_STEPS)):
        values.append(_step(choices, builder, values, number))
    for _ in range(choices.integer(0, 2)):
        tick, target = some_of(choices, values, 2, 2)
        builder.schedule(tick, MemoryAction(one_of(choices, sorted(numbers_of("memory_action", "1.6")))), target)
    if choices.flag(0.5):
        manifest, resources = make_tokenizer(choices)
        builder.tokenizer(manifest.to_bytes())
        for name, data in resources.items():
            builder.resource(name, data)
    if choices.flag(0.5):
        builder.resource(text(choices), _some_bytes(choices))
    if choices.flag(0.5):
        plan = make_plan(choices, lambda: make_constant(choices))
        builder.orchestrator(plan.bytecode, [constant.value for constant in plan.constants.values()])
    builder.output(*some_of(choices, values, 3))
    return builder.build()


def _step(choices: Choices, builder: NacBuilder, values: list[Value], number: int) -> Value:
    """One more instruction."""
    kind = choices.integer(0, 6)
    if kind == 0:
        return builder.input(_name_or_none(choices))
    if kind == 1:
        return builder.parameter(f"{number}.{text(choices)}", make_array(choices), _method(choices))
    if kind == 2:
        return builder.state(choices.integer(0, _INT16[1]))
    if kind == 3:
        return builder.constant(make_constant(choices), _name_or_none(choices))
    arguments = several(choices, 5, lambda: _argument(choices, values))
    return builder.operation(one_of(choices, _OPERATIONS), *arguments)


def _argument(choices: Choices, values: list[Value]) -> Any:
    return make_constant(choices) if choices.flag(0.5) else one_of(choices, values)


def _method(choices: Choices) -> Quantization:
    return one_of(choices, Quantization)


def _name_or_none(choices: Choices) -> str | None:
    return text(choices) if choices.flag(0.5) else None


def _some_bytes(choices: Choices) -> bytes:
    return choices.block(choices.integer(0, 9))


def _float(choices: Choices) -> float:
    if choices.flag(0.5):
        return one_of(choices, _FLOATS)
    return choices.integer(-(2**40), 2**40) / (1 << choices.integer(0, 20))


class _Foreign:
    """A file with what NacBuilder does not write: numbers of any order, both prefixes of INPUT and OUTPUT, lost values,
    reserved operations, CONTROL_FLOW and CONVERGENCE, all signature codes, tensors quantized in any way.
    """

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self.constants = self._table(lambda: make_stored_constant(choices), 5, _INT16[1])
        self.signatures = self._table(self._signature, 4, _UINT16, least=1)
        self.names = IdTable(
            (number, text(choices)) for number in self._numbers(4, 2**8 + 20) if number >= FIRST_REGULAR
        )
        self.internal = not choices.flag(1 / 4)
        self.parameters = self._table(lambda: make_tensor(choices), 4, _INT16[1])
        self.num_outputs = choices.integer(0, 3)
        self.num_inputs = 0

    def model(self) -> NacFile:
        choices = self.choices
        rows = [self._row(index) for index in range(choices.length(0, _MOST_STEPS))]
        rows += [self._output(len(rows), final=True)] if rows or not self.num_outputs else []
        inputs = {number: text(choices) for number in range(len(rows)) if choices.flag(1 / 4)}
        names = IdTable((number, text(choices)) for number in self.parameters)
        tensors = self.parameters if self.internal else None
        count = len(rows)
        sections: dict[str, Any] = {
            "mmap": make_memory_map(several(choices, 3, lambda: self._record(count))),
            "proc": None,
            "orch": self._plan(),
            "rsrc": tuple(several(choices, 3, lambda: Resource(text(choices), _some_bytes(choices)))),
        }
        if choices.flag(0.5):
            manifest, resources = make_tokenizer(choices)
            sections["proc"] = manifest.to_bytes()
            sections["rsrc"] += tuple(Resource(name, data) for name, data in resources.items())
        absent = {name: None for name in sections if choices.flag(0.5)}
        return NacFile(
            quantization=_method(choices),
            internal_weights=self.internal,
            num_inputs=self.num_inputs,
            num_outputs=self.num_outputs,
            d_model=choices.integer(0, _UINT16),
            ops=make_operations(rows),
            cmap=self.names,
            cnst=self.constants,
            perm=self.signatures,
            data=ParameterData(names, IdTable(inputs.items()), tensors),
            **{**sections, **absent},
        )

    def _plan(self) -> Orchestrator:
        """A plan, and constants that it does not use."""
        plan = make_plan(self.choices, lambda: make_constant(self.choices))
        others = self._table(lambda: make_stored_constant(self.choices), 3, _UINT16)
        return Orchestrator(plan.bytecode, IdTable({**others, **plan.constants}.items()))

    def _table(self, make: Callable[[], Any], most: int, highest: int, least: int = 0) -> IdTable[Any]:
        """Some entries with different numbers from 1 up, in any order."""
        return IdTable((number, make()) for number in self._numbers(most, highest, least))

    def _numbers(self, most: int, highest: int, least: int = 0) -> list[int]:
        found = dict.fromkeys(self._number(highest) for _ in range(self.choices.integer(least, most)))
        return list(found)

    def _number(self, highest: int) -> int:
        return self.choices.integer(1, highest if self.choices.flag(1 / 4) else 40)

    def _signature(self) -> str:
        return "".join(some_of(self.choices, _CODES, 6))

    def _record(self, count: int) -> Record:
        choices = self.choices
        actions = sorted(numbers_of("memory_action", "1.6"))
        commands = several(choices, 3, lambda: (one_of(choices, actions), choices.integer(0, count)))
        return Record(choices.integer(0, count), tuple(commands))

    def _row(self, index: int) -> Fields:
        choices = self.choices
        kinds = [self._input, self._regular, self._regular, self._lost]
        if index:
            kinds += [self._convergence, self._control_flow, lambda at: self._output(at, final=False)]
        return one_of(choices, kinds)(index)

    def _input(self, _index: int) -> Fields:
        choices = self.choices
        prefix = choices.integer(1, 2)
        ids = {InputSource.parameter: list(self.parameters), InputSource.constant: list(self.constants)}
        source = InputSource(one_of(choices, sorted(numbers_of("input_source", "1.6"))))
        known = ids.get(source, range(_INT16[1] + 1))
        if source == InputSource.user or not known:
            self.num_inputs += 1
            return Fields(int(Operation.input), int(InputSource.user))
        return Fields(int(Operation.input), int(source), (prefix, one_of(choices, known)))

    def _regular(self, index: int) -> Fields:
        choices = self.choices
        a = one_of(choices, [*_REGULAR, *(number for number in self.names if number <= 0xFF)])
        b = one_of(choices, [0, *(number for number in self.signatures if number <= 0xFF)])
        codes = self.signatures[b] if b else ""
        d = tuple(self._operand(index, code) for code in codes)
        constants = some_of(choices, list(self.constants), d.count(0), d.count(0))
        has_c = not CONSTANT_CODES.isdisjoint(codes)
        if d.count(0) and not (has_c and constants):
            return self._lost(index)  # a zero in D takes a constant
        return Fields(a, b, (len(constants), *constants) if has_c else (), d)

    def _operand(self, index: int, code: str) -> int:
        """A word of D: mostly as the code says, but any code may have a result, and a result code a constant."""
        is_constant = (code in CONSTANT_CODES) != self.choices.flag(1 / 8)
        return 0 if is_constant or not index else self._distance(index)

    def _distance(self, index: int) -> int:
        return -self.choices.integer(1, index)

    def _lost(self, _index: int) -> Fields:
        return Fields(one_of(self.choices, (0, *_RESERVED)), 0)

    def _convergence(self, index: int) -> Fields:
        threshold = self.choices.integer(0, 100)
        back = [-place for place in range(index + 1)]
        branches = some_of(self.choices, back, 3)
        words = (one_of(self.choices, back), len(branches), *branches)
        return Fields(int(Operation.convergence), threshold, (self._distance(index),), words)

    def _control_flow(self, index: int) -> Fields:
        words = (self.choices.integer(2, 3), self.choices.integer(*_INT16), self.choices.integer(*_INT16))
        return Fields(int(Operation.control_flow), 0, words, (self._distance(index),))

    def _output(self, index: int, *, final: bool) -> Fields:
        count = self.num_outputs
        prefix = count + self.choices.integer(0, 1)
        distances = [self._distance(index) for _ in range(count)]
        return Fields(int(Operation.output), int(not final), (prefix, *[0] * count), tuple(distances))


def make_stored_constant(choices: Choices) -> Constant:
    """A constant as a file may hold it: the length of null and of a boolean may be anything."""
    constant = Constant.of(make_constant(choices))
    if constant.kind not in (ConstantKind.none, ConstantKind.truth) or choices.flag(0.5):
        return constant
    return Constant(constant.kind, constant.payload, choices.integer(0, _UINT16))


def make_tensor(choices: Choices) -> Tensor:
    """A stored tensor, quantized in any of the ways that the format has."""
    method = _method(choices)
    dims = tuple(several(choices, 3, lambda: choices.integer(0, 4)))
    if method is Quantization.int8_channel and dims:
        axis = choices.integer(0, len(dims) - 1)
        return _quantized(choices, method, dims, Scaling(_scales(choices, dims[axis]), axis=axis))
    if method is Quantization.block_fp8:
        size = choices.integer(1, 8)
        blocks = -(-math.prod(dims) // size)
        scaling = Scaling(_scales(choices, blocks), block_size=size, shape=dims)
        return _quantized(choices, method, (blocks * size,), scaling)
    if method is Quantization.int8_tensor:
        return _quantized(choices, method, dims, Scaling(_scales(choices, 1)))
    if method is Quantization.fp16:
        return _quantized(choices, method, dims, None)
    if choices.flag(1 / 8):
        return Tensor(int(Dtype.unknown), dims, Quantization.none, None, memoryview(_some_bytes(choices)))
    number = one_of(choices, ELEMENT_DTYPES)
    return _stored(choices, number, dims, Quantization.none, None)


def _quantized(choices: Choices, method: Quantization, dims: tuple[int, ...], scaling: Scaling | None) -> Tensor:
    return _stored(choices, QUANTIZED_DTYPES[method], dims, method, scaling)


def _stored(
    choices: Choices, dtype: int, dims: tuple[int, ...], method: Quantization, scaling: Scaling | None
) -> Tensor:
    raw = choices.block(math.prod(dims) * ELEMENT_DTYPES[dtype].itemsize)
    return Tensor(int(dtype), dims, method, scaling, memoryview(raw))


def _scales(choices: Choices, count: int) -> npt.NDArray[np.float32]:
    return np.frombuffer(choices.block(count * SCALE.itemsize), SCALE)


def _moved(choices: Choices, data: bytes) -> bytes:
    """The same sections in another order, with gaps of zeros between them."""
    tree = dict(construct.parse(data))
    fields = [offset_field(name) for name in SECTIONS if tree.get(offset_field(name))]
    starts = sorted(tree[field] for field in fields)
    ends = dict(zip(starts, [*starts[1:], len(data)], strict=True))
    position = starts[0]  # a header of another size means another version
    places = {}
    for field in shuffled(choices, fields):
        places[field] = position
        position += ends[tree[field]] - tree[field] + choices.integer(0, 2)
    built: bytes = construct.build({**tree, **places})
    return built
