"""The engine of the page with drawn schemas: it reads what Python reads, and fails where Python fails."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

pytest.importorskip("resource")

from nacformats.codec.streams import Source
from nacformats.codec.trees.codec import SchemaCodec
from nacformats.errors import FormatError
from nacformats.schema.model import SchemaError
from nacformats.targets.loading import codec_of_file, schema_of_file
from nacformats.targets.viewer_tables import viewer_tables
from tests.generic.drawn.__main__ import text_of
from tests.generic.drawn.examine import Result, drawn_files
from tests.generic.drawn.schemas import schema as drawn_schema
from tests.stamps import PACKAGE
from tests.viewer.engines import answers, edges, spans_of

pytestmark = pytest.mark.when_changed(*PACKAGE, "viewer/src/**/*")


def _failure_of(codec: SchemaCodec, path: Path) -> FormatError | None:
    try:
        codec.read(Source(path.read_bytes()))
    except FormatError as error:
        return error
    return None


def _check_drawn(engine: Path, folder: Path, count: int, seed: int) -> None:
    """Compare the fields of files of drawn schemas, or where they fail, with what Python says."""
    tables, asked, codecs = [], [], []
    for number in range(count):
        ksy = folder / f"{seed}_{number}.ksy"
        ksy.write_text(text_of(drawn_schema(seed, number)), encoding="utf-8")
        try:
            tables.append(viewer_tables(schema_of_file(ksy)) | {"name": ksy.stem})
        except SchemaError:
            continue  # such as encodings that browsers do not have
        codec = codec_of_file(ksy)
        for at, (_, data) in enumerate(drawn_files(Result(ksy.stem), ksy, 6)):
            path = ksy.with_suffix(f".{at}")
            path.write_bytes(data)
            asked.append((path, ksy.stem, [["spans", 0, len(data)]]))
            codecs.append(codec)
    (folder / "schemas.json").write_text(json.dumps(tables), encoding="utf-8")
    compared = Counter[str]()
    for (path, _, _), codec, (opened, spans) in zip(
        asked, codecs, answers(engine, asked, folder / "schemas.json"), strict=True
    ):
        failure = _failure_of(codec, path)
        if failure is not None:
            found = opened["value"]["failure"]
            assert found["path"] == (failure.path or ""), (path, found, failure)
            assert found["offset"] == failure.offset, (path, found, failure)
            compared["failures"] += 1
        elif "instances:" not in path.with_suffix(".ksy").read_text(encoding="utf-8"):  # they may lie upon each other
            assert edges(spans) == spans_of(path, codec), path
            compared["spans"] += 1
    assert compared["failures"]
    assert compared["spans"]


@pytest.mark.nightly
def test_drawn_schemas_are_read_as_by_python(engine: Path, tmp_path: Path) -> None:
    _check_drawn(engine, tmp_path, 16, 1)


@pytest.mark.nightly
def test_many_drawn_schemas_are_read_as_by_python(engine: Path, tmp_path: Path) -> None:
    for seed in range(2, 6):
        _check_drawn(engine, tmp_path, 150, seed)
