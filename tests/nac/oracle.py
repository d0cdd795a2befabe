"""A second reading of NAC v1.6: struct only, nothing of the package, no checks. It reads and writes sound files.

A file is a plain dict. Sections that are missing are None; numbers are as in the file; floats are their bytes.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from typing import Any

TAGS = ("MMAP", "OPS ", "CMAP", "CNST", "PERM", "DATA", "PROC", "ORCH", "RSRC")
CONSTANT_CODES = set("ASifbsc")
HEADER = struct.Struct("<3sBBHHBH9Q4s")


class Cursor:
    def __init__(self, data: bytes, position: int) -> None:
        self.data = data
        self.position = position

    def take(self, size: int) -> bytes:
        piece = self.data[self.position : self.position + size]
        assert len(piece) == size, "the data end"
        self.position += size
        return piece

    def unpack(self, form: str) -> tuple[Any, ...]:
        return struct.unpack("<" + form, self.take(struct.calcsize("<" + form)))

    def number(self, form: str) -> int:
        return self.unpack(form)[0]

    def words(self, count: int) -> tuple[int, ...]:
        return self.unpack(f"{count}h")

    def text(self, form: str) -> str:
        return self.take(self.number(form)).decode()


def read(data: bytes) -> dict[str, Any]:
    magic, version, storage, inputs, outputs, reserved, d_model, *offsets, padding = HEADER.unpack_from(data)
    assert (magic, version, reserved, padding) == (b"NAC", 1, 0, bytes(4))
    file: dict[str, Any] = {
        "internal": bool(storage & 0x80),
        "method": storage & 0x7F,
        "num_inputs": inputs,
        "num_outputs": outputs,
        "d_model": d_model,
        "extents": {},
    }
    starts = dict(zip(TAGS, offsets, strict=True))
    for tag in sorted(TAGS, key=lambda tag: tag != "PERM"):  # the program needs the signatures
        file[tag] = None
        if starts[tag]:
            cursor = Cursor(data, starts[tag])
            assert cursor.take(4) == tag.encode()
            file[tag] = READERS[tag](cursor, file)
            file["extents"][tag] = (starts[tag], cursor.position)
    file["order"] = sorted(file["extents"], key=lambda tag: file["extents"][tag])
    return file


def read_mmap(cursor: Cursor, file: dict[str, Any]) -> list[Any]:
    records = []
    for _ in range(cursor.number("I")):
        tick, count = cursor.unpack("HB")
        records.append((tick, [cursor.unpack("BH") for _ in range(count)]))
    return records


def read_ops(cursor: Cursor, file: dict[str, Any]) -> list[Any]:
    signatures = dict(file["PERM"] or [])
    rows = []
    for _ in range(cursor.number("I")):
        start = cursor.position
        a, b = cursor.unpack("BB")
        c, d = read_fields(cursor, a, b, signatures, file["num_outputs"])
        rows.append((start, a, b, c, d))
    return rows


def read_fields(cursor: Cursor, a: int, b: int, signatures: dict[int, str], outputs: int) -> tuple[Any, Any]:
    if a == 2:
        return (cursor.words(2) if b in (1, 2, 3) else ()), ()
    if a == 3:
        (prefix,) = cursor.words(1)
        count = prefix if prefix == outputs else prefix - 1 if prefix == outputs + 1 else prefix
        return (prefix, *cursor.words(count)), cursor.words(count)
    if a == 6:
        return cursor.words(3), cursor.words(1)
    if a == 7:
        c, end, count = cursor.words(1), *cursor.words(2)
        return c, (end, count, *cursor.words(count))
    if a < 10:
        return (), ()
    codes = signatures.get(b, "") if b else ""
    c = ()
    if CONSTANT_CODES & set(codes):
        (count,) = cursor.words(1)
        c = (count, *cursor.words(count))
    return c, cursor.words(len(codes))


def read_table(form: str) -> Any:
    """Entries of an id and a text whose length has this form."""

    def reader(cursor: Cursor, file: dict[str, Any]) -> list[Any]:
        return [(cursor.number("H"), cursor.text(form)) for _ in range(cursor.number("I"))]

    return reader


def read_constants(cursor: Cursor, count: int) -> list[Any]:
    return [read_constant(cursor) for _ in range(count)]


def read_constant(cursor: Cursor) -> tuple[int, int, int, Any]:
    number, kind, length = cursor.unpack("HBH")
    if kind == 0:
        value: Any = None
    elif kind == 1:
        value = cursor.number("B") != 0
    elif kind == 2:
        value = cursor.number("q")
    elif kind == 3:
        value = cursor.take(8)
    elif kind == 4:
        value = cursor.take(length).decode()
    elif kind == 5:
        value = list(cursor.unpack(f"{length}i"))
    else:
        assert kind == 6
        value = cursor.take(4 * length)
    return number, kind, length, value


def read_data(cursor: Cursor, file: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "parameters": read_table("H")(cursor, file),
        "inputs": read_table("H")(cursor, file),
        "tensors": None,
    }
    if file["internal"]:
        found["tensors"] = [read_tensor(cursor) for _ in range(cursor.number("I"))]
    return found


def read_tensor(cursor: Cursor) -> dict[str, Any]:
    number, meta_size, size = cursor.unpack("HIQ")
    meta = Cursor(cursor.take(meta_size), 0)
    dtype, rank = meta.unpack("BB")
    tensor: dict[str, Any] = {"id": number, "dtype": dtype, "dims": meta.unpack(f"{rank}I")}
    tensor["quant"] = meta.number("B")
    if tensor["quant"] == 2:
        tensor["scales"] = meta.take(4)
    elif tensor["quant"] == 3:
        tensor["axis"] = meta.number("B")
        tensor["scales"] = meta.take(4 * meta.number("I"))
    elif tensor["quant"] == 4:
        tensor["block"] = meta.number("H")
        tensor["shape"] = meta.unpack(f"{meta.number('B')}I")
        tensor["scales"] = meta.take(4 * meta.number("I"))
    assert meta.position == meta_size
    tensor["offset"] = cursor.position
    tensor["raw"] = cursor.take(size)
    return tensor


def read_orch(cursor: Cursor, file: dict[str, Any]) -> dict[str, Any]:
    size, count = cursor.unpack("II")
    return {"bytecode": cursor.take(size), "constants": read_constants(cursor, count)}


def read_rsrc(cursor: Cursor, file: dict[str, Any]) -> list[Any]:
    return [(cursor.text("H"), cursor.take(cursor.number("I"))) for _ in range(cursor.number("I"))]


READERS: dict[str, Any] = {
    "MMAP": read_mmap,
    "OPS ": read_ops,
    "CMAP": read_table("B"),
    "CNST": lambda cursor, file: read_constants(cursor, cursor.number("I")),
    "PERM": read_table("B"),
    "DATA": read_data,
    "PROC": lambda cursor, file: cursor.take(cursor.number("I")),
    "ORCH": read_orch,
    "RSRC": read_rsrc,
}


def write(file: dict[str, Any], gaps: dict[str, bytes] | None = None) -> bytes:
    """The bytes of a file; gaps: what comes before a section."""
    body, starts = b"", dict.fromkeys(TAGS, 0)
    for tag in file["order"]:
        body += (gaps or {}).get(tag, b"")
        starts[tag] = HEADER.size + len(body)
        body += tag.encode() + WRITERS[tag](file[tag])
    storage = file["method"] | 0x80 * file["internal"]
    counts = file["num_inputs"], file["num_outputs"], 0, file["d_model"]
    return HEADER.pack(b"NAC", 1, storage, *counts, *starts.values(), bytes(4)) + body


def counted(form: str, pieces: Iterable[bytes]) -> bytes:
    listed = list(pieces)
    return struct.pack("<" + form, len(listed)) + b"".join(listed)


def sized(form: str, piece: bytes) -> bytes:
    return struct.pack("<" + form, len(piece)) + piece


def write_mmap(records: list[Any]) -> bytes:
    return counted(
        "I",
        (
            struct.pack("<H", tick) + counted("B", (struct.pack("<BH", *command) for command in commands))
            for tick, commands in records
        ),
    )


def write_ops(rows: list[Any]) -> bytes:
    return counted("I", (struct.pack(f"<BB{len(c) + len(d)}h", a, b, *c, *d) for _, a, b, c, d in rows))


def write_table(form: str) -> Any:
    return lambda entries: counted("I", (struct.pack("<H", n) + sized(form, text.encode()) for n, text in entries))


def write_constant(constant: tuple[int, int, int, Any]) -> bytes:
    number, kind, length, value = constant
    forms = {0: "", 1: "B", 2: "q", 5: f"{length}i"}
    if kind in forms:
        listed = [] if value is None else value if kind == 5 else [value]
        body = struct.pack("<" + forms[kind], *listed)
    else:
        body = value.encode() if kind == 4 else value
    return struct.pack("<HBH", number, kind, length) + body


def write_data(data: dict[str, Any]) -> bytes:
    names = write_table("H")(data["parameters"]) + write_table("H")(data["inputs"])
    return names if data["tensors"] is None else names + counted("I", map(write_tensor, data["tensors"]))


def write_tensor(tensor: dict[str, Any]) -> bytes:
    dims, quant = tensor["dims"], tensor["quant"]
    meta = struct.pack(f"<BB{len(dims)}IB", tensor["dtype"], len(dims), *dims, quant)
    if quant == 2:
        meta += tensor["scales"]
    elif quant == 3:
        meta += struct.pack("<BI", tensor["axis"], len(tensor["scales"]) // 4) + tensor["scales"]
    elif quant == 4:
        shape = tensor["shape"]
        meta += struct.pack(f"<HB{len(shape)}I", tensor["block"], len(shape), *shape)
        meta += struct.pack("<I", len(tensor["scales"]) // 4) + tensor["scales"]
    return struct.pack("<HIQ", tensor["id"], len(meta), len(tensor["raw"])) + meta + tensor["raw"]


def write_orch(orch: dict[str, Any]) -> bytes:
    head = struct.pack("<II", len(orch["bytecode"]), len(orch["constants"]))
    return head + orch["bytecode"] + b"".join(map(write_constant, orch["constants"]))


WRITERS: dict[str, Any] = {
    "MMAP": write_mmap,
    "OPS ": write_ops,
    "CMAP": write_table("B"),
    "CNST": lambda constants: counted("I", map(write_constant, constants)),
    "PERM": write_table("B"),
    "DATA": write_data,
    "PROC": lambda manifest: sized("I", manifest),
    "ORCH": write_orch,
    "RSRC": lambda files: counted("I", (sized("H", name.encode()) + sized("I", data) for name, data in files)),
}
