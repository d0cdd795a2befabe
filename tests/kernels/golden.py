"""Many small arrays in one file: those of each dtype lie end to end, which takes a third of an array a member."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np


def save(path: Path, arrays: Mapping[str, Any]) -> None:
    """Write the arrays, and an index of their names, dtypes and shapes in the same order."""
    values: dict[str, list[Any]] = defaultdict(list)
    for array in arrays.values():
        values[array.dtype.str].append(array.reshape(-1))
    index = json.dumps([(name, array.dtype.str, array.shape) for name, array in arrays.items()])
    np.savez_compressed(path, index=np.array(index), **{dtype: np.concatenate(each) for dtype, each in values.items()})  # type: ignore[arg-type]


def load(path: Path) -> dict[str, Any]:
    """Return the arrays by their names."""
    with np.load(path) as file:
        values = {name: file[name] for name in file.files}
    arrays, taken = {}, dict.fromkeys(values, 0)
    for name, dtype, shape in json.loads(str(values.pop("index"))):
        start, size = taken[dtype], int(np.prod(shape, dtype=np.int64))
        arrays[name] = values[dtype][start : start + size].reshape(shape)
        taken[dtype] += size
    return arrays
