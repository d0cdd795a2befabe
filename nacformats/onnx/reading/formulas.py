"""Formulas: ONNX operators as ATen operators, in the language of `ops/decompositions`.

The rows of operators say which of them are one node; the others are in `operations/formulas.txt`.

A line has an operator with what it takes and gives, as a schema, and the formula. Parameters before the `*` are the
inputs: tensors, integers that have to be known, and numbers (Scalar), known or not. Those after it are the attributes;
`version` is that of the operator set, `outputs` the number of results that are wanted. A formula that refuses its
arguments refuses the node.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from nacformats.onnx.reading.node import OPERATIONS, GraphBuilder, NodeReader, Results, normalized, operation
from nacformats.onnx.reading.tensors import onnx_dtype
from nacformats.onnx.reading.values import GraphNumbers, GraphSize, GraphTensor, Refusal, rank_of
from nacformats.ops.decompositions import compiled_row
from nacformats.ops.dtypes import DType
from nacformats.ops.schemas import KernelParameter
from nacformats.ops.table import Operator, operators, rows_in


class _Sizes(Sequence[GraphSize]):
    """The sizes of a tensor, read out of it where they are asked for."""

    def __init__(self, build: GraphBuilder, tensor: GraphTensor) -> None:
        self._build, self._tensor = build, tensor

    def __len__(self) -> int:
        return rank_of(self._tensor)

    def __getitem__(self, place: Any) -> Any:
        chosen = range(len(self))[place]
        if isinstance(chosen, int):
            return self._build.size(self._tensor, chosen)
        return [self._build.size(self._tensor, axis) for axis in chosen]


@dataclass(frozen=True)
class _OnBuilder:
    """Evaluates the formula of a node on a graph that grows."""

    reader: NodeReader
    undecided = TypeError

    @property
    def build(self) -> GraphBuilder:
        """The graph."""
        return self.reader.build

    def function(self, name: str) -> Callable[..., Any]:
        """Return what emits an operator from all its arguments in order."""
        return partial(self._emitted, operators()[name])

    def _emitted(self, row: Operator, *arguments: Any) -> GraphTensor:
        pairs = list(zip(row.bound, arguments, strict=True))
        named = {each.name: given for each, given in pairs if each.keyword_only and not _is_default(each, given)}
        inputs = [(each, given) for each, given in pairs if not each.keyword_only]
        while inputs and _is_default(*inputs[-1]):
            inputs.pop()
        operands = [list(given) if isinstance(given, _Sizes) else given for _, given in inputs]
        return self.build.emit(row.name, *operands, typed="dtype" in named, **named)

    def node(self, operator: str, *inputs: Any, **attributes: Any) -> Any:
        """Return the result of another node, which has the attributes of this one besides those that are given."""
        given = [GraphNumbers(tuple(each)) if isinstance(each, list) else each for each in inputs]
        told = {**self.reader.attributes, **attributes}
        other = replace(self.reader, operator=operator, inputs=given, attributes=told, outputs=("result",))
        return OPERATIONS["", operator](other)

    def shape(self, tensor: GraphTensor) -> Sequence[GraphSize]:
        """Return the sizes of a tensor."""
        return _Sizes(self.build, tensor)

    def rank(self, tensor: GraphTensor) -> int:
        """Return the number of dimensions of a tensor."""
        return rank_of(tensor)

    def dtype(self, tensor: GraphTensor) -> DType:
        """Return the element type of a tensor."""
        return tensor.dtype


def _is_default(parameter: KernelParameter, given: Any) -> bool:
    return not parameter.required and type(given) is type(parameter.default) and given == parameter.default


def _argument(node: NodeReader, place: int, parameter: KernelParameter) -> Any:
    """Return an input or an attribute of a node."""
    if parameter.keyword_only:
        told = {**node.attributes, "version": node.version, "outputs": sum(map(bool, node.outputs))}
        given = told.get(parameter.name, parameter.default)
        return (onnx_dtype(given) if given else None) if parameter.kind == "dtype" else given
    if parameter.kind == "Tensor" and parameter.is_list:
        return [node[each] for each in range(place, len(node.inputs))]
    if parameter.kind == "Operand":
        return node.operand(place)
    if parameter.kind == "axis":
        return _axes(node, place, parameter)
    if not parameter.required and not node.has(place):
        return parameter.default
    if parameter.kind == "Tensor":
        return node[place]
    if parameter.kind == "Scalar":
        return node.numbers(place) if parameter.is_list else node.number(place)
    return node.integers(place) if parameter.is_list else node.scalar(place)


def _axes(node: NodeReader, place: int, parameter: KernelParameter) -> Any:
    """Return axes of the first input, from an input or an attribute, counted from the front where they are known."""
    given = node.numbers(place) if node.has(place) else node.attribute(parameter.name)
    found = [normalized(each, rank_of(node.value(0))) if isinstance(each, int) else each for each in given or ()]
    if parameter.is_list:
        return found
    if len(found) != 1:
        raise Refusal(f"input {place} has to be one number")
    return found[0]


def _by_formula(row: Operator, node: NodeReader) -> Results:
    arguments = [_argument(node, place, each) for place, each in enumerate(row.bound)]
    try:
        found: Results = compiled_row(row).over(_OnBuilder(node), node.operator)(*arguments)
    except (ValueError, IndexError) as error:
        raise Refusal(str(error).removeprefix(f"{node.operator}: ")) from None
    return found


def node_of(row: Operator) -> Operator | None:
    """Return the node that is an operator, as a row; None where the operator has another form, or none."""
    last = ast.parse(row.onnx.partition(": ")[2]).body[-1:]
    form = last[0].value if last and isinstance(last[0], ast.Expr) else None
    form = form.body if isinstance(form, ast.IfExp) else form
    if not isinstance(form, ast.Call) or not ast.unparse(form.func)[0].isupper():
        return None
    name_of = {ast.unparse(each.value): str(each.arg) for each in form.keywords}
    inputs = [each for each in row.bound if each.name not in name_of]
    attributes = [replace(each, name=name_of[each.name]) for each in row.bound if each.name in name_of]
    if len(attributes) < len(form.keywords) or [each.name for each in inputs] != list(map(ast.unparse, form.args)):
        return None
    parameters = ", ".join(map(str, [*inputs, *(["*", *attributes] if attributes else [])]))
    given = ", ".join(f"{each.name}={name_of.get(each.name, each.name)}" for each in row.bound)
    name = ast.unparse(form.func)
    formula = f"{row.name.partition('.')[2]}({given})"
    return Operator(name, f"{name}({parameters}) -> Tensor", "elementwise", formula=formula)


def _rows() -> Iterator[Operator]:
    """Yield the nodes that are operators, and those that are formulas."""
    for operator in operators().values():
        node = node_of(operator) if operator.principal == operator.name and not operator.changes else None
        if node is not None and all(each.kind == "Tensor" or each.keyword_only for each in node.bound):
            yield node
    for row in rows_in(Path(__file__).with_name("operations") / "formulas.txt"):
        schema, formula = row.split(" | ", 1)
        yield Operator(schema.partition("(")[0], schema, "elementwise", formula=formula)


#: The rows by operator, with its domain before `::`.
FORMULAS = {row.name: row for row in _rows()}
for _name, _row in FORMULAS.items():
    _domain, _, _operator = _name.rpartition("::")
    operation(_operator, domain=_domain)(partial(_by_formula, _row))
