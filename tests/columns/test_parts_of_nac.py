"""Programs and resources of tokenizers: the Kaitai parser, the construct and the columns, as NumPy and as C, agree."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from typing import Any

import pytest

from nacformats import FormatError
from nacformats.codec.columns import record
from nacformats.codec.columns.reading import RecordTables
from nacformats.codec.streams import Source
from nacformats.codec.trees.codec import SchemaCodec
from nacformats.fuzz import Maker
from tests.effort import effort
from tests.machine.schemas import read as read_all
from tests.oracle import parse


def refusal(read: Callable[[], Any]) -> tuple[str | None, int | None] | None:
    """Path and offset of why bytes are refused, or None."""
    try:
        read()
    except FormatError as error:
        return error.path, error.offset
    return None


@pytest.mark.parametrize("name", ["mep", "vocab", "vidx", "merges"])
def test_all_readers_refuse_the_same_bytes_at_the_same_place(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    machine, codec = SchemaCodec.generated(name).with_lists(RecordTables()), SchemaCodec.generated(name)
    maker, rng = Maker(name, max_size=300), random.Random(1)
    count, refused = effort(100, 3000), 0
    for number in range(count):
        data = maker.near(rng).data if number % 4 else maker.sample(rng).data
        expected = refusal(lambda data=data: parse(name, Source(data)))  # type: ignore[misc]
        found = [refusal(lambda data=data: read_all(codec, data))]  # type: ignore[misc]
        for native_pays in (0, sys.maxsize):
            monkeypatch.setattr(record, "NATIVE_PAYS", native_pays)
            found.append(refusal(lambda data=data: machine.read(Source(data))))  # type: ignore[misc]
        assert found == [expected] * 3, data.hex()
        refused += expected is not None
    assert count // 3 < refused < count
