"""The command `nacformats train`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click

from nacformats.codec.columns.arrays import Array
from nacformats.commands.arrays import GivenArrays
from nacformats.commands.opening import check_suffix, check_target
from nacformats.commands.options import grouped, shared
from nacformats.commands.sessions import SessionChoices, made_session, model_for_session, with_session_options
from nacformats.commands.terminal import DASH, CommandError, progress, show, show_table, usage_errors
from nacformats.formats import formats
from nacformats.formats.nac.file.external import SUFFIX
from nacformats.formats.nac.tables import FORMAT_NAME

#: How many steps are shown at most, evenly spread.
_SHOWN = 10
_TARGET = "target"


def _rate(_context: click.Context, _option: click.Parameter, value: float | None) -> float | None:
    if value is not None and not 0 <= value < math.inf:
        raise click.BadParameter(f"{value} is not a finite number of at least 0")
    return value


@dataclass(frozen=True)
class _Steps:
    """The options about the steps."""

    inputs_file: str | None
    targets_file: str | None
    steps: int
    rate: float | None
    full: bool


@click.command("train")
@click.argument("model", metavar="MODEL")
@click.option("--inputs", "-i", "inputs_file", metavar="FILE.npz", help="Inputs by name; in0, in1, ... are positions.")
@click.option(
    "--targets", "targets_file", metavar="FILE.npz", help="The only array in it, or target0, target1, ... by number."
)
@click.option(
    "--steps", type=click.IntRange(min=1), default=1, show_default=True, help="How many, all on these arrays."
)
@click.option("--lr", "rate", type=float, callback=_rate, metavar="RATE", help="In place of the one in the file.")
@click.option("--output", "-o", metavar="FILE.nac", help="Write MODEL with its new parameters.")
@with_session_options
@click.option("--all", "full", is_flag=True, help="Show the loss of every step.")
@shared("lenient", "mmap", "force")
@grouped(steps=_Steps, choices=SessionChoices)
def train_command(
    model: str, steps: _Steps, output: str | None, choices: SessionChoices, lenient: bool, force: bool
) -> None:
    """Take steps of the training program of MODEL, a NAC file of v1.7 or v1.8.

    The loss of each step is that before it. MODEL itself is never changed. --timeout is for each step.
    """
    if output is not None:
        if output == DASH:
            raise CommandError("--output: the model may be two files; name the first")
        check_suffix(output, formats()[FORMAT_NAME])
        check_target(output, force=force)
    arrays = GivenArrays(choices.memory)
    given = arrays.named(steps.inputs_file) if steps.inputs_file else {}
    targets = _targets(steps.targets_file, arrays.named(steps.targets_file)) if steps.targets_file else []
    with model_for_session(model, strict=not lenient) as opened:
        if output is not None and not getattr(opened, "internal_weights", True):
            check_target(str(Path(output).with_suffix(SUFFIX)), force=force)
        session = made_session(partial(choices.session, opened), model, "trained")
        losses = []
        with progress("training", steps.steps) as advance:
            for _ in range(steps.steps):
                losses.append(session.train_step(given, targets, lr=steps.rate).loss)
                advance(1)
        if output is not None:
            with usage_errors(ValueError):  # it is the model itself
                session.save(output)
    _show_losses(losses, full=steps.full)


def _show_losses(losses: Sequence[float | None], *, full: bool) -> None:
    """Show the loss of each step; of many, the first, the last, and some between."""
    steps = len(losses)
    places = set(range(steps)) if full else {round(place * (steps - 1) / (_SHOWN - 1)) for place in range(_SHOWN)}
    shown = [place for place in range(steps) if place in places]
    rows = [(str(place + 1), "unknown" if losses[place] is None else f"{losses[place]:.6g}") for place in shown]
    show_table(("step", "loss"), rows, numbers=("step", "loss"))
    if len(shown) < steps:
        show(f"… {steps - len(shown):,} steps between them (--all)")


def _targets(file: str, arrays: dict[str, Array]) -> list[Array]:
    """Return the targets in order; one array alone may have any name."""
    if len(arrays) == 1:
        return list(arrays.values())
    names = [f"{_TARGET}{number}" for number in range(len(arrays))]
    if set(names) != arrays.keys():
        known = ", ".join(sorted(arrays)[:8])
        raise CommandError(f"{file}: expected the arrays {', '.join(names[:8])}, and found {known}")
    return [arrays[name] for name in names]
