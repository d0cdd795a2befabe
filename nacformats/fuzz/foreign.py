"""NAC files as other writers make them: what NacBuilder does not write, of all versions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from nacformats.formats.nac import NacFile, Sections
from nacformats.formats.nac.columns.arrays import make_arrays
from nacformats.formats.nac.columns.instructions import ELEMENT_OPERATIONS, OPS, TRNG, Fields, Operations
from nacformats.formats.nac.columns.memory_map import ScheduleRecord, make_memory_map
from nacformats.formats.nac.file.sections import ORDERS, ParameterData, Resource
from nacformats.formats.nac.program_builder import make_operations
from nacformats.formats.nac.tables import (
    CONSTANT_CODES,
    FIRST_REGULAR,
    FIXED_NAMES,
    SIGNATURE_CODES,
    VERSION_BYTES,
    FixedOperation,
    InputSource,
    OutputKind,
    fixed_names,
    members_of,
)
from nacformats.formats.records.constants import Orchestrator
from nacformats.formats.records.rows import IdTable
from nacformats.formats.records.versions import VERSIONS
from nacformats.fuzz.attachments import make_small_tokenizer, make_valid_plan
from nacformats.fuzz.choices import Choices
from nacformats.fuzz.drawing import any_text, pick, several, shuffled, some_of
from nacformats.fuzz.stored import (
    make_constant,
    make_method,
    make_named_array,
    make_stored_constant,
    make_tensor,
    some_bytes,
)
from nacformats.typing import NacVersion

#: Index of an instruction -> its words.
_MakeRow = Callable[[int], Fields]

_CODES = tuple(sorted(SIGNATURE_CODES))
_RESERVED = tuple(number for number in range(FIRST_REGULAR) if number not in FIXED_NAMES)
_INT16 = -(2**15), 2**15 - 1
_UINT16 = 0xFFFF
_MOST_STEPS = 12


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
        self.constants = self._table(lambda: make_stored_constant(choices), 5, _INT16[1])
        self.signatures = self._signatures()
        self.names = IdTable(self._names())
        self.elements = set[int]()
        if version != VERSIONS[0]:
            self.elements = {each for each, name in self.names.items() if each <= 0xFF and name in ELEMENT_OPERATIONS}
        self.internal = not choices.flag(1 / 4)
        self.parameters = self._table(lambda: make_tensor(choices), 4, _INT16[1])
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
            "rsrc": tuple(several(choices, 3, lambda: Resource(any_text(choices), some_bytes(choices)))),
        }
        if choices.flag(0.5):
            manifest, resources = make_small_tokenizer(choices)
            sections["proc"] = manifest.to_bytes()
            sections["rsrc"] += tuple(Resource(name, data) for name, data in resources.items())
        absent = {name: None for name in sections if choices.flag(0.5)}
        return NacFile(
            quantization=make_method(choices),
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
            found["arrs"] = make_arrays(make_named_array(choices, name) for name in names)
        return found

    def _operations(self, rows: Sequence[Fields], section: str) -> Operations:
        """Instructions; B of those that take an element may be anything that is no signature with codes."""
        found = make_operations(rows, section=section, version=VERSION_BYTES[self.version])
        unsigned = [number for number in range(256) if not self.signatures.get(number)]
        for index in np.flatnonzero(found.elements):
            found.b[index] = pick(self.choices, unsigned) if self.choices.flag(0.5) else 0
        return found

    def _training(self, rows: Sequence[Fields]) -> list[Fields]:
        """Return a training program: any instructions, updates of parameters, and its end."""
        choices = self.choices
        saved = [index for index, row in enumerate(rows) if row.a != FixedOperation.output]

        def source(_index: int) -> Fields:
            return self._training_input(saved)

        found = [self._row(index, source, self._update) for index in range(choices.length(0, _MOST_STEPS))]
        return [*found, Fields(int(FixedOperation.output), int(OutputKind.finish), (), (choices.integer(*_INT16),))]

    def _training_input(self, saved: Sequence[int]) -> Fields:
        choices = self.choices
        ids: dict[InputSource, Sequence[int]] = {
            InputSource.target: range(_INT16[1] + 1),
            InputSource.saved: saved,
            InputSource.parameter: list(self.parameters),
            InputSource.constant: list(self.constants),
        }
        source = pick(choices, [source for source, known in ids.items() if known])
        return Fields(int(FixedOperation.input), int(source), (choices.integer(1, 2), pick(choices, ids[source])))

    def _update(self, index: int) -> Fields:
        if not self.parameters:
            return self._lost(index)
        c = self.choices.integer(1, 2), pick(self.choices, list(self.parameters))
        d = self._distance(index), self._distance(index)
        return Fields(int(FixedOperation.output), int(OutputKind.update), c, d)

    def _signatures(self) -> IdTable[str]:
        """Draw the signatures of `perm`; since v1.7 writers have one for no signature as well."""
        table = self._table(self._signature, 4, _UINT16, least=1)
        has_none = self.version != VERSIONS[0] and self.choices.flag(0.5)
        return IdTable([(0, ""), *table.entries]) if has_none else table

    def _names(self) -> Iterator[tuple[int, str]]:
        """Draw the names of `cmap`; one is not given twice if it may be that of an operation without signature."""
        special = shuffled(self.choices, list(ELEMENT_OPERATIONS))
        for number in self._numbers(4, 2**8 + 20):
            if number >= FIRST_REGULAR:
                yield number, special.pop() if special and self.choices.flag(1 / 3) else any_text(self.choices)

    def _plan(self) -> Orchestrator:
        """Return a plan, and constants that it does not use."""
        plan = make_valid_plan(self.choices, lambda: make_constant(self.choices))
        others = self._table(lambda: make_stored_constant(self.choices), 3, _UINT16)
        return Orchestrator(plan.bytecode, IdTable({**others, **plan.constants}.items()))

    def _table(self, make: Callable[[], Any], most: int, highest: int, least: int = 0) -> IdTable[Any]:
        """Return some entries with different numbers from 1 up, in any order."""
        return IdTable((number, make()) for number in self._numbers(most, highest, least))

    def _numbers(self, most: int, highest: int, least: int = 0) -> list[int]:
        found = dict.fromkeys(self._number(highest) for _ in range(self.choices.integer(least, most)))
        return list(found)

    def _number(self, highest: int) -> int:
        return self.choices.integer(1, highest if self.choices.flag(1 / 4) else 40)

    def _signature(self) -> str:
        return "".join(some_of(self.choices, _CODES, 6))

    def _record(self, count: int) -> ScheduleRecord:
        choices = self.choices
        actions = sorted(members_of("memory_action", self.version))
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
        ids = {InputSource.parameter: list(self.parameters), InputSource.constant: list(self.constants)}
        source = InputSource(pick(choices, sorted(members_of("input_source", "1.6"))))
        known = ids.get(source, range(_INT16[1] + 1))
        if source == InputSource.user or not known:
            self.num_inputs += 1
            return Fields(int(FixedOperation.input), int(InputSource.user))
        return Fields(int(FixedOperation.input), int(source), (prefix, pick(choices, known)))

    def _regular(self, index: int) -> Fields:
        choices = self.choices
        regular = [number for number in fixed_names(self.version) if number >= FIRST_REGULAR]
        a = pick(choices, [*regular, *(number for number in self.names if number <= 0xFF)])
        b = pick(choices, [0, *(number for number in self.signatures if number <= 0xFF)])
        codes = self.signatures[b] if b else ""
        if a in self.elements and not codes:
            return self._element(index, a)
        d = tuple(self._operand(index, code) for code in codes)
        constants = some_of(choices, list(self.constants), d.count(0), d.count(0))
        has_c = not CONSTANT_CODES.isdisjoint(codes)
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
        is_constant = (code in CONSTANT_CODES) != self.choices.flag(1 / 8)
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
        return Fields(int(FixedOperation.convergence), threshold, (self._distance(index),), words)

    def _control_flow(self, index: int) -> Fields:
        words = (self.choices.integer(2, 3), self.choices.integer(*_INT16), self.choices.integer(*_INT16))
        return Fields(int(FixedOperation.control_flow), 0, words, (self._distance(index),))

    def _subgraph_output(self, index: int) -> Fields:
        return self._output(index, final=False)

    def _output(self, index: int, *, final: bool) -> Fields:
        count = self.num_outputs
        prefix = count + self.choices.integer(0, 1)
        distances = [self._distance(index) for _ in range(count)]
        return Fields(int(FixedOperation.output), int(not final), (prefix, *[0] * count), tuple(distances))
