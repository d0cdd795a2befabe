"""Code and documents for anyone's schemas, outside of this repository: what `nacformats generate --schema` writes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from nacformats.generator import kaitai
from nacformats.generator.loading import schema_of_file
from nacformats.generator.model import Schema
from nacformats.generator.picture import render_picture
from nacformats.generator.reference import reference_of

#: Every generated file says so in its first line.
MARK = "by `nacformats generate`"
#: How a comment begins, by the suffix of a file.
_COMMENTS = {".py": "#", ".txt": "#", ".js": "//", ".c": "//", ".h": "//", ".md": "<!--", ".svg": "<!--"}


def files_of_schemas(paths: Iterable[Path], targets: Iterable[str]) -> dict[str, str]:
    """Return the text of each file that is made, by its path in the folder that is written.

    Args:
        paths: of the schemas.
        targets: some of TARGETS.

    Raises:
        OSError: a schema cannot be read.
        ValueError: it cannot be compiled; the message has the path of the schema, and that inside of it.
    """
    schemas = [(path, schema_of_file(path)) for path in paths]
    _check_names(schemas)
    files: dict[str, str] = {}
    for target in targets:
        for path, schema in schemas:
            try:
                made = TARGETS[target](schema, path)
            except (ValueError, kaitai.CompilerError) as error:
                raise ValueError(f"{path}: {' '.join(str(error).split())} (for {target})") from None
            files.update((f"{target}/{name}", _headed(name, text, path)) for name, text in made.items())
    return files


def _headed(name: str, text: str, schema: Path) -> str:
    """Return the text of a file below the line that says what it was made from; an empty file stays empty."""
    opening = _COMMENTS.get(Path(name).suffix)
    if not text or opening is None:
        return text
    digest = hashlib.sha256(schema.read_bytes()).hexdigest()
    line = f"Generated from {schema.name} (sha256 {digest}) {MARK}. Do not edit."
    return f"{opening} {line}{' -->' if opening == '<!--' else ''}\n{text}"


def _check_names(schemas: list[tuple[Path, Schema]]) -> None:
    """Refuse two schemas of one id: their files would have the same names."""
    paths: dict[str, Path] = {}
    for path, schema in schemas:
        other = paths.setdefault(schema.name, path)
        if other != path:
            raise ValueError(f"{path}: /meta/id: {schema.name} is the id of {other} as well")


def _docs(schema: Schema, path: Path) -> dict[str, str]:
    picture = f"![The layout of {schema.title}]({schema.name}.svg)\n"
    return {
        f"{schema.name}.md": reference_of(schema, path.name, picture) + "\n",
        f"{schema.name}.svg": render_picture(schema),
    }


def _javascript(schema: Schema, _path: Path) -> dict[str, str]:
    reason = kaitai.missing()
    if reason is not None:
        raise ValueError(f"{reason}, which makes the JavaScript")
    return kaitai.compile_files({name: each.ksy for name, each in _imported(schema)}, schema.name, "javascript")


def _imported(schema: Schema) -> Iterator[tuple[str, Schema]]:
    """Yield a schema and all that it imports, each once, by name."""
    seen: dict[str, Schema] = {schema.name: schema}
    waiting = [schema]
    while waiting:
        for name, imported in waiting.pop().imported.items():
            if name not in seen:
                seen[name] = imported
                waiting.append(imported)
    yield from seen.items()


#: Targets of `generate --schema`: (schema, its path) -> the files, by their path in the folder of the target.
TARGETS: Mapping[str, Callable[[Schema, Path], dict[str, str]]] = {"javascript": _javascript, "docs": _docs}
#: What is made where nothing is said: all that needs no Node.js.
BY_DEFAULT = [target for target in TARGETS if target != "javascript"]
