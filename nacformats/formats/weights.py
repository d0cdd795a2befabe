"""Tensors by name: what the files of safetensors and of GGUF share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from functools import cache
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from nacformats.errors import FormatError, UnsupportedError
from nacformats.formats.base import Model
from nacformats.formats.elements import STORED_ELEMENTS
from nacformats.plain import Plain


@cache
def element_dtype(name: str) -> np.dtype[Any] | None:
    """Return the dtype of NumPy or ml_dtypes for the name of an element type, such as "F32"; None: there is none."""
    found = STORED_ELEMENTS.get(name)
    return None if found is None else found.dtype


def element_name(dtype: np.dtype[Any]) -> str | None:
    """Return the name of the element type that a dtype is; None: these files have none."""
    named = (name for name in STORED_ELEMENTS if element_dtype(name) == dtype.newbyteorder("<"))
    return next(named, None)


class NamedTensor(Plain):
    """A tensor of a file.

    Attributes:
        name: its name in the file.
        dtype: what the format calls the type of its elements, such as "F32", "BF16" or "Q8_0".
        shape: the last dimension varies fastest, as in NumPy and PyTorch.
        raw: its bytes as they are stored, a read-only view.
        offset: where these begin in the file, in bytes; None for a new tensor.
    """

    name: str
    dtype: str
    shape: tuple[int, ...]
    raw: memoryview
    offset: int | None = None

    @property
    def nbytes(self) -> int:
        """Size in bytes, as it is stored."""
        return len(self.raw)

    @property
    def numpy_dtype(self) -> np.dtype[Any] | None:
        """The dtype of the elements; None for those that neither NumPy nor ml_dtypes has."""
        return element_dtype(self.dtype)

    @property
    def is_readable(self) -> bool:
        """True if `array` gives the values."""
        return self.numpy_dtype is not None

    def array(self) -> npt.NDArray[Any]:
        """Return the values: a read-only view of the file.

        Raises:
            UnsupportedError: the elements are of a type that cannot be read, or NumPy cannot hold the shape.
        """
        dtype = self.numpy_dtype
        if dtype is None:
            raise self._refused(f"elements of type {self.dtype} cannot be read: only `.raw` is valid")
        return self._shaped(np.frombuffer(self.raw, dtype))

    def _shaped(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        try:
            return values.reshape(self.shape)
        except ValueError:  # too many dimensions, or sizes that NumPy cannot count beside a 0
            raise self._refused(f"NumPy cannot hold the shape {list(self.shape)}") from None

    def _refused(self, reason: str) -> FormatError:
        return UnsupportedError(f"tensor {self.name!r}: {reason}", offset=self.offset)


class NamedTensors(MutableMapping[str, NamedTensor]):
    """Tensors by name, in order. Those of a file that was read are made when they are first asked for.

    Attributes:
        is_unchanged: whether these are the tensors of the file that was read: none added, removed or replaced.
    """

    def __init__(self, names: Iterable[str] = (), read: Callable[[int], NamedTensor] | None = None) -> None:
        """Take tensors: names: those of a file; read: gives one by its place."""
        self._entries: dict[str, int | NamedTensor] = {name: index for index, name in enumerate(names)}
        self._read = read
        self.is_unchanged = read is not None

    def __getitem__(self, name: str) -> NamedTensor:
        entry = self._entries[name]
        if isinstance(entry, int):
            assert self._read is not None
            entry = self._entries[name] = self._read(entry)
        return entry

    def __setitem__(self, name: str, tensor: NamedTensor) -> None:
        if not isinstance(tensor, NamedTensor):
            raise TypeError(f"expected a NamedTensor, got {type(tensor).__name__}: `add` makes one of an array")
        self.is_unchanged = False
        self._entries[name] = tensor

    def __delitem__(self, name: str) -> None:
        del self._entries[name]
        self.is_unchanged = False

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return f"<{len(self)} tensors by name>"


class WeightFile(Model, Mapping[str, npt.NDArray[Any]]):
    """Arrays by name, and metadata.

        with nacformats.load("model.safetensors") as weights:
            weights["embed.weight"]           # an array, a view of the file
            weights.tensors["embed.weight"]   # its dtype, shape, place and bytes

    A file that was read strictly and not changed is written back byte for byte.

    Attributes:
        tensors: by name; may be changed.
        metadata: by key; may be changed.
    """

    tensors: NamedTensors
    metadata: MutableMapping[str, Any]

    def __getitem__(self, name: str) -> npt.NDArray[Any]:
        if name not in self.tensors:
            from difflib import get_close_matches  # noqa: PLC0415  few ask for one that is missing

            near = get_close_matches(name, self.tensors, 1)
            raise KeyError(f"no tensor is called {name!r}" + (f": did you mean {near[0]!r}?" if near else ""))
        return self.tensors[name].array()

    def __iter__(self) -> Iterator[str]:
        return iter(self.tensors)

    def __len__(self) -> int:
        return len(self.tensors)

    def __bool__(self) -> bool:
        return True  # a file without tensors is a file

    def __contains__(self, name: object) -> bool:
        return name in self.tensors

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other  # arrays are compared by `nacformats diff`

    def __reduce__(self) -> Any:
        raise TypeError(f"a {type(self).__name__} cannot be copied or pickled: nacformats.dumps and loads give another")

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self.tensors)} tensors>"

    @abstractmethod
    def add(self, name: str, array: npt.ArrayLike) -> NamedTensor:
        """Append a tensor with the values of an array, which is borrowed and must not change.

        Raises:
            UnsupportedError: the format has no such dtype.
            ValueError: the name is taken.
        """

    def _added(self, tensor: NamedTensor) -> NamedTensor:
        if tensor.name in self.tensors:
            raise ValueError(f"the tensor name {tensor.name!r} is taken")
        self.tensors[tensor.name] = tensor
        return tensor

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, npt.ArrayLike]) -> Self:
        """Return a new file with a tensor for each array. Raises: as for `add`."""
        made = cls()
        for name, array in arrays.items():
            made.add(name, array)
        return made


def stored_elements(
    name: str,
    array: npt.ArrayLike,
    format: str,  # noqa: A002
    known: Iterable[str],
) -> tuple[str, tuple[int, ...], memoryview]:
    """Return the name of the element type, the shape, and the bytes of an array, little-endian and in C order.

    Raises:
        UnsupportedError: the dtype is none of those that the format has.
    """
    values = np.asarray(array)
    dtype = element_name(values.dtype)
    if dtype is None or dtype not in known:
        names = ", ".join(str(element_dtype(each)) for each in known)
        reason = f"tensor {name!r}: the format has no such dtype"
        raise UnsupportedError(reason, format=format, expected=f"one of {names}", actual=values.dtype.name)
    ordered = np.ascontiguousarray(values, values.dtype.newbyteorder("<"))
    return dtype, values.shape, ordered.reshape(-1).view(np.uint8).data.toreadonly()
