"""Tokenizers and plans that a command is given as files."""

from __future__ import annotations

import nacformats
from nacformats.commands.terminal import USAGE, CommandError, about, opened, source_of
from nacformats.errors import UnsupportedError
from nacformats.formats.nac import NacFile
from nacformats.formats.nac.tables import FORMAT_NAME
from nacformats.plan.program import Plan
from nacformats.tokenizer.tokenizer import Tokenizer


def tokenizer_from(file: str, *, resources: str | None = None, strict: bool = True) -> Tokenizer:
    """The tokenizer in a NAC file.

    Args:
        file: its name.
        resources: the folder of its vocabulary, where that is not in the NAC file.
        strict: how a NAC file is read.
    """
    with opened(file, strict=strict) as model, about(file):
        if not isinstance(model, NacFile):
            raise UnsupportedError(f"only NAC files have a tokenizer, this one is {model.format}", format=FORMAT_NAME)
        return model.tokenizer(resources)


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
