"""Trees: those that Kaitai's parsers for Python make, and how others differ from them."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

from kaitaistruct import KaitaiStruct

from nacformats.schema.model import Type
from nacformats.schema.reading import schema_model
from nacformats.schema.sources import ROOT, schema_names
from nacformats.targets.kaitai import compile_files
from tests.conftest import CORPUS
from tests.kaitai.compiler import Parser
from tests.kaitai_targets.layout import Layout

#: From here on a double holds not every number.
EXACT = 1 << 53
EQUAL, INEXACT, DIFFERENT = "equal", "inexact", "different"


class Reference:
    """Kaitai's Python parsers of some schemas: trees as the drivers give them."""

    def __init__(self, layout: Layout, schemas: dict[str, Any]) -> None:
        self._layout = layout
        self._parsers = {
            schema.name: Parser({"files": compile_files(schemas, schema.name, "python")}, schema.name)
            for schema in layout.schemas
        }
        self._types = {target.qualified: target for target in layout.types}

    def tree(self, schema: str, data: bytes) -> Any:
        """Return the tree of a file; None where it is refused."""
        try:
            return self._tree(self._parsers[schema].read(data))
        except (ValueError, LookupError, EOFError, ArithmeticError, TypeError, AttributeError, RecursionError):
            return None
        except Exception as error:
            if type(error).__module__ == "kaitaistruct":
                return None
            raise

    def _tree(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._tree(each) for each in value]
        if isinstance(value, KaitaiStruct):
            target: Type = self._types[type(value).__qualname__]
            return {each.id: self._tree(getattr(value, each.id, None)) for each in self._layout.shown(target)}
        return _leaf(value)


def _leaf(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode().hex()
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, float):
        return f"r{struct.pack('>d', value).hex()}"
    number = getattr(value, "value", value)  # of a member of an enum
    return int(number) if isinstance(number, bool) else number


def difference(expected: Any, found: Any, path: str = "") -> tuple[str, str]:
    """Return how a tree differs, and the path of the first place that does.

    Numbers that are absent may be 0 and lists empty: some languages have nothing else for them. NaNs are alike.
    """
    if expected == found or (_is_nan(expected) and _is_nan(found)) or (expected is None and found in (0, "", [])):
        return EQUAL, ""
    if isinstance(expected, dict) and isinstance(found, dict) and expected.keys() == found.keys():
        return _worst(difference(expected[key], found[key], f"{path}.{key}") for key in expected)
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        return _worst(difference(*pair, f"{path}[{at}]") for at, pair in enumerate(zip(expected, found, strict=True)))
    if isinstance(expected, int) and isinstance(found, int) and abs(expected) > EXACT and float(expected) == found:
        return INEXACT, path
    return DIFFERENT, f"{path}: {_short(found)}, and not {_short(expected)}"


def _worst(found: Any) -> tuple[str, str]:
    worst = EQUAL, ""
    for each in found:
        if each[0] == DIFFERENT:
            return each  # type: ignore[no-any-return]
        worst = worst if each[0] == EQUAL else each
    return worst


def _is_nan(value: Any) -> bool:
    if not isinstance(value, str) or not value.startswith("r") or len(value) != 17:
        return False
    (number,) = struct.unpack(">d", bytes.fromhex(value[1:]))
    return bool(number != number)


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) < 60 else f"{text[:60]}..."


def corpus_files(most: int) -> list[tuple[str, Path]]:
    """Return the files of the corpus and the examples up to a size, each with the schema of its suffix."""
    by_suffix = {schema_model(name).extension: name for name in schema_names() if schema_model(name).extension}
    found = [path for folder in (ROOT / "examples", CORPUS) for path in sorted(folder.rglob("*"))]
    return [
        (by_suffix[path.suffix[1:]], path)
        for path in found
        if path.suffix[1:] in by_suffix and path.is_file() and path.stat().st_size <= most
    ]
