"""The option --schema: a format from a .ksy file, without installing anything, or from a schema of the package."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from nacformats._generated import schemas
from nacformats.commands.terminal import USAGE, CommandError
from nacformats.formats.base import Format


class SchemaFile(click.ParamType[Format]):
    """A file with a schema, or the name of one of the package; becomes the format that it describes."""

    name = "schema"

    def convert(self, value: Any, param: click.Parameter | None, context: click.Context | None) -> Format:
        from nacformats.codec.treecodec import TreeCodec  # noqa: PLC0415  construct and YAML are slow to import
        from nacformats.formats.generic import format_of_codec  # noqa: PLC0415
        from nacformats.generator.loading import codec_of_file  # noqa: PLC0415
        from nacformats.generator.sources import schema_path  # noqa: PLC0415

        if isinstance(value, Format):
            return value
        if value in schemas("construct") and not Path(value).exists():
            codec = TreeCodec.generated(value)
            return format_of_codec(codec if codec.is_record else codec_of_file(schema_path(value)))
        try:
            return format_of_codec(codec_of_file(value))
        except OSError as error:
            return self.fail(f"{value}: {error.strerror or error}", param, context)
        except ValueError as error:
            return self.fail(str(error), param, context)


SCHEMA = click.option(
    "--schema",
    type=SchemaFile(),
    metavar="FILE.ksy",
    help="Read as this Kaitai Struct schema describes, or as a schema of this package (mep).",
)


def chosen_format(format: str | None, schema: Format | None) -> str | Format | None:  # noqa: A002
    """The format that --format or --schema gives; both together are a usage error."""
    if format is not None and schema is not None:
        raise CommandError("--format names a format and --schema describes one: give one of them", USAGE)
    return schema or format
