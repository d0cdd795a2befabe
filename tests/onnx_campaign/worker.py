"""Compiles the files whose paths come in, one a line, and says what became of each."""

from __future__ import annotations

import json
import sys
import time
import traceback
import warnings
from pathlib import Path
from typing import Any

import nacformats
from nacformats.errors import FormatError
from tests.onnx_campaign import BYTES, SECONDS

_STATUS, _CLEAR = Path("/proc/self/status"), Path("/proc/self/clear_refs")


def outcome(path: Path) -> dict[str, Any]:
    """What became of a file: the verdict, what was raised, seconds, and the most bytes of all processes together."""
    _reset_peak()
    started = time.perf_counter()
    verdict, text = "compiled", ""
    try:
        nacformats.dumps(nacformats.compile(path))
    except FormatError as error:
        verdict, text = type(error).__name__, str(error)
    except Exception:  # noqa: BLE001  this is what is looked for
        verdict, text = "DEFECT", traceback.format_exc()
    seconds, memory = time.perf_counter() - started, _peak()
    if verdict != "DEFECT" and (seconds > SECONDS or memory > BYTES):
        verdict, text = "TOO MUCH", f"{seconds:.1f} s, {memory >> 20} MiB; {verdict}: {text}"
    if len(text) > 20_000:
        verdict, text = "TOO LONG", text[:500]
    return {"verdict": verdict, "text": text, "seconds": seconds, "bytes": memory}


def _reset_peak() -> None:
    try:
        _CLEAR.write_text("5")
    except OSError:
        return


def _peak() -> int:
    """The most memory that this process had, and that any process that it started had."""
    try:
        import resource

        children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
        lines = dict(line.split(":", 1) for line in _STATUS.read_text().splitlines())
    except (ImportError, OSError):
        return 0
    return int(lines["VmHWM"].split()[0]) * 1024 + children


def main() -> None:
    """Until there are no more lines."""
    warnings.simplefilter("ignore")
    import nacformats.onnx.reading  # noqa: F401  its time is none of the first file's

    for line in sys.stdin:
        print(json.dumps(outcome(Path(line.rstrip("\n")))), flush=True)


if __name__ == "__main__":
    main()
