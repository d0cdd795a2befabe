"""Measure how well blocks are found: precision and recall against the modules of PyTorch.

python -m tests.repeats [NAME...]; the exit code is 1 when an average is too low.
"""

from __future__ import annotations

import argparse
import fnmatch
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import mean
from typing import Any

from nacformats.repeats import ProgramRows, folded_rows, program_rows, repeated_blocks
from tests.repeats.architectures import NAMES, build
from tests.repeats.truth import Instance, Score, instances_of, score

#: The least precision and recall, on the average over architectures, with names of parameters and without.
LEAST, LEAST_WITHOUT = 0.9, 0.75


@dataclass(frozen=True)
class Compiled:
    """A compiled architecture: its rows, the modules that were called, and the paths of all modules."""

    program: ProgramRows
    instances: list[Instance]
    owners: dict[str, Any]


def compiled(name: str) -> Compiled:
    """Export and compile an architecture."""
    import torch

    import nacformats
    from nacformats.compiler.frontends.torch_export.exporting import register_containers

    model, args, kwargs = build(name)
    register_containers()
    with torch.no_grad():
        exported = torch.export.export(model, args, kwargs, strict=False)
    owners = {path: module for path, module in model.named_modules() if path}
    return Compiled(program_rows(nacformats.compile(exported)), instances_of(exported), owners)


def without_names(program: ProgramRows) -> ProgramRows:
    """Return a program whose parameters have no names."""
    return replace(program, names=[name and "" for name in program.names])


def measured(given: Compiled, *, nameless: bool = False) -> Score:
    """Compare the blocks of an architecture with its modules."""
    searched = without_names(given.program) if nameless else given.program
    return score(repeated_blocks(searched), given.program, given.instances, given.owners)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.repeats", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="names or patterns; all when there is none")
    options = parser.parse_args()
    chosen = [name for name in NAMES if not options.names or any(fnmatch.fnmatch(name, p) for p in options.names)]
    if not chosen:
        parser.error("no architecture has such a name")
    rows = [_row(name) for name in chosen]
    named = _is_enough("with names", [row[0] for row in rows], LEAST)
    return not (_is_enough("without names", [row[1] for row in rows], LEAST_WITHOUT) and named)


def _row(name: str) -> tuple[Score, Score]:
    given = compiled(name)
    start = time.perf_counter()
    found = repeated_blocks(given.program)
    seconds = time.perf_counter() - start
    scores = measured(given), measured(given, nameless=True)
    counts = (f"P {each.right}/{each.found} R {each.met}/{each.wanted}" for each in scores)
    lines = f"{found.length} rows, folded {len(folded_rows(found, found.length))}"
    print(f"{name:<20} {next(counts):<22} {next(counts):<22} {lines:<26} {seconds * 1e3:.0f} ms", flush=True)
    for how, each in zip(("", "without names: "), scores, strict=True):
        for text in (*each.wrong, *each.missed):
            print(f"    {how}{text}")
    return scores


def _is_enough(title: str, scores: Sequence[Score], least: float) -> bool:
    precision, recall = mean(each.precision for each in scores), mean(each.recall for each in scores)
    print(f"{len(scores)} architectures {title}: precision {precision:.3f}, recall {recall:.3f}")
    return min(precision, recall) >= least


if __name__ == "__main__":
    sys.exit(main())
