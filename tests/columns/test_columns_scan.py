"""Where records start: the fast ways and the loop find the same, whatever the bytes."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import numpy as np
import pytest

from nacformats import FormatError
from nacformats.codec.columns import RecordCodec, leaping
from nacformats.codec.columns import record as codecs
from tests.campaign.mutations import MUTATIONS
from tests.columns.native import pure
from tests.columns.samples import OF_V1_6, graph_values, instructions, tensor_types
from tests.columns.trees import codec
from tests.effort import effort

STRINGS, TYPES, OUTPUTS = 700, 30, 2
OF_MICB = {"num_strings_value": STRINGS, "num_types_value": TYPES}


def signature_tables(rng: random.Random) -> tuple[list[int], list[bool]]:
    return [rng.randrange(5) for _ in range(256)], [rng.random() < 0.5 for _ in range(256)]


def of_nac(arity: list[int], with_constants: list[bool]) -> dict[str, Any]:
    return {
        "num_outputs": OUTPUTS,
        "lookups_signature_table_num_arguments": np.array(arity),
        "lookups_signature_table_has_constants": np.array(with_constants),
        **OF_V1_6,
    }


def by_loop(one: RecordCodec, data: bytes, count: int, given: dict[str, Any]) -> list[int]:
    starts: list[int] = []
    values = [value.tolist() if isinstance(value, np.ndarray) else value for value in one._given(given)]
    with suppress(IndexError):
        one.finds(data, 0, len(data), starts.append, count, *values)
    return starts


def found(one: RecordCodec, data: bytes, count: int, given: dict[str, Any]) -> list[int]:
    octets = np.frombuffer(data, np.uint8)
    return one._starts(octets, 0, len(data), count, one._given(given)).tolist()


def sample(rng: random.Random, name: str) -> tuple[bytes, int, dict[str, Any]]:
    """Bytes, number of records, arguments."""
    count = rng.choice((1, 3, 50, 300))
    if name == "instruction":
        arity, with_constants = signature_tables(rng)
        return instructions(rng, count, arity, with_constants, OUTPUTS), count, of_nac(arity, with_constants)
    if name == "tensor_type":
        return tensor_types(rng, count, STRINGS), count, {"num_strings_value": STRINGS}
    odd = rng.choice((0.0, 0.0, 0.02, 0.3))
    return graph_values(rng, count, STRINGS, TYPES, odd=odd), count, OF_MICB


RECORDS = [("micb", "graph_value"), ("micb", "tensor_type"), ("nac", "instruction")]


@pytest.mark.sample("micb-graph_value-16", "micb-tensor_type-131072", "nac-instruction-61")
@pytest.mark.parametrize("window", [16, 61, 1 << 17])
@pytest.mark.parametrize(("schema", "name"), RECORDS)
def test_all_ways_find_the_same(schema: str, name: str, window: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaping, "WINDOW", window)
    monkeypatch.setattr(codecs, "LEAPING_PAYS", 0)
    one = codec(schema, name)
    whole, seeds = 0, effort(40, 2000)
    for seed in range(seeds):
        rng = random.Random(seed)
        data, count, given = sample(rng, name)
        assert found(one, data, count, given) == by_loop(one, data, count, given)
        damaged = bytearray(data)
        rng.choice(MUTATIONS)(rng, damaged)
        more = count + rng.choice((0, 0, 1, 40))
        starts = by_loop(one, bytes(damaged), more, given)
        assert found(one, bytes(damaged), more, given) == starts, seed
        whole += len(starts) > more
    assert 5 < whole < seeds - 5


@pytest.mark.parametrize(("schema", "name"), RECORDS)
def test_large_lists_are_read_and_written(schema: str, name: str) -> None:
    rng = random.Random(5)
    one = codec(schema, name)
    pieces = [sample(rng, name) for _ in range(1)]
    data, count, given = pieces[0]
    columns = one.read(data, 0, count, **given)
    if (one.sizes(columns, **given) == np.diff(columns.starts)).all():
        assert one.write(columns, **given) == data
    assert len(columns) == count
    with pytest.raises(FormatError):
        one.read(data, 0, count + 1, path="values", **given)


def test_a_hostile_file_takes_linear_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be followed is not measured again and again."""
    measured = 0

    class Counted(leaping.Window):
        def __init__(self, data: Any) -> None:
            nonlocal measured
            measured += len(data)
            super().__init__(data)

    monkeypatch.setattr(leaping, "Window", Counted)
    monkeypatch.setattr(leaping, "WINDOW", 4096)
    good, bad = bytes([0, 1, 1]), bytes([2, 200, 1, 0])  # an opcode that there is not can be passed, but not followed
    data = (good * 9 + bad) * 2_000
    assert found(codec("micb", "graph_value"), data, 20_000, OF_MICB)[-1] == len(data)
    assert measured < 4 * len(data)


@pytest.mark.sample("micb-graph_value-7", "micb-tensor_type-1", "nac-instruction-64")
@pytest.mark.parametrize("block", [1, 7, 64])
@pytest.mark.parametrize(("schema", "name"), RECORDS)
def test_records_gathered_in_blocks_are_the_same(
    schema: str, name: str, block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = codec(schema, name)
    for seed in range(effort(15, 30)):
        data, count, given = sample(random.Random(seed), name)
        with pure():
            at_once = one.read(data, 0, count, check=False, **given)
            monkeypatch.setattr(codecs, "AT_ONCE", 0)
            monkeypatch.setattr(codecs, "BLOCK", block)
            in_blocks = one.read(data, 0, count, check=False, **given)
            monkeypatch.undo()
        for key, array in at_once.arrays.items():
            assert in_blocks[key].dtype == array.dtype
            np.testing.assert_array_equal(in_blocks[key], array, err_msg=f"{seed}: {key}")
