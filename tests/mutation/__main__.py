"""Remove the rules of the formats one by one, or change a sample of the kernels; the tests have to notice each.

    python -m tests.mutation                       all rules of all formats
    python -m tests.mutation nac stb --match gap   some of them
    python -m tests.mutation kernels --count 100   changed kernels, tested without PyTorch

The exit code is 1 when a mutant survived.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections import Counter

from tests.mutation import schemas
from tests.mutation.mutants import ROOT, Mutant, changed_operators, removed_rules
from tests.mutation.running import outcomes

#: The schemas of each room, and the tests that hold its rules; those that notice most come first.
ROOMS = {
    "mic": (
        ("micb", "mic2", "uleb128"),
        ("tests/mic/test_mic2.py", "tests/mic/test_micb.py", "tests/mic", "tests/test_corpus.py"),
    ),
    "nac": (("nac",), ("tests/nac/test_nac_check.py", "tests/nac", "tests/test_corpus.py")),
    "stb": (("stb", "glyph"), ("tests/stb/test_stb_check.py", "tests/stb", "tests/test_corpus.py")),
}
KERNEL_TESTS = ("tests/kernels", "tests/runtime")


def rules_of(room: str) -> list[Mutant]:
    """The mutants of a room: of its schemas, then of its modules."""
    names, tests = ROOMS[room]
    folder = ROOT / "nacformats" / "formats" / room
    modules = sorted(path.relative_to(ROOT).as_posix() for path in folder.glob("*.py"))
    of_schemas = [mutant for name in names for mutant in schemas.removed_rules(name, tests)]
    return of_schemas + [mutant for module in modules for mutant in removed_rules(module, tests)]


def kernels() -> list[Mutant]:
    """All mutants of the kernels."""
    folder = ROOT / "nacformats" / "runtime" / "kernels"
    modules = sorted(path.relative_to(ROOT).as_posix() for path in folder.glob("*.py"))
    return [mutant for module in modules for mutant in changed_operators(module, KERNEL_TESTS)]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__.splitlines()[0])
    parser.add_argument("what", nargs="*", choices=[*ROOMS, "kernels", []], help="by default all formats")
    parser.add_argument("--match", default="", help="only mutants whose place or change holds this text")
    parser.add_argument("--count", type=int, help="a sample of that many")
    parser.add_argument("--seed", type=int, default=0, help="of the sample")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--list", action="store_true", help="only list the mutants")
    options = parser.parse_args()
    found = [mutant for what in options.what or ROOMS for mutant in (rules_of(what) if what in ROOMS else kernels())]
    found = [mutant for mutant in found if options.match in str(mutant)]
    if options.count is not None:
        found = random.Random(options.seed).sample(found, min(options.count, len(found)))
    if options.list:
        print(*found, sep="\n")
        return 0
    counts: Counter[str] = Counter()
    for outcome in outcomes(found, options.workers, without_torch="kernels" in options.what):
        counts[outcome.verdict] += 1
        print(f"{outcome.verdict:13} {outcome.mutant}  [{outcome.details}]", flush=True)
    print(", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items())), file=sys.stderr)
    return 1 if counts["survived"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
