"""Coverage-guided files under all readers: python -m tests.atheris_readers FORMAT [-max_total_time=300 ...].

Needs Atheris (`pip install atheris`), which follows what a file makes the readers do and keeps whatever makes them do
something new. It starts from files that nacformats.fuzz makes, and one mutation in four is a file of the schema with
one damage; the rest are those of libFuzzer, which takes the other arguments. Files are checked as by tests.campaign,
but for JavaScript, and kept in build/atheris/FORMAT; one that breaks a promise is written to the current folder.
"""

from __future__ import annotations

import random
import sys
from functools import partial
from pathlib import Path
from zlib import crc32

import atheris

with atheris.instrument_imports(include=["nacformats", "kaitaistruct", "construct"]):
    from nacformats.formats import formats
    from nacformats.fuzz import Maker
    from tests.campaign.files import CORPUS, EXAMPLES, FILE_BYTES, ROOT, Bases, originals
    from tests.campaign.readers import compare_readers
    from tests.contract import read_under_contract

#: Files to start from.
SEEDS = 200
#: Of so many mutations, one is a damaged file of the schema.
BY_SCHEMA = 4


def main() -> None:
    """Run libFuzzer until it is stopped or a file breaks a promise."""
    if len(sys.argv) < 2 or sys.argv[1] not in formats():
        raise SystemExit(f"give a format: {', '.join(formats())}")
    name = sys.argv[1]
    folder = ROOT / "build" / "atheris" / name
    write_seeds(name, folder)
    options = [sys.argv[0], str(folder), f"-max_len={FILE_BYTES}", *sys.argv[2:]]
    atheris.Setup(options, partial(check, name), custom_mutator=partial(mutate, Maker(name, max_size=FILE_BYTES // 8)))
    atheris.Fuzz()


def write_seeds(name: str, folder: Path) -> None:
    """Files to start from: made by the schema, by what knows the format, and of examples and the corpus."""
    folder.mkdir(parents=True, exist_ok=True)
    found = [data for format_name, data in originals(EXAMPLES, CORPUS) if format_name == name]
    bases = Bases(name, found, FILE_BYTES // 8)
    for seed in range(SEEDS):
        (folder / f"seed-{seed}").write_bytes(bases.choose(random.Random(seed)).data)


def check(name: str, data: bytes) -> None:
    """Whatever leaves this function ends the run."""
    read_under_contract(name, data)
    compare_readers(name, data, crc32(data))


def mutate(maker: Maker, data: bytes, max_size: int, seed: int) -> bytes:
    """Other bytes: those of a damaged file of the schema, or those that libFuzzer makes of the given ones."""
    rng = random.Random(seed)
    if rng.randrange(BY_SCHEMA) == 0:
        return maker.near(rng).data[:max_size]
    return bytes(atheris.Mutate(data, max_size))


if __name__ == "__main__":
    main()
