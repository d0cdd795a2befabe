"""The operations of Mind IR: one table for MIC-B, mic@2, their checks and the runtime.

The byte of an operation and what its parameters are in MIC-B come from schemas/micb.ksy; everything else about it is
defined here. Specifications: MIC-B v2, Opcode Encoding; mic@2, Opcodes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from nacformats._generated.columns.micb import graph_value
from nacformats._generated.python import micb as records
from nacformats._generated.tables.micb import SCHEMA

I64_MIN, I64_MAX = -(2**63), 2**63 - 1
U64_MAX = 2**64 - 1

#: Element types of tensors, in the order of their bytes.
DTYPES: tuple[str, ...] = tuple(dtype.name for dtype in records.Dtype)


class StoredParameter(NamedTuple):
    """The column of MIC-B that holds a parameter.

    Attributes:
        key: of the column.
        rows: of the column with its row offsets, for a list.
        is_zigzag: whether it is a signed number in zigzag encoding.
    """

    key: str
    rows: str
    is_zigzag: bool


@dataclass(frozen=True)
class OpcodeParameter:
    """A parameter of an operation: an integer of 64 bits, or a list of them.

    Attributes:
        name: such as "axis".
        default: its value when it is not given; None if it is required. A list may always be empty.
        item: what it is in MIC-B.
    """

    name: str
    default: int | None
    item: StoredParameter = field(repr=False)

    @property
    def is_list(self) -> bool:
        """True if it takes all the integers there are. Then it is the only parameter."""
        return bool(self.item.rows)

    @property
    def signed(self) -> bool:
        """True if it may be negative, which is what zigzag encoding is for."""
        return self.item.is_zigzag

    @property
    def minimum(self) -> int:
        return I64_MIN if self.signed else 0

    @property
    def maximum(self) -> int:
        return I64_MAX if self.signed else U64_MAX


@dataclass(frozen=True)
class MindOpcode:
    """An operation.

    Attributes:
        name: such as "matmul".
        token: its spelling in mic@2; None for a custom operation, which has no text form.
        arity: number of inputs; the least number when `variadic`.
        variadic: whether it takes more inputs than `arity`.
        parameters: in the order in which both formats write them.
        omits_default: whether mic@2 leaves out a parameter that has its default value.
        byte: in MIC-B.
    """

    name: str
    token: str | None
    arity: int
    parameters: tuple[OpcodeParameter, ...] = ()
    variadic: bool = False
    omits_default: bool = False
    byte: int = -1

    @cached_property
    def takes_list(self) -> bool:
        """True if its parameters are one list of any length."""
        return bool(self.parameters) and self.parameters[0].is_list

    @cached_property
    def defaults(self) -> tuple[int, ...] | None:
        """The parameters when none is given; None when some have to be given."""
        if self.takes_list:
            return ()
        defaults = tuple(parameter.default for parameter in self.parameters if parameter.default is not None)
        return defaults if len(defaults) == len(self.parameters) else None

    @property
    def usage(self) -> str:
        """The inputs and parameters in words, such as "1 input, axis, count"."""
        inputs = f"{'at least ' * self.variadic}{self.arity} input{'s' * (self.arity != 1)}"
        names = [parameter.name + "..." * parameter.is_list for parameter in self.parameters]
        return ", ".join([inputs, *(names or ["no parameters"])])

    def parameter(self, position: int) -> OpcodeParameter:
        """Return what the integer at a position of a node's parameters is."""
        return self.parameters[0 if self.takes_list else position]


class _Row(NamedTuple):
    """An operation; `parameters` are defaults by name, in the order of the schema, None where there is no default."""

    token: str | None
    arity: int
    parameters: Mapping[str, int | None] = {}
    variadic: bool = False
    omits_default: bool = False


#: The operation that is known by a name of its own, which the schema has in place of parameters.
_NAMED = "custom"

_ROWS = {
    "matmul": _Row("m", 2),
    "add": _Row("+", 2),
    "sub": _Row("-", 2),
    "mul": _Row("*", 2),
    "div": _Row("/", 2),
    "relu": _Row("r", 1),
    "softmax": _Row("s", 1, {"axis": -1}, omits_default=True),
    "sigmoid": _Row("sig", 1),
    "tanh": _Row("th", 1),
    "gelu": _Row("gelu", 1),
    "layernorm": _Row("ln", 1),
    "transpose": _Row("t", 1, {"perm": None}),
    "reshape": _Row("rshp", 1),
    "sum": _Row("sum", 1, {"axes": None}),
    "mean": _Row("mean", 1, {"axes": None}),
    "max": _Row("max", 1, {"axes": None}),
    "concat": _Row("cat", 1, {"axis": None}, variadic=True),
    "split": _Row("split", 1, {"axis": 0, "count": 2}),
    "gather": _Row("gth", 2, {"axis": 0}),
    _NAMED: _Row(None, 0, variadic=True),
}


def _opcode(member: records.Opcode) -> MindOpcode:
    """Return an operation of the schema, with what the table says about it."""
    row, items = _ROWS[member.name], _ITEMS.get(int(member), ())
    parameters = []
    if member.name != _NAMED:
        pairs = zip(row.parameters.items(), items, strict=True)
        parameters = [OpcodeParameter(name, default, item) for (name, default), item in pairs]
    return MindOpcode(
        member.name, row.token, row.arity, tuple(parameters), row.variadic, row.omits_default, int(member)
    )


#: The path of parameters in a value.
_PARAMS = "body.params"
#: The field of a signed number.
_ZIGZAG = SCHEMA.types["Micb.Zigzag"].fields[0].id


def _stored(names: Sequence[str]) -> Iterator[StoredParameter]:
    """Yield the columns of some fields; the counts of lists have none."""
    for name in names:
        path = f"{_PARAMS}.{name}"
        for column in graph_value.columns:
            if not column.is_offsets and (column.key == path or column.key.startswith(f"{path}.")):
                yield StoredParameter(column.key, column.rows, column.key == f"{path}.{_ZIGZAG}")


#: What MIC-B holds between an opcode and its inputs, by the number of the opcode.
_ITEMS = {
    number: tuple(_stored([each.id for each in params.fields]))
    for number, params in SCHEMA.cases("Micb.Node", "params").items()
}

#: Every operation by name, by byte in MIC-B, and by token in mic@2.
OPCODES: dict[str, MindOpcode] = {member.name: _opcode(member) for member in records.Opcode}
BY_BYTE: dict[int, MindOpcode] = {opcode.byte: opcode for opcode in OPCODES.values()}
BY_TOKEN: dict[str, MindOpcode] = {opcode.token: opcode for opcode in OPCODES.values() if opcode.token is not None}
CUSTOM = OPCODES[_NAMED]
