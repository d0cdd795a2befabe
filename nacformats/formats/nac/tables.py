"""The enumerations of the NAC format: versions, operations, dtypes and signature codes, as the schema has them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from nacformats._generated.columns.nac import instruction, operation_name, parameter_name
from nacformats._generated.python import nac as records
from nacformats._generated.tables.nac import SCHEMA
from nacformats.codec.trees.parts import record_of
from nacformats.formats.records import VERSIONS
from nacformats.formats.records.rows import largest, largest_count
from nacformats.formats.stored import element_dtypes

if TYPE_CHECKING:
    from nacformats.typing import NacVersion

Quantization: TypeAlias = records.Quantization
FixedOperation: TypeAlias = records.Operation
InputSource: TypeAlias = records.InputSource
OutputKind: TypeAlias = records.OutputKind
InstructionLayout: TypeAlias = records.InstructionLayout
HeaderSize: TypeAlias = records.HeaderSize
MemoryAction: TypeAlias = records.MemoryAction
Dtype: TypeAlias = records.Dtype

FORMAT_NAME = SCHEMA.name

#: The byte of the header that tells versions apart, by version, oldest first. Those that share a byte differ in their
#: header, and so in where the first section is.
_FIRST, _LATER = (int(byte) for byte in SCHEMA.root.members["version"].rules[0].words)
VERSION_BYTES: dict[str, int] = {version: _FIRST if version == VERSIONS[0] else _LATER for version in VERSIONS}
#: Where the header ends and the first section begins, by version, in bytes.
HEADER_SIZES: dict[str, int] = dict(zip(VERSIONS, map(int, HeaderSize), strict=True))

#: A below this is a system operation (section 3.2.2).
FIRST_REGULAR = int(FixedOperation.nac_pass)

#: The longest names in bytes: of an operation, and of a parameter or an input.
LONGEST_OPERATION, LONGEST_NAME = largest_count(operation_name), largest_count(parameter_name)

#: Every signature code (section 5.2.3).
SIGNATURE_CODES = frozenset(chr(member) for member in records.ArgumentKind)
#: Those of arguments that are constants unless D says otherwise, as the schema has it.
CONSTANT_CODES = frozenset(
    code for code in SIGNATURE_CODES if record_of(FORMAT_NAME, "Nac.ArgumentCode", code.encode(), 0).is_constant
)


class _ElementDtypes(Mapping[int, np.dtype[Any]]):
    """Dtypes by number. The library that has bfloat16 is imported when that is looked up: few files have it."""

    def __init__(self, dtypes: dict[int, np.dtype[Any]]) -> None:
        self._dtypes = dtypes
        self.itemsizes = np.zeros(256, np.int64)
        self.itemsizes[list(dtypes)] = [dtype.itemsize for dtype in dtypes.values()]

    def __getitem__(self, number: int) -> np.dtype[Any]:
        dtype = self._dtypes[number]
        if dtype.kind == "V":
            import ml_dtypes  # noqa: PLC0415

            dtype = self._dtypes[number] = np.dtype(ml_dtypes.bfloat16)
        return dtype

    def __iter__(self) -> Iterator[int]:
        return iter(self._dtypes)

    def __len__(self) -> int:
        return len(self._dtypes)


#: NumPy dtype of the stored elements by dtype number (section 6.1.1); `itemsizes` has 0 for numbers without one.
ELEMENT_DTYPES = _ElementDtypes(element_dtypes(each for each in Dtype if each is not Dtype.unknown))

#: The dtype in which each method of quantization stores elements.
QUANTIZED_DTYPES = {
    Quantization.fp16: Dtype.float16,
    Quantization.int8_tensor: Dtype.int8,
    Quantization.int8_channel: Dtype.int8,
    Quantization.block_fp8: Dtype.int8,
}


# Where the numbers for operations without a fixed one begin (section 5.1.3), and the number after the last.
_FIRST_CUSTOM, _END_OF_OPERATIONS = 201, largest(instruction, "a") + 1


def fixed_names(version: str) -> dict[int, str]:
    """Names of the operations that a version of the format has fixed names for, by number (sections 5.1 and 7)."""
    members = SCHEMA.enums["operation"].members
    known = [member for member in members if member.since <= version]
    return {
        member.number: f"<{member.id.upper()}>" if member.number < FIRST_REGULAR else member.id.replace("_", ".", 1)
        for member in known
    }


def standard_operations(version: str) -> dict[str, int]:
    """Return numbers of the operations with a fixed one, by name."""
    return {name: number for number, name in fixed_names(version).items() if number >= FIRST_REGULAR}


class NacTarget(NamedTuple):
    """The version and the quantization that a new file is to have.

    Attributes:
        version: of the format.
        method: how weights are stored.
        standard: numbers of the operations with a fixed one, by name.
        custom: numbers for other operations, in the order in which they are taken.
    """

    version: NacVersion
    method: Quantization
    standard: dict[str, int]
    custom: tuple[int, ...]


def nac_target(version: NacVersion = VERSIONS[0], method: Quantization | str | None = None) -> NacTarget:
    """Return a target by a version and a method. ValueError, which lists the known ones, for others."""
    known_version(version)
    return NacTarget(version, quantization_method(method), standard_operations(version), custom_numbers(version))


def known_version(version: str) -> str:
    """Return the version. ValueError, which lists the known ones, when the package does not know it."""
    if version not in VERSIONS:
        raise ValueError(f"unknown version of NAC {version!r}: known are {', '.join(VERSIONS)}")
    return version


def custom_numbers(version: str) -> tuple[int, ...]:
    """Return numbers for operations without a fixed one (section 5.1.3), then those to use when these run out."""
    last_fixed = max(fixed_names(version))
    return (*range(_FIRST_CUSTOM, _END_OF_OPERATIONS), *range(_FIRST_CUSTOM - 1, last_fixed, -1))


def are_drafted(numbers: Collection[int], version: str) -> bool:
    """Return True if these are the numbers that new files give. Those of the public compiler are others."""
    return set(numbers) == set(custom_numbers(version)[: len(numbers)])


def members_of(enum: str, version: str) -> frozenset[int]:
    """Return the numbers of the members that an enum of the schema has in a version of the format, such as "1.6"."""
    return frozenset(member.number for member in SCHEMA.enums[enum].members if member.since <= version)


#: Those of v1.6.
FIXED_NAMES: dict[int, str] = fixed_names(VERSIONS[0])
#: An instruction that replaces a value that the writer computed and did not keep.
NO_OPERATION = "<NONE>"


#: The names of system operations by number, whether they are in use or reserved.
SYSTEM_NAMES = (NO_OPERATION, *(FIXED_NAMES.get(a, f"<RESERVED {a}>") for a in range(1, FIRST_REGULAR)))


def quantization_method(method: Quantization | str | None) -> Quantization:
    """Return a method of quantization by member or name, such as "INT8_CHANNEL"; None is none.
    ValueError for others.
    """
    name = str(getattr(method, "name", method))
    members = Quantization.__members__
    if name.lower() not in members:
        from difflib import get_close_matches  # noqa: PLC0415  only for a name that is misspelled

        near = [each for each in members if name.lower() in each] or get_close_matches(name.lower(), members, 1, 0.5)
        meant = f"did you mean {' or '.join(map(str.upper, near))}? " if near and name else ""
        raise ValueError(f"unknown quantization {method!r}: {meant}Known are {', '.join(members).upper()}")
    return members[name.lower()]


def memory_action(action: MemoryAction | int | str, version: str = VERSIONS[0]) -> int:
    """Return the number of an action of a version by member, number or name, such as "FREE"; ValueError for others."""
    known = members_of("memory_action", version)
    names = {name: int(member) for name, member in MemoryAction.__members__.items() if member in known}
    if isinstance(action, str) and action.lower() in names:
        return names[action.lower()]
    if not isinstance(action, str) and action in names.values():
        return int(action)
    raise ValueError(f"unknown memory action {action!r}: known are {', '.join(names).upper()}")
