# Generated from schemas/nac.ksy (sha256 97986397b1cdb9bf9bec323551b8ae63a8935d8b50c81953c62549041af00cd9) by `nacformats generate`. Do not edit.
# It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
# It imports schemas/mep.ksy (sha256 a8c6c4d7b52001da2ce8f018edcee55aadee3cbdea27b4e1d549633e74516e48).
# It imports schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769).
"""Construct structs of Neural Architecture Code (NAC) v1.6, v1.7 and v1.8: they parse and they build."""

from __future__ import annotations

from nacformats.codec.constructs import Record as _Record
from nacformats._generated.python import nac as _records
from nacformats._generated.python.nac import (
    ArgumentKind, ConstantKind, Dtype, HeaderSize, InputSource, InstructionLayout, LookupKey, MemoryAction, Operation,
    OutputKind, Quantization,
)

__all__ = [
    "ArgumentKind", "ConstantKind", "Dtype", "HeaderSize", "InputSource", "InstructionLayout", "LookupKey",
    "MemoryAction", "Operation", "OutputKind", "Quantization", "argument_code", "binary32_list", "binary64",
    "block_scaling", "call_fields", "canonical_map", "channel_scaling", "constant", "constant_table",
    "control_flow_fields", "convergence_fields", "element_fields", "entry_search", "finish_fields", "float32_list_body",
    "float64_body", "id_run", "input_fields", "input_name", "instruction", "int32_list_body", "int64_body",
    "lookup_tables", "memory_command", "memory_map", "nac", "named_array", "named_arrays", "no_fields", "no_scaling",
    "null_body", "operation_name", "operation_slot", "operations", "orchestrator", "output_fields", "parameter_data",
    "parameter_name", "permutations", "preprocessing", "resource", "resources", "schedule_record", "signature",
    "signature_slot", "tensor", "tensor_meta", "tensor_scaling", "text_body", "training", "truth_body", "update_fields",
]

# A neural network as a program: a header with the offsets of up to eleven sections, and the sections, each of which
# begins with a tag of four letters.
nac = _Record(_records.Nac)
# Commands for the memory coprocessor, by the instruction at which they are due.
memory_map = _Record(_records.MemoryMap)
# The commands of one tick.
schedule_record = _Record(_records.ScheduleRecord)
# One thing for the coprocessor to do.
memory_command = _Record(_records.MemoryCommand, 3)
# The instructions, in the order of execution.
operations = _Record(_records.Operations)
# One instruction: A and B, then C and D as the operation and its signature require.
instruction = _Record(_records.Instruction)
# A system operation without C and D.
no_fields = _Record(_records.NoFields, 0)
# C and D of a regular operation.
call_fields = _Record(_records.CallFields)
# C and D of an operation that takes an element of a value and has no signature.
element_fields = _Record(_records.ElementFields)
# C of an INPUT; there is no D.
input_fields = _Record(_records.InputFields)
# C and D of an OUTPUT.
output_fields = _Record(_records.OutputFields)
# C and D of an OUTPUT that updates a parameter.
update_fields = _Record(_records.UpdateFields, 8)
# D of an OUTPUT that ends the program of gradients; there is no C.
finish_fields = _Record(_records.FinishFields, 2)
# C and D of a CONTROL_FLOW.
control_flow_fields = _Record(_records.ControlFlowFields, 8)
# C and D of a CONVERGENCE.
convergence_fields = _Record(_records.ConvergenceFields)
# The instructions that compute gradients, in the order of execution.
training = _Record(_records.Training)
# Names of the operations whose number has no fixed name.
canonical_map = _Record(_records.CanonicalMap)
operation_name = _Record(_records.OperationName)
# The constants that instructions refer to.
constant_table = _Record(_records.ConstantTable)
# A constant of `cnst` or of `orch`.
constant = _Record(_records.Constant)
# The null constant has no bytes, whatever its length says.
null_body = _Record(_records.NullBody, 0)
truth_body = _Record(_records.TruthBody, 1)
int64_body = _Record(_records.Int64Body, 8)
float64_body = _Record(_records.Float64Body, 8)
text_body = _Record(_records.TextBody)
int32_list_body = _Record(_records.Int32ListBody)
float32_list_body = _Record(_records.Float32ListBody)
# Numbers of IEEE 754 binary32, as many as there is room for.
binary32_list = _Record(_records.Binary32List)
# A number of IEEE 754 binary64.
binary64 = _Record(_records.Binary64, 8)
# Signatures, what kinds of arguments operations take.
permutations = _Record(_records.Permutations)
# One code for each argument of an operation.
signature = _Record(_records.Signature)
# A letter that says what an argument is.
argument_code = _Record(_records.ArgumentCode, 1)
# Tables over `perm` and `cmap` and searches in them.
lookup_tables = _Record(_records.LookupTables, 0)
# Counts the entries in a part of `perm` or `cmap` that break the run of consecutive ids which compilers write; by
# bisection, so that the depth stays small.
id_run = _Record(_records.IdRun)
# What `perm` says about one signature id.
signature_slot = _Record(_records.SignatureSlot, 0)
# What `cmap` says about one operation.
operation_slot = _Record(_records.OperationSlot, 0)
# Search for a number in a part of `perm` or `cmap`, by bisection, so that the depth stays small.
entry_search = _Record(_records.EntrySearch)
# Names of parameters, names of inputs, and the tensors.
parameter_data = _Record(_records.ParameterData)
parameter_name = _Record(_records.ParameterName)
input_name = _Record(_records.InputName)
# A parameter.
tensor = _Record(_records.Tensor)
# What the bytes of a tensor mean.
tensor_meta = _Record(_records.TensorMeta)
# Stored elements are the numbers.
no_scaling = _Record(_records.NoScaling, 0)
# One scale for all elements.
tensor_scaling = _Record(_records.TensorScaling, 4)
# One scale for each index along an axis.
channel_scaling = _Record(_records.ChannelScaling)
# One scale for each run of elements.
block_scaling = _Record(_records.BlockScaling)
# The tokenizer.
preprocessing = _Record(_records.Preprocessing)
# A program that runs models, and its constants.
orchestrator = _Record(_records.Orchestrator)
# Files that belong to the model.
resources = _Record(_records.Resources)
# A file.
resource = _Record(_records.Resource)
# Arrays by name.
named_arrays = _Record(_records.NamedArrays)
# An array.
named_array = _Record(_records.NamedArray)
