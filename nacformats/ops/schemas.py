"""The table of operations that the runtime knows, and how to add to it.

An entry is declared in the notation of the field, an ATen schema:

    @kernel("aten.add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1)")
    def add(x, y, alpha=1): ...

The schema says which arguments there are, of which kind, which may be left out, and which are keyword-only: a NAC file
keeps the values of keyword arguments but not their names, so they are recovered by their kind.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

_SCHEMA = re.compile(r"^(?P<name>[^()\s]+)(?:\((?P<parameters>.*?)\)(?: -> .*)?)?$")
_PARAMETER = re.compile(
    r"^(?P<kind>\w[\w.]*)(?:(?P<optional_items>\?)?(?P<list>\[\d*\]))?(?P<optional>\?)?"
    r" (?P<name>\w+)(?:=(?P<default>.+))?$"
)
#: PyTorch's notes on aliasing, as in Tensor(a!), which mean nothing here.
_ALIASING = re.compile(r"\([a-z*](?:\|[a-z])*!?(?: -> [a-z*|]+)?\)")
#: The note of a result that is a view.
_VIEW = re.compile(r"\(([a-z])(?: -> \*)?\)")
#: PyTorch's names of the kinds that have a simpler one here.
_KINDS = {
    "SymInt": "int",
    "SymBool": "bool",
    "ScalarType": "dtype",
    "Layout": "layout",
    "Device": "device",
    "MemoryFormat": "memory_format",
}


#: Element types by the numbers of PyTorch that stand for them in a schema.
_TYPE_NUMBERS = {"4": "int64", "6": "float32", "7": "float64", "11": "bool"}
#: Parameters that say where a result is kept, which means nothing where there is one device and one layout.
_PLACEMENT = frozenset(("layout", "device", "memory_format", "pin_memory", "non_blocking"))


@dataclass(frozen=True)
class KernelParameter:
    """A parameter of an operation.

    kind is Tensor, Scalar, int, float, bool, str, dtype, layout, device or memory_format; is_list says that it takes a
    list of them; optional that None may be given; keyword_only that it comes after the `*`; optional_items that the
    items of the list may be None.
    """

    name: str
    kind: str
    is_list: bool = False
    optional: bool = False
    required: bool = True
    default: Any = None
    keyword_only: bool = False
    optional_items: bool = False

    @property
    def is_placement(self) -> bool:
        """True if it says where a result is kept: its device, its layout in memory."""
        return self.kind in _PLACEMENT or self.name in _PLACEMENT

    def __str__(self) -> str:
        kind = self.kind + ("?" if self.optional_items else "") + ("[]" if self.is_list else "")
        default = "" if self.required else f"={self.default}"
        return f"{kind}{'?' if self.optional else ''} {self.name}{default}"


@dataclass(frozen=True)
class Kernel:
    """An operation: its canonical name, its parameters (None: takes what it gets, in order), and the function.

    The function is called with all parameters in order, but for those of placement; `named`: as PyTorch calls it, that
    is with keyword-only arguments by name, and without those that are left out.
    """

    name: str
    parameters: tuple[KernelParameter, ...] | None
    function: Callable[..., Any]
    named: bool = False

    @cached_property
    def taken(self) -> tuple[KernelParameter, ...]:
        """The parameters but for those of placement."""
        return tuple(parameter for parameter in self.parameters or () if not parameter.is_placement)

    def in_order(self, given: Mapping[str, Any]) -> tuple[Any, ...]:
        """Return the values of `taken` from those that are given by name; the others have their defaults."""
        return tuple(given.get(parameter.name, parameter.default) for parameter in self.taken)

    def bound(self, *positional: Any, **keywords: Any) -> tuple[Any, ...]:
        """Return the values of `taken` from the arguments as PyTorch takes them; without a schema, as they are."""
        if self.parameters is None:
            return positional
        if len(positional) > len(self.parameters):
            raise TypeError(f"{self.name} takes {len(self.parameters)} arguments, not {len(positional)}")
        names = (parameter.name for parameter in self.parameters)
        return self.in_order({**dict(zip(names, positional, strict=False)), **keywords})


#: Every operation by canonical name.
KERNELS: dict[str, Kernel] = {}


def kernel(*schemas: str, named: bool = False) -> Callable[[Function], Function]:
    """Register a function as the kernel of one or more operations.

    The function is called with all arguments in the order of the schema, but for devices and layouts. A schema without
    parentheses gets every value in order.

    Args:
        schemas: in ATen's notation.
        named: keyword-only arguments are given by name, and those that the caller left out are left out.

    Raises:
        TypeError: a schema is not a str, such as the function itself where the parentheses were forgotten.
        ValueError: a schema is not well formed.
    """
    if not schemas or not all(isinstance(schema, str) for schema in schemas):
        raise TypeError("an operation is registered under its name or schema: @register_operation('my.operation')")

    def register(function: Function) -> Function:
        for schema in schemas:
            name, parameters = parse_schema(schema)
            KERNELS[name] = Kernel(name, parameters, function, named)
        return function

    return register


def parse_schema(schema: str) -> tuple[str, tuple[KernelParameter, ...] | None]:
    """Return name and parameters of an operation from its schema; ValueError when the schema is not well formed.

    What PyTorch prints is understood as well: "aten::relu(Tensor self) -> Tensor" is aten.relu.default.
    """
    match = _SCHEMA.match(_ALIASING.sub("", schema.strip()))
    if match is None:
        raise ValueError(f"not an operation schema: {schema!r}")
    name = _canonical_name(match["name"])
    if match["parameters"] is None:
        return name, None
    parameters: list[KernelParameter] = []
    keyword_only = False
    pieces = re.split(r",(?![^\[]*\])", match["parameters"])  # at the commas that are not inside brackets
    for piece in filter(None, map(str.strip, pieces)):
        if piece == "*":
            keyword_only = True
            continue
        parameter = _parse_parameter(piece, keyword_only)
        if parameter is None:
            raise ValueError(f"not a parameter: {piece!r} in {schema!r}")
        parameters.append(parameter)
    return name, tuple(parameters)


def viewed_parameter(schema: str) -> int | None:
    """Return the place of the parameter that the results of a schema are views of; None where there is none.

    In "select.int(Tensor(a) self, int dim, SymInt index) -> Tensor(a)" it is 0; `Tensor(a!)` is a change, not a view.
    """
    arguments, _, results = schema.rpartition(" -> ")
    letter = _VIEW.search(results)
    if letter is None:
        return None
    pieces = re.split(r",(?![^\[]*\])", arguments.partition("(")[2])
    noted = re.compile(rf"\({letter[1]}( -> \*)?\)")
    return next((place for place, piece in enumerate(pieces) if noted.search(piece)), None)


def _canonical_name(name: str) -> str:
    """Return aten.add.Tensor for aten::add.Tensor, aten.relu.default for aten::relu, other names as they are."""
    namespace, separator, rest = name.rpartition("::")
    if not separator:
        return name
    return f"{namespace}.{rest}" if "." in rest else f"{namespace}.{rest}.default"


@cache
def _parse_parameter(text: str, keyword_only: bool) -> KernelParameter | None:
    """Return a parameter; None for a text that is none. The same few hundred texts are in thousands of places."""
    match = _PARAMETER.match(text)
    if match is None:
        return None
    default = match["default"]
    return KernelParameter(
        name=match["name"],
        kind=_KINDS.get(match["kind"], match["kind"]),
        is_list=match["list"] is not None,
        optional=match["optional"] is not None,
        required=default is None,
        default=None if default is None else _default(default, match["kind"]),
        keyword_only=keyword_only,
        optional_items=match["optional_items"] is not None,
    )


def _default(text: str, kind: str) -> Any:
    """Return a default value; the name of a PyTorch constant (contiguous_format) is left as it is."""
    try:
        if kind == "ScalarType":
            return _TYPE_NUMBERS.get(text)
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text
