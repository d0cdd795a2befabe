"""NAC files: what the schema cannot say (operands that exist, signatures that fit, constants and parameters in reach).

    @given(nac_files())  # bytes, whatever wrote them
    @given(nac_models())  # NacFile, as NacBuilder makes it and as other writers do

Every section, quantization method, signature code, kind of constant, memory action and kind of instruction occurs.
The operations are not made to be run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from nacformats.api import dumps
from nacformats.formats.nac import MemoryAction, NacBuilder, NacFile, Sections, Value, tables
from nacformats.formats.nac.builder import make_operations
from nacformats.formats.nac.columns.arrays import NewArrays
from nacformats.formats.nac.columns.instructions import ELEMENT_OPERATIONS, OPS, TRNG, Fields, Operations
from nacformats.formats.nac.columns.memory_map import ScheduleRecord, make_memory_map
from nacformats.formats.nac.file.sections import ORDERS, SECTIONS, ParameterData, Resource, offset_field
from nacformats.formats.records import VERSIONS
from nacformats.formats.records.constants import Orchestrator
from nacformats.formats.records.rows import IdTable
from nacformats.fuzz import stored
from nacformats.fuzz.choices import Choices, any_text, pick, several, shuffled, some_of, strategy
from nacformats.fuzz.stored import make_small_tokenizer, make_valid_plan
from nacformats.ops.names import ATEN
from nacformats.products.constructs import nac as construct
from nacformats.typing import NacVersion

#: Index of an instruction -> its words.
_MakeRow = Callable[[int], Fields]

_CODES = tuple(sorted(tables.SIGNATURE_CODES))
_RESERVED = tuple(number for number in range(tables.FIRST_REGULAR) if number not in tables.FIXED_NAMES)
_INT16 = -(2**15), 2**15 - 1
_UINT16 = 0xFFFF
_MOST_STEPS = 12


def _fields(a: int, b: int, c: tuple[int, ...] = (), d: tuple[int, ...] = ()) -> Fields:
    """Return an instruction whose A and B may be members of enums."""
    return Fields(int(a), int(b), c, d)


class Foreign:
    """A file with what NacBuilder does not write: numbers of any order, both prefixes of INPUT and OUTPUT, lost values,
    reserved operations, CONTROL_FLOW and CONVERGENCE, all signature codes, tensors quantized in any way; since v1.7
    operations that take an element and have no signature, a training program of any instructions, and since v1.8 arrays
    with a wrong label.
    """

    def __init__(self, choices: Choices, version: NacVersion = VERSIONS[0]) -> None:
        """Begin a file of a version of the format."""
        self.choices = choices
        self.version = version
        self.constants = self._table(lambda: stored.make_stored_constant(choices), 5, _INT16[1])
        self.signatures = self._signatures()
        self.names = IdTable(self._names())
        self.elements = set[int]()
        if version != VERSIONS[0]:
            self.elements = {each for each, name in self.names.items() if each <= 0xFF and name in ELEMENT_OPERATIONS}
        self.internal = not choices.flag(1 / 4)
        self.parameters = self._table(lambda: stored.make_tensor(choices), 4, _INT16[1])
        self.num_outputs = choices.integer(0, 3)
        self.num_inputs = 0

    def model(self) -> NacFile:
        choices = self.choices
        rows = [self._row(index, self._input) for index in range(choices.length(0, _MOST_STEPS))]
        rows += [self._output(len(rows), final=True)] if rows or not self.num_outputs else []
        inputs = {number: any_text(choices) for number in range(len(rows)) if choices.flag(1 / 4)}
        names = IdTable((number, any_text(choices)) for number in self.parameters)
        tensors = self.parameters if self.internal else None
        count = len(rows)
        sections: dict[str, Any] = {
            "mmap": make_memory_map(several(choices, 3, lambda: self._record(count))),
            "proc": None,
            "orch": self._plan(),
            "rsrc": tuple(several(choices, 3, lambda: Resource(any_text(choices), stored.some_bytes(choices)))),
        }
        if choices.flag(0.5):
            manifest, resources = make_small_tokenizer(choices)
            sections["proc"] = manifest.to_bytes()
            sections["rsrc"] += tuple(Resource(name, data) for name, data in resources.items())
        absent = {name: None for name in sections if choices.flag(0.5)}
        return NacFile(
            quantization=stored.make_method(choices),
            internal_weights=self.internal,
            num_inputs=self.num_inputs,
            num_outputs=self.num_outputs,
            d_model=choices.integer(0, _UINT16),
            sections=Sections(
                ops=self._operations(rows, OPS),
                cmap=self.names,
                cnst=self.constants,
                perm=self.signatures,
                data=ParameterData(names, IdTable(inputs.items()), tensors),
                **{**sections, **absent},
                **self._later(rows),
            ),
            version=self.version,
        )

    def _later(self, rows: Sequence[Fields]) -> dict[str, Any]:
        """Return the sections that v1.6 does not have; rows: the program."""
        choices, known = self.choices, ORDERS[self.version]
        found: dict[str, Any] = {}
        if "trng" in known and choices.flag(2 / 3):
            found["trng"] = self._operations(self._training(rows), TRNG)
        if "arrs" in known and choices.flag(3 / 4):
            names = dict.fromkeys(f"{any_text(choices)}{number}" for number in range(choices.integer(0, 4)))
            found["arrs"] = NewArrays(stored.make_named_array(choices, name) for name in names)
        return found

    def _operations(self, rows: Sequence[Fields], section: str) -> Operations:
        """Return instructions; B of those that take an element may be anything that is no signature with codes."""
        found = make_operations(rows, section=section, version=tables.VERSION_BYTES[self.version])
        unsigned = [number for number in range(256) if not self.signatures.get(number)]
        for index in np.flatnonzero(found.elements):
            found.b[index] = pick(self.choices, unsigned) if self.choices.flag(0.5) else 0
        return found

    def _training(self, rows: Sequence[Fields]) -> list[Fields]:
        """Return a training program: any instructions, updates of parameters, and its end."""
        choices = self.choices
        saved = [index for index, row in enumerate(rows) if row.a != tables.FixedOperation.output]

        def source(_index: int) -> Fields:
            return self._training_input(saved)

        found = [self._row(index, source, self._update) for index in range(choices.length(0, _MOST_STEPS))]
        end = _fields(tables.FixedOperation.output, tables.OutputKind.finish, (), (choices.integer(*_INT16),))
        return [*found, end]

    def _training_input(self, saved: Sequence[int]) -> Fields:
        choices = self.choices
        ids: dict[tables.InputSource, Sequence[int]] = {
            tables.InputSource.target: range(_INT16[1] + 1),
            tables.InputSource.saved: saved,
            tables.InputSource.parameter: list(self.parameters),
            tables.InputSource.constant: list(self.constants),
        }
        source = pick(choices, [source for source, known in ids.items() if known])
        return _fields(tables.FixedOperation.input, source, (choices.integer(1, 2), pick(choices, ids[source])))

    def _update(self, index: int) -> Fields:
        if not self.parameters:
            return self._lost(index)
        c = self.choices.integer(1, 2), pick(self.choices, list(self.parameters))
        d = self._distance(index), self._distance(index)
        return _fields(tables.FixedOperation.output, tables.OutputKind.update, c, d)

    def _signatures(self) -> IdTable[str]:
        """Draw the signatures of `perm`; since v1.7 writers have one for no signature as well."""
        table = self._table(lambda: "".join(some_of(self.choices, _CODES, 6)), 4, _UINT16, least=1)
        has_none = self.version != VERSIONS[0] and self.choices.flag(0.5)
        return IdTable([(0, ""), *table.entries]) if has_none else table

    def _names(self) -> Iterator[tuple[int, str]]:
        """Draw the names of `cmap`; one is not given twice if it may be that of an operation without signature."""
        special = shuffled(self.choices, list(ELEMENT_OPERATIONS))
        for number in self._numbers(4, 2**8 + 20):
            if number >= tables.FIRST_REGULAR:
                yield number, special.pop() if special and self.choices.flag(1 / 3) else any_text(self.choices)

    def _plan(self) -> Orchestrator:
        """Return a plan, and constants that it does not use."""
        plan = make_valid_plan(self.choices, lambda: stored.make_constant(self.choices))
        others = self._table(lambda: stored.make_stored_constant(self.choices), 3, _UINT16)
        return Orchestrator(plan.bytecode, IdTable({**others, **plan.constants}.items()))

    def _table(self, make: Callable[[], Any], most: int, highest: int, least: int = 0) -> IdTable[Any]:
        """Return some entries with different numbers from 1 up, in any order."""
        return IdTable((number, make()) for number in self._numbers(most, highest, least))

    def _numbers(self, most: int, highest: int, least: int = 0) -> list[int]:
        integer, flag = self.choices.integer, self.choices.flag
        found = (integer(1, highest if flag(1 / 4) else 40) for _ in range(integer(least, most)))
        return list(dict.fromkeys(found))

    def _record(self, count: int) -> ScheduleRecord:
        choices = self.choices
        actions = sorted(tables.members_of("memory_action", self.version))
        commands = several(choices, 3, lambda: (pick(choices, actions), choices.integer(0, count)))
        return ScheduleRecord(choices.integer(0, count), tuple(commands))

    def _row(self, index: int, source: _MakeRow, output: _MakeRow | None = None) -> Fields:
        """Return any instruction; source: makes an INPUT; output: an OUTPUT, where it is not one of a subgraph."""
        kinds = [source, self._regular, self._regular, self._lost, *([self._any_element] if self.elements else [])]
        if index:
            kinds += [self._convergence, self._control_flow, output or self._subgraph_output]
        return pick(self.choices, kinds)(index)

    def _input(self, _index: int) -> Fields:
        choices = self.choices
        prefix = choices.integer(1, 2)
        ids = {tables.InputSource.parameter: list(self.parameters), tables.InputSource.constant: list(self.constants)}
        source = tables.InputSource(pick(choices, sorted(tables.members_of("input_source", "1.6"))))
        known = ids.get(source, range(_INT16[1] + 1))
        if source == tables.InputSource.user or not known:
            self.num_inputs += 1
            return _fields(tables.FixedOperation.input, tables.InputSource.user)
        return _fields(tables.FixedOperation.input, source, (prefix, pick(choices, known)))

    def _regular(self, index: int) -> Fields:
        choices = self.choices
        regular = [number for number in tables.fixed_names(self.version) if number >= tables.FIRST_REGULAR]
        a = pick(choices, [*regular, *(number for number in self.names if number <= 0xFF)])
        b = pick(choices, [0, *(number for number in self.signatures if number <= 0xFF)])
        codes = self.signatures[b] if b else ""
        if a in self.elements and not codes:
            return self._element(index, a)
        d = tuple(self._operand(index, code) for code in codes)
        constants = some_of(choices, list(self.constants), d.count(0), d.count(0))
        has_c = not tables.CONSTANT_CODES.isdisjoint(codes)
        if d.count(0) and not (has_c and constants):
            return self._lost(index)  # a zero in D takes a constant
        return Fields(a, b, (len(constants), *constants) if has_c else (), d)

    def _any_element(self, index: int) -> Fields:
        return self._element(index, pick(self.choices, sorted(self.elements)))

    def _element(self, index: int, a: int) -> Fields:
        """Return an operation that takes an element and has no signature."""
        if not index:
            return self._lost(index)
        constants = some_of(self.choices, list(self.constants), 3)
        return Fields(a, 0, (len(constants), *constants), (self._distance(index),))

    def _operand(self, index: int, code: str) -> int:
        """Return a word of D: mostly as the code says, but any code may have a result, and a result code a constant."""
        is_constant = (code in tables.CONSTANT_CODES) != self.choices.flag(1 / 8)
        return 0 if is_constant or not index else self._distance(index)

    def _distance(self, index: int) -> int:
        return -self.choices.integer(1, index)

    def _lost(self, _index: int) -> Fields:
        return Fields(pick(self.choices, (0, *_RESERVED)), 0)

    def _convergence(self, index: int) -> Fields:
        threshold = self.choices.integer(0, 100)
        back = [-place for place in range(index + 1)]
        branches = some_of(self.choices, back, 3)
        words = (pick(self.choices, back), len(branches), *branches)
        return _fields(tables.FixedOperation.convergence, threshold, (self._distance(index),), words)

    def _control_flow(self, index: int) -> Fields:
        words = (self.choices.integer(2, 3), self.choices.integer(*_INT16), self.choices.integer(*_INT16))
        return _fields(tables.FixedOperation.control_flow, 0, words, (self._distance(index),))

    def _subgraph_output(self, index: int) -> Fields:
        return self._output(index, final=False)

    def _output(self, index: int, *, final: bool) -> Fields:
        count = self.num_outputs
        prefix = count + self.choices.integer(0, 1)
        distances = [self._distance(index) for _ in range(count)]
        return _fields(tables.FixedOperation.output, not final, (prefix, *[0] * count), tuple(distances))


#: For NacBuilder: fixed numbers, of which v1.6 has one less, names that need one, and names that are hard to write.
_OPERATIONS = ("nac.add", "nac.arange", "nac.mul", ATEN.linear.default, "getitem", "größe", "x\0y")
_LARGEST_STATE = 2**15 - 1


def make_nac_model(choices: Choices) -> NacFile:
    """Return a file in memory: half of them are built with NacBuilder, half have what only other writers make."""
    version = pick(choices, VERSIONS)
    return make_built(choices, version) if choices.flag(0.5) else Foreign(choices, version).model()


#: The Hypothesis strategy of it.
nac_models = strategy(make_nac_model)


def make_nac_file(choices: Choices) -> bytes:
    """Return a file that strict reading accepts; the sections of some are in another order, or apart."""
    data = dumps(make_nac_model(choices))
    return _moved(choices, data) if choices.flag(1 / 3) else data


#: The Hypothesis strategy of it.
nac_files = strategy(make_nac_file)


def make_built(choices: Choices, version: NacVersion = VERSIONS[0]) -> NacFile:
    """Return a file of a version as a user of NacBuilder makes it."""
    external = choices.flag(1 / 4)
    d_model, method = choices.integer(0, _UINT16), stored.make_method(choices)
    builder = NacBuilder(d_model=d_model, quantize=method, external_weights=external, version=version)
    values, weights = [builder.input("x")], list[str]()
    for number in range(choices.length(0, _MOST_STEPS)):
        values.append(_step(choices, builder, values, f"{number}.", weights))
    for _ in range(choices.integer(0, 2)):
        tick, target = some_of(choices, values, 2, 2)
        builder.schedule(tick, MemoryAction(pick(choices, sorted(tables.members_of("memory_action", version)))), target)
    if "trng" in ORDERS[version] and choices.flag(0.5):
        _train(choices, builder, values, weights)
    if "arrs" in ORDERS[version]:
        for number in range(choices.integer(0, 3)):
            builder.array(f"{any_text(choices)}{number}", stored.make_nac_array(choices))
    if choices.flag(0.5):
        manifest, resources = make_small_tokenizer(choices)
        builder.tokenizer(SimpleNamespace(manifest=manifest, resources=resources))
    if choices.flag(0.5):
        builder.resource(any_text(choices), stored.some_bytes(choices))
    if choices.flag(0.5):
        builder.plan(make_valid_plan(choices, lambda: stored.make_constant(choices)))
    builder.output(*some_of(choices, values, 3))
    return builder.build()


def _step(choices: Choices, builder: NacBuilder, values: list[Value], prefix: str, weights: list[str]) -> Value:
    """Return one more instruction; the name of a weight begins with a prefix."""
    kind = choices.integer(0, 6)
    if kind == 0:
        return builder.input(_name_or_none(choices))
    if kind == 1:
        weights.append(f"{prefix}{any_text(choices)}")
        return builder.parameter(weights[-1], stored.make_nac_array(choices), quantize=stored.make_method(choices))
    if kind == 2:
        return builder.state(choices.integer(0, _LARGEST_STATE))
    if kind == 3:
        return builder.constant(stored.make_constant(choices), name=_name_or_none(choices))
    return builder.operation(*_call(choices, values))


def _call(choices: Choices, values: list[Value]) -> list[Any]:
    """Return the name and the arguments of an operation; since v1.7, one that takes an element has arguments."""
    name = pick(choices, _OPERATIONS)
    return [name, *several(choices, 5, lambda: _argument(choices, values), int(name == "getitem"))]


def _train(choices: Choices, builder: NacBuilder, values: list[Value], weights: list[str]) -> None:
    """Add a training program with updates of some weights."""
    training = builder.training()
    found = [training.constant(stored.make_constant(choices))]
    for _ in range(choices.length(0, _MOST_STEPS)):
        kind = choices.integer(0, 4)
        if kind == 0:
            found.append(training.saved(pick(choices, values)))
        elif kind == 1:
            found.append(training.target(choices.integer(0, 3)))
        elif kind == 2 and weights:
            found.append(training.parameter(pick(choices, weights)))
        else:
            found.append(training.operation(*_call(choices, found)))
    for name in some_of(choices, weights, 3):
        training.update(name, *some_of(choices, found, 2, 2))
    training.finish()


def _argument(choices: Choices, values: list[Value]) -> Any:
    return stored.make_constant(choices) if choices.flag(0.5) else pick(choices, values)


def _name_or_none(choices: Choices) -> str | None:
    return any_text(choices) if choices.flag(0.5) else None


def _moved(choices: Choices, data: bytes) -> bytes:
    """Return the same sections in another order, with gaps of zeros between them.

    The size of the header tells versions apart, and it is where a section begins that all versions have.
    """
    tree = dict(construct.parse(data))
    fields = [offset_field(name) for name in SECTIONS if tree.get(offset_field(name))]
    starts = sorted(tree[field] for field in fields)
    ends = dict(zip(starts, [*starts[1:], len(data)], strict=True))
    position = starts[0]  # a header of another size means another version
    places = {}
    order = shuffled(choices, fields)
    if order[0] == offset_field("arrs"):
        order = [*order[1:], order[0]]
    for field in order:
        places[field] = position
        position += ends[tree[field]] - tree[field] + choices.integer(0, 2)
    built: bytes = construct.build({**tree, **places})
    return built
