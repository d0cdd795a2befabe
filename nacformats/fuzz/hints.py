"""Hints: what a generator needs to know and no schema says, in schemas/NAME.hints.yaml beside the schema.

A map from `TYPE.FIELD` (the root type has the name of the schema; a nested type is `OUTER::INNER`) to a map with these
keys, all of them optional:

- `min`, `max`: bounds, expressions over the record, on top of what `valid` says.
- `any-of`: a list of expressions; the field is mostly one of their values.
- `pick`: an expression that gives a list, from which the field mostly is; `key`, an expression over an element `_`,
  says what of an element.
- `often`: how often that is so (0 to 1); of an offset that may be 0, how often it is not.
- `align`: of an offset, what it is a multiple of.
- `checksum`: that a number is a checksum, as the key `-checksum` of a schema says it ({kind: crc32, over: [body]}).
- `draw: false`: of an instance with `pos`, that its bytes are drawn elsewhere: it shows what other fields hold.

An instance with `value` has one key only, `any-of`: what it is taken to be where it is needed before the fields that it
is computed from are known. A file that turns out to give it another value is drawn again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nacformats.fuzz.closures import Closures, OfNode, OfValue
from nacformats.fuzz.output import DrawnNode, PendingError, UnsatisfiedError
from nacformats.schema import expressions as ex
from nacformats.schema.checking import with_sizes
from nacformats.schema.keys import checksum_of
from nacformats.schema.model import Checksum, Field, SchemaError, Type, ValueInstance
from nacformats.schema.parsing import parse_expression
from nacformats.schema.sources import YamlError, read_yaml


def _is_expression(value: Any) -> bool:
    return isinstance(value, str | int | float)


_EXPRESSION = _is_expression, "an expression"
#: What each key takes: a test of its value, and the same in words.
KEYS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "min": _EXPRESSION,
    "max": _EXPRESSION,
    "any-of": (
        lambda value: isinstance(value, list) and bool(value) and all(map(_is_expression, value)),
        "a list of expressions",
    ),
    "pick": _EXPRESSION,
    "key": _EXPRESSION,
    "often": (lambda value: isinstance(value, int | float) and 0 <= value <= 1, "a number from 0 to 1"),
    "align": (lambda value: type(value) is int and value > 0, "a whole number above 0"),
    "draw": (lambda value: isinstance(value, bool), "true or false"),
    "checksum": (lambda value: isinstance(value, Mapping), "a map with `kind` and `over`"),
}
VALUE_KEYS = ("any-of",)


#: One of the values that a hint names: record, choice of an index -> value, or None.
HintedChoice = Callable[[DrawnNode, Callable[[int], int]], Any]


@dataclass(frozen=True)
class Hint:
    """The hint for a field, ready to use; see the module for what the keys mean."""

    low: OfNode | None = None
    high: OfNode | None = None
    one_of: HintedChoice | None = None
    often: float = 0.85
    align: int = 1
    draw: bool = True
    checksum: Checksum | None = None

    @property
    def bounds(self) -> bool:
        """True if there are bounds."""
        return self.low is not None or self.high is not None

    def within(self, node: DrawnNode, low: int, high: int) -> tuple[int, int]:
        """Return the part of a range that is in the bounds."""
        low = low if self.low is None else max(low, self.low(node))
        return low, high if self.high is None else min(high, self.high(node))


class Hints:
    """The hints for a schema.

    Raises:
        SchemaError: a key is not one of KEYS or has another value than it takes, or no field has that path.
    """

    def __init__(self, texts: Mapping[str, Mapping[str, Any]] | None = None, source: str = "hints") -> None:
        self._texts = texts or {}
        self._source = source
        self._used: set[str] = set()
        if not isinstance(self._texts, Mapping):
            raise SchemaError(source, "has to be a map from TYPE.FIELD to hints")
        for path, keys in self._texts.items():
            if not isinstance(keys, Mapping):
                raise SchemaError(f"{source}: {path}", "has to be a map")
            for key, value in keys.items():
                if key not in KEYS:
                    raise SchemaError(f"{source}: {path}/{key}", f"is no hint: {', '.join(KEYS)}")
                fits, words = KEYS[key]
                if not fits(value):
                    raise SchemaError(f"{source}: {path}/{key}", f"has to be {words}")

    @classmethod
    def beside(cls, path: Path) -> Hints:
        """Read NAME.hints.yaml beside NAME.ksy; no hints if there is no such file."""
        found = path.with_suffix(".hints.yaml")
        return cls.of_file(found) if found.is_file() else cls()

    @classmethod
    def of_file(cls, path: Path) -> Hints:
        """Read a file of hints."""
        try:
            return cls(read_yaml(path.read_text(encoding="utf-8")), path.name)
        except (YamlError, UnicodeDecodeError) as error:
            raise SchemaError(path.name, str(error)) from None

    def of(self, owner: Type, member: Field, closures: Closures) -> Hint:
        """Return the hint for a field."""
        text, where = self._text(owner, member.id)
        if text is None:
            return Hint()

        def closure(key: str) -> OfNode | None:
            parsed = _parsed(owner, text[key], f"{where}/{key}") if key in text else None
            return None if parsed is None else closures.of_number(owner, parsed, where)

        plain = {key: text[key] for key in ("often", "align", "draw") if key in text}
        plain["checksum"] = checksum_of(text.get("checksum"), f"{where}/checksum")
        return Hint(closure("min"), closure("max"), self._one_of(owner, text, closures, where), **plain)

    def of_value(self, owner: Type, value: ValueInstance, closures: Closures) -> HintedChoice | None:
        """Return what an instance with `value` may be taken to be; None: it is always computed."""
        text, where = self._text(owner, value.id)
        if text is None:
            return None
        for key in text:
            if key not in VALUE_KEYS:
                raise SchemaError(f"{where}/{key}", f"is no hint for a value: {', '.join(VALUE_KEYS)}")
        return self._one_of(owner, text, closures, where)

    def _text(self, owner: Type, name: str) -> tuple[Mapping[str, Any] | None, str]:
        """Return what is said of a member, and where."""
        path = f"{_name(owner)}.{name}"
        text = self._texts.get(path)
        if text is not None:
            self._used.add(path)
        return text, f"{self._source}: {path}"

    @staticmethod
    def _one_of(owner: Type, text: Mapping[str, Any], closures: Closures, where: str) -> HintedChoice | None:
        if "any-of" in text:
            parsed = (_parsed(owner, each, f"{where}/any-of") for each in text["any-of"])
            choices = [closures.of_node(owner, each, where) for each in parsed]
            return lambda node, index: choices[index(len(choices))](node)
        if "pick" not in text:
            return None
        pick = closures.of_node(owner, _parsed(owner, text["pick"], f"{where}/pick"), where)
        of_element = closures.of_value(owner, _parsed(owner, text.get("key", "_"), f"{where}/key"), where)
        return lambda node, index: _picked(pick, of_element, node, index)

    def check_used(self) -> None:
        """Refuse hints for what is not there."""
        for path in self._texts:
            if path not in self._used:
                raise SchemaError(f"{self._source}: {path}", "there is no such field")


def _picked(pick: OfNode, of_element: OfValue, node: DrawnNode, index: Callable[[int], int]) -> Any:
    """Return one of a list; None if it is empty, or if what holds it is not in the file."""
    try:
        listed = pick(node)
        return of_element(listed[index(len(listed))], node) if listed else None
    except (AttributeError, TypeError, PendingError, UnsatisfiedError):
        return None


def _name(owner: Type) -> str:
    """Return the name of a type with those around it, but for the root."""
    if owner.outer is None or owner.outer.outer is None:
        return owner.id
    return f"{_name(owner.outer)}::{owner.id}"


def _parsed(owner: Type, text: Any, path: str) -> ex.Expression:
    try:
        return with_sizes(parse_expression(text), owner)
    except ex.ExpressionError as error:
        raise SchemaError(path, str(error)) from None
