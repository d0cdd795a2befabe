"""The sections of a NAC file: their names, their order, and what a NacFile holds of each (NAC v1.6, section 2.2.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nacformats._generated.tables.nac import SCHEMA
from nacformats.codec.columns import Columns
from nacformats.codec.streams import Buffer
from nacformats.formats.nac.columns.arrays import NamedArrays
from nacformats.formats.nac.columns.instructions import Operations
from nacformats.formats.nac.columns.memory_map import MemoryMap
from nacformats.formats.nac.columns.tensors import Tensor
from nacformats.formats.nac.tables import FIRST_REGULAR, FIXED_NAMES, SYSTEM_NAMES
from nacformats.formats.records import VERSIONS
from nacformats.formats.records.constants import Constant, Orchestrator
from nacformats.formats.records.rows import IdTable
from nacformats.formats.stored import Texts
from nacformats.plain import Plain, PlainValue, detail


class ParameterData(PlainValue):
    """The section `data` (section 6.1).

    Attributes:
        parameters: names of parameters by id.
        inputs: names of inputs by the index of their INPUT instruction.
        tensors: the tensors by parameter id; None when they are in a file of their own.
    """

    parameters: IdTable[str] = IdTable()
    inputs: IdTable[str] = IdTable()
    tensors: IdTable[Tensor] | None = None


class Resource(PlainValue):
    """One file of the section `rsrc` (section 6.3)."""

    name: str
    data: Buffer = detail(repr=False)

    @classmethod
    def all_of(cls, view: memoryview, columns: Columns) -> tuple[Resource, ...]:
        """Return the files of a section that was read."""
        names = Texts.of(columns, "name")
        spans = zip(names, columns["data@"].tolist(), columns["data#"].tolist(), strict=True)
        return tuple(cls(name, view[start : start + size]) for name, start, size in spans)


class Extent(PlainValue):
    """The place of a section, or of a gap between sections, in the file that it was read from.

    Attributes:
        name: of the section, or "" for a gap.
        start, stop: in bytes.
    """

    name: str
    start: int
    stop: int

    @property
    def size(self) -> int:
        return self.stop - self.start


class Sections(Plain, frozen=False, kw_only=True):
    """The sections of a NAC file, under the names of the specification. A section that is missing is None.

    Attributes:
        mmap: schedule of a memory coprocessor (section 4).
        ops: the program, as arrays (section 3).
        cmap: names of operations by number (section 5.1).
        cnst: constants by id (section 5.3).
        perm: signatures by id (section 5.2).
        data: names of parameters and inputs, and tensors (section 6.1).
        proc: compiled tokenizer manifest (section 6.2).
        orch: bytecode and constants of a program that runs models (section 9).
        rsrc: files that belong to the model (section 6.3).
        trng: the program that makes a step of training, as arrays (v1.7).
        arrs: arrays that plans load, in the order of the file (v1.8).
    """

    mmap: MemoryMap | None = None
    ops: Operations | None = None
    cmap: IdTable[str] | None = None
    cnst: IdTable[Constant] | None = None
    perm: IdTable[str] | None = None
    data: ParameterData | None = None
    proc: Buffer | None = None
    orch: Orchestrator | None = None
    rsrc: tuple[Resource, ...] | None = None
    trng: Operations | None = None
    arrs: NamedArrays | None = None

    def copy(self) -> Sections:
        """Return the same sections in an object of their own."""
        return Sections(**vars(self))


class NameTables(Plain):
    """The tables that instructions refer to by number, each empty when the file has none.

    fixed: names that need no entry in a table; later versions have more of them.
    """

    operations: Mapping[int, str]
    signatures: Mapping[int, str]
    constants: Mapping[int, Constant]
    parameters: Mapping[int, str]
    inputs: Mapping[int, str]
    fixed: Mapping[int, str] = FIXED_NAMES

    def operation(self, a: int) -> str | None:
        """Return the canonical name of an operation; `cmap` wins over the fixed names, but never for system
        operations.
        """
        if a < FIRST_REGULAR:
            return SYSTEM_NAMES[a]
        return self.operations.get(a, self.fixed.get(a))


def offset_field(name: str) -> str:
    """Return the field of the header with the offset of a section."""
    return SCHEMA.root.members[name].pos


#: The sections by name, with the types of what a NacFile holds of each.
SECTIONS: dict[str, tuple[type[Any], ...]] = {
    "mmap": (MemoryMap,),
    "ops": (Operations,),
    "cmap": (IdTable,),
    "cnst": (IdTable,),
    "perm": (IdTable,),
    "data": (ParameterData,),
    "proc": (bytes, bytearray, memoryview),
    "rsrc": (tuple, list),
    "orch": (Orchestrator,),
    "trng": (Operations,),
    "arrs": (NamedArrays,),
}

# The sections in the order of the header, and the first version that has each.
_SINCE = {each.id.removeprefix("ofs_"): each.since for each in SCHEMA.root.fields if each.id.startswith("ofs_")}
#: The sections of each version, in the order in which new files have them: in v1.6, `orch` is last.
ORDERS: dict[str, tuple[str, ...]] = {
    version: tuple(
        sorted(
            (name for name, since in _SINCE.items() if since <= version),
            key=lambda name: version == VERSIONS[0] and name == "orch",
        )
    )
    for version in VERSIONS
}
