"""Exported programs from files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import torch

from nacformats.compiler.frontends.torch_export.exporting import quietly, shortened
from nacformats.compiler.frontends.torch_export.stored.archive import TRUST_HINT, ProgramArchive
from nacformats.compiler.frontends.torch_export.stored.tensors import StoredTensors
from nacformats.compiler.frontends.torch_export.stored.vetting import vetted
from nacformats.errors import FormatError, UnsupportedError

#: Records of today's archives.
_PROGRAM = "models/model.json"
_WEIGHTS, _CONSTANTS = "data/weights/", "data/constants/"
_WEIGHTS_TABLE, _CONSTANTS_TABLE = f"{_WEIGHTS}model_weights_config.json", f"{_CONSTANTS}model_constants_config.json"
_SAVED = "model.pt"
#: Records of the archives of PyTorch 2.7 and before.
_OLD_PROGRAM = "serialized_exported_program.json"
_OLD_WEIGHTS, _OLD_CONSTANTS = "serialized_state_dict.pt", "serialized_constants.pt"


def loaded(path: str | os.PathLike[str], *, trust: bool = False) -> torch.export.ExportedProgram:
    """The program that torch.export.save wrote to a file, without sample inputs.

    Args:
        trust: whether torch.export.load may read the file, which runs whatever programs it holds.

    Raises:
        UnsupportedError: PyTorch cannot load the program, or parts of it are not data alone.
        InvalidError: the file is no such archive, or a damaged one.
        LimitError: it is out of proportion.
        OSError: the file cannot be read.
    """
    with Path(path).open("rb") as stream, quietly():
        try:
            return torch.export.load(stream) if trust else _program(ProgramArchive(stream))
        except FormatError:
            raise
        except Exception as error:  # PyTorch raises whatever comes up
            reason = f"PyTorch cannot load the exported program: {shortened(error)}"
            raise UnsupportedError(reason, hint=None if trust else TRUST_HINT) from error


def _program(archive: ProgramArchive) -> torch.export.ExportedProgram:
    """The program, made by PyTorch of a description and tensors that are harmless."""
    from torch._export.serde import schema, serialize  # noqa: PLC0415  private: they may go

    tensors = StoredTensors(archive)
    archive.check_is_program(_OLD_PROGRAM if _OLD_PROGRAM in archive else _PROGRAM)
    if _OLD_PROGRAM in archive:
        description = archive.document(_OLD_PROGRAM)
        weights, constants = tensors.saved(_OLD_WEIGHTS), tensors.saved(_OLD_CONSTANTS)
    else:
        description = archive.document(_PROGRAM)
        weights = _tensors(archive, tensors, _WEIGHTS, _WEIGHTS_TABLE)
        constants = _tensors(archive, tensors, _CONSTANTS, _CONSTANTS_TABLE)
    made: Any = serialize._dict_to_dataclass(schema.ExportedProgram, vetted(description))
    program: torch.export.ExportedProgram = serialize.ExportedProgramDeserializer().deserialize(
        made, weights, constants, None
    )
    return program


def _tensors(archive: ProgramArchive, tensors: StoredTensors, folder: str, table: str) -> dict[str, torch.Tensor]:
    """The tensors of a folder; PyTorch 2.8 saved them all in one record."""
    saved = folder + _SAVED
    return tensors.saved(saved) if saved in archive else tensors.described(folder, table)
