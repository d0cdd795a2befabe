"""Exported programs without side effects, of operations that can be expressed.

Changes in place, assignments into views and regions (`torch.no_grad()`, autocast) disappear in `run_decompositions`,
which traces the program anew: 1.6 ms an operation. A program that has none of these is left as it is.
"""

from __future__ import annotations

import operator
import re
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from copy import copy
from dataclasses import replace
from itertools import chain
from pathlib import PurePath
from typing import Any

import torch
from torch.utils import _pytree as pytree

from nacformats import limits
from nacformats.compiler.frontends.torch_export.exporting import TRANSFORMS, quietly, torch_message
from nacformats.compiler.frontends.torch_export.vetting import TRUST_HINT
from nacformats.errors import LimitError, UnsupportedError
from nacformats.ops import kernels  # noqa: F401  importing it fills the table
from nacformats.ops.kernels.nac import ON_NUMBERS
from nacformats.ops.names import ATEN
from nacformats.ops.schemas import KERNELS
from nacformats.ops.table import of_kind, operators

#: Namespaces of PyTorch's own operations; the others are custom libraries, whose operations stay as they are.
BUILT_IN = frozenset({"aten", "prims", "prim", "higher_order", "inductor", "rngprims", "debugprims", "export"})
#: The namespaces of PyTorch whose operators do not compute with tensors alone; a file may not name them.
_FURTHER_NAMESPACES = """
    _c10d_functional _c10d_functional_autograd _dtensor _native _quantized _test c10d debug_mode_ops inductor_prims mkl
    mkldnn mkldnn_prepacked onednn onnx profiler quantization quantized sparse static_runtime symm_mem xnnpack
"""
_OWN_NAMESPACES = BUILT_IN.union(_FURTHER_NAMESPACES.split())
#: Regions that compute what is in them, and nothing else.
_REGIONS = frozenset({"wrap_with_set_grad_enabled", "wrap_with_autocast", "tag_activation_checkpoint"})
#: Checks of sizes and values, of which nothing is left.
_ASSERTIONS = {f"aten::{operators()[name].base}" for name in of_kind("assertion")}
#: Functions of numbers, which PyTorch does not count among its operators.
_FUNCTIONS = frozenset(
    [operator.getitem, operator.pos, operator.pow]
    + [function for name, function in ON_NUMBERS.items() if function.__name__ == name]
    + [function for name, function in vars(torch).items() if name.lstrip("_").startswith("sym_")]
)
#: Operations that change running statistics without their schema saying so; the position of `training`.
TRAINED = {ATEN.batch_norm.default: 5, ATEN.instance_norm.default: 5}
_REGISTER = "nacformats.register_operation makes an operation known"
#: A refusal names at most this many places of one operation.
PLACES = 4

#: Operations of other libraries that are one of PyTorch's under another name.
RENAMED = {"transformers.grouped_mm_fallback.default": ATEN._grouped_mm.default}


def functional(program: Any) -> Any:
    """Return the program with functional operations, of which those without a kernel are decomposed.

    Raises:
        UnsupportedError: it lists every operation that is left without a kernel, and where the model has it.
    """
    table = _decompositions(program)
    if table or not _is_functional(program):
        program = _decomposed(program, table)
    while table := _decompositions(program):
        program = _decomposed(program, table)
    _refuse(_unknown(program), hint=f"{_REGISTER}; another way to compute the same may be")
    return program


def functional_of_stranger(program: Any) -> Any:
    """Return the same for a program that is not trusted: PyTorch calls each operator of it, so they have to be known
    before.

    Raises:
        UnsupportedError: it lists every operator that is not known, and where the model has it.
        LimitError: making it functional takes too much.
    """
    modules = [each for each in program.graph_module.modules() if isinstance(each, torch.fx.GraphModule)]
    unknown = [node for module in modules for node in module.graph.nodes if not _is_harmless(node)]
    _refuse(unknown, hint=f"{_REGISTER}; {TRUST_HINT}")
    with limited_tracing(program):
        return functional(program)


def _is_harmless(node: Any) -> bool:
    """True if PyTorch may call what a node calls: operators of tensors and functions of numbers, with data alone."""
    target = node.target
    if node.op != "call_function":
        return node.op in {"placeholder", "get_attr", "output"}
    if any(callable(leaf) for leaf in pytree.tree_leaves((node.args, node.kwargs))):
        return False
    if isinstance(target, torch._ops.HigherOrderOperator):
        return target.name() in _REGIONS
    if not isinstance(target, torch._ops.OpOverload):
        return target in _FUNCTIONS
    if target._schema.name in _ASSERTIONS:
        return True
    if target.namespace not in _OWN_NAMESPACES:  # the caller's own library, which may read files
        return not any("str" in str(argument.type) for argument in target._schema.arguments)
    return operator_name(node) in KERNELS or target in torch.export.default_decompositions()


def live_nodes(program: Any) -> list[Any]:
    """Return the calls and constants that what the caller gets depends on, in order.

    Assertions about sizes and updates of buffers are not among them.
    """
    specs = program.graph_signature.output_specs
    output = program.graph.output_node()
    live: set[Any] = set()
    pending = [
        result
        for spec, result in zip(specs, output.args[0], strict=True)
        if spec.kind.name in RETURNED and isinstance(result, torch.fx.Node)
    ]
    while pending:
        node = pending.pop()
        if node not in live:
            live.add(node)
            pending += node.all_input_nodes
    return [node for node in program.graph.nodes if node in live]


#: Kinds of outputs that the caller gets.
RETURNED = frozenset({"USER_OUTPUT", "LOSS_OUTPUT"})


def operator_name(node: Any) -> str:
    """Return the operator of a call, as the runtime calls it."""
    target = node.target
    if isinstance(target, torch._ops.OpOverload):
        return RENAMED.get(str(target), str(target))
    name = getattr(target, "__name__", str(target))
    bare = name.lstrip("_")
    return bare if bare in ON_NUMBERS else name


def _is_functional(program: Any) -> bool:
    nodes = program.graph.nodes
    return not any(node.op == "get_attr" or (node.op == "call_function" and _has_effects(node)) for node in nodes)


def _has_effects(node: Any) -> bool:
    target = node.target
    if not isinstance(target, torch._ops.OpOverload):
        return isinstance(target, torch._ops.HigherOrderOperator) or target.__module__ == TRANSFORMS
    if target._schema.is_mutable:
        return True
    training = TRAINED.get(str(target))
    return training is not None and len(node.args) > training and node.args[training] is not False


def _decomposed(program: Any, table: dict[Any, Any]) -> Any:
    """Return the program traced anew, with flat inputs and outputs: a container may compute when it is put together."""
    flat = _with_signature(program, _flat_signature(program))
    flat._example_inputs = None  # they have containers too; without them no guards are traced
    try:
        with quietly():
            traced = flat.run_decompositions(table)
    except LimitError:
        raise
    except Exception as error:  # the model's own code may run, and fail in its own way
        reason = f"PyTorch cannot make the model functional: {torch_message(error)}"
        raise UnsupportedError(reason, hint="export it yourself, and call run_decompositions() on that") from error
    return _with_signature(traced, program.module_call_graph[0].signature)


def _flat_signature(program: Any) -> Any:
    signature = program.module_call_graph[0].signature
    inputs, outputs = signature.in_spec.num_leaves, signature.out_spec.num_leaves
    return replace(
        signature,
        in_spec=pytree.tree_structure(((0,) * inputs, {})),
        out_spec=pytree.tree_structure((0,) * outputs),
        forward_arg_names=None,
    )


def _with_signature(program: Any, signature: Any) -> Any:
    """Return a program with the same graph that takes and returns other containers."""
    first, *others = program.module_call_graph
    changed = copy(program)
    changed._module_call_graph = [replace(first, signature=signature), *others]
    return changed


def _unknown(program: Any) -> Iterator[Any]:
    """Yield the calls that no kernel computes, custom libraries aside."""
    for node in live_nodes(program):
        if node.op != "call_function" or operator_name(node) in KERNELS:
            continue
        namespace = getattr(node.target, "namespace", "")
        if isinstance(node.target, torch._ops.OpOverload) and namespace not in BUILT_IN:
            continue
        yield node


def _decompositions(program: Any) -> dict[Any, Any]:
    """Return PyTorch's core decompositions of the operations that no kernel computes."""
    unknown = {node.target for node in _unknown(program) if isinstance(node.target, torch._ops.OpOverload)}
    if not unknown:
        return {}
    known = {**torch.export.default_decompositions(), **_OWN_DECOMPOSITIONS}
    return {operation: known[operation] for operation in unknown if operation in known}


def _batch_norm_in_training(
    x: Any, weight: Any, bias: Any, mean: Any, variance: Any, training: bool, momentum: float, eps: float
) -> tuple[Any, ...]:
    """Compute batch norm by the statistics of the batch; those of the model, which it would change, are lost anyway."""
    if not training:
        found = torch.ops.aten._native_batch_norm_legit_no_training(x, weight, bias, mean, variance, momentum, eps)
    else:
        found = torch.ops.aten._native_batch_norm_legit.no_stats(x, weight, bias, True, momentum, eps)
    return *found, mean.clone(), variance.clone()


_OWN_DECOMPOSITIONS = {torch.ops.aten._native_batch_norm_legit_functional.default: _batch_norm_in_training}


def _refuse(nodes: Iterable[Any], hint: str) -> None:
    places: dict[str, list[str]] = {}
    for node in nodes:
        places.setdefault(operator_name(node), []).append(place(node))
    if not places:
        return
    found = "; ".join(f"{name} {_places(where)}" for name, where in sorted(places.items()))
    count = f"{len(places)} operations" if len(places) > 1 else "an operation"
    raise UnsupportedError(f"the model has {count} that cannot be expressed: {found}", hint=hint)


def _places(places: list[str]) -> str:
    distinct = list(dict.fromkeys(places))
    more = f" and {len(distinct) - PLACES} more places" if len(distinct) > PLACES else ""
    return "in " + ", ".join(distinct[:PLACES]) + more


def place(node: Any) -> str:
    """Return the place of a node in the model: the path of its module, and the line of the source."""
    stack = list((node.meta.get("nn_module_stack") or {}).values())
    module = re.sub(r"^L\['self'\]\.?", "", str(stack[-1][0])) if stack else ""
    line = re.findall(r'File "([^"<]+)", line (\d+)', node.meta.get("stack_trace") or "")
    source = f"{PurePath(line[-1][0]).name}:{line[-1][1]}" if line else ""
    if module and source:
        return f"{module} ({source})"
    return module or source or f"the model (node {node.name})"


_ELEMENT = operator.getitem
_UNBOUNDED = float("inf")
#: Parameters of operators that are the number of tensors that they make.
_COUNTS = ("chunks", "sections", "r")
_HINT = f"export it, call run_decompositions() on that, and save the result; {TRUST_HINT}"


def check_numbers(graph: Any) -> None:
    """Refuse arithmetic whose results may grow without bound: PyTorch computes it in Python, in one step.

    Raises:
        LimitError: a number may get too many bits, or a list takes part, which products and sums make longer.
    """
    bits: dict[Any, float] = {}
    for node in graph.nodes:
        if node.op != "call_function" or isinstance(node.target, torch._ops.OperatorBase) or node.target is _ELEMENT:
            continue
        operands = node.args[0] if node.target is torch.sym_sum else (*node.args, *node.kwargs.values())
        sizes = [_bits(each, bits) for each in operands]
        bits[node] = sum(sizes) if node.target is operator.mul else max(sizes, default=0) + len(sizes)
        if node.target is operator.pow:
            exponent = node.args[-1]
            bits[node] = sizes[0] * abs(exponent) if isinstance(exponent, int | float) else _UNBOUNDED
        if bits[node] > limits.MAX_COMPUTED_BITS:
            reason = f"the numbers that {node.name} gives may be of any length"
            raise LimitError(reason, expected=f"at most {limits.MAX_COMPUTED_BITS:,} bits", hint=_HINT)


def _bits(operand: Any, known: dict[Any, float]) -> float:
    """Return the most bits that a number has: 64 for fractions, sizes and elements of tensors."""
    if isinstance(operand, torch.fx.Node):
        return _UNBOUNDED if _gives_list(operand) else known.get(operand, 64)
    if isinstance(operand, int):
        return operand.bit_length()
    return 64 if isinstance(operand, float) else _UNBOUNDED


def _gives_list(node: Any) -> bool:
    schema = getattr(node.target, "_schema", None)
    return schema is not None and any("List" in str(result.type) for result in schema.returns)


@contextmanager
def limited_tracing(program: Any) -> Iterator[None]:
    """Within this block, tracing the program ends with a LimitError when it takes too much."""
    values = [value for node in program.graph.nodes for value in _tensors(node.meta.get("val"))]
    modes = {id(value.fake_mode): value.fake_mode for value in values}
    allowance = _TracingAllowance(len(program.graph.nodes))
    graphs = [each.graph for each in program.graph_module.modules() if isinstance(each, torch.fx.GraphModule)]
    for graph in graphs:
        check_numbers(graph)
    for node in chain.from_iterable(graph.nodes for graph in graphs):
        allowance.take(_parts(node))
    with ExitStack() as stack:
        for mode in modes.values():
            mode.dispatch = allowance.counting(mode.dispatch)
            stack.callback(delattr, mode, "dispatch")
        yield


class _TracingAllowance:
    """The computations that are left to a program of so many nodes."""

    def __init__(self, nodes: int) -> None:
        self._most = limits.TRACED_CALLS + limits.TRACED_CALLS_PER_NODE * nodes
        self._left = self._most
        self._end = time.thread_time() + limits.TRACED_SECONDS + limits.TRACED_SECONDS_PER_NODE * nodes

    def counting(self, dispatch: Any) -> Any:
        """Return the method that computes, after what it computes is taken."""

        def counted_dispatch(operation: Any, types: Any, args: Sequence[Any] = (), kwargs: Any = None) -> Any:
            self.take(_results(operation, args))
            return dispatch(operation, types, args, kwargs or {})

        return counted_dispatch

    def take(self, count: int) -> None:
        """Spend computations, or the tensors that one of them gives."""
        self._left -= count
        if self._left < 0 or time.thread_time() > self._end:
            reason = "PyTorch takes too many steps, or too long, to make the program functional"
            raise LimitError(reason, expected=f"at most {self._most:,} steps for a program of its size", hint=_HINT)


def _parts(node: Any) -> int:
    """Return the tensors that a node claims to give: PyTorch makes lists of that length before it computes anything."""
    if not isinstance(node.target, torch._ops.OpOverload):
        return 0
    names = [argument.name for argument in node.target._schema.arguments]
    given = {**dict(zip(names, node.args, strict=False)), **node.kwargs}
    counts = [given[name] for name in _COUNTS if name in given]
    if not all(type(count) is int for count in counts):
        reason = f"the number of parts of {node.target} is computed"
        raise LimitError(reason, expected="a number in the program", hint=_HINT)
    return max(counts, default=0)


def _results(operation: Any, args: Sequence[Any]) -> int:
    """Return an upper bound of the tensors that a call gives: some give one for each element along an axis."""
    if not any("List" in str(result.type) for result in operation._schema.returns):
        return 1
    numbers = [each for each in args[1:2] if type(each) is int]
    sizes = [size for value in _tensors(args[:1]) for size in value.shape if type(size) is int]
    largest = max(sizes, default=1)
    if "split" in operation._schema.name and operation._overloadname == "Tensor":
        return largest // max(*numbers, 1)
    return max(largest if "unbind" in operation._schema.name else 1, *numbers, 1)


def _tensors(value: Any) -> list[Any]:
    found = value if isinstance(value, list | tuple) else [value]
    return [each for each in found if hasattr(each, "fake_mode")]
