"""Reads, writes, checks, locates and shows files in a copy of the checkout whose schemas were changed.

Usage: python one_source_probe.py [opcode] [mic] [nac] [stb]
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from click.testing import CliRunner

import nacformats
from nacformats import FormatError, MicGraph, NacBuilder, StbFile
from nacformats.cli import main
from nacformats.codec import trees
from nacformats.codec.streams import Source


def graph(op: str = "softmax") -> MicGraph:
    """One of everything that MIC-B has a field for."""
    made = MicGraph()
    made.add_symbol("n")
    kind = made.add_type("f32", "n", 4)
    x, w = made.arg("x", kind), made.param("w", kind)
    product = made.node("matmul", x, w)
    parts = made.node("split", made.node(op, product, axis=-1), axis=1, count=3)
    turned = made.node("transpose", made.node("concat", parts, x, axis=0), perm=(1, 0))
    made.output = made.custom("my.op", turned, product)
    return made


def program() -> bytes:
    """A NAC file with every section that holds a table."""
    b = NacBuilder(d_model=4)
    x = b.input("x")
    w = b.parameter("w", np.arange(16, dtype=np.float32).reshape(4, 4), quantize="INT8_CHANNEL")
    hidden = b.operation("aten.linear.default", x, w, b.parameter("bias", np.ones(4, np.float32)))
    result = b.operation("aten.softmax.int", b.operation("aten.view.default", hidden, [4, 4]), -1)
    b.schedule(result, "SAVE_RESULT", result)
    b.schedule(result, "FREE", hidden)
    b.output(result)
    b.resource("notes.txt", b"text")
    return nacformats.dumps(b.build())


def tensors() -> bytes:
    """So many that their descriptors end at a multiple of the alignment: where payloads begin depends on their size."""
    stb = StbFile()
    stb.add(np.arange(12, dtype=np.float32).reshape(3, 4), id=0)
    stb.add(np.arange(6, dtype=np.int8).reshape(2, 3), id=7, layout="COL_MAJOR")
    stb.add(np.ones(5, np.float32), id=9)
    return nacformats.dumps(stb)


def follows(name: str, data: bytes) -> Any:
    """The file is read, found right and written back; the generated parser reads it to its end; damage is located."""
    with nacformats.loads(data, format=name) as model:
        assert nacformats.dumps(model) == data
    assert not [finding for finding in nacformats.validate(data, format=name) if finding.severity == "error"]
    tree = trees.parse(name, Source(data))
    read_all(tree)
    for place in range(0, len(data), 1 + len(data) // 200):
        for damage in (data[:place], data[:place] + bytes([data[place] ^ 0xFF]) + data[place + 1 :]):
            refused_alike(name, damage)
    inspected(name, data)
    return tree


def read_all(tree: Any) -> None:
    """Look at every field of a tree: lazy ones are read."""
    waiting = [tree]
    while waiting:
        struct = waiting.pop()
        for member in dir(type(struct)):
            if not member.startswith("_") and isinstance(getattr(type(struct), member), property):
                getattr(struct, member)
        for member in list(vars(struct).values()):
            listed = member if isinstance(member, list) else [member]
            waiting += [
                each
                for each in listed
                if hasattr(each, "_io") and each is not struct._parent and each is not struct._root
            ]
        if len(waiting) > 100_000:
            raise AssertionError("the tree has no end")


def refused_alike(name: str, data: bytes) -> None:
    """What the schema refuses is refused; only FormatErrors come out, and they name a place."""
    by_schema = refusal(lambda: trees.parse(name, Source(data)))
    by_package = refusal(lambda: nacformats.loads(data, format=name).close())
    assert by_package or not by_schema, f"read, but the schema refuses it: {by_schema}"
    if by_package:
        assert by_package.path is not None or by_package.offset is not None, by_package


def refusal(read: Callable[[], object]) -> FormatError | None:
    try:
        read()
    except FormatError as error:
        return error
    return None


def inspected(name: str, data: bytes) -> None:
    """Every path that a damaged file is refused at can be looked at."""
    with tempfile.TemporaryDirectory() as folder:
        for place in range(len(data) // 2, len(data), max(1, len(data) // 12)):
            damaged = data[:place] + bytes([data[place] ^ 0x7F]) + data[place + 1 :]
            errors = [
                each for each in nacformats.validate(damaged, format=name) if each.severity == "error" and each.path
            ]
            for finding in errors[:1]:
                path = Path(folder, f"damaged.{name}")
                path.write_bytes(damaged)
                words = ["inspect", str(path), "--format", name, "--section", str(finding.path)]
                done = CliRunner().invoke(main, words)
                assert done.exit_code == 1, f"{finding}\n{done.output}"


def probe_mic() -> None:
    made = graph()
    data = nacformats.dumps(made, format="micb")
    assert nacformats.loads(data) == made
    follows("micb", data)


def probe_opcode() -> None:
    made = graph("rotate")
    data = nacformats.dumps(made, format="micb")
    assert nacformats.loads(data) == made
    tree = follows("micb", data)
    node = next(
        value.body for value in tree.values if getattr(getattr(value.body, "opcode", None), "name", "") == "rotate"
    )
    assert node.params.axis.value == -1
    assert [each.idx.value for each in node.inputs] == [2]
    made = MicGraph()
    made.output = made.node("rotate", made.arg("x", made.add_type("f32", 4)), axis=2)
    text = nacformats.dumps(made, format="mic2")
    assert b"rot 0 2" in text
    assert nacformats.loads(text) == made


def probe_nac() -> None:
    follows("nac", program())


def probe_stb() -> None:
    data = tensors()
    follows("stb", data)
    with nacformats.loads(data) as stb:
        assert stb.by_id(7).array().tolist() == [[0, 1, 2], [3, 4, 5]]


PROBES: dict[str, Callable[[], None]] = {"mic": probe_mic, "opcode": probe_opcode, "nac": probe_nac, "stb": probe_stb}

if __name__ == "__main__":
    for word in sys.argv[1:]:
        PROBES[word]()
