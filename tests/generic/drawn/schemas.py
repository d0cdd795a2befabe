"""Random schemas that the Kaitai compiler takes: `schema(seed, index)` is always the same one."""

from __future__ import annotations

import random
from typing import Any

from tests.generic.drawn.expressions import Scope

_NUMBERS = ("u1", "u1", "u1", "u2", "u4", "u8", "s1", "s2", "s4", "s8")
_ENCODINGS = ("ASCII", "UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "ISO-8859-1", "windows-1252", "IBM437", "SHIFT_JIS")
_WIDE = ("UTF-16LE", "UTF-16BE", "UTF-32LE")
_ENUMS = {"e0": {0: "m0", 1: "m1", 2: "m2", 255: "m3"}, "e1": {1: "m1", 65: "m2", 1000: "m3"}}
#: Methods of mappings in Python.
_MAPPING = ("items", "values", "keys", "get", "pop", "update")
Spec = dict[str, Any]


def schema(seed: int, index: int) -> Spec:
    """Return a schema, by its seed and its number."""
    return _Drawing(random.Random(f"{seed}.{index}"), index).schema()


class _Drawing:
    """Attributes:
    names: of the types, the root's first; each may use those after it, and itself.
    leads: the numbers that each type begins with, by its name.
    params: those of each type, with their kinds.
    users: the types that use each type.
    """

    def __init__(self, rng: random.Random, index: int) -> None:
        self.rng, self.index = rng, index
        self.names = ["root", *(f"t{at}" for at in range(rng.randint(0, 4)))]
        self.has_bits = self.chance(0.4)
        self.has_leb = self.chance(0.06)
        self.leads = {name: [f"{name}_{at}" for at in range(rng.choice((0, 1, 1, 2)))] for name in self.names}
        kinds = ("int", "int", "bool", "str", "bytes")
        self.params = {
            name: {f"p{at}": rng.choice(kinds) for at in range(rng.choice((0, 0, 0, 1, 2)))} for name in self.names[1:]
        }
        self.params["root"] = {}
        self.users: dict[str, set[str]] = {name: set() for name in self.names}

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def schema(self) -> Spec:
        meta: Spec = {"id": f"drawn_{self.index}", "endian": self.rng.choice(("le", "be"))}
        meta["bit-endian"] = self.bit_order = self.rng.choice(("be", "be", "le"))
        meta["encoding"] = self.rng.choice(_ENCODINGS[:6])
        if self.has_leb:
            meta["imports"] = ["uleb128"]
        types = {name: _TypeDrawing(self, name).drawn() for name in self.names}
        root: Spec = types.pop("root")
        for name in reversed(self.names[1:]):
            users = self.users[name] - {name}
            if len(users) == 1 and self.chance(0.25) and (user := next(iter(users))) in types:
                types[user].setdefault("types", {})[name] = types.pop(name)
        return {"meta": meta, **root, **({"types": types} if types else {}), "enums": _ENUMS}


class _TypeDrawing:
    """Draws one type."""

    def __init__(self, whole: _Drawing, name: str) -> None:
        self.whole, self.name, self.rng = whole, name, whole.rng
        self.scope = Scope(whole.rng, has_eof=not whole.has_bits)
        self.chance = whole.chance
        self.seq: list[Spec] = []
        self.instances: dict[str, Spec] = {}
        self.later = whole.names[whole.names.index(name) + 1 :]
        self.is_open = True  # nothing has taken the rest of the stream
        self.has_parent = False  # expressions may ask for the members of `_parent`

    def drawn(self) -> Spec:
        spec: Spec = {}
        if params := self.whole.params[self.name]:
            types = {"int": "u4", "bool": "bool", "str": "str", "bytes": "bytes"}
            spec["params"] = [{"id": name, "type": types[kind]} for name, kind in params.items()]
            for name, kind in params.items():
                self.scope.add(kind, name)
        self._parent()
        for lead in self.leads:
            self.seq.append({"id": lead, "type": self.rng.choice(_NUMBERS)})
            self.scope.add("int", lead)
            if self.name == "root":
                self.scope.add("int", f"_root.{lead}")
        taken = self.rng.sample(_MAPPING, 2) if self.chance(0.06) else []
        for at in range(self.rng.randint(1, 5)):
            if self.chance(0.2):
                self._instance(f"i{at}")
            if self.is_open or self.chance(0.1):
                self._field(taken.pop() if taken else f"f{at}")
        if self.chance(0.4):
            self._instance("i9")
        if self.name != "root":
            spec |= self._meta()
        return spec | {"seq": self.seq} | ({"instances": self.instances} if self.instances else {})

    def _meta(self) -> Spec:
        """Orders of its own."""
        if self.chance(0.06):
            return {"meta": {"bit-endian": self.rng.choice(("le", "be"))}}
        orders = ("le", "be")
        if self.chance(0.06):
            numbers = [name for name, kind in self.whole.params[self.name].items() if kind == "int"]
            cases = {"0": "le", "1": "be", "_": self.rng.choice(orders)}
            return {"meta": {"endian": {"switch-on": self.rng.choice([*numbers, "_io.size"]), "cases": cases}}}
        return {"meta": {"endian": self.rng.choice(orders)}} if self.chance(0.1) else {}

    @property
    def leads(self) -> list[str]:
        return self.whole.leads[self.name]

    def _parent(self) -> None:
        """What is known of the records around."""
        users = self.whole.users[self.name]
        if len(users) == 1 and self.name not in users:
            self.has_parent = True
            for lead in self.whole.leads[next(iter(users))]:
                self.scope.add("int", f"_parent.{lead}")
        if self.name != "root":
            for lead in self.whole.leads["root"]:
                self.scope.add("int", f"_root.{lead}")

    # Members

    def _instance(self, name: str) -> None:
        """An instance; where the stream stands when it is asked for depends on which others failed before."""
        self.scope.is_standing = False
        self._placed_or_computed(name)
        self.scope.is_standing = True

    def _placed_or_computed(self, name: str) -> None:
        if self.chance(0.6):
            kind = self.rng.choice(("int", "int", "bool", "float", "str", "bytes"))
            spec: Spec = {"value": self.scope.draw(kind)}
            if kind == "int" and self.chance(0.15):
                spec["enum"] = self.rng.choice(tuple(_ENUMS))
                kind = f"enum {spec['enum']}"
            known = [
                text
                for group, listed in self.scope.known.items()
                if group.startswith(("list", "rec"))
                for text in listed
            ]
            if known and self.chance(0.15):
                spec, kind = {"value": self.rng.choice(known)}, ""
            if self.chance(0.1):
                spec["if"], kind = self.scope.draw("bool"), ""
        else:
            position = self.rng.choice((self.scope.length(24), self.scope.small(24), "_io.size / 2", "0"))
            placed = {} if self.chance(0.04) and not self.whole.has_bits else {"pos": position}
            if placed and self.chance(0.1):
                records = [
                    f"{text}._io" for kind, texts in self.scope.known.items() for text in texts if kind[:4] == "rec "
                ]
                placed["io"] = self.rng.choice(["_root._io", *records])
            kind, spec = self._member(is_placed=True)
            if "valid" in spec or "repeat" in spec or self.whole.has_bits:
                kind = ""  # Kaitai's parser keeps what it has of one that fails, and loses bits where one is asked for
            spec = placed | spec
        self.instances[name] = spec
        if kind:
            self._know(kind, name)

    def _field(self, name: str) -> None:
        kind, spec = self._member()
        self.seq.append({"id": name, **spec})
        if kind:
            self._know(kind, name)

    def _know(self, kind: str, name: str) -> None:
        self.scope.add(kind, name)
        if kind.startswith("rec "):
            for lead in self.whole.leads[kind[4:]]:
                self.scope.add("int", f"{name}.{lead}")
            if self.chance(0.3):
                self.scope.add("int", f"{name}._io.size")

    def _member(self, *, is_placed: bool = False) -> tuple[str, Spec]:
        """Return the kind of a member, empty where no expression may name it, and its keys."""
        repeat = self.chance(0.28)
        self.scope.indexed = repeat
        is_endless = repeat and self.chance(0.45)
        kind, spec = self._element(must_take=is_endless, may_rest=not repeat, is_placed=is_placed)
        if repeat:
            self.scope.indexed = False
            spec |= self._repeated(kind, is_endless=is_endless, is_placed=is_placed)
            kind = f"list {kind}"
        self.scope.indexed = False
        if self.chance(0.18):
            spec["if"] = self.scope.draw("bool")
            kind = ""
        return kind, spec

    def _repeated(self, kind: str, *, is_endless: bool, is_placed: bool) -> Spec:
        if not is_endless:
            return {"repeat": "expr", "repeat-expr": self.scope.small(5)}
        if self.chance(0.5):
            self.is_open = self.is_open and is_placed
            return {"repeat": "eos"}
        ways = ["_index == 2"] if self.chance(0.5) else []
        ways += {"int": ["_ == 0", "_ & 1 == 1"], "str": ["_ == ''", "_.length < 2"], "bytes": ["_.length > 1"]}.get(
            kind, []
        )
        ways += [f"_.{lead} & 1 == 0" for lead in self.whole.leads.get(kind[4:], ())] if kind.startswith("rec") else []
        ways += ["_io.eof", "_io.pos > 9"]
        return {"repeat": "until", "repeat-until": self.rng.choice(ways or ["_index == 1"])}

    def _element(self, *, must_take: bool, may_rest: bool, is_placed: bool) -> tuple[str, Spec]:
        """Return one value.

        Args:
            must_take: it takes at least a byte, or is an error at the end of the stream.
            may_rest: it may take the rest of the stream.
            is_placed: it is an instance.
        """
        may_rest = may_rest and (is_placed or self.chance(0.4))
        ways: list[Any] = [self._number, self._number, self._enumerated, self._real]
        ways += [lambda: self._data(must_take, may_rest, is_placed)] * 3
        ways += [lambda: self._text(must_take, may_rest, is_placed)] * 3
        ways += [lambda: self._record(must_take, may_rest, is_placed)] * (4 if self.later else 1)
        ways += [lambda: self._switch(must_take, may_rest, is_placed)] * 2
        ways += [self._bits] * (6 if self.whole.has_bits else 0)
        ways += [self._magic] if not is_placed else []
        ways += [self._leb] * (4 if self.whole.has_leb else 0)
        found: tuple[str, Spec] = self.rng.choice(ways)()
        return found

    # Kinds

    def _number(self) -> tuple[str, Spec]:
        name = self.rng.choice(_NUMBERS)
        if name[1] != "1" and self.chance(0.2):
            name += self.rng.choice(("le", "be"))
        return "int", {"type": name} | self._valid("int")

    def _real(self) -> tuple[str, Spec]:
        return "float", {"type": self.rng.choice(("f4", "f8", "f4le", "f8be"))} | self._valid("float")

    def _enumerated(self) -> tuple[str, Spec]:
        enum = self.rng.choice(tuple(_ENUMS))
        spec: Spec = {"type": self.rng.choice(_NUMBERS), "enum": enum}
        if self.chance(0.15):
            spec["valid"] = self.rng.choice(
                ({"in-enum": True}, f"{enum}::m1", {"any-of": [f"{enum}::m1", f"{enum}::m2"]})
            )
        return f"enum {enum}", spec

    def _bits(self) -> tuple[str, Spec]:
        width = self.rng.choice((1, 1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 24, 31, 33, 64))
        if width > 1 and self.chance(0.04):
            return "int", {"type": f"b{width}{self.whole.bit_order}"}
        if width == 1:
            return "bool", {"type": "b1"}
        if self.chance(0.15):
            return "enum e0", {"type": f"b{width}", "enum": "e0"}
        return "int", {"type": f"b{width}"} | self._valid("int")

    def _magic(self) -> tuple[str, Spec]:
        spec: Spec = {"contents": self.rng.choice(("AB", [1, 2, 0xFF], [0], "é"))} | self._process(0.1)
        if self.chance(0.1):
            spec |= self.rng.choice(({"size": 3}, {"size-eos": True}, {"terminator": 66}))
        return "bytes", spec

    def _leb(self) -> tuple[str, Spec]:
        return "", {"type": "uleb128"}

    def _valid(self, kind: str) -> Spec:
        if not self.chance(0.12):
            return {}
        draw = lambda: self.scope.draw(kind, 1)  # noqa: E731
        low = self.rng.choice(("0", "1")) if kind == "int" else "0.0"
        ways: list[Any] = [{"min": low}, {"max": draw()}, {"min": low, "max": draw()}, {"any-of": ["1", draw(), "7"]}]
        ways += [draw(), {"expr": f"_ < {draw()}"}, {"expr": "_ & 3 != 2" if kind == "int" else "_ != 2.0"}]
        return {"valid": self.rng.choice(ways)}

    def _end(self, *, must_take: bool) -> Spec:
        """The keys of a terminator."""
        spec: Spec = {"terminator": self.rng.choice((0, 0, 0, 255, 65, 10, self.rng.randrange(256)))}
        for key, share, usual in (("include", 0.3, False), ("consume", 0.25, True), ("eos-error", 0.3, True)):
            if self.chance(share) and not (must_take and key != "include"):
                spec[key] = not usual if self.chance(0.85) else usual
        return spec

    def _extent(self, *, must_take: bool, may_rest: bool, is_placed: bool, may_end: bool = True) -> Spec:
        """The keys that say how far bytes go."""
        way = self.rng.random()
        if may_end and way < 0.3:
            return self._end(must_take=must_take)
        spec: Spec = {}
        if may_rest and way > 0.8:
            spec["size-eos"] = True
            self.is_open = self.is_open and is_placed
        else:
            spec["size"] = self.rng.randint(1, 9) if must_take or self.chance(0.4) else self.scope.length(12)
        if self.chance(0.25):
            spec |= {key: each for key, each in self._end(must_take=must_take).items() if key != "consume"}
            if self.chance(0.1):
                spec["consume"] = False
        if self.chance(0.25):
            spec["pad-right"] = self.rng.choice((0, 0, 32, 65, 255))
        return spec

    def _data(self, must_take: bool, may_rest: bool, is_placed: bool) -> tuple[str, Spec]:
        spec = self._extent(must_take=must_take, may_rest=may_rest, is_placed=is_placed)
        spec |= self._process(0.2)
        if self.chance(0.06):
            spec["valid"] = self.rng.choice(({"expr": "_.length > 0"}, "[65, 66]", {"any-of": ["[0]", "[65]"]}))
        return "bytes", spec

    def _process(self, share: float) -> Spec:
        if not self.chance(share):
            return {}
        ways = [f"xor({self.rng.randint(0, 255)})", f"xor(({self.scope.draw('int', 1)}) & 0xff)", "xor([1, 2, 3])"]
        ways += [f"rol({self.rng.randint(0, 7)})", f"ror({self.rng.randint(0, 7)})", "zlib"]
        ways += [f"xor({key})"] if (key := self.scope.one("bytes")) is not None else []
        return {"process": self.rng.choice(ways)}

    def _text(self, must_take: bool, may_rest: bool, is_placed: bool) -> tuple[str, Spec]:
        encoding = {"encoding": self.rng.choice(_ENCODINGS)} if self.chance(0.7) else {}
        if self.chance(0.35):
            spec: Spec = {"type": "strz", **encoding}
            if self.chance(0.3):
                extent = self._extent(must_take=must_take, may_rest=may_rest, is_placed=is_placed, may_end=False)
                spec |= {key: each for key, each in extent.items() if key != "terminator"}
            spec |= {key: each for key, each in self._end(must_take=must_take).items() if key != "terminator"}
            if "size" in spec or "size-eos" in spec:
                spec.pop("consume", None)
        else:
            spec = {"type": "str", **encoding}
            spec |= self._extent(must_take=must_take, may_rest=may_rest, is_placed=is_placed)
            if encoding.get("encoding") in _WIDE and "terminator" in spec:
                spec["terminator"] = 0
        if self.chance(0.06):
            spec["valid"] = self.rng.choice(({"expr": "_.length > 0"}, '"AB"', {"any-of": ['"A"', '""']}))
        return "str", spec

    def _record(self, must_take: bool, may_rest: bool, is_placed: bool) -> tuple[str, Spec]:
        target = self._target(must_take=must_take)
        if target is None:
            return self._number()
        spec: Spec = {"type": self._call(target)}
        if self.chance(0.35):
            spec |= self._extent(must_take=must_take, may_rest=may_rest, is_placed=is_placed) | self._process(0.2)
        if target != self.name and self.chance(0.05):
            spec["parent"] = self.rng.choice(("_root", False))
            self.whole.users[target].add("")
        if target == self.name:
            spec["if"] = self.rng.choice([f"{lead} & 1 == 1" for lead in self.leads])
            return "", spec
        return f"rec {target}", spec

    def _target(self, *, must_take: bool) -> str | None:
        """Return a type to use; the type itself is one where a number of it decides how deep that goes."""
        if self.leads and self.name != "root" and not (self.scope.indexed or self.has_parent) and self.chance(0.08):
            self.whole.users[self.name].add(self.name)
            return self.name
        found = [name for name in self.later if self.whole.leads[name] or not must_take]
        return self.rng.choice(found) if found else None

    def _call(self, target: str) -> str:
        self.whole.users[target].add(self.name)
        arguments = [self.scope.draw(kind, 1) for kind in self.whole.params[target].values()]
        return f"{target}({', '.join(arguments)})" if arguments else target

    def _switch(self, must_take: bool, may_rest: bool, is_placed: bool) -> tuple[str, Spec]:
        kind = self.rng.choice(("int", "int", "bool", "str", "enum e0"))
        on = self.scope.one(kind) or (self.scope.draw(kind, 1) if kind in ("int", "bool") else None)
        if on is None:
            return self._number()
        keys = {
            "int": ["0", "1", "2", "255"],
            "bool": ["true", "false"],
            "str": ['"a"', '""', '"AB"'],
            "enum e0": ["e0::m0", "e0::m1", "e0::m2"],
        }[kind][: self.rng.randint(1, 4)]
        is_sized = self.chance(0.4)
        if must_take or self.chance(0.5):
            keys.append("_")
        names = [name for name in self.later if self.whole.leads[name] or not must_take]
        is_plain = not names or self.chance(0.3)
        cases = {key: self.rng.choice(_NUMBERS) if is_plain else self._call(self.rng.choice(names)) for key in keys}
        if not is_plain and self.chance(0.2):
            cases[keys[0]] = self.rng.choice(("u2", "f8", "strz") if not must_take else ("u2", "f8"))
        spec: Spec = {"type": {"switch-on": on, "cases": cases}}
        if is_sized and not is_plain:
            spec |= self._extent(must_take=must_take, may_rest=may_rest, is_placed=is_placed, may_end=False)
        return "", spec
