"""Programs that run: NAC files and Mind IR graphs whose operations get arguments that fit, with inputs.

    @given(programs())
    def test_my_runtime(program):
        for output, expected in zip(mine(program.model, program.inputs), program.run(), strict=True):
            ...

Operations are those of the runtime: of one and of two numbers, products, convolutions, pooling, normalization, softmax,
attention, embeddings, reductions, and what changes shapes. `shapes` and `tolerances` say what to expect of each output.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from nacformats.formats.mic.graph import MicGraph
from nacformats.formats.nac import NacBuilder, NacFile
from nacformats.formats.nac.builder import Value
from nacformats.fuzz.choices import Choices, pick, shuffled, some_of, strategy
from nacformats.graph.aliasing import ONCE_IN_PLACE
from nacformats.runtime import SessionOptions
from nacformats.runtime.session import Session
from nacformats.typing import EngineName
from tests.programs.recipes import RECIPES
from tests.programs.terms import FLOATS, INDEX, DrawnArray, DrawnShape, GrowingProgram, Recipe, Term, on_term

#: (bound, factor, whether engines may round differently) from the bounds of the operands.
_UNARY: dict[str, Callable[[float], tuple[float, float, bool]]] = {
    "relu": lambda bound: (bound, 1, False),
    "sigmoid": lambda _: (1, 1, True),
    "tanh": lambda _: (1, 1, True),
    "gelu": lambda bound: (bound, 1.2, True),
}
#: The largest number whose sigmoid, and that of its negative, is divided by.
_NOT_FAR = 4.0
_BINARY: dict[str, Callable[[float, float], tuple[float, float]]] = {
    "add": lambda x, y: (x + y, 1),
    "sub": lambda x, y: (x + y, 1),
    "mul": lambda x, y: (x * y, max(x, y)),
}


def _unary(draft: GrowingProgram, x: Term) -> None:
    name = pick(draft.choices, _UNARY)
    bound, factor, rounds = _UNARY[name](x.bound)
    draft.apply(name, x, shape=x.shape, bound=bound, factor=factor, rounds=rounds)


def _binary(draft: GrowingProgram, x: Term) -> None:
    """An operation with a new operand, some axes of which are 1 or missing."""
    axes = [1 if draft.choices.flag(0.25) else size for size in x.shape]
    y = draft.fresh(axes[draft.choices.length(0, x.rank) :], x.dtype)
    operands = shuffled(draft.choices, (x, y))
    name = pick(draft.choices, _BINARY)
    bound, factor = _BINARY[name](x.bound, y.bound)
    draft.apply(name, *operands, shape=x.shape, bound=bound, factor=factor, rounds=False)


def _division(draft: GrowingProgram, x: Term) -> None:
    """A division by the sigmoid of a number that is not far from 0, which is above 1/60."""
    y = draft.apply("sigmoid", x, shape=x.shape, bound=1)
    if y is not None:
        draft.apply("div", x, y, shape=x.shape, bound=x.bound * 60, factor=60 * 60)


def _matmul(draft: GrowingProgram, x: Term) -> None:
    inner, columns = x.shape[-1], draft.axis()
    y = draft.fresh((inner, columns), x.dtype)
    bound, factor = inner * x.bound * y.bound, inner * max(x.bound, y.bound)
    draft.apply("matmul", x, y, shape=(*x.shape[:-1], columns), bound=bound, factor=factor)


def _softmax(draft: GrowingProgram, x: Term) -> None:
    draft.apply("softmax", x, shape=x.shape, bound=1, factor=2, axis=draft.axis_of(x))


def _layernorm(draft: GrowingProgram, x: Term) -> None:
    """A normalization of values that are sure: where they are nearly equal, a small difference becomes a large one."""
    draft.apply("layernorm", x, shape=x.shape, bound=math.sqrt(x.shape[-1]) + 1, rounds=320 * x.bound)


def _transpose(draft: GrowingProgram, x: Term) -> None:
    order = shuffled(draft.choices, range(x.rank))
    shape = [x.shape[axis] for axis in order]
    if order == list(reversed(range(x.rank))) and draft.choices.flag(0.5):
        order = []
    draft.apply("transpose", x, shape=shape, bound=x.bound, rounds=False, perm=order)


def _reshape(draft: GrowingProgram, x: Term) -> None:
    shape = list(pick(draft.choices, ((x.size,), (1, x.size), (x.size, 1), x.shape)))
    draft.apply("reshape", x, shape=shape, bound=x.bound, rounds=False, target=shape)


def _reduction(draft: GrowingProgram, x: Term) -> None:
    axes = shuffled(draft.choices, range(x.rank))[: draft.choices.integer(0, x.rank)]
    over = axes or range(x.rank)
    count = math.prod(x.shape[axis] for axis in over)
    left = [size for axis, size in enumerate(x.shape) if axis not in over]
    name = pick(draft.choices, ("sum", "mean", "max"))
    bound = x.bound * count if name == "sum" else x.bound
    rounds = False if name == "max" else x.bound * count
    draft.apply(name, x, shape=left, bound=bound, factor=count if name == "sum" else 1, rounds=rounds, axes=axes)


def _concat(draft: GrowingProgram, x: Term) -> None:
    axis, times = draft.choices.index(x.rank), draft.choices.integer(1, 3)
    shape = [size * times if place == axis else size for place, size in enumerate(x.shape)]
    draft.apply("concat", *[x] * times, shape=shape, bound=x.bound, rounds=False, axis=axis)


def _split(draft: GrowingProgram, x: Term) -> None:
    """The parts are dealt out to the operands that name the split: put together again."""
    axis = draft.choices.index(x.rank)
    count = pick(draft.choices, [each for each in range(1, x.shape[axis] + 1) if x.shape[axis] % each == 0])
    parts = Term(draft.new_operation("split", [x.value], {"axis": axis, "count": count}), (), x.dtype, 0, x.error)
    draft.apply("concat", *[parts] * count, shape=x.shape, bound=x.bound, rounds=False, axis=axis)


def _gather(draft: GrowingProgram, x: Term) -> None:
    axis = draft.choices.index(x.rank)
    places = draft.indices(draft.shape(0, 2), x.shape[axis])
    shape = [*x.shape[:axis], *places.shape, *x.shape[axis + 1 :]]
    draft.apply("gather", x, places, shape=shape, bound=x.bound, rounds=False, axis=axis)


MIND: tuple[Recipe, ...] = (
    *on_term(lambda x: x.is_float, _unary, _binary, _transpose, _reshape),
    *on_term(lambda x: x.is_float and x.bound <= _NOT_FAR, _division),
    *on_term(lambda x: x.is_float and x.rank > 0, _matmul, _softmax, _reduction, _concat, _split, _gather),
    *on_term(lambda x: x.is_float and x.is_sure and x.rank > 0, _layernorm),
)


#: Most times that an operation is added to a program; some of them add several, some none.
_MOST_STEPS = 12
_MOST_OUTPUTS = 3
#: What Mind IR calls the dtypes of a program.
_MIND_DTYPES = {"float32": "f32", "float64": "f64", "int64": "i64"}


@dataclass(frozen=True)
class RunnableProgram:
    """A model that runs.

    Attributes:
        model: the file or graph.
        inputs: arrays, in the order of its inputs.
        shapes, dtypes: of its outputs.
        tolerances: how far an output of another engine may be from that of the package, for each output; 0 means that
            the bits are the same.
        parameters: weights by name, which a Mind IR graph does not hold.
        targets: target shapes of the reshape operations of a Mind IR graph, by value.
    """

    model: NacFile | MicGraph
    inputs: list[DrawnArray]
    shapes: list[DrawnShape]
    dtypes: list[str]
    tolerances: list[float]
    parameters: dict[str, DrawnArray] = field(default_factory=dict)
    targets: dict[int, DrawnShape] = field(default_factory=dict)

    def run(self, engine: EngineName = "numpy") -> list[DrawnArray]:
        """Return its outputs, by the runtime of the package."""
        with Session(
            self.model, engine=engine, parameters=self.parameters, options=SessionOptions(shapes=self.targets)
        ) as session:
            return session.run(self.inputs)


class NacDraft(GrowingProgram):
    """A program of a NAC file."""

    def __init__(self, choices: Choices, builder: NacBuilder | None = None) -> None:
        super().__init__(choices)
        self.builder = builder or NacBuilder()
        #: The operations whose results nobody takes, of those that look like a change in place then.
        self._untaken: set[Value] = set()

    def new_input(self, _array: DrawnArray) -> Any:
        return self.builder.input(f"x{len(self.inputs)}")

    def new_weight(self, array: DrawnArray) -> Any:
        return self.builder.parameter(f"w{self.num_weights}", array)

    def new_operation(self, name: str, arguments: Sequence[Any], _attributes: dict[str, Any]) -> Any:
        for argument in arguments:
            self._untaken -= set(argument if isinstance(argument, list | tuple) else [argument])
        value = self.builder.operation(name, *arguments)
        if name in ONCE_IN_PLACE:
            self._untaken.add(value)
        return value

    def named_weight(self, name: str, shape: DrawnShape, dtype: str) -> None:
        """A new parameter with a name of its own, of numbers between -4 and 4."""
        array = self.quarters(shape, dtype)
        self.add(Term(self.builder.parameter(name, array), array.shape, array.dtype.name, 4.0))

    def untaken(self) -> list[Term]:
        """Return what has to be an output, so that nobody takes it for the rest of a change in place."""
        return [term for term in self.terms if term.value in self._untaken]


class MindDraft(GrowingProgram):
    """A program of a Mind IR graph."""

    def __init__(self, choices: Choices) -> None:
        super().__init__(choices)
        self.graph = MicGraph()
        self.parameters: dict[str, DrawnArray] = {}
        self.targets: dict[int, DrawnShape] = {}

    def new_input(self, array: DrawnArray) -> int:
        return self.graph.arg(f"x{len(self.inputs)}", self._type(array))

    def new_weight(self, array: DrawnArray) -> int:
        name = f"w{len(self.parameters)}"
        self.parameters[name] = array
        return self.graph.param(name, self._type(array))

    def new_operation(self, name: str, arguments: Sequence[Any], attributes: dict[str, Any]) -> int:
        target = attributes.pop("target", None)
        value = self.graph.node(name, *arguments, **attributes)
        if target is not None:
            self.targets[value] = tuple(target)
        return value

    def _type(self, array: DrawnArray) -> int:
        return self.graph.add_type(_MIND_DTYPES[array.dtype.name], *array.shape)


def make_program(choices: Choices) -> RunnableProgram:
    """Return a NAC file that runs."""
    draft = NacDraft(choices)
    draft.fresh(draft.shape(1), pick(choices, FLOATS))
    draft.grow(RECIPES, 1, _MOST_STEPS)
    outputs = [*some_of(choices, draft.terms[::-1], _MOST_OUTPUTS, 1), *draft.untaken()]
    draft.builder.output(*(term.value for term in outputs))
    return RunnableProgram(draft.builder.build(), draft.inputs, *expected_of(outputs))


#: The Hypothesis strategy of it.
programs = strategy(make_program)


def make_mind_program(choices: Choices) -> RunnableProgram:
    """Return a Mind IR graph that runs, and that both forms can hold."""
    draft = MindDraft(choices)
    draft.fresh(draft.shape(1), pick(choices, FLOATS))
    draft.grow(MIND, 1, _MOST_STEPS)
    output = pick(choices, [term for term in reversed(draft.terms) if term.dtype != INDEX])
    draft.graph.output = output.value
    return RunnableProgram(draft.graph, draft.inputs, *expected_of([output]), draft.parameters, draft.targets)


#: The Hypothesis strategy of it.
mind_programs = strategy(make_mind_program)


def expected_of(outputs: list[Term]) -> tuple[list[DrawnShape], list[str], list[float]]:
    """Shapes, dtypes and tolerances of outputs."""
    shapes, dtypes = [term.shape for term in outputs], [term.dtype for term in outputs]
    return shapes, dtypes, [term.error for term in outputs]
