"""Programs that run: NAC files and Mind IR graphs whose operations get arguments that fit, with inputs.

    @given(programs())
    def test_my_runtime(program):
        for output, expected in zip(mine(program.model, program.inputs), program.run(), strict=True):
            ...

Operations are those of the runtime: of one and of two numbers, products, convolutions, pooling, normalization, softmax,
attention, embeddings, reductions, and what changes shapes. `shapes` and `tolerances` say what to expect of each output.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from nacformats.formats.mic.graph import MicGraph
from nacformats.formats.nac import NacBuilder, NacFile
from nacformats.formats.nac.program_builder import Value
from nacformats.fuzz.choices import Choices
from nacformats.fuzz.drawing import pick, some_of, strategy
from nacformats.fuzz.mind import MIND
from nacformats.fuzz.recipes import RECIPES
from nacformats.fuzz.shaping import SHAPES
from nacformats.fuzz.terms import FLOATS, INDEX, DrawnArray, DrawnShape, GrowingProgram, Term
from nacformats.runtime.aliasing import ONCE_IN_PLACE
from nacformats.runtime.session import Session

if TYPE_CHECKING:
    from hypothesis import strategies as st

    from nacformats.typing import EngineName

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
        with Session(self.model, engine=engine, parameters=self.parameters, shapes=self.targets) as session:
            return session.run(self.inputs)


def programs() -> st.SearchStrategy[RunnableProgram]:
    """NAC files that run."""
    return strategy(make_program)


def mind_programs() -> st.SearchStrategy[RunnableProgram]:
    """Mind IR graphs that run, and that both forms can hold."""
    return strategy(make_mind_program)


class NacDraft(GrowingProgram):
    """A program of a NAC file."""

    def __init__(self, choices: Choices, builder: NacBuilder | None = None) -> None:
        super().__init__(choices)
        self.builder = builder or NacBuilder()
        self._num_weights = 0
        #: The operations whose results nobody takes, of those that look like a change in place then.
        self._untaken: set[Value] = set()

    def new_input(self, _array: DrawnArray) -> Any:
        return self.builder.input(f"x{len(self.inputs)}")

    def new_weight(self, array: DrawnArray) -> Any:
        self._num_weights += 1
        return self.builder.parameter(f"w{self._num_weights}", array)

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
    """Return a NAC file that runs; see programs."""
    draft = NacDraft(choices)
    draft.fresh(draft.shape(1), pick(choices, FLOATS))
    for _ in range(choices.integer(1, _MOST_STEPS)):
        pick(choices, (*RECIPES, *SHAPES))(draft)
    outputs = [*some_of(choices, draft.terms[::-1], _MOST_OUTPUTS, 1), *draft.untaken()]
    draft.builder.output(*(term.value for term in outputs))
    return RunnableProgram(draft.builder.build(), draft.inputs, *expected_of(outputs))


def make_mind_program(choices: Choices) -> RunnableProgram:
    """Return a Mind IR graph that runs; see mind_programs."""
    draft = MindDraft(choices)
    draft.fresh(draft.shape(1), pick(choices, FLOATS))
    for _ in range(choices.integer(1, _MOST_STEPS)):
        pick(choices, MIND)(draft)
    output = pick(choices, [term for term in reversed(draft.terms) if term.dtype != INDEX])
    draft.graph.output = output.value
    return RunnableProgram(draft.graph, draft.inputs, *expected_of([output]), draft.parameters, draft.targets)


def expected_of(outputs: list[Term]) -> tuple[list[DrawnShape], list[str], list[float]]:
    """Shapes, dtypes and tolerances of outputs."""
    shapes, dtypes = [term.shape for term in outputs], [term.dtype for term in outputs]
    return shapes, dtypes, [term.error for term in outputs]
