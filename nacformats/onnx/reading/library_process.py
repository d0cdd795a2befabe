"""The process that `library` starts: it calls native code on models that nobody has checked.

It is run by its path. For the onnx package it imports nothing but its extension module, so that it starts in a few
hundredths of a second. Each request and each reply is a line of JSON and the bytes that it announces.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from io import BytesIO
from pathlib import Path
from typing import Any

#: Bytes of stack: what recurses deeper ends the process, whatever the caller's own limit is.
_STACK = 8 * 1024**2
#: The library that runs models.
ONNXRUNTIME = "onnxruntime"


def main(memory: int, seconds: int, library: str, *paths: str) -> None:
    """Answer requests until there are no more.

    Args:
        memory: bytes that the process may take besides what it has when it starts.
        seconds: of computing time.
        library: path of the extension module of the onnx package, or the name of onnxruntime.
        paths: where packages are, for onnxruntime.
    """
    with os.fdopen(os.dup(1), "wb") as replies:
        _silence()
        sys.path += paths
        tasks = _tasks_of_onnxruntime() if library == ONNXRUNTIME else _tasks(_loaded(library))
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


def _tasks_of_onnxruntime() -> dict[str, Callable[..., bytes | None]]:
    import numpy as np  # noqa: PLC0415  not for the onnx package
    import onnxruntime  # noqa: PLC0415  not for the onnx package

    def run(model: bytes, folder: str) -> bytes:
        """Return the results for the inputs in a folder, which has the external data too; one thread is one stack."""
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.add_session_config_entry("session.load_model_format", "ONNX")
        options.add_session_config_entry("session.model_external_initializers_file_folder_path", folder)
        session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        with np.load(Path(folder) / "inputs.npz") as given:
            names = [port.name for port in session.get_inputs()]
            results = session.run(None, dict(zip(names, given.values(), strict=True)))
        written = BytesIO()
        np.savez(written, *results)
        return written.getvalue()

    return {"run": run}


def _loaded(extension: str) -> Any:
    """Return the extension module without its package, which takes ten times as long to import."""
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
    """Return the bytes of address space that this process has; a generous guess where the system does not say."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 1024**3


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])
