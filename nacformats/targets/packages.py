"""Code and documents for anyone's schemas, outside of this repository: what `nacformats generate --schema` writes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType

from nacformats.codec.trees.record import attribute_name
from nacformats.languages.targets import LANGUAGES, language_files
from nacformats.schema.expressions import Literal
from nacformats.schema.model import NATIVE, Field, NumberKind, Schema, TextKind, Type, TypeUse
from nacformats.schema.reading import schema_model
from nacformats.schema.sources import schema_names, schema_path
from nacformats.schema.texts import in_docstring, markdown, plain_name
from nacformats.schema.writing import derived_by
from nacformats.targets import kaitai
from nacformats.targets.columns.lists import render_lists
from nacformats.targets.loading import bounded_recursion, schema_of_file
from nacformats.targets.picture import render_picture
from nacformats.targets.pycode import python_name
from nacformats.targets.python.module import render_module
from nacformats.targets.python.names import ModuleNames, reachable
from nacformats.targets.reference import reference_of
from nacformats.targets.stubs import machine_stub
from nacformats.targets.tables import tables_module

#: The name of the packages of this package's own formats.
OWN = "nacformats"
#: Every generated file says so in its first line.
MARK = "by `nacformats generate`"
#: How a comment begins, by the suffix of a file.
_COMMENTS = {".py": "#", ".pyi": "#", ".js": "//", ".md": "<!--", ".svg": "<!--"}


def read_schemas(paths: Iterable[Path]) -> list[tuple[Path, Schema]]:
    """Return schemas with their paths.

    Raises:
        OSError: a schema cannot be read.
        ValueError: it is none, or has the id of another one; the message has its path, and that inside of it.
    """
    schemas = [(path, schema_of_file(path)) for path in paths]
    _check_names(schemas)
    return schemas


def own_schemas() -> list[tuple[Path, Schema]]:
    """Return the schemas of this package, with their paths."""
    return [(schema_path(name), schema_model(name)) for name in schema_names()]


def files_of_schemas(
    schemas: Iterable[tuple[Path, Schema]],
    targets: Iterable[str],
    name: str | None = None,
    modules: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, str]:
    """Return the text of each file that is made, by its path in the folder that is written.

    Args:
        schemas: with their paths.
        targets: some of ALL_TARGETS.
        name: of the packages; without it, they are called like the first schema.
        modules: by languages, what they call the package, such as org.example.telemetry.

    Raises:
        ValueError: a schema cannot be compiled; the message has the path of the schema, and that inside of it.
    """
    schemas = list(schemas)
    files: dict[str, str] = {}
    for target in targets:
        if target in LANGUAGES:
            make = partial(language_files, target, name or schemas[0][1].name, module=modules.get(target, ""))
            made = _whole(make, schemas, target)
            files.update((f"{target}/{name}", text) for name, text in made.items())
            continue
        for path, schema in schemas:
            try:
                with bounded_recursion():
                    made = TARGETS[target](schema, path)
            except (ValueError, kaitai.CompilerError) as error:
                raise ValueError(f"{path}: {' '.join(str(error).split())} (for {target})") from None
            files.update((f"{target}/{name}", _headed(name, text, path)) for name, text in made.items())
    return files


def _whole(
    make: Callable[[Iterable[Schema]], dict[str, str]], schemas: list[tuple[Path, Schema]], target: str
) -> dict[str, str]:
    """Return what is made of all schemas at once."""
    try:
        with bounded_recursion():
            return make([schema for _, schema in schemas])
    except ValueError as error:
        reason, path = " ".join(str(error).split()), schemas[0][0]
        alone = reason.removeprefix(f"{path.name}: ")
        shown = f"{path}: {alone}" if len(schemas) == 1 else f"{path.parent}: {reason}"
        raise ValueError(f"{shown} (for {target})") from None


def _headed(name: str, text: str, schema: Path) -> str:
    """Return the text of a file below the line that says what it was made from; an empty file stays empty."""
    opening = _COMMENTS.get(Path(name).suffix)
    if not text or opening is None:
        return text
    digest = hashlib.sha256(schema.read_bytes()).hexdigest()
    source = f" from {plain_name(schema.name)} (sha256 {digest})"
    line = f"Generated{source} {MARK}. Do not edit."
    return f"{opening} {line}{' -->' if opening == '<!--' else ''}\n{text}"


def _check_names(schemas: list[tuple[Path, Schema]]) -> None:
    """Refuse two schemas of one id: their files would have the same names."""
    paths: dict[str, Path] = {}
    for path, schema in schemas:
        other = paths.setdefault(schema.name, path)
        if other != path:
            raise ValueError(f"{path}: /meta/id: {schema.name} is the id of {other} as well")


def _docs(schema: Schema, path: Path) -> dict[str, str]:
    """Return the pages of a schema and of what it imports: one links to the others."""
    files: dict[str, str] = {}
    for name, each in reachable(schema).items():
        place = path.name if each is schema else f"{name}.ksy"
        picture = f"![The layout of {markdown(each.title)}]({name}.svg)\n"
        files[f"{name}.md"] = reference_of(each, plain_name(place), picture) + "\n"
        files[f"{name}.svg"] = render_picture(each)
    return files


#: The module of a package, with braces around what each has of its own.
_PACKAGE = Path(__file__).with_name("python") / "package.txt"
_README = _PACKAGE.with_name("readme.txt")
_LISTS_STUB = """from nacformats.codec.columns.lists import RecordLists

LISTS: RecordLists
"""


def _python(schema: Schema, _path: Path) -> dict[str, str]:
    """Return a package that needs nacformats and nothing else."""
    schemas = {name: each for name, each in reachable(schema).items() if name not in NATIVE}
    listed = {name: text for name, each in schemas.items() if (text := render_lists(each))}
    files = {"__init__.py": _package(schema, listed), "_tables.py": tables_module(schemas.values()), "py.typed": ""}
    files["README.md"] = _readme(schema)
    for name, each in schemas.items():
        files[f"{name}.py"] = render_module(each, ".")
        files[f"{name}.pyi"] = machine_stub(each, ".")
    for name, text in listed.items():
        files |= {f"_lists_of_{name}.py": text, f"_lists_of_{name}.pyi": _LISTS_STUB}
    return {f"{schema.name}/{name}": text for name, text in files.items()}


def _package(schema: Schema, listed: Iterable[str]) -> str:
    """Return the module of the package; listed: the schemas with lists of records that are read as columns."""
    names = ModuleNames(schema)
    classes = [*map(names.of, schema.types), *map(names.of, schema.enums)]
    verbs = ["dump", "dumps", "load", "loads", "validate"]
    return _PACKAGE.read_text(encoding="utf-8").format(
        title=in_docstring(schema.title),
        suffix=f" (.{schema.extension})" if schema.extension else "",
        name=schema.name,
        root=names.of(schema.root),
        lists="".join(f"from . import _lists_of_{name}\n" for name in listed),
        by_name=", ".join(f'"{name}": _lists_of_{name}.LISTS' for name in listed),
        classes=",\n    ".join(sorted(classes)),
        listed=",\n    ".join(f'"{name}"' for name in (*sorted(classes), *verbs)),
    )


def _readme(schema: Schema) -> str:
    """Return the README of the package: how a file is read, changed, added to and written."""
    names, root = ModuleNames(schema), schema.root
    prints = [attribute_name(each.id) for each in root.fields if each.repeat is None and each.contents is None]
    changes = [
        f"{attribute_name(each.id)} = {sample}" for each in root.fields if (sample := _sample(each, root, names))
    ]
    appended = [
        (each.id, f"{schema.name}.{names.of(each.kind.type)}")
        for each in root.fields
        if each.repeat is not None and isinstance(each.kind, TypeUse) and each.kind.type.schema == schema.name
    ]
    lines = [f"print(tree.{name})" for name in prints[:1]] + [f"tree.{change}" for change in changes[:1]]
    lines += [f"tree.{attribute_name(name)}.append({kind}())" for name, kind in appended[:1]]
    return _README.read_text(encoding="utf-8").format(
        name=schema.name,
        title=markdown(schema.title),
        suffix=f".{schema.extension}" if schema.extension else "",
        files=f" (.{schema.extension})" if schema.extension else "",
        lines="\n".join(lines),
        record=appended[0][1] if appended else f"{schema.name}.{names.of(root)}",
    )


def _sample(member: Field, scope: Type, names: ModuleNames) -> str:
    """Return a value to set a field to; empty for one that follows from others, or is no number and no text."""
    if member.repeat is not None or member.valid or member.contents is not None or derived_by(scope, member):
        return ""
    if member.enum is not None:
        first = [f"{scope.schema}.{names.of(member.enum)}.{python_name(each.id)}" for each in member.enum.members]
        return first[0] if first else ""
    match member.kind:
        case NumberKind(kind, _, _):
            return "0.5" if kind == "f" else "1"
        case TextKind() if member.size is None or not isinstance(member.size, Literal):
            return '"text"'
    return ""


def _javascript(schema: Schema, _path: Path) -> dict[str, str]:
    reason = kaitai.missing()
    if reason is not None:
        raise ValueError(f"{reason}, which makes the JavaScript")
    return kaitai.compile_files({name: each.ksy for name, each in reachable(schema).items()}, schema.name, "javascript")


#: Targets of `generate --schema`: (schema, its path) -> the files, by their path in the folder of the target.
TARGETS: Mapping[str, Callable[[Schema, Path], dict[str, str]]] = {
    "python": _python,
    "javascript": _javascript,
    "docs": _docs,
}
#: All targets; those of LANGUAGES are packages of all schemas together.
ALL_TARGETS = (*TARGETS, *LANGUAGES)
#: What is made where nothing is said: all that needs no Node.js.
BY_DEFAULT = [target for target in ALL_TARGETS if target != "javascript"]
