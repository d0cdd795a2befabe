"""Lowering to the canonical set: every operation by its formula, until only operators without one are left.

Formulas ask for types and shapes. An operation of which these are not known, or whose sizes are not those of a tensor
that there is, stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from nacformats.compiler.passes.folding import fold_constants
from nacformats.compiler.passes.rewriting import Rewriter, arguments_of, changes_in_place, remove_dead, rewrite
from nacformats.compiler.passes.simplification import remove_identities, share_common
from nacformats.graph.graph import Graph, GraphOperand, Operation, Ref, ValueType
from nacformats.ops.decompositions import decomposition
from nacformats.ops.meta import MetaError, OnMeta, TensorMeta, result_meta
from nacformats.ops.meta.sizes import Size, SizeAtom, SymbolicSize, size_of_dim, unknown_size
from nacformats.ops.names import ATEN
from nacformats.ops.promotion import dtype_of
from nacformats.ops.schemas import KernelParameter
from nacformats.ops.table import decomposed_operators, operators

#: What gives one of several results.
_ITEM = "getitem"
#: Operations on numbers that sizes are made of, by what they are called in sizes.
_ON_SIZES = {"//": "floordiv", "max": "sym_max", "min": "sym_min"}


def lower_to_core(graph: Graph) -> Graph:
    """Return the graph in canonical operators, as far as types and shapes are known.

    A graph with changes in place stays as it is.
    """
    if changes_in_place(graph):
        return graph
    for clean in (_lowered, remove_identities, fold_constants, share_common, remove_dead):
        graph = clean(graph)
    return graph


def _lowered(graph: Graph) -> Graph:
    backends: list[_OnGraph] = []

    def rule(rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
        if operation.operator == _ITEM and isinstance(operation.operands[0], list):
            return operation.operands[0][operation.operands[1]]
        if not backends:
            backends.append(_OnGraph(rewriter))
        return backends[0].lowered(operation)

    return rewrite(graph, rule)


class _Tensor(TensorMeta):
    """A tensor of the graph while formulas are evaluated: its type, and where it is."""

    __slots__ = ("ref",)

    def __init__(self, ref: Ref, meta: TensorMeta) -> None:
        super().__init__(meta.dtype, meta.shape)
        self.ref = ref


def _is_tensor(value: Any) -> bool:
    return isinstance(value, _Tensor)


def _known(meta: Any) -> ValueType:
    """Return the type of a result; a size that is computed has no name."""
    if not isinstance(meta, TensorMeta):
        return ValueType()
    shape = (size if isinstance(size, int) else _name(size) for size in meta.shape)
    return ValueType(meta.dtype, tuple(shape))


def _name(size: SymbolicSize) -> str | None:
    return None if "?" in (shown := str(size)) else shown


class _OnGraph(OnMeta):
    """Evaluates formulas on a graph: each call of an operator that has no formula becomes an operation."""

    def __init__(self, rewriter: Rewriter) -> None:
        self._rewriter = rewriter
        #: Where each symbolic size is the size of a tensor, or a number of the graph.
        self._sizes: dict[SymbolicSize, tuple[Ref, int] | Ref] = {}

    def lowered(self, operation: Operation) -> GraphOperand | None:
        """Return what takes the place of an operation; None where it stays."""
        row = operators().get(operation.operator)
        if row is None or row.name not in decomposed_operators():
            return None
        given = arguments_of(operation)
        try:
            bound = [self._argument(each, given.get(each.name, each.default)) for each in row.bound]
            return self._result(self.apply(row.principal, *bound))
        except (MetaError, ValueError, TypeError, IndexError, KeyError):
            return None  # the run refuses what is wrong with it

    def _argument(self, parameter: KernelParameter, operand: GraphOperand) -> Any:
        if isinstance(operand, list | tuple):
            return [self._argument(parameter, each) for each in operand]
        if parameter.kind == "Tensor":
            if isinstance(operand, Ref):
                return self.tensor(operand, self._rewriter.type(operand))
            return operand if operand is None else self.apply(ATEN.full.default, [], operand, None)
        if isinstance(operand, Ref):
            return self._as_size(operand)
        return dtype_of(operand) if parameter.kind == "dtype" and operand is not None else operand

    def _as_size(self, ref: Ref) -> Size:
        """Return a number of the graph as a size: that of a tensor, or one of its own."""
        found = self._rewriter.operation(ref, ATEN.sym_size.int)
        if found is not None and isinstance(found.operands[1], int):
            tensor = self.tensor(found.operands[0], self._rewriter.type(found.operands[0]))
            return tensor.shape[found.operands[1]]
        size = unknown_size()
        self._sizes[size] = ref
        return size

    def _result(self, found: Any) -> GraphOperand:
        if isinstance(found, list | tuple):
            return [self._result(each) for each in found]
        return self._operand(found)

    def function(self, name: str) -> Callable[..., Any]:
        """Return what applies an operator: its formula, or a new operation."""
        return partial(self.apply, name)

    def tensor(self, ref: Ref, known: ValueType) -> _Tensor:
        """Return a value of the graph as an operand. MetaError where its type is not known."""
        if known.dtype is None or known.shape is None:
            raise MetaError("the type of an operand is not known")
        return self._sized(ref, TensorMeta(known.dtype, tuple(map(size_of_dim, known.shape))))

    def apply(self, name: str, *arguments: Any) -> Any:
        """Return the results of an operator, by its formula where it has one."""
        formula = decomposition(name)
        if formula is not None:
            return formula.widened_over(self, _is_tensor)(*arguments)
        return self._added(name, arguments)

    def _added(self, name: str, arguments: Sequence[Any]) -> Any:
        parameters = operators()[name].bound
        found = result_meta(name, {each.name: given for each, given in zip(parameters, arguments, strict=True)})
        operands = [(each, self._operand(given)) for each, given in zip(parameters, arguments, strict=True)]
        positional = [operand for each, operand in operands if not each.keyword_only]
        named = {each.name: operand for each, operand in operands if each.keyword_only and operand is not None}
        if isinstance(found, TensorMeta):
            return self._sized(self._rewriter.add(name, *positional, known=_known(found), **named), found)
        whole = self._rewriter.add(name, *positional, known=ValueType(), **named)
        if not isinstance(found, list | tuple):
            return self._as_size(whole)
        parts = enumerate(found)
        return [self._sized(self._rewriter.add(_ITEM, whole, i, known=_known(part)), part) for i, part in parts]

    def _sized(self, ref: Ref, meta: TensorMeta) -> _Tensor:
        for axis, size in enumerate(meta.shape):
            if isinstance(size, SymbolicSize):
                self._sizes.setdefault(size, (ref, axis))
        return _Tensor(ref, meta)

    def _operand(self, argument: Any) -> GraphOperand:
        if isinstance(argument, _Tensor):
            return argument.ref
        if isinstance(argument, list | tuple):
            return [self._operand(each) for each in argument]
        if isinstance(argument, SymbolicSize):
            return self._number(argument)
        return argument.name if isinstance(argument, np.dtype) else argument

    def _number(self, size: Size) -> GraphOperand:
        """Return a size as a value of the graph, computed from sizes of tensors. MetaError where it is none."""
        if isinstance(size, int):
            return size
        known = self._sizes.get(size)
        if known is not None:
            return known if isinstance(known, Ref) else self._made(ATEN.sym_size.int, *known)
        total: GraphOperand = 0
        for atoms, factor in size.terms.items():
            term: GraphOperand = factor
            for atom in atoms:
                single = SymbolicSize({(atom,): 1})
                if single not in self._sizes and atom.operation not in _ON_SIZES:
                    raise MetaError(f"no tensor has the size {single}")
                made = self._number(single) if single in self._sizes else self._computed(atom)
                term = made if term == 1 else self._made("mul", made, term)
            total = term if total == 0 else self._made("add", total, term)
        return total

    def _computed(self, atom: SizeAtom) -> GraphOperand:
        return self._made(_ON_SIZES[atom.operation], *map(self._number, atom.operands))

    def _made(self, operator: str, *operands: GraphOperand) -> Ref:
        return self._rewriter.add(operator, *operands, known=ValueType())
