"""The command `nacformats convert`: from format to format, and from trees to JSON and back."""

from __future__ import annotations

from pathlib import Path

from nacformats.api import JSON_SUFFIX, document_for, format_for_suffix
from nacformats.commands.terminal import (
    BAD_FILE,
    USAGE,
    CommandError,
    about,
    check_suffix,
    check_target,
    opened,
    source_of,
    write,
    write_model,
)
from nacformats.errors import FormatError
from nacformats.formats import formats
from nacformats.formats.base import Format

#: What --from and --to call a tree as JSON.
JSON = "json"


def convert(
    source: str,
    target: str,
    read_as: str | None,
    write_as: str | None,
    schema: Format | None,
    nac_version: str | None,
    *,
    strict: bool,
    force: bool,
) -> None:
    """Read source and write target.

    Args:
        source, target: names of files.
        read_as, write_as: names of formats, or JSON; None: by the content and the suffix.
        schema: the format of the file that is not JSON.
        nac_version: that of target, a NAC file; None: that of source.
        strict: whether to read strictly.
        force: whether to replace target.
    """
    check_target(target, force=force)
    if _is_json(target, write_as):
        with opened(source, schema or read_as, strict=strict) as model:
            try:
                document = document_for(model)
            except FormatError as error:
                raise CommandError(f"{source}: {error}", BAD_FILE) from None
        write(target, [document.encode()])
        return
    written = schema or _format_of(target, write_as)
    check_suffix(target, written)
    if _is_json(source, read_as):
        _from_json(source, target, written)
        return
    with opened(source, schema or read_as, strict=strict) as model, about(source):
        if not written.holds(model):
            raise CommandError(f"{source}: {type(model).__name__} cannot be written as {written.title}", BAD_FILE)
        if nac_version is not None:
            model = model.as_version(nac_version)
        if schema is None:
            write_model(target, model, written, force=force)
        else:
            write(target, written.write(model))


def _from_json(source: str, target: str, written: Format) -> None:
    from nacformats.formats.documents import tree_of  # noqa: PLC0415

    if written.codec is None:
        raise CommandError(f"{target}: {written.title} cannot be written from JSON", USAGE)
    with about(source), source_of(source) as document:
        write(target, written.write(tree_of(bytes(document.view))))


def _is_json(file: str, name: str | None) -> bool:
    return name == JSON or (name is None and Path(file).suffix.lower() == JSON_SUFFIX)


def _format_of(target: str, name: str | None) -> Format:
    if name is not None:
        return formats()[name]
    try:
        return format_for_suffix(target)
    except ValueError as error:
        raise CommandError(f"{error}; --to names a format", USAGE) from None
