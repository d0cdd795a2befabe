"""Random expressions over what is in sight of a field."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

#: The kinds of values that expressions have; a list of one is "list int".
KINDS = ("int", "bool", "float", "str", "bytes")
_COMPARED = ("==", "!=", "<", "<=", ">", ">=")
_TEXTS = ('"a"', "'ab'", '"x\\ny"', '"\u00e9"', '""', "'12'")


@dataclass
class Scope:
    """What expressions of a type can name.

    Attributes:
        known: expressions of each kind; "enum E" for the members of an enum.
        has_eof: whether they ask `_io.eof`.
        is_standing: whether it is certain where the stream stands.
        indexed: whether they are about an element of a list.
    """

    rng: random.Random
    known: dict[str, list[str]] = field(default_factory=dict)
    has_eof: bool = True
    is_standing: bool = True
    indexed: bool = False

    def add(self, kind: str, text: str) -> None:
        self.known.setdefault(kind, []).append(text)

    def one(self, kind: str) -> str | None:
        return self.rng.choice(found) if (found := self.known.get(kind)) else None

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def draw(self, kind: str, depth: int = 2) -> str:
        """Return an expression of a kind."""
        if depth and self.chance(0.12):
            return f"({self.draw('bool', depth - 1)} ? {self.draw(kind, depth - 1)} : {self.draw(kind, depth - 1)})"
        named = self.one(kind)
        if named is not None and self.chance(0.55 if depth else 0.9):
            return named
        return str(getattr(self, f"_{kind}")(depth))

    def small(self, most: int = 8) -> str:
        """Return a number from 0 to a few."""
        if self.chance(0.3):
            return str(self.rng.randint(0, most))
        text = self.draw("int", 1)
        return f"({text}) % {self.rng.randint(1, most) + 1}" if self.chance(0.7) else f"({text}) & 3"

    def length(self, most: int) -> str:
        """Return a number that is rarely negative or large."""
        return self.draw("int", 1) if self.chance(0.04) else self.small(most)

    def _int(self, depth: int) -> str:
        rng = self.rng
        literals = ["0", "1", "2", "3", "5", "8", "0x10", "100", "255", "256", "0b11", "65_535", "4294967295", "-1"]
        literals += ["_index"] * 3 if self.indexed else []
        if not depth or self.chance(0.2):
            return rng.choice(literals)
        ways = [
            lambda: f"({self.draw('int', depth - 1)} {rng.choice('+-*&|^')} {self.draw('int', depth - 1)})",
            lambda: f"({self.draw('int', depth - 1)} {rng.choice(('%', '/', '<<', '>>'))} {rng.randint(1, 7)})",
            lambda: f"{self.draw('str', depth - 1)}.length",
            lambda: f"{self.draw('bool', depth - 1)}.to_i" if self.chance(0.5) else f"(~{self.draw('int', depth - 1)})",
            lambda: f"({self.draw('int', depth - 1)}).as<{rng.choice(('u1', 'u2', 's4', 'u8'))}>",
            lambda: f"sizeof<{rng.choice(('u1', 'u4', 'b12', 'f8'))}>",
        ]
        ways += [lambda: "_io.size", *([lambda: "_io.pos"] if self.is_standing else [])]
        for kind, text in ((kind, text) for kind, listed in self.known.items() for text in listed):
            if kind.startswith("list"):
                ways.append(lambda text=text: f"{text}.size")
            if kind == "list int":
                ways.append(lambda text=text: text + rng.choice((".first", ".last", ".min", ".max", "[0]", "[1]")))
            if kind.startswith("enum"):
                ways.append(lambda text=text: f"{text}.to_i")
            if kind == "bytes":
                ways.append(lambda text=text: text + rng.choice((".length", ".length", ".first", "[0]")))
        return str(rng.choice(ways)())

    def _bool(self, depth: int) -> str:
        rng = self.rng
        if not depth or self.chance(0.1):
            return rng.choice(("true", "false"))
        ways = [
            lambda: f"({self.draw('int', depth - 1)} {rng.choice(_COMPARED)} {self.draw('int', depth - 1)})",
            lambda: f"({self.draw('int', depth - 1)} & 1 == 1)",
            lambda: f"({self.draw('bool', depth - 1)} {rng.choice(('and', 'or'))} {self.draw('bool', depth - 1)})",
            lambda: f"(not {self.draw('bool', depth - 1)})",
            lambda: f"({self.draw('str', depth - 1)} {rng.choice(_COMPARED)} {self.draw('str', depth - 1)})",
            lambda: f"({self.draw('float', depth - 1)} {rng.choice(_COMPARED)} {self.draw('float', depth - 1)})",
            lambda: f"({self.draw('bytes', depth - 1)} {rng.choice(('==', '!='))} {self.draw('bytes', depth - 1)})",
        ]
        if self.has_eof and self.is_standing:
            ways += [lambda: "_io.eof", lambda: "(not _io.eof)"]
        for kind, listed in self.known.items():
            if kind.startswith("enum"):
                name = kind.split()[1]
                ways += [lambda text=text, name=name: f"({text} == {name}::m1)" for text in listed]
        return str(rng.choice(ways)())

    def _str(self, depth: int) -> str:
        rng = self.rng
        if not depth or self.chance(0.4):
            return rng.choice(_TEXTS)
        ways = [
            lambda: f"({self.draw('str', depth - 1)} + {self.draw('str', depth - 1)})",
            lambda: f"{self.draw('str', depth - 1)}.reverse",
            lambda: f"{self.draw('str', depth - 1)}.substring(0, {rng.randint(0, 3)})",
            lambda: f"({self.draw('int', depth - 1)}).to_s",
        ]
        if (data := self.one("bytes")) is not None:
            ways.append(lambda: f"{data}.to_s('ISO-8859-1')")
        return str(rng.choice(ways)())

    def _bytes(self, depth: int) -> str:
        return f"[{', '.join(str(self.rng.randint(0, 255)) for _ in range(self.rng.randint(1, 3)))}]"

    def _float(self, depth: int) -> str:
        if not depth or self.chance(0.4):
            return self.rng.choice(("1.5", "0.0", "2.25", "-3.5"))
        return f"({self.draw('float', depth - 1)} {self.rng.choice('+-*')} {self.draw('float', depth - 1)})"
