"""Files as models that can be compared, those included that are no format here: .onnx."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

from nacformats.api import load
from nacformats.comparing.nac import tensor_to_compare
from nacformats.comparing.onnx import ComparedOnnx
from nacformats.comparing.subject import ComparableModel, comparable_model
from nacformats.conversion.weights import read_sidecar, shapes_of
from nacformats.files import PathLike
from nacformats.formats.nac.file.external import ExternalWeights, has_quantized
from nacformats.formats.safetensors import SafetensorsFile


@contextmanager
def compared_file(path: PathLike, *, strict: bool = True, mmap: bool | None = None) -> Iterator[ComparableModel]:
    """The model in a file, while it is open. strict, mmap: as for nacformats.load.

    Raises:
        FormatError: the file cannot be read.
        ImportError: reading it needs an extra that is not installed.
    """
    suffix = Path(os.fsdecode(path)).suffix.lower()
    if suffix == ".onnx":
        yield comparable_model(ComparedOnnx(os.fsdecode(path)))
        return
    sidecar = read_sidecar(path) if suffix == ".stb" else None
    if sidecar is None:
        with load(path, strict=strict, mmap=mmap) as model:
            if isinstance(model, SafetensorsFile) and has_quantized(model.metadata, model.tensors):
                with closing(ExternalWeights(Path(os.fsdecode(path)), mmap)) as weights:
                    found = {name: tensor_to_compare(weights.tensor(name)) for name in weights.names}
                    yield replace(comparable_model(model), tensors=lambda: found)
            else:
                yield comparable_model(model)
        return
    names = {each["id"]: each["name"] for each in sidecar["tensors"]}
    with load(path, strict=strict, mmap=mmap, shape_table=shapes_of(sidecar)) as model:
        yield comparable_model(model, names)
