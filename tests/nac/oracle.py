"""A second reading of NAC v1.6 to v1.8: struct only, nothing of the package, no checks. Reads and writes sound files.

A file is a plain dict. Sections that are missing are None; numbers are as in the file; floats are their bytes. What a
version does not have, its files have no key for.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from typing import Any

TAGS = ("MMAP", "OPS ", "CMAP", "CNST", "PERM", "DATA", "PROC", "ORCH", "RSRC")
#: The sections of each version in the order of the header, and the header.
TAGS_OF = {"1.6": TAGS, "1.7": (*TAGS[:-1], "TRNG", "RSRC"), "1.8": (*TAGS[:-1], "TRNG", "RSRC", "ARRS")}
HEADERS = {
    "1.6": struct.Struct("<3sBBHHBH9Q4x"),
    "1.7": struct.Struct("<3sBBHHBH10Q"),
    "1.8": struct.Struct("<3sBBHHBH11Q"),
}
#: The version by the version byte and where the first section begins.
VERSIONS = {(1, 88): "1.6", (2, 92): "1.7", (2, 100): "1.8"}
CONSTANT_CODES = set("ASifbsc")
#: Operations that take an element; since v1.7 they need no signature.
ELEMENTS = ("getitem", "operator.getitem", "aten.select.int")


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
    version = version_of(data)
    magic, number, storage, inputs, outputs, reserved, d_model, *offsets = HEADERS[version].unpack_from(data)
    assert (magic, reserved) == (b"NAC", 0)
    assert number == 2 or data[84:88] == bytes(4)
    file: dict[str, Any] = {
        "version": version,
        "internal": bool(storage & 0x80),
        "method": storage & (0x7F if number == 1 else 0x3F),
        "num_inputs": inputs,
        "num_outputs": outputs,
        "d_model": d_model,
        "extents": {},
    }
    if number == 2:
        file["training"] = bool(storage & 0x40)
    starts = dict(zip(TAGS_OF[version], offsets, strict=True))
    for tag in sorted(starts, key=("CMAP", "PERM").__contains__, reverse=True):  # the programs need them
        file[tag] = None
        if starts[tag]:
            cursor = Cursor(data, starts[tag])
            assert cursor.take(4) == tag.encode()
            file[tag] = READERS[tag](cursor, file)
            file["extents"][tag] = (starts[tag], cursor.position)
    file["order"] = sorted(file["extents"], key=lambda tag: file["extents"][tag])
    return file


def version_of(data: bytes) -> str:
    """Those with one version byte are told apart by where the first section begins."""
    if data[3] == 1:
        return "1.6"
    first = min(filter(None, struct.unpack_from("<10Q", data, 12)))
    return VERSIONS[data[3], first]


def read_mmap(cursor: Cursor, file: dict[str, Any]) -> list[Any]:
    records = []
    for _ in range(cursor.number("I")):
        tick, count = cursor.unpack("HB")
        records.append((tick, [cursor.unpack("BH") for _ in range(count)]))
    return records


def read_ops(cursor: Cursor, file: dict[str, Any]) -> list[Any]:
    """The instructions of OPS or of TRNG."""
    rows = []
    for _ in range(cursor.number("I")):
        start = cursor.position
        a, b = cursor.unpack("BB")
        c, d = (read_fields_v1 if file["version"] == "1.6" else read_fields_v2)(cursor, a, b, file)
        rows.append((start, a, b, c, d))
    return rows


def read_fields_v2(cursor: Cursor, a: int, b: int, file: dict[str, Any]) -> tuple[Any, Any]:
    if a == 2:
        return (cursor.words(2) if b in (1, 2, 3, 4, 5) else ()), ()
    if a == 3 and b == 3:
        return cursor.words(2), cursor.words(2)
    if a == 3 and b == 4:
        return (), cursor.words(1)
    codes = dict(file["PERM"] or []).get(b, "") if b else ""
    if a >= 10 and not codes and dict(file["CMAP"] or []).get(a) in ELEMENTS:
        (count,) = cursor.words(1)
        return (count, *cursor.words(count)), cursor.words(1)
    return read_fields_v1(cursor, a, b, file)


def read_fields_v1(cursor: Cursor, a: int, b: int, file: dict[str, Any]) -> tuple[Any, Any]:
    outputs = file["num_outputs"]
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
    codes = dict(file["PERM"] or []).get(b, "") if b else ""
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


def read_arrs(cursor: Cursor, file: dict[str, Any]) -> list[Any]:
    return [read_array(cursor) for _ in range(cursor.number("I"))]


def read_array(cursor: Cursor) -> dict[str, Any]:
    name = cursor.text("H")
    dtype, rank = cursor.unpack("BB")
    array: dict[str, Any] = {"name": name, "dtype": dtype, "dims": cursor.unpack(f"{rank}I")}
    size = cursor.number("Q")
    return {**array, "offset": cursor.position, "raw": cursor.take(size)}


READERS: dict[str, Any] = {
    "MMAP": read_mmap,
    "OPS ": read_ops,
    "TRNG": read_ops,
    "ARRS": read_arrs,
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
    version = file.get("version", "1.6")
    head = HEADERS[version]
    number, _ = next(key for key, each in VERSIONS.items() if each == version)
    body, starts = b"", dict.fromkeys(TAGS_OF[version], 0)
    for tag in file["order"]:
        body += (gaps or {}).get(tag, b"")
        starts[tag] = head.size + len(body)
        body += tag.encode() + WRITERS[tag](file[tag])
    storage = file["method"] | 0x80 * file["internal"] | 0x40 * file.get("training", False)
    counts = file["num_inputs"], file["num_outputs"], 0, file["d_model"]
    return head.pack(b"NAC", number, storage, *counts, *starts.values()) + body


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


def write_array(array: dict[str, Any]) -> bytes:
    dims, raw = array["dims"], array["raw"]
    head = struct.pack(f"<BB{len(dims)}IQ", array["dtype"], len(dims), *dims, len(raw))
    return sized("H", array["name"].encode()) + head + raw


WRITERS: dict[str, Any] = {
    "MMAP": write_mmap,
    "OPS ": write_ops,
    "TRNG": write_ops,
    "ARRS": lambda arrays: counted("I", map(write_array, arrays)),
    "CMAP": write_table("B"),
    "CNST": lambda constants: counted("I", map(write_constant, constants)),
    "PERM": write_table("B"),
    "DATA": write_data,
    "PROC": lambda manifest: sized("I", manifest),
    "ORCH": write_orch,
    "RSRC": lambda files: counted("I", (sized("H", name.encode()) + sized("I", data) for name, data in files)),
}
