"""Decompositions: the formula of a row, compiled once and evaluated by any backend.

A formula is an expression in Python's syntax over the parameters of its row and other operators, perhaps after parts
that it names, with `;` between them:

    check(alpha != 0, 'alpha is 0'); where(self > 0, self, alpha * expm1(self / alpha))

- `exp(x)`, `sum(x, [dim], True)`: the first overload of the operator that takes tensors and other values in these
  places; `pow.Tensor_Scalar(x, 2)` names one. Arguments that are left out have the defaults of the schema.
- `+ - * / // % ** @ < <= > >= == != & | ~` with a tensor are operators as well; among numbers, sizes and types, and
  with them `and or not in is`, slices and lists, they are Python's.
- `x.shape`, `x.rank`, `x.dtype`; `a if b else c`, where b is no tensor.
- `check(condition, message)` refuses arguments with a ValueError; a condition that cannot be decided holds,
  such as the equality of two sizes that are symbols.
- `Tan(x)`, `Celu(x, alpha=a)`: a node of ONNX, in the form that a row has there.
- the functions of FUNCTIONS, where no argument is a tensor, and the formulas of `shared.txt`, which have rows alike.

What every formula means is known before it runs: which operators it calls, with all their arguments in order.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from types import CodeType, MappingProxyType
from typing import Any, Protocol

import numpy as np

from nacformats.ops.dtypes import DTYPES, FLOAT32, HALVES, DType, category, normalize_dim, normalize_dims
from nacformats.ops.promotion import dtype_of
from nacformats.ops.schemas import KernelParameter
from nacformats.ops.table import Operator, canonical_name, operators, operators_called, parse_row, rows_in

#: Operators of Python, where an operand is a tensor.
_OPERATORS = {
    "Add": "add", "Sub": "sub", "Mult": "mul", "Div": "div", "FloorDiv": "floor_divide", "Mod": "remainder",
    "Pow": "pow", "MatMult": "matmul", "BitAnd": "bitwise_and", "BitOr": "bitwise_or", "BitXor": "bitwise_xor",
    "Lt": "lt", "LtE": "le", "Gt": "gt", "GtE": "ge", "Eq": "eq", "NotEq": "ne", "Invert": "bitwise_not", "USub": "neg",
}  # fmt: skip
#: The same with the operands exchanged.
_EXCHANGED = {"add": "add", "mul": "mul", "sub": "rsub", "lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}
_EXCHANGED |= {name: name for name in ("eq", "ne", "bitwise_and", "bitwise_or", "bitwise_xor")}
#: Kinds of operators that move elements and compute nothing, in any type.
_MOVING = frozenset(("view", "copy", "indexing", "padding", "number", "assertion", "creation"))

#: What a name stands for while a formula is compiled.
_TENSOR, _TENSORS, _VALUE, _NONE = "tensor", "tensors", "value", "none"
_Typed = tuple[ast.expr, str]


class FormulaBackend(Protocol):
    """A place to evaluate formulas: arrays, meta, a graph, the nodes of ONNX.

    Attributes:
        undecided: what a condition raises that depends on sizes that are not known.
    """

    @property
    def undecided(self) -> type[Exception]: ...

    def function(self, name: str) -> Callable[..., Any]:
        """Return what computes an operator from all its arguments in order, but for placement."""

    def shape(self, tensor: Any) -> Sequence[Any]:
        """Return the sizes of a tensor."""

    def rank(self, tensor: Any) -> int:
        """Return the number of dimensions of a tensor."""

    def dtype(self, tensor: Any) -> DType:
        """Return the element type of a tensor."""


@dataclass(frozen=True)
class Decomposition:
    """A formula that is ready to be evaluated.

    Attributes:
        operator: the row.
        calls: the operators that it may call, by the identifiers that the code has for them.
        shared: the shared formulas that it calls, likewise.
        steps: how many calls there are.
        asks_shape: it depends on the sizes or the rank of an operand.
        code: defines `formula`, a function of the parameters but for placement.
    """

    operator: Operator
    calls: Mapping[str, str]
    shared: Mapping[str, Decomposition]
    steps: int
    asks_shape: bool
    code: CodeType

    @property
    def widens(self) -> bool:
        """Half precision is computed in float32 and rounded once: several steps compute, and in no type asked for."""
        asked = any(each.name == "dtype" for each in self.operator.parameters)
        return self.operator.kind not in _MOVING and self.steps > 1 and not asked

    @cached_property
    def is_pointwise(self) -> bool:
        """Every element of the result comes of the elements at its place: it can be computed in parts."""
        rows = operators()
        return (
            not self.asks_shape
            and all(
                each.is_pointwise for each in (*self.shared.values(), *map(decomposition, self.calls.values())) if each
            )
            and all(
                rows[name].kind == "elementwise" and all(each.name != "dim" for each in rows[name].parameters)
                for name in self.calls.values()
            )
        )

    @cached_property
    def operators(self) -> frozenset[str]:
        """The operators that it may call, those of shared formulas included."""
        return frozenset(self.calls.values()).union(*(each.operators for each in self.shared.values()))

    def over(self, backend: FormulaBackend, name: str = "") -> Callable[..., Any]:
        """Return the formula as a function of bound arguments on a backend; refusals begin with a name."""
        caller = name or self.operator.name
        names: dict[str, Any] = {"_shape": backend.shape, "_rank": backend.rank, "_dtype": backend.dtype}
        names |= CONSTANTS | {f"_{name}": function for name, function in FUNCTIONS.items()}
        names["_check"] = _check_of(caller, backend.undecided)
        names["_equal"] = getattr(backend, "equal", operator.eq)
        names["_node"] = getattr(backend, "node", None)
        names |= {identifier: backend.function(called) for identifier, called in self.calls.items()}
        names |= {identifier: each.over(backend, caller) for identifier, each in self.shared.items()}
        exec(self.code, names)  # noqa: S102  made of a row, of allowed nodes only
        formula: Callable[..., Any] = names["formula"]
        return formula

    def rounded_type(self, dtypes: Sequence[DType]) -> DType | None:
        """Return the half type that results are rounded to once; None where operands of several types promote."""
        floats = [dtype for dtype in dtypes if category(dtype) == 2]
        if not floats or floats[0] not in HALVES:
            return None
        return floats[0] if self.operator.kind == "normalization" or len(set(floats)) == 1 else None

    def widened_over(
        self, backend: FormulaBackend, is_tensor: Callable[[Any], bool], formula: Callable[..., Any] | None = None
    ) -> Callable[..., Any]:
        """Return the formula with half precision cast to float32 before and results cast back, by operators."""
        formula, cast = formula or self.over(backend), backend.function("aten._to_copy.default")
        if not self.widens:
            return formula

        def computed(*arguments: Any) -> Any:
            dtype = self.rounded_type([backend.dtype(each) for each in flat(arguments) if is_tensor(each)])
            if dtype is None:
                return formula(*arguments)
            wide = _mapped(arguments, lambda x: is_tensor(x) and backend.dtype(x) in HALVES, lambda x: cast(x, FLOAT32))
            result = formula(*wide)
            return _mapped(result, lambda x: is_tensor(x) and backend.dtype(x) == FLOAT32, lambda x: cast(x, dtype))

        return computed


def flat(value: Any) -> list[Any]:
    """Return the items of nested lists and tuples."""
    return [each for item in value for each in flat(item)] if isinstance(value, list | tuple) else [value]


def _mapped(value: Any, chosen: Callable[[Any], bool], function: Callable[[Any], Any]) -> Any:
    if isinstance(value, list | tuple):
        return type(value)(_mapped(item, chosen, function) for item in value)
    return function(value) if chosen(value) else value


@cache
def decomposition(name: str) -> Decomposition | None:
    """Return the decomposition of an operator by its canonical name; None where it has none.

    Raises:
        ValueError: the formula of the row is none.
    """
    row = operators()[name]
    return compiled_row(row) if row.formula else None


@cache
def shared_formulas() -> Mapping[str, Operator]:
    """Return the rows of `shared.txt` by name: formulas that several rows call and that are no operators."""
    rows = [parse_row(row, "shared") for row in rows_in(Path(__file__).with_name("shared.txt"))]
    return MappingProxyType({row.schema.partition("(")[0]: row for row in rows})


@cache
def compiled_row(row: Operator) -> Decomposition:
    """Return the decomposition of a row that has a formula, in the table or not.

    Raises:
        ValueError: the formula is none.
    """
    try:
        return _Compiler(row).compiled()
    except (SyntaxError, TypeError, ValueError) as error:
        raise ValueError(f"the formula of {row.name}, {row.formula!r}: {error}") from None


class _Compiler:
    """Turns the formula of a row into a function of Python over the functions of a backend."""

    def __init__(self, row: Operator) -> None:
        self._row = row
        self._kinds = {each.name: _kind_of(each) for each in row.bound}
        self._calls: dict[str, str] = {}
        self._shared: dict[str, Decomposition] = {}
        self._steps = 0
        self._asks_shape = False
        self._refuses = False

    def compiled(self) -> Decomposition:
        """Compile the formula. ValueError for what is not allowed in one."""
        *lines, last = ast.parse(self._row.formula.strip()).body
        if not isinstance(last, ast.Expr):
            raise ValueError("it does not end with a value")
        body = [self._line(line) for line in lines]
        body.append(ast.Return(self._value(last.value)[0]))
        parameters = self._row.bound
        first = next((place for place, each in enumerate(parameters) if not each.required), len(parameters))
        defaults = [_constant(each.default) for each in parameters[first:]]
        arguments = ast.arguments([], [ast.arg(each.name) for each in parameters], None, [], [], None, defaults)
        tree = ast.parse("def formula(): pass")
        function = tree.body[0]
        assert isinstance(function, ast.FunctionDef)
        function.args, function.body = arguments, body
        code = compile(ast.fix_missing_locations(tree), f"<{self._row.name}>", "exec")
        return Decomposition(self._row, self._calls, self._shared, self._steps, self._asks_shape, code)

    def _line(self, line: ast.stmt) -> ast.stmt:
        match line:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                expression, self._kinds[name] = self._value(value)
                return ast.Assign([ast.Name(name, ast.Store())], expression)
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=value):
                expression, kind = self._value(value)
                for target in targets:
                    self._kinds[ast.unparse(target)] = _TENSOR if kind == _TENSORS else _VALUE
                return ast.Assign(list(line.targets), expression)
            case ast.Expr(value=ast.Call(func=ast.Name(id="check"), args=[condition, message])):
                later = ast.arguments([], [], None, [], [], None, [])
                self._refuses = True
                given = [ast.Lambda(later, self._value(each)[0]) for each in (condition, message)]
                self._refuses = False
                return ast.Expr(ast.Call(ast.Name("_check", ast.Load()), list(given), []))
        raise ValueError(f"{ast.unparse(line)!r} names no part")

    def _value(self, node: ast.expr) -> _Typed:
        compiled = _NODES.get(type(node))
        if compiled is None:
            raise ValueError(f"{ast.unparse(node)!r} is not allowed")
        return compiled(self, node)

    def _constant(self, node: ast.Constant) -> _Typed:
        return node, _NONE if node.value is None else _VALUE

    def _name(self, node: ast.Name) -> _Typed:
        if node.id not in self._kinds and node.id not in CONSTANTS:
            raise ValueError(f"{node.id!r} is not allowed")
        return node, self._kinds.get(node.id, _VALUE)

    def _binary(self, node: ast.BinOp) -> _Typed:
        operands = [self._value(node.left), self._value(node.right)]
        kinds = {kind for _, kind in operands}
        if _TENSOR in kinds:
            return self._operator(type(node.op).__name__, operands)
        (left, _), (right, _) = operands
        return ast.BinOp(left, node.op, right), _TENSORS if _TENSORS in kinds else _VALUE

    def _compared(self, node: ast.Compare) -> _Typed:
        values = [self._value(each) for each in (node.left, *node.comparators)]
        if any(kind == _TENSOR for _, kind in values) and not isinstance(node.ops[0], ast.Is | ast.IsNot):
            return self._operator(type(node.ops[0]).__name__, values)
        if self._refuses and isinstance(node.ops[0], ast.Eq):
            return ast.Call(ast.Name("_equal", ast.Load()), [each for each, _ in values], []), _VALUE
        return ast.Compare(values[0][0], node.ops, [each for each, _ in values[1:]]), _VALUE

    def _unary(self, node: ast.UnaryOp) -> _Typed:
        operand = self._value(node.operand)
        if operand[1] == _TENSOR and not isinstance(node.op, ast.Not):
            return self._operator(type(node.op).__name__, [operand])
        return ast.UnaryOp(node.op, operand[0]), _VALUE

    def _chosen(self, node: ast.IfExp) -> _Typed:
        first, second = self._value(node.body), self._value(node.orelse)
        kinds = {first[1], second[1]} - {_NONE} or {_NONE}
        if len(kinds) > 1:
            raise ValueError(f"{ast.unparse(node)!r} is a tensor or a value")
        return ast.IfExp(self._value(node.test)[0], first[0], second[0]), kinds.pop()

    def _attribute(self, node: ast.Attribute) -> _Typed:
        if node.attr not in {"shape", "rank", "dtype"}:
            raise ValueError(f"{ast.unparse(node)!r} is not allowed")
        self._asks_shape |= node.attr != "dtype"
        return ast.Call(ast.Name(f"_{node.attr}", ast.Load()), [self._value(node.value)[0]], []), _VALUE

    def _item(self, node: ast.Subscript) -> _Typed:
        expression, kind = self._value(node.value)
        kind = _TENSOR if kind == _TENSORS and not isinstance(node.slice, ast.Slice) else kind
        return ast.Subscript(expression, self._value(node.slice)[0], ast.Load()), kind

    def _listed(self, node: ast.List | ast.Tuple) -> _Typed:
        values = [self._value(each) for each in node.elts]
        kind = _TENSORS if any(kind in {_TENSOR, _TENSORS} for _, kind in values) else _VALUE
        return type(node)([each for each, _ in values], ast.Load()), kind

    def _spread(self, node: ast.Starred) -> _Typed:
        expression, kind = self._value(node.value)
        return ast.Starred(expression, ast.Load()), kind

    def _of_parts(self, node: ast.BoolOp | ast.Slice | ast.JoinedStr | ast.FormattedValue) -> _Typed:
        """Compile a value by its parts."""
        if isinstance(node, ast.FormattedValue) and node.format_spec is not None:
            raise ValueError(f"{ast.unparse(node)!r} is not allowed")
        make: Callable[..., ast.expr] = type(node)
        return make(**{field: self._part(part) for field, part in ast.iter_fields(node)}), _VALUE

    def _part(self, part: Any) -> Any:
        if isinstance(part, list):
            return [self._part(each) for each in part]
        return self._value(part)[0] if isinstance(part, ast.expr) else part

    def _called(self, node: ast.Call) -> _Typed:
        keywords = {str(each.arg): self._value(each.value) for each in node.keywords}
        return self._call(ast.unparse(node.func), [self._value(each) for each in node.args], keywords)

    def _operator(self, symbol: str, values: list[_Typed]) -> _Typed:
        name = _OPERATORS[symbol]
        if len(values) == 2 and values[0][1] != _TENSOR and name not in {"pow", "remainder"}:
            if name == "div":
                inverse = self._call("reciprocal", values[1:], {})
                one = isinstance(values[0][0], ast.Constant) and values[0][0].value == 1
                return inverse if one else self._call("mul", [inverse, values[0]], {})
            name, values = _EXCHANGED[name], values[::-1]
        return self._call(name, values, {})

    def _call(self, name: str, values: list[_Typed], keywords: dict[str, _Typed]) -> _Typed:
        tensors = any(kind in {_TENSOR, _TENSORS} for _, kind in (*values, *keywords.values()))
        if name == "len" or (name in FUNCTIONS and not tensors):
            return ast.Call(ast.Name(f"_{name}", ast.Load()), [each for each, _ in values], []), _VALUE
        if name[:1].isupper():
            attributes = [ast.keyword(key, value) for key, (value, _) in keywords.items()]
            inputs = [ast.Constant(name), *(each for each, _ in values)]
            return ast.Call(ast.Name("_node", ast.Load()), inputs, attributes), _TENSOR
        shared = shared_formulas().get(name)
        row = _overload(name, values, keywords) if shared is None else shared
        identifier = row.name.replace(".", "_") + "_" * (shared is not None)
        if shared is None:
            self._calls[identifier] = row.name
            self._steps += 1
        else:
            self._shared[identifier] = compiled_row(row)
            self._steps += self._shared[identifier].steps
        arguments = _bound(row, values, keywords)
        return ast.Call(ast.Name(identifier, ast.Load()), arguments, []), _result_kind(row)


#: What compiles each kind of node that the language has.
_NODES: dict[type[ast.expr], Callable[[_Compiler, Any], _Typed]] = {
    ast.Constant: _Compiler._constant, ast.Name: _Compiler._name, ast.BinOp: _Compiler._binary,
    ast.Compare: _Compiler._compared, ast.UnaryOp: _Compiler._unary, ast.IfExp: _Compiler._chosen,
    ast.Attribute: _Compiler._attribute, ast.Subscript: _Compiler._item, ast.List: _Compiler._listed,
    ast.Tuple: _Compiler._listed, ast.Starred: _Compiler._spread, ast.Call: _Compiler._called,
    **dict.fromkeys((ast.BoolOp, ast.Slice, ast.JoinedStr, ast.FormattedValue), _Compiler._of_parts),
}  # fmt: skip


def _overload(name: str, values: Sequence[_Typed], keywords: Mapping[str, _Typed]) -> Operator:
    """Return the row that a name stands for with such arguments. ValueError for none."""
    if "." in name:
        return operators()[f"aten.{name}"]
    default = operators().get(canonical_name(name))
    for row in (*([] if default is None else [default]), *operators_called(name)):
        if _takes(row, values, keywords):
            return row
    raise ValueError(f"no overload of {name} takes ({', '.join(kind for _, kind in values)}, {', '.join(keywords)})")


def _takes(row: Operator, values: Sequence[_Typed], keywords: Mapping[str, _Typed]) -> bool:
    parameters = row.bound
    positional = [each for each in parameters if not each.keyword_only]
    given = dict(zip((each.name for each in positional), values, strict=False)) | dict(keywords)
    known = {each.name for each in parameters}
    if len(values) > len(positional) or not known.issuperset(keywords):
        return False
    return all(_fits(each, given[each.name][1]) if each.name in given else not each.required for each in parameters)


def _fits(parameter: KernelParameter, kind: str) -> bool:
    return parameter.optional if kind == _NONE else _kind_of(parameter) == kind


def _bound(row: Operator, values: Sequence[_Typed], keywords: Mapping[str, _Typed]) -> list[ast.expr]:
    """Return all arguments in order, defaults included."""
    names = [each.name for each in row.bound]
    if len(values) > len(names) or not set(names).issuperset(keywords):
        raise ValueError(f"{row.name} takes ({', '.join(names)})")
    given = {name: value for name, (value, _) in (*zip(names, values, strict=False), *keywords.items())}
    found = []
    for each in row.bound:
        if each.name not in given and each.required:
            raise ValueError(f"{row.name} needs {each.name}")
        found.append(given[each.name] if each.name in given else _constant(each.default))
    return found


def _constant(value: Any) -> ast.expr:
    return ast.parse(repr(value), mode="eval").body


def _kind_of(parameter: KernelParameter) -> str:
    if parameter.kind != "Tensor":
        return _VALUE
    return _TENSORS if parameter.is_list else _TENSOR


def _result_kind(row: Operator) -> str:
    result = row.schema.rpartition(" -> ")[2]
    if "Tensor" not in result:
        return _VALUE
    return _TENSORS if result.startswith("(Tensor") or result.endswith("[]") else _TENSOR


def _check_of(name: str, undecided: type[Exception]) -> Callable[[Callable[[], Any], Callable[[], str]], None]:
    """Return what refuses arguments of an operator."""

    def check(condition: Callable[[], Any], message: Callable[[], str]) -> None:
        try:
            holds = bool(condition())
        except undecided:
            return
        if not holds:
            raise ValueError(f"{name}: {message()}")

    return check


def _at_least(size: Any, least: int) -> Any:
    """Return a number, or the least; a size that is not known is taken to be large enough."""
    return max(size, least) if isinstance(size, int | float) else size


def _axes(dims: int | Sequence[int] | None, rank: int) -> list[int]:
    return list(normalize_dims(dims, rank))


def _others(dims: int | Sequence[int], rank: int) -> list[int]:
    """Return all dimensions but one, or but some."""
    chosen = {normalize_dim(dim, rank) for dim in ([dims] if isinstance(dims, int) else dims)}
    return [each for each in range(rank) if each not in chosen]


def _count(shape: Sequence[Any], dims: int | Sequence[int]) -> Any:
    """Return the number of elements along dimensions of a shape."""
    return math.prod(shape[dim] for dim in _axes(dims, len(shape))) if shape else 1


def _around(dilation: Sequence[int], kernel: Sequence[Any]) -> list[Any]:
    """Return the padding that keeps all sizes, from the last axis on: before and after, where an odd element is."""
    totals = (step * (size - 1) for step, size in zip(reversed(dilation), reversed(kernel), strict=True))
    return [part for total in totals for part in (total // 2, total - total // 2)]


def _exchanged(first: int, second: int, rank: int) -> list[int]:
    """Return the order of dimensions with two of them exchanged."""
    order = list(range(rank))
    if rank:
        order[first], order[second] = second, first
    return order


def _scaled(shape: Sequence[Any], sizes: Sequence[Any] | None, factors: Sequence[float] | None) -> list[Any]:
    """Return the sizes that are given, or those of the spatial dimensions of (N, C, ...) times factors,
    rounded down.
    """
    if (sizes is None) == (factors is None):
        raise ValueError("either output_size or scale_factors must be given")
    if sizes is not None:
        return list(sizes)
    if len(shape) != len(factors or ()) + 2 or not all(0 < factor < math.inf for factor in factors or ()):
        raise ValueError(f"scale_factors must be {len(shape) - 2} positive numbers, got {factors}")
    return [int(size * factor) for size, factor in zip(shape[2:], factors or (), strict=True)]


def _part_of(items: Sequence[Any] | None, place: int) -> Any:
    return None if items is None else items[place]


def _index(item: Any, items: Sequence[Any]) -> int:
    """Return the place of an item in a list."""
    return list(items).index(item)


def _category(dtype: DType | str) -> int:
    """Return 0 for bool, 1 for integers, 2 for floats, 3 for complex numbers."""
    return category(dtype_of(dtype))


def lowest(dtype: DType) -> Any:
    """Return the lowest number of a type: -inf for floats."""
    return int(np.iinfo(dtype).min) if category(dtype) == 1 else -math.inf


def _highest(dtype: DType) -> Any:
    """Return the highest number of a type: inf for floats."""
    return int(np.iinfo(dtype).max) if category(dtype) == 1 else math.inf


#: Functions of numbers, sizes and types.
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "around": _around,
    "at_least": _at_least,
    "axis": normalize_dim,
    "axes": _axes,
    "category": _category,
    "count": _count,
    "exchanged": _exchanged,
    "highest": _highest,
    "index": _index,
    "lowest": lowest,
    "others": _others,
    "part_of": _part_of,
    "scaled": _scaled,
}
FUNCTIONS |= {each.__name__: each for each in (abs, bool, float, int, len, list, max, min, range, reversed)}
FUNCTIONS |= {each.__name__: each for each in (sorted, sum, math.ceil, math.exp, math.floor, math.isinf, math.log)}
FUNCTIONS |= {each.__name__: each for each in (math.prod, math.sqrt)}
#: Numbers and types by name.
CONSTANTS: dict[str, Any] = {"inf": math.inf, "nan": math.nan, "pi": math.pi}
CONSTANTS |= {name: dtype for name, dtype in DTYPES.items() if name not in {"bool", "int", "float"}} | {
    "truth": DTYPES["bool"]
}
