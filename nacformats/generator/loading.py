"""A schema from any file, ready to read and write with: nothing is generated on disk, and no Node.js is needed."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import yaml

from nacformats.codec.tables import Schema as Table
from nacformats.codec.treecodec import TreeCodec
from nacformats.generator.constructs import module_alias, render_schema
from nacformats.generator.model import NATIVE, Schema
from nacformats.generator.reading import SchemaError, read_schema
from nacformats.generator.sources import load_schema, schema_path
from nacformats.generator.tables import describe
from nacformats.limits import MAX_SCHEMA_BYTES


def codec_of_file(path: str | Path) -> TreeCodec:
    """What reads and writes the files that a .ksy describes. Imports are beside it, or in the package's schemas.

    Raises:
        OSError: the file cannot be read.
        ValueError: it is not a schema, or outside the subset; the message holds the path in the schema.
    """
    loader = _Loader(Path(path).parent)
    schema = loader.load(Path(path))
    return TreeCodec(describe(schema), loader.modules)


def schema_of_file(path: str | Path) -> Schema:
    """The model of a .ksy, from which nothing is made.

    Raises:
        OSError: the file cannot be read.
        SchemaError: it is not a schema, or outside the subset; the message holds the path in the schema.
    """
    return _Loader(Path(path).parent, builds=False).load(Path(path))


class _Loader:
    """Loads a schema and what it imports.

    Attributes:
        folder: where imports are looked for first.
        modules: the construct structs and the tables that were made, by the name of the schema.
    """

    def __init__(self, folder: Path, *, builds: bool = True) -> None:
        self.folder = folder
        self._builds = builds
        self.modules: dict[str, tuple[ModuleType, Table]] = {}
        self._models: dict[str, Schema | None] = {}

    def load(self, path: Path) -> Schema:
        try:
            ksy = yaml.safe_load(_text_of(path))
        except (yaml.YAMLError, UnicodeDecodeError) as error:
            raise ValueError(f"{path}: not YAML ({' '.join(str(error).split())})") from None
        if not isinstance(ksy, dict) or not isinstance(ksy.get("meta"), dict):
            raise ValueError(f"{path}: not a map with a `meta`")
        try:
            schema = read_schema(_unbundled(ksy), self._imported)
            if self._builds:
                self._build(schema)
        except SchemaError as error:
            raise ValueError(f"{path}: {error}") from None
        except (ArithmeticError, AttributeError, LookupError, TypeError) as error:
            raise ValueError(f"{path}: not a schema ({type(error).__name__}: {error})") from None
        return schema

    def _imported(self, name: str) -> Schema:
        if name not in self._models:
            self._models[name] = None  # while it is loaded
            self._models[name] = self.load(self._path(name))
        model = self._models[name]
        if model is None:
            raise SchemaError("/meta/imports", f"{name} imports itself")
        return model

    def _path(self, name: str) -> Path:
        candidates = (self.folder / f"{name}.ksy", schema_path(name.rpartition("/")[2]))
        found = next((path for path in candidates if path.is_file()), None)
        if found is None:
            raise SchemaError("/meta/imports", f"there is no schema {name}.ksy, neither beside the file nor here")
        return found

    def _build(self, schema: Schema) -> None:
        module = ModuleType(f"{schema.name} (in memory)")
        names: dict[str, Any] = vars(module)
        names.update({module_alias(name): imported for name, (imported, _) in self.modules.items()})
        code = compile(render_schema(schema, alone=True), module.__name__, "exec", dont_inherit=True)
        exec(code, names)  # noqa: S102  no text of a schema gets here but ids, numbers and quoted strings
        self.modules[schema.name] = module, describe(schema)


def _text_of(path: Path) -> str:
    """The text of a schema. ValueError when there is more than a schema has."""
    with path.open("rb") as file:
        text = file.read(MAX_SCHEMA_BYTES + 1)
    if len(text) > MAX_SCHEMA_BYTES:
        raise ValueError(f"{path}: too long for a schema: expected at most {MAX_SCHEMA_BYTES:,} bytes")
    return text.decode()


def _unbundled(ksy: dict[str, Any]) -> dict[str, Any]:
    """A schema that imports the numbers that `nacformats schema` inlined into it, so that they are numbers here too."""
    types = ksy.get("types")
    if not isinstance(types, dict):
        return ksy
    inlined = [name for name in NATIVE if _has_layout_of(types.get(name), name)]
    meta = ksy["meta"] | ({"imports": [*ksy["meta"].get("imports", ()), *inlined]} if inlined else {})
    return ksy | {"meta": meta, "types": {key: each for key, each in types.items() if key not in inlined}}


def _has_layout_of(declared: Any, name: str) -> bool:
    schema = load_schema(name)
    return isinstance(declared, dict) and all(declared.get(key) == schema[key] for key in ("seq", "instances"))
