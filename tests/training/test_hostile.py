"""Training programs with operands that are missing, or of the wrong kind: an error by name, whatever the operation."""

from __future__ import annotations

import ast
import contextlib
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.partners import partner

torch = partner("torch")

from nacformats import FormatError, NacBuilder, NacFile
from nacformats.graph.graph import Graph, Operation, Ref
from nacformats.ops.derivatives import DEFINITIONS, DERIVATIVES, ORDERLY, PERMUTING
from nacformats.ops.schemas import KERNELS
from nacformats.restoring.training import restore_training
from nacformats.restoring.training.sides import short_name
from nacformats.runtime import Budget, Session
from tests.training.test_restored import programs

#: Operands that no operation, or hardly any, takes alone.
FEW: dict[str, Callable[[Any], list[Any]]] = {
    "none": lambda _: [],
    "a number": lambda _: [1],
    "nothing in place of a tensor": lambda _: [None],
    "a list in place of a tensor": lambda _: [[0, 0]],
    "the tensor alone": lambda tensor: [tensor],
    "axes that are none": lambda tensor: [tensor, [0, 0]],
    "tensors in place of axes": lambda tensor: [tensor, tensor, tensor],
    "an index beyond": lambda tensor: [tensor, 2**30, -(2**30)],
}
CONSTANTS = (None, True, 0, 1, -1, 2, 1.0, float("nan"), -(2**31), [], [0], [1, 0], [0, 0], [-1], "x", "float64")


def known() -> list[str]:
    """Every operation that the tables know."""
    formulas = [text for table in (DERIVATIVES, DEFINITIONS) for row in table.values() for text in row.values()]
    nodes = [node for text in formulas for node in ast.walk(ast.parse(text))]
    names = {node.func.id for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    names |= {*DERIVATIVES, *ORDERLY, *PERMUTING}
    return sorted(operator for operator in KERNELS if short_name(operator) in names)


def model(operator: str, few: Callable[[Any], list[Any]], head: bool) -> NacFile:
    b = NacBuilder(version="1.8")
    x = b.input("x")
    y = b.operation("aten.linear.default", x, b.parameter("w", np.ones((3, 6), np.float32)))
    b.output(b.operation("aten.tanh.default", y))
    t = b.training()
    gradient = t.operation(operator, *few(t.constant(1.0))) if head else t.constant(1.0)
    gradient = t.operation("aten.mse_loss_backward.default", gradient, t.saved(y), t.target(0), 1)
    if not head:
        gradient = t.operation(operator, *few(gradient))
    gradient = t.operation("aten.tanh_backward.default", gradient, t.constant(1.0))
    t.update("w", t.operation("nac.matmul", t.operation("nac.transpose", gradient), t.saved(x)), t.constant(0.1))
    t.finish()
    return b.build()


@pytest.mark.sample(each=9)
@pytest.mark.parametrize("few", FEW)
def test_operations_with_too_few_operands(few: str) -> None:
    refused = 0
    inputs, targets = [np.ones((5, 6), np.float32)], [np.ones((5, 3), np.float32)]
    for place, operator in enumerate(known()):
        with Session(model(operator, FEW[few], head=bool(place % 2)), budget=Budget(memory=2**28)) as session:
            try:
                session.train_step(inputs, targets)
            except FormatError as error:
                refused += "trng" in str(error.path)
    assert refused > len(known()) / 2


@pytest.mark.parametrize("operator", ["nac.transpose", "aten.t.default", "aten.permute.default", "aten.expand.default"])
def test_permutations_without_operands(operator: str) -> None:
    with pytest.raises(FormatError) as caught, Session(model(operator, FEW["none"], head=False)) as session:
        session.train_step([np.ones((5, 6), np.float32)], [np.ones((5, 3), np.float32)])
    assert str(caught.value.path).startswith("trng.instructions[")


def _spoil(graph: Graph, chance: random.Random) -> None:
    """Change operands of an operation to others that it may not take."""
    operations = [value for value in graph.every(Operation) if not value.operator.startswith("<") and value.index]
    operation = chance.choice(operations)
    operands: list[Any] = list(operation.operands)
    any_value = Ref(chance.randrange(operation.index))
    place = chance.randrange(len(operands) + 1)
    match chance.randrange(6):
        case 0:
            operands = operands[:place]
        case 1:
            operands[place : place + 1] = [chance.choice(CONSTANTS)]
        case 2:
            operands[place : place + 1] = [any_value]
        case 3:
            operands.insert(place, any_value)
        case 4:
            operands[place : place + 1] = [[any_value, chance.choice((None, 1, any_value))]]
        case 5:
            operation.operator = chance.choice(operations).operator
    operation.operands = tuple(operands)


@pytest.mark.sample("mlp_max_of_halves", "lenet")
@pytest.mark.parametrize("name", ["mlp_halves_multiplied", "mlp_max_of_halves", "gpt_masked", "lenet", "unet_bilinear"])
def test_spoiled_programs(name: str) -> None:
    chance = random.Random(name)
    for _ in range(40):
        program, forward = programs(name)
        for graph in (program.graph, program.graph, forward)[: chance.randrange(1, 4)]:
            _spoil(graph, chance)
        with contextlib.suppress(FormatError):
            restore_training(program, forward)
