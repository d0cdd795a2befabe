"""Reads, writes, checks, locates and shows files in a copy of the checkout whose schemas were changed.

Usage: python one_source_probe.py FOLDER, where `keep` has put the same files as they were before.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from click.testing import CliRunner

import nacformats
from nacformats import FormatError, MicGraph, NacBuilder, StbFile, tokenizer
from nacformats.cli import main
from nacformats.codec.streams import Source
from nacformats.codec.tables import file_formats
from nacformats.codec.trees.codec import SchemaCodec
from nacformats.formats.generic import fields_of
from nacformats.formats.gguf import GgufFile
from nacformats.formats.safetensors import SafetensorsFile
from nacformats.formats.stb.glyphs import GlyphInstruction
from nacformats.plan import Plan, assemble
from nacformats.tokenizer.resources.compiled import build_resources, read_compiled_merges, read_compiled_vocabulary
from nacformats.tokenizer.vocabulary import Vocabulary
from tests.oracle import parse


def graph(op: str = "softmax", *, is_text: bool = False) -> MicGraph:
    """One of everything that MIC-B has a field for; text has no custom operations."""
    made = MicGraph()
    made.add_symbol("n")
    kind = made.add_type("f32", "n", 4)
    x, w = made.arg("x", kind), made.param("w", kind)
    product = made.node("matmul", x, w)
    parts = made.node("split", made.node(op, product, axis=-1), axis=1, count=3)
    turned = made.node("transpose", made.node("concat", parts, x, axis=0), perm=(1, 0))
    made.output = turned if is_text else made.custom("my.op", turned, product)
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


def named_weights(kind: type[GgufFile | SafetensorsFile]) -> bytes:
    """Two tensors, and metadata of a text."""
    file = kind({"general.name": "text"})
    file.add("w", np.arange(12, dtype=np.float32).reshape(3, 4))
    file.add("b", np.arange(3, dtype=np.int8))
    return nacformats.dumps(file)


def named_arrays(data: bytes) -> object:
    with nacformats.loads(data) as file:
        assert isinstance(file, GgufFile | SafetensorsFile)
        return dict(file.metadata), {name: file[name].tolist() for name in file}


#: Sections and steps of a manifest with everything that has a length, a flag or a choice.
STEPS = (
    tokenizer.Partition((tokenizer.Rule("a+", protected=True), tokenizer.Rule("b", trim=" "))),
    tokenizer.ByteEncode(),
    tokenizer.BpeEncode("</w>"),
)
PROGRAM = 'x = 40\ndebug_print x "after"\nreturn x\n'
WORDS = Vocabulary({"a": 2, "bc": 0, "\u00e9": 5}, {"a": -0.1, "bc": -2.5, "\u00e9": 0.0})


def manifest() -> bytes:
    return tokenizer.Manifest(STEPS).to_bytes()


def resource(name: str) -> bytes:
    return build_resources(WORDS, [("a", "bc"), ("bc", "\u00e9")])[name]


def vocabulary(data: bytes) -> object:
    found = read_compiled_vocabulary(data)
    return found.tokens, found.scores


def plan_text(data: bytes) -> str:
    return Plan.from_bytecode(data, assemble(PROGRAM).constants).disassemble()


def instruction(data: bytes) -> object:
    found = GlyphInstruction.decode(int.from_bytes(data, "big"))
    return found.glyph.name, found.bin_file_id, found.tensor_id


def scores(data: bytes) -> object:
    return read_compiled_vocabulary(resource("vocab.b"), data).scores


def tree(name: str, data: bytes) -> Any:
    """What the construct structs read, without what follows from the rest; they write it back."""
    codec = SchemaCodec.generated(name)
    found = codec.read(Source(data))
    if isinstance(found, int):
        return found
    fields = fields_of(found)
    assert b"".join(codec.chunks(fields)) == data
    return {key: value for key, value in fields.items() if key not in fields.derived}


def right(name: str, data: bytes) -> None:
    """A registered format reads the file and writes it back; nothing is found to be wrong with it."""
    with nacformats.loads(data, format=name) as found:
        assert nacformats.dumps(found, format=name) == data
    assert not [finding for finding in nacformats.validate(data, format=name) if finding.severity == "error"]


@dataclass(frozen=True)
class Sample:
    """A file of one schema, as the code that is written by hand makes and reads it.

    Attributes:
        schema: its name.
        make: gives the bytes.
        read: gives what is in them, in a form that can be compared; FormatError when they are refused.
        is_ruled: it is not the schema that refuses the bytes from before, but a rule of the format.
    """

    schema: str
    make: Callable[[], bytes]
    read: Callable[[bytes], Any]
    is_ruled: bool = False


SAMPLES = (
    Sample("micb", lambda: nacformats.dumps(graph(), format="micb"), nacformats.loads),
    Sample("mic2", lambda: nacformats.dumps(graph(is_text=True), format="mic2"), nacformats.loads),
    Sample("nac", program, lambda data: sorted(nacformats.loads(data, format="nac").parameters)),
    Sample("stb", tensors, lambda data: [each.array().tolist() for each in nacformats.loads(data, format="stb")]),
    Sample("gguf", lambda: named_weights(GgufFile), named_arrays),
    Sample("safetensors", lambda: named_weights(SafetensorsFile), named_arrays, is_ruled=True),
    Sample("tisa", manifest, lambda data: tokenizer.Manifest.parse(data).steps),
    Sample("mep", lambda: assemble(PROGRAM).bytecode, plan_text),
    Sample("glyph", lambda: GlyphInstruction.load(3, 5).encode().to_bytes(4, "big"), instruction),
    Sample("vocab", lambda: resource("vocab.b"), vocabulary),
    Sample("token_scores", lambda: resource("scores.b"), scores),
    Sample("merges", lambda: resource("merges.b"), lambda data: list(read_compiled_merges(data))),
    Sample("vidx", lambda: resource("vidx.b"), lambda data: len(tree("vidx", data)["offsets"])),
)


def keep(folder: Path) -> None:
    """The samples, and in words what is in them, as they are without a change."""
    folder.mkdir()
    for sample in SAMPLES:
        data = sample.make()
        (folder / sample.schema).write_bytes(data)
        (folder / f"{sample.schema}.txt").write_text(repr(sample.read(data)), encoding="utf-8")


def follows(sample: Sample, before: Path) -> None:
    """Other bytes hold the same, for every reader; those from before are refused, and so is damage."""
    data, old = sample.make(), before.read_bytes()
    assert data != old
    assert repr(sample.read(data)) == before.with_suffix(".txt").read_text(encoding="utf-8")
    tree(sample.schema, data)
    read_all(parse(sample.schema, Source(data)))
    assert refusal(lambda: sample.read(old)), "what was right before is read"
    assert sample.is_ruled or refusal(lambda: tree(sample.schema, old)), "what was right before fits the schema"
    for place in range(0, len(data), 1 + len(data) // 100):
        for damage in (data[:place], data[:place] + bytes([data[place] ^ 0xFF]) + data[place + 1 :]):
            refused_alike(sample, damage)
    if sample.schema in file_formats():
        right(sample.schema, data)
        inspected(sample.schema, data)


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


def refused_alike(sample: Sample, data: bytes) -> None:
    """What the schema refuses is refused; only FormatErrors come out, and they name a place."""
    by_schema = refusal(lambda: parse(sample.schema, Source(data)))
    by_package = refusal(lambda: sample.read(data))
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


def probe_opcode() -> None:
    """A new opcode is written and read in both forms of Mind IR."""
    made = graph("rotate")
    data = nacformats.dumps(made, format="micb")
    assert nacformats.loads(data) == made
    parsed = parse("micb", Source(data))
    node = next(
        value.body for value in parsed.values if getattr(getattr(value.body, "opcode", None), "name", "") == "rotate"
    )
    assert node.params.axis.value == -1
    assert [each.idx.value for each in node.inputs] == [2]
    made = MicGraph()
    made.output = made.node("rotate", made.arg("x", made.add_type("f32", 4)), axis=2)
    text = nacformats.dumps(made, format="mic2")
    assert b"rot 0 2" in text
    assert nacformats.loads(text) == made


def probe_numbers() -> None:
    """What is computed of a number that others hold."""
    for schema, data in (("uleb128", b"\x85\x01"), ("binary32", b"\x85\0\0\0")):
        assert parse(schema, Source(data)).doubled == 2 * 0x85
    assert SchemaCodec.generated("binary32").read(Source(b"\x85\0\0\0")).doubled == 2 * 0x85


if __name__ == "__main__":
    for sample in SAMPLES:
        follows(sample, Path(sys.argv[1], sample.schema))
    probe_opcode()
    probe_numbers()
