# Generated from schemas/mep.ksy (sha256 a8c6c4d7b52001da2ce8f018edcee55aadee3cbdea27b4e1d549633e74516e48) by `nacformats generate`. Do not edit.
"""Construct structs of Model Execution Plan (MEP) bytecode of NAC v1.6 to v1.8: they parse and they build."""

from __future__ import annotations

from nacformats.codec.constructs import Record as _Record
from nacformats._generated.python import mep as _records
from nacformats._generated.python.mep import (
    Aggregation, BinaryOperation, Combination, Comparison, Creation, Destination, Dtype, ExternKind, FileKind, LossKind,
    Manipulation, Opcode, Serialization, TensorProperty, UnaryOperation, UnloadKind, ValueKind, WeightsKind, WriteMode,
)

__all__ = [
    "Aggregation", "BinaryOperation", "Combination", "Comparison", "Creation", "Destination", "Dtype", "ExternKind",
    "FileKind", "LossKind", "Manipulation", "Opcode", "Serialization", "TensorProperty", "UnaryOperation", "UnloadKind",
    "ValueKind", "WeightsKind", "WriteMode", "aggregate_operands", "array_operands", "binary_operands",
    "branch_operands", "combination_operands", "comparison_operands", "constant_operands", "copy_operands",
    "creation_operands", "datafile_operands", "debug_operands", "dynamic_operands", "extern_operands",
    "extraction_operands", "format_operands", "gradient_operands", "info_operands", "loop_operands",
    "manipulation_operands", "mep", "mode_operands", "model_operands", "no_operands", "plan_instruction",
    "processing_operands", "prompt_operands", "repetition_operands", "return_operands", "run_operands",
    "sampling_operands", "saving_operands", "serialization_operands", "token_operands", "top_k_operands",
    "training_operands", "unary_operands", "unload_operands", "write_operands",
]

# A program that prepares inputs, runs models and shows what comes out: the bytecode of section ORCH of a NAC file.
mep = _Record(_records.Mep)
# One instruction.
plan_instruction = _Record(_records.PlanInstruction)
# EXEC_HALT stands alone.
no_operands = _Record(_records.NoOperands, 0)
# What SRC_USER_PROMPT takes.
prompt_operands = _Record(_records.PromptOperands, 4)
# What SRC_CONSTANT takes.
constant_operands = _Record(_records.ConstantOperands, 3)
# What SRC_EXEC_MODE takes.
mode_operands = _Record(_records.ModeOperands, 1)
# What RES_LOAD_MODEL takes.
model_operands = _Record(_records.ModelOperands, 3)
# What RES_LOAD_DATAFILE takes.
datafile_operands = _Record(_records.DatafileOperands, 4)
# What RES_LOAD_EXTERN takes.
extern_operands = _Record(_records.ExternOperands, 4)
# What RES_LOAD_DYNAMIC takes.
dynamic_operands = _Record(_records.DynamicOperands, 3)
# What RES_LOAD_ARRAY takes.
array_operands = _Record(_records.ArrayOperands, 3)
# What RES_UNLOAD takes.
unload_operands = _Record(_records.UnloadOperands)
# What PREPROC_ENCODE and PREPROC_DECODE take.
processing_operands = _Record(_records.ProcessingOperands, 3)
# What PREPROC_GET_ID takes.
token_operands = _Record(_records.TokenOperands, 4)
# What STRING_FORMAT takes.
format_operands = _Record(_records.FormatOperands)
# What TENSOR_CREATE takes.
creation_operands = _Record(_records.CreationOperands, 4)
# What TENSOR_MANIPULATE takes.
manipulation_operands = _Record(_records.ManipulationOperands)
# What TENSOR_COMBINE takes.
combination_operands = _Record(_records.CombinationOperands)
# What TENSOR_INFO takes.
info_operands = _Record(_records.InfoOperands)
# What TENSOR_EXTRACT takes.
extraction_operands = _Record(_records.ExtractionOperands, 3)
# What SYS_COPY takes.
copy_operands = _Record(_records.CopyOperands, 2)
# What SYS_DEBUG_PRINT takes.
debug_operands = _Record(_records.DebugOperands, 3)
# What MATH_UNARY takes.
unary_operands = _Record(_records.UnaryOperands, 3)
# What MATH_BINARY takes.
binary_operands = _Record(_records.BinaryOperands, 4)
# What MATH_AGGREGATE takes.
aggregate_operands = _Record(_records.AggregateOperands, 3)
# What LOGIC_COMPARE takes.
comparison_operands = _Record(_records.ComparisonOperands, 4)
# What ANALYSIS_TOP_K takes.
top_k_operands = _Record(_records.TopKOperands, 4)
# What ANALYSIS_SAMPLE takes.
sampling_operands = _Record(_records.SamplingOperands, 4)
# What MODEL_RUN_STATIC takes.
run_operands = _Record(_records.RunOperands)
# What MODEL_TRAIN_STEP takes.
training_operands = _Record(_records.TrainingOperands)
# What MODEL_ZERO_GRAD takes.
gradient_operands = _Record(_records.GradientOperands, 1)
# What MODEL_SAVE_WEIGHTS takes.
saving_operands = _Record(_records.SavingOperands, 3)
# What FLOW_LOOP_START takes.
loop_operands = _Record(_records.LoopOperands, 1)
# What FLOW_LOOP_END takes.
repetition_operands = _Record(_records.RepetitionOperands, 2)
# What FLOW_BRANCH_IF and FLOW_BREAK_LOOP_IF take.
branch_operands = _Record(_records.BranchOperands, 3)
# What SERIALIZE_OBJECT takes.
serialization_operands = _Record(_records.SerializationOperands, 3)
# What IO_WRITE takes.
write_operands = _Record(_records.WriteOperands)
# What EXEC_RETURN takes.
return_operands = _Record(_records.ReturnOperands)
