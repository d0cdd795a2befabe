"""Reference runs by onnxruntime, in a process of its own: it trusts the model as the onnx package does."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from google.protobuf.message import Message
from onnx import ModelProto, TensorProto

from nacformats.codec.columns.arrays import Array
from nacformats.codec.streams import Source
from nacformats.errors import InvalidError, LimitError
from nacformats.onnx.reading.library import LibraryError, LibraryProcess
from nacformats.onnx.reading.library_process import ONNXRUNTIME
from nacformats.onnx.reading.loading import opened
from nacformats.onnx.reading.tensors import ExternalData
from nacformats.runtime.budget import checked_memory


def run_onnx(path: Path, inputs: Sequence[Array], seconds: int) -> list[Array]:
    """Return the outputs of a model.

    onnxruntime opens no file that the model names: external data is copied to a folder of its own.

    Args:
        path: of the model.
        inputs: in its order.
        seconds: of computing time that it may take.

    Raises:
        InvalidError: onnxruntime refuses the model or the inputs, or crashes.
        LimitError: it takes too much time or memory.
        ImportError: there is no onnxruntime.
    """
    if find_spec(ONNXRUNTIME) is None:
        raise ImportError("comparing with an ONNX model needs onnxruntime: pip install 'nacformats[onnx]'")
    from nacformats.onnx.running.session import NO_MEMORY  # noqa: PLC0415  an extra

    model, files, name = opened(path)
    memory = checked_memory(None)
    with tempfile.TemporaryDirectory() as folder:
        np.savez(Path(folder) / "inputs.npz", *inputs)
        _place(model, files, Path(folder), memory)
        words = [ONNXRUNTIME, *sys.path]
        with LibraryProcess(ONNXRUNTIME, memory, seconds, name, words) as process:
            try:
                results = process.call("run", model, folder)
            except LibraryError as error:
                kind = LimitError if any(text in str(error) for text in NO_MEMORY) else InvalidError
                raise kind(f"onnxruntime does not run {name} on these inputs: {error}", format="onnx") from None
    with np.load(BytesIO(results)) as found:
        return list(found.values())


def _place(model: ModelProto, files: ExternalData, folder: Path, most: int) -> None:
    """Copy the files of external data to a folder, each once, and let the model say so."""
    names: dict[Source, str] = {}
    for tensor in _external(model):
        for entry in tensor.external_data:
            if entry.key != "location":
                continue
            source = files.source(entry.value, tensor.name)
            if source not in names:
                names[source] = f"weights{len(names)}"
                most -= source.size
                if most < 0:
                    reason = "the external data is larger than the memory that a run may take"
                    raise LimitError(reason, format="onnx", hint="the model is compiled, but not compared")
                (folder / names[source]).write_bytes(source.view)
            entry.value = names[source]


def _external(message: Any) -> Iterator[Any]:
    """Yield all tensors inside of a message that have their elements elsewhere."""
    if isinstance(message, TensorProto):
        if message.data_location == TensorProto.EXTERNAL:
            yield message
        return
    for _field, value in message.ListFields():
        for item in [value] if isinstance(value, Message | str | bytes | int | float) else value:
            if isinstance(item, Message):
                yield from _external(item)
