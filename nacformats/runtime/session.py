"""A model ready to run: inputs in, outputs out."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, overload

import numpy as np
import numpy.typing as npt

from nacformats.api import load
from nacformats.converters import graph_of
from nacformats.errors import InvalidError, LimitError
from nacformats.formats.base import Model
from nacformats.graph import Graph, Operation, State
from nacformats.runtime.budget import Budget, checked_memory, checked_timeout
from nacformats.runtime.engines import Engine, NumpyEngine
from nacformats.runtime.engines.allowed import Trust, trusted
from nacformats.runtime.execute import Report, Trace, as_arrays, execute, extent
from nacformats.runtime.exporter import restore
from nacformats.runtime.gather.arguments import Arguments, Inputs, port
from nacformats.runtime.gather.outside import Outside
from nacformats.runtime.gather.tensors import States
from nacformats.runtime.operators import Kernel, parse_schema
from nacformats.runtime.plan import Plan, Slots, infer, make_plan

if TYPE_CHECKING:
    from nacformats.runtime.subgraphs import SubgraphRunner

#: What a session may be asked to run on.
ENGINES = ("numpy", "torch", "onnxruntime")
#: Plans that a session keeps: one for each set of values that were supplied or kept.
MAX_PLANS = 16


class Session:
    """A model, its weights and its states, planned once and run often.

        with Session("model.nac") as session:
            (logits,) = session.run([tokens])

    NAC v1.6 has no instruction that writes a state (INPUT B=2): `next_states` says which output becomes the value of
    which state after every run, or the caller sets `session.states[id]` itself. A state starts with what `states`
    gives; one that has no value is an error when a run needs it.

    Attributes:
        graph: what is run.
        inputs: the inputs in the order of their instructions.
        lifted: values that an exporter made of constants (INPUT B=3) or lost (A=0); those that are `required` have to
            be supplied: as `values={index: array}`, or by name among the inputs.
        outputs: the outputs in order.
        states: the state tensors by id.
        max_memory, timeout: the budget of a run; may be changed.

    Threads may share a session: runs do not disturb each other, and `last_run` is that of the thread. The states are
    one set for all of them, so programs with states want a session for each thread.
    """

    def __init__(
        self,
        model: str | os.PathLike[str] | Model | Graph,
        engine: str | Engine = "numpy",
        *,
        operations: Mapping[str, Callable[..., object]] | None = None,
        parameters: Mapping[str, object] | None = None,
        values: Mapping[int, object] | None = None,
        states: Mapping[int, object] | None = None,
        next_states: Mapping[int, int] | None = None,
        shapes: Mapping[int, Sequence[int]] | None = None,
        strict: bool = True,
        mmap: bool | None = None,
        trust: Trust = None,
        max_memory: int | None = None,
        timeout: float | None = None,
    ) -> None:
        """Open and plan a model.

        Args:
            model: a file, or what `load` returned.
            engine: "numpy"; "torch", which needs PyTorch; or "onnxruntime", which needs the extra `onnx`. The last one
                makes ONNX models of as much of the graph as it can when it sees the first inputs, or others of another
                type or rank, from a run on the NumPy kernels; the rest of the graph stays there.
            operations: further operations by name or schema; they win over those of the engine.
            parameters: weights by name; the parameters of a Mind IR graph have no other source.
            values: values by index that are not to be computed or that the file has lost.
            states: initial values of states by id.
            next_states: state id -> position of the output that becomes its value.
            shapes: target shapes of the reshape operations of a Mind IR graph by value.
            strict: how the file is read.
            mmap: how it is opened, as for nacformats.load.
            trust: operators of PyTorch that the file may use besides those that are safe for any argument: their names
                (`{"mylib.scan.default"}`), or "all" but for those that touch files or print. A file can corrupt the
                memory of the process through them: trust only what you would run as a program. It matters to the
                engine "torch" alone.
            max_memory: bytes that all arrays of a run may take together, dequantized weights included and inputs not;
                None is half of the memory of the machine, or of what its control group allows.
            timeout: seconds that a run may take; None is no limit. A run of limited time is in a thread of its own,
                since nothing interrupts a call of NumPy or PyTorch: one that is given up ends with its operation.

        Raises:
            FormatError: the file is bad, or it holds what the engine cannot run; it names the instruction.
            ImportError: the engine is not installed.
            ValueError: trust is neither "all" nor a collection of names, or goes with an engine that is made already.
        """
        self.max_memory, self.timeout = checked_memory(max_memory), checked_timeout(timeout)
        self._source = load(model, strict=strict, mmap=mmap) if isinstance(model, str | os.PathLike) else None
        try:
            self.graph = _with_shapes(_graph(self._source if self._source is not None else model), shapes or {})
            self.graph.verify()
            infer(self.graph)
            self.engine = _engine(engine, trust)
            self._operations = _named_operations(operations or {})
            self._set_up(parameters or {}, values or {}, states or {}, next_states or {})
        except BaseException:
            self.close()
            raise

    def _set_up(
        self,
        parameters: Mapping[str, Any],
        values: Mapping[int, Any],
        states: Mapping[int, Any],
        next_states: Mapping[int, int],
    ) -> None:
        self._arguments = Arguments(self.graph)
        self.inputs, self.lifted = self._arguments.inputs, self._arguments.lifted
        names = self.graph.output_names or [f"out{position}" for position in range(len(self.graph.outputs))]
        self.outputs = [
            replace(port(self.graph.values[ref.index], ""), name=name)
            for ref, name in zip(self.graph.outputs, names, strict=True)
        ]
        self.states = States((state.state_id for state in self.graph.every(State)), states)
        self._local = threading.local()
        self._next_states = self._checked_next_states(next_states)
        self._outside = Outside(self.graph, self.engine, self.states, parameters)
        self._given = self._checked_indices(values)
        self._plans: dict[tuple[frozenset[int], tuple[int, ...]], Plan] = {}
        self._plan(self._given, ())
        self._runner = _runner(self.graph, self.engine, self._operations)

    def close(self) -> None:
        """Close the file, if the session opened it."""
        if self._source is not None:
            self._source.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.close()

    @property
    def last_run(self) -> Report:
        """What the last run of this thread took; an empty report before the first one."""
        if (short := getattr(self._local, "short", None)) is not None:
            self._local.report, self._local.short = Report(*short), None
        report: Report = getattr(self._local, "report", None) or Report()
        return report

    @property
    def operation_count(self) -> int:
        """How many operations a run computes; those that no output depends on are left out."""
        return len(self._plan(self._given, ()).steps)

    @overload
    def run(
        self,
        inputs: Sequence[object] = (),
        named: Mapping[str, object] | None = None,
        *,
        values: Mapping[int, object] | None = None,
        intermediate: Sequence[int] = (),
        trace: Trace | None = None,
        profile: bool = False,
        timeout: float | None = None,
    ) -> list[npt.NDArray[Any]]: ...

    @overload
    def run(
        self,
        inputs: Mapping[str, object],
        named: Mapping[str, object] | None = None,
        *,
        values: Mapping[int, object] | None = None,
        intermediate: Sequence[int] = (),
        trace: Trace | None = None,
        profile: bool = False,
        timeout: float | None = None,
    ) -> dict[str, npt.NDArray[Any]]: ...

    def run(
        self,
        inputs: Inputs = (),
        named: Mapping[str, object] | None = None,
        *,
        values: Mapping[int, object] | None = None,
        intermediate: Sequence[int] = (),
        trace: Trace | None = None,
        profile: bool = False,
        timeout: float | None = None,
    ) -> list[npt.NDArray[Any]] | dict[str, npt.NDArray[Any]]:
        """Compute the outputs.

        Args:
            inputs: arrays in the order of `self.inputs`, or by name. A list that has one array for each INPUT B=3 as
                well holds all of them in the order of the instructions (specification 7.1.4).
            named: inputs by name besides those in a list. A parameter of the model is an input as well, for this run.
            values: values by index that are not to be computed or that the file has lost, for this run.
            intermediate: indices of values to keep: `self.last_run.intermediate`.
            trace: called with each operation and its result, as it is computed; the engine onnxruntime leaves such a
                run to the NumPy kernels.
            profile: measure each operation: `self.last_run.operations`.
            timeout: seconds that this run may take; None is what the session says. `trace` is called in another
                thread then.

        Returns:
            The outputs as arrays: a list, or a dict by name when the inputs came as one.

        Raises:
            FormatError: an input is missing, unknown, or of a wrong type or shape; a weight or another value is
                missing; an operation failed; the run would take more than its budget (LimitError). The error names
                the instruction.
        """
        key = None
        if self._runner is not None and not (named or values or intermediate or trace or profile):
            repeated = self._repeated(inputs, timeout)
            if isinstance(repeated, list | dict):
                return repeated
            key = repeated
        given = self._given | self._checked_indices(values or {}) | self._arguments.assigned(inputs, named or {})
        self._arguments.require(given)
        keep = tuple(self._known_index(index) for index in intermediate)
        plan = self._plan(given, keep)
        budget = Budget(self.graph, self.max_memory, self.timeout if timeout is None else checked_timeout(timeout))

        def gather(plan: Plan) -> Slots:
            return self._outside.gather(plan, given, budget)

        def compute() -> tuple[Slots, Report]:
            if self._runner is not None and trace is None:
                slots, report = self._runner.run(plan, given, keep, gather, budget, profile, key)
            else:
                slots = gather(plan)
                report = execute(self.graph, plan, self.engine, slots, budget, trace, profile)
            self._require_outputs(slots, plan, budget)
            return slots, report

        slots, report = budget.run(compute)
        self._local.report, self._local.short = report, None
        report.intermediate = {index: as_arrays(self.engine, slots[index]) for index in keep}
        outputs = [as_arrays(self.engine, slots[slot]) for slot in plan.outputs]
        outputs = [np.asarray(output) if isinstance(output, int | float) else output for output in outputs]
        for state, position in self._next_states.items():
            self.states[state] = outputs[position]
        return self._named_outputs(inputs, outputs)

    def _repeated(self, inputs: Inputs, timeout: float | None) -> list[Any] | dict[str, Any] | tuple[Any, ...] | None:
        """The outputs of a run like one before, or what identifies a run of which that may be said later, or None."""
        if timeout is not None or self.timeout is not None or self._next_states or self._runner is None:
            return None
        found = self._runner.shortcuts.key_of(inputs, self.max_memory)
        if found is None:
            return None
        done = self._runner.shortcuts.run(*found)
        if done is None:
            return found[0]
        outputs, seconds, peak_bytes = done
        self._local.short = seconds, peak_bytes
        return outputs if inputs is found[1] else self._named_outputs(inputs, outputs)

    def _named_outputs(self, inputs: Inputs, outputs: list[Any]) -> list[Any] | dict[str, Any]:
        """By name, where the inputs came so."""
        if not isinstance(inputs, Mapping):
            return outputs
        return {port.name: output for port, output in zip(self.outputs, outputs, strict=True)}

    def _require_outputs(self, slots: Slots, plan: Plan, budget: Budget) -> None:
        """Outputs may be views of a few bytes, but whoever gets them copies or writes all of their elements."""
        try:
            budget.require_extent(sum(extent(slots[slot]) for slot in plan.outputs if slot not in plan.outside))
        except LimitError as error:
            raise LimitError(
                f"what the outputs hold {error.reason}",
                format=self.graph.format,
                path="outputs",
                expected=error.expected,
                hint=error.hint,
            ) from error

    # planning

    def _plan(self, given: Mapping[int, Any], keep: tuple[int, ...]) -> Plan:
        computed = frozenset(index for index in given if isinstance(self.graph.values[index], Operation))
        key = computed, keep
        plan = self._plans.get(key)  # another thread may clear the plans at any time
        if plan is None:
            if len(self._plans) >= MAX_PLANS:
                self._plans.clear()
            plan = self._plans[key] = make_plan(self.graph, self.engine, self._operations, computed, keep)
        return plan

    # checks of what the caller says about the model

    def _checked_indices(self, values: Mapping[int, Any]) -> dict[int, Any]:
        return {self._known_index(index): value for index, value in values.items()}

    def _known_index(self, index: int) -> int:
        if not 0 <= index < len(self.graph.values):
            raise InvalidError(
                f"there is no {self.graph.unit} {index}",
                format=self.graph.format,
                path="values",
                expected=f"0 to {len(self.graph.values) - 1}",
            )
        return index

    def _checked_next_states(self, next_states: Mapping[int, int]) -> dict[int, int]:
        ids = {state.state_id for state in self.graph.every(State)}
        for state, position in next_states.items():
            if state not in ids:
                raise InvalidError(f"there is no state {state}", expected=f"one of: {sorted(ids)}")
            if not 0 <= position < len(self.outputs):
                raise InvalidError(f"there is no output {position}", expected=f"0 to {len(self.outputs) - 1}")
        return dict(next_states)


def _graph(model: Any) -> Graph:
    return model if isinstance(model, Graph) else restore(graph_of(model))


def _with_shapes(graph: Graph, shapes: Mapping[int, Sequence[int]]) -> Graph:
    """The graph with the target shapes of its reshape operations filled in."""
    if not shapes:
        return graph
    graph = replace(graph, values=list(graph.values))
    for index, shape in shapes.items():
        value = graph.values[index] if 0 <= index < len(graph.values) else None
        if not isinstance(value, Operation) or value.operator != "mind.reshape":
            raise InvalidError(f"{graph.unit} {index} is not a reshape", format=graph.format, path="shapes")
        graph.values[index] = replace(value, attributes={**value.attributes, "shape": list(shape)})
    return graph


def _engine(engine: str | Engine, trust: Trust) -> Engine:
    if not isinstance(engine, str):
        if trust is not None:
            raise ValueError("trust belongs to the engine that is given: TorchEngine(trust=...)")
        return engine
    trusted(trust)
    if engine == "numpy":
        return NumpyEngine()
    if engine == "torch":
        from nacformats.runtime.engines.torch_engine import TorchEngine  # noqa: PLC0415  PyTorch is optional

        return TorchEngine(trust)
    if engine == "onnxruntime":
        from nacformats.runtime.engines.onnxruntime_engine import OnnxruntimeEngine  # noqa: PLC0415  it is optional

        return OnnxruntimeEngine()
    raise ValueError(f"unknown engine {engine!r}: known are {', '.join(ENGINES)}")


def _runner(graph: Graph, engine: Engine, operations: Mapping[str, Kernel]) -> SubgraphRunner | None:
    """What runs a graph in parts, where the engine does that."""
    if engine.name != "onnxruntime":
        return None
    from nacformats.runtime.subgraphs import SubgraphRunner  # noqa: PLC0415  onnxruntime is optional

    return SubgraphRunner(graph, engine, operations)


def _named_operations(operations: Mapping[str, Callable[..., Any]]) -> dict[str, Kernel]:
    named = {}
    for schema, function in operations.items():
        name, parameters = parse_schema(schema)
        named[name] = Kernel(name, parameters, function)
    return named
