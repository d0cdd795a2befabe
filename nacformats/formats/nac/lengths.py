"""What gives instructions their length: signatures, the header and, since NAC v1.7, names of operations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from nacformats._generated.columns.nac import instruction
from nacformats.formats.nac.rows import largest
from nacformats.formats.nac.tables import (
    CONSTANT_CODES,
    FIRST_REGULAR,
    VERSION_BYTES,
    InputSource,
    Operation,
    OutputKind,
)
from nacformats.plain import Plain

Mask = npt.NDArray[np.bool_]

#: The version byte of v1.6, in which INPUT and OUTPUT have fewer variants.
FIRST_BYTE = VERSION_BYTES["1.6"]
#: Operations that take an element of a value and may be without signature since v1.7, and the arguments that they are.
ELEMENT_OPERATIONS = {
    "getitem": "id_getitem",
    "operator.getitem": "id_operator_getitem",
    "aten.select.int": "id_select",
}
#: Every signature id that B can hold, 0 included: tables by B have an entry for each.
SIGNATURE_IDS = range(largest(instruction, "b") + 1)
#: The most codes of a signature.
LONGEST_SIGNATURE = next(each.high for each in instruction.arguments if each.name == "signature_table_num_codes")
#: What is wrong with the instructions that `unsigned` gives.
NO_SIGNATURE = "`perm` has no such signature"

_SOURCES_WITH_ID = (InputSource.parameter, InputSource.state, InputSource.constant)
_SOURCES_OF_TRAINING = (InputSource.saved, InputSource.target)
_SYSTEMS_WITH_C = (Operation.output, Operation.control_flow, Operation.convergence)


class Lengths(Plain):
    """What instructions take from other sections and from the header.

    Attributes:
        signatures: those of `perm`, by id.
        num_outputs: that of the header.
        version: the version byte of the header.
        names: numbers and names of `cmap`, in the order of the file; they matter to no length in v1.6.
    """

    signatures: Mapping[int, str]
    num_outputs: int
    version: int = FIRST_BYTE
    names: Sequence[tuple[int, str]] = ()

    @cached_property
    def arguments(self) -> dict[str, Any]:
        """The same, as the codec of instructions takes it; B = 0 means no signature (section 3.3.3)."""
        codes = [""] * len(SIGNATURE_IDS)
        for number in self.signatures:
            if number in SIGNATURE_IDS and number:
                codes[number] = self.signatures[number][:LONGEST_SIGNATURE]
        return {
            "signature_table_num_codes": np.array(list(map(len, codes)), np.int64),
            "signature_table_has_constants": np.array([not CONSTANT_CODES.isdisjoint(each) for each in codes]),
            **self._elements_by_name,
            "num_outputs": self.num_outputs,
            "version": self.version,
        }

    @cached_property
    def _elements_by_name(self) -> dict[str, int]:
        """The numbers of the operations that take an element of a value, and may be without a signature."""
        numbers = dict.fromkeys(ELEMENT_OPERATIONS, -1)
        if self.version != FIRST_BYTE:
            numbers |= {name: number for number, name in self.names if name in numbers}
        return {argument: numbers[name] for name, argument in ELEMENT_OPERATIONS.items()}

    def with_c(self, a: npt.NDArray[np.uint8], b: npt.NDArray[np.uint8]) -> Mask:
        """Which instructions have a C (sections 3.4 and 7)."""
        regular: Mask = self.arguments["signature_table_has_constants"][b]
        system = np.isin(a, _SYSTEMS_WITH_C) | ((a == Operation.input) & np.isin(b, _SOURCES_WITH_ID))
        if self.version != FIRST_BYTE:
            system |= (a == Operation.input) & np.isin(b, _SOURCES_OF_TRAINING)
            system &= ~((a == Operation.output) & (b == OutputKind.finish))
            regular = regular | self._elements(a, b)
        return np.where(a < FIRST_REGULAR, system, regular)

    def unsigned(self, a: npt.NDArray[np.uint8], b: npt.NDArray[np.uint8]) -> Mask:
        """The regular operations whose signature `perm` does not have; what follows them may be misread."""
        known = np.array([number == 0 or number in self.signatures for number in SIGNATURE_IDS])
        found: Mask = (a >= FIRST_REGULAR) & ~known[b]
        return found if self.version == FIRST_BYTE else found & ~self._elements(a, b)

    def _elements(self, a: npt.NDArray[np.uint8], b: npt.NDArray[np.uint8]) -> Mask:
        """The operations without a signature that take an element of a value."""
        numbers = list(self._elements_by_name.values())
        found: Mask = np.isin(a.astype(np.int64), numbers) & (self.arguments["signature_table_num_codes"][b] == 0)
        return found & (a >= FIRST_REGULAR)
