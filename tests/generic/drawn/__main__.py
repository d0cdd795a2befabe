"""The command: `python -m tests.generic.drawn --help`."""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from collections import Counter
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml

from nacformats.schema.sources import ROOT, SCHEMA_DIR
from tests.generic.drawn.examine import Result, examine
from tests.generic.drawn.schemas import schema
from tests.kaitai import compiler
from tests.kaitai.workers import Lost, run_all

KEPT = ROOT / "build" / "drawn"
#: So many schemas are compiled, and examined, in one process.
BATCH = 50
SECONDS = 600.0


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.generic.drawn",
        description="Random schemas, each with files, under this package and under Kaitai's Python parser. The exit "
        "code is 1 if anything is wrong; schemas with findings are kept in build/drawn.",
    )
    parser.add_argument("--count", type=int, default=100, metavar="N", help="schemas: %(default)s")
    parser.add_argument("--files", type=int, default=20, metavar="N", help="files of each: %(default)s")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="%(default)s")
    parser.add_argument("--start", type=int, default=0, metavar="N", help="the number of the first: %(default)s")
    parser.add_argument("--only", type=int, metavar="N", help="the schema of this number, which is printed")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes at a time: %(default)s")
    parser.add_argument("--alone", action="store_true", help="do not compare with Kaitai's parser")
    options = parser.parse_args(arguments)
    first, count = (options.start, options.count) if options.only is None else (options.only, 1)
    if options.only is not None:
        print(text_of(schema(options.seed, options.only)))
    results = run(options.seed, range(first, first + count), options.files, options.jobs, is_compared=not options.alone)
    print("\n".join(report(results)))
    return 1 if any(each.findings for each in results) else 0


def text_of(drawn: Any) -> str:
    return str(yaml.safe_dump(drawn, sort_keys=False, width=110, allow_unicode=True))


def run(seed: int, numbers: Iterable[int], files: int, jobs: int, *, is_compared: bool = True) -> list[Result]:
    """Return what came of schemas, in no order; is_compared: whether Kaitai's parser is asked too."""
    listed = list(numbers)
    batches = [listed[at : at + BATCH] for at in range(0, len(listed), BATCH)]
    results: list[Result] = []
    for batch, found in run_all(partial(_batch, seed, files, is_compared), batches, seconds=SECONDS, jobs=jobs):
        if isinstance(found, Lost) and len(batch) > 1:  # which one is it?
            found = [each for number in batch for each in run(seed, [number], files, jobs, is_compared=is_compared)]
        elif isinstance(found, Lost):
            found = [Result(f"drawn_{batch[0]}", findings=[f"lost: {found.why}"])]
        for each in found:
            if each.findings:
                _keep(seed, each)
        results += found
    return results


def _batch(seed: int, files: int, is_compared: bool, numbers: list[int]) -> list[Result]:
    with TemporaryDirectory() as name:
        folder = Path(name)
        compiler.CACHE = folder / "cache"  # nobody asks for these again
        shutil.copy(SCHEMA_DIR / "uleb128.ksy", folder)
        paths = [folder / f"drawn_{number}.ksy" for number in numbers]
        for path, number in zip(paths, numbers, strict=True):
            path.write_text(text_of(schema(seed, number)), encoding="utf-8")
        compiled = compiler.Compiler(folder).compile(paths) if is_compared else {}
        return [examine(path, compiled.get(path), files) for path in paths]


def _keep(seed: int, result: Result) -> None:
    KEPT.mkdir(parents=True, exist_ok=True)
    number = int(result.name.rpartition("_")[2])
    comments = "".join(f"# {each}\n" for each in result.findings)
    (KEPT / f"{seed}_{number}.ksy").write_text(comments + text_of(schema(seed, number)), encoding="utf-8")


def report(results: list[Result]) -> list[str]:
    """Return the lines about results: counts, then what is wrong, alike things together."""
    counts = sum((each.outcomes for each in results), Counter[str]())
    lines = [f"{len(results)} schemas, {sum(each.leaves for each in results):,} leaves compared"]
    lines += [
        f"{count:>8,} {name}" for name, count in sorted(counts.items(), key=lambda pair: (pair[0][0] == " ", -pair[1]))
    ]
    groups: dict[str, list[str]] = {}
    for each in results:
        for finding in each.findings:
            groups.setdefault(_alike(finding), []).append(f"{each.name}: {finding}")
    lines.append(
        f"{sum(map(len, groups.values())):,} findings of {sum(bool(each.findings) for each in results)} schemas"
    )
    for group in sorted(groups.values(), key=len, reverse=True):
        lines += [f"{len(group):>6} like {group[0][:700]}"]
    return lines


def _alike(finding: str) -> str:
    """Return a finding without names and numbers."""
    return re.sub(r"b?'[^']*'|\"[^\"]*\"|\b[a-z]\w*_?\d\w*\b|[0-9]+", "", finding.partition(" [")[0])[:70]


if __name__ == "__main__":
    sys.exit(main())
