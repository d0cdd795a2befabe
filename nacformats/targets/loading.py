"""A schema from any file, ready to read and write with: nothing is generated on disk, and no Node.js is needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from nacformats.codec.trees.codec import SchemaCodec
from nacformats.languages.scan import native_scanner
from nacformats.limits import MAX_IMPORTS, MAX_SCHEMA_BYTES
from nacformats.schema import sources
from nacformats.schema.checking import check_schema
from nacformats.schema.model import NATIVE, Schema, SchemaError
from nacformats.schema.reading import read_schema, schema_model
from nacformats.targets.columns.lists import lists_in_memory
from nacformats.targets.python.module import render_module
from nacformats.targets.python.names import reachable, schema_alias
from nacformats.targets.tables import table_of_schema


def codec_of_file(path: str | Path, search: Iterable[str | Path] = ()) -> SchemaCodec:
    """Return the codec for the files that a .ksy describes, of Python that is made of it in memory.

    Args:
        path: of the schema.
        search: folders in which imports that begin with a `/` are looked for first.

    Raises:
        OSError: the file cannot be read.
        ValueError: it is not a schema, outside the subset, or describes no whole file; the message holds the path in
            the schema.
    """
    schema = schema_of_file(path, search)
    if schema.root.params:
        raise ValueError(
            f"{path}: /params: the schema is for others to import: a file on its own gives it no arguments"
        )
    try:
        return machine_of_schema(schema)
    except SchemaError as error:
        raise ValueError(f"{path}: {error}") from None


def machine_of_schema(schema: Schema) -> SchemaCodec:
    """Return the codec of a schema, of Python that is made of it in memory. SchemaError as for its targets."""
    with bounded_recursion():
        return _machine_of(schema)


@contextmanager
def bounded_recursion() -> Iterator[None]:
    """Refuse a schema of which something is made in here, where that leads too deep into its types or its values."""
    try:
        yield
    except RecursionError:
        raise SchemaError("/", "its values or its types are nested too deeply") from None


def _machine_of(schema: Schema) -> SchemaCodec:
    schemas = {name: each for name, each in reachable(schema).items() if name not in NATIVE or name == schema.name}
    modules = {name: ModuleType(f"{name} (in memory)") for name in schemas}
    for name, module in modules.items():
        vars(module).update({schema_alias(each): modules[each] for each in modules})
        code = compile(render_module(schemas[name], ""), module.__name__, "exec", dont_inherit=True)
        exec(code, vars(module))  # noqa: S102  no text of a schema gets here but ids, numbers and quoted strings
    tables = {name: table_of_schema(each) for name, each in schemas.items()}
    lists = {name: lists_in_memory(each, native_scanner) for name, each in schemas.items()}
    return SchemaCodec.of(modules[schema.name], tables[schema.name], tables, lists)


def schema_of_file(path: str | Path, search: Iterable[str | Path] = ()) -> Schema:
    """Return the model of a .ksy, from which nothing is made.

    Args:
        path: of the schema.
        search: folders in which imports that begin with a `/` are looked for first.

    Raises:
        OSError: the file cannot be read.
        SchemaError: it is not a schema, or outside the subset; the message holds the path in the schema.
    """
    return _Loader(Path(path).parent, search=map(Path, search)).load(Path(path))


class _Loader:
    """Loads a schema and what it imports: files called .ksy, wherever the paths of imports lead, and nothing else.

    Attributes:
        folder: that of the schema.
    """

    def __init__(self, folder: Path, search: Iterable[Path] = ()) -> None:
        self.folder = folder
        self._search = [root.resolve() for root in search]
        self._models: dict[Path, Schema] = {}
        self._paths: dict[str, Path] = {}
        self._fills: dict[str, Callable[[], None]] = {}
        self._known: dict[str, Schema] = {}
        self._loaded: list[tuple[Path, Schema]] = []

    def load(self, path: Path) -> Schema:
        """Return the model of a schema, after those that it imports were loaded.

        Raises:
            OSError: the file cannot be read.
            ValueError: it is not a schema, or outside the subset.
        """
        schema = self._open(path)
        for each, loaded in self._loaded:
            with _naming(each):
                self._fills[loaded.name]()
        for each, loaded in self._loaded:
            with _naming(each):
                check_schema(loaded)
            loaded.imported.update((name, known) for name, known in self._known.items() if name in loaded.root.imports)
        return schema

    def _open(self, path: Path) -> Schema:
        with _naming(path):
            schema = self._read(path, sources.read_yaml(_text_of(path)))
        self._loaded.append((path, schema))
        return schema

    def _read(self, path: Path, ksy: Any) -> Schema:
        if not isinstance(ksy, dict) or "meta" not in ksy:
            raise SchemaError("/", "not a map with a `meta`")
        if not isinstance(ksy["meta"], dict):
            raise SchemaError("/meta", "has to be a map")
        if path.parent != sources.SCHEMA_DIR or path not in self._models:
            ksy = _renamed(ksy)

        def declared(schema: Schema, fill: Callable[[], None]) -> None:
            if self._paths.setdefault(schema.name, path) != path:
                raise SchemaError("/meta/id", f"{schema.name} is the id of {self._paths[schema.name]} as well")
            self._models[path.resolve()] = schema
            self._fills[schema.name] = fill
            self._known[schema.name], schema.root.others = schema, self._known

        return read_schema(_unbundled(ksy), lambda name: self._imported(name, path.parent), declared)

    def _imported(self, name: str, folder: Path) -> Schema:
        path, base = self._path(name, folder), name.rpartition("/")[2]
        if base in NATIVE and (path is None or _is_number(path, base)):
            return self._known.setdefault(base, _number(base))
        if path is None:
            raise SchemaError("/meta/imports", f"there is no schema {name}.ksy, neither beside the file nor here")
        if path not in self._models:
            if len(self._models) > MAX_IMPORTS:
                raise SchemaError("/meta/imports", f"more than {MAX_IMPORTS} schemas are imported")
            self._open(path)
        return self._models[path]

    def _path(self, name: str, folder: Path) -> Path | None:
        """Return the file of an import: relative to the importing file or, with a `/` first, to a folder of the search.

        That is one of the folders given or, from the schema's own upwards, the nearest in which there is such a file.
        """
        own = self.folder.resolve()
        for root in (*self._search, own, *own.parents) if name[0] == "/" else (folder,):
            path = (root / f"{name.lstrip('/')}.ksy").resolve()
            if path.is_file():
                if path.suffix != ".ksy":
                    raise SchemaError("/meta/imports", f"{name}.ksy is a link to what is no .ksy: {path}")
                return path
        base = name.rpartition("/")[2]
        return sources.schema_path(base).resolve() if base in sources.schema_names() else None


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Name the file in what is wrong with a schema."""
    try:
        yield
    except SchemaError as error:
        raise error if error.file else SchemaError(error.path, error.reason, str(path), _place(path, error)) from None
    except RecursionError:
        raise SchemaError("/", "its values or its types are nested too deeply", str(path)) from None
    except sources.YamlError as error:
        raise ValueError(f"{':'.join(map(str, (path, *error.place)))}: {error}") from None
    except (ArithmeticError, AttributeError, LookupError, SyntaxError, TypeError) as error:
        raise ValueError(f"{path}: not a schema ({type(error).__name__}: {error})") from None


def _place(path: Path, error: SchemaError) -> tuple[int, ...]:
    """Return the line and the column of an error; nothing where the file cannot be read a second time."""
    try:
        return sources.spot_in(_text_of(path), error.path) if path.is_file() else ()
    except (OSError, ValueError, RecursionError):
        return ()


def _text_of(path: Path) -> str:
    """Return the text of a schema. ValueError if it is too long for one."""
    with path.open("rb") as file:
        text = file.read(MAX_SCHEMA_BYTES + 1)
    if len(text) > MAX_SCHEMA_BYTES:
        raise ValueError(f"{path}: too long for a schema: expected at most {MAX_SCHEMA_BYTES:,} bytes")
    try:
        return text.decode()
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}: byte {error.start} is not UTF-8") from None


def _number(name: str) -> Schema:
    """Return the model of a schema that is one number. Of one that is not in this package, only the name matters."""
    if name in sources.schema_names():
        return schema_model(name)
    groups = {"id": "groups", "type": "u1", "repeat": "until", "repeat-until": "_ < 128"}
    return read_schema({"meta": {"id": name}, "seq": [groups], "instances": {"value": {"value": "groups[0]"}}})


def _is_number(path: Path, name: str) -> bool:
    """Return True if a file is that schema: the one of this package, or of Kaitai's gallery in any version."""
    ksy = sources.read_yaml(_text_of(path))
    if name in sources.schema_names():
        return _has_layout_of(ksy, name)
    try:
        return bool("".join(ksy["seq"][0]["repeat-until"].split()) == "not_.has_next" and ksy["instances"]["value"])
    except (LookupError, TypeError, AttributeError):
        return False


def _renamed(ksy: dict[str, Any]) -> dict[str, Any]:
    """Return a schema with another id if it has that of a number, which is a number only where it is imported."""
    meta = ksy["meta"]
    return ksy | {"meta": meta | {"id": f"{meta['id']}_"}} if meta.get("id") in list(NATIVE) else ksy


def _unbundled(ksy: dict[str, Any]) -> dict[str, Any]:
    """Return a schema that imports the numbers that `nacformats schema` inlined, so that they are numbers here too."""
    types = ksy.get("types")
    if not isinstance(types, dict):
        return ksy
    inlined = [name for name in NATIVE if name in sources.schema_names() and _has_layout_of(types.get(name), name)]
    meta = ksy["meta"] | ({"imports": [*ksy["meta"].get("imports", ()), *inlined]} if inlined else {})
    return ksy | {"meta": meta, "types": {key: each for key, each in types.items() if key not in inlined}}


def _has_layout_of(declared: Any, name: str) -> bool:
    """Return True if a type has the fields and instances of a schema, however their expressions are cast."""
    return isinstance(declared, dict) and _layout(declared) == _layout(sources.load_schema(name))


def _layout(declared: dict[str, Any]) -> list[Any]:
    fields, instances = declared.get("seq"), declared.get("instances")
    if not isinstance(fields, list) or not isinstance(instances, dict):
        return []
    named = [{key: each.get(key) for key in ("id", "type", "repeat")} for each in fields if isinstance(each, dict)]
    return [named, set(instances)]
