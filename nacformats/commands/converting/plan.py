"""Conversion of the plan of a NAC file to text."""

from __future__ import annotations

from nacformats.commands.opening import about, check_target, opened_model
from nacformats.commands.terminal import BAD_FILE, USAGE, CommandError, write_target
from nacformats.conversion.files import PLAN
from nacformats.formats.nac.tables import FORMAT_NAME

#: What --to calls it.
NAME = PLAN.removeprefix(".")


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
