"""Files that are made to break readers, by kind; each is drawn from a seed."""

from __future__ import annotations

import io
import json
import random
import struct
import zipfile
from collections.abc import Callable, Mapping, Sequence
from functools import partial

Hostile = Callable[[random.Random], bytes]

#: Numbers at which sizes, offsets and shapes go wrong.
NUMBERS = (0, 1, -1, 2**31 - 1, 2**31, 2**32, 2**53 + 1, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 10**30, True, 1.5, 1e308)
#: Texts of JSON, YAML and the formats that are text.
TEXTS: Sequence[bytes] = (
    b"[" * 100_000,
    b'{"a":' * 50_000,
    b"9" * 5_000,
    b'{"a": ' + b"9" * 5_000 + b"}",
    b'{"a": -' + b"1" * 4_400 + b', "b": 1e999999999}',
    b'{"a": NaN, "b": Infinity, "c": -Infinity}',
    b'{"a": 1, "a": 2}',
    b'{"a": "\\ud800", "\\udfff": "\\ud800\\ud800"}',
    '{"\u202e": "\x85", "é": "\u2028"}'.encode(),
    b'\xef\xbb\xbf{"a": 1}',
    '{"a": 1}'.encode("utf-16"),
    b'{"a": 1}\r\n\r\n',
    b'{"a": {"$hex": "0g"}, "b": {"$base64": "="}}',
    b'{"steps": [{"opcode": "prepend", "operands": 5}]}',
    b'{"$hex": "00"}',
    b"null",
    b"[]",
    b"\x1b]0;title\x07\x1b[2J",
    b"\0" * 100,
    b"\xff\xfe\xfd",
    b"\r\r\r\n",
    b"a" * 90_000,
    b"\n" * 90_000,
)
#: Headers of .npy files that describe what no array is.
NPY_HEADERS: Sequence[str] = (
    "{'descr': '<f4', 'fortran_order': False, 'shape': (True, 8)}",
    "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}",
    "{'descr': '<f4', 'fortran_order': False, 'shape': (2**62, 4)}",
    f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({2**62}, 4)}}",
    f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({10**30},)}}",
    "{'descr': '<f4', 'fortran_order': False, 'shape': (1.0,)}",
    "{'descr': '<f4', 'fortran_order': 1, 'shape': 8}",
    "{'descr': '|O', 'fortran_order': False, 'shape': (1,)}",
    "{'descr': [('a', '<f4'), ('b', '|O')], 'fortran_order': False, 'shape': (1,)}",
    "{'descr': '|V0', 'fortran_order': False, 'shape': (1000000000000,)}",
    "{'descr': '<U100000000', 'fortran_order': False, 'shape': (1,)}",
    "{'descr': '<M8[25s/7]', 'fortran_order': False, 'shape': (2,)}",
    "{'descr': ('<f4', (2, 2)), 'fortran_order': False, 'shape': (1,)}",
    "{'descr': None, 'fortran_order': False, 'shape': (1,)}",
    "{'descr': '\\ud800', 'fortran_order': False, 'shape': ()}",
    "{'descr': '<f4', 'fortran_order': False, 'shape': " + "(" * 300 + ")" * 300 + "}",
    "{'descr': '<f4', 'fortran_order': False, 'shape': (" + "1," * 70 + ")}",
    "{'descr': '<f4', 'fortran_order': False}",
    "{['a']: 1}",
    "__import__('os').abort()",
    "9" * 5_000,
    "",
)
#: What a schema can ask for that no file has.
SCHEMAS: Sequence[str] = (
    "seq: [{id: a, size: 1 / 0}]",
    "seq: [{id: n, type: u1}, {id: a, size: 100 / n}]",
    "seq: [{id: a, size: 1 << 100000000000}]",
    "seq: [{id: a, size: 9" + "9" * 4_400 + "}]",
    "seq: [{id: a, size: " + "(" * 3_000 + "1" + ")" * 3_000 + "}]",
    "seq: [{id: a, type: u1, repeat: expr, repeat-expr: 4000000000}]",
    "seq: [{id: a, type: own}]",
    "instances: {a: {value: b}, b: {value: a}}",
    "instances: {a: {pos: 0xffffffffffffffff, type: u1}}",
    "seq: [{id: a, type: strz, encoding: no-such}]",
    "seq: [{id: a, type: b64}, {id: b, type: b1}, {id: c, type: u8}]",
    "params: [{id: p, type: u1}]\nseq: [{id: a, size: p}]",
    "seq: [{id: a, type: {switch-on: a, cases: {1: u1}}}]",
    "enums: {e: {99999999999999999999999: a}}\nseq: [{id: a, type: u1, enum: e}]",
    "seq: &a [*a]",
    "a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\nd: [*c,*c]",
    "seq: [{id: a, type: u1, valid: {expr: _.as<bytes>.length}}]",
    "seq: [{id: a, type: !!python/object/apply:os.abort []}]",
    "? [1, 2]\n: 3",
)


def hostile(kind: str, rng: random.Random) -> bytes:
    """A file that is made to break readers of one kind; of any text for the kinds that have nothing of their own."""
    return rng.choice(MAKERS.get(kind, (text,)))(rng)


def text(rng: random.Random) -> bytes:
    return rng.choice(TEXTS)


def safetensors(rng: random.Random) -> bytes:
    """A header that promises what the file does not have."""
    number = partial(rng.choice, NUMBERS)
    entry = {
        "dtype": rng.choice(("F32", "F4", "BF16", "F8_E8M0", "I64", "f32", "", "\ud800", 5, None)),
        "shape": rng.choice(([2, 2], [number()], [number(), number()], [0, number()], [[1]], "22", None, [1] * 100_00)),
        "data_offsets": rng.choice(([0, 16], [number(), number()], [16, 0], [8, 24], [0], None, [0, number()])),
    }
    names = rng.sample(("a", "b", "", "\ud800", "é\x1b", "__metadata__", "x" * 70_000), 3)
    header: object = dict.fromkeys(names, entry)
    if rng.random() < 0.3:
        header = {**dict.fromkeys(names, entry), "__metadata__": rng.choice(({"a": 1}, [], {"a": {"b": "c"}}, "x"))}
    data = rng.choice((json.dumps(header).encode(), rng.choice(TEXTS)))
    length = rng.choice((len(data), len(data), len(data), len(data) + 1, 2**63, 2**64 - 1, 10**8 + 1, 0))
    return struct.pack("<Q", length) + data + bytes(16)


def npy(rng: random.Random) -> bytes:
    header = rng.choice(NPY_HEADERS).encode("utf-8", "surrogatepass") + b"\n"
    version = rng.choice((1, 2, 3, 9))
    length = rng.choice((len(header), len(header), len(header), 2**16 - 1))
    return b"\x93NUMPY" + bytes([version, 0]) + struct.pack("<H" if version == 1 else "<I", length) + header + bytes(64)


def npz(rng: random.Random) -> bytes:
    """An archive of arrays, some of which are none, under names that are none."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", rng.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))) as archive:
        for name in rng.sample(("x.npy", "in0.npy", "../x.npy", "features.npy", "é\n.npy", "x", "/"), 3):
            content = rng.choice((npy(rng), rng.choice(TEXTS), b"", bytes(90_000)))
            archive.writestr(zipfile.ZipInfo(name), content, archive.compression)  # without the time of day
    data = bytearray(made.getvalue())
    for _ in range(rng.choice((0, 0, 1, 4))):
        data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data)


def schema(rng: random.Random) -> bytes:
    body = "\n".join(rng.sample(SCHEMAS, rng.choice((1, 1, 2))))
    head = rng.choice(
        ("meta: {id: own, endian: le}", "meta: {id: own, endian: le, imports: [own]}", "meta: {id: []}", "")
    )
    return f"{head}\n{body}\n".encode()


def tokenizer(rng: random.Random) -> bytes:
    """A tokenizer.json with numbers, names and kinds that no library writes."""
    vocab = rng.choice(({"a": 0, "b": 1}, {"a": rng.choice(NUMBERS)}, [["a", -1.0]], {}, {"\ud800": 0}, "x"))
    model = {
        "type": rng.choice(("BPE", "WordPiece", "Unigram", "WordLevel", "?", 5)),
        "vocab": vocab,
        "merges": ["a b"],
    }
    pattern = rng.choice(("(a+)+$", "(" * 300, "\\p{X}", "[" * 50, "(?:a{1000}){1000}"))
    split = {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False}
    normalizer = {"type": "Replace", "pattern": {"String": ""}, "content": "x" * 100}
    added = {"id": rng.choice(NUMBERS), "content": rng.choice(("", "a", "\ud800", "x" * 9_000)), "special": True}
    whole = {
        "version": "1.0",
        "added_tokens": rng.choice(([], [added], [added, added], {})),
        "normalizer": rng.choice((None, normalizer, {"type": "Sequence", "normalizers": [normalizer] * 50}, [])),
        "pre_tokenizer": rng.choice((None, split, {"type": "ByteLevel"}, 5)),
        "decoder": rng.choice((None, {"type": "ByteLevel"}, {"type": "?"})),
        "model": model,
    }
    return json.dumps(whole).encode()


def tree(rng: random.Random) -> bytes:
    """A tree as JSON, of formats that have one, with values that do not fit."""
    value = rng.choice((*NUMBERS, "x" * 70_000, None, [], {}, {"$hex": "ff" * 9_000}, [[[]]], "\ud800"))
    return json.dumps(
        rng.choice(
            (
                {"steps": [{"opcode": rng.choice(("prepend", 77, "?", value)), "operands": {"value": value}}]},
                {"scores": [{"name": "Ada", "points": value}]},
                {"flavor": value, "records": [{"id": value, "kind": "point", "body": {"x": value, "y": 1}}]},
                {"flavor": 1, "records": value, "checksums": [value]},
            )
        )
    ).encode()


def plan(rng: random.Random) -> bytes:
    """Text of a plan with operands that do not fit."""
    number = rng.choice(NUMBERS)
    lines = (
        f"constant c {number}",
        f"src_constant a, {number}",
        "flow_loop_start a",
        "math_binary mul, a, a, a",
        f'src_constant s, "{"x" * 70_000}"',
        "label:" * 100,
        "jump label",
        "exec_halt",
        "\x1b[2J",
        "src_constant " + "a," * 300,
    )
    return "\n".join(rng.choices(lines, k=rng.randrange(1, 40))).encode()


def graph(rng: random.Random) -> bytes:
    """Text of a Mind IR graph that counts wrong."""
    lines = (
        "mic@2",
        "S n",
        "T f32 4",
        "T f32 " + "9" * 30,
        "a x 0",
        "p w 99999999999",
        "+ 0 1",
        "O 2",
        "O 9" * 99,
        "R 0",
    )
    return ("mic@2\n" + "\n".join(rng.choices(lines, k=rng.randrange(1, 60))) + "\n").encode()


MAKERS: Mapping[str, Sequence[Hostile]] = {
    "json": (text, tree),
    "ksy": (schema, schema, text),
    "mep": (plan, text),
    "mic2": (graph, text),
    "npy": (npy,),
    "npz": (npz, npz, text),
    "safetensors": (safetensors,),
    "tokenizer": (tokenizer, tokenizer, text),
}
