"""The native code of the onnx package and of onnxruntime, in a process of its own.

Checking, converting, inlining, inferring shapes and running are C++ that trusts the model: files of a few hundred bytes
make it run for ever, take all memory, or crash. So none of it runs in this process, and the other one has limits.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any, Self

from onnx import ModelProto, onnx_cpp2py_export

from nacformats import limits
from nacformats.errors import FormatError, InvalidError, LimitError
from nacformats.onnx.reading import library_process
from nacformats.printing import size_text

#: Windows opens no window for the process.
_FLAGS = getattr(subprocess, "CREATE_NO_WINDOW", 0)
_TASKS = {
    "check": "checks",
    "inline": "inlines the functions of",
    "convert": "converts",
    "expand": "expands the operators of",
    "infer": "infers the shapes of",
    "run": "runs",
}


class LibraryError(Exception):
    """An error that the library raises for a model.

    Attributes:
        kind: the name of its exception.
    """

    def __init__(self, kind: str, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind


class LibraryProcess:
    """A process that calls a library on models; a context manager, after which the process is gone.

    Args:
        library: what messages call it.
        memory: bytes that the process may take.
        seconds: of computing time that it may take.
        name: of the model, for messages.
        words: further arguments of the process.
    """

    def __init__(self, library: str, memory: int, seconds: int, name: str, words: Sequence[str]) -> None:
        self._library = library
        self._memory = memory
        self._seconds = seconds
        self._name = name
        self._process = _started(
            [sys.executable, "-I", "-S", library_process.__file__, f"{memory}", f"{seconds}", *words]
        )
        self._is_late = False
        self._clock = threading.Timer(limits.ONNX_PATIENCE * seconds, self._give_up)
        self._clock.daemon = True

    def __enter__(self) -> Self:
        self._clock.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._clock.cancel()
        self._process.kill()
        self._process.communicate()

    def _give_up(self) -> None:
        self._is_late = True
        self._process.kill()

    def call(self, task: str, model: ModelProto, *arguments: Any) -> bytes:
        """Return the library's answer for a model. LibraryError when it raises, FormatError when the process ends."""
        data = model.SerializeToString()
        request = json.dumps({"task": task, "size": len(data), "arguments": arguments}).encode()
        channel, replies = self._process.stdin, self._process.stdout
        assert channel is not None
        assert replies is not None
        try:
            channel.write(request + b"\n" + data)
            channel.flush()
        except OSError:
            raise self._ended(task) from None
        line = replies.readline()
        if not line.endswith(b"\n"):
            raise self._ended(task)
        reply = json.loads(line)
        if reply["size"] > self._memory:
            raise self._too_large(task)
        result = replies.read(reply["size"])
        if len(result) < reply["size"]:
            raise self._ended(task)
        if reply.get("error") == "MemoryError":
            raise self._too_large(task)
        if "error" in reply:
            raise LibraryError(reply["error"], reply["reason"])
        return result

    # what becomes of the process

    def _ended(self, task: str) -> FormatError:
        """Return the reason for a missing reply."""
        code = self._process.wait()
        what = _signal_name(-code) if code < 0 else f"exit code {code:#x}"
        if self._is_late or what == "SIGXCPU":
            return self._error(LimitError, task, "takes too long", expected=f"at most {self._seconds} s")
        return self._error(InvalidError, task, f"crashes ({what})", hint="the model is probably damaged")

    def _too_large(self, task: str) -> FormatError:
        return self._error(LimitError, task, "takes too much memory", expected=f"at most {size_text(self._memory)}")

    def _error(self, kind: Callable[..., FormatError], task: str, what: str, **details: Any) -> FormatError:
        return kind(f"{self._library} {what} while it {_TASKS[task]} {self._name}", format="onnx", **details)


class OnnxLibrary(LibraryProcess):
    """The onnx package.

    Args:
        size: bytes of the model, which the limits grow with.
        name: of the model, for messages.
    """

    def __init__(self, size: int, name: str) -> None:
        memory = limits.ONNX_MEMORY + limits.ONNX_MEMORY_PER_BYTE * size
        seconds = limits.ONNX_SECONDS + size * limits.ONNX_SECONDS_PER_MEGABYTE // 1024**2
        super().__init__("the onnx package", memory, seconds, name, [onnx_cpp2py_export.__file__])

    def check(self, model: ModelProto) -> None:
        """Raise LibraryError when the model breaks the rules of ONNX."""
        self.call("check", model)

    def changed(self, task: str, model: ModelProto, *arguments: Any) -> ModelProto:
        """Return what the library makes of a model.

        Args:
            task: "inline" its own functions, "convert" it to an operator set, "expand" all operators but those given by
                domain and name, where they have definitions, or "infer" the types of its values.
            model: left as it is.
            arguments: the operator set, or the operators.
        """
        return ModelProto.FromString(self.call(task, model, *arguments))


def _started(words: list[str]) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    try:
        return subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, creationflags=_FLAGS)  # noqa: S603
    except OSError as error:
        hint = "ONNX models are only given to a process of its own"
        raise LimitError(f"no process can be started: {error.strerror}", format="onnx", hint=hint) from None


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
