"""The contents of a NAC file, and its parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Self, cast

from nacformats.errors import FormatError, InvalidError
from nacformats.formats.base import Model
from nacformats.formats.nac.columns.arrays import ArraysByName, NamedArray
from nacformats.formats.nac.columns.instructions import OPS, TRNG, Lengths, Operations
from nacformats.formats.nac.columns.memory_map import MemoryMap
from nacformats.formats.nac.columns.tensors import Parameter, Tensor, by_header, describe_parameter
from nacformats.formats.nac.file.sections import ORDERS, SECTIONS, Extent, NameTables, ParameterData, Resource, Sections
from nacformats.formats.nac.tables import FORMAT_NAME, VERSION_BYTES, Quantization, fixed_names
from nacformats.formats.records import VERSIONS
from nacformats.formats.records.constants import Constant
from nacformats.plain import Plain

if TYPE_CHECKING:
    from nacformats.formats.mep.program import Plan
    from nacformats.formats.nac.file.external import ExternalWeights, NewWeights
    from nacformats.formats.nac.file.program import Instructions
    from nacformats.formats.tisa.manifest import Manifest
    from nacformats.typing import NacVersion


class NacContents(Model, Plain, frozen=False, kw_only=True):
    """The contents of a NacFile: its sections, and what follows from them."""

    sections: Sections = Sections()
    quantization: Quantization = Quantization.none
    internal_weights: bool = True
    num_inputs: int = 0
    num_outputs: int = 0
    d_model: int = 0
    extents: tuple[Extent, ...] = ()
    weights: ExternalWeights | NewWeights | None = None
    version: NacVersion = VERSIONS[0]

    format = FORMAT_NAME
    #: What the header that was read says about the training program; None for a new file.
    training_flag = cast("bool | None", None)

    def __post_init__(self) -> None:
        self.sections = self.sections.copy()  # no two files share what one of them may change
        self._as_made = self.sections.copy()
        self._closed = False
        #: Path of a field -> its offset in the bytes that were read, if any.
        self._locate: Callable[[str], int | None] = lambda _path: None

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a NacFile cannot be copied or pickled: nacformats.dumps and loads give another one")

    def duplicate(self) -> Self:
        """Return a file of the same sections, which can be changed without this one. It reads from the same mapping."""
        self.check_open()
        from dataclasses import replace  # noqa: PLC0415  reading has no need of it

        other = replace(self)
        other.source, other._as_made, other._locate = self.source, self._as_made, self._locate
        return other

    def close(self) -> None:
        """Give the mapping back. Arrays that were taken out stay usable; the file itself does not."""
        super().close()
        if self.weights is not None:
            self.weights.close()
        self._closed = self.source is not None

    def check_open(self) -> None:
        """Raise ValueError when the file was closed."""
        if self._closed:
            raise ValueError("the file is closed")

    @property
    def section_names(self) -> tuple[str, ...]:
        """Names of the sections that the file has, in the order in which they are written."""
        read = [extent.name for extent in self.extents if extent.name]
        order = [*read, *(name for name in ORDERS[self.version] if name not in read)]
        return tuple(name for name in order if getattr(self.sections, name) is not None)

    @property
    def keeps_layout(self) -> bool:
        """True if every section is the one that was read, so that each fits its old place."""
        return bool(self.extents) and all(map(self.was_read, SECTIONS))

    @property
    def constants(self) -> Mapping[int, Constant]:
        """Constants by id."""
        return {} if self.sections.cnst is None else self.sections.cnst

    @property
    def signatures(self) -> Mapping[int, str]:
        """Signatures by id."""
        return {} if self.sections.perm is None else self.sections.perm

    @property
    def operation_names(self) -> Mapping[int, str]:
        """Names of the operations whose number has no fixed name."""
        return {} if self.sections.cmap is None else self.sections.cmap

    @property
    def memory_map(self) -> MemoryMap | None:
        """The schedule of a memory coprocessor (section 4), or None."""
        return self.sections.mmap

    @property
    def resources(self) -> tuple[Resource, ...]:
        """Files that belong to the model (section 6.3), in order."""
        return self.sections.rsrc or ()

    @property
    def instructions(self) -> Instructions:
        """The program, with names and operands. Instructions are made when they are asked for.

        Raises:
            ValueError: the file is closed.
        """
        self.check_open()
        from nacformats.formats.nac.file.program import Instructions  # noqa: PLC0415  checks look at columns

        return Instructions(self.sections.ops or Operations.empty(), name_tables(self))

    @property
    def training(self) -> Instructions:
        """The training program, with names and operands; empty where the file has none (NAC v1.7).

        Its operands refer to its own instructions; a SavedRef refers to one of `instructions`.

        Raises:
            ValueError: the file is closed.
        """
        self.check_open()
        from nacformats.formats.nac.file.program import Instructions  # noqa: PLC0415  checks look at columns

        return Instructions(self.sections.trng or Operations.empty(TRNG), name_tables(self, TRNG))

    @property
    def arrays(self) -> Mapping[str, NamedArray]:
        """Arrays that plans load, by name; empty where the file has none (NAC v1.8).

        Raises:
            ValueError: the file is closed.
        """
        self.check_open()
        return ArraysByName(self.sections.arrs)

    @property
    def lengths(self) -> Lengths:
        """The facts that give instructions their length."""
        version = VERSION_BYTES[self.version]
        cmap, perm = self.sections.cmap, self.sections.perm
        names = () if cmap is None or self.version == VERSIONS[0] else cmap.entries
        signatures = {} if perm is None else dict(zip(perm.numbers, perm.rows, strict=True))
        return Lengths(signatures, self.num_outputs, version, names)

    @property
    def parameters(self) -> Parameters:
        """The parameters that have a name or a tensor, by id or by name; tensors are read when they are asked for.

        Raises:
            ValueError: the file is closed.
        """
        self.check_open()
        return Parameters(self)

    @property
    def plan(self) -> Plan | None:
        """The program that runs models (section 9), or None.

        Raises:
            InvalidError: its bytecode has an unknown opcode.
            TruncatedError: its last instruction is cut off.
            LimitError: it is longer than limits.MAX_PLAN_BYTES.
            ValueError: the file is closed.
        """
        self.check_open()
        if self.sections.orch is None:
            return None
        from nacformats.formats.mep.program import Plan  # noqa: PLC0415  most files are run without their plan

        start = self._offset("orch", "orch.bytecode")
        return Plan.from_bytecode(self.sections.orch.bytecode, self.sections.orch.constants, start=start)

    @property
    def manifest(self) -> Manifest | None:
        """The steps of the tokenizer (section 6.2) without its resources, or None; `Tokenizer.of(file)` runs them.

        Raises:
            FormatError: the manifest cannot be read.
            ValueError: the file is closed.
        """
        self.check_open()
        if self.sections.proc is None:
            return None
        from nacformats.formats.tisa.manifest import Manifest  # noqa: PLC0415  most files have none

        return Manifest.parse(self.sections.proc, start=self.manifest_start)

    @property
    def manifest_start(self) -> int:
        """The offset of the manifest in the file that was read, at the end of a section; 0 for one set since.

        That takes no look into the file, which would take longer than reading the manifest.
        """
        if self.sections.proc is None or not self.was_read("proc"):
            return 0
        return next((each.stop - len(self.sections.proc) for each in self.extents if each.name == "proc"), 0)

    def _offset(self, section: str, path: str) -> int:
        """Return where a field of a section is in the file that was read; 0 for a section that was set since."""
        return (self._locate(path) if self.was_read(section) else None) or 0

    def was_read(self, section: str) -> bool:
        """True if a section is as it was read, or missing as it was then."""
        return getattr(self.sections, section) is getattr(self._as_made, section)


def program_of(file: NacContents, section: str = OPS) -> Operations:
    """Return the instructions of a section of a file, "ops" or "trng"; none where it has no such program."""
    operations: Operations | None = file.sections.ops if section == OPS else file.sections.trng
    return operations if operations is not None else Operations.empty(section)


def name_tables(file: NacContents, section: str = OPS) -> NameTables:
    """Return what the instructions of a section of a file, "ops" or "trng", refer to by number."""
    data = file.sections.data or ParameterData()
    inputs: Mapping[int, str] = data.inputs if section == OPS else {}
    tables = file.operation_names, file.signatures, file.constants, data.parameters, inputs
    return NameTables(*tables, fixed_names(file.version))


class Parameters(Mapping[int, Parameter]):
    """The parameters of a file by id; `parameters["fc.weight"]` looks one up by name."""

    def __init__(self, file: NacContents) -> None:
        self._file = file
        self._data = file.sections.data or ParameterData()

    def __getitem__(self, key: int | str) -> Parameter:
        if key not in self:
            raise KeyError(f"there is no parameter {key!r}")
        number = self._data.parameters.ids[key] if isinstance(key, str) else key
        name = self._data.parameters.get(number)
        return Parameter(number, name, lambda: self._tensor(number, name), self._file._locate)

    def __contains__(self, key: object) -> bool:
        if isinstance(key, str):
            return key in self._data.parameters.ids
        return key in self._data.parameters or key in (self._data.tensors or ())

    def __iter__(self) -> Iterator[int]:
        return iter(dict.fromkeys([*self._data.parameters, *(self._data.tensors or ())]))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    @property
    def stored(self) -> list[int]:
        """Ids of the parameters that can be read: from a tensor, or by their name in the file of weights."""
        table = self._data.tensors if self._file.internal_weights else self._data.parameters
        return [] if table is None else list(dict.fromkeys(table.numbers))

    def _tensor(self, number: int, name: str | None) -> Tensor:
        find = self._internal if self._file.internal_weights else self._external
        return by_header(find(number, name), self._file.quantization)

    def _internal(self, number: int, name: str | None) -> Tensor:
        tensor = None if self._data.tensors is None else self._data.tensors.get(number)
        if tensor is None:
            raise _missing(number, name, "`data` has no tensor for it")
        return tensor

    def _external(self, number: int, name: str | None) -> Tensor:
        if name is None:
            raise _missing(number, name, "it has no name to look for")
        if self._file.weights is None:
            raise _missing(number, name, "its file is not known", hint="load the file from a path, or give `weights`")
        return self._file.weights.tensor(name)


def _missing(number: int, name: str | None, reason: str, hint: str | None = None) -> FormatError:
    return InvalidError(
        f"parameter {describe_parameter(number, name)} is missing: {reason}", format=FORMAT_NAME, hint=hint
    )
