"""Lists of records of schemas that nobody wrote: columns and the construct of the same schema read the same."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from typing import Any

import pytest
import yaml
from construct import ConstructError

from nacformats.codec.columns import lists as runtime
from nacformats.fuzz import Maker
from nacformats.languages.scan import native_scanner
from nacformats.schema.model import SchemaError
from nacformats.schema.reading import schema_model
from nacformats.targets.columns.lists import lists_in_memory
from tests.columns.listed import differences, read, schema_of
from tests.columns.refusals import list_refusals
from tests.effort import effort
from tests.generator.conftest import folder_of_schemas

PATH = "/seq/2"
#: One in so many schemas is compiled as well, which takes longest.
_COMPILED = 4


def parsed(record: Any, data: bytes) -> Any:
    """The tree, None where the file is refused."""
    try:
        return record.parse(data)
    except ConstructError:
        return None


def damaged(rng: random.Random, data: bytes) -> bytes:
    """A file with some other bytes, or with fewer."""
    octets = bytearray(data)
    for _ in range(rng.randrange(1, 3)):
        if octets:
            octets[rng.randrange(len(octets))] = rng.choice((0, 1, 2, 59, 65, 128, 255, rng.randrange(256)))
    return bytes(octets[: rng.randrange(len(octets) + 1)] if rng.random() < 0.2 else octets)


def plain(value: Any) -> Any:
    if isinstance(value, list):
        return [plain(each) for each in value]
    return {name: plain(value[name]) for name in value} if hasattr(value, "_state") else value


@pytest.mark.nightly
def test_columns_and_construct_agree(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "LISTS_PAY", 0)
    monkeypatch.setattr(runtime, "_LOOKED_AT", 3)
    monkeypatch.setattr(runtime, "NATIVE_PAYS", 0)
    monkeypatch.setattr(runtime, "BUILDING_PAYS", 0)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
    seen: Counter[str] = Counter()
    for seed in range(effort(12, 1500)):
        rng = random.Random(seed)
        with folder_of_schemas(tmp_path_factory.mktemp("schemas")) as schemas:
            schemas.write("sample", yaml.safe_dump(schema_of(rng), sort_keys=False))
            model = schema_model("sample")
            assert list_refusals(model).get(PATH) is None, seed
            record, readers = schemas.record("sample"), [lists_in_memory(model)]
            if seed % _COMPILED == 0:
                readers.append(lists_in_memory(model, native_scanner))
            with suppress(SchemaError):  # no file of it is drawn
                maker = Maker(model)
                for number in range(12):
                    data = maker.sample(rng).data
                    data = damaged(rng, data) if number % 2 else data
                    for reader in readers:
                        judge(seed, record, reader, data, model.root.fields[2].repeat, seen)
    assert min(seen["accepted"], seen["refused"]) > effort(12, 1500), seen


def judge(seed: int, record: Any, reader: Any, data: bytes, repeat: str | None, seen: Counter[str]) -> None:
    if len(data) < 2 or data[1] > 12:
        return
    members = {"limit": data[0], "num_records": data[1]}
    found, pos = read(reader, PATH, data, 2, data[1] if repeat == "expr" else None, members)
    tree = parsed(record, data)
    assert (found is None) == (tree is None), (seed, data)
    seen["accepted" if tree else "refused"] += 1
    if found is None or tree is None:
        return
    records = plain(tree["records"])
    assert len(found) == len(records)
    if records:
        assert list(differences(found.columns, data, records)) == [], (seed, data)
    assert pos == found.starts[-1]
