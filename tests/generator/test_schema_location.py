"""Failures of generated parsers: which one is reported, and at what cost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from nacformats.codec.streams import Source, substream
from nacformats.errors import FormatError, LimitError
from tests.effort import effort, some
from tests.oracle import locate, located, parse


def test_the_failure_that_happened_is_the_one_that_is_told(schemas: Any) -> None:
    """A lazy reader touches only some instances: the defects of others do not concern it."""
    schemas.write(
        "lazy",
        """
        seq: [{id: x, type: u1}]
        instances:
          first: {pos: 1, type: u1, valid: 7}
          second: {pos: 2, type: u1, valid: 7}
        """,
    )
    plain, debug = schemas.parser("lazy"), schemas.parser("lazy", debug=True)
    source = Source(b"\0\1\2")
    with pytest.raises(Exception, match="not equal") as caught:
        plain(source.stream()).second  # noqa: B018  reads the instance
    assert locate("lazy", debug, source, caught.value).path == "second"


def test_hostile_nesting_and_offsets(schemas: Any) -> None:
    schemas.write(
        "nested",
        """
        seq: [{id: ofs, type: u8}, {id: root, type: level}]
        instances: {far: {pos: ofs, size: 1}, negative: {pos: 0 - ofs.as<s8>, size: 1}}
        types: {level: {seq: [{id: next, type: level}]}}
        """,
    )
    plain, debug = schemas.parser("nested"), schemas.parser("nested", debug=True)
    source = Source(bytes(8))
    with pytest.raises(RecursionError) as deep:
        plain(source.stream())
    error = locate("nested", debug, source, deep.value)
    assert isinstance(error, LimitError)
    assert "..." in error.path
    assert error.offset == 8


def test_a_failure_that_does_not_come_back_has_no_place(schemas: Any) -> None:
    schemas.write("calm", "seq: [{id: x, type: u1}]")
    error = locate("calm", schemas.parser("calm", debug=True), Source(b"\0"), MemoryError())
    assert (type(error), error.path, error.offset, error.reason) == (LimitError, None, None, "too large for memory")


def test_mistakes_of_the_code_around_a_parser_stay_what_they_are() -> None:
    with pytest.raises(TypeError), located("stb", Source(b"")):
        len(5)  # type: ignore[arg-type]


@pytest.mark.parametrize("schema", ["stb", "micb", "nac", "mic2"])
def test_cut_files_by_other_programs_are_located(schema: str, corpus: Path) -> None:
    folder = {"stb": "stb/valid", "micb": "mic/valid", "mic2": "mic/valid", "nac": "nac/*"}[schema]
    pattern = f"{folder}/*.spec.mic2" if schema == "mic2" else f"{folder}/*.{schema}"
    for path in some(sorted(corpus.glob(pattern))[:6]):
        content = path.read_bytes()[:4000]
        for size in range(0, len(content), max(1, len(content) // effort(15, 40))):
            source = Source(content[:size])
            try:
                with located(schema, source):
                    parse(schema, source)._fetch_instances()
            except FormatError as error:
                assert error.path, (path, size)  # noqa: PT017
                assert 0 <= error.offset <= size, (path, size)  # noqa: PT017


def test_large_fields_are_views() -> None:
    large = memoryview(bytes(10_000))
    assert isinstance(substream(large).read(), memoryview)
    assert substream(b"abc").read() == b"abc"
