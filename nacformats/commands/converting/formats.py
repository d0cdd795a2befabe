"""Conversion from format to format, and of trees to JSON and back."""

from __future__ import annotations

from pathlib import Path

from nacformats.api import JSON_SUFFIX, document_for
from nacformats.commands.opening import (
    about,
    check_format,
    check_suffix,
    check_target,
    contents_of,
    opened_model,
    source_of,
    write_model,
)
from nacformats.commands.terminal import BAD_FILE, DASH, USAGE, CommandError, write_target
from nacformats.conversion.files import OTHERS, PLAN, name_for, writable_suffixes
from nacformats.files import is_special
from nacformats.formats import format_named
from nacformats.formats.base import Format
from nacformats.formats.nac.tables import FORMAT_NAME

#: What --from and --to call a tree as JSON, and a file as --schema describes it.
JSON, SCHEMA = "json", "schema"
#: Suffixes that say nothing about a file.
_ANYTHING = ("", ".bin")
#: Suffixes of trees as YAML, which is neither read nor written.
_YAML = (".yaml", ".yml")
#: What --to calls the text of a plan.
PLAN_NAME = PLAN.removeprefix(".")


def name_of_target(source: str, target: str, write_as: str | None, schema: Format | None) -> str:
    """Return what target becomes: the name of a format, one of OTHERS, or SCHEMA.

    --to says it, or else the suffix. A suffix that stands for nothing that can be written is refused.
    """
    if write_as is not None:
        _check_named(target, write_as, schema)
        return write_as
    if schema is not None:
        return _name_with_schema(source, target, schema)
    named = name_for(target)
    if named is None:
        known = ", ".join(writable_suffixes())
        raise CommandError(f"{target}: no format has this suffix: known are {known}; --to names a format", USAGE)
    return named


def _check_named(target: str, write_as: str, schema: Format | None) -> None:
    """Refuse a --to that --schema or the suffix of target contradicts."""
    if (schema is None and write_as == SCHEMA) or (schema is not None and write_as not in (JSON, SCHEMA)):
        raise CommandError(f"--to {write_as}: --to schema goes with --schema, which writes only json besides", USAGE)
    written = schema if write_as == SCHEMA else format_named(write_as)
    if written is not None:
        check_suffix(target, written)
        return
    suffix = Path(target).suffix.lower()
    of_schema = schema is not None and suffix == schema.suffix != ""
    if of_schema or name_for(target) not in (None, write_as):
        reason = f"{suffix} is the suffix of another format; that of {write_as} is {OTHERS[write_as]}"
        raise CommandError(f"{target}: {reason}", USAGE)


def _name_with_schema(source: str, target: str, schema: Format) -> str:
    """JSON, or the file that the schema describes: by its suffix, that of source, or one that says nothing."""
    suffix = Path(target).suffix.lower()
    own = [each for each in (schema.suffix, Path(source).suffix.lower()) if each not in ("", JSON_SUFFIX)]
    if target == DASH or is_special(target) or suffix in (*_ANYTHING, *own):
        check_suffix(target, schema)
        return SCHEMA
    if suffix == JSON_SUFFIX:
        return JSON
    if name_for(target) is not None:
        check_suffix(target, schema)
    known = ", ".join(dict.fromkeys((*own, *_ANYTHING[1:], JSON_SUFFIX)))
    reason = f"{suffix} is none of the suffixes that are written with this schema: {known}"
    raise CommandError(f"{target}: {reason}; --to schema allows others that are of no format", USAGE)


def convert_format(
    source: str,
    target: str,
    read_as: str | None,
    name: str,
    schema: Format | None,
    nac_version: str | None,
    *,
    strict: bool,
    force: bool,
) -> None:
    """Read source and write target.

    Args:
        source, target: names of files.
        read_as: the name of a format, JSON or SCHEMA; None: by the content and the suffix.
        name: what target becomes, as name_of_target has it.
        schema: the format of the file that is not JSON.
        nac_version: that of target, a NAC file; None: that of source.
        strict: whether to read strictly.
        force: whether to replace target.
    """
    check_target(target, force=force)
    read = _format_read(source, read_as, schema)
    if name == JSON:
        _to_json(source, target, read, strict=strict)
        return
    written = schema or format_named(name)
    assert written is not None
    if _is_json(source, read_as, schema):
        _from_json(source, target, written)
        return
    with opened_model(source, read, strict=strict) as model, about(source):
        if not written.holds(model):
            raise CommandError(f"{source}: {type(model).__name__} cannot be written as {written.title}", BAD_FILE)
        if nac_version is not None:
            model = model.as_version(nac_version)
        if schema is None:
            write_model(target, model, written, force=force)
        else:
            write_target(target, written.write(model))


def _format_read(source: str, read_as: str | None, schema: Format | None) -> str | Format | None:
    """Return the format of source, where it is not JSON: what --from or --schema says; None: by the content."""
    if (schema is None and read_as == SCHEMA) or (schema is not None and read_as not in (None, JSON, SCHEMA)):
        raise CommandError(f"--from {read_as}: --from schema goes with --schema, which reads only json besides", USAGE)
    suffix = Path(source).suffix.lower()
    if schema is not None and read_as is None and suffix in _YAML and suffix != schema.suffix:
        reason = f"a tree is read from JSON ({JSON_SUFFIX}), not from YAML"
        raise CommandError(f"{source}: {reason}; --from schema reads it as the file that the schema describes", USAGE)
    return schema or read_as


def _to_json(source: str, target: str, read: str | Format | None, *, strict: bool) -> None:
    check_format(source, read)
    with about(source):
        document = document_for(source_of(source), read, strict=strict)
    write_target(target, [document.encode()])


def _from_json(source: str, target: str, written: Format) -> None:
    from nacformats.formats.documents import tree_of  # noqa: PLC0415

    if written.codec is None:
        raise CommandError(f"{target}: {written.title} cannot be written from JSON", USAGE)
    with about(source):
        write_target(target, written.write(tree_of(contents_of(source))))


def _is_json(source: str, read_as: str | None, schema: Format | None) -> bool:
    """True if source is a tree as JSON. A schema may describe .json files itself: --from says which it is then."""
    suffix = Path(source).suffix.lower()
    return read_as == JSON or (read_as is None and suffix == JSON_SUFFIX != (schema.suffix if schema else ""))


def write_plan(source: str, target: str, read_as: str | None, *, strict: bool, force: bool) -> None:
    """Write the plan of a NAC file as text, of which `nacformats compile --plan` makes the same bytes.

    Args:
        source: the NAC file.
        target: the text.
        read_as: the format of source; None: NAC.
        strict: whether to read strictly.
        force: whether to replace target.
    """
    check_target(target, force=force)
    if read_as not in (None, FORMAT_NAME):
        raise CommandError(f"--from {read_as}: only a NAC file has a plan", USAGE)
    with opened_model(source, FORMAT_NAME, strict=strict) as model, about(source):
        plan = model.plan
        if plan is None:
            raise CommandError(f"{source}: has no plan", BAD_FILE)
        write_target(target, [plan.disassemble().encode()])
