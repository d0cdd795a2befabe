"""What every registered format gets for free: its example, damaged in every simple way, under the contract."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from nacformats import detect, dumps, loads, validate
from nacformats.codec.records import is_record, schema_of, type_of
from nacformats.codec.streams import Source
from nacformats.codec.tables import EnumEntry, FieldEntry, table_of
from nacformats.codec.walk import FieldNode, Walk
from nacformats.formats import formats
from tests.campaign.files import EXAMPLES
from tests.contract import check_contract
from tests.effort import effort

#: Formats keep magic, version, counts and offsets in their first bytes.
HEADER_BYTES = 96
#: How many bytes of an example are replaced, evenly over the file, and at how many it is cut; both after its header.
REPLACED, CUT = effort(50, 250), effort(100, 10_000)

every_format = pytest.mark.parametrize("name", list(formats()))


@cache
def example(name: str) -> bytes:
    """The smallest example of a format."""
    paths = sorted(EXAMPLES.glob(f"*{formats()[name].suffix}"), key=lambda path: path.stat().st_size)
    assert paths, f"examples/ has no file of the format {name}: add one to examples/make.py"
    return paths[0].read_bytes()


@every_format
def test_the_example_is_recognised_and_comes_back_byte_for_byte(name: str) -> None:
    data = example(name)
    assert detect(data) == name
    assert check_contract(name, data)
    assert dumps(loads(data)) == data


def places(size: int, count: int) -> list[int]:
    """Every place in the header of a file, and so many in what follows, evenly."""
    header = min(size, HEADER_BYTES)
    return [*range(header), *range(header, size, 1 + (size - header) // count)]


@pytest.mark.sample(each=3)
@every_format
def test_cut_at_every_byte_of_a_small_file(name: str) -> None:
    data = example(name)
    for length in places(len(data), CUT):
        check_contract(name, data[:length])


@every_format
@pytest.mark.parametrize("byte", [0x00, 0x0A, 0x20, 0x4D, 0xFF])
def test_one_byte_appended(name: str, byte: int) -> None:
    check_contract(name, example(name) + bytes([byte]))


@pytest.mark.sample(each=3)
@every_format
def test_every_bit_of_the_header_flipped(name: str) -> None:
    data = example(name)
    for bit in range(0, 8 * min(HEADER_BYTES, len(data)), effort(7, 1)):
        mutated = bytearray(data)
        mutated[bit // 8] ^= 1 << bit % 8
        check_contract(name, bytes(mutated))


@every_format
def test_numbers_that_an_enum_lacks(name: str) -> None:
    """They are refused where the schema says so, with their path, and kept as they are where it does not."""
    data = example(name)
    walk = Walk(tree_of(name), Source(data), 1_000_000)
    seen = set()
    for node, field, enum in enum_fields(walk, walk.root):
        unknown = missing_number(enum, 8 * (node.size or 0))
        key = enum.id, field.id
        if unknown is None or key in seen or node.size not in (1, 2, 4):
            continue
        seen.add(key)
        damaged = data[: node.offset] + unknown.to_bytes(node.size, "little") + data[node.offset + node.size :]
        loads_strictly = check_contract(name, damaged)
        if any(rule.kind == "in-enum" for rule in field.rules):
            assert not loads_strictly, f"{node.path}: {unknown} is no member of {enum.id}"
            paths = {finding.path for finding in validate(damaged, format=name)}
            assert any(path and node.path.startswith(path) for path in paths), (node.path, paths)
    described = any(entry.enum for target in table_of(name).types.values() for entry in target.fields)
    assert bool(seen) == described or name == "mic2"


def enum_fields(walk: Walk, node: FieldNode) -> Iterator[tuple[FieldNode, FieldEntry, EnumEntry]]:
    """The fields below a node that are members of an enum."""
    for child in walk.children(node):
        if is_record(node.value):
            field = type_of(node.value).members[child.name]
            if field.enum is not None and not isinstance(child.value, list) and not field.bits:
                yield child, field, schema_of(node.value).enums[field.enum]
        yield from enum_fields(walk, child)


def missing_number(enum: EnumEntry, bits: int) -> int | None:
    """The largest number of so many bits that an enum has no member for."""
    known = {member.number for member in enum.members}
    return next((number for number in range(2**bits - 1, -1, -1) if number not in known), None) if bits else None


def tree_of(name: str) -> Any:
    """What reads the trees of a format with positions."""
    codec = formats()[name].codec
    return codec() if codec else name


@pytest.mark.sample(each=3)
@every_format
def test_bytes_replaced(name: str) -> None:
    data = example(name)
    rng = random.Random(0)
    for position in places(len(data), REPLACED):
        mutated = bytearray(data)
        mutated[position] ^= rng.randrange(1, 256)
        check_contract(name, bytes(mutated))


@every_format
def test_other_formats_do_not_claim_the_example(name: str) -> None:
    claimed = [entry.name for entry in formats().values() if entry.sniff(example(name))]
    assert claimed == [name]


@every_format
def test_nothing_at_all_is_refused(name: str) -> None:
    assert not check_contract(name, b"")


def test_every_suffix_stands_for_one_format() -> None:
    suffixes = [entry.suffix for entry in formats().values()]
    assert len(set(suffixes)) == len(suffixes)


def test_every_format_has_a_schema_and_a_document() -> None:
    root = Path(__file__).resolve().parents[1]
    for name in formats():
        assert (root / "schemas" / f"{name}.ksy").is_file(), f"write schemas/{name}.ksy"
        assert (root / "generated" / "docs" / f"{name}.md").is_file(), "run `nacformats generate`"
