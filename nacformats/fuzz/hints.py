"""What no schema says and a generator needs to know: schemas/NAME.hints.yaml, beside the schema.

A map from `TYPE.FIELD` (the root type has the name of the schema; a nested type is `OUTER::INNER`) to a map with these
keys, all of them optional:

- `min`, `max`: bounds, expressions over the record, on top of what `valid` says.
- `any-of`: a list of expressions; the field is mostly one of their values.
- `pick`: an expression that gives a list, from which the field mostly is; `key`, an expression over an element `_`,
  says what of an element.
- `often`: of an offset that may be 0, how often it is not (0 to 1).
- `align`: of an offset, what it is a multiple of.
- `draw: false`: of an instance with `pos`, that its bytes are drawn elsewhere: it shows what other fields hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from nacformats.fuzz.closures import Closures, OfNode, OfValue
from nacformats.fuzz.output import PendingError
from nacformats.generator import expressions as ex
from nacformats.generator.model import Field, Type
from nacformats.generator.reading import SchemaError

KEYS = ("min", "max", "any-of", "pick", "key", "often", "align", "draw")


@dataclass(frozen=True)
class Hint:
    """The hint for a field, ready to use; see the module for what the keys mean."""

    low: OfNode | None = None
    high: OfNode | None = None
    listed: OfNode | None = None
    often: float = 0.8
    align: int = 1
    draw: bool = True


class Hints:
    """The hints for a schema.

    Raises:
        SchemaError: a key is not one of KEYS, or no field has that path.
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
            for key in keys:
                if key not in KEYS:
                    raise SchemaError(f"{source}: {path}/{key}", f"is no hint: {', '.join(KEYS)}")

    @classmethod
    def beside(cls, path: Path) -> Hints:
        """Those of NAME.hints.yaml beside NAME.ksy; none if there is no such file."""
        found = path.with_suffix(".hints.yaml")
        if not found.is_file():
            return cls()
        try:
            return cls(yaml.safe_load(found.read_text(encoding="utf-8")), found.name)
        except (yaml.YAMLError, UnicodeDecodeError) as error:
            raise SchemaError(found.name, f"not YAML ({' '.join(str(error).split())})") from None

    def of(self, owner: Type, member: Field, closures: Closures) -> Hint:
        """The hint for a field."""
        path = f"{_name(owner)}.{member.id}"
        text = self._texts.get(path)
        if text is None:
            return Hint()
        self._used.add(path)
        where = f"{self._source}: {path}"

        def closure(key: str) -> OfNode | None:
            return closures.of_node(owner, _parsed(text[key], f"{where}/{key}"), where) if key in text else None

        return Hint(
            closure("min"),
            closure("max"),
            self._listed(owner, text, closures, where),
            float(text.get("often", Hint.often)),
            int(text.get("align", Hint.align)),
            bool(text.get("draw", True)),
        )

    @staticmethod
    def _listed(owner: Type, text: Mapping[str, Any], closures: Closures, where: str) -> OfNode | None:
        if "any-of" in text:
            parsed = (_parsed(each, f"{where}/any-of") for each in text["any-of"])
            choices = [closures.of_node(owner, each, where) for each in parsed]
            return lambda node: [choice(node) for choice in choices]
        if "pick" not in text:
            return None
        pick = closures.of_node(owner, _parsed(text["pick"], f"{where}/pick"), where)
        key = text.get("key", "_")
        of_element = closures.of_value(owner, _parsed(key, f"{where}/key"), where)
        return lambda node: _picked(pick, of_element, node)

    def check_used(self) -> None:
        """Refuse hints for what is not there."""
        for path in self._texts:
            if path not in self._used:
                raise SchemaError(f"{self._source}: {path}", "there is no such field")


def _picked(pick: OfNode, of_element: OfValue, node: Any) -> list[Any]:
    """What there is to pick from; nothing if what holds the list is not in the file."""
    try:
        return [of_element(each, node) for each in pick(node)]
    except (AttributeError, TypeError, PendingError):
        return []


def _name(owner: Type) -> str:
    """The name of a type with those around it, but for the root."""
    if owner.outer is None or owner.outer.outer is None:
        return owner.id
    return f"{_name(owner.outer)}::{owner.id}"


def _parsed(text: Any, path: str) -> ex.Expression:
    try:
        return ex.parse(text)
    except ex.ExpressionError as error:
        raise SchemaError(path, str(error)) from None
