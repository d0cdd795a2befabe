"""The report of a file of tensors by name: safetensors and GGUF."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from nacformats.formats.weights import NamedTensor, WeightFile
from nacformats.limits import MAX_REPORTED
from nacformats.view.protocol import PageTensor
from nacformats.view.summaries.data import brief


def parts_of_weights(weights: WeightFile) -> dict[str, Any]:
    """Return the fields of a report that depend on the format."""
    return {"tensors": list(_tensors(weights))}


def _tensors(weights: WeightFile) -> Iterator[PageTensor]:
    is_listed = weights.format == "gguf"  # those of safetensors are in a text
    for index, tensor in enumerate(islice(weights.tensors.values(), MAX_REPORTED)):
        yield page_tensor(tensor, f"tensors[{index}]" if is_listed else "")


def page_tensor(tensor: NamedTensor, path: str) -> PageTensor:
    """Return a tensor as a page shows it; types that NumPy does not have are called what the format calls them."""
    dtype = tensor.numpy_dtype
    start, size = tensor.offset, tensor.nbytes
    stop = None if start is None else start + size
    name = tensor.dtype if dtype is None else dtype.name
    return PageTensor(brief(tensor.name), name, list(tensor.shape), size, path, start, stop)
