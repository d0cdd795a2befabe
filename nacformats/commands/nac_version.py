"""The option --nac-version: of which version the NAC file is that a command writes."""

from __future__ import annotations

from typing import Any

import click

from nacformats.commands.terminal import USAGE, CommandError
from nacformats.formats import formats


class _NacVersion(click.ParamType[str]):
    """A version of NAC that the package knows."""

    name = "version"

    def convert(self, value: Any, param: click.Parameter | None, context: click.Context | None) -> str:
        from nacformats.formats.nac.tables import VERSIONS  # noqa: PLC0415  only who needs it

        if value not in VERSIONS:
            self.fail(f"unknown version of NAC {value!r}: known are {', '.join(VERSIONS)}", param, context)
        return str(value)


NAC_VERSION = click.option(
    "--nac-version", metavar="VERSION", type=_NacVersion(), help="Write a .nac file of this version: 1.6, 1.7 or 1.8."
)


def check_is_nac(target: str, name: str) -> None:
    """Refuse --nac-version where the target is of another format, that of this name."""
    nac = formats()["nac"]
    if name != nac.name:
        raise CommandError(f"{target}: --nac-version is for {nac.suffix} files", USAGE)
