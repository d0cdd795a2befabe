"""Generated and damaged files of every format under all readers: python -m tests.campaign [--count N] [FOLDER...].

Each file is made from a seed, and made again by `--only SEED`. For every one of them:

- only a FormatError leaves load, validate, detect and is_canonical; validate finds an error exactly when load raises;
- reading takes at most 2 s, and 64 MB of memory plus 16 times the size of the file;
- what is accepted is written back byte for byte, or, of Mind IR, canonically;
- the readers of the schema (the Kaitai parsers for Python and JavaScript, the construct, the columns as NumPy and as C)
  agree on accepting it, on its tree, and on path and offset of the refusal.

A file that breaks a promise is kept in build/campaign.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tests.campaign import javascript
from tests.campaign.checking import Checker
from tests.campaign.counting import Tally
from tests.campaign.files import CORPUS, EXAMPLES, ROOT, Case, Files, Original, originals
from tests.campaign.readers import has_compiled
from tests.campaign.workers import Campaign
from tests.partners import reason

KEPT = ROOT / "build" / "campaign"
#: How often it is said how far the campaign is, in seconds.
PROGRESS = 10.0


def main() -> int:
    """Run a campaign; the exit code is 1 when a file broke a promise."""
    options = _options()
    files = originals(*options.folders)
    missing = reason("kaitai-struct")
    seeds = range(options.seed, options.seed + options.count)
    if options.only is None:
        campaign = Campaign(files, processes=options.processes, with_javascript=missing is None)
        tally = _counted(campaign, seeds, Files(files))
    else:
        tally = _only(files, options.only, with_javascript=missing is None)
    for line in tally.lines():
        print(line)
    if missing is not None:
        print(f"without the JavaScript parsers: {missing}")
    if compiler := reason("ksc"):
        print(f"read by the models alone, no two readers were compared: {compiler}")
    if not all(has_compiled(name) for name in Files(files).names):
        print("without the compiled loops: they are not built here (`python hatch_build.py` builds them)")
    return 1 if tally.broken else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.campaign", description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=100_000, help="how many files (default: 100,000)")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--only", type=int, metavar="SEED", help="check this one file, and keep it")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    folders = [EXAMPLES, CORPUS]
    parser.add_argument("folders", nargs="*", type=Path, default=folders, help="where the original files are")
    return parser.parse_args()


def _counted(campaign: Campaign, seeds: range, files: Files) -> Tally:
    """Run a campaign; say on stderr how far it is, and how files broke promises, as soon as they do."""
    tally = Tally()
    start = said = time.monotonic()
    for part in campaign.run(seeds):
        tally.add(part)
        _report(files, part)
        if time.monotonic() - said >= PROGRESS or tally.files == len(seeds):
            said = time.monotonic()
            rate = tally.files / (said - start)
            text = f"{tally.files:,} of {len(seeds):,} files, {rate:,.0f} a second, {len(tally.broken)} broken"
            print(text, file=sys.stderr, flush=True)
    return tally


def _only(files: Sequence[Original], seed: int, *, with_javascript: bool) -> Tally:
    case = Files(files).case(seed)
    print(f"{case.format}, {case.origin}, {len(case.data):,} bytes, kept as {_kept(case)}", file=sys.stderr)
    tally = Checker(javascript.JavaScript() if with_javascript else None).check([case])
    _report(Files(files), tally)
    return tally


def _kept(case: Case) -> Path:
    KEPT.mkdir(parents=True, exist_ok=True)
    path = KEPT / f"{case.seed}{case.suffix}"
    path.write_bytes(case.data)
    return path


def _report(files: Files, tally: Tally) -> None:
    """Say how files broke promises, and keep them."""
    for broken in tally.broken:
        path = _kept(files.case(broken.seed))
        again = f"python -m tests.campaign --only {broken.seed}"
        print(
            f"\nseed {broken.seed}, kept as {path}, again by `{again}`:\n{broken.details}", file=sys.stderr, flush=True
        )


if __name__ == "__main__":
    raise SystemExit(main())
