"""The instructions of a NAC file as arrays (NAC v1.6, sections 3 and 7).

An instruction is a word that holds A and B, followed by the words of C and D. How many these are depends on the
instruction itself, so that finding out where instructions start takes one step for each; the rest is vectorised.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from nacformats._generated.kaitai.nac import Nac
from nacformats.errors import FormatError, InvalidError, TruncatedError

Operation = Nac.Operation
InputSource = Nac.InputSource

#: A below this is a system operation (section 3.2.2).
FIRST_REGULAR = int(Operation.nac_pass)
#: Signature codes of arguments that are constants unless D says otherwise (section 5.2.3).
CONSTANT_CODES = frozenset("ASifbsc")
#: First word of C of an INPUT: the words behind it (as files have it) or all words of C (section 7.1).
INPUT_PREFIXES = (1, 2)

# Fields that the words of C and of D are, as the schema names them; "[]" is a list that takes all that follow.
_CALL_FIELDS = (("num_constants", "constants[]"), ("distances[]",))
_SYSTEM_FIELDS: dict[int, tuple[tuple[str, ...], tuple[str, ...]]] = {
    Operation.input: (("prefix", "id"), ()),
    Operation.output: (("prefix", "reserved[]"), ("distances[]",)),
    Operation.control_flow: (("prefix", "len_true", "len_false"), ("predicate",)),
    Operation.convergence: (("input",), ("block_end", "num_branches", "branches[]")),
}

#: What is wrong with the instructions that `unsigned` gives.
NO_SIGNATURE = "`perm` has no such signature"

_WORD = np.dtype("<i2")
_SOURCES_WITH_ID = (InputSource.parameter, InputSource.state, InputSource.constant)
Words = npt.NDArray[np.int16]
Offsets = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Fields:
    """The fields of one instruction; c is as in the file, with its prefix, and empty when there is no C."""

    a: int
    b: int
    c: tuple[int, ...] = ()
    d: tuple[int, ...] = ()


class Operations(Sequence[Fields]):
    """N instructions, in compressed sparse rows; as a sequence, the fields of each.

    Attributes:
        a: operation of each instruction, uint8, shape (N,).
        b: its signature or variant, uint8, shape (N,).
        words: C and D of all instructions one after the other, int16. C is as in the file, with its prefix.
        c_offsets: where C of each instruction starts in `words`, int64, shape (N + 1,); the last one is their number.
        d_offsets: where D of each instruction starts in `words`, int64, shape (N,).
        start: byte offset of the first instruction in the file that it was read from, or None.
    """

    def __init__(
        self,
        a: npt.NDArray[np.uint8],
        b: npt.NDArray[np.uint8],
        words: Words,
        c_offsets: Offsets,
        d_offsets: Offsets,
        start: int | None = None,
    ) -> None:
        self.a = a
        self.b = b
        self.words = words
        self.c_offsets = c_offsets
        self.d_offsets = d_offsets
        self.start = start

    def __len__(self) -> int:
        return len(self.a)

    @overload
    def __getitem__(self, index: int) -> Fields: ...
    @overload
    def __getitem__(self, index: slice) -> list[Fields]: ...

    def __getitem__(self, index: int | slice) -> Fields | list[Fields]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        place = range(len(self))[index]
        c_start, d_start, stop = self.c_offsets[place], self.d_offsets[place], self.c_offsets[place + 1]
        c, d = self.words[c_start:d_start].tolist(), self.words[d_start:stop].tolist()
        return Fields(int(self.a[place]), int(self.b[place]), tuple(c), tuple(d))

    @property
    def nbytes(self) -> int:
        """Size of the instructions in a file."""
        return (len(self.a) + len(self.words)) * _WORD.itemsize

    def place(self, index: int, field: str | None = None) -> dict[str, Any]:
        """Path and byte offset of one instruction, as a FormatError or a Finding takes them.

        field: "a" or "b" of it; for those in C and D there is `place_of_word`.
        """
        path, offset = f"ops.instructions[{index}]", self.offset_of(index)
        if field is None:
            return {"path": path, "offset": offset}
        return {"path": f"{path}.{field}", "offset": offset if offset is None or field == "a" else offset + 1}

    def place_of_word(self, word: int) -> dict[str, Any]:
        """The same for one of `words`."""
        index = self.owner_of(word)
        first = int(self.c_offsets[index])
        length_of_c = int(self.d_offsets[index]) - first
        return place_of_field(index, self.offset_of(index), int(self.a[index]), length_of_c, word - first)

    def owner_of(self, word: int) -> int:
        """The instruction that one of `words` belongs to."""
        return int(np.searchsorted(self.c_offsets, word, "right")) - 1

    def offset_of(self, index: int) -> int | None:
        """Byte offset of one instruction in the file that it was read from."""
        if self.start is None:
            return None
        return self.start + int(index + self.c_offsets[index]) * _WORD.itemsize


def place_of_field(index: int, offset: int | None, a: int, length_of_c: int, word: int) -> dict[str, Any]:
    """Path and byte offset of one word of C and D.

    Args:
        index: of the instruction.
        offset: where it starts, in bytes, or None.
        a: its operation.
        length_of_c: words of its C.
        word: which word behind A and B.
    """
    of_c, of_d = _CALL_FIELDS if a >= FIRST_REGULAR else _SYSTEM_FIELDS.get(a, _CALL_FIELDS)
    names, place = (of_c, word) if word < length_of_c else (of_d, word - length_of_c)
    at = min(place, len(names) - 1)
    name = names[at].replace("[]", f"[{place - at}]") if names else "?"
    return {
        "path": f"ops.instructions[{index}].fields.{name}",
        "offset": None if offset is None else offset + (1 + word) * _WORD.itemsize,
    }


def make_operations(rows: Iterable[Fields]) -> Operations:
    """Instructions from the fields of each. OverflowError when a number does not fit its field."""
    listed = list(rows)
    offsets = [0, *accumulate(len(part) for row in listed for part in (row.c, row.d))]
    return Operations(
        np.array([row.a for row in listed], np.uint8),
        np.array([row.b for row in listed], np.uint8),
        np.array([word for row in listed for word in (*row.c, *row.d)], np.int16),
        np.array(offsets[::2], np.int64),
        np.array(offsets[1::2], np.int64),
    )


def write_operations(operations: Operations) -> bytes:
    """The bytes of the instructions, without the head of the section."""
    count = len(operations)
    stream = np.empty(count + len(operations.words), _WORD)
    heads = operations.c_offsets[:-1] + np.arange(count)
    stream[heads] = (operations.a.astype(np.uint16) | operations.b.astype(np.uint16) << 8).view(np.int16)
    stream[_except(heads, len(stream))] = operations.words
    return stream.tobytes()


def read_operations(
    view: memoryview, start: int, stop: int, count: int, signatures: Mapping[int, str], num_outputs: int
) -> Operations:
    """Read the instructions of a file.

    Args:
        view: all bytes of the file.
        start: byte offset of the first instruction.
        stop: byte offset that they must not cross: the start of the next section, or the end of the file.
        count: how many there are.
        signatures: signature strings by id, as `perm` has them. An instruction with an id that is not there has
            neither C nor D.
        num_outputs: number of outputs in the header.

    Raises:
        FormatError: they do not fit, or a prefix of C cannot be; path and offset say which instruction.
    """
    raw = view[start : start + (stop - start) // _WORD.itemsize * _WORD.itemsize]
    words = np.frombuffer(raw, _WORD)
    if count > len(words):
        place: dict[str, Any] = {"path": "ops.num_instructions", "offset": min(start, stop)}
        raise _cut_short(view, stop, f"{count} instructions of at least 2 bytes", place)
    starts = _starts(words, count, signatures, num_outputs)
    whole = int(np.searchsorted(starts, len(words), "right")) - 1  # instructions that end before the words do
    operations = _gather(words, starts[: whole + 1], signatures, start)
    wrong = _wrong_count(operations)
    if wrong is not None:
        error: FormatError = _counts_wrongly(operations, wrong)
        before = operations.owner_of(wrong)
        raise _cause(operations, before, signatures, num_outputs, error) or error
    if whole < count:
        rest = words[int(starts[whole]) :]
        place = _place_of_end(rest, whole, start + int(starts[whole]) * _WORD.itemsize, signatures, num_outputs)
        error = _cut_short(view, stop, f"{count} instructions, all of them whole", place)
        found = _with_output(operations, rest)
        raise _cause(found, len(found), signatures, num_outputs, error) or error
    return operations


def first_misfit(operations: Operations, signatures: Mapping[int, str], num_outputs: int) -> int | None:
    """The first instruction whose C or D is not as long as a reader of the file will take it to be, or None."""
    words = np.frombuffer(write_operations(operations), _WORD)
    starts = _starts(words, len(operations), signatures, num_outputs)
    meant = operations.c_offsets + np.arange(len(operations.c_offsets))
    lengths_of_d = _lengths_of_d(operations.a, operations.b, np.diff(meant) - 1, signatures)
    wrong = operations.d_offsets != operations.c_offsets[1:] - lengths_of_d
    wrong[: len(starts) - 1] |= starts[1:] != meant[1 : len(starts)]
    return int(np.argmax(wrong)) if wrong.any() else None


class _Lengths(dict[int, int]):
    """Length in words of the instructions that start with a word, by that word.

    Where C says how long it is, minus the length without what C lists; 0 where only the system operation knows.
    """

    def __init__(self, signatures: Mapping[int, str]) -> None:
        super().__init__()
        self._signatures = signatures

    def __missing__(self, word: int) -> int:
        a, b = word & 0xFF, word >> 8 & 0xFF
        self[word] = length = _system_length(a, b) if a < FIRST_REGULAR else self._regular_length(b)
        return length

    def _regular_length(self, b: int) -> int:
        codes = _codes_of(b, self._signatures)
        return -(2 + len(codes)) if CONSTANT_CODES.intersection(codes) else 1 + len(codes)


def _system_length(a: int, b: int) -> int:
    if a in (Operation.output, Operation.convergence):
        return 0
    if a == Operation.control_flow:
        return 1 + 3 + 1
    return 1 + 2 if a == Operation.input and b in _SOURCES_WITH_ID else 1


def _codes_of(b: int, signatures: Mapping[int, str]) -> str:
    """The signature of a regular operation; B = 0 stands for none (section 3.3.3)."""
    return signatures.get(b, "") if b else ""


def _starts(words: Words, count: int, signatures: Mapping[int, str], num_outputs: int) -> Offsets:
    """Index of the first word of each instruction and, last, behind them; stops when that is behind the words."""
    native = words.data.cast("B").cast("h") if sys.byteorder == "little" else words.tolist()
    lengths = _Lengths(signatures)
    starts = array("q", (0,))
    position = 0
    try:
        for _ in range(count):
            length = lengths[native[position]]
            if length < 0:
                listed = native[position + 1]
                length = listed - length if listed > 0 else -length
            elif length == 0:
                length = _listed_length(native, position, num_outputs)
            position += length
            starts.append(position)
    except IndexError:
        starts.append(len(words) + 1)
    return np.frombuffer(starts, np.int64)


def _listed_length(words: Any, position: int, num_outputs: int) -> int:
    """Length of an OUTPUT or a CONVERGENCE (sections 7.2 and 7.3.2)."""
    if words[position] & 0xFF == Operation.convergence:
        return 1 + 3 + max(int(words[position + 3]), 0)
    return 2 + 2 * outputs_of(words[position + 1], num_outputs)


def outputs_of(prefix: int, num_outputs: int) -> int:
    """Number of values of an OUTPUT: its prefix, unless that is the length of C, one more than the header says."""
    return num_outputs if prefix == num_outputs + 1 else max(prefix, 0)


def _gather(words: Words, starts: Offsets, signatures: Mapping[int, str], start: int) -> Operations:
    heads = starts[:-1]
    packed = words[heads].view(np.uint16)
    a, b = (packed & 0xFF).astype(np.uint8), (packed >> 8).astype(np.uint8)
    lengths = np.diff(starts) - 1
    c_offsets = starts - np.arange(len(starts))
    return Operations(
        a,
        b,
        words[: starts[-1]][_except(heads, int(starts[-1]))].astype(np.int16, copy=False),
        c_offsets,
        c_offsets[1:] - _lengths_of_d(a, b, lengths, signatures),
        start,
    )


def _lengths_of_d(
    a: npt.NDArray[np.uint8], b: npt.NDArray[np.uint8], lengths: Offsets, signatures: Mapping[int, str]
) -> Offsets:
    """Words of D of each instruction, given the words of C and D together."""
    arity = np.array([len(_codes_of(number, signatures)) for number in range(256)], np.int64)
    of_system = np.select(
        [a == Operation.output, a == Operation.convergence, a == Operation.control_flow],
        [lengths // 2, lengths - 1, 1],  # C of an OUTPUT is one word longer than D
        0,
    )
    return np.where(a < FIRST_REGULAR, of_system, arity[b])


def _except(heads: Offsets, size: int) -> npt.NDArray[np.bool_]:
    """Mask of the words that are C or D."""
    mask = np.ones(size, np.bool_)
    mask[heads] = False
    return mask


def _wrong_count(operations: Operations) -> int | None:
    """The first of `words` that says of its instruction what cannot be."""
    firsts = _first_words(operations, operations.c_offsets[:-1])
    has_c = operations.d_offsets > operations.c_offsets[:-1]
    is_convergence = operations.a == Operation.convergence
    lists = has_c & ((operations.a >= FIRST_REGULAR) | (operations.a == Operation.output))
    branches = _first_words(operations, operations.d_offsets + 1)
    wrong = has_c & (operations.a == Operation.input) & ~np.isin(firsts, INPUT_PREFIXES)
    wrong |= lists & (firsts < 0) | is_convergence & (branches < 0)
    if not wrong.any():
        return None
    index = int(np.argmax(wrong))
    return int(operations.d_offsets[index] + 1 if is_convergence[index] else operations.c_offsets[index])


def _counts_wrongly(operations: Operations, word: int) -> FormatError:
    is_input = operations.a[operations.owner_of(word)] == Operation.input
    reason, expected = "the instruction counts its own words wrongly", "1 or 2" if is_input else "at least 0"
    place = operations.place_of_word(word)
    return InvalidError(reason, format="nac", expected=expected, actual=int(operations.words[word]), **place)


def _first_words(operations: Operations, offsets: Offsets) -> Words:
    """The words at these offsets; where there is none, any."""
    if not len(operations.words):
        return np.zeros(len(offsets), np.int16)
    return operations.words[np.minimum(offsets, len(operations.words) - 1)]


def _with_output(operations: Operations, rest: Words) -> Operations:
    """The instructions and, when an OUTPUT is cut off, its head and prefix, which may be why."""
    if len(rest) < 2 or rest[0] & 0xFF != Operation.output:
        return operations
    size = len(operations.words)
    return Operations(
        np.append(operations.a, np.uint8(Operation.output)),
        np.append(operations.b, np.uint8(rest[0] >> 8 & 0xFF)),
        np.append(operations.words, rest[1]),
        np.append(operations.c_offsets, size + 1),
        np.append(operations.d_offsets, size + 1),
        operations.start,
    )


def _cause(
    operations: Operations, before: int, signatures: Mapping[int, str], num_outputs: int, error: FormatError
) -> FormatError | None:
    """The error for the first of some instructions whose length is in doubt: what follows it may be misread."""
    doubtful = (unsigned(operations, signatures) | wrong_outputs(operations, num_outputs))[:before]
    if not doubtful.any():
        return None
    index = int(np.argmax(doubtful))
    hint = f"what follows is misread then: {error.path}: {error.reason}"
    if operations.a[index] == Operation.output:
        word = int(operations.c_offsets[index])
        reason, expected = output_rule(num_outputs)
        actual, place = int(operations.words[word]), operations.place_of_word(word)
    else:
        reason, expected = NO_SIGNATURE, None
        actual, place = int(operations.b[index]), operations.place(index, "b")
    return InvalidError(reason, format="nac", expected=expected, actual=actual, hint=hint, **place)


def references(operations: Operations) -> npt.NDArray[np.intp]:
    """Which of `words` are distances to the instruction whose result is taken (sections 3.5.2 and 7), in order."""
    a, starts = operations.a, operations.d_offsets
    owners = np.repeat(np.arange(len(operations)), np.diff(operations.c_offsets))
    in_d = np.arange(len(owners)) >= starts[owners]
    takes = (a >= FIRST_REGULAR)[owners] & (operations.words != 0)
    takes |= ((a == Operation.output) | (a == Operation.control_flow))[owners]
    merges = np.flatnonzero((a == Operation.convergence) & (starts > operations.c_offsets[:-1]))
    return np.sort(np.concatenate([np.flatnonzero(in_d & takes), operations.c_offsets[merges]]))


def unsigned(operations: Operations, signatures: Mapping[int, str]) -> npt.NDArray[np.bool_]:
    """The regular operations whose signature `perm` does not have; what follows them may be misread."""
    known = np.array([number == 0 or number in signatures for number in range(256)])
    found: npt.NDArray[np.bool_] = (operations.a >= FIRST_REGULAR) & ~known[operations.b]
    return found


def wrong_outputs(operations: Operations, num_outputs: int) -> npt.NDArray[np.bool_]:
    """The OUTPUTs whose prefix is neither the number of outputs in the header nor one more."""
    starts = operations.c_offsets[:-1]
    firsts = np.where(operations.d_offsets > starts, _first_words(operations, starts), 0)
    found: npt.NDArray[np.bool_] = operations.a == Operation.output
    found &= (firsts != num_outputs) & (firsts != num_outputs + 1)
    return found


def output_rule(num_outputs: int) -> tuple[str, str]:
    """Reason and expectation for an OUTPUT whose prefix does not fit the header."""
    reason = f"the number of outputs is not that of the header, which has num_outputs = {num_outputs}"
    return reason, f"{num_outputs} (or {num_outputs + 1}, counting the prefix)"


def _place_of_end(
    rest: Words, index: int, offset: int, signatures: Mapping[int, str], num_outputs: int
) -> dict[str, Any]:
    """Path and byte offset of the first field that is not there; rest: the words of the instruction that are."""
    if not len(rest):
        return {"path": f"ops.instructions[{index}]", "offset": offset}
    a, b = int(rest[0] & 0xFF), int(rest[0] >> 8 & 0xFF)
    first = int(rest[1]) if len(rest) > 1 else 0
    length_of_c = {Operation.output: 1 + outputs_of(first, num_outputs), Operation.convergence: 1}.get(a, 3)
    if a >= FIRST_REGULAR:
        length_of_c = 1 + first if CONSTANT_CODES.intersection(_codes_of(b, signatures)) else 0
    return place_of_field(index, offset, a, length_of_c, len(rest) - 1)


def _cut_short(view: memoryview, stop: int, expected: str, place: Mapping[str, Any]) -> FormatError:
    """The error for instructions that do not end before `stop`."""
    if stop < len(view):
        reason = "the instructions run into the next section"
        return InvalidError(reason, format="nac", expected=expected, actual=f"a section at byte {stop}", **place)
    reason, actual = "the file ends too early", f"its end at byte {stop}"
    return TruncatedError(reason, format="nac", expected=expected, actual=actual, **place)
