"""Training programs as the public compiler of NAC v1.7 makes them, with everything that it loses.

Written from what is in the files that exist, independently of the code under test. The compiler puts a loss behind the
exported graph and lets AOTAutograd make the backward graph. What that takes of the forward pass is found by counting:
the third tanh of the one graph is the third tanh of the other. What has no counterpart becomes a target where it is of
integers, and the constant 1.0 where it is not.

Placeholders are found by counting as well: the third one of the one graph is the third one of the other. The exported
graph has the parameters in their order, then buffers, tensors that are neither (inputs without a name), and inputs.
Autograd has parameters that are trained, all other ones and buffers, and inputs.
"""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from typing import Any

import torch
from torch._functorch.aot_autograd import aot_module

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

STANDARD = {
    *("pass", "add", "sub", "gt", "neg", "where", "clone", "view", "le", "arange"),
    *("mul", "div", "matmul", "transpose", "zeros", "zeros_like", "new_zeros", "ones", "ones_like", "new_ones"),
    *("full", "full_like"),
}
ALIASES = {
    "detach": "pass",
    "dropout": "pass",
    "lift_fresh_copy": "clone",
    "copy": "clone",
    "unsafe_view": "view",
    "squeeze": "view",
    "rsub": "sub",
    "masked_fill": "where",
    "true_divide": "div",
    "mm": "matmul",
    "bmm": "matmul",
    "t": "transpose",
}
ORDER = {"rsub": (1, 0), "masked_fill": (1, 2, 0)}
SUFFIX = re.compile(r"\.(default|Tensor|Scalar|int|dim|dim_IntList|using_ints|start|self)$")
FIRST_ONLY = re.compile(r"batch_norm|layer_norm|scaled_dot_product")
LEARNING_RATE = 0.001


class Loss(torch.nn.Module):
    """A model with a loss behind it, which takes the target as its last input.

    The loss has rank 1: the programs in files begin with a view of its gradient as [].
    """

    def __init__(self, model: torch.nn.Module, kind: str) -> None:
        super().__init__()
        self.model, self.kind = model, kind

    def forward(self, *args: torch.Tensor) -> torch.Tensor:
        if self.kind == "none":
            return first(self.model(*args)).sum().reshape(1)
        return loss(first(self.model(*args[:-1])), args[-1], self.kind).reshape(1)


def first(out: Any) -> torch.Tensor:
    return out[0] if isinstance(out, tuple | list) else out


def loss(out: torch.Tensor, target: torch.Tensor, kind: str) -> torch.Tensor:
    if kind == "mse":
        return torch.nn.functional.mse_loss(out, target)
    return torch.nn.functional.cross_entropy(out.transpose(1, 2) if out.dim() == 3 else out, target)


def compiled(
    model: torch.nn.Module, inputs: tuple[Any, ...], target: Any, kind: str, pruned: bool = False, dynamic: Any = None
) -> tuple[TrainingProgram, Graph]:
    """The training program and the forward graph of a model in evaluation mode.

    pruned: the optimizer of the compiler removed parameters that nothing uses, and numbered the rest.
    dynamic: the sizes that the exported graph takes from its inputs.
    """
    exported = torch.export.export(model.eval(), inputs, dynamic_shapes=dynamic).run_decompositions({})
    forward = _Forward(exported, pruned)
    wrapped = Loss(exported.module(), kind)
    graphs: dict[str, torch.fx.Graph] = {}

    def keep(name: str) -> Any:
        def compiler(module: torch.fx.GraphModule, _: Any) -> Any:
            graphs.setdefault(name, module.graph)
            return module

        return compiler

    args = inputs if kind == "none" else (*inputs, target)
    aot_module(wrapped, fw_compiler=keep("forward"), bw_compiler=keep("backward"), decompositions={})(*args).backward()
    names = [name.removeprefix("model.") for name, _ in wrapped.named_parameters()]
    trained = [name.removeprefix("model.") for name, each in wrapped.named_parameters() if each.requires_grad]
    names += [name.removeprefix("model.") for name, _ in wrapped.named_buffers()]
    return _Training(forward, names, set(trained)).program(graphs["forward"], graphs["backward"]), forward.graph


def canonical(node: torch.fx.Node, permute: bool = True) -> tuple[str, list[Any]]:
    """The name that a file gives to an operation, and its operands."""
    raw = str(node.target) if isinstance(node.target, torch._ops.OpOverload) else node.target.__name__
    operands = list(itertools.chain(node.args, node.kwargs.values()))
    if "aten.sym_size" in raw:
        return raw, operands
    short = SUFFIX.sub("", raw.removeprefix("aten.")).strip("_")
    name = ALIASES.get(short, short)
    if name not in STANDARD:
        return raw, operands
    if permute and short in ORDER:
        operands = [operands[place] for place in ORDER[short]]
    return f"nac.{name}", operands


def laid_out(operand: Any, index: dict[torch.fx.Node, int]) -> list[Any]:
    if isinstance(operand, torch.fx.Node):
        return [Ref(index[operand])]
    if isinstance(operand, list | tuple):
        if any(isinstance(item, torch.fx.Node) for item in operand):
            return [part for item in operand for part in laid_out(item, index)]
        return [list(operand)]
    if isinstance(operand, torch.dtype | torch.memory_format | torch.layout):
        return [str(operand).removeprefix("torch.")]
    return [str(operand) if isinstance(operand, torch.device) else operand]


class _Forward:
    """The forward graph: weights before their first user, without nac.pass and selections of a first result."""

    def __init__(self, program: torch.export.ExportedProgram, pruned: bool) -> None:
        self.graph = Graph("nac", "instruction", [])
        self.index: dict[torch.fx.Node, int] = {}
        signature = program.graph_signature
        tensors = {**program.state_dict, **program.constants}
        self.stored = dict(
            itertools.chain(
                signature.inputs_to_parameters.items(),
                (each for each in signature.inputs_to_buffers.items() if each[1] in program.state_dict),
            )
        )
        places = [node for node in program.graph.nodes if node.op == "placeholder"]
        self.placeholders = [node.name for node in places]
        self.all_ids = {target: number for number, target in enumerate(self.stored.values(), 1)}
        used = [self.stored[node.name] for node in places if node.name in self.stored and (node.users or not pruned)]
        self.ids = {target: number for number, target in enumerate(used, 1)}
        self.unnamed = {*signature.inputs_to_buffers, *signature.inputs_to_lifted_tensor_constants} - {*self.stored}
        self.tensors = tensors
        self.inputs: dict[str, int] = {}
        self.counted: dict[str, list[torch.fx.Node]] = defaultdict(list)
        for node in program.graph.nodes:
            getattr(self, node.op)(node)

    def _add(self, node: torch.fx.Node, value: GraphValue) -> None:
        self.index[node] = value.index
        self.graph.values.append(value)

    def placeholder(self, node: torch.fx.Node) -> None:
        if node.name not in self.stored:
            self.inputs[node.name] = len(self.graph.values)
            self._add(node, Input(len(self.graph.values), "" if node.name in self.unnamed else node.name))

    def _needed(self, node: torch.fx.Node) -> None:
        if node.op == "placeholder" and node not in self.index:
            name = self.stored[node.name]
            self._add(node, self.weight(len(self.graph.values), name))

    def weight(self, index: int, name: str) -> Weight:
        array = self.tensors[name].detach().numpy()
        return Weight(index, name, load=lambda: array, parameter=self.ids[name])

    def call_function(self, node: torch.fx.Node) -> None:
        self.counted[str(node.target)].append(node)
        name, operands = canonical(node)
        for each in node.all_input_nodes:
            self._needed(each)
        is_first = name == "getitem" and operands[1] == 0 and FIRST_ONLY.search(str(operands[0].target))
        if name == "nac.pass" or (is_first and len(operands[0].users) == 1):
            self.index[node] = self.index[operands[0]]
            return
        flat = [item for operand in operands for item in laid_out(operand, self.index)]
        self._add(node, Operation(len(self.graph.values), operator=name, operands=tuple(flat)))

    def output(self, node: torch.fx.Node) -> None:
        self.graph.outputs = tuple(Ref(self.index[item]) for item in node.args[0] if isinstance(item, torch.fx.Node))


class _Training:
    """The training program, from the backward graph of AOTAutograd."""

    def __init__(self, forward: _Forward, names: list[str], trained: set[str]) -> None:
        self.forward, self.names, self.trained = forward, names, trained
        self.graph = Graph("nac", "instruction", [], path="trng.instructions")
        self.index: dict[torch.fx.Node, int] = {}
        self.waiting: dict[torch.fx.Node, GraphValue] = {}
        self.constants: dict[float, int] = {}
        self.targets = 0
        self.constant(LEARNING_RATE)

    def constant(self, number: float) -> int:
        if number not in self.constants:
            self.constants[number] = self._add(Input(0, lifted=True, default=number))
        return self.constants[number]

    def _add(self, value: GraphValue) -> int:
        value.index = len(self.graph.values)
        self.graph.values.append(value)
        return value.index

    def program(self, ahead: torch.fx.Graph, back: torch.fx.Graph) -> TrainingProgram:
        primals = [node.name for node in ahead.nodes if node.op == "placeholder"]
        saved = self._counted(ahead)
        for node in back.nodes:
            if node.op == "placeholder":
                self.waiting[node] = self._placeholder(node, primals, saved)
            elif node.op == "call_function":
                self._operation(node)
        updates = self._updates(next(node for node in back.nodes if node.op == "output"))
        return TrainingProgram(self.graph, tuple(updates))

    def _counted(self, ahead: torch.fx.Graph) -> dict[str, int]:
        """What forward nodes are taken to be in the exported graph: the one with the same number of its kind."""
        counts: dict[str, int] = defaultdict(int)
        found = {}
        for node in ahead.nodes:
            if node.op == "call_function":
                name = str(node.target)
                same = self.forward.counted[name]
                if counts[name] < len(same):
                    found[node.name] = self.forward.index[same[counts[name]]]
                counts[name] += 1
        return found

    def _placeholder(self, node: torch.fx.Node, primals: list[str], saved: dict[str, int]) -> GraphValue:
        place = self._place(node.name, primals)
        found = "" if place is None else self.forward.placeholders[place]
        if found in self.forward.stored:
            return self.forward.weight(0, self.forward.stored[found])
        if found in self.forward.inputs and found not in self.forward.unnamed:
            return Saved(0, source=self.forward.inputs[found])
        if node.name in saved:
            return Saved(0, source=saved[node.name])
        if not node.name.startswith("tangents") and node.meta["val"].dtype in (torch.int64, torch.int32):
            self.targets += 1
            return Target(0, number=self.targets - 1)
        return Input(0, lifted=True, default=1.0)

    def _place(self, name: str, primals: list[str]) -> int | None:
        """The place of a value that comes from outside, in the order of autograd; None if it has none there."""
        if name not in primals:
            return None
        stored = list(self.forward.stored.values())
        order = [each for each in stored if each in self.trained]
        order += [each for each in stored if each not in self.trained]
        place = primals.index(name)
        if place < len(self.names):
            return order.index(self.names[place]) if self.names[place] in order else None
        place += len(order) - len(self.names)
        return place if place < len(self.forward.placeholders) else None

    def _needed(self, node: torch.fx.Node) -> None:
        if node in self.waiting:
            value = self.waiting.pop(node)
            lost = isinstance(value, Input)
            self.index[node] = self.constant(1.0) if lost else self._add(value)

    def _operation(self, node: torch.fx.Node) -> None:
        name, operands = canonical(node, permute=False)
        for each in node.all_input_nodes:
            self._needed(each)
        if name == "nac.pass":
            self.index[node] = self.index[operands[0]]
            return
        flat = [item for operand in operands for item in laid_out(operand, self.index)]
        self.index[node] = self._add(Operation(0, operator=name, operands=tuple(flat)))

    def _updates(self, output: torch.fx.Node) -> list[Update]:
        updates = []
        for name, node in zip(self.names, output.args[0], strict=False):
            if name not in self.trained or node is None:
                continue
            self._needed(node)
            operands = Ref(self.index[node]), Ref(0)
            index = self._add(Operation(0, operator="<OUTPUT>", operands=operands))
            updates.append(Update(index, self.forward.all_ids[name], "", *operands))
        return updates
