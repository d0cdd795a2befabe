"""Graphs as the NAC compiler makes them from a PyTorch model: names canonised, keyword names dropped, lists laid out.

Written from what is in the files that exist, independently of the code under test.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from typing import Any

import torch

from nacformats.graph.graph import Graph, Input, Operation, Ref, Weight

STANDARD = ("pass", "add", "sub", "gt", "neg", "where", "clone", "view", "le", "arange")
ALIASES = {
    "detach": "pass",
    "dropout": "pass",
    "lift_fresh_copy": "clone",
    "unsafe_view": "view",
    "squeeze": "view",
    "rsub": "sub",
    "masked_fill": "where",
}
ORDER = {"rsub": (1, 0), "masked_fill": (1, 2, 0)}
SUFFIX = re.compile(r"\.(default|Tensor|Scalar|int|dim|dim_IntList|using_ints|start|self)$")


def export(module: torch.nn.Module, inputs: tuple[Any, ...], decompose: bool = False, **options: Any) -> Graph:
    """The graph of a module in evaluation mode."""
    program = torch.export.export(module.eval(), inputs, **options)
    if decompose:
        program = program.run_decompositions({})
    return _Writer(program).graph


class _Writer:
    def __init__(self, program: torch.export.ExportedProgram) -> None:
        self.graph = Graph("nac", "instruction", [])
        self.index: dict[torch.fx.Node, int] = {}
        signature = program.graph_signature
        self.stored: dict[str, Callable[[], Any]] = {}
        tensors = {**program.state_dict, **program.constants}
        for name, target in itertools.chain(
            signature.inputs_to_parameters.items(),
            signature.inputs_to_buffers.items(),
            signature.inputs_to_lifted_tensor_constants.items(),
        ):
            self.stored[name] = lambda tensor=tensors[target]: tensor.detach().numpy()
        for node in program.graph.nodes:
            getattr(self, node.op)(node)

    def add(self, node: torch.fx.Node, value: Any) -> None:
        self.index[node] = value.index
        self.graph.values.append(value)

    def placeholder(self, node: torch.fx.Node) -> None:
        index = len(self.graph.values)
        load = self.stored.get(node.name)
        self.add(node, Weight(index, node.name, load=load) if load else Input(index, node.name))

    def call_function(self, node: torch.fx.Node) -> None:
        raw = str(node.target) if isinstance(node.target, torch._ops.OpOverload) else node.target.__name__
        name, operands = raw, list(itertools.chain(node.args, node.kwargs.values()))
        if "aten.sym_size" not in raw:
            short = SUFFIX.sub("", raw.removeprefix("aten.")).strip("_")
            canonical = ALIASES.get(short, short)
            if canonical in STANDARD:
                name = f"nac.{canonical}"
            if short in ORDER and name.startswith("nac."):
                operands = [operands[place] for place in ORDER[short]]
        flat = [item for operand in operands for item in self.laid_out(operand)]
        self.add(node, Operation(len(self.graph.values), operator=name, operands=tuple(flat)))

    def laid_out(self, operand: Any) -> list[Any]:
        if isinstance(operand, torch.fx.Node):
            return [Ref(self.index[operand])]
        if isinstance(operand, list | tuple):
            if any(isinstance(item, torch.fx.Node) for item in operand):
                return [part for item in operand for part in self.laid_out(item)]
            return [list(operand)]
        if isinstance(operand, torch.dtype | torch.memory_format | torch.layout):
            return [str(operand).removeprefix("torch.")]
        return [str(operand) if isinstance(operand, torch.device) else operand]

    def output(self, node: torch.fx.Node) -> None:
        self.graph.outputs = tuple(Ref(self.index[item]) for item in node.args[0] if isinstance(item, torch.fx.Node))
