"""Mutated files of every format, read under the contract: python -m tests.campaign [--count N] [--seed S] [FILE...].

Each mutant is made from a file of examples/ (or a given one) and a seed, so that one that breaks the contract can be
made again. It is kept as `broken-SEED.SUFFIX`.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from nacformats.formats import formats
from tests.contract import check_contract

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
#: Larger files take too long to be read thousands of times.
FILE_BYTES = 64 * 1024
#: No mutant of a small file may take longer than this, in seconds.
PATIENCE = 5.0
#: What a process of the campaign may reserve, in bytes.
MEMORY_BYTES = 8 * 1024**3
#: Values at which counts, lengths and offsets tend to go wrong.
BOUNDARIES = (0, 1, *(2**bits + delta for bits in (7, 8, 15, 16, 31, 32, 63, 64) for delta in (-1, 0)))


@dataclass(frozen=True)
class Outcome:
    """What became of one mutant: "accepted", "refused", or "broken" when it broke the contract, and then how."""

    seed: int
    format: str
    verdict: str
    details: str = ""


def _flip(rng: random.Random, data: bytearray) -> None:
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def _replace(rng: random.Random, data: bytearray) -> None:
    data[rng.randrange(len(data))] = rng.randrange(256)


def _boundary(rng: random.Random, data: bytearray) -> None:
    size = rng.choice((1, 2, 4, 8))
    start = rng.randrange(len(data))
    data[start : start + size] = (rng.choice(BOUNDARIES) % 256**size).to_bytes(size, "little")


def _cut(rng: random.Random, data: bytearray) -> None:
    del data[rng.randrange(len(data)) :]


def _remove(rng: random.Random, data: bytearray) -> None:
    start = rng.randrange(len(data))
    del data[start : start + rng.randrange(1, 9)]


def _insert(rng: random.Random, data: bytearray) -> None:
    start = rng.randrange(len(data) + 1)
    data[start:start] = rng.randbytes(rng.randrange(1, 9))


def _repeat(rng: random.Random, data: bytearray) -> None:
    start, length, target = rng.randrange(len(data)), rng.randrange(1, 65), rng.randrange(len(data) + 1)
    data[target:target] = data[start : start + length]


MUTATIONS: tuple[Callable[[random.Random, bytearray], None], ...] = (
    _flip,
    _replace,
    _boundary,
    _cut,
    _remove,
    _insert,
    _repeat,
)


def seeds_of(folder: Path = EXAMPLES) -> list[tuple[str, bytes]]:
    """The small files below a folder that have the suffix of a format, each with the name of that."""
    names = {entry.suffix: entry.name for entry in formats().values()}
    paths = sorted(path for path in folder.rglob("*") if path.suffix in names and path.stat().st_size <= FILE_BYTES)
    return [(names[path.suffix], path.read_bytes()) for path in paths]


def mutant(files: Sequence[tuple[str, bytes]], seed: int) -> tuple[str, bytes]:
    """A format and bytes that are nearly a file of it; most have one defect, some several."""
    rng = random.Random(seed)
    name = rng.choice(sorted({name for name, _ in files}))
    data = bytearray(rng.choice([original for format_name, original in files if format_name == name]))
    while data:
        rng.choice(MUTATIONS)(rng, data)
        if rng.random() < 0.7:
            break
    return name, bytes(data)


def judge(files: Sequence[tuple[str, bytes]], seed: int) -> Outcome:
    """Check one mutant against the contract and the clock."""
    name, data = mutant(files, seed)
    start = time.perf_counter()
    try:
        accepted = check_contract(name, data)
        elapsed = time.perf_counter() - start
        assert elapsed < PATIENCE, f"took {elapsed:.1f} s"
    except Exception:  # noqa: BLE001  whatever escapes is the result
        return Outcome(seed, name, "broken", traceback.format_exc())
    return Outcome(seed, name, "accepted" if accepted else "refused")


_files: list[tuple[str, bytes]] = []


def _start(files: list[tuple[str, bytes]]) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    _files.extend(files)


def _judge(seed: int) -> Outcome:
    return judge(_files, seed)


def campaign(files: list[tuple[str, bytes]], seeds: range) -> Iterator[Outcome]:
    """The outcome of every mutant, on all processors."""
    with ProcessPoolExecutor(os.cpu_count(), initializer=_start, initargs=(files,)) as pool:
        yield from pool.map(_judge, seeds, chunksize=200)


def main() -> int:
    """Run a campaign; the exit code is 1 when a mutant broke the contract."""
    parser = argparse.ArgumentParser(prog="python -m tests.campaign", description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("folders", nargs="*", type=Path, default=[EXAMPLES], help="where the original files are")
    options = parser.parse_args()
    files = [found for folder in options.folders for found in seeds_of(folder)]
    counts: Counter[tuple[str, str]] = Counter()
    outcomes = campaign(files, range(options.seed, options.seed + options.count))
    for outcome in outcomes:
        counts[outcome.format, outcome.verdict] += 1
        if outcome.details:
            report(files, outcome)
    for (name, verdict), count in sorted(counts.items()):
        print(f"{name:6} {verdict:9} {count:>9,}")
    return 1 if any(verdict == "broken" for _, verdict in counts) else 0


def report(files: Sequence[tuple[str, bytes]], outcome: Outcome) -> None:
    """Print why a mutant broke the contract, and keep it."""
    name, data = mutant(files, outcome.seed)
    kept = Path(f"broken-{outcome.seed}{formats()[name].suffix}")
    kept.write_bytes(data)
    print(f"seed {outcome.seed} ({name}), kept as {kept}:\n{outcome.details}", file=sys.stderr)


if __name__ == "__main__":
    raise SystemExit(main())
