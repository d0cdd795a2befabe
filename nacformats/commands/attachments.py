"""Plans and texts that a command is given as files."""

from __future__ import annotations

import nacformats
from nacformats.commands.terminal import USAGE, CommandError, about, source_of
from nacformats.plan.program import Plan


def plan_from(file: str) -> Plan:
    """The plan in a text (.mep)."""
    with about(file):
        return nacformats.assemble(text_from(file))


def text_from(file: str) -> str:
    """The text in a file, or in what standard input holds."""
    with source_of(file) as source:
        try:
            return bytes(source.view).decode()
        except UnicodeDecodeError as error:
            raise CommandError(f"{file}: is no UTF-8 text: byte {error.start}: {error.reason}", USAGE) from None
