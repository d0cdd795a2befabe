"""What `nacformats convert` does where the target is the text of a plan."""

from __future__ import annotations

from pathlib import Path

from nacformats.commands.terminal import BAD_FILE, CommandError, about, check_target, opened, write
from nacformats.conversion import PLAN
from nacformats.formats.nac.tables import FORMAT_NAME

#: What --to calls it.
NAME = PLAN.removeprefix(".")


def is_plan(target: str, write_as: str | None) -> bool:
    """Whether the text of a plan is to be written."""
    return write_as == NAME or (write_as is None and Path(target).suffix.lower() == PLAN)


def write_plan(source: str, target: str, *, strict: bool, force: bool) -> None:
    """Write the plan of a NAC file as text, of which `nacformats compile --plan` makes the same bytes.

    Args:
        source: the NAC file.
        target: the text.
        strict: whether to read strictly.
        force: whether to replace target.
    """
    check_target(target, force=force)
    with opened(source, FORMAT_NAME, strict=strict) as model, about(source):
        plan = model.plan()
        if plan is None:
            raise CommandError(f"{source}: has no plan", BAD_FILE)
        write(target, [plan.disassemble().encode()])
