"""A model ready to run: inputs in, outputs out."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypedDict, Unpack, overload

import numpy.typing as npt

from nacformats.api import load
from nacformats.codec.streams import Buffer
from nacformats.errors import InvalidError
from nacformats.files import PathLike
from nacformats.formats.base import Model
from nacformats.graph.graph import Graph, Operation, State, TrainingProgram
from nacformats.graph.models import graph_of
from nacformats.ops.schemas import Kernel, parse_schema
from nacformats.restoring import restore
from nacformats.runtime.budget import Budget, RunBudget, checked_memory
from nacformats.runtime.engines import engine_named
from nacformats.runtime.engines.base import Engine, Trust
from nacformats.runtime.execution import as_arrays, execute, outputs_of, require_outputs
from nacformats.runtime.gather.outside import CurrentParameters, Outside, Sources, changed_parameters
from nacformats.runtime.gather.tensors import Inputs, RunArguments, States, port
from nacformats.runtime.runs import Report, RunSteps, SlotValues, TraceCallback, TrainingStep
from nacformats.runtime.steps.inference import infer
from nacformats.runtime.steps.making import make_steps
from nacformats.runtime.training.updates import checked_rate

if TYPE_CHECKING:
    from nacformats.runtime.training.step import Trainer
    from nacformats.typing import EngineName


def _with_shapes(graph: Graph, shapes: Mapping[int, Sequence[int]]) -> Graph:
    """Return the graph with the target shapes of its reshape operations filled in."""
    if not shapes:
        return graph
    graph = replace(graph, values=list(graph.values))
    for index, shape in shapes.items():
        value = graph.values[index] if 0 <= index < len(graph.values) else None
        if not isinstance(value, Operation) or value.operator != "mind.reshape":
            raise InvalidError(f"{graph.unit} {index} is not a reshape", format=graph.format, path="shapes")
        graph.values[index] = replace(value, attributes={**value.attributes, "shape": list(shape)})
    return graph


def _operations_named(operations: Mapping[str, Callable[..., Any]]) -> dict[str, Kernel]:
    """Return functions by name or schema as operations."""
    named = {}
    for schema, function in operations.items():
        name, parameters = parse_schema(schema)
        named[name] = Kernel(name, parameters, function, named=True)
    return named


#: Sequences of steps that a session keeps: one for each set of values that were supplied or kept.
MAX_SEQUENCES = 16


class RunOptions(TypedDict, total=False):
    """Names the options of `Session.run`, which it takes besides the inputs."""

    named: Mapping[str, object] | None
    values: Mapping[int, object] | None
    intermediate: Sequence[int]
    trace: TraceCallback | None
    profile: bool
    timeout: float | None


@dataclass(frozen=True, kw_only=True)
class SessionOptions:
    """Facts about a model that its file leaves open, and the way of reading it.

    Attributes:
        values: values by index that are not to be computed or that the file has lost.
        states: initial values of states by id.
        next_states: state id -> position of the output that becomes its value.
        shapes: target shapes of the reshape operations of a Mind IR graph by value.
        training: what computes the gradients of a training step; None is the training program of the file.
        strict: how the file is read.
        mmap: how it is opened, as for nacformats.load.
    """

    values: Mapping[int, object] | None = None
    states: Mapping[int, object] | None = None
    next_states: Mapping[int, int] | None = None
    shapes: Mapping[int, Sequence[int]] | None = None
    training: TrainingProgram | None = None
    strict: bool = True
    mmap: bool | None = None


_UNLIMITED, _NOTHING_SAID = Budget(), SessionOptions()


class Session:
    """A model, its weights and its states, made ready once and run often.

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
        budget: of each run; may be changed.

    Threads may share a session: runs do not disturb each other, and `last_run` is that of the thread. Steps of several
    threads come one after the other, and a run beside them takes the parameters from before a step or those from after
    it, never some of each. The states are one set for all threads, so programs with states want a session for each.
    """

    def __init__(
        self,
        model: str | os.PathLike[str] | Model | Graph,
        *,
        engine: EngineName | Engine = "numpy",
        trust: Trust = None,
        operations: Mapping[str, Callable[..., object]] | None = None,
        parameters: Mapping[str, object] | None = None,
        budget: Budget = _UNLIMITED,
        options: SessionOptions = _NOTHING_SAID,
    ) -> None:
        """Open a model and choose the steps of its runs.

        Args:
            model: a file, or what `load` returned.
            engine: "numpy"; "torch", which needs PyTorch; or "onnxruntime", which needs the extra `onnx`. The last one
                makes ONNX models of as much of the graph as it can when it sees the first inputs, or others of another
                type or rank, from a run on the NumPy kernels; the rest of the graph stays there.
            trust: operators of PyTorch that the file may use besides those that are safe for any argument: their names
                (`{"mylib.scan.default"}`), or "all" but for those that touch files or print. A file can corrupt the
                memory of the process through them: trust only what you would run as a program. It matters to the
                engine "torch" alone.
            operations: further operations by name or schema; they win over those of the engine.
            parameters: weights by name; the parameters of a Mind IR graph have no other source.
            budget: memory and time of each run.
            options: values, states and shapes that the file leaves open, and how it is read.

        Raises:
            FormatError: the file is bad, or it holds what the engine cannot run; it names the instruction.
            ImportError: the engine is not installed.
            ValueError: trust is neither "all" nor a collection of names, or goes with an engine that is made already.
        """
        self.budget = budget
        self._source = None
        if isinstance(model, str | os.PathLike):
            self._source = load(model, strict=options.strict, mmap=options.mmap)
        self._model = model if self._source is None else self._source
        self._training = options.training
        try:
            graph = self._model if isinstance(self._model, Graph) else restore(graph_of(self._model))
            self.graph = _with_shapes(graph, options.shapes or {})
            self.graph.verify()
            infer(self.graph)
            self.engine = engine_named(engine, trust)
            self._operations = _operations_named(operations or {})
            self._arguments = RunArguments(self.graph)
            self.inputs, self.lifted = self._arguments.inputs, self._arguments.lifted
            names = self.graph.output_names or [f"out{position}" for position in range(len(self.graph.outputs))]
            self.outputs = [
                replace(port(self.graph.values[ref.index], ""), name=name)
                for ref, name in zip(self.graph.outputs, names, strict=True)
            ]
            self.states = States((state.state_id for state in self.graph.every(State)), options.states or {})
            self._local = threading.local()
            self._next_states = self._checked_next_states(options.next_states or {})
            self._outside = Outside(self.graph, self.engine, self.states, parameters or {})
            self._given = self._checked_indices(options.values or {})
            self._steps: dict[tuple[frozenset[int], tuple[int, ...]], RunSteps] = {}
            self._lists: dict[int, tuple[tuple[int, ...], RunSteps]] = {}
            self._steps_for(self._given, ())
            self._runner = self.engine.runner(self.graph, self._operations)
            self._trainer: Trainer | None = None
            self._lock = threading.Lock()
        except BaseException:
            self.close()
            raise

    @property
    def budget(self) -> Budget:
        """The memory and the time of each run."""
        return self._budget

    @budget.setter
    def budget(self, budget: Budget) -> None:
        self._memory = checked_memory(budget.memory)
        self._budget = replace(budget, memory=self._memory)

    def _budget_of(self, seconds: float | None) -> Budget:
        """Return the budget of a run that may take other seconds; None are those of the session."""
        return self._budget if seconds is None else replace(self._budget, seconds=seconds)

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
        """The report of this thread's last run; an empty one before the first run."""
        if (short := getattr(self._local, "short", None)) is not None:
            self._local.report, self._local.short = Report(*short), None
        report: Report = getattr(self._local, "report", None) or Report()
        return report

    @property
    def operation_count(self) -> int:
        """The number of operations that a run computes; those that no output depends on are left out."""
        return len(self._steps_for(self._given, ()).sequence)

    @overload
    def run(self, inputs: Sequence[object] = (), **options: Unpack[RunOptions]) -> list[npt.NDArray[Any]]: ...

    @overload
    def run(self, inputs: Mapping[str, object], **options: Unpack[RunOptions]) -> dict[str, npt.NDArray[Any]]: ...

    def run(
        self,
        inputs: Inputs = (),
        *,
        named: Mapping[str, object] | None = None,
        values: Mapping[int, object] | None = None,
        intermediate: Sequence[int] = (),
        trace: TraceCallback | None = None,
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
        runner, plain = self._runner, None
        if runner is not None and not (named or values or intermediate or trace or profile or self._next_states):
            plain = inputs  # there is nothing else to this run
            if timeout is self._budget.seconds is None and (done := runner.repeat(inputs, self._memory)):
                outputs, self._local.short = done
                return self._named_outputs(inputs, outputs) if type(inputs) is dict else outputs
        given, keep, steps = self._arranged(inputs, named or {}, values or {}, intermediate)
        budget = RunBudget(self.graph, self._budget_of(timeout))

        def gather(steps: RunSteps) -> SlotValues:
            return self._outside.gather(steps, given, budget)

        def compute() -> tuple[SlotValues, Report]:
            if runner is not None and trace is None:
                slots, report = runner.run(steps, given, keep, gather, budget, profile, plain)
            else:
                slots = gather(steps)
                report = execute(self.graph, steps, self.engine, slots, budget, trace, profile)
            require_outputs(self.graph, slots, steps, budget)
            return slots, report

        slots, report = budget.run(compute)
        self._local.report, self._local.short = report, None
        report.intermediate = {index: as_arrays(self.engine, slots[index]) for index in keep}
        outputs = outputs_of(self.engine, slots, steps)
        self._set_states(outputs)
        return self._named_outputs(inputs, outputs)

    def _arranged(
        self, inputs: Inputs, named: Mapping[str, Any], values: Mapping[int, Any], intermediate: Sequence[int]
    ) -> tuple[dict[int, Any], tuple[int, ...], RunSteps]:
        """Return the given values by index, the indices of those to keep, and the steps; a list is looked at once."""
        is_list = type(inputs) in (list, tuple) and not (named or values or intermediate)
        if is_list and (known := self._lists.get(len(inputs))):
            indices, steps = known
            return {**self._given, **dict(zip(indices, inputs, strict=True))}, (), steps
        assigned = self._arguments.assigned(inputs, named)
        given = self._given | self._checked_indices(values) | assigned
        self._arguments.require(given)
        keep = tuple(self._known_index(index) for index in intermediate)
        steps = self._steps_for(given, keep)
        if is_list:
            self._lists[len(inputs)] = tuple(assigned), steps
        return given, keep, steps

    def _set_states(self, outputs: Sequence[Any]) -> None:
        for state, position in self._next_states.items():
            self.states[state] = outputs[position]

    def _named_outputs(self, inputs: Inputs, outputs: list[Any]) -> list[Any] | dict[str, Any]:
        """Return the outputs by name if the inputs came by name."""
        if not isinstance(inputs, Mapping):
            return outputs
        return {port.name: output for port, output in zip(self.outputs, outputs, strict=True)}

    # training

    def train_step(
        self,
        inputs: Sequence[object] | Mapping[str, object] = (),
        targets: object = (),
        *,
        lr: float | None = None,
        timeout: float | None = None,
    ) -> TrainingStep:
        """Run the model and its training program (TRNG, NAC v1.7), and take the step that this asks for.

        Each parameter that the program updates becomes parameter - rate * gradient, in its own element type; one that
        is stored quantized is trained as the floats that it stands for. All of them change together when the whole
        program has run, and later runs take them. The file stays as it is: see `save`. When a step fails, every
        parameter is what it was before.

        Args:
            inputs: as for `run`.
            targets: one array for each target of the program in a list or tuple, in order; or the only one, which may
                be a list of numbers. Integers become int64, as PyTorch wants classes.
            lr: the learning rate of all parameters; None is what the program says.
            timeout: seconds that the step may take, and before the first one to prepare the program; None is what the
                session says.

        Returns:
            The outputs with the parameters before the step, the loss where it is known, and the gradients. `last_run`
            has what the step took.

        Raises:
            UnsupportedError: there is no training program.
            FormatError: as for `run`; there are too many targets or too few; a gradient does not fit its parameter. The
                error names the instruction of OPS or of TRNG.
            TypeError: lr is no number.
            ValueError: lr is below 0 or not finite.
        """
        rate = checked_rate(lr)
        budget = self._budget_of(timeout)
        trainer = self._trainer or RunBudget(self.graph, budget).run(self._make_trainer)
        given = self._given | self._arguments.assigned(inputs, {})
        self._arguments.require(given)
        step, report = trainer.step(given, targets, rate, budget)
        if self._runner is not None:  # it has made the old parameters a part of its models
            self._runner = self.engine.runner(self.graph, self._operations)
        self._local.report, self._local.short = report, None
        self._set_states(step.outputs)
        return step

    def _make_trainer(self) -> Trainer:
        from nacformats.runtime.training.step import Trainer, training_program  # noqa: PLC0415  runs do without

        with self._lock:
            if self._trainer is None:
                programs = training_program(self._model, self._training, self.graph)
                self._trainer = Trainer(*programs, self.engine, self._operations, self._outside, self.states)
            return self._trainer

    @property
    def parameters(self) -> Mapping[str, npt.NDArray[Any]]:
        """The parameters by name, as runs take them now: read-only arrays, dequantized. A step puts new ones in their
        place and leaves those that were taken from here as they are. From the first step on, parameters that the
        training program alone takes are among them.

        Reading one raises FormatError when there is no array for it, or it does not fit the budget.
        """
        return CurrentParameters(self._sources(), self._budget)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model with its current parameters to a new file: those that training steps made and those that
        `parameters=` gave, each stored and quantized as the file has it; everything else is as it was.

        Quantizing rounds: what is loaded again may differ from `parameters` by that. Weights outside of the file are
        outside of the new one as well, beside it. What was at the path is replaced when the new file is complete.

        Raises:
            ValueError: the path is that of the file that the session runs, or of its weights; the file is closed.
            TypeError: the session runs no NAC file.
            FormatError: an array of `parameters=` is of another shape or element type than that of the file.
            OSError: the file cannot be written.
        """
        from nacformats.runtime.training.saving import save_trained  # noqa: PLC0415  runs do without

        save_trained(self._model, changed_parameters(self._sources(), self._budget), path)

    def files_to_save(self, path: str | os.PathLike[str]) -> Mapping[PathLike, Iterable[Buffer]]:
        """Return the files that `save` would write, for callers that write them in another way.

        Raises: as save, but OSError and the ValueError for the file that the session runs.
        """
        from nacformats.runtime.training.saving import trained_files  # noqa: PLC0415  runs do without

        return trained_files(self._model, changed_parameters(self._sources(), self._budget), path)

    def _sources(self) -> Sources:
        return [(self.graph, self._outside)] if self._trainer is None else self._trainer.sources

    # steps

    def _steps_for(self, given: Mapping[int, Any], keep: tuple[int, ...]) -> RunSteps:
        computed = frozenset(index for index in given if isinstance(self.graph.values[index], Operation))
        key = computed, keep
        steps = self._steps.get(key)  # another thread may clear the steps at any time
        if steps is None:
            if len(self._steps) >= MAX_SEQUENCES:
                self._steps.clear()
            steps = self._steps[key] = make_steps(self.graph, self.engine, self._operations, computed, keep)
        return steps

    # checks of what the caller says about the model

    def _checked_indices(self, values: Mapping[int, Any]) -> dict[int, Any]:
        return {self._known_index(index): value for index, value in values.items()}

    def _known_index(self, index: int) -> int:
        if not 0 <= index < len(self.graph.values):
            reason, expected = f"there is no {self.graph.unit} {index}", f"0 to {len(self.graph.values) - 1}"
            raise InvalidError(reason, format=self.graph.format, path="values", expected=expected)
        return index

    def _checked_next_states(self, next_states: Mapping[int, int]) -> dict[int, int]:
        ids = {state.state_id for state in self.graph.every(State)}
        for state, position in next_states.items():
            if state not in ids:
                raise InvalidError(f"there is no state {state}", expected=f"one of: {sorted(ids)}")
            if not 0 <= position < len(self.outputs):
                raise InvalidError(f"there is no output {position}", expected=f"0 to {len(self.outputs) - 1}")
        return dict(next_states)
