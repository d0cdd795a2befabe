"""The contents of the sections that are more than one table (NAC v1.6, sections 6 and 9)."""

from __future__ import annotations

from dataclasses import dataclass, field

from nacformats.codec.streams import Buffer
from nacformats.formats.nac.constants import Constant
from nacformats.formats.nac.rows import IdTable
from nacformats.formats.nac.tensors import Tensor


@dataclass(frozen=True)
class ParameterData:
    """The section `data` (section 6.1).

    Attributes:
        parameters: names of parameters by id.
        inputs: names of inputs by the index of their INPUT instruction.
        tensors: the tensors by parameter id; None when they are in a file of their own.
    """

    parameters: IdTable[str] = field(default_factory=IdTable)
    inputs: IdTable[str] = field(default_factory=IdTable)
    tensors: IdTable[Tensor] | None = None


@dataclass(frozen=True)
class Orchestrator:
    """The section `orch` (section 9): bytecode that runs models, and its constants by id."""

    bytecode: Buffer = b""
    constants: IdTable[Constant] = field(default_factory=IdTable)


@dataclass(frozen=True)
class Resource:
    """One file of the section `rsrc` (section 6.3)."""

    name: str
    data: Buffer = field(repr=False)


@dataclass(frozen=True)
class Extent:
    """Where a section, or a gap between sections, is in the file that it was read from.

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
