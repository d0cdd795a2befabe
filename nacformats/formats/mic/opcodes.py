"""The operations of Mind IR: one table for MIC-B, mic@2, their checks and the runtime.

The byte of an operation comes from the enum `opcode` in schemas/micb.ksy; everything else about it is defined here.
Specifications: MIC-B v2, Opcode Encoding; mic@2, Opcodes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from nacformats._generated.kaitai.micb import Micb

I64_MIN, I64_MAX = -(2**63), 2**63 - 1
U64_MAX = 2**64 - 1

#: Element types of tensors, in the order of their bytes.
DTYPES: tuple[str, ...] = tuple(dtype.name for dtype in Micb.Dtype)


@dataclass(frozen=True)
class Parameter:
    """A parameter of an operation: an integer of 64 bits, or a list of them.

    Attributes:
        name: such as "axis".
        default: its value when it is not given; None if it is required. A list may always be empty.
        is_list: whether it takes any number of integers. Then it is the only parameter.
        minimum, maximum: range of each integer.
    """

    name: str
    default: int | None = None
    is_list: bool = False
    minimum: int = I64_MIN
    maximum: int = I64_MAX

    @cached_property
    def signed(self) -> bool:
        """Whether MIC-B writes it in zigzag encoding."""
        return self.minimum < 0


@dataclass(frozen=True)
class Opcode:
    """An operation.

    Attributes:
        name: such as "matmul".
        token: its spelling in mic@2; None for a custom operation, which has no text form.
        arity: number of inputs; the least number when `variadic`.
        variadic: whether it takes more inputs than `arity`.
        parameters: in the order in which both formats write them.
        omits_default: whether mic@2 leaves out a parameter that has its default value.
    """

    name: str
    token: str | None
    arity: int
    parameters: tuple[Parameter, ...] = ()
    variadic: bool = False
    omits_default: bool = False

    @cached_property
    def byte(self) -> int:
        """Its byte in MIC-B."""
        return int(Micb.Opcode[self.name])

    @cached_property
    def takes_list(self) -> bool:
        """Whether its parameters are one list of any length."""
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
        """What it takes, for messages, such as "1 input, axis, count"."""
        inputs = f"{'at least ' * self.variadic}{self.arity} input{'s' * (self.arity != 1)}"
        names = [parameter.name + "..." * parameter.is_list for parameter in self.parameters]
        return ", ".join([inputs, *(names or ["no parameters"])])

    def parameter(self, position: int) -> Parameter:
        """What the integer at a position of a node's parameters is."""
        return self.parameters[0 if self.takes_list else position]


_AXIS = Parameter("axis")
_AXES = Parameter("axes", is_list=True)
_COUNT = Parameter("count", default=2, minimum=0, maximum=U64_MAX)

_TABLE = (
    Opcode("matmul", "m", 2),
    Opcode("add", "+", 2),
    Opcode("sub", "-", 2),
    Opcode("mul", "*", 2),
    Opcode("div", "/", 2),
    Opcode("relu", "r", 1),
    Opcode("softmax", "s", 1, (Parameter("axis", default=-1),), omits_default=True),
    Opcode("sigmoid", "sig", 1),
    Opcode("tanh", "th", 1),
    Opcode("gelu", "gelu", 1),
    Opcode("layernorm", "ln", 1),
    Opcode("transpose", "t", 1, (Parameter("perm", is_list=True),)),
    Opcode("reshape", "rshp", 1),
    Opcode("sum", "sum", 1, (_AXES,)),
    Opcode("mean", "mean", 1, (_AXES,)),
    Opcode("max", "max", 1, (_AXES,)),
    Opcode("concat", "cat", 1, (_AXIS,), variadic=True),
    Opcode("split", "split", 1, (Parameter("axis", default=0), _COUNT)),
    Opcode("gather", "gth", 2, (Parameter("axis", default=0),)),
    Opcode("custom", None, 0, variadic=True),
)

#: Every operation by name, by byte in MIC-B, and by token in mic@2.
OPCODES: dict[str, Opcode] = {opcode.name: opcode for opcode in _TABLE}
BY_BYTE: dict[int, Opcode] = {opcode.byte: opcode for opcode in _TABLE}
BY_TOKEN: dict[str, Opcode] = {opcode.token: opcode for opcode in _TABLE if opcode.token is not None}
CUSTOM = OPCODES["custom"]
