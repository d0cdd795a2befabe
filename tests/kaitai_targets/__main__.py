"""Hold the parsers of other languages to those for Python: `python -m tests.kaitai_targets [TARGET...]`.

What has to be installed is in the docstring of the package; a target of which something is missing is skipped by name.
"""

from __future__ import annotations

import argparse
import os
import sys

from tests.kaitai_targets.measuring import HEAD, Trial, measure
from tests.kaitai_targets.targets import RUNTIMES, TARGETS


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.kaitai_targets", description=__doc__)
    parser.add_argument("target", nargs="*", help=f"which: {', '.join(TARGETS)} (default: all)")
    parser.add_argument("--runtimes", help=f"the folder of the runtime libraries, in place of {RUNTIMES}")
    parser.add_argument("--generated", type=int, default=40, help="files that are made for each schema")
    parser.add_argument("--each", type=int, default=1, help="take one of so many files of the corpus")
    parser.add_argument("--details", type=int, default=0, help="show so many differences of each target")
    parser.add_argument("--schemas", action="store_true", help="show the good files of each schema")
    given = parser.parse_args()
    if unknown := [name for name in given.target if name not in TARGETS]:
        parser.error(f"unknown target {unknown[0]}: known are {', '.join(TARGETS)}")
    if given.runtimes:
        os.environ[RUNTIMES] = given.runtimes
    with Trial(given.generated, given.each) as trial:
        print("|", " | ".join(HEAD), "|")
        print("|", " | ".join("---" for _ in HEAD), "|", flush=True)
        for name in given.target or TARGETS:
            target = TARGETS[name]
            if (reason := target.missing()) is not None:
                print(f"skipped: {name}: {reason}")
                continue
            result = measure(target, trial)
            print("|", " | ".join(result.row), "|", flush=True)
            for schema, counted in result.by_schema().items() if given.schemas else ():
                print(f"    {schema}: {', '.join(f'{count} {kind}' for kind, count in counted.items())}")
            for schema, why in result.made.refused.items():
                print(f"    {schema} does not compile: {why}")
            for each in result.failures[: given.details]:
                print(f"    {each.file.schema} {each.file.path.name}: {each.kind}: {each.detail}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
