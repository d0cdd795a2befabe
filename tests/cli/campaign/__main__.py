"""Commands, options and odd files of every kind: python -m tests.cli.campaign [--count N] [--seed N] [--jobs N].

Each call of the command is made from a seed, and made again by `--only SEED`. Whatever it is:

- the exit code is one that is documented, never 70 ("a defect of nacformats"), and no signal ends it;
- there is no traceback, a refusal says why in one line, and nothing that a terminal obeys is printed;
- it takes at most 4 s of processor time and 512 MB, imports included.

The folder of a call that breaks a promise is kept in build/cli_campaign.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import shlex
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from tests.campaign.files import ROOT
from tests.cli.campaign.commands import Case, commands, drawn_case
from tests.cli.campaign.material import originals
from tests.cli.campaign.running import broken_promises, prepare, run_case

KEPT = ROOT / "build" / "cli_campaign"
#: How often it is said how far the campaign is, in seconds.
PROGRESS = 20.0
#: How much is shown of what a call that breaks a promise printed, in characters.
SHOWN = 1_500


class Verdict(NamedTuple):
    """What became of one seed: how to count it, and how it broke promises."""

    seed: int
    command: str
    code: int
    seconds: float
    broken: list[str]
    details: str


def main() -> int:
    """Run a campaign; the exit code is 1 when a call broke a promise."""
    options = _options()
    prepare()
    originals()
    if options.only is not None:
        return _only(options.only)
    counts: Counter[str] = Counter()
    broken: Counter[str] = Counter()
    start = said = time.monotonic()
    for number, verdict in enumerate(judged(range(options.seed, options.seed + options.count), options.jobs), 1):
        counts[f"{verdict.command} {verdict.code}"] += 1
        if verdict.broken:
            broken.update(verdict.broken)
            print(verdict.details, flush=True)
        if time.monotonic() - said >= PROGRESS or number == options.count:
            said = time.monotonic()
            rate = number / (said - start)
            calls = f"{number:,} of {options.count:,} calls, {rate:.0f} a second"
            print(f"{calls}, {broken.total()} broken promises", file=sys.stderr, flush=True)
    for name in sorted(commands()):
        codes = {key.split()[1]: count for key, count in sorted(counts.items()) if key.split()[0] == name}
        print(f"{name:9} " + ", ".join(f"exit code {code}: {count:,}" for code, count in codes.items()))
    for promise, count in broken.most_common():
        print(f"{count:6,}  {promise}")
    return 1 if broken else 0


def judged(seeds: Iterable[int], jobs: int) -> Iterator[Verdict]:
    """The verdict on each seed, as they are found."""
    context = multiprocessing.get_context("fork")
    with context.Pool(jobs) as pool:
        yield from pool.imap_unordered(judge, seeds, chunksize=4)


def judge(seed: int) -> Verdict:
    """Run the case of a seed in a temporary folder; keep the folder when it breaks a promise."""
    case = drawn_case(seed)
    with tempfile.TemporaryDirectory(prefix="campaign-", ignore_cleanup_errors=True) as temporary:
        folder = Path(temporary) / "case"
        outcome = run_case(case, folder)
        broken = broken_promises(case, outcome)
        if broken:
            _keep(folder, seed)
    printed = outcome.stderr[-SHOWN:].decode(errors="replace")
    details = f"\nseed {seed}: {'; '.join(broken)}\n  {shown(case)}\n{printed!a}"
    name = next((word for word in case.words if word in commands()), "")
    return Verdict(seed, name, outcome.code, outcome.seconds, broken, details)


def shown(case: Case) -> str:
    """The command line as one types it, in the folder that `--only` keeps."""
    words = shlex.join(["nacformats", *case.words])
    return ascii(words if len(words) < SHOWN else f"{words[:SHOWN]}...")[1:-1]


def _keep(folder: Path, seed: int) -> None:
    target = KEPT / str(seed)
    shutil.rmtree(target, ignore_errors=True)
    KEPT.mkdir(parents=True, exist_ok=True)
    shutil.copytree(folder, target, symlinks=True, ignore=_unusual)


def _unusual(folder: str, names: list[str]) -> list[str]:
    """What is not copied: pipes, and files that are huge."""
    paths = {name: Path(folder, name) for name in names}
    return [name for name, path in paths.items() if path.is_fifo() or path.lstat().st_size > 2**30]


def _only(seed: int) -> int:
    case = drawn_case(seed)
    folder = KEPT / str(seed)
    shutil.rmtree(folder, ignore_errors=True)
    outcome = run_case(case, folder)
    broken = broken_promises(case, outcome)
    print(f"in {folder / 'work'}, standard input is {folder / 'stdin'}:\n  {shown(case)}")
    print(f"exit code {outcome.code}, {outcome.seconds:.1f} s, {outcome.memory // 1024**2} MB; broken: {broken}")
    print(outcome.stdout[:SHOWN].decode(errors="replace"), outcome.stderr[-SHOWN:].decode(errors="replace"), sep="\n")
    return 1 if broken else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.cli.campaign", description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=10_000, help="how many calls (default: 10,000)")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--only", type=int, metavar="SEED", help="make and judge this one call, and keep its folder")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
