"""Options that several commands share."""

from __future__ import annotations

from typing import Any

import click

from nacformats.formats import format_named, formats

FORCE = click.option("--force", is_flag=True, help="Replace the target if it exists.")
LENIENT = click.option("--lenient", is_flag=True, help="Allow what docs/leniencies.md in the repository lists.")
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


class FormatName(click.ParamType[str]):
    """The name of a registered format, or one of some other names."""

    name = "format"

    def __init__(self, *others: str) -> None:
        self.others = others

    def convert(self, value: Any, param: click.Parameter | None, context: click.Context | None) -> str:
        known = (*formats(), *self.others)
        if value not in known and format_named(value) is None:
            self.fail(f"unknown format {value!r}: known are {', '.join(known)}", param, context)
        return str(value)


FORMAT = click.option("--format", "format", type=FormatName(), help="Read as this format instead of detecting it.")
