"""Runs of a graph as parts of onnxruntime, made when the types of its inputs are known.

A part of a small model takes a few microseconds, less than it takes to see what a caller gives. So a run of one part,
with arguments of the types and sizes of a run that went well, goes by a shortcut without checks and bookkeeping.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from threading import Lock
from time import perf_counter
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from nacformats.codec.columns.arrays import Array
from nacformats.errors import FormatError, LimitError, UnsupportedError
from nacformats.graph.graph import NOTHING, Graph, GraphValue, Input, Operation, Weight
from nacformats.onnx.running.builder import PartsBuilder
from nacformats.onnx.running.session import PartSession, fits_arena, interruptible
from nacformats.ops.schemas import Kernel
from nacformats.restoring import resolution_of
from nacformats.runtime.budget import RunBudget
from nacformats.runtime.engines.base import Engine
from nacformats.runtime.execution import execute
from nacformats.runtime.observe import Observed, observed
from nacformats.runtime.runs import Report, RunSteps, SlotValues
from nacformats.runtime.steps.making import make_steps

#: Sets of types and sizes that are kept.
_MAX_KNOWN = 256
#: What identifies arguments: the memory that a run may take, their names, element types and shapes.
CallShape = tuple[Any, ...]


class _Shortcut(NamedTuple):
    """A run of one part.

    run: the call of its session. results: names of what it is asked for. names: of what it takes.
    places: the arguments that these are; None for all, in order.
    outputs: the outputs among results, arguments and constants, one after the other; None for the results.
    """

    run: Callable[..., list[Array]]
    results: list[str]
    names: list[str]
    places: list[int] | None
    outputs: list[int] | None
    constants: list[Array]
    peak_bytes: int


class Shortcuts:
    """The shortcuts of one session."""

    def __init__(self) -> None:
        self._known: dict[CallShape, _Shortcut] = {}

    def run(self, inputs: Any, max_memory: int) -> tuple[list[Any], tuple[float, int]] | None:
        """Return the outputs, and the seconds and bytes that the run took; None where it has to go the long way."""
        found = self._known.get(_call_shape(inputs, max_memory))
        if found is None:
            return None
        run, asked, names, places, outputs, constants, peak_bytes = found
        given = inputs if type(inputs) is not dict else list(inputs.values())
        taken = given if places is None else [given[place] for place in places]
        started = perf_counter()
        try:
            results = run(asked, dict(zip(names, taken, strict=False)), None)
        except Exception:  # noqa: BLE001  the long way says what is wrong
            return None
        seconds = perf_counter() - started
        if outputs is not None:
            pool = [*results, *given, *constants]
            results = [pool[place] for place in outputs]
        return results, (seconds, peak_bytes)

    def learn(
        self,
        inputs: Any,
        max_memory: int,
        given: Mapping[int, Any],
        variant: _Variant,
        outside: SlotValues,
        peak_bytes: int,
    ) -> None:
        """Remember a run that went well, if there is nothing to it but one part, arguments and constants.

        Args:
            inputs, max_memory: as for `run`.
            given: what the caller gave, by value of the graph.
            variant: has the steps of the run.
            outside: the values from outside, as the run took them.
            peak_bytes: what results took at one time.
        """
        key = _call_shape(inputs, max_memory)
        if len(given) != len(key) - 2 or not all(dtype.kind in "fiu" and dtype.isnative for dtype, _ in key[2:]):
            return  # there is more to it than arguments, or their bytes have to be looked at
        if any(outside[old] is not given[old] for old, _ in variant.moved if old in given):
            return  # it was converted
        slot_of = dict(variant.moved)
        found = _shortcut(variant.steps, [slot_of.get(index) for index in given], peak_bytes)
        if len(self._known) >= _MAX_KNOWN:
            self._known.clear()
        if found is not None:
            self._known[key] = found

    def forget(self) -> None:
        self._known.clear()


def _shortcut(steps: RunSteps, arguments: list[int | None], peak_bytes: int) -> _Shortcut | None:
    """Return the shortcut of steps that are one part; None for others.

    Args:
        steps: what is run.
        arguments: the slots of the arguments; None for those that are not used.
        peak_bytes: what results take at one time.
    """
    part = steps.sequence[0].function if steps.sequence else None
    if not isinstance(part, PartSession) or any(step.reported for step in steps.sequence[1:]):
        return None
    asked = [slot for slot in dict.fromkeys(steps.outputs) if slot in part.gives]
    constants = {slot: array for slot in steps.outputs if isinstance(array := steps.template[slot], np.ndarray)}
    pool, results = [*asked, *arguments, *constants], part.names_of(asked)
    if not results or not {*part.takes} <= {*arguments} or not {*steps.outputs} <= {*pool}:
        return None
    places, outputs = [arguments.index(slot) for slot in part.takes], [pool.index(slot) for slot in steps.outputs]
    return _Shortcut(
        part.call,
        results,
        part.names,
        None if places == [*range(len(arguments))] else places,
        None if outputs == [*range(len(asked))] else outputs,
        [*constants.values()],
        peak_bytes,
    )


def _call_shape(inputs: Any, max_memory: int) -> CallShape:
    """Return what identifies arguments; () for those that have to be examined."""
    kind = type(inputs)
    key: list[Any]
    if kind is list or kind is tuple:
        key, arguments = [max_memory, None], inputs
    elif kind is dict:
        key, arguments = [max_memory, tuple(inputs)], inputs.values()
    else:
        return ()
    for array in arguments:
        if type(array) is not np.ndarray:
            return ()
        key.append((array.dtype, array.shape))
    return tuple(key)


#: Plans with parts that are kept at a time.
MAX_SEQUENCES = 16
#: Sizes of the inputs that steps are known to fit the budget with.
MAX_SIZES = 1024
#: The shapes of what comes from outside.
_Sizes: TypeAlias = tuple[tuple[int, ...], ...]
#: What operations that the caller supplies are called in the resolved graph, where those of ATen have their own names.
_SUPPLIED = "supplied "


@dataclass
class _Variant:
    """The steps of the resolved graph for one set of types of the inputs.

    moved: (slot in steps of the graph, slot in these) of what comes from outside; results: of what goes out.
    notes: what is not run by onnxruntime, and why. held: bytes that its sessions keep from run to run.
    arena: whether they keep memory for results as well. elements, peak: of the run that it was made for.
    fitting: sizes of the inputs for which a run is known to fit the budget.
    """

    steps: RunSteps
    moved: list[tuple[int, int]]
    results: list[tuple[int, int]]
    notes: list[str]
    held: int
    arena: bool
    elements: int
    peak: int
    fitting: set[_Sizes] = field(default_factory=set)

    def fits(self, sizes: _Sizes, max_memory: int) -> bool:
        """Return True if a run takes no more than the budget, as far as sizes tell: rarely more than their square."""
        if sizes in self.fitting:
            return True
        growth = max(_elements(sizes) / self.elements, 1.0) ** 2
        return self.arena and fits_arena(int(self.peak * growth), max_memory)


@dataclass
class _Case:
    """Steps of the graph, and which of its values stay what they are.

    steps: on the NumPy kernels. outer: what it takes from outside, without the constants.
    """

    steps: RunSteps
    outer: RunSteps
    constants: frozenset[int]
    keep: tuple[int, ...]
    variants: dict[tuple[Any, ...], _Variant] = field(default_factory=dict)


class SubgraphRunner:
    """Runs the steps of a graph with as much of it as possible in onnxruntime.

    Args:
        graph: what is run.
        engine: has the kernels for what ONNX has no form for.
        operations: further operations of the caller's own, which win.
    """

    def __init__(self, graph: Graph, engine: Engine, operations: Mapping[str, Kernel]) -> None:
        self._graph = graph
        self._engine = engine
        self._operations = {_SUPPLIED + name: kernel for name, kernel in operations.items()}
        self._cases: dict[tuple[int, frozenset[int]], _Case] = {}
        self._lock = Lock()
        self._shortcuts = Shortcuts()
        self._refusal = ""  # why no part of the graph can be an ONNX model
        try:
            self._resolution = resolution_of(_with_supplied(graph, operations))
        except UnsupportedError as error:  # it changes tensors in place
            self._refusal = error.reason
            return
        self._builder = PartsBuilder(self._resolution.graph, graph, self._resolution.origins, engine, self._operations)

    def repeat(self, inputs: Any, max_memory: int) -> tuple[list[Any], tuple[float, int]] | None:
        """Return the outputs, and the seconds and bytes, of a run like an earlier one; None if there was none."""
        return self._shortcuts.run(inputs, max_memory)

    def run(
        self,
        steps: RunSteps,
        given: Mapping[int, Any],
        keep: tuple[int, ...],
        gather: Callable[[RunSteps], SlotValues],
        budget: RunBudget,
        profile: bool,
        inputs: Any = None,
    ) -> tuple[SlotValues, Report]:
        """Run steps of the graph.

        Args:
            steps: on the NumPy kernels.
            given: the values that the caller gives for this run.
            keep: the values that are wanted besides the outputs.
            gather: gives what steps take from outside.
            budget, profile: as for `execute`.
            inputs: what the caller gave, where there is nothing else to this run.

        Returns:
            Values in which the outputs and those to keep are in their slots, and what the run took.

        Raises:
            FormatError: the run failed on the NumPy kernels as well, or took more than its budget.
        """
        if self._refusal:
            return self._on_kernels(steps, gather(steps), budget, profile, self._refusal)
        case = self._case(steps, given, keep)
        outside = gather(case.outer)
        types = tuple([(outside[slot].dtype, outside[slot].ndim) for slot in case.outer.outside])
        sizes = tuple([outside[slot].shape for slot in case.outer.outside])
        variant = case.variants.get(types)
        if variant is None or not variant.fits(sizes, budget.max_memory):
            with self._lock:
                variant = self._fitting(case, types, sizes, gather(steps), budget)
        budget.weights += variant.held
        slots = list(variant.steps.template)
        for old, new in variant.moved:
            slots[new] = outside[old]
        try:
            with interruptible() as budget.interrupt:
                report = execute(self._resolution.graph, variant.steps, self._engine, slots, budget, None, profile)
        except LimitError:
            raise
        except FormatError as failure:
            done = self._on_kernels(steps, gather(steps), budget, profile, failure.reason)
            if self._builder.refuse(failure):
                case.variants.clear()
                self._shortcuts.forget()
            return done
        report.notes = variant.notes
        if inputs is not None:
            self._shortcuts.learn(inputs, budget.max_memory, given, variant, outside, report.peak_bytes)
        results: SlotValues = [None] * len(steps.template)
        for old, new in variant.results:
            results[old] = slots[new]
        return results, report

    def _on_kernels(
        self, steps: RunSteps, slots: SlotValues, budget: RunBudget, profile: bool, reason: str
    ) -> tuple[SlotValues, Report]:
        """Run on the NumPy kernels alone, which say which instruction is wrong, unless onnxruntime was."""
        report = execute(self._graph, steps, self._engine, slots, budget, None, profile)
        report.notes = [f"everything on the NumPy kernels: {reason}"]
        return slots, report

    # steps

    def _case(self, steps: RunSteps, given: Mapping[int, Any], keep: tuple[int, ...]) -> _Case:
        key = id(steps), frozenset(given)
        case = self._cases.get(key)
        if case is None:
            constants = frozenset(value.index for value in steps.needed if value.index not in given and _stays(value))
            needed = [value for value in steps.needed if value.index not in constants]
            outside = tuple(slot for slot in steps.outside if slot not in constants)
            outer = replace(steps, sequence=[], template=[None] * len(steps.template), needed=needed, outside=outside)
            if len(self._cases) >= MAX_SEQUENCES:
                self._cases.clear()
            case = self._cases[key] = _Case(steps, outer, constants, keep)
        return case

    def _fitting(
        self, case: _Case, types: tuple[Any, ...], sizes: _Sizes, slots: SlotValues, budget: RunBudget
    ) -> _Variant:
        """Return steps for what is in the slots of the graph; a run on the NumPy kernels shows that it fits."""
        variant = case.variants.get(types)
        if variant is not None and variant.fits(sizes, budget.max_memory):
            return variant
        if variant is None or variant.arena:
            variant = case.variants[types] = self._variant(case, sizes, slots, budget)
            self._shortcuts.forget()
        else:
            self._observed(case, slots, budget)
        if len(variant.fitting) >= MAX_SIZES:
            variant.fitting.clear()
        variant.fitting.add(sizes)
        return variant

    def _variant(self, case: _Case, sizes: _Sizes, slots: SlotValues, budget: RunBudget) -> _Variant:
        places = self._resolution.places
        supplied, kept = self._ends(case)
        constants = {places[index]: slots[index] for index in case.constants}
        types, peak = self._observed(case, slots, budget)
        arena, left = fits_arena(peak, budget.max_memory), budget.max_memory - budget.weights - peak
        steps, notes, held = self._builder.steps(supplied, kept, types, constants, left, arena=arena)
        taken = set(steps.outside)
        moved = [(slot, places[slot]) for slot in case.outer.outside if places[slot] in taken]
        results = [
            *zip(case.steps.outputs, steps.outputs, strict=True),
            *((index, places[index]) for index in case.keep),
        ]
        return _Variant(steps, moved, results, notes, held, arena, _elements(sizes), peak)

    def _ends(self, case: _Case) -> tuple[list[int], list[int]]:
        """Return the operations whose values the caller gives, and the values to keep, in the resolved graph."""
        places = self._resolution.places
        supplied = [places[slot] for slot in case.steps.outside if isinstance(self._graph.values[slot], Operation)]
        return supplied, [places[index] for index in case.keep]

    def _observed(self, case: _Case, slots: SlotValues, budget: RunBudget) -> tuple[list[Observed], int]:
        """Return the types of all values, and the bytes of results alive at a time, by a run on the NumPy kernels."""
        graph, origins, _ = self._resolution
        supplied, kept = self._ends(case)
        steps = make_steps(graph, self._engine, self._operations, supplied, kept)
        values = list(steps.template)
        for slot in steps.outside:
            values[slot] = slots[origins[slot]]
        try:
            types, report = observed(graph, steps, self._engine, values, budget)
            return types, report.peak_bytes
        except FormatError as error:
            failure = error.with_traceback(None)
            failure.__cause__ = failure.__context__ = None  # frames hold what was computed
        values.clear()
        execute(self._graph, case.steps, self._engine, slots, budget)  # its errors name the values of the file
        raise failure


def _elements(sizes: _Sizes) -> int:
    return sum(math.prod(size) for size in sizes) or 1


def _stays(value: GraphValue) -> bool:
    """Return True if a value that the caller does not give is the same in every run."""
    return isinstance(value, Weight) or (isinstance(value, Input) and value.default is not NOTHING)


def _with_supplied(graph: Graph, operations: Mapping[str, Kernel]) -> Graph:
    """Return the graph, in which operations that the caller supplies have names of their own."""
    if not any(operation.operator in operations for operation in graph.every(Operation)):
        return graph
    values = [
        replace(value, operator=_SUPPLIED + value.operator)
        if isinstance(value, Operation) and value.operator in operations
        else value
        for value in graph.values
    ]
    return Graph(graph.format, graph.unit, values, graph.outputs, graph.output_names)
