"""Damaged files under three readers: python -m tests.columns.campaign [--count N] [--seed S] [FOLDER...].

The Kaitai parser, the construct and the columns have to agree on every one: leaf by leaf, in accepting and refusing,
and in path and offset of the refusal. Each file is made from one of the corpus and a seed; one on which they do not
agree is kept as `disagree-SEED.SCHEMA`.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.campaign import MUTATIONS
from tests.columns.trees import LISTS, judge
from tests.conftest import CORPUS

#: Larger files take too long to be read thousands of times by the debug parser.
FILE_BYTES = 8 * 1024

Original = tuple[str, bytes]


def originals(folder: Path = CORPUS, limit: int = FILE_BYTES) -> list[Original]:
    """The files below a folder that a schema with columns describes, with its name."""
    paths = sorted(path for path in folder.rglob("*") if path.suffix[1:] in LISTS and path.is_file())
    return [(path.suffix[1:], path.read_bytes()) for path in paths if path.stat().st_size <= limit]


def damaged(files: list[Original], seed: int) -> Original:
    """A file with a defect or some; each schema is as likely as the others."""
    rng = random.Random(seed)
    schema = rng.choice(sorted({name for name, _ in files}))
    data = bytearray(rng.choice([original for name, original in files if name == schema]))
    while data:
        rng.choice(MUTATIONS)(rng, data)
        if rng.random() < 0.7:
            break
    return schema, bytes(data)


_files: list[Original] = []


def _start(files: list[Original]) -> None:
    _files.extend(files)


def _judged(seed: int) -> tuple[int, str, str, str]:
    """Seed, schema, "accepted", "refused" or "disagree", and in the last case how."""
    schema, data = damaged(_files, seed)
    try:
        accepted, _ = judge(schema, data)
    except Exception:  # noqa: BLE001  whatever escapes is the result
        return seed, schema, "disagree", traceback.format_exc()
    return seed, schema, "accepted" if accepted else "refused", ""


def main() -> int:
    """Run a campaign; the exit code is 1 when the readers disagreed."""
    parser = argparse.ArgumentParser(prog="python -m tests.columns.campaign", description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("folders", nargs="*", type=Path, default=[CORPUS], help="where the original files are")
    options = parser.parse_args()
    files = [found for folder in options.folders for found in originals(folder)]
    counts: Counter[tuple[str, str]] = Counter()
    with ProcessPoolExecutor(os.cpu_count(), initializer=_start, initargs=(files,)) as pool:
        seeds = range(options.seed, options.seed + options.count)
        for seed, schema, verdict, details in pool.map(_judged, seeds, chunksize=100):
            counts[schema, verdict] += 1
            if details:
                kept = Path(f"disagree-{seed}.{schema}")
                kept.write_bytes(damaged(files, seed)[1])
                print(f"seed {seed}, kept as {kept}:\n{details}", file=sys.stderr)
    for (schema, verdict), count in sorted(counts.items()):
        print(f"{schema:6} {verdict:9} {count:>9,}")
    return 1 if any(verdict == "disagree" for _, verdict in counts) else 0


if __name__ == "__main__":
    raise SystemExit(main())
