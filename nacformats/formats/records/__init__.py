"""Records, constants and versions: what NAC shares with the plans and manifests inside its files."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from nacformats._generated.tables.nac import SCHEMA

if TYPE_CHECKING:
    from nacformats.typing import NacVersion

FORMAT_NAME = SCHEMA.name
#: The versions of NAC, which the plans and manifests inside its files follow, oldest first.
VERSIONS = cast(
    "tuple[NacVersion, ...]",
    tuple(member.id.removeprefix("v").replace("_", ".") for member in SCHEMA.enums["header_size"].members),
)
#: How NumPy's own files have the elements of bfloat16, for which NumPy has no dtype.
SAVED_BFLOAT16 = np.dtype("V2")


def element_dtypes(members: Iterable[IntEnum]) -> dict[int, np.dtype[Any]]:
    """Return the little-endian dtype of each number whose name is that of one."""
    raw = {"bfloat16": SAVED_BFLOAT16}
    return {each: np.dtype(raw.get(each.name, each.name)).newbyteorder("<") for each in members}
