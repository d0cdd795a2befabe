# Generated from schemas/nac.ksy (sha256 97986397b1cdb9bf9bec323551b8ae63a8935d8b50c81953c62549041af00cd9) by `nacformats generate`. Do not edit.
# It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
# It imports schemas/mep.ksy (sha256 a8c6c4d7b52001da2ce8f018edcee55aadee3cbdea27b4e1d549633e74516e48).
# It imports schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769).
"""Construct structs of Neural Architecture Code (NAC) v1.6, v1.7 and v1.8."""

from nacformats.codec.constructs import Record

from nacformats._generated.python.nac import HeaderSize as HeaderSize
from nacformats._generated.python.nac import Quantization as Quantization
from nacformats._generated.python.nac import Operation as Operation
from nacformats._generated.python.nac import InstructionLayout as InstructionLayout
from nacformats._generated.python.nac import LookupKey as LookupKey
from nacformats._generated.python.nac import InputSource as InputSource
from nacformats._generated.python.nac import OutputKind as OutputKind
from nacformats._generated.python.nac import MemoryAction as MemoryAction
from nacformats._generated.python.nac import ArgumentKind as ArgumentKind
from nacformats._generated.python.nac import ConstantKind as ConstantKind
from nacformats._generated.python.nac import Dtype as Dtype
argument_code: Record
binary32_list: Record
binary64: Record
block_scaling: Record
call_fields: Record
canonical_map: Record
channel_scaling: Record
constant: Record
constant_table: Record
control_flow_fields: Record
convergence_fields: Record
element_fields: Record
entry_search: Record
finish_fields: Record
float32_list_body: Record
float64_body: Record
id_run: Record
input_fields: Record
input_name: Record
instruction: Record
int32_list_body: Record
int64_body: Record
lookup_tables: Record
memory_command: Record
memory_map: Record
nac: Record
named_array: Record
named_arrays: Record
no_fields: Record
no_scaling: Record
null_body: Record
operation_name: Record
operation_slot: Record
operations: Record
orchestrator: Record
output_fields: Record
parameter_data: Record
parameter_name: Record
permutations: Record
preprocessing: Record
resource: Record
resources: Record
schedule_record: Record
signature: Record
signature_slot: Record
tensor: Record
tensor_meta: Record
tensor_scaling: Record
text_body: Record
training: Record
truth_body: Record
update_fields: Record
