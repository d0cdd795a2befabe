"""The public names of NAC."""

from __future__ import annotations

from nacformats.formats.nac.builder import NacBuilder, TrainingBuilder, Value
from nacformats.formats.nac.columns.arrays import NamedArray
from nacformats.formats.nac.columns.tensors import Parameter, Scaling, Tensor
from nacformats.formats.nac.file.model import NacFile
from nacformats.formats.nac.file.program import (
    ConstantRef,
    Instruction,
    Instructions,
    Operand,
    ParameterRef,
    ResultRef,
    SavedRef,
    StateRef,
    TargetRef,
)
from nacformats.formats.nac.file.sections import Extent, ParameterData, Resource, Sections
from nacformats.formats.nac.tables import Dtype, MemoryAction, Quantization
from nacformats.formats.records.constants import Constant, Orchestrator
from nacformats.formats.records.rows import IdTable

__all__ = [
    "Constant",
    "ConstantRef",
    "Dtype",
    "Extent",
    "IdTable",
    "Instruction",
    "Instructions",
    "MemoryAction",
    "NacBuilder",
    "NacFile",
    "NamedArray",
    "Operand",
    "Orchestrator",
    "Parameter",
    "ParameterData",
    "ParameterRef",
    "Quantization",
    "Resource",
    "ResultRef",
    "SavedRef",
    "Scaling",
    "Sections",
    "StateRef",
    "TargetRef",
    "Tensor",
    "TrainingBuilder",
    "Value",
]
