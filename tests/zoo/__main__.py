"""The command: `python -m tests.zoo --help`."""

from __future__ import annotations

import argparse
import fnmatch
import statistics
import sys

from tests.zoo.catalogue import SOURCES, Architecture, load
from tests.zoo.checking import Result, Wanted, examine

CHECKS = ("build", "compiled", "no passes", "dynamic", "onnx", "onnx dynamic", "speed")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.zoo", description="Compiled architectures against PyTorch.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="names or patterns; all when there is none")
    parser.add_argument("--list", action="store_true", help="print the names and stop")
    parser.add_argument("--source", choices=SOURCES, action="append", help="only the architectures of one library")
    parser.add_argument("--dynamic", action="store_true", help="compile with dynamic sizes as well")
    parser.add_argument("--no-passes", action="store_true", help="compile without the optimizer as well")
    parser.add_argument("--onnx", action="store_true", help="turn the file into ONNX and run that in onnxruntime")
    parser.add_argument("--speed", action="store_true", help="measure the time of a run against eager PyTorch")
    options = parser.parse_args()
    chosen = _chosen(load(*(options.source or ())), options.names)
    if not chosen:
        parser.error("no architecture has such a name")
    if options.list:
        print("\n".join(f"{each.name}  ({each.source})" for each in chosen))
        return 0
    wanted = Wanted(options.no_passes, options.dynamic, options.onnx, options.speed)
    results = []
    for each in chosen:
        results.append(examine(each, wanted))
        print(_row(results[-1]), flush=True)
    return _summary(results)


def _chosen(catalogue: dict[str, Architecture], patterns: list[str]) -> list[Architecture]:
    return [
        each
        for name, each in catalogue.items()
        if not patterns or any(fnmatch.fnmatch(name, pattern) for pattern in patterns)
    ]


def _row(result: Result) -> str:
    cells = [f"{result.name:<24} {result.operations or '':>5} ops {result.seconds:6.1f} s "]
    for name in CHECKS:
        reason = result.checks.get(name)
        if reason is not None:
            cells.append(f"{name}: {'ok' if not reason else '-' if reason.startswith('-') else 'FAILED'}")
    if result.times:
        ratio = result.times["numpy"] / result.times["eager"]
        cells.append(f"eager {result.times['eager'] * 1e3:.2f} ms, numpy {ratio:.2f}x")
    return "  ".join(cells) + "".join(f"\n    {name}: {reason}" for name, reason in result.checks.items() if reason)


def _summary(results: list[Result]) -> int:
    failed = [result for result in results if result.failed]
    print(f"\n{len(results) - len(failed)} of {len(results)} architectures pass")
    for name in CHECKS:
        made = [result.checks[name] for result in results if name in result.checks]
        passed, skipped = made.count(""), sum(reason.startswith("-") for reason in made)
        if made and name != "build":
            print(f"  {name}: {passed} of {len(made) - skipped}" + (f", {skipped} do not apply" if skipped else ""))
    ratios = [result.times["numpy"] / result.times["eager"] for result in results if result.times]
    if ratios:
        print(f"  time against eager: median {statistics.median(ratios):.2f}x, worst {max(ratios):.2f}x")
    for result in failed:
        print(f"  {result.name}: {', '.join(result.failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
