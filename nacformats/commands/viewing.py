"""The command `nacformats view`."""

from __future__ import annotations

import re
import tempfile
import webbrowser
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

from nacformats.commands.opening import about, check_ends, check_target, source_of
from nacformats.commands.options import SchemaFile, chosen_format
from nacformats.commands.terminal import DASH, CommandError, progress, show, shown_name, usage_errors, write_target
from nacformats.formats.base import Format
from nacformats.generator.loading import schema_of_file
from nacformats.generator.model import SchemaError
from nacformats.generator.viewer_tables import viewer_tables
from nacformats.printing import size_text
from nacformats.view.pages import Viewed, page_of

#: The page of no file, and the suffix of pages.
_NO_FILE, _SUFFIX = "nacformats", ".html"
#: Characters of a name that the name of a page may have as well.
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")
_LONGEST_NAME = 80


def view_files(
    *,
    files: tuple[str, ...],
    output: str | None,
    opened: bool | None,
    lenient: bool,
    format: str | None,  # noqa: A002
    schema: str | None,
    force: bool,
) -> None:
    """Write a page about files, and open it; see `nacformats view --help`."""
    if len(files) > 2:
        raise CommandError(f"{len(files)} files: a page shows one, or compares two")
    described = chosen_format(format, None if schema is None else _format_of_schema(schema))
    if output is not None:
        check_target(output, force=force)
        check_ends(output, _SUFFIX, ".htm")
    with ExitStack() as stack:
        viewed = []
        for file in files:
            with about(file):
                source = stack.enter_context(source_of(file))
                with progress(f"reading {shown_name(file)}"):
                    viewed.append(Viewed.of(source, described, name=_name_of(file), strict=not lenient))
        with progress("making the page"):
            pieces = page_of(viewed, [] if schema is None else _tables_of_schema(schema))
        target = output or str(_temporary(files))
        write_target(target, pieces)
    if target == DASH:
        return
    show(f"{target}: {_what(files)}, {size_text(Path(target).stat().st_size)}")
    if opened or (opened is None and output is None):
        webbrowser.open(Path(target).absolute().as_uri())


def _name_of(file: str) -> str:
    return shown_name(file) if file == DASH else Path(file).name


def _what(files: tuple[str, ...]) -> str:
    return " and ".join(map(shown_name, files)) or "a page for any file"


def _temporary(files: tuple[str, ...]) -> Path:
    """Return the path of a page in a new folder, which only this user can read."""
    name = "-".join(_UNSAFE.sub("_", _name_of(file)) for file in files)[:_LONGEST_NAME].lstrip("._-") or _NO_FILE
    return Path(tempfile.mkdtemp(prefix="nacformats-"), name + _SUFFIX)


def _format_of_schema(schema: str) -> Format:
    return SchemaFile().convert(schema, None, click.get_current_context())


def _tables_of_schema(schema: str) -> list[Any]:
    """Return the tables of a schema for the viewer; none for a schema of the package, which it has."""
    if not Path(schema).exists():
        return []
    with usage_errors(SchemaError, about=f"{schema}: "):
        return [viewer_tables(schema_of_file(schema))]
