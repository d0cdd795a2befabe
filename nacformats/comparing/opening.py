"""Files as models that can be compared, those included that are no format here: .onnx."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from pathlib import Path

from nacformats.api import is_onnx_file, load
from nacformats.comparing.comparison import compare_models
from nacformats.comparing.document import ComparedModels
from nacformats.comparing.models import ComparableModel, comparable_model
from nacformats.comparing.nac import tensor_to_compare
from nacformats.comparing.onnx import ComparedOnnx
from nacformats.conversion.weights import read_sidecar, shapes_of
from nacformats.files import PathLike
from nacformats.formats.base import Model
from nacformats.formats.nac.file.external import ExternalWeights, has_quantized
from nacformats.formats.safetensors import SafetensorsFile


def compare(
    left: PathLike | Model, right: PathLike | Model, *, strict: bool = True, mmap: bool | None = None
) -> ComparedModels:
    """Return what differs between two models, whatever formats hold them.

        found = nacformats.compare("old.nac", "new.onnx")
        [row for row in found.rows if row.mark != "same"]
        [(each.left, each.nmse) for each in found.parameters if each.mark == "changed"]

    Programs are aligned by structure, parameters paired by name, content or role, everything else of two files of one
    format is compared place by place. Where one has no program, weights only are compared.

    Args:
        left, right: paths of .nac, .onnx (extra `onnx`), .micb, .mic2, .safetensors, .gguf or .stb files, or models as
            load gives them.
        strict, mmap: as for nacformats.load.

    Raises:
        FormatError: a file cannot be read.
        TypeError: the two have nothing that can be compared.
        ImportError: reading a file needs an extra that is not installed.
    """
    with ExitStack() as stack:
        models: list[Model | ComparableModel] = []
        names: list[str | None] = []
        for model in (left, right):
            if isinstance(model, Model):
                models.append(model)
                names.append(model.source.name if model.source is not None else None)
            else:
                models.append(stack.enter_context(compared_file(model, strict=strict, mmap=mmap)))
                names.append(os.fsdecode(model))
        sides = [str(name or side) for name, side in zip(names, ("left", "right"), strict=True)]
        return compare_models(*models, names=(sides[0], sides[1]))


@contextmanager
def compared_file(path: PathLike, *, strict: bool = True, mmap: bool | None = None) -> Iterator[ComparableModel]:
    """Give the model in a file, while it is open. strict, mmap: as for nacformats.load.

    Raises:
        FormatError: the file cannot be read.
        ImportError: reading it needs an extra that is not installed.
    """
    suffix = Path(os.fsdecode(path)).suffix.lower()
    if suffix == ".onnx" or is_onnx_file(path):
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
