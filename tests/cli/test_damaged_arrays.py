"""Files of arrays from strangers: arrays, or one error. `python -m tests.cli.test_damaged_arrays` tries 3,000."""

from __future__ import annotations

import io
import random
import struct
import sys
import tracemalloc
import zipfile
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from nacformats.commands.arrays import GivenArrays
from nacformats.commands.terminal import USAGE, CommandError

#: What all arrays of one file may take here.
BUDGET = 1 << 20
NONE = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }"


def npy(header: str | bytes, body: bytes = bytes(64), version: bytes = b"\1\0", length: int | None = None) -> bytes:
    """An .npy file with a header that NumPy would not write."""
    text = header if isinstance(header, bytes) else header.encode("latin-1")
    width = "<H" if version == b"\1\0" else "<I"
    return b"\x93NUMPY" + version + struct.pack(width, len(text) if length is None else length) + text + body


def shaped(shape: str, descr: str = "'<f4'", order: str = "False") -> bytes:
    return npy(f"{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}")


def saved(**arrays: np.ndarray) -> bytes:
    stream = io.BytesIO()
    np.savez_compressed(stream, **arrays)
    return stream.getvalue()


def read(path: Path, data: bytes) -> list[np.ndarray]:
    """The arrays of a file; CommandError for whatever is none."""
    path.write_bytes(data)
    given = GivenArrays(BUDGET)
    return list(given.named(str(path)).values()) if data.startswith(b"PK") else [given.single(str(path))]


HEADERS = {
    **{
        f"shape {shape[:30]}": shaped(shape)
        for shape in (
            *("(True, 8)", "(False,)", "(2.0,)", "('2',)", "((2,),)", "[2]", "2", "None", "(-1,)", "(2, -3)", "{2: 3}"),
            *("(None,)", "(2**3,)", f"({2**63},)", f"({2**200},)", f"(0, {2**63})", f"(0, {2**62}, {2**62})", "(1j,)"),
            f"({'1, ' * 65})",
            f"({'9' * 5000},)",
            f"({'9' * 4000},)",
        )
    },
    **{
        f"dtype {descr}": shaped("(2,)", descr)
        for descr in (
            *("'|O'", "'O'", "'<U3'", "'|S3'", "'|V4'", "'<M8[s]'", "'<m8'", "'<c32'", "'>f16'", "'no'", "''", "None"),
            *("4", "()", "[]", "('<f4', 3)", "('<f4', (3,))", "[('a', '<f4')]", "[('a', 'O')]", "'f4,i4'", "b'<f4'"),
            *("{'names': ['a'], 'formats': ['f4']}", "[('', 'f4'), ('', 'f4')]", "'<f4', 1", "'|b1\\0'"),
        )
    },
    **{f"order {order}": shaped("(2,)", order=order) for order in ("1", "None", "'C'", "(), 'x': 1")},
    "no header": npy(""),
    "no mapping": npy("(1, 2)"),
    "a program": npy("__import__('os').abort()"),
    "an expression": npy("{'descr': '<f4', 'fortran_order': False, 'shape': (lambda: 2)(), }"),
    "zero bytes": npy("\0" * 100),
    "parentheses": npy("(" * 9_000),
    "minus signs": npy("-" * 9_000 + "1"),
    "brackets": npy("[" * 90 + "]" * 90),
    "no UTF-8": npy(b"\xff\xfe\xfd" * 9),
    "escape": npy("{'descr': '\\N{NO SUCH}', 'fortran_order': False, 'shape': (2,), }"),
    "keys": npy("{'descr': '<f4', 'shape': (2,), }"),
    "long header": npy(NONE, version=b"\2\0", length=2**31),
    "cut header": npy(NONE, b"", length=5_000),
    "version 3": npy(NONE, version=b"\3\0"),
    "version 9": npy(NONE, version=b"\x09\x09"),
    "cut body": npy(NONE, b"1234"),
    "cut magic": b"\x93NUMP",
    "magic alone": b"\x93NUMPY",
    "zip alone": b"PK",
    "nothing": b"",
}


@pytest.mark.filterwarnings("error")
def test_headers_are_not_believed(tmp_path: Path) -> None:
    for name, data in HEADERS.items():
        with pytest.raises(CommandError) as caught:
            read(tmp_path / "x.npy", data)
        assert caught.value.code == USAGE, name
        assert len(str(caught.value)) < 1_000, name


def _changed(data: bytes, old: bytes, new: bytes) -> bytes:
    assert old in data
    return data.replace(old, new)


def archives() -> dict[str, bytes]:
    stored = io.BytesIO()
    np.savez(stored, x=np.arange(10.0))
    plain, size = stored.getvalue(), 208
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("x.npy", shaped(f"({BUDGET},)") + bytes(4 * BUDGET))
    other = io.BytesIO()
    with zipfile.ZipFile(other, "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("x.npy", shaped("(2,)"))
    both = io.BytesIO()
    with zipfile.ZipFile(both, "w") as archive:
        archive.writestr("x.npy", shaped("(2,)"))
        archive.writestr("x", shaped("(2,)"))
    central = plain.rindex(b"PK\1\2")
    return {
        "bomb": bomb.getvalue(),
        "method": other.getvalue(),
        "twice": both.getvalue(),
        "not an archive": b"PK" + bytes(200),
        "encrypted": plain[: central + 8] + b"\1" + plain[central + 9 :],
        "checksum": _changed(plain, struct.pack("<d", 5.0), struct.pack("<d", 6.0)),
        "cut": plain[: len(plain) // 2],
        "size": plain[:central] + _changed(plain[central:], struct.pack("<I", size), struct.pack("<I", 2**31 - 1)),
        "place": plain[: central + 42] + struct.pack("<I", 2**31) + plain[central + 46 :],
    }


@pytest.mark.parametrize(
    "name", ["bomb", "method", "twice", "not an archive", "encrypted", "checksum", "cut", "size", "place"]
)
def test_archives_are_not_believed(tmp_path: Path, name: str) -> None:
    data = archives()[name]
    tracemalloc.start()
    try:
        with pytest.raises(CommandError) as caught:
            read(tmp_path / "x.npz", data)
        assert tracemalloc.get_traced_memory()[1] < BUDGET
    finally:
        tracemalloc.stop()
    assert caught.value.code == USAGE


def test_a_small_file_takes_little_memory(tmp_path: Path) -> None:
    """A member of a kilobyte that says that it has a gigabyte."""
    data = bytearray(saved(x=np.zeros(8, np.float32)))
    central = data.rindex(b"PK\1\2")
    data[central + 24 : central + 28] = struct.pack("<I", 2**30)
    data = bytearray(bytes(data).replace(b"(8,), }", b"(8,), }"))
    path = tmp_path / "x.npz"
    path.write_bytes(data)
    given = GivenArrays(2**40)
    tracemalloc.start()
    try:
        assert given.named(str(path))["x"].shape == (8,)
        assert tracemalloc.get_traced_memory()[1] < BUDGET
    finally:
        tracemalloc.stop()


def test_arrays_are_read(tmp_path: Path) -> None:
    for array in (np.ones((2, 3), order="F"), np.array(3), np.zeros((0, 4), np.int8), np.array([1j]), np.array([True])):
        stream = io.BytesIO()
        np.save(stream, array)
        (found,) = read(tmp_path / "x.npy", stream.getvalue())
        np.testing.assert_array_equal(found, array)
        (found,) = read(tmp_path / "x.npz", saved(x=array))
        np.testing.assert_array_equal(found, array)


def test_arrays_of_the_other_byte_order_become_native(tmp_path: Path) -> None:
    """Libraries that look at the bytes alone would read other numbers."""
    array = np.arange(6, dtype=np.dtype(np.float32).newbyteorder("S")).reshape(2, 3)
    (found,) = read(tmp_path / "x.npz", saved(x=array))
    assert found.dtype.isnative
    np.testing.assert_array_equal(found, array)


def seeds() -> list[bytes]:
    arrays = {"x": np.arange(6, dtype=np.float32).reshape(2, 3), "y": np.asfortranarray(np.eye(3, dtype=np.int64))}
    plain = io.BytesIO()
    np.savez(plain, **arrays)
    good = [saved(**arrays), plain.getvalue(), shaped("(2, 3)"), shaped("(2, 3)", "'>i8'", "True")]
    return good * 16 + list(HEADERS.values())


def damaged(choose: random.Random, data: bytes) -> bytes:
    """A file with a few bytes changed, cut, doubled or replaced by a piece of Python."""
    made = bytearray(data)
    for _ in range(choose.randint(1, 4)):
        at = choose.randrange(len(made) + 1)
        match choose.randrange(5):
            case 0:
                made[at : at + 1] = bytes([choose.randrange(256)])
            case 1:
                del made[at : choose.choice((len(made), at + 1, at + 9))]
            case 2:
                made[at:at] = made[choose.randrange(len(made) + 1) :][: choose.randint(1, 40)]
            case 3:
                made[at : at + 4] = struct.pack("<I", choose.choice((0, 1, 2**31 - 1, 2**31, 2**32 - 1)))
            case _:
                made[at : at + 5] = choose.choice((b"True,", b"-1,", b"(((", b"1e9,", b"None", b"'O'", b"9" * 20))
    return bytes(made)


def campaign(folder: Path, count: int, seed: int) -> int:
    """Read so many damaged files; how many of them hold arrays all the same."""
    choose, files, whole = random.Random(seed), seeds(), 0
    for number in range(count):
        data = damaged(choose, choose.choice(files))
        name = "x.npz" if data.startswith(b"PK") else "x.npy"
        with suppress(CommandError):
            assert sum(array.nbytes for array in read(folder / name, data)) <= BUDGET, (seed, number)
            whole += 1
    return whole


def test_damaged_files_are_arrays_or_errors(tmp_path: Path) -> None:
    assert campaign(tmp_path, 300, seed=17) > 0


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as place:
        print(campaign(Path(place), int(sys.argv[1]) if len(sys.argv) > 1 else 3_000, seed=1), "held arrays")  # noqa: T201
