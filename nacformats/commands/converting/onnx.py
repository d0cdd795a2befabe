"""Conversion to an ONNX model (extra `onnx`)."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from nacformats.codec.streams import Buffer
from nacformats.commands.arrays import GivenArrays
from nacformats.commands.opening import about, check_target, opened_model
from nacformats.commands.terminal import DASH, USAGE, CommandError, progress, write_target
from nacformats.files import PathLike, is_special, write_all_atomically
from nacformats.formats.mic.graph import MicGraph
from nacformats.formats.nac import NacFile
from nacformats.runtime.budget import checked_memory

#: What --to calls it.
ONNX = "onnx"


def convert_to_onnx(
    source: str, target: str, read_as: str | None, inputs: str | None, *, strict: bool, force: bool
) -> None:
    """Read the graph in source and write it as an ONNX model; weights that do not fit it go to a file beside it.

    Args:
        source: a NAC file or a Mind IR graph.
        target: the name of the model; its weights may become `<target>.data`.
        read_as: the format of source.
        inputs: an .npz file of example inputs by name, or in0, in1, ...
        strict: whether to read strictly.
        force: whether to replace target.
    """
    from nacformats.onnx.writing import model_and_weights_of  # noqa: PLC0415  it takes long to import

    check_target(target, force=force)
    examples = None if inputs is None else GivenArrays(checked_memory(None)).named(inputs)
    with opened_model(source, read_as, strict=strict) as model, about(source):
        if not isinstance(model, NacFile | MicGraph):
            raise CommandError(f"{source}: {type(model).__name__} holds no graph that ONNX could", USAGE)
        with progress("converting"):
            made = _imported(lambda: model_and_weights_of(model, examples))
        _write(target, made.files(Path(target)), force=force)


def _imported(make: Any) -> Any:
    try:
        return make()
    except ImportError as error:
        raise CommandError(str(error), USAGE) from None


def _write(target: str, files: dict[PathLike, Iterable[Buffer]], *, force: bool) -> None:
    if len(files) == 1:
        write_target(target, files[Path(target)])
        return
    if target == DASH or is_special(target):
        raise CommandError(f"{target}: the weights are a file of their own; write to a file to keep both", USAGE)
    for beside in files.keys() - {Path(target)}:
        check_target(str(beside), force=force)
    with progress(f"writing {target}"):
        write_all_atomically(files)
