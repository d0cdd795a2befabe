"""Schemas of records with all that columns take, and the comparison of their columns with a tree."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from nacformats.codec.columns.lists import RecordLists
from nacformats.codec.elements import RecordElements

#: What each number is, by chance.
NUMBERS = ("u1", "s1", "u2le", "u2be", "u4be", "s4le", "u8be", "s8le", "f4le", "f4be", "f8le", "f8be")


class Stream:
    """As much of a stream of the machine as lists need."""

    def __init__(self, data: bytes, pos: int, stop: int | None = None) -> None:
        self.view, self.pos, self.base = memoryview(data)[:stop], pos, 0


class Owner:
    """The record in which a list is."""

    def __init__(self, members: Mapping[str, Any]) -> None:
        vars(self).update(members)
        self._root = self


class Made:
    """As much of what makes records as lists need."""

    def __init__(self, path: str, io: Stream, owner: Owner) -> None:
        self.path, self.io, self.owner = path, io, owner

    def params(self, _index: int) -> tuple[Any, ...]:
        return ()

    def __call__(self, index: int, start: int, _stop: int | None) -> tuple[int, int]:
        return index, start


def read(
    lists: RecordLists, path: str, data: bytes, pos: int, count: int | None, members: Mapping[str, Any]
) -> tuple[RecordElements | None, int]:
    """Read a list of the root; also say where its stream is then."""
    make: Any = Made(path, Stream(data, pos), Owner(members))
    return lists.read(make, count), make.io.pos


class Maker:
    """Makes the types of a schema."""

    ENDINGS: tuple[dict[str, Any], ...] = ({},)

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.types: dict[str, Any] = {}
        self.made = 0

    def name(self, kind: str) -> str:
        self.made += 1
        return f"{kind}{self.made}"

    def type(self, depth: int, *, ends: bool = False) -> str:
        """A new type, which begins with a number on which something may depend; `ends`: it is in a part."""
        name, first = self.name("kind"), self.name("first")
        fields: list[dict[str, Any]] = [{"id": first, "type": "u1", "valid": {"max": self.rng.choice((3, 5, 9))}}]
        for _ in range(self.rng.randrange(1, 4)):
            fields += self.fields(depth, first)
        if ends and self.rng.random() < 0.7:
            fields += self.rng.choice((self.rest, self.to_end))(depth, first)
        self.types[name] = {"seq": fields}
        return name

    def fields(self, depth: int, first: str) -> list[dict[str, Any]]:
        makers = [self.number, self.bits, self.constant, self.text, self.ended, self.fixed, self.listed]
        if depth:
            makers += [self.records, self.records, self.until, self.part, self.switch, self.choice, self.conditional]
        return self.rng.choice(makers)(depth, first)

    def number(self, depth: int, first: str) -> list[dict[str, Any]]:
        kind = self.rng.choice(NUMBERS)
        rule = {"valid": self.rng.choice(({"min": 1}, {"any-of": [1, 2, 7]}, {"expr": "_ < 90"}))}
        return [{"id": self.name("x"), "type": kind} | (rule if kind[0] != "f" and self.rng.random() < 0.3 else {})]

    def bits(self, depth: int, first: str) -> list[dict[str, Any]]:
        order, left = self.rng.choice(("le", "be")), 8 * self.rng.randrange(1, 10)
        fields = []
        while left:
            width = min(self.rng.choice((1, 2, 3, 5, 7, 12, 31, 64)), left)
            fields.append({"id": self.name("b"), "type": f"b{width}{order}"})
            left -= width
        return fields

    def constant(self, depth: int, first: str) -> list[dict[str, Any]]:
        return [{"id": self.name("magic"), "contents": [self.rng.randrange(256) for _ in range(3)]}]

    def text(self, depth: int, first: str) -> list[dict[str, Any]]:
        length = self.name("len")
        kind = self.rng.choice(({"type": "str", "encoding": self.rng.choice(("UTF-8", "ASCII"))}, {}))
        return [{"id": length, "type": "u1"}, {"id": self.name("text"), "size": length} | kind]

    def ended(self, depth: int, first: str) -> list[dict[str, Any]]:
        ending = self.rng.choice(({}, {}, {"include": True}, {"terminator": 0x3B}))
        return [{"id": self.name("line"), "type": "str" if "terminator" in ending else "strz"} | ending]

    def fixed(self, depth: int, first: str) -> list[dict[str, Any]]:
        ending = self.rng.choice(self.ENDINGS)
        return [{"id": self.name("label"), "type": "str", "size": 6} | ending]

    def listed(self, depth: int, first: str) -> list[dict[str, Any]]:
        kind = self.rng.choice(NUMBERS)
        return [{"id": self.name("list"), "type": kind, "repeat": "expr", "repeat-expr": self.rng.choice(("2", first))}]

    def records(self, depth: int, first: str) -> list[dict[str, Any]]:
        count = self.name("n")
        number = {"id": count, "type": "u1", "valid": {"max": 4}}
        inner = self.type(depth - 1)
        if self.rng.random() < 0.3:  # what is in them depends on the record
            self.types[inner]["seq"].append({"id": self.name("y"), "type": "u1", "if": f"_parent.{count} > 1"})
        return [number, {"id": self.name("rows"), "type": inner, "repeat": "expr", "repeat-expr": count}]

    def until(self, depth: int, first: str) -> list[dict[str, Any]]:
        inner = self.type(depth - 1)
        last = self.types[inner]["seq"][0]["id"]
        rule = {"repeat": "until", "repeat-until": f"_.{last} < 3"}
        return [{"id": self.name("chain"), "type": inner} | rule]

    def part(self, depth: int, first: str) -> list[dict[str, Any]]:
        size = self.name("size")
        return [
            {"id": size, "type": "u1"},
            {"id": self.name("part"), "type": self.type(depth - 1, ends=True), "size": size},
        ]

    def rest(self, depth: int, first: str) -> list[dict[str, Any]]:
        return [{"id": self.name("rest"), "size-eos": True}]

    def to_end(self, depth: int, first: str) -> list[dict[str, Any]]:
        return [{"id": self.name("all"), "type": "u2be", "repeat": "eos"}]

    def switch(self, depth: int, first: str) -> list[dict[str, Any]]:
        kinds = [self.type(depth - 1) for _ in range(2)]
        cases = {key: self.rng.choice(kinds) for key in self.rng.sample(range(6), 3)}
        if self.rng.random() < 0.5:
            cases["_"] = self.rng.choice(kinds)
        return [{"id": self.name("body"), "type": {"switch-on": first, "cases": cases}}]

    def choice(self, depth: int, first: str) -> list[dict[str, Any]]:
        """A switch on a text."""
        code = self.name("code")
        cases = {f'"{text}"': self.type(depth - 1) for text in ("AB", "CD")}
        rule = {"valid": {"any-of": ['"AB"', '"CD"', '"EF"']}}
        field = {"id": code, "type": "str", "size": 2, "encoding": "ASCII"} | rule
        return [field, {"id": self.name("body"), "type": {"switch-on": code, "cases": cases}}]

    def conditional(self, depth: int, first: str) -> list[dict[str, Any]]:
        condition = self.rng.choice((f"{first} < 3", f"not ({first} == 1 or {first} == 2)", "_root.limit > 4"))
        fields = self.rng.choice((self.number, self.text, self.ended, self.fixed, self.listed))(0, first)
        return [field | {"if": condition} for field in fields]


def schema_of(rng: random.Random) -> dict[str, Any]:
    """A schema whose root repeats records, in one of the three ways."""
    maker = Maker(rng)
    record = maker.type(2)
    repeat: dict[str, Any] = {"repeat": "expr", "repeat-expr": "num_records"}
    match rng.randrange(3):
        case 0:
            repeat = {"repeat": "eos"}
        case 1:
            repeat = {"repeat": "until", "repeat-until": f"_.{maker.types[record]['seq'][0]['id']} == 0"}
    return {
        "meta": {"id": "sample", "title": "Sample", "endian": "le", "encoding": "UTF-8"},
        "seq": [
            {"id": "limit", "type": "u1"},
            {"id": "num_records", "type": "u1", "valid": {"max": 12}},
            {"id": "records", "type": record} | repeat,
        ],
        "types": maker.types,
    }


def differences(columns: Mapping[str, Any], data: bytes, records: list[Any]) -> Iterator[str]:
    """What is not the same in columns and in the records of a tree."""
    for index, record in enumerate(records):
        yield from _different(columns, data, record, "", index)


def _different(columns: Mapping[str, Any], data: bytes, value: Any, path: str, index: int) -> Iterator[str]:
    match value:
        case Mapping():
            for name, member in Mapping.items(value):
                if not name.startswith("_") and member is not None:
                    yield from _different(columns, data, member, f"{path}.{name}" if path else name, index)
        case list():
            rows = columns[path + "[]"]
            first = int(rows[index])
            if int(rows[index + 1]) - first != len(value):
                yield f"{path}[{index}]: {int(rows[index + 1]) - first} elements, not {len(value)}"
            else:
                for number, element in enumerate(value):
                    yield from _different(columns, data, element, path, first + number)
        case str() | bytes() | memoryview() if path + "@" in columns:
            at, size = int(columns[path + "@"][index]), int(columns[path + "#"][index])
            octets = value.encode() if isinstance(value, str) else bytes(value)
            if data[at : at + size] != octets:
                yield f"{path}[{index}]: {data[at : at + size]!r}, not {octets!r}"
        case _:
            mine, theirs = np.ravel(columns[path])[index], value
            if mine != theirs and (isinstance(theirs, int) or not (np.isnan(mine) and np.isnan(theirs))):
                yield f"{path}[{index}]: {mine!r}, not {theirs!r}"
