"""Tokenizers and plans that a command is given as files."""

from __future__ import annotations

from pathlib import Path

import nacformats
from nacformats.commands.inspection.text import finding_lines
from nacformats.commands.opening import about, contents_of, opened_model
from nacformats.commands.terminal import BAD_FILE, CommandError, show, usage_errors
from nacformats.errors import UnsupportedError
from nacformats.formats import formats
from nacformats.formats.mep.program import Plan
from nacformats.formats.nac import NacFile
from nacformats.formats.nac.tables import FORMAT_NAME
from nacformats.plan.model_use import verify_plan
from nacformats.tokenizer.tokenizer import Tokenizer


def tokenizer_from(file: str, *, resources: str | None = None, strict: bool = True) -> Tokenizer:
    """Return the tokenizer in a tokenizer.json or in a NAC file.

    Args:
        file: its name.
        resources: the folder of its vocabulary, where that is not in the NAC file.
        strict: how a NAC file is read.
    """
    if Path(file).suffix.lower() == ".json":
        if resources is not None:
            raise CommandError(f"{file}: --resources is for a NAC file; a tokenizer.json has everything")
        if not Path(file).is_file():
            raise CommandError(f"{file}: there is no such file")
        with about(file), usage_errors(ImportError):
            return nacformats.tokenizer.compile_tokenizer(file)
    with opened_model(file, strict=strict) as model, about(file):
        if not isinstance(model, NacFile):
            raise UnsupportedError(f"only NAC files have a tokenizer, this one is {model.format}")
        return Tokenizer.of(model, directory=resources)


def plan_from(file: str) -> Plan:
    """Return the plan in a text (.mep) or in a NAC file."""
    if Path(file).suffix.lower() != formats()[FORMAT_NAME].suffix:
        with about(file):
            return nacformats.plan.assemble(text_from(file).removeprefix("\ufeff"))
    with opened_model(file, FORMAT_NAME) as model, about(file):
        plan: Plan | None = model.plan
    if plan is None:
        raise CommandError(f"{file}: has no plan", BAD_FILE)
    return plan


def require_sound(file: str, plan: Plan, nac: NacFile) -> None:
    """Show on standard error what is worth knowing about a plan from a file, in the file that it is for.

    Raises:
        CommandError: it cannot run there.
    """
    findings = verify_plan(plan, nac)
    for line in finding_lines(findings):
        show([f"{file}: ", line], err=True)
    if any(finding.severity == "error" for finding in findings):
        raise CommandError(f"{file}: the plan cannot run", BAD_FILE)


def text_from(file: str) -> str:
    """Return the text in a file, or in what standard input holds."""
    try:
        return contents_of(file).decode()
    except UnicodeDecodeError as error:
        raise CommandError(f"{file}: is no UTF-8 text: byte {error.start}: {error.reason}") from None
