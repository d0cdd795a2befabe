"""The process that `library` starts: it calls the native code of the onnx package on bytes that nobody has checked.

It is run by its path and imports nothing but the extension module of the onnx package, so that it starts in a few
hundredths of a second. Each request and each reply is a line of JSON and the bytes that it announces.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

#: Bytes of stack: what recurses deeper ends the process, whatever the caller's own limit is.
_STACK = 8 * 1024**2


def main(extension: str, memory: int, seconds: int) -> None:
    """Answer requests until there are no more.

    Args:
        extension: path of the extension module of the onnx package.
        memory: bytes that the process may take besides what it has when it starts.
        seconds: of computing time.
    """
    with os.fdopen(os.dup(1), "wb") as replies:
        _silence()
        tasks = _tasks(_loaded(extension))
        _limit(memory, seconds)
        for line in sys.stdin.buffer:
            request = json.loads(line)
            reply, result = _answer(
                tasks[request["task"]], sys.stdin.buffer.read(request["size"]), request["arguments"]
            )
            replies.write(json.dumps({**reply, "size": len(result)}).encode() + b"\n" + result)
            replies.flush()


def _answer(task: Callable[..., bytes | None], model: bytes, arguments: list[Any]) -> tuple[dict[str, str], bytes]:
    try:
        return {}, task(model, *arguments) or b""
    except Exception as error:  # noqa: BLE001  whatever the library raises is told to the caller
        lines = str(error).strip().splitlines() or [type(error).__name__]
        return {"error": type(error).__name__, "reason": lines[0]}, b""


def _tasks(library: Any) -> dict[str, Callable[..., bytes | None]]:
    def expand(model: bytes, known: list[list[str]]) -> bytes:
        result: bytes = library.inliner.inline_selected_functions2(model, [tuple(name) for name in known], True)
        return result

    return {
        "check": lambda model: library.checker.check_model(model, False, False, False),
        "inline": lambda model: library.inliner.inline_local_functions(model, False),
        "convert": library.version_converter.convert_version,
        "expand": expand,
        # without the propagation of data, which takes time without bound for long vectors
        "infer": lambda model: library.shape_inference.infer_shapes(model, False, False, False),
    }


def _loaded(extension: str) -> Any:
    """The extension module without its package, which takes ten times as long to import."""
    loader = ExtensionFileLoader("onnx_cpp2py_export", extension)
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def _silence() -> None:
    """Let what the library prints go nowhere: standard output belongs to the replies."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)


def _limit(memory: int, seconds: int) -> None:
    """Let the system end this process when it takes more, where the system can do so."""
    try:
        import resource  # noqa: PLC0415  not on Windows
    except ImportError:
        return
    limits = {"CPU": seconds, "STACK": _STACK, "CORE": 0, "FSIZE": 0, "AS": memory + _virtual_memory()}
    for name, value in limits.items():
        kind = getattr(resource, f"RLIMIT_{name}", None)
        if kind is None:
            continue
        _, most = resource.getrlimit(kind)
        value = value if most == resource.RLIM_INFINITY else min(value, most)
        try:
            resource.setrlimit(kind, (value, most))
        except (OSError, ValueError):  # macOS has limits that cannot be set
            continue


def _virtual_memory() -> int:
    """The bytes of address space that this process has; a generous guess where the system does not say."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 1024**3


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
