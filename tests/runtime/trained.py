"""Programs and training programs of PyTorch models, as AOTAutograd makes them, with nothing lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch
from torch._functorch.aot_autograd import aot_function

from nacformats.graph.graph import (
    Graph,
    GraphValue,
    Input,
    Operation,
    Ref,
    Saved,
    Target,
    TrainingProgram,
    Update,
    Weight,
)

Loss = Callable[..., torch.Tensor]


class Trained:
    """A model, the graph of its forward pass, and the program that computes its gradients.

    Args:
        model: of PyTorch.
        inputs, targets: examples.
        loss: of the first output and the targets.
        rate: that the program has.
    """

    def __init__(
        self,
        model: torch.nn.Module,
        inputs: Sequence[torch.Tensor],
        targets: Sequence[torch.Tensor],
        loss: Loss,
        rate: float = 0.001,
    ) -> None:
        self.model, self.inputs, self.targets, self.loss = model, inputs, targets, loss
        self.names = [name for name, _ in model.named_parameters()]
        graphs: list[torch.fx.Graph] = []

        def function(*arguments: torch.Tensor) -> Any:
            given = dict(zip(self.names, arguments, strict=False))
            rest = arguments[len(given) :]
            output = torch.func.functional_call(model, given, tuple(rest[: len(inputs)]))
            return loss(output, *rest[len(inputs) :]), output.detach()

        def compiler(module: torch.fx.GraphModule, _example: Any) -> torch.fx.GraphModule:
            graphs.append(module.graph)
            return module

        compiled = aot_function(function, compiler, compiler, decompositions={})
        parameters = [parameter.detach().clone().requires_grad_() for parameter in model.parameters()]
        compiled(*parameters, *inputs, *targets)[0].backward()
        self.parameters = [parameter.detach().numpy().copy() for parameter in parameters]
        self._places: dict[str, int] = {}
        self.graph = self._forward(graphs[0])
        self.program = self._training(graphs[1], rate)

    def step(self, rate: float) -> tuple[float, dict[str, Any]]:
        """One step of SGD in PyTorch: the loss before it, and the parameters after it."""
        optimizer = torch.optim.SGD(self.model.parameters(), lr=rate)
        optimizer.zero_grad()
        loss = self.loss(self.model(*self.inputs), *self.targets)
        loss.backward()
        optimizer.step()
        return loss.item(), {name: value.detach().numpy() for name, value in self.model.named_parameters()}

    def arrays(self) -> tuple[list[Any], list[Any]]:
        """Inputs and targets."""
        return [each.numpy() for each in self.inputs], [each.numpy() for each in self.targets]

    def _forward(self, nodes: torch.fx.Graph) -> Graph:
        graph = Graph("nac", "instruction", [])
        for node in nodes.nodes:
            index = self._places[node.name] = len(graph.values)
            if node.op == "placeholder":
                graph.values.append(self._placeholder(index))
            elif node.op == "output":
                graph.outputs = (Ref(self._places[node.args[0][1].name]),)
            else:
                graph.values.append(_operation(index, node, self._places))
        return graph

    def _placeholder(self, index: int) -> GraphValue:
        if index < len(self.names):
            array = self.parameters[index]
            return Weight(index, self.names[index], load=lambda: array, parameter=index + 1)
        index -= len(self.names)
        if index < len(self.inputs):
            return Input(index + len(self.names), f"in{index}")
        return Target(index + len(self.names), number=index - len(self.inputs))

    def _training(self, nodes: torch.fx.Graph, rate: float) -> TrainingProgram:
        graph = Graph("nac", "instruction", [Input(0, lifted=True, default=rate)], path="trng.instructions")
        places: dict[str, int] = {}
        updates = []
        for node in nodes.nodes:
            index = places[node.name] = len(graph.values)
            if node.op == "placeholder":
                source = self._places.get(node.name)
                constant = Input(index, lifted=True, default=1.0)
                graph.values.append(constant if source is None else Saved(index, source=source))
            elif node.op == "output":
                gradients = node.args[0][: len(self.names)]
                for number, gradient in enumerate(gradients):
                    index, refs = len(graph.values), (Ref(places[gradient.name]), Ref(0))
                    graph.values.append(Operation(index, operator="<OUTPUT>", operands=refs))
                    updates.append(Update(index, number + 1, self.names[number], *refs))
            else:
                graph.values.append(_operation(index, node, places))
        return TrainingProgram(graph, tuple(updates))


def _operation(index: int, node: torch.fx.Node, places: dict[str, int]) -> Operation:
    operator = "getitem" if node.target.__name__ == "getitem" else str(node.target)
    operands = tuple(_operand(argument, places) for argument in node.args)
    keywords = {name: _operand(value, places) for name, value in node.kwargs.items()}
    return Operation(index, operator=operator, operands=operands, attributes=keywords)


def _operand(argument: Any, places: dict[str, int]) -> Any:
    if isinstance(argument, torch.fx.Node):
        return Ref(places[argument.name])
    if isinstance(argument, list | tuple):
        return [_operand(item, places) for item in argument]
    if isinstance(argument, torch.dtype | torch.device | torch.layout | torch.memory_format):
        return str(argument).removeprefix("torch.")
    return argument


def mlp(seed: int = 0) -> torch.nn.Module:
    torch.manual_seed(seed)
    return torch.nn.Sequential(
        torch.nn.Linear(6, 16), torch.nn.ReLU(), torch.nn.Linear(16, 16), torch.nn.Tanh(), torch.nn.Linear(16, 4)
    )


def numbers(*shape: int, seed: int = 0) -> torch.Tensor:
    return torch.from_numpy(np.random.default_rng(seed).standard_normal(shape).astype(np.float32))
