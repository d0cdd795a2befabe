"""From PyTorch: torch.export, then functional operations (extra `torch`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from torch.export.graph_signature import InputKind, OutputKind

from nacformats.graph import Dim, Graph, GraphValue, Input, Operation, Ref, ValueType, Weight


def graph_of_module(model: Any, args: Sequence[Any], kwargs: Mapping[str, Any], *, dynamic_shapes: Any = None) -> Graph:
    """The graph of a Module or an ExportedProgram."""
    if not isinstance(model, torch.export.ExportedProgram):
        model = torch.export.export(model, tuple(args), dict(kwargs), dynamic_shapes=dynamic_shapes)
    return _Reader(model.run_decompositions({})).graph


class _Reader:
    def __init__(self, program: Any) -> None:
        self.program = program
        self.graph = Graph("torch", "node", [])
        self.refs: dict[str, Ref] = {}
        inputs = {spec.arg.name: spec for spec in program.graph_signature.input_specs}
        for node in program.graph.nodes:
            if node.op == "placeholder":
                self._add(node, self._outside(node, inputs[node.name]))
            elif node.op == "call_function":
                operands = tuple(self._argument(argument) for argument in node.args)
                attributes = {name: self._argument(value) for name, value in node.kwargs.items()}
                index = len(self.graph.values)
                self._add(node, Operation(index, operator=_name(node), operands=operands, attributes=attributes))
            elif node.op == "output":
                self._output(node)

    def _add(self, node: Any, value: GraphValue) -> None:
        value.type = _type(node.meta.get("val"))
        self.refs[node.name] = Ref(value.index)
        self.graph.values.append(value)

    def _outside(self, node: Any, spec: Any) -> GraphValue:
        index = len(self.graph.values)
        if spec.kind == InputKind.USER_INPUT:
            return Input(index, node.name)
        tensor = self.program.state_dict.get(spec.target)
        tensor = self.program.constants[spec.target] if tensor is None else tensor
        array = tensor.detach().numpy()
        return Weight(index, spec.target, load=lambda: array)

    def _argument(self, argument: Any) -> Any:
        if isinstance(argument, torch.fx.Node):
            return self.refs[argument.name]
        if isinstance(argument, list | tuple):
            return [self._argument(item) for item in argument]
        if isinstance(argument, torch.dtype | torch.layout | torch.memory_format | torch.device):
            return str(argument).removeprefix("torch.")
        return argument

    def _output(self, node: Any) -> None:
        specs = self.program.graph_signature.output_specs
        results = zip(specs, node.args[0], strict=True)
        kept = [result for spec, result in results if spec.kind == OutputKind.USER_OUTPUT]
        self.graph.outputs = tuple(self.refs[result.name] for result in kept if isinstance(result, torch.fx.Node))


def _name(node: Any) -> str:
    return str(node.target) if isinstance(node.target, torch._ops.OpOverload) else node.target.__name__


def _type(value: Any) -> ValueType:
    if not isinstance(value, torch.Tensor):
        return ValueType()
    shape: tuple[Dim, ...] = tuple(size if isinstance(size, int) else str(size) for size in value.shape)
    return ValueType(np.dtype(str(value.dtype).removeprefix("torch.")), shape)
