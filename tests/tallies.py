"""The command line of a campaign: seeds, what became of each, and what broke a promise."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field


@dataclass
class Tally:
    """Attributes: outcomes by name, what broke a promise, and by name what else was counted."""

    outcomes: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)


def main_of(module: str, about: str, noun: str, run: Callable[[range], Iterator[Tally]]) -> int:
    """Run a campaign; the exit code is 1 when something broke a promise.

    Args:
        module: how it is started.
        about: what it does.
        noun: what its seeds make.
        run: the tally after each seed.
    """
    parser = argparse.ArgumentParser(prog=f"python -m {module}", description=about.splitlines()[0])
    parser.add_argument("--count", type=int, default=100_000, help=f"how many {noun} (default: 100,000)")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--only", type=int, metavar="SEED", help="this one seed")
    options = parser.parse_args()
    seeds = range(options.seed, options.seed + options.count)
    if options.only is not None:
        seeds = range(options.only, options.only + 1)
    tally, started = Tally(), time.monotonic()
    for done, tally in enumerate(run(seeds), 1):
        if done % 5_000 == 0:
            print(f"{done:,} {noun}, {len(tally.broken)} broken", file=sys.stderr, flush=True)
    for outcome, count in tally.outcomes.most_common():
        print(f"{count:8,}  {outcome}")
    for line in tally.broken[:20]:
        print(line)
    others = "".join(f"{count:,} {name}, " for name, count in tally.counts.items())
    print(f"{len(seeds):,} {noun}, {others}{time.monotonic() - started:.0f} s, {len(tally.broken)} broken")
    return 1 if tally.broken else 0
