"""The table of estimates by the ATen names of operations, one for all engines.

A name is that of an overload ("repeat_interleave.Tensor"), or of all overloads that have no entry of their own; an
operation in place has that of the ordinary one. Mind IR and arithmetic of sizes have names without "aten.".
"""

from __future__ import annotations

from collections.abc import Callable

from nacformats.runtime.sizes.measures import Estimate

#: Views, numbers and assertions: whatever the arguments, no new tensor, or one of a single element.
_FREE = """
    alias detach lift lift_fresh resolve_conj resolve_neg view.dtype view_as_complex view_as_real real imag
    squeeze unsqueeze transpose transpose.int swapaxes swapdims permute t numpy_T mT movedim moveaxis expand
    broadcast_to expand_as broadcast_tensors atleast_1d atleast_2d atleast_3d meshgrid slice select narrow diagonal
    unfold as_strided scalar_tensor is_complex is_floating_point is_signed mind.transpose
    sym_size size sym_numel numel dim item _local_scalar_dense getitem nac.pass <OUTPUT>
    _assert_tensor_metadata _assert_async _assert_scalar _functional_assert_async _functional_assert_scalar
    _functional_sym_constrain_range _functional_sym_constrain_range_for_size _make_dep_token sym_constrain_range
    sym_constrain_range_for_size
    sym_int sym_float sym_not sym_max sym_min sym_sqrt sym_ite sym_sum
"""
FREE = frozenset(_FREE.split())

#: Estimates that depend on the operands alone: they are asked for only where an operand is large or there are many.
BY_OPERANDS: dict[str, Estimate] = {}
#: Estimates that depend on numbers among the arguments, or in the operands: they are asked for at every call.
BY_NUMBERS: dict[str, Estimate] = {}


def by_operands(names: str) -> Callable[[Estimate], Estimate]:
    """Register the cost of operations that depends on their operands alone."""
    return _registered(BY_OPERANDS, names)


def by_numbers(names: str) -> Callable[[Estimate], Estimate]:
    """Register the cost of operations that depends on numbers among their arguments."""
    return _registered(BY_NUMBERS, names)


def _registered(table: dict[str, Estimate], names: str) -> Callable[[Estimate], Estimate]:
    def register(estimate: Estimate) -> Estimate:
        table.update(dict.fromkeys(names.split(), estimate))
        return estimate

    return register
