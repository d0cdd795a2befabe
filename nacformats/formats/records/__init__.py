"""Records, constants and versions: what NAC shares with the plans and manifests inside its files."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Any

import numpy as np

#: Names that NumPy has no dtype for -> what holds as many bytes.
_RAW = {"bfloat16": "V2"}


def element_dtypes(members: Iterable[IntEnum]) -> dict[int, np.dtype[Any]]:
    """Return the little-endian dtype of each number whose name is that of one."""
    return {each: np.dtype(_RAW.get(each.name, each.name)).newbyteorder("<") for each in members}
