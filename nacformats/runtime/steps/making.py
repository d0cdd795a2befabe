"""Steps made of a graph, to run fast: kernels found, arguments bound, and lifetimes known before the first run.

The MMAP section of a NAC file is not needed for that: a value is dropped after its last use, which follows from the
instructions, so that a schedule with missing or wrong commands cannot change a result.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from operator import itemgetter
from typing import Any

import numpy as np

from nacformats.errors import InvalidError, UnsupportedError
from nacformats.graph.binding import Names, bind
from nacformats.graph.calls import ScalarRef, arranged, is_computed
from nacformats.graph.graph import Graph, GraphValue, Operation, Ref, refs_of
from nacformats.ops.schemas import KERNELS, Kernel
from nacformats.ops.scratch import Estimate, sizing
from nacformats.ops.spelling import SPELLINGS
from nacformats.ops.table import functional_name
from nacformats.restoring.mutation import Memory, memory_of
from nacformats.runtime.engines.base import BUILT_IN, Engine
from nacformats.runtime.runs import EVERY_TIME, Arrange, Remembered, RunStep, RunSteps, SlotValues, gather_of

_NO_SUBGRAPH = "its subgraph is not in the file; "
_WITHOUT_BRANCHES = _NO_SUBGRAPH + "compile the model with `nacformats compile`, or without control flow on tensors"
_UNDER_NO_GRAD = _NO_SUBGRAPH + "compile under `torch.no_grad()`, or with decompositions"
_WITH_DECOMPOSITIONS = _NO_SUBGRAPH + "compile with decompositions"

#: The operators of PyTorch that take graphs, by the names that an exporter writes.
_HIGHER_ORDER = {
    name: hint
    for names, hint in (
        ("wrap_with_set_grad_enabled autograd_function_apply", _UNDER_NO_GRAD),
        ("cond while_loop map map_impl scan associative_scan switch", _WITHOUT_BRANCHES),
        ("wrap wrap_with_autocast wrap_activation_checkpoint tag_activation_checkpoint", _WITH_DECOMPOSITIONS),
        ("checkpoint invoke_subgraph invoke_quant hints_wrapper strict_mode out_dtype", _WITH_DECOMPOSITIONS),
        ("run_const_graph auto_functionalized auto_functionalized_v2 with_effects", _WITH_DECOMPOSITIONS),
        ("flex_attention executorch_call_delegate", _WITH_DECOMPOSITIONS),
    )
    for name in names.split()
}
_REGISTER = "register_operation adds one"


def _unknown_operation(operator: str, known: Collection[str]) -> str:
    """Return the hint for an operation that is not among the known ones."""
    name = operator.removeprefix("higher_order.").removeprefix("torch.ops.higher_order.")
    if name in _HIGHER_ORDER:
        return _HIGHER_ORDER[name]
    namespace, separator, _ = operator.partition(".")
    if separator and namespace not in {each.partition(".")[0] for each in known}:
        return f"import the library that registers {namespace!r} and use the engine torch (--engine torch); {_REGISTER}"
    near = difflib.get_close_matches(operator, sorted(known), n=3)
    return (f"known names near it: {', '.join(near)}; " if near else "") + _REGISTER


#: Makes of the function of an operation the one to call instead.
_FunctionWrapper = Callable[[Callable[..., Any]], Callable[..., Any]]


class _Versions:
    """The slots of values. A change of memory gives a new version of it, in which all views have to be taken again.

    Args:
        memory: which values view the same memory; None where none is changed.
    """

    def __init__(self, memory: Memory | None) -> None:
        self.memory = memory
        self._versions: dict[int, int] = {}
        self._places: dict[int, tuple[int, int]] = {}
        self._sources: dict[int, int] = {}

    def changes(self, index: int) -> bool:
        """True if an operation changes memory that another value sees."""
        return self.memory is not None and index in self.memory.changed

    def find(self, index: int) -> int | None:
        """Return the slot of a value, or None where it has to be taken again from what it views."""
        if self.memory is None:
            return index
        slot, version = self._places.get(index, (index, 0))
        return slot if version == self._versions.get(self.memory.roots[index], 0) else None

    def put(self, index: int, slot: int, source: int | None = None) -> None:
        """Say where a value is from now on; source: the slot of what it was taken from."""
        if self.memory is not None:
            self._places[index] = slot, self._versions.get(self.memory.roots[index], 0)
            if source is not None:
                self._sources[index] = source

    def renew(self, root: int, slot: int) -> None:
        """Start another version of the memory of a root, which is in a slot."""
        self._versions[root] = self._versions.get(root, 0) + 1
        self.put(root, slot)

    def before(self, index: int) -> tuple[int, int]:
        """Return the slots of a view before a change, and of what it was taken from then."""
        return self._places.get(index, (index, 0))[0], self._sources[index]


def _writing(engine: Engine, reason: str) -> _FunctionWrapper:
    """Return the function of (changed memory, target, ...) that writes the result over its target, and gives the
    target.

    reason: what to say where the target turns out to be no view of that memory; "" where it may be a copy.
    """

    def wrapper(function: Callable[..., Any]) -> Callable[..., Any]:
        def change(memory: Any, target: Any, *arguments: Any) -> Any:
            if reason and engine.storage(target)[0] != engine.storage(memory)[0]:
                raise NotImplementedError(reason)
            engine.write(target, function(target, *arguments))
            return target

        return change

    return wrapper


def _again(engine: Engine) -> _FunctionWrapper:
    """Return the function of (view, what it was taken from, ...) that takes a view again, and keeps what was a copy."""

    def wrapper(function: Callable[..., Any]) -> Callable[..., Any]:
        def take(before: Any, source: Any, *arguments: Any) -> Any:
            return function(*arguments) if engine.storage(before)[0] == engine.storage(source)[0] else before

        return take

    return wrapper


#: From this many operands on, the product of small ones may be large.
MANY_OPERANDS = 3


def make_steps(
    graph: Graph,
    engine: Engine,
    operations: Mapping[str, Kernel],
    supplied: Iterable[int] = (),
    keep: Iterable[int] = (),
    arrange: Arrange | None = None,
) -> RunSteps:
    """Plan the computation of the outputs of a graph; operations that nothing depends on are left out.

    Args:
        graph: verified.
        engine: finds the operations.
        operations: further operations by name; they win.
        supplied: values that the caller gives, so that they are not computed.
        keep: values that are wanted besides the outputs.
        arrange: has the last word on the calls.

    Raises:
        UnsupportedError: an operation is not known (the message names the nearest known ones), or it changes a tensor
            in place that is used again.
        InvalidError: the arguments of an operation do not fit it.
    """
    supplied = frozenset(supplied)
    memory = memory_of(graph, supplied, layouts_known=engine.layouts_known)
    return _StepsBuilder(graph, engine, operations, supplied, tuple(keep), _Versions(memory), arrange).steps()


@dataclass
class _StepsBuilder:
    graph: Graph
    engine: Engine
    operations: Mapping[str, Kernel]
    supplied: frozenset[int]
    keep: tuple[int, ...]
    versions: _Versions
    arrange: Arrange | None = None
    calls: list[RunStep] = field(default_factory=list)
    names: Names = field(default_factory=Names)
    derived: dict[tuple[bool, int, int | None], int] = field(default_factory=dict)
    template: SlotValues = field(default_factory=list)

    def steps(self) -> RunSteps:
        self.template = [None] * len(self.graph.values)
        live = self._live()
        for operation in self.graph.every(Operation):
            if operation.index in live and operation.index not in self.supplied:
                self._add(operation)
        outputs = tuple(self._slot(ref, None, []) for ref in self.graph.outputs)
        if self.arrange is not None:
            self.calls = self.arrange(self.calls, self.template)
            live &= {slot for call in self.calls for slot in call.uses} | {*outputs, *self.keep}
        needed = [value for value in self.graph.values if value.index in live and not isinstance(value, Operation)]
        outside = (*(value.index for value in needed), *(live & self.supplied))
        sequence = list(self._sequence({*outputs, *self.keep, *outside}))
        return RunSteps(sequence, self.template, outputs, needed, outside)

    def _live(self) -> set[int]:
        """Return the values that the outputs depend on, and the changes in place of what they see."""
        live: set[int] = set()
        memory = self.versions.memory
        seen: dict[int, int] = {}  # by root, up to where its changes are live
        end = len(self.graph.values)
        pending = [*((ref.index, end) for ref in self.graph.outputs), *((index, index) for index in self.keep)]
        while pending:
            index, at = pending.pop()
            if memory is not None:
                pending += [(change, change) for change in memory.seen_by(index, at, seen)]
            if index not in live:
                live.add(index)
                if index not in self.supplied:
                    pending += [(ref.index, index) for ref in refs_of(self.graph.values[index])]
        return live

    def _add(self, operation: Operation) -> None:
        if self.versions.changes(operation.index):
            self._change(operation)
        else:
            self._call(operation, operation.index)
            self.versions.put(operation.index, operation.index, self._source(operation))

    def _call(
        self, operation: Operation, slot: int, wrapper: _FunctionWrapper | None = None, before: Sequence[int] = ()
    ) -> None:
        """Add the call that puts the result of an operation into a slot.

        With a wrapper, what is called is the wrapped function, of the values in the slots `before` and the arguments.
        """
        kernel = self._kernel(operation)
        try:
            given = self.engine.prepare(kernel, bind(kernel, operation, self.names.is_number))
        except ValueError as error:  # BindingError, or a type or layout that the engine lacks
            raise self.graph.error(InvalidError, operation, str(error)) from None
        uses: list[int] = []
        function, arguments = arranged(kernel, given)
        gather, slots = self._gather(arguments, operation, uses)
        own = kernel.name if BUILT_IN.get(kernel.name) is kernel else None
        weighed, estimate = self._weighing(operation, kernel, tuple(uses))
        is_own = slot == operation.index
        call = RunStep(function, gather, slot, tuple(uses), operation, (), weighed, estimate, is_own, own, slots)
        self.calls.append(call if wrapper is None else _wrapped(call, wrapper, before))

    # changes in place

    def _change(self, operation: Operation) -> None:
        """Put a copy in the place of the memory that an operation changes, and let it change that."""
        memory = self.versions.memory
        assert memory is not None
        root, target = memory.roots[operation.index], memory.changed[operation.index]
        source, fresh = self._place(root), self._new_slot()
        self.calls.append(RunStep(self.engine.copy, gather_of([source]), fresh, (source,), operation, kernel=""))
        self.versions.renew(root, fresh)
        self._place(target)
        reason = "" if memory.is_tested(target) else f"what it changes is no view of {self.graph.unit} {root} here"
        self._call(operation, operation.index, _writing(self.engine, reason), [fresh])
        self.versions.put(operation.index, operation.index)

    def _place(self, index: int) -> int:
        """Return the slot of a value; what it views may have been changed, and then it is taken again."""
        slot = self.versions.find(index)
        return self._taken_again(index) if slot is None else slot

    def _taken_again(self, index: int) -> int:
        memory, operation = self.versions.memory, self.graph.values[index]
        assert memory is not None
        assert isinstance(operation, Operation)
        if index in memory.changed:
            slot = self._place(memory.changed[index])
        elif index in memory.tested:
            before, slot = self.versions.before(index), self._new_slot()
            self._call(operation, slot, _again(self.engine), before)
        else:
            slot = self._new_slot()
            self._call(operation, slot)
        self.versions.put(index, slot, self._source(operation))
        return slot

    def _source(self, operation: Operation) -> int | None:
        """Return the slot of what a value is a view of, if it is one."""
        memory = self.versions.memory
        source = None if memory is None else memory.parents.get(operation.index)
        return None if source is None else self._place(source)

    def _new_slot(self) -> int:
        self.template.append(None)
        return len(self.template) - 1

    def _weighing(
        self, operation: Operation, kernel: Kernel, uses: tuple[int, ...]
    ) -> tuple[tuple[int, ...], Estimate | None]:
        """Return when the cost of a call is worth estimating, and how; functions of the caller's own are trusted."""
        known = sizing(kernel.name)
        if kernel is self.operations.get(operation.operator) or (known is None and kernel.name in KERNELS):
            return (), None
        if known is None:
            return (EVERY_TIME,), None
        if known.estimate is None:
            return (), None
        every_time = known.by_numbers or len(uses) >= MANY_OPERANDS
        return (EVERY_TIME,) if every_time else uses, Remembered(known.estimate, known.by_elements)

    # finding operations

    def _kernel(self, operation: Operation) -> Kernel:
        name, resolved = self.names.of(operation)
        found = self.operations.get(operation.operator) or self.engine.find(name) or self.engine.find(resolved)
        if found is None and (new_value := functional_name(name)) is not None:
            found = self.engine.find(new_value)
        if found is None:
            raise self._unknown(operation)
        return found

    def _unknown(self, operation: Operation) -> UnsupportedError:
        reason = f"the {self.engine.name} engine has no operation {operation.operator!r}"
        refusal = self.engine.refusal(operation.operator)
        if refusal is not None:
            reason, hint = refusal
        else:
            hint = _unknown_operation(operation.operator, {*self.engine.known(), *self.operations, *SPELLINGS})
        return self.graph.error(UnsupportedError, operation, reason, hint=hint)

    # arguments

    def _gather(
        self, arguments: Sequence[Any], operation: Operation, uses: list[int]
    ) -> tuple[Callable[[SlotValues], tuple[Any, ...]], tuple[int, ...] | None]:
        """Return the function that picks the arguments of a call, and their slots where these are no lists."""
        if any(isinstance(argument, list | tuple) and is_computed(argument) for argument in arguments):
            getters = [self._getter(argument, operation, uses) for argument in arguments]
            return lambda values: tuple([getter(values) for getter in getters]), None
        slots = [self._slot(argument, operation, uses) for argument in arguments]
        return gather_of(slots), tuple(slots)

    def _getter(self, argument: Any, operation: Operation, uses: list[int]) -> Callable[[SlotValues], Any]:
        if isinstance(argument, list | tuple) and is_computed(argument):
            slots = [self._slot(item, operation, uses) for item in argument]
            return lambda values: [values[slot] for slot in slots]
        return itemgetter(self._slot(argument, operation, uses))

    def _slot(self, argument: Any, operation: Operation | None, uses: list[int]) -> int:
        """Return the slot of an argument at run time; a constant gets a slot of its own."""
        if not isinstance(argument, Ref | ScalarRef):
            self.template.append(argument)
            return len(self.template) - 1
        place = argument.index if isinstance(argument, Ref) else argument.ref.index
        slot = self._place(place)
        if isinstance(argument, ScalarRef) or argument.part is not None:
            slot = self._derived(argument, slot, operation or self.graph.values[place])
        uses.append(slot)
        return slot

    def _derived(self, argument: Ref | ScalarRef, source: int, owner: GraphValue) -> int:
        """Return the slot of one part of the tuple in a slot, or of the number in a tensor; computed once, by its own
        step.
        """
        part = argument.part if isinstance(argument, Ref) else argument.ref.part
        if part is not None and isinstance(argument, ScalarRef):
            source = self._derived(argument.ref, source, owner)
        key = isinstance(argument, ScalarRef), source, part
        if key not in self.derived:
            function = _number if isinstance(argument, ScalarRef) else partial(_part, part or 0)
            assert isinstance(owner, Operation)
            self.derived[key] = slot = self._new_slot()
            self.calls.append(RunStep(function, gather_of([source]), slot, (source,), owner, kernel=""))
        return self.derived[key]

    # lifetimes

    def _sequence(self, kept: set[int]) -> Iterator[RunStep]:
        last_use = {slot: position for position, call in enumerate(self.calls) for slot in (*call.uses, call.slot)}
        frees: dict[int, list[int]] = {}
        for slot, position in last_use.items():
            if slot not in kept:
                frees.setdefault(position, []).append(slot)
        for position, call in enumerate(self.calls):
            yield call._replace(frees=tuple(frees.get(position, ())))


def _wrapped(call: RunStep, wrapper: _FunctionWrapper, before: Sequence[int]) -> RunStep:
    """Return a call of the wrapped function, of the values of some slots and then the arguments."""
    gather, estimate, first, count = call.gather, call.estimate, gather_of(before), len(before)
    return call._replace(
        function=wrapper(call.function),
        gather=lambda values: first(values) + gather(values),
        uses=(*before, *call.uses),
        estimate=None if estimate is None else lambda *arguments: estimate(*arguments[count:]),
        slots=None,
    )


def _part(part: int, value: Any) -> Any:
    if not isinstance(value, tuple | list):
        raise TypeError(f"part {part} of a value that is not a tuple")
    return value[part]


def _number(value: Any) -> Any:
    """Return the single element of a tensor; a Python number as it is."""
    if isinstance(value, bool | int | float | complex):
        return value
    if np.prod(value.shape) != 1:
        raise TypeError(f"a tensor of shape {list(value.shape)} in place of a number")
    return value.item()
