"""Hints about operations that no engine knows."""

from __future__ import annotations

import difflib
from collections.abc import Collection

_NO_SUBGRAPH = "its subgraph is not in the file; "
_WITHOUT_BRANCHES = _NO_SUBGRAPH + "compile the model with `nacformats compile`, or without control flow on tensors"
_UNDER_NO_GRAD = _NO_SUBGRAPH + "compile under `torch.no_grad()`, or with decompositions"
_WITH_DECOMPOSITIONS = _NO_SUBGRAPH + "compile with decompositions"

#: The operators of PyTorch that take graphs, by the names that an exporter writes.
_HIGHER_ORDER = {
    **dict.fromkeys(("wrap_with_set_grad_enabled", "autograd_function_apply"), _UNDER_NO_GRAD),
    **dict.fromkeys(("cond", "while_loop", "map", "map_impl", "scan", "associative_scan", "switch"), _WITHOUT_BRANCHES),
    **dict.fromkeys(
        (
            *("wrap", "wrap_with_autocast", "wrap_activation_checkpoint", "tag_activation_checkpoint", "checkpoint"),
            *("invoke_subgraph", "invoke_quant", "hints_wrapper", "strict_mode", "out_dtype", "run_const_graph"),
            *(
                "auto_functionalized",
                "auto_functionalized_v2",
                "with_effects",
                "flex_attention",
                "executorch_call_delegate",
            ),
        ),
        _WITH_DECOMPOSITIONS,
    ),
}
_REGISTER = "register_operation adds one"


def unknown_operation(operator: str, known: Collection[str]) -> str:
    """Return the hint for an operation that is not among the known ones."""
    name = operator.removeprefix("higher_order.").removeprefix("torch.ops.higher_order.")
    if name in _HIGHER_ORDER:
        return _HIGHER_ORDER[name]
    namespace, separator, _ = operator.partition(".")
    if separator and namespace not in {each.partition(".")[0] for each in known}:
        return f"import the library that registers {namespace!r} and use the engine torch (--engine torch); {_REGISTER}"
    near = difflib.get_close_matches(operator, sorted(known), n=3)
    return (f"known names near it: {', '.join(near)}; " if near else "") + _REGISTER
