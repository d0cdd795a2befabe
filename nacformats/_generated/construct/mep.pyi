# Generated from schemas/mep.ksy (sha256 a8c6c4d7b52001da2ce8f018edcee55aadee3cbdea27b4e1d549633e74516e48) by `nacformats generate`. Do not edit.
"""Construct structs of Model Execution Plan (MEP) bytecode of NAC v1.6 to v1.8."""

from nacformats.codec.constructs import Record

from nacformats._generated.python.mep import Opcode as Opcode
from nacformats._generated.python.mep import ValueKind as ValueKind
from nacformats._generated.python.mep import FileKind as FileKind
from nacformats._generated.python.mep import ExternKind as ExternKind
from nacformats._generated.python.mep import LossKind as LossKind
from nacformats._generated.python.mep import WeightsKind as WeightsKind
from nacformats._generated.python.mep import UnloadKind as UnloadKind
from nacformats._generated.python.mep import Dtype as Dtype
from nacformats._generated.python.mep import Creation as Creation
from nacformats._generated.python.mep import Manipulation as Manipulation
from nacformats._generated.python.mep import Combination as Combination
from nacformats._generated.python.mep import TensorProperty as TensorProperty
from nacformats._generated.python.mep import UnaryOperation as UnaryOperation
from nacformats._generated.python.mep import BinaryOperation as BinaryOperation
from nacformats._generated.python.mep import Aggregation as Aggregation
from nacformats._generated.python.mep import Comparison as Comparison
from nacformats._generated.python.mep import Serialization as Serialization
from nacformats._generated.python.mep import Destination as Destination
from nacformats._generated.python.mep import WriteMode as WriteMode
aggregate_operands: Record
array_operands: Record
binary_operands: Record
branch_operands: Record
combination_operands: Record
comparison_operands: Record
constant_operands: Record
copy_operands: Record
creation_operands: Record
datafile_operands: Record
debug_operands: Record
dynamic_operands: Record
extern_operands: Record
extraction_operands: Record
format_operands: Record
gradient_operands: Record
info_operands: Record
loop_operands: Record
manipulation_operands: Record
mep: Record
mode_operands: Record
model_operands: Record
no_operands: Record
plan_instruction: Record
processing_operands: Record
prompt_operands: Record
repetition_operands: Record
return_operands: Record
run_operands: Record
sampling_operands: Record
saving_operands: Record
serialization_operands: Record
token_operands: Record
top_k_operands: Record
training_operands: Record
unary_operands: Record
unload_operands: Record
write_operands: Record
