"""Every operator that the torch engine allows, called with hostile arguments: what dies, hangs, or reads at random.

    python -m tests.runtime.campaign [--rounds 200] [--seed 0] [--guard] [--trust] [OPERATOR ...]

Each round of an operator is called in two processes whose heaps are filled with different bytes: results that differ
come from memory that nobody wrote, or from chance. With --guard (Linux, a C compiler) the blocks of PyTorch lie between
pages that may not be touched. With --trust the operators are called without the engine's checks in front, to see what
they are for.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).resolve()
#: The bytes that fill the two heaps.
FILLS = (85, 170)
#: Address space of a child, in bytes, and the longest call, in seconds.
MEMORY, SECONDS = 4_000_000_000, 60
#: How long a child may take to import PyTorch.
STARTING = 300
#: Results above this many bytes are not compared element by element.
COMPARED = 1 << 26


# the child


def digest(engine: Any, value: Any) -> str:
    """A result in one word; NaN is NaN, whatever its bits."""
    if isinstance(value, list | tuple):
        return "(" + ",".join(digest(engine, item) for item in value) + ")"
    if not hasattr(value, "shape"):
        return repr(value).replace(" ", "")
    array = engine.array(value)
    if array.dtype.kind == "V" or str(array.dtype) == "bfloat16":
        array = array.astype(np.float32)
    if array.nbytes > COMPARED:
        return f"{array.dtype}{array.shape}"
    if array.dtype.kind == "f":
        array = np.where(np.isnan(array), np.array(7.25, array.dtype), array)
    if array.dtype.kind == "c":
        array = np.where(np.isnan(array), np.array(7.25, array.dtype), array)
    return hashlib.sha1(np.ascontiguousarray(array).tobytes() + f"{array.dtype}{array.shape}".encode()).hexdigest()[:12]


def work(names: Sequence[str], start: int, rounds: int, seed: int, trust: bool, log: int) -> None:
    """Call each operator `rounds` times, the first one from round `start` on; each call has two lines in the log."""
    from nacformats.runtime.engines.torch_engine import TorchEngine
    from tests.runtime.hostile import Hostile

    warnings.simplefilter("ignore")
    engine = TorchEngine("all" if trust else None)
    for name in names:
        kernel = engine.find(name)
        assert kernel is not None, name
        for number in range(start, rounds):
            hostile = Hostile(kernel, f"{name}/{seed}/{number}")
            positional, named = hostile.call()
            os.write(log, f"? {name} {number}\n".encode())
            try:
                with engine.running():
                    said = digest(engine, called(engine, kernel, positional, named, number))
            except Exception as error:  # noqa: BLE001  any exception is an answer, death is not
                said = f"!{type(error).__name__}"
            os.write(log, f"= {said.replace(' ', '')}\n".encode())
        start = 0


def called(engine: Any, kernel: Any, positional: Sequence[Any], named: dict[str, Any], number: int) -> Any:
    """The result of one call with arrays, as the engine makes it."""
    from nacformats.graph.calls import arranged

    names = [each.name for each in kernel.parameters or () if not each.keyword_only]
    given = engine.prepare(kernel, {**dict(zip(names, positional, strict=False)), **named})
    function, arguments = arranged(kernel, given)
    return function(*(tensors(engine, value, number) for value in arguments))


def tensors(engine: Any, value: Any, number: int) -> Any:
    """Arrays as tensors in memory that PyTorch allocated, or NumPy in every third call."""
    if isinstance(value, list | tuple):
        return [tensors(engine, item, number) for item in value]
    if not isinstance(value, np.ndarray | np.generic):
        return value
    tensor = engine.tensor(np.array(value, order="K") if number % 3 else np.asarray(value))
    return tensor.clone() if number % 3 else tensor


# the parent


@dataclass
class Outcome:
    """What one heap gave: answers by call, and the calls that ended the process."""

    answers: dict[tuple[str, int], str] = field(default_factory=dict)
    deaths: dict[tuple[str, int], str] = field(default_factory=dict)
    printed: str = ""


def survey(names: Sequence[str], rounds: int, seed: int, fill: int, guard: Path | None, trust: bool) -> Outcome:
    """Call everything in children with one filling, a new child after each death."""
    outcome = Outcome()
    left, start = list(names), 0
    while left:
        last, end = _child(outcome, left, (start, rounds, seed), fill, guard, trust)
        if end == "0":
            break
        name, number = last
        if not name:
            raise RuntimeError(f"a child ended before any call: {end}\n{outcome.printed}")
        outcome.deaths[last] = end
        sys.stderr.write(f"{name} round {number}: {end}\n")
        left, start = left[left.index(name) :], number + 1
        if sum(dead == name for dead, _ in outcome.deaths) >= 3:
            left, start = left[1:], 0
    return outcome


def _child(
    outcome: Outcome, names: Sequence[str], bounds: tuple[int, int, int], fill: int, guard: Path | None, trust: bool
) -> tuple[tuple[str, int], str]:
    """Run one child; the last call, and how the child ended."""
    environment = {**os.environ, "MALLOC_PERTURB_": str(fill), "GUARD_FILL": str(fill), "TORCH_CPP_LOG_LEVEL": "ERROR"}
    if guard is not None:
        environment["LD_PRELOAD"] = str(guard)
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile("w+") as printed:
        log = Path(folder, "log")
        log.touch()
        code = (
            f"import os\nfrom tests.runtime import campaign\ncampaign.limit({guard is None})\n"
            f"log = os.open({str(log)!r}, os.O_WRONLY | os.O_APPEND)\n"
            f"campaign.work({list(names)!r}, *{bounds!r}, {trust}, log)"
        )
        child = subprocess.Popen(
            [sys.executable, "-c", code], cwd=HERE.parents[2], env=environment, stdout=printed, stderr=printed
        )
        end = _waited(child, log)
        printed.seek(0)
        outcome.printed += printed.read()
        return _read(outcome, log.read_text().splitlines()), end


def _waited(child: subprocess.Popen[bytes], log: Path) -> str:
    """How a child ended; one whose log does not grow is ended."""
    size, since = -1, time.monotonic()
    while True:
        try:
            return str(child.wait(0.5))
        except subprocess.TimeoutExpired:
            if log.stat().st_size != size:
                size, since = log.stat().st_size, time.monotonic()
            elif time.monotonic() - since > (SECONDS if size else STARTING):
                child.kill()
                child.wait()
                return "hang"


def _read(outcome: Outcome, lines: Sequence[str]) -> tuple[str, int]:
    last = ("", 0)
    for line in lines:
        kind, _, rest = line.partition(" ")
        if kind == "?":
            name, number = rest.split()
            last = name, int(number)
        elif kind == "=":
            outcome.answers[last] = rest
    return last


def limit(bounded: bool) -> None:
    """Bound the memory of this process, where the system can."""
    try:
        import resource
    except ImportError:
        return
    if bounded:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def operators() -> list[str]:
    """What is allowed, and is not merely absent from this PyTorch."""
    from nacformats.runtime.engines import torch_engine
    from nacformats.runtime.engines.base import ALLOWED

    return sorted(name for name in ALLOWED if torch_engine._operator(name) is not None)


def built_guard(folder: str) -> Path:
    library = Path(folder, "guard.so")
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, HERE.with_name("guard.c")], check=True)
    return library


def findings(names: Sequence[str], rounds: int, seed: int, guard: Path | None, trust: bool) -> Iterator[str]:
    """Deaths, hangs and differences of one campaign, and its counts at the end."""
    with ThreadPoolExecutor(len(FILLS)) as pool:
        first, second = pool.map(lambda fill: survey(names, rounds, seed, fill, guard, trust), FILLS)
    for outcome in (first, second):
        for (name, number), end in outcome.deaths.items():
            yield f"DIED {name} round {number}: {end}"
    shared = first.answers.keys() & second.answers.keys()
    for call in sorted(shared):
        if first.answers[call] != second.answers[call]:
            yield f"DIFFERS {call[0]} round {call[1]}: {first.answers[call]} {second.answers[call]}"
    for line in sorted(set((first.printed + second.printed).splitlines())):
        yield f"PRINTED {line[:300]}"
    gave = [name for (name, _), answer in first.answers.items() if not answer.startswith("!")]
    calls = len(first.answers) + len(second.answers)
    yield f"{len(names)} operators, {calls} calls; {len(gave)} of {len(first.answers)} different ones gave a result"
    yield f"without any result: {', '.join(sorted(set(names) - set(gave))) or 'none'}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("operators", nargs="*")
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--guard", action="store_true")
    parser.add_argument("--trust", action="store_true")
    options = parser.parse_args()
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        guard = built_guard(folder) if options.guard else None
        for line in findings(options.operators or operators(), options.rounds, options.seed, guard, options.trust):
            bad += line.startswith(("DIED", "DIFFERS", "PRINTED"))
            sys.stdout.write(line + "\n")
    return min(bad, 1)


if __name__ == "__main__":
    raise SystemExit(main())
