"""inspect in bounded time and memory, whatever the records of a file refer to."""

from __future__ import annotations

import json
import struct
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from nacformats.codec.columns import extents
from nacformats.codec.records import is_list, is_record
from nacformats.codec.streams import Source
from nacformats.codec.trees.codec import SchemaCodec
from nacformats.codec.walk import FieldNode, Walk
from nacformats.commands.inspection.core import SECTION_READS, SHOWN_READS, inspect_source
from nacformats.commands.inspection.document import inspection_document
from nacformats.commands.inspection.text import inspection_lines
from nacformats.commands.terminal import unstyled
from nacformats.limits import MAX_SHOWN_TEXT
from nacformats.view.texts import cut, joined_and_cut
from tests.campaign.files import EXAMPLES, Files, originals

#: What the package promises: so many bytes, and so many for each byte of the file.
LEAST, FACTOR = 64 * 1024**2, 16
MANY, SOME = 10_000, 1_000


def varint(number: int) -> bytes:
    more, low = divmod(number, 128)
    return bytes([low | 128]) + varint(more) if more else bytes([low])


def micb(strings: list[bytes], types: list[bytes], values: list[bytes]) -> bytes:
    """A MIC-B file without symbols, the output of which is its first value."""
    tables = [[varint(len(text)) + text for text in strings], [], types, values]
    return b"MICB\2" + b"".join(varint(len(rows)) + b"".join(rows) for rows in tables) + b"\0"


def tensor_type(*dims: int) -> bytes:
    return b"\1" + varint(len(dims)) + b"".join(map(varint, dims))


ARG = b"\0\0\0"
SHARED_NAME = micb([b"x", b"n" * 0x10000], [tensor_type(*[1] * 32)] * 300, [ARG] * 300)
MANY_VALUES = micb([b"x"], [tensor_type()], [ARG] + [b"\2\1\2\0\0"] * MANY)
MANY_STRINGS = micb([b""] * MANY, [tensor_type()], [ARG])
MANY_INPUTS = micb([b"x"], [tensor_type()], [ARG, b"\2\x10\0" + varint(MANY) + bytes(MANY)])
HEADER = b"NAC\1\x80" + struct.pack("<HHBH9QI", 0, 0, 0, 0, 0, 88, *[0] * 7, 0)
MANY_INSTRUCTIONS = HEADER + b"OPS " + struct.pack("<I", MANY) + b"\2\0" * MANY
MANY_BRANCHES = HEADER + b"OPS " + struct.pack("<I", 1) + b"\7\0" + struct.pack("<3h", 0, 0, MANY) + bytes(2 * MANY)
MANY_LINES = b"mic@2\nT0 f32\n" + b"a x T0\n" * MANY + b"O 0"

SHORT = {
    "shared name": micb([b"x", b"n" * 0x10000], [tensor_type(*[1] * 32)] * 50, [ARG] * 50),
    "values": micb([b"x"], [tensor_type()], [ARG] + [b"\2\1\2\0\0"] * SOME),
    "inputs of one value": micb([b"x"], [tensor_type()], [ARG, b"\2\x10\0" + varint(SOME) + bytes(SOME)]),
    "instructions": HEADER + b"OPS " + struct.pack("<I", SOME) + b"\2\0" * SOME,
}
LONG = {
    "shared name": SHARED_NAME,
    "values": MANY_VALUES,
    "strings": MANY_STRINGS,
    "inputs of one value": MANY_INPUTS,
    "instructions": MANY_INSTRUCTIONS,
    "branches": MANY_BRANCHES,
    "lines": MANY_LINES,
}


def plain(source: Source) -> Iterator[str]:
    found = inspect_source(source, reads=SHOWN_READS, part_reads=SECTION_READS)
    return map(unstyled, inspection_lines("x", source, found, found.select(None)))


def full(source: Source) -> Iterator[str]:
    found = inspect_source(source, reads=10**9)
    return map(unstyled, inspection_lines("x", source, found, found.select(None), full=True))


def as_json(source: Source) -> Iterator[str]:
    found = inspect_source(source, reads=10**9)
    return inspection_document("x", found, *found.select(None))


@pytest.mark.sample("inputs of one value", "branches")
@pytest.mark.parametrize("data", LONG.values(), ids=LONG)
def test_inspect_needs_little_memory_and_says_little(data: bytes) -> None:
    sum(map(len, plain(Source(MANY_STRINGS[:9]))))  # imports are not counted
    tracemalloc.start()
    try:
        shown = sum(map(len, plain(Source(data))))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < LEAST // 4 + FACTOR * len(data)
    assert shown < 100_000


@pytest.mark.sample(each=8)
@pytest.mark.parametrize("show", [full, as_json])
@pytest.mark.parametrize("data", SHORT.values(), ids=SHORT)
def test_all_of_a_file_comes_in_small_pieces_and_in_proportion(
    data: bytes, show: Callable[[Source], Iterator[str]]
) -> None:
    pieces = list(map(len, show(Source(data))))
    assert max(pieces) < 10_000, "one piece of a document, or one line"
    assert sum(pieces) < 600_000 + 600 * len(data)


def test_json_says_what_it_leaves_out() -> None:
    document = json.loads("".join(as_json(Source(SHORT["shared name"]))))
    strings = next(child for child in document["tree"]["children"] if child["name"] == "strings")
    text = strings["children"][1]["children"][1]
    assert (len(text["value"]), text["omitted_characters"]) == (1024, 0x10000 - 1024)
    assert document["complete"]
    rows = document["tables"]["types"]
    assert len(rows) == 50
    assert all(len(row["type"]) < 2 * MAX_SHOWN_TEXT for row in rows)


def test_cut_texts_say_so() -> None:
    assert cut("abc", 3) == "abc"
    assert cut("abcde", 3) == "abc… (2 more)"
    assert joined_and_cut(", ", ["ab", "cd"], 6) == "ab, cd"
    numbers = iter(range(100))
    assert joined_and_cut(",", map(str, numbers), 9).endswith("…")
    assert next(numbers) < 10, "no more than needed"


def test_a_record_far_down_is_found_without_those_before_it() -> None:
    walk = Walk("micb", Source(MANY_VALUES), 100)
    node = walk.find(f"values[{MANY}].body.inputs[1].idx")
    assert node is not None
    assert node.offset == len(MANY_VALUES) - 2
    assert walk.at(node.offset).path == node.path
    assert not walk.stopped


def nodes(walk: Walk, node: FieldNode) -> Iterator[tuple[str, int, int | None, str]]:
    shown = "" if is_record(node.value) or is_list(node.value) else repr(node.value)
    yield node.path, node.offset, node.size, shown
    for child in walk.children(node):
        yield from nodes(walk, child)


def test_the_walk_is_the_same_whether_columns_find_the_records_or_each_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    for case in Files(originals(EXAMPLES)).cases(range(40)):
        found = []
        for least in (0, 10**9):
            monkeypatch.setattr(extents, "COLUMNS_PAY", least)
            walk = Walk(case.format, Source(case.data), 100_000)
            found.append(list(nodes(walk, walk.root)))
        assert found[0] == found[1]


WALKED = [path for path in sorted(Path("examples").glob("*")) if path.suffix in (".nac", ".stb", ".micb", ".mic2")]


@pytest.mark.parametrize("path", WALKED, ids=str)
def test_the_walk_sees_what_parsing_gives(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name, source = path.suffix[1:], Source.open(path)
    monkeypatch.setattr(extents, "COLUMNS_PAY", 0)
    tree = SchemaCodec.generated(name).read(source)
    walk = Walk(name, source, 10**9)
    shown = {place: text for place, _, _, text in nodes(walk, walk.root) if text}
    assert len(shown) > 20
    for place, text in shown.items():
        assert repr(value_at(tree, place)) == text, place


def value_at(tree: object, path: str) -> object:
    """What a tree has at a path such as "tensors[3].dims[0]"."""
    for step in path.replace("[", ".[").split("."):
        tree = tree[int(step[1:-1])] if step.startswith("[") else tree[step]  # type: ignore[index]
    return tree
