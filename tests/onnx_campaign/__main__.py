"""The command: see the package."""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.onnx_campaign import __doc__ as _what
from tests.onnx_campaign.attacks import attacks
from tests.onnx_campaign.damage import damaged
from tests.onnx_campaign.seeds import node_seeds, own_seeds, write_external

#: Seconds after which a worker that says nothing is ended.
PATIENCE = 60.0
BROKEN = {"DEFECT", "TOO MUCH", "TOO LONG", "ENDED"}


class Worker:
    """A process that compiles files, started anew when it ends."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def outcome(self, path: Path) -> dict[str, Any]:
        """What became of a file."""
        process = self._process = self._process or _started()
        assert process.stdin is not None
        assert process.stdout is not None
        clock = threading.Timer(PATIENCE, process.kill)
        clock.start()
        try:
            process.stdin.write(f"{path}\n")
            process.stdin.flush()
            line = process.stdout.readline()
        finally:
            clock.cancel()
        if line:
            found: dict[str, Any] = json.loads(line)
            return found
        self._process = None
        return {"verdict": "ENDED", "text": f"by signal {-process.wait()}", "seconds": 0.0, "bytes": 0}

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()


def _started() -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-m", "tests.onnx_campaign.worker"], stdin=pipe, stdout=pipe, text=True)


def files(count: int, seed: int, *, nodes: bool) -> Iterator[tuple[str, bytes]]:
    """Names and bytes of damaged models."""
    seeds = [*own_seeds(), *(node_seeds() if nodes else ())]
    for number in range(count):
        chance = random.Random(f"{seed}/{number}")
        # Half of the files come from the few that have more than one node.
        chosen = chance.choice(seeds[:10] if chance.random() < 0.5 else seeds)
        yield f"{seed}-{number}", damaged(chosen, seeds, chance)


def main() -> int:
    """Print what became of the files."""
    parser = argparse.ArgumentParser(prog="python -m tests.onnx_campaign", description=_what)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--attacks", action="store_true", help="the attacks instead of damaged files")
    parser.add_argument("--only", default="", help="names that contain this")
    parser.add_argument("--keep", type=Path, help="folder for the files that break a promise")
    given = parser.parse_args()
    verdicts: Counter[str] = Counter()
    slowest, largest = (0.0, ""), (0, "")
    worker = Worker()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.onnx"
        write_external(Path(folder))
        for name, data in attacks() if given.attacks else files(given.count, given.seed, nodes=True):
            if given.only not in name:
                continue
            path.write_bytes(data)
            found = worker.outcome(path)
            verdicts[found["verdict"]] += 1
            slowest, largest = max(slowest, (found["seconds"], name)), max(largest, (found["bytes"], name))
            if found["verdict"] in BROKEN:
                print(f"{name} ({len(data)} bytes): {found['verdict']}: {found['text']}")
                if given.keep:
                    given.keep.mkdir(parents=True, exist_ok=True)
                    (given.keep / f"{name}.onnx").write_bytes(data)
    worker.close()
    print(
        f"{sum(verdicts.values())} files:", ", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common())
    )
    print(f"slowest {slowest[0]:.2f} s ({slowest[1]}), largest {largest[0] >> 20} MiB ({largest[1]})")
    return int(bool(BROKEN & verdicts.keys()))


if __name__ == "__main__":
    sys.exit(main())
