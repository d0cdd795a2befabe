"""The contents of the sections that are more than one table (NAC v1.6, sections 6 and 9)."""

from __future__ import annotations

from nacformats.codec.streams import Buffer
from nacformats.formats.nac.columns.tensors import Tensor
from nacformats.formats.records.rows import IdTable
from nacformats.plain import PlainValue, detail


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


class Extent(PlainValue):
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
