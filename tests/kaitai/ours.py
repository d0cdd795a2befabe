"""The one place that knows how this package opens a schema and reads, asks and writes a tree by it."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from nacformats.codec.streams import Source
from nacformats.errors import FormatError
from nacformats.languages.c_views import file_stem
from nacformats.languages.targets import language_files
from nacformats.limits import MAX_GAP_BYTES
from nacformats.schema.flat.lowering import repeated
from nacformats.schema.model import Schema, SchemaError
from nacformats.targets import loading
from tests.columns.refusals import list_refusals
from tests.partners import reason

#: How the C of a schema is checked, where there is a compiler.
_STRICT = ("-std=c99", "-Wall", "-Wextra", "-Wconversion", "-Werror", "-pedantic", "-fsyntax-only")
CC = None if reason("cc") else ["cc", *_STRICT]


class OurParser:
    """What this package makes of a schema.

    Raises:
        ValueError: the schema is refused; the message begins with its file.
    """

    def __init__(self, path: Path, search: Sequence[Path] = ()) -> None:
        self.model = modelled(path, search)
        self.codec = loading.codec_of_file(path, search)

    def read(self, data: bytes) -> Any:
        """Return the record of the whole file. Raises FormatError."""
        return self.codec.read(Source(data))

    def unwritten(self, tree: Any, data: bytes) -> str | None:
        """Return why a tree that was read is not written back byte for byte; None where it is.

        A file may be longer than the format: then this is about its beginning.
        """
        try:
            written = b"".join(map(bytes, self.codec.chunks(tree, fresh=True, gap=max(MAX_GAP_BYTES, len(data)))))
        except FormatError as error:
            return str(error)
        if written == data[: len(written)]:
            return None
        at = next(at for at, pair in enumerate(zip_longest(written, data)) if pair[0] != pair[1])
        return f"byte {at}: {written[at : at + 8].hex()} is written, and not {data[at : at + 8].hex()}"

    @property
    def read_only(self) -> str | None:
        """Why no file of the schema is written; None where they are."""
        return next((f"{path}: {reason}" for path, reason in self.codec.root.UNWRITABLE), None)

    def refusals(self) -> dict[str, str]:
        """Why the schema is not written, not read as columns, and not made C of; empty where it is."""
        return {"write": self.read_only or "", "columns": self._no_columns(), "C": self._no_c()}

    def _no_columns(self) -> str:
        listed = [member.path for _, member in repeated(self.model)]
        refused = list_refusals(self.model)
        if not listed:
            return "no records are repeated"
        return "" if len(refused) < len(listed) else next(iter(refused.values()))

    def _no_c(self) -> str:
        try:
            files = language_files("c", self.model.name, [self.model])
        except SchemaError as error:
            return str(error)
        return "" if CC is None else _compiled(files, f"{file_stem(self.model.name)}.c")


def _compiled(files: dict[str, str], source: str) -> str:
    """Return what a C compiler has against a source; empty if it has nothing."""
    with TemporaryDirectory() as folder:
        for name, text in files.items():
            (Path(folder) / name).parent.mkdir(parents=True, exist_ok=True)
            (Path(folder) / name).write_text(text, encoding="utf-8")
        process = subprocess.run([*CC, source], cwd=folder, capture_output=True, text=True, check=False)
    lines = [line for line in process.stderr.splitlines() if ": error: " in line]
    return "" if process.returncode == 0 else f"a defect: {''.join(lines[:1]) or 'the C compiler crashes'}"


def modelled(path: Path, search: Sequence[Path] = ()) -> Schema:
    """Return the model of a schema. Raises ValueError as OurParser does, but for what only reading needs."""
    return loading.schema_of_file(path, search)


def warnings_of(path: Path) -> list[str]:
    """Return the warnings about a schema, each of which begins with the path in it."""
    return [f"{where}: {text}" for where, text in modelled(path).warnings]


def is_record(value: Any) -> bool:
    return hasattr(value, "FIELDS")


def member_of(record: Any, name: str) -> Any:
    """Return a field, a param or an instance of a record by its id; None where it is absent."""
    if name in ("_parent", "_root", "_io"):
        return getattr(record, name)
    groups = (record.FIELDS, record.PLACED, record.VALUES, record.PARAMS)
    attribute = next((group[name] for group in groups if name in group), None)
    if attribute is None:
        raise KeyError(f"there is no {name}")
    return getattr(record, attribute)


def fields_of(record: Any) -> Iterator[str]:
    """Yield the ids of the fields and instances of a record."""
    yield from (*record.FIELDS, *record.PLACED, *record.VALUES)


def is_computed(record: Any, name: str) -> bool:
    """Whether a member is an instance with `value`."""
    return name in record.VALUES
