"""A NAC file in memory, and its parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Protocol, cast

import numpy.typing as npt

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
    from nacformats.typing import NacVersion, QuantizationName


class TokenizerParts(Protocol):
    """A tokenizer as a file holds it: its manifest, and the files that it needs by name."""

    @property
    def manifest(self) -> Manifest: ...
    @property
    def resources(self) -> Mapping[str, bytes]: ...


class NacFile(Model, Plain, frozen=False, kw_only=True):
    """A neural network as a program, with what it refers to. Make one with NacBuilder, or read a file.

    Attributes:
        sections: what it holds, section by section; the properties give the same by plain names.
        quantization: how the weights were quantized, as the header has it; each parameter has its own as well.
        internal_weights: whether the tensors are in this file.
        num_inputs: number of named inputs that the caller gives.
        num_outputs: number of outputs.
        d_model: size of the embedding or hidden state, 0 when there is none.
        extents: sections and gaps in the order of the file that it was read from; empty for a new one.
        weights: the tensors, where they are not in this file.
        version: of the format: "1.6", "1.7" or "1.8".
    """

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

    def duplicate(self) -> NacFile:
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

    def __repr__(self) -> str:
        if self._closed:
            return "<closed NacFile>"
        parts = [f"{len(self.instructions)} instructions"]
        parts += [f"{len(self.training)} of training"] if self.sections.trng is not None else []
        parts += [f"{len(self.parameters)} parameters"]
        parts += [f"{len(self.arrays)} arrays"] if self.sections.arrs is not None and len(self.sections.arrs) else []
        listed = f"{', '.join(parts[:-1])} and {parts[-1]}"
        version = "" if self.version == VERSIONS[0] else f" v{self.version}"
        return f"<NacFile{version} of {listed}, sections {' '.join(self.section_names) or 'none'}>"

    def set_parameter(
        self, key: str | int, array: npt.ArrayLike, *, quantize: Quantization | QuantizationName | None = None
    ) -> None:
        """Replace the numbers of a parameter; the rest of the file stays as it is.

        Weights outside of the file are written anew beside it, all of them, when the file is.

        Args:
            key: its name or its id.
            array: of the shape of the parameter, and of the dtype that its `array()` has; numbers and lists are
                converted. It is borrowed when it is stored as it is.
            quantize: how to store it: None for as it is, "FP16", "INT8_TENSOR", "INT8_CHANNEL" or "BLOCK_FP8". Only
                floating point numbers are quantized.

        Raises:
            InvalidError: there is no such parameter, or the array has another shape or dtype.
            ValueError: there is no such method, or the file is closed.
        """
        from nacformats.formats.nac.file import editing  # noqa: PLC0415  most files are only read

        editing.set_parameter(self, key, array, quantize)

    def set_constant(self, number: int, value: object) -> None:
        """Replace a constant by one of the same type, wherever the program uses it (section 5.3).

        Args:
            number: its id.
            value: None, bool, int, float, str, or a list of numbers; integers become floats where there was a float.

        Raises:
            InvalidError: there is no such constant, or it is of another type.
            LimitError: the value does not fit the format.
            TypeError: the format has no type for it.
        """
        from nacformats.formats.nac.file import editing  # noqa: PLC0415  most files are only read

        editing.set_constant(self, number, value)

    def rename_input(self, key: str | int, name: str) -> None:
        """Give an input another name (section 6.1).

        Args:
            key: its name, or the index of its instruction.
            name: what no other input is called.

        Raises:
            InvalidError: there is no such input, or the name is taken or empty.
            LimitError: the name is too long.
        """
        from nacformats.formats.nac.file import editing  # noqa: PLC0415  most files are only read

        editing.rename_input(self, key, name)

    def as_version(self, version: NacVersion) -> NacFile:
        """Return the same file in another version of the format; docs/versions.md says what differs.

        Its sections keep their order and the gaps between them. It shares the mapping of this file, and its weights:
        nothing is copied, and to close one of the two closes both.

        Args:
            version: "1.6", "1.7" or "1.8".

        Raises:
            UnsupportedError: the version cannot hold all of it; the error lists what it cannot.
            ValueError: there is no such version, or the file is closed.
        """
        from nacformats.formats.nac.file import versions  # noqa: PLC0415  most files keep their version

        return versions.as_version(self, version)

    def set_plan(self, plan: Plan | None) -> None:
        """Replace the program that runs models; None takes it out."""
        self.sections.orch = None if plan is None else plan.orchestrator

    def set_tokenizer(self, tokenizer: TokenizerParts | None) -> None:
        """Replace the tokenizer, its manifest and its resources; None takes it out."""
        from nacformats.formats.tisa.resources import ALL  # noqa: PLC0415  most files have none

        kept = [each for each in self.resources if each.name not in ALL]
        new = {} if tokenizer is None else tokenizer.resources
        self.sections.proc = None if tokenizer is None else tokenizer.manifest.to_bytes()
        self.sections.rsrc = (*kept, *(Resource(name, data) for name, data in new.items())) or None


def program_of(file: NacFile, section: str = OPS) -> Operations:
    """Return the instructions of a section of a file, "ops" or "trng"; none where it has no such program."""
    operations: Operations | None = file.sections.ops if section == OPS else file.sections.trng
    return operations if operations is not None else Operations.empty(section)


def name_tables(file: NacFile, section: str = OPS) -> NameTables:
    """Return what the instructions of a section of a file, "ops" or "trng", refer to by number."""
    data = file.sections.data or ParameterData()
    inputs: Mapping[int, str] = data.inputs if section == OPS else {}
    tables = file.operation_names, file.signatures, file.constants, data.parameters, inputs
    return NameTables(*tables, fixed_names(file.version))


class Parameters(Mapping[int, Parameter]):
    """The parameters of a file by id; `parameters["fc.weight"]` looks one up by name."""

    def __init__(self, file: NacFile) -> None:
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
