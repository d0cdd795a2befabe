"""The metadata of a GGUF file: values by key, each of one of thirteen types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableMapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from nacformats._generated.columns.gguf import text as text_codec
from nacformats._generated.python.gguf import ValueType
from nacformats.errors import UnsupportedError
from nacformats.formats.stored import Texts
from nacformats.plain import Plain

FORMAT_NAME = text_codec.schema
#: The dtype of the values of each type that is a number.
_DTYPES: dict[ValueType, np.dtype[Any]] = {
    member: np.dtype("?" if member is ValueType.bool else member.name).newbyteorder("<")
    for member in ValueType
    if member not in (ValueType.string, ValueType.array)
}
#: The types for whole numbers, in the order in which they are chosen, and those for others.
_WHOLE = (ValueType.uint32, ValueType.int32, ValueType.uint64, ValueType.int64)
_WHOLE_LISTS = (ValueType.int32, ValueType.uint32, ValueType.int64, ValueType.uint64)
_REAL = (ValueType.float32, ValueType.float64)
_FEW = 8


class GgufTexts(Texts):
    """The texts of an array, each decoded when it is asked for."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, str) or len(other) != len(self):
            return NotImplemented if not isinstance(other, Sequence) else False
        return all(mine == theirs for mine, theirs in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]  # equal to lists, which have none

    def __repr__(self) -> str:
        more = ", …" if len(self) > _FEW else ""
        return f"[{', '.join(map(repr, self[:_FEW]))}{more}]"


class StoredEntry(NamedTuple):
    """A key of a file that was read.

    Attributes:
        record: as the schema has it.
        raw: its bytes.
    """

    record: Any
    raw: memoryview


class TypedValue(Plain):
    """A value that was given, and its type; of an array the type of its elements.

    Attributes:
        kind: the type.
        value: a number, a text, an array of numbers, or a sequence of texts or of arrays.
        inner: of an array, the type of what is in it.
    """

    kind: ValueType
    value: Any
    inner: ValueType | None = None


class GgufMetadata(MutableMapping[str, Any]):
    """Values by key: numbers, truth values, texts, arrays of numbers, and sequences of texts or of arrays.

    A value that takes the place of another one keeps its type where it fits. New ones get the first that holds them of
    uint32, int32, uint64 and int64 (in lists the signed ones come first), or of float32 and float64; those of NumPy
    keep theirs.

    Attributes:
        is_unchanged: whether these are the metadata of the file that was read.
    """

    def __init__(self, stored: Iterable[StoredEntry] | None = None) -> None:
        self._entries: dict[str, StoredEntry | TypedValue] = {each.record.key: each for each in stored or ()}
        self._values: dict[str, Any] = {}
        self.is_unchanged = stored is not None

    def __getitem__(self, key: str) -> Any:
        if key not in self._values:
            entry = self._entries[key]
            self._values[key] = entry.value if isinstance(entry, TypedValue) else _value_of(entry.record)
        return self._values[key]

    def __setitem__(self, key: str, value: Any) -> None:
        if not isinstance(key, str):
            raise TypeError(f"a key is a text, not {type(key).__name__}")
        self._entries[key] = typed_value(value, self._kind(key) if key in self._entries else None, key)
        self._values.pop(key, None)
        self.is_unchanged = False

    def __delitem__(self, key: str) -> None:
        del self._entries[key]
        self._values.pop(key, None)
        self.is_unchanged = False

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return f"<{len(self)} keys: {', '.join(list(self)[:_FEW])}{', …' * (len(self) > _FEW)}>"

    def type_of(self, key: str) -> str:
        """Return the type of a value, such as "uint32", "string" or "array of float32"."""
        kind, inner = self._kind(key)
        return kind.name if inner is None else f"{kind.name} of {inner.name}"

    def _kind(self, key: str) -> tuple[ValueType, ValueType | None]:
        entry = self._entries[key]
        if isinstance(entry, TypedValue):
            return entry.kind, entry.inner
        record = entry.record
        return record.value_type, record.content.entry_type if record.value_type is ValueType.array else None

    def length_of(self, key: str) -> int | None:
        """Return how many elements an array has, without reading them; None for other values."""
        entry = self._entries[key]
        if isinstance(entry, TypedValue):
            return len(entry.value) if entry.kind is ValueType.array else None
        return int(entry.record.content.num_entries) if entry.record.value_type is ValueType.array else None

    def only(self, kind: ValueType) -> GgufMetadata:
        """Return those of one type."""
        found = GgufMetadata()
        found._entries = {key: entry for key, entry in self._entries.items() if self._kind(key)[0] is kind}
        return found

    def trees(self) -> list[Any]:
        """Return each key and value as a tree of the schema, or as the bytes of the file that it was read from."""
        return [
            entry.raw
            if isinstance(entry, StoredEntry)
            else {"key": key, "value_type": entry.kind, "content": _tree_of(entry)}
            for key, entry in self._entries.items()
        ]


def _value_of(record: Any) -> Any:
    """Return the value of a key as Python has it."""
    if record.value_type is ValueType.array:
        return _array_of(record.content)
    value = record.content.value
    return bool(value) if record.value_type is ValueType.bool else value


def _array_of(record: Any) -> Any:
    entries = record.content.entries
    if record.entry_type is ValueType.string:
        return GgufTexts.of(entries, "value")
    if record.entry_type is ValueType.array:
        return [_array_of(each) for each in entries]
    return np.frombuffer(record._io.view, _DTYPES[record.entry_type], len(entries), record.content._start)


def _tree_of(given: TypedValue) -> dict[str, Any]:
    """Return the fields that a value has in the schema."""
    if given.kind is not ValueType.array:
        return {"value": given.value}
    assert given.inner is not None
    return {"entry_type": given.inner, "content": {"entries": _entries_of(given)}, "num_entries": len(given.value)}


def _entries_of(array: TypedValue) -> Any:
    if array.inner is ValueType.string:
        return [{"value": text} for text in array.value]
    if array.inner is ValueType.array:
        return [_tree_of(each) for each in array.value]
    return np.ascontiguousarray(array.value).view(np.uint8).reshape(-1).data


def typed_value(value: Any, before: tuple[ValueType, ValueType | None] | None, key: str) -> TypedValue:
    """Return a value with its type.

    Args:
        value: as GgufMetadata takes it.
        before: the type, and that of elements, of the value whose place it takes.
        key: for messages.

    Raises:
        UnsupportedError: there is no type for it.
    """
    if isinstance(value, str):
        return TypedValue(ValueType.string, value)
    if isinstance(value, np.generic) or (isinstance(value, np.ndarray) and not value.ndim):
        return TypedValue(_kind_of(np.asarray(value).dtype, key), value.item())
    if isinstance(value, bool | int | float):
        kinds = () if before is None or before[1] is not None else (before[0],)
        return TypedValue(_kind_for(np.array([value]), kinds, key), value)
    if isinstance(value, np.ndarray):
        if value.ndim != 1:
            raise _no_type(key, f"an array of {value.ndim} dimensions")
        kind = _kind_of(value.dtype, key)
        return TypedValue(ValueType.array, value.astype(_DTYPES[kind], copy=False), kind)
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray | memoryview):
        return _typed_list(value, () if before is None or before[1] is None else (before[1],), key)
    raise _no_type(key, f"a {type(value).__name__}")


def _typed_list(values: Sequence[Any], before: tuple[ValueType, ...], key: str) -> TypedValue:
    if isinstance(values, GgufTexts) or (values and all(isinstance(each, str) for each in values)):
        return TypedValue(ValueType.array, values, ValueType.string)
    if values and all(isinstance(each, Sequence | np.ndarray) and not isinstance(each, str) for each in values):
        inner = [typed_value(each, None, key) for each in values]
        return TypedValue(ValueType.array, inner, ValueType.array)
    if not all(isinstance(each, bool | int | float) for each in values):
        raise _no_type(key, "a list of values of several kinds")
    if not values:
        return TypedValue(ValueType.array, [], ValueType.string)
    array = np.array(values)
    kind = _kind_for(array, before, key, is_list=True)
    return TypedValue(ValueType.array, array.astype(_DTYPES[kind]), kind)


def _kind_of(dtype: np.dtype[Any], key: str) -> ValueType:
    kind = next((kind for kind, each in _DTYPES.items() if each == dtype.newbyteorder("<")), None)
    if kind is None:
        raise _no_type(key, f"an array of {dtype.name}")
    return kind


def _kind_for(array: npt.NDArray[Any], before: tuple[ValueType, ...], key: str, *, is_list: bool = False) -> ValueType:
    """Return the first type that holds all numbers: the one before, or one that is usual for such numbers."""
    whole = _WHOLE_LISTS if is_list else _WHOLE
    usual: tuple[ValueType, ...] = {"b": (ValueType.bool,), "f": _REAL}.get(array.dtype.kind, whole)
    for kind in chain((each for each in before if each in _DTYPES), usual):
        dtype = _DTYPES[kind]
        if (dtype.kind == "b") == (array.dtype.kind == "b") and _holds(dtype, array):
            return kind
    raise _no_type(key, "a number that no type holds")


def _holds(dtype: np.dtype[Any], array: npt.NDArray[Any]) -> bool:
    if array.dtype.kind == "O":  # whole numbers of more than 64 bits
        return False
    with np.errstate(all="ignore"):
        cast = array.astype(dtype)
    if dtype.kind == "f" or array.dtype.kind == "f":
        return bool(np.array_equal(cast.astype(array.dtype), array, equal_nan=array.dtype.kind == "f"))
    limits = np.iinfo(dtype) if dtype.kind in "iu" else None
    return limits is None or (limits.min <= int(array.min()) and int(array.max()) <= limits.max)


def _no_type(key: str, what: str) -> UnsupportedError:
    return UnsupportedError(f"key {key!r}: GGUF has no type for {what}", format=FORMAT_NAME, path="metadata")
