"""The parameters of two models: which one is which, and how far their numbers are apart."""

from __future__ import annotations

import hashlib
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from nacformats.codec.streams import Buffer
from nacformats.comparing.core import first_unequal
from nacformats.comparing.document import ComparedMark, ComparedParameter, ComparedPart
from nacformats.comparing.numbers import NumbersApart, numbers_apart
from nacformats.comparing.rows import ConstantOf
from nacformats.errors import FormatError, LimitError
from nacformats.limits import MAX_TIMES_COMPARED
from nacformats.printing import shortened

#: The aspect of a tensor whose bytes are not all that its numbers are made of.
SCALING = "scaling"
#: Longer names are cut here, in characters.
_SHOWN_NAME = 200
#: The number of a layer is among so many first parts of a name.
_MOST_PARTS = 16
#: The order in which parameters are listed.
_ORDER: dict[ComparedMark, int] = {"changed": 0, "renamed": 1, "removed": 2, "inserted": 3, "same": 4}


@dataclass(frozen=True, slots=True)
class ComparableTensor:
    """A parameter of a model.

    Attributes:
        type: of its elements, for people, such as "float32" or "INT8_CHANNEL".
        shape: of its numbers.
        path: where it is in the file.
        aspects: what else the file says of it, by name.
        raw: gives its bytes; None where the file has none.
        numbers: gives its elements as numbers, in its shape; raises FormatError where they are not known.
    """

    type: str
    shape: tuple[int | str | None, ...] | None
    path: str = ""
    aspects: tuple[tuple[str, ConstantOf], ...] = ()
    raw: Callable[[], Buffer] | None = None
    numbers: Callable[[], npt.NDArray[Any]] | None = None

    def __str__(self) -> str:
        sizes = (
            "" if self.shape is None else f"[{', '.join('?' if each is None else str(each) for each in self.shape)}]"
        )
        return f"{self.type}{sizes}"


#: Parameters of a model by name.
TensorsByName = Mapping[str, ComparableTensor]


def renumbered_parameters(left: TensorsByName, right: TensorsByName) -> dict[str, str]:
    """Return the new names of parameters whose old names other parameters have.

    The layers of a list that follow one which was removed or inserted get the numbers of their neighbours. Empty where
    both models have the same names: then numbers are where others were.
    """
    if left.keys() == right.keys() or not (left.keys() & right.keys()):
        return {}
    sides = left, right
    size = sum(len(each.raw()) for side in sides for each in side.values() if each.raw)
    if size > MAX_TIMES_COMPARED * max(_extent(left) + _extent(right), 1):
        return {}
    stay = {name for name in left if name in right and _is_same(left[name], right[name])}
    groups = defaultdict[Hashable, tuple[list[str], list[str]]](lambda: ([], []))
    for number, side in enumerate(sides):
        for name in side:
            if name not in stay:
                groups[_content(side[name])][number].append(name)
    alone = [(ones[0], others[0]) for ones, others in groups.values() if len(ones) == len(others) == 1]
    found = {one: other for one, other in alone if one in right or other in left}
    return found | _numbered_with(found, left, right)


def _is_same(one: ComparableTensor, other: ComparableTensor) -> bool:
    """True if two tensors have one type and the same bytes."""
    if one.raw is None or other.raw is None or str(one) != str(other):
        return False
    return first_unequal(one.raw(), other.raw()) is None


def _numbered_with(moved: Mapping[str, str], left: TensorsByName, right: TensorsByName) -> dict[str, str]:
    """Return the parameters of the layers that others are of, such as ones that are equal in all layers."""
    votes = Counter(filter(None, (_layers(one, other) for one, other in moved.items())))
    layers: dict[str, str] = {}
    for (one, other), _ in votes.most_common():
        if one not in layers and other not in layers.values():
            layers[one] = other
    taken, found = set(moved.values()), dict[str, str]()
    for name in left:
        parts = name.split(".")
        for cut in range(1, min(len(parts), _MOST_PARTS + 1)) if name not in moved else ():
            layer = layers.get(".".join(parts[:cut]))
            new = ".".join((layer or "", *parts[cut:]))
            if layer and new in right and new not in taken and str(left[name]) == str(right[new]):
                found[name] = new
                taken.add(new)
                break
    return found


def _layers(one: str, other: str) -> tuple[str, str] | None:
    """Return the layers of two names that differ in one number only: h.3.mlp, h.2.mlp -> h.3, h.2."""
    first, second = one.split("."), other.split(".")
    places = [place for place, pair in enumerate(zip(first, second, strict=False)) if len({*pair}) > 1]
    if len(first) != len(second) or len(places) != 1 or places[0] >= _MOST_PARTS:
        return None
    cut = places[0] + 1
    return (".".join(first[:cut]), ".".join(second[:cut])) if first[cut - 1].isdecimal() else None


def names_of_partners(left: TensorsByName, right: TensorsByName, renumbered: Mapping[str, str]) -> dict[str, str]:
    """Return what parameters of the left model are called on the right, by what they are called on the left.

    Args:
        left, right: the parameters.
        renumbered: see `renumbered_parameters`. A parameter whose name another one has now is not there any more.
    """
    taken = set(renumbered.values())
    return {
        **renumbered,
        **{name: name for name in left if name in right and not (name in renumbered or name in taken)},
    }


def parameter_pairs(
    left: TensorsByName, right: TensorsByName, roles: Iterable[tuple[str, str]], renumbered: Mapping[str, str]
) -> dict[str, str]:
    """Return the partners of the parameters of the left model: of one name or, renamed, of one content or role.

    Args:
        left, right: the parameters.
        roles: names of two parameters that aligned programs take in the same place.
        renumbered: see `renumbered_parameters`.
    """
    found = names_of_partners(left, right, renumbered)
    partners = set(found.values())
    waiting = [name for name in left if name not in found], [name for name in right if name not in partners]
    if not all(waiting):
        return found
    digests = [
        {name: _content(tensors[name]) for name in names} for tensors, names in zip((left, right), waiting, strict=True)
    ]
    groups = defaultdict[Hashable, tuple[list[str], list[str]]](lambda: ([], []))
    for side, each in enumerate(digests):
        for name, digest in each.items():
            groups[digest][side].append(name)
    alone = [(ones[0], others[0]) for ones, others in groups.values() if len(ones) == len(others) == 1]
    same_role = [pair for pair in roles if pair[0] in digests[0] and pair[1] in digests[1]]
    same_shape = [(one, other) for one, other in same_role if left[one].shape == right[other].shape]
    in_order = [pair for digest, pairs in groups.items() if digest is not None for pair in zip(*pairs, strict=False)]
    taken: set[str] = set()
    for one, other in (*alone, *same_shape, *in_order):
        if one not in found and other not in taken:
            found[one] = other
            taken.add(other)
    return found


def _content(tensor: ComparableTensor) -> Hashable:
    """Return what is equal for equal tensors; unique where a file does not hold its elements."""
    if tensor.raw is None or not tensor.shape:  # scalars are too often equal
        return object()
    scaling = tuple(value.key for name, value in tensor.aspects if name == SCALING)
    return str(tensor), scaling, hashlib.blake2b(tensor.raw()).digest()


class ParameterComparison:
    """The parameters of two models. Each pair of payloads is compared once: a thousand tensors may have the same bytes.

    Args:
        left, right: the parameters.
        pairs: see `parameter_pairs`.
        one_format: whether both are of one format; else what only one format says of a tensor is no difference.
    """

    def __init__(
        self, left: TensorsByName, right: TensorsByName, pairs: Mapping[str, str], *, one_format: bool = True
    ) -> None:
        self._left, self._right, self._pairs = left, right, pairs
        self._one_format = one_format
        self._known: dict[tuple[int, int, str, str], tuple[Any, ComparedParameter]] = {}
        # Where tensors share some of their bytes, the pairs of all are more than the files are large.
        self._bytes_left = MAX_TIMES_COMPARED * max(_extent(left) + _extent(right), 1)

    def found(self) -> list[ComparedParameter]:
        """Return all parameters, those first that differ.

        Raises:
            LimitError: tensors share their bytes so often that comparing them takes too long.
        """
        return sorted(self._with_origins(list(self._each())), key=lambda each: _ORDER[each.mark])

    def _with_origins(self, found: list[ComparedParameter]) -> Iterator[ComparedParameter]:
        """Yield the parameters; those that have the bytes which another one had say so: layers are exchanged, say."""
        names = [(name, self._pairs[name]) for name in self._left if name in self._pairs]
        marks = {(each.left, each.right): each.mark for each in found}
        changed = [(one, other) for one, other in names if marks.get((_cut(one), _cut(other))) == "changed"]
        if sum(len(raw()) for one, _ in changed if (raw := self._left[one].raw)) > self._bytes_left:
            changed = []
        known = {_content(self._left[one]): one for one, _ in changed}
        origins = {_cut(one): known.get(_content(self._right[other])) for one, other in changed if len(changed) > 1}
        for each in found:
            origin = origins.get(each.left) if each.left is not None and each.mark == "changed" else None
            part = ComparedPart("bytes of", each.left or "", _cut(origin or ""))
            is_its_own = origin is None or _cut(origin) == each.left
            yield each if is_its_own else replace(each, changes=[*each.changes, part])

    def _each(self) -> Iterator[ComparedParameter]:
        for name, tensor in self._left.items():
            partner = self._pairs.get(name)
            if partner is None:
                yield ComparedParameter("removed", _cut(name), None, str(tensor), "", tensor.path)
            else:
                yield self._pair(name, partner)
        taken = set(self._pairs.values())
        for name, tensor in self._right.items():
            if name not in taken:
                yield ComparedParameter("inserted", None, _cut(name), "", str(tensor), "", tensor.path)

    def _pair(self, name: str, partner: str) -> ComparedParameter:
        one, other = self._left[name], self._right[partner]
        found = self._compared(name, one, other)
        changes = list(found.changes)
        if name != partner:
            changes.insert(0, ComparedPart("name", _cut(name), _cut(partner)))
        mark: ComparedMark = "changed" if found.changes or found.different else "same"
        if mark == "same" and name != partner:
            mark = "renamed"
        return replace(
            found,
            mark=mark,
            left=_cut(name),
            right=_cut(partner),
            path_left=one.path,
            path_right=other.path,
            changes=changes,
        )

    def _compared(self, name: str, one: ComparableTensor, other: ComparableTensor) -> ComparedParameter:
        """Return how two tensors differ, without their names."""
        found = ComparedParameter(
            "same", None, None, str(one), str(other), changes=list(_aspects(one, other, self._one_format))
        )
        if one.raw is None or other.raw is None:
            return found
        raws = one.raw(), other.raw()
        key = (id(raws[0]), id(raws[1]), str(one), str(other))
        if not found.changes and key in self._known:
            return self._known[key][1]
        if one.shape == other.shape:
            self._bytes_left -= len(raws[0])
            if self._bytes_left < 0:
                reason = "the tensors share their bytes so often that comparing them takes too long"
                expected = f"each byte at most {MAX_TIMES_COMPARED} times"
                raise LimitError(reason, path=shortened(name, _SHOWN_NAME), expected=expected)
            found = self._by_numbers(found, one, other, raws)
        if not found.changes or found.different:
            self._known[key] = raws, found  # kept, so that their ids stay theirs
        return found

    def _by_numbers(
        self, found: ComparedParameter, one: ComparableTensor, other: ComparableTensor, raws: tuple[Buffer, Buffer]
    ) -> ComparedParameter:
        is_one_kind = not found.changes and (self._one_format or not (_is_scaled(one) or _is_scaled(other)))
        place = first_unequal(*raws) if is_one_kind and len(raws[0]) == len(raws[1]) else -1
        if place is None:
            elements = math.prod(each for each in one.shape or () if isinstance(each, int))
            return replace(found, elements=elements, nmse=0.0, cosine=1.0 if elements else None, largest=0.0)
        apart = _apart(one, other)
        if apart is not None:
            found = _with_numbers(found, apart)
        if (apart is None or not apart.different) and is_one_kind:
            one_text, other_text = (f"{len(raw):,}" for raw in raws)
            if place >= 0:
                one_text, other_text = (str(memoryview(raw).cast("B")[place]) for raw in raws)
            what = "size in bytes" if place < 0 else f"raw[byte {place}]"
            part = ComparedPart(what, one_text, other_text)
            found = replace(found, changes=[*found.changes, part])
        return found


def _aspects(one: ComparableTensor, other: ComparableTensor, one_format: bool) -> Iterator[ComparedPart]:
    if one.type != other.type:
        yield ComparedPart("type", one.type, other.type)
    if one.shape != other.shape:
        yield ComparedPart("shape", str(list(one.shape or ())), str(list(other.shape or ())))
    if one_format:
        first, second = dict(one.aspects), dict(other.aspects)
        for name in dict.fromkeys((*first, *second)):
            here, there = first.get(name), second.get(name)
            if (here and here.key) != (there and there.key):
                yield ComparedPart(name, here.text if here else "", there.text if there else "")
    for side in (0, 1):
        if (one, other)[side].raw is None and (other, one)[side].raw is not None:
            texts = ["in the file", "not in the file"]
            yield ComparedPart("elements", texts[1 - side], texts[side])


def _is_scaled(tensor: ComparableTensor) -> bool:
    """True if the bytes alone are not the numbers."""
    return any(name == SCALING for name, _ in tensor.aspects)


def _apart(one: ComparableTensor, other: ComparableTensor) -> NumbersApart | None:
    """Return how far two tensors are apart; None where their numbers are not known."""
    if one.numbers is None or other.numbers is None:
        return None
    try:
        arrays = one.numbers(), other.numbers()
    except FormatError:
        return None
    return numbers_apart(*arrays) if arrays[0].shape == arrays[1].shape else None


def _with_numbers(found: ComparedParameter, apart: NumbersApart) -> ComparedParameter:
    changes = list(found.changes)
    if apart.at or apart.left is not None:
        index = ", ".join(map(str, apart.at))
        changes.append(ComparedPart(f"element [{index}]", str(apart.left), str(apart.right)))
    return replace(
        found,
        elements=apart.elements,
        different=apart.different,
        nmse=apart.nmse,
        cosine=apart.cosine,
        largest=apart.largest if math.isfinite(apart.largest) else None,
        at=apart.at if apart.different else None,
        histogram=apart.histogram,
        changes=changes,
    )


def _extent(tensors: TensorsByName) -> int:
    """Return how many different bytes the payloads are."""
    raws = [np.frombuffer(raw, np.uint8) for each in tensors.values() if each.raw and len(raw := each.raw())]
    size, reached = 0, 0
    for start, length in sorted((raw.ctypes.data, len(raw)) for raw in raws):
        size += max(start + length - max(start, reached), 0)
        reached = max(reached, start + length)
    return size


def _cut(name: str) -> str:
    return shortened(name, _SHOWN_NAME)
