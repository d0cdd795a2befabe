"""Run the benchmarks and print one table of ratios: python -m benchmarks [NAME ...] [--markdown]."""

from __future__ import annotations

import argparse
import importlib
import pkgutil
from collections.abc import Iterator

from rich.console import Console
from rich.table import Table

import benchmarks
from benchmarks._common import Comparison

PREFIX = "bench_"


def main() -> int:
    """Run what was named, or everything; the exit code is 1 when a goal was missed."""
    names = sorted(info.name for info in pkgutil.iter_modules(benchmarks.__path__) if info.name.startswith(PREFIX))
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    known = [name.removeprefix(PREFIX) for name in names]
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"any of {', '.join(known)}")
    parser.add_argument("--markdown", action="store_true", help="print the table for a README")
    arguments = parser.parse_args()
    if unknown := set(arguments.names) - set(known):
        parser.error(f"unknown benchmark {', '.join(sorted(unknown))}: known are {', '.join(known)}")
    results = list(_results(arguments.names or known))
    print(markdown(results)) if arguments.markdown else Console().print(table(results))
    return 1 if any(result.reached is False for result in results) else 0


def _results(names: list[str]) -> Iterator[Comparison]:
    with Console(stderr=True).status("") as status:
        for name in names:
            status.update(f"benchmark {name}")
            yield from importlib.import_module(f"benchmarks.{PREFIX}{name}").run()


HEADINGS = ("what", "measured", "baseline", "ratio", "goal", "reached")


def rows(results: list[Comparison]) -> Iterator[tuple[str, ...]]:
    """One row for each contender but the baseline; the first one shows the goal."""
    for result in results:
        for contender, value in result.values.items():
            if contender == result.baseline:
                continue
            first = contender == result.subject
            yield (
                result.title if first else "",
                f"{contender} {_amount(value, result.unit)}",
                f"{result.baseline} {_amount(result.values[result.baseline], result.unit)}",
                f"{result.ratio(contender):.3g}x",
                f"{result.goal:.3g}x" if first and result.goal is not None else "",
                {True: "yes", False: "NO", None: ""}[result.reached] if first else "",
            )


def table(results: list[Comparison]) -> Table:
    """The results for a terminal."""
    shown = Table(*HEADINGS, title="how many times less than the baseline (time or memory)")
    for row in rows(results):
        shown.add_row(*row, style="red" if row[-1] == "NO" else None)
    return shown


def markdown(results: list[Comparison]) -> str:
    """The results as a Markdown table."""
    lines = [HEADINGS, ("---",) * len(HEADINGS), *rows(results)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _amount(value: float, unit: str) -> str:
    steps = {
        "s": ((1, "s"), (1e-3, "ms"), (1e-6, "µs"), (0, "ns")),
        "B": ((2**20, "MiB"), (2**10, "KiB"), (0, "B")),
        "x": ((0, "x"),),
    }
    scale, name = next((scale, name) for scale, name in steps[unit] if value >= scale)
    return f"{value / (scale or {'ns': 1e-9, 'B': 1, 'x': 1}[name]):.3g} {name}"


if __name__ == "__main__":
    raise SystemExit(main())
