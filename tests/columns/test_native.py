"""The compiled loops and NumPy agree: columns, bytes, refusals and their places."""

from __future__ import annotations

import ctypes
import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nacformats.codec.columns import Columns, RecordCodec, native
from nacformats.codec.columns.table import TABLE_SIZE
from nacformats.errors import FormatError
from tests.campaign.files import CORPUS, Files, originals
from tests.columns.native import build_hook, codecs, compiled, generated, loops_for, pure
from tests.columns.trees import LISTS, judge
from tests.effort import effort

U64_MAX, I64_MAX = 2**64 - 1, 2**63 - 1


def outcome(action: Callable[[], Any]) -> Any:
    """What an action gives, or all that is known of its error."""
    try:
        return action()
    except FormatError as error:
        return type(error), error.reason, error.path, error.offset, str(error.expected), str(error.actual)


def same(first: Any, second: Any) -> bool:
    if isinstance(first, Columns) and isinstance(second, Columns):
        return (
            np.array_equal(first.starts, second.starts)
            and np.array_equal(first.ends, second.ends)
            and list(first) == list(second)
            and all(first[key].dtype == second[key].dtype and np.array_equal(first[key], second[key]) for key in first)
        )
    if isinstance(first, np.ndarray) and isinstance(second, np.ndarray):
        return np.array_equal(first, second)
    return type(first) is type(second) and bool(first == second)


def both(library: ctypes.CDLL, action: Callable[[], Any]) -> Any:
    """What an action gives with the library, after it was seen to give the same without it."""
    with pure():
        expected = outcome(action)
    with compiled(library):
        found = outcome(action)
    assert same(found, expected), (found, expected)
    return found


# whatever the bytes and the columns are


def some_bytes(rng: random.Random, size: int) -> bytes:
    """Bytes that are often small, so that many records fit; sometimes all kinds of them."""
    limit = rng.choice([1, 2, 4, 12, 20, 256])
    return bytes(rng.randrange(256) if rng.random() < 0.01 else rng.randrange(limit) for _ in range(size))


def some_arguments(codec: RecordCodec, rng: random.Random) -> dict[str, Any]:
    given: dict[str, Any] = {}
    for argument in codec.arguments:
        low, high = max(argument.low, 0), min(argument.high, rng.choice([1, 3, 30, I64_MAX]))
        numbers = [rng.randint(low, min(high, low + 3)) for _ in range(TABLE_SIZE)]
        given[argument.name] = np.array(numbers, np.int64) if argument.attribute else rng.choice([low, high])
    return given


@pytest.mark.sample(each=5)
@pytest.mark.parametrize("codec", codecs(), ids=repr)
def test_random_bytes(codec: RecordCodec, library: ctypes.CDLL) -> None:
    """The same columns, or the same record is refused for the same reason at the same place."""
    rng = random.Random(codec.name)
    seen: Counter[bool] = Counter()
    tries = effort(20, 1000)
    for number in range(10 * tries):
        if number >= tries and min(seen[True], seen[False]) > 0:  # few random lengths of 8 bytes fit
            break
        data, count = some_bytes(rng, rng.choice([3, 20, 100, 400])), rng.choice([1, 1, 2, 5, 20])
        arguments = some_arguments(codec, rng)
        read = partial(codec.read, data, 1, count, path="records", **arguments)
        for found in (both(library, read), both(library, partial(read, check=False))):
            seen[isinstance(found, Columns)] += 1
            if isinstance(found, Columns):
                written = both(library, partial(codec.write, found, **arguments))
                assert both(library, partial(codec.sizes, found, **arguments)).sum() == len(written)
                both(library, partial(codec.check, found, **arguments))
    assert min(seen[True], seen[False]) > 0, seen


@pytest.mark.parametrize("codec", codecs(), ids=repr)
def test_random_columns(codec: RecordCodec, library: ctypes.CDLL) -> None:
    """The same bytes, or the same refusal, for columns that nobody read."""
    rng = random.Random(codec.name)
    source = some_bytes(rng, 700)
    seen: Counter[bool] = Counter()
    for _ in range(effort(20, 1000)):
        arguments = some_arguments(codec, rng)
        columns = {**dict(some_columns(codec, rng, len(source))), "data": source}
        for verb in (codec.write, codec.sizes, codec.check):
            found = both(library, partial(verb, columns, path="records", **arguments))
            seen[isinstance(found, tuple)] += 1
    assert seen[False] > 0, seen


def some_columns(codec: RecordCodec, rng: random.Random, available: int) -> Iterator[tuple[str, Any]]:
    """Columns that are what loops rely on, though they may contradict each other."""
    count, limit = rng.choice([0, 1, 3]), rng.choice([2, 4, 20, U64_MAX + 1])
    has_lists = rng.random() < 0.5
    lengths: dict[str, int] = {}
    for column in codec.columns:
        info, size = np.iinfo(column.dtype), lengths[column.rows] if column.rows else count
        if column.key.endswith("[]"):
            steps = [rng.choice([0, 1, 3, 300]) if has_lists else 0 for _ in range(count)]
            lengths[column.key] = sum(steps)
            numbers = np.cumsum([0, *steps])
        elif column.key.endswith("@"):
            numbers = np.array([rng.randrange(-1, available // 2) for _ in range(count)])
        elif column.key.endswith("#"):
            numbers = np.array([rng.choice([0, 4, 8, available // 2]) for _ in range(count)])
        else:
            numbers = np.array([rng.randrange(min(limit, info.max + 1)) for _ in range(size)], column.dtype)
            if limit > U64_MAX:
                numbers[: size // 2] = rng.choice([info.min, info.max])
        yield column.key, numbers.astype(column.dtype)


def test_files(library: ctypes.CDLL) -> None:
    """Files of other programs, whole and damaged, as the parser reads and refuses them; NumPy has the same test."""
    files = [(name, data) for name, data in originals(CORPUS) if name in LISTS]
    with compiled(library):
        for original in files[:: effort(6, 3)]:
            judge(*original)
        for case in Files(files).cases(range(effort(20, 2000))):
            judge(case.format, case.data)


# numbers at their limits, and texts


def varint(value: int, padding: int = 0) -> bytes:
    out = bytearray()
    while value > 127 or padding:
        out.append(value & 127 | 128)
        value, padding = value >> 7, padding - (value <= 127)
    return bytes([*out, value])


@pytest.mark.parametrize("limit", [0, 1, I64_MAX - 1, I64_MAX])
@pytest.mark.parametrize("value", [0, 1, 127, 128, I64_MAX - 1, I64_MAX, I64_MAX + 1, U64_MAX])
@pytest.mark.parametrize("padding", [0, 1])
def test_varints_at_their_limits(value: int, limit: int, padding: int, library: ctypes.CDLL) -> None:
    codec = generated("micb").string_ref
    found = both(library, lambda: codec.read(varint(value, padding), 0, 1, path="symbols", num_strings_value=limit))
    assert isinstance(found, Columns) == (value < limit and not (padding and value > I64_MAX))
    read = both(library, lambda: codec.read(varint(value), 0, 1, num_strings_value=0, check=False))
    assert read["idx"].tolist() == [value]
    assert both(library, lambda: codec.write(read, num_strings_value=0)) == varint(value)


@pytest.mark.parametrize("octets", ["ff" * 9 + "02", "ff" * 10, "80" * 10 + "00", "80" * 10, "80" * 9 + "81"])
def test_varints_of_more_than_64_bits(octets: str, library: ctypes.CDLL) -> None:
    codec = generated("micb").string_ref
    found = both(library, lambda: codec.read(bytes.fromhex(octets + "00"), 0, 1, path="symbols", num_strings_value=9))
    assert isinstance(found, tuple)


@pytest.mark.parametrize("number", [-(2**63), -1, 0, 1, 2**63 - 1])
def test_signed_numbers_at_their_limits(number: int, library: ctypes.CDLL) -> None:
    codec = generated("nac").constant
    data = bytes([7, 0, 2, 8, 0]) + number.to_bytes(8, "little", signed=True)
    found = both(library, lambda: codec.read(data, 0, 1))
    assert found["body.number"].tolist() == [number]
    assert both(library, lambda: codec.write(found)) == data


def test_offsets_at_their_limits(library: ctypes.CDLL) -> None:
    codec = generated("stb").tensor_descriptor
    places = [0, 1, 64, I64_MAX - 1, I64_MAX, I64_MAX + 1, U64_MAX]
    outcomes = set()
    for at, size, end in product(places, places, (64, I64_MAX)):
        data = bytes(4) + at.to_bytes(8, "little") + size.to_bytes(8, "little") + bytes(12)
        read = partial(codec.read, data, 0, 1, path="tensors", ofs_data=64, len_file=end)
        outcomes.add(isinstance(both(library, read), Columns))
    assert outcomes == {True, False}


def test_texts(library: ctypes.CDLL) -> None:
    """Python decides what UTF-8 is: sequences around each limit."""
    codec = generated("micb").interned_string
    edges = [0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]
    leads = [0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF]
    texts = [bytes([a, b]) for a in range(256) for b in edges]
    texts += [bytes([a, b, c]) for a in leads for b in edges for c in edges]
    texts += [bytes([a, b, c, d]) for a in leads[7:] for b in edges for c in edges for d in (0x7F, 0x80, 0xBF, 0xC0)]
    loops = loops_for(codec, library)
    for text in texts:
        data = np.frombuffer(bytes([len(text)]) + text, np.uint8)
        with nullcontext() if is_utf8(text) else pytest.raises(native.NativeError):
            loops.read(data, 0, len(data), 1, [])
    assert 0 < sum(map(is_utf8, texts)) < len(texts)


def is_utf8(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True


# what the library is not used for


def test_other_columns_and_other_schemas(library: ctypes.CDLL) -> None:
    """A library that was built before a schema or the generator changed is told."""
    codec = generated("micb").graph_value
    sha256 = generated("micb").C_SHA256
    assert native.loops_in(library, "micb", "graph_value", codec.columns, sha256) is not None
    assert native.loops_in(library, "micb", "graph_value", codec.columns, "0" * 64) is None
    assert native.loops_in(library, "micb", "other", codec.columns, sha256) is None
    assert native.loops_in(library, "other", "graph_value", codec.columns, sha256) is None


def test_arrays_that_c_cannot_take_are_refused(library: ctypes.CDLL) -> None:
    codec = generated("micb").string_ref
    loops = loops_for(codec, library)
    good, none = np.array([1, 2, 3], np.uint64), np.zeros(0, np.uint8)
    assert loops.write(none, 3, [9], [good]).tobytes() == b"\1\2\3"
    for bad in (good[::2], good.astype(np.int64), good.astype(">u8"), good.reshape(3, 1)):
        with pytest.raises(native.NativeError):
            loops.write(none, 3, [9], [bad])
    with pytest.raises(native.NativeError):
        loops.read(np.zeros(8, np.uint8)[::2], 0, 4, 1, [9])
    with pytest.raises(native.NativeError):
        loops.read(np.zeros(8, np.uint8), 0, 9, 1, [9])


def test_records_that_the_loops_read_are_sound(library: ctypes.CDLL) -> None:
    """What is known to keep its rules is not checked a second time; what NumPy read is."""
    codec = generated("micb").string_ref
    with compiled(library):
        good, bad = (codec.read(bytes([3]), 0, 1, check=False, num_strings_value=most) for most in (4, 3))
    assert good.is_sound
    assert not bad.is_sound
    assert not list(codec.offenders(good, num_strings_value=4))
    assert len(list(codec.offenders(bad, num_strings_value=3))) == 1


def test_pure_leaves_the_library_out(monkeypatch: pytest.MonkeyPatch) -> None:
    native.load_library.cache_clear()
    monkeypatch.setenv(native.PURE, "1")
    assert native.load_library() is None
    native.load_library.cache_clear()


@pytest.mark.parametrize("content", [None, b"", b"no library"])
def test_a_library_that_cannot_be_loaded_is_none(
    content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if content is not None:
        (tmp_path / build_hook().LIBRARY.name).write_bytes(content)
    native.load_library.cache_clear()
    monkeypatch.setattr(native, "FOLDER", tmp_path)
    monkeypatch.delenv(native.PURE, raising=False)
    assert native.load_library() is None
    native.load_library.cache_clear()


def test_lists_longer_than_thought_up_to_the_end(library: ctypes.CDLL) -> None:
    """There is more room for their elements then, though not all records that were asked for are there."""
    from nacformats._generated.columns.micb import tensor_type

    count, num_dims = 400, 40
    record = bytes([2, num_dims, *bytes(num_dims)])
    data = np.frombuffer(record * count, np.uint8)
    starts, columns = loops_for(tensor_type, library).read(data, 0, len(data), count + 1, [1])
    assert len(starts) == count + 1
    assert [len(column) for column in columns[-2:]] == [count + 1, count * num_dims]
