"""The instructions of a section as a list, with the names of what they refer to by number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, overload

from nacformats.formats.nac.operations import Operations
from nacformats.formats.nac.tables import FIRST_REGULAR, FIXED_NAMES, system_name
from nacformats.plain import Plain

if TYPE_CHECKING:
    from nacformats.formats.nac.constants import Constant
    from nacformats.formats.nac.instructions import Instruction


class Names(Plain):
    """What instructions refer to by number: the tables of a file, each empty when the file has none.

    fixed: names that need no entry in a table; later versions have more of them.
    """

    operations: Mapping[int, str]
    signatures: Mapping[int, str]
    constants: Mapping[int, Constant]
    parameters: Mapping[int, str]
    inputs: Mapping[int, str]
    fixed: Mapping[int, str] = FIXED_NAMES

    def operation(self, a: int) -> str | None:
        """The canonical name of an operation; `cmap` wins over the fixed names, but never for system operations."""
        if a < FIRST_REGULAR:
            return system_name(a)
        return self.operations.get(a, self.fixed.get(a))


class Instructions(Sequence["Instruction"]):
    """The instructions of a file; each is made when it is asked for.

    Attributes:
        names: what their numbers refer to.
    """

    def __init__(self, operations: Operations, names: Names) -> None:
        self._operations = operations
        self.names = names

    def __len__(self) -> int:
        return len(self._operations)

    @overload
    def __getitem__(self, index: int) -> Instruction: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Instruction]: ...

    def __getitem__(self, index: int | slice) -> Instruction | Sequence[Instruction]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        from nacformats.formats.nac.instructions import Instruction  # noqa: PLC0415  checks look at columns

        place = range(len(self))[index]
        fields, offset = self._operations[place], self._operations.offset_of(place)
        return Instruction(place, fields.a, fields.b, fields.c, fields.d, offset, self.names, self._operations)
