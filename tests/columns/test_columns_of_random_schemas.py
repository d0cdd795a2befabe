"""Records of schemas that nobody wrote: columns and the construct of the same schema read and write the same."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
import yaml
from construct import ConstructError

from nacformats import FormatError, InvalidError
from nacformats.codec.columns import RecordCodec, leaping, replay
from nacformats.codec.columns import record as codecs
from nacformats.schema.sources import schema_text
from nacformats.targets.columns import module
from tests.columns.trees import column_leaves, leaves
from tests.effort import effort
from tests.generator.conftest import Schemas, folder_of_schemas

#: Read before another folder takes the place of schemas/.
ULEB128 = schema_text("uleb128")
NUMBERS = ("u1", "u1", "u2", "u4", "u8", "s1", "s2", "s4", "s8")


class Maker:
    """Makes the types of a schema."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.types: dict[str, Any] = {}
        self.made = 0

    def name(self, kind: str) -> str:
        self.made += 1
        return f"{kind}{self.made}"

    def type(self, depth: int) -> str:
        """A new type; it begins with a number, so that something may depend on it."""
        name = self.name("kind")
        first = {"id": self.name("first"), "type": "u1"}
        if self.rng.random() < 0.5:
            first["valid"] = {"max": self.rng.choice((3, 9, 200))}
        fields = [first]
        for _ in range(self.rng.randrange(1, 4)):
            fields += self.fields(depth, first["id"])
        self.types[name] = {"seq": fields}
        return name

    def fields(self, depth: int, first: str) -> list[dict[str, Any]]:
        makers = [self.number, self.number, self.varint, self.listed, self.fixed, self.text, self.raw]
        if depth:
            makers += [self.nested, self.switch, self.conditional]
        return self.rng.choice(makers)(depth, first)

    def number(self, depth: int, first: str) -> list[dict[str, Any]]:
        rules = ({"min": 0}, {"expr": f"_ >= {first} - 4"}, {"max": "_root.limit * 900"})
        rule = self.rng.choice((None, None, None, *rules))
        return [{"id": self.name("x"), "type": self.rng.choice(NUMBERS)} | ({"valid": rule} if rule else {})]

    def varint(self, depth: int, first: str) -> list[dict[str, Any]]:
        rule = self.rng.choice(("", "", "_.value != 77", f"_.value < {first} * 9 or {first} > 2"))
        return [{"id": self.name("v"), "type": "uleb128"} | ({"valid": {"expr": rule}} if rule else {})]

    def count(self) -> dict[str, Any]:
        code = self.rng.choice(("u1", "u2", "uleb128", "s2"))
        rule = {"valid": {"min": 0}} if code == "s2" else {}
        return {"id": self.name("n"), "type": code} | rule

    def listed(self, depth: int, first: str) -> list[dict[str, Any]]:
        count = self.count()
        of = count["id"] + (".value" if count["type"] == "uleb128" else "")
        return [count, self.list_of(of)]

    def fixed(self, depth: int, first: str) -> list[dict[str, Any]]:
        return [self.list_of(self.rng.choice(("2", "0", f"{first} % 3", f"({first} > 2 ? 1 : 2)")))]

    def list_of(self, count: str) -> dict[str, Any]:
        element = self.rng.choice(("u1", "s2", "u8", "uleb128", "uleb128", self.pair()))
        rule = {"valid": {"max": 70}} if element in ("u1", "s2") and self.rng.random() < 0.3 else {}
        return {"id": self.name("list"), "type": element, "repeat": "expr", "repeat-expr": count} | rule

    def pair(self) -> str:
        name = self.name("pair")
        self.types[name] = {"seq": [{"id": "left", "type": "u1"}, {"id": "right", "type": self.rng.choice(NUMBERS)}]}
        return name

    def text(self, depth: int, first: str) -> list[dict[str, Any]]:
        length = self.name("len")
        return [{"id": length, "type": "u1"}, {"id": self.name("text"), "type": "str", "size": length}]

    def raw(self, depth: int, first: str) -> list[dict[str, Any]]:
        length = self.name("len")
        size = self.rng.choice((length, f"{length} * 2", f"{length} + {first}", "3"))
        return [{"id": length, "type": "u1"}, {"id": self.name("raw"), "size": size}]

    def nested(self, depth: int, first: str) -> list[dict[str, Any]]:
        return [{"id": self.name("part"), "type": self.type(depth - 1)}]

    def switch(self, depth: int, first: str) -> list[dict[str, Any]]:
        kinds = [self.type(depth - 1) for _ in range(2)]
        cases = {key: self.rng.choice(kinds) for key in self.rng.sample(range(6), 3)}
        if self.rng.random() < 0.5:
            cases["_"] = self.rng.choice(kinds)
        return [{"id": self.name("body"), "type": {"switch-on": first, "cases": cases}}]

    def conditional(self, depth: int, first: str) -> list[dict[str, Any]]:
        condition = self.rng.choice((f"{first} < 3", f"not ({first} == 1 or {first} == 2)", "_root.limit > 4"))
        return [field | {"if": condition} for field in self.fields(0, first)]


def schema_of(rng: random.Random) -> dict[str, Any]:
    maker = Maker(rng)
    record = maker.type(2)
    return {
        "meta": {"id": "sample", "title": "Sample", "endian": "le", "encoding": "UTF-8", "imports": ["uleb128"]},
        "seq": [
            {"id": "limit", "type": "u1"},
            {"id": "num_records", "type": "u1"},
            {"id": "records", "type": record, "repeat": "expr", "repeat-expr": "num_records"},
        ],
        "types": maker.types,
    }


def sample(rng: random.Random) -> bytes:
    """Small numbers mostly, so that many records are good; now and then a varint that is long or padded."""
    octets = rng.choices((0, 1, 2, 3, 5, 65, 127, 128, 200, 255), (40, 20, 10, 8, 5, 4, 2, 3, 1, 1), k=4000)
    return bytes([rng.choice((1, 5, 200)), rng.choice((0, 1, 3, 40))]) + bytes(octets)


def codec_of(schemas: Schemas, name: str) -> RecordCodec:
    made = schemas._execute("nacformats_test_columns", module.render_columns("sample"))
    found = getattr(made, name)
    assert isinstance(found, RecordCodec)
    return found


def outcome(one: RecordCodec, data: bytes, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Columns, or the number of the record that is refused."""
    monkeypatch.setattr(replay, "replay", lambda one, data, index, *_, **__: InvalidError("refused", actual=index))
    given = {argument.name: data[0] for argument in one.arguments}
    try:
        return one.read(data, 2, data[1], **given)
    except FormatError as error:
        return int(error.actual)


def refused_by_construct(record: Any, data: bytes) -> Any:
    """The tree, or the number of the record that is refused."""
    try:
        return record.parse(data)
    except ConstructError as error:
        return int(str(error.path).partition("[")[2].partition("]")[0])


@pytest.mark.parametrize("window", [40, 1 << 17])
def test_columns_and_construct_agree(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, window: int
) -> None:
    monkeypatch.setattr(leaping, "WINDOW", window)
    seen: Counter[str] = Counter()
    schemas_tried = effort(12, 500)
    for seed in range(window, window + schemas_tried):
        rng = random.Random(seed)
        with folder_of_schemas(tmp_path_factory.mktemp("schemas")) as schemas:
            schemas.write("uleb128", ULEB128)
            ksy = schema_of(rng)
            schemas.write("sample", yaml.safe_dump(ksy, sort_keys=False))
            one, record = codec_of(schemas, ksy["seq"][-1]["type"]), schemas.record("sample")
            for _ in range(6):
                monkeypatch.setattr(codecs, "LEAPING_PAYS", rng.choice((0, 400)))
                data = sample(rng)
                found, tree = outcome(one, data, monkeypatch), refused_by_construct(record, data)
                if isinstance(tree, int):
                    assert found == tree, seed
                    seen["refused"] += 1
                    continue
                seen["accepted"] += 1
                assert not isinstance(found, int), seed
                for index, element in enumerate(tree["records"]):
                    compare(one, found, index, element, seed)
                given = {argument.name: data[0] for argument in one.arguments}
                sizes = one.sizes(found, **given)
                if (sizes == np.diff(found.starts)).all():
                    assert one.write(found, **given) == data[2 : found.starts[-1]], seed
                    seen["written"] += 1
    assert min(seen["refused"], seen["accepted"], seen["written"]) > 2 * schemas_tried // 3, seen


def compare(one: RecordCodec, found: Any, index: int, element: Any, seed: int) -> None:
    columns = column_leaves(found, one, index)
    for key, leaf in leaves(element):
        if key in columns:
            assert columns.pop(key) == leaf, (seed, index, key)
    assert not {key: value for key, value in columns.items() if value not in (0, [], b"")}, (seed, index)
