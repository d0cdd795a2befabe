"""The command `nacformats view`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from nacformats.commands.opening import about, check_ends, check_target, source_of
from nacformats.commands.options import chosen_format, given_schema
from nacformats.commands.terminal import DASH, CommandError, progress, show, shown_name, usage_errors, write_target
from nacformats.formats.base import Format
from nacformats.printing import size_text
from nacformats.schemas import page_tables
from nacformats.view.pages import Viewed, page_of, show_page, temporary_page

#: A page shows one file, or compares two.
_MOST_FILES = 2


def view_files(
    *,
    files: tuple[str, ...],
    output: str | None,
    opened: bool | None,
    lenient: bool,
    format: str | None,  # noqa: A002
    schema: Format | None,
    force: bool,
) -> None:
    """Write a page about files, and open it; see `nacformats view --help`."""
    if len(files) > _MOST_FILES:
        raise CommandError(f"{len(files)} files: a page shows one, or compares two")
    described = chosen_format(format, schema)
    if output is not None:
        check_target(output, force=force)
        check_ends(output, ".html", ".htm")
    target = write_page(output, files, described, strict=not lenient)
    if target != DASH and (opened or (opened is None and output is None)):
        show_page(target)


def write_page(
    output: str | None,
    files: Sequence[str],
    described: str | Format | None,
    *,
    strict: bool,
    difference: Mapping[str, Any] | None = None,
) -> str:
    """Write a page about files, tell of it, and return its path.

    Args:
        output: where; None: into a new temporary folder.
        files: their names.
        described: what they are read as; None: what is detected.
        strict: whether the findings are those of strict reading.
        difference: of two files; None compares them.
    """
    with ExitStack() as stack:
        viewed = []
        for file in files:
            with about(file):
                source = stack.enter_context(source_of(file))
                with progress(f"reading {shown_name(file)}"):
                    viewed.append(Viewed.of(source, described, name=_name_of(file), strict=strict))
        with progress("making the page"):
            pieces = page_of(viewed, _tables_of_schema(), difference)
        target = output or str(temporary_page(file.file.name for file in viewed))
        write_target(target, pieces)
    if target != DASH:
        what = " and ".join(map(shown_name, files)) or "a page for any file"
        show(f"{target}: {what}, {size_text(Path(target).stat().st_size)}")
    return target


def _name_of(file: str) -> str:
    return shown_name(file) if file == DASH else Path(file).name


def _tables_of_schema() -> list[Any]:
    """Return the tables of the schema that is given, for the viewer; none for one of the package, which it has."""
    schema = given_schema()
    if not schema or not Path(schema).exists():
        return []
    with usage_errors(ValueError):
        return [page_tables(schema)]
