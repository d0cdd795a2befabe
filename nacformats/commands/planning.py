"""Running the plan of a file from the command line: prompts, what it prints, and what it returns."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from nacformats.commands.opening import check_target
from nacformats.commands.sessions import SessionChoices
from nacformats.commands.terminal import DASH, CommandError, ask, show, show_table, show_text
from nacformats.errors import FormatError
from nacformats.formats.nac import NacFile
from nacformats.limits import MAX_SHOWN_TEXT
from nacformats.plan.budget import PlanBudget
from nacformats.plan.host import Files, Host
from nacformats.plan.runner import PURPOSE, Mode, PlanRunner
from nacformats.printing import shortened
from nacformats.runtime.messages import describe_value

#: Most elements of a returned tensor that are shown; of larger ones, the range is.
_SHOWN_ELEMENTS = 16
_NO_PLAN = "--no-plan runs the graph without it"


@dataclass(frozen=True)
class PlanOptions:
    """The options about plans; None is the default of each.

    Attributes:
        answers: for the first prompts.
        folder: where files are.
        may_write: whether files in it may be written.
        instructions, printed: of the budget.
        mode: what the plan is told that it was started for.
        save: where its model goes when it saves that.
    """

    answers: Sequence[str] = ()
    folder: str | None = None
    may_write: bool = False
    instructions: int | None = None
    printed: int | None = None
    mode: Mode | None = None
    save: str | None = None

    def check(self, model: str, *, force: bool) -> None:
        """Refuse what makes no sense with a model, or would replace a file."""
        if self.save is not None:
            if self.save == DASH or _is_same(self.save, model):
                raise CommandError("--save: name another file than the model")
            check_target(self.save, force=force)
        if self.may_write and self.folder is None:
            raise CommandError("--write is about a folder: name it with --files DIR")

    def budget(self, memory: int | None, seconds: float | None) -> PlanBudget:
        """Return the budget of a run: what the command line says, and the defaults."""
        given = {"instructions": self.instructions, "memory": memory, "seconds": seconds, "output": self.printed}
        said: Any = {name: value for name, value in given.items() if value is not None}
        return PlanBudget(**said)


def has_plan(model: object) -> bool:
    """True if there is bytecode, good or bad."""
    return isinstance(model, NacFile) and model.sections.orch is not None and len(model.sections.orch.bytecode) > 0


def execute_plan(nac: NacFile, options: PlanOptions, choices: SessionChoices, seed: int | None) -> None:
    """Run the plan of a file, and show what it returns.

    Args:
        nac: the file.
        options: what the command line says about plans.
        choices: what it says about sessions.
        seed: of the random numbers.
    """
    budget = options.budget(choices.max_memory, choices.timeout)
    output = _Output()
    host = Host(input=ask, print=output.print, error=output.print_error, files=_files(options), save=options.save)
    sessions: Any = {"engine": choices.engine, "trust": choices.trusted}
    try:
        prepared = PlanRunner(nac, host=host, budget=budget, seed=seed, mode=options.mode or PURPOSE, **sessions)
        prepared.run(options.answers)
    except FormatError as error:
        output.end_line()
        if "--answer" in (error.hint or ""):
            raise CommandError(str(error)) from None
        error.hint = error.hint or _NO_PLAN
        raise
    except (ImportError, ValueError) as error:
        raise CommandError(str(error)) from None
    output.end_line()
    if prepared.unused:
        show(_unused(prepared.unused, len(options.answers)), err=True)
    if prepared.returned:
        rows = [(str(position), _kind(value), _content(value)) for position, value in enumerate(prepared.returned)]
        show_table(("returned", "type", "value"), rows)


def _unused(count: int, given: int) -> str:
    asked = given - count
    return (
        f"--answer: {count} of {given} answers {'was' if count == 1 else 'were'} not used: the plan asked "
        f"{'once' if asked == 1 else f'{asked} times' if asked else 'for none'}"
    )


def _is_same(one: str, other: str) -> bool:
    try:
        return Path(one).samefile(other)
    except (OSError, ValueError):
        return False


def _files(options: PlanOptions) -> Files | None:
    if options.folder is None:
        return None
    if not os.path.isdir(options.folder):  # noqa: PTH112  the name may be one that no path has
        raise CommandError(f"{options.folder}: is no folder")
    return Files(options.folder, write=options.may_write)


class _Output:
    """The output of a plan, shown as it is printed."""

    def __init__(self) -> None:
        self._is_open = False

    def print(self, text: str, *, end: str, flush: bool) -> None:
        show_text(text + end, flush=flush)
        if text + end:
            self._is_open = not (text + end).endswith("\n")

    def print_error(self, text: str, *, end: str, flush: bool) -> None:
        show_text(text + end, flush=flush, err=True)

    def end_line(self) -> None:
        """End the line, if one is open."""
        if self._is_open:
            show()
            self._is_open = False


def _kind(value: object) -> str:
    return describe_value(value) if isinstance(value, np.ndarray) else type(value).__name__


def _content(value: object) -> str:
    """Return the value; of a large tensor the range, of much else the size."""
    if isinstance(value, np.ndarray) and value.size > _SHOWN_ELEMENTS:
        return f"{value.min()} to {value.max()}" if value.dtype.kind in "iuf" else ""
    if isinstance(value, bytes):
        return f"{len(value):,} bytes"
    if isinstance(value, list | tuple) and len(value) > MAX_SHOWN_TEXT:
        return f"{len(value):,} elements"
    text = np.array2string(value, separator=", ") if isinstance(value, np.ndarray) else str(value)
    return shortened(" ".join(text.split()) if isinstance(value, np.ndarray) else text, MAX_SHOWN_TEXT)
