"""What users give to be written, and errors for what cannot be."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nacformats import FormatError, InvalidError, LimitError
from nacformats.codec.columns import unzigzag, zigzag
from tests.columns.samples import OF_V1_6, varint
from tests.columns.trees import codec

VALUES = {"num_strings_value": 10, "num_types_value": 10}
TABLES = {
    "lookups_signature_table_num_arguments": np.full(256, 2),
    "lookups_signature_table_has_constants": np.ones(256, bool),
    **OF_V1_6,
}


def written(schema: str, name: str, columns: dict[str, Any], **arguments: Any) -> bytes:
    return codec(schema, name).write(columns, path="list", **arguments)


def test_a_dict_of_lists_is_enough() -> None:
    columns = {"tag": [0, 2], "body.name.idx": [3, 0], "body.opcode": [0, 1]}
    columns |= {"body.inputs[]": [0, 0, 2], "body.inputs.idx": [0, 0]}
    assert written("micb", "graph_value", columns, **VALUES) == bytes([0, 3, 0, 2, 1, 2, 0, 0])


def test_texts_and_lengths_are_derived() -> None:
    columns = {"id_parameter": [1, 2], "name@": [0, 2], "name#": [2, 3], "data": b"abcde"}
    assert written("nac", "parameter_name", columns) == b"\1\0\2\0ab\2\0\3\0cde"


def test_bytes_at_minus_one_are_left_to_the_caller() -> None:
    columns = {"id_parameter": [7], "meta@": [0], "meta#": [2], "data@": [-1], "data#": [5_000_000_000], "data": b"ab"}
    head = b"\7\0" + (2).to_bytes(4, "little") + (5_000_000_000).to_bytes(8, "little")
    assert written("nac", "tensor", columns) == head + b"ab"
    assert codec("nac", "tensor").sizes(columns).tolist() == [len(head) + 2]


BAD = {
    "offsets fall": ("dims[]", [0, 2, 1], InvalidError, "offsets"),
    "offsets start": ("dims[]", [1, 1, 2], InvalidError, "offsets"),
    "offsets end": ("dims[]", [0, 0, 3], InvalidError, "number of entries"),
    "too few offsets": ("dims[]", [0, 2], InvalidError, "number of entries"),
    "negative": ("dims.idx", [-1, 0], LimitError, "out of range"),
    "too large": ("dtype", [256, 0], LimitError, "out of range"),
    "other length": ("dtype", [1, 0, 0], InvalidError, "number of entries"),
}


@pytest.mark.parametrize(("key", "value", "kind", "reason"), BAD.values(), ids=BAD)
def test_columns_that_contradict_each_other(key: str, value: Any, kind: type[FormatError], reason: str) -> None:
    columns = {"dims[]": [0, 1, 2], "dtype": [1, 1], "dims.idx": [0, 0]} | {key: value}
    with pytest.raises(kind, match=reason):
        written("micb", "tensor_type", columns, num_strings_value=9)


@pytest.mark.parametrize(("at", "size"), [(0, 4), (4, 0), (-2, 0), (1, -1), (2, 2**62)])
def test_bytes_outside_of_the_data(at: int, size: int) -> None:
    with pytest.raises(InvalidError, match="outside the data") as caught:
        written("micb", "interned_string", {"text@": [0, at], "text#": [1, size], "data": b"abc"})
    assert caught.value.path == "list[1].text"


def test_a_length_that_does_not_fit_its_field() -> None:
    columns = {"name@": [0, 0], "name#": [255, 256], "data": bytes(256)}
    with pytest.raises(LimitError, match="at most 255") as caught:
        written("nac", "operation_name", columns)
    assert caught.value.path == "list[1].len_name"


def test_a_length_that_is_a_column_has_to_agree() -> None:
    columns = {"kind": [0, 4], "length": [9, 2], "body.text@": [0, 0], "body.text#": [0, 3], "data": b"abc"}
    with pytest.raises(InvalidError, match="wrong length: expected 2, got 3") as caught:
        written("nac", "constant", columns)
    assert caught.value.path == "list[1].body.text"


def test_bytes_that_are_no_whole_number_of_elements() -> None:
    columns = {"quantization": [3], "scaling.scales@": [0], "scaling.scales#": [6], "data": bytes(8)}
    with pytest.raises(InvalidError, match="multiple of 4"):
        written("nac", "tensor_meta", columns)


def test_a_list_in_a_record_that_has_none() -> None:
    columns = {"tag": [0, 0], "body.inputs[]": [0, 1, 1], "body.inputs.idx": [0]}
    with pytest.raises(InvalidError, match=r"body\.inputs"):
        written("micb", "graph_value", columns, **VALUES)


def test_misuse_is_no_format_error() -> None:
    one = codec("micb", "tensor_type")
    with pytest.raises(TypeError, match="takes the arguments num_strings_value"):
        one.read(b"", 0, 0)
    with pytest.raises(ValueError, match="unknown columns: dim"):
        one.write({"dim": [1]}, num_strings_value=1)
    with pytest.raises(TypeError, match="integers"):
        one.write({"dtype": [1.5]}, num_strings_value=1)
    with pytest.raises(ValueError, match="a table of 256"):
        codec("nac", "instruction").read(
            b"", 0, 0, num_outputs=1, **TABLES | {"lookups_signature_table_num_arguments": [1]}
        )
    with pytest.raises(ValueError, match="a number from 0 to 65535"):
        codec("nac", "instruction").read(b"", 0, 0, num_outputs=-1, **TABLES)


def test_rules_of_columns_from_memory() -> None:
    one = codec("micb", "graph_value")
    columns = {"tag": [0, 2, 2], "body.inputs[]": [0, 0, 1, 3], "body.inputs.idx": [0, 1, 2]}
    with pytest.raises(InvalidError, match="limit") as caught:
        one.check(columns, path="values", **VALUES)
    assert (caught.value.path, caught.value.actual) == ("values[2].body.inputs[1].idx", 2)
    one.check(columns | {"body.inputs.idx": [0, 1, 0]}, path="values", **VALUES)


LARGE = st.one_of(st.integers(0, 2**64 - 1), st.integers(0, 300), st.sampled_from([2**63 - 1, 2**63, 2**64 - 1]))


@given(st.lists(st.tuples(LARGE, LARGE), min_size=1, max_size=20))
def test_numbers_of_64_bits_come_back(numbers: list[tuple[int, int]]) -> None:
    axis, count = (np.array(column, np.uint64) for column in zip(*numbers, strict=True))
    columns = {"tag": np.full(len(axis), 2), "body.opcode": np.full(len(axis), 17)}
    columns |= {"body.params.axis.raw": axis, "body.params.count": count}
    data = written("micb", "graph_value", columns, **VALUES)
    assert data == b"".join(bytes([2, 17]) + varint(a) + varint(c) + b"\0" for a, c in numbers)
    found = codec("micb", "graph_value").read(data, 0, len(axis), **VALUES)
    assert found["body.params.axis.raw"].tolist() == axis.tolist()
    assert found["body.params.count"].tolist() == count.tolist()


@given(st.lists(st.integers(-(2**63), 2**63 - 1)))
def test_zigzag(numbers: list[int]) -> None:
    raw = zigzag(np.array(numbers, np.int64))
    assert raw.tolist() == [2 * number if number >= 0 else -2 * number - 1 for number in numbers]
    assert unzigzag(raw).tolist() == numbers


@pytest.mark.parametrize("limit", [2**62, 2**63 - 1, 2**63, 2**64 - 1])
@pytest.mark.parametrize("offset", [0, 64, 2**53 + 1, 2**62, 2**63 - 1, 2**63, 2**64 - 1])
@pytest.mark.parametrize("length", [0, 1, 2**53, 2**63, 2**64 - 1])
def test_comparisons_are_exact(limit: int, offset: int, length: int) -> None:
    """As integers: through floating point numbers, or wrapped, large ones would be taken for others."""
    one = codec("stb", "tensor_descriptor")
    data = bytes(4) + offset.to_bytes(8, "little") + length.to_bytes(8, "little") + bytes(12)
    limit = min(limit, 2**63 - 1)  # no file is larger
    good = 64 <= offset <= limit and length <= limit - offset
    try:
        columns = one.read(data, 0, 1, ofs_data=64, len_file=limit)
    except InvalidError:
        assert not good
    else:
        assert good
        assert one.write(columns, ofs_data=64, len_file=limit) == data


def test_no_records() -> None:
    for schema, name, arguments in (
        ("micb", "graph_value", VALUES),
        ("micb", "interned_string", {}),
        ("nac", "instruction", {"num_outputs": 1, **TABLES}),
        ("nac", "tensor", {}),
    ):
        one = codec(schema, name)
        columns = one.read(b"abc", 3, 0, **arguments)
        assert (len(columns), columns.starts.tolist()) == (0, [3])
        assert one.write(columns, **arguments) == b""
